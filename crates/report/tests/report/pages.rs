//! Whole pages: of folders side by side, of several objectives, of unfinished sweeps; best trials, solutions with genes, and run times.
//! Single sentences are tested in `sentences`, `factors` and `evidence`.

use evocube_experiment::record::{ConvergenceRow, LeaderSummary, Results, TrialRow};
use evocube_report as report;

use crate::outcomes::{Trial, alone, left, solved, sweep};
use crate::sentences::{SEVERAL_OBJECTIVES, answer, has, has_not};
use crate::synthetic::{self, LOWEST_MEAN};
use crate::text;

/// A folder whose leading configuration minimizes this.
fn folder(objective: &str, trials: Vec<Trial>) -> Results {
    // Folders of other trials have other configurations.
    let toml = format!("[base] # {trials:?}\n");
    let mut results = sweep(LOWEST_MEAN, &[alone(trials)]);
    let lead = LeaderSummary { stage: "main".to_owned(), point: 1, toml, objective: objective.to_owned(), target: 0 };
    results.sweep.leader = Some(lead);
    results
}

#[test]
fn folders_of_different_objectives_are_compared_by_solved_trials_and_run_times() {
    let low = folder("edge = 4", vec![left(1); 12]);
    let solves = folder("edge = 5", (0..12).map(|n| if n < 10 { solved(300 + n) } else { left(200) }).collect());
    let compared = report::compare(&[("low".to_owned(), low.clone()), ("solves".to_owned(), solves.clone())]).unwrap();
    let page = text(&compared, report::SUMMARY);
    has(
        &page,
        &[
            "The sweeps minimize different objectives, so penalties are not compared, but solved trials, evaluations until \
             solved, and moves.",
            "`sweep = solves` **leads** by `outcome`: pairs of trials won **92 %**, against 8 % of the next best, \
             `sweep = low`.",
            "`sweep` **matters**: `solves` wins 92 % of pairs of trials against `low` (",
            "| 2 | solves | 20 | 10/12 |"
                .replace("| 2 | solves |", "| **2** | **solves** |")
                .replace("| 20 | 10/12 |", "| **20** | **10/12** |")
                .as_str(),
        ],
    );
    has_not(&page, &["median penalty |", "mean penalty", "is selected", "Moves of the solutions"]);
    let same = folder("edge = 4", (0..12).map(|n| left(50 + n)).collect());
    let compared = report::compare(&[("low".to_owned(), low), ("same".to_owned(), same)]).unwrap();
    let page = text(&compared, report::SUMMARY);
    has(
        &page,
        &[
            "`sweep = low` **leads** by `outcome`: pairs of trials won **100 %**",
            "`sweep` **matters**: `low` wins 100 % of pairs of trials against `same` (75 to 100) on this cube; mean penalty 1 against 55.5.",
        ],
    );
    has_not(&page, &["different objectives"]);
}

#[test]
fn folders_of_different_targets_are_compared_at_the_higher_one() {
    let compared = |objective: &str| {
        // All trials of the first solve their cubes, after 900 evaluations; they had a penalty of 30 after 100.
        let mut solves = folder("edge = 4", vec![solved(900); 12]);
        let log = synthetic::one_factor(1).convergence[0].clone();
        let row =
            |trial: u64, (evaluations, best): (u64, u64)| ConvergenceRow { trial, evaluations, best, ..log.clone() };
        let rows = |trial: &TrialRow| [(10, 60), (100, 30), (900, 0)].map(|step| row(trial.trial, step));
        solves.convergence = solves.trials.iter().flat_map(rows).collect();
        let mut stops = folder(objective, vec![left(40); 12]);
        stops.sweep.leader.as_mut().unwrap().target = 40;
        for trial in &mut stops.trials {
            let outcome = trial.outcome.as_mut().unwrap();
            (outcome.reached, outcome.evaluations_to_reach) = (true, Some(300));
        }
        text(&report::compare(&[("solves".to_owned(), solves), ("stops".to_owned(), stops)]).unwrap(), report::SUMMARY)
    };
    // A penalty of 40 is reached after 100 and after 300 evaluations.
    has(
        &compared("edge = 4"),
        &["`solves` wins 100 % of pairs of trials against `stops`", "expected evaluations 100 against 300"],
    );
    // The targets of different objectives are not the same event.
    has(
        &compared("edge = 5"),
        &["`stops` wins 100 % of pairs of trials against `solves`", "expected evaluations 300 against 900"],
    );
}

