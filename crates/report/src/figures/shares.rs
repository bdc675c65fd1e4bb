//! [`Shares`]: the share of a line's trials that have reached something by each place of an axis, with an interval at each place, for
//! `survival` and `ecdf`. Intervals hold for each place alone. The words on their bands are here, too.

use std::collections::BTreeMap;

use evocube_plot::{LegendEntry, Panel};
use evocube_stats::intervals::exact_rate_interval;
use evocube_stats::{Interval, LEVEL};

/// The error of a share, in trials.
const ROUNDING: f64 = 1e-9;

/// The shares of the trials of a line.
pub(super) struct Shares {
    pub(super) label: String,
    /// The places, ascending, and their shares: 0 to 1.
    pub(super) points: Vec<(f64, f64)>,
    pub(super) trials: usize,
    /// The last place at which no trial is censored.
    pub(super) last: f64,
}

impl Shares {
    /// Returns the interval of C. J. Clopper and E. S. Pearson (1934) at each place, for itself; `None` for a single trial and where some
    /// are censored. The sum of trials that count in part, or with different probabilities, varies at most as one of a single probability;
    /// a sum that is not whole has the ends of the whole numbers around it.
    pub(super) fn intervals(&self) -> Vec<Option<Interval>> {
        let mut computed: BTreeMap<u64, Option<Interval>> = BTreeMap::new();
        let trials = self.trials as u64;
        let mut interval = |count: f64| {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a number of trials
            let count = (count.max(0.0) as u64).min(trials);
            *computed.entry(count).or_insert_with(|| exact_rate_interval(count, trials, LEVEL))
        };
        let mut at = |&(place, share): &(f64, f64)| {
            let count = share * trials as f64;
            let (low, high) = (interval((count + ROUNDING).floor())?.low, interval((count - ROUNDING).ceil())?.high);
            (trials > 1 && place <= self.last).then_some(Interval { low, high })
        };
        self.points.iter().map(&mut at).collect()
    }
}

/// Returns the entry of a legend about bands, and the sentence of a caption; nothing without any.
pub(super) fn band_words(panels: &[Panel]) -> Option<(LegendEntry, &'static str)> {
    let has_bands = panels.iter().any(|panel| !panel.bands.is_empty());
    let sentence = " Bands of the lines in color: 95 % intervals (C. J. Clopper and E. S. Pearson, 1934), at each place for itself.";
    has_bands.then(|| (LegendEntry::words("band: 95 % interval"), sentence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::layout::{LineTrials, layout};
    use crate::made_up::{levels, results};
    use crate::options::REPORT;
    use crate::sections::Analysis;

    #[test]
    fn a_band_needs_two_places_before_the_first_censored_trial() {
        let made = results(&["rate"], levels("a b"), 5, |_, _| 10);
        let analysis = Analysis::new(&made);
        let view = analysis.stages(&REPORT).next().unwrap();
        for (last, has_band) in [(1.0, false), (2.0, true)] {
            let points = vec![(1.0, 0.0), (2.0, 0.5)];
            let shares = |_: &LineTrials<'_>| Shares { label: String::new(), points: points.clone(), trials: 5, last };
            let (panels, _) = layout(&view).stairs("place", "share", shares);
            assert_eq!(band_words(&panels).is_some(), has_band, "no trial is censored before {last}");
        }
    }
}
