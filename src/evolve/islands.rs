//! [`Islands`]: several populations, and who goes from one to another.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::bounded::{IslandCount, Migrants};
use super::breeding::WORTH_A_TEAM;
use super::crossover::Cross;
use super::island::{Common, Island};
use super::mutation::Mutate;
use super::observer::Individuals;
use super::population::Population;
use super::selection::Select;
use crate::puzzle::kernel::{Fitness, Gene};
use crate::rng::{CounterStream, Key};

/// Populations that breed apart and exchange copies of some individuals now and then (R. Tanese, "Distributed genetic
/// algorithms", 1989; E. Cantú-Paz, "A survey of parallel genetic algorithms", 1998). Everybody leaves at once: who goes is
/// chosen before anybody arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Islands {
    /// How many there are. Default 1: nobody migrates.
    pub count: IslandCount,
    /// Who sends to whom. Default `ring`.
    pub topology: Topology,
    /// Every how many generations. Default 10.
    pub interval: std::num::NonZeroU32,
    /// How many individuals an island sends to each neighbour, the same to all. Default 1.
    pub migrants: Migrants,
    /// Who they are. Default `best`.
    pub leave: Emigrants,
    /// Whose places those who arrive take. Default `worst`.
    pub replace: Replaced,
}

/// Which islands send to which.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Topology {
    /// Each to the next, the last to the first.
    #[default]
    Ring,
    /// Each to all others.
    Full,
}

/// Which individuals leave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Emigrants {
    /// The best.
    #[default]
    Best,
    /// Any, each as likely, nobody twice.
    Random,
}

/// Whose places are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Replaced {
    /// Those of the worst.
    #[default]
    Worst,
    /// Those of any but the best, each as likely.
    Random,
}

impl Default for Islands {
    fn default() -> Self {
        Self {
            count: IslandCount::new(1),
            topology: Topology::default(),
            interval: std::num::NonZeroU32::new(10).expect("not 0"),
            migrants: Migrants::new(1),
            leave: Emigrants::default(),
            replace: Replaced::default(),
        }
    }
}

impl Islands {
    /// How many individuals arrive on an island at a time.
    #[must_use]
    pub fn arrivals(&self) -> usize {
        match (self.count.get(), self.topology) {
            (1, _) => 0,
            (_, Topology::Ring) => self.migrants.get(),
            (count, Topology::Full) => (count - 1) * self.migrants.get(),
        }
    }

    /// The islands that send to this one, in the order in which their migrants arrive.
    fn senders(&self, island: usize) -> impl Iterator<Item = usize> {
        let count = self.count.get();
        let distances = match self.topology {
            Topology::Ring => 1..2.min(count),
            Topology::Full => 1..count,
        };
        distances.map(move |distance| (island + count - distance) % count)
    }

    /// Do individuals migrate after this generation?
    fn are_due(&self, generation: u64) -> bool {
        self.count.get() > 1 && generation.is_multiple_of(u64::from(self.interval.get()))
    }
}

/// All islands of a run.
#[derive(Debug)]
pub(super) struct Archipelago(pub(super) Vec<Island>);

/// Individuals on their way: genes and fitness of each.
struct Parcel {
    genes: Vec<Vec<Gene>>,
    fitness: Vec<Fitness>,
}

impl Archipelago {
    /// Generation `now` of all islands, side by side if there is a team and enough to do.
    #[inline(always)]
    pub(super) fn step<S: Select, X: Cross, M: Mutate>(&mut self, common: &Common<'_, S, X, M>, now: u64) {
        let individuals: usize = self.0.iter().map(|island| island.population().size()).sum();
        if self.0.len() > 1 && common.team.is_several() && individuals >= WORTH_A_TEAM {
            common.team.run(|| side_by_side(&mut self.0, &|island| island.step(common, now)));
        } else {
            self.0.iter_mut().for_each(|island| island.step(common, now));
        }
    }

