//! The `evocube` program: the command line without components of its own.

use std::process::ExitCode;

use evocube::Registry;

fn main() -> ExitCode {
    evocube::main_with(Registry::new())
}
