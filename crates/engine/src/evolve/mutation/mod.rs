//! [`Mutation`]: random changes of the genes of single offspring, or of candidates of other algorithms on genomes, with the check that it
//! can make these. [`Mutate`] is the interface of mutations, for genomes and for batches, with their inputs, a [`Context`]. Some adapt to
//! the success of offspring. Draws of different positions and `laws` for tests are here, too. Each mutation but `none` has a file in this
//! folder.

mod adaptation;
mod delete;
mod duplication;
mod heavy_tailed;
mod insert;
mod inversion;
#[cfg(test)]
mod laws;
mod mixture;
mod one_fifth;
mod operator_selection;
mod self_adaptive;
mod sequence;
mod shift;
mod swap;
mod tail;
mod uniform;

pub use adaptation::{AdaptedState, MAX_OPERATORS, OperatorCredits, ParameterHistogram};
pub use delete::Delete;
pub use duplication::Duplication;
pub use heavy_tailed::HeavyTailed;
pub use insert::Insert;
pub use inversion::Inversion;
pub use mixture::{MutationMixture, WeightedMutation};
pub use one_fifth::OneFifth;
pub use operator_selection::{AdaptiveOperatorSelection, AdaptivePursuit, ProbabilityMatching};
pub use self_adaptive::SelfAdaptive;
pub use sequence::Sequence;
pub use shift::Shift;
pub use swap::Swap;
pub use tail::{PrefixCut, Tail};
pub use uniform::{ResetMode, Uniform};

use super::batch::{OffspringBatch, OffspringSet};
use super::invalid_settings::InvalidSettings;
use super::operators::{Requirements, rate, rated};
use super::schedule::{Moment, ScheduledRate};
use super::symbols::Symbols;
use crate::evaluation::{Fitness, Gene, KernelTask};
use crate::optimizer::OperatorState;
use crate::registered::{Word, components, delegate};
use evocube_cube::rng::{Bernoulli, CounterStream};
use evocube_cube::solver::Cancelled;

/// Inputs of a mutation beside the genome.
#[derive(Debug)]
pub struct Context<'a> {
    /// The symbols of the alphabet.
    pub symbols: &'a Symbols,
    /// The fitness of the parent that the genome was copied from, before any crossover. [`Fitness::genes`] is the
    /// length of the parent's best prefix, if that is evaluated.
    pub parent: Fitness,
    /// Strategy parameters of the individual: it inherits them and passes them on, but they are not part of the genome. Their
    /// number is [`Mutate::strategy_parameters`]; all are 0 in the first generation.
    pub strategy: &'a mut [Gene],
}

/// A change of a genome. The new genes must be symbols of the alphabet, and all random numbers must come from the given stream, so that a
/// trial can be repeated.
#[allow(unused_variables)] // default methods ignore their inputs
pub trait Mutate: Send + Sync {
    /// Returns the probability that an *individual* is mutated.
    fn individual_rate(&self) -> Bernoulli;

    /// Sets the rates that depend on the time of the run.
    fn schedule(&mut self, moment: Moment) {}

    /// Returns whether [`Mutate::schedule`] sets a rate that changes during a run; those of its components are not included.
    fn is_scheduled(&self) -> bool {
        false
    }

    /// Changes the genome of an individual that is mutated. Returns whether it may have changed.
    ///
    /// # Errors
    /// If the mutation fails, which ends the run.
    fn mutate(
        &self,
        genome: &mut [Gene],
        context: &mut Context<'_>,
        stream: &mut CounterStream,
    ) -> Result<bool, Cancelled>;

    /// Mutates as [`Mutate::mutate`] does. Returns the number of the operator that may have changed the genome, below
    /// [`MAX_OPERATORS`]; `None` if none has.
    ///
    /// # Errors
    /// As for [`Mutate::mutate`].
    #[inline(always)]
    fn mutate_by(
        &self,
        genome: &mut [Gene],
        context: &mut Context<'_>,
        stream: &mut CounterStream,
    ) -> Result<Option<usize>, Cancelled> {
        Ok(self.mutate(genome, context, stream)?.then_some(0))
    }

    /// Mutates some offspring of a batch. Siblings draw from the stream of their pair, the first sibling first.
    ///
    /// An override must draw the same numbers as `mutate` for each of them.
    ///
    /// # Errors
    /// As for [`Mutate::mutate`]. The batch is then not used.
    #[inline(always)]
    fn mutate_batch(&self, mutated: &OffspringSet, batch: &mut OffspringBatch<'_, '_>) -> Result<(), Cancelled> {
        mutate_scalar(self, mutated, batch)
    }

    /// Returns the number of strategy parameters of each individual.
    fn strategy_parameters(&self) -> usize {
        0
    }

    /// Returns whether the mutation adapts to the success of offspring.
    fn learns(&self) -> bool {
        false
    }

    /// Resets the adaptation, at the start of a run and of a population.
    fn reset(&mut self) {}

