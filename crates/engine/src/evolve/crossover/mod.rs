//! [`Crossover`]: recombination of two parents, or with some operators of more, into two offspring. [`Cross`]: its interface, for a
//! [`Pair`] and for batches, with adaptation and its state in checkpoints. Each but `none` has a file in this folder. `laws` for tests
//! are here, too. Parents are chosen by a `selection`, and pairs are bred in `breeding`.

mod cut_and_splice;
mod exchange;
mod half_uniform;
mod k_point;
mod mixture;
mod multi_parent;
mod one_point;
mod prefix_point;
mod two_point;
mod uniform;

pub use cut_and_splice::CutAndSplice;
pub use half_uniform::HalfUniform;
pub(super) use half_uniform::exchange_half;
pub use k_point::KPoint;
pub use mixture::{CrossoverMixture, WeightedCrossover};
pub use multi_parent::{Method, MultiParent};
pub use one_point::OnePoint;
pub use prefix_point::PrefixPoint;
pub use two_point::TwoPoint;
pub use uniform::Uniform;

use super::batch::{OffspringBatch, PairSet};
use super::invalid_settings::InvalidSettings;
use super::mutation::{AdaptedState, OperatorCredits};
use super::operators::{Requirements, rate, rated};
use super::schedule::{Moment, ScheduledRate};
use super::symbols::Symbols;
use crate::evaluation::{Fitness, Gene};
use crate::optimizer::OperatorState;
use crate::registered::{Word, components, delegate};
use evocube_cube::rng::{Bernoulli, CounterStream};
use evocube_cube::solver::Cancelled;

/// Inputs of a crossover beside the two genomes.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    /// The symbols of the alphabet.
    pub symbols: &'a Symbols,
    /// The fitness of the two parents. [`Fitness::genes`] is the length of the best prefix, if that is evaluated.
    pub parents: [Fitness; 2],
    /// The genomes of further parents, if the crossover [has](Cross::further_parents) any.
    pub further: &'a [&'a [Gene]],
}

/// A recombination of two genomes of the same length, to which further parents may contribute. Its random numbers come from the stream
/// alone, so that a run can be repeated.
#[allow(unused_variables)] // default methods ignore their inputs
pub trait Cross: Send + Sync {
    /// Returns the probability that a *pair* of parents is recombined; otherwise both are copied.
    fn rate(&self) -> Bernoulli;

    /// Sets the rates that depend on the time of the run.
    fn schedule(&mut self, moment: Moment) {}

    /// Recombines two copies of the parents in place.
    ///
    /// # Errors
    /// If the crossover fails, which ends the run.
    fn cross(
        &self,
        a: &mut [Gene],
        b: &mut [Gene],
        pair: Pair<'_>,
        stream: &mut CounterStream,
    ) -> Result<(), Cancelled>;

    /// Recombines some pairs of a batch, each of which draws from its own stream.
    ///
    /// An override must draw the same numbers as `cross` for each pair. It may set [`OffspringBatch::recombined`].
    ///
    /// # Errors
    /// As for [`Cross::cross`]. The batch is then not used.
    #[inline(always)]
    fn cross_batch(&self, crossed: &PairSet, batch: &mut OffspringBatch<'_, '_>) -> Result<(), Cancelled> {
        cross_scalar(self, crossed, batch)
    }

    /// Returns the number of parents beside the two of the pair.
    fn further_parents(&self) -> usize {
        0
    }

    /// Returns whether the crossover draws one of several for each pair.
    fn is_mixture(&self) -> bool {
        false
    }

    /// Draws the number of the crossover that recombines a pair, below [`MAX_OPERATORS`](super::mutation::MAX_OPERATORS);
    /// `None` if the pair is copied. Only for a [mixture](Cross::is_mixture).
    fn draw(&self, stream: &mut CounterStream) -> Option<usize> {
        Some(0)
    }

    /// Recombines two copies of the parents in place by the crossover of this number.
    ///
    /// # Errors
    /// As for [`Cross::cross`].
    #[inline(always)]
    fn cross_by(
        &self,
        part: usize,
        a: &mut [Gene],
        b: &mut [Gene],
        pair: Pair<'_>,
        stream: &mut CounterStream,
    ) -> Result<(), Cancelled> {
        self.cross(a, b, pair, stream)
    }

