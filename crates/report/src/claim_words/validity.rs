//! The words of claims on configurations that are the same one or left out, and on trials that are not compared or tested. Also on
//! questions that name no single factor, results of held-out instances and races, what compared sweeps differ in, and what few trials
//! exaggerate. Answers and effects of factors are in the module above and in `explains`.

use super::{MAX_KEYS, MAX_NAMED, Writer};
use crate::claims::{
    Differ, Difference, Exaggerates, Gap, HeldOut, LeftOut, Measure, NotCompared, NotTested, Obstacle, OnAverage,
    RaceResult, Same,
};
use crate::document::{Span, code, listed, plain, strong};
use crate::wording::{self, counted, grouped, mean_text, number, p_is, percent_range, range, ratio, short};
use evocube_experiment::record::Outcome;
use evocube_stats::Interval;

impl Writer<'_> {
    /// Returns the verb for trials that reach their target.
    fn reached(&self) -> &'static str {
        if self.view.stage.reaches_targets() { "reached its target on" } else { "solved" }
    }

    /// Returns the result of the selected configuration on held-out instances.
    pub(super) fn held_out(&self, held_out: &HeldOut) -> Vec<Span> {
        let HeldOut { instances, trials, reached, .. } = *held_out;
        let noun = self.instance();
        if trials == 0 {
            let text = format!("All trials on {} failed.", counted(instances, &format!("held-out {noun}")));
            return vec![plain(text)];
        }
        let count = format!("{} {} of {}", self.reached(), grouped(reached), grouped(trials));
        let interval = held_out.low.zip(held_out.high).map(|(low, high)| Interval { low, high });
        let shares = interval.map(|Interval { low, high }| Interval { low: low / 100.0, high: high / 100.0 });
        let mut text = format!(" held-out {noun}s");
        text.push_str(&shares.map_or(String::new(), |shares| format!(" ({})", percent_range(shares))));
        if trials < instances {
            text.push_str(&format!("; {} failed", counted(instances - trials, "trial")));
        }
        match held_out.measure.zip(held_out.value) {
            Some((Measure::MeanPenalty, value)) => text.push_str(&format!("; mean penalty {}", number(value))),
            Some((_, value)) => text.push_str(&format!("; expected evaluations {}", short(value))),
            None => {}
        }
        vec![plain("The selected configuration "), strong(count), plain(text + ".")]
    }

    /// Returns that the claims answer a question on average.
    pub(super) fn on_average(&self, average: &OnAverage) -> Vec<Span> {
        let begin = "The question names none of the factors, or several; ";
        if average.factors.len() > MAX_KEYS {
            let count = average.factors.len();
            return vec![plain(format!(
                "{begin}each of the {count} is answered on average over the others, those that explain most first."
            ))];
        }
        let begin = plain(format!("{begin}this is the answer on average for each of "));
        [vec![begin], self.keys(&average.factors), vec![plain(".")]].concat()
    }

    /// Returns which configurations are one.
    pub(super) fn same(&self, same: &Same) -> Vec<Span> {
        let all: usize = same.configurations.iter().map(Vec::len).sum();
        let once = match same.configurations.len() {
            1 => "one configuration".to_owned(),
            several => format!("{several} configurations"),
        };
        let end = format!("{} are {once}, counted once with all trials.", grouped(all as u64));
        if same.factors.is_empty() {
            let names = same.configurations.iter().take(MAX_NAMED).map(|numbers| {
                let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
                vec![plain(wording::listed(&numbers))]
            });
            let text = format!(" have the same symbols and settings: {end}");
            return [vec![plain("Configurations ")], listed(names.collect()), vec![plain(text)]].concat();
        }
        let within = self.within(&same.within);
        let verb = if same.factors.len() == 1 { " changes nothing: " } else { " change nothing: " };
        [within, self.keys(&same.factors), vec![plain(format!("{verb}{end}"))]].concat()
    }

    /// Returns which configurations are left out.
    pub(super) fn left_out(&self, left_out: &LeftOut) -> Vec<Span> {
        let names: Vec<Vec<Span>> = left_out.levels.iter().map(|levels| self.levels(levels)).collect();
        let names = if names.is_empty() {
            vec![plain(counted(left_out.configurations.len() as u64, "configuration"))]
        } else {
            listed(names)
        };
        let verb = if left_out.configurations.len() == 1 { "is" } else { "are" };
        let text = format!(" {verb} left out, with limits below {} evaluations.", grouped(left_out.limit));
        [names, vec![plain(text)]].concat()
    }

    /// Returns why trials are not compared by an outcome.
    pub(super) fn not_compared(&self, gap: &NotCompared) -> Vec<Span> {
        let what = match gap.outcome {
            Outcome::Wins | Outcome::Solved => "Trials",
            Outcome::RunTime => "Run times",
            Outcome::Penalty => "Penalties",
            Outcome::Moves => "Moves",
        };
        let because = match gap.because {
            Obstacle::Unsolved => {
                format!("{} of {} did not solve", grouped(gap.unsolved), counted(gap.trials, "trial"))
            }
            Obstacle::NoneReached if self.view.stage.reaches_targets() => "no trial reached its target".to_owned(),
            Obstacle::NoneReached => "no trial solved".to_owned(),
            Obstacle::NoEvaluations => "a solver evaluates nothing".to_owned(),
            Obstacle::Objectives => "they are those of different objectives".to_owned(),
            Obstacle::Equal => "all are equal".to_owned(),
        };
        vec![plain(format!("{what} are not compared, because {because}."))]
    }

    /// Returns whether a race has found a better configuration than `[base]`.
    pub(super) fn race(&self, race: &RaceResult) -> Vec<Span> {
        race_words(race, self.instance(), self.reached())
    }
}

