//! The evocube program with an additional crossover, objective, algorithm, stop criterion and observer, for all commands:
//!
//! `cargo run --release --example own_components -- run examples/own_components.toml`

use std::process::ExitCode;

use evocube::prelude::*;
use serde::Deserialize;

/// Exchanges every second gene.
#[derive(Deserialize)]
struct Alternate {
    rate: Rate,
}

impl Cross for Alternate {
    fn rate(&self) -> Bernoulli {
        self.rate.bernoulli()
    }

    fn cross(&self, a: &mut [Gene], b: &mut [Gene], _: Pair<'_>, _: &mut CounterStream) -> Result<(), Cancelled> {
        a.iter_mut().zip(b).step_by(2).for_each(|(a, b)| std::mem::swap(a, b));
        Ok(())
    }
}

/// The number of pieces that do not follow their predecessor. It is not a sum over single pieces.
#[derive(Deserialize)]
struct Pairs {}

impl Penalize for Pairs {
    fn penalty(&self, layout: &Layout, places: &[Place]) -> Result<u16, Cancelled> {
        let homes = layout.homes();
        let shift = |piece: usize| places[piece].abs_diff(homes[piece]);
        let broken = (1..places.len()).filter(|&piece| shift(piece) != shift(piece - 1)).count();
        u16::try_from(broken + usize::from(shift(0) > 0)).map_err(Cancelled::because)
    }
}

/// Random sequences: returns the best of many random sequences of moves.
#[derive(Clone, Deserialize)]
struct RandomSequences {
    length: usize,
}

impl<P: Puzzle> Optimizer<P> for RandomSequences {
    fn name(&self) -> &str {
        "random-sequences"
    }

    fn supports(&self, stop: &StopCriterion) -> Result<(), Unsupported> {
        let missing = || Unsupported::new("stop.evaluations", "random sequences need a limit of evaluations");
        stop.evaluations.map(|_| ()).ok_or_else(missing)
    }

    fn run(
        &self,
        problem: &Problem<'_, P>,
        seed: Seed,
        stop: &StopCriterion,
        context: &RunContext<'_>,
        _: &mut dyn Observer,
    ) -> Result<Outcome<P::Move>, OptimizerError> {
        let (moves, mut stream) = (problem.puzzle.moves(), seed.stream());
        let (mut drawn, mut penalty) = (Vec::new(), [0]);
        let mut best = (u32::MAX, Algorithm::EMPTY);
        let stop = loop {
            if problem.evaluate(&[&drawn], &mut penalty)? == 0 {
                break StopReason::Evaluations;
            }
            if penalty[0] < best.0 {
                best = (penalty[0], problem.puzzle.simplify(&drawn));
            }
            if Some(best.0) <= stop.target {
                break StopReason::Target;
            } else if context.is_over() {
                break StopReason::Cancelled;
            }
            drawn = (0..self.length).map(|_| moves[stream.index(moves.len())]).collect();
        };
        let evaluations = problem.evaluations();
        let counts = EvolutionCounts { evaluations, offspring: evaluations, ..EvolutionCounts::default() };
        let (penalty, moves) = best;
        Ok(Outcome {
            moves,
            genes: String::new(),
            penalty: Some(penalty),
            front: Vec::new(),
            stop,
            counts: Some(counts),
            nodes: evaluations,
        })
    }
}

/// Ends a run when the population has converged to a few distinct genomes.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct FewGenomes {
    distinct: usize,
}

impl StopRule for FewGenomes {
    fn is_met(&self, generation: &Generation<'_>) -> Result<bool, Cancelled> {
        Ok(generation.individuals.distinct() <= self.distinct)
    }
}

/// The gene diversity of a population: the probability that two random individuals have different genes at a locus, averaged over
/// the loci.
#[derive(Deserialize)]
struct GeneDiversity {}

impl Observe for GeneDiversity {
    fn columns(&self) -> Vec<String> {
        vec!["mean".to_owned()]
    }

    fn observe(&self, generation: &LoggedGeneration<'_>, values: &mut [f64]) -> Result<(), Cancelled> {
        let genomes: Vec<&[Gene]> = generation.individuals().map(|individual| individual.genome).collect();
        let share = |count: usize| count as f64 / genomes.len() as f64;
        let diversity = |locus: usize| {
            let mut counts = vec![0; generation.symbols.len()];
            genomes.iter().for_each(|genome| counts[genome[locus].index()] += 1);
            1.0 - counts.into_iter().map(|count| share(count).powi(2)).sum::<f64>()
        };
        // An algorithm without genomes has no loci, so its value is missing.
        let loci = genomes[0].len();
        values[0] = (0..loci).map(diversity).sum::<f64>() / loci as f64;
        Ok(())
    }
}

fn main() -> ExitCode {
    let registry = Registry::new()
        .crossover::<Alternate>("alternate", "1")
        .objective::<Pairs>("pairs", "1")
        .optimizer::<RandomSequences>("random-sequences", "1")
        .stop_rule::<FewGenomes>("few-genomes", "1")
        .observer::<GeneDiversity>("gene-diversity", "1");
    evocube::main_with(registry)
}
