//! [`DefinedSettings`]: what a puzzle that is data needs said otherwise than a cube.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::alphabet::DefinedAlphabetConfig;
use super::bounded::Weight;
use crate::puzzle::defined::{Definition, Fit, MOST_PIECES, MOST_PLACES, State};
use crate::puzzle::kernel::DefinedCosts;

/// The keys `alphabet` and `objective` of a sweep whose puzzle is data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DefinedSettings {
    /// What a gene is.
    pub alphabet: DefinedAlphabetConfig,
    /// What is minimised.
    pub objective: DefinedObjective,
}

/// What evolution minimises on a puzzle that is data; 0 is the goal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum DefinedObjective {
    /// How many pieces are not in their place the right way round.
    #[default]
    Pieces,
    /// The same with weights for the pieces of each orbit; 1 for those that are not named.
    Weights(BTreeMap<String, PieceWeights>),
}

/// What a wrong piece of an orbit costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct PieceWeights {
    /// In another position than its own, or that of one that looks like it. Default 1.
    pub place: Weight,
    /// In that, but turned. Default 1.
    pub orientation: Weight,
}

impl Default for PieceWeights {
    fn default() -> Self {
        let one = Weight::try_from(1).expect("within the bounds");
        Self { place: one, orientation: one }
    }
}

impl DefinedObjective {
    /// Does it fit the puzzle?
    ///
    /// # Errors
    /// In a sentence.
    pub fn check(&self, puzzle: &Definition) -> Result<(), String> {
        let Self::Weights(weights) = self else { return Ok(()) };
        let orbits = puzzle.layout().orbits();
        if let Some(name) = weights.keys().find(|name| orbits.iter().all(|orbit| orbit.name != **name)) {
            let known: Vec<&str> = orbits.iter().map(|orbit| orbit.name.as_str()).collect();
            return Err(format!("\"{name}\" is no orbit of {}: it has {}", puzzle.name(), known.join(", ")));
        }
        let all_0 = |name: &str| {
            weights.get(name).is_some_and(|weights| weights.place.get() == 0 && weights.orientation.get() == 0)
        };
        if orbits.iter().all(|orbit| all_0(&orbit.name)) {
            return Err("an objective whose weights are all 0 calls every state solved".to_owned());
        }
        Ok(())
    }

    /// What each piece costs at each place.
    #[must_use]
    pub fn costs(&self, puzzle: &Definition) -> Box<DefinedCosts> {
        let mut costs = Box::new([[0; MOST_PLACES]; MOST_PIECES]);
        for orbit in puzzle.layout().orbits() {
            let weights = match self {
                Self::Pieces => PieceWeights::default(),
                Self::Weights(weights) => weights.get(&orbit.name).copied().unwrap_or_default(),
            };
            for piece in orbit.pieces.clone() {
                for place in (0..orbit.pieces.len()).flat_map(|at| (0..orbit.orientations).map(move |way| (at, way))) {
                    let place = orbit.place(place.0, place.1);
                    let cost = match puzzle.fit(piece, place) {
                        Fit::Right => 0,
                        Fit::Turned => weights.orientation.get(),
                        Fit::Elsewhere => weights.place.get(),
                    };
                    costs[piece][usize::from(place)] = u16::try_from(cost).expect("weights are at most 800");
                }
            }
        }
        costs
    }

    /// The penalty of a state.
    #[must_use]
    pub fn of(&self, puzzle: &Definition, state: State) -> u32 {
        let costs = self.costs(puzzle);
        let places = state.places(puzzle.layout().pieces());
        places.iter().zip(costs.iter()).map(|(&place, costs)| u32::from(costs[usize::from(place)])).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::defined::Shipped;

    #[test]
    fn wrong_pieces_are_counted_with_their_weights() {
        let puzzle = Shipped::Pyraminx.definition();
        let after = |moves: &str| puzzle.apply_all(puzzle.solved(), &puzzle.read_moves(moves).unwrap());
        let pieces = DefinedObjective::Pieces;
        // The tip, the piece below it and three edges.
        let penalties = ["", "U", "u", "U u'", "U L"].map(|moves| pieces.of(&puzzle, after(moves)));
        assert_eq!(penalties, [0, 5, 1, 4, 9]);
        #[derive(Deserialize)]
        struct One {
            objective: DefinedObjective,
        }
        let text = "[objective.weights]\nedges = { place = 10, orientation = 3 }\ntips = { orientation = 0 }";
        let One { objective } = toml::from_str(text).unwrap();
        assert_eq!(objective.check(&puzzle), Ok(()));
        assert_eq!([after("u"), after("U"), after("R")].map(|state| objective.of(&puzzle, state)), [0, 31, 31]);
    }

    #[test]
    fn what_does_not_fit_the_puzzle_is_refused() {
        let puzzle = Shipped::Skewb.definition();
        let zero = PieceWeights { place: Weight::default(), orientation: Weight::default() };
        let with = |names: &[&str]| {
            let weights = names.iter().map(|&name| (name.to_owned(), zero)).collect();
            DefinedObjective::Weights(weights).check(&puzzle)
        };
        assert_eq!(with(&["free", "centres"]), Ok(()));
        assert_eq!(with(&["tips"]).unwrap_err(), "\"tips\" is no orbit of skewb: it has held, free, centres");
        assert_eq!(
            with(&["free", "centres", "held"]).unwrap_err(),
            "an objective whose weights are all 0 calls every state solved"
        );
    }
}
