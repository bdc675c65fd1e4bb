//! [`Alps`]: survivor selection in layers of individuals of similar age, of which the youngest is reinitialized again and again. Each layer
//! has its elites. Parents win tournaments in a layer and the one below; the key `selection` is not used.

use std::ops::Range;

use super::{
    BreedingKeys, Cancelled, CounterStream, InvalidSettings, IslandContext, IslandState, ParentSource, SelectSurvivors,
    SurvivorRule, Tally, decode, encode, settings,
};
use crate::bounded::{TournamentSize, bounded};

bounded! { integers:
    /// Number of layers.
    LayerCount, "layers" 2..=100;
    /// Number of generations between two reinitializations of the youngest layer.
    AgeGap, "age-gap" 1..=1_000_000;
}

settings! {
    /// Age-layered population structure (G. S. Hornby, "ALPS: the age-layered population structure for reducing the problem of premature
    /// convergence", GECCO 2006).
    ///
    /// The population is divided into layers of equal size. Each layer but the last has a maximum age: 1, 2, 4, 9, 16, 25 …
    /// times the age gap. The age of an individual is the number of generations since its oldest genes were drawn at
    /// random: offspring have the age of their older parent (as in G. S. Hornby, "Steady-state ALPS for real-valued
    /// problems", GECCO 2009). The parents of a layer win tournaments among the individuals of this layer and of the layer
    /// below that are not too old for it. The elites of each layer survive. An individual that is too old for its layer
    /// moves up if it is fitter than the worst of the layer above, which it replaces. The youngest layer is reinitialized
    /// at random every `age-gap` generations.
    #[derive(Copy)]
    pub struct Alps {
        /// Number of layers, which divides the population. Default 5.
        pub layers: LayerCount = LayerCount::new(5),
        /// Maximum age in the youngest layer, in generations. Default 20.
        pub age_gap: AgeGap = AgeGap::new(20),
        /// Individuals drawn with replacement for each parent, of which the fittest is selected. Default 3.
        pub tournament: TournamentSize = TournamentSize::new(3),
    }
}

impl Alps {
    /// Returns the maximum age in a layer.
    fn max_age(&self, layer: usize) -> u64 {
        let number = layer as u64;
        match layer {
            _ if layer + 1 == self.layers.get() => u64::MAX,
            0 | 1 => (number + 1) * self.age_gap.get() as u64,
            _ => number * number * self.age_gap.get() as u64,
        }
    }

    /// Returns the number of individuals of a layer.
    fn layer_size(&self, population: usize) -> usize {
        population / self.layers.get()
    }
}

impl SurvivorRule for Alps {
    fn start(&self) -> Box<dyn SelectSurvivors> {
        Box::new(AgeLayers { rule: *self, ages: Vec::new(), generations: 0 })
    }

    /// A little more in generations in which the youngest layer, which then has no elites, begins again.
    fn offspring(&self, population: usize, elitism: usize) -> usize {
        population - elitism * self.layers.get()
    }

    /// Ages, and places in lists.
    fn bytes_per_individual(&self) -> usize {
        40
    }

    fn check(&self, population: usize, elitism: usize) -> Result<(), InvalidSettings> {
        let layers = self.layers.get();
        if !population.is_multiple_of(layers) {
            return Err(InvalidSettings::Layers { layers, population });
        }
        let size = self.layer_size(population);
        if elitism < size { Ok(()) } else { Err(InvalidSettings::Elites { elitism, size }) }
    }
}

/// The layers of one island.
#[derive(Debug)]
struct AgeLayers {
    rule: Alps,
    /// The age of each individual, in generations.
    ages: Vec<u64>,
    /// Number of generations since all layers began.
    generations: u64,
}

impl AgeLayers {
    /// Returns the individuals of some places that are not older than this, best first.
    fn young(&self, state: &IslandState, places: Range<usize>, max_age: u64) -> Vec<u32> {
        self.sorted(state, places, |age| age <= max_age)
    }

