//! [`SteadyState`]: survivor selection in which a few offspring at a time replace single individuals, even fitter ones. The
//! [`ReplacementPolicy`] says which: the worst, the oldest or a similar one. With a lifetime, individuals that are older go first.

use std::collections::BTreeSet;
use std::num::NonZeroU32;

use super::{
    BreedingKeys, Cancelled, CounterStream, Fitness, Gene, InvalidSettings, IslandContext, IslandState, Migrant,
    ParentSource, SelectSurvivors, SurvivorRule, Tally, decode, encode, settings,
};
use crate::bounded::{OffspringCount, TournamentSize};
use crate::evolve::population::{Population, hamming_distance};

settings! {
    /// Steady-state replacement (D. Whitley, "The GENITOR algorithm and selection pressure", 1989; G. Syswerda, "Uniform
    /// crossover in genetic algorithms", 1989).
    ///
    /// A step breeds a few offspring from the present population. They replace individuals one by one, whether they are fitter or
    /// not. A generation has as many offspring as the population has individuals. The elites are the best individuals when a step
    /// begins: they are not replaced, with the exceptions of [`ReplacementPolicy`].
    #[derive(Copy, Eq)]
    pub struct SteadyState {
        /// Number of offspring of a step; 1 in GENITOR. Default 2, both of a pair.
        pub offspring: OffspringCount = OffspringCount::new(2),
        /// The individual that an offspring replaces. Default `worst`.
        pub replaced: ReplacementPolicy,
        /// Maximum age in generations: older individuals that are not elites are replaced first, the oldest before all others
        /// (N. Kubota and T. Fukuda, "Genetic algorithms with age structure", 1997). Default: no limit.
        pub lifetime: Option<NonZeroU32>,
    }

    /// The individual that an offspring replaces.
    #[derive(Default)]
    pub enum ReplacementPolicy {
        /// The worst; the last in the population of equally fit ones.
        #[default]
        Worst,
        /// The oldest that is not an elite; the worst if all are elites.
        Oldest,
        /// Crowding: the one with the smallest Hamming distance among this number drawn at random with replacement (K. A. De Jong, "An
        /// analysis of the behavior of a class of genetic adaptive systems", 1975, where the number is the crowding factor). Elites
        /// that are drawn are skipped; if all are elites, the worst is replaced.
        Crowding(TournamentSize),
    }
}

/// The individuals of an island in the orders of fitness and of age, by their indices in the population.
#[derive(Debug)]
struct SteadyStateIndex {
    rule: SteadyState,
    ranks: BTreeSet<(Fitness, u32)>,
    ages: BTreeSet<(u64, u32)>,
    /// Number of individuals born before each individual.
    born: Vec<u64>,
    births: u64,
}

impl SurvivorRule for SteadyState {
    fn start(&self) -> Box<dyn SelectSurvivors> {
        Box::new(SteadyStateIndex::new(*self))
    }

    /// Returns the bytes in two search trees, whose nodes may be half empty, and of an age.
    fn bytes_per_individual(&self) -> usize {
        80
    }

    fn check(&self, population: usize, _: usize) -> Result<(), InvalidSettings> {
        let offspring = self.offspring.get();
        if offspring > population { Err(InvalidSettings::Offspring { offspring, population }) } else { Ok(()) }
    }
}

impl SelectSurvivors for SteadyStateIndex {
    fn begin(&mut self, state: &mut IslandState, _: &IslandContext<'_>, best: usize) {
        let population = &state.current;
        self.births = population.size() as u64;
        self.born = (0..self.births).collect();
        self.ages = (0..).zip(0u32..).take(population.size()).collect();
        self.ranks = population.fitness().iter().copied().zip(0u32..).collect();
        state.record_best(best);
    }

    fn breed(
        &mut self,
        state: &mut IslandState,
        context: &IslandContext<'_>,
        generation: u64,
    ) -> Result<Tally, Cancelled> {
        let size = state.current.size();
        let (mut keys, replace) = (state.breeding_keys(generation), state.seeds.replace.key(generation));
        let (mut total, mut birth_count) = (Tally::NONE, 0);
        while birth_count < size {
            let children = self.rule.offspring.get().min(size - birth_count);
            let tally = state.breed(context, ParentSource::Selection, keys, 0..children)?;
            if context.is_cut() {
                self.record_cut(state, context, 0..tally.made);
                return Ok(total.merge(tally));
            }
            state.record_best_offspring(tally.best.1);
            let elites = context.elitism.checked_sub(1).and_then(|last| self.ranks.iter().nth(last).copied());
            let mut stream = replace.stream(keys.step);
            for child in 0..children {
                let place = self.replaced(&state.current, state.next.genome(child), elites, &mut stream);
                self.replace(&state.current, place, state.next.fitness()[child]);
                state.current.copy_from(place as usize, &state.next, child);
            }
            total = total.merge(tally);
            birth_count += children;
            keys = BreedingKeys { step: keys.step + 1, first_pair: keys.first_pair + children.div_ceil(2), ..keys };
        }
        let &(fitness, best) = self.ranks.first().expect("populations are not empty");
        Ok(Tally { best: (fitness, best as usize), ..total })
    }

