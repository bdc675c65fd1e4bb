//! Mutation of the tail.

use serde::{Deserialize, Serialize};

use super::{Context, Cut, Gene, Mutate};
use crate::evolve::bounded::{GenomeLength, Rate};
use crate::rng::{Bernoulli, CounterStream};

/// Everything behind a cut is made anew, so that what leads to the best state stays and the search goes on from there
/// (N. El-Sourani and M. Borschbach, "Design and comparison of two evolutionary approaches for solving the Rubik's
/// cube", 2010, whose mutation appends to a sequence; truncating it first is the natural form for one of bounded length).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Tail {
    /// The probability per individual to be mutated.
    pub individual_rate: Rate,
    /// Where the cut is. Default `at`.
    #[serde(default)]
    pub cut: Cut,
    /// How many genes are appended at most, each number from 0 as likely, before turns of nothing; needs an alphabet
    /// that has such a symbol. Default: as many as there is room for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub append: Option<GenomeLength>,
}

impl Mutate for Tail {
    fn individual_rate(&self) -> Bernoulli {
        self.individual_rate.bernoulli()
    }

    fn mutate(&self, genome: &mut [Gene], context: &mut Context<'_>, stream: &mut CounterStream) -> bool {
        let cut = self.cut.draw(context.parent.genes().min(genome.len()), stream);
        let behind = &mut genome[cut..];
        if behind.is_empty() {
            return false;
        }
        let new = match self.append {
            Some(most) => behind.len().min(stream.index(most.get() + 1)),
            None => behind.len(),
        };
        let (new, rest) = behind.split_at_mut(new);
        context.symbols.fill(new, stream);
        context.symbols.fill_up(rest, stream);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::*;
    use super::*;
    use crate::puzzle::kernel::Fitness;

    #[test]
    fn cuts_lie_at_the_best_prefix_or_within_it() {
        for (cut, prefix) in [(Cut::At, 6), (Cut::Within, 6), (Cut::Within, 0), (Cut::At, LENGTH)] {
            let tail = Tail { individual_rate: certain(), cut, append: None };
            let mut kept = [0u32; LENGTH + 1];
            draw_with(&tail, 161, numbered(), Fitness::new(0, u16::try_from(prefix).unwrap()), None, |genome| {
                // A gene behind the cut may be drawn as it was.
                kept[(0..LENGTH).find(|&i| genome[i] != numbered()[i]).unwrap_or(LENGTH)] += 1;
            });
            let cuts = if cut == Cut::At { prefix..=prefix } else { 0..=prefix };
            let same = 1.0 / f64::from(SYMBOLS);
            let count = cuts.clone().count() as f64;
            let share = |n: usize| -> f64 {
                let of = |cut: usize| {
                    let run = same.powi(i32::try_from(n - cut).unwrap());
                    if n == LENGTH { run } else { run * (1.0 - same) }
                };
                cuts.clone().filter(|&cut| cut <= n).map(|cut| of(cut) / count).sum()
            };
            for n in 0..=LENGTH {
                let expected = f64::from(DRAWS) * share(n);
                let deviation = (expected * (1.0 - share(n))).sqrt();
                assert!(
                    (f64::from(kept[n]) - expected).abs() <= 4.0 * deviation,
                    "{cut:?} {prefix}: {n} kept {kept:?}"
                );
            }
        }
    }

    #[test]
    fn as_many_are_appended_as_may_be() {
        let tail = Tail { individual_rate: certain(), cut: Cut::At, append: Some(GenomeLength::try_from(3).unwrap()) };
        let no_turn = SYMBOLS - 1;
        let mut appended = [0u32; 4];
        draw_with(&tail, 162, numbered(), Fitness::new(0, 2), Some(no_turn), |genome| {
            assert_eq!(genome[..2], numbered()[..2]);
            appended[genome[2..].iter().filter(|&&gene| gene != no_turn).count()] += 1;
            assert!(genome[5..].iter().all(|&gene| gene == no_turn));
        });
        assert!(chi_square(&appended) < limit(4), "{appended:?}");
    }
}
