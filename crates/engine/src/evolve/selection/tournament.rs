//! [`Tournament`]: parent selection of the best of k individuals drawn at random, with or without replacement, for one parent or for many
//! pairs at once.

use super::{
    BatchedRange, Cancelled, Candidates, CounterStream, Fitness, ParentPool, RouletteTable, Select, Streams,
    TournamentSize, select_pairs_scalar, settings,
};
use crate::evaluation::Kernel;
use evocube_cube::rng::Lanes;

settings! {
    /// Tournament selection: the best of k individuals drawn at random (A. Brindle 1981; D. E. Goldberg and K. Deb 1991).
    ///
    /// Individuals are compared by penalty. With best-prefix evaluation the shorter prefix breaks a tie; remaining ties go to the
    /// individual drawn first.
    ///
    /// Without ties, the individual of rank r (1 = best) of N is selected with probability ((N − r + 1)^k − (N − r)^k) / N^k
    /// with replacement, and C(N − r, k − 1) / C(N, k) without.
    #[derive(Copy, Eq)]
    pub struct Tournament {
        /// Number of individuals drawn, k. Default 5.
        pub size: TournamentSize = TournamentSize::new(5),
        /// Whether a tournament can draw one individual twice. Default true.
        pub replacement: bool = true,
    }
}

impl Select for Tournament {
    fn draws_to_prepare(&self) -> bool {
        false
    }

    fn prepare(
        &self,
        table: &mut RouletteTable,
        candidates: &Candidates<'_>,
        _: &mut CounterStream,
    ) -> Result<(), Cancelled> {
        let count = candidates.fitness.len() as u64;
        // A new range takes nine divisions.
        if table.individuals.bound() != count {
            table.individuals = BatchedRange::new(count);
        }
        Ok(())
    }

    #[inline(always)]
    fn select(&self, pool: ParentPool<'_>, _: usize, stream: &mut CounterStream) -> Result<usize, Cancelled> {
        Ok(self.winner(pool, stream, |_| ()))
    }

    fn select_among(
        &self,
        pool: ParentPool<'_>,
        _: usize,
        stream: &mut CounterStream,
        contestants: &mut Vec<u32>,
    ) -> Result<usize, Cancelled> {
        Ok(self.winner(pool, stream, |drawn| contestants.extend_from_slice(drawn)))
    }

    #[inline(always)]
    fn select_pairs(
        &self,
        pool: ParentPool<'_>,
        first: usize,
        (kernel, streams): (Kernel, &mut Streams),
        selected: (&mut [[u32; 2]], &mut [Fitness]),
    ) -> Result<(), Cancelled> {
        match (self.replacement, self.size.get()) {
            // The usual sizes are constants, so that the draws need no loop.
            (true, 2) => tournaments::<2>(pool, kernel, streams, selected),
            (true, 3) => tournaments::<3>(pool, kernel, streams, selected),
            (true, 4) => tournaments::<4>(pool, kernel, streams, selected),
            (true, 5) => tournaments::<5>(pool, kernel, streams, selected),
            (true, size) => large_tournaments(size, pool, kernel, streams, selected),
            _ => return select_pairs_scalar(self, pool, first, streams, selected),
        }
        Ok(())
    }
}

impl Tournament {
    /// Runs a tournament. Returns its winner; `visit` receives the contestants, in parts.
    #[inline(always)]
    fn winner(
        &self,
        ParentPool { table, fitness }: ParentPool<'_>,
        stream: &mut CounterStream,
        mut visit: impl FnMut(&[u32]),
    ) -> usize {
        let individuals = &table.individuals;
        match (self.replacement, self.size.get()) {
            (true, mut left) => {
                let mut contestants = [0; BatchedRange::MAX];
                let mut best = None;
                while left > 0 {
                    let now = left.min(BatchedRange::MAX);
                    individuals.fill(stream, &mut contestants[..now]);
                    visit(&contestants[..now]);
                    let other = best_of(fitness, &contestants[..now]);
                    best = Some(best.map_or(other, |best| better(fitness, best, other)));
                    left -= now;
                }
                best.expect("tournaments have individuals")
            }
            (false, size) => {
                let contestants = drawn_without_replacement(fitness.len(), size, stream);
                visit(&contestants);
                best_of(fitness, &contestants)
            }
        }
    }
}

