//! [`Sweep`]: simulated sweeps whose trials are drawn from known laws. [`Truth`]: the true values of a stage. The laws are in `laws`, the
//! designs in `design`.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use evocube::experiment::instance::Instance;
use evocube::experiment::record::{
    ConvergenceRow, Effort, EvolutionCounts, FactorSummary, Outcome, Results, SameConfigurations, SelectionRule,
    StageSelection, StageSummary, SweepSummary, TrialOutcome, TrialRow,
};
use evocube::{Seed, Stream};

use crate::design::Stage;
use crate::laws::{BUDGET, Catalog, Drawn, Kind, Law, PENALTY, Parameters, draw_place, grid, uniform};

/// The laws of the configurations of a stage on the instances of a sweep.
type Laws = Vec<Vec<Arc<Law>>>;

/// True values of a stage.
pub(crate) struct Truth<'a> {
    pub(crate) stage: Stage,
    sweep: &'a Sweep,
    catalog: &'a Catalog,
    /// The laws on the instances of the sweep.
    laws: Laws,
    /// The effect and the spread of each configuration.
    parameters: Vec<(f64, f64)>,
    /// The shares of pairs on these instances.
    shares: RefCell<HashMap<(usize, usize), f64>>,
    /// Whether each factor changes anything, for a sampled stage.
    pub(crate) is_active: Vec<bool>,
    /// The mean effect of each level of each factor, given to all configurations to which the factor applies.
    responses: Vec<Vec<f64>>,
}

