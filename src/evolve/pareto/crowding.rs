//! The crowding distance.

use super::Point;

/// How far apart the neighbours of each member of a front are (Deb et al. 2002): the sum, over both objectives, of the
/// difference between the next and the previous value divided by the range of the front; endless for the first and the
/// last in either objective. Of equal values the earlier member comes first.
#[must_use]
pub fn distances(front: &[Point]) -> Vec<f64> {
    let mut distances = vec![0.0; front.len()];
    let mut order: Vec<usize> = (0..front.len()).collect();
    for objective in [|point: Point| point.penalty, |point: Point| point.length] {
        let value = |index: usize| objective(front[index]);
        order.sort_unstable_by_key(|&index| (value(index), index));
        let (Some(&first), Some(&last)) = (order.first(), order.last()) else { break };
        (distances[first], distances[last]) = (f64::INFINITY, f64::INFINITY);
        let range = f64::from(value(last) - value(first));
        if range > 0.0 {
            for neighbours in order.windows(3) {
                distances[neighbours[1]] += f64::from(value(neighbours[2]) - value(neighbours[0])) / range;
            }
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(points: &[(u32, u32)]) -> Vec<f64> {
        distances(&points.iter().map(|&(penalty, length)| Point { penalty, length }).collect::<Vec<_>>())
    }

    #[test]
    fn known_answers() {
        // By hand: ranges 10 and 20; the second has neighbours 0 and 6, 20 and 8; the third 2 and 10, 15 and 0.
        let found = of(&[(0, 20), (2, 15), (6, 8), (10, 0)]);
        assert_eq!(found, [f64::INFINITY, 6.0 / 10.0 + 12.0 / 20.0, 8.0 / 10.0 + 15.0 / 20.0, f64::INFINITY]);
        // In another order, each keeps its own.
        let found = of(&[(6, 8), (0, 20), (10, 0), (2, 15)]);
        assert_eq!(found, [8.0 / 10.0 + 15.0 / 20.0, f64::INFINITY, f64::INFINITY, 6.0 / 10.0 + 12.0 / 20.0]);
    }

    #[test]
    fn copies_crowd_each_other() {
        assert_eq!(of(&[]), [0.0; 0]);
        assert_eq!(of(&[(3, 3)]), [f64::INFINITY]);
        assert_eq!(of(&[(3, 3), (3, 3), (3, 3)]), [f64::INFINITY, 0.0, f64::INFINITY]);
        let found = of(&[(0, 4), (2, 2), (2, 2), (2, 2), (4, 0)]);
        assert_eq!(found, [f64::INFINITY, 0.5 + 0.5, 0.0, 0.5 + 0.5, f64::INFINITY]);
    }
}
