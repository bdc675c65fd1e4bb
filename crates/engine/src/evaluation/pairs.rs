//! The kernel in plain Rust that applies two genes at once, for whole genomes of the cubes over alphabets of at most 32 symbols: their
//! pairs fit the cache. Larger alphabets and best prefixes are evaluated in `scalar`. The same with AVX2 is `x86_64::pairs`.
//!
//! Each look-up of a piece depends on the one before, so half as many look-ups take half the latency. All pieces go side
//! by side for the same reason, although they do not fit the registers.

use super::scalar::step;
use super::{EvaluationMode, Evaluator, Fitness, Gene, MAX_CUBE_PIECES, Permutation, Rows};
use evocube_cube::puzzle::Place;

/// Maximum number of symbols of an alphabet; their pairs take 64 KiB.
const SYMBOLS: usize = 32;

/// Number of corners, the first pieces of every cube. A 2×2×2 has no others.
const CORNERS: usize = 8;

/// The product of the symbols a and b is at `a * SYMBOLS + b`.
#[derive(Clone, Debug)]
pub(super) struct PairTables(Box<[Permutation]>);

impl PairTables {
    /// Returns the tables if the alphabet is small and whole genomes are evaluated.
    pub(super) fn new(evaluator: &Evaluator) -> Option<Self> {
        if evaluator.mode != EvaluationMode::Whole || evaluator.symbols > SYMBOLS {
            return None;
        }
        let mut pairs = vec![Permutation::IDENTITY; SYMBOLS * SYMBOLS];
        for (first, pairs) in evaluator.permutations.iter().zip(pairs.as_chunks_mut::<SYMBOLS>().0) {
            for (second, pair) in evaluator.permutations.iter().zip(pairs) {
                pair.0 = first.0.map(|place| second.0[usize::from(place)]);
            }
        }
        Some(Self(pairs.into()))
    }

    #[inline]
    fn pair(&self, first: Gene, second: Gene) -> &Permutation {
        &self.0[(first.index() % SYMBOLS) * SYMBOLS + second.index() % SYMBOLS]
    }
}

/// See [`Evaluator::evaluate`].
pub(super) fn evaluate(evaluator: &Evaluator, tables: &PairTables, rows: Rows<'_>, which: &[u32], out: &mut [Fitness]) {
    let penalty = if evaluator.pieces > CORNERS { penalty::<MAX_CUBE_PIECES> } else { penalty::<CORNERS> };
    for &row in which {
        let genome = rows.genome(row as usize);
        #[allow(clippy::cast_possible_truncation)] // genomes are shorter than 65,536 genes
        let length = genome.len() as u16;
        out[row as usize] = Fitness::new(penalty(evaluator, tables, genome), length);
    }
}

fn penalty<const PIECES: usize>(evaluator: &Evaluator, tables: &PairTables, genome: &[Gene]) -> u16 {
    let mut places: [Place; PIECES] = std::array::from_fn(|piece| evaluator.start[piece]);
    let (pairs, last) = genome.as_chunks();
    for &[first, second] in pairs {
        step(&mut places, tables.pair(first, second));
    }
    for &gene in last {
        step(&mut places, evaluator.permutation(gene));
    }
    let penalties = evaluator.penalties.iter().take(evaluator.pieces);
    penalties.zip(places).map(|(penalties, place)| penalties[usize::from(place)]).sum()
}
