//! [`check`]: whether an algorithm and the other keys of a configuration are compatible.

use super::subgroup_chain::SubgroupChain;
use super::{Niches, StateStrategy};
use crate::evaluation::objective::Objective;
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
    let conflict = |key: &'static str, message: String| Err(Conflict { key: key.into(), message });
    let Some(strategy) = config.algorithm.state_strategy() else { return check_others(config) };
    let Some(cube) = config.puzzle.cube() else {
        return conflict("algorithm", strategy.is_for_cubes(&config.puzzle));
    };
    if let Some(key) = unused_key(config) {
        let title = strategy.title();
        let message = format!("{title} has no {key}: its individuals are states with their moves, not genomes");
        return Err(Conflict { key: key.into(), message });
    }
    strategy.supports(&config.stop).or_else(|Unsupported { key, message }| conflict(key, message))?;
    if matches!(strategy, StateStrategy::Niches(_)) && !config.phase.is_empty() {
        return conflict("phase", "the niche archive has its own phases".to_owned());
    }
    if !config.phase.is_empty() && cube != PuzzleKind::Cube3 {
        return conflict("phase", format!("phases are for cube3: {} does not have what they count", config.puzzle));
    }
    if let StateStrategy::Niches(Niches { capacity: Some(capacity), .. }) = &strategy
        && capacity.get().len() != SubgroupChain::phases(cube)
    {
        let (count, phases) = (capacity.get().len(), SubgroupChain::phases(cube));
        return conflict(
            "algorithm",
            format!(
                "the niche archive of {} has {phases} phases: capacity needs {phases} numbers, not {count}",
                config.puzzle
            ),
        );
    }
    for (number, phase) in (1usize..).zip(&config.phase) {
        phase
            .turns
            .check(&CUBE3, &format!("phase.{}.turns", number - 1))
            .map_err(|(key, message)| Conflict { key: key.into(), message })?;
        if phase.moves().is_empty() {
            return conflict("phase", format!("phase {number} has no turns"));
        }
        if phase.goal.is_empty() {
            return conflict("phase", format!("all weights of the goal of phase {number} are 0"));
        }
    }
    if let Some(last) = config.phase.last()
        && !last.goal.is_whole()
    {
        return conflict(
            "phase",
            "the goal of the last phase must weigh stickers or pieces, so that the phase ends with a solved cube"
                .into(),
        );
    }
    if matches!((&strategy, &config.objective), (StateStrategy::Es(_), Objective::Custom(_))) && config.phase.is_empty()
    {
        let message =
            "the evolution strategy evaluates piece by piece: it needs the objective penalty, pieces or weights";
        return conflict("objective", message.to_owned());
    }
    if let StateStrategy::Es(es) = strategy
        && es.append.is_nothing()
        && es.truncate.is_nothing()
    {
        return conflict("algorithm", "a mutation with append and truncate of [0, 0] changes nothing".to_owned());
    }
    Ok(())
}

/// Checks an algorithm that is not one on states.
fn check_others(config: &TrialConfig) -> Result<(), Conflict> {
    let conflict = |key: &'static str, message: String| Err(Conflict { key: key.into(), message });
    let Some(algorithm) = config.algorithm.genome_algorithm() else {
        return if config.phase.is_empty() {
            Ok(())
        } else {
            conflict(
                "phase",
                "phases are for an evolution strategy: write [base.algorithm.evolution-strategy]".to_owned(),
            )
        };
    };
    let Profile { title, why_no_mutation, .. } = algorithm.profile();
    let pieces = with_puzzle!(&config.puzzle, |puzzle| PieceTable::new(puzzle));
    let settings = algorithm.check(&pieces, config.genome.length.get(), config.mutation.is_some());
    settings.or_else(|message| conflict("algorithm", message))?;
    if let Some(mutation) = &config.mutation {
        if let Some(why) = why_no_mutation {
            return conflict("mutation", format!("{title} has no mutation, because it {why}: leave it out"));
        }
        mutation.check_as_neighborhood(title).or_else(|message| conflict("mutation", message))?;
    }
    match unused_key(config) {
        Some(key) if key == "phase" => conflict("phase", format!("{title} has no phases: leave them out")),
        Some(key) => {
            let message = format!("{title} has no {key}: leave it out");
            Err(Conflict { key: key.into(), message })
        }
        None => Ok(()),
    }
}

/// Returns the first key with another value than its default which the algorithm does not have.
fn unused_key(config: &TrialConfig) -> Option<String> {
    let usual = TrialConfig::default().to_table();
    let set = config.to_table().into_iter().filter(|(key, value)| usual.get(key) != Some(value));
    set.map(|(key, _)| key).find(|key| !config.algorithm.has_key(key))
}
