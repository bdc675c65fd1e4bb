//! Prints the offspring a second of the crate `genetic_algorithm`, for the genetic algorithm of peers.py.
//!
//! Its arguments are the population, the genes, the tournament, the rate of crossover, the probability of a mutation, the number of
//! changed genes, and the generations. Standard input has a row for each turn: for each place the sticker that it shows after the turn.
//! The last two rows are the colors of the start state and of the goal.

use std::io::Read;
use std::time::Instant;

use genetic_algorithm::strategy::evolve::prelude::*;

/// A byte for each of 54 stickers; the rest are zeros, so that no index needs a check.
type Stickers = [u8; 64];

/// The number of wrong stickers after the turns of a genome.
#[derive(Clone, Debug)]
struct WrongStickers {
    turns: Vec<Stickers>,
    start: Stickers,
    goal: Stickers,
}

impl Fitness for WrongStickers {
    type Genotype = RangeGenotype<u8>;

    fn calculate_for_chromosome(
        &mut self,
        chromosome: &FitnessChromosome<Self>,
        _: &FitnessGenotype<Self>,
    ) -> Option<FitnessValue> {
        let turn =
            |state: Stickers, gene: &u8| self.turns[usize::from(*gene)].map(|place| state[usize::from(place % 64)]);
        let state = chromosome.genes.iter().fold(self.start, turn);
        Some(state.iter().zip(&self.goal).filter(|(color, goal)| color != goal).count() as FitnessValue)
    }
}

fn main() {
    let numbers: Vec<f32> = std::env::args().skip(1).map(|number| number.parse().expect("a number")).collect();
    let &[population, genes, tournament, crossover, mutation, changed, generations] = &numbers[..] else {
        panic!("seven numbers")
    };
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("rows of numbers");
    let row = |line: &str| -> Stickers {
        let mut places = [0; 64];
        let numbers = line.split_whitespace().map(|place| place.parse().expect("a small number"));
        places.iter_mut().zip(numbers).for_each(|(place, number)| *place = number);
        places
    };
    let mut turns: Vec<Stickers> = text.lines().map(row).collect();
    let goal = turns.pop().expect("a goal");
    let start = turns.pop().expect("a start state");
    let last_gene = u8::try_from(turns.len() - 1).expect("few turns");
    let genotype = RangeGenotype::builder()
        .with_genes_size(genes as usize)
        .with_allele_range(0..=last_gene)
        .build()
        .expect("genes");
    let search = Evolve::builder()
        .with_genotype(genotype)
        .with_target_population_size(population as usize)
        // All individuals but one elite are replaced.
        .with_select(SelectTournament::new(1.0, 1.0 / population, tournament as usize))
        .with_crossover(CrossoverSinglePoint::new(1.0, crossover))
        .with_mutate(MutateMultiGene::new(changed as usize, mutation))
        .with_fitness(WrongStickers { turns, start, goal })
        .with_fitness_ordering(FitnessOrdering::Minimize)
        .with_max_generations(generations as usize);
    let begin = Instant::now();
    search.call().expect("a search");
    println!("{}", f64::from(population * generations) / begin.elapsed().as_secs_f64());
}
