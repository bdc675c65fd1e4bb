//! [`Archipelago`]: all islands of a run of the genetic algorithm: their generations (one that the budget cuts is undone), the migration
//! between them, and all individuals for observers. One island is bred in `island`; the settings of migration are in `islands`.

use std::collections::{BTreeMap, HashSet, TryReserveError};

use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};

use super::island::{Island, IslandProgress};
use super::island_context::IslandContext;
use super::islands::{EmigrantPolicy, ImmigrantPolicy, Islands};
use super::population::{Population, first_by_key};
use super::survivor::Migrant;
use crate::evaluation::{Fitness, Gene};
use crate::optimizer::{Individuals, OptimizerError};
use evocube_cube::rng::{CounterStream, Seed};
use evocube_cube::solver::Cancelled;

/// All islands of a run.
#[derive(Debug)]
pub(super) struct Archipelago(pub(super) Vec<Island>);

impl Archipelago {
    /// Returns up to `count` islands with at most `max` individuals together, the first islands full. `begin` receives the number of an
    /// island, from 1, and its share of `max`.
    pub(super) fn begin(
        count: usize,
        max: Option<u64>,
        begin: impl Fn(usize, usize) -> Result<Island, OptimizerError>,
    ) -> Result<Self, OptimizerError> {
        let mut left = max.and_then(|max| usize::try_from(max).ok()).unwrap_or(usize::MAX);
        let mut islands = Vec::new();
        for number in 1..=count {
            if left == 0 {
                break;
            }
            let island = begin(number, left)?;
            left -= island.state.current.size();
            islands.push(island);
        }
        Ok(Self(islands))
    }

    /// Makes generation `now` of all islands, in parallel if there are threads and enough individuals.
    #[inline(always)]
    pub(super) fn step(&mut self, context: &IslandContext<'_>, now: u64) -> Result<(), Cancelled> {
        let individuals = self.populations().map(Population::size).sum();
        let IslandContext { pool, budget, .. } = context;
        if self.0.len() > 1 && pool.is_parallel(individuals) && budget.is_none() {
            pool.run(individuals, || self.0.par_iter_mut().try_for_each(|island| island.step(context, now)))
        } else {
            self.0.iter_mut().take_while(|_| !context.is_cut()).try_for_each(|island| island.step(context, now))
        }
    }

    /// Returns copies of the populations, with the progress of each island.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(super) fn copies(&self) -> Result<Vec<(Population, IslandProgress)>, TryReserveError> {
        self.0.iter().map(|island| Ok((island.state.current.try_clone()?, island.progress.clone()))).collect()
    }

    /// Restores the populations before a cut generation.
    pub(super) fn undo(&mut self, copies: Vec<(Population, IslandProgress)>) {
        self.0.iter_mut().zip(copies).for_each(|(island, (population, progress))| island.undo(population, progress));
    }

    /// Replaces individuals of each island by copies of those of its senders, if migration is due in generation `now`.
    pub(super) fn migrate(&mut self, context: &IslandContext<'_>, islands: Islands, seed: &Seed, now: u64) {
        if !islands.are_due(now) {
            return;
        }
        let key = seed.key(now);
        let numbers = (0u32..).step_by(2);
        let leave = |(island, number): (&Island, u32)| emigrants(island, islands, &mut key.stream(number));
        let emigrants: Vec<_> = self.0.iter().zip(numbers.clone()).map(leave).collect();
        for ((here, island), number) in self.0.iter_mut().enumerate().zip(numbers) {
            let arrivals: Vec<&Emigrant> = islands.senders(here).flat_map(|sender| &emigrants[sender]).collect();
            let places = replaced(island, islands, &mut key.stream(number + 1));
            let arrived = arrivals.iter().map(|arrival| (&arrival.genes[..], arrival.fitness));
            let migrants: Vec<Migrant<'_>> = places.into_iter().zip(arrived).collect();
            island.insert_migrants(context, &migrants, now);
        }
    }

    pub(super) fn populations(&self) -> impl Iterator<Item = &Population> {
        self.0.iter().map(|island| &island.state.current)
    }
}

