//! Deterministic solvers: solutions, lengths, proofs, budgets, threads, and the files of their tables. Also how many states there are at
//! each distance. Routes are tested in `tests/cli/route.rs`.
#![allow(clippy::disallowed_methods, clippy::unwrap_used)] // in functions that tests share

mod default_solver;
mod distances;
mod every_solver;
mod kociemba;
mod optimal;
mod symmetric_states;
mod table_files;
