//! The `evocube` program.

use std::process::ExitCode;

use evocube::Registry;

fn main() -> ExitCode {
    evocube::main_with(Registry::new())
}
