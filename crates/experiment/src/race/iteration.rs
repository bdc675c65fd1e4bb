//! [`Race`]: the state of a race, and one iteration of it: which configurations take part, the order of instances, limits of hopeless
//! trials, and the ranks of survivors. `race` shares the trials among iterations; the statistical tests that eliminate are in
//! `elimination`, and new configurations come from [`ParameterSpace`].

use std::collections::BTreeMap;

use super::elimination::survivors;
use super::parameter_space::{Configuration, ParameterSpace};
use super::{LEVEL, NEW_TESTS, PATIENCE, RaceError};
use crate::design::RaceDesign;
use crate::instance::seed_keys;
use crate::planned_trial::Trial;
use crate::record::{Cost, RaceIteration, RaceSummary};
use crate::sweep::{RaceState, Sweep, Values};
use evocube_cube::rng::Seed;
use evocube_stats::rank_tests::friedman;
use evocube_stats::samples::mean;

/// The state of a race. A test is an instance with a seed.
pub(super) struct Race<'a> {
    sweep: &'a Sweep,
    design: RaceDesign,
    seed: Seed,
    /// Part of the seeds that the trials on each instance share.
    instance_keys: Vec<String>,
    pub(super) space: ParameterSpace<'a>,
    configurations: Vec<Configuration>,
    /// Costs by configuration, then test.
    costs: Vec<BTreeMap<usize, f64>>,
    /// Instance and repetition of each test, in the order of use.
    tests: Vec<(usize, u64)>,
    /// Number of tests in use.
    used_tests: usize,
    /// The trials so far.
    pub(super) trials: Vec<Trial>,
    pub(super) iterations: Vec<RaceIteration>,
    /// The best surviving configurations, best first.
    pub(super) elites: Vec<usize>,
}

/// Result of an iteration.
pub(super) struct IterationOutcome {
    /// Surviving configurations, best first.
    pub(super) ranked: Vec<usize>,
    /// Number of tests that all survivors have run.
    pub(super) tests: usize,
}

impl<'a> Race<'a> {
    pub(super) fn new(sweep: &'a Sweep, space: ParameterSpace<'a>, design: RaceDesign) -> Self {
        Self {
            sweep,
            design,
            seed: sweep.master().child("race"),
            instance_keys: seed_keys(sweep.puzzle(), &sweep.instances),
            space,
            configurations: Vec::new(),
            costs: Vec::new(),
            tests: Vec::new(),
            used_tests: 0,
            trials: Vec::new(),
            iterations: Vec::new(),
            elites: Vec::new(),
        }
    }

    /// Returns the number of trials so far.
    pub(super) fn used(&self) -> u64 {
        self.trials.len() as u64
    }

    /// Returns the values of a configuration.
    pub(super) fn values(&self, point: usize) -> &Values {
        &self.configurations[point].settings
    }

    /// Returns the index of the configuration of `[base]`.
    pub(super) fn base(&self) -> Option<usize> {
        let base = self.space.base_values()?;
        self.configurations.iter().position(|configuration| configuration.settings == base)
    }

    /// Returns everything that is planned so far.
    pub(super) fn state(&self) -> RaceState {
        let summary = RaceSummary {
            cost: self.design.cost,
            budget: self.design.budget,
            iterations: self.iterations.clone(),
            configurations: self.configurations.iter().map(|configuration| configuration.raced).collect(),
            elites: self.elites.clone(),
            base: self.base(),
            is_complete: false,
        };
        let configurations = self.configurations.iter().map(|configuration| configuration.settings.clone()).collect();
        RaceState { trials: self.trials.clone(), configurations, summary, held_out: Vec::new() }
    }

    /// Returns the number of configurations that `trials` trials allow. Later iterations have fewer configurations with more
    /// tests each. Trials that elites have run before are free.
    pub(super) fn affordable(&self, trials: u64, iteration: usize) -> usize {
        let counts = self.elites.iter().map(|&elite| self.costs[elite].len());
        let (most, saved) = (counts.clone().max().unwrap_or(0), counts.sum::<usize>() as u64);
        let tests = RaceDesign::FIRST_TESTS + iteration.min(5);
        let tests = if self.elites.is_empty() { tests } else { tests.max(most + NEW_TESTS) };
        usize::try_from((trials + saved) / tests as u64).unwrap_or(usize::MAX)
    }