    fn save(&self) -> Vec<u8> {
        encode(&(self.births, &self.born))
    }

    fn restore(&mut self, state: &IslandState, saved: &[u8]) -> bool {
        let Some((births, born)) = decode::<(u64, Vec<u64>)>(saved) else { return false };
        if born.len() != state.current.size() || born.iter().any(|&born| born >= births) {
            return false;
        }
        self.ages = born.iter().copied().zip(0u32..).collect();
        self.ranks = state.current.fitness().iter().copied().zip(0u32..).collect();
        (self.births, self.born) = (births, born);
        true
    }

    fn insert_migrants(&mut self, state: &mut IslandState, _: &IslandContext<'_>, migrants: &[Migrant<'_>]) {
        for &(place, (genes, fitness)) in migrants {
            self.replace(&state.current, place, fitness);
            state.current.replace_with(place as usize, genes, fitness);
        }
    }
}

impl SteadyStateIndex {
    fn new(rule: SteadyState) -> Self {
        Self { rule, ranks: BTreeSet::new(), ages: BTreeSet::new(), born: Vec::new(), births: 0 }
    }

    /// Records a new individual of this fitness, before it takes its place in the population.
    fn replace(&mut self, population: &Population, place: u32, fitness: Fitness) {
        let old = population.fitness()[place as usize];
        self.ranks.remove(&(old, place));
        self.ranks.insert((fitness, place));
        let born = &mut self.born[place as usize];
        self.ages.remove(&(*born, place));
        *born = self.births;
        self.ages.insert((*born, place));
        self.births += 1;
    }

