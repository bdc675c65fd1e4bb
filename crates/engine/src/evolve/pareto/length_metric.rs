//! [`LengthMetric`]: the number of moves of a genome after cancellation; any power of a generator, such as a half turn, is one move.

use crate::evaluation::Gene;
use evocube_cube::puzzle::Puzzle;

/// A power of a generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct GeneratorPower {
    generator: u8,
    power: u8,
}

/// Number of moves of a genome after cancellation as by [`Puzzle::simplify`]. Any power of a generator counts as one move.
#[derive(Clone, Debug)]
pub struct LengthMetric {
    /// The moves of each symbol.
    words: Vec<Vec<GeneratorPower>>,
    /// The order of each generator.
    orders: Vec<u8>,
    /// For each generator the set of those that commute with it, a bit each.
    commutes: Vec<u64>,
}

impl LengthMetric {
    /// Returns the metric of symbols with these moves.
    pub fn new<'a, P: Puzzle>(puzzle: &P, words: impl IntoIterator<Item = &'a [P::Move]>) -> Self {
        let narrow = |number: usize| u8::try_from(number).expect("few generators of small orders");
        let step = |&turn: &P::Move| {
            let (generator, power) = puzzle.generator(turn);
            GeneratorPower { generator: narrow(generator), power: narrow(power as usize) }
        };
        let count = puzzle.generators();
        let bits = |generator: usize| {
            (0..count).filter(|&other| puzzle.commute(generator, other)).fold(0, |bits, other| bits | 1 << other)
        };
        Self {
            words: words.into_iter().map(|word| word.iter().map(step).collect()).collect(),
            orders: (0..count).map(|generator| narrow(puzzle.order(generator) as usize)).collect(),
            commutes: (0..count).map(bits).collect(),
        }
    }

    fn length_in(&self, genes: &[Gene], left: &mut Vec<GeneratorPower>) -> u32 {
        left.clear();
        genes.iter().for_each(|gene| self.words[gene.index()].iter().for_each(|&step| self.push(left, step)));
        u32::try_from(left.len()).expect("genomes are short")
    }

    /// Appends a step. It merges with the last step of its generator if all steps behind that commute with it.
    #[inline(always)]
    fn push(&self, left: &mut Vec<GeneratorPower>, step: GeneratorPower) {
        let commutes = self.commutes[usize::from(step.generator)];
        let ends = |other: &GeneratorPower| other.generator == step.generator || commutes >> other.generator & 1 == 0;
        match left.iter().rposition(ends).filter(|&index| left[index].generator == step.generator) {
            None => left.push(step),
            Some(index) => {
                let power = (left[index].power + step.power) % self.orders[usize::from(step.generator)];
                if power == 0 {
                    left.remove(index);
                } else {
                    left[index].power = power;
                }
            }
        }
    }

    /// Returns the lengths of many genomes.
    pub(in crate::evolve) fn lengths<'a>(
        &self,
        genomes: impl Iterator<Item = &'a [Gene]>,
    ) -> impl Iterator<Item = u32> {
        let mut left = Vec::new();
        genomes.map(move |genes| self.length_in(genes, &mut left))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::{Alphabet, AlphabetConfig, Expand};
    use evocube_cube::puzzle::CUBE3;
    use evocube_cube::puzzle::algorithm::{Algorithm, Metric};
    use evocube_cube::rng::Seed;

    #[test]
    fn lengths_are_those_of_simplified_moves() {
        let config = AlphabetConfig { expand: Expand::Symmetries, ..AlphabetConfig::default() };
        let alphabet = Alphabet::new(&CUBE3, &config).unwrap();
        let metric = LengthMetric::new(&CUBE3, alphabet.symbols().map(|symbol| symbol.moves));
        let mut stream = Seed::from_number(3).stream();
        for symbols in [18, 234] {
            for length in [0, 1, 2, 5, 30] {
                for _ in 0..200 {
                    let genes: Vec<Gene> =
                        (0..length).map(|_| Gene(u16::try_from(stream.index(symbols)).unwrap())).collect();
                    let mut moves = Algorithm::EMPTY;
                    genes.iter().for_each(|gene| moves.extend_from_slice(alphabet.symbol(gene.index()).moves));
                    let expected = moves.simplify().length(Metric::Htm);
                    assert_eq!(metric.length_in(&genes, &mut Vec::new()), u32::try_from(expected).unwrap(), "{moves}");
                }
            }
        }
    }
}