    /// Lets individuals migrate if it is time.
    pub(super) fn migrate<S, X, M>(&mut self, common: &Common<'_, S, X, M>, key: impl FnOnce(u64) -> Key, now: u64) {
        let islands = common.settings.islands;
        if !islands.are_due(now) {
            return;
        }
        let key = key(now);
        let numbers = (0u32..).step_by(2);
        let leave = |(island, number): (&Island, u32)| parcel(island, islands, &mut key.stream(number));
        let parcels: Vec<Parcel> = self.0.iter().zip(numbers.clone()).map(leave).collect();
        for ((here, island), number) in self.0.iter_mut().enumerate().zip(numbers) {
            let senders = islands.senders(here).map(|sender| &parcels[sender]);
            let migrants = senders.flat_map(|parcel| parcel.genes.iter().zip(&parcel.fitness));
            let places = places(island, islands, &mut key.stream(number + 1));
            let arrivals: Vec<(u32, (&[Gene], Fitness))> =
                places.into_iter().zip(migrants.map(|(genes, &fitness)| (&genes[..], fitness))).collect();
            island.admit(common, &arrivals, now);
        }
    }

    pub(super) fn populations(&self) -> impl Iterator<Item = &Population> {
        self.0.iter().map(Island::population)
    }
}

/// Does something to every island, on the threads that are there.
fn side_by_side(islands: &mut [Island], work: &(impl Fn(&mut Island) + Sync)) {
    match islands {
        [] => {}
        [island] => work(island),
        _ => {
            let (some, others) = islands.split_at_mut(islands.len() / 2);
            rayon::join(|| side_by_side(some, work), || side_by_side(others, work));
        }
    }
}

/// Those who leave an island.
fn parcel(island: &Island, islands: Islands, stream: &mut CounterStream) -> Parcel {
    let count = islands.migrants.get();
    let population = island.population();
    let mut order = everybody(population);
    let chosen = match islands.leave {
        Emigrants::Best => {
            let key = |&individual: &u32| (island.merit()[individual as usize], individual);
            order.select_nth_unstable_by_key(count - 1, key);
            order[..count].sort_unstable_by_key(key);
            &order[..count]
        }
        Emigrants::Random => drawn(&mut order, count, stream),
    };
    let individuals = chosen.iter().map(|&individual| individual as usize);
    Parcel {
        genes: individuals.clone().map(|individual| population.genome(individual).to_vec()).collect(),
        fitness: individuals.map(|individual| population.fitness()[individual]).collect(),
    }
}

/// The places that those who arrive take, in order.
fn places(island: &Island, islands: Islands, stream: &mut CounterStream) -> Vec<u32> {
    let count = islands.arrivals();
    let mut order = everybody(island.population());
    match islands.replace {
        Replaced::Worst => {
            let key = |&individual: &u32| std::cmp::Reverse((island.merit()[individual as usize], individual));
            order.select_nth_unstable_by_key(count - 1, key);
            order[..count].sort_unstable_by_key(key);
            order[..count].to_vec()
        }
        Replaced::Random => {
            order.swap_remove(island.leader());
            drawn(&mut order, count, stream).to_vec()
        }
    }
}

fn everybody(population: &Population) -> Vec<u32> {
    (0u32..).take(population.size()).collect()
}

/// The first of a shuffled list (Fisher–Yates, as far as needed).
fn drawn<'a>(order: &'a mut [u32], count: usize, stream: &mut CounterStream) -> &'a [u32] {
    for place in 0..count {
        order.swap(place, place + stream.index(order.len() - place));
    }
    &order[..count]
}

impl Individuals for Archipelago {
    fn groups(&self) -> usize {
        self.0.len()
    }

    fn fitness(&self, group: usize) -> &[Fitness] {
        self.0[group].population().fitness()
    }

    fn distinct(&self) -> usize {
        match &self.0[..] {
            [island] => island.population().distinct(),
            _ => distinct(&self.populations().collect::<Vec<_>>()),
        }
    }

