//! The deterministic solvers, and their common searches and tables. [`SolverKind`] names a solver of the cubes at run time and builds it
//! with its default settings. Puzzles from files have `Bidirectional`, without a name there; the trait `Solver` is in `solver`.

mod any;
mod astar;
pub mod bidirectional;
mod coset_table;
mod default_solver;
pub mod kociemba;
pub mod korf;
pub mod layers;
pub mod macros;
pub mod pocket;
pub mod tables;
pub mod thistlethwaite;

use std::num::NonZeroUsize;

pub use any::AnySolver;
pub use bidirectional::Bidirectional;
pub use default_solver::DefaultSolver;
pub use kociemba::{Kociemba, KociembaTables};
pub use korf::{Korf, KorfTables};
pub use layers::Layers;
pub use macros::Macros;
pub use pocket::Pocket;
pub use thistlethwaite::Thistlethwaite;

use crate::puzzle::{Metric, PuzzleKind, named};
use crate::solver::Cancelled;
pub use crate::table::TableSource;

named! {
    /// A solver by name, for baselines of a sweep and for command lines.
    ///
    /// ```
    /// use evocube_cube::search::TableSource;
    /// use evocube_cube::{PuzzleKind, SolverKind};
    /// let kind: SolverKind = "layers".parse()?;
    /// assert_eq!(kind.puzzle(), PuzzleKind::Cube3);
    /// assert_eq!(kind.build(&TableSource::IN_MEMORY)?.name(), "layers");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Hash, serde::Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum SolverKind, "solver":
    /// The seven-step method: [`Layers`].
    Layers = "layers",
    /// The two-phase algorithm: [`Kociemba`].
    Kociemba = "kociemba",
    /// Optimal solutions: [`Korf`], in the half-turn metric, on one thread, with its largest table.
    Korf = "korf",
    /// Greedy search with macros: [`Macros`].
    Macros = "macros",
    /// The complete table of the 2×2×2: [`Pocket`].
    Pocket = "pocket",
    /// Four phases through subgroups: [`Thistlethwaite`].
    Thistlethwaite = "thistlethwaite",
}

schema!(SolverKind, _generator => { "enum": Self::NAMES });

impl SolverKind {
    /// Returns the puzzle of the solver.
    pub const fn puzzle(self) -> PuzzleKind {
        match self {
            Self::Pocket => PuzzleKind::Cube2,
            Self::Layers | Self::Kociemba | Self::Korf | Self::Macros | Self::Thistlethwaite => PuzzleKind::Cube3,
        }
    }

    /// Returns the solver of a cube that runs if none is named. That of the 3×3×3 has the [small tables](KociembaTables::Small) then,
    /// and for single states it is a [`DefaultSolver`].
    pub const fn default_of(cube: PuzzleKind) -> Self {
        match cube {
            PuzzleKind::Cube3 => Self::Kociemba,
            PuzzleKind::Cube2 => Self::Pocket,
        }
    }

    /// Builds the solver with its default settings. `tables` provides the large tables.
    ///
    /// # Errors
    /// If the observer of the tables ends their construction.
    pub fn build(self, tables: &TableSource<'_>) -> Result<AnySolver, Cancelled> {
        Ok(match self {
            Self::Layers => AnySolver::cube3(Layers::new()),
            Self::Kociemba => AnySolver::cube3(Kociemba::new(tables)?),
            Self::Korf => AnySolver::cube3(Korf::new(KorfTables::Large, Metric::Htm, NonZeroUsize::MIN, tables)?),
            Self::Macros => AnySolver::cube3(Macros::new(tables)?),
            Self::Pocket => AnySolver::cube2(Pocket::new(Metric::Htm)),
            Self::Thistlethwaite => AnySolver::cube3(Thistlethwaite::new(tables)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_solvers_and_algorithms_round_trip() {
        for kind in SolverKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        // The tables of these solvers are too large for this test.
        for kind in SolverKind::ALL.into_iter().filter(|kind| !matches!(kind, SolverKind::Kociemba | SolverKind::Korf))
        {
            let solver = kind.build(&TableSource::IN_MEMORY).unwrap();
            assert_eq!((solver.name(), solver.puzzle()), (kind.name(), kind.puzzle().into()));
        }
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let error = "god".parse::<SolverKind>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "\"god\" is not a solver: expected one of layers, kociemba, korf, macros, pocket, thistlethwaite"
        );
    }
}
