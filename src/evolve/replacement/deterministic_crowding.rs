//! Children compete with the parent that they are like.

use super::steady_state::distance;
use crate::evolve::breeding::{Breeding, Tally};
use crate::evolve::crossover::Cross;
use crate::evolve::island::{Common, Stock};
use crate::evolve::mutation::{Mutate, Symbols};
use crate::evolve::selection::{Select, Wheel};
use crate::puzzle::kernel::Fitness;
use crate::rng::CounterStream;

/// See [`Replacement::DeterministicCrowding`](super::Replacement::DeterministicCrowding).
#[derive(Debug, Default)]
pub(in crate::evolve) struct DeterministicCrowding {
    /// The population in random order: neighbours are a pair.
    order: Vec<u32>,
}

/// The parents are those of a list, in its order.
struct InOrder<'a>(&'a [u32]);

impl Select for InOrder<'_> {
    fn prepare(&self, _: &mut Wheel, _: &[Fitness], _: usize, _: &mut CounterStream) {}

    #[inline(always)]
    fn select(&self, _: &Wheel, _: &[Fitness], draw: usize, _: &mut CounterStream) -> usize {
        self.0[draw] as usize
    }
}

impl DeterministicCrowding {
    #[allow(clippy::cast_possible_truncation)] // populations are smaller than 2^32
    pub(super) fn breed<S, X: Cross, M: Mutate>(
        &mut self,
        stock: &mut Stock,
        common: &Common<'_, S, X, M>,
        generation: u64,
    ) -> Tally {
        let Common { program, settings, team, .. } = *common;
        let children = stock.current.size() / 2 * 2;
        self.order.clear();
        self.order.extend(0..stock.current.size() as u32);
        stock.streams.select.key(generation).stream(0).shuffle(&mut self.order);
        let breeding = Breeding {
            program,
            selection: &InOrder(&self.order),
            crossover: &settings.crossover,
            mutation: &settings.mutation,
            parents: &stock.current,
            merit: stock.current.fitness(),
            wheel: &stock.wheel,
            symbols: Symbols::of(program),
            key: stock.streams.breed.key(generation),
            first_pair: 0,
        };
        let mut tally = breeding.breed(&mut stock.next, 0..children, team);
        for (pair, parents) in self.order.as_chunks::<2>().0.iter().enumerate() {
            let [a, b] = parents.map(|parent| parent as usize);
            let (current, next) = (&mut stock.current, &stock.next);
            let apart = |parent: usize, child: usize| distance(current.genome(parent), next.genome(child));
            let (c, d) = (2 * pair, 2 * pair + 1);
            let straight = apart(a, c) + apart(b, d) <= apart(a, d) + apart(b, c);
            for (parent, child) in if straight { [(a, c), (b, d)] } else { [(a, d), (b, c)] } {
                if next.fitness()[child] < current.fitness()[parent] {
                    current.put(parent, next, child);
                }
            }
        }
        stock.offspring += children as u64;
        let everybody = stock.current.fitness().iter().copied().zip(0..);
        tally.best = everybody.min().expect("populations are not empty");
        stock.note_best(tally.best.1);
        tally
    }
}

#[cfg(test)]
mod tests {
    use crate::evolve::island::laws::{common, everybody, island, program, settings};
    use crate::evolve::replacement::Replacement;

    #[test]
    fn nobody_is_replaced_but_by_somebody_better_and_more_alike() {
        let program = program();
        for population in [40, 41] {
            let settings = settings(population, 1, Replacement::DeterministicCrowding);
            let common = common(&program, &settings);
            let mut island = island(&common, 6);
            let mut replaced = 0;
            for now in 1..=40 {
                let before = everybody(&program, island.population());
                island.step(&common, now);
                let after = everybody(&program, island.population());
                assert_eq!(island.offspring(), population as u64 + 40 * now);
                for (old, new) in before.iter().zip(&after) {
                    assert!(old == new || new.1 < old.1);
                    replaced += usize::from(old != new);
                }
                assert_eq!(island.best().fitness, after.iter().map(|(_, fitness)| *fitness).min().unwrap());
            }
            assert!(replaced > 20, "{replaced}");
        }
    }
}
