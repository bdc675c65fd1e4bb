//! [`Restart`]: the reinitialization of populations.

use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};

/// Reinitialization of the whole population, or of that of an island. The run continues, with its counters and its best so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Restart {
    /// No restart.
    None,
    /// After this number of generations.
    Every(NonZeroU32),
    /// After this number of generations without an improvement since the last (re)start.
    Stagnation(NonZeroU32),
    /// After this number of generations times 1, 1, 2, 1, 1, 2, 4 …: see [`luby`]. For any distribution of run times, the
    /// expected time exceeds that of the best choice of `every` by at most a logarithmic factor.
    Luby(NonZeroU32),
}

/// After 60 generations without an improvement.
impl Default for Restart {
    fn default() -> Self {
        Self::Stagnation(NonZeroU32::new(60).expect("60 is not 0"))
    }
}

impl Restart {
    /// Returns whether a restart is due.
    ///
    /// `since_start` and `since_improvement` are generations since the last (re)start and since the last improvement after
    /// it.
    pub(crate) fn is_due(&self, since_start: u64, since_improvement: u64, restarts: u64) -> bool {
        let reached = |value: u64, generations: &NonZeroU32| value >= u64::from(generations.get());
        match self {
            Self::None => false,
            Self::Every(generations) => reached(since_start, generations),
            Self::Stagnation(generations) => reached(since_improvement, generations),
            Self::Luby(unit) => since_start >= luby(restarts + 1).saturating_mul(u64::from(unit.get())),
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

    #[test]
    fn each_restart_rule_is_due_at_its_generations() {
        let rule = Restart::Every(generations(10));
        assert!(!rule.is_due(9, 9, 0) && rule.is_due(10, 0, 7));
        let stagnation = Restart::Stagnation(generations(10));
        assert!(!stagnation.is_due(100, 9, 0) && stagnation.is_due(10, 10, 0));
        let luby = Restart::Luby(generations(10));
        // The third run is twice as long.
        assert!(luby.is_due(10, 0, 0) && luby.is_due(10, 0, 1) && !luby.is_due(19, 0, 2) && luby.is_due(20, 0, 2));
        assert!(!Restart::None.is_due(u64::MAX, u64::MAX, 0));
    }
}
