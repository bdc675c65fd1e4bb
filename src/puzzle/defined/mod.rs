//! Puzzles that are data: orbits of pieces with orientations, and moves that permute them.
//!
//! A [`Description`] says what the pieces and the moves are, in TOML or from Rust; [`Definition::new`] checks it and finds
//! out what follows: the powers and inverses of the moves, which of them commute, how many states there are and how to draw
//! one of them, and all symmetries. The pyraminx and the skewb are [shipped](Shipped).
//!
//! The cubes are no such data: their types know more (facelets, sub-groups, tables), and evolution on them is faster.
//!
//! ```
//! use evocube::puzzle::defined::Shipped;
//! let pyraminx = Shipped::Pyraminx.definition();
//! assert_eq!(pyraminx.states(), "75582720");
//! let word = pyraminx.read_moves("[U, L'] b2").expect("moves of the pyraminx");
//! assert_eq!(pyraminx.write_moves(&word), "U L' U' L b'");
//! let state = pyraminx.apply_all(pyraminx.solved(), &word);
//! assert!(pyraminx.is_solved(pyraminx.apply_all(state, &pyraminx.undo(&word))));
//! ```

mod check;
mod description;
mod error;
mod file;
mod group;
mod layout;
mod reading;
mod shipped;
mod state;
mod symmetry;
#[cfg(test)]
mod tests;
mod text;
mod word;

use std::sync::{Arc, Mutex, PoisonError};

pub use check::{MOST_MOVES, MOST_POWERS, MOST_TIMES};
pub use description::{Description, MoveDescription, OrbitDescription, SymmetryDescription};
pub use error::{DefinitionError, Key};
pub use file::{FileError, MOST_BYTES};
pub use layout::{Layout, MOST_PIECES, MOST_PLACES, Orbit};
pub use reading::LONGEST;
pub use shipped::Shipped;
pub use state::State;
pub use symmetry::{MOST_SYMMETRIES, Symmetry};
pub use word::{Move, Word};

use super::Place;
use crate::rng::Stream;
use error::wrong;
use group::{Element, Group};

/// A puzzle that is data, checked.
#[derive(Debug)]
pub struct Definition {
    description: Description,
    layout: Layout,
    names: Vec<String>,
    /// For each piece the first one that looks like it.
    alike: Vec<u8>,
    moves: Vec<Power>,
    kinds: Vec<Kind>,
    group: Group,
    symmetries: Vec<Symmetry>,
}

/// A move as it is described.
#[derive(Debug)]
struct Kind {
    name: String,
    /// The number of its first power among all moves.
    first: usize,
    /// After how many times it has done nothing.
    times: u32,
    /// Which kinds commute with it.
    commutes: Vec<bool>,
}

/// A move or a power of it.
#[derive(Debug)]
struct Power {
    name: String,
    kind: usize,
    power: u32,
    effect: State,
    map: Vec<Place>,
}

/// How a piece lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// Where it belongs, or where one that looks like it does.
    Right,
    /// There, but turned.
    Turned,
    /// Elsewhere.
    Elsewhere,
}

impl PartialEq for Definition {
    fn eq(&self, other: &Self) -> bool {
        self.description == other.description
    }
}

impl Eq for Definition {}

/// Puzzles that were checked last: every point of a sweep asks for its own again.
static CHECKED: Mutex<Vec<Arc<Definition>>> = Mutex::new(Vec::new());

/// So many of them.
const KEPT: usize = 16;

impl Definition {
    /// The puzzle of a description.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn new(description: Description) -> Result<Arc<Self>, DefinitionError> {
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

    fn check(description: Description) -> Result<Self, DefinitionError> {
        check::name(&description)?;
        let pieces = check::pieces(&description)?;
        let layout = &pieces.layout;
        if description.moves.is_empty() {
            return wrong([], "a puzzle needs a [[move]]");
        }
        if description.moves.len() > MOST_MOVES {
            return wrong([Key::from("move")], format!("a puzzle has at most {MOST_MOVES} moves"));
        }
        let (mut kinds, mut moves, mut generators): (Vec<Kind>, Vec<Power>, Vec<Element>) = Default::default();
        for (number, written) in description.moves.iter().enumerate() {
            let effect = check::effect(&pieces, number, written, &description.moves[..number])?;
            generators.push(effect.clone());
            let powers = check::powers(layout, number, &written.name, effect)?;
            let times = u32::try_from(powers.len() + 1).expect("at most so many times");
            if moves.len() + powers.len() > MOST_POWERS {
                let message = format!("the moves have more than {MOST_POWERS} powers");
                return wrong([Key::from("move"), Key::from(number)], message);
            }
            let first = moves.len();
            kinds.push(Kind { name: written.name.clone(), first, times, commutes: Vec::new() });
            moves.extend((1..).zip(powers).map(|(power, element)| Power {
                name: power_name(&written.name, power, times),
                kind: number,
                power,
                effect: layout.state(&element),
                map: layout.map_of(&element),
            }));
        }
        for (kind, own) in kinds.iter_mut().zip(&generators) {
            kind.commutes = generators.iter().map(|other| layout.then(own, other) == layout.then(other, own)).collect();
        }
        let group = Group::new(layout, &generators);
        let check::Pieces { layout, names, alike } = pieces;
        let mut definition = Self { description, layout, names, alike, moves, kinds, group, symmetries: Vec::new() };
        definition.symmetries = symmetry::all(&definition, &definition.description.symmetries)?;
        Ok(definition)
    }

