//! Tournament selection.

use serde::{Deserialize, Serialize};

use super::{Select, TournamentSize, Wheel};
use crate::puzzle::kernel::Fitness;
use crate::rng::Stream;

/// The best of some individuals drawn at random (A. Brindle 1981; D. E. Goldberg and K. Deb 1991). Fitness decides:
/// the penalty, then with best-prefix evaluation the shorter prefix; of equals the one drawn first wins.
///
/// With replacement, and without ties, the individual of rank r (1 = best) of N is selected with probability
/// ((N − r + 1)^k − (N − r)^k) / N^k; without replacement, C(N − r, k − 1) / C(N, k).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Tournament {
    /// How many individuals are drawn.
    pub size: TournamentSize,
    /// May the same individual be drawn twice for one tournament? Default true.
    #[serde(default = "yes")]
    pub replacement: bool,
}

fn yes() -> bool {
    true
}

impl Select for Tournament {
    fn prepare(&self, _: &mut Wheel, _: &[Fitness], _: usize, _: &mut Stream) {}

    #[inline]
    fn select(&self, _: &Wheel, fitness: &[Fitness], _: usize, stream: &mut Stream) -> usize {
        let mut winner = stream.index(fitness.len());
        if self.replacement {
            for _ in 1..self.size.get() {
                let rival = stream.index(fitness.len());
                if fitness[rival] < fitness[winner] {
                    winner = rival;
                }
            }
        } else {
            let size = self.size.get().min(fitness.len());
            let rivals = if 2 * size > fitness.len() {
                shuffled(fitness.len(), size, stream)
            } else {
                distinct(winner, fitness.len(), size, stream)
            };
            winner = rivals[0];
            for &rival in &rivals[1..] {
                if fitness[rival] < fitness[winner] {
                    winner = rival;
                }
            }
        }
        winner
    }
}

/// Different individuals in random order, by drawing again what was drawn already: at most two draws each on average.
fn distinct(first: usize, count: usize, size: usize, stream: &mut Stream) -> Vec<usize> {
    let mut drawn = Vec::with_capacity(size);
    drawn.push(first);
    while drawn.len() < size {
        let rival = stream.index(count);
        if !drawn.contains(&rival) {
            drawn.push(rival);
        }
    }
    drawn
}

/// The first individuals of a shuffled population (Fisher–Yates, as far as needed).
fn shuffled(count: usize, size: usize, stream: &mut Stream) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for place in 0..size {
        order.swap(place, place + stream.index(count - place));
    }
    order.truncate(size);
    order
}

#[cfg(test)]
mod tests {
    use super::super::laws::{LIMIT, chi_square, ten};
    use super::*;

    fn tournament(size: i64, replacement: bool) -> Tournament {
        Tournament { size: TournamentSize::try_from(size).unwrap(), replacement }
    }

    #[test]
    fn with_replacement_follows_theory() {
        for size in [1, 2, 3, 7] {
            let k = i32::try_from(size).unwrap();
            let probability: Vec<f64> = (1..=10)
                .map(|rank| (f64::from(11 - rank).powi(k) - f64::from(10 - rank).powi(k)) / 10f64.powi(k))
                .collect();
            let chi = chi_square(&tournament(size, true), &ten(), &probability, 11);
            assert!(chi < LIMIT, "size {size}: chi-square {chi}");
        }
    }

    #[test]
    fn without_replacement_follows_theory() {
        let choose = |n: i32, k: i32| (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product::<f64>();
        for size in [1, 2, 3, 7] {
            let k = i32::try_from(size).unwrap();
            let probability: Vec<f64> = (1..=10)
                .map(|rank| if 10 - rank < k - 1 { 0.0 } else { choose(10 - rank, k - 1) / choose(10, k) })
                .collect();
            let chi = chi_square(&tournament(size, false), &ten(), &probability, 12);
            assert!(chi < LIMIT, "size {size}: chi-square {chi}");
        }
        // Everybody takes part: the best always wins.
        let mut only_best = vec![0.0; 10];
        only_best[0] = 1.0;
        assert!(chi_square(&tournament(10, false), &ten(), &only_best, 13) < LIMIT);
    }
}
