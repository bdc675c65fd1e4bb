//! [`InitialPopulation`]: solutions that a run begins with beside random genomes, and their genes in the alphabet of the run, the fittest
//! first. There are at most 10,000; those longer than a genome are left out. Files are read in `sweep::initial` of `evocube-experiment`,
//! random genomes are drawn in `symbols`.

use serde::{Deserialize, Serialize};

use super::invalid_settings::InvalidSettings;
use crate::alphabet::{Alphabet, AlphabetOf};
use crate::evaluation::{Evaluator, Fitness, Gene};
use evocube_cube::puzzle::Puzzle;
use evocube_cube::puzzle::notation::Dialect;
use evocube_cube::solver::Cancelled;

/// The genomes that a run begins with beside random ones: solutions of an earlier run or of a file. Sweep files name the source;
/// manifests also have what was read from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct InitialPopulation {
    /// A results folder, its `solutions.csv`, or a file with the moves of a solution on each line.
    pub solutions: String,
    /// BLAKE3 of the file that was read.
    #[serde(default)]
    pub digest: String,
    /// The moves of each solution.
    #[serde(default)]
    pub moves: Vec<String>,
}

impl InitialPopulation {
    /// Maximum number of solutions. It is checked where the file is read.
    pub const MAX: usize = 10_000;

    /// Returns the solutions as genomes of single moves. Solutions with more than this number of moves are left out.
    ///
    /// # Errors
    /// If there are none, a solution cannot be read, one that is not left out has a move that is no symbol, or all are left out.
    pub(super) fn genomes<P: Puzzle>(
        &self,
        puzzle: &P,
        alphabet: &AlphabetOf<P>,
        length: usize,
    ) -> Result<Vec<Vec<Gene>>, InvalidSettings> {
        let gene_of = |turn: &P::Move| {
            let number = alphabet.symbols().position(|symbol| symbol.moves == [*turn]);
            number
                .map(|number| Gene(u16::try_from(number).expect("alphabets have fewer symbols")))
                .ok_or_else(|| InvalidSettings::NoSymbol(puzzle.move_name(*turn).to_owned()))
        };
        let (mut genomes, mut shortest) = (Vec::new(), usize::MAX);
        for (text, number) in self.moves.iter().zip(1..) {
            let unread = |error| InvalidSettings::Solution { number, file: self.solutions.clone(), error };
            let moves = puzzle.read_moves(text, Dialect::Wca).map_err(unread)?.moves;
            shortest = shortest.min(moves.len());
            if moves.len() <= length {
                genomes.push(moves.iter().map(gene_of).collect::<Result<_, _>>()?);
            }
        }
        match (self.moves.len(), genomes.len()) {
            (0, _) => Err(InvalidSettings::NoSolutions(self.solutions.clone())),
            (_, 0) => Err(InvalidSettings::LongSolutions { shortest, length }),
            _ => Ok(genomes),
        }
    }

    /// Checks that the solutions are genomes of a configuration.
    ///
    /// # Errors
    /// As [`InitialPopulation::genomes`].
    pub(super) fn check<P: Puzzle>(
        &self,
        puzzle: &P,
        config: &crate::alphabet::AlphabetConfig,
        length: usize,
    ) -> Result<(), InvalidSettings> {
        // A wrong alphabet is an error of its own.
        Alphabet::new(puzzle, config).map_or(Ok(()), |alphabet| self.genomes(puzzle, &alphabet, length).map(drop))
    }
}

/// Returns the genomes of a run, the fittest first; none without `initial`. They have genes for a state that is rotated by the symmetry
/// `rotation`; a solution whose rotated moves are no symbols is left out.
pub(super) fn seeds<P: Puzzle>(
    initial: Option<&InitialPopulation>,
    puzzle: &P,
    alphabet: &AlphabetOf<P>,
    rotation: P::Symmetry,
    evaluator: &Evaluator,
    length: usize,
) -> Result<Vec<Vec<Gene>>, Cancelled> {
    let Some(initial) = initial else { return Ok(Vec::new()) };
    // Moves of the rotated state become those of the solution by `rotation`.
    let unheld = |moves: &[P::Move]| {
        let back = puzzle.symmetries().into_iter().map(|symmetry| puzzle.conjugate(moves, symmetry));
        back.into_iter().find(|back| puzzle.conjugate(back, rotation)[..] == *moves)
    };
    let rotated = |genome: &Vec<Gene>| -> Option<Vec<Gene>> {
        let moves: Vec<P::Move> = genome.iter().map(|gene| alphabet.symbol(gene.index()).moves[0]).collect();
        let moves = unheld(&moves)?;
        let gene = |turn: &P::Move| alphabet.symbols().position(|symbol| symbol.moves == [*turn]);
        moves.iter().map(|turn| gene(turn).and_then(|number| u16::try_from(number).ok()).map(Gene)).collect()
    };
    // The configuration was checked.
    let genomes = initial.genomes(puzzle, alphabet, length).unwrap_or_default();
    let evaluated = |genes: Vec<Gene>| Ok((evaluator.reference_fitness(&genes)?, genes));
    let mut seeds: Vec<(Fitness, Vec<Gene>)> =
        genomes.iter().filter_map(rotated).map(evaluated).collect::<Result<_, _>>()?;
    // A stable sort: of equals the first of the file comes first.
    seeds.sort_by_key(|(fitness, _)| *fitness);
    Ok(seeds.into_iter().map(|(_, genes)| genes).collect())
}
