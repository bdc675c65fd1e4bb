//! [`PenaltyFunction`]: the penalty of a state by the places of its pieces. [`Penalize`]: the interface of objectives outside the crate.
//! [`InvalidObjective`]: why one does not suit a puzzle. Objectives are chosen in `objective`.

use std::sync::Arc;

use crate::registered::{Registered, Word};
use evocube_cube::puzzle::{AnyPuzzle, Layout, Place};
use evocube_cube::solver::Cancelled;
use evocube_cube::text::suggestion;

/// Penalties of pieces at places of their orbits, summed over all pieces; or a registered function of all places.
#[derive(Clone, Debug)]
pub struct PenaltyFunction {
    places: usize,
    /// A row for each piece, an entry for each place; 0 outside the orbit of the piece.
    penalties: Vec<u16>,
    custom: Option<(Arc<Registered<dyn Penalize>>, Layout)>,
}

/// Objective outside the crate, any function of a state: equal states have equal penalties. It is evaluated in plain Rust, on several
/// threads if the run has them.
pub trait Penalize: Send + Sync {
    /// Returns the penalty of a state whose pieces are at these places; 0 is the goal. The layout numbers
    /// pieces and places.
    ///
    /// # Errors
    /// If the objective fails, which ends the run.
    fn penalty(&self, layout: &Layout, places: &[Place]) -> Result<u16, Cancelled>;

    /// Writes the penalties of several states, one after the other in `places`.
    ///
    /// An override must return the penalties of `penalty`.
    ///
    /// # Errors
    /// If the objective fails. The penalties are then not used.
    fn penalties(&self, layout: &Layout, places: &[Place], penalties: &mut [u16]) -> Result<(), Cancelled> {
        for (penalty, places) in penalties.iter_mut().zip(places.chunks_exact(layout.pieces())) {
            *penalty = self.penalty(layout, places)?;
        }
        Ok(())
    }

    /// Checks that the penalty is defined for a puzzle.
    ///
    /// # Errors
    /// [`InvalidObjective::Custom`], if it is not.
    fn check(&self, puzzle: &AnyPuzzle) -> Result<(), InvalidObjective> {
        let _ = puzzle;
        Ok(())
    }
}

/// Error: a puzzle does not have what an objective counts, or the objective calls every state solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidObjective {
    /// The puzzle has no stickers.
    #[error("the penalty counts stickers, which {0} does not have: use \"pieces\", or weights of its orbits")]
    NoStickers(AnyPuzzle),
    /// The puzzle has no orbit with a name that has weights.
    #[error("\"{name}\" is no orbit of {puzzle}: it has {}{}", orbits.join(", "), similar(name, orbits))]
    NoOrbit {
        /// The name.
        name: String,
        /// The puzzle.
        puzzle: AnyPuzzle,
        /// The names of its orbits.
        orbits: Vec<String>,
    },
    /// All weights are 0.
    #[error("an objective whose weights are all 0 calls every {} solved", if puzzle.cube().is_some() { "cube" } else { "state" })]
    NoWeight {
        /// The puzzle.
        puzzle: AnyPuzzle,
    },
    /// The reason of an objective outside the crate.
    #[error("{0}")]
    Custom(String),
}

/// Returns a question for the name that is most similar to an unknown one.
fn similar(name: &str, names: &[String]) -> String {
    suggestion(name, &names.iter().map(String::as_str).collect::<Vec<_>>())
}

impl Penalize for Word {
    fn penalty(&self, _: &Layout, _: &[Place]) -> Result<u16, Cancelled> {
        self.run()
    }
}

impl PenaltyFunction {
    /// Returns the sum of a function of piece and place, which is called for the places of each orbit.
    pub fn new(layout: &Layout, mut penalty: impl FnMut(usize, Place) -> u16) -> Self {
        let places = layout.places();
        let mut penalties = vec![0; layout.pieces() * places];
        for (piece, row) in penalties.chunks_mut(places).enumerate() {
            for place in layout.orbit_of(piece).places() {
                row[usize::from(place)] = penalty(piece, place);
            }
        }
        Self { places, penalties, custom: None }
    }

    /// Returns a registered function.
    pub(super) fn custom(layout: &Layout, custom: Registered<dyn Penalize>) -> Self {
        Self { custom: Some((Arc::new(custom), layout.clone())), ..Self::new(layout, |_, _| 0) }
    }

    /// Returns whether the penalty is a sum over pieces.
    pub(super) const fn is_sum(&self) -> bool {
        self.custom.is_none()
    }

    /// Returns the penalty of a state whose pieces are at these places, one for each piece; places that the layout lacks may panic.
    ///
    /// # Errors
    /// If a registered function fails.
    pub fn penalty(&self, places: &[Place]) -> Result<u32, Cancelled> {
        match &self.custom {
            Some((custom, layout)) => custom.penalty(layout, &places[..layout.pieces()]).map(u32::from),
            None => Ok(self.sum(places)),
        }
    }

    /// Returns the sum of the penalties of the pieces at these places: 0 for a registered function.
    fn sum(&self, places: &[Place]) -> u32 {
        self.rows().zip(places).map(|(penalties, &place)| u32::from(penalties[usize::from(place)])).sum()
    }

    /// Returns the penalties of several states whose pieces are at these places. A registered function receives them together.
    pub(crate) fn penalties<A: AsRef<[Place]>>(&self, states: impl Iterator<Item = A>) -> Result<Vec<u32>, Cancelled> {
        let Some((_, layout)) = &self.custom else {
            return Ok(states.map(|places| self.sum(places.as_ref())).collect());
        };
        let mut places = Vec::new();
        states.for_each(|state| places.extend_from_slice(&state.as_ref()[..layout.pieces()]));
        let mut penalties = vec![0; places.len() / layout.pieces()];
        self.custom_penalties(&places, &mut penalties)?;
        Ok(penalties.into_iter().map(u32::from).collect())
    }

    /// Writes the penalties of several states under a registered function: the places of their pieces, state by state.
    pub(super) fn custom_penalties(&self, places: &[Place], penalties: &mut [u16]) -> Result<(), Cancelled> {
        let (custom, layout) = self.custom.as_ref().expect("a registered function");
        custom.penalties(layout, places, penalties)
    }

    /// Returns an upper bound of the penalty of any state: that of 16 bits for a registered function.
    pub fn max(&self) -> u32 {
        let sum = self.rows().map(|penalties| u32::from(*penalties.iter().max().expect("many places"))).sum();
        if self.is_sum() { sum } else { u16::MAX.into() }
    }

    /// Returns the penalties of each piece, by place: 0 outside its orbit, and all 0 for a registered function.
    pub fn rows(&self) -> impl Iterator<Item = &[u16]> {
        self.penalties.chunks(self.places)
    }

    /// Returns the penalties in fixed dimensions, filled up with 0.
    pub(crate) fn table<const PIECES: usize, const PLACES: usize>(&self) -> Box<[[u16; PLACES]; PIECES]> {
        let mut table = Box::new([[0; PLACES]; PIECES]);
        for (row, penalties) in table.iter_mut().zip(self.rows()) {
            row[..penalties.len()].copy_from_slice(penalties);
        }
        table
    }
}
