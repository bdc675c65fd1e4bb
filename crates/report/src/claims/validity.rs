//! The words of claims on what is asked, on results of held-out instances, and on what few trials exaggerate.

use super::words::Writer;
use super::{Exaggerates, HeldOut, Measure, OnAverage, RaceResult};
use crate::document::{Span, code, plain, strong};
use crate::wording::{counted, grouped, mean_text, number, p_is, percent_range, range, ratio, short};
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
        let begin =
            plain("The question names none of the factors, or several; this is the answer on average for each of ");
        [vec![begin], self.keys(&average.factors), vec![plain(".")]].concat()
    }

    /// Returns whether a race has found a better configuration than `[base]`.
    pub(super) fn race(&self, race: &RaceResult) -> Vec<Span> {
        let begin = match race.is_better {
            true => vec![strong(format!("Configuration {} is better than [base]", race.configuration)), plain(".")],
            false => vec![strong("Keep [base]"), plain(": nothing better was found.")],
        };
        let Some((base_mean, p)) = race.base_mean.zip(race.p) else { return begin };
        let difference = race.mean - base_mean;
        let interval = race.low.zip(race.high).filter(|(low, high)| low.signum() == high.signum());
        let against = match interval {
            Some((low, high)) => {
                let (word, ends) = match difference < 0.0 {
                    true => ("less", Interval { low: -high, high: -low }),
                    false => ("more", Interval { low, high }),
                };
                format!("{} {word} ({})", mean_text(difference.abs()), range(ends, mean_text))
            }
            None => p_is(p),
        };
        let result = format!(
            " On {} configuration {} has a mean of {} {} against {} of ",
            counted(race.instances, &format!("held-out {}", self.instance())),
            race.configuration,
            mean_text(race.mean),
            race.cost.description(),
            mean_text(base_mean),
        );
        let end = format!(", {against}, and {} {}.", self.reached(), grouped(race.reached));
        [begin, vec![plain(result), code("[base]"), plain(end)]].concat()
    }
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
