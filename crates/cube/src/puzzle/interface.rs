//! [`Puzzle`]: the trait of all puzzles, with their pieces, states, moves, symmetries and notations, and what follows from them: inverses,
//! merged moves, lengths, and the auxiliary state between two others. The cubes have most of these operations as methods of their states,
//! too. It is implemented in `cube` and `spec`.

use std::fmt::Debug;
use std::hash::Hash;

use super::algorithm::{Algorithm, Metric};
use super::held::{HeldMoves, HeldState};
use super::kind::{PieceView, PuzzleKind};
use super::layout::{Fit, Layout, Place};
use super::notation::{Dialect, Format, FormatError, Notation, NotationError};
use super::symmetry::Symmetry;
use super::turn::Face;
use crate::rng::Stream;

/// A puzzle: its states, its moves, and their notations. States form a group: a state is the product of the moves that
/// lead to it from the solved state.
///
/// ```
/// use evocube_cube::puzzle::spec::Shipped;
/// use evocube_cube::{CUBE3, Puzzle};
///
/// fn states_near<P: Puzzle>(puzzle: &P) -> usize {
///     let states = puzzle.moves().into_iter().map(|step| puzzle.apply(puzzle.solved(), step));
///     states.collect::<std::collections::HashSet<_>>().len()
/// }
/// assert_eq!((states_near(&CUBE3), states_near(&*Shipped::Skewb.spec())), (18, 8));
/// ```
pub trait Puzzle: Debug + Send + Sync {
    /// A reachable state.
    type State: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// A generator of the group or a power of one. Searches try moves in ascending order.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;
    /// An automorphism of the group that maps moves to moves.
    type Symmetry: Copy + Eq + Debug + Send + Sync + 'static;

    /// Returns the name in files and on the command line.
    fn name(&self) -> &str;

    /// Returns the kind of cube; `None` for other puzzles.
    fn cube(&self) -> Option<PuzzleKind> {
        None
    }

    /// Returns the orbits of the pieces, and the numbers of pieces and places.
    fn layout(&self) -> &Layout;

    /// Returns the name of a piece and of its home position.
    fn piece_name(&self, piece: usize) -> String;

    /// Returns the solved state, the neutral element.
    fn solved(&self) -> Self::State;

    /// Returns whether the state looks solved.
    #[inline]
    fn is_solved(&self, state: Self::State) -> bool {
        state == self.solved()
    }

    /// Returns a state drawn uniformly from all reachable ones.
    fn random(&self, stream: &mut Stream) -> Self::State;

    /// Returns all moves, in ascending order.
    fn moves(&self) -> Vec<Self::Move>;

    /// Returns the state after one more move.
    fn apply(&self, state: Self::State, mv: Self::Move) -> Self::State;

    /// Returns the product: the state after the moves that lead to `first`, followed by those that lead to `second`.
    fn then(&self, first: Self::State, second: Self::State) -> Self::State;

    /// Returns the inverse state.
    fn inverse(&self, state: Self::State) -> Self::State;

    /// Returns the place of each piece, by the piece's number; entries beyond the pieces of the [layout](Puzzle::layout) are
    /// undefined. A state must be [anchored](Puzzle::anchor) first.
    fn places(&self, state: Self::State) -> impl AsRef<[Place]>;

    /// Returns the state as a map of places: its moves take a piece from place x to place `map[x]`.
    fn place_map(&self, state: Self::State) -> impl AsRef<[Place]> {
        self.layout().map_of(self.places(state).as_ref())
    }

    /// Returns the match of a piece with a place of its orbit.
    fn fit(&self, piece: usize, place: Place) -> Fit {
        match self.layout().position(place) {
            (position, 0) if position == piece => Fit::Right,
            (position, _) if position == piece => Fit::Turned,
            _ => Fit::Elsewhere,
        }
    }

    /// Returns the stickers of a piece at a place; `None` for places where the piece cannot be, and for puzzles without
    /// stickers.
    fn view(&self, _piece: usize, _place: Place) -> Option<PieceView> {
        None
    }

    /// Returns the representative of all states that look the same; the state itself if all pieces look different.
    fn canonical(&self, state: Self::State) -> Self::State {
        state
    }

