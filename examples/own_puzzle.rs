//! A custom puzzle: a row of seven coins, solved by the genetic algorithm and then in the fewest moves. A move turns over three neighbors
//! as one block, which reverses their order and flips each coin. Sweeps read such a description from a file: see `docs/puzzles.md`.
//!
//! `cargo run --release --example own_puzzle`
#![allow(clippy::print_stdout)] // a program for people

use std::collections::BTreeMap;

use evocube::alphabet::{Alphabet, AlphabetConfig, MacroSetConfig};
use evocube::evaluation::objective::Objective;
use evocube::evaluation::{EvaluationMode, Evaluator, Kernel};
use evocube::evolve::config::TrialConfig;
use evocube::evolve::engine::Engine;
use evocube::puzzle::spec::{Description, MoveDescription, OrbitDescription, PuzzleSpec};
use evocube::search::bidirectional::bidirectional;
use evocube::{Budget, Puzzle, Seed};

/// The description of the puzzle, as in a puzzle file.
fn coins() -> Description {
    let orbit = OrbitDescription {
        name: "coins".to_owned(),
        pieces: "1 2 3 4 5 6 7".to_owned(),
        orientations: 2,
        alike: Vec::new(),
    };
    let flip = |first: usize| MoveDescription {
        name: ["A", "B", "C", "D", "E"][first - 1].to_owned(),
        // The outer two swap positions and flip; the middle one flips in place.
        cycles: BTreeMap::from([(
            "coins".to_owned(),
            vec![format!("{first}+1 {}+1", first + 2), format!("{}+1", first + 1)],
        )]),
    };
    Description {
        name: "coins".to_owned(),
        notes: String::new(),
        orbits: vec![orbit],
        moves: (1..=5).map(flip).collect(),
        symmetries: Vec::new(),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let coins = PuzzleSpec::new(coins())?;
    println!("{} has {} states", coins.name(), coins.states());
    let start = coins.random(&mut Seed::from_number(1).stream());
    println!("from   {}", coins.write_state(start));

    let config = AlphabetConfig { macros: MacroSetConfig::none(), ..AlphabetConfig::default() };
    let alphabet = Alphabet::new(&*coins, &config)?;
    let costs = Objective::Pieces.penalty_function(&*coins);
    let evaluator =
        Evaluator::new(&*coins, start, alphabet.effects(), &costs, EvaluationMode::BestPrefix, Kernel::best());
    let mut engine = Engine::new(&evaluator, TrialConfig::default().settings(), Seed::from_number(2))?;
    while engine.best().fitness.penalty() > 0 && engine.generation().progress.generations < 1000 {
        engine.step()?;
    }
    let best = engine.best();
    let genes = best.genes.iter().flat_map(|gene| alphabet.symbol(gene.index()).moves.iter().copied());
    let moves = coins.simplify(&genes.collect::<Vec<_>>());
    println!("bred   {} ({} wrong)", coins.write_moves(&moves), best.fitness.penalty());
    let shortest = bidirectional(&*coins, start, &coins.moves(), &Budget::default())?;
    println!("fewest {}", coins.write_moves(shortest.moves()));
    Ok(())
}
