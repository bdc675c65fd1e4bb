//! [`Weights`]: the objective that counts the wrong pieces of any puzzle with weights by orbit, such as corners or edges. [`PieceWeights`]
//! has a weight for misplaced pieces and one for misoriented ones.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{InvalidObjective, PenaltyRule};
use crate::bounded::Weight;
use crate::settings::settings;
use evocube_cube::puzzle::{AnyPuzzle, Fit, Place, Puzzle};
use evocube_cube::with_puzzle;

/// Weights of wrong pieces by the name of their orbit; 1 for orbits without an entry.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Weights(pub BTreeMap<String, PieceWeights>);

settings! {
    /// Weights of a wrong piece of an orbit.
    #[derive(Copy, Eq)]
    pub struct PieceWeights {
        /// Weight of a piece in the position of a piece that looks different. Default 1.
        pub place: Weight = Weight::new(1),
        /// Weight of a piece in its position, but in a wrong orientation. Default 1.
        pub orientation: Weight = Weight::new(1),
    }
}

impl PenaltyRule for Weights {
    fn check(&self, puzzle: &AnyPuzzle) -> Result<(), InvalidObjective> {
        let orbits: Vec<String> =
            with_puzzle!(puzzle, |p| p.layout().orbits().iter().map(|orbit| orbit.name.clone()).collect());
        match self.0.keys().find(|name| !orbits.contains(name)) {
            Some(name) => Err(InvalidObjective::NoOrbit { name: name.clone(), puzzle: puzzle.clone(), orbits }),
            None => Ok(()),
        }
    }

    fn penalty<P: Puzzle>(&self, puzzle: &P, piece: usize, place: Place) -> usize {
        let weights = self.0.get(&puzzle.layout().orbit_of(piece).name).copied().unwrap_or_default();
        match puzzle.fit(piece, place) {
            Fit::Right => 0,
            Fit::Turned => weights.orientation.get(),
            Fit::Elsewhere => weights.place.get(),
        }
    }
}
