//! [`PuzzleSpec`]: a [`Puzzle`] that a file or a [`Description`] in Rust defines: orbits of pieces with orientations, and moves that
//! permute them. The 16 that were checked last are kept, so that the same description is checked once. The checks, the group, the texts of
//! states and moves, and the shipped puzzles are in the submodules.
//!
//! A [`Description`], in TOML or from Rust, defines the pieces and the moves. [`PuzzleSpec::new`] checks it and
//! computes the powers of the moves, the pairs that commute, the group of reachable states and all products of the
//! described symmetries. The pyraminx and the skewb are [shipped](Shipped).
//!
//! A puzzle has at most [`MAX_PIECES`] pieces, [`MAX_PLACES`] places, 64 described moves with 250 powers, and 240 symmetries.
//!
//! The cubes have types of their own, with facelets, subgroups and tables, and evolution on them is faster.
//!
//! ```
//! use evocube_cube::notation::Dialect;
//! use evocube_cube::puzzle::Puzzle;
//! use evocube_cube::puzzle::spec::Shipped;
//! let pyraminx = Shipped::Pyraminx.spec();
//! assert_eq!(pyraminx.states(), "75582720");
//! let moves = pyraminx.read_moves("[U, L'] b2", Dialect::Wca).expect("moves of the pyraminx").moves;
//! assert_eq!(pyraminx.write_moves(&moves), "U L' U' L b'");
//! let state = pyraminx.apply_all(pyraminx.solved(), &moves);
//! assert!(pyraminx.is_solved(pyraminx.apply_all(state, &pyraminx.undo(&moves))));
//! ```

mod check;
mod description;
mod error;
mod file;
mod group;
mod reading;
mod shipped;
mod state;
mod symmetry;
mod text;
mod wca;

use std::sync::{Arc, Mutex, PoisonError};

pub use super::layout::{MAX_PIECES, MAX_PLACES};
use check::{MAX_MOVES, MAX_POWERS};
pub use description::{Description, MoveDescription, OrbitDescription, SymmetryDescription};
pub use error::{PathStep, SpecError};
pub use file::{FileError, MAX_BYTES};
pub use reading::MAX_LENGTH;
pub use shipped::Shipped;
pub use state::{SpecMove, SpecState, SpecSymmetry};

use super::notation::{Dialect, Format, FormatError, Notation, NotationError};
use super::{Algorithm, Fit, HeldMoves, HeldState, Layout, Place, Puzzle, Symmetry};
use crate::rng::Stream;
use error::wrong;
use group::{Element, StabilizerChain};

/// A file-defined puzzle, checked.
#[derive(Clone, Debug)]
pub struct PuzzleSpec {
    description: Description,
    layout: Layout,
    names: Vec<String>,
    /// For each piece, the first piece that looks like it.
    alike: Vec<u8>,
    moves: Vec<Power>,
    kinds: Vec<Generator>,
    group: StabilizerChain,
    symmetries: Vec<symmetry::Images>,
}

/// A generator: a move of the description.
#[derive(Clone, Debug)]
struct Generator {
    name: String,
    /// The number of its first power among all moves.
    first: usize,
    /// The order of the generator.
    times: u32,
    /// Whether each generator commutes with it.
    commutes: Vec<bool>,
}

/// A power of a generator.
#[derive(Clone, Debug)]
struct Power {
    name: String,
    kind: usize,
    power: u32,
    effect: SpecState,
    map: Vec<Place>,
}

impl PartialEq for PuzzleSpec {
    fn eq(&self, other: &Self) -> bool {
        self.description == other.description
    }
}

impl Eq for PuzzleSpec {}

/// A cache of the puzzles that were checked last: every design point of a sweep requests its puzzle again.
static CHECKED: Mutex<Vec<Arc<PuzzleSpec>>> = Mutex::new(Vec::new());

/// The maximum number of cached puzzles.
const KEPT: usize = 16;

impl PuzzleSpec {
    /// Returns the puzzle of a description.
    ///
    /// # Errors
    /// The first error in it.
    pub fn new(description: Description) -> Result<Arc<Self>, SpecError> {
        let checked = || CHECKED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(there) = checked().iter().find(|there| there.description == description) {
            return Ok(there.clone());
        }
        let definition = Arc::new(Self::check(description)?);
        let mut checked = checked();
        if checked.len() == KEPT {
            checked.remove(0);
        }
        checked.push(definition.clone());
        Ok(definition)
    }

