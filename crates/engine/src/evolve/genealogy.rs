//! [`BirthRegister`]: the parents of all individuals of an island.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::batch::{BATCH_PAIRS, BATCH_SIZE, OffspringSet};
use super::population::Population;
use crate::evaluation::Fitness;

/// The origin of an offspring: rows of populations and numbers of operators.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    /// Row of the offspring.
    pub(super) row: usize,
    /// Rows of its parents, first that which it was copied from.
    parents: Vec<u32>,
    /// Number of the crossover in a mixture, else 0; `None` if the pair was copied.
    crossover: Option<u8>,
    /// Number of the mutation in a mixture, else 0; `None` if no mutation changed it.
    mutation: Option<u8>,
}

/// Parents and operators of a batch of offspring.
pub(super) struct BatchOrigin<'a> {
    /// Rows of the two parents of each pair.
    pub(super) selected: &'a [[u32; 2]],
    /// Rows of further parents of each pair; empty if there are none.
    pub(super) further: &'a [Vec<u32>],
    /// 1 for each pair that was recombined.
    pub(super) crossed: &'a [u8],
    /// The number of the crossover of each pair, in a mixture.
    pub(super) crossovers: &'a [u8; BATCH_PAIRS],
    /// Offspring that a mutation changed.
    pub(super) mutated: OffspringSet,
    /// The number of the mutation of each offspring plus one, in a mixture.
    pub(super) mutations: &'a [u8; BATCH_SIZE],
}

impl BatchOrigin<'_> {
    /// Returns the origin of the first `count` offspring, whose first row is `first`.
    #[inline(never)]
    pub(super) fn each(&self, first: usize, count: usize) -> Vec<Origin> {
        let of = |row: usize| {
            let (pair, sibling) = (row / 2, row % 2);
            let is_crossed = self.crossed[pair] == 1;
            let mut parents = vec![self.selected[pair][sibling]];
            if is_crossed {
                let others = std::iter::once(&self.selected[pair][1 - sibling]);
                for &other in others.chain(self.further.get(pair).into_iter().flatten()) {
                    if !parents.contains(&other) {
                        parents.push(other);
                    }
                }
            }
            let is_mutated = self.mutated.0[row / 64] >> (row % 64) & 1 == 1;
            Origin {
                row: first + row,
                parents,
                crossover: is_crossed.then(|| self.crossovers[pair]),
                mutation: is_mutated.then(|| self.mutations[row].saturating_sub(1)),
            }
        };
        (0..count).map(of).collect()
    }
}

/// An individual with its parents.
#[derive(Clone, Debug)]
pub(super) struct RegisteredBirth {
    pub(super) id: u64,
    pub(super) parents: Vec<u64>,
    pub(super) crossover: Option<u8>,
    pub(super) mutation: Option<u8>,
    pub(super) fitness: Fitness,
}

/// The births on an island. Each individual has a number, which no other one of the run has.
#[derive(Debug)]
pub(super) struct BirthRegister {
    /// Number of the island, from 1, and number of all islands.
    island: (u64, u64),
    /// Number of births so far.
    count: u64,
    /// The births of the present generation.
    births: Vec<RegisteredBirth>,
}

/// State of a register between two generations, with the numbers of the present individuals.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct SavedRegister {
    count: u64,
    individuals: Vec<u64>,
}

impl BirthRegister {
    /// Returns the register of an island, from 1, of so many.
    pub(super) const fn new(island: u64, islands: u64) -> Self {
        Self { island: (island, islands), count: 0, births: Vec::new() }
    }

    /// Returns the births of the present generation, in their order.
    pub(super) fn births(&self) -> &[RegisteredBirth] {
        &self.births
    }

    /// Begins a generation.
    pub(super) fn begin_generation(&mut self) {
        self.births.clear();
    }