#[test]
fn folders_of_different_objectives_are_compared_by_moves() {
    let trials = |moves: u64, count: u64| -> Vec<Trial> {
        (0..12).map(|n| if n < count { Some((0, 300, moves + n % 3)) } else { left(9) }).collect()
    };
    let short = folder("edge = 4", trials(40, 12));
    let long = folder("edge = 5", trials(90, 10));
    let compare = |folders: &[(&str, &Results)]| {
        let folders: Vec<_> = folders.iter().map(|(name, results)| ((*name).to_owned(), (*results).clone())).collect();
        text(&report::compare(&folders).unwrap(), report::SUMMARY)
    };
    let page = compare(&[("short", &short), ("long", &long)]);
    has(
        &page,
        &[
            "**Moves of the solutions**\n\n| configuration | solved | shortest | lower quartile | median | upper quartile | longest |",
            "| **short** | **12 of 12** | **40** | **40** | **41** | **42** | **42** |",
            "| long | 10 of 12 | 90 | 90 | 91 | 91.8 | 92 |",
        ],
    );
    // With one objective penalties are compared, and moves are in the columns of each stage alone.
    let same = folder("edge = 4", trials(90, 10));
    has_not(&compare(&[("short", &short), ("same", &same)]), &["Moves of the solutions"]);
}

/// The best trial that is drawn on the only instance, and that of the best solution.
fn best_trials(results: &Results) -> (String, String) {
    let summary = text(results, report::SUMMARY);
    let drawn = summary.split("![Trial ").nth(1).unwrap().split(' ').next().unwrap().to_owned();
    let (_, table) = summary.split_once("**Best solutions**").unwrap();
    let row = table.lines().find(|line| line.starts_with("| example-1 ")).unwrap();
    (drawn, row.trim_end_matches('|').rsplit('|').find(|cell| !cell.trim().is_empty()).unwrap().trim().to_owned())
}

#[test]
fn best_trial_and_best_solution_are_one_trial_with_the_fewest_moves_of_the_lowest_penalty() {
    let mut results = synthetic::one_factor(5);
    for (n, moves) in [(1, 31), (7, 22), (8, 29)] {
        let trial = results.trials[n].trial;
        let outcome = results.trials[n].outcome.as_mut().unwrap();
        (outcome.best, outcome.solved, outcome.reached, outcome.htm) = (0, true, true, moves);
        let solution = results.solutions.iter_mut().find(|row| row.trial == trial).unwrap();
        (solution.penalty, solution.htm) = (0, moves);
    }
    for trial in results.trials.iter_mut().filter(|trial| ![2, 8, 9].contains(&trial.trial)) {
        let outcome = trial.outcome.as_mut().unwrap();
        (outcome.best, outcome.solved, outcome.reached, outcome.htm) = (7, false, false, 1);
    }
    assert_eq!(best_trials(&results), ("8".to_owned(), "8".to_owned()));
    has(&text(&results, report::SUMMARY), &["Over all trials: lowest penalty, then fewest moves."]);
    // Of several objectives the lowest penalty of another configuration than the leading one is none to compare with.
    for trial in &mut results.trials {
        let outcome = trial.outcome.as_mut().unwrap();
        outcome.best = if trial.point == 1 { 90 + trial.trial } else { trial.trial };
        (outcome.solved, outcome.reached) = (false, false);
    }
    results.sweep.stages[0].selection = SEVERAL_OBJECTIVES;
    results.sweep.stages[0].selected = Some(1);
    assert_eq!(best_trials(&results), ("1".to_owned(), "1".to_owned()));
    let summary = text(&results, report::SUMMARY);
    has(&summary, &["Over all trials: solved with the fewest moves; of an instance that no trial solved"]);
    has_not(&summary, &["lowest penalty, then fewest moves"]);
}

