//! [`SolverChoice`]: the value of `--solver`, read from a name: evolution, a deterministic solver or a registered algorithm. [`NotASolver`]
//! is the error, with a suggestion. Options of solvers, and the making of one, are in `solver`.

use std::fmt;
use std::str::FromStr;

use evocube::SolverKind;
use evocube::evolve::algorithm::BuildOptimizer;
use evocube::registered::{Kind, Registered};
use evocube_cube::document::{Node, ReadError};
use evocube_cube::text::similar;

use crate::cli::invocation;

/// The solver of a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum SolverChoice {
    /// The algorithm of a configuration.
    Evolution,
    /// A deterministic solver.
    Solver(SolverKind),
    /// A registered algorithm.
    Registered(Registered<dyn BuildOptimizer>),
}

/// The name of [`SolverChoice::Evolution`].
const EVOLUTION: &str = "evolution";

impl SolverChoice {
    /// Returns all names: evolution, the deterministic solvers, the registered algorithms.
    pub(crate) fn names() -> Vec<&'static str> {
        let registered = invocation::registry().names(Kind::Algorithm);
        [EVOLUTION].into_iter().chain(SolverKind::NAMES).chain(registered).collect()
    }

    /// Returns the name.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Evolution => EVOLUTION,
            Self::Solver(solver) => solver.name(),
            Self::Registered(algorithm) => algorithm.name(),
        }
    }
}

impl fmt::Display for SolverChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Error: a text is no solver.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(crate) enum NotASolver {
    /// No solver has the name.
    #[error("\"{}\" is not a solver: expected one of {}{}", .0, SolverChoice::names().join(", "), hint(.0))]
    Unknown(String),
    /// A registered algorithm refuses to be named alone.
    #[error("{0}")]
    Registered(ReadError),
}

/// Returns the solver that a name may mean.
fn hint(name: &str) -> String {
    let optimal = || (name == "optimal").then(|| "; korf and pocket find shortest solutions".to_owned());
    let suggestion = similar(name, SolverChoice::names()).map(|suggestion| format!("; did you mean \"{suggestion}\"?"));
    suggestion.or_else(optimal).unwrap_or_default()
}

impl FromStr for SolverChoice {
    type Err = NotASolver;

    fn from_str(name: &str) -> Result<Self, NotASolver> {
        if name == EVOLUTION {
            return Ok(Self::Evolution);
        }
        match name.parse() {
            Ok(solver) => Ok(Self::Solver(solver)),
            Err(_) if Self::names().contains(&name) => {
                let read = invocation::registry().scope(|| Node::text(name).read());
                read.map(Self::Registered).map_err(NotASolver::Registered)
            }
            Err(_) => Err(NotASolver::Unknown(name.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_solvers_round_trip() {
        let solvers = SolverKind::ALL.map(SolverChoice::Solver);
        for choice in solvers.into_iter().chain([SolverChoice::Evolution]) {
            assert_eq!(choice.to_string().parse(), Ok(choice.clone()));
        }
        assert_eq!(
            "god".parse::<SolverChoice>().unwrap_err().to_string(),
            "\"god\" is not a solver: expected one of evolution, layers, kociemba, korf, macros, pocket, thistlethwaite"
        );
    }
}