    /// Returns whether the crossover adapts to the success of offspring.
    fn learns(&self) -> bool {
        false
    }

    /// Resets the adaptation, at the start of a run and of a population.
    fn reset(&mut self) {}

    /// Adapts to the success of the recombined offspring of a generation, if the crossover [learns](Cross::learns).
    fn learn(&mut self, credits: &OperatorCredits) {}

    /// Returns the adapted state for a checkpoint; `None` if it cannot be saved. A crossover that [learns](Cross::learns) must
    /// implement it.
    fn adapted(&self) -> Option<AdaptedState> {
        (!self.learns()).then(AdaptedState::default)
    }

    /// Restores an adapted state. Returns `false` if it is not that of a crossover with the same settings.
    fn restore(&mut self, state: &AdaptedState) -> bool {
        *state == AdaptedState::default()
    }

    /// Returns the state of each crossover that adapts, after a generation with these credits.
    fn adaptation_rows(&self, credits: &OperatorCredits) -> Vec<OperatorState> {
        Vec::new()
    }

    /// Returns the properties of genomes without which the crossover has no effect; those of its components are not included.
    fn requirements(&self) -> Requirements {
        Requirements::default()
    }

    /// Checks the settings of the crossover; those of its components are not included.
    ///
    /// # Errors
    /// The invalid setting: [`InvalidSettings::Custom`] outside the crate.
    fn check(&self) -> Result<(), InvalidSettings> {
        Ok(())
    }
}

impl Cross for Word {
    fn rate(&self) -> Bernoulli {
        Bernoulli::new(1.0)
    }

    fn cross(&self, _: &mut [Gene], _: &mut [Gene], _: Pair<'_>, _: &mut CounterStream) -> Result<(), Cancelled> {
        self.run()
    }
}

/// Recombines some pairs of a batch, one after the other.
#[inline(always)]
pub(super) fn cross_scalar(
    crossover: &(impl Cross + ?Sized),
    crossed: &PairSet,
    batch: &mut OffspringBatch<'_, '_>,
) -> Result<(), Cancelled> {
    for pair in crossed.members() {
        let (a, b) = batch.rows.pair_mut(2 * pair);
        let parents = [batch.parents[2 * pair], batch.parents[2 * pair + 1]];
        let mut stream = batch.streams.get(pair);
        let further = batch.further.get(pair).map_or(&[][..], Vec::as_slice);
        let inputs = Pair { symbols: batch.symbols, parents, further };
        crossover.cross_by(batch.crossovers[pair].into(), a, b, inputs, &mut stream)?;
        batch.streams.put(pair, &stream);
    }
    Ok(())
}

/// No recombination: offspring are copies.
struct NoCrossover;

impl Cross for NoCrossover {
    fn rate(&self) -> Bernoulli {
        Bernoulli::NEVER
    }

    fn cross(&self, _: &mut [Gene], _: &mut [Gene], _: Pair<'_>, _: &mut CounterStream) -> Result<(), Cancelled> {
        Ok(())
    }
}

components! { $
    /// Crossover of a run.
    Crossover of dyn Cross, with_crossover:
    "none": None = NoCrossover,
    "one-point": OnePoint(OnePoint),
    "two-point": TwoPoint(TwoPoint),
    "uniform": Uniform(Uniform),
    "half-uniform": HalfUniform(HalfUniform),
    "prefix-point": PrefixPoint(PrefixPoint),
    "cut-and-splice": CutAndSplice(CutAndSplice),
    "k-point": KPoint(KPoint),
    "multi-parent": MultiParent(MultiParent),
    "mixture": Mixture(CrossoverMixture),
}

/// One-point crossover of 90 % of the pairs.
impl Default for Crossover {
    fn default() -> Self {
        Self::OnePoint(OnePoint { rate: ScheduledRate::new(0.9) })
    }
}