/// Runs tournaments of N, with replacement, for the two parents of each pair.
#[inline(always)]
fn tournaments<const N: usize>(
    pool: ParentPool<'_>,
    kernel: Kernel,
    streams: &mut Streams,
    (parents, keys): (&mut [[u32; 2]], &mut [Fitness]),
) {
    let mut contestants = [[0; Streams::MAX]; N];
    let mut winners = Winners::new(parents.len());
    for side in 0..2 {
        pool.table.individuals.sample_lanes(streams, &mut contestants);
        if kernel.cache_line_ops().is_some() {
            winners.compare(side, pool.fitness, kernel, &contestants, true);
        } else {
            winners.decide(side, pool.fitness, &contestants);
        }
    }
    winners.write(parents, keys);
}

/// Runs tournaments of any size, with replacement, for the two parents of each pair: as many contestants at a time as one word draws.
#[inline(always)]
fn large_tournaments(
    size: usize,
    pool: ParentPool<'_>,
    kernel: Kernel,
    streams: &mut Streams,
    (parents, keys): (&mut [[u32; 2]], &mut [Fitness]),
) {
    let individuals = &pool.table.individuals;
    let mut contestants = [[0; Streams::MAX]; BatchedRange::MAX];
    let mut winners = Winners::new(parents.len());
    for side in 0..2 {
        for drawn in (0..size).step_by(BatchedRange::MAX) {
            let contestants = &mut contestants[..(size - drawn).min(BatchedRange::MAX)];
            for (part, contestants) in contestants.chunks_mut(individuals.at_once()).enumerate() {
                individuals.sample_lanes_of(streams, contestants);
                winners.compare(side, pool.fitness, kernel, contestants, drawn + part == 0);
            }
        }
    }
    winners.write(parents, keys);
}

/// The fittest contestants of the two tournaments for each pair, and their fitness.
struct Winners {
    pairs: usize,
    individuals: [Lanes<u32>; 2],
    fitness: [Lanes<Fitness>; 2],
}

impl Winners {
    #[inline(always)]
    fn new(pairs: usize) -> Self {
        Self { pairs, individuals: [[0; Streams::MAX]; 2], fitness: [[Fitness::WORST; Streams::MAX]; 2] }
    }

    /// Compares the winners so far with further contestants, the upper halves of the words. When a tournament begins, there are none yet.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // halves of words
    fn compare(&mut self, side: usize, fitness: &[Fitness], kernel: Kernel, contestants: &[Lanes<u64>], begins: bool) {
        let (winners, least) = (&mut self.individuals[side], &mut self.fitness[side]);
        if let Some(ops) = kernel.cache_line_ops() {
            return ops.fittest(fitness, (contestants, self.pairs), begins, (winners, least));
        }
        for n in 0..self.pairs.min(Streams::MAX) {
            let mut numbers = contestants.iter().map(|words| (words[n] >> 32) as u32);
            if begins {
                winners[n] = numbers.next().unwrap_or_default();
                least[n] = fitness[winners[n] as usize];
            }
            for rival in numbers {
                let other = fitness[rival as usize];
                winners[n] = if other < least[n] { rival } else { winners[n] };
                least[n] = least[n].min(other);
            }
        }
    }

    /// Finds the winners of whole tournaments. It is a function of its own, since the breeding of a block leaves this loop few registers.
    #[inline(never)]
    #[allow(clippy::cast_possible_truncation)] // halves of words
    fn decide<const N: usize>(&mut self, side: usize, fitness: &[Fitness], contestants: &[Lanes<u64>; N]) {
        for n in 0..self.pairs.min(Streams::MAX) {
            let mut winner = (contestants[0][n] >> 32) as u32;
            let mut least = fitness[winner as usize];
            for words in &contestants[1..] {
                let rival = (words[n] >> 32) as u32;
                let other = fitness[rival as usize];
                winner = if other < least { rival } else { winner };
                least = least.min(other);
            }
            (self.individuals[side][n], self.fitness[side][n]) = (winner, least);
        }
    }

    /// Writes the winners for each pair, and their fitness.
    #[inline(always)]
    fn write(&self, parents: &mut [[u32; 2]], keys: &mut [Fitness]) {
        for (n, (parents, keys)) in parents.iter_mut().zip(keys.as_chunks_mut().0).enumerate() {
            *parents = [self.individuals[0][n], self.individuals[1][n]];
            *keys = [self.fitness[0][n], self.fitness[1][n]];
        }
    }
}

/// Returns the fitter of two individuals; the first if they are equally fit.
#[inline(always)]
fn better(fitness: &[Fitness], best: usize, other: usize) -> usize {
    if fitness[other] < fitness[best] { other } else { best }
}