    /// Registers individuals without parents.
    pub(super) fn add_founders(&mut self, population: &mut Population, places: Range<usize>) {
        for row in places {
            self.add(population, row, Vec::new(), [None; 2]);
        }
    }

    /// Registers offspring of a population.
    pub(super) fn add_offspring(&mut self, parents: &Population, offspring: &mut Population, origins: Vec<Origin>) {
        for Origin { row, parents: rows, crossover, mutation } in origins {
            let ids = rows.iter().map(|&row| parents.id(row as usize)).collect();
            self.add(offspring, row, ids, [crossover, mutation]);
        }
    }

    fn add(&mut self, population: &mut Population, row: usize, parents: Vec<u64>, operators: [Option<u8>; 2]) {
        let (island, islands) = self.island;
        let id = self.count * islands + island;
        self.count += 1;
        population.set_id(row, id);
        let [crossover, mutation] = operators;
        self.births.push(RegisteredBirth { id, parents, crossover, mutation, fitness: population.fitness()[row] });
    }

    /// Returns the present state.
    pub(super) fn save(&self, population: &Population) -> SavedRegister {
        let individuals = (0..population.size()).map(|individual| population.id(individual)).collect();
        SavedRegister { count: self.count, individuals }
    }

    /// Restores a saved state. Returns `false` if it is not one of this population.
    pub(super) fn restore(&mut self, population: &mut Population, saved: &SavedRegister) -> bool {
        if saved.individuals.len() != population.size() {
            return false;
        }
        for (row, &id) in saved.individuals.iter().enumerate() {
            population.set_id(row, id);
        }
        (self.count, self.births) = (saved.count, Vec::new());
        true
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use serde::Deserialize;

    use crate::evaluation::Gene;
    use crate::evolve::crossover::Crossover;
    use crate::evolve::engine::{Engine, EngineInputs, Settings};
    use crate::evolve::island::laws::{evaluator, settings};
    use crate::evolve::mutation::Mutation;
    use crate::evolve::survivor::SurvivorSelection;
    use evocube_cube::rng::Seed;

    #[derive(Deserialize)]
    struct Written {
        crossover: Crossover,
        mutation: Mutation,
        replacement: SurvivorSelection,
        #[serde(default)]
        islands: crate::evolve::islands::Islands,
    }

    /// A birth whose genome and parents are known.
    struct Known<'a> {
        genome: &'a [Gene],
        parents: Vec<&'a [Gene]>,
        crossover: Option<String>,
        mutation: Option<String>,
    }

