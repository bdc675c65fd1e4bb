//! A few children at a time take the places of others.

use std::collections::BTreeSet;
use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};

use crate::evolve::bounded::{OffspringCount, TournamentSize};
use crate::evolve::breeding::{Breeding, Tally};
use crate::evolve::crossover::Cross;
use crate::evolve::island::{Common, Stock};
use crate::evolve::mutation::{Mutate, Symbols};
use crate::evolve::population::Population;
use crate::evolve::selection::Select;
use crate::puzzle::kernel::{Fitness, Gene};
use crate::rng::CounterStream;

/// A steady-state algorithm (D. Whitley, "The GENITOR algorithm and selection pressure", 1989; G. Syswerda, "Uniform
/// crossover in genetic algorithms", 1989): children are made a few at a time from the population as it is, and take the
/// places of others one after the other, whether they are better or not. A generation is as many children as there are
/// individuals. The elites are the best when a batch begins: nobody takes their places, but see [`Victim`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SteadyState {
    /// How many children are made at a time, from the same population. Default 2, a pair.
    #[serde(default = "pair")]
    pub children: OffspringCount,
    /// Whose place a child takes. Default `worst`.
    #[serde(default)]
    pub replace: Victim,
    /// How many generations an individual lives: whoever is older, and no elite, makes room first, the oldest before
    /// all (as in N. Kubota and T. Fukuda, "Genetic algorithms with age structure", 1997). Not limited if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lifetime: Option<NonZeroU32>,
}

fn pair() -> OffspringCount {
    OffspringCount::new(2)
}

/// Whose place a child takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Victim {
    /// That of the worst; of equals, the one farthest behind in the population.
    #[default]
    Worst,
    /// That of the oldest who is no elite (of the worst, if all are).
    Oldest,
    /// That of the most similar (the fewest genes that differ) among so many drawn at random, with replacement: crowding
    /// (K. A. De Jong, "An analysis of the behavior of a class of genetic adaptive systems", 1975, whose crowding factor
    /// this number is). Elites that are drawn are passed over; if all are, the worst makes room.
    Crowding(TournamentSize),
}

/// Who is best, and who is oldest.
#[derive(Debug, Default)]
pub(in crate::evolve) struct Standing {
    ranks: BTreeSet<(Fitness, u32)>,
    ages: BTreeSet<(u64, u32)>,
    /// When each was born: the how-manieth individual of this population.
    born: Vec<u64>,
    births: u64,
}

impl Standing {
    /// Gets to know a population that was made anew.
    pub(super) fn begin(&mut self, population: &Population) {
        self.births = population.size() as u64;
        self.born = (0..self.births).collect();
        self.ages = (0..).zip(0u32..).take(population.size()).collect();
        self.ranks = population.fitness().iter().copied().zip(0u32..).collect();
    }

    /// A new individual takes a place.
    pub(super) fn replace(&mut self, population: &Population, place: u32, fitness: Fitness) {
        let old = population.fitness()[place as usize];
        self.ranks.remove(&(old, place));
        self.ranks.insert((fitness, place));
        let born = &mut self.born[place as usize];
        self.ages.remove(&(*born, place));
        *born = self.births;
        self.ages.insert((*born, place));
        self.births += 1;
    }

