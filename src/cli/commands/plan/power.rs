//! The statistical power of a sweep before it runs, as sentences and as JSON: the number of comparisons, and the shares of pairs of trials
//! that they detect. Of a sampled design it has only the degrees of freedom for noise. Also a bound of the success rate where no trial
//! solves, and notes on settings that hardly solve a cube, which `evocube run` prints, too.

use std::collections::BTreeSet;

use evocube::alphabet::Expand;
use evocube::evaluation::objective::{EdgeRule, Objective};
use evocube::evolve::algorithm::Algorithm;
use evocube::experiment::record::{FactorSummary, SameConfigurations};
use evocube::experiment::sweep::{Factor, Stage, Sweep};
use evocube::puzzle::AnyPuzzle;
use evocube::report::{PlannedTests, planned_tests};
use evocube::stats::intervals::rate_interval;
use evocube::stats::wins::WinDesign;
use serde_json::json;

use crate::cli::terminal::{counted, percent};

/// Shares of pairs above this one are called large.
const LARGE: f64 = 0.8;
/// Residual degrees of freedom of a response surface from which on interactions are tested.
const MIN_RESIDUAL: usize = 10;

/// The tests of a sweep.
struct Power {
    instances: u64,
    repetitions: u64,
    /// The effects of all stages, which are tested together.
    tests: u64,
    /// The factors of factorials: stage, key, and the tests of each.
    factors: Vec<(String, String, WinDesign)>,
    /// The stages that are samples: name, configurations and degrees of freedom of the noise.
    samples: Vec<(String, usize, usize)>,
}

impl Power {
    fn new(sweep: &Sweep) -> Self {
        Self::with_trials(sweep, sweep.instances.len() as u64, sweep.repetitions)
    }

    /// Returns the power with these numbers of instances and repetitions.
    fn with_trials(sweep: &Sweep, instances: u64, repetitions: u64) -> Self {
        let mut power = Self { instances, repetitions, tests: 0, factors: vec![], samples: vec![] };
        let mut planned = vec![];
        for (number, stage) in sweep.selecting_stages().iter().enumerate() {
            let same = sweep.same_configurations(number, &[]);
            match stage_tests(stage, &same) {
                Ok(tests) => {
                    power.tests += tests.tests as u64;
                    planned.push((stage, tests));
                }
                Err((residual, effects)) => {
                    power.tests += effects as u64;
                    power.samples.push((stage.name.clone(), same.distinct(stage.points()), residual));
                }
            }
        }
        for (stage, tests) in planned {
            for factor in tests.factors {
                // The levels are compared within each instance and combination of the levels of other factors.
                let combinations = factor.level_sizes.iter().min().copied().unwrap_or(1);
                let number = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
                let design = WinDesign {
                    levels: factor.level_sizes.len(),
                    blocks: number(instances).saturating_mul(combinations),
                    trials: number(repetitions),
                    families: number(power.tests),
                };
                power.factors.push((stage.name.clone(), stage.factors[factor.factor].key.clone(), design));
            }
        }
        power
    }

    /// Returns whether each configuration has one trial on each of several instances.
    fn is_paired(&self) -> bool {
        self.instances > 1 && self.repetitions == 1
    }

    /// Returns the places of factors with the shares of pairs that are detected, from the smallest one on.
    fn detectable(&self) -> Vec<(usize, f64)> {
        let shares = self.factors.iter().enumerate();
        let mut shares: Vec<(usize, f64)> =
            shares.filter_map(|(factor, (_, _, design))| Some((factor, design.detectable_share()?))).collect();
        shares.sort_by(|a, b| a.1.total_cmp(&b.1));
        shares
    }
}

