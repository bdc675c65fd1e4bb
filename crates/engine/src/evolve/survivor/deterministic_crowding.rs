//! [`DeterministicCrowding`]: survivor selection in which each offspring competes with a similar parent. Parent selection and elitism have
//! no effect with it.

use super::{Cancelled, IslandContext, IslandState, ParentSource, SelectSurvivors, SurvivorRule, Tally};
use crate::evolve::population::hamming_distance;

/// Deterministic crowding (S. W. Mahfoud, "Niching methods for genetic algorithms", 1995): two parents, paired at random, have
/// two offspring. Each offspring is matched with one of the parents, so that the sum of the two Hamming distances is minimal,
/// and replaces it if it is fitter.
///
/// If the population is odd, one individual survives unchanged. Parent selection and elitism are not used.
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
    fn breed(
        &mut self,
        state: &mut IslandState,
        context: &IslandContext<'_>,
        generation: u64,
    ) -> Result<Tally, Cancelled> {
        let children = state.current.size() / 2 * 2;
        let keys = state.breeding_keys(generation);
        let mut order: Vec<u32> = (0..).take(state.current.size()).collect();
        state.seeds.select.key(generation).stream(0).shuffle(&mut order);
        let mut tally = state.breed(context, ParentSource::Order(&order), keys, 0..children)?;
        if context.is_cut() {
            self.record_cut(state, context, 0..tally.made);
            return Ok(tally);
        }
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
        Ok(tally)
    }
}

#[cfg(test)]
mod tests {
    use crate::evolve::island::laws::{evaluator, individuals, island, settings, with_context};
    use crate::evolve::population::hamming_distance;
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
                    island.step(context, now).unwrap();
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

    #[test]
    fn families_are_matched_by_the_sum_of_distances_and_not_one_by_one() {
        let evaluator = evaluator();
        let settings = settings(200, 1, SurvivorSelection::DeterministicCrowding);
        with_context(&evaluator, &settings, |context| {
            let mut island = island(context, &settings, 7);
            let (mut crossed, mut nearer_to_the_other) = (0, 0);
            for now in 1..=10 {
                let old_individuals = individuals(&evaluator, &island.state.current);
                island.step(context, now).unwrap();
                let new_individuals = individuals(&evaluator, &island.state.current);
                let offspring = individuals(&evaluator, &island.state.next);
                let mut order: Vec<usize> = (0..200).collect();
                island.state.seeds.select.key(now).stream(0).shuffle(&mut order);
                for (family, children) in order.chunks(2).zip(offspring.chunks(2)) {
                    let parents = [0, 1].map(|parent| &old_individuals[family[parent]]);
                    let apart = |parent: usize, child: usize| hamming_distance(&parents[parent].0, &children[child].0);
                    let is_crossed = apart(0, 1) + apart(1, 0) < apart(0, 0) + apart(1, 1);
                    for parent in 0..2 {
                        let child = if is_crossed { 1 - parent } else { parent };
                        let survivor =
                            if children[child].1 < parents[parent].1 { &children[child] } else { parents[parent] };
                        assert!(new_individuals[family[parent]] == *survivor);
                        nearer_to_the_other += u32::from(apart(1 - parent, child) < apart(parent, child));
                    }
                    crossed += u32::from(is_crossed);
                }
            }
            assert!(crossed > 0 && nearer_to_the_other > 0, "{crossed}, {nearer_to_the_other}");
        });
    }
}