    /// Returns the elites and new configurations, `count` together.
    pub(super) fn participants(
        &mut self,
        count: usize,
        iteration: usize,
        planned: usize,
    ) -> Result<Vec<usize>, RaceError> {
        let new = if iteration == 1 {
            self.space.first(count)?
        } else {
            let progress = (iteration - 1) as f64 / planned as f64;
            let mut stream = self.seed.child("around").child(&iteration.to_string()).stream();
            let count = count.saturating_sub(self.elites.len());
            self.space.draw_around(&mut self.configurations, &self.elites, count, iteration, progress, &mut stream)
        };
        let mut all = self.elites.clone();
        all.extend(self.configurations.len()..self.configurations.len() + new.len());
        self.costs.extend(new.iter().map(|_| BTreeMap::new()));
        self.configurations.extend(new);
        Ok(all)
    }

    /// Marks a configuration as eliminated after the trials so far.
    pub(super) fn eliminate(&mut self, point: usize) {
        self.configurations[point].raced.eliminated = Some(self.trials.len());
    }

    /// Returns the next test that no configuration has run.
    fn new_test(&mut self) -> usize {
        if self.used_tests == self.tests.len() {
            // Every instance once more, in another order.
            let round = (self.tests.len() / self.sweep.instances.len()) as u64 + 1;
            let mut instances: Vec<usize> = (0..self.sweep.instances.len()).collect();
            self.seed.child("order").child(&round.to_string()).stream().shuffle(&mut instances);
            self.tests.extend(instances.into_iter().map(|instance| (instance, round)));
        }
        self.used_tests += 1;
        self.used_tests - 1
    }

    /// Runs an iteration with at most `trials` trials. It begins with new tests, continues with the tests of the elites in another
    /// order, and then with new ones. An elite is not eliminated before the others have run all of its tests.
    pub(super) fn run<E>(
        &mut self,
        participants: &[usize],
        iteration: usize,
        trials: u64,
        measure: &mut impl FnMut(RaceState, usize) -> Result<Vec<f64>, E>,
    ) -> Result<IterationOutcome, E> {
        let most = self.used() + trials;
        let elites = self.elites.clone();
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
        let least = RaceDesign::max_elites(self.space.factors().len());
        let mut active: Vec<usize> = participants.to_vec();
        let (mut tests, mut idle) = (0, 0);
        loop {
            let next = if tests == 0 { RaceDesign::FIRST_TESTS } else { tests + 1 };
            let tests_before = self.used_tests;
            while order.len() < next {
                order.push(self.new_test());
            }
            let missing = self.missing(&active, &order[..next], tests);
            if tests > 0 && self.used() + missing.len() as u64 > most {
                self.used_tests = tests_before;
                break;
            }
            self.measure(missing, measure)?;
            tests = next;
            let stays = survivors(&self.blocks(&active, &order[..tests]), LEVEL);
            let is_safe = |point: &usize| {
                elites.contains(point)
                    && order
                        .get(tests..planned)
                        .is_some_and(|rest| rest.iter().any(|test| self.costs[*point].contains_key(test)))
            };
            let count = active.len();
            let (stay, eliminated): (Vec<_>, Vec<_>) =
                active.iter().zip(stays).partition(|(point, stays)| *stays || is_safe(point));
            let eliminated: Vec<usize> = eliminated.into_iter().map(|(point, _)| *point).collect();
            active = stay.into_iter().map(|(point, _)| *point).collect();
            eliminated.into_iter().for_each(|point| self.eliminate(point));
            if tests < planned {
                if active.iter().all(|point| elites.contains(point)) {
                    break;
                }
                continue;
            }
            idle = if active.len() < count { 0 } else { idle + 1 };
            if active.len() <= least || idle >= PATIENCE {
                break;
            }
        }
        Ok(IterationOutcome { ranked: self.ranked(&active, &order[..tests]), tests })
    }

