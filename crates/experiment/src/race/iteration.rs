//! [`Race`]: the state of a race, and one iteration of it.

use std::collections::BTreeMap;

use super::elimination::survivors;
use super::parameter_space::{Configuration, ParameterSpace};
use super::trial_log::{PlannedTrial, TrialLog};
use super::{Elite, FIRST_TESTS, LEVEL, NEW_TESTS, PATIENCE, RaceError, max_elites};
use crate::instance::seed_keys;
use crate::sweep::Sweep;
use evocube_cube::rng::Seed;
use evocube_engine::evolve::config::TrialConfig;
use evocube_stats::{friedman, mean, median};

/// The state of a race. A test is an instance with a seed.
pub(super) struct Race<'a> {
    sweep: &'a Sweep,
    seed: Seed,
    /// Part of the seeds that the trials on each instance share.
    instance_keys: Vec<String>,
    pub(super) space: ParameterSpace<'a>,
    pub(super) log: TrialLog<'a>,
    pub(super) configurations: Vec<Configuration>,
    points: Vec<TrialConfig>,
    /// Costs by configuration, then test.
    costs: Vec<BTreeMap<usize, f64>>,
    /// Instance and repetition of each test, in the order of use.
    tests: Vec<(usize, u64)>,
    /// Number of tests in use.
    used_tests: usize,
    /// Number of trials so far.
    pub(super) used: u64,
}

/// Participants of an iteration: first the elites of the iteration before.
pub(super) struct Participants {
    pub(super) all: Vec<usize>,
    pub(super) elites: usize,
}

/// Result of an iteration.
pub(super) struct RaceIteration {
    /// Surviving configurations, best first.
    pub(super) ranked: Vec<usize>,
    /// Number of tests that all survivors have run.
    pub(super) tests: usize,
}

impl<'a> Race<'a> {
    pub(super) fn new(sweep: &'a Sweep, space: ParameterSpace<'a>, log: TrialLog<'a>) -> Self {
        Self {
            sweep,
            seed: sweep.master().child("race"),
            instance_keys: seed_keys(sweep.puzzle(), &sweep.instances),
            space,
            log,
            configurations: Vec::new(),
            points: Vec::new(),
            costs: Vec::new(),
            tests: Vec::new(),
            used_tests: 0,
            used: 0,
        }
    }

    /// Returns the number of configurations that `trials` trials allow. Later iterations have fewer configurations with more
    /// tests each. Trials that elites have run before are free.
    pub(super) fn affordable(&self, trials: u64, iteration: u32, elites: &[usize]) -> usize {
        let counts = elites.iter().map(|&elite| self.costs[elite].len());
        let (most, saved) = (counts.clone().max().unwrap_or(0), counts.sum::<usize>() as u64);
        let tests = FIRST_TESTS + usize::try_from(iteration.min(5)).expect("at most 5");
        let tests = if elites.is_empty() { tests } else { tests.max(most + NEW_TESTS) };
        usize::try_from((trials + saved) / tests as u64).unwrap_or(usize::MAX)
    }

    /// Returns the elites and new configurations, `count` together.
    pub(super) fn participants(
        &mut self,
        count: usize,
        elites: &[usize],
        (iteration, planned): (u32, u32),
    ) -> Result<Participants, RaceError> {
        let new = if iteration == 1 {
            self.space.first(count)?
        } else {
            let progress = f64::from(iteration - 1) / f64::from(planned);
            let mut stream = self.seed.child("around").child(&iteration.to_string()).stream();
            let count = count.saturating_sub(elites.len());
            self.space.around(&mut self.configurations, elites, count, (iteration, progress), &mut stream)
        };
        let mut all = elites.to_vec();
        all.extend(self.configurations.len()..self.configurations.len() + new.len());
        self.points.extend(new.iter().map(|configuration| configuration.point.clone()));
        self.costs.extend(new.iter().map(|_| BTreeMap::new()));
        self.configurations.extend(new);
        Ok(Participants { all, elites: elites.len() })
    }

    /// Returns the next test that no configuration has run.
    fn new_test(&mut self) -> usize {
        if self.used_tests == self.tests.len() {
            // Every instance once more, in another order.
            let round = (self.tests.len() / self.sweep.instances.len()) as u64 + 1;
            let mut cubes: Vec<usize> = (0..self.sweep.instances.len()).collect();
            self.seed.child("order").child(&round.to_string()).stream().shuffle(&mut cubes);
            self.tests.extend(cubes.into_iter().map(|cube| (cube, round)));
        }
        self.used_tests += 1;
        self.used_tests - 1
    }