/// Returns why nothing is tested.
pub(super) fn not_tested(gap: &NotTested) -> Vec<Span> {
    let configurations = counted(gap.configurations as u64, "configuration");
    vec![plain(match gap.because {
        Gap::Missing => {
            "Nothing is tested, because some configuration has no finished trial on some instance.".to_owned()
        }
        Gap::Equal => "All trials are equal, so nothing differs.".to_owned(),
        Gap::Configurations => format!("{configurations} are too few to say which factors matter."),
    })]
}

/// Returns whether a race has found a better configuration than `[base]`.
fn race_words(race: &RaceResult, noun: &str, reached: &str) -> Vec<Span> {
    let begin = if race.is_better {
        vec![strong(format!("Configuration {} is better than [base]", race.configuration)), plain(".")]
    } else {
        vec![strong("Keep [base]"), plain(": nothing better was found.")]
    };
    let Some((base_mean, p)) = race.base_mean.zip(race.p) else { return begin };
    let difference = race.mean - base_mean;
    let interval = race.low.zip(race.high).filter(|(low, high)| low.signum() == high.signum());
    let against = match interval {
        Some((low, high)) => {
            let (word, ends) = if difference < 0.0 {
                ("less", Interval { low: -high, high: -low })
            } else {
                ("more", Interval { low, high })
            };
            format!("{} {word} ({})", mean_text(difference.abs()), range(ends, mean_text))
        }
        None => p_is(p),
    };
    let result = format!(
        " On {} the mean {} of configuration {} is {} against {} of ",
        counted(race.instances, &format!("held-out {noun}")),
        race.cost.description(),
        race.configuration,
        mean_text(race.mean),
        mean_text(base_mean),
    );
    let end = format!(", {against}; it {reached} {}.", grouped(race.reached));
    [begin, vec![plain(result), code("[base]"), plain(end)]].concat()
}

/// Returns what sweeps that are compared differ in: `population` 100 / 200.
pub(super) fn differences(differ: &Differ) -> Vec<Span> {
    let mut spans = if differ.settings.is_empty() {
        vec![plain("They have the same settings")]
    } else {
        vec![strong("They differ in"), plain(" ")]
    };
    let setting = |Difference { key, values }: &Difference| {
        let values: Vec<&str> = values.iter().map(|value| value.as_deref().unwrap_or("–")).collect();
        vec![code(key.clone()), plain(format!(" {}", values.join(" / ")))]
    };
    let mut named: Vec<Vec<Span>> = differ.settings.iter().take(MAX_KEYS).map(setting).collect();
    if differ.settings.len() > MAX_KEYS {
        named.push(vec![plain(counted((differ.settings.len() - MAX_KEYS) as u64, "other key"))]);
    }
    spans.extend(listed(named));
    let count = &differ.configurations;
    let most = count.iter().copied().max().unwrap_or(1);
    spans.push(plain(match count.iter().all(|other| *other == most) {
        _ if most == 1 => ".".to_owned(),
        true => format!("; {} each, the best of each is compared.", counted(most, "configuration")),
        false => {
            let counts: Vec<String> = count.iter().map(|count| grouped(*count)).collect();
            format!("; {} configurations, the best of each is compared.", counts.join(" / "))
        }
    }));
    spans
}

