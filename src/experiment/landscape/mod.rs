//! The landscape that evolution moves in: how rugged it is, how far it leads, how flat it is and where it ends.
//!
//! * Ruggedness: the autocorrelation of the penalty along random walks over genomes (E. Weinberger, 1990).
//! * Guidance: the penalty of states beside their true distance from solved (T. Jones and S. Forrest, "Fitness distance
//!   correlation as a measure of problem difficulty for genetic algorithms", ICGA 1995, 184–192), and what the turns do
//!   to it that begin a shortest solution.
//! * Neutrality and local optima: the penalties around states, by single turns and by the genes of the alphabet.
//!
//! Everything is seeded and drawn by number, so the number of threads changes no result.

mod around;
mod near;
mod walks;

use std::num::NonZeroUsize;

use serde::Serialize;

use super::record::landscape::{LandscapeSummary, Origin, StateSummary};
use crate::evolve::alphabet::{Alphabet, AlphabetConfig, AlphabetError, Expand};
use crate::evolve::config::{GenomeConfig, TrialConfig};
use crate::evolve::mutation::Mutation;
use crate::evolve::objective::Objective;
use crate::evolve::worker_pool::WorkerPool;
use crate::puzzle::turn::Face;
use crate::puzzle::{Cube, CubeState, PuzzleKind};
use crate::rng::Seed;
use crate::with_cube;
use around::Terrain;
use near::Near;
use walks::Step;

/// States whose distance others have published.
const KNOWN: &str = include_str!("known.tsv");
/// More composites than this are not looked at.
const MOST_COMPOSITES: usize = 64;
/// The greatest distance that is looked for: one turn farther takes thirteen times as long.
pub const MOST_TURNS: u8 = 10;

/// How much is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Where the random numbers start.
    pub seed: u64,
    /// How many walks of each kind.
    pub walks: u32,
    /// How many steps each has.
    pub steps: u32,
    /// Up to which lag the walks are correlated: fewer than the steps.
    pub lags: usize,
    /// How many states at each distance, and how many random ones.
    pub states: usize,
    /// Up to which distance states are drawn: at most [`MOST_TURNS`].
    pub turns: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 1, walks: 200, steps: 1000, lags: 40, states: 300, turns: 9 }
    }
}

/// The settings that make a landscape.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Settings<'a> {
    puzzle: PuzzleKind,
    genome: GenomeConfig,
    alphabet: &'a AlphabetConfig,
    objective: &'a Objective,
    mutation: &'a Mutation,
}

/// Measures the landscape of some settings.
///
/// # Errors
/// If the alphabet cannot be built.
///
/// # Panics
/// If the options do not keep their bounds, or the puzzle is no cube.
pub fn survey(
    name: &str,
    config: &TrialConfig,
    options: &Options,
    threads: NonZeroUsize,
) -> Result<LandscapeSummary, AlphabetError> {
    assert!(options.lags < options.steps as usize && options.turns <= MOST_TURNS, "options keep their bounds");
    let cube = config.puzzle.cube().expect("a landscape is measured on the cubes");
    with_cube!(cube, |State| survey_of::<State>(name, config, options, &WorkerPool::new(threads.get())))
}