    /// Returns the state rotated as a whole so that its anchor piece is home, and a symmetry. Moves that solve the anchored
    /// state solve this one after [conjugation](Puzzle::conjugate) by the symmetry. A puzzle of fixed orientation is
    /// always anchored.
    fn anchor(&self, state: Self::State) -> (Self::State, Self::Symmetry) {
        (state, self.symmetries()[0])
    }

    /// Returns the number of generators, at most 64.
    fn generators(&self) -> usize;

    /// Returns the generator of a move, by its number, and the power: the move is this power of it, from 1 to
    /// [`order`](Puzzle::order) − 1.
    fn generator(&self, mv: Self::Move) -> (usize, u32);

    /// Returns the order of a generator: the smallest n above 0 such that its n-th power is the identity.
    fn order(&self, generator: usize) -> u32;

    /// Returns a power of a generator; `None` for the identity.
    fn power(&self, generator: usize, times: u32) -> Option<Self::Move>;

    /// Returns whether two generators commute; each commutes with itself.
    fn commute(&self, generator: usize, other: usize) -> bool;

    /// Returns all symmetries, the identity first.
    fn symmetries(&self) -> Vec<Self::Symmetry>;

    /// Returns whether a symmetry is a reflection.
    fn mirrors(&self, symmetry: Self::Symmetry) -> bool;

    /// Returns the name of a symmetry, as used in names of symbols.
    fn symmetry_name(&self, symmetry: Self::Symmetry) -> String;

    /// Returns the moves conjugated by a symmetry, rewritten to keep the puzzle anchored.
    fn conjugate(&self, moves: &[Self::Move], symmetry: Self::Symmetry) -> Algorithm<Self::Move>;

    /// Returns the state after the moves that [`conjugate`](Puzzle::conjugate) returns, given the moves and the state after them.
    fn conjugate_effect(&self, _effect: Self::State, moves: &[Self::Move], symmetry: Self::Symmetry) -> Self::State {
        self.apply_all(self.solved(), &self.conjugate(moves, symmetry))
    }

    /// Returns the product of a state `by`, this state, and the inverse of `by`, which is given.
    fn conjugate_by(&self, state: Self::State, by: Self::State, inverse: Self::State) -> Self::State {
        self.then(self.then(by, state), inverse)
    }

    /// Returns the name of a move: `U`, `U2`, `U'`.
    fn move_name(&self, mv: Self::Move) -> &str;

    /// Reads moves that name positions of the puzzle as it lies, and the rotation of the whole puzzle that they leave. The dialect defines
    /// the meaning of digits in the cubes' notations.
    ///
    /// # Errors
    /// The first part that cannot be read.
    ///
    /// ```
    /// use evocube_cube::notation::Dialect;
    /// use evocube_cube::{CUBE3, Puzzle};
    /// let moves = CUBE3.read_moves("[R, U]", Dialect::Wca)?.moves;
    /// assert_eq!(CUBE3.write_moves(&moves), "R U R' U'");
    /// # Ok::<(), evocube_cube::notation::NotationError>(())
    /// ```
    fn read_moves(&self, text: &str, dialect: Dialect) -> Result<HeldMoves<Self::Move>, NotationError>;

    /// Reads one move.
    ///
    /// # Errors
    /// If the text is not exactly one move of the puzzle.
    ///
    /// ```
    /// use evocube_cube::{CUBE3, Puzzle, Turn};
    /// assert_eq!(CUBE3.read_move("R2"), Ok(Turn::R2));
    /// assert!(CUBE3.read_move("R U").is_err());
    /// ```
    fn read_move(&self, text: &str) -> Result<Self::Move, NotationError> {
        match self.read_moves(text, Dialect::Wca)?.moves[..] {
            [mv] => Ok(mv),
            _ => Err(NotationError::whole(format!("\"{text}\" is not one move of {}", self.name()))),
        }
    }

    /// Reads a state in one of the puzzle's formats as it lies. Without a format, the format is recognized.
    ///
    /// # Errors
    /// The malformed part, or the reason why the state is unreachable.
    ///
    /// ```
    /// use evocube_cube::notation::Format;
    /// use evocube_cube::{CUBE2, Cube2, Puzzle, Turn};
    /// let state = CUBE2.read("R", Format::Moves.into())?.state;
    /// assert_eq!(state, Cube2::SOLVED.apply(Turn::R));
    /// assert_eq!(CUBE2.read_state(&CUBE2.write_state(state))?, state);
    /// # Ok::<(), evocube_cube::notation::NotationError>(())
    /// ```
    fn read(&self, text: &str, notation: Notation) -> Result<HeldState<Self::State>, NotationError>;