    fn check(description: Description) -> Result<Self, SpecError> {
        check::name(&description)?;
        let pieces = check::pieces(&description)?;
        let layout = &pieces.layout;
        if description.moves.is_empty() {
            return wrong([], "a puzzle needs a [[move]]");
        }
        if description.moves.len() > MAX_MOVES {
            return wrong([PathStep::from("move")], format!("a puzzle has at most {MAX_MOVES} moves"));
        }
        let (mut kinds, mut moves, mut generators): (Vec<Generator>, Vec<Power>, Vec<Element>) = Default::default();
        for (number, move_description) in description.moves.iter().enumerate() {
            let effect = check::effect(&pieces, number, move_description, &description.moves[..number])?;
            generators.push(effect.clone());
            let powers = check::powers(layout, number, &move_description.name, effect)?;
            let times = u32::try_from(powers.len() + 1).expect("at most so many times");
            if moves.len() + powers.len() > MAX_POWERS {
                let message = format!("the moves have more than {MAX_POWERS} powers");
                return wrong([PathStep::from("move"), PathStep::from(number)], message);
            }
            let first = moves.len();
            kinds.push(Generator { name: move_description.name.clone(), first, times, commutes: Vec::new() });
            moves.extend((1..).zip(powers).map(|(power, element)| Power {
                name: power_name(&move_description.name, power, times),
                kind: number,
                power,
                effect: SpecState::new(&element),
                map: layout.map_of(&element),
            }));
        }
        for (kind, generator) in kinds.iter_mut().zip(&generators) {
            kind.commutes =
                generators.iter().map(|other| layout.then(generator, other) == layout.then(other, generator)).collect();
        }
        let group = StabilizerChain::new(layout, &generators);
        let check::CheckedOrbits { layout, names, alike } = pieces;
        let mut definition = Self { description, layout, names, alike, moves, kinds, group, symmetries: Vec::new() };
        definition.symmetries = symmetry::all(&definition, &definition.description.symmetries)?;
        Ok(definition)
    }

    /// Returns the description of the puzzle.
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// Returns the number of reachable states, in decimal digits. Pieces that look alike count as different.
    pub fn states(&self) -> String {
        self.group.order()
    }

    /// Returns the name of a generator.
    fn kind_name(&self, kind: usize) -> &str {
        &self.kinds[kind].name
    }

    /// Returns the number of the generator with this name.
    fn kind_named(&self, name: &str) -> Option<usize> {
        self.kinds.iter().position(|kind| kind.name == name)
    }

    /// Returns the state after one move from the solved one.
    ///
    /// ```
    /// use evocube_cube::Puzzle;
    /// use evocube_cube::puzzle::spec::Shipped;
    /// let skewb = Shipped::Skewb.spec();
    /// let first = skewb.moves()[0];
    /// assert_eq!(skewb.effect(first), skewb.apply(skewb.solved(), first));
    /// ```
    pub fn effect(&self, mv: SpecMove) -> SpecState {
        self.moves[mv.index()].effect
    }

    /// Returns whether some pieces look alike.
    pub fn has_alike(&self) -> bool {
        self.alike.iter().enumerate().any(|(piece, &lookalike)| usize::from(lookalike) != piece)
    }
}

impl Puzzle for PuzzleSpec {
    type State = SpecState;
    type Move = SpecMove;
    type Symmetry = SpecSymmetry;