impl Truth<'_> {
    /// The level of a factor with the lowest mean effect, of those that occur.
    pub(crate) fn best(&self, factor: usize) -> usize {
        let effect = |level: &usize| self.responses[factor][*level];
        let levels = self.stage.levels_of(factor, &[]).into_iter();
        levels.min_by(|a, b| effect(a).total_cmp(&effect(b))).expect("a level")
    }

    /// The mean penalty on these instances of the configurations of a sample to which a factor applies, if all have one value of it.
    /// Penalties are linear in effects.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // places of levels
    pub(crate) fn response(&self, factor: usize, value: &str) -> f64 {
        let effects = &self.responses[factor];
        let last = effects.len() - 1;
        let place = match value.parse::<f64>() {
            Ok(number) => (number * effects.len() as f64 - 0.5).clamp(0.0, last as f64),
            Err(_) => self.stage.level(factor, value) as f64,
        };
        let [before, after] = [place.floor(), place.ceil()].map(|place| effects[place as usize]);
        let points: Vec<usize> =
            (0..self.stage.points.len()).filter(|point| self.stage.points[*point][factor].is_some()).collect();
        let mean_effect = points.iter().map(|point| self.parameters[*point].0).sum::<f64>() / points.len() as f64;
        let effect = before + place.fract() * (after - before);
        self.mean(&points, 0, false) + PENALTY.1 * (effect - mean_effect)
    }

    /// The share of pairs that a configuration wins against another one, on the instances of the sweep or on all like them.
    fn share(&self, first: usize, second: usize, everywhere: bool) -> f64 {
        if !everywhere {
            let pairs = || self.laws[first].iter().zip(&self.laws[second]);
            let mean =
                || pairs().map(|(first, second)| first.share(second)).sum::<f64>() / self.laws[first].len() as f64;
            return *self.shares.borrow_mut().entry((first, second)).or_insert_with(mean);
        }
        let parameters = [self.parameters[first], self.parameters[second]];
        self.catalog.share(parameters[0], parameters[1], || {
            let mut sum = 0.0;
            for (z, part) in self.sweep.hardness_grid() {
                let laws = parameters.map(|parameters| self.sweep.laws_at(self.catalog, parameters, z));
                for (law, weight) in &laws[0] {
                    sum += laws[1]
                        .iter()
                        .map(|(other, other_weight)| part * weight * other_weight * law.share(other))
                        .sum::<f64>();
                }
            }
            sum
        })
    }

    /// The mean of a statistic of some configurations.
    pub(crate) fn mean(&self, configurations: &[usize], statistic: usize, everywhere: bool) -> f64 {
        self.mean_of(configurations, everywhere, &|law| law.means[statistic])
    }

    pub(crate) fn mean_of(&self, configurations: &[usize], everywhere: bool, value: &dyn Fn(&Law) -> f64) -> f64 {
        let mean = |place: &usize| {
            if !everywhere {
                let laws = &self.laws[*place];
                return laws.iter().map(|law| value(law)).sum::<f64>() / laws.len() as f64;
            }
            let grid = self.sweep.hardness_grid().into_iter();
            let at = |z| self.sweep.laws_at(self.catalog, self.parameters[*place], z);
            grid.map(|(z, part)| part * at(z).iter().map(|(law, weight)| weight * value(law)).sum::<f64>()).sum()
        };
        configurations.iter().map(mean).sum::<f64>() / configurations.len() as f64
    }

    /// The true value of an estimate that compares the first configurations of each pair of cells with the second ones.
    pub(crate) fn difference(&self, outcome: Outcome, sides: &[(Vec<usize>, Vec<usize>)], everywhere: bool) -> f64 {
        let average = |value: &dyn Fn(&[usize], &[usize]) -> f64| {
            sides.iter().map(|(first, second)| value(first, second)).sum::<f64>() / sides.len() as f64
        };
        let mean = |side: &[usize], statistic: usize| self.mean(side, statistic, everywhere);
        let apart = |statistic: usize| average(&|first, second| mean(first, statistic) - mean(second, statistic));
        match outcome {
            Outcome::Wins => average(&|first, second| {
                let pairs = first.iter().flat_map(|first| second.iter().map(move |second| (*first, *second)));
                let shares: Vec<f64> = pairs.map(|(first, second)| self.share(first, second, everywhere)).collect();
                shares.iter().sum::<f64>() / shares.len() as f64
            }),
            Outcome::Penalty => apart(0),
            Outcome::Solved => 100.0 * apart(1),
            Outcome::Moves => apart(2),
            Outcome::RunTime => {
                let [first, second]: [Vec<usize>; 2] = [
                    sides.iter().flat_map(|side| side.0.clone()).collect(),
                    sides.iter().flat_map(|side| side.1.clone()).collect(),
                ];
                let expected = |side: &[usize]| mean(side, 3) / mean(side, 1);
                expected(&first) / expected(&second)
            }
        }
    }
}

/// A sweep before its trials are drawn.
#[derive(Clone, Debug)]
pub(crate) struct Sweep {
    pub(crate) kind: Kind,
    pub(crate) instances: usize,
    pub(crate) repetitions: usize,
    /// Standard deviations of the hardness of instances, and of the advantages of configurations on single instances.
    pub(crate) hardness: f64,
    pub(crate) advantage: f64,
    /// How much more half of the configurations vary than the others.
    pub(crate) spread: f64,
    /// The share of trials that fail.
    pub(crate) failing: f64,
    /// Whether configurations may spend different numbers of evaluations.
    pub(crate) is_unequal: bool,
    /// Whether trials have rows of convergence.csv.
    pub(crate) has_log: bool,
    pub(crate) target: u64,
    pub(crate) outcome: Outcome,
    pub(crate) equivalence: Option<f64>,
    pub(crate) stages: Vec<Stage>,
}

impl Sweep {
    /// A sweep of one stage with three instances and one trial of each configuration on each.
    pub(crate) fn plain(kind: Kind, stage: Stage) -> Self {
        Self {
            kind,
            instances: 3,
            repetitions: 1,
            hardness: 1.0,
            advantage: 0.0,
            spread: 1.0,
            failing: 0.0,
            is_unequal: false,
            has_log: false,
            target: 0,
            outcome: Outcome::Wins,
            equivalence: None,
            stages: vec![stage],
        }
    }

