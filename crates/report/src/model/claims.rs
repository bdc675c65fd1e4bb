//! The claims of a stage from its tests, as values, in the order of the page. `Maker` makes them: here those on its factors and on its best
//! configurations, others in `answer`, `effort` and `validity`. Their types are in `crate::claims`; `claim_words` writes the sentences.

use super::effects::{Effect, Interaction};
use super::family::{Pair, Tested};
use super::outcome::{average, obstacle};
use super::{Asked, Factors, OutcomeTests, Response, Sample, asked};
use crate::claims::{
    BestSet, Claim, Comparison, Depends, Equivalent, Explains, FactorLevel, Gap, Matters, Measure, NotTested, RulesOut,
    Scope, Size, Slice, TooFew,
};
use crate::estimate::tail;
use crate::result_index::{PointTrials, ResultIndex, StageTrials};
use evocube_experiment::record::{EffortRule, Outcome};
use evocube_stats::LEVEL;

/// Maximum number of configurations that a claim names.
pub(super) const MAX_NAMED: usize = 3;
/// The smallest share of trials that reached their target with which a difference is one of evaluations, not of penalties.
const MIN_REACHED: f64 = 0.1;

/// Returns the claims of a stage, in the order of the page.
pub(super) fn claims(index: &ResultIndex<'_>, stage: &StageTrials<'_>, tests: &[OutcomeTests]) -> Vec<Claim> {
    let maker = Maker { index, stage, asked: asked(index, stage) };
    if let Some(race) = index.race() {
        return [maker.race(race), maker.left_out(), maker.unequal_effort()].into_iter().flatten().collect();
    }
    let has_leader = stage.leader().is_some();
    let is_testable = stage.summary.configurations() > 1 && has_leader;
    let mut claims: Vec<Claim> = maker.differ().into_iter().collect();
    if let Some(primary) = tests.first() {
        claims.extend([maker.answer(tests), maker.held_out()].into_iter().flatten());
        for tests in tests {
            claims.extend(maker.factors(tests));
        }
        claims.extend(maker.not_compared(primary));
        claims.extend(maker.not_tested(primary).filter(|_| is_testable));
        claims.extend(maker.best_set(primary));
        claims.extend(maker.exaggerates(primary));
        claims.extend([maker.on_average(), maker.different_objectives(primary)].into_iter().flatten());
    } else if is_testable {
        let configurations = stage.summary.configurations();
        claims.push(Claim::NotTested(NotTested { because: Gap::Missing, configurations }));
    }
    claims.extend([maker.same(), maker.left_out(), maker.unequal_effort()].into_iter().flatten());
    claims
}

/// Makes the claims of a stage.
pub(super) struct Maker<'a> {
    pub(super) index: &'a ResultIndex<'a>,
    pub(super) stage: &'a StageTrials<'a>,
    pub(super) asked: Option<Asked>,
}