impl Cross for Crossover {
    delegate! {
        self, with_crossover:
        fn rate(&self) -> Bernoulli;
        fn schedule(&mut self, moment: Moment);
        fn cross(
            &self,
            a: &mut [Gene],
            b: &mut [Gene],
            pair: Pair<'_>,
            stream: &mut CounterStream
        ) -> Result<(), Cancelled>;
        fn further_parents(&self) -> usize;
        #[inline(always)]
        fn is_mixture(&self) -> bool;
        fn draw(&self, stream: &mut CounterStream) -> Option<usize>;
        fn cross_by(
            &self,
            part: usize,
            a: &mut [Gene],
            b: &mut [Gene],
            pair: Pair<'_>,
            stream: &mut CounterStream
        ) -> Result<(), Cancelled>;
        fn learns(&self) -> bool;
        fn reset(&mut self);
        fn learn(&mut self, credits: &OperatorCredits);
        fn adapted(&self) -> Option<AdaptedState>;
        fn restore(&mut self, state: &AdaptedState) -> bool;
        fn adaptation_rows(&self, credits: &OperatorCredits) -> Vec<OperatorState>;
        fn requirements(&self) -> Requirements;
    }

    #[inline(always)]
    fn cross_batch(&self, crossed: &PairSet, batch: &mut OffspringBatch<'_, '_>) -> Result<(), Cancelled> {
        match self {
            Self::OnePoint(crossover) => crossover.cross_batch(crossed, batch),
            Self::TwoPoint(crossover) => crossover.cross_batch(crossed, batch),
            Self::Uniform(crossover) => crossover.cross_batch(crossed, batch),
            other => other.cross_batch_outlined(crossed, batch),
        }
    }

    /// Checks the settings of the crossover and of all its components.
    fn check(&self) -> Result<(), InvalidSettings> {
        self.parts().iter().try_for_each(|part| with_crossover!(part, crossover => crossover.check()))
    }
}

impl Crossover {
    /// Returns the crossover and all its components.
    pub(crate) fn parts(&self) -> Vec<&Self> {
        let mut parts = vec![self];
        if let Self::Mixture(mixture) = self {
            parts.extend(mixture.operators().flat_map(Self::parts));
        }
        parts
    }

    /// Keeps rare operators out of the usual loop, so that its code stays small.
    #[inline(never)]
    fn cross_batch_outlined(&self, crossed: &PairSet, batch: &mut OffspringBatch<'_, '_>) -> Result<(), Cancelled> {
        with_crossover!(self, crossover => crossover.cross_batch(crossed, batch))
    }
}

#[cfg(test)]
pub(crate) mod laws {
    //! The law test of most crossovers.

    use super::{Cross, Gene, Pair};
    use crate::evaluation::Fitness;
    use crate::evolve::symbols::Symbols;
    use evocube_cube::rng::Seed;

    pub(crate) const LENGTH: usize = 10;

    /// Crosses a pair many times and checks that at every position the two offspring hold the two parents' genes.
    /// Returns the count of each pattern (bit i = position i was exchanged), and that of pairs not crossed.
    pub(crate) fn patterns(crossover: &dyn Cross, draws: u32, seed: u64) -> (Vec<u32>, u32) {
        let mut stream = Seed::from_number(seed).key(0).stream(0);
        let symbols = Symbols::new(2);
        let pair = Pair { symbols: &symbols, parents: [Fitness::WORST; 2], further: &[] };
        let mut counts = vec![0; 1 << LENGTH];
        let mut copies = 0;
        for _ in 0..draws {
            let (mut a, mut b) = ([Gene(0); LENGTH], [Gene(1); LENGTH]);
            if stream.bernoulli(crossover.rate()) {
                crossover.cross(&mut a, &mut b, pair, &mut stream).unwrap();
                assert!(a.iter().zip(&b).all(|(a, b)| a.0 + b.0 == 1), "no gene is lost or doubled");
                counts[a.iter().rev().fold(0, |bits, gene| bits << 1 | usize::from(gene.0))] += 1;
            } else {
                copies += 1;
            }
        }
        (counts, copies)
    }

    /// Chi-square of counts against equal shares of some patterns; no other pattern may occur.
    pub(crate) fn chi_square(counts: &[u32], patterns: &[usize]) -> f64 {
        let total: u32 = counts.iter().sum();
        assert_eq!(total, patterns.iter().map(|&pattern| counts[pattern]).sum::<u32>(), "no other pattern occurs");
        let expected = f64::from(total) / f64::from(u32::try_from(patterns.len()).expect("few"));
        patterns.iter().map(|&pattern| (f64::from(counts[pattern]) - expected).powi(2) / expected).sum()
    }
}
