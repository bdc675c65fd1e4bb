//! A custom mutation in the library's engine: uniform mutation, then a swap of two neighboring genes. It is a value in a program; sweep
//! files need a name for one, as in `own_components.rs`.
//!
//! `cargo run --release --example own_operator`
#![allow(clippy::print_stdout)] // a program for people

use evocube::alphabet::{Alphabet, AlphabetConfig, Expand};
use evocube::bounded::PopulationSize;
use evocube::evaluation::{EvaluationMode, Evaluator, Gene, Kernel};
use evocube::evolve::config::TrialConfig;
use evocube::evolve::engine::Engine;
use evocube::evolve::mutation::{Context, Mutate, Mutation, Uniform};
use evocube::optimizer::{Generation, Observer};
use evocube::rng::{Bernoulli, CounterStream};
use evocube::solver::Cancelled;
use evocube::{CUBE3, Cube3, Seed};

/// Uniform mutation, then a swap of two neighboring genes.
#[derive(Clone, Default)]
struct UniformThenSwap {
    uniform: Uniform,
}

impl Mutate for UniformThenSwap {
    fn individual_rate(&self) -> Bernoulli {
        Bernoulli::ALWAYS
    }

    fn mutate(
        &self,
        genome: &mut [Gene],
        context: &mut Context<'_>,
        stream: &mut CounterStream,
    ) -> Result<bool, Cancelled> {
        self.uniform.mutate(genome, context, stream)?;
        let first = stream.index(genome.len() - 1);
        genome.swap(first, first + 1);
        Ok(true)
    }
}

/// Prints the best penalty every hundred generations.
struct Printer;

impl Observer for Printer {
    fn generation(&mut self, generation: &Generation<'_>) -> Result<(), Cancelled> {
        if generation.progress.generations.is_multiple_of(100) {
            println!("generation {:4}: best {}", generation.progress.generations, generation.spread().best);
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mutation = Some(Mutation::custom(UniformThenSwap::default()));
    let config = TrialConfig { population: PopulationSize::new(500), mutation, ..TrialConfig::default() };
    let alphabet = AlphabetConfig { expand: Expand::Symmetries, ..AlphabetConfig::default() };
    let alphabet = Alphabet::new(&CUBE3, &alphabet)?;
    let start = Cube3::random(&mut Seed::from_number(1).stream());
    let evaluator = Evaluator::new(
        &CUBE3,
        start,
        alphabet.effects(),
        &config.objective.penalty_function(&CUBE3),
        EvaluationMode::BestPrefix,
        Kernel::best(),
    );

    let mut engine = Engine::new(&evaluator, config.settings(), Seed::from_number(2))?;
    let reason = engine.run(&mut Printer)?;
    let moves: Vec<&str> = engine.best().genes.iter().map(|gene| alphabet.symbol(gene.index()).name).collect();
    println!("ended by {reason} with {:?}: {}", engine.best().fitness, moves.join(" "));
    Ok(())
}
