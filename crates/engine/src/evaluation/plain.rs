//! Evaluation of genomes of file-defined puzzles, or by registered objectives: plain Rust for all numbers of pieces and places that a
//! puzzle may have. Cubes with built-in objectives are evaluated in `scalar`, the reference, or by a faster kernel.
//!
//! As in the reference, a symbol is a permutation of places: of 64 if the puzzle has no more, otherwise of [`MAX_PLACES`].

use super::{EvaluationMode, Fitness, Gene, PenaltyFunction, Rows};
use evocube_cube::puzzle::{MAX_PIECES, MAX_PLACES};
use evocube_cube::puzzle::{Place, Puzzle};
use evocube_cube::solver::Cancelled;

/// Places of the start state, permutations of the symbols, and penalties.
#[derive(Clone, Debug)]
pub(super) struct PlainTables {
    pieces: usize,
    start: [Place; MAX_PIECES],
    /// The number is a power of two, so that an index can be masked; those behind the alphabet are the identity.
    permutations: Permutations,
    penalties: Box<[[u16; MAX_PLACES]; MAX_PIECES]>,
    /// A registered objective in place of the sum.
    custom: Option<PenaltyFunction>,
}

/// States that a registered objective receives together, at most, unless one genome has more prefixes.
const TOGETHER: usize = 4096;

/// Permutations of one cache line if that is enough for the puzzle.
#[derive(Clone, Debug)]
enum Permutations {
    Short(Vec<[Place; 64]>),
    Long(Vec<[Place; MAX_PLACES]>),
}

impl PlainTables {
    /// Returns the tables for [`Evaluator::new`](super::Evaluator::new).
    pub(super) fn new<P: Puzzle>(
        puzzle: &P,
        start: P::State,
        effects: &[P::State],
        penalties: &PenaltyFunction,
    ) -> Self {
        let permutations = if puzzle.layout().places() <= 64 {
            Permutations::Short(permutations(puzzle, effects))
        } else {
            Permutations::Long(permutations(puzzle, effects))
        };
        let pieces = puzzle.layout().pieces();
        let mut first = [0; MAX_PIECES];
        first[..pieces].copy_from_slice(&puzzle.places(start).as_ref()[..pieces]);
        Self {
            pieces,
            start: first,
            permutations,
            penalties: penalties.table(),
            custom: (!penalties.is_sum()).then(|| penalties.clone()),
        }
    }

    /// Writes the fitness of rows: that of row r to `out[r]`.
    pub(super) fn evaluate_rows(
        &self,
        mode: EvaluationMode,
        rows: Rows<'_>,
        which: &[u32],
        out: &mut [Fitness],
    ) -> Result<(), Cancelled> {
        match (&self.custom, &self.permutations) {
            (None, _) => {
                for &row in which {
                    out[row as usize] = self.evaluate(mode, rows.genome(row as usize))?;
                }
                Ok(())
            }
            (Some(custom), Permutations::Short(permutations)) => {
                self.custom_rows(custom, permutations, mode, (rows, which), out)
            }
            (Some(custom), Permutations::Long(permutations)) => {
                self.custom_rows(custom, permutations, mode, (rows, which), out)
            }
        }
    }

