//! The `evocube` program: the command line without components of its own. A program with components passes their
//! registry to `evocube::main_with`.

use std::process::ExitCode;

use evocube::Registry;

fn main() -> ExitCode {
    evocube::main_with(Registry::new())
}
