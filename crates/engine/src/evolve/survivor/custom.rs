//! [`Survive`]: the interface of survivor selections of other crates, which see the fitness of parents and offspring, not their genomes.
//! There are as many offspring as parents, and the key `elitism` has no effect.

use std::fmt::Debug;

use super::{
    Cancelled, CounterStream, Fitness, IslandContext, IslandState, ParentSource, SelectSurvivors, SurvivorRule, Tally,
};
use crate::registered::{Registered, Word};

/// A survivor selection from parents and offspring together, of the same number. The key `elitism` has no effect on it.
pub trait Survive: Send + Sync {
    /// Returns the indices of the `size` survivors among `2 * size` individuals: first the parents, then the offspring.
    /// The run panics if there are not `size` different ones. Random numbers must come from the stream, so that a trial can be repeated.
    ///
    /// # Errors
    /// If the selection fails, which ends the run.
    fn survivors(&self, fitness: &[Fitness], size: usize, stream: &mut CounterStream) -> Result<Vec<usize>, Cancelled>;
}

impl Survive for Word {
    fn survivors(&self, _: &[Fitness], _: usize, _: &mut CounterStream) -> Result<Vec<usize>, Cancelled> {
        self.run()
    }
}

impl SurvivorRule for Registered<dyn Survive> {
    fn start(&self) -> Box<dyn SelectSurvivors> {
        Box::new(Custom(self.clone()))
    }

    /// Returns the bytes of two fitness values and a number.
    fn bytes_per_individual(&self) -> usize {
        24
    }
}

/// The survivor selection of one island.
#[derive(Debug)]
struct Custom(Registered<dyn Survive>);

impl SelectSurvivors for Custom {
    /// Makes one offspring for each individual of the population.
    ///
    /// # Panics
    /// If the component does not return the numbers of `size` different individuals.
    fn breed(
        &mut self,
        state: &mut IslandState,
        context: &IslandContext<'_>,
        generation: u64,
    ) -> Result<Tally, Cancelled> {
        let size = state.current.size();
        let keys = state.breeding_keys(generation);
        let mut tally = state.breed(context, ParentSource::Selection, keys, 0..size)?;
        if context.is_cut() {
            self.record_cut(state, context, 0..tally.made);
            return Ok(tally);
        }
        state.record_best_offspring(tally.best.1);

        let fitness = [state.current.fitness(), &state.next.fitness()[..size]].concat();
        let mut stream = state.seeds.replace.key(generation).stream(0);
        let survivors = self.0.survivors(&fitness, size, &mut stream)?;
        let mut survives = vec![false; 2 * size];
        for &survivor in &survivors {
            assert!(!std::mem::replace(&mut survives[survivor], true), "{} selects {survivor} twice", self.0.name());
        }
        assert!(survivors.len() == size, "{} selects {} survivors of {size}", self.0.name(), survivors.len());
        // Offspring take the places of parents that do not survive.
        let mut free = (0..size).filter(|&parent| !survives[parent]);
        for offspring in (0..size).filter(|offspring| survives[size + offspring]) {
            let place = free.next().expect("as many parents are replaced as offspring survive");
            state.current.copy_from(place, &state.next, offspring);
        }
        tally.best = state.current.best();
        Ok(tally)
    }
}
