//! [`OneFifth`]: uniform mutation whose rate follows the one-fifth success rule, one rate for all individuals. With `self_adaptive` each
//! individual has its own.

use super::{
    AdaptedState, Cancelled, Context, Gene, InvalidSettings, Mutate, OperatorCredits, OperatorState,
    ParameterHistogram, Uniform, rate, rated,
};
use crate::bounded::Rate;
use evocube_cube::rng::CounterStream;

rated! {
    /// [`Uniform`] mutation with the one-fifth success rule (I. Rechenberg, "Evolutionsstrategie", 1973; the factor is
    /// H.-P. Schwefel's, 1981): the gene rate grows when more than one offspring in five is fitter than its parent, and
    /// shrinks when fewer are.
    ///
    /// All mutated offspring count, recombined or not. The whole population has one rate; it changes after every generation with
    /// a mutated offspring and is reset at a restart.
    OneFifth { individual_rate per "individual",
        /// Initial probability that a gene of a chosen individual is replaced. Default 0.05.
        pub gene_rate: Rate = Rate::new(0.05),
        /// Share of successes at which the rate stays. Default 0.2.
        pub success: Rate = Rate::new(0.2),
        /// Factor by which the rate shrinks, and divisor by which it grows. Default 0.85.
        pub factor: Rate = Rate::new(0.85),
        /// Minimum gene rate. Default 0.005.
        pub min: Rate = Rate::new(0.005),
        /// Maximum gene rate. Default 0.5.
        pub max: Rate = Rate::new(0.5),
        /// The present rate, once it differs from the initial one.
        #[serde(skip)]
        present: Option<Rate>,
    }
}

impl OneFifth {
    /// Returns the present probability per gene.
    pub fn present_rate(&self) -> Rate {
        self.present.unwrap_or(self.gene_rate)
    }
}

impl Mutate for OneFifth {
    rate!(individual_rate);

    fn mutate(
        &self,
        genome: &mut [Gene],
        context: &mut Context<'_>,
        stream: &mut CounterStream,
    ) -> Result<bool, Cancelled> {
        Uniform::with_other_symbols(self.present_rate()).mutate(genome, context, stream)
    }

    fn learns(&self) -> bool {
        true
    }

    fn reset(&mut self) {
        self.present = None;
    }

    fn learn(&mut self, credits: &OperatorCredits) {
        let Some(share) = credits.credit(0).success_rate() else { return };
        let present = self.present_rate().get();
        let next = if share > self.success.get() {
            present / self.factor.get()
        } else if share < self.success.get() {
            present * self.factor.get()
        } else {
            present
        };
        self.present = Some(Rate::new(next.clamp(self.min.get(), self.max.get())));
    }

    fn adapted(&self) -> Option<AdaptedState> {
        Some(AdaptedState { numbers: vec![self.present_rate().get()], parts: Vec::new() })
    }

    fn restore(&mut self, state: &AdaptedState) -> bool {
        let [rate] = state.numbers[..] else { return false };
        let is_possible = (self.min.get()..=self.max.get()).contains(&rate);
        self.present = is_possible.then(|| Rate::new(rate));
        is_possible
    }

    fn adaptation_rows(&self, credits: &OperatorCredits, _: ParameterHistogram<'_>) -> Vec<OperatorState> {
        let rate = Some(self.present_rate().get());
        vec![OperatorState { rate, credit: Some(credits.credit(0)), ..OperatorState::new("one-fifth") }]
    }

    fn check(&self) -> Result<(), InvalidSettings> {
        if self.factor.get() == 0.0 || self.factor.get() == 1.0 {
            return Err(InvalidSettings::OneFifthFactor);
        }
        let (min, rate, max) = (self.min.get(), self.gene_rate.get(), self.max.get());
        if min <= rate && rate <= max { Ok(()) } else { Err(InvalidSettings::OneFifthRate { rate, min, max }) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::*;
    use super::*;
    use crate::evaluation::Fitness;

    #[test]
    fn one_fifth_rule_adapts_the_rate_to_the_successes() {
        let mut mutation: OneFifth = crate::settings::read("individual-rate = 1.0\ngene-rate = 0.1").unwrap();
        let learn = |mutation: &mut OneFifth, good: u32, bad: u32| {
            let mut credits = OperatorCredits::NONE;
            (0..good).for_each(|_| credits.record(0, Fitness::new(5, 0), Fitness::new(4, 0)));
            (0..bad).for_each(|_| credits.record(0, Fitness::new(5, 0), Fitness::new(5, 0)));
            mutation.learn(&credits);
            mutation.present_rate().get()
        };
        assert_eq!(learn(&mut mutation, 1, 4), 0.1);
        assert_eq!(learn(&mut mutation, 0, 0), 0.1);
        assert_eq!(learn(&mut mutation, 1, 5), 0.1 * 0.85);
        assert_eq!(learn(&mut mutation, 2, 5), 0.1 * 0.85 / 0.85);
        let min = (0..100).map(|_| learn(&mut mutation, 0, 9)).last();
        assert_eq!(min, Some(0.005));
        let max = (0..100).map(|_| learn(&mut mutation, 9, 0)).last();
        assert_eq!(max, Some(0.5));
        // The adapted rate is used: half of the genes.
        let mut mutated = 0;
        draw(&mutation, 181, numbered(), &mut |genome| {
            mutated += genome.iter().zip(numbered()).filter(|(a, b)| *a != b).count()
        });
        let share = mutated as f64 / (f64::from(DRAWS) * LENGTH as f64);
        assert!((share - 0.5).abs() < 0.001, "{share}");
        mutation.reset();
        assert_eq!(mutation.present_rate().get(), 0.1);
    }
}
