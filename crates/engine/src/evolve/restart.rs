//! [`Restart`]: the rule by which populations and walks begin again with random genomes. `RestartClock` tells when one is due, also by the
//! sequence [`luby`]; the genomes are drawn by `island` and `genome_search`.

use std::num::{NonZeroU32, NonZeroU64};

use serde::{Deserialize, Serialize};

/// Reinitialization of the population of a run or of an island, or of one walk: random genomes in place of the offspring of a
/// generation. The run continues, with its counters and its best so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Restart {
    /// No restart.
    None,
    /// This number of generations after the last (re)start.
    Every(NonZeroU32),
    /// This number of generations after the last lower penalty since the (re)start.
    Stagnation(NonZeroU32),
    /// The first generation after this number of evaluations without a lower penalty since the (re)start. Those of the generation
    /// with the lower penalty do not count.
    StagnationEvaluations(NonZeroU64),
    /// This number of generations times 1, 1, 2, 1, 1, 2, 4 … after the last (re)start: see [`luby`]. For any distribution of
    /// run times, the expected time exceeds that of the best choice of `every` by at most a logarithmic factor.
    Luby(NonZeroU32),
}

/// The time since the last (re)start of a population or a walk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RestartClock {
    /// Number of restarts.
    pub(super) restarts: u64,
    /// The generation of the last (re)start.
    started: u64,
    /// The generation of the last lower penalty since then.
    improved: u64,
    /// Number of evaluations after that generation.
    evaluations: u64,
    /// The lowest penalty since the last (re)start.
    best: u32,
}

/// Of a population or a walk before generation 0.
impl Default for RestartClock {
    fn default() -> Self {
        Self { restarts: 0, started: 0, improved: 0, evaluations: 0, best: u32::MAX }
    }
}

impl RestartClock {
    /// Returns whether generation `now` is that of a restart.
    #[inline]
    pub(super) fn is_due(&self, rule: Restart, now: u64) -> bool {
        let (age, stagnation) = (now.saturating_sub(self.started), now.saturating_sub(self.improved));
        match rule {
            Restart::None => false,
            Restart::Every(generations) => age >= u64::from(generations.get()),
            Restart::Stagnation(generations) => stagnation >= u64::from(generations.get()),
            Restart::StagnationEvaluations(evaluations) => self.evaluations >= evaluations.get(),
            Restart::Luby(unit) => age >= luby(self.restarts.saturating_add(1)).saturating_mul(u64::from(unit.get())),
        }
    }

    /// Counts a restart in generation `now`.
    pub(super) fn restart(&mut self, now: u64) {
        *self = Self { restarts: self.restarts.saturating_add(1), started: now, improved: now, ..Self::default() };
    }

    /// Records the lowest penalty of generation `now` and the number of its evaluations.
    #[inline]
    pub(super) fn record(&mut self, penalty: u32, evaluations: u64, now: u64) {
        if penalty < self.best {
            (self.best, self.improved, self.evaluations) = (penalty, now, 0);
        } else {
            self.evaluations = self.evaluations.saturating_add(evaluations);
        }
    }
}

/// Returns an element of the sequence of M. Luby, A. Sinclair and D. Zuckerman ("Optimal speedup of Las Vegas algorithms",
/// 1993): 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8 …. The first element is number 1.
///
/// Element 2^k − 1 is 2^(k − 1); those before it are the sequence up to element 2^(k − 1) − 1, twice.
///
/// # Panics
/// If `element` is 0.
pub fn luby(element: u64) -> u64 {
    assert!(element > 0, "the first element is number 1");
    let mut element = element;
    loop {
        // The largest 2^k − 1 up to the element.
        let whole = (u64::MAX >> 1) >> (element.saturating_add(1).leading_zeros());
        let whole = if element == u64::MAX { u64::MAX } else { whole };
        if whole == element {
            return element / 2 + 1;
        }
        element -= whole;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn generations(count: u32) -> NonZeroU32 {
        NonZeroU32::new(count).unwrap()
    }

    #[test]
    fn luby_sequence_is_the_published_one() {
        let first: Vec<u64> = (1..=31).map(luby).collect();
        let published = [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8];
        assert_eq!(first, [&published[..], &published, &[16]].concat());
        assert_eq!((luby(u64::from(u32::MAX)), luby(u64::MAX), luby(u64::MAX - 1)), (1 << 31, 1 << 63, 1 << 62));
    }

    #[test]
    fn luby_sequence_follows_its_recurrence() {
        for k in 1..14u32 {
            assert_eq!(luby((1 << k) - 1), 1 << (k - 1));
            for i in 1 << (k - 1)..(1u64 << k) - 1 {
                assert_eq!(luby(i), luby(i - (1 << (k - 1)) + 1), "element {i}");
            }
        }
    }

    /// Returns the generations of restarts by a rule, with the lowest penalty of each generation of ten evaluations.
    fn restarts(rule: Restart, penalty: impl Fn(u64) -> u32) -> Vec<u64> {
        let mut clock = RestartClock::default();
        clock.record(penalty(0), 10, 0);
        let is_restart = |now: &u64| {
            let is_due = clock.is_due(rule, *now);
            if is_due {
                clock.restart(*now);
            }
            clock.record(penalty(*now), 10, *now);
            is_due
        };
        (1..=60).filter(is_restart).collect()
    }

    #[test]
    fn each_restart_rule_is_due_at_its_generations() {
        assert_eq!(restarts(Restart::Every(generations(7)), |_| 3), [7, 14, 21, 28, 35, 42, 49, 56]);
        assert_eq!(restarts(Restart::Stagnation(generations(9)), |_| 3), [9, 18, 27, 36, 45, 54]);
        // Lower penalties in generations 2 and 5, higher ones after them, and again the first one after the restart.
        let first = [9, 9, 8, 9, 9, 7, 8];
        let penalty = |now: u64| usize::try_from(now).ok().and_then(|now| first.get(now).copied()).unwrap_or(9);
        assert_eq!(restarts(Restart::Stagnation(generations(20)), penalty), [25, 45]);
        // Generations 6 to 15 have 100 evaluations without a lower penalty.
        let evaluations = |count| Restart::StagnationEvaluations(NonZeroU64::new(count).unwrap());
        assert_eq!(restarts(evaluations(100), penalty), [16, 27, 38, 49, 60]);
        assert_eq!(restarts(evaluations(91), penalty), [16, 27, 38, 49, 60]);
        assert_eq!(restarts(evaluations(101), penalty), [17, 29, 41, 53]);
        // 3 times 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2.
        let sums = [3, 6, 12, 15, 18, 24, 36, 39, 42, 48, 51, 54, 60];
        assert_eq!(restarts(Restart::Luby(generations(3)), |_| 3), sums);
        assert!(restarts(Restart::None, |_| 3).is_empty());
    }
}