    /// Runs an iteration with at most `trials` trials. It begins with new tests, continues with the tests of the elites in another
    /// order, and then with new ones. An elite is not eliminated before the others have run all of its tests.
    pub(super) fn run(
        &mut self,
        participants: &Participants,
        iteration: u32,
        trials: u64,
    ) -> Result<RaceIteration, RaceError> {
        let most = self.used + trials;
        let (elites, others) = participants.all.split_at(participants.elites);
        let mut order: Vec<usize> = Vec::new();
        if !elites.is_empty() {
            let mut old: Vec<usize> = elites.iter().flat_map(|&elite| self.costs[elite].keys().copied()).collect();
            old.sort_unstable();
            old.dedup();
            self.seed.child("shuffle").child(&iteration.to_string()).stream().shuffle(&mut old);
            order.extend((0..NEW_TESTS).map(|_| self.new_test()));
            order.extend(old);
        }
        let planned = order.len();
        let least = max_elites(self.space.factors().len());
        let mut active: Vec<usize> = participants.all.clone();
        let (mut tests, mut idle) = (0, 0);
        loop {
            let next = if tests == 0 { FIRST_TESTS } else { tests + 1 };
            let tests_before = self.used_tests;
            while order.len() < next {
                order.push(self.new_test());
            }
            let runs = self.missing(&active, &order[tests..next], iteration);
            if tests > 0 && self.used + runs.len() as u64 > most {
                self.used_tests = tests_before;
                break;
            }
            self.measure(&runs)?;
            tests = next;
            let blocks = self.blocks(&active, &order[..tests]);
            let stays = survivors(&blocks, LEVEL);
            let is_safe = |place: &usize| {
                elites.contains(place)
                    && order
                        .get(tests..planned)
                        .is_some_and(|rest| rest.iter().any(|test| self.costs[*place].contains_key(test)))
            };
            let count = active.len();
            let (stay, eliminated): (Vec<_>, Vec<_>) =
                active.iter().zip(stays).partition(|(place, stays)| *stays || is_safe(place));
            let eliminated: Vec<usize> = eliminated.into_iter().map(|(place, _)| *place).collect();
            active = stay.into_iter().map(|(place, _)| *place).collect();
            eliminated.into_iter().for_each(|place| self.configurations[place].elimination = Some((iteration, tests)));
            if tests < planned {
                if !active.iter().any(|place| others.contains(place)) {
                    break;
                }
                continue;
            }
            idle = if active.len() < count { 0 } else { idle + 1 };
            if active.len() <= least || idle >= PATIENCE {
                break;
            }
        }
        Ok(RaceIteration { ranked: self.ranked(&active, &order[..tests]), tests })
    }

    /// Returns the trials of these configurations on these tests that have not run.
    fn missing(&self, configurations: &[usize], tests: &[usize], iteration: u32) -> Vec<PlannedTrial> {
        let mut runs = Vec::new();
        for &test in tests {
            let (instance, repetition) = self.tests[test];
            let key = &self.instance_keys[instance];
            let seed = self.seed.child("trial").child(key).child(&repetition.to_string()).number();
            for &point in configurations.iter().filter(|&&point| !self.costs[point].contains_key(&test)) {
                runs.push(PlannedTrial {
                    iteration,
                    configuration: point + 1,
                    point,
                    instance,
                    repetition,
                    seed,
                    test,
                });
            }
        }
        runs
    }

    fn measure(&mut self, runs: &[PlannedTrial]) -> Result<(), RaceError> {
        let results = self.log.run(runs, &self.points)?;
        for (run, ran) in runs.iter().zip(results) {
            self.costs[run.point].insert(run.test, ran.cost);
        }
        self.used += runs.len() as u64;
        Ok(())
    }

    /// Returns the costs of configurations on tests that all have run, one block per test.
    fn blocks(&self, configurations: &[usize], tests: &[usize]) -> Vec<Vec<f64>> {
        tests.iter().map(|test| configurations.iter().map(|place| self.costs[*place][test]).collect()).collect()
    }

    /// Ranks by the number of tests, most first, then by mean rank on them, then by mean cost.
    fn ranked(&self, active: &[usize], tests: &[usize]) -> Vec<usize> {
        let ranks =
            friedman(&self.blocks(active, tests)).map_or_else(|| vec![1.0; active.len()], |test| test.mean_ranks);
        let mut ranked: Vec<(usize, f64)> = active.iter().copied().zip(ranks).collect();
        ranked.sort_by(|a, b| {
            let key = |place: usize| (std::cmp::Reverse(self.costs[place].len()), self.elite(place).mean_cost);
            let ((tests, cost), (other_tests, other_cost)) = (key(a.0), key(b.0));
            tests.cmp(&other_tests).then(a.1.total_cmp(&b.1)).then(cost.total_cmp(&other_cost)).then(a.0.cmp(&b.0))
        });
        ranked.into_iter().map(|(place, _)| place).collect()
    }

    /// Returns the summary of a configuration.
    pub(super) fn elite(&self, place: usize) -> Elite {
        let costs: Vec<f64> = self.costs[place].values().copied().collect();
        Elite {
            configuration: place + 1,
            settings: self.space.texts(&self.configurations[place].settings),
            tests: costs.len(),
            mean_cost: mean(&costs).unwrap_or(f64::INFINITY),
            median_cost: median(&costs).unwrap_or(f64::INFINITY),
        }
    }

    /// Returns the columns of `configurations.csv`.
    pub(super) fn header(&self) -> Vec<String> {
        let first = ["configuration", "iteration", "parent"].map(str::to_owned);
        let keys = self.space.factors().iter().map(|factor| factor.key.clone());
        let last = ["tests", "mean_cost", "median_cost", "left_in", "left_after"].map(str::to_owned);
        first.into_iter().chain(keys).chain(last).collect()
    }

    /// Returns the row of a configuration in `configurations.csv`.
    pub(super) fn row(&self, place: usize) -> Vec<String> {
        let Elite { configuration, settings, tests, mean_cost, median_cost } = self.elite(place);
        let Configuration { iteration, parent, elimination, .. } = &self.configurations[place];
        let parent = parent.map_or(String::new(), |parent| (parent + 1).to_string());
        let cost = |cost: f64| if cost.is_finite() { format!("{cost:.4}") } else { String::new() };
        let (left_in, left_after) = elimination
            .map_or((String::new(), String::new()), |(iteration, tests)| (iteration.to_string(), tests.to_string()));
        let first = [configuration.to_string(), iteration.to_string(), parent];
        let last = [tests.to_string(), cost(mean_cost), cost(median_cost), left_in, left_after];
        first.into_iter().chain(settings).chain(last).collect()
    }
}
