//! The options `--time`, `--nodes` and `--length` of solvers, the [`Budget`] that they are, and the refusal of those that a solver ignores.
//! Times of other options are parsed by [`read_time`], too.

use std::num::NonZeroUsize;
use std::time::Duration;

use evocube::{Budget, SolverKind};

use super::invalid_value::InvalidValue;
use super::solver_choice::SolverChoice;
use crate::cli::result::{Failure, failure};

/// The limits of a solve, and the length at which it stops.
#[derive(clap::Args, Clone)]
pub(crate) struct BudgetArgs {
    /// Time limit per instance, such as 50ms or 2s. A solver that improves its solutions uses all of it, and the result
    /// then depends on the machine. The building of missing tables counts, except for many instances. `solve` without
    /// --solver answers in any case: if there is no solution yet, by thistlethwaite
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    time: Option<Duration>,
    /// Stop at a solution of at most N moves (quarter turns with --metric qtm), or when kociemba has proved that there is
    /// none. Without --time and --nodes the search is unlimited. Without any limit kociemba stops at 20 moves (21 with
    /// its small tables), or after 100,000 nodes with --metric qtm. `solve` without --solver allows one move more after
    /// each 300,000 nodes (one quarter turn after each 100,000)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=100))]
    length: Option<u8>,
    /// Limit of search nodes (evaluations of evolution) per instance; the result is the same on every machine
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
}

impl BudgetArgs {
    /// Refuses options that the solver ignores.
    pub(crate) fn check(&self, solver: &SolverChoice) -> Result<(), Failure> {
        let refused = |option| Err(failure!("{option} has no effect with the solver {solver}"));
        let SolverChoice::Solver(solver) = *solver else { return Ok(()) };
        if self.length.is_some() && solver != SolverKind::Kociemba {
            return refused("--length");
        }
        if self.time.is_some() && !matches!(solver, SolverKind::Kociemba | SolverKind::Korf | SolverKind::Pocket) {
            return refused("--time");
        }
        if self.nodes.is_some() && !matches!(solver, SolverKind::Kociemba | SolverKind::Korf) {
            return refused("--nodes");
        }
        Ok(())
    }

    /// Refuses options that bidirectional search ignores.
    pub(crate) fn check_search(&self, name: &str) -> Result<(), Failure> {
        match self.length {
            Some(_) => Err(failure!("--length has no effect with the solver {name}")),
            None => Ok(()),
        }
    }

    /// Returns whether the time or the nodes per instance are limited.
    pub(crate) fn is_limited(&self) -> bool {
        self.time.is_some() || self.nodes.is_some()
    }

    /// Returns whether no limit and no length is given.
    pub(crate) fn is_absent(&self) -> bool {
        !self.is_limited() && self.length.is_none()
    }

    /// Returns the time limit per instance.
    pub(crate) fn time(&self) -> Option<Duration> {
        self.time
    }

    /// Returns the budget of one solve on `threads` threads.
    pub(crate) fn budget(&self, threads: Option<NonZeroUsize>) -> Budget {
        Budget {
            time: self.time,
            target: self.length.map(usize::from),
            nodes: self.nodes,
            threads,
            ..Budget::default()
        }
    }
}

/// Parses a time: a number and its unit.
pub(crate) fn read_time(text: &str) -> Result<Duration, InvalidValue> {
    const MAX_SECONDS: f64 = 1e6;
    let unit = text.find(|c: char| c.is_ascii_alphabetic()).ok_or(InvalidValue::Time)?;
    let seconds = match &text[unit..] {
        "us" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(InvalidValue::Time),
    };
    let digits = &text[..unit];
    if !digits.chars().all(|c| c.is_ascii_digit() || c == '.') {
        return Err(InvalidValue::Time);
    }
    let number: f64 = digits.parse().map_err(|_| InvalidValue::Time)?;
    Some(number * seconds)
        .filter(|&time| time > 0.0 && time <= MAX_SECONDS)
        .map(Duration::from_secs_f64)
        .ok_or(InvalidValue::Time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_limits_are_parsed() {
        for (text, millis) in [("50ms", 50), ("2s", 2000), ("1.5m", 90_000), ("2min", 120_000), ("1h", 3_600_000)] {
            assert_eq!(read_time(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        assert_eq!(read_time("250us"), Ok(Duration::from_micros(250)));
        for text in ["", "5", "ms", "-1s", "+1s", "0s", "1e3s", "nans", "infs", "1 s", "2d", "1000001s", "1..s", "."] {
            assert!(read_time(text).is_err(), "{text}");
        }
    }
}