/// Returns the fittest of the individuals drawn; the first of equally fit ones.
#[inline(always)]
fn best_of(fitness: &[Fitness], contestants: &[u32]) -> usize {
    contestants[1..].iter().fold(contestants[0] as usize, |best, &other| better(fitness, best, other as usize))
}

/// Draws `size` different individuals of `count`, in random order.
///
/// More than half of the population is drawn by a partial Fisher–Yates shuffle, fewer with rejection of repetitions: at most
/// two draws each on average.
#[allow(clippy::cast_possible_truncation)] // populations are smaller than 2^32
fn drawn_without_replacement(count: usize, size: usize, stream: &mut CounterStream) -> Vec<u32> {
    let size = size.min(count);
    if 2 * size > count {
        let mut order: Vec<u32> = (0..count as u32).collect();
        stream.shuffle_first(&mut order, size);
        order.truncate(size);
        return order;
    }
    let mut contestants = Vec::with_capacity(size);
    while contestants.len() < size {
        let other = stream.index(count) as u32;
        if !contestants.contains(&other) {
            contestants.push(other);
        }
    }
    contestants
}

#[cfg(test)]
mod tests {
    use super::super::laws::{LIMIT, Measured, chi_square, prepared, takeover, ten};
    use super::*;
    use evocube_cube::rng::Seed;

    fn tournament(size: i64, replacement: bool) -> Tournament {
        Tournament { size: TournamentSize::new(size), replacement }
    }

    #[test]
    fn tournament_batches_select_the_parents_of_single_pairs() {
        let mut stream = Seed::from_number(14).stream();
        // No three numbers below 3 million fit a word; few penalties give many ties.
        for population in [1, 7, 1000, 3_000_000] {
            let fitness: Vec<_> =
                (0..population).map(|_| Fitness::new(u16::try_from(stream.below(20)).unwrap(), 9)).collect();
            for (size, replacement) in
                [1, 2, 3, 4, 5, 6, 7, 11, 17].into_iter().flat_map(|size| [(size, true), (size, false)])
            {
                let tournament = tournament(size, replacement);
                let key = Seed::from_number(15).key(1);
                let table = prepared(&tournament, &fitness, &Measured::default(), 200, &mut key.stream(0));
                let mut scalar = Streams::new(key, 5, 100);
                let streams = scalar.clone();
                let [mut selected, mut expected] = [(); 2].map(|()| ([[0; 2]; 100], [Fitness::WORST; 200]));
                let pool = ParentPool { table: &table, fitness: &fitness };
                select_pairs_scalar(&tournament, pool, 3, &mut scalar, (&mut expected.0, &mut expected.1)).unwrap();
                for kernel in Kernel::available() {
                    let mut streams = streams.clone();
                    let parents = (&mut selected.0[..], &mut selected.1[..]);
                    tournament.select_pairs(pool, 3, (kernel, &mut streams), parents).unwrap();
                    assert_eq!(selected, expected, "{tournament:?} of {population} by {kernel}");
                    assert!((0..100).all(|pair| streams.get(pair).word() == scalar.get(pair).word()));
                }
            }
        }
    }

    #[test]
    fn tournament_with_replacement_follows_rank_probabilities() {
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
    fn the_best_takes_over_in_the_published_time_of_tournaments() {
        // (ln N + ln ln N) / ln k generations (D. E. Goldberg and K. Deb 1991, for large N).
        for size in [2, 3, 5] {
            let n = 2000f64.ln();
            let expected = (n + n.ln()) / (size as f64).ln();
            let takeover_time = takeover(&tournament(size, true), 2000, 10, 15);
            assert!(
                (takeover_time / expected - 1.0).abs() < 0.2,
                "size {size}: {takeover_time} generations, not {expected}"
            );
        }
    }

    #[test]
    fn tournament_without_replacement_follows_rank_probabilities() {
        let choose = |n: i32, k: i32| (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product::<f64>();
        for size in [1, 2, 3, 7] {
            let k = i32::try_from(size).unwrap();
            let probability: Vec<f64> = (1..=10)
                .map(|rank| if 10 - rank < k - 1 { 0.0 } else { choose(10 - rank, k - 1) / choose(10, k) })
                .collect();
            let chi = chi_square(&tournament(size, false), &ten(), &probability, 12);
            assert!(chi < LIMIT, "size {size}: chi-square {chi}");
        }
        // A tournament of all individuals selects the best.
        let mut only_best = vec![0.0; 10];
        only_best[0] = 1.0;
        assert!(chi_square(&tournament(10, false), &ten(), &only_best, 13) < LIMIT);
    }
}
