//! [`Effort`]: the evaluations that the configurations of a stage may spend.

use std::cmp::Reverse;

/// The evaluations that the configurations of a stage may spend.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// The number of evaluations that the limits of each design point let a trial spend, by index; `None` for one without a limit
    /// by the sweep. Empty if a factor varies the limits themselves.
    pub allowances: Vec<Option<u64>>,
}

impl Effort {
    /// Returns the index and the allowance of the configurations that may spend least and most; `None` unless they
    /// [differ](differing).
    pub fn unequal(&self) -> Option<[(usize, u64); 2]> {
        differing(self.allowances.iter().enumerate().filter_map(|(point, allowance)| Some((point, (*allowance)?))))
    }
}

/// Returns the line of `[base]` by which no configuration may spend more evaluations than the one that may spend `least`.
pub fn equal_effort(least: u64) -> String {
    format!("stop.evaluations = {least}")
}

/// Returns the first of the smallest and of the largest numbers of evaluations, each given with a design point; `None` unless they
/// differ by a fifth or more.
pub fn differing(evaluations: impl Iterator<Item = (usize, u64)> + Clone) -> Option<[(usize, u64); 2]> {
    let least = evaluations.clone().min_by_key(|(_, evaluations)| *evaluations)?;
    let most = evaluations.max_by_key(|(point, evaluations)| (*evaluations, Reverse(*point)))?;
    (u128::from(most.1) * 5 >= u128::from(least.1) * 6).then_some([least, most])
}
