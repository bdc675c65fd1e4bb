//! [`OperatorState`]: what an operator that adapts has come to.

use std::collections::BTreeMap;

use super::{Credit, Credits, Mixture, Mutate, Mutation, OneFifth, SelfAdaptive, Sequence};

/// An operator that adapts, or stands beside others in a mixture that does; what does not apply is `None`.
#[derive(Clone, Debug, PartialEq)]
pub struct OperatorState {
    /// Its name, behind its number in a mixture or a sequence: `2-insert`.
    pub operator: String,
    /// Its present probability in a mixture.
    pub probability: Option<f64>,
    /// The rate per gene, where rates adapt.
    pub rate: Option<f64>,
    /// How many individuals have this rate for themselves.
    pub individuals: Option<u64>,
    /// What became of the children of the last generation that it changed.
    pub credit: Option<Credit>,
}

/// What a population says of itself, if it is asked: how many individuals have each gene of their own.
pub type Carried<'a> = &'a dyn Fn() -> BTreeMap<u16, u64>;

impl OperatorState {
    fn of(operator: &str) -> Self {
        Self { operator: operator.to_owned(), probability: None, rate: None, individuals: None, credit: None }
    }

    /// The same as part number `index` of several.
    fn numbered(self, index: usize) -> Self {
        Self { operator: format!("{}-{}", index + 1, self.operator), ..self }
    }
}

impl Mutation {
    /// Its name, as in a sweep file.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Uniform(_) => "uniform",
            Self::Swap(_) => "swap",
            Self::Inversion(_) => "inversion",
            Self::Shift(_) => "shift",
            Self::Duplication(_) => "duplication",
            Self::Insert(_) => "insert",
            Self::Delete(_) => "delete",
            Self::Tail(_) => "tail",
            Self::OneFifth(_) => "one-fifth",
            Self::SelfAdaptive(_) => "self-adaptive",
            Self::Sequence(_) => "sequence",
            Self::Mixture(_) => "mixture",
        }
    }

    /// What adapts in it; nothing if nothing does.
    pub(super) fn states_of(&self, credits: &Credits, carried: Carried<'_>) -> Vec<OperatorState> {
        match self {
            Self::OneFifth(mutation) => vec![of_one_fifth(mutation, credits)],
            Self::SelfAdaptive(mutation) => of_rates(mutation, carried),
            Self::Sequence(Sequence(parts)) => {
                let of = |(index, part): (usize, &Self)| {
                    part.states_of(credits, carried).into_iter().map(move |state| state.numbered(index))
                };
                parts.iter().enumerate().flat_map(of).collect()
            }
            Self::Mixture(mixture) => of_mixture(mixture, credits, carried),
            _ => Vec::new(),
        }
    }
}

fn of_one_fifth(mutation: &OneFifth, credits: &Credits) -> OperatorState {
    let rate = Some(mutation.present_rate().get());
    OperatorState { rate, credit: Some(credits.of(0)), ..OperatorState::of("one-fifth") }
}

/// One for each rate. Individuals that were not mutated yet have none.
fn of_rates(mutation: &SelfAdaptive, carried: Carried<'_>) -> Vec<OperatorState> {
    let carried = carried();
    let of = |(own, rate): (u16, f64)| OperatorState {
        rate: Some(rate),
        individuals: Some(carried.get(&own).copied().unwrap_or(0)),
        ..OperatorState::of("self-adaptive")
    };
    (1..).zip(mutation.rates.iter().map(|rate| rate.get())).map(of).collect()
}

/// Each part, if the mixture or one of them adapts; behind one whose rates the individuals have, a row for each rate.
fn of_mixture(mixture: &Mixture, credits: &Credits, carried: Carried<'_>) -> Vec<OperatorState> {
    let has_rates = mixture.own_genes() > 0;
    if !mixture.learns() && !has_rates {
        return Vec::new();
    }
    let mut states = Vec::new();
    for (index, (part, probability)) in mixture.of.iter().zip(mixture.probabilities()).enumerate() {
        let credit = mixture.learns().then(|| credits.of(index));
        let rate = match &part.mutation {
            Mutation::OneFifth(mutation) => Some(mutation.present_rate().get()),
            _ => None,
        };
        let state = OperatorState::of(part.mutation.name());
        states.push(OperatorState { probability: Some(probability), rate, credit, ..state }.numbered(index));
        if let Mutation::SelfAdaptive(mutation) = &part.mutation {
            states.extend(of_rates(mutation, carried).into_iter().map(|state| state.numbered(index)));
        }
    }
    states
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::kernel::Fitness;

    #[derive(serde::Deserialize)]
    struct One {
        mutation: Mutation,
    }

    fn states(text: &str) -> Vec<OperatorState> {
        let mut mutation = toml::from_str::<One>(text).unwrap().mutation;
        let mut credits = Credits::NONE;
        credits.note(0, Fitness::new(9, 0), Fitness::new(4, 0));
        credits.note(1, Fitness::new(9, 0), Fitness::new(9, 0));
        mutation.learn(&credits);
        mutation.states(&credits, &|| BTreeMap::from([(0, 4), (1, 3), (2, 2)]))
    }

    #[test]
    fn what_does_not_adapt_has_no_state() {
        assert_eq!(states("mutation = \"none\""), []);
        assert_eq!(states("mutation.mixture.of = [{ mutation.swap.individual-rate = 1.0 }]"), []);
    }

    #[test]
    fn every_part_of_a_mixture_that_learns_is_seen() {
        let found = states(
            "mutation.mixture = { adapt.probability-matching = {}, of = [{ mutation.swap.individual-rate = 1.0 }, \
             { mutation.one-fifth = { individual-rate = 1.0, gene-rate = 0.1 } }] }",
        );
        let credit = |uses, successes, gain| Some(Credit { uses, successes, gain });
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].operator.as_str(), found[0].credit), ("1-swap", credit(1, 1, 5)));
        assert_eq!((found[1].operator.as_str(), found[1].credit), ("2-one-fifth", credit(1, 0, 0)));
        assert!((found[0].probability.unwrap() - 0.75).abs() < 1e-9, "{found:?}");
        assert!((found[1].rate.unwrap() - 0.085).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn rates_that_individuals_have_are_counted() {
        let found = states(
            "mutation.sequence = [{ swap.individual-rate = 1.0 }, \
             { self-adaptive = { individual-rate = 1.0, rates = [0.1, 0.2, 0.5] } }]",
        );
        let rows: Vec<_> =
            found.iter().map(|s| (s.operator.as_str(), s.rate.unwrap(), s.individuals.unwrap())).collect();
        assert_eq!(rows, [("2-self-adaptive", 0.1, 3), ("2-self-adaptive", 0.2, 2), ("2-self-adaptive", 0.5, 0)]);
    }
}
