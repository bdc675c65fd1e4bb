//! The cells of the simulation: designs, laws, effects, instances and repetitions.

use crate::design::Stage;
use crate::sweeps::{Kind, Sweep};
use evocube::experiment::record::Outcome;

/// The designs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Two levels.
    Two,
    /// Five numbers.
    Numbers,
    /// Nine names.
    Nine,
    /// 3 × 2 × 2 levels.
    Factorial,
    /// 5 × 5 levels.
    Grid,
    /// Three algorithms, each with a factor of its own or none, crossed with another factor.
    Tree,
    /// A factor within a level of a factor within a level of a factor.
    Deep,
    /// 64 points of a sample of eight numbers.
    Sobol,
    /// 60 points of a sample, with a number that applies to one of two algorithms.
    Sample,
    /// Seven points of a sample of six numbers.
    Small,
    /// Three stages.
    Staged,
}

/// The effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effects {
    /// None.
    None,
    /// One factor or level differs, others do not.
    Part,
    /// Most factors differ, and some interact.
    Full,
    /// One factor separates all trials, others have no effect.
    Separation,
}

/// A cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    pub(crate) shape: Shape,
    pub(crate) kind: Kind,
    pub(crate) effects: Effects,
    pub(crate) size: (usize, usize),
    /// Factor of the effects.
    pub(crate) strength: f64,
    /// Standard deviation of the advantages of configurations on single instances.
    pub(crate) instance_deviation: f64,
    pub(crate) equivalence: Option<f64>,
    /// The outcome of the sweep.
    pub(crate) outcome: Outcome,
}

const PENALTY: Kind = Kind::Penalty;
const RATE: Kind = Kind::Rate { gives_up: false };
const RUN_TIME: Kind = Kind::RunTime { gives_up: false };
const MOVES: Kind = Kind::Moves { ties: false, all_solve: true };
const TIES: Kind = Kind::Moves { ties: true, all_solve: true };

const fn cell(shape: Shape, kind: Kind, effects: Effects, size: (usize, usize), strength: f64) -> Cell {
    let outcome = if let Kind::Moves { .. } = kind { Outcome::Moves } else { Outcome::Wins };
    Cell { shape, kind, effects, size, strength, instance_deviation: 0.0, equivalence: None, outcome }
}

impl Cell {
    const fn instance_deviation(self, deviation: f64) -> Self {
        Self { instance_deviation: deviation, ..self }
    }

    const fn outcome(self, outcome: Outcome) -> Self {
        Self { outcome, ..self }
    }

    const fn equivalence(self, margin: f64) -> Self {
        Self { equivalence: Some(margin), ..self }
    }

    pub(crate) fn name(&self) -> String {
        let (instances, repetitions) = self.size;
        let kind = match self.kind {
            Kind::Penalty => "penalty",
            Kind::Rate { gives_up: false } => "rate",
            Kind::Rate { gives_up: true } => "rate, gives up",
            Kind::RunTime { gives_up: false } => "run time",
            Kind::RunTime { gives_up: true } => "run time, gives up",
            Kind::Moves { all_solve: false, .. } => "moves, some unsolved",
            Kind::Moves { ties: false, .. } => "moves",
            Kind::Moves { ties: true, .. } => "moves, ties",
        };
        let mut name = format!("{:?} {kind} {:?} {instances}×{repetitions}", self.shape, self.effects);
        if self.outcome != Outcome::Wins {
            name.push_str(&format!(" by {}", self.outcome));
        }
        if self.instance_deviation > 0.0 {
            name.push_str(" varying");
        }
        if let Some(margin) = self.equivalence {
            name.push_str(&format!(" ±{margin}"));
        }
        name
    }

    pub(crate) fn sweep(&self) -> Sweep {
        Sweep {
            kind: self.kind,
            instances: self.size.0,
            repetitions: self.size.1,
            variation: (1.0, self.instance_deviation),
            // Penalties and moves with one effect, and those of samples, have equal variances.
            heteroscedastic: matches!(self.kind, Kind::Penalty | Kind::Moves { .. })
                && self.effects != Effects::Part
                && !matches!(self.shape, Shape::Sobol | Shape::Sample),
            outcome: self.outcome,
            equivalence: self.equivalence,
            stages: self.shape.stages(),
        }
    }

    /// How much worse a configuration is than another one.
    pub(crate) fn effect(&self, stage: usize, levels: &[Option<usize>]) -> f64 {
        self.strength * self.shape.effect(self.effects, stage, levels)
    }
}