/// A copy of an individual that leaves its island.
struct Emigrant {
    genes: Vec<Gene>,
    fitness: Fitness,
}

/// Returns copies of the individuals that leave an island.
fn emigrants(island: &Island, islands: Islands, stream: &mut CounterStream) -> Vec<Emigrant> {
    let (count, population) = (islands.migrants.get(), &island.state.current);
    let chosen = match islands.emigrants {
        EmigrantPolicy::Best => {
            let key = |individual: u32| (island.selection_key()[individual as usize], individual);
            first_by_key(population.size(), count, key)
        }
        EmigrantPolicy::Random => draw((0u32..).take(population.size()).collect(), count, stream),
    };
    let copy = |&individual: &u32| {
        let n = individual as usize;
        Emigrant { genes: population.genome(n).to_vec(), fitness: population.fitness()[n] }
    };
    chosen.iter().map(copy).collect()
}

/// Returns the individuals that immigrants replace, the first immigrant the first.
fn replaced(island: &Island, islands: Islands, stream: &mut CounterStream) -> Vec<u32> {
    let (count, size) = (islands.arrivals(), island.state.current.size());
    match islands.replaced {
        ImmigrantPolicy::Worst => {
            let key = |individual: u32| std::cmp::Reverse((island.selection_key()[individual as usize], individual));
            first_by_key(size, count, key)
        }
        ImmigrantPolicy::Random => {
            let mut order: Vec<u32> = (0u32..).take(size).collect();
            order.swap_remove(island.state.best_index);
            draw(order, count, stream)
        }
    }
}

/// Returns `count` random individuals of a list without repetition.
fn draw(mut order: Vec<u32>, count: usize, stream: &mut CounterStream) -> Vec<u32> {
    stream.shuffle_first(&mut order, count);
    order.truncate(count);
    order
}

impl Individuals for Archipelago {
    fn groups(&self) -> usize {
        self.0.len()
    }

    fn fitness(&self, group: usize) -> &[Fitness] {
        self.0[group].state.current.fitness()
    }

    fn genome(&self, group: usize, individual: usize) -> &[Gene] {
        self.0[group].state.current.genome(individual)
    }

    fn distinct(&self) -> usize {
        match &self.0[..] {
            [island] => island.state.current.distinct(),
            _ => {
                let genomes =
                    self.populations().flat_map(|all| (0..all.size()).map(|individual| all.genome(individual)));
                genomes.collect::<HashSet<_>>().len()
            }
        }
    }
}

