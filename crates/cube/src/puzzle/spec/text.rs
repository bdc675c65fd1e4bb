//! States of file-defined puzzles, written and read as text in the format `pieces`: the pieces of each orbit by position, with their
//! orientations. Unreachable ones are refused with a reason. Also whether a text is such a state or moves. These puzzles have no facelets,
//! faces or JSON. Moves are read by `reading`, pieces of the cubes by `notation::pieces`.

use super::check::read_entry;
use super::{PuzzleSpec, SpecState};
use crate::puzzle::notation::{Format, FormatError, NotationError, refuse_text};
use crate::puzzle::{Orbit, Place, Puzzle, permutation_is_odd};

impl PuzzleSpec {
    /// Returns a state on one line: the name of each orbit and the pieces by position, with `+1`, `+2` … for other
    /// orientations. Orbits are separated by `; `.
    pub(super) fn pieces_of(&self, state: SpecState) -> String {
        let pieces = self.pieces_by_position(state);
        let orbits = self.layout.orbits().iter().map(|orbit| {
            let entries: Vec<String> = pieces[orbit.pieces.clone()].iter().map(|&piece| self.entry(piece)).collect();
            format!("{} {}", orbit.name, entries.join(" "))
        });
        orbits.collect::<Vec<_>>().join("; ")
    }

    /// Returns a piece with its orientation.
    fn entry(&self, (piece, orientation): (usize, u8)) -> String {
        match orientation {
            0 => self.piece_name(piece),
            turned => format!("{}+{turned}", self.piece_name(piece)),
        }
    }

    /// Returns the piece in each position, and its orientation there.
    fn pieces_by_position(&self, state: SpecState) -> Vec<(usize, u8)> {
        let count = self.layout.pieces();
        let mut pieces = vec![(0, 0); count];
        for (piece, &place) in state.places(count).iter().enumerate() {
            let (position, orientation) = self.layout.position(place);
            pieces[position] = (piece, orientation);
        }
        pieces
    }

    /// Returns whether a text is more likely a state than moves: its first word is the name of an orbit.
    pub(super) fn looks_like_a_state(&self, text: &str) -> bool {
        let first = text.split_whitespace().next();
        first.is_some_and(|first| self.layout.orbits().iter().any(|orbit| orbit.name == first))
    }

    /// Returns the error of a format that file-defined puzzles do not have.
    pub(super) fn no_format(&self, format: Format) -> FormatError {
        FormatError::CubesOnly { format, puzzle: self.name().to_owned() }
    }

    /// Reads the output of [`PuzzleSpec::pieces_of`], with orbits in any order, separated by `;` or line breaks.
    /// Omitted orbits are solved.
    ///
    /// # Errors
    /// The first error, or the reason why the state is unreachable.
    pub(super) fn parse_state(&self, text: &str) -> Result<SpecState, NotationError> {
        let layout = &self.layout;
        let mut element: Box<[Place]> = layout.homes().into();
        let mut named = Vec::new();
        for part in text.split([';', '\n', '\r']).map(str::trim).filter(|part| !part.is_empty()) {
            let mut words = part.split_whitespace();
            let name = words.next().unwrap_or_default();
            let Some(orbit) = layout.orbits().iter().find(|orbit| orbit.name == name) else {
                return refuse_text(format!("\"{name}\" is no orbit of {}", self.name()));
            };
            if named.contains(&name) {
                return refuse_text(format!("the orbit \"{name}\" is given twice"));
            }
            named.push(name);
            let mut placed = vec![false; orbit.pieces.len()];
            let mut count = 0;
            for entry in words {
                let (number, orientation) = read_entry(orbit, &self.names, entry)?;
                if count == orbit.pieces.len() {
                    return refuse_text(format!(
                        "the orbit \"{name}\" has {count} positions, and more pieces are given"
                    ));
                }
                let piece = orbit.pieces.start + number;
                if std::mem::replace(&mut placed[number], true) {
                    return refuse_text(format!(
                        "the piece \"{}\" of \"{name}\" is given twice",
                        self.piece_name(piece)
                    ));
                }
                element[piece] = orbit.place(count, orientation);
                count += 1;
            }
            if count < orbit.pieces.len() {
                return refuse_text(format!(
                    "the orbit \"{name}\" has {} positions, {count} pieces are given",
                    orbit.pieces.len()
                ));
            }
        }
        self.reachable(&element)
    }

    /// Returns the state, or the reason why it is unreachable.
    fn reachable(&self, element: &[Place]) -> Result<SpecState, NotationError> {
        let Some(stuck) = self.group.stuck_piece(&self.layout, element) else { return Ok(SpecState::new(element)) };
        let order = if self.has_alike() { "; another order of pieces that look alike may be reached" } else { "" };
        for orbit in self.layout.orbits() {
            let (twist, odd) = self.invariants(orbit, element);
            let invariants = |mv| self.invariants(orbit, self.effect(mv).places(self.layout.pieces()));
            let moves: Vec<_> = self.moves().into_iter().map(invariants).collect();
            let name = &orbit.name;
            if twist != 0 && moves.iter().all(|&(twist, _)| twist == 0) {
                return refuse_text(format!(
                    "no moves lead there: the orientations of \"{name}\" add up to {twist}, and moves keep the sum at 0"
                ));
            }
            if odd && moves.iter().all(|&(_, odd)| !odd) {
                return refuse_text(format!(
                    "no moves lead there: the permutation of \"{name}\" is odd, and moves keep it even{order}"
                ));
            }
        }
        let piece = self.piece_name(stuck);
        let orbit = &self.layout.orbit_of(stuck).name;
        refuse_text(format!(
            "no moves lead there: with the pieces before it at home, \"{piece}\" of \"{orbit}\" cannot come home{order}"
        ))
    }

    /// Returns the sum of the orientations of an orbit's pieces, and whether their permutation is odd.
    fn invariants(&self, orbit: &Orbit, element: &[Place]) -> (u8, bool) {
        let places = orbit.pieces.clone().map(|piece| orbit.split(element[piece]));
        let twist = places.clone().fold(0, |sum, (_, orientation)| (sum + orientation) % orbit.orientations);
        let positions: Vec<u8> = places.map(|(position, _)| u8::try_from(position).expect("few pieces")).collect();
        (twist, permutation_is_odd(&positions))
    }
}
