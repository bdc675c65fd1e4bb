//! Program that prints the offspring a second of the crate `genetic_algorithm`. It is started by `peers.py`, which gives it the parameters
//! and the cube. The operators of the crate are chosen here. A mutation changes a fixed number of genes. Reading, both fitness functions
//! and the clock are in `lib`.

use genetic_algorithm::strategy::evolve::prelude::*;
use peers::{Task, WrongStickers};

/// The fitness; `FAST` selects the function.
#[derive(Clone, Debug)]
struct Stickers<const FAST: bool>(WrongStickers);

impl<const FAST: bool> Fitness for Stickers<FAST> {
    type Genotype = RangeGenotype<u8>;

    fn calculate_for_chromosome(
        &mut self,
        chromosome: &FitnessChromosome<Self>,
        _: &FitnessGenotype<Self>,
    ) -> Option<FitnessValue> {
        let genes = chromosome.genes.iter().map(|gene| usize::from(*gene));
        Some(if FAST { self.0.fast(genes) } else { self.0.plain(genes) } as FitnessValue)
    }
}

fn search<const FAST: bool>(task: &Task) {
    let last = u8::try_from(task.turns() - 1).expect("few turns");
    let genotype = RangeGenotype::builder().with_genes_size(task.genes).with_allele_range(0..=last).build();
    // Exactly so many genes of a mutated individual change.
    let changed = (task.genes as f64 * task.per_gene).round() as usize;
    let search = Evolve::builder()
        .with_genotype(genotype.expect("genes"))
        .with_target_population_size(task.population)
        // All individuals but one elite are replaced.
        .with_select(SelectTournament::new(1.0, 1.0 / task.population as f32, task.tournament))
        .with_crossover(CrossoverSinglePoint::new(1.0, task.crossover as f32))
        .with_mutate(MutateMultiGene::new(changed, task.mutation as f32))
        .with_fitness(Stickers::<FAST>(task.cube.clone()))
        .with_fitness_ordering(FitnessOrdering::Minimize)
        .with_max_generations(task.generations);
    task.run(|| drop(search.call().expect("a search")));
}

fn main() {
    let task = Task::read();
    if task.is_fast { search::<true>(&task) } else { search::<false>(&task) }
}
