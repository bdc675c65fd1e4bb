//! [`LandscapeSummary`]: the measurements of a fitness landscape as data: states, descents and walks. They are measured in `neighborhood`
//! and `walks`.

use evocube_cube::puzzle::named;
use evocube_stats::Interval;

/// The measured landscape of one configuration: random walks, states with their neighborhoods, and descents.
#[derive(Clone, Debug, PartialEq)]
pub struct LandscapeSummary {
    /// Name of the configuration, for example that of its sweep.
    pub name: String,
    /// The puzzle's name.
    pub puzzle: String,
    /// The part of the configuration that determines the landscape, as TOML.
    pub settings: String,
    /// The master seed.
    pub seed: u64,
    /// Number of symbols of the alphabet.
    pub symbols: usize,
    /// Number of genes of a genome.
    pub length: usize,
    /// Largest distance at which states were drawn.
    pub max_distance: u8,
    /// Random walks over genomes, one entry per kind of step.
    pub walks: Vec<WalkSummary>,
    /// States with their neighborhoods.
    pub states: Vec<StateSummary>,
    /// Descents from the random states.
    pub descents: Vec<DescentSummary>,
}

/// Random walks over genomes with one kind of step.
#[derive(Clone, Debug, PartialEq)]
pub struct WalkSummary {
    /// Name of the kind of step.
    pub step: String,
    /// Number of walks, each from a random genome on a random cube.
    pub walks: u32,
    /// Steps of each walk.
    pub steps: u32,
    /// Autocorrelation of the penalty, by lag from 0; empty if the penalty never changed.
    pub correlations: Vec<f64>,
    /// 95 % interval of the autocorrelation at lag 1; `None` if the penalty never changed.
    pub first: Option<Interval>,
    /// Share of the steps that left the penalty unchanged.
    pub neutral: f64,
}

named! {
    /// Source of a state.
    #[derive(PartialOrd, Ord)]
    pub enum StateOrigin, "origin of a state":
    /// Drawn at a distance from the solved state that a search proved.
    Near = "near",
    /// Published with its distance.
    Published = "published",
    /// The solved state after a macro of the alphabet.
    Composite = "composite",
    /// Drawn uniformly from all states; the distance is unknown.
    Random = "random",
}

/// A state with its neighborhood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateSummary {
    /// Source of the state.
    pub origin: StateOrigin,
    /// Name of the macro, or source of the published state; empty for other origins.
    pub name: String,
    /// Distance from solved in the half-turn metric, if known.
    pub distance: Option<u8>,
    /// The penalty.
    pub penalty: u32,
    /// Neighbors by single moves.
    pub turns: NeighborCounts,
    /// Neighbors by the symbols of the alphabet.
    pub genes: NeighborCounts,
    /// First moves of shortest solutions; `None` for the solved state, for published states and where the distance is unknown.
    pub shortest: Option<Shortest>,
}

/// Numbers of neighbors of a state by penalty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NeighborCounts {
    /// Neighbors in all.
    pub all: u32,
    /// Neighbors with a lower penalty.
    pub better: u32,
    /// Neighbors with the same penalty.
    pub same: u32,
}

impl NeighborCounts {
    /// Returns whether no neighbor has a lower penalty.
    pub const fn is_optimum(self) -> bool {
        self.better == 0
    }
}

/// Counts of the first moves of the shortest solutions of a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shortest {
    /// Moves that begin a shortest solution.
    pub all: u32,
    /// Those of them that lower the penalty.
    pub better: u32,
    /// Moves to a neighbor with the lowest penalty of all neighbors.
    pub greedy: u32,
    /// Those of them that begin a shortest solution.
    pub greedy_and_shortest: u32,
}

/// A steepest descent: it moves to the neighbor with the lowest penalty until none is lower.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DescentSummary {
    /// True for steps by the symbols of the alphabet, false for single moves.
    pub by_genes: bool,
    /// Penalty at the start.
    pub start: u32,
    /// Penalty at the end.
    pub end: u32,
    /// Number of steps.
    pub steps: u32,
}
