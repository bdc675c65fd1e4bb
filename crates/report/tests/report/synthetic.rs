//! Made-up results of many shapes, with the penalties that real runs have: about 100 at first, about 40 after a thousand generations.
//! Results from given outcomes are made in `outcomes`.

use evocube_cube::{Seed, Stream};
use evocube_experiment::instance::Instance;
use evocube_experiment::record::{
    BaselineRow, ConvergenceRow, Effort, EvolutionCounts, FactorSummary, FailureRow, Outcome, QuestionSummary, Results,
    SameConfigurations, SelectionRule, SolutionRow, StageSelection, StageSummary, SweepSummary, TrialOutcome, TrialRow,
};

const SOLVED_STATE: &str = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
pub(crate) const GENES: &str = "R U2 F' TEFCW/FRD L2 B' (TIECW)' U2";
const MOVES: &str = "R U2 F' L D' B2 R' U F2 L2 D B' R2 U' F L' D2 B R U'";

/// The usual rule, where all penalties are those of one objective.
pub(crate) const LOWEST_MEAN: StageSelection =
    StageSelection { rule: SelectionRule::LowestMeanBest, outcome: Outcome::Wins, comparable_penalties: true };

/// A question about a factor, with the level that it expects to be the best, if any.
pub(crate) fn question(factor: &str, better: Option<&str>) -> QuestionSummary {
    QuestionSummary {
        text: "Is it?".to_owned(),
        factor: Some(factor.to_owned()),
        outcome: None,
        better: better.map(str::to_owned),
        levels: vec![],
    }
}

/// Adds one stage after another.
pub(crate) struct Maker {
    results: Results,
    stream: Stream,
    generations: u64,
}

impl Maker {
    /// Nothing yet.
    pub(crate) fn new(name: &str, instances: &[&str], repetitions: u64, generations: u64) -> Self {
        let instances = instances
            .iter()
            .map(|name| Instance { name: (*name).to_owned(), state: SOLVED_STATE.to_owned(), goal: None })
            .collect();
        let sweep = SweepSummary {
            held_out: None,
            name: name.to_owned(),
            notes: "Which rates bring a population nearest to the solved cube?".to_owned(),
            seed: 2016,
            repetitions,
            log_every: None,
            question: None,
            stages: vec![],
            instances,
            baselines: vec!["layers".to_owned(), "kociemba".to_owned()],
            factor_columns: vec![],
            base_toml: "population = 1500\ngenome.length = 20\n".to_owned(),
            puzzle: "cube3".to_owned(),
            leader: None,
            choices: 0,
            differences: None,
        };
        let results = Results {
            sweep,
            version: "0.1.0".to_owned(),
            complete: true,
            digests: vec![("trials.csv".to_owned(), "0123456789abcdef".repeat(4))],
            ..Results::default()
        };
        Self { results, stream: Seed::from_number(7).child(name).stream(), generations }
    }

    /// Adds a stage of all combinations of levels. `floor` says near which penalty a point's trials end; below 4 they
    /// solve now and then.
    pub(crate) fn stage(mut self, name: &str, factors: &[(&str, &[&str])], floor: impl Fn(usize) -> f64) -> Self {
        let mut points: Vec<Vec<String>> = vec![vec![]];
        for (_, levels) in factors {
            points = points
                .iter()
                .flat_map(|point| levels.iter().map(|level| [&point[..], &[(*level).to_owned()]].concat()))
                .collect();
        }
        let columns = self.results.sweep.factor_columns.len();
        self.results.sweep.factor_columns.extend(factors.iter().map(|(key, _)| (*key).to_owned()));
        let mut means = vec![];
        for (index, point) in points.iter().enumerate() {
            let mut sum = 0.0;
            for instance in self.results.sweep.instances.clone() {
                for repetition in 1..=self.results.sweep.repetitions {
                    let mut levels = vec![String::new(); columns];
                    levels.extend(point.iter().cloned());
                    sum += self.trial(name, index + 1, levels, &instance.name, repetition, floor(index));
                }
            }
            means.push(sum);
        }
        let winner = (0..means.len()).min_by(|a, b| means[*a].total_cmp(&means[*b])).unwrap();
        self.results.sweep.stages.push(StageSummary {
            same: SameConfigurations::default(),
            race: None,
            name: name.to_owned(),
            planned_trials: (points.len() * self.results.sweep.instances.len()) as u64 * self.results.sweep.repetitions,
            planned_is_bound: false,
            selection: LOWEST_MEAN,
            factors: factors
                .iter()
                .map(|(key, levels)| FactorSummary::new(key, levels.iter().map(|level| (*level).to_owned()).collect()))
                .collect(),
            selected: Some(winner as u64 + 1),
            points,
            outcome: Outcome::Wins,
            outcomes: vec![],
            equivalence: None,
            effort: Effort::default(),
        });
        self
    }

