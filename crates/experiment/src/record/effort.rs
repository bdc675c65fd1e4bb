//! [`Effort`]: the evaluations that the configurations of a stage may spend.

use std::cmp::Reverse;

/// The evaluations that the configurations of a stage may spend.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// The number of evaluations that the limits of each design point let a trial spend, by index; `None` for one without a limit
    /// by the sweep. Empty if a factor varies the limits themselves.
    pub allowances: Vec<Option<u64>>,
    /// The `stop.evaluations` with which all configurations may spend as many.
    pub equal: Option<EqualEffort>,
}

/// The limit of evaluations with which all configurations may spend as many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EqualEffort {
    /// The number of evaluations.
    pub evaluations: u64,
    /// True if `stop.generations` has to be left out with it, since a smaller number of generations ends before.
    pub replaces_generations: bool,
}

impl Effort {
    /// Returns the index and the allowance of the configurations that may spend least and most; `None` unless they
    /// [differ](differing).
    pub fn unequal(&self) -> Option<[(usize, u64); 2]> {
        differing(self.allowances.iter().enumerate().filter_map(|(point, allowance)| Some((point, (*allowance)?))))
    }
}

impl EqualEffort {
    /// Returns the line of `[base]`.
    pub fn line(&self) -> String {
        format!("stop.evaluations = {}", self.evaluations)
    }
}

/// Returns the first of the smallest and of the largest numbers of evaluations, each given with a design point; `None` unless they
/// differ by a fifth or more.
pub fn differing(evaluations: impl Iterator<Item = (usize, u64)> + Clone) -> Option<[(usize, u64); 2]> {
    let least = evaluations.clone().min_by_key(|(_, evaluations)| *evaluations)?;
    let most = evaluations.max_by_key(|(point, evaluations)| (*evaluations, Reverse(*point)))?;
    (u128::from(most.1) * 5 >= u128::from(least.1) * 6).then_some([least, most])
}