    /// Adapts to the success of the offspring of a generation, if the mutation [learns](Mutate::learns).
    fn learn(&mut self, credits: &OperatorCredits) {}

    /// Returns the adapted state for a checkpoint; `None` if it cannot be saved, so that a trial with this mutation has no
    /// checkpoint. A mutation that [learns](Mutate::learns) must implement it.
    fn adapted(&self) -> Option<AdaptedState> {
        (!self.learns()).then(AdaptedState::default)
    }

    /// Restores an adapted state. Returns `false` if it is not that of a mutation with the same settings.
    fn restore(&mut self, state: &AdaptedState) -> bool {
        *state == AdaptedState::default()
    }

    /// Returns the state of each operator that adapts, after a generation with these credits.
    fn adaptation_rows(&self, credits: &OperatorCredits, histogram: ParameterHistogram<'_>) -> Vec<OperatorState> {
        Vec::new()
    }

    /// Returns the properties of genomes without which the mutation has no effect; those of its components are not included.
    fn requirements(&self) -> Requirements {
        Requirements::default()
    }

    /// Checks the settings of the mutation; those of its components are not included.
    ///
    /// # Errors
    /// The invalid setting: [`InvalidSettings::Custom`] outside the crate.
    fn check(&self) -> Result<(), InvalidSettings> {
        Ok(())
    }
}

impl Mutate for Word {
    fn individual_rate(&self) -> Bernoulli {
        Bernoulli::new(1.0)
    }

    fn mutate(&self, _: &mut [Gene], _: &mut Context<'_>, _: &mut CounterStream) -> Result<bool, Cancelled> {
        self.run()
    }
}

/// Mutates some offspring of a batch, one after the other.
#[inline(always)]
pub(super) fn mutate_scalar(
    mutation: &(impl Mutate + ?Sized),
    mutated: &OffspringSet,
    batch: &mut OffspringBatch<'_, '_>,
) -> Result<(), Cancelled> {
    let learns = mutation.learns();
    for row in mutated.members() {
        let (genome, strategy) = batch.rows.genome_and_parameters_mut(row);
        let mut context = Context { symbols: batch.symbols, parent: batch.parents[row], strategy };
        let mut stream = batch.streams.get(row / 2);
        let operator = mutation.mutate_by(genome, &mut context, &mut stream)?;
        batch.streams.put(row / 2, &stream);
        batch.changed.0[row / 64] |= u64::from(operator.is_some()) << (row % 64);
        if let Some(operator) = operator
            && learns
        {
            batch.operators[row] = u8::try_from(operator + 1).expect("there are at most MAX_OPERATORS");
        }
    }
    Ok(())
}

/// No mutation.
struct NoMutation;

impl Mutate for NoMutation {
    fn individual_rate(&self) -> Bernoulli {
        Bernoulli::NEVER
    }

    fn mutate(&self, _: &mut [Gene], _: &mut Context<'_>, _: &mut CounterStream) -> Result<bool, Cancelled> {
        Ok(false)
    }
}

components! { $
    /// Mutation of a run.
    Mutation of dyn Mutate, with_mutation:
    "none": None = NoMutation,
    "uniform": Uniform(Uniform),
    "swap": Swap(Swap),
    "inversion": Inversion(Inversion),
    "shift": Shift(Shift),
    "duplication": Duplication(Duplication),
    "insert": Insert(Insert),
    "delete": Delete(Delete),
    "tail": Tail(Tail),
    "heavy-tailed": HeavyTailed(HeavyTailed),
    "one-fifth": OneFifth(OneFifth),
    "self-adaptive": SelfAdaptive(SelfAdaptive),
    "sequence": Sequence(Sequence),
    "mixture": Mixture(MutationMixture),
}

