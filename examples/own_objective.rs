//! A custom objective, given by the cost of each piece at each place: 5 for a wrong corner, 1 for a wrong edge.
//!
//! `cargo run --release --example own_objective`
#![allow(clippy::print_stdout)] // a program for people

use evocube::alphabet::Alphabet;
use evocube::evaluation::{EvaluationMode, Evaluator, Kernel, PenaltyFunction};
use evocube::evolve::config::TrialConfig;
use evocube::evolve::engine::Engine;
use evocube::puzzle::Fit;
use evocube::{CUBE3, Cube3, CubeState, Puzzle, Seed};

/// The penalty as a sum of costs, one for each piece at each place of its orbit.
fn corners_first() -> PenaltyFunction {
    let is_corner = |piece| CUBE3.layout().orbit_of(piece).name == "corners";
    PenaltyFunction::new(CUBE3.layout(), |piece, place| match CUBE3.fit(piece, place) {
        Fit::Right => 0,
        _ if is_corner(piece) => 5,
        _ => 1,
    })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let config = TrialConfig::default();
    let alphabet = Alphabet::new(&CUBE3, &config.alphabet)?;
    let start = Cube3::random(&mut Seed::from_number(1).stream());
    let costs = corners_first();
    let evaluator =
        Evaluator::new(&CUBE3, start, &alphabet.effects(), &costs, EvaluationMode::BestPrefix, Kernel::best());
    let mut engine = Engine::new(&evaluator, config.settings(), Seed::from_number(2))?;
    (0..200).for_each(|_| engine.step());
    let best = engine.best();
    println!("penalty {} of at most {}", best.fitness.penalty(), 8 * 5 + 12);
    Ok(())
}
