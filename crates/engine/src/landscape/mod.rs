//! Fitness landscape analysis of the cubes: [`survey`] measures ruggedness, guidance by the penalty, neutrality and local optima. Its
//! states are drawn, published or made by macros; it chooses them here. Correlations with distances, and the page, are made by
//! `write_landscape` of the reports.
//!
//! * Ruggedness: the autocorrelation of the penalty along random walks over genomes (E. Weinberger, 1990).
//! * Guidance: the correlation of the penalty with the true distance from solved (T. Jones and S. Forrest, "Fitness
//!   distance correlation as a measure of problem difficulty for genetic algorithms", ICGA 1995, 184–192), and the
//!   change of the penalty by the first moves of shortest solutions.
//! * Neutrality and local optima: the penalties of the neighbors of states, by single moves and by symbols.
//!
//! All draws of a [`survey`] are seeded by number, so results do not depend on the number of threads.

mod bfs_ball;
mod neighborhood;
mod summary;
mod walks;

use std::num::NonZeroUsize;

use serde::Serialize;

use crate::alphabet::{Alphabet, AlphabetConfig, AlphabetError, Expand};
use crate::bounded::Conjugations;
use crate::evaluation::objective::Objective;
use crate::evolve::config::{GenomeConfig, TrialConfig};
use crate::evolve::mutation::{Mutate, Mutation};
use crate::evolve::schedule::Moment;
use crate::optimizer::{OptimizerError, WorkerPool};
use crate::settings;
use bfs_ball::BfsBall;
use evocube_cube::puzzle::{CUBE2, CUBE3, Puzzle, PuzzleKind, Turn};
use evocube_cube::rng::Seed;
use neighborhood::Neighborhoods;
pub use summary::{DescentSummary, LandscapeSummary, NeighborCounts, Shortest, StateOrigin, StateSummary, WalkSummary};
use walks::WalkStep;

/// Published states with their distances: source, distance, facelets.
const PUBLISHED: &str = include_str!("published.tsv");
/// Maximum number of measured composites.
const MAX_COMPOSITES: usize = 64;
/// Maximum distance of the search, in moves. On the 3×3×3 each further move takes about thirteen times as long.
pub const MAX_TURNS: u8 = 10;

/// Options of a [`survey`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Master seed.
    pub seed: u64,
    /// Number of walks of each kind of step, from 1.
    pub walks: u32,
    /// Number of steps of each walk.
    pub steps: u32,
    /// Largest lag of the autocorrelation, from 1, below `steps`.
    pub lags: usize,
    /// Number of states at each distance, and of random states.
    pub states: usize,
    /// Largest distance at which states are drawn, at most [`MAX_TURNS`].
    pub turns: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 1, walks: 200, steps: 1000, lags: 40, states: 300, turns: 9 }
    }
}

/// The part of a configuration that determines its landscape.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct LandscapeSettings<'a> {
    puzzle: PuzzleKind,
    genome: GenomeConfig,
    alphabet: &'a AlphabetConfig,
    objective: &'a Objective,
    mutation: &'a Mutation,
}

/// Measures the landscape of a configuration; `name` is its name in the summary.
///
/// # Errors
/// If the alphabet is invalid, or the objective or the mutation fails.
///
/// # Panics
/// If `lags` is 0 or not below `steps`, if `turns` is above [`MAX_TURNS`], or if the puzzle is not a cube.
pub fn survey(
    name: &str,
    config: &TrialConfig,
    options: &Options,
    threads: NonZeroUsize,
) -> Result<LandscapeSummary, OptimizerError> {
    assert!(options.lags < options.steps as usize && options.turns <= MAX_TURNS, "options keep their bounds");
    let cube = config.puzzle.cube().expect("a landscape is measured on the cubes");
    let pool = &WorkerPool::new(threads.get());
    match cube {
        PuzzleKind::Cube3 => survey_of(&CUBE3, name, config, options, pool),
        PuzzleKind::Cube2 => survey_of(&CUBE2, name, config, options, pool),
    }
}

