//! The configurations of a stage: those that may be the best, and each against the leading one.

use super::family::{Family, Tested};
use super::groups::Groups;
use super::outcome::Sample;
use evocube_stats::LEVEL;

/// The configurations of a stage, compared with each other.
pub(crate) struct Configurations {
    /// Those that are compared.
    pub(crate) compared: Vec<usize>,
    /// Each against the leading one, which has none, and the number of trials of both.
    pub(crate) against_leader: Vec<Option<(Tested, usize)>>,
    /// The share of pairs that each wins against the others; empty for other outcomes than wins.
    pub(crate) levels: Vec<Option<Tested>>,
    /// The corrected p-value at which each leaves the set of those that may be the best.
    pub(crate) beaten: Vec<f64>,
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
        let (mut against_leader, mut levels, mut beaten) = (vec![None; count], vec![None; count], vec![1.0; count]);
        for (level, p) in family.beaten(order.len()).into_iter().enumerate() {
            beaten[order[level]] = p;
        }
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
        Self { compared, against_leader, levels, beaten, method: family.method }
    }

    /// Returns whether a configuration may be the best.
    pub(crate) fn may_be_best(&self, point: usize) -> bool {
        self.beaten[point] > LEVEL
    }

    /// Returns the configurations that may be the best, of those that are compared.
    pub(crate) fn best(&self) -> Vec<usize> {
        self.compared.iter().copied().filter(|point| self.may_be_best(*point)).collect()
    }
}
