//! Non-dominated sorting.

use super::Point;

/// The rank of every point: 0 if none dominates it, otherwise one more than the highest rank among those that do (the
/// fronts of Deb et al. 2002). Equal points have equal ranks.
///
/// With two objectives there is no need to compare all pairs (M. T. Jensen, "Reducing the run-time complexity of
/// multiobjective EAs", 2003): the points are taken by penalty, then length, so that only those before a point can
/// dominate it, and the one that a front took last is the shortest of it. O(n log n).
#[must_use]
pub fn ranks(points: &[Point]) -> Vec<u32> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_unstable_by_key(|&index| points[index]);
    let mut ranks = vec![0; points.len()];
    let mut shortest: Vec<Point> = Vec::new();
    for index in order {
        let point = points[index];
        // Fronts that dominate the point lie before those that do not: the shortest grow from front to front.
        let rank = shortest.partition_point(|last| last.dominates(point));
        match shortest.get_mut(rank) {
            Some(last) => *last = point,
            None => shortest.push(point),
        }
        ranks[index] = u32::try_from(rank).expect("fewer fronts than points");
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition: fronts are peeled off, every pair is compared.
    fn peeled(points: &[Point]) -> Vec<u32> {
        let mut ranks = vec![None; points.len()];
        for front in 0.. {
            let left: Vec<usize> = (0..points.len()).filter(|&index| ranks[index].is_none()).collect();
            if left.is_empty() {
                break;
            }
            let undominated = |&&index: &&usize| !left.iter().any(|&other| points[other].dominates(points[index]));
            let best: Vec<usize> = left.iter().filter(undominated).copied().collect();
            best.into_iter().for_each(|index| ranks[index] = Some(front));
        }
        ranks.into_iter().map(Option::unwrap).collect()
    }

    proptest! {
        #[test]
        fn sorting_agrees_with_peeling(
            points in prop::collection::vec((0..12u32, 0..12u32), 0..60),
            spread in prop::collection::vec((0..1000u32, 0..1000u32), 0..60),
        ) {
            for points in [points, spread] {
                let points: Vec<Point> = points.iter().map(|&(penalty, length)| Point { penalty, length }).collect();
                prop_assert_eq!(ranks(&points), peeled(&points));
            }
        }
    }

    #[test]
    fn a_chain_and_a_front() {
        let point = |(penalty, length)| Point { penalty, length };
        assert_eq!(ranks(&[(3, 3), (1, 1), (2, 2), (1, 1)].map(point)), [2, 0, 1, 0]);
        assert_eq!(ranks(&[(3, 1), (1, 3), (2, 2), (3, 2), (3, 3)].map(point)), [0, 0, 0, 1, 2]);
    }
}
