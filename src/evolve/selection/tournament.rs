//! Tournament selection.

use serde::{Deserialize, Serialize};

use super::{Select, TournamentSize, Wheel, one_by_one};
use crate::puzzle::kernel::Fitness;
use crate::rng::{BatchedRange, CounterStream, Streams};

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
    fn prepare(&self, wheel: &mut Wheel, fitness: &[Fitness], _: usize, _: &mut CounterStream) {
        wheel.individuals = BatchedRange::new(fitness.len() as u64);
    }

    #[inline(always)]
    fn select(&self, wheel: &Wheel, fitness: &[Fitness], _: usize, stream: &mut CounterStream) -> usize {
        if self.replacement {
            // The usual sizes are cases of their own, because draws of a known number need no loop.
            match self.size.get() {
                2 => return best_of(fitness, &wheel.individuals.sample_array::<2, _>(stream)),
                3 => return best_of(fitness, &wheel.individuals.sample_array::<3, _>(stream)),
                4 => return best_of(fitness, &wheel.individuals.sample_array::<4, _>(stream)),
                5 => return best_of(fitness, &wheel.individuals.sample_array::<5, _>(stream)),
                _ => {}
            }
            let mut drawn = [0; BatchedRange::MAX];
            let mut winner = None;
            let mut left = self.size.get();
            while left > 0 {
                let now = left.min(BatchedRange::MAX);
                wheel.individuals.fill(stream, &mut drawn[..now]);
                let rival = best_of(fitness, &drawn[..now]);
                winner = Some(winner.map_or(rival, |winner| better(fitness, winner, rival)));
                left -= now;
            }
            winner.expect("somebody takes part")
        } else {
            let size = self.size.get().min(fitness.len());
            let rivals = if 2 * size > fitness.len() {
                shuffled(fitness.len(), size, stream)
            } else {
                distinct(fitness.len(), size, stream)
            };
            best_of(fitness, &rivals)
        }
    }

    #[inline(always)]
    fn select_pairs(
        &self,
        wheel: &Wheel,
        fitness: &[Fitness],
        first: usize,
        streams: &mut Streams,
        parents: &mut [[u32; 2]],
    ) {
        match (self.replacement, self.size.get()) {
            (true, 2) => many::<2>(&wheel.individuals, fitness, streams, parents),
            (true, 3) => many::<3>(&wheel.individuals, fitness, streams, parents),
            (true, 4) => many::<4>(&wheel.individuals, fitness, streams, parents),
            (true, 5) => many::<5>(&wheel.individuals, fitness, streams, parents),
            _ => one_by_one(self, wheel, fitness, first, streams, parents),
        }
    }
}

/// Tournaments of N, with replacement, for the two parents of each pair.
#[inline(always)]
#[allow(clippy::cast_possible_truncation)] // halves of words
fn many<const N: usize>(
    individuals: &BatchedRange,
    fitness: &[Fitness],
    streams: &mut Streams,
    parents: &mut [[u32; 2]],
) {
    let mut drawn = [[0; Streams::MAX]; N];
    for side in 0..2 {
        individuals.sample_lanes(streams, &mut drawn);
        for (n, parents) in parents.iter_mut().enumerate() {
            let mut winner = drawn[0][n] >> 32;
            let mut best = fitness[winner as usize];
            for drawn in &drawn[1..] {
                let rival = drawn[n] >> 32;
                let other = fitness[rival as usize];
                winner = if other < best { rival } else { winner };
                best = best.min(other);
            }
            parents[side] = winner as u32;
        }
    }
}

/// The fitter of two; the first of equals.
#[inline(always)]
fn better(fitness: &[Fitness], winner: usize, rival: usize) -> usize {
    if fitness[rival] < fitness[winner] { rival } else { winner }
}

/// The fittest of some individuals; the first of equals.
#[inline(always)]
fn best_of(fitness: &[Fitness], drawn: &[u32]) -> usize {
    drawn[1..].iter().fold(drawn[0] as usize, |winner, &rival| better(fitness, winner, rival as usize))
}

/// Different individuals in random order, by drawing again what was drawn already: at most two draws each on average.
#[allow(clippy::cast_possible_truncation)] // populations are smaller than 2^32
fn distinct(count: usize, size: usize, stream: &mut CounterStream) -> Vec<u32> {
    let mut drawn = Vec::with_capacity(size);
    while drawn.len() < size {
        let rival = stream.index(count) as u32;
        if !drawn.contains(&rival) {
            drawn.push(rival);
        }
    }
    drawn
}

/// The first individuals of a shuffled population (Fisher–Yates, as far as needed).
#[allow(clippy::cast_possible_truncation)] // populations are smaller than 2^32
fn shuffled(count: usize, size: usize, stream: &mut CounterStream) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count as u32).collect();
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
    use crate::rng::Seed;

    fn tournament(size: i64, replacement: bool) -> Tournament {
        Tournament { size: TournamentSize::try_from(size).unwrap(), replacement }
    }

    #[test]
    fn the_parents_of_many_pairs_are_those_of_each() {
        let mut stream = Seed::from_number(14).stream();
        // Of 3 million, no three fit a word; of few penalties, many are equal.
        for population in [1, 7, 1000, 3_000_000] {
            let fitness: Vec<_> =
                (0..population).map(|_| Fitness::new(u16::try_from(stream.below(20)).unwrap(), 9)).collect();
            for (size, replacement) in [1, 2, 3, 4, 5, 6, 11].into_iter().flat_map(|size| [(size, true), (size, false)])
            {
                let tournament = tournament(size, replacement);
                let mut wheel = Wheel::default();
                let key = Seed::from_number(15).key(1);
                tournament.prepare(&mut wheel, &fitness, 200, &mut key.stream(0));
                let (mut streams, mut parents) = (Streams::new(key, 5, 100), [[0; 2]; 100]);
                let (mut one_by_one, mut expected) = (streams.clone(), [[0; 2]; 100]);
                tournament.select_pairs(&wheel, &fitness, 3, &mut streams, &mut parents);
                super::one_by_one(&tournament, &wheel, &fitness, 3, &mut one_by_one, &mut expected);
                assert_eq!(parents, expected, "{tournament:?} of {population}");
                assert!((0..100).all(|pair| streams.get(pair).word() == one_by_one.get(pair).word()));
            }
        }
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
