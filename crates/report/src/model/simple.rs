//! The effects of factors at levels of other ones: of those that interact, and of the one that a question is about.

use super::effects::{Effect, TestedDesign, main, pairs};
use super::family::correct;
use super::outcome::Sample;
use evocube_stats::{Factorial, shaffer};

impl TestedDesign {
    /// Adds the effects of each factor of an interaction within the levels of the other one, where the interaction matters.
    pub(crate) fn add_simple_effects(&mut self, sample: &Sample, seed: u64) {
        let significant =
            self.effects.iter().filter(|effect| effect.factors.len() == 2 && effect.test.is_significant());
        let mut added = vec![];
        for effect in significant {
            let share = |factor: usize| {
                let main = self.effects.iter().find(|effect| effect.factors == [factor] && effect.within.is_none());
                main.and_then(|main| main.share).unwrap_or(0.0)
            };
            let (mut focus, mut around) = (effect.factors[0], effect.factors[1]);
            if share(around) > share(focus) {
                (focus, around) = (around, focus);
            }
            let place = self.place(around);
            let simple = |level: usize| {
                let design = self.design.within(place, level);
                let factorial = Factorial::new(&design.counts(), &design.cells, &sample.values);
                let inner = design.factors.iter().position(|factor| *factor == focus).expect("another factor");
                let of_values = factorial.as_ref().and_then(|factorial| factorial.effects()[inner].p);
                Effect {
                    factors: vec![focus],
                    within: Some((around, self.design.levels[place][level])),
                    share: None,
                    share_interval: None,
                    test: main(sample, (&design, inner), of_values, seed),
                    p_instances: None,
                    bound: None,
                    pairs: pairs(sample, &design, factorial.as_ref(), inner, seed),
                    trials: sample.trials(design.cells.iter().flatten()),
                    inner_share: 1.0,
                }
            };
            let mut effects: Vec<Effect> = (0..self.design.levels[place].len()).map(simple).collect();
            let (count, share) = (effects.len(), effect.inner_share);
            if effects[0].pairs.len() > 1 {
                correct(&mut effects.iter_mut().collect::<Vec<_>>(), share);
            } else {
                // Without an effect at any level there is no interaction.
                let p: Vec<f64> = effects.iter().map(|simple| simple.test.p).collect();
                let scaled = shaffer(&p, count - 1).into_iter().map(|p| (p / share).min(1.0));
                effects.iter_mut().zip(scaled).for_each(|(simple, p)| simple.test.p_corrected = p);
            }
            for simple in &mut effects {
                simple.test.p_corrected = simple.test.p_corrected.max(effect.test.p_corrected);
                simple.correct_pairs();
            }
            added.extend(effects);
        }
        self.effects.extend(added);
    }

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
            inner_share: 1.0 / family as f64,
        };
        effect.correct_pairs();
        Some((Self { design, factorial, effects: vec![] }, effect))
    }
}
