//! [`Mutation`]: small random changes.

mod credit;
mod cut;
mod delete;
mod duplication;
mod insert;
mod inversion;
#[cfg(test)]
mod laws;
mod mixture;
mod one_fifth;
mod pursuit;
mod self_adaptive;
mod sequence;
mod shift;
mod state;
mod swap;
mod symbols;
mod tail;
mod uniform;

pub use credit::{Credit, Credits, MOST_OPERATORS};
pub use cut::Cut;
pub use delete::Delete;
pub use duplication::Duplication;
pub use insert::Insert;
pub use inversion::Inversion;
pub use mixture::{Mixture, Weighted};
pub use one_fifth::OneFifth;
pub use pursuit::{Adaptive, Matching, Pursuit};
pub use self_adaptive::SelfAdaptive;
pub use sequence::Sequence;
pub use shift::Shift;
pub use state::{Carried, OperatorState};
pub use swap::Swap;
pub use symbols::Symbols;
pub use tail::Tail;
pub use uniform::{Replacement, Uniform};

use serde::{Deserialize, Serialize};

use super::brood::{BROOD, Bits, Brood};
use crate::puzzle::kernel::{Fitness, Gene};
use crate::rng::{Bernoulli, CounterStream};

/// What a mutation may know beside the genome.
#[derive(Debug)]
pub struct Context<'a> {
    /// What genes can be.
    pub symbols: &'a Symbols,
    /// The fitness of the parent whose copy the genome was, before any crossover: its number of genes is the length of
    /// the parent's best prefix, if that is evaluated.
    pub parent: Fitness,
    /// Genes of the individual's own, which it inherited and hands on, and which are no part of the genome: as many as
    /// [`Mutate::own_genes`] asks for, all 0 in the first generation.
    pub own: &'a mut [Gene],
}

/// A way to change a genome.
pub trait Mutate: Send + Sync {
    /// How probable it is that an *individual* is mutated at all.
    fn individual_rate(&self) -> Bernoulli;

    /// Changes the genome of an individual that is mutated; says whether it may have changed.
    fn mutate(&self, genome: &mut [Gene], context: &mut Context<'_>, stream: &mut CounterStream) -> bool;

    /// Does the same and says which of its operators may have changed the genome, by a number below
    /// [`MOST_OPERATORS`]; nothing if none has.
    #[inline(always)]
    fn mutate_by(&self, genome: &mut [Gene], context: &mut Context<'_>, stream: &mut CounterStream) -> Option<usize> {
        self.mutate(genome, context, stream).then_some(0)
    }

    /// Mutates some children of a brood. Every pair draws from its own stream, first for its first child.
    #[inline(always)]
    fn mutate_each(&self, mutated: &Bits<{ BROOD / 64 }>, brood: &mut Brood<'_, '_>) {
        brood.mutate_one_by_one(self, mutated);
    }

    /// How many genes of its own each individual needs.
    fn own_genes(&self) -> usize {
        0
    }

    /// Does it want to be told what became of the children?
    fn learns(&self) -> bool {
        false
    }

    /// A population begins: what was learnt from another counts no more.
    fn forget(&mut self) {}

    /// What became of the children of a generation, if it [learns](Mutate::learns).
    fn learn(&mut self, credits: &Credits) {
        let _ = credits;
    }

    /// What adapts in it, after a generation with these credits; nothing if nothing does.
    fn states(&self, credits: &Credits, carried: Carried<'_>) -> Vec<OperatorState> {
        let _ = (credits, carried);
        Vec::new()
    }
}

/// Which mutation a run uses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mutation {
    /// No mutation.
    None,
    /// See [`Uniform`].
    Uniform(Uniform),
    /// See [`Swap`].
    Swap(Swap),
    /// See [`Inversion`].
    Inversion(Inversion),
    /// See [`Shift`].
    Shift(Shift),
    /// See [`Duplication`].
    Duplication(Duplication),
    /// See [`Insert`].
    Insert(Insert),
    /// See [`Delete`].
    Delete(Delete),
    /// See [`Tail`].
    Tail(Tail),
    /// See [`OneFifth`].
    OneFifth(OneFifth),
    /// See [`SelfAdaptive`].
    SelfAdaptive(SelfAdaptive),
    /// See [`Sequence`].
    Sequence(Sequence),
    /// See [`Mixture`].
    Mixture(Mixture),
}

impl Default for Mutation {
    fn default() -> Self {
        Self::Uniform(Uniform::default())
    }
}

impl Mutate for Mutation {
    fn individual_rate(&self) -> Bernoulli {
        match self {
            Self::None => Bernoulli::NEVER,
            Self::Uniform(mutation) => mutation.individual_rate(),
            Self::Swap(mutation) => mutation.individual_rate(),
            Self::Inversion(mutation) => mutation.individual_rate(),
            Self::Shift(mutation) => mutation.individual_rate(),
            Self::Duplication(mutation) => mutation.individual_rate(),
            Self::Insert(mutation) => mutation.individual_rate(),
            Self::Delete(mutation) => mutation.individual_rate(),
            Self::Tail(mutation) => mutation.individual_rate(),
            Self::OneFifth(mutation) => mutation.individual_rate(),
            Self::SelfAdaptive(mutation) => mutation.individual_rate(),
            Self::Sequence(mutation) => mutation.individual_rate(),
            Self::Mixture(mutation) => mutation.individual_rate(),
        }
    }

    #[inline(always)]
    fn mutate(&self, genome: &mut [Gene], context: &mut Context<'_>, stream: &mut CounterStream) -> bool {
        match self {
            Self::None => false,
            Self::Uniform(mutation) => mutation.mutate(genome, context, stream),
            rarer => rarer.mutate_rarely(genome, context, stream),
        }
    }