    fn own(&self) -> BTreeMap<u16, u64> {
        let mut counts = BTreeMap::new();
        for population in self.populations() {
            let rows = population.rows();
            let own = (0..population.size()).flat_map(|individual| rows.own_genes(individual));
            own.for_each(|gene| *counts.entry(gene.0).or_default() += 1);
        }
        counts
    }
}

/// How many different genomes there are in all populations together: exact, by comparing what hashes alike.
fn distinct(populations: &[&Population]) -> usize {
    let genome = |&(_, population, individual): &(u64, usize, usize)| populations[population].genome(individual);
    let mut hashes: Vec<(u64, usize, usize)> = Vec::new();
    for (number, population) in populations.iter().enumerate() {
        let rows = population.rows();
        hashes.extend((0..population.size()).map(|individual| (rows.hash(individual), number, individual)));
    }
    hashes.sort_unstable();
    let mut found = 0;
    for alike in hashes.chunk_by(|a, b| a.0 == b.0) {
        let mut seen: Vec<&[Gene]> = Vec::new();
        for genes in alike.iter().map(genome) {
            if !seen.contains(&genes) {
                seen.push(genes);
            }
        }
        found += seen.len();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::engine::{Engine, Settings};
    use crate::evolve::island::laws::{Crossover, Mutation, Selection, common, everybody, island, program, settings};
    use crate::evolve::replacement::Replacement;
    use crate::evolve::restart::Restart;
    use crate::evolve::team::Team;
    use crate::rng::Seed;
    use std::collections::HashSet;

    type Person = (Vec<Gene>, Fitness);

    fn islands(count: i64, migrants: i64) -> Islands {
        Islands {
            count: IslandCount::try_from(count).unwrap(),
            migrants: Migrants::try_from(migrants).unwrap(),
            ..Islands::default()
        }
    }

    /// Everybody on every island before and after they migrate once.
    fn migration(islands: Islands, replacement: Replacement) -> (Vec<Vec<Person>>, Vec<Vec<Person>>) {
        let program = program();
        let settings = Settings { islands, ..settings(20, 1, replacement) };
        let common: Common<'_, Selection, Crossover, Mutation> = common(&program, &settings);
        let mut all = Archipelago((0..islands.count.get() as u64).map(|n| island(&common, n)).collect());
        let people = |all: &Archipelago| all.populations().map(|people| everybody(&program, people)).collect();
        let key = |generation| Seed::from_number(9).key(generation);
        let before = people(&all);
        all.migrate(&common, key, 9);
        assert!(people(&all) == before, "it is not time");
        all.migrate(&common, key, 10);
        for island in &all.0 {
            let fitness = island.population().fitness();
            assert_eq!(fitness[island.leader()], *fitness.iter().min().unwrap());
        }
        (before, people(&all))
    }

    /// Some people in the order of their fitness, as far as it is that of places.
    fn ordered(people: &[Person]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..people.len()).collect();
        order.sort_by_key(|&individual| (people[individual].1, individual));
        order
    }

    #[test]
    fn a_ring_moves_exactly_the_best_to_the_places_of_the_worst() {
        let (before, after) = migration(islands(4, 3), Replacement::Generational);
        for here in 0..4 {
            let from = (here + 3) % 4;
            let (best, worst) = (ordered(&before[from]), ordered(&before[here]));
            let mut expected = before[here].clone();
            for place in 0..3 {
                expected[worst[19 - place]] = before[from][best[place]].clone();
            }
            assert!(after[here] == expected, "island {here}");
        }
    }

    #[test]
    fn everybody_hears_from_everybody_when_all_are_neighbours() {
        let full = Islands { topology: Topology::Full, ..islands(4, 2) };
        let (before, after) = migration(full, Replacement::Generational);
        for here in 0..4 {
            let worst = ordered(&before[here]);
            let mut expected = before[here].clone();
            let arrivals = (1..4).flat_map(|distance| {
                let from = &before[(here + 4 - distance) % 4];
                ordered(from)[..2].iter().map(|&best| from[best].clone()).collect::<Vec<_>>()
            });
            for (place, person) in arrivals.enumerate() {
                expected[worst[19 - place]] = person;
            }
            assert!(after[here] == expected, "island {here}");
        }
    }

    #[test]
    fn anybody_may_go_and_anybody_but_the_best_make_room() {
        for replacement in [Replacement::Generational, Replacement::NsgaTwo] {
            let random = Islands { leave: Emigrants::Random, replace: Replaced::Random, ..islands(3, 6) };
            let (before, after) = migration(random, replacement);
            for here in 0..3 {
                let from = &before[(here + 2) % 3];
                let new: Vec<usize> = (0..20).filter(|&n| after[here][n] != before[here][n]).collect();
                assert_eq!(new.len(), 6);
                let people: HashSet<&Vec<Gene>> = new.iter().map(|&n| &after[here][n].0).collect();
                assert_eq!(people.len(), 6, "nobody goes twice");
                assert!(new.iter().all(|&n| from.contains(&after[here][n])));
                assert!(!new.contains(&ordered(&before[here])[0]));
                assert!(new.iter().any(|&n| n != ordered(&before[here])[19]), "not only the worst");
            }
        }
    }

    #[test]
    fn all_islands_are_counted_together() {
        let program = program();
        let restart = Restart::Every(std::num::NonZeroU32::new(4).unwrap());
        let settings = Settings { islands: islands(3, 1), restart, ..settings(20, 1, Replacement::Generational) };
        let mut engine = Engine::new(&program, settings, Seed::from_number(11)).unwrap();
        (0..10).for_each(|_| engine.step());
        let generation = engine.generation();
        // Two of ten generations are made anew, on each.
        assert_eq!((generation.offspring, generation.restarts), (3 * (20 + 8 * 19 + 2 * 20), 6));
        let people: Vec<Person> = engine.populations().flat_map(|people| everybody(&program, people)).collect();
        let penalties: Vec<u32> = people.iter().map(|(_, fitness)| fitness.penalty()).collect();
        let spread = generation.spread();
        assert_eq!((Some(&spread.best), Some(&spread.worst)), (penalties.iter().min(), penalties.iter().max()));
        assert!((spread.mean - f64::from(penalties.iter().sum::<u32>()) / 60.0).abs() < 1e-9);
        assert_eq!(
            generation.individuals.distinct(),
            people.iter().map(|(genes, _)| genes).collect::<HashSet<_>>().len()
        );
        assert_eq!(generation.progress.best, engine.best().fitness.penalty());
        assert!(generation.progress.best <= spread.best);
    }

    #[test]
    fn teams_of_any_size_breed_the_same_islands() {
        let program = program();
        for replacement in [Replacement::Generational, Replacement::DeterministicCrowding, Replacement::NsgaTwo] {
            let runs = [1, 2, 3].map(|threads| {
                let team = Team::new(threads);
                let often = Islands { interval: std::num::NonZeroU32::new(2).unwrap(), ..islands(5, 7) };
                let settings = Settings { islands: often, ..settings(4001, 1, replacement) };
                let mut engine = Engine::with_team(&program, settings, Seed::from_number(12), &team).unwrap();
                (0..4).for_each(|_| engine.step());
                let people: Vec<_> = engine.populations().map(|people| everybody(&program, people)).collect();
                (people, engine.generation().progress, engine.best().clone())
            });
            assert!(runs[0] == runs[1] && runs[0] == runs[2], "{replacement:?}");
            assert!(runs[0].0[0] != runs[0].0[1], "islands have streams of their own");
        }
    }

    #[test]
    fn genomes_are_counted_once_however_many_islands_they_live_on() {
        let program = program();
        let settings = settings(30, 1, Replacement::Generational);
        let common = common(&program, &settings);
        let islands = [1, 2, 1].map(|seed| island(&common, seed));
        let populations = [0, 1, 2].map(|n: usize| islands[n].population());
        assert_eq!(distinct(&populations), 60);
        assert_eq!(distinct(&populations[..1]), populations[0].distinct());
    }
}
