//! Sweeps drawn from known laws of their trials, and the exact means of those laws.

use evocube::experiment::instance::Instance;
use evocube::experiment::record::{
    Effort, EvolutionCounts, FactorSummary, Outcome, Results, SelectionRule, StageSelection, StageSummary,
    SweepSummary, TrialOutcome, TrialRow,
};
use evocube::{Seed, Stream};

use crate::design::Stage;
use crate::distributions::normal;

/// Evaluations of a trial that spends all that it may.
const BUDGET: f64 = 100_000.0;
/// The penalty of an instance of average hardness, and the standard deviation of the penalties of one configuration.
const PENALTY: (f64, f64) = (60.0, 6.0);

/// The outcome that the effects change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// No trial solves.
    Penalty,
    /// Half of the trials solve; the others spend all evaluations, or give up after a quarter of them.
    Rate { gives_up: bool },
    /// More than nine in ten solve.
    RunTime { gives_up: bool },
    /// All trials solve, or all but one in fifty. Their moves vary as penalties do, or are one of three numbers.
    Moves { ties: bool, all_solve: bool },
}

/// The law of the moves of a solution.
#[derive(Clone, Copy, Debug)]
enum MoveLaw {
    /// A constant number.
    Fixed,
    /// Mean and standard deviation.
    Spread(f64, f64),
    /// The fewest and up to two more, each with this probability.
    Ties(f64),
}

impl MoveLaw {
    /// The fewest moves, and those of all solutions that are the same.
    const FEWEST: f64 = 20.0;

    fn mean(self) -> f64 {
        match self {
            Self::Fixed => Self::FEWEST,
            Self::Spread(mean, _) => mean,
            Self::Ties(probability) => Self::FEWEST + 2.0 * probability,
        }
    }

    fn draw(self, stream: &mut Stream) -> f64 {
        match self {
            Self::Fixed => Self::FEWEST,
            Self::Spread(mean, deviation) => mean + deviation * skewed(stream),
            Self::Ties(probability) => {
                Self::FEWEST + (0..2).map(|_| f64::from(u8::from(uniform(stream) < probability))).sum::<f64>()
            }
        }
    }
}

/// The law of the trials of one configuration on one instance.
#[derive(Clone, Copy, Debug)]
struct Law {
    /// Probability that a trial solves.
    solve: f64,
    /// Mean and standard deviation of the logarithm of the evaluations of a trial that solves, before it is cut at the budget.
    time: (f64, f64),
    /// Mean and standard deviation of the penalty of a trial that does not.
    penalty: (f64, f64),
    /// The evaluations that an unsolved trial spends.
    spent: f64,
    /// The moves of a trial that solves.
    moves: MoveLaw,
}

impl Law {
    fn new(kind: Kind, effect: f64, (shift, spread): (f64, f64)) -> Self {
        let logistic = |logit: f64| 1.0 / (1.0 + (-logit).exp());
        // Extreme effects solve always, or never.
        let rate = |base: f64| match effect {
            effect if effect >= 6.0 => 0.0,
            effect if effect <= -6.0 => 1.0,
            _ => logistic(base - effect - shift),
        };
        let given_up = |gives_up: bool| if gives_up { BUDGET / 4.0 } else { BUDGET };
        let time = |effect: f64| (BUDGET.ln() - 2.6 + 0.8 * (effect + shift / 2.0), 1.0);
        let below = |(mean, deviation): (f64, f64)| normal((BUDGET.ln() - mean) / deviation);
        let (penalty, deviation) = PENALTY;
        let unsolved = (penalty + deviation * shift, deviation);
        let varying = (unsolved.0 + deviation * effect, deviation * spread);
        let law = Self { solve: 0.0, time: time(0.0), penalty: unsolved, spent: BUDGET, moves: MoveLaw::Fixed };
        match kind {
            Kind::Penalty => Self { penalty: varying, ..law },
            Kind::Rate { gives_up } => Self { solve: rate(0.0), spent: given_up(gives_up), ..law },
            Kind::RunTime { gives_up: true } => {
                Self { solve: logistic(3.0), time: time(effect), spent: given_up(true), ..law }
            }
            Kind::RunTime { gives_up: false } => Self { solve: below(time(effect)), time: time(effect), ..law },
            Kind::Moves { ties, all_solve } => {
                let moves = if ties {
                    MoveLaw::Ties(logistic(effect + shift - 1.0))
                } else {
                    MoveLaw::Spread(varying.0, varying.1)
                };
                Self { solve: if all_solve { 1.0 } else { 0.98 }, moves, ..law }
            }
        }
    }

