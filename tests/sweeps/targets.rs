//! Targets of 0, above 0 and `"none"`: whether a trial reached its own, and when, also a strategy with several attempts. Pages, costs and
//! races with targets are tested in `tests/cli/targets.rs`.

use evocube::optimizer::reached;

use super::*;

#[test]
fn rows_on_disk_have_reached_their_target_by_the_rule_of_the_engine() {
    let results = results(
        "name = 'targets'\nseed = 4\nrepetitions = 3\n[[instance]]\nscramble = 'R U'\n[[instance]]\nrandom = 1\n[base]\n\
         population = 30\nalphabet.conjugate = 0\nstop = { evaluations = 2000 }\n[[factor]]\nkey = 'stop.target'\nlevels = [0, 25, 45, 60, 'none']\n\
         [[factor]]\nkey = 'algorithm'\nlevels = ['genetic-algorithm', 'hill-climbing', 'umda', 'random-search']\n",
    );
    let column = results.sweep.factor_columns.iter().position(|key| key == "stop.target").unwrap();
    let mut kinds = BTreeSet::new();
    for row in &results.trials {
        let outcome = row.outcome.as_ref().unwrap();
        let target: Option<u32> = row.levels[column].parse().ok();
        assert_eq!(outcome.reached, reached(outcome.best, target), "{row:?}");
        kinds.insert((target.map(|target| target > 0), outcome.reached, outcome.solved));
    }
    // A target above 0 is reached by solved trials and others, and missed; 0 and none are reached by solved trials alone.
    let above = [(true, true), (true, false), (false, false)].map(|(reached, solved)| (Some(true), reached, solved));
    let zero = [(Some(false), true, true), (Some(false), false, false), (None, true, true), (None, false, false)];
    assert_eq!(kinds, above.into_iter().chain(zero).collect());
}

#[test]
fn the_evaluations_to_reach_a_target_are_those_of_the_first_generation_that_has() {
    let results = results(
        "name = 'targets'\nseed = 4\nrepetitions = 2\nlog-every = 1\n[[instance]]\nscramble = 'R U'\n[[instance]]\nrandom = 1\n\
         [base]\npopulation = 30\nalphabet.conjugate = 0\nstop = { evaluations = 3000 }\n[[factor]]\nkey = 'stop.target'\nlevels = [0, 45, 'none']\n\
         [[factor]]\nkey = 'algorithm'\n\
         levels = ['genetic-algorithm', 'hill-climbing', 'umda', 'map-elites', 'random-search']\n",
    );
    let column = results.sweep.factor_columns.iter().position(|key| key == "stop.target").unwrap();
    let mut kinds = BTreeSet::new();
    for row in &results.trials {
        let outcome = row.outcome.as_ref().unwrap();
        let target: Option<u32> = row.levels[column].parse().ok();
        let mut generations = results.convergence.iter().filter(|logged| logged.trial == row.trial);
        let first = generations.find(|logged| reached(logged.best, target)).map(|logged| logged.evaluations);
        assert_eq!(outcome.evaluations_to_reach, first, "{row:?}");
        let counts = outcome.evolution.unwrap();
        assert_eq!(outcome.reached, first.is_some(), "{row:?}");
        assert!(*outcome.stop != *"target" || first == Some(counts.evaluations), "{row:?}");
        let goes_on = first.map(|evaluations| evaluations < counts.evaluations);
        kinds.insert((target, goes_on));
    }
    let ended = [(Some(0), Some(false)), (Some(0), None), (Some(45), Some(false))];
    let continued = [(None, Some(true)), (None, None)];
    assert!(ended.iter().chain(&continued).all(|kind| kinds.contains(kind)), "{kinds:?}");
    assert!(!kinds.contains(&(Some(0), Some(true))), "{kinds:?}");
}

#[test]
fn a_strategy_of_several_attempts_reaches_its_target_with_its_first_solution() {
    let (mut continued, mut counts) = (0, BTreeSet::new());
    for text in [include_str!("../data/pocket.toml"), include_str!("../data/strategies.toml")] {
        let results = results(text);
        for row in &results.trials {
            let outcome = row.outcome.as_ref().unwrap();
            let logged = || results.convergence.iter().filter(|logged| logged.trial == row.trial);
            let first = logged().find(|logged| logged.best == 0).map(|logged| logged.evaluations);
            assert_eq!((outcome.evaluations_to_reach, outcome.reached), (first, first.is_some()), "{row:?}");
            let numbers: Vec<u64> = logged().map(|logged| logged.generation).collect();
            assert!(numbers.is_sorted_by(|one, next| one < next), "{numbers:?}");
            continued += usize::from(first.is_some_and(|first| first < outcome.evolution.unwrap().evaluations));
            counts.insert(first);
        }
    }
    assert!(continued > 5 && counts.len() > 5, "{continued}: {counts:?}");
}