    fn name(&self) -> &str {
        &self.description.name
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn piece_name(&self, piece: usize) -> String {
        self.names[piece].clone()
    }

    fn solved(&self) -> SpecState {
        SpecState::new(self.layout.homes())
    }

    fn is_solved(&self, state: SpecState) -> bool {
        let places = state.places(self.layout.pieces()).iter().enumerate();
        places.into_iter().all(|(piece, &place)| self.fit(piece, place) == Fit::Right)
    }

    fn random(&self, stream: &mut Stream) -> SpecState {
        SpecState::new(&self.group.random(&self.layout, stream))
    }

    fn moves(&self) -> Vec<SpecMove> {
        let count = u8::try_from(self.moves.len()).expect("at most MAX_POWERS");
        (0..count).map(SpecMove).collect()
    }

    fn apply(&self, state: SpecState, mv: SpecMove) -> SpecState {
        state.mapped(self.layout.pieces(), &self.moves[mv.index()].map)
    }

    fn then(&self, first: SpecState, second: SpecState) -> SpecState {
        let pieces = self.layout.pieces();
        SpecState::new(&self.layout.then(first.places(pieces), second.places(pieces)))
    }

    fn inverse(&self, state: SpecState) -> SpecState {
        SpecState::new(&self.layout.inverse(state.places(self.layout.pieces())))
    }

    fn places(&self, state: SpecState) -> impl AsRef<[Place]> {
        state
    }

    fn fit(&self, piece: usize, place: Place) -> Fit {
        let (position, orientation) = self.layout.position(place);
        match (self.alike[position] == self.alike[piece], orientation) {
            (true, 0) => Fit::Right,
            (true, _) => Fit::Turned,
            (false, _) => Fit::Elsewhere,
        }
    }

    /// Sorts the places of pieces that look alike.
    fn canonical(&self, state: SpecState) -> SpecState {
        if !self.has_alike() {
            return state;
        }
        let mut places = state.places(self.layout.pieces()).to_vec();
        for first in 0..places.len() {
            for piece in first + 1..places.len() {
                if self.alike[piece] == self.alike[first] && places[piece] < places[first] {
                    places.swap(first, piece);
                }
            }
        }
        SpecState::new(&places)
    }

    fn generators(&self) -> usize {
        self.kinds.len()
    }

    fn generator(&self, mv: SpecMove) -> (usize, u32) {
        let Power { kind, power, .. } = self.moves[mv.index()];
        (kind, power)
    }

    fn order(&self, generator: usize) -> u32 {
        self.kinds[generator].times
    }

    fn power(&self, generator: usize, times: u32) -> Option<SpecMove> {
        let Generator { first, times: all, .. } = self.kinds[generator];
        let times = (times % all) as usize;
        (times > 0).then(|| SpecMove(u8::try_from(first + times - 1).expect("at most MAX_POWERS")))
    }

    fn commute(&self, generator: usize, other: usize) -> bool {
        self.kinds[generator].commutes[other]
    }

    fn symmetries(&self) -> Vec<SpecSymmetry> {
        let count = u8::try_from(self.symmetries.len()).expect("at most MAX_SYMMETRIES");
        (0..count).map(SpecSymmetry).collect()
    }

    fn mirrors(&self, symmetry: SpecSymmetry) -> bool {
        self.symmetries[symmetry.index()].mirror
    }

    /// Returns the number of the symmetry.
    fn symmetry_name(&self, symmetry: SpecSymmetry) -> String {
        symmetry.index().to_string()
    }

    fn conjugate(&self, moves: &[SpecMove], symmetry: SpecSymmetry) -> Algorithm<SpecMove> {
        self.symmetries[symmetry.index()].conjugate(moves)
    }

    fn move_name(&self, mv: SpecMove) -> &str {
        &self.moves[mv.index()].name
    }

    fn read_moves(&self, text: &str, _: Dialect) -> Result<HeldMoves<SpecMove>, NotationError> {
        let held = |moves| HeldMoves { moves, rotation: Symmetry::IDENTITY };
        self.parse_moves(text).map(held)
    }

    fn read(&self, text: &str, notation: Notation) -> Result<HeldState<SpecState>, NotationError> {
        let pieces = match notation.format {
            None => self.looks_like_a_state(text),
            Some(Format::Pieces) => true,
            Some(Format::Moves) => false,
            Some(other) => return Err(NotationError::whole(self.no_format(other).to_string())),
        };
        if pieces {
            return self.parse_state(text).map(HeldState::from);
        }
        let moves = self.read_moves(text, notation.dialect)?.moves;
        if moves.is_empty() {
            return Err(NotationError::whole("the scramble is empty: it has no moves"));
        }
        Ok(self.apply_all(self.solved(), &moves).into())
    }

    fn write(&self, state: impl Into<HeldState<SpecState>>, format: Format) -> Result<String, FormatError> {
        match format {
            Format::Pieces => Ok(self.pieces_of(state.into().state)),
            Format::Moves => Err(FormatError::Moves),
            other => Err(self.no_format(other)),
        }
    }
}

/// Returns the name of a power: `U`, `U2`, `U'`, by its shorter direction.
fn power_name(name: &str, power: u32, times: u32) -> String {
    match power {
        1 => name.to_owned(),
        _ if 2 * power <= times => format!("{name}{power}"),
        _ if power + 1 == times => format!("{name}'"),
        _ => format!("{name}{}'", times - power),
    }
}