    /// Returns the individuals of some places whose age is of some kind, best first.
    fn sorted(&self, state: &IslandState, places: Range<usize>, is_wanted: impl Fn(u64) -> bool) -> Vec<u32> {
        let mut list: Vec<u32> = (0..).take(places.end).skip(places.start).collect();
        list.retain(|&individual| is_wanted(self.ages[individual as usize]));
        list.sort_unstable_by_key(|&individual| (state.current.fitness()[individual as usize], individual));
        list
    }

    /// Draws the winner of a tournament among individuals that are sorted, the best first.
    fn draw(&self, pool: &[u32], stream: &mut CounterStream) -> u32 {
        let first = (0..self.rule.tournament.get()).map(|_| stream.index(pool.len())).min();
        pool[first.expect("a tournament has entrants")]
    }
}

impl SelectSurvivors for AgeLayers {
    fn begin(&mut self, state: &mut IslandState, _: &IslandContext<'_>, best: usize) {
        self.ages = vec![0; state.current.size()];
        self.generations = 0;
        state.record_best(best);
    }

    fn breed(
        &mut self,
        state: &mut IslandState,
        context: &IslandContext<'_>,
        generation: u64,
    ) -> Result<Tally, Cancelled> {
        let (keys, immigrate) = (state.breeding_keys(generation), state.seeds.immigrate.key(generation));
        let mut stream = state.seeds.select.key(generation).stream(0);
        self.generations += 1;
        self.ages.iter_mut().for_each(|age| *age += 1);
        let begins_again = self.generations.is_multiple_of(self.rule.age_gap.get() as u64);
        let size = self.rule.layer_size(state.current.size());
        let mut ages = vec![0; state.current.size()];
        let mut total = Tally::NONE;
        for layer in 0..self.rule.layers.get() {
            let places = layer * size..(layer + 1) * size;
            if layer == 0 && begins_again {
                let tally = context.initialize(&mut state.next, places, immigrate, &[])?;
                if context.is_cut() {
                    self.record_cut(state, context, 0..tally.made);
                    return Ok(tally);
                }
                state.record_best_offspring(tally.best.1);
                total = total.merge(tally);
                continue;
            }
            let max_age = self.rule.max_age(layer);
            let mut elites = self.young(state, places.clone(), max_age);
            elites.truncate(context.elitism);
            let offspring = places.start + elites.len()..places.end;
            for (place, &elite) in (places.start..).zip(&elites) {
                state.next.copy_from(place, &state.current, elite as usize);
                ages[place] = self.ages[elite as usize];
            }
            let pool = self.young(state, places.start.saturating_sub(size)..places.end, max_age);
            let order: Vec<u32> = (0..2 * offspring.len().div_ceil(2)).map(|_| self.draw(&pool, &mut stream)).collect();
            let keys = BreedingKeys { first_pair: places.start, ..keys };
            let tally = state.breed(context, ParentSource::Order(&order), keys, offspring.clone())?;
            if context.is_cut() {
                self.record_cut(state, context, offspring.start..offspring.start + tally.made);
                return Ok(total.merge(tally));
            }
            // An offspring may leave its layer for a fitter individual from below.
            state.record_best_offspring(tally.best.1);
            total = total.merge(tally);
            for (place, number) in offspring.zip(0..) {
                let parents = &order[number / 2 * 2..number / 2 * 2 + 2];
                ages[place] = parents.iter().map(|&parent| self.ages[parent as usize]).max().unwrap_or(0);
            }
        }
        for layer in 1..self.rule.layers.get() {
            let is_first = layer == 1 && begins_again;
            let max_age = self.rule.max_age(layer - 1);
            let leave = self.sorted(state, (layer - 1) * size..layer * size, |age| is_first || age > max_age);
            let mut worst: Vec<usize> = (layer * size..(layer + 1) * size).collect();
            worst.sort_unstable_by_key(|&place| std::cmp::Reverse((state.next.fitness()[place], place)));
            for (&mover, place) in leave.iter().zip(worst) {
                if state.current.fitness()[mover as usize] >= state.next.fitness()[place] {
                    break;
                }
                state.next.copy_from(place, &state.current, mover as usize);
                ages[place] = self.ages[mover as usize];
            }
        }
        std::mem::swap(&mut state.current, &mut state.next);
        self.ages = ages;
        total.best = state.current.best();
        state.record_best(total.best.1);
        Ok(total)
    }

