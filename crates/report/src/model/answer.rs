//! The answer to the question of a sweep, as a claim, from the tests of the stage that varies its factor. It is put together here; whether
//! what the question expects is shown is decided in `direction`, and sentences are made in `claim_words`.

use std::collections::BTreeSet;

use super::claims::Maker;
use super::direction;
use super::effects::{Effect, Interaction};
use super::{Factors, OutcomeTests};
use crate::claims::{Answer, Claim, Comparison, Verdict};

impl Maker<'_> {
    /// Returns the answer to the question of the sweep, if it is about a factor of this stage.
    pub(super) fn answer(&self, tests: &[OutcomeTests]) -> Option<Claim> {
        let question = self.index.results.sweep.question.as_ref()?;
        let asked = self.asked.as_ref()?;
        let Some(tests) =
            tests.iter().find(|tests| question.outcome.is_none_or(|outcome| outcome == tests.sample.outcome))
        else {
            return question.outcome.and_then(|outcome| self.obstacle(outcome));
        };
        if !tests.sample.varies() {
            return question.outcome.and_then(|outcome| self.obstacle(outcome));
        }
        let names = &self.stage.summary.factors[asked.factor].levels;
        let is_tested = |effect: &Effect| effect.family.is_shown() || effect.direction.is_some();
        let verdict = |effect: &Effect| match question.better.as_deref().filter(|_| is_tested(effect)) {
            Some(better) => direction::verdict(effect, names, better),
            None => Verdict::Unasked,
        };
        let dependence = || {
            let is_about = |pair: &&Interaction| [pair.factors.0, pair.factors.1].contains(&asked.factor);
            tests.factors.interactions().find(|pair| pair.is_shown() && is_about(pair))
        };
        let main = || tests.factors.effects().find(|effect| effect.factor == asked.factor);
        let answer = |effect: &Effect| {
            let mut verdict = verdict(effect);
            let level = match &mut verdict {
                Verdict::UpTo { level, beyond } => {
                    *beyond = self.beyond(tests, effect, level, question.better.as_deref()).map(Box::new);
                    Some(level.clone())
                }
                Verdict::Yes | Verdict::BetterThan { .. } => question.better.clone(),
                _ => None,
            };
            let trend = direction::trend(effect, tests.sample.instances());
            let evidence = self.matters(tests, effect, level.as_deref());
            // Without a pair that is shown, the direction shows it.
            let is_evidence =
                matches!(evidence, Claim::Matters(_)) || matches!(verdict, Verdict::Open | Verdict::Unasked);
            (verdict, trend, Some(evidence).filter(|_| is_evidence || trend.is_none()))
        };
        let mut independent = vec![];
        let (verdict, trend, evidence) = match (&tests.asked, &tests.factors) {
            (Some(effect), _) => answer(effect),
            (None, _) if !asked.levels.is_empty() => return None,
            (None, Factors::Surface(_)) => {
                let mut claims = self.factors(tests).into_iter();
                let key = self.key(asked.factor);
                let is_about = |claim: &Claim| match claim {
                    Claim::Explains(explains) => explains.factor == key,
                    Claim::Depends(depends) => depends.factor == key || depends.on == key,
                    Claim::RulesOut(rules_out) => rules_out.factors.contains(&key),
                    Claim::TooFew(too_few) => too_few.factors.contains(&key),
                    _ => false,
                };
                (Verdict::Unasked, None, Some(claims.rfind(is_about)?))
            }
            (None, Factors::Designs(_)) => match (dependence(), main()) {
                (Some(interaction), _) => (Verdict::Unasked, None, Some(self.depends(tests, interaction))),
                (None, Some(effect)) => {
                    independent = self.beside(tests, asked.factor);
                    answer(effect)
                }
                (None, None) => return None,
            },
        };
        Some(Claim::Answer(Answer {
            factor: self.key(asked.factor),
            within: self.levels(&asked.levels),
            better: question.better.clone(),
            verdict,
            trend,
            evidence: evidence.map(Box::new),
            independent_of: independent,
        }))
    }

    /// Returns the keys of the factors whose interaction with a factor is tested.
    fn beside(&self, tests: &OutcomeTests, asked: usize) -> Vec<String> {
        let others = tests.factors.interactions().filter_map(|pair| match pair.factors {
            (factor, other) | (other, factor) if factor == asked => Some(self.key(other)),
            _ => None,
        });
        others.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Returns the comparison of the furthest level with one, beyond which nothing is shown.
    fn beyond(&self, tests: &OutcomeTests, effect: &Effect, level: &str, better: Option<&str>) -> Option<Comparison> {
        let names = &self.stage.summary.factors[effect.factor].levels;
        let level = effect.levels.iter().position(|place| names[*place] == level)?;
        let last = if better == Some("smaller") { 0 } else { effect.levels.len() - 1 };
        let sides = [(last, level), (level, last)];
        let pair = effect.family.pairs.iter().find(|pair| sides.contains(&(pair.level, pair.reference)))?;
        let tested = if pair.level == last { pair.tested } else { pair.tested.mirrored(effect.family.outcome) };
        Some(Comparison { size: None, ..self.comparison(tests, effect, (last, Some(level)), tested) })
    }
}