impl Archipelago {
    /// Returns the number of individuals by value of their strategy parameters; empty unless the mutation has some.
    pub(super) fn strategy_parameters(&self) -> BTreeMap<u16, u64> {
        let mut counts = BTreeMap::new();
        for population in self.populations() {
            let rows = population.rows();
            let parameters = (0..population.size()).flat_map(|individual| rows.strategy_parameters(individual));
            parameters.for_each(|gene| *counts.entry(gene.0).or_default() += 1);
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounded::{IslandCount, Migrants};
    use crate::evolve::engine::{Engine, EngineInputs, Settings};
    use crate::evolve::island::laws::{evaluator, individuals, island, settings, with_context};
    use crate::evolve::islands::Topology;
    use crate::evolve::restart::Restart;
    use crate::evolve::survivor::SurvivorSelection;
    use crate::optimizer::{RunContext, WorkerPool};
    use evocube_cube::rng::Seed;
    use std::collections::HashSet;

    type Individual = (Vec<Gene>, Fitness);

    fn islands(count: i64, migrants: i64) -> Islands {
        Islands { count: IslandCount::new(count), migrants: Migrants::new(migrants), ..Islands::default() }
    }

    /// Returns the individuals of every island before and after a migration.
    fn migration(islands: Islands, replacement: SurvivorSelection) -> (Vec<Vec<Individual>>, Vec<Vec<Individual>>) {
        let evaluator = evaluator();
        let settings = Settings { islands, ..settings(20, 1, replacement) };
        with_context(&evaluator, &settings, |context| {
            let mut all = Archipelago((0..islands.count.get() as u64).map(|n| island(context, &settings, n)).collect());
            let copies = |all: &Archipelago| all.populations().map(|island| individuals(&evaluator, island)).collect();
            let seed = Seed::from_number(9);
            let old_islands = copies(&all);
            all.migrate(context, islands, &seed, 9);
            assert!(copies(&all) == old_islands, "migration is not due");
            all.migrate(context, islands, &seed, 10);
            for island in &all.0 {
                let fitness = island.state.current.fitness();
                assert_eq!(fitness[island.state.best_index], *fitness.iter().min().unwrap());
            }
            (old_islands, copies(&all))
        })
    }

    /// Returns the numbers of individuals in the order of their fitness.
    fn ordered(island: &[Individual]) -> Vec<usize> {
        let fitness: Vec<Fitness> = island.iter().map(|(_, fitness)| *fitness).collect();
        crate::evolve::selection::laws::ordered(&fitness)
    }

    #[test]
    fn ring_migration_replaces_the_worst_by_the_best_of_the_neighbor() {
        let (old_islands, new_islands) = migration(islands(4, 3), SurvivorSelection::Generational);
        for target in 0..4 {
            let neighbor = (target + 3) % 4;
            let (best, worst) = (ordered(&old_islands[neighbor]), ordered(&old_islands[target]));
            let mut expected = old_islands[target].clone();
            for place in 0..3 {
                expected[worst[19 - place]] = old_islands[neighbor][best[place]].clone();
            }
            assert!(new_islands[target] == expected, "island {target}");
        }
    }

    #[test]
    fn full_migration_sends_to_all_other_islands() {
        let full = Islands { topology: Topology::Full, ..islands(4, 2) };
        let (old_islands, new_islands) = migration(full, SurvivorSelection::Generational);
        for target in 0..4 {
            let worst = ordered(&old_islands[target]);
            let mut expected = old_islands[target].clone();
            let arrivals = (1..4).flat_map(|distance| {
                let source = &old_islands[(target + 4 - distance) % 4];
                ordered(source)[..2].iter().map(|&best| source[best].clone()).collect::<Vec<_>>()
            });
            for (place, migrant) in arrivals.enumerate() {
                expected[worst[19 - place]] = migrant;
            }
            assert!(new_islands[target] == expected, "island {target}");
        }
    }

    #[test]
    fn random_migration_never_replaces_the_best() {
        for replacement in [SurvivorSelection::Generational, SurvivorSelection::NsgaTwo] {
            let random =
                Islands { emigrants: EmigrantPolicy::Random, replaced: ImmigrantPolicy::Random, ..islands(3, 6) };
            let (old_islands, new_islands) = migration(random, replacement);
            for target in 0..3 {
                let source = &old_islands[(target + 2) % 3];
                let new: Vec<usize> = (0..20).filter(|&n| new_islands[target][n] != old_islands[target][n]).collect();
                assert_eq!(new.len(), 6);
                let migrants: HashSet<&Vec<Gene>> = new.iter().map(|&n| &new_islands[target][n].0).collect();
                assert_eq!(migrants.len(), 6, "no individual emigrates twice");
                assert!(new.iter().all(|&n| source.contains(&new_islands[target][n])));
                assert!(!new.contains(&ordered(&old_islands[target])[0]));
                assert!(new.iter().any(|&n| n != ordered(&old_islands[target])[19]), "not only the worst");
            }
        }
    }

    #[test]
    fn counters_of_islands_are_added_up() {
        let evaluator = evaluator();
        let restart = Restart::Every(std::num::NonZeroU32::new(4).unwrap());
        let settings = Settings { islands: islands(3, 1), restart, ..settings(20, 1, SurvivorSelection::Generational) };
        let mut engine = Engine::new(&evaluator, settings, Seed::from_number(11)).unwrap();
        (0..10).for_each(|_| engine.step().unwrap());
        let generation = engine.generation();
        // Two of ten generations are reinitialized, on each.
        assert_eq!((generation.offspring, generation.restarts), (3 * (20 + 8 * 19 + 2 * 20), 6));
        let all: Vec<Individual> = engine.populations().flat_map(|island| individuals(&evaluator, island)).collect();
        let penalties: Vec<u32> = all.iter().map(|(_, fitness)| fitness.penalty()).collect();
        let spread = generation.spread();
        assert_eq!((Some(&spread.best), Some(&spread.worst)), (penalties.iter().min(), penalties.iter().max()));
        assert!((spread.mean - f64::from(penalties.iter().sum::<u32>()) / 60.0).abs() < 1e-9);
        assert_eq!(generation.individuals.distinct(), all.iter().map(|(genes, _)| genes).collect::<HashSet<_>>().len());
        assert_eq!(generation.progress.best, engine.best().fitness.penalty());
        assert!(generation.progress.best <= spread.best);
    }

    #[test]
    fn worker_pools_of_any_size_breed_the_same_islands() {
        let evaluator = evaluator();
        for replacement in
            [SurvivorSelection::Generational, SurvivorSelection::DeterministicCrowding, SurvivorSelection::NsgaTwo]
        {
            let runs = [1, 2, 3].map(|threads| {
                let pool = WorkerPool::new(threads);
                let often = Islands { interval: std::num::NonZeroU32::new(2).unwrap(), ..islands(5, 7) };
                let settings = Settings { islands: often, ..settings(4001, 1, replacement.clone()) };
                let context = RunContext { pool: &pool, ..RunContext::sequential() };
                let inputs = EngineInputs { context, ..EngineInputs::new(&evaluator) };
                let mut engine = Engine::under(inputs, settings, Seed::from_number(12)).unwrap();
                (0..4).for_each(|_| engine.step().unwrap());
                let islands: Vec<_> = engine.populations().map(|island| individuals(&evaluator, island)).collect();
                (islands, engine.generation().progress, engine.best().clone())
            });
            assert!(runs[0] == runs[1] && runs[0] == runs[2], "{replacement:?}");
            assert!(runs[0].0[0] != runs[0].0[1], "islands have streams of their own");
        }
    }

    #[test]
    fn distinct_genomes_are_counted_once_over_all_islands() {
        let evaluator = evaluator();
        let settings = settings(30, 1, SurvivorSelection::Generational);
        with_context(&evaluator, &settings, |context| {
            let mut islands = Archipelago([1, 2, 1].map(|seed| island(context, &settings, seed)).into());
            assert_eq!(islands.distinct(), 60);
            islands.0.truncate(1);
            assert_eq!(islands.distinct(), 30);
        });
    }

    #[test]
    fn equal_genomes_with_different_strategy_parameters_are_counted_once_over_islands() {
        let evaluator = evaluator();
        let mutation = crate::settings::read("individual-rate = 1.0\nrates = [0.0, 0.1]").unwrap();
        let mutation = crate::evolve::mutation::Mutation::SelfAdaptive(mutation);
        let mut settings = settings(30, 1, SurvivorSelection::Generational);
        settings.operators.mutation = mutation;
        with_context(&evaluator, &settings, |context| {
            let mut islands = Archipelago([1, 1].map(|seed| island(context, &settings, seed)).into());
            let (mut rows, _) = islands.0[1].state.current.parts_mut();
            (0..30).for_each(|individual| rows.genome_and_parameters_mut(individual).1.fill(Gene(2)));
            assert_eq!(islands.distinct(), 30);
        });
    }
}
