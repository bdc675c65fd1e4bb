//! The genetic algorithm with a fitness of one's own: 5 for a wrong corner, 1 for a wrong edge. Sweep files can name only registered
//! objectives, as `own_components` shows.
//!
//! `cargo run --release --example own_objective`
#![allow(clippy::print_stdout)] // a program for people

use evocube::prelude::*;

#[derive(Clone)]
struct CornersFirst;

impl Penalize for CornersFirst {
    fn penalty(&self, layout: &Layout, places: &[Place]) -> Result<u16, Cancelled> {
        let wrong = places.iter().zip(layout.homes()).enumerate().filter(|(_, (place, home))| place != home);
        Ok(wrong.map(|(piece, _)| if layout.orbit_of(piece).name == "corners" { 5 } else { 1 }).sum())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let cube: Cube3 = "R U2 F' L D2 B' U R' F2 D L2 B U' R2".parse()?;
    let stop = StopCriterion { generations: Some(200), ..StopCriterion::default() };
    let config = TrialConfig { objective: CornersFirst.into(), stop, ..TrialConfig::default() };
    let outcome = config.run(&CUBE3, cube, Seed::from_number(2))?;
    println!("penalty {} of at most {} after {}", outcome.penalty.unwrap_or_default(), 8 * 5 + 12, outcome.moves);
    Ok(())
}