    /// Collects the states of many genomes for a registered objective.
    fn custom_rows<const PLACES: usize>(
        &self,
        custom: &PenaltyFunction,
        permutations: &[[Place; PLACES]],
        mode: EvaluationMode,
        (rows, which): (Rows<'_>, &[u32]),
        out: &mut [Fitness],
    ) -> Result<(), Cancelled> {
        let each = if mode == EvaluationMode::BestPrefix { rows.length() + 1 } else { 1 };
        let (mut states, mut penalties) = (Vec::new(), Vec::new());
        for part in which.chunks((TOGETHER / each).max(1)) {
            states.clear();
            for &row in part {
                self.write_states(permutations, mode, rows.genome(row as usize), &mut states);
            }
            penalties.clear();
            penalties.resize(part.len() * each, 0);
            custom.custom_penalties(&states, &mut penalties)?;
            for (&row, penalties) in part.iter().zip(penalties.chunks_exact(each)) {
                out[row as usize] = fittest(mode, penalties, rows.length());
            }
        }
        Ok(())
    }

    /// Appends the states of a genome for a registered objective: those after each prefix, or the last one.
    fn write_states<const PLACES: usize>(
        &self,
        permutations: &[[Place; PLACES]],
        mode: EvaluationMode,
        genome: &[Gene],
        states: &mut Vec<Place>,
    ) {
        let mut state = self.start;
        let places = &mut state[..self.pieces];
        for gene in genome {
            if mode == EvaluationMode::BestPrefix {
                states.extend_from_slice(places);
            }
            let map = &permutations[gene.index() & (permutations.len() - 1)];
            for place in &mut *places {
                *place = map[usize::from(*place) & (PLACES - 1)];
            }
        }
        states.extend_from_slice(places);
    }

    /// Returns the fitness of one genome.
    pub(super) fn evaluate(&self, mode: EvaluationMode, genome: &[Gene]) -> Result<Fitness, Cancelled> {
        match &self.permutations {
            Permutations::Short(permutations) => self.evaluate_with(permutations, mode, genome),
            Permutations::Long(permutations) => self.evaluate_with(permutations, mode, genome),
        }
    }

    fn evaluate_with<const PLACES: usize>(
        &self,
        permutations: &[[Place; PLACES]],
        mode: EvaluationMode,
        genome: &[Gene],
    ) -> Result<Fitness, Cancelled> {
        let Some(custom) = &self.custom else { return Ok(self.sum_of(permutations, mode, genome)) };
        let mut states = Vec::new();
        self.write_states(permutations, mode, genome, &mut states);
        let mut penalties = vec![0; states.len() / self.pieces];
        custom.custom_penalties(&states, &mut penalties)?;
        Ok(fittest(mode, &penalties, genome.len()))
    }

    /// Returns the fitness of one genome by the sum over its pieces.
    #[allow(clippy::cast_possible_truncation)] // genomes are shorter than 65,536 genes
    fn sum_of<const PLACES: usize>(
        &self,
        permutations: &[[Place; PLACES]],
        mode: EvaluationMode,
        genome: &[Gene],
    ) -> Fitness {
        let mut state = [0; MAX_PIECES];
        let places = &mut state[..self.pieces];
        places.copy_from_slice(&self.start[..self.pieces]);
        let mut best = Fitness::WORST;
        if mode == EvaluationMode::BestPrefix {
            best = Fitness::new(self.penalty(places), 0);
        }
        for (index, gene) in genome.iter().enumerate() {
            let map = &permutations[gene.index() & (permutations.len() - 1)];
            for place in &mut *places {
                *place = map[usize::from(*place) & (PLACES - 1)];
            }
            if mode == EvaluationMode::BestPrefix {
                best = best.min(Fitness::new(self.penalty(places), index as u16 + 1));
            }
        }
        if mode == EvaluationMode::Whole { Fitness::new(self.penalty(places), genome.len() as u16) } else { best }
    }

    /// Writes the place of each piece after all genes.
    pub(super) fn write_places(&self, genes: &[Gene], places: &mut [Place]) {
        match &self.permutations {
            Permutations::Short(permutations) => self.places_with(permutations, genes, places),
            Permutations::Long(permutations) => self.places_with(permutations, genes, places),
        }
    }

    fn places_with<const PLACES: usize>(&self, permutations: &[[Place; PLACES]], genes: &[Gene], places: &mut [Place]) {
        for (place, &start) in places.iter_mut().zip(&self.start) {
            let next = |place: Place, gene: &Gene| {
                permutations[gene.index() & (permutations.len() - 1)][usize::from(place) & (PLACES - 1)]
            };
            *place = genes.iter().fold(start, next);
        }
    }

    /// Returns the penalty of a piece at a place.
    pub(super) fn piece_penalty(&self, piece: usize, place: Place) -> u16 {
        self.penalties[piece][usize::from(place) & (MAX_PLACES - 1)]
    }

    fn penalty(&self, places: &[Place]) -> u16 {
        self.penalties
            .iter()
            .zip(places)
            .map(|(penalties, &place)| penalties[usize::from(place) & (MAX_PLACES - 1)])
            .sum()
    }
}

/// Returns the fitness of a genome of this length, from the penalties of its states.
fn fittest(mode: EvaluationMode, penalties: &[u16], length: usize) -> Fitness {
    let length = u16::try_from(length).expect("genomes are shorter than 65,536 genes");
    let lengths = if mode == EvaluationMode::BestPrefix { 0..=u16::MAX } else { length..=u16::MAX };
    let all = penalties.iter().zip(lengths).map(|(&penalty, genes)| Fitness::new(penalty, genes));
    all.min().unwrap_or(Fitness::WORST)
}

fn permutations<P: Puzzle, const PLACES: usize>(puzzle: &P, effects: &[P::State]) -> Vec<[Place; PLACES]> {
    let identity = std::array::from_fn(|place| u8::try_from(place).expect("places fit 8 bits"));
    let mut permutations = vec![identity; effects.len().next_power_of_two()];
    for (map, &effect) in permutations.iter_mut().zip(effects) {
        let places = puzzle.place_map(effect);
        map[..places.as_ref().len()].copy_from_slice(places.as_ref());
    }
    permutations
}
