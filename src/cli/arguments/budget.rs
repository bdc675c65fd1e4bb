//! The arguments that say how much a solver may spend.

use std::num::NonZeroUsize;
use std::time::Duration;

use evocube::experiment::design_point::OptimizerKind;
use evocube::{Budget, SolverKind};

use super::execution::MAX_THREADS;
use crate::cli::outcome::Failure;

/// What a solver may spend, and how good is good enough.
#[derive(clap::Args)]
pub(crate) struct BudgetArgs {
    /// Time for each cube, like 50ms or 2s. A solver that finds ever shorter solutions uses it up; what it finds then
    /// depends on the machine
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    time: Option<Duration>,
    /// Stop at a solution of at most so many turns (or quarter turns, with --metric qtm), however long that takes if neither
    /// time nor nodes are given, or when kociemba has found that there is none; kociemba stops at 20 if nothing is given, and in
    /// quarter turns after 100,000 nodes
    #[arg(long, value_name = "TURNS", value_parser = clap::value_parser!(u8).range(0..=100))]
    length: Option<u8>,
    /// Search nodes (of evolution: evaluations) for each cube, used up like a time; the answer is the same on every machine
    #[arg(long)]
    nodes: Option<u64>,
}

impl BudgetArgs {
    /// Refuses what would change nothing: only some solvers can stop early, or go on.
    pub(crate) fn check(&self, solver: OptimizerKind) -> Result<(), Failure> {
        let refused = |option| Err(Failure(format!("{option} changes nothing with the solver {solver}")));
        let OptimizerKind::Solver(solver) = solver else { return Ok(()) };
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

    /// Refuses what would change nothing in a search from both ends.
    pub(crate) fn check_search(&self, name: &str) -> Result<(), Failure> {
        match self.length {
            Some(_) => Err(Failure(format!("--length changes nothing with the solver {name}"))),
            None => Ok(()),
        }
    }

    /// Is the time of each cube limited, or its nodes?
    pub(crate) fn has_end(&self) -> bool {
        self.time.is_some() || self.nodes.is_some()
    }

    /// The budget of one solve on so many threads.
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

/// A number of threads that a machine may have.
pub(crate) fn read_threads(text: &str) -> Result<NonZeroUsize, String> {
    let threads = text.parse().ok().filter(|threads: &NonZeroUsize| threads.get() <= MAX_THREADS);
    threads.ok_or_else(|| format!("expected a number from 1 to {MAX_THREADS}"))
}

/// A time: a number and its unit.
pub(crate) fn read_time(text: &str) -> Result<Duration, String> {
    const LONGEST: f64 = 1e6;
    let wrong = || "expected a time like 50ms, 2s or 1.5m, at most 1000000s".to_owned();
    let unit = text.find(|c: char| c.is_ascii_alphabetic()).ok_or_else(wrong)?;
    let seconds = match &text[unit..] {
        "us" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    let digits = &text[..unit];
    if !digits.chars().all(|c| c.is_ascii_digit() || c == '.') {
        return Err(wrong());
    }
    let number: f64 = digits.parse().map_err(|_| wrong())?;
    Some(number * seconds).filter(|&time| time > 0.0 && time <= LONGEST).map(Duration::from_secs_f64).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        for (text, millis) in [("50ms", 50), ("2s", 2000), ("1.5m", 90_000), ("2min", 120_000), ("1h", 3_600_000)] {
            assert_eq!(read_time(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        assert_eq!(read_time("250us"), Ok(Duration::from_micros(250)));
        for text in ["", "5", "ms", "-1s", "+1s", "0s", "1e3s", "nans", "infs", "1 s", "2d", "1000001s", "1..s", "."] {
            assert!(read_time(text).is_err(), "{text}");
        }
    }

    #[test]
    fn threads_are_read() {
        assert_eq!(read_threads("2").map(NonZeroUsize::get), Ok(2));
        for text in ["0", "-1", "x", "5000"] {
            assert!(read_threads(text).is_err(), "{text}");
        }
    }
}