/// All cells.
pub(crate) const CELLS: &[Cell] = {
    use Effects::{Full, None, Part, Separation};
    use Shape::{Deep, Factorial, Grid, Nine, Numbers, Sample, Small, Sobol, Staged, Tree, Two};
    &[
        cell(Two, PENALTY, None, (1, 4), 1.0),
        cell(Two, PENALTY, Part, (12, 1), 0.8),
        cell(Two, PENALTY, Part, (31, 3), 0.5).instance_deviation(0.5),
        cell(Two, RATE, None, (3, 3), 1.0),
        cell(Two, RATE, Part, (5, 10), 1.0),
        cell(Two, RATE, Separation, (1, 24), 1.0),
        cell(Two, RATE, Separation, (4, 1), 1.0),
        cell(Two, RUN_TIME, Part, (12, 5), 0.5),
        cell(Two, Kind::RunTime { gives_up: true }, None, (3, 31), 0.5),
        cell(Two, Kind::Rate { gives_up: true }, Part, (3, 20), 0.8),
        cell(Numbers, PENALTY, None, (3, 5), 1.0),
        cell(Numbers, PENALTY, Full, (3, 31), 1.2),
        cell(Numbers, PENALTY, Part, (1, 15), 1.5).outcome(Outcome::Penalty).equivalence(9.0),
        cell(Numbers, PENALTY, None, (3, 20), 1.0).equivalence(30.0),
        cell(Numbers, RATE, None, (31, 1), 1.0).outcome(Outcome::Solved).equivalence(40.0),
        cell(Numbers, RATE, Part, (12, 5), 1.5),
        cell(Numbers, RATE, Full, (3, 31), 4.0),
        cell(Numbers, RATE, Separation, (3, 5), 1.0),
        cell(Numbers, RUN_TIME, None, (3, 10), 1.0).outcome(Outcome::RunTime).equivalence(3.0),
        cell(Numbers, RUN_TIME, Part, (12, 3), 1.0),
        cell(Numbers, RUN_TIME, Full, (3, 31), 3.0),
        cell(Nine, PENALTY, None, (1, 10), 1.0),
        cell(Nine, PENALTY, Part, (12, 1), 1.5),
        cell(Nine, PENALTY, None, (8, 5), 1.0).instance_deviation(0.7),
        cell(Nine, RATE, None, (3, 10), 1.0).outcome(Outcome::Solved),
        cell(Nine, RATE, Part, (5, 10), 2.0),
        cell(Nine, RUN_TIME, None, (12, 1), 1.0),
        cell(Nine, RUN_TIME, Part, (3, 15), 1.0),
        cell(Factorial, PENALTY, None, (3, 5), 1.0),
        cell(Factorial, PENALTY, Part, (1, 5), 0.8),
        cell(Factorial, PENALTY, Full, (3, 10), 0.5).outcome(Outcome::Penalty),
        cell(Factorial, PENALTY, Separation, (5, 1), 0.4),
        cell(Factorial, RATE, None, (3, 10), 1.0),
        cell(Factorial, RATE, Part, (12, 1), 1.2),
        cell(Factorial, RATE, Full, (3, 20), 1.0).outcome(Outcome::Solved),
        cell(Factorial, RATE, Separation, (3, 5), 1.0),
        cell(Factorial, RUN_TIME, Part, (5, 5), 0.5),
        cell(Factorial, RUN_TIME, Full, (12, 3), 0.6),
        cell(Grid, PENALTY, Part, (1, 2), 1.2),
        cell(Grid, PENALTY, Full, (3, 3), 1.0),
        cell(Grid, RATE, None, (5, 1), 1.0),
        cell(Tree, PENALTY, None, (3, 5), 1.0),
        cell(Tree, PENALTY, Part, (1, 10), 0.7),
        cell(Tree, PENALTY, Full, (3, 10), 0.7),
        cell(Tree, RATE, None, (3, 5), 1.0),
        cell(Tree, RATE, Full, (12, 3), 1.2),
        cell(Tree, RUN_TIME, Part, (31, 1), 0.5).outcome(Outcome::RunTime),
        cell(Deep, PENALTY, Full, (3, 7), 0.8),
        cell(Deep, RATE, Part, (31, 3), 0.8),
        cell(Sobol, PENALTY, None, (3, 1), 1.0),
        cell(Sobol, PENALTY, Full, (3, 3), 1.0),
        cell(Sobol, RATE, Part, (5, 2), 1.5),
        cell(Sample, PENALTY, Part, (3, 3), 1.0),
        cell(Sample, RUN_TIME, Full, (3, 2), 1.0),
        cell(Small, PENALTY, None, (3, 2), 1.0),
        cell(Staged, PENALTY, None, (3, 5), 1.0),
        cell(Staged, PENALTY, Part, (3, 7), 1.0),
        cell(Staged, RATE, Part, (5, 7), 1.2),
        cell(Staged, RUN_TIME, Full, (3, 10), 0.6),
        cell(Two, MOVES, None, (1, 4), 1.0),
        cell(Two, MOVES, Part, (12, 1), 0.8),
        cell(Two, MOVES, Part, (31, 3), 0.5).instance_deviation(0.5),
        cell(Two, TIES, None, (3, 3), 1.0),
        cell(Two, TIES, Part, (5, 10), 1.0),
        cell(Numbers, MOVES, None, (3, 5), 1.0).equivalence(9.0),
        cell(Numbers, TIES, Part, (12, 3), 1.5),
        cell(Nine, MOVES, None, (12, 1), 1.0),
        cell(Nine, TIES, Part, (3, 10), 2.0),
        cell(Factorial, MOVES, Full, (3, 10), 0.5),
        cell(Factorial, TIES, None, (12, 1), 1.0),
        cell(Factorial, Kind::Moves { ties: false, all_solve: false }, Part, (3, 2), 0.5),
        cell(Grid, MOVES, Full, (1, 2), 1.0),
        cell(Tree, MOVES, Full, (5, 4), 0.7),
        cell(Sobol, MOVES, Full, (3, 3), 1.0),
        cell(Sample, TIES, None, (3, 2), 1.0),
        cell(Staged, MOVES, Part, (3, 5), 1.0),
    ]
};