/// Returns how far effects that few trials show are exaggerated.
pub(super) fn exaggerates(claim: &Exaggerates) -> Vec<Span> {
    let (share, power) = (100.0 * claim.share, 100.0 * claim.power);
    let often = if power < 0.5 { "less than 1".to_owned() } else { format!("{power:.0}") };
    vec![
        strong("Few trials exaggerate"),
        plain(format!(
            ": a level that wins {share:.0} % of pairs is found in {often} % of such experiments, and then looks {} times as far \
             from 50 % on average.",
            ratio(claim.times)
        )),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made_up::results;
    use crate::options::REPORT;
    use crate::sections::Analysis;
    use evocube_experiment::record::Cost;

    fn text(race: &RaceResult) -> String {
        race_words(race, "cube", "solved").iter().map(Span::text).collect()
    }

    fn result(mean: f64, interval: Option<(f64, f64)>, is_better: bool) -> RaceResult {
        let (low, high) = interval.unzip();
        RaceResult {
            is_better,
            configuration: 3,
            is_base: false,
            cost: Cost::Penalty,
            instances: 6,
            reached: 2,
            mean,
            base_mean: Some(10.0),
            low,
            high,
            p: Some(0.09),
        }
    }

    #[test]
    fn a_race_that_finds_nothing_better_says_to_keep_the_base() {
        let better = text(&result(2.0, Some((-14.0, -4.0)), true));
        assert_eq!(
            better,
            "Configuration 3 is better than [base]. On 6 held-out cubes the mean penalty of configuration 3 is 2 against 10 of [base], 8 less (4 \
             to 14); it solved 2."
        );
        let open = text(&result(22.0, Some((-1.0, 16.0)), false));
        assert_eq!(
            open,
            "Keep [base]: nothing better was found. On 6 held-out cubes the mean penalty of configuration 3 is 22 against 10 of [base], p = 0.090; \
             it solved 2."
        );
        let worse = text(&result(22.0, Some((6.0, 16.0)), false));
        assert!(worse.starts_with("Keep [base]: ") && worse.contains("12 more (6 to 16)"), "{worse}");
        let same = RaceResult { is_base: true, base_mean: None, p: None, ..result(10.0, None, false) };
        assert_eq!(text(&same), "Keep [base]: nothing better was found.");
    }

    #[test]
    fn up_to_six_factors_that_a_question_leaves_open_are_named() {
        let keys = ["a", "b", "c", "d", "e", "f", "g"];
        let made = results(&keys, vec![keys.map(str::to_owned).to_vec()], 1, |_, _| 1);
        let analysis = Analysis::new(&made);
        let view = analysis.stages(&REPORT).next().unwrap();
        let text = |count: usize| {
            let average = OnAverage { factors: keys[..count].iter().map(|key| (*key).to_owned()).collect() };
            Writer { view: &view }.on_average(&average).iter().map(Span::text).collect::<String>()
        };
        assert!(text(6).ends_with("on average for each of a, b, c, d, e and f."), "{}", text(6));
        assert!(text(7).contains("each of the 7 is answered on average"), "{}", text(7));
    }

    #[test]
    fn sweeps_that_are_compared_begin_with_what_differs() {
        let difference = |key: &str, values: [Option<&str>; 2]| Difference {
            key: key.to_owned(),
            values: values.map(|value| value.map(str::to_owned)).to_vec(),
        };
        let text = |settings: Vec<Difference>, configurations: [u64; 2]| {
            let differ = Differ { settings, configurations: configurations.to_vec() };
            differences(&differ).iter().map(Span::text).collect::<String>()
        };
        let population = || difference("population", [Some("100"), Some("200")]);
        assert_eq!(
            text(vec![population()], [3, 3]),
            "They differ in population 100 / 200; 3 configurations each, the best of each is compared."
        );
        let elites = difference("elitism", [None, Some("2")]);
        assert_eq!(text(vec![population(), elites], [1, 1]), "They differ in population 100 / 200 and elitism – / 2.");
        assert_eq!(
            text(vec![], [1, 4]),
            "They have the same settings; 1 / 4 configurations, the best of each is compared."
        );
    }

    #[test]
    fn what_few_trials_exaggerate_is_said_with_its_power() {
        let claim = |power| Exaggerates { share: 0.6, power, times: 3.33 };
        let text = |power| exaggerates(&claim(power)).iter().map(Span::text).collect::<String>();
        assert_eq!(
            text(0.12),
            "Few trials exaggerate: a level that wins 60 % of pairs is found in 12 % of such experiments, and then looks 3.3 times as far \
             from 50 % on average."
        );
        assert!(text(0.001).contains("less than 1 %"));
    }
}
