//! Generational replacement with elites and random immigrants. Offspring replace all other individuals, fitter or not.

use super::{Cancelled, IslandContext, IslandState, ParentSource, SelectSurvivors, SurvivorRule, Tally};
use crate::evolve::population::first_by_key;

/// Generational replacement. The next population is the elites, which survive unchanged (K. A. De Jong 1975), then the offspring,
/// then random immigrants (J. J. Grefenstette, "Genetic algorithms for changing environments", 1992).
#[derive(Debug)]
pub(super) struct Generational;

impl SurvivorRule for Generational {
    fn start(&self) -> Box<dyn SelectSurvivors> {
        Box::new(Self)
    }

    fn offspring(&self, population: usize, elitism: usize) -> usize {
        population - elitism
    }

    fn bytes_per_individual(&self) -> usize {
        0
    }
}

impl SelectSurvivors for Generational {
    fn breed(
        &mut self,
        state: &mut IslandState,
        context: &IslandContext<'_>,
        generation: u64,
    ) -> Result<Tally, Cancelled> {
        let IslandContext { elitism, immigrants, .. } = *context;
        let size = state.current.size();
        let natives = size - immigrants.share_of(size);
        copy_elites(state, elitism);
        let keys = state.breeding_keys(generation);
        let mut tally = state.breed(context, ParentSource::Selection, keys, elitism..natives)?;
        if elitism > 0 && !context.is_cut() {
            tally.best = tally.best.min((state.next.fitness()[0], 0));
        }
        if natives < size && !context.is_cut() {
            let key = state.seeds.immigrate.key(generation);
            tally = tally.merge(context.initialize(&mut state.next, natives..size, key, &[])?);
        }
        if context.is_cut() {
            self.record_cut(state, context, elitism..elitism + tally.made);
            return Ok(tally);
        }
        std::mem::swap(&mut state.current, &mut state.next);
        state.record_best(tally.best.1);
        Ok(tally)
    }
}

/// Copies the elites to the front of the next population, the best first.
fn copy_elites(state: &mut IslandState, elitism: usize) {
    let current = state.current.fitness();
    let order = match elitism {
        1 => vec![u32::try_from(state.best_index).expect("populations are smaller than 2^32")],
        _ => first_by_key(current.len(), elitism, |individual| (current[individual as usize], individual)),
    };
    let (mut rows, fitness) = state.next.parts_mut();
    rows.copy_each(state.current.rows(), &order);
    for (fitness, &individual) in fitness.iter_mut().zip(&order) {
        *fitness = current[individual as usize];
    }
}

#[cfg(test)]
mod tests {
    use crate::bounded::Rate;
    use crate::evolve::crossover::Crossover;
    use crate::evolve::engine::Settings;
    use crate::evolve::island::laws::{evaluator, individuals, island, settings, with_context};
    use crate::evolve::mutation::Mutation;
    use crate::evolve::survivor::SurvivorSelection;

    #[test]
    fn random_immigrants_are_a_share_of_each_generation() {
        let evaluator = evaluator();
        // Offspring are copies, so that immigrants are recognized.
        for (population, share, immigrated) in [(40, 0.0, 0), (40, 0.1, 4), (41, 0.3, 12), (41, 0.9, 37)] {
            let immigrants = Rate::new(share);
            let (crossover, mutation) = (Crossover::None, Mutation::None);
            let settings = settings(population, 2, SurvivorSelection::Generational);
            let mut settings = Settings { immigrants, ..settings };
            (settings.operators.crossover, settings.operators.mutation) = (crossover, mutation);
            with_context(&evaluator, &settings, |context| {
                let mut island = island(context, &settings, 7);
                for now in 1..=10 {
                    let old_individuals = individuals(&evaluator, &island.state.current);
                    let (evaluations, offspring) = (island.progress.evaluations, island.state.offspring);
                    island.step(context, now).unwrap();
                    let new_individuals = individuals(&evaluator, &island.state.current);
                    assert_eq!(
                        new_individuals.iter().filter(|individual| !old_individuals.contains(individual)).count(),
                        immigrated
                    );
                    assert!(
                        new_individuals[..population - immigrated]
                            .iter()
                            .all(|individual| old_individuals.contains(individual))
                    );
                    assert_eq!(island.progress.evaluations - evaluations, immigrated as u64);
                    assert_eq!(island.state.offspring - offspring, population as u64 - 2);
                    assert_eq!(
                        new_individuals[0].1,
                        old_individuals.iter().map(|(_, fitness)| *fitness).min().unwrap()
                    );
                }
            });
        }
    }
}
