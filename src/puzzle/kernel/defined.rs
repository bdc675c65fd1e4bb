//! Genomes of puzzles that are data: plain Rust for any number of pieces and places, one genome at a time.
//!
//! As the specification, a gene is a table of places; but a table has as many bytes as the puzzle needs, and so has the state.

use super::{Evaluate, Fitness, Gene, MOST_GENES};
use crate::puzzle::Place;
use crate::puzzle::defined::{Definition, MOST_PIECES, MOST_PLACES, State};

/// What each piece costs at each place.
pub type DefinedCosts = [[u16; MOST_PLACES]; MOST_PIECES];

/// A program for a puzzle that is data.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    pieces: usize,
    start: State,
    /// As many as the next power of two, so that an index can be masked; those behind the alphabet do nothing.
    maps: Maps,
    costs: Box<DefinedCosts>,
}

/// A table a gene: one cache line where that is enough.
#[derive(Clone, Debug)]
enum Maps {
    Short(Vec<[Place; 64]>),
    Long(Vec<[Place; MOST_PLACES]>),
}

impl Tables {
    /// As [`Program::new`](super::Program::new).
    pub(super) fn new(puzzle: &Definition, start: State, effects: &[State], costs: &DefinedCosts) -> Self {
        assert!((1..=MOST_GENES).contains(&effects.len()), "an alphabet has 1 to {MOST_GENES} genes");
        let worst: u32 = costs.iter().map(|places| u32::from(*places.iter().max().expect("many places"))).sum();
        assert!(worst <= u32::from(u16::MAX), "penalties fit 16 bits");
        let maps = if puzzle.layout().places() <= 64 {
            Maps::Short(maps(puzzle, effects))
        } else {
            Maps::Long(maps(puzzle, effects))
        };
        Self { pieces: puzzle.layout().pieces(), start, maps, costs: Box::new(*costs) }
    }

    /// The fitness of one genome.
    pub(super) fn evaluate(&self, part: Evaluate, genome: &[Gene]) -> Fitness {
        match &self.maps {
            Maps::Short(maps) => self.with(maps, part, genome),
            Maps::Long(maps) => self.with(maps, part, genome),
        }
    }

    #[allow(clippy::cast_possible_truncation)] // genomes are shorter than 65,536 genes
    fn with<const PLACES: usize>(&self, maps: &[[Place; PLACES]], part: Evaluate, genome: &[Gene]) -> Fitness {
        let mut state = [0; MOST_PIECES];
        let places = &mut state[..self.pieces];
        places.copy_from_slice(self.start.places(self.pieces));
        let mut best = Fitness::WORST;
        if part == Evaluate::BestPrefix {
            best = Fitness::new(self.penalty(places), 0);
        }
        for (before, gene) in genome.iter().enumerate() {
            let map = &maps[gene.index() & (maps.len() - 1)];
            for place in &mut *places {
                *place = map[usize::from(*place) & (PLACES - 1)];
            }
            if part == Evaluate::BestPrefix {
                best = best.min(Fitness::new(self.penalty(places), before as u16 + 1));
            }
        }
        if part == Evaluate::Whole { Fitness::new(self.penalty(places), genome.len() as u16) } else { best }
    }

    fn penalty(&self, places: &[Place]) -> u16 {
        self.costs.iter().zip(places).map(|(costs, &place)| costs[usize::from(place) & (MOST_PLACES - 1)]).sum()
    }
}

fn maps<const PLACES: usize>(puzzle: &Definition, effects: &[State]) -> Vec<[Place; PLACES]> {
    let identity = std::array::from_fn(|place| u8::try_from(place).expect("places fit 8 bits"));
    let mut maps = vec![identity; effects.len().next_power_of_two()];
    for (map, &effect) in maps.iter_mut().zip(effects) {
        let places = puzzle.place_map(effect);
        map[..places.len()].copy_from_slice(&places);
    }
    maps
}