fn survey_of<P: Puzzle<Move = Turn>>(
    puzzle: &P,
    name: &str,
    config: &TrialConfig,
    options: &Options,
    pool: &WorkerPool,
) -> Result<LandscapeSummary, OptimizerError> {
    let alphabet = Alphabet::new(puzzle, &config.alphabet)?;
    let neighborhoods = Neighborhoods::new(puzzle, config, &alphabet);
    // Rates that change during a run are those of its beginning.
    let mut mutation = config.mutation();
    mutation.schedule(Moment { generations: 0, evaluations: 0, genes: config.genome.length.get() });
    let steps = [WalkStep::OneGene, WalkStep::Mutation(&mutation)];
    let mut walks = Vec::new();
    for step in steps {
        let walk = |number: usize| walks::walk(puzzle, config, &alphabet, step, number as u64, options);
        walks.push(walks::summarize(step, &pool.try_map_indexed(options.walks as usize, walk)?, options));
    }

    let seed = Seed::from_number(options.seed).child("landscape");
    let ball = BfsBall::new(puzzle);
    let mut states: Vec<StateSummary> = Vec::new();
    for distance in 0..=options.turns {
        let near = ball.draw(distance, options.states, &mut seed.child("near").numbered_stream(distance.into()));
        states.extend(pool.try_map_indexed(near.len(), |n| {
            let mut summary = neighborhoods.state(StateOrigin::Near, "", Some(distance), near[n])?;
            summary.shortest = neighborhoods.shortest(near[n], distance, &ball)?;
            Ok(summary)
        })?);
    }
    let composites = composites(puzzle, &config.alphabet)?;
    states.extend(pool.try_map_indexed(composites.len(), |n| {
        let (name, state) = &composites[n];
        let distance = ball.distance(*state, options.turns);
        let mut summary = neighborhoods.state(StateOrigin::Composite, name, distance, *state)?;
        if let Some(distance) = distance {
            summary.shortest = neighborhoods.shortest(*state, distance, &ball)?;
        }
        Ok(summary)
    })?);
    for (source, distance, state) in published(puzzle) {
        states.push(neighborhoods.state(StateOrigin::Published, &source, Some(distance), state)?);
    }
    let random: Vec<P::State> = (0..options.states as u64)
        .map(|number| puzzle.anchor(puzzle.random(&mut seed.child("random").numbered_stream(number))).0)
        .collect();
    let random_state = |n: usize| neighborhoods.state(StateOrigin::Random, "", None, random[n]);
    states.extend(pool.try_map_indexed(random.len(), random_state)?);
    let mut descents = Vec::new();
    for by_genes in [false, true] {
        descents.extend(pool.try_map_indexed(random.len(), |n| neighborhoods.descend(random[n], by_genes))?);
    }

    let TrialConfig { genome, objective, .. } = config;
    let mutation = &config.mutation();
    let kind = puzzle.cube().expect("a cube");
    let settings = LandscapeSettings { puzzle: kind, genome: *genome, alphabet: &config.alphabet, objective, mutation };
    Ok(LandscapeSummary {
        name: name.to_owned(),
        puzzle: puzzle.name().to_owned(),
        settings: toml::to_string(&settings::to_table(&settings)).expect("a table prints"),
        seed: options.seed,
        symbols: alphabet.symbols().len(),
        length: genome.length.get(),
        max_distance: options.turns,
        walks,
        states,
        descents,
    })
}

/// Returns the solved state after each composite of an alphabet, without symmetric copies, conjugates, identities and repeated
/// states.
fn composites<P: Puzzle>(puzzle: &P, config: &AlphabetConfig) -> Result<Vec<(String, P::State)>, AlphabetError> {
    let written = AlphabetConfig { expand: Expand::None, conjugate: Some(Conjugations::new(0)), ..config.clone() };
    let plain = Alphabet::new(puzzle, &written)?;
    let mut states: Vec<(String, P::State)> = Vec::new();
    for symbol in plain.symbols().filter(|symbol| symbol.moves.len() > 1) {
        let is_new = symbol.effect != puzzle.solved() && states.iter().all(|(_, state)| *state != symbol.effect);
        if states.len() < MAX_COMPOSITES && is_new {
            states.push((symbol.name.to_owned(), symbol.effect));
        }
    }
    Ok(states)
}

/// Returns the published states of a puzzle: source, distance, state.
fn published<P: Puzzle>(puzzle: &P) -> Vec<(String, u8, P::State)> {
    let lines = PUBLISHED.lines().filter(|line| !line.starts_with('#'));
    let states = lines.filter_map(|line| {
        let [source, distance, facelets] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
        // The list has states of the 3×3×3 only.
        if puzzle.cube() != Some(PuzzleKind::Cube3) {
            return None;
        }
        Some((str::to_owned(source), str::parse(distance).ok()?, puzzle.read_state(facelets).ok()?))
    });
    states.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Options {
        Options { walks: 6, steps: 60, lags: 5, states: 5, turns: 6, ..Options::default() }
    }

    #[test]
    fn the_number_of_threads_changes_no_landscape() {
        for puzzle in PuzzleKind::ALL {
            let config = TrialConfig { puzzle: puzzle.into(), ..TrialConfig::default() };
            let facts = |threads| survey("x", &config, &small(), NonZeroUsize::new(threads).unwrap()).unwrap();
            assert_eq!(facts(1), facts(3), "{puzzle}");
        }
    }

    #[test]
    fn a_landscape_has_all_states_walks_and_descents() {
        let facts = survey("x", &TrialConfig::default(), &small(), NonZeroUsize::MIN).unwrap();
        let count = |origin| facts.states.iter().filter(|state| state.origin == origin).count();
        // One solved state, then five at each of six distances; 10 different composites.
        assert_eq!(StateOrigin::ALL.map(count), [1 + 6 * 5, 61, 10, 5]);
        assert_eq!(published(&CUBE3).len(), 61);
        assert!(facts.states.iter().filter(|state| state.origin == StateOrigin::Near).all(|state| {
            state.shortest.is_none_or(|shortest| shortest.all > 0 && shortest.better <= shortest.all)
        }));
        assert_eq!(facts.descents.len(), 10);
        assert!(facts.descents.iter().all(|descent| descent.end <= descent.start));
        assert!(facts.walks.iter().all(|walk| walk.correlations.len() == 6));
    }
}
