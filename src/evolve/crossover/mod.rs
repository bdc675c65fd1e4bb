//! [`Crossover`]: two children from two parents.

mod cut_and_splice;
mod one_point;
mod prefix_point;
mod two_point;
mod uniform;

pub use cut_and_splice::CutAndSplice;
pub use one_point::OnePoint;
pub use prefix_point::PrefixPoint;
pub use two_point::TwoPoint;
pub use uniform::Uniform;

use serde::{Deserialize, Serialize};

use super::bounded::Rate;
use super::brood::{Bits, Brood, PAIRS};
use super::mutation::Symbols;
use crate::puzzle::kernel::{Fitness, Gene};
use crate::rng::{Bernoulli, CounterStream};

/// What a crossover may know beside the two genomes.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    /// What genes can be.
    pub symbols: &'a Symbols,
    /// The fitness of the two parents: its number of genes is the length of a parent's best prefix, if that is evaluated.
    pub parents: [Fitness; 2],
}

/// A way to recombine two genomes of the same length.
pub trait Cross: Send + Sync {
    /// How probable it is that a *pair* of parents is recombined at all; otherwise both are copied.
    fn rate(&self) -> Bernoulli;

    /// Recombines two copies of the parents in place.
    fn cross(&self, a: &mut [Gene], b: &mut [Gene], pair: Pair<'_>, stream: &mut CounterStream);

    /// Recombines some pairs of a brood, each of which draws from its own stream.
    #[inline(always)]
    fn cross_each(&self, crossed: &Bits<{ PAIRS / 64 }>, brood: &mut Brood<'_, '_>) {
        brood.cross_one_by_one(self, crossed);
    }
}

/// Genes that are exchanged at once.
const WIDTH: usize = 16;

/// Exchanges the genes at some positions. All genes are looked at, which takes no branch on what was drawn: with few
/// instructions a step it is faster than going over a stretch of random length. The last genes are a whole step too, of
/// which those that were looked at already stay.
#[inline(always)]
#[allow(clippy::cast_possible_truncation)] // genomes are shorter than 65,536 genes
fn exchange(a: &mut [Gene], b: &mut [Gene], at: impl Fn(u16) -> bool) {
    let exchange = |position: u16, is_new: bool, a: &mut Gene, b: &mut Gene| {
        let difference = if is_new & at(position) { a.0 ^ b.0 } else { 0 };
        a.0 ^= difference;
        b.0 ^= difference;
    };
    let length = a.len();
    for done in (0..length).step_by(WIDTH) {
        let begin = done.min(length.saturating_sub(WIDTH));
        if let (Some(a), Some(b)) = (a[begin..].first_chunk_mut::<WIDTH>(), b[begin..].first_chunk_mut::<WIDTH>()) {
            for n in 0..WIDTH {
                let position = (begin + n) as u16;
                exchange(position, position >= done as u16, &mut a[n], &mut b[n]);
            }
        } else {
            (0..).zip(a.iter_mut().zip(&mut *b)).for_each(|(position, (a, b))| exchange(position, true, a, b));
        }
    }
}

/// Which crossover a run uses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Crossover {
    /// No recombination: children are copies.
    None,
    /// See [`OnePoint`].
    OnePoint(OnePoint),
    /// See [`TwoPoint`].
    TwoPoint(TwoPoint),
    /// See [`Uniform`].
    Uniform(Uniform),
    /// See [`PrefixPoint`].
    PrefixPoint(PrefixPoint),
    /// See [`CutAndSplice`].
    CutAndSplice(CutAndSplice),
}

impl Default for Crossover {
    fn default() -> Self {
        Self::OnePoint(OnePoint { rate: Rate::new(0.9) })
    }
}

impl Cross for Crossover {
    fn rate(&self) -> Bernoulli {
        match self {
            Self::None => Bernoulli::NEVER,
            Self::OnePoint(crossover) => crossover.rate(),
            Self::TwoPoint(crossover) => crossover.rate(),
            Self::Uniform(crossover) => crossover.rate(),
            Self::PrefixPoint(crossover) => crossover.rate(),
            Self::CutAndSplice(crossover) => crossover.rate(),
        }
    }

