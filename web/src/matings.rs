//! [`record`]: runs the first trial again, and sends the symbols of its genes and the matings of some generations; after these it ends.
//! From them the page draws how an offspring was made. The rows of the trial are sent by the parent module.

use std::error::Error;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use evocube::evaluation::Fitness;
use evocube::experiment::trial::TrialError;
use evocube::optimizer::{Generation, Mating, Observer, RunContext};
use evocube::solver::{Cancellation, Cancelled};
use evocube::{CUBE3, Puzzle};

use super::message::Message;
use super::{FirstTrial, Genes};

/// Whether the last generation that is asked for was sent.
static IS_SENT: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Runs the first trial of a sweep file up to the last of these generations, and sends their matings.
///
/// # Errors
/// If the text is no sweep file or the trial fails.
pub(super) fn record(text: &str, generations: Range<u64>) -> Result<(), Box<dyn Error>> {
    let first = FirstTrial::read(text)?;
    let genes = first.genes()?;
    let symbols = genes.alphabet.symbols().map(|symbol| {
        let moves = CUBE3.conjugate(symbol.moves, genes.rotation);
        format!("{}\t{}", symbol.name, CUBE3.write_moves(&moves))
    });
    Message::Symbols.send(symbols.collect::<Vec<_>>().join("\n").as_bytes());
    IS_SENT.store(false, Ordering::Relaxed);
    let cancellation = Cancellation::from(IS_SENT.clone());
    let context = RunContext { cancellation: &cancellation, ..RunContext::sequential() };
    match first.run(context, MatingSender { genes, generations, next: 0, fitness: Vec::new() }) {
        Ok(_) | Err(TrialError::Cancelled(_)) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Observer that sends the matings of some generations.
struct MatingSender {
    genes: Genes,
    generations: Range<u64>,
    /// The number of the next generation.
    next: u64,
    /// The fitness of each individual of the present one.
    fitness: Vec<Fitness>,
}

impl Observer for MatingSender {
    fn generation(&mut self, generation: &Generation<'_>) -> Result<(), Cancelled> {
        self.next = generation.progress.generations + 1;
        self.fitness.clear();
        for group in 0..generation.individuals.groups() {
            self.fitness.extend_from_slice(generation.individuals.fitness(group));
        }
        IS_SENT.store(self.next >= self.generations.end, Ordering::Relaxed);
        Ok(())
    }

    fn records_matings(&self) -> bool {
        self.generations.contains(&self.next)
    }

    fn matings(&mut self, matings: &[Mating]) -> Result<(), Cancelled> {
        let moves = matings.iter().map(|Mating { parents, offspring, .. }| {
            let parents = parents.iter().map(|parent| self.genes.moves(&parent.genes, parent.fitness));
            let offspring = offspring.iter().map(|offspring| self.genes.moves(&offspring.genes, offspring.fitness));
            parents.chain(offspring).collect()
        });
        let moves: Vec<Vec<String>> = moves.collect();
        let text = serde_json::to_vec(&(self.next, &self.fitness, matings, moves)).expect("numbers and texts are JSON");
        Message::Matings.send(&text);
        Ok(())
    }
}