    /// Returns the trials of these configurations on these tests that have not run, each with its test. The tests before `first`
    /// have run.
    fn missing(&self, configurations: &[usize], tests: &[usize], first: usize) -> Vec<(usize, Trial)> {
        let mut missing = Vec::new();
        for (number, &test) in tests.iter().enumerate().skip(first) {
            let (instance, repetition) = self.tests[test];
            let key = &self.instance_keys[instance];
            let seed = self.seed.child("trial").child(key).child(&repetition.to_string()).number();
            for &point in configurations.iter().filter(|point| !self.costs[**point].contains_key(&test)) {
                let limit = self.limit(point, &tests[..first], number + 1);
                let id = (self.trials.len() + missing.len() + 1) as u64;
                missing.push((test, Trial { id, stage: 0, point, instance, repetition, seed, limit }));
            }
        }
        missing
    }

    /// Returns the evaluations after which a trial is hopeless: with one evaluation more, its configuration costs on average more
    /// than [`HOPELESS`] times what the worst elite does. They are never fewer than that elite costs. `None` for an elite, without
    /// elites, and if the penalty is minimized.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // far below 2^53
    fn limit(&self, point: usize, tests: &[usize], number: usize) -> Option<u64> {
        if self.design.cost != Cost::Evaluations || self.elites.contains(&point) {
            return None;
        }
        let worst = self
            .elites
            .iter()
            .map(|&elite| self.mean_cost(elite))
            .fold(None, |worst: Option<f64>, cost| Some(worst.map_or(cost, |worst| worst.max(cost))))?;
        let total_cost: f64 = tests.iter().filter_map(|test| self.costs[point].get(test)).sum();
        let rest = (HOPELESS * worst * number as f64 - total_cost).max(worst);
        rest.is_finite().then(|| (rest.ceil() as u64).max(1))
    }

    fn measure<E>(
        &mut self,
        missing: Vec<(usize, Trial)>,
        measure: &mut impl FnMut(RaceState, usize) -> Result<Vec<f64>, E>,
    ) -> Result<(), E> {
        if missing.is_empty() {
            return Ok(());
        }
        let first = self.trials.len();
        self.trials.extend(missing.iter().map(|(_, trial)| *trial));
        let costs = measure(self.state(), first)?;
        for ((test, trial), cost) in missing.into_iter().zip(costs) {
            self.costs[trial.point].insert(test, cost);
        }
        Ok(())
    }

    /// Returns the costs of configurations on tests that all have run, one block per test.
    fn blocks(&self, configurations: &[usize], tests: &[usize]) -> Vec<Vec<f64>> {
        tests.iter().map(|test| configurations.iter().map(|point| self.costs[*point][test]).collect()).collect()
    }

    /// Ranks by the number of tests, most first, then by mean rank on them, then by mean cost.
    fn ranked(&self, active: &[usize], tests: &[usize]) -> Vec<usize> {
        let ranks =
            friedman(&self.blocks(active, tests)).map_or_else(|| vec![1.0; active.len()], |test| test.mean_ranks);
        let mut ranked: Vec<(usize, f64)> = active.iter().copied().zip(ranks).collect();
        ranked.sort_by(|a, b| {
            let key = |point: usize| (std::cmp::Reverse(self.costs[point].len()), self.mean_cost(point));
            let ((tests, cost), (other_tests, other_cost)) = (key(a.0), key(b.0));
            tests.cmp(&other_tests).then(a.1.total_cmp(&b.1)).then(cost.total_cmp(&other_cost)).then(a.0.cmp(&b.0))
        });
        ranked.into_iter().map(|(point, _)| point).collect()
    }

    fn mean_cost(&self, point: usize) -> f64 {
        let costs: Vec<f64> = self.costs[point].values().copied().collect();
        mean(&costs).unwrap_or(f64::INFINITY)
    }
}

/// Factor of the mean cost of the worst elite above which a configuration is hopeless.
const HOPELESS: f64 = 2.0;
