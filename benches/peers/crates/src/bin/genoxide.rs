//! Program that prints the offspring a second of the crate `genoxide`. It is started by `peers.py`, which gives it the parameters and the
//! cube. The operators of the crate are chosen here. Reading, both fitness functions and the clock are in `lib`.

use genoxide::prelude::*;
use peers::Task;

fn search(task: &Task, fitness: impl Fn(&Integers) -> f64 + Sync) -> Result<()> {
    let algorithm = Ga::builder(Integer::uniform(task.genes, 0..=task.turns() as i64 - 1)?)
        .population_size(task.population)
        .minimize()
        .select(Tournament::new(task.tournament)?)
        .crossover(PointCrossover::one_point())
        .crossover_rate(task.crossover)
        .mutate(UniformMutation::per_gene(task.per_gene)?)
        .mutation_rate(task.mutation)
        .seed(1)
        .build()?;
    let mut engine = Engine::new(algorithm, fitness).stop_when(Stop::generations(task.generations as u64));
    task.run(|| drop(engine.run().expect("a search")));
    Ok(())
}

fn main() -> Result<()> {
    let task = Task::read();
    if task.is_fast {
        search(&task, |genome| task.cube.fast(genome.iter().map(|gene| *gene as usize)) as f64)
    } else {
        search(&task, |genome| task.cube.plain(genome.iter().map(|gene| *gene as usize)) as f64)
    }
}