fn survey_of<P: CubeState>(
    name: &str,
    config: &TrialConfig,
    options: &Options,
    pool: &WorkerPool,
) -> Result<LandscapeSummary, AlphabetError> {
    let alphabet = Alphabet::new(&Cube::<P>::new(), &config.alphabet)?;
    let terrain = Terrain::new(config, &alphabet);
    let steps = [Step::OneGene, Step::Mutation(&config.mutation)];
    let walks = steps.map(|step| {
        let walk = |number: usize| walks::walk(config, &alphabet, step, number as u64, options);
        walks::facts(step, &pool.map_indexed(options.walks as usize, walk), options)
    });

    let seed = Seed::from_number(options.seed).child("landscape");
    let near = Near::<P>::new();
    let mut states: Vec<StateSummary> = Vec::new();
    for distance in 0..=options.turns {
        let drawn = near.draw(distance, options.states, &mut seed.child("near").numbered_stream(distance.into()));
        states.extend(pool.map_indexed(drawn.len(), |at| {
            let mut facts = terrain.state(Origin::Near, "", Some(distance), drawn[at]);
            facts.shortest = terrain.shortest(drawn[at], distance, &near);
            facts
        }));
    }
    let composites = composites::<P>(&config.alphabet)?;
    states.extend(pool.map_indexed(composites.len(), |at| {
        let (name, state) = &composites[at];
        let distance = near.distance(*state, options.turns);
        let mut facts = terrain.state(Origin::Composite, name, distance, *state);
        facts.shortest = distance.and_then(|distance| terrain.shortest(*state, distance, &near));
        facts
    }));
    states.extend(
        published::<P>()
            .into_iter()
            .map(|(from, distance, state)| terrain.state(Origin::Published, &from, Some(distance), state)),
    );
    let random: Vec<P> = (0..options.states as u64)
        .map(|number| P::random(&mut seed.child("random").numbered_stream(number)).anchored_state().0)
        .collect();
    states.extend(pool.map_indexed(random.len(), |at| terrain.state(Origin::Random, "", None, random[at])));
    let descents = [false, true].into_iter();
    let descents =
        descents.flat_map(|by_genes| pool.map_indexed(random.len(), |at| terrain.descend(random[at], by_genes)));

    let TrialConfig { genome, objective, mutation, .. } = config;
    let settings = Settings { puzzle: P::KIND, genome: *genome, alphabet: &config.alphabet, objective, mutation };
    Ok(LandscapeSummary {
        name: name.to_owned(),
        puzzle: P::KIND.name().to_owned(),
        settings: toml::to_string(&settings).expect("settings are plain"),
        seed: options.seed,
        symbols: alphabet.symbols().len(),
        length: genome.length.get(),
        known_to: options.turns,
        walks: walks.into(),
        states,
        descents: descents.collect(),
    })
}

/// What the composites of an alphabet, without their copies, make of the solved state; each state once, and only where
/// they do anything: on the 2×2×2 some do not.
fn composites<P: CubeState>(config: &AlphabetConfig) -> Result<Vec<(String, P)>, AlphabetError> {
    let plain = Alphabet::new(&Cube::<P>::new(), &AlphabetConfig { expand: Expand::None, ..config.clone() })?;
    let mut found: Vec<(String, P)> = Vec::new();
    for symbol in plain.symbols().iter().filter(|symbol| symbol.moves.len() > 1) {
        let is_new = symbol.effect != P::SOLVED && found.iter().all(|(_, state)| *state != symbol.effect);
        if found.len() < MOST_COMPOSITES && is_new {
            found.push((symbol.name.clone(), symbol.effect));
        }
    }
    Ok(found)
}

/// The published states of this puzzle: where each is from, its distance, itself.
fn published<P: CubeState>() -> Vec<(String, u8, P)> {
    let lines = KNOWN.lines().filter(|line| !line.starts_with('#'));
    let states = lines.filter_map(|line| {
        let [from, distance, facelets] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
        let faces: Vec<Face> = str::chars(facelets).filter_map(Face::from_letter).collect();
        // The list is of the 3×3×3.
        if P::KIND != PuzzleKind::Cube3 {
            return None;
        }
        Some((str::to_owned(from), str::parse(distance).ok()?, P::from_facelets(&faces).ok()?))
    });
    states.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::cube3::Cube3;

    fn small() -> Options {
        Options { walks: 6, steps: 60, lags: 5, states: 5, turns: 6, ..Options::default() }
    }

    #[test]
    fn threads_change_nothing() {
        for puzzle in PuzzleKind::ALL {
            let config = TrialConfig { puzzle: puzzle.into(), ..TrialConfig::default() };
            let facts = |threads| survey("x", &config, &small(), NonZeroUsize::new(threads).unwrap()).unwrap();
            assert_eq!(facts(1), facts(3), "{puzzle}");
        }
    }

    #[test]
    fn every_list_is_whole() {
        let facts = survey("x", &TrialConfig::default(), &small(), NonZeroUsize::MIN).unwrap();
        let count = |origin| facts.states.iter().filter(|state| state.origin == origin).count();
        // One solved state, then five at each of six distances; 10 different composites.
        assert_eq!(Origin::ALL.map(count), [1 + 6 * 5, 61, 10, 5]);
        assert_eq!(published::<Cube3>().len(), 61);
        assert!(facts.states.iter().filter(|state| state.origin == Origin::Near).all(|state| {
            state.shortest.is_none_or(|shortest| shortest.all > 0 && shortest.better <= shortest.all)
        }));
        assert_eq!(facts.descents.len(), 10);
        assert!(facts.descents.iter().all(|descent| descent.end <= descent.start));
        assert!(facts.walks.iter().all(|walk| walk.correlations.len() == 6));
    }
}
