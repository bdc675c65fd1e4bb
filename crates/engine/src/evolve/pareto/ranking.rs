//! Non-dominated sorting and the crowding distance, for two objectives: penalty and length. Survivors are selected by them in
//! `survivor::nsga_ii`.

use super::ParetoPoint;

/// Returns the rank of every point: 0 if no point dominates it, otherwise one more than the highest rank of those that do
/// (the fronts of Deb et al. 2002). Equal points have equal ranks.
///
/// Two objectives need no comparison of all pairs (M. T. Jensen, "Reducing the run-time complexity of multiobjective EAs",
/// 2003). The points are sorted by penalty, then length, so that only earlier points can dominate a point, and the last
/// point of each front is its shortest. O(n log n).
pub(crate) fn ranks(points: &[ParetoPoint]) -> Vec<u32> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_unstable_by_key(|&index| points[index]);
    let mut ranks = vec![0; points.len()];
    let mut shortest: Vec<ParetoPoint> = Vec::new();
    for index in order {
        let point = points[index];
        // Fronts that dominate the point come before those that do not: their shortest lengths increase.
        let rank = shortest.partition_point(|last| last.dominates(point));
        match shortest.get_mut(rank) {
            Some(last) => *last = point,
            None => shortest.push(point),
        }
        ranks[index] = u32::try_from(rank).expect("fewer fronts than points");
    }
    ranks
}

/// Returns the crowding distance of each member of a front (Deb et al. 2002).
///
/// It is the sum, over both objectives, of the difference between the next and the previous value divided by the range of
/// the front; infinite for the first and the last in either objective. Ties are ordered by number.
pub(crate) fn distances(front: &[ParetoPoint]) -> Vec<f64> {
    let mut distances = vec![0.0; front.len()];
    let mut order: Vec<usize> = (0..front.len()).collect();
    for objective in [|point: ParetoPoint| point.penalty, |point: ParetoPoint| point.length] {
        let value = |index: usize| objective(front[index]);
        order.sort_unstable_by_key(|&index| (value(index), index));
        let (Some(&first), Some(&last)) = (order.first(), order.last()) else { break };
        (distances[first], distances[last]) = (f64::INFINITY, f64::INFINITY);
        let range = f64::from(value(last) - value(first));
        if range > 0.0 {
            for neighbors in order.windows(3) {
                distances[neighbors[1]] += f64::from(value(neighbors[2]) - value(neighbors[0])) / range;
            }
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Ranks by the definition: fronts are removed one by one, comparing all pairs.
    fn peeled(points: &[ParetoPoint]) -> Vec<u32> {
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
        fn non_dominated_sorting_agrees_with_its_definition(
            points in prop::collection::vec((0..12u32, 0..12u32), 0..60),
            spread in prop::collection::vec((0..1000u32, 0..1000u32), 0..60),
        ) {
            for points in [points, spread] {
                let points: Vec<ParetoPoint> = points.iter().map(|&(penalty, length)| ParetoPoint { penalty, length }).collect();
                prop_assert_eq!(ranks(&points), peeled(&points));
            }
        }
    }

    #[test]
    fn pareto_ranks_of_a_chain_and_of_a_front_are_known() {
        let point = |(penalty, length)| ParetoPoint { penalty, length };
        assert_eq!(ranks(&[(3, 3), (1, 1), (2, 2), (1, 1)].map(point)), [2, 0, 1, 0]);
        assert_eq!(ranks(&[(3, 1), (1, 3), (2, 2), (3, 2), (3, 3)].map(point)), [0, 0, 0, 1, 2]);
    }

    fn crowding(points: &[(u32, u32)]) -> Vec<f64> {
        distances(&points.iter().map(|&(penalty, length)| ParetoPoint { penalty, length }).collect::<Vec<_>>())
    }

    #[test]
    fn crowding_distances_of_known_fronts() {
        // By hand: ranges 10 and 20; the second has neighbors 0 and 6, 20 and 8; the third 2 and 10, 15 and 0.
        let distances = crowding(&[(0, 20), (2, 15), (6, 8), (10, 0)]);
        assert_eq!(distances, [f64::INFINITY, 6.0 / 10.0 + 12.0 / 20.0, 8.0 / 10.0 + 15.0 / 20.0, f64::INFINITY]);
        // In another order, each keeps its own.
        let distances = crowding(&[(6, 8), (0, 20), (10, 0), (2, 15)]);
        assert_eq!(distances, [8.0 / 10.0 + 15.0 / 20.0, f64::INFINITY, f64::INFINITY, 6.0 / 10.0 + 12.0 / 20.0]);
    }

    #[test]
    fn copies_have_crowding_distance_0() {
        assert_eq!(crowding(&[]), [0.0; 0]);
        assert_eq!(crowding(&[(3, 3)]), [f64::INFINITY]);
        assert_eq!(crowding(&[(3, 3), (3, 3), (3, 3)]), [f64::INFINITY, 0.0, f64::INFINITY]);
        let distances = crowding(&[(0, 4), (2, 2), (2, 2), (2, 2), (4, 0)]);
        assert_eq!(distances, [f64::INFINITY, 0.5 + 0.5, 0.0, 0.5 + 0.5, f64::INFINITY]);
    }
}
