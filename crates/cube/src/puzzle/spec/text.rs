//! The notation of states.

use super::{PuzzleSpec, SpecState};
use crate::puzzle::notation::{Format, FormatError};
use crate::puzzle::{Orbit, Place, Puzzle};

impl PuzzleSpec {
    /// Returns a state on one line: the name of each orbit and the pieces by position, with `+1`, `+2` … for other
    /// orientations. Orbits are separated by `; `.
    pub(super) fn pieces_of(&self, state: SpecState) -> String {
        let orbits = self.layout.orbits().iter().map(|orbit| {
            let pieces = self.seen(state);
            let entries: Vec<String> = orbit.pieces.clone().map(|position| self.entry(pieces[position])).collect();
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
    fn seen(&self, state: SpecState) -> Vec<(usize, u8)> {
        let pieces = self.layout.pieces();
        let mut seen = vec![(0, 0); pieces];
        for (piece, &place) in state.places(pieces).iter().enumerate() {
            let (position, orientation) = self.layout.position(place);
            seen[position] = (piece, orientation);
        }
        seen
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
    /// A sentence with the first error, or with the reason why the state is unreachable.
    pub(super) fn parse_state(&self, text: &str) -> Result<SpecState, String> {
        let layout = &self.layout;
        let mut element: Box<[Place]> = layout.homes().into();
        let mut named = Vec::new();
        for part in text.split([';', '\n']).map(str::trim).filter(|part| !part.is_empty()) {
            let mut words = part.split_whitespace();
            let name = words.next().unwrap_or_default();
            let Some(orbit) = layout.orbits().iter().find(|orbit| orbit.name == name) else {
                return Err(format!("\"{name}\" is no orbit of {}", self.name()));
            };
            if named.contains(&name) {
                return Err(format!("the orbit \"{name}\" is given twice"));
            }
            named.push(name);
            let mut placed = vec![false; orbit.pieces.len()];
            let mut count = 0;
            for entry in words {
                let (piece, orientation) = self.read_piece(orbit, entry)?;
                if count == orbit.pieces.len() {
                    return Err(format!("the orbit \"{name}\" has {count} positions, and more pieces are given"));
                }
                if std::mem::replace(&mut placed[piece - orbit.pieces.start], true) {
                    return Err(format!("the piece \"{}\" of \"{name}\" is given twice", self.piece_name(piece)));
                }
                element[piece] = orbit.place(count, orientation);
                count += 1;
            }
            if count < orbit.pieces.len() {
                return Err(format!(
                    "the orbit \"{name}\" has {} positions, {count} pieces are given",
                    orbit.pieces.len()
                ));
            }
        }
        self.reachable(&element)
    }

    fn read_piece(&self, orbit: &Orbit, entry: &str) -> Result<(usize, u8), String> {
        let (name, turned) = entry.split_once('+').unwrap_or((entry, "0"));
        let piece = orbit.pieces.clone().find(|&piece| self.piece_name(piece) == name);
        let piece = piece.ok_or_else(|| format!("\"{name}\" is no piece of \"{}\"", orbit.name))?;
        let turned = turned.parse().ok().filter(|&turned: &u8| turned < orbit.orientations);
        turned.map(|turned| (piece, turned)).ok_or_else(|| {
            format!("\"{entry}\": a piece of \"{}\" is turned by 0 to {}", orbit.name, orbit.orientations - 1)
        })
    }

    /// Returns the state, or the reason why it is unreachable.
    fn reachable(&self, element: &[Place]) -> Result<SpecState, String> {
        let Err(stuck) = self.group.check(&self.layout, element) else { return Ok(SpecState::new(element)) };
        for (number, orbit) in self.layout.orbits().iter().enumerate() {
            let invariants_of = |element: &[Place]| self.invariants(number, element);
            let (twist, odd) = invariants_of(element);
            let made: Vec<_> = self
                .moves()
                .into_iter()
                .map(|mv| invariants_of(self.effect(mv).places(self.layout.pieces())))
                .collect();
            let name = &orbit.name;
            if twist != 0 && made.iter().all(|&(twist, _)| twist == 0) {
                return Err(format!(
                    "no moves lead there: the orientations of \"{name}\" add up to {twist}, and moves keep the sum at 0"
                ));
            }
            if odd && made.iter().all(|&(_, odd)| !odd) {
                return Err(format!(
                    "no moves lead there: the permutation of \"{name}\" is odd, and moves keep it even"
                ));
            }
        }
        let piece = self.piece_name(stuck.piece);
        let orbit = &self.layout.orbit_of(stuck.piece).name;
        Err(format!(
            "no moves lead there: with the pieces before it at home, \"{piece}\" of \"{orbit}\" cannot come home"
        ))
    }

    /// Returns the sum of the orientations of an orbit's pieces, and whether their permutation is odd.
    fn invariants(&self, number: usize, element: &[Place]) -> (u8, bool) {
        let orbit = &self.layout.orbits()[number];
        let places: Vec<(usize, u8)> = orbit.pieces.clone().map(|piece| orbit.split(element[piece])).collect();
        let twist: usize = places.iter().map(|&(_, orientation)| usize::from(orientation)).sum();
        let twist = u8::try_from(twist % usize::from(orbit.orientations)).expect("less than the orientations");
        let mut seen = vec![false; places.len()];
        let mut odd = false;
        for first in 0..places.len() {
            let (mut piece, mut length) = (first, 0);
            while !std::mem::replace(&mut seen[piece], true) {
                (piece, length) = (places[piece].0, length + 1);
            }
            odd ^= length > 0 && length % 2 == 0;
        }
        (twist, odd)
    }
}
