//! What was measured of a landscape: [`LandscapeSummary`].

use crate::stats::Interval;

/// A landscape: what the penalty looks like to those who change genomes, and from the states that they pass.
#[derive(Clone, Debug, PartialEq)]
pub struct LandscapeSummary {
    /// Whose settings these are: a sweep's name, or what else they are called.
    pub name: String,
    /// The puzzle's name.
    pub puzzle: String,
    /// The settings that matter here, as TOML.
    pub settings: String,
    /// The master seed.
    pub seed: u64,
    /// How many genes there are to choose from.
    pub symbols: usize,
    /// How many genes a genome has.
    pub length: usize,
    /// The greatest distance at which states were drawn and are known to lie.
    pub known_to: u8,
    /// Random walks over genomes, one entry a kind of step.
    pub walks: Vec<WalkSummary>,
    /// States, with the penalty around them.
    pub states: Vec<StateSummary>,
    /// Descents from the random states.
    pub descents: Vec<DescentSummary>,
}

/// Random walks over genomes with one kind of step.
#[derive(Clone, Debug, PartialEq)]
pub struct WalkSummary {
    /// The kind of step, in words.
    pub step: String,
    /// How many walks, each from a random genome on a random cube.
    pub walks: u32,
    /// How many steps each has.
    pub steps: u32,
    /// The autocorrelation of the penalty, by lag from 0; empty if the penalty never changed.
    pub correlations: Vec<f64>,
    /// The interval of 95 % of the correlation at lag 1.
    pub first: Option<Interval>,
    /// The share of the steps that left the penalty as it was.
    pub neutral: f64,
}

/// How a state came to be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// Drawn among those at a distance that was then proved.
    Near,
    /// Published with its distance.
    Published,
    /// What a composite of the alphabet makes of the solved state.
    Composite,
    /// Drawn uniformly from all states; its distance is not known.
    Random,
}

impl Origin {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Near, Self::Published, Self::Composite, Self::Random];

    /// One word for a table.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Near => "near",
            Self::Published => "published",
            Self::Composite => "composite",
            Self::Random => "random",
        }
    }
}

/// A state and what is around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateSummary {
    /// How it came to be looked at.
    pub origin: Origin,
    /// The name of a composite, or where a published state is from; empty for others.
    pub name: String,
    /// How many turns it is from solved, in the half-turn metric, if that is known.
    pub distance: Option<u8>,
    /// Its penalty.
    pub penalty: u32,
    /// Where single turns lead.
    pub turns: Around,
    /// Where the genes of the alphabet lead.
    pub genes: Around,
    /// The turns with which shortest solutions begin; `None` where the distance is not known, or not small.
    pub shortest: Option<Shortest>,
}

/// The neighbors of a state, by their penalties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Around {
    /// How many there are.
    pub all: u32,
    /// How many have a lower penalty.
    pub better: u32,
    /// How many have the same.
    pub same: u32,
}

impl Around {
    /// Does every way out lead upward or nowhere?
    #[must_use]
    pub const fn is_optimum(self) -> bool {
        self.better == 0
    }
}

/// The turns that begin a shortest solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shortest {
    /// How many.
    pub all: u32,
    /// How many of them lower the penalty.
    pub better: u32,
    /// How many turns, of all, lead to the lowest penalty there is.
    pub greedy: u32,
    /// How many of those begin a shortest solution.
    pub greedy_and_shortest: u32,
}

/// A steepest descent: always to the neighbor with the lowest penalty, until none is lower.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DescentSummary {
    /// By the alphabet's genes, or by single turns?
    pub by_genes: bool,
    /// The penalty at its start.
    pub start: u32,
    /// The penalty at its end.
    pub end: u32,
    /// How many steps it took.
    pub steps: u32,
}