    fn hardness_grid(&self) -> Vec<(f64, f64)> {
        grid(13).into_iter().map(|(z, part)| (self.hardness * z, part)).collect()
    }

    fn advantage_grid(&self) -> Vec<(f64, f64)> {
        let count = if self.advantage > 0.0 { 7 } else { 1 };
        grid(count).into_iter().map(|(z, part)| (self.advantage * z, part)).collect()
    }

    fn law(&self, catalog: &Catalog, parameters: Parameters) -> Arc<Law> {
        catalog.law(self.kind, parameters, self.target as f64)
    }

    /// The laws that a configuration may have on an instance of some hardness, with their probabilities.
    fn laws_at(&self, catalog: &Catalog, (effect, spread): (f64, f64), shift: f64) -> Vec<(Arc<Law>, f64)> {
        let at = |(here, part): (f64, f64)| (self.law(catalog, [effect + here, shift, spread]), part);
        self.advantage_grid().into_iter().map(at).collect()
    }

    /// Draws the trials. `effect` says how much worse the levels of a configuration of a stage are, in standard deviations.
    pub(crate) fn draw<'a>(
        &'a self,
        catalog: &'a Catalog,
        seed: &str,
        effect: impl Fn(usize, &[Option<usize>]) -> f64,
    ) -> (Results, Vec<Truth<'a>>) {
        let mut stream = Seed::from_number(38).child(seed).stream();
        let (hardness_grid, advantage_grid) = (self.hardness_grid(), self.advantage_grid());
        let hardness: Vec<f64> = (0..self.instances).map(|_| draw_place(&hardness_grid, &mut stream)).collect();
        let mut results = empty(self);
        let (mut truths, mut before, mut columns) = (vec![], 0.0, 0);
        let names: Vec<String> = results.sweep.instances.iter().map(|instance| instance.name.clone()).collect();
        for (number, stage) in self.stages.iter().enumerate() {
            let spread = |point: &[Option<usize>]| {
                let last = point.iter().flatten().last().unwrap_or(&0);
                if last % 2 == 1 { self.spread } else { 1.0 }
            };
            let parameters: Vec<(f64, f64)> =
                stage.points.iter().map(|point| (before + effect(number, point), spread(point))).collect();
            let mut laws: Laws = vec![];
            for (effect, spread) in &parameters {
                let here = |shift: &f64| {
                    self.law(catalog, [effect + draw_place(&advantage_grid, &mut stream), *shift, *spread])
                };
                laws.push(hardness.iter().map(here).collect());
            }
            let first = results.trials.len();
            for (point, laws) in laws.iter().enumerate() {
                let mut levels = vec![String::new(); self.stages.iter().map(|stage| stage.factors.len()).sum()];
                for (factor, name) in level_names(stage, point).into_iter().enumerate() {
                    levels[columns + factor] = name;
                }
                let allowance = self.allowance(stage, point);
                for (law, instance) in laws.iter().zip(&names) {
                    for repetition in 1..=self.repetitions {
                        let mut row = trial((stage.name, instance, repetition as u64), results.trials.len() as u64 + 1);
                        let drawn = law.draw(&mut stream, self.target);
                        self.end(&mut row, &mut results.convergence, (law, drawn), allowance, &mut stream);
                        if uniform(&mut stream) < self.failing {
                            row.outcome = None;
                        }
                        results.trials.push(TrialRow { point: point as u64 + 1, levels: levels.clone().into(), ..row });
                    }
                }
            }
            columns += stage.factors.len();
            let summary = summary(stage, &results, first, self);
            let selected =
                summary.selected.and_then(|point| usize::try_from(point).ok()).expect("a selected point") - 1;
            before = parameters[selected].0;
            results.sweep.stages.push(summary);
            let is_active = is_active(stage, |point| effect(number, point));
            let responses = responses(stage, |point| effect(number, point));
            let (stage, shares) = (stage.clone(), RefCell::default());
            truths.push(Truth { stage, sweep: self, catalog, laws, parameters, shares, is_active, responses });
        }
        results.planned_trials = results.trials.len() as u64;
        (results, truths)
    }

    /// The evaluations that a configuration may spend, of which the least are the budget.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a small multiple of the budget
    fn allowance(&self, stage: &Stage, point: usize) -> u64 {
        let level = stage.points[point][0].unwrap_or(0) as u64;
        BUDGET as u64 * if self.is_unequal { 1 + 3 * level } else { 1 }
    }

    /// Gives a trial its end. One that may spend more than the budget goes on from what its law has drawn, of which nothing is compared.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // numbers of evaluations
    fn end(
        &self,
        row: &mut TrialRow,
        log: &mut Vec<ConvergenceRow>,
        (law, drawn): (&Law, Drawn),
        allowance: u64,
        stream: &mut Stream,
    ) {
        let budget = BUDGET as u64;
        let mut end = drawn;
        if drawn.reached.is_none() && allowance > budget {
            let lower = drawn.penalty.saturating_sub(stream.below(20)).max(self.target);
            let is_reached = lower == self.target || uniform(stream) < 0.5;
            let later = budget + 1 + stream.below(allowance - budget);
            end = Drawn {
                penalty: if is_reached { self.target } else { lower },
                reached: is_reached.then_some(later),
                ..drawn
            };
        }
        let spent = if allowance > budget { allowance } else { law.spent as u64 };
        let evaluations = end.reached.unwrap_or(spent);
        let is_solved = end.penalty == 0;
        row.outcome = Some(TrialOutcome {
            best: end.penalty,
            solved: is_solved,
            reached: end.reached.is_some(),
            stop: match end.reached {
                Some(_) => "target",
                None if spent < budget => "stagnation",
                None => "evaluations",
            }
            .into(),
            evolution: Some(EvolutionCounts { restarts: 0, generations: 9, offspring: evaluations, evaluations }),
            htm: drawn.moves,
            qtm: 26,
            evaluations_to_reach: end.reached,
        });
        if self.has_log {
            let at_budget = drawn.reached.unwrap_or(law.spent as u64);
            let steps =
                [(50, end.penalty + drawn.penalty + 10), (at_budget, drawn.penalty), (evaluations, end.penalty)];
            let steps = if end.reached == drawn.reached && spent <= budget { &steps[..2] } else { &steps };
            log.extend(
                (0..)
                    .zip(steps)
                    .map(|(generation, (evaluations, best))| convergence(row.trial, generation, *evaluations, *best)),
            );
        }
    }

    /// Whether each configuration has one trial on each instance, so that the instance is the unit of every test.
    pub(crate) fn is_paired(&self) -> bool {
        self.instances > 1 && self.repetitions == 1
    }
}

