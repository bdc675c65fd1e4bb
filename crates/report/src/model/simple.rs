//! The effect of a factor at levels of other factors, which a question is about.

use super::effects::{Effect, TestedDesign, main, pairs};
use super::outcome::Sample;
use evocube_stats::Factorial;

impl TestedDesign {
    /// Returns the effect of a factor at levels of other ones, all by their places in the stage, and the design within these
    /// levels. Its p-value is corrected as one of `family` tests. `None` unless all are factors of this design.
    pub(crate) fn simple_effect(
        &self,
        sample: &Sample,
        factor: usize,
        levels: &[(usize, usize)],
        (family, seed): (usize, u64),
    ) -> Option<(Self, Effect)> {
        let mut design = self.design.clone();
        for (around, level) in levels {
            let place = design.factors.iter().position(|other| other == around)?;
            let number = design.levels[place].iter().position(|other| other == level)?;
            design = design.within(place, number);
        }
        let place = design.factors.iter().position(|other| *other == factor)?;
        let factorial = Factorial::new(&design.counts(), &design.cells, &sample.values);
        let p = factorial.as_ref().and_then(|factorial| factorial.effects()[place].p);
        let mut test = main(sample, (&design, place), p, seed);
        test.p_corrected = (test.p * family as f64).min(1.0);
        test.smallest = (test.smallest * family as f64).min(1.0);
        let mut effect = Effect {
            factors: vec![factor],
            within: levels.first().copied(),
            share: None,
            share_interval: None,
            test,
            p_instances: None,
            bound: None,
            pairs: pairs(sample, &design, factorial.as_ref(), place, seed),
            trials: sample.trials(design.cells.iter().flatten()),
        };
        effect.correct_pairs();
        Some((Self { design, factorial, effects: vec![] }, effect))
    }
}
