//! The generation is replaced as a whole, but for elites.

use crate::evolve::breeding::{self, Breeding, Tally};
use crate::evolve::crossover::Cross;
use crate::evolve::island::{Common, Stock};
use crate::evolve::mutation::{Mutate, Symbols};
use crate::evolve::selection::Select;

/// The best go over unchanged (K. A. De Jong 1975), in front; behind them come the children, and behind those the random
/// immigrants, individuals made anew (J. J. Grefenstette, "Genetic algorithms for changing environments", 1992).
#[derive(Debug, Default)]
pub(in crate::evolve) struct Generational {
    /// Individuals in the order of their fitness, as far as elites go.
    order: Vec<u32>,
}

impl Generational {
    pub(super) fn breed<S: Select, X: Cross, M: Mutate>(
        &mut self,
        stock: &mut Stock,
        common: &Common<'_, S, X, M>,
        generation: u64,
    ) -> Tally {
        let Common { program, settings, team, .. } = *common;
        let (size, elitism) = (stock.current.size(), settings.elitism);
        let native = size - settings.immigrants_of(size);
        self.copy_elites(stock, elitism);
        let mut stream = stock.streams.select.key(generation).stream(0);
        let draws = 2 * (native - elitism).div_ceil(2);
        settings.selection.prepare(&mut stock.wheel, stock.current.fitness(), draws, &mut stream);
        let breeding = Breeding {
            program,
            selection: &settings.selection,
            crossover: &settings.crossover,
            mutation: &settings.mutation,
            parents: &stock.current,
            merit: stock.current.fitness(),
            wheel: &stock.wheel,
            symbols: Symbols::of(program),
            key: stock.streams.breed.key(generation),
            first_pair: 0,
        };
        let mut tally = breeding.breed(&mut stock.next, elitism..native, team);
        if elitism > 0 {
            tally.best = tally.best.min((stock.next.fitness()[0], 0));
        }
        if native < size {
            let key = stock.streams.immigrate.key(generation);
            tally =
                tally.and(breeding::initialize(program, &mut stock.next, native..size, settings.initial, key, team));
        }
        std::mem::swap(&mut stock.current, &mut stock.next);
        stock.offspring += (size - elitism) as u64;
        stock.note_best(tally.best.1);
        tally
    }

    /// The best go over unchanged, in order.
    #[allow(clippy::cast_possible_truncation)] // populations are smaller than 2^32
    fn copy_elites(&mut self, stock: &mut Stock, elitism: usize) {
        self.order.clear();
        if elitism == 1 {
            self.order.push(stock.leader as u32);
        } else if elitism > 1 {
            let fitness = stock.current.fitness();
            let key = |&individual: &u32| (fitness[individual as usize], individual);
            self.order.extend(0..fitness.len() as u32);
            self.order.select_nth_unstable_by_key(elitism - 1, key);
            self.order.truncate(elitism);
            self.order.sort_unstable_by_key(key);
        }
        let (mut rows, fitness) = stock.next.parts_mut();
        rows.copy_each(stock.current.rows(), &self.order);
        for (place, &individual) in self.order.iter().enumerate() {
            fitness[place] = stock.current.fitness()[individual as usize];
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::evolve::bounded::Rate;
    use crate::evolve::engine::Settings;
    use crate::evolve::island::laws::{Crossover, Mutation, common, everybody, island, program, settings};
    use crate::evolve::replacement::Replacement;

    #[test]
    fn a_share_of_each_generation_is_made_anew_and_the_others_descend() {
        let program = program();
        // Children that are copies show who descends.
        for (population, share, anew) in [(40, 0.0, 0), (40, 0.1, 4), (41, 0.3, 12), (41, 0.9, 37)] {
            let immigrants = Rate::try_from(share).unwrap();
            let (crossover, mutation) = (Crossover::None, Mutation::None);
            let settings =
                Settings { immigrants, crossover, mutation, ..settings(population, 2, Replacement::Generational) };
            let common = common(&program, &settings);
            let mut island = island(&common, 7);
            for now in 1..=10 {
                let before = everybody(&program, island.population());
                let (evaluations, offspring) = (island.evaluations(), island.offspring());
                island.step(&common, now);
                let after = everybody(&program, island.population());
                assert_eq!(after.iter().filter(|individual| !before.contains(individual)).count(), anew);
                assert!(after[..population - anew].iter().all(|individual| before.contains(individual)));
                assert_eq!(island.evaluations() - evaluations, anew as u64);
                assert_eq!(island.offspring() - offspring, population as u64 - 2);
                assert_eq!(after[0].1, before.iter().map(|(_, fitness)| *fitness).min().unwrap());
            }
        }
    }
}