    fn uniform(&mut self) -> f64 {
        self.stream.below(1 << 20) as f64 / f64::from(1 << 20)
    }

    fn trial(
        &mut self,
        stage: &str,
        point: usize,
        levels: Vec<String>,
        instance: &str,
        repetition: u64,
        floor: f64,
    ) -> f64 {
        let trial = self.results.trials.len() as u64 + 1;
        let goal = (floor + 12.0 * (self.uniform() - 0.5)).max(0.0).round();
        let pace = 60.0 + 160.0 * self.uniform();
        let (mut best, mut restarts, mut since, mut last) = (98 + self.stream.below(8), 0, 0_u64, 0);
        let mut lowest = best;
        for generation in 0..=self.generations {
            let target = goal + (100.0 - goal) * (-(since as f64) / pace).exp();
            if (best as f64) > target + 1.0 && self.uniform() < 0.5 {
                best -= (1 + self.stream.below(4)).min(best);
            }
            since += 1;
            // Half of the trials are made anew when they stand still for long.
            if trial.is_multiple_of(2) && since > 450 && best > 0 {
                (best, since, restarts) = (95 + self.stream.below(8), 0, restarts + 1);
            }
            let worst = 118 + self.stream.below(22);
            let midrange = (best + worst) as f64 / 2.0;
            lowest = lowest.min(best);
            last = generation;
            self.results.convergence.push(ConvergenceRow {
                trial,
                generation,
                evaluations: 1500 + generation * 1100,
                best,
                worst,
                mean: midrange,
                midrange,
                std: 9.5,
                distinct: 900,
                children_better: 120,
                children_worse: 300,
                restarts,
                observed: Vec::new(),
            });
            if best == 0 {
                break;
            }
        }
        let outcome = TrialOutcome {
            best: lowest,
            solved: lowest == 0,
            reached: lowest == 0,
            stop: if lowest == 0 { "target" } else { "generations" }.into(),
            evolution: Some(EvolutionCounts {
                restarts,
                generations: last,
                offspring: 1500 * (last + 1),
                evaluations: 1500 + last * 1100,
            }),
            htm: 20,
            qtm: 26,
            evaluations_to_reach: (lowest == 0).then_some(1500 + last * 1100),
        };
        self.results.solutions.push(SolutionRow {
            trial,
            instance: instance.to_owned(),
            moves: MOVES.to_owned(),
            genes: GENES.to_owned(),
            htm: 20,
            qtm: 26,
            penalty: lowest,
            state: SOLVED_STATE.to_owned(),
        });
        self.results.trials.push(TrialRow {
            trial,
            stage: stage.into(),
            point: point as u64,
            levels: levels.into(),
            instance: instance.into(),
            repetition,
            seed: 1000 + trial,
            outcome: Some(outcome),
        });
        lowest as f64
    }

    /// The results, with baselines.
    pub(crate) fn done(mut self) -> Results {
        let columns = self.results.sweep.factor_columns.len();
        for trial in &mut self.results.trials {
            let missing = columns - trial.levels.len();
            trial.levels = trial.levels.iter().cloned().chain(vec![String::new(); missing]).collect();
        }
        for instance in &self.results.sweep.instances {
            for (solver, htm, nodes) in [("layers", 78, 412), ("kociemba", 21, 60_211)] {
                self.results.baselines.push(BaselineRow {
                    instance: instance.name.clone(),
                    solver: solver.to_owned(),
                    solved: true,
                    htm: Some(htm),
                    qtm: Some(htm + 12),
                    nodes,
                    moves: MOVES.to_owned(),
                });
            }
        }
        self.results.planned_trials = self.results.trials.len() as u64;
        self.results
    }
}

/// Cuts a folder as an interruption does: the last trials, and the selected configuration of the last stage, are not there yet.
pub(crate) fn cut(mut results: Results, trials: usize) -> Results {
    let last = results.trials[trials - 1].trial;
    results.trials.truncate(trials);
    results.convergence.retain(|row| row.trial <= last);
    results.solutions.retain(|row| row.trial <= last);
    results.complete = false;
    let reached = results.trials[trials - 1].stage.clone();
    let mut open = false;
    for stage in &mut results.sweep.stages {
        open |= *stage.name == *reached;
        if open {
            stage.selected = None;
        }
    }
    results
}

