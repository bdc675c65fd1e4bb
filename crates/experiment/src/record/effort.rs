//! [`Effort`]: the evaluations that the configurations of a stage may spend, those within which they are compared ([`EffortRule`]), and
//! which have no comparable penalty; computed in `sweep::effort`. [`differing`]: the least and the most of such numbers, if they differ by
//! a fifth or more; [`equal_effort`]: the line of a sweep that makes them equal.

use std::cmp::Reverse;

/// The evaluations within which trials are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EffortRule {
    /// Those that all configurations may spend.
    #[default]
    Equal,
    /// Those of each trial until it ended.
    Own,
    /// A number. Configurations that may spend less are left out.
    Within(u64),
}

/// The evaluations that the configurations of a stage may spend, and those within which they are compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// The rule of the sweep.
    pub rule: EffortRule,
    /// The number of evaluations that the limits of each design point let a trial spend, by index; `None` for one without a limit
    /// by the sweep.
    pub allowances: Vec<Option<u64>>,
    /// The design points whose trials have no penalty that can be compared with others: strategies, which minimize other functions.
    pub without_penalty: Vec<usize>,
}

impl Effort {
    /// Returns the effort of some of the design points, by their indices.
    #[must_use]
    pub fn among(&self, points: &[usize]) -> Self {
        let place = |point: &usize| points.iter().position(|other| other == point);
        Self {
            rule: self.rule,
            allowances: points.iter().map(|point| self.allowances.get(*point).copied().flatten()).collect(),
            without_penalty: self.without_penalty.iter().filter_map(place).collect(),
        }
    }

    /// Returns the number of evaluations within which trials are compared: the least allowance, or the number of the sweep. `None` if
    /// trials are compared as they ended.
    pub fn limit(&self) -> Option<u64> {
        match self.rule {
            EffortRule::Equal => self.allowances.iter().flatten().min().copied(),
            EffortRule::Own => None,
            EffortRule::Within(evaluations) => Some(evaluations),
        }
    }

    /// Returns whether a design point may spend the evaluations within which trials are compared.
    pub fn is_compared(&self, point: usize) -> bool {
        let allowance = self.allowances.get(point).copied().flatten();
        !matches!(self.rule, EffortRule::Within(evaluations) if allowance.is_some_and(|least| least < evaluations))
    }

    /// Returns the index and the allowance of the configurations that may spend least and most; `None` unless they
    /// [differ](differing), and where trials are compared as they ended.
    pub fn unequal(&self) -> Option<[(usize, u64); 2]> {
        if self.rule == EffortRule::Own {
            return None;
        }
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