    /// How it is described.
    #[must_use]
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.description.name
    }

    /// Its orbits.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The name of a piece, and of the position where it belongs.
    #[must_use]
    pub fn piece_name(&self, piece: usize) -> &str {
        &self.names[piece]
    }

    /// How many states moves lead to, in decimals. Pieces that look alike are counted as different ones.
    #[must_use]
    pub fn states(&self) -> String {
        self.group.order()
    }

    fn group(&self) -> &Group {
        &self.group
    }

    /// Its symmetries: that which changes nothing, then all that follow from those of its description.
    #[must_use]
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// All moves and their powers: each kind of move in the order of the description, made once, twice …
    pub fn moves(&self) -> impl Iterator<Item = Move> + Clone + use<> {
        let count = u8::try_from(self.moves.len()).expect("at most MOST_POWERS");
        (0..count).map(Move)
    }

    /// `U`, `U2`, `U'`.
    #[must_use]
    pub fn move_name(&self, one: Move) -> &str {
        &self.moves[one.index()].name
    }

    /// The kind of a move, by its number in the description, and how often it is made.
    #[must_use]
    pub fn kind_and_power(&self, one: Move) -> (usize, u32) {
        let Power { kind, power, .. } = self.moves[one.index()];
        (kind, power)
    }

    /// How many kinds of moves there are.
    #[must_use]
    pub fn kind_count(&self) -> usize {
        self.kinds.len()
    }

    /// The name of a kind of moves.
    fn kind_name(&self, kind: usize) -> &str {
        &self.kinds[kind].name
    }

    /// The kind of moves of this name.
    fn kind_named(&self, name: &str) -> Option<usize> {
        self.kinds.iter().position(|kind| kind.name == name)
    }

    /// After how many times moves of this kind have done nothing.
    #[must_use]
    pub fn times(&self, kind: usize) -> u32 {
        self.kinds[kind].times
    }

    /// A move of this kind, made so often; nothing if that does nothing.
    #[must_use]
    pub fn power(&self, kind: usize, times: u32) -> Option<Move> {
        let Kind { first, times: all, .. } = self.kinds[kind];
        let times = (times % all) as usize;
        (times > 0).then(|| Move(u8::try_from(first + times - 1).expect("at most MOST_POWERS")))
    }

    /// Do moves of these kinds commute?
    #[must_use]
    pub fn commute(&self, kind: usize, other: usize) -> bool {
        self.kinds[kind].commutes[other]
    }

    /// The move that takes this one back.
    #[must_use]
    pub fn inverse_move(&self, one: Move) -> Move {
        let (kind, power) = self.kind_and_power(one);
        self.power(kind, self.times(kind) - power).expect("what does something is undone by something")
    }

    /// Everything at home: the neutral element.
    #[must_use]
    pub fn solved(&self) -> State {
        self.layout.state(self.layout.homes())
    }

    /// What a move does.
    #[must_use]
    pub fn effect(&self, one: Move) -> State {
        self.moves[one.index()].effect
    }

    /// The state after one more move.
    #[must_use]
    pub fn apply(&self, state: State, one: Move) -> State {
        state.mapped(self.layout.pieces(), &self.moves[one.index()].map)
    }

    /// The state after a word.
    #[must_use]
    pub fn apply_all(&self, state: State, word: &[Move]) -> State {
        word.iter().fold(state, |state, &one| self.apply(state, one))
    }

    /// The product: this state, then everything that made the other.
    #[must_use]
    pub fn then(&self, state: State, other: State) -> State {
        let pieces = self.layout.pieces();
        self.layout.state(&self.layout.then(state.places(pieces), other.places(pieces)))
    }

    /// The state that undoes this one.
    #[must_use]
    pub fn inverse(&self, state: State) -> State {
        self.layout.state(&self.layout.inverse(state.places(self.layout.pieces())))
    }

    /// The state as a map of places: what is at place x when its moves are made is at `map[x]` afterwards.
    #[must_use]
    pub fn place_map(&self, state: State) -> Vec<Place> {
        self.layout.map_of(state.places(self.layout.pieces()))
    }

    /// How a piece lies at a place of its orbit.
    #[must_use]
    pub fn fit(&self, piece: usize, place: Place) -> Fit {
        let (position, orientation) = self.layout.position(place);
        match (self.alike[position] == self.alike[piece], orientation) {
            (true, 0) => Fit::Right,
            (true, _) => Fit::Turned,
            (false, _) => Fit::Elsewhere,
        }
    }

    /// Can any two pieces not be told apart?
    #[must_use]
    pub fn has_alike(&self) -> bool {
        self.alike.iter().enumerate().any(|(piece, &like)| usize::from(like) != piece)
    }

    /// The piece that stands for all that look like this one: the first of them.
    #[must_use]
    pub fn like(&self, piece: usize) -> usize {
        usize::from(self.alike[piece])
    }

    /// Does it look solved?
    #[must_use]
    pub fn is_solved(&self, state: State) -> bool {
        let places = state.places(self.layout.pieces()).iter().enumerate();
        places.into_iter().all(|(piece, &place)| self.fit(piece, place) == Fit::Right)
    }

    /// A state, each that moves lead to with the same probability.
    #[must_use]
    pub fn random(&self, stream: &mut Stream) -> State {
        self.layout.state(&self.group.random(&self.layout, stream))
    }
}

/// `U`, `U2`, `U'`: the sign says which way round is shorter.
fn power_name(name: &str, power: u32, times: u32) -> String {
    match power {
        1 => name.to_owned(),
        _ if 2 * power <= times => format!("{name}{power}"),
        _ if power + 1 == times => format!("{name}'"),
        _ => format!("{name}{}'", times - power),
    }
}