impl Mutate for Mutation {
    delegate! {
        self, with_mutation:
        fn individual_rate(&self) -> Bernoulli;
        fn schedule(&mut self, moment: Moment);
        fn is_scheduled(&self) -> bool;
        #[inline(never)]
        fn mutate(
            &self,
            genome: &mut [Gene],
            context: &mut Context<'_>,
            stream: &mut CounterStream
        ) -> Result<bool, Cancelled>;
        fn mutate_by(
            &self,
            genome: &mut [Gene],
            context: &mut Context<'_>,
            stream: &mut CounterStream
        ) -> Result<Option<usize>, Cancelled>;
        fn strategy_parameters(&self) -> usize;
        fn learns(&self) -> bool;
        fn reset(&mut self);
        fn learn(&mut self, credits: &OperatorCredits);
        fn adapted(&self) -> Option<AdaptedState>;
        fn restore(&mut self, state: &AdaptedState) -> bool;
        fn adaptation_rows(&self, credits: &OperatorCredits, histogram: ParameterHistogram<'_>) -> Vec<OperatorState>;
        fn requirements(&self) -> Requirements;
    }

    #[inline(always)]
    fn mutate_batch(&self, mutated: &OffspringSet, batch: &mut OffspringBatch<'_, '_>) -> Result<(), Cancelled> {
        match self {
            Self::Uniform(mutation) => mutation.mutate_batch(mutated, batch),
            other => other.mutate_batch_outlined(mutated, batch),
        }
    }

    /// Checks the settings of the mutation and of all its components.
    fn check(&self) -> Result<(), InvalidSettings> {
        let parts = self.parts();
        parts.iter().try_for_each(|part| with_mutation!(part, mutation => mutation.check()))?;
        if parts.iter().filter(|part| matches!(part, Self::SelfAdaptive(_))).count() > 1 {
            return Err(InvalidSettings::TwoRates);
        }
        Ok(())
    }
}

/// Maximum number of draws of a candidate; after the last it stays a copy.
const MAX_DRAWS: u32 = 100;

/// Mutation of offspring of a batch, for [`Kernel::run`](crate::evaluation::Kernel::run).
struct BatchMutation<'m, 'b, 'r, 'a> {
    mutation: &'m Mutation,
    mutated: &'m OffspringSet,
    batch: &'b mut OffspringBatch<'r, 'a>,
}

impl KernelTask for BatchMutation<'_, '_, '_, '_> {
    type Output = Result<(), Cancelled>;

    #[inline(always)]
    fn run(self) -> Result<(), Cancelled> {
        with_mutation!(self.mutation, mutation => mutation.mutate_batch(self.mutated, self.batch))
    }
}

impl Mutation {
    /// Keeps rare operators out of the usual loop, so that its code stays small.
    #[inline(never)]
    fn mutate_batch_outlined(
        &self,
        mutated: &OffspringSet,
        batch: &mut OffspringBatch<'_, '_>,
    ) -> Result<(), Cancelled> {
        batch.kernel.run(BatchMutation { mutation: self, mutated, batch })
    }

    /// Mutates with the probability of the individual rate, as a component of another mutation does.
    #[inline]
    fn mutate_at_rate(
        &self,
        genome: &mut [Gene],
        context: &mut Context<'_>,
        stream: &mut CounterStream,
    ) -> Result<bool, Cancelled> {
        if stream.bernoulli(self.individual_rate()) { self.mutate(genome, context, stream) } else { Ok(false) }
    }

    /// Changes a copy of a parent with this fitness. A draw that reports no change is repeated, at most [`MAX_DRAWS`] times in all.
    #[inline]
    pub(super) fn vary(
        &self,
        symbols: &Symbols,
        parent: Fitness,
        genome: &mut [Gene],
        stream: &mut CounterStream,
    ) -> Result<(), Cancelled> {
        for _ in 0..MAX_DRAWS {
            if self.mutate_at_rate(genome, &mut Context { symbols, parent, strategy: &mut [] }, stream)? {
                break;
            }
        }
        Ok(())
    }

    /// Checks that the mutation can make the candidates of an algorithm other than the genetic algorithm.
    ///
    /// # Errors
    /// The first reason why it cannot.
    pub(super) fn check_as_neighborhood(&self, algorithm: &'static str) -> Result<(), InvalidSettings> {
        if matches!(self, Self::None) {
            return Err(InvalidSettings::NoCandidates { algorithm });
        }
        for part in self.parts() {
            let mutation = part.name();
            if part.strategy_parameters() > 0 && part.parts().len() == 1 {
                return Err(InvalidSettings::KeepsRate { mutation, algorithm });
            }
            let learns_itself = part.learns() && !part.parts()[1..].iter().any(|inner| inner.learns());
            if learns_itself {
                return Err(InvalidSettings::Adapts { mutation, algorithm });
            }
            if part.is_scheduled() {
                return Err(InvalidSettings::ChangesRate { mutation, algorithm });
            }
        }
        Ok(())
    }

    /// Returns the mutation and all its components.
    pub(crate) fn parts(&self) -> Vec<&Self> {
        let mut parts = vec![self];
        match self {
            Self::Sequence(sequence) => parts.extend(sequence.0.iter().flat_map(Self::parts)),
            Self::Mixture(mixture) => parts.extend(mixture.operators().flat_map(Self::parts)),
            _ => {}
        }
        parts
    }
}

/// Draws N different numbers below `count`, in ascending order; every set of them is equally likely. Returns `None`, without a
/// draw, if `count` is below N.
#[inline(always)]
fn distinct_indices<const N: usize>(count: usize, stream: &mut CounterStream) -> Option<[usize; N]> {
    if count < N {
        return None;
    }
    let mut indices = [0; N];
    for length in 0..N {
        let mut number = stream.index(count - length);
        // Skips the numbers that are already chosen, without a branch that nothing predicts.
        for &chosen in &indices[..length] {
            number += usize::from(number >= chosen);
        }
        for place in &mut indices[..length] {
            (*place, number) = ((*place).min(number), (*place).max(number));
        }
        indices[length] = number;
    }
    Some(indices)
}
