//! [`Front`]: what nobody dominates.

use super::Point;
use crate::puzzle::kernel::{Fitness, Gene};

/// A genome of a front: the part of it that counts, and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Penalty and length.
    pub point: Point,
    /// The genes that count.
    pub genes: Vec<Gene>,
    /// The fitness they were evaluated to.
    pub fitness: Fitness,
}

/// The genomes that no other dominates, one for each point: the one that came first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Front {
    /// By growing penalty, so that lengths shrink.
    members: Vec<Member>,
}

impl Front {
    /// Its members by growing penalty and shrinking length.
    #[must_use]
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// Takes a genome in unless a member dominates or equals it; those that it dominates leave. `genes` is the whole
    /// genome.
    pub fn offer(&mut self, point: Point, genes: &[Gene], fitness: Fitness) {
        // The members with at most this penalty: the last of them is the shortest.
        let place = self.members.partition_point(|member| member.point.penalty <= point.penalty);
        if place > 0 && self.members[place - 1].point.length <= point.length {
            return;
        }
        let first = self.members.partition_point(|member| member.point.penalty < point.penalty);
        let last = first + self.members[first..].partition_point(|member| member.point.length >= point.length);
        let genes = genes[..fitness.genes()].to_vec();
        self.members.splice(first..last, [Member { point, genes, fitness }]);
    }

    /// Takes in the members of another front.
    pub fn merge(&mut self, other: &Self) {
        for member in &other.members {
            self.offer(member.point, &member.genes, member.fitness);
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
        fn a_front_is_what_nobody_dominates(points in prop::collection::vec((0..20u16, 0..20u32), 1..80)) {
            let mut front = Front::default();
            let points: Vec<Point> =
                points.iter().map(|&(penalty, length)| Point { penalty: penalty.into(), length }).collect();
            for point in &points {
                front.offer(*point, &[], Fitness::new(u16::try_from(point.penalty).unwrap(), 0));
            }
            let ranks = ranks(&points);
            let mut expected: Vec<Point> = (0..points.len()).filter(|&n| ranks[n] == 0).map(|n| points[n]).collect();
            expected.sort_unstable();
            expected.dedup();
            let found: Vec<Point> = front.members().iter().map(|member| member.point).collect();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn of_equals_the_first_stays_and_only_genes_that_count_are_kept() {
        let mut front = Front::default();
        let point = Point { penalty: 3, length: 2 };
        front.offer(point, &[Gene(1), Gene(2), Gene(9)], Fitness::new(3, 2));
        front.offer(point, &[Gene(4), Gene(5), Gene(9)], Fitness::new(3, 2));
        assert_eq!(front.members()[0].genes, [Gene(1), Gene(2)]);
        let mut other = Front::default();
        other.offer(Point { penalty: 3, length: 1 }, &[Gene(7)], Fitness::new(3, 1));
        front.merge(&other);
        assert_eq!((front.members().len(), front.members()[0].genes[0]), (1, Gene(7)));
    }
}
