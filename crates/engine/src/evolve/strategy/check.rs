//! [`check`]: whether an algorithm and the other keys of a configuration are compatible.

use super::subgroup_chain::SubgroupChain;
use super::{EvolutionStrategy, StateStrategy};
use crate::evaluation::objective::Objective;
use crate::evolve::algorithm::Algorithm;
use crate::evolve::config::{Conflict, TrialConfig};
use crate::evolve::genome_search::{PieceTable, Profile};
use crate::optimizer::Unsupported;
use evocube_cube::puzzle::{CUBE3, PuzzleKind};
use evocube_cube::with_puzzle;

/// Checks that the algorithm, its phases and the other keys are compatible.
///
/// # Errors
/// The first conflict.
pub(in crate::evolve) fn check(config: &TrialConfig) -> Result<(), Conflict> {
    let TrialConfig { puzzle, phase: phases, .. } = config;
    let Algorithm::OnStates(strategy) = &config.algorithm else { return check_others(config) };
    let Some(cube) = puzzle.cube() else {
        return Err(Conflict::new("algorithm", strategy.is_for_cubes(puzzle)));
    };
    if let Some(key) = unused_key(config) {
        let title = strategy.title();
        let message = format!("{title} has no {key}: its individuals are states with their moves, not genomes");
        return Err(Conflict::new(key, message));
    }
    strategy.supports(&config.stop).map_err(|Unsupported { key, message }| Conflict::new(key, message))?;
    match strategy {
        StateStrategy::Es(es) => check_es(es, cube, config),
        StateStrategy::Niches(_) if !phases.is_empty() => {
            Err(Conflict::new("phase", "the niche archive has its own phases"))
        }
        StateStrategy::Niches(niches) => {
            let (count, phases) = (niches.capacity.as_ref().map(Vec::len), SubgroupChain::phases(cube));
            count.filter(|count| *count != phases).map_or(Ok(()), |count| {
                let message = format!(
                    "the niche archive of {puzzle} has {phases} phases: capacity needs {phases} numbers, not {count}"
                );
                Err(Conflict::new("algorithm", message))
            })
        }
    }
}

/// Checks an evolution strategy and its phases.
fn check_es(es: &EvolutionStrategy, cube: PuzzleKind, config: &TrialConfig) -> Result<(), Conflict> {
    let TrialConfig { puzzle, phase: phases, .. } = config;
    if !phases.is_empty() && cube != PuzzleKind::Cube3 {
        let message = format!("phases are for cube3: {puzzle} does not have what they count");
        return Err(Conflict::new("phase", message));
    }
    for (number, phase) in (1usize..).zip(phases) {
        let turns = phase.turns.check(&CUBE3, &format!("phase.{}.turns", number - 1));
        turns.map_err(|(key, error)| Conflict::in_text(key, error))?;
        if phase.moves().is_empty() {
            return Err(Conflict::new("phase", format!("phase {number} has no turns")));
        }
        if phase.goal.is_empty() {
            return Err(Conflict::new("phase", format!("all weights of the goal of phase {number} are 0")));
        }
    }
    if phases.last().is_some_and(|last| !last.goal.is_whole()) {
        let message =
            "the goal of the last phase must weigh stickers or pieces, so that the phase ends with a solved cube";
        return Err(Conflict::new("phase", message));
    }
    if phases.is_empty() && matches!(config.objective, Objective::Custom(_)) {
        let message =
            "the evolution strategy evaluates piece by piece: it needs the objective penalty, pieces or weights";
        return Err(Conflict::new("objective", message));
    }
    if es.append.is_nothing() && es.truncate.is_nothing() {
        return Err(Conflict::new("algorithm", "a mutation with append and truncate of [0, 0] changes nothing"));
    }
    Ok(())
}

/// Checks an algorithm that is not one on states.
fn check_others(config: &TrialConfig) -> Result<(), Conflict> {
    let Algorithm::OnGenomes(algorithm) = &config.algorithm else {
        if config.restart.is_some() && !config.algorithm.has_key("restart") {
            let message = format!("{} has no restart: leave it out", config.algorithm.title());
            return Err(Conflict::new("restart", message));
        }
        let message = "phases are for an evolution strategy: write [base.algorithm.evolution-strategy]";
        return if config.phase.is_empty() { Ok(()) } else { Err(Conflict::new("phase", message)) };
    };
    let Profile { title, why_no_mutation, .. } = algorithm.profile();
    let pieces = with_puzzle!(&config.puzzle, |puzzle| PieceTable::new(puzzle));
    let settings = algorithm.check(&pieces, config.genome.length.get(), config.mutation.is_some());
    settings.map_err(|invalid| Conflict::new("algorithm", invalid.to_string()))?;
    if let Some(mutation) = &config.mutation {
        if let Some(why) = why_no_mutation {
            let message = format!("{title} has no mutation, because it {why}: leave it out");
            return Err(Conflict::new("mutation", message));
        }
        let checked = mutation.check_as_neighborhood(title);
        checked.map_err(|invalid| Conflict::new("mutation", invalid.to_string()))?;
    }
    unused_key(config).map_or(Ok(()), |key| {
        let message = match key.as_str() {
            "phase" => format!("{title} has no phases: leave them out"),
            key => format!("{title} has no {key}: leave it out"),
        };
        Err(Conflict::new(key, message))
    })
}

/// Returns the first key with another value than its default which the algorithm does not have.
fn unused_key(config: &TrialConfig) -> Option<String> {
    let usual = TrialConfig::default().to_table();
    let set = config.to_table().into_iter().filter(|(key, value)| usual.get(key) != Some(value));
    set.map(|(key, _)| key).find(|key| !config.algorithm.has_key(key))
}
