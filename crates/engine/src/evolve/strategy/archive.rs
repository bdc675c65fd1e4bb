//! [`Archive`]: one phase of a niche archive of the cubes: its newest individuals, and the number of individuals in each niche. The moves
//! of an individual are a chain of [`MoveNode`]s. The search is in `niches`, the population that grows from the goal of a phase in
//! `backward`.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use evocube_cube::puzzle::Turn;
use evocube_cube::table::subgroups::{Coset, SubgroupStep};

/// An individual: the coset of its state in its phase, and the moves that led there.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct NicheIndividual {
    pub(super) coset: Coset,
    /// Node of its last move in the history.
    pub(super) node: u32,
    /// Its last move.
    #[serde(skip)]
    pub(super) last: Option<Turn>,
}

/// A move of the history, and the node before it.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct MoveNode {
    pub(super) parent: u32,
    #[serde(serialize_with = "as_number", deserialize_with = "from_number")]
    pub(super) turn: Turn,
}

fn as_number<S: Serializer>(turn: &Turn, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(u8::try_from(turn.index()).expect("18 moves"))
}

fn from_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Turn, D::Error> {
    let number = u8::deserialize(deserializer)?;
    Turn::ALL.get(usize::from(number)).copied().ok_or_else(|| D::Error::custom("a number of a move"))
}

/// The node before the first move.
pub(super) const START: u32 = u32::MAX;

/// The fill of a niche of the backward population. A niche with as many individuals has no backward ones.
pub(super) const BACKWARD: u8 = u8::MAX;

/// A phase: its newest individuals, and the number of individuals of each niche, a coset of its subgroup.
pub(super) struct Archive {
    pub(super) step: &'static SubgroupStep,
    /// Number of individuals of each niche, or [`BACKWARD`].
    pub(super) count: Vec<u8>,
    pub(super) capacity: u8,
    /// Number of individuals that entered the phase from the one before.
    pub(super) entered: usize,
    pub(super) newest: Vec<NicheIndividual>,
    pub(super) next: Vec<NicheIndividual>,
}

impl Archive {
    /// Counts an individual if there is room in its niche. Returns whether there is.
    #[inline]
    pub(super) fn has_room(&mut self, coset: Coset) -> bool {
        let count = &mut self.count[self.step.index(coset)];
        let room = *count < self.capacity;
        *count += u8::from(room);
        room
    }

    /// Returns whether a niche may have individuals of the backward population.
    #[inline]
    pub(super) fn may_be_backward(&self, coset: Coset) -> bool {
        self.count[self.step.index(coset)] == BACKWARD
    }
}
