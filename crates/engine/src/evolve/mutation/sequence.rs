//! [`Sequence`]: several mutations applied one after the other, each with its own rate. One of several is drawn by a `mixture` instead.

use serde::{Deserialize, Serialize};

use super::{
    AdaptedState, Cancelled, Context, Gene, InvalidSettings, Moment, Mutate, Mutation, OperatorCredits, OperatorState,
    ParameterHistogram,
};
use evocube_cube::rng::{Bernoulli, CounterStream};

/// Several mutations, one after the other, each with its own rate per individual.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sequence(pub Vec<Mutation>);

impl Mutate for Sequence {
    /// Returns 1: each part applies its own rate.
    fn individual_rate(&self) -> Bernoulli {
        Bernoulli::ALWAYS
    }

    fn schedule(&mut self, moment: Moment) {
        self.0.iter_mut().for_each(|mutation| mutation.schedule(moment));
    }

    fn mutate(
        &self,
        genome: &mut [Gene],
        context: &mut Context<'_>,
        stream: &mut CounterStream,
    ) -> Result<bool, Cancelled> {
        self.0
            .iter()
            .try_fold(false, |changed, mutation| Ok(mutation.mutate_at_rate(genome, context, stream)? | changed))
    }

    fn strategy_parameters(&self) -> usize {
        self.0.iter().map(Mutation::strategy_parameters).max().unwrap_or(0)
    }

    fn learns(&self) -> bool {
        self.0.iter().any(Mutation::learns)
    }

    fn reset(&mut self) {
        self.0.iter_mut().for_each(Mutation::reset);
    }

    /// Lets each part learn from the offspring that all parts together changed.
    fn learn(&mut self, credits: &OperatorCredits) {
        self.0.iter_mut().for_each(|mutation| mutation.learn(credits));
    }

    fn adapted(&self) -> Option<AdaptedState> {
        let parts = self.0.iter().map(Mutation::adapted).collect::<Option<_>>()?;
        Some(AdaptedState { numbers: Vec::new(), parts })
    }

    fn restore(&mut self, state: &AdaptedState) -> bool {
        state.parts.len() == self.0.len()
            && self.0.iter_mut().zip(&state.parts).all(|(part, state)| part.restore(state))
    }

    fn adaptation_rows(&self, credits: &OperatorCredits, histogram: ParameterHistogram<'_>) -> Vec<OperatorState> {
        let rows = |(index, part): (usize, &Mutation)| {
            part.adaptation_rows(credits, histogram).into_iter().map(move |row| row.numbered(index))
        };
        self.0.iter().enumerate().flat_map(rows).collect()
    }

    fn check(&self) -> Result<(), InvalidSettings> {
        if self.0.is_empty() { Err(InvalidSettings::EmptySequence) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::*;
    use super::*;

    #[test]
    fn each_part_of_a_sequence_has_its_own_rate() {
        let text = "sequence = [{ swap = { individual-rate = 0.3 } }, { delete = { individual-rate = 0.5 } }]";
        let Mutation::Sequence(sequence) = crate::settings::read(text).unwrap() else { panic!("a sequence") };
        let mut counts = [0u32; 4];
        draw(&sequence, 171, numbered(), &mut |genome| {
            // A deletion removes a number or changes the last gene; a swap changes the order.
            let genes = &genome[..LENGTH - 1];
            let deleted =
                genes.contains(&u16::try_from(LENGTH - 1).unwrap()) || genome[LENGTH - 1] != numbered()[LENGTH - 1];
            let swapped = genes.windows(2).any(|pair| pair[0] > pair[1]);
            counts[usize::from(deleted) + 2 * usize::from(swapped)] += 1;
        });
        // Neither: 0.35, plus deletions of the last gene that draw it again.
        let untouched = f64::from(counts[0]) / f64::from(DRAWS);
        let back = 0.7 * 0.5 / (LENGTH as f64 * f64::from(SYMBOLS));
        assert!((untouched - 0.35 - back).abs() < 0.002, "{counts:?}");
    }
}
