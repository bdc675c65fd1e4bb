//! The claims on what limits the results: what compared sweeps differ in, a question that names no factor, outcomes that are not compared
//! or tested, and what few trials exaggerate. Also those on results of held-out instances and races. They are values, without words.
//! Configurations left out for their evaluations are in `effort`, claims on factors in `claims`, the answer to the question in `answer`.

use super::OutcomeTests;
use super::claims::Maker;
use super::effects::Effect;
use super::outcome::obstacle;
use crate::claims::{
    Claim, Differ, Difference, Exaggerates, Gap, HeldOut, Measure, NotCompared, NotTested, Obstacle, OnAverage,
    RaceResult,
};
use crate::estimate::StageEstimates;
use crate::race::compare;
use evocube_experiment::record::{FactorSummary, HeldOutRole, Outcome, RaceSummary};
use evocube_stats::LEVEL;
use evocube_stats::intervals::exact_rate_interval;
use evocube_stats::wins::WinDesign;

/// The share of pairs of an effect of which a design is asked how often it finds it, and how large it then looks.
const TRUE_SHARE: f64 = 0.6;
/// Power below which what is found is exaggerated.
const LITTLE_POWER: f64 = 0.5;
/// Maximum number of trials of a level with which the power is simulated.
const MAX_TRIALS: usize = 100;