    /// Lowest penalty, evaluations if solved, and moves.
    fn draw(&self, stream: &mut Stream) -> (u64, Option<u64>, u64) {
        let whole = |value: f64| -> u64 {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // positive, at most the budget
            let whole = value.round().max(1.0) as u64;
            whole
        };
        if uniform(stream) >= self.solve {
            return (whole(self.penalty.0 + self.penalty.1 * skewed(stream)), None, 20);
        }
        loop {
            let time = (self.time.0 + self.time.1 * gaussian(stream)).exp();
            if time <= BUDGET {
                return (0, Some(whole(time)), whole(self.moves.draw(stream)));
            }
        }
    }

    /// The probabilities of the results, the best first: evaluations of trials that solve, in parts of their logarithm, then penalties.
    fn distribution(&self) -> Vec<f64> {
        let (mean, deviation) = self.time;
        let end = normal((BUDGET.ln() - mean) / deviation);
        let below = |part: usize| normal((BUDGET.ln() * part as f64 / TIMES as f64 - mean) / deviation) / end;
        let times = (0..TIMES).map(|part| self.solve * (below(part + 1) - if part == 0 { 0.0 } else { below(part) }));
        let (mean, deviation) = self.penalty;
        let at_most = |penalty: f64| skewed_at_most((penalty + 0.5 - mean) / deviation);
        let penalties = (1..=PENALTIES).map(|penalty| {
            // Penalties below 1 count as 1.
            let less = if penalty == 1 { 0.0 } else { at_most(penalty as f64 - 1.0) };
            let up_to = if penalty == PENALTIES { 1.0 } else { at_most(penalty as f64) };
            (1.0 - self.solve) * (up_to - less)
        });
        times.chain(penalties).collect()
    }

    /// Expected penalty, share of trials that solve, expected moves, and expected evaluations of a trial.
    fn means(&self) -> [f64; 4] {
        let (mean, deviation) = self.time;
        let z = (BUDGET.ln() - mean) / deviation;
        let time = (mean + deviation * deviation / 2.0).exp() * normal(z - deviation) / normal(z);
        let unsolved = 1.0 - self.solve;
        let time = self.solve * time + unsolved * self.spent;
        [unsolved * self.penalty.0, self.solve, self.moves.mean(), time]
    }
}

/// The parts of the logarithm of evaluations, and the largest penalty, of exact distributions.
const TIMES: usize = 400;
const PENALTIES: usize = 200;

/// The probability that [`skewed`] noise is at most a value: an exponentially modified normal law.
fn skewed_at_most(value: f64) -> f64 {
    let (deviation, rate, shift) = (0.6, 1.0 / 0.8, value + 0.8);
    let tail = (-rate * shift + rate * rate * deviation * deviation / 2.0).exp();
    normal(shift / deviation) - tail * normal(shift / deviation - rate * deviation)
}

/// The share of pairs that the first of two laws wins.
fn share_of_pairs(first: &[f64], second: &[f64]) -> f64 {
    let mut worse = 1.0;
    let share = first.iter().zip(second).map(|(a, b)| {
        worse -= b;
        a * (worse + b / 2.0)
    });
    share.sum()
}

pub(crate) fn uniform(stream: &mut Stream) -> f64 {
    (stream.below(1 << 30) as f64 + 0.5) / f64::from(1 << 30)
}

fn gaussian(stream: &mut Stream) -> f64 {
    let (radius, angle) = (uniform(stream), uniform(stream));
    (-2.0 * radius.ln()).sqrt() * (2.0 * std::f64::consts::PI * angle).cos()
}

/// Noise of mean 0, variance 1 and skewness 1.
fn skewed(stream: &mut Stream) -> f64 {
    0.6 * gaussian(stream) + 0.8 * (-uniform(stream).ln() - 1.0)
}

/// The exact laws of the configurations of a stage: of each its distribution and means on each instance, or on instances like these with
/// their weights.
#[derive(Clone, Debug, Default)]
pub(crate) struct Laws {
    weights: Vec<f64>,
    distributions: Vec<Vec<Vec<f64>>>,
    means: Vec<Vec<[f64; 4]>>,
}

impl Laws {
    fn new(weights: Vec<f64>, laws: &[Vec<Law>]) -> Self {
        let sum: f64 = weights.iter().sum();
        Self {
            weights: weights.into_iter().map(|weight| weight / sum).collect(),
            distributions: laws.iter().map(|laws| laws.iter().map(Law::distribution).collect()).collect(),
            means: laws.iter().map(|laws| laws.iter().map(Law::means).collect()).collect(),
        }
    }

