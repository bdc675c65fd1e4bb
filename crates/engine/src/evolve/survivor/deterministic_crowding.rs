//! Deterministic crowding.

use super::{IslandContext, IslandState, ParentSource, SelectSurvivors, SurvivorRule, Tally};
use crate::evolve::population::hamming_distance;

/// Deterministic crowding (S. W. Mahfoud, "Niching methods for genetic algorithms", 1995): each individual has one
/// offspring, which replaces the more similar parent if it is fitter.
///
/// Parents are paired at random. The two parents and two offspring of a family are matched so that the sum of the two
/// Hamming distances is minimal. If the population is odd, one individual survives unchanged. Parent selection and elitism are
/// not used.
#[derive(Debug)]
pub(super) struct DeterministicCrowding;

impl SurvivorRule for DeterministicCrowding {
    fn start(&self) -> Box<dyn SelectSurvivors> {
        Box::new(Self)
    }

    fn offspring(&self, population: usize, _: usize) -> usize {
        population - population % 2
    }

    /// Returns the bytes of an entry of the order in which individuals are paired.
    fn bytes_per_individual(&self) -> usize {
        4
    }
}

impl SelectSurvivors for DeterministicCrowding {
    fn breed(&mut self, state: &mut IslandState, context: &IslandContext<'_>, generation: u64) -> Tally {
        let children = state.current.size() / 2 * 2;
        let keys = state.breeding_keys(generation);
        let mut order: Vec<u32> = (0..).take(state.current.size()).collect();
        state.seeds.select.key(generation).stream(0).shuffle(&mut order);
        let mut tally = state.breed(context, ParentSource::Order(&order), keys, 0..children);
        for (pair, parents) in order.as_chunks::<2>().0.iter().enumerate() {
            let [a, b] = parents.map(|parent| parent as usize);
            let (current, next) = (&mut state.current, &state.next);
            let apart = |parent: usize, child: usize| hamming_distance(current.genome(parent), next.genome(child));
            let (c, d) = (2 * pair, 2 * pair + 1);
            let straight = apart(a, c) + apart(b, d) <= apart(a, d) + apart(b, c);
            for (parent, child) in if straight { [(a, c), (b, d)] } else { [(a, d), (b, c)] } {
                if next.fitness()[child] < current.fitness()[parent] {
                    current.copy_from(parent, next, child);
                }
            }
        }
        tally.best = state.current.best();
        state.record_best(tally.best.1);
        tally
    }
}

#[cfg(test)]
mod tests {
    use crate::evolve::island::laws::{evaluator, individuals, island, settings, with_context};
    use crate::evolve::survivor::SurvivorSelection;

    #[test]
    fn deterministic_crowding_replaces_parents_by_better_offspring_only() {
        let evaluator = evaluator();
        for population in [40, 41] {
            let settings = settings(population, 1, SurvivorSelection::DeterministicCrowding);
            with_context(&evaluator, &settings, |context| {
                let mut island = island(context, &settings, 6);
                let mut replaced = 0;
                for now in 1..=40 {
                    let old_individuals = individuals(&evaluator, &island.state.current);
                    island.step(context, now);
                    let new_individuals = individuals(&evaluator, &island.state.current);
                    assert_eq!(island.state.offspring, population as u64 + 40 * now);
                    for (old, new) in old_individuals.iter().zip(&new_individuals) {
                        assert!(old == new || new.1 < old.1);
                        replaced += usize::from(old != new);
                    }
                    assert_eq!(
                        island.state.best.fitness,
                        new_individuals.iter().map(|(_, fitness)| *fitness).min().unwrap()
                    );
                }
                assert!(replaced > 20, "{replaced}");
            });
        }
    }
}