impl Maker<'_> {
    /// Returns what sweeps that are compared differ in.
    pub(super) fn differ(&self) -> Option<Claim> {
        let differences = self.index.results.sweep.differences.as_ref()?;
        let setting =
            |(key, values): &(String, Vec<Option<String>>)| Difference { key: key.clone(), values: values.clone() };
        Some(Claim::Differ(Differ {
            settings: differences.settings.iter().map(setting).collect(),
            configurations: differences.configurations.clone(),
        }))
    }

    /// Returns the claim that the question of the sweep names no factor, if there are several.
    pub(super) fn on_average(&self) -> Option<Claim> {
        let question = self.index.results.sweep.question.as_ref()?;
        let varies = |factor: &&FactorSummary| factor.levels.len() > 1;
        let factors: Vec<String> =
            self.stage.summary.factors.iter().filter(varies).map(|factor| factor.key.clone()).collect();
        let is_open = question.factor.is_none() && factors.len() > 1 && self.index.stages.len() == 1;
        is_open.then_some(Claim::OnAverage(OnAverage { factors }))
    }

    /// Returns the result of the selected configuration on held-out instances; `None` without any.
    pub(super) fn held_out(&self) -> Option<Claim> {
        let summary = self.index.results.sweep.held_out.as_ref()?;
        let point = self.index.held_out(self.stage)?;
        let trials = point.outcomes().count() as u64;
        let reached = point.outcomes().filter(|outcome| outcome.reached).count() as u64;
        let comparable = self.stage.summary.selection.comparable_penalties;
        let estimates = StageEstimates::alone(point);
        // Where few trials reach their target, penalties say more.
        let size = match 10 * reached < trials {
            true if comparable => estimates.map(|all| (Measure::MeanPenalty, all.mean_penalty.value)),
            true => None,
            false => estimates
                .map(|all| (Measure::ExpectedEvaluations, all.evaluations.value))
                .filter(|(_, evaluations)| *evaluations > 0.0),
        };
        let interval = exact_rate_interval(reached, trials, LEVEL);
        Some(Claim::HeldOut(HeldOut {
            instances: summary.instances,
            trials,
            reached,
            low: interval.map(|interval| 100.0 * interval.low),
            high: interval.map(|interval| 100.0 * interval.high),
            measure: size.map(|(measure, _)| measure),
            value: size.map(|(_, value)| value),
        }))
    }

    /// Returns whether a race has found a better configuration than `[base]`; `None` before it is compared on held-out instances, and if a
    /// trial there failed.
    pub(super) fn race(&self, race: &RaceSummary) -> Option<Claim> {
        let selected = *race.elites.first()?;
        let compared = compare(self.index.results);
        let comparison = compared.iter().find(|comparison| comparison.role == HeldOutRole::Elite(selected))?;
        let is_base = race.base == Some(selected);
        let difference = comparison.difference.filter(|_| !is_base);
        if !is_base && difference.is_none() {
            return None;
        }
        let interval = difference.and_then(|difference| difference.interval);
        Some(Claim::Race(RaceResult {
            is_better: difference.is_some_and(|difference| difference.is_better() == Some(true)),
            configuration: selected as u64 + 1,
            is_base,
            cost: race.cost,
            instances: comparison.instances as u64,
            reached: comparison.solved as u64,
            mean: comparison.mean,
            base_mean: difference.map(|difference| difference.other_mean),
            low: interval.map(|interval| interval.low),
            high: interval.map(|interval| interval.high),
            p: difference.map(|difference| difference.p),
        }))
    }

    /// Returns the claim that effects which are shown and may be small are exaggerated, since their design finds one of 60 % of pairs less
    /// often than not.
    pub(super) fn exaggerates(&self, tests: &OutcomeTests) -> Option<Claim> {
        if tests.sample.outcome != Outcome::Wins {
            return None;
        }
        let repetitions = usize::try_from(self.index.results.sweep.repetitions).unwrap_or(usize::MAX).max(1);
        let design = |effect: &Effect| WinDesign {
            levels: effect.levels.len(),
            blocks: effect.trials_of_level(&tests.sample) / repetitions,
            trials: repetitions,
            families: tests.families,
        };
        // An effect whose interval excludes as small a share is not one of those that only look large.
        let may_be_small = |effect: &&Effect| {
            let lead = self.lead(tests, effect, None).map(|(comparison, ..)| comparison);
            let nearest = lead.and_then(|lead| if lead.estimate > 0.5 { lead.low } else { Some(1.0 - lead.high?) });
            nearest.is_some_and(|share| share < TRUE_SHARE)
        };
        let shown = tests.factors.effects().filter(|effect| effect.family.is_shown()).filter(may_be_small);
        let design = shown.map(design).min_by_key(|design| design.blocks * design.trials)?;
        if design.blocks * design.trials > MAX_TRIALS {
            return None;
        }
        let (power, times) = design.power_and_exaggeration(TRUE_SHARE);
        let times = times.filter(|_| power < LITTLE_POWER)?;
        Some(Claim::Exaggerates(Exaggerates { share: TRUE_SHARE, power, times }))
    }

    /// Returns why trials are not compared by the outcome of the sweep.
    pub(super) fn not_compared(&self, primary: &OutcomeTests) -> Option<Claim> {
        let named = self.stage.summary.outcome;
        if named == primary.sample.outcome { None } else { self.obstacle(named) }
    }

    /// Returns that penalties are not compared, where wins are decided without them.
    pub(super) fn different_objectives(&self, primary: &OutcomeTests) -> Option<Claim> {
        let is_named = self.stage.summary.outcome == Outcome::Penalty;
        let has_missed = self.stage.outcomes().any(|outcome| !outcome.reached);
        let decides = primary.sample.outcome == Outcome::Wins && has_missed && !is_named;
        let is_different = obstacle(self.stage, Outcome::Penalty) == Some(Obstacle::Objectives);
        if decides && is_different { self.obstacle(Outcome::Penalty) } else { None }
    }

    /// Returns why trials are not compared by an outcome.
    pub(super) fn obstacle(&self, outcome: Outcome) -> Option<Claim> {
        let because = obstacle(self.stage, outcome).unwrap_or(Obstacle::Equal);
        let unsolved = self.stage.outcomes().filter(|outcome| !outcome.solved).count() as u64;
        Some(Claim::NotCompared(NotCompared { outcome, because, trials: self.stage.solved().trials, unsolved }))
    }

    /// Returns why the primary outcome is not tested.
    pub(super) fn not_tested(&self, primary: &OutcomeTests) -> Option<Claim> {
        let is_empty = primary.factors.explained().is_empty();
        let because = match primary.sample.varies() {
            false => Gap::Equal,
            true if is_empty => Gap::Configurations,
            true => return None,
        };
        Some(Claim::NotTested(NotTested { because, configurations: self.stage.summary.configurations() }))
    }
}