/// Makes every seventh trial a failed one.
pub(crate) fn break_some(mut results: Results) -> Results {
    for trial in results.trials.iter_mut().filter(|trial| trial.trial % 7 == 3) {
        trial.outcome = None;
    }
    let failed: Vec<u64> =
        results.trials.iter().filter(|trial| trial.outcome.is_none()).map(|trial| trial.trial).collect();
    results.solutions.retain(|row| !failed.contains(&row.trial));
    results.failures =
        failed.iter().map(|trial| FailureRow { trial: *trial, reason: "the kernel said no".to_owned() }).collect();
    results
}

const RATES: &[&str] = &["0.01", "0.1", "0.15", "0.3", "0.5"];
const CROSSOVER: &[&str] = &["0.1", "0.3", "0.5", "0.7", "0.9"];

/// Five stages like those of B. L. Sousa's paper.
pub(crate) fn sousa() -> Results {
    Maker::new("sousa", &["example-1", "example-2"], 5, 1000)
        .stage(
            "population",
            &[("population", &["500", "1000", "1500", "2000"]), ("stop.generations", &["500", "1000"])],
            |point| 50.0 - point as f64,
        )
        .stage(
            "crossover-mutation",
            &[("crossover.one-point.rate", CROSSOVER), ("mutation.uniform.individual-rate", RATES)],
            |point| 36.0 + ((point * 7) % 25) as f64 * 0.6,
        )
        .stage("gene-rate", &[("mutation.uniform.gene-rate", RATES)], |point| 30.0 + 6.0 * point as f64)
        .stage("tournament", &[("selection.tournament.size", &["2", "3", "5", "7", "10"])], |point| {
            [2.0, 4.0, 12.0, 30.0, 41.0][point]
        })
        .stage("elitism", &[("elitism", &["0", "1"])], |point| 40.0 - 3.0 * point as f64)
        .done()
}

/// One factor.
pub(crate) fn one_factor(repetitions: u64) -> Results {
    Maker::new("one", &["example-1"], repetitions, 300)
        .stage("main", &[("selection.tournament.size", &["2", "3", "5"])], |point| 3.0 + 12.0 * point as f64)
        .done()
}

/// No factor, three instances, one with a name that HTML has to be told about.
pub(crate) fn no_factor() -> Results {
    Maker::new("none", &["example-1", "Tom & <Jerry>", "random-3"], 6, 400).stage("main", &[], |_| 8.0).done()
}

/// Three factors, levels that are whole tables, notes and names that try to get out of the page.
pub(crate) fn three_factors() -> Results {
    let operators: &[&str] = &[
        "{ tournament = { size = 3, replacement = true } }",
        "{ tournament = { size = 7, replacement = false } }",
        "{ rank = { pressure = 1.8 } }",
    ];
    let mut results = Maker::new("three | <b>factors</b> & more", &["a"], 2, 200)
        .stage(
            "a stage of *three* factors with quite a long name, longer than most people would ever give to one",
            &[("selection", operators), ("elitism", &["0", "1"]), ("genome.length", &["20", "30", "40", "50"])],
            |point| 20.0 + point as f64,
        )
        .stage(
            "tables",
            &[
                ("selection", operators),
                ("crossover", &["{ one-point = { rate = 0.3 } }", "{ uniform = { rate = 0.9 } }"]),
            ],
            |point| 22.0 + point as f64,
        )
        .stage("table", &[("selection", operators)], |point| 22.0 + point as f64)
        .done();
    results.sweep.notes =
        "Does <script>alert('this')</script> run?\n\nIt must not: `code`, *stars* & | bars.".to_owned();
    results
}

/// Twenty levels in each of two factors, and twelve in the only factor of another stage.
pub(crate) fn many_levels() -> Results {
    let twenty: Vec<String> = (1..=20).map(|level| format!("0.{level:02}5")).collect();
    let twenty: Vec<&str> = twenty.iter().map(String::as_str).collect();
    Maker::new("many", &["a"], 1, 60)
        .stage("map", &[("crossover.one-point.rate", &twenty), ("mutation.uniform.gene-rate", &twenty)], |point| {
            30.0 + (point % 20) as f64
        })
        .stage("levels", &[("genome.length", &twenty[..12])], |point| 30.0 + point as f64)
        .done()
}

/// Configurations by tens, up to 990, with a hundred logged generations a trial.
pub(crate) fn large(points: usize, repetitions: u64) -> Results {
    let rates = |count: usize| (1..=count).map(|level| format!("0.{level:02}")).collect::<Vec<_>>();
    let (ten, others) = (rates(10), rates(points / 10));
    let [ten, others] = [&ten, &others].map(|rates| rates.iter().map(String::as_str).collect::<Vec<_>>());
    Maker::new("large", &["a"], repetitions, 100)
        .stage("main", &[("crossover.one-point.rate", &ten), ("mutation.uniform.gene-rate", &others)], |point| {
            20.0 + (point % 13) as f64
        })
        .done()
}