/// Whether each factor changes anything.
fn is_active(stage: &Stage, effect: impl Fn(&[Option<usize>]) -> f64) -> Vec<bool> {
    let is_active = |factor: usize| {
        stage.points.iter().filter(|point| point[factor].is_some()).any(|point| {
            let mut other = point.clone();
            (0..stage.factors[factor].1.len()).any(|level| {
                other[factor] = Some(level);
                (effect(&other) - effect(point)).abs() > 0.0
            })
        })
    };
    let alone: Vec<bool> = (0..stage.factors.len()).map(is_active).collect();
    // A factor that decides whether another one applies has its effect, too.
    let decides = |factor: usize, other: usize| {
        let mut applying = stage.points.iter().filter(|point| point[other].is_some());
        let level = applying.next().and_then(|point| point[factor]);
        let is_condition = |point: &Vec<Option<usize>>| (point[factor] == level) == point[other].is_some();
        factor != other
            && stage.points.iter().all(is_condition)
            && stage.points.iter().any(|point| point[other].is_none())
    };
    (0..alone.len())
        .map(|factor| alone[factor] || (0..alone.len()).any(|other| alone[other] && decides(factor, other)))
        .collect()
}

/// The mean effect of each level of each factor.
fn responses(stage: &Stage, effect: impl Fn(&[Option<usize>]) -> f64) -> Vec<Vec<f64>> {
    let mean = |factor: usize, level: usize| -> f64 {
        let with = |point: &Vec<Option<usize>>| {
            let mut other = point.clone();
            other[factor] = Some(level);
            effect(&other)
        };
        let effects: Vec<f64> = stage.points.iter().filter(|point| point[factor].is_some()).map(with).collect();
        effects.iter().sum::<f64>() / effects.len() as f64
    };
    let of_levels = |factor: usize| (0..stage.factors[factor].1.len()).map(|level| mean(factor, level)).collect();
    (0..stage.factors.len()).map(of_levels).collect()
}

