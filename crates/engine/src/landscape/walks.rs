//! Random walks over genomes of the cubes: the autocorrelation of the penalty along them, and the share of steps that do not change it. The
//! autocorrelation of one step has an interval. Walks that optimize are in `evolve::genome_search`.

use crate::alphabet::Alphabet;
use crate::evaluation::{Evaluator, Fitness, Gene, Kernel};
use crate::evolve::config::TrialConfig;
use crate::evolve::mutation::{Context, Mutate, Mutation};
use crate::evolve::population::Population;
use crate::evolve::symbols::Symbols;
use evocube_cube::puzzle::Puzzle;
use evocube_cube::rng::{CounterStream, Seed};
use evocube_cube::solver::Cancelled;
use evocube_stats::Draws;
use evocube_stats::intervals::{RESAMPLES, bca_interval};
use evocube_stats::samples::{autocorrelation, autocovariance};

use super::Options;
use super::summary::WalkSummary;

/// Change of a genome at each step.
#[derive(Clone, Copy)]
pub(super) enum WalkStep<'a> {
    /// One random gene takes another symbol.
    OneGene,
    /// The mutation of the configuration.
    Mutation(&'a Mutation),
}

impl WalkStep<'_> {
    fn name(self) -> &'static str {
        match self {
            Self::OneGene => "one gene",
            Self::Mutation(_) => "mutation",
        }
    }

    fn take(
        self,
        genome: &mut [Gene],
        strategy: &mut [Gene],
        fitness: Fitness,
        symbols: &Symbols,
        stream: &mut CounterStream,
    ) -> Result<(), Cancelled> {
        match self {
            Self::OneGene => {
                let place = stream.index(genome.len());
                let old = genome[place];
                // A single symbol can only be replaced by itself.
                while symbols.others().is_some() && genome[place] == old {
                    symbols.fill(&mut genome[place..=place], stream);
                }
            }
            Self::Mutation(mutation) => {
                mutation.mutate(genome, &mut Context { symbols, parent: fitness, strategy }, stream)?;
            }
        }
        Ok(())
    }
}

/// The autocovariances of a walk, and the number of its steps that did not change the penalty.
pub(super) struct WalkMeasurement {
    covariances: Vec<f64>,
    neutral: u32,
}

/// Runs the walk with this number. Each walk has its own random cube and initial genome.
pub(super) fn walk<P: Puzzle>(
    puzzle: &P,
    config: &TrialConfig,
    alphabet: &Alphabet<P::State>,
    step: WalkStep<'_>,
    number: u64,
    options: &Options,
) -> Result<WalkMeasurement, Cancelled> {
    let seed = Seed::from_number(options.seed).child("landscape").child("walk").child(step.name());
    let cube = puzzle.random(&mut seed.child("cube").numbered_stream(number));
    let costs = config.objective.penalty_function(puzzle);
    // Genomes are evaluated one at a time, so the reference implementation suffices. Results do not depend on the
    // kernel.
    let evaluator = Evaluator::new(
        puzzle,
        puzzle.anchor(cube).0,
        alphabet.effects(),
        &costs,
        config.genome.evaluate,
        Kernel::SCALAR,
    );
    let symbols = Symbols::from_evaluator(&evaluator);
    let mut stream = seed.key(number).stream(0);
    let parameters = if let WalkStep::Mutation(mutation) = step { mutation.strategy_parameters() } else { 0 };
    let mut population =
        Population::with_strategy_parameters(1, config.genome.length.get(), parameters).expect("one genome is small");
    let (mut rows, _) = population.parts_mut();
    let (genome, strategy) = rows.genome_and_parameters_mut(0);
    symbols.fill(genome, &mut stream);
    let mut fitness = evaluator.reference_fitness(genome)?;
    let mut penalties = vec![f64::from(fitness.penalty())];
    let mut neutral = 0;
    for _ in 0..options.steps {
        step.take(genome, strategy, fitness, &symbols, &mut stream)?;
        let next = evaluator.reference_fitness(genome)?;
        neutral += u32::from(next.penalty() == fitness.penalty());
        fitness = next;
        penalties.push(f64::from(fitness.penalty()));
    }
    let covariances = autocovariance(&penalties, options.lags).expect("walks are longer than the last lag");
    Ok(WalkMeasurement { covariances, neutral })
}

/// Summarizes the walks of one kind of step.
pub(super) fn summarize(step: WalkStep<'_>, walks: &[WalkMeasurement], options: &Options) -> WalkSummary {
    let series: Vec<Vec<f64>> = walks.iter().map(|walk| walk.covariances.clone()).collect();
    let correlations = autocorrelation(&series, &vec![1; series.len()]).unwrap_or_default();
    // The correlation at lag 1 needs two lags only.
    let short: Vec<Vec<f64>> = series.iter().map(|values| values.iter().take(2).copied().collect()).collect();
    let first = |counts: &[u32]| autocorrelation(&short, counts).map_or(0.0, |correlations| correlations[1]);
    let interval =
        (!correlations.is_empty()).then(|| bca_interval(&[short.len()], first, 0.05, RESAMPLES, &mut Draws::new(1)));
    let neutral: u64 = walks.iter().map(|walk| u64::from(walk.neutral)).sum();
    WalkSummary {
        step: step.name().to_owned(),
        walks: options.walks,
        steps: options.steps,
        correlations,
        first: interval.flatten(),
        neutral: neutral as f64 / (f64::from(options.walks) * f64::from(options.steps)),
    }
}