#[test]
fn the_genes_of_a_solution_are_shown_beside_its_moves() {
    let mut results = synthetic::one_factor(5);
    let shown = format!("Genes: `{}`", synthetic::GENES);
    has(&text(&results, report::SUMMARY), &[&shown]);
    has(&text(&results, report::PAGE), &["<p>Genes: <code>R U2 F"]);
    // A strategy has none.
    results.solutions.iter_mut().for_each(|row| row.genes.clear());
    has_not(&text(&results, report::SUMMARY), &["Genes"]);
    // Without a viewer they are in the table.
    results.solutions.iter_mut().for_each(|row| row.genes = "u L' u".to_owned());
    results.sweep.instances.iter_mut().for_each(|instance| instance.state = "U=0 L=1".to_owned());
    let summary = text(&results, report::SUMMARY);
    has(&summary, &["| trial | moves | genes |", "D2 B R U'` | `u L' u` |"]);
    has_not(&summary, &["Genes:"]);
}

#[test]
fn run_times_end_where_the_target_is_reached() {
    let mut results = synthetic::one_factor(5);
    results.trials.truncate(1);
    results.sweep.stages[0].points.truncate(1);
    let outcome = results.trials[0].outcome.as_mut().unwrap();
    (outcome.best, outcome.solved, outcome.reached, outcome.stop) = (0, true, true, "target".into());
    outcome.evolution.as_mut().unwrap().evaluations = 70_000;
    outcome.evaluations_to_reach = Some(70_000);
    let time = |results: &Results| {
        let summary = text(results, report::SUMMARY);
        let row = summary.lines().find(|line| line.contains("| 1/1 |")).unwrap().to_owned();
        row.split('|').nth_back(1).unwrap().trim().to_owned()
    };
    let until = time(&results);
    // It went on for a long time.
    let outcome = results.trials[0].outcome.as_mut().unwrap();
    outcome.stop = "generations".into();
    outcome.evolution.as_mut().unwrap().evaluations *= 50;
    assert_eq!(time(&results), until);
    results.trials[0].outcome.as_mut().unwrap().evaluations_to_reach = Some(140_000);
    assert_ne!(time(&results), until);
}

#[test]
fn figures_of_several_objectives_do_not_compare_penalties() {
    let two = synthetic::Maker::new("two", &["example-1"], 5, 100)
        .stage("main", &[("population", &["1", "2"]), ("objective", &["a", "b"])], |n| 3.0 + 5.0 * n as f64)
        .done();
    let note = "penalties of different objectives are different measures";
    let summary = text(&two, report::SUMMARY);
    has(
        &summary,
        &[
            "Mean of the penalties of the trials of each pair of levels",
            "![Mean penalty](",
            "The frame marks the selected configuration.",
        ],
    );
    has_not(&summary, &[note, "unsolved trials"]);
    let mut several = two;
    several.sweep.stages[0].selection = SEVERAL_OBJECTIVES;
    let summary = text(&several, report::SUMMARY);
    has(
        &summary,
        &["Trials that did not solve their instance, in percent, of each pair of levels", "![Unsolved trials, %]("],
    );
    has_not(&summary, &["Mean of the lowest penalties over the trials of each pair", "penalties 0, 1, 2, 4"]);
    has(&summary, &["One panel for each level of objective, each with an axis of its own", note]);
}

#[test]
fn unfinished_sweeps_lead_and_select_nothing() {
    let unfinished = synthetic::cut(synthetic::one_factor(5), 12);
    let sentences = answer(&unfinished);
    has(&sentences, &[" **leads so far** by `lowest-mean-best`: mean penalty "]);
    has_not(&sentences, &["is selected", "**leads** by"]);
    has(&text(&unfinished, report::SUMMARY), &["12 of 15 trials are on disk"]);
    has(&answer(&synthetic::one_factor(5)), &["**is selected**"]);
}
