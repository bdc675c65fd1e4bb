//! [`Trial`]: one trial of a plan, by the numbers of its parts. The plan makes it, or a race round by round; it is run in `crate::trial`.

/// One trial: a design point on an instance, once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// Number in the order of the plan, from 1.
    pub id: u64,
    /// The stage's index.
    pub stage: usize,
    /// The design point's index within the stage.
    pub point: usize,
    /// The instance's index among those of its stage.
    pub instance: usize,
    /// Number of the repetition, from 1.
    pub repetition: u64,
    /// Seed of its random stream; in a race the same for all configurations.
    pub seed: u64,
    /// Evaluations after which a race stops it, because its configuration can no longer survive; `None` for no limit but that of its
    /// configuration.
    pub limit: Option<u64>,
}