impl Maker<'_> {
    pub(super) fn key(&self, factor: usize) -> String {
        self.stage.summary.factors[factor].key.clone()
    }

    fn level(&self, (factor, level): (usize, usize)) -> FactorLevel {
        FactorLevel { factor: self.key(factor), level: self.stage.summary.factors[factor].levels[level].clone() }
    }

    pub(super) fn levels(&self, levels: &[(usize, usize)]) -> Vec<FactorLevel> {
        levels.iter().map(|level| self.level(*level)).collect()
    }

    /// Returns the levels of a configuration whose factors apply.
    pub(super) fn configuration(&self, point: usize) -> Vec<FactorLevel> {
        let levels = self.stage.summary.factors.iter().zip(self.stage.points[point].levels);
        let applying = levels.filter(|(_, level)| !level.is_empty());
        applying.map(|(factor, level)| FactorLevel { factor: factor.key.clone(), level: level.clone() }).collect()
    }

    /// Returns the claims on the factors of a stage: those that matter, by how much they explain; those on which others depend; and those
    /// of which no effect is shown.
    pub(super) fn factors(&self, tests: &OutcomeTests) -> Vec<Claim> {
        if let Factors::Surface(surface) = &tests.factors {
            let mut order: Vec<_> = surface.effects.iter().collect();
            order.sort_by(|a, b| b.share.value.total_cmp(&a.share.value));
            let mut claims = vec![];
            for effect in order.iter().filter(|effect| effect.is_shown()) {
                claims.push(match effect.factors[..] {
                    [factor] => Claim::Explains(Explains {
                        factor: self.key(factor),
                        best: surface.best(factor).map(str::to_owned),
                        may_be_best: surface.response(factor).and_then(Response::best),
                        p: effect.p_corrected,
                    }),
                    _ => Claim::Depends(Depends {
                        factor: self.key(effect.factors[0]),
                        on: self.key(effect.factors[1]),
                        reverses: false,
                        p: effect.p_corrected,
                        slices: vec![],
                        omitted: 0,
                    }),
                });
            }
            let in_claims =
                |factor: usize| order.iter().any(|other| other.is_shown() && other.factors.contains(&factor));
            let others = order.iter().filter(|effect| effect.factors.len() == 1 && !in_claims(effect.factors[0]));
            let factors: Vec<String> = others.map(|effect| self.key(effect.factors[0])).collect();
            let (within, trials) = (vec![], self.stage.summary.configurations() as u64);
            let is_too_small = order.iter().all(|effect| effect.p.is_none());
            let outcome = tests.sample.outcome;
            claims.extend((!factors.is_empty()).then_some(if is_too_small {
                Claim::TooFew(TooFew { factors, within, outcome, trials, sampled: true })
            } else {
                Claim::RulesOut(RulesOut { factors, within, outcome, bound: None, trials, sampled: true })
            }));
            return claims;
        }
        let mut effects: Vec<&Effect> = tests.factors.effects().collect();
        effects.sort_by(|a, b| b.explained().total_cmp(&a.explained()));
        let interactions: Vec<&Interaction> =
            tests.factors.interactions().filter(|interaction| interaction.is_shown()).collect();
        let interacts = |factor: usize| {
            interactions.iter().any(|interaction| [interaction.factors.0, interaction.factors.1].contains(&factor))
        };
        let (shown, others): (Vec<&Effect>, Vec<&Effect>) =
            effects.into_iter().filter(|effect| !interacts(effect.factor)).partition(|effect| effect.family.is_shown());
        // The answer says it of the factor of the question.
        let question = self.index.results.sweep.question.as_ref().and_then(|question| question.outcome);
        let is_asked =
            |asked: &&Asked| asked.levels.is_empty() && question.is_none_or(|outcome| outcome == tests.sample.outcome);
        let answered = self.asked.as_ref().filter(is_asked).map(|asked| asked.factor);
        let is_open = |effect: &&Effect| Some(effect.factor) != answered;
        let mut claims: Vec<Claim> =
            shown.into_iter().filter(is_open).map(|effect| self.matters(tests, effect, None)).collect();
        claims.extend(interactions.iter().map(|interaction| self.depends(tests, interaction)));
        let others: Vec<&Effect> = others.into_iter().filter(is_open).collect();
        claims.extend(self.without_effect(tests, &others));
        claims
    }

    /// Returns the claims on factors of which no effect is shown: those whose differences are within the margin of the sweep, those that
    /// no result could have shown, and others with what their trials rule out.
    fn without_effect(&self, tests: &OutcomeTests, effects: &[&Effect]) -> Vec<Claim> {
        let outcome = tests.sample.outcome;
        let margin = self.margin(outcome);
        let is_equivalent = |effect: &&&Effect| self.is_equivalent(effect, outcome);
        let (equal, others): (Vec<&Effect>, Vec<&Effect>) = effects.iter().partition(is_equivalent);
        let (small, open): (Vec<&Effect>, Vec<&Effect>) =
            others.into_iter().partition(|effect| effect.family.is_too_small);
        let keys = |effects: &[&Effect]| effects.iter().map(|effect| self.key(effect.factor)).collect::<Vec<_>>();
        let within = |effects: &[&Effect]| effects.first().map_or(vec![], |effect| self.levels(&effect.within));
        let mut claims = vec![];
        if let Some(margin) = margin.filter(|_| !equal.is_empty()) {
            claims.push(Claim::Equivalent(Equivalent { factors: keys(&equal), outcome, margin }));
        }
        if !small.is_empty() {
            let trials = small.iter().map(|effect| effect.trials_of_level(&tests.sample)).min().unwrap_or(0) as u64;
            claims.push(Claim::TooFew(TooFew {
                factors: keys(&small),
                within: within(&small),
                outcome,
                trials,
                sampled: false,
            }));
        }
        if !open.is_empty() {
            let bounds = open.iter().map(|effect| effect.family.bound()).collect::<Option<Vec<f64>>>();
            let bound = bounds.and_then(|bounds| bounds.into_iter().reduce(f64::max));
            let trials = open.iter().map(|effect| effect.trials).min().unwrap_or(0) as u64;
            let (factors, within) = (keys(&open), within(&open));
            claims.push(Claim::RulesOut(RulesOut { factors, within, outcome, bound, trials, sampled: false }));
        }
        claims
    }

    /// Returns whether all differences between the levels of a factor are shown to be within the margin of the sweep.
    fn is_equivalent(&self, effect: &Effect, outcome: Outcome) -> bool {
        let points = |bound: f64| if outcome == Outcome::Wins { 100.0 * (bound - 0.5) } else { bound };
        let bound = effect.family.bound().map(points);
        self.margin(outcome).zip(bound).is_some_and(|(margin, bound)| bound < margin)
    }

    /// Returns the margin of the sweep, which is one of the stage's outcome.
    fn margin(&self, outcome: Outcome) -> Option<f64> {
        self.stage.summary.equivalence.filter(|_| outcome == self.stage.summary.outcome)
    }

    /// Returns the claim on a factor that matters; about a level of it, if that is shown to beat another one.
    pub(super) fn matters(&self, tests: &OutcomeTests, effect: &Effect, level: Option<&str>) -> Claim {
        let lead = self.lead(tests, effect, level).filter(|_| !self.is_equivalent(effect, tests.sample.outcome));
        let Some((lead, better_than, tested)) = lead else {
            return self.without_effect(tests, &[effect]).remove(0);
        };
        let instances = tests.sample.instances() as u64;
        let others = instances > 1 && tested.p_instances.is_some_and(|p| p <= LEVEL);
        let effort = &self.stage.summary.effort;
        Claim::Matters(Matters {
            factor: self.key(effect.factor),
            within: self.levels(&effect.within),
            levels: effect.levels.len(),
            lead,
            better_than,
            scope: Scope { instances, others },
            limit: effort.limit().filter(|_| effort.unequal().is_some()),
        })
    }

    /// Returns the largest difference that is shown of the level that wins most; without any, the level that is shown to differ from the
    /// mean of the others. Then further levels that the level is shown to beat.
    pub(super) fn lead(
        &self,
        tests: &OutcomeTests,
        effect: &Effect,
        level: Option<&str>,
    ) -> Option<(Comparison, Vec<String>, Tested)> {
        let family = &effect.family;
        let orders: Vec<(usize, usize)> = family.pairs.iter().filter_map(Pair::order).collect();
        let mean = |level: &usize| {
            let configurations = effect.groups.of_level(*level);
            average(&configurations.iter().map(|place| tests.sample.configuration_mean(*place)).collect::<Vec<_>>())
        };
        let lowest = |a: &usize, b: &usize| mean(a).total_cmp(&mean(b));
        let name = |level: usize| self.stage.summary.factors[effect.factor].levels[effect.levels[level]].clone();
        let winners = || orders.iter().map(|(better, _)| *better);
        let named = level.and_then(|level| winners().find(|winner| name(*winner) == level));
        if let Some(best) = named.or(winners().min_by(lowest)) {
            let mut worse: Vec<usize> =
                orders.iter().filter(|(better, _)| *better == best).map(|(_, worse)| *worse).collect();
            worse.sort_by(|a, b| lowest(b, a));
            let worst = worse.remove(0);
            let pair = family.pairs.iter().find(|pair| pair.order() == Some((best, worst)))?;
            let tested = if pair.level == best { pair.tested } else { pair.tested.mirrored(family.outcome) };
            let comparison = self.comparison(tests, effect, (best, Some(worst)), tested);
            return Some((comparison, worse.into_iter().map(name).collect(), tested));
        }
        let shown = family.levels.iter().enumerate().filter_map(|(level, tested)| Some((level, (*tested)?)));
        let distance = |tested: &Tested| (tested.estimate - 0.5).abs();
        let (level, tested) =
            shown.filter(|(_, tested)| tested.is_shown).max_by(|a, b| distance(&a.1).total_cmp(&distance(&b.1)))?;
        Some((self.comparison(tests, effect, (level, None), tested), vec![], tested))
    }

    pub(super) fn comparison(
        &self,
        tests: &OutcomeTests,
        effect: &Effect,
        (level, other): (usize, Option<usize>),
        tested: Tested,
    ) -> Comparison {
        let name = |level: usize| self.stage.summary.factors[effect.factor].levels[effect.levels[level]].clone();
        let here = effect.groups.of_level(level);
        let there: Vec<usize> = match other {
            Some(other) => effect.groups.of_level(other),
            None => {
                let others = (0..effect.levels.len()).filter(|other| *other != level);
                others.flat_map(|other| effect.groups.of_level(other)).collect()
            }
        };
        let fixes = |level: usize| self.fixed_by(effect.factor, &name(level));
        Comparison {
            outcome: tests.sample.outcome,
            level: name(level),
            level_fixes: fixes(level),
            other: other.map(name),
            other_fixes: other.map_or(vec![], fixes),
            estimate: tested.estimate,
            low: tested.interval.map(|interval| interval.low),
            high: tested.interval.map(|interval| interval.high),
            p: tested.p_corrected,
            size: self.size(&tests.sample, &here, &there),
            spent: self.spent_ratio(&tests.sample, &here, &there),
        }
    }

    /// Returns the statistic that says how large a difference is.
    fn size(&self, sample: &Sample, here: &[usize], there: &[usize]) -> Option<Size> {
        let reached = sample.reached(here.iter().chain(there));
        let is_frequent = reached.0 as f64 >= MIN_REACHED * reached.1.max(1) as f64;
        let has_evaluations = sample.runs(here.iter().chain(there)).all(|run| run.evaluations > 0.0);
        // The mean over several budgets is the cost of none.
        let effort = &self.stage.summary.effort;
        let has_one_budget = |side: &[usize]| {
            let budget = |point: &usize| effort.allowances.get(*point);
            effort.rule != EffortRule::Own || side.iter().all(|point| budget(point) == budget(&side[0]))
        };
        let measure = match sample.outcome {
            Outcome::Solved => Measure::Reached,
            Outcome::Penalty => Measure::MeanPenalty,
            Outcome::Moves => Measure::MeanMoves,
            Outcome::RunTime => Measure::ExpectedEvaluations,
            Outcome::Wins if is_frequent && !(has_one_budget(here) && has_one_budget(there)) => Measure::Reached,
            Outcome::Wins if is_frequent && has_evaluations => Measure::ExpectedEvaluations,
            Outcome::Wins if obstacle(self.stage, Outcome::Penalty).is_none() && reached.0 < reached.1 => {
                Measure::MeanPenalty
            }
            Outcome::Wins => return None,
        };
        let value = |side: &[usize]| match measure {
            Measure::ExpectedEvaluations => sample.expected_time(side),
            Measure::MeanPenalty => Some(sample.mean_penalty(side)),
            Measure::MeanMoves => {
                Some(average(&side.iter().map(|place| sample.configuration_mean(*place)).collect::<Vec<_>>()))
            }
            Measure::Reached => {
                let (reached, all) = sample.reached(side);
                Some(100.0 * reached as f64 / all.max(1) as f64)
            }
        };
        let above = |side: &[usize]| match measure {
            Measure::ExpectedEvaluations => sample.least_time(side, tail(self.stage.summary.configurations())),
            _ => None,
        };
        Some(Size {
            measure,
            level: value(here),
            other: value(there),
            level_above: above(here),
            other_above: above(there),
        })
    }

    /// Returns the ratio of the mean evaluations that trials of both sides have spent, if they are compared as they ended.
    fn spent_ratio(&self, sample: &Sample, here: &[usize], there: &[usize]) -> Option<f64> {
        let mean = |side: &[usize]| average(&sample.runs(side).map(|run| run.evaluations).collect::<Vec<_>>());
        let ratio = mean(here) / mean(there);
        (self.stage.summary.effort.rule == EffortRule::Own && ratio.is_finite() && ratio > 0.0).then_some(ratio)
    }

    pub(super) fn depends(&self, tests: &OutcomeTests, interaction: &Interaction) -> Claim {
        let (factor, on) = interaction.factors;
        let slice = |effect: &Effect| Slice {
            level: effect.within.last().map_or(String::new(), |within| self.level(*within).level),
            effect: self.lead(tests, effect, None).map(|(comparison, ..)| comparison),
        };
        // The answer says what holds in the slice that the question is about, by its own test.
        let is_answered = |effect: &&Effect| {
            self.asked.as_ref().is_some_and(|asked| asked.factor == factor && asked.levels == effect.within)
        };
        Claim::Depends(Depends {
            factor: self.key(factor),
            on: self.key(on),
            reverses: interaction.reverses(),
            p: interaction.p_corrected,
            slices: interaction.simple.iter().filter(|effect| !is_answered(effect)).map(slice).collect(),
            omitted: 0,
        })
    }

    fn best_set(&self, tests: &OutcomeTests) -> Option<Claim> {
        let configurations = tests.configurations.as_ref()?;
        let (best, all) = (configurations.best(), configurations.compared.len());
        let is_of_one_factor = tests.factors.is_of_one_factor();
        // The claim on the factor says it of two levels, and of levels of which none is shown to differ.
        if is_of_one_factor && (all == 2 || best.len() == all) {
            return None;
        }
        let levels = match best.len() {
            named if named <= MAX_NAMED && named < all => best.iter().map(|point| self.configuration(*point)).collect(),
            _ => vec![],
        };
        let leader = self.stage.leader().map(PointTrials::index);
        Some(Claim::BestSet(BestSet {
            has_selected: leader.is_none_or(|leader| best.contains(&leader)),
            configurations: best.iter().map(|point| *point as u64 + 1).collect(),
            of: all,
            levels,
        }))
    }
}
