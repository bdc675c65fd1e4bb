//! An objective of one's own: what each piece costs at each place. Here a wrong corner costs 5 and a wrong edge 1.
//!
//! `cargo run --release --example own_objective`
#![allow(clippy::print_stdout)] // a program for people

use evocube::evolve::alphabet::Alphabet;
use evocube::evolve::config::TrialConfig;
use evocube::evolve::engine::Engine;
use evocube::puzzle::kernel::{Costs, Evaluate, Kernel, Program};
use evocube::puzzle::{MOST_PIECES, PLACES};
use evocube::{Cube3, Puzzle, Seed};

/// The table that kernels add up: a row a piece, a column a place.
fn corners_first() -> Costs {
    let mut costs = [[0; PLACES]; MOST_PIECES];
    for piece in 0..Cube3::PIECES {
        for place in 0..PLACES {
            // Not every place is one of this piece.
            let Some(view) = u8::try_from(place).ok().and_then(|place| Cube3::view(piece, place)) else { continue };
            if view.right() < view.count() {
                costs[piece][place] = if view.count() == 3 { 5 } else { 1 };
            }
        }
    }
    costs
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let config = TrialConfig::default();
    let alphabet = Alphabet::<Cube3>::new(&config.alphabet)?;
    let start = Cube3::random(&mut Seed::from_number(1).stream());
    let costs = corners_first();
    let program = Program::new(start, &alphabet.effects(), costs, Evaluate::BestPrefix, Kernel::best());
    let mut engine = Engine::new(&program, config.settings(), Seed::from_number(2))?;
    (0..200).for_each(|_| engine.step());
    let best = engine.best();
    println!("penalty {} of at most {}", best.fitness.penalty(), 8 * 5 + 12);
    Ok(())
}
