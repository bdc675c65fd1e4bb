//! [`PreparedPhase`]: a phase of an evolution strategy, its penalty and the moves or macros that it may use, prepared for any number of
//! attempts. A strategy without phases has one of these, too. Places of pieces are checked, and their positions found, here as well. The
//! keys of a phase, and how its penalty is computed, are in `goal`.

use crate::evolve::strategy::AppendLength;
use crate::evolve::strategy::goal::{GoalPenalty, Phase};
use evocube_cube::puzzle::{Algorithm, CUBE3, Cube3, Face, MAX_CUBE_PIECES, Place, Puzzle};

/// The place of each piece.
pub(super) type Places = [Place; MAX_CUBE_PIECES];

/// A symbol, a move or a macro, and its effect.
#[derive(Debug)]
pub(super) struct PhaseSymbol {
    pub(super) moves: Algorithm,
    /// The place to which it takes the content of each place.
    pub(super) map: [Place; 64],
    /// The positions whose piece it moves, twists or flips.
    pub(super) moved: Vec<u8>,
    /// The face of a single move.
    pub(super) face: Option<Face>,
}

/// Returns whether these are numbers of places, which index a [`GoalPenalty`].
pub(super) fn are_places(places: &Places) -> bool {
    places.iter().all(|&place| place < 64)
}

/// Returns the position of a place.
pub(super) fn position(place: Place) -> u8 {
    if place < 24 { place / 3 } else { 8 + (place - 24) / 2 }
}

/// A phase with its symbols and its penalty.
#[derive(Debug)]
pub(in crate::evolve::strategy) struct PreparedPhase {
    pub(super) symbols: Vec<PhaseSymbol>,
    pub(super) goal: GoalPenalty,
    pub(super) append: AppendLength,
}

impl PreparedPhase {
    /// Returns a phase of a cube with these symbols. Those of the 2×2×2 move no edges.
    pub(in crate::evolve::strategy) fn new(
        puzzle: &impl Puzzle,
        words: impl Iterator<Item = Algorithm>,
        goal: GoalPenalty,
        append: AppendLength,
    ) -> Self {
        let places = puzzle.layout().places();
        let symbol = |moves: Algorithm| {
            let number = |place: usize| Place::try_from(place).expect("64 places");
            let mut map = std::array::from_fn(number);
            map[..places].copy_from_slice(&Cube3::after(&moves).place_map()[..places]);
            let changes = (0..places).filter(|&place| usize::from(map[place]) != place);
            let mut moved: Vec<u8> = changes.map(|place| position(number(place))).collect();
            moved.dedup();
            let face = moves.first().filter(|_| moves.len() == 1).map(|turn| turn.face());
            PhaseSymbol { moves, map, moved, face }
        };
        Self { symbols: words.map(symbol).collect(), goal, append }
    }

    /// Returns the phases of a configuration. `append` is the default of phases that omit it.
    pub(in crate::evolve::strategy) fn from_phases(phases: &[Phase], append: AppendLength) -> Vec<Self> {
        let prepare = |phase: &Phase| {
            let words = phase.moves().iter().map(|turn| [turn].as_slice().into());
            let append = phase.append.unwrap_or(append);
            Self::new(&CUBE3, words, phase.goal.counted(), append)
        };
        phases.iter().map(prepare).collect()
    }
}
