//! Links the program at a fixed address.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // A program that may lie anywhere corrects its 100,000 addresses of functions and texts at every start, for a millisecond.
    let target = ["CARGO_CFG_TARGET_OS", "CARGO_CFG_TARGET_ENV"].map(|name| env::var(name).unwrap_or_default());
    if target == ["linux", "gnu"] {
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
}