    fn save(&self) -> Vec<u8> {
        encode(&(self.generations, &self.ages))
    }

    fn restore(&mut self, state: &IslandState, saved: &[u8]) -> bool {
        let Some((generations, ages)) = decode::<(u64, Vec<u64>)>(saved) else { return false };
        if ages.len() != state.current.size() || ages.iter().any(|&age| age > generations) {
            return false;
        }
        (self.generations, self.ages) = (generations, ages);
        true
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::evaluation::Gene;
    use crate::evolve::crossover::Crossover;
    use crate::evolve::island::laws::{evaluator, individuals, island, settings, with_context};
    use crate::evolve::mutation::Mutation;
    use crate::evolve::survivor::SurvivorSelection;

    fn alps(layers: i64, age_gap: i64) -> Alps {
        Alps { layers: LayerCount::new(layers), age_gap: AgeGap::new(age_gap), ..Alps::default() }
    }

    #[test]
    fn the_genes_of_a_layer_are_not_older_than_its_age() {
        let evaluator = evaluator();
        // Offspring are copies, so that the generation in which a genome was drawn is known.
        let (crossover, mutation) = (Crossover::None, Mutation::None);
        for (elitism, age_gap) in [(0, 1), (1, 3), (2, 4)] {
            let rule = alps(5, age_gap);
            let settings = settings(50, elitism, SurvivorSelection::Alps(rule));
            let mut settings = settings;
            settings.operators.crossover = crossover.clone();
            settings.operators.mutation = mutation.clone();
            with_context(&evaluator, &settings, |context| {
                let mut island = island(context, &settings, 8);
                let mut born: HashMap<Vec<Gene>, u64> = HashMap::new();
                let mut moved_up = 0;
                for now in 0..=120 {
                    if now > 0 {
                        island.step(context, now).unwrap();
                    }
                    for (place, (genes, _)) in individuals(&evaluator, &island.state.current).into_iter().enumerate() {
                        let is_random = now == 0 || place < 10 && now.is_multiple_of(age_gap.try_into().unwrap());
                        let is_born = born.contains_key(&genes);
                        assert!(is_born || is_random, "generation {now}, place {place}");
                        let age = now - *born.entry(genes).or_insert(now);
                        assert!(age <= rule.max_age(place / 10), "generation {now}: {age} at {place}");
                        moved_up += u32::from(place >= 40 && age < now);
                    }
                }
                assert!(moved_up > 100, "{moved_up}");
            });
        }
        assert_eq!([0, 1, 2, 3, 4].map(|layer| alps(6, 10).max_age(layer)), [10, 20, 40, 90, 160]);
    }

    #[test]
    fn the_best_individual_is_found_in_the_layers_or_was_recorded() {
        let evaluator = evaluator();
        let settings = settings(60, 1, SurvivorSelection::Alps(alps(4, 3)));
        with_context(&evaluator, &settings, |context| {
            let mut island = island(context, &settings, 9);
            for now in 1..=60 {
                let (best, offspring) = (island.state.best.fitness, island.state.offspring);
                island.step(context, now).unwrap();
                let new_individuals = individuals(&evaluator, &island.state.current);
                let present = new_individuals.iter().map(|(_, fitness)| *fitness).min().unwrap();
                assert!(island.state.best.fitness <= best.min(present));
                // An old layer may have no elite that is young enough.
                assert!((56..=60).contains(&(island.state.offspring - offspring)));
            }
        });
    }

    #[test]
    fn layers_divide_the_population_and_leave_room_for_offspring() {
        let message = "5 layers do not divide a population of 1501: write population = 1505";
        assert_eq!(Alps::default().check(1501, 1).unwrap_err().to_string(), message);
        let message = "elitism 2 leaves no offspring in layers of 2";
        assert_eq!(Alps::default().check(10, 2).unwrap_err().to_string(), message);
        assert_eq!(Alps::default().check(10, 1), Ok(()));
    }
}