impl Shape {
    fn stages(self) -> Vec<Stage> {
        let population = ("population", &["100", "200", "400", "800", "1600"][..]);
        let elitism = ("elitism", &["0", "1"][..]);
        let rate = ("crossover.rate", &["0.1", "0.3", "0.5", "0.7", "0.9"][..]);
        let single = |factors: &[(&'static str, &[&str])]| Stage::factorial("main", factors);
        let stage = match self {
            Self::Two => single(&[("crossover", &["one-point", "uniform"])]),
            Self::Numbers => single(&[population]),
            Self::Nine => single(&[("mutation", &["a", "b", "c", "d", "e", "f", "g", "h", "i"])]),
            Self::Factorial => single(&[("population", &["100", "200", "400"]), elitism, ("tournament", &["2", "3"])]),
            Self::Grid => single(&[population, rate]),
            Self::Tree => {
                let algorithms = ("algorithm", &["genetic", "annealing", "random"][..]);
                let start = ("start", &["greedy", "uniform"][..]);
                let rate = ("crossover.rate", &["0.1", "0.5", "0.9"][..]);
                let all = single(&[algorithms, start, rate, ("cooling", &["fast", "slow"])]);
                all.conditional(|point, factor| match factor {
                    2 => point[0] == Some(0),
                    3 => point[0] == Some(1),
                    _ => true,
                })
            }
            Self::Deep => {
                let algorithms = ("algorithm", &["genetic", "annealing"][..]);
                let selection = ("selection", &["tournament", "rank"][..]);
                let all = single(&[algorithms, selection, ("size", &["2", "3", "5"]), ("cooling", &["fast", "slow"])]);
                all.conditional(|point, factor| match factor {
                    1 => point[0] == Some(0),
                    2 => point[0] == Some(0) && point[1] == Some(0),
                    3 => point[0] == Some(1),
                    _ => true,
                })
            }
            Self::Sobol => sampled(64, &["a", "b", "c", "d", "e", "f", "g", "h"]),
            Self::Small => sampled(7, &["a", "b", "c", "d", "e", "f"]),
            Self::Sample => {
                let mut stage = sampled(60, &["rate", "size"]);
                stage.factors.insert(0, ("algorithm", vec!["genetic".to_owned(), "annealing".to_owned()]));
                for (number, point) in stage.points.iter_mut().enumerate() {
                    point.insert(0, Some(number % 2));
                    point[1] = point[1].filter(|_| number % 2 == 0);
                }
                stage
            }
            Self::Staged => {
                let numbers = ("population", &["100", "200", "400"][..]);
                return vec![
                    Stage::factorial("first", &[numbers, elitism]),
                    Stage::factorial("second", &[("tournament", &["2", "3", "5", "7"])]),
                    Stage::factorial("third", &[("start", &["greedy", "uniform"])]),
                ];
            }
        };
        vec![stage]
    }

    /// How much worse than the best levels some levels are, in standard deviations.
    fn effect(self, effects: Effects, stage: usize, levels: &[Option<usize>]) -> f64 {
        let level = |factor: usize| levels[factor];
        let number = |factor: usize| levels[factor].map_or(0.0, |level| level as f64);
        let is = |factor: usize, place: usize| f64::from(u8::from(levels[factor] == Some(place)));
        // Of a sample, numbers from -1 to 1.
        let sampled = |factor: usize, count: usize| {
            level(factor).map_or(0.0, |level| 2.0 * level as f64 / (count - 1) as f64 - 1.0)
        };
        match (self, effects) {
            (_, Effects::None) => 0.0,
            (_, Effects::Separation) => {
                if level(0) == Some(0) {
                    -7.0
                } else {
                    7.0
                }
            }
            (Self::Two, _) => is(0, 1),
            (Self::Numbers, Effects::Part) => is(0, 0) + 0.7 * is(0, 1),
            (Self::Numbers, _) => 1.0 - number(0) / 4.0,
            // Two are the best.
            (Self::Nine, _) => [0.0, 0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.0][level(0).unwrap_or(0)],
            (Self::Factorial, Effects::Part) => is(0, 0),
            (Self::Factorial, _) => number(0) + is(1, 1) + if level(0) == Some(2) { is(2, 1) } else { 0.0 },
            (Self::Grid, Effects::Part) => number(1) / 4.0,
            (Self::Grid, _) => (number(0) - number(1)).abs() / 2.0,
            (Self::Tree, Effects::Part) => f64::from(u8::from(level(0) != Some(0))),
            (Self::Tree, _) => is(0, 2) + number(2) / 2.0 + if level(0) == Some(1) { is(1, 1) } else { 0.0 },
            (Self::Deep, Effects::Part) => is(2, 0),
            (Self::Deep, _) => is(0, 1) + number(2) / 2.0 + is(1, 1),
            (Self::Sobol, Effects::Part) => sampled(0, 64),
            (Self::Sobol, _) => {
                sampled(0, 64) - 0.8 * sampled(1, 64)
                    + sampled(2, 64).powi(2)
                    + 0.6 * sampled(3, 64)
                    + 0.4 * sampled(4, 64)
            }
            (Self::Sample, Effects::Part) => sampled(1, 60),
            (Self::Sample, _) => is(0, 1) + sampled(1, 60) + sampled(2, 60).powi(2),
            (Self::Small, _) => sampled(0, 7),
            (Self::Staged, Effects::Part) => {
                if stage == 1 {
                    is(0, 3)
                } else {
                    0.0
                }
            }
            (Self::Staged, _) => match stage {
                0 => number(0) + if level(0) == Some(0) { is(1, 1) } else { 0.0 },
                1 => is(0, 0),
                _ => is(0, 1),
            },
        }
    }
}

/// A sample of numbers: one point in each of `count` parts of the range of each factor, in an order that looks random.
fn sampled(count: usize, keys: &[&'static str]) -> Stage {
    // Multiples of the golden ratio and others: a lattice, by the ranks of its points.
    let ranks = |factor: usize| -> Vec<usize> {
        let step = (2.0_f64 + factor as f64).sqrt() * 1.618_034 + 0.31 * factor as f64;
        let place = |point: usize| ((point as f64 + 1.0) * step + 0.37 * ((point * (factor + 3)) % 11) as f64).fract();
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by(|a, b| place(*a).total_cmp(&place(*b)));
        let mut ranks = vec![0; count];
        order.into_iter().enumerate().for_each(|(rank, point)| ranks[point] = rank);
        ranks
    };
    let ranks: Vec<Vec<usize>> = (0..keys.len()).map(ranks).collect();
    let names: Vec<String> = (0..count).map(|level| format!("{:.3}", (level as f64 + 0.5) / count as f64)).collect();
    Stage {
        name: "main",
        factors: keys.iter().map(|key| (*key, names.clone())).collect(),
        points: (0..count).map(|point| ranks.iter().map(|ranks| Some(ranks[point])).collect()).collect(),
        is_sampled: true,
    }
}
