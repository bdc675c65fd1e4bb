//! The effects of factors at levels of other ones: of those that interact, and of the one that a question is about.

use super::effects::{Effect, TestedDesign, main, pairs};
use super::family::correct;
use super::outcome::Sample;
use super::tree::Design;
use evocube_stats::{Factorial, shaffer};

impl TestedDesign {
    /// Adds the effects of a factor of each interaction that matters within the levels of the other one: of the factor of the
    /// question (`asked`), or else of the one that explains more.
    pub(crate) fn add_simple_effects(&mut self, sample: &Sample, asked: Option<usize>, seed: u64) {
        let significant =
            self.effects.iter().filter(|effect| effect.factors.len() == 2 && effect.test.is_significant());
        let mut added = vec![];
        for effect in significant {
            let share = |factor: usize| {
                let main = self.effects.iter().find(|effect| effect.factors == [factor] && effect.within.is_none());
                main.and_then(|main| main.share).unwrap_or(0.0)
            };
            let (mut focus, mut around) = (effect.factors[0], effect.factors[1]);
            let is_exchanged = match asked.filter(|factor| effect.factors.contains(factor)) {
                Some(factor) => factor == around,
                None => share(around) > share(focus),
            };
            if is_exchanged {
                (focus, around) = (around, focus);
            }
            let place = self.place(around);
            let simple = |level: usize| {
                let within = Some((around, self.design.levels[place][level]));
                let (_, effect) =
                    tested(sample, self.design.within(place, level), focus, seed).expect("another factor");
                Effect { within, ..effect }
            };
            let mut effects: Vec<Effect> = (0..self.design.levels[place].len()).map(simple).collect();
            let (count, share) = (effects.len(), effect.inner_share);
            if effects[0].pairs.len() > 1 {
                correct(&mut effects.iter_mut().collect::<Vec<_>>(), 0, share);
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
        let (design, mut effect) = tested(sample, design, factor, seed)?;
        effect.test.p_corrected = (effect.test.p * family as f64).min(1.0);
        effect.test.smallest = (effect.test.smallest * family as f64).min(1.0);
        effect.within = levels.first().copied();
        effect.inner_share = 1.0 / family as f64;
        effect.correct_pairs();
        Some((design, effect))
    }
}

/// Returns a design and the uncorrected effect of a factor in it; `None` if the design does not have the factor.
fn tested(sample: &Sample, design: Design, factor: usize, seed: u64) -> Option<(TestedDesign, Effect)> {
    let place = design.factors.iter().position(|other| *other == factor)?;
    let factorial = Factorial::new(&design.counts(), &design.cells, &sample.values);
    let p = factorial.as_ref().and_then(|factorial| factorial.effects()[place].p);
    let test = main(sample, (&design, place), p, seed);
    let pairs = pairs(sample, &design, factorial.as_ref(), place, seed);
    let effect = Effect { pairs, ..Effect::new(vec![factor], test, sample.trials(design.cells.iter().flatten())) };
    Some((TestedDesign { design, factorial, effects: vec![] }, effect))
}
