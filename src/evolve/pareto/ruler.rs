//! [`Ruler`]: how many turns a genome takes.

use std::sync::Arc;

use crate::puzzle::algorithm::Algorithm;
use crate::puzzle::defined::{Definition, Word};
use crate::puzzle::kernel::Gene;

/// Turns about one axis: which, and the quarter turns of its two faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    axis: u8,
    quarters: [u8; 2],
}

/// Measures genomes: the number of turns, half turns counting one, after cancelling as [`Algorithm::simplify`] does.
#[derive(Clone, Debug)]
pub struct Ruler(Measure);

/// What each gene stands for, cancelled already.
#[derive(Clone, Debug)]
enum Measure {
    Cube(Vec<Vec<Block>>),
    Defined(Arc<Definition>, Vec<Word>),
}

/// What is measured, kept from one genome to the next.
#[derive(Default)]
struct Memory {
    blocks: Vec<Block>,
    word: Word,
}

impl Ruler {
    /// For genes that stand for these moves.
    #[must_use]
    pub fn new<'a>(moves: impl IntoIterator<Item = &'a Algorithm>) -> Self {
        let blocks = |moves: &Algorithm| {
            let mut blocks = Vec::new();
            for turn in moves.iter() {
                let face = turn.face().index();
                let mut quarters = [0, 0];
                quarters[face / 3] = u8::try_from(turn.quarters()).expect("at most 3");
                push(&mut blocks, Block { axis: u8::try_from(face % 3).expect("three axes"), quarters });
            }
            blocks
        };
        Self(Measure::Cube(moves.into_iter().map(blocks).collect()))
    }

    /// For genes that stand for these moves of a puzzle that is data.
    #[must_use]
    pub fn of_defined<'a>(puzzle: Arc<Definition>, moves: impl IntoIterator<Item = &'a Word>) -> Self {
        let words = moves.into_iter().map(|word| puzzle.simplify(word)).collect();
        Self(Measure::Defined(puzzle, words))
    }

    /// The length of these genes.
    ///
    /// # Panics
    /// If a gene is none of those that the ruler was made for.
    #[must_use]
    pub fn length(&self, genes: &[Gene]) -> u32 {
        self.length_in(genes, &mut Memory::default())
    }

    fn length_in(&self, genes: &[Gene], Memory { blocks, word }: &mut Memory) -> u32 {
        match &self.0 {
            Measure::Cube(moves) => {
                blocks.clear();
                genes.iter().for_each(|gene| moves[gene.index()].iter().for_each(|&block| push(blocks, block)));
                let turns = |block: &Block| u32::from(block.quarters[0] != 0) + u32::from(block.quarters[1] != 0);
                blocks.iter().map(turns).sum()
            }
            Measure::Defined(puzzle, words) => {
                word.clear();
                for gene in genes {
                    words[gene.index()].iter().for_each(|&one| puzzle.push_merged(word, one));
                }
                u32::try_from(word.len()).expect("words are short")
            }
        }
    }

    /// The lengths of many, with memory taken once.
    pub(super) fn lengths<'a>(&self, genomes: impl Iterator<Item = &'a [Gene]>) -> impl Iterator<Item = u32> {
        let mut memory = Memory::default();
        genomes.map(move |genes| self.length_in(genes, &mut memory))
    }
}

/// Adds turns at the end, which merge with those about the same axis before them.
#[inline(always)]
fn push(blocks: &mut Vec<Block>, block: Block) {
    match blocks.last_mut() {
        Some(last) if last.axis == block.axis => {
            for (quarters, more) in last.quarters.iter_mut().zip(block.quarters) {
                *quarters = (*quarters + more) % 4;
            }
            if last.quarters == [0, 0] {
                blocks.pop();
            }
        }
        _ => blocks.push(block),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::alphabet::{Alphabet, AlphabetConfig, Expand};
    use crate::puzzle::algorithm::Metric;
    use crate::puzzle::cube3::Cube3;
    use crate::rng::Seed;

    #[test]
    fn lengths_are_those_of_simplified_moves() {
        let config = AlphabetConfig { expand: Expand::Symmetries, ..AlphabetConfig::default() };
        let alphabet = Alphabet::<Cube3>::new(&config).unwrap();
        let ruler = Ruler::new(alphabet.symbols().iter().map(|symbol| &symbol.moves));
        let mut stream = Seed::from_number(3).stream();
        for symbols in [18, 234] {
            for length in [0, 1, 2, 5, 30] {
                for _ in 0..200 {
                    let genes: Vec<Gene> =
                        (0..length).map(|_| Gene(u16::try_from(stream.index(symbols)).unwrap())).collect();
                    let mut moves = Algorithm::EMPTY;
                    genes.iter().for_each(|gene| moves.extend_from_slice(&alphabet.symbols()[gene.index()].moves));
                    let expected = moves.simplify().length(Metric::Htm);
                    assert_eq!(ruler.length(&genes), u32::try_from(expected).unwrap(), "{moves}");
                }
            }
        }
    }
}
