//! Two genes at once, in plain Rust: with a small alphabet, what any two genes do together is one of so few tables that
//! they stay in the cache.
//!
//! A piece waits for its place after one table before it can ask the next, so half as many tables are half as much
//! waiting; and all pieces go side by side, though they do not fit the registers, for the same reason.

use super::scalar::step;
use super::{EvaluationMode, Evaluator, Fitness, Gene, MAX_CUBE_PIECES, Permutation, Rows};
use crate::puzzle::Place;

/// The largest alphabet: its pairs take 64 kB.
const SYMBOLS: usize = 32;

/// Corners are the first pieces of every puzzle. One that has no others needs not wait for them.
const CORNERS: usize = 8;

/// What the genes a and b do together is at `a * SYMBOLS + b`.
#[derive(Clone, Debug)]
pub(super) struct PairTables(Box<[Permutation]>);

impl PairTables {
    /// Only for small alphabets, and where no prefix counts.
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
    let costs = evaluator.penalties.iter().take(evaluator.pieces);
    costs.zip(places).map(|(costs, place)| costs[usize::from(place)]).sum()
}
