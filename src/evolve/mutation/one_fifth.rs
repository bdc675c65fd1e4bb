//! Uniform mutation whose rate follows the one-fifth success rule.

use serde::{Deserialize, Serialize};

use super::{Context, Credits, Gene, Mutate, Replacement, Uniform};
use crate::evolve::bounded::Rate;
use crate::rng::{Bernoulli, CounterStream};

/// [`Uniform`] mutation whose gene rate grows when more than one child in five is fitter than its parent, and shrinks
/// when fewer are (I. Rechenberg, "Evolutionsstrategie", 1973; the factor is H.-P. Schwefel's, 1981). Children of
/// mutation count, recombined or not; the rate is that of the whole population, changes after every generation that
/// mutated anybody, and begins again at a restart.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct OneFifth {
    /// The probability per individual to be mutated at all.
    pub individual_rate: Rate,
    /// The probability per gene of a chosen individual to be replaced, in the beginning.
    pub gene_rate: Rate,
    /// The share of successes at which the rate stays. Default 0.2.
    #[serde(default = "fifth")]
    pub success: Rate,
    /// What the rate is multiplied by when it shrinks, and divided by when it grows. Default 0.85.
    #[serde(default = "factor")]
    pub factor: Rate,
    /// The least gene rate. Default 0.005.
    #[serde(default = "least")]
    pub least: Rate,
    /// The greatest gene rate. Default 0.5.
    #[serde(default = "most")]
    pub most: Rate,
    /// The present rate, once it is another than the first.
    #[serde(skip)]
    present: Option<Rate>,
}

fn rate(value: f64) -> Rate {
    Rate::new(value)
}

fn fifth() -> Rate {
    rate(0.2)
}

fn factor() -> Rate {
    rate(0.85)
}

fn least() -> Rate {
    rate(0.005)
}

fn most() -> Rate {
    rate(0.5)
}

impl OneFifth {
    /// The present probability per gene.
    #[must_use]
    pub fn present_rate(&self) -> Rate {
        self.present.unwrap_or(self.gene_rate)
    }

    /// What is wrong with it, if anything is.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.factor.get() == 0.0 || self.factor.get() == 1.0 {
            return Err("the factor of one-fifth must be between 0 and 1, neither of them".to_owned());
        }
        let (least, first, most) = (self.least.get(), self.gene_rate.get(), self.most.get());
        if least <= first && first <= most {
            Ok(())
        } else {
            Err(format!("the gene-rate {first} of one-fifth does not lie between its least {least} and most {most}"))
        }
    }
}

impl Mutate for OneFifth {
    fn individual_rate(&self) -> Bernoulli {
        self.individual_rate.bernoulli()
    }

    fn mutate(&self, genome: &mut [Gene], context: &mut Context<'_>, stream: &mut CounterStream) -> bool {
        let (individual_rate, gene_rate) = (self.individual_rate, self.present_rate());
        Uniform { individual_rate, gene_rate, replacement: Replacement::Other }.mutate(genome, context, stream)
    }

    fn learns(&self) -> bool {
        true
    }

    fn forget(&mut self) {
        self.present = None;
    }

    #[allow(clippy::cast_precision_loss)] // numbers of individuals
    fn learn(&mut self, credits: &Credits) {
        let credit = credits.of(0);
        if credit.uses == 0 {
            return;
        }
        let share = credit.successes as f64 / credit.uses as f64;
        let present = self.present_rate().get();
        let next = if share > self.success.get() {
            present / self.factor.get()
        } else if share < self.success.get() {
            present * self.factor.get()
        } else {
            present
        };
        self.present = Some(rate(next.clamp(self.least.get(), self.most.get())));
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::*;
    use super::*;
    use crate::puzzle::kernel::Fitness;

    #[test]
    fn the_rate_follows_the_successes() {
        let mut mutation: OneFifth = toml::from_str("individual-rate = 1.0\ngene-rate = 0.1").unwrap();
        let learn = |mutation: &mut OneFifth, good: u32, bad: u32| {
            let mut credits = Credits::NONE;
            (0..good).for_each(|_| credits.note(0, Fitness::new(5, 0), Fitness::new(4, 0)));
            (0..bad).for_each(|_| credits.note(0, Fitness::new(5, 0), Fitness::new(5, 0)));
            mutation.learn(&credits);
            mutation.present_rate().get()
        };
        assert_eq!(learn(&mut mutation, 1, 4), 0.1);
        assert_eq!(learn(&mut mutation, 0, 0), 0.1);
        assert_eq!(learn(&mut mutation, 1, 5), 0.1 * 0.85);
        assert_eq!(learn(&mut mutation, 2, 5), 0.1 * 0.85 / 0.85);
        let least = (0..100).map(|_| learn(&mut mutation, 0, 9)).last();
        assert_eq!(least, Some(0.005));
        let most = (0..100).map(|_| learn(&mut mutation, 9, 0)).last();
        assert_eq!(most, Some(0.5));
        // The rate that has been learnt is the one that is used: half of the genes.
        let mut mutated = 0;
        draw(&mutation, 181, numbered(), |genome| {
            mutated += genome.iter().zip(numbered()).filter(|(a, b)| *a != b).count()
        });
        let share = mutated as f64 / (f64::from(DRAWS) * LENGTH as f64);
        assert!((share - 0.5).abs() < 0.001, "{share}");
        mutation.forget();
        assert_eq!(mutation.present_rate().get(), 0.1);
    }
}
