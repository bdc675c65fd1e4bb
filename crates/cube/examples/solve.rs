//! Example that reads a 3×3×3 in any notation, prints its facelets and pieces, and solves it by the two-phase algorithm. A cube that moves
//! do not reach is refused with all reasons.
//!
//! `cargo run --release -p evocube-cube --example solve -- "R U2 F' L D2 B'"`
#![allow(clippy::print_stdout)] // a program for people

use evocube_cube::notation::Pieces;
use evocube_cube::search::{Kociemba, KociembaTables, TableSource};
use evocube_cube::{Budget, Cube3, Metric, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).ok_or("which cube? Write moves, facelets, pieces or JSON as the argument")?;
    let cube: Cube3 = text.parse()?;
    println!("facelets {cube}\npieces   {}", Pieces(cube.into()));
    let solver = Kociemba::with_metric(KociembaTables::Small, Metric::Htm, &TableSource::IN_MEMORY)?;
    let solution = solver.solve(cube, &Budget::default())?;
    assert!(cube.apply_all(solution.moves()).is_solved());
    println!("solved by {} ({})", solution.moves(), Metric::Htm.length_text(solution.moves().length(Metric::Htm)));
    Ok(())
}