    #[inline(always)]
    fn mutate_by(&self, genome: &mut [Gene], context: &mut Context<'_>, stream: &mut CounterStream) -> Option<usize> {
        match self {
            Self::Mixture(mutation) => mutation.mutate_by(genome, context, stream),
            other => other.mutate(genome, context, stream).then_some(0),
        }
    }

    #[inline(always)]
    fn mutate_each(&self, mutated: &Bits<{ BROOD / 64 }>, brood: &mut Brood<'_, '_>) {
        match self {
            Self::Uniform(mutation) => mutation.mutate_each(mutated, brood),
            other => brood.mutate_one_by_one(other, mutated),
        }
    }

    fn own_genes(&self) -> usize {
        match self {
            Self::SelfAdaptive(mutation) => mutation.own_genes(),
            Self::Sequence(mutation) => mutation.own_genes(),
            Self::Mixture(mutation) => mutation.own_genes(),
            _ => 0,
        }
    }

    fn learns(&self) -> bool {
        match self {
            Self::OneFifth(mutation) => mutation.learns(),
            Self::Sequence(mutation) => mutation.learns(),
            Self::Mixture(mutation) => mutation.learns(),
            _ => false,
        }
    }

    fn forget(&mut self) {
        match self {
            Self::OneFifth(mutation) => mutation.forget(),
            Self::Sequence(mutation) => mutation.forget(),
            Self::Mixture(mutation) => mutation.forget(),
            _ => {}
        }
    }

    fn learn(&mut self, credits: &Credits) {
        match self {
            Self::OneFifth(mutation) => mutation.learn(credits),
            Self::Sequence(mutation) => mutation.learn(credits),
            Self::Mixture(mutation) => mutation.learn(credits),
            _ => {}
        }
    }

    fn states(&self, credits: &Credits, carried: Carried<'_>) -> Vec<OperatorState> {
        self.states_of(credits, carried)
    }
}

impl Mutation {
    /// The mutations that are no part of the usual loop, kept out of it so that it stays small.
    #[inline(never)]
    fn mutate_rarely(&self, genome: &mut [Gene], context: &mut Context<'_>, stream: &mut CounterStream) -> bool {
        match self {
            Self::None => false,
            Self::Uniform(mutation) => mutation.mutate(genome, context, stream),
            Self::Swap(mutation) => mutation.mutate(genome, context, stream),
            Self::Inversion(mutation) => mutation.mutate(genome, context, stream),
            Self::Shift(mutation) => mutation.mutate(genome, context, stream),
            Self::Duplication(mutation) => mutation.mutate(genome, context, stream),
            Self::Insert(mutation) => mutation.mutate(genome, context, stream),
            Self::Delete(mutation) => mutation.mutate(genome, context, stream),
            Self::Tail(mutation) => mutation.mutate(genome, context, stream),
            Self::OneFifth(mutation) => mutation.mutate(genome, context, stream),
            Self::SelfAdaptive(mutation) => mutation.mutate(genome, context, stream),
            Self::Sequence(mutation) => mutation.mutate(genome, context, stream),
            Self::Mixture(mutation) => mutation.mutate(genome, context, stream),
        }
    }

    /// Tosses the coin of the individual rate too: for mutations that are parts of another.
    fn mutate_perhaps(&self, genome: &mut [Gene], context: &mut Context<'_>, stream: &mut CounterStream) -> bool {
        stream.bernoulli(self.individual_rate()) && self.mutate_rarely(genome, context, stream)
    }

    /// This mutation and those that it is made of.
    #[must_use]
    pub fn parts(&self) -> Vec<&Self> {
        let mut parts = vec![self];
        match self {
            Self::Sequence(sequence) => parts.extend(sequence.0.iter().flat_map(Self::parts)),
            Self::Mixture(mixture) => parts.extend(mixture.of.iter().flat_map(|part| part.mutation.parts())),
            _ => {}
        }
        parts
    }

    /// What is wrong with it or a part of it, in one sentence.
    pub(super) fn check(&self) -> Result<(), String> {
        let mut with_own_rates = 0;
        for part in self.parts() {
            match part {
                Self::OneFifth(mutation) => mutation.check()?,
                Self::Mixture(mutation) => mutation.check()?,
                Self::Sequence(Sequence(list)) if list.is_empty() => {
                    return Err("a sequence of mutations needs one".to_owned());
                }
                Self::SelfAdaptive(mutation) => {
                    with_own_rates += 1;
                    if !(1..=self_adaptive::MOST_RATES).contains(&mutation.rates.len()) {
                        let (most, count) = (self_adaptive::MOST_RATES, mutation.rates.len());
                        return Err(format!("self-adaptive needs 1 to {most} rates, not {count}"));
                    }
                }
                _ => {}
            }
        }
        if with_own_rates > 1 {
            return Err("an individual has one rate of its own: self-adaptive can be named once".to_owned());
        }
        Ok(())
    }
}

/// So many different numbers below `count`, in ascending order; every set of them is equally likely.
///
/// # Panics
/// If there are not that many.
#[inline(always)]
fn different<const N: usize>(count: usize, stream: &mut CounterStream) -> [usize; N] {
    let mut chosen = [0; N];
    for known in 0..N {
        let mut number = stream.index(count - known);
        let mut place = 0;
        // The number-th of those that are left.
        while place < known && number >= chosen[place] {
            number += 1;
            place += 1;
        }
        chosen.copy_within(place..known, place + 1);
        chosen[place] = number;
    }
    chosen
}
