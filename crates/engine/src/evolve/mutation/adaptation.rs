//! The data from which adaptive operators learn, and which they keep and report. [`OperatorCredits`]: the uses, successes and gains of each
//! operator of a mutation or a crossover in a generation, at most [`MAX_OPERATORS`]. [`AdaptedState`]: their state for checkpoints.
//! [`ParameterHistogram`]: counts of individuals by their own rate. Rules of learning are in `operator_selection` and `one_fifth`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::evaluation::Fitness;
use crate::optimizer::Credit;

/// Maximum number of operators of a mixture.
pub const MAX_OPERATORS: usize = 16;

/// The credit of every operator; `None` until one is counted, so that generations without credits move and add little. It is
/// counted in integers, so that the order in which blocks are added does not matter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperatorCredits(Option<Box<[Credit; MAX_OPERATORS]>>);

impl OperatorCredits {
    /// Credits without any offspring.
    pub const NONE: Self = Self(None);

    /// Counts an offspring that an operator changed.
    ///
    /// # Panics
    /// If `operator` is not below [`MAX_OPERATORS`].
    #[inline]
    pub fn record(&mut self, operator: usize, parent: Fitness, offspring: Fitness) {
        let credit = &mut self.0.get_or_insert_default()[operator];
        credit.uses += 1;
        credit.successes += u64::from(offspring < parent);
        credit.gain += u64::from(parent.penalty().saturating_sub(offspring.penalty()));
    }

    /// Adds the credits of another part of a generation.
    #[inline]
    pub(crate) fn add(&mut self, other: &Self) {
        let Some(others) = &other.0 else { return };
        for (sum, other) in self.0.get_or_insert_default().iter_mut().zip(&**others) {
            sum.uses += other.uses;
            sum.successes += other.successes;
            sum.gain += other.gain;
        }
    }

    /// Returns the credit of an operator, whose number must be below [`MAX_OPERATORS`].
    pub fn credit(&self, operator: usize) -> Credit {
        self.0.as_ref().map_or(Credit::default(), |credits| credits[operator])
    }

    /// Returns the credit of one operator, as that of operator 0.
    pub(crate) fn only(&self, operator: usize) -> Self {
        let mut first = Self::NONE;
        if let Some(credits) = &self.0 {
            first.0.get_or_insert_default()[0] = credits[operator];
        }
        first
    }
}

/// Adapted state of an operator: numbers that only this operator interprets, and the adapted states of its parts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AdaptedState {
    /// Numbers of the operator itself.
    pub numbers: Vec<f64>,
    /// States of its parts, in order.
    pub parts: Vec<AdaptedState>,
}

/// Function that returns the number of individuals by value of their strategy parameter, in a pass over the population.
pub type ParameterHistogram<'a> = &'a dyn Fn() -> BTreeMap<u16, u64>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::mutation::{Mutate, Mutation};
    use crate::optimizer::OperatorState;

    #[test]
    fn operator_credit_is_counted_against_the_parent() {
        let mut credits = OperatorCredits::NONE;
        for (parent, child) in [((9, 5), (4, 5)), ((9, 5), (9, 4)), ((9, 5), (12, 1)), ((9, 5), (9, 5))] {
            credits.record(3, Fitness::new(parent.0, parent.1), Fitness::new(child.0, child.1));
        }
        let expected = Credit { uses: 4, successes: 2, gain: 5 };
        assert_eq!((credits.credit(3), credits.credit(0)), (expected, Credit::default()));
        credits.add(&credits.clone());
        credits.add(&OperatorCredits::NONE);
        assert_eq!(credits.only(3).credit(0), Credit { uses: 8, successes: 4, gain: 10 });
        assert_eq!(OperatorCredits::NONE.only(3).credit(0), Credit::default());
    }

    #[derive(serde::Deserialize)]
    struct One {
        mutation: Mutation,
    }

    fn rows(text: &str) -> Vec<OperatorState> {
        let mut mutation = crate::settings::read::<One>(text).unwrap().mutation;
        let mut credits = OperatorCredits::NONE;
        credits.record(0, Fitness::new(9, 0), Fitness::new(4, 0));
        credits.record(1, Fitness::new(9, 0), Fitness::new(9, 0));
        mutation.learn(&credits);
        mutation.adaptation_rows(&credits, &|| BTreeMap::from([(0, 4), (1, 3), (2, 2)]))
    }

    #[test]
    fn operators_that_do_not_adapt_have_no_rows() {
        assert_eq!(rows("mutation = \"none\""), []);
        assert_eq!(rows("mutation.mixture.of = [{ mutation.swap.individual-rate = 1.0 }]"), []);
    }

    #[test]
    fn each_part_of_an_adaptive_mixture_has_a_row() {
        let states = rows(
            "mutation.mixture = { adapt.probability-matching = {}, of = [{ mutation.swap.individual-rate = 1.0 }, \
             { mutation.one-fifth = { individual-rate = 1.0, gene-rate = 0.1 } }] }",
        );
        let credit = |uses, successes, gain| Some(Credit { uses, successes, gain });
        assert_eq!(states.len(), 2);
        assert_eq!((states[0].operator.as_str(), states[0].credit), ("1-swap", credit(1, 1, 5)));
        assert_eq!((states[1].operator.as_str(), states[1].credit), ("2-one-fifth", credit(1, 0, 0)));
        assert!((states[0].probability.unwrap() - (0.25 + 0.5 * 4.2 / 4.4)).abs() < 1e-9, "{states:?}");
        assert!((states[1].rate.unwrap() - 0.085).abs() < 1e-9, "{states:?}");
    }

    #[test]
    fn inherited_rates_are_counted() {
        let states = rows(
            "mutation.sequence = [{ swap.individual-rate = 1.0 }, \
             { self-adaptive = { individual-rate = 1.0, rates = [0.1, 0.2, 0.5] } }]",
        );
        let rows: Vec<_> =
            states.iter().map(|s| (s.operator.as_str(), s.rate.unwrap(), s.individuals.unwrap())).collect();
        assert_eq!(rows, [("2-self-adaptive", 0.1, 3), ("2-self-adaptive", 0.2, 2), ("2-self-adaptive", 0.5, 0)]);
    }
}