    /// Returns the state that has the moves of another one, conjugated by a rotation of the whole puzzle.
    fn rotate(&self, state: Self::State, _rotation: Symmetry) -> Self::State {
        state
    }

    /// Returns a held state after moves that name positions of the puzzle as it lies, and that leave a rotation.
    ///
    /// ```
    /// use evocube_cube::notation::Dialect;
    /// use evocube_cube::{CUBE3, Puzzle};
    /// let held = "R U Rw".parse()?;
    /// let end = CUBE3.go_on(held, &CUBE3.read_moves("Rw' U' R'", Dialect::Wca)?);
    /// assert_eq!(end, CUBE3.solved().into());
    /// # Ok::<(), evocube_cube::notation::NotationError>(())
    /// ```
    fn go_on(&self, held: HeldState<Self::State>, moves: &HeldMoves<Self::Move>) -> HeldState<Self::State> {
        let apply = |state| self.apply_all(state, &moves.moves);
        held.after(moves.rotation, |state, rotation| self.rotate(state, rotation), apply)
    }

    /// Returns the format of states on one line, as in result files.
    fn state_format(&self) -> Format {
        if self.cube().is_some() { Format::Facelets } else { Format::Pieces }
    }

    /// Reads the output of [`write_state`](Puzzle::write_state).
    ///
    /// # Errors
    /// As [`read`](Puzzle::read).
    fn read_state(&self, text: &str) -> Result<Self::State, NotationError> {
        self.read(text, self.state_format().into()).map(|held| held.state)
    }

    /// Returns the state on one line, as in result files.
    fn write_state(&self, state: Self::State) -> String {
        self.write(state, self.state_format()).expect("states are written in their format")
    }

    /// Returns a state as it lies on one line, which [`read`](Puzzle::read) reads.
    fn write_lying(&self, held: HeldState<Self::State>) -> String {
        match self.facelets(held) {
            Some(facelets) => facelets.iter().map(|face| face.letter()).collect(),
            None => self.write_state(held.state),
        }
    }

    /// Writes a state in a format of the puzzle, without a line break at the end. Formats with centers show how a [`HeldState`] lies.
    ///
    /// # Errors
    /// If the puzzle does not have the format or the format cannot hold a state.
    ///
    /// ```
    /// use evocube_cube::notation::{Format, FormatError};
    /// use evocube_cube::{CUBE3, Puzzle};
    /// let pieces = CUBE3.write(CUBE3.solved(), Format::Pieces)?;
    /// assert!(pieces.starts_with("UF UR UB UL"));
    /// assert_eq!(CUBE3.write(CUBE3.solved(), Format::Moves), Err(FormatError::Moves));
    /// # Ok::<(), FormatError>(())
    /// ```
    fn write(&self, state: impl Into<HeldState<Self::State>>, format: Format) -> Result<String, FormatError>;

    /// Returns the colors of all facelets of a state as it lies, for puzzles that have them: faces in the order U R F D L B, rows from
    /// the top left.
    fn facelets(&self, _state: impl Into<HeldState<Self::State>>) -> Option<Vec<Face>> {
        None
    }

    /// Returns the state after some moves.
    fn apply_all(&self, state: Self::State, moves: &[Self::Move]) -> Self::State {
        moves.iter().fold(state, |state, &mv| self.apply(state, mv))
    }

    /// Returns the auxiliary state: its solutions are exactly the routes from one state to the other.
    ///
    /// ```
    /// use evocube_cube::{CUBE3, Puzzle, Turn};
    /// let start = CUBE3.apply(CUBE3.solved(), Turn::R);
    /// let goal = CUBE3.apply(start, Turn::U);
    /// let auxiliary = CUBE3.between(start, goal);
    /// assert!(CUBE3.is_solved(CUBE3.apply(auxiliary, Turn::U)));
    /// ```
    fn between(&self, start: Self::State, goal: Self::State) -> Self::State {
        self.then(self.inverse(goal), start)
    }

