//! The deterministic solvers, and what they share: [`SolverKind`] names them at run time.

pub mod astar;
pub mod kociemba;
pub mod layers;
pub mod tables;

use std::fmt;
use std::str::FromStr;

pub use kociemba::Kociemba;
pub use layers::Layers;

use crate::puzzle::cube3::Cube3;
use crate::solver::Solver;
pub use crate::table::TableSource;

/// A solver of the 3×3×3 cube by name: what a sweep's baselines or a command line say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SolverKind {
    /// The seven-step method: [`Layers`].
    Layers,
    /// The two-phase algorithm: [`Kociemba`].
    Kociemba,
}

impl SolverKind {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Layers, Self::Kociemba];

    /// The name, as users write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Layers => "layers",
            Self::Kociemba => "kociemba",
        }
    }

    /// The solver itself, with its tables, of which the large ones come from the source.
    #[must_use]
    pub fn build(self, tables: &TableSource<'_>) -> Box<dyn Solver<Cube3>> {
        match self {
            Self::Layers => Box::new(Layers::new()),
            Self::Kociemba => Box::new(Kociemba::new(tables)),
        }
    }
}

impl fmt::Display for SolverKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No solver has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{name}\" is not a solver: known are {}", SolverKind::ALL.map(SolverKind::name).join(", "))]
pub struct UnknownSolver {
    /// The name.
    pub name: String,
}

impl FromStr for SolverKind {
    type Err = UnknownSolver;

    fn from_str(name: &str) -> Result<Self, UnknownSolver> {
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| UnknownSolver { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back() {
        for kind in SolverKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let error = "god".parse::<SolverKind>().unwrap_err();
        assert_eq!(error.to_string(), "\"god\" is not a solver: known are layers, kociemba");
    }
}
