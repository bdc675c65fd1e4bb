//! [`SavedEngine`]: the state of a run of the genetic algorithm between two generations, for a checkpoint. Other algorithms have states of
//! their own, in `genome_search` and `strategy`.
//!
//! Random streams are opened by the number of the generation, so no state of a generator is saved.

use serde::{Deserialize, Serialize};

use super::{Engine, EngineTotals};
use crate::evaluation::Gene;
use crate::evolve::crossover::Cross;
use crate::evolve::genetic_operators::GeneticOperators;
use crate::evolve::island::SavedIsland;
use crate::evolve::mutation::{AdaptedState, Mutate};
use crate::evolve::population::Population;
use evocube_cube::solver::Cancelled;

/// State of a run. `G` are the genes of a population.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::evolve) struct SavedEngine<G> {
    islands: Vec<SavedIsland<G>>,
    /// Adapted states of crossover and mutation.
    operators: [AdaptedState; 2],
    totals: EngineTotals,
}

impl Engine<'_> {
    /// Returns the present state; `None` if an operator cannot save its adapted state.
    pub(in crate::evolve) fn save(&self) -> Option<SavedEngine<&Population>> {
        let GeneticOperators { crossover, mutation, memetic, .. } = &self.settings.operators;
        Some(SavedEngine {
            islands: self.islands.0.iter().map(|island| island.save(memetic.is_baldwinian())).collect(),
            operators: [crossover.adapted()?, mutation.adapted()?],
            totals: self.totals.clone(),
        })
    }

    /// Restores the state of a run with the same inputs, settings and seed. Returns `false` if it is not of such a run; the
    /// engine must then be dropped.
    pub(in crate::evolve) fn restore(&mut self, saved: SavedEngine<Vec<Gene>>) -> Result<bool, Cancelled> {
        let SavedEngine { islands, operators: [crossover, mutation], totals } = saved;
        let (present, evaluator) = (&mut self.settings.operators, self.inputs.evaluator);
        self.totals = totals;
        let fits = islands.len() == self.islands.0.len()
            && present.crossover.restore(&crossover)
            && present.mutation.restore(&mutation);
        let mut islands = self.islands.0.iter_mut().zip(islands);
        islands.try_fold(fits, |fits, (island, saved)| Ok(fits && island.restore(saved, evaluator)?))
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;
    use crate::evaluation::Evaluator;
    use crate::evolve::config::TrialConfig;
    use crate::evolve::crossover::Crossover;
    use crate::evolve::engine::Settings;
    use crate::evolve::island::laws::{evaluator, individuals, settings};
    use crate::evolve::mutation::Mutation;
    use crate::evolve::restart::Restart;
    use crate::evolve::survivor::{Alps, Cellular, SurvivorSelection};
    use crate::optimizer::{decode, encode};
    use evocube_cube::rng::Seed;

    fn settings_of(mutation: &str, replacement: SurvivorSelection) -> Settings {
        #[derive(Deserialize)]
        struct Written {
            mutation: Mutation,
        }
        let mutation = crate::settings::read::<Written>(mutation).unwrap().mutation;
        let restart = Restart::Stagnation(NonZeroU32::new(3).unwrap());
        let mut settings = Settings { restart, ..settings(20, 1, replacement) };
        settings.operators.mutation = mutation;
        settings
    }

    /// Returns a crossover that learns.
    fn adaptive_crossover() -> Crossover {
        #[derive(Deserialize)]
        struct Written {
            crossover: Crossover,
        }
        let text = "crossover.mixture = { adapt.adaptive-pursuit = {}, of = [{ crossover = 'one-point' }, { crossover = 'uniform' }] }";
        crate::settings::read::<Written>(text).unwrap().crossover
    }

    const ADAPTIVE: &str = "mutation.mixture = { adapt.probability-matching = {}, of = [{ mutation.swap.individual-rate = 1.0 }, \
                            { mutation.one-fifth = { individual-rate = 1.0, gene-rate = 0.1 } }, \
                            { mutation.self-adaptive = { individual-rate = 0.4, rates = [0.02, 0.2] } }] }";

    /// Returns the observable state of a run.
    fn visible_state(evaluator: &Evaluator, engine: &Engine<'_>) -> impl PartialEq + use<> {
        let populations: Vec<_> = engine.populations().map(|population| individuals(evaluator, population)).collect();
        let generation = engine.generation();
        let adaptation = generation.adaptation.map(|adaptation| adaptation.operators());
        let counters = (generation.progress, generation.offspring, generation.restarts, generation.children);
        (populations, counters, adaptation, engine.best().clone(), engine.front(), engine.islands.strategy_parameters())
    }

    #[test]
    fn a_restored_run_is_the_saved_one_and_continues_as_it_does() {
        let evaluator = evaluator();
        let steady = SurvivorSelection::SteadyState(crate::settings::read("lifetime = 2").unwrap());
        let selections = [
            SurvivorSelection::Generational,
            SurvivorSelection::DeterministicCrowding,
            SurvivorSelection::NsgaTwo,
            steady,
            SurvivorSelection::Cellular(Cellular::default()),
            SurvivorSelection::Alps(Alps::default()),
        ];
        for replacement in selections {
            let new = || {
                let mut settings = settings_of(ADAPTIVE, replacement.clone());
                settings.operators.crossover = adaptive_crossover();
                Engine::new(&evaluator, settings, Seed::from_number(31)).unwrap()
            };
            for generations in [0, 1, 40] {
                let mut engine = new();
                (0..generations).for_each(|_| engine.step().unwrap());
                let bytes = encode(&engine.save().unwrap());
                let mut restored = new();
                assert!(restored.restore(decode(&bytes).unwrap()).unwrap());
                assert!(
                    visible_state(&evaluator, &engine) == visible_state(&evaluator, &restored),
                    "{replacement:?}, {generations}"
                );
                for _ in 0..20 {
                    engine.step().unwrap();
                    restored.step().unwrap();
                }
                assert!(
                    visible_state(&evaluator, &engine) == visible_state(&evaluator, &restored),
                    "{replacement:?}, {generations}"
                );
            }
        }
    }

    #[test]
    fn a_checkpoint_keeps_what_is_learned() {
        let evaluator = evaluator();
        for replacement in ["'generational'", "'deterministic-crowding'", "{ steady-state = { offspring = 7 } }"] {
            for inheritance in ["lamarckian", "baldwinian"] {
                let text = format!(
                    "population = 30\nreplacement = {replacement}\n\
                     memetic = {{ rate = 0.3, inheritance = '{inheritance}', evaluations = 100 }}"
                );
                let config: TrialConfig = crate::settings::read(&text).unwrap();
                let new = || Engine::new(&evaluator, config.settings(), Seed::from_number(12)).unwrap();
                let (mut engine, mut restored) = (new(), new());
                (0..15).for_each(|_| engine.step().unwrap());
                let bytes = encode(&engine.save().unwrap());
                assert!(restored.restore(decode(&bytes).unwrap()).unwrap());
                for _ in 0..5 {
                    engine.step().unwrap();
                    restored.step().unwrap();
                }
                let fitness = |engine: &Engine<'_>| engine.populations().next().unwrap().fitness().to_vec();
                assert!(fitness(&engine) == fitness(&restored) && engine.best() == restored.best(), "{text}");
            }
        }
    }

    #[test]
    fn states_of_other_runs_are_refused() {
        let evaluator = evaluator();
        let plain = "mutation.swap.individual-rate = 1.0";
        let new = |settings: Settings| Engine::new(&evaluator, settings, Seed::from_number(31)).unwrap();
        let mut nsga = settings_of(plain, SurvivorSelection::NsgaTwo);
        let mut engine = new(settings_of(plain, SurvivorSelection::Generational));
        let bytes = encode(&engine.save().unwrap());
        assert!(engine.restore(decode(&bytes).unwrap()).unwrap());
        let mut other_length = settings_of(plain, SurvivorSelection::Generational);
        other_length.length = 7;
        nsga.length = engine.settings.length;
        for other in [other_length, nsga, settings_of(ADAPTIVE, SurvivorSelection::Generational)] {
            assert!(!new(other).restore(decode(&bytes).unwrap()).unwrap());
        }
        let saved: SavedEngine<Vec<Gene>> = decode(&bytes).unwrap();
        assert!(encode(&saved) == bytes, "genes are written as the population is");
    }
}
