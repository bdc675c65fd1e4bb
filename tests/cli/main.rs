//! Commands as a user runs them: output, error sentences, exit codes, files. Also the guide, README, JSON Schema and example programs,
//! compared with what the program does; and the playground. The bytes of results are mainly tested in `tests/sweeps`, the contents of
//! reports in `crates/report/tests`.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::print_stdout)] // in functions that tests share

mod bad_folders;
mod bad_sweeps;
#[path = "../common/mod.rs"]
mod common;
mod data_dictionary;
mod default_solver;
mod defaults;
mod designs;
mod effort;
mod every_key;
mod extending;
mod file_defined;
mod first_sweep;
mod guide;
mod hold;
mod kociemba;
mod landscape;
mod lists;
mod measured_tables;
mod notation;
mod other_words;
mod overrides;
mod pages_of_folders;
mod plan;
mod plan_power;
mod plan_restarts;
mod playground;
mod plot;
#[cfg(unix)]
mod printed_commands;
mod race;
mod race_figures;
mod route;
mod schema;
mod signals;
mod slurm;
mod solve_and_stats;
mod tables;
mod targets;
#[cfg(unix)]
mod terminal;
mod tools;
mod trace;
mod tuners;
mod tuning;
mod unusual_files;
mod watch;