/// Returns the tests of a stage's factors or, for a sample, the residual degrees of freedom of its response surface and the maximum number
/// of effects that are tested.
fn stage_tests(stage: &Stage, same: &SameConfigurations) -> Result<PlannedTests, (usize, usize)> {
    let text = |level: Option<std::borrow::Cow<'_, str>>| level.map_or(String::new(), std::borrow::Cow::into_owned);
    let levels = |point: usize| {
        let mut levels: Vec<String> = stage.texts_of(point).into_iter().map(text).collect();
        let same = same.0.iter().find(|same| same.points[0] == point);
        same.into_iter().flat_map(|same| &same.factors).for_each(|factor| levels[*factor].clear());
        levels
    };
    let points: Vec<Vec<String>> =
        (0..stage.points()).filter(|point| same.first(*point) == *point).map(levels).collect();
    let levels = |factor: usize| -> Vec<String> {
        let levels: BTreeSet<&String> =
            points.iter().map(|point| &point[factor]).filter(|level| !level.is_empty()).collect();
        levels.into_iter().cloned().collect()
    };
    let factors: Vec<FactorSummary> =
        (0..stage.factors.len()).map(|factor| FactorSummary::new(&stage.factors[factor].key, levels(factor))).collect();
    let rows: Vec<&[String]> = points.iter().map(Vec::as_slice).collect();
    planned_tests(&factors, &rows).ok_or_else(|| {
        let columns = |factor: &FactorSummary| {
            let is_number = factor.levels.iter().all(|level| level.parse::<f64>().is_ok());
            factor.levels.len().saturating_sub(1).min(if is_number { 2 } else { usize::MAX })
        };
        let varying = factors.iter().filter(|factor| factor.levels.len() > 1).count();
        let residual = points.len().saturating_sub(1 + factors.iter().map(columns).sum::<usize>());
        let pairs = if residual > MIN_RESIDUAL { varying * varying.saturating_sub(1) / 2 } else { 0 };
        (residual, varying + pairs)
    })
}

/// Returns the upper bound of the success rate, if none of `trials` trials solves.
fn none_solved(trials: u64) -> f64 {
    rate_interval(0, trials, 0.05).map_or(1.0, |interval| interval.high)
}