fn convergence(trial: u64, generation: u64, evaluations: u64, best: u64) -> ConvergenceRow {
    ConvergenceRow {
        trial,
        generation,
        evaluations,
        best,
        worst: best,
        mean: best as f64,
        midrange: best as f64,
        std: 0.0,
        distinct: 1,
        children_better: 0,
        children_worse: 0,
        restarts: 0,
        observed: vec![],
    }
}

fn level_names(stage: &Stage, point: usize) -> Vec<String> {
    let name = |(level, (_, names)): (&Option<usize>, &(&str, Vec<String>))| {
        level.map_or(String::new(), |level| names[level].clone())
    };
    stage.points[point].iter().zip(&stage.factors).map(name).collect()
}

fn trial((stage, instance, repetition): (&str, &str, u64), number: u64) -> TrialRow {
    TrialRow {
        trial: number,
        stage: stage.into(),
        point: 0,
        levels: [].into(),
        instance: instance.into(),
        repetition,
        seed: number,
        outcome: None,
    }
}

fn summary(stage: &Stage, results: &Results, first: usize, sweep: &Sweep) -> StageSummary {
    let trials = &results.trials[first..];
    let rule = SelectionRule::Outcome;
    let mut summary = StageSummary {
        same: SameConfigurations::default(),
        race: None,
        name: stage.name.to_owned(),
        planned_trials: trials.len() as u64,
        planned_is_bound: false,
        selection: StageSelection { rule, outcome: sweep.outcome, comparable_penalties: true },
        factors: stage.factors.iter().map(|(key, levels)| FactorSummary::new(key, levels.clone())).collect(),
        selected: None,
        points: (0..stage.points.len()).map(|point| level_names(stage, point)).collect(),
        outcome: sweep.outcome,
        outcomes: vec![],
        equivalence: sweep.equivalence,
        effort: Effort {
            allowances: (0..stage.points.len()).map(|point| Some(sweep.allowance(stage, point))).collect(),
            ..Effort::default()
        },
    };
    summary.selected = summary.order(trials, &results.convergence).first().map(|ranked| ranked.point as u64 + 1);
    summary
}

fn empty(sweep: &Sweep) -> Results {
    let instance =
        |number: usize| Instance { name: format!("instance-{number}"), state: format!("state {number}"), goal: None };
    let keys = sweep.stages.iter().flat_map(|stage| &stage.factors).map(|(key, _)| (*key).to_owned());
    let summary = SweepSummary {
        held_out: None,
        name: "simulated".to_owned(),
        notes: String::new(),
        question: None,
        seed: 1,
        repetitions: sweep.repetitions as u64,
        log_every: None,
        stages: vec![],
        instances: (1..=sweep.instances).map(instance).collect(),
        baselines: vec![],
        factor_columns: keys.collect(),
        base_toml: String::new(),
        puzzle: "cube3".to_owned(),
        leader: None,
        choices: 0,
        differences: None,
    };
    Results { sweep: summary, version: "0.1.0".to_owned(), complete: true, ..Results::default() }
}
