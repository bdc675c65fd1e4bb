//! [`Front`]: of all genomes inserted, those that no other dominates by penalty and length; the first of equal ones.

use serde::{Deserialize, Serialize};

use super::ParetoPoint;
use crate::evaluation::{Fitness, Gene};

/// A genome of a front.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// The penalty and the length.
    pub point: ParetoPoint,
    /// The genes that count: the first [`Fitness::genes`] ones.
    pub genes: Vec<Gene>,
    /// The fitness of the genome.
    pub fitness: Fitness,
}

/// The genomes that no other dominates; the first of those with equal points.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Front {
    /// The members by increasing penalty, hence decreasing length.
    members: Vec<Member>,
}

impl Front {
    /// Returns the members by increasing penalty and decreasing length.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// Inserts a genome unless a member dominates or equals it, and removes the members that it dominates. `genes` begins with
    /// those that count.
    pub(crate) fn insert(&mut self, point: ParetoPoint, genes: &[Gene], fitness: Fitness) {
        // The last member with at most this penalty is the shortest of those.
        let place = self.members.partition_point(|member| member.point.penalty <= point.penalty);
        if place > 0 && self.members[place - 1].point.length <= point.length {
            return;
        }
        let first = self.members.partition_point(|member| member.point.penalty < point.penalty);
        let last = first + self.members[first..].partition_point(|member| member.point.length >= point.length);
        let genes = genes[..fitness.genes()].to_vec();
        self.members.splice(first..last, [Member { point, genes, fitness }]);
    }

    /// Inserts the members of another front.
    pub(crate) fn merge(&mut self, other: &Self) {
        for member in &other.members {
            self.insert(member.point, &member.genes, member.fitness);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ranks;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_front_is_the_set_of_rank_0(points in prop::collection::vec((0..20u16, 0..20u32), 1..80)) {
            let mut front = Front::default();
            let points: Vec<ParetoPoint> =
                points.iter().map(|&(penalty, length)| ParetoPoint { penalty: penalty.into(), length }).collect();
            for point in &points {
                front.insert(*point, &[], Fitness::new(u16::try_from(point.penalty).unwrap(), 0));
            }
            let ranks = ranks(&points);
            let mut expected: Vec<ParetoPoint> = (0..points.len()).filter(|&n| ranks[n] == 0).map(|n| points[n]).collect();
            expected.sort_unstable();
            expected.dedup();
            let points: Vec<ParetoPoint> = front.members().iter().map(|member| member.point).collect();
            prop_assert_eq!(points, expected);
        }
    }

    #[test]
    fn a_front_keeps_the_first_of_equal_points_and_only_genes_that_count() {
        let mut front = Front::default();
        let point = ParetoPoint { penalty: 3, length: 2 };
        front.insert(point, &[Gene(1), Gene(2), Gene(9)], Fitness::new(3, 2));
        front.insert(point, &[Gene(4), Gene(5), Gene(9)], Fitness::new(3, 2));
        assert_eq!(front.members()[0].genes, [Gene(1), Gene(2)]);
        let mut other = Front::default();
        other.insert(ParetoPoint { penalty: 3, length: 1 }, &[Gene(7)], Fitness::new(3, 1));
        front.merge(&other);
        assert_eq!((front.members().len(), front.members()[0].genes[0]), (1, Gene(7)));
    }
}