    /// Returns the individual that the next offspring replaces. `elites` is the last elite in the order of fitness.
    fn replaced(
        &self,
        population: &Population,
        child: &[Gene],
        elites: Option<(Fitness, u32)>,
        stream: &mut CounterStream,
    ) -> u32 {
        let fitness = |individual: u32| population.fitness()[individual as usize];
        let is_elite = |individual: u32| elites.is_some_and(|last| (fitness(individual), individual) <= last);
        let oldest = || self.ages.iter().find(|&&(_, individual)| !is_elite(individual));
        if let Some(generations) = self.rule.lifetime
            && let Some(&(born, individual)) = oldest()
            && self.births - born > u64::from(generations.get()).saturating_mul(population.size() as u64)
        {
            return individual;
        }
        let victim = match self.rule.replaced {
            ReplacementPolicy::Worst => None,
            ReplacementPolicy::Oldest => oldest().map(|&(_, individual)| individual),
            ReplacementPolicy::Crowding(factor) => {
                let mut nearest = None;
                for _ in 0..factor.get() {
                    let candidate = u32::try_from(stream.index(population.size())).expect("populations are smaller");
                    let distance = hamming_distance(population.genome(candidate as usize), child);
                    if !is_elite(candidate) && nearest.is_none_or(|(least, _)| distance < least) {
                        nearest = Some((distance, candidate));
                    }
                }
                nearest.map(|(_, individual)| individual)
            }
        };
        victim.unwrap_or_else(|| self.ranks.last().expect("populations are not empty").1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::engine::Settings;
    use crate::evolve::island::Island;
    use crate::evolve::island::laws::{evaluator, individuals, island, settings, with_context};
    use crate::evolve::survivor::SurvivorSelection;

    fn steady(offspring: i64, replaced: ReplacementPolicy, lifetime: Option<u32>) -> SteadyState {
        let lifetime = lifetime.map(|generations| NonZeroU32::new(generations).unwrap());
        SteadyState { offspring: OffspringCount::new(offspring), replaced, lifetime }
    }

    fn crowding(factor: i64) -> ReplacementPolicy {
        ReplacementPolicy::Crowding(TournamentSize::new(factor))
    }

    /// Runs generations of an island and calls a check after each, with the individuals and the index.
    fn run(
        settings: &Settings,
        (seed, generations): (u64, u64),
        mut check: impl FnMut(u64, &Island, &[(Vec<Gene>, Fitness)], &SteadyStateIndex),
    ) {
        let evaluator = evaluator();
        let SurvivorSelection::SteadyState(rule) = settings.replacement else { panic!("{:?}", settings.replacement) };
        with_context(&evaluator, settings, |context| {
            let mut island = island(context, settings, seed);
            // The same index outside of the island, so that its fields are accessible.
            let mut index = SteadyStateIndex::new(rule);
            index.begin(&mut island.state, context, 0);
            for now in 1..=generations {
                let tally = index.breed(&mut island.state, context, now).unwrap();
                island.state.best_index = tally.best.1;
                island.state.offspring += tally.made as u64;
                check(now, &island, &individuals(&evaluator, &island.state.current), &index);
            }
        });
    }

    #[test]
    fn steady_state_keeps_the_population_size_and_indexes_each_individual() {
        for (children, replace, lifetime) in [
            (1, ReplacementPolicy::Worst, None),
            (2, ReplacementPolicy::Oldest, None),
            (7, crowding(3), None),
            (41, ReplacementPolicy::Worst, Some(2)),
            (2, crowding(2), Some(1)),
        ] {
            for (population, elitism) in [(41, 0), (42, 3)] {
                let rule = SurvivorSelection::SteadyState(steady(children, replace, lifetime));
                run(&settings(population, elitism, rule), (1, 20), |now, island, individuals, index| {
                    assert_eq!(
                        (individuals.len(), island.state.offspring),
                        (population, population as u64 * (now + 1))
                    );
                    let ranks: BTreeSet<(Fitness, u32)> =
                        individuals.iter().map(|(_, fitness)| *fitness).zip(0..).collect();
                    assert_eq!(index.ranks, ranks);
                    assert_eq!(index.ages, index.born.iter().copied().zip(0..).collect());
                    assert_eq!(island.state.best_index, ranks.first().unwrap().1 as usize);
                    assert!(island.state.best.fitness <= ranks.first().unwrap().0);
                });
            }
        }
    }

    #[test]
    fn steady_state_never_loses_the_best_when_it_replaces_the_worst() {
        for (elitism, replace) in [(0, ReplacementPolicy::Worst), (1, ReplacementPolicy::Oldest), (1, crowding(5))] {
            let rule = SurvivorSelection::SteadyState(steady(2, replace, Some(2).filter(|_| elitism > 0)));
            let mut best = Fitness::WORST;
            run(&settings(30, elitism, rule), (2, 60), |_, island, individuals, _| {
                let now = individuals.iter().map(|(_, fitness)| *fitness).min().unwrap();
                assert!(now <= best, "{replace:?}");
                assert_eq!(island.state.best.fitness, now);
                best = now;
            });
        }
    }

    #[test]
    fn steady_state_replaces_the_oldest_first_and_none_exceeds_the_lifetime() {
        let steady_settings =
            |replace, lifetime| settings(30, 0, SurvivorSelection::SteadyState(steady(2, replace, lifetime)));
        run(&steady_settings(ReplacementPolicy::Oldest, None), (3, 5), |now, _, _, index| {
            // As many offspring as individuals: each individual is of this generation.
            assert!(index.born.iter().all(|&born| born >= 30 * now), "generation {now}");
        });
        for (lifetime, limit) in [(None, u64::MAX), (Some(3), 3)] {
            run(&steady_settings(ReplacementPolicy::Worst, lifetime), (3, 40), |now, _, _, index| {
                let oldest = index.births - index.ages.first().unwrap().0;
                // Each offspring replaces one individual over the limit: at most a generation until the last.
                assert!(now < 40 || (oldest <= 30 * 4 + 2) == (limit == 3), "{oldest} births ago");
            });
        }
    }

    #[test]
    fn crowding_replaces_the_most_similar_individual_drawn() {
        let evaluator = evaluator();
        let settings = settings(10, 0, SurvivorSelection::default());
        with_context(&evaluator, &settings, |context| {
            let mut island = island(context, &settings, 4);
            let mut index = SteadyStateIndex::new(steady(1, crowding(1000), None));
            index.begin(&mut island.state, context, 0);
            let mut stream = evocube_cube::rng::Seed::from_number(5).key(0).stream(0);
            let population = &island.state.current;
            for twin in 0..10 {
                // One gene of the offspring differs; 1000 draws reach each of ten.
                let mut child = population.genome(twin).to_vec();
                child[3] = Gene((child[3].0 + 1) % 18);
                let mut replaced = |elites| index.replaced(population, &child, elites, &mut stream) as usize;
                assert_eq!(replaced(None), twin);
                let protected = (population.fitness()[twin], u32::try_from(twin).unwrap());
                let other = replaced(Some(protected));
                let key = |n: usize| (population.fitness()[n], n);
                assert!(
                    key(other) > key(twin)
                        || Some(&(key(other).0, u32::try_from(other).unwrap())) == index.ranks.last()
                );
            }
        });
    }

    #[test]
    fn a_step_has_at_most_as_many_offspring_as_the_population_has_individuals() {
        let check = |offspring| steady(offspring, ReplacementPolicy::Worst, None).check(10, 0);
        assert_eq!(check(10), Ok(()));
        assert_eq!(check(11), Err(InvalidSettings::Offspring { offspring: 11, population: 10 }));
    }
}