    pub(super) fn breed<S: Select, X: Cross, M: Mutate>(
        &mut self,
        settings: SteadyState,
        stock: &mut Stock,
        common: &Common<'_, S, X, M>,
        generation: u64,
    ) -> Tally {
        let Common { program, settings: run, team, .. } = *common;
        let size = stock.current.size();
        let keys =
            [&stock.streams.select, &stock.streams.breed, &stock.streams.replace].map(|seed| seed.key(generation));
        let mut total = Tally::NOTHING;
        let (mut made, mut pairs, mut batch) = (0, 0, 0);
        while made < size {
            let children = settings.children.get().min(size - made);
            let draws = 2 * children.div_ceil(2);
            run.selection.prepare(&mut stock.wheel, stock.current.fitness(), draws, &mut keys[0].stream(batch));
            let breeding = Breeding {
                program,
                selection: &run.selection,
                crossover: &run.crossover,
                mutation: &run.mutation,
                parents: &stock.current,
                merit: stock.current.fitness(),
                wheel: &stock.wheel,
                symbols: Symbols::of(program),
                key: keys[1],
                first_pair: pairs,
            };
            let tally = breeding.breed(&mut stock.next, 0..children, team);
            stock.note_child(tally.best.1);
            let elites = run.elitism.checked_sub(1).and_then(|last| self.ranks.iter().nth(last).copied());
            let mut stream = keys[2].stream(batch);
            for child in 0..children {
                let genes = stock.next.genome(child);
                let victim = self.victim(settings, &stock.current, genes, elites, &mut stream);
                self.replace(&stock.current, victim, stock.next.fitness()[child]);
                stock.current.put(victim as usize, &stock.next, child);
            }
            total = total.and(tally);
            (made, pairs, batch) = (made + children, pairs + children.div_ceil(2), batch + 1);
        }
        stock.offspring += size as u64;
        let &(fitness, leader) = self.ranks.first().expect("populations are not empty");
        Tally { best: (fitness, leader as usize), ..total }
    }

    /// Whose place the next child takes. `elites` is the last of them in the order of fitness.
    fn victim(
        &self,
        settings: SteadyState,
        population: &Population,
        child: &[Gene],
        elites: Option<(Fitness, u32)>,
        stream: &mut CounterStream,
    ) -> u32 {
        let fitness = |individual: u32| population.fitness()[individual as usize];
        let is_elite = |individual: u32| elites.is_some_and(|last| (fitness(individual), individual) <= last);
        let oldest = || self.ages.iter().find(|&&(_, individual)| !is_elite(individual));
        if let Some(generations) = settings.lifetime
            && let Some(&(born, individual)) = oldest()
            && self.births - born > u64::from(generations.get()).saturating_mul(population.size() as u64)
        {
            return individual;
        }
        let chosen = match settings.replace {
            Victim::Worst => None,
            Victim::Oldest => oldest().map(|&(_, individual)| individual),
            Victim::Crowding(factor) => {
                let mut nearest = None;
                for _ in 0..factor.get() {
                    let drawn = number(stream.index(population.size()));
                    let distance = distance(population.genome(drawn as usize), child);
                    if !is_elite(drawn) && nearest.is_none_or(|(least, _)| distance < least) {
                        nearest = Some((distance, drawn));
                    }
                }
                nearest.map(|(_, individual)| individual)
            }
        };
        chosen.unwrap_or_else(|| self.ranks.last().expect("populations are not empty").1)
    }
}

/// At how many positions two genomes have different genes.
pub(super) fn distance(a: &[Gene], b: &[Gene]) -> usize {
    a.iter().zip(b).filter(|(a, b)| a != b).count()
}