/// Returns a sentence for each setting of `[base]` with which the genetic algorithm hardly solves a cube without conjugates, unless a
/// factor varies one of them.
pub(crate) fn hardly_solving(sweep: &Sweep) -> Vec<String> {
    let base = &sweep.base;
    if base.algorithm != Algorithm::Genetic || !matches!(base.puzzle, AnyPuzzle::Cube3(())) {
        return vec![];
    }
    let factors = || sweep.stages.iter().flat_map(|stage| &stage.factors);
    let is_varied = |key: &str| {
        let mut keys = factors().flat_map(Factor::keys);
        keys.any(|outer| key.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
    };
    let is_any_sticker =
        matches!(&base.objective, Objective::Penalty(penalty) if penalty.edge_rule == EdgeRule::AnySticker);
    // With conjugates it solves cubes with each of them.
    if base.alphabet.conjugations() > 0 || is_varied("alphabet.conjugate") {
        return vec![];
    }
    // The solved trials in the table of the three changes in docs/sousa.md.
    let settings = [
        (base.alphabet.expand == Expand::None, "alphabet.expand", "none", (3, "symmetries", 223)),
        (is_any_sticker, "objective.penalty.edge-rule", "any-sticker", (14, "both-stickers", 212)),
    ];
    let fixed = settings.into_iter().filter(|(is_set, key, ..)| *is_set && !is_varied(key));
    let sentence = |(_, key, value, (solved, other, others))| {
        format!(
            "{key} = \"{value}\" hardly solves a cube: {solved} of 600 trials in docs/sousa.md, and {others} of 600 with \"{other}\""
        )
    };
    fixed.map(sentence).collect()
}

/// Writes the power as sentences, one per line.
pub(super) fn as_text(sweep: &Sweep) -> String {
    let power = Power::new(sweep);
    let trials = power.instances * power.repetitions;
    let mut text = format!(
        "Statistical power: {} per configuration ({} on {}); if none solves, the success rate is below {} (95 %, Wilson).\n",
        counted(trials, "trial"),
        counted(power.repetitions, "repetition"),
        counted(power.instances, "instance"),
        // A bound is below no bound.
        percent(none_solved(trials).max(0.0001))
    );
    text.extend(hardly_solving(sweep).iter().map(|sentence| format!("  {sentence}.\n")));
    if power.tests == 0 {
        text.push_str("  One configuration: nothing is compared.\n");
        return text;
    }
    text.push_str(match (power.instances, power.is_paired()) {
        (1, _) => "  All trials are on one instance: conclusions hold for that instance.\n",
        (_, true) => "  Each configuration has one trial on each instance: conclusions hold for instances like these.\n",
        (_, false) => {
            "  Trials are compared on each instance: conclusions hold for these instances, and for others like them where \
             the instances agree.\n"
        }
    });
    let together = if power.tests == 1 { "is tested" } else { "are tested together" };
    text.push_str(&format!("  {} {together}.\n", counted(power.tests, "comparison")));
    for (stage, configurations, residual) in &power.samples {
        text.push_str(&match residual {
            0 => format!("  {configurations} configurations of stage {stage} are too few to say which factors matter.\n"),
            _ => format!(
                "  Stage {stage} is a sample: its {configurations} configurations leave {residual} {} of freedom for the noise of \
                 a response surface.\n",
                if *residual == 1 { "degree" } else { "degrees" }
            ),
        });
    }
    text.push_str(&detected(sweep, &power));
    text
}

/// Describes the shares of pairs that are detected, and how more trials lower a large one.
fn detected(sweep: &Sweep, power: &Power) -> String {
    let shares = power.detectable();
    let (Some((first, smallest)), Some((last, largest))) = (shares.first(), shares.last()) else {
        let nothing = "  Too few trials: fewer than four of five such experiments show a level that wins every pair of trials. Add \
                       repetitions or instances.\n";
        return if power.factors.is_empty() { String::new() } else { nothing.to_owned() };
    };
    let wins = |share: f64| format!("{:.0} %", 100.0 * share);
    let key = |factor: usize| power.factors[factor].1.as_str();
    let mut text = format!(
        "  Four of five such experiments show a level of {} that wins {} of pairs of trials against another",
        key(*first),
        wins(*smallest)
    );
    if largest - smallest > 0.005 {
        text.push_str(&format!(", and one of {} that wins {}", key(*last), wins(*largest)));
    }
    text.push_str(".\n");
    let hidden: Vec<&str> =
        (0..power.factors.len()).filter(|factor| shares.iter().all(|(shown, _)| shown != factor)).map(key).collect();
    if !hidden.is_empty() {
        text.push_str(&format!(
            "  Too few trials for {}: fewer than four of five show a level that wins every pair.\n",
            hidden.join(", ")
        ));
    }
    if *largest > LARGE {
        let more = [
            (power.instances, 2 * power.repetitions, "repetitions"),
            (2 * power.instances, power.repetitions, "instances"),
        ];
        let doubled: Vec<String> = more
            .into_iter()
            .filter_map(|(instances, repetitions, what)| {
                let (_, _, design) = Power::with_trials(sweep, instances, repetitions).factors[*last];
                Some(format!("with twice the {what} {}", wins(design.detectable_share()?)))
            })
            .collect();
        text.push_str(&format!(
            "  {} of pairs are a large difference: smaller ones are often missed. More trials show smaller ones of {}: {}.\n",
            wins(*largest),
            key(*last),
            doubled.join(", ")
        ));
    }
    text
}

/// Builds the JSON object.
pub(super) fn as_json(sweep: &Sweep) -> serde_json::Value {
    let power = Power::new(sweep);
    let factor = |(stage, factor, design): &(String, String, WinDesign)| json!({"stage": stage, "factor": factor, "share_of_pairs": design.detectable_share()});
    json!({
        "paired": power.is_paired(),
        "tests": power.tests,
        "can_show": !power.detectable().is_empty() || power.samples.iter().any(|(.., residual)| *residual > 0),
        "detectable": power.factors.iter().map(factor).collect::<Vec<_>>(),
        "none_solved_percent": 100.0 * none_solved(power.instances * power.repetitions),
    })
}
