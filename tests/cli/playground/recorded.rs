//! The offspring of a generation as the library records them, with which the parent module compares the picture of the page. No browser
//! runs here.

use std::path::Path;

use evocube::alphabet::Alphabet;
use evocube::evaluation::{Fitness, Gene};
use evocube::experiment::plan::trials_of;
use evocube::experiment::sweep::Sweep;
use evocube::experiment::trial::{self, TrialInputs};
use evocube::optimizer::{Generation, Mating, Observer, RunContext};
use evocube::solver::Cancelled;
use evocube::{CUBE3, Cube3};
use serde_json::{Value, json};

/// Observer that keeps the matings of one generation.
struct Recorder {
    generation: u64,
    present: u64,
    fitness: Vec<Fitness>,
    matings: Vec<Mating>,
}

impl Observer for Recorder {
    fn generation(&mut self, generation: &Generation<'_>) -> Result<(), Cancelled> {
        self.present = generation.progress.generations;
        if self.present < self.generation {
            self.fitness = generation.individuals.fitness(0).to_vec();
        }
        Ok(())
    }

    fn records_matings(&self) -> bool {
        self.present + 1 == self.generation
    }

    fn matings(&mut self, matings: &[Mating]) -> Result<(), Cancelled> {
        self.matings = matings.to_vec();
        Ok(())
    }
}

/// Returns the first `count` offspring of a generation of the first trial of a sweep, as the page shows them.
pub(super) fn offspring(text: &str, generation: u64, count: usize) -> Value {
    let sweep = Sweep::parse(text, Path::new("sweep.toml")).unwrap();
    let planned = trials_of(&sweep, 0).next().unwrap();
    let point = sweep.point(0, &[], planned.point).unwrap();
    let alphabet: Alphabet<Cube3> = Alphabet::new(&CUBE3, &point.alphabet).unwrap();
    let mut recorder = Recorder { generation, present: 0, fitness: Vec::new(), matings: Vec::new() };
    let inputs = TrialInputs::new(&sweep, &planned, &point, RunContext::sequential());
    trial::run(&point.build().unwrap(), &inputs, &mut recorder).unwrap();
    let names = |genes: &[Gene]| alphabet.names(genes.iter().map(|gene| gene.index()));
    let penalty = |fitness: Fitness| fitness.penalty();
    let shown = recorder.matings.iter().flat_map(|Mating { parents, offspring, .. }| {
        let fitness = &recorder.fitness;
        offspring.iter().map(move |child| {
            let look = |position: usize| {
                child.origins[position].map_or("new", |origin| ["a", "b"][usize::from(origin.parent)])
            };
            let looks: Vec<_> = (0..child.crossed.len()).map(look).collect();
            let kept = |position: &Option<u16>| position.map_or("new", |position| look(position.into()));
            let child_looks: Vec<_> = child.positions.iter().map(kept).collect();
            let drawn = parents.iter().flat_map(|parent| &parent.contestants);
            let drawn: Vec<_> = drawn.map(|&individual| penalty(fitness[individual as usize]).to_string()).collect();
            json!({
                "a": names(&parents[0].genes),
                "b": names(&parents[1].genes),
                "crossed": names(&child.crossed),
                "child": names(&child.genes),
                "crossedLooks": looks.join(" "),
                "childLooks": child_looks.join(" "),
                "contestants": drawn.join(" "),
                "penalties": [penalty(parents[0].fitness), penalty(parents[1].fitness), penalty(child.fitness)],
            })
        })
    });
    json!({ "generation": generation, "shown": shown.take(count).collect::<Vec<_>>() })
}