#[allow(clippy::cast_possible_truncation)] // populations are smaller than 2^32
fn number(individual: usize) -> u32 {
    individual as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::island::Island;
    use crate::evolve::island::laws::{common, everybody, island, program, settings};
    use crate::evolve::replacement::{Replacement, Scheme};

    fn steady(children: i64, replace: Victim, lifetime: Option<u32>) -> SteadyState {
        let lifetime = lifetime.map(|generations| NonZeroU32::new(generations).unwrap());
        SteadyState { children: OffspringCount::try_from(children).unwrap(), replace, lifetime }
    }

    fn crowding(factor: i64) -> Victim {
        Victim::Crowding(TournamentSize::try_from(factor).unwrap())
    }

    fn standing(island: &Island) -> &Standing {
        match &island.scheme {
            Scheme::SteadyState(_, standing) => standing,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_population_keeps_its_size_and_everybody_is_known() {
        let program = program();
        for (children, replace, lifetime) in [
            (1, Victim::Worst, None),
            (2, Victim::Oldest, None),
            (7, crowding(3), None),
            (41, Victim::Worst, Some(2)),
            (2, crowding(2), Some(1)),
        ] {
            for (population, elitism) in [(41, 0), (42, 3)] {
                let settings =
                    settings(population, elitism, Replacement::SteadyState(steady(children, replace, lifetime)));
                let common = common(&program, &settings);
                let mut island = island(&common, 1);
                for now in 1..=20 {
                    island.step(&common, now);
                    let people = everybody(&program, island.population());
                    assert_eq!((people.len(), island.offspring()), (population, population as u64 * (now + 1)));
                    let standing = standing(&island);
                    let ranks: BTreeSet<(Fitness, u32)> = people.iter().map(|(_, fitness)| *fitness).zip(0..).collect();
                    assert_eq!(standing.ranks, ranks);
                    assert_eq!(standing.ages, standing.born.iter().copied().zip(0..).collect());
                    assert_eq!(island.leader(), ranks.first().unwrap().1 as usize);
                    assert!(island.best().fitness <= ranks.first().unwrap().0);
                }
            }
        }
    }

    #[test]
    fn the_best_is_never_lost_when_the_worst_makes_room() {
        let program = program();
        for (elitism, replace) in [(0, Victim::Worst), (1, Victim::Oldest), (1, crowding(5))] {
            let settings =
                settings(30, elitism, Replacement::SteadyState(steady(2, replace, Some(2).filter(|_| elitism > 0))));
            let common = common(&program, &settings);
            let mut island = island(&common, 2);
            let mut best = Fitness::WORST;
            for now in 1..=60 {
                island.step(&common, now);
                let now = *island.population().fitness().iter().min().unwrap();
                assert!(now <= best, "{replace:?}");
                assert_eq!(island.best().fitness, now);
                best = now;
            }
        }
    }

    #[test]
    fn the_oldest_go_first_and_nobody_outlives_the_lifetime() {
        let program = program();
        let of = |replace, lifetime| settings(30, 0, Replacement::SteadyState(steady(2, replace, lifetime)));
        let by_age = of(Victim::Oldest, None);
        let by_age = common(&program, &by_age);
        let mut one = island(&by_age, 3);
        for now in 1..=5 {
            one.step(&by_age, now);
            // As many children as individuals: everybody is of this generation.
            assert!(standing(&one).born.iter().all(|&born| born >= 30 * now), "generation {now}");
        }
        let (endless, limited) = (of(Victim::Worst, None), of(Victim::Worst, Some(3)));
        for (settings, limit) in [(&endless, u64::MAX), (&limited, 3)] {
            let common = common(&program, settings);
            let mut island = island(&common, 3);
            (1..=40).for_each(|now| island.step(&common, now));
            let standing = standing(&island);
            let eldest = standing.births - standing.ages.first().unwrap().0;
            // Those who are over the limit go one with each child: at most a generation until the last has gone.
            assert_eq!(eldest <= 30 * 4 + 2, limit == 3, "{eldest} births ago");
        }
    }

    #[test]
    fn a_child_takes_the_place_of_the_most_similar_that_was_drawn() {
        let program = program();
        let settings = settings(10, 0, Replacement::default());
        let island = island(&common(&program, &settings), 4);
        let mut standing = Standing::default();
        standing.begin(island.population());
        let mut stream = crate::rng::Seed::from_number(5).key(0).stream(0);
        for twin in 0..10 {
            // One gene of the child differs; 1000 draws leave out none of ten.
            let mut child = island.population().genome(twin).to_vec();
            child[3] = Gene((child[3].0 + 1) % 18);
            let mut victim = |elites| {
                standing.victim(steady(1, crowding(1000), None), island.population(), &child, elites, &mut stream)
                    as usize
            };
            assert_eq!(victim(None), twin);
            let protected = (island.population().fitness()[twin], u32::try_from(twin).unwrap());
            let other = victim(Some(protected));
            let key = |n: usize| (island.population().fitness()[n], n);
            assert!(
                key(other) > key(twin) || Some(&(key(other).0, u32::try_from(other).unwrap())) == standing.ranks.last()
            );
        }
    }
}