    /// Returns the inverse move.
    fn inverse_move(&self, mv: Self::Move) -> Self::Move {
        let (generator, power) = self.generator(mv);
        self.power(generator, self.order(generator) - power).expect("the inverse of a move is a move")
    }

    /// Returns the inverse of a sequence.
    ///
    /// ```
    /// use evocube_cube::{CUBE3, Puzzle, Turn};
    /// assert_eq!(&CUBE3.undo(&[Turn::R, Turn::U])[..], [Turn::U3, Turn::R3]);
    /// ```
    fn undo(&self, moves: &[Self::Move]) -> Algorithm<Self::Move> {
        moves.iter().rev().map(|&mv| self.inverse_move(mv)).collect()
    }

    /// Returns the position of the move in a sequence that merges with an appended move: the last one of the same generator, if
    /// all later moves commute with it.
    ///
    /// ```
    /// use evocube_cube::{CUBE3, Puzzle, Turn};
    /// assert_eq!(CUBE3.merges(&[Turn::L, Turn::R], Turn::L), Some(0));
    /// assert_eq!(CUBE3.merges(&[Turn::L, Turn::U], Turn::L), None);
    /// ```
    fn merges(&self, moves: &[Self::Move], mv: Self::Move) -> Option<usize> {
        let (generator, _) = self.generator(mv);
        let generator_of = |other| self.generator(other).0;
        let last_related = moves
            .iter()
            .rposition(|&other| generator_of(other) == generator || !self.commute(generator_of(other), generator));
        last_related.filter(|&position| generator_of(moves[position]) == generator)
    }

    /// Merges moves of one generator, also across moves that commute with them. The effect is unchanged.
    ///
    /// ```
    /// use evocube_cube::puzzle::spec::Shipped;
    /// use evocube_cube::{Puzzle, notation::Dialect};
    /// let skewb = Shipped::Skewb.spec();
    /// let moves = skewb.read_moves("U U R", Dialect::Wca)?.moves;
    /// assert_eq!(skewb.write_moves(&skewb.simplify(&moves)), "U' R");
    /// # Ok::<(), evocube_cube::notation::NotationError>(())
    /// ```
    fn simplify(&self, moves: &[Self::Move]) -> Algorithm<Self::Move> {
        let mut simple = Vec::with_capacity(moves.len());
        moves.iter().for_each(|&mv| self.append(&mut simple, 0, mv));
        simple.into()
    }

    /// Appends a move to moves that are simplified from a position on, so that they stay simplified.
    fn append(&self, moves: &mut Vec<Self::Move>, begin: usize, mv: Self::Move) {
        let Some(position) = self.merges(&moves[begin..], mv) else { return moves.push(mv) };
        let position = begin + position;
        let (generator, power) = self.generator(mv);
        match self.power(generator, power + self.generator(moves[position]).1) {
            Some(merged) => moves[position] = merged,
            None => drop(moves.remove(position)),
        }
    }

    /// Returns the length of a sequence. In [`Metric::Htm`] each move counts one; in [`Metric::Qtm`] the k-th power of a
    /// generator of order n counts min(k, n − k).
    fn length(&self, moves: &[Self::Move], metric: Metric) -> usize {
        let single = |&mv: &Self::Move| {
            let (generator, power) = self.generator(mv);
            power.min(self.order(generator) - power) as usize
        };
        match metric {
            Metric::Htm => moves.len(),
            Metric::Qtm => moves.iter().map(single).sum(),
        }
    }

    /// Writes a sequence: the names of its moves, separated by one space.
    fn write_moves(&self, moves: &[Self::Move]) -> String {
        // Three bytes are a move of a cube and a blank.
        let mut text = String::with_capacity(3 * moves.len());
        for (number, &mv) in moves.iter().enumerate() {
            if number > 0 {
                text.push(' ');
            }
            text.push_str(self.move_name(mv));
        }
        text
    }

    /// Returns the number of pieces of an [anchored](Puzzle::anchor) state that are not in their solved places.
    ///
    /// ```
    /// use evocube_cube::{CUBE3, Cube3, Puzzle, Turn};
    /// assert_eq!(CUBE3.changed_pieces(Cube3::after(&[Turn::R])), 8);
    /// ```
    fn changed_pieces(&self, state: Self::State) -> usize {
        let homes = self.layout().homes();
        self.places(state).as_ref().iter().zip(homes).filter(|(place, home)| place != home).count()
    }
}