    fn share(&self, first: usize, second: usize) -> f64 {
        let pairs = self.distributions[first].iter().zip(&self.distributions[second]);
        pairs.zip(&self.weights).map(|((first, second), weight)| weight * share_of_pairs(first, second)).sum()
    }

    fn mean(&self, configurations: &[usize], statistic: usize) -> f64 {
        let mean = |place: &usize| {
            let means = self.means[*place].iter().zip(&self.weights);
            means.map(|(means, weight)| weight * means[statistic]).sum::<f64>()
        };
        configurations.iter().map(mean).sum::<f64>() / configurations.len() as f64
    }
}

/// What is true of a stage.
#[derive(Clone, Debug)]
pub(crate) struct Truth {
    pub(crate) stage: Stage,
    /// On the instances of the sweep.
    here: Laws,
    /// Over all instances like these.
    everywhere: Laws,
    /// Whether each factor changes anything, for a sampled stage.
    pub(crate) is_active: Vec<bool>,
}

impl Truth {
    /// The true value of an estimate that compares the first configurations of each pair of cells with the second ones.
    pub(crate) fn difference(&self, outcome: Outcome, sides: &[(Vec<usize>, Vec<usize>)], everywhere: bool) -> f64 {
        let laws = if everywhere { &self.everywhere } else { &self.here };
        let average = |value: &dyn Fn(&[usize], &[usize]) -> f64| {
            sides.iter().map(|(first, second)| value(first, second)).sum::<f64>() / sides.len() as f64
        };
        let apart =
            |statistic: usize| average(&|first, second| laws.mean(first, statistic) - laws.mean(second, statistic));
        match outcome {
            Outcome::Wins => average(&|first, second| {
                let pairs = first.iter().flat_map(|first| second.iter().map(move |second| (*first, *second)));
                let shares: Vec<f64> = pairs.map(|(first, second)| laws.share(first, second)).collect();
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
                let expected = |side: &[usize]| laws.mean(side, 3) / laws.mean(side, 1);
                expected(&first) / expected(&second)
            }
        }
    }
}

/// A sweep before its trials are drawn.
pub(crate) struct Sweep {
    pub(crate) kind: Kind,
    pub(crate) instances: usize,
    pub(crate) repetitions: usize,
    /// Standard deviation of the hardness of instances, and of the advantages of configurations on single instances.
    pub(crate) variation: (f64, f64),
    /// Whether half of the configurations vary twice as much as the others.
    pub(crate) heteroscedastic: bool,
    pub(crate) outcome: Outcome,
    pub(crate) equivalence: Option<f64>,
    pub(crate) stages: Vec<Stage>,
}

impl Sweep {
    /// Draws the trials. `effect` says how much worse the levels of a configuration of a stage are, in standard deviations.
    pub(crate) fn draw(&self, seed: &str, effect: impl Fn(usize, &[Option<usize>]) -> f64) -> (Results, Vec<Truth>) {
        let mut stream = Seed::from_number(38).child(seed).stream();
        let hardness: Vec<f64> = (0..self.instances).map(|_| self.variation.0 * gaussian(&mut stream)).collect();
        let mut results = empty(self);
        let (mut truths, mut before, mut columns) = (vec![], 0.0, 0);
        for (number, stage) in self.stages.iter().enumerate() {
            let effects: Vec<f64> = stage.points.iter().map(|point| before + effect(number, point)).collect();
            let spread = |point: &[Option<usize>]| {
                let last = point.iter().flatten().last().unwrap_or(&0);
                if self.heteroscedastic && last % 2 == 1 { 2.0 } else { 1.0 }
            };
            let law = |point: usize, shift: f64, here: f64| {
                Law::new(self.kind, effects[point] + here, (shift, spread(&stage.points[point])))
            };
            let mut laws = vec![];
            for point in 0..stage.points.len() {
                let here = |shift: &f64| law(point, *shift, self.variation.1 * gaussian(&mut stream));
                laws.push(hardness.iter().map(here).collect::<Vec<Law>>());
            }
            let names: Vec<String> = results.sweep.instances.iter().map(|instance| instance.name.clone()).collect();
            let first = results.trials.len();
            for (point, laws) in laws.iter().enumerate() {
                let mut levels = vec![String::new(); self.stages.iter().map(|stage| stage.factors.len()).sum()];
                for (factor, name) in level_names(stage, point).into_iter().enumerate() {
                    levels[columns + factor] = name;
                }
                for (law, instance) in laws.iter().zip(&names) {
                    for repetition in 1..=self.repetitions {
                        let (best, solved, moves) = law.draw(&mut stream);
                        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
                        // a whole number of evaluations
                        let evaluations = solved.unwrap_or(law.spent as u64);
                        let number = results.trials.len() as u64 + 1;
                        let row = trial((best, evaluations, moves), (stage.name, instance, repetition as u64), number);
                        results.trials.push(TrialRow { point: point as u64 + 1, levels: levels.clone(), ..row });
                    }
                }
            }
            columns += stage.factors.len();
            let trials = &results.trials[first..];
            let here = Laws::new(vec![1.0; hardness.len()], &laws);
            let grid: Vec<f64> = (-6..=6).map(|step| f64::from(step) / 2.0).collect();
            let of_point = |point: usize| grid.iter().map(|z| law(point, self.variation.0 * z, 0.0)).collect();
            let all: Vec<Vec<Law>> = (0..stage.points.len()).map(of_point).collect();
            let everywhere = Laws::new(grid.iter().map(|z| (-z * z / 2.0).exp()).collect(), &all);
            let is_active = |factor: usize| {
                stage.points.iter().filter(|point| point[factor].is_some()).any(|point| {
                    let mut other = point.clone();
                    (0..stage.factors[factor].1.len()).any(|level| {
                        other[factor] = Some(level);
                        (effect(number, &other) - effect(number, point)).abs() > 0.0
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
            let is_active =
                |factor: usize| alone[factor] || (0..alone.len()).any(|other| alone[other] && decides(factor, other));
            let is_active = (0..alone.len()).map(is_active).collect();
            let summary = summary(stage, trials, self);
            let selected =
                summary.selected.and_then(|point| usize::try_from(point).ok()).expect("a selected point") - 1;
            before = effects[selected];
            results.sweep.stages.push(summary);
            truths.push(Truth { stage: stage.clone(), here, everywhere, is_active });
        }
        results.planned_trials = results.trials.len() as u64;
        (results, truths)
    }

    /// Whether each configuration has one trial on each instance, so that the instance is the unit of every test.
    pub(crate) fn is_paired(&self) -> bool {
        self.instances > 1 && self.repetitions == 1
    }
}

fn level_names(stage: &Stage, point: usize) -> Vec<String> {
    let name = |(level, (_, names)): (&Option<usize>, &(&str, Vec<String>))| {
        level.map_or(String::new(), |level| names[level].clone())
    };
    stage.points[point].iter().zip(&stage.factors).map(name).collect()
}

fn trial(
    (best, evaluations, htm): (u64, u64, u64),
    (stage, instance, repetition): (&str, &str, u64),
    number: u64,
) -> TrialRow {
    let outcome = TrialOutcome {
        best,
        solved: best == 0,
        reached: best == 0,
        stop: if best == 0 { "target" } else { "evaluations" }.to_owned(),
        evolution: Some(EvolutionCounts { restarts: 0, generations: 9, offspring: evaluations, evaluations }),
        htm,
        qtm: 26,
        evaluations_to_reach: (best == 0).then_some(evaluations),
    };
    TrialRow {
        trial: number,
        stage: stage.to_owned(),
        point: 0,
        levels: vec![],
        instance: instance.to_owned(),
        repetition,
        seed: number,
        outcome: Some(outcome),
    }
}

fn summary(stage: &Stage, trials: &[TrialRow], sweep: &Sweep) -> StageSummary {
    let rule = SelectionRule::Outcome;
    let mut summary = StageSummary {
        race: None,
        name: stage.name.to_owned(),
        planned_trials: trials.len() as u64,
        planned_is_bound: false,
        selection: StageSelection { rule, outcome: Outcome::Wins, comparable_penalties: true },
        factors: stage
            .factors
            .iter()
            .map(|(key, levels)| FactorSummary { key: (*key).to_owned(), levels: levels.clone() })
            .collect(),
        selected: None,
        points: (0..stage.points.len()).map(|point| level_names(stage, point)).collect(),
        outcome: sweep.outcome,
        outcomes: vec![],
        equivalence: sweep.equivalence,
        effort: Effort::default(),
    };
    summary.selected = summary.order(trials, &[]).first().map(|ranked| ranked.point as u64 + 1);
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
    };
    Results { sweep: summary, version: "0.1.0".to_owned(), complete: true, ..Results::default() }
}