    #[inline(always)]
    fn cross(&self, a: &mut [Gene], b: &mut [Gene], pair: Pair<'_>, stream: &mut CounterStream) {
        match self {
            Self::None => {}
            Self::OnePoint(crossover) => crossover.cross(a, b, pair, stream),
            Self::TwoPoint(crossover) => crossover.cross(a, b, pair, stream),
            Self::Uniform(crossover) => crossover.cross(a, b, pair, stream),
            rarer => rarer.cross_rarely(a, b, pair, stream),
        }
    }

    #[inline(always)]
    fn cross_each(&self, crossed: &Bits<{ PAIRS / 64 }>, brood: &mut Brood<'_, '_>) {
        match self {
            Self::OnePoint(crossover) => crossover.cross_each(crossed, brood),
            other => brood.cross_one_by_one(other, crossed),
        }
    }
}

impl Crossover {
    /// The crossovers that are no part of the usual loop, kept out of it so that it stays small.
    #[inline(never)]
    fn cross_rarely(&self, a: &mut [Gene], b: &mut [Gene], pair: Pair<'_>, stream: &mut CounterStream) {
        match self {
            Self::PrefixPoint(crossover) => crossover.cross(a, b, pair, stream),
            Self::CutAndSplice(crossover) => crossover.cross(a, b, pair, stream),
            Self::None | Self::OnePoint(_) | Self::TwoPoint(_) | Self::Uniform(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Gene, exchange};

    #[test]
    fn genes_change_sides_where_they_are_asked_to() {
        for length in 0..100u16 {
            let wanted = |position: u16| (position * 7 + length) % 5 < 2;
            let mut a: Vec<_> = (0..length).map(Gene).collect();
            let mut b: Vec<_> = (1000..1000 + length).map(Gene).collect();
            exchange(&mut a, &mut b, wanted);
            for position in 0..length {
                let (one, other) = (Gene(position), Gene(1000 + position));
                let (here, there) = if wanted(position) { (other, one) } else { (one, other) };
                assert_eq!(
                    (a[usize::from(position)], b[usize::from(position)]),
                    (here, there),
                    "{position} of {length}"
                );
            }
        }
    }
}

#[cfg(test)]
pub(crate) mod laws {
    //! What every crossover is tested with.

    use super::{Cross, Gene, Pair};
    use crate::evolve::mutation::Symbols;
    use crate::puzzle::kernel::Fitness;
    use crate::rng::Seed;

    pub(crate) const LENGTH: usize = 10;

    /// From each parent, exactly once: at every position the two children hold the two parents' genes. Returns how
    /// often each pattern of exchanged positions came (bit i = position i was exchanged), and how often none was made.
    pub(crate) fn patterns(crossover: &impl Cross, draws: u32, seed: u64) -> (Vec<u32>, u32) {
        let mut stream = Seed::from_number(seed).key(0).stream(0);
        let symbols = Symbols::new(2);
        let pair = Pair { symbols: &symbols, parents: [Fitness::WORST; 2] };
        let mut counts = vec![0; 1 << LENGTH];
        let mut none = 0;
        for _ in 0..draws {
            let (mut a, mut b) = ([Gene(0); LENGTH], [Gene(1); LENGTH]);
            if stream.bernoulli(crossover.rate()) {
                crossover.cross(&mut a, &mut b, pair, &mut stream);
                assert!(a.iter().zip(&b).all(|(a, b)| a.0 + b.0 == 1), "no gene is lost or doubled");
                counts[a.iter().rev().fold(0, |bits, gene| bits << 1 | usize::from(gene.0))] += 1;
            } else {
                none += 1;
            }
        }
        (counts, none)
    }

    /// Chi-square of counts against equal shares of some patterns; every other pattern must not occur.
    pub(crate) fn chi_square(counts: &[u32], patterns: &[usize]) -> f64 {
        let total: u32 = counts.iter().sum();
        assert_eq!(total, patterns.iter().map(|&pattern| counts[pattern]).sum::<u32>(), "no other pattern occurs");
        let expected = f64::from(total) / f64::from(u32::try_from(patterns.len()).expect("few"));
        patterns.iter().map(|&pattern| (f64::from(counts[pattern]) - expected).powi(2) / expected).sum()
    }
}