    /// Runs 30 generations of 24 individuals on each island. Returns the number of births whose genome and parents are known, and
    /// passes each to `check`.
    fn follow(operators: &str, replacement: &str, check: impl Fn(&Known<'_>)) -> usize {
        let text = format!("{operators}\nreplacement = {replacement}");
        let written: Written = toml::from_str(&text).unwrap();
        let Written { crossover, mutation, replacement, islands } = written;
        let settings = Settings { crossover, mutation, islands, length: 12, ..settings(24, 2, replacement) };
        let evaluator = evaluator();
        let inputs = EngineInputs { genealogy: true, ..EngineInputs::new(&evaluator) };
        let mut engine = Engine::under(inputs, settings, Seed::from_number(51)).unwrap();
        let (mut genomes, mut born, mut known) = (HashMap::<u64, Vec<Gene>>::new(), HashSet::new(), 0);
        for generation in 0..=30 {
            if generation > 0 {
                engine.step();
            }
            let mut births = Vec::new();
            engine.generation().genealogy.unwrap().births(&mut |birth| {
                let name = |name: Option<&str>| name.map(str::to_owned);
                assert_eq!((birth.id - 1) % islands.count.get() as u64, birth.island as u64);
                assert!(born.insert(birth.id), "{} is born twice", birth.id);
                assert!(birth.parents.iter().all(|parent| born.contains(parent) && *parent != birth.id));
                assert_eq!(birth.parents.is_empty(), generation == 0);
                births.push((birth.id, birth.parents.to_vec(), name(birth.crossover), name(birth.mutation)));
            });
            assert_eq!(born.len() as u64, engine.generation().offspring);
            for population in engine.populations() {
                for individual in 0..population.size() {
                    let genome = population.genome(individual);
                    let first = genomes.entry(population.id(individual)).or_insert_with(|| genome.to_vec());
                    assert_eq!(first, genome, "an individual keeps its genes");
                }
            }
            for (id, parents, crossover, mutation) in births {
                let of_parents: Option<Vec<&[Gene]>> =
                    parents.iter().map(|parent| genomes.get(parent).map(Vec::as_slice)).collect();
                if let (Some(genome), Some(parents)) = (genomes.get(&id), of_parents)
                    && !parents.is_empty()
                {
                    known += 1;
                    check(&Known { genome, parents, crossover, mutation });
                }
            }
        }
        assert!(genomes.keys().all(|id| born.contains(id)), "every individual was born");
        known
    }

    const SURVIVORS: [&str; 6] = [
        "'generational'",
        "{ steady-state = { offspring = 5 } }",
        "'deterministic-crowding'",
        "'nsga-ii'",
        "'cellular'",
        "{ alps = { layers = 2, age-gap = 100 } }",
    ];

    #[test]
    fn each_gene_of_a_recombined_offspring_is_that_of_one_of_its_parents() {
        for replacement in SURVIVORS {
            let mixture = "crossover.mixture.of = [{ crossover = 'one-point' }, { crossover = 'half-uniform' }]";
            let more = "islands = { count = 3, interval = 4, migrants = 2 }\ncrossover.multi-parent = { parents = 4, rate = 0.6 }";
            // The others have neither further parents nor, for layers of age, islands.
            let is_free = ["generational", "steady", "nsga"].iter().any(|name| replacement.contains(name));
            let more = if is_free { more } else { mixture };
            for operators in ["crossover.two-point.rate = 0.7", mixture, more] {
                let operators = format!("mutation = 'none'\n{operators}");
                let known = follow(&operators, replacement, |birth| {
                    for (place, gene) in birth.genome.iter().enumerate() {
                        assert!(birth.parents.iter().any(|parent| parent[place] == *gene), "{replacement}");
                    }
                    assert_eq!(birth.mutation, None);
                    match birth.crossover.as_deref() {
                        None => assert_eq!((&birth.parents[..], birth.parents.len()), (&[birth.genome][..], 1)),
                        Some("multi-parent") => assert!((1..=4).contains(&birth.parents.len())),
                        Some("two-point" | "1-one-point" | "2-half-uniform") => assert!(birth.parents.len() <= 2),
                        Some(other) => panic!("{other}"),
                    }
                });
                assert!(known > 30, "{replacement}: {known}");
            }
        }
    }

    #[test]
    fn an_offspring_of_one_parent_differs_from_it_by_the_named_mutation() {
        for replacement in SURVIVORS {
            let mutation = "crossover = 'none'\nmutation.mixture.of = [{ mutation.swap.individual-rate = 0.5 }, \
                            { mutation.uniform = { individual-rate = 0.5, gene-rate = 0.1 } }]";
            let known = follow(mutation, replacement, |birth| {
                assert_eq!((birth.parents.len(), &birth.crossover), (1, &None));
                let sorted = |genome: &[Gene]| {
                    let mut genes = genome.to_vec();
                    genes.sort();
                    genes
                };
                let (parent, differs) = (birth.parents[0], birth.genome != birth.parents[0]);
                match birth.mutation.as_deref() {
                    None => assert!(!differs, "{replacement}"),
                    Some("1-swap") => assert_eq!(sorted(birth.genome), sorted(parent)),
                    Some("2-uniform") => assert!(differs, "{replacement}"),
                    Some(other) => panic!("{other}"),
                }
            });
            assert!(known > 30, "{replacement}: {known}");
        }
    }
}
