//! [`Configurations`]: the tests of a `Family`, by configuration of a stage: those that may be the best, each against a given leading one,
//! and its share of wins with interval. The tests are made in `family`, shares without intervals in `standings`.

use super::family::{Family, Pair, Tested};
use super::groups::Groups;
use super::outcome::Sample;

/// The configurations of a stage, compared with each other.
pub(crate) struct Configurations {
    /// Those that are compared.
    pub(crate) compared: Vec<usize>,
    /// Each of the stage against the leading one, and the number of trials of both; `None` for the leading one and for those not compared.
    pub(crate) against_leader: Vec<Option<(Tested, usize)>>,
    /// The share of pairs that each wins against the others; empty for other outcomes than wins.
    pub(crate) levels: Vec<Option<Tested>>,
    /// Whether another one is shown to be better.
    is_beaten: Vec<bool>,
    /// The test.
    pub(crate) method: &'static str,
}

impl Configurations {
    /// Compares the configurations with each other, as one of so many families.
    pub(super) fn new(sample: &Sample, compared: &[usize], leader: Option<usize>, families: usize, seed: u64) -> Self {
        let cells: Vec<Vec<usize>> = compared.iter().map(|configuration| vec![*configuration]).collect();
        let groups = Groups { levels: cells.iter().map(|cell| vec![cell.clone()]).collect() };
        let family = Family::new(sample, &groups, families, seed);
        Self::from_family(sample, &family, compared, leader)
    }

    /// Returns the comparisons of configurations that are the levels of a family, in this order.
    pub(super) fn from_family(sample: &Sample, family: &Family, order: &[usize], leader: Option<usize>) -> Self {
        let count = sample.values.len();
        let (mut against_leader, mut levels, mut is_beaten) =
            (vec![None; count], vec![None; count], vec![false; count]);
        family.pairs.iter().filter_map(Pair::order).for_each(|(_, worse)| is_beaten[order[worse]] = true);
        for (level, tested) in family.levels.iter().enumerate() {
            levels[order[level]] = *tested;
        }
        for pair in &family.pairs {
            let (level, reference) = (order[pair.level], order[pair.reference]);
            let Some(leader) = leader.filter(|leader| [level, reference].contains(leader)) else { continue };
            let other = if leader == level { reference } else { level };
            let tested = if leader == level { pair.tested.mirrored(family.outcome) } else { pair.tested };
            against_leader[other] = Some((tested, sample.trials([&level, &reference])));
        }
        if family.levels.is_empty() {
            levels.clear();
        }
        let mut compared = order.to_vec();
        compared.sort_unstable();
        Self { compared, against_leader, levels, is_beaten, method: family.method }
    }

    /// Returns whether a configuration may be the best; `true` also of one that is not compared.
    pub(crate) fn may_be_best(&self, point: usize) -> bool {
        !self.is_beaten[point]
    }

    /// Returns the configurations that may be the best, of those that are compared.
    pub(crate) fn best(&self) -> Vec<usize> {
        self.compared.iter().copied().filter(|point| self.may_be_best(*point)).collect()
    }
}
