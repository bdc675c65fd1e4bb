//! The sentences on factors: each is printed where it holds, and nowhere else; and the tables of statistics, and the map of moves.
//! [`factorial`] makes results for other tests, too. Conditional factors are tested in `evidence`, sampled designs in `samples`.

use evocube_experiment::record::{FactorSummary, Outcome, QuestionSummary, Results};
use evocube_report as report;
use evocube_report::claims::Claim;

use crate::outcomes::{Outcomes, alone, left, solved, sweep};
use crate::sentences::{answer, has, has_not, penalties};
use crate::synthetic::{LOWEST_MEAN, question};
use crate::text;

/// A sweep of all combinations of the levels of some factors, with a penalty for each choice of levels, instance and
/// repetition.
pub(crate) fn factorial(
    factors: &[(&str, &[&str])],
    (instances, repetitions): (usize, usize),
    penalty: impl Fn(&[usize], usize, usize) -> u64,
) -> Results {
    let mut points: Vec<Vec<usize>> = vec![vec![]];
    for (_, levels) in factors {
        points =
            points.iter().flat_map(|point| (0..levels.len()).map(|level| [&point[..], &[level]].concat())).collect();
    }
    let outcomes: Vec<_> = points
        .iter()
        .map(|point| {
            let on = |instance| (0..repetitions).map(|repetition| left(penalty(point, instance, repetition))).collect();
            (0..instances).map(on).collect()
        })
        .collect();
    let mut results = sweep(LOWEST_MEAN, &outcomes);
    let names: Vec<Vec<String>> = points
        .iter()
        .map(|point| point.iter().zip(factors).map(|(level, (_, levels))| levels[*level].to_owned()).collect())
        .collect();
    for trial in &mut results.trials {
        trial.levels = names[usize::try_from(trial.point).unwrap() - 1].clone().into();
    }
    let stage = &mut results.sweep.stages[0];
    stage.points = names;
    stage.factors = factors
        .iter()
        .map(|(key, levels)| FactorSummary::new(key, levels.iter().map(|level| (*level).to_owned()).collect()))
        .collect();
    results.sweep.factor_columns = factors.iter().map(|(key, _)| (*key).to_owned()).collect();
    results
}

/// Noise of up to ±4 that looks random and is always the same.
pub(crate) fn noise(parts: &[usize]) -> u64 {
    let mixed = parts
        .iter()
        .fold(17_u64, |sum, part| (sum ^ (*part as u64 + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29));
    mixed % 9
}

pub(crate) const POPULATION: (&str, &[&str]) = ("population", &["100", "200", "400"]);
pub(crate) const ELITISM: (&str, &[&str]) = ("elitism", &["0", "1"]);
pub(crate) const SIZE: (&str, &[&str]) = ("selection.tournament.size", &["2", "3"]);

pub(crate) fn summary(results: &Results) -> String {
    text(results, report::SUMMARY)
}

#[test]
fn factors_that_matter_have_their_largest_difference() {
    let results = factorial(&[POPULATION, ELITISM, SIZE], (1, 10), |levels, instance, repetition| {
        40 - 8 * levels[0] as u64
            + 4 * levels[1] as u64
            + noise(&[levels[0], levels[1], levels[2], instance, repetition])
    });
    let text = answer(&results);
    has(
        &text,
        &[
            "`population` **matters**: `400` wins 100 % of pairs of trials against `100` (",
            ") on this cube; mean penalty 29.9 against 45.8; it also beats `200`.",
            "`elitism` **matters**: `0` wins ",
            "No effect of `tournament.size` is shown; 120 trials rule out that a level wins more than ",
        ],
    );
    has_not(&text, &["depends on", "would not show", "makes no difference"]);
    assert!(
        text.find("`population`") < text.find("`elitism`") && text.find("`elitism`") < text.find("**is selected**")
    );
    let page = summary(&results);
    has(&page, &["plots/1-main-effects", "plots/1-main-importance", "| effect | outcome | share of variance |"]);
    has_not(&page, &["plots/1-main-interaction"]);
}

#[test]
fn an_interaction_with_many_levels_is_answered_by_its_figure() {
    let sizes = ("size", &["1", "2", "3", "4"][..]);
    let results = factorial(&[ELITISM, sizes], (1, 20), |levels, instance, repetition| {
        let effect = if levels[0] == 1 { [48, 36][levels[1] % 2] } else { [34, 46][levels[1] % 2] };
        effect + noise(&[levels[0], levels[1], instance, repetition])
    });
    let page = summary(&results);
    let shown = page.split("![").next().unwrap();
    has(
        shown,
        &["The effect of `elitism` **reverses with** `size`. With `size = 1`, ", " The figure shows all levels."],
    );
    has_not(shown, &["With `size = 4`"]);
    // The first figure is that of the interaction, and the whole sentence is below.
    let place = |words: &str| page.find(words).unwrap_or_else(|| panic!("{words}: {page}"));
    assert!(place("plots/1-main-interaction.svg") < place("plots/1-main-effects.svg"));
    assert!(place("**How this was tested**") < place("With `size = 4`, `"));
}

#[test]
fn every_sentence_stands_once_on_a_page() {
    let results = factorial(&[POPULATION, ELITISM, SIZE], (3, 10), |levels, instance, repetition| {
        40 - 8 * levels[0] as u64 + noise(&[levels[0], levels[1], levels[2], instance, repetition])
    });
    let page = summary(&results);
    let sentences = page.split(". ").map(str::trim).filter(|sentence| sentence.split(' ').count() > 5);
    let sentences: Vec<&str> = sentences.collect();
    for sentence in &sentences {
        assert_eq!(sentences.iter().filter(|other| other == &sentence).count(), 1, "{sentence}");
    }
}

#[test]
fn each_outcome_has_one_estimand_in_its_own_unit() {
    let named = |outcome, outcomes: &[Outcomes]| {
        let mut results = sweep(LOWEST_MEAN, outcomes);
        results.sweep.stages[0].outcome = outcome;
        results
    };
    let rate = |solved_trials: usize| alone((0..24).map(|n| if n < solved_trials { solved(500) } else { left(8) }));
    // Each has an interval, even where nothing varies.
    let solved_trials = named(Outcome::Solved, &[rate(0), rate(24)]);
    let sentence = "`x` **matters**: `2` solves 100 percentage points more trials than `1` (85 to 100) on this cube; solved 100 % against 0 %.";
    has(&answer(&solved_trials), &[sentence]);
    has(&text(&solved_trials, report::EFFECTS), &["main,x,2,1,solved,100,8"]);
    let times = |evaluations: u64| alone((0..24).map(move |n| solved(evaluations + 10 * n)));
    let run_times = named(Outcome::RunTime, &[times(18_000), times(49_500)]);
    has(
        &answer(&run_times),
        &[
            "`x` **matters**: `2` takes 2.7 times the evaluations of `1` (2.5 to 3) on this cube; expected evaluations 18.1k against 49.6k.",
        ],
    );
    // The figure below has the same numbers.
    has(&text(&run_times, "plots/1-main-effects.csv"), &["\nx = 1,18115,", "\nx = 2,49615,"]);
    let penalties = named(Outcome::Penalty, &[penalties(10..34), penalties(30..54)]);
    has(
        &answer(&penalties),
        &[
            "`x` **matters**: `1` has a mean penalty 20 lower than `2` (15.9 to 24.1) on this cube; mean penalty 21.5 against 41.5.",
        ],
    );
    // Moves are compared where all trials have solved.
    let lengths = |moves: u64| alone((0..24).map(move |n| Some((0, 1000, moves + n % 3))));
    let both = [lengths(20), lengths(24)];
    let shorter =
        "`1` solves in 4 fewer moves on average than `2` (3.5 to 4.5) on this cube; mean moves 21 against 25.";
    let moves = named(Outcome::Moves, &both);
    has(&answer(&moves), &[&format!("`x` **matters**: {shorter}")]);
    has(&text(&moves, "plots/1-main-effects.csv"), &["\nx = 1,21,", "\nx = 2,25,"]);
    has(&text(&moves, "plots/1-main-box.csv"), &["row,moves\n1,20\n"]);
    let page = summary(&moves);
    has(&page, &["| `x` | solved | mean moves | may be", "| **1** | **24/24** | **21 (20.6 to 21.4)** | **yes** |\n"]);
    has(&page, &["It solved **24 of 24 trials** (83 to 100 % with 95 % confidence) in 21 moves on average; all"]);
    has_not(&answer(&named(Outcome::Moves, &[lengths(20), rate(23)])), &["fewer moves on average than"]);
    let mut asked = named(Outcome::Wins, &both);
    has_not(&answer(&asked), &["fewer moves on average than"]);
    asked.sweep.question = Some(QuestionSummary { outcome: Some(Outcome::Moves), ..question("x", Some("1")) });
    has(&answer(&asked), &[&format!("**Yes.** {shorter}")]);
}

#[test]
fn trials_win_pairs_by_reaching_their_target_then_by_evaluations_then_by_penalties() {
    let rate = |solved_trials: u64, evaluations: u64, penalty: u64| {
        alone((0..20).map(move |n| if n < solved_trials { solved(evaluations) } else { left(penalty) }))
    };
    let pages = |outcomes: [Outcomes; 2]| answer(&sweep(LOWEST_MEAN, &outcomes));
    // Solved trials beat the others, whatever they spend.
    let text = pages([rate(20, 900, 0), rate(0, 0, 5)]);
    has(&text, &["`x` **matters**: `1` wins 100 % of pairs of trials against `2` (84 to 100) on this cube"]);
    has(&text, &["; expected evaluations 900 against none solved"]);
    let text = pages([rate(20, 900, 0), rate(20, 300, 0)]);
    has(&text, &["`2` wins 100 % of pairs of trials against `1`", "; expected evaluations 300 against 900."]);
    // Where few solve, penalties say how large a difference is.
    let text = pages([rate(1, 900, 60), rate(1, 900, 6)]);
    has(&text, &["`2` wins 95 % of pairs of trials against `1`", "; mean penalty 5.7 against 57."]);
}

#[test]
fn the_level_that_is_best_is_named_with_those_that_it_beats() {
    let sizes: (&str, &[&str]) = ("population", &["1000", "100", "200", "500", "2000"]);
    let results = |rises: [u64; 5]| {
        answer(&factorial(&[sizes], (1, 12), move |levels, instance, repetition| {
            30 + rises[levels[0]] + noise(&[levels[0], instance, repetition])
        }))
    };
    let middle = results([10, 20, 10, 0, 20]);
    has(&middle, &["`population` **matters**: `500` wins ", "; it also beats `2000`, `1000` and `200`."]);
    let one = results([20, 20, 20, 0, 20]);
    has(&one, &["`population` **matters**: `500` wins ", "; it also beats "]);
    has_not(&results([0; 5]), &["**matters**", "beats"]);
}

#[test]
fn interacting_factors_have_their_effects_within_each_level() {
    let crossed = factorial(&[ELITISM, SIZE], (1, 30), |levels, instance, repetition| {
        let worse = u64::from(levels[0] == 1 && levels[1] == 1);
        30 + 12 * worse + noise(&[levels[0], levels[1], instance, repetition])
    });
    let text = answer(&crossed);
    has(&text, &["The effect of `", "** `", "`. With `", " wins ", "no difference is shown."]);
    has(&text, &["**depends on**"]);
    // No average of an effect that depends on another factor.
    has_not(&text, &["matters", "No effect of"]);
    has(&summary(&crossed), &["plots/1-main-interaction"]);
    let parallel = factorial(&[ELITISM, SIZE], (1, 30), |levels, instance, repetition| {
        30 + 10 * levels[0] as u64 + noise(&[levels[0], levels[1], instance, repetition])
    });
    has_not(&summary(&parallel), &["depends on", "1-main-interaction"]);
    let simple = report::statistics(&crossed).effects;
    let simple: Vec<_> = simple.iter().filter(|row| !row.within.is_empty() && !row.reference.is_empty()).collect();
    // The pair within each level, and the difference between these.
    assert_eq!(simple.len(), 3, "{simple:?}");
    // A question about either factor is answered by its effect within the levels of the other.
    for (asked, other) in [(ELITISM.0, SIZE.0), (SIZE.0, ELITISM.0)] {
        let mut crossed = crossed.clone();
        crossed.sweep.question = Some(question(asked, None));
        let [asked, other] = [asked, other].map(|key| key.trim_start_matches("selection."));
        let answered = answer(&crossed);
        has(&answered, &[&format!("The effect of `{asked}` **depends on** `{other}`. With `{other} = ")]);
        has_not(&answered, &["That it depends"]);
        let mut parallel = parallel.clone();
        has_not(&answer(&parallel), &["That it depends"]);
        parallel.sweep.question = Some(crossed.sweep.question.unwrap());
        has(&answer(&parallel), &[&format!(" That it depends on `{other}` is not shown.")]);
    }
}

#[test]
fn without_an_effect_the_answer_says_what_remains_possible() {
    let results = |factors: &[(&str, &[&str])], design| {
        factorial(factors, design, |levels, instance, repetition| {
            let levels = levels.iter().fold(7, |sum, level| 3 * sum + level);
            30 + noise(&[levels, instance, repetition])
        })
    };
    let none = |factors: &[(&str, &[&str])], design| answer(&results(factors, design));
    let two = none(&[ELITISM, SIZE], (1, 20));
    has(
        &two,
        &["No effect of `elitism` and `tournament.size` is shown; 80 trials rule out that a level wins more than "],
    );
    has_not(&two, &["matters", "**depends", "**makes", "**No"]);
    let claims = report::statistics(&results(&[ELITISM, SIZE], (1, 20))).claims.concat();
    let bound =
        claims.iter().find_map(|stated| if let Claim::RulesOut(claim) = &stated.claim { claim.bound } else { None });
    assert!(bound.is_some_and(|bound| bound > 0.5 && bound < 0.75), "{bound:?}");
    // What answers the question is not said again.
    let mut asked = results(&[ELITISM, SIZE], (1, 20));
    asked.sweep.question = Some(question(ELITISM.0, None));
    has(
        &answer(&asked),
        &["No effect of `elitism` is shown; 80 trials", "No effect of `tournament.size` is shown; 80"],
    );
    has(&none(&[ELITISM], (12, 1)), &["No effect of `elitism` is shown; 24 trials rule out"]);
}

#[test]
fn designs_that_can_show_nothing_say_so() {
    let single = factorial(&[ELITISM], (1, 4), |levels, _, _| 40 - 8 * levels[0] as u64);
    let text = answer(&single);
    has(&text, &["Too few trials: even 4 of 4 wins would not show whether `elitism` matters."]);
    has_not(&text, &["No effect", "**matters", "rule out"]);
    let enough = factorial(&[ELITISM], (1, 5), |levels, _, _| 40 - 8 * levels[0] as u64);
    has(&answer(&enough), &["`elitism` **matters**: `1` wins 100 % of pairs of trials against `0` ("]);
    let equal = factorial(&[POPULATION, ELITISM], (2, 3), |_, _, _| 20);
    has(&answer(&equal), &["All trials are equal, so nothing differs."]);
    has_not(&summary(&equal), &["No effect", "rule out", "1-main-effects"]);
}

#[test]
fn claims_on_cubes_like_these_need_cubes_that_agree() {
    let results = |instances: usize, effect: fn(usize) -> u64| {
        answer(&factorial(&[ELITISM], (instances, 10), move |levels, instance, repetition| {
            20 + levels[0] as u64 * effect(instance) + noise(&[levels[0], instance, repetition])
        }))
    };
    has(&results(1, |_| 20), &[" on this cube; mean penalty "]);
    let agree = results(12, |_| 20);
    has(&agree, &[" on cubes like these; mean penalty "]);
    // Worse on two of three, better on the third.
    let disagree = results(12, |instance| if instance < 9 { 6 } else { 0 });
    has(&disagree, &["`elitism` **matters**"]);
    let few = results(3, |instance| if instance < 2 { 20 } else { 0 });
    has(&few, &["`elitism` **matters**", " on these 3 cubes; mean penalty "]);
    has_not(&results(12, |_| 0), &["cubes like these", "on these 12"]);
    let mut pyraminx =
        factorial(&[ELITISM], (1, 10), |levels, _, repetition| 20 + (20 * levels[0] + repetition) as u64);
    pyraminx.sweep.puzzle = "pyraminx".to_owned();
    has(&answer(&pyraminx), &[" on this instance; mean penalty "]);
}

#[test]
fn stages_have_their_factors_in_the_list() {
    let mut results = factorial(&[POPULATION], (1, 10), |levels, instance, repetition| {
        40 - 8 * levels[0] as u64 + noise(&[levels[0], instance, repetition])
    });
    let mut second = results.sweep.stages[0].clone();
    second.name = "again".to_owned();
    let trials: Vec<_> = results.trials.clone();
    results.trials.extend(trials.into_iter().map(|trial| evocube_experiment::record::TrialRow {
        stage: "again".into(),
        trial: trial.trial + 30,
        ..trial
    }));
    results.sweep.stages.push(second);
    let sentence = "`population` **matters**: `400` wins";
    assert_eq!(answer(&results).matches(sentence).count(), 2, "{}", answer(&results));
    has(&answer(&results), &["**Factors matter in 2 of 2 stages**: main, again."]);
    for trial in &mut results.trials {
        trial.outcome.iter_mut().for_each(|outcome| outcome.best = 30 + trial.trial % 2);
    }
    has(&answer(&results), &["No factor is shown to matter in 2 stages."]);
}

#[test]
fn statistics_are_rows_of_two_files() {
    let results = factorial(&[POPULATION, ELITISM], (3, 5), |levels, instance, repetition| {
        40 - 8 * levels[0] as u64 + noise(&[levels[0], levels[1], instance, repetition])
    });
    let effects = text(&results, report::EFFECTS);
    let comparisons = text(&results, report::COMPARISONS);
    let head = "stage,factor,level,reference,outcome,estimate,low,high,p,p_corrected,method,n,within,p_instances\n";
    assert!(effects.starts_with(head), "{effects}");
    let head = "stage,configuration,other,outcome,estimate,low,high,p,p_corrected,method,n,in_set,a12\n";
    assert!(comparisons.starts_with(head), "{comparisons}");
    let rows = report::statistics(&results);
    assert_eq!(
        (rows.effects.len(), rows.comparisons.len()),
        (effects.lines().count() - 1, comparisons.lines().count() - 1)
    );
    // Three populations and their three pairs, two numbers of elites and their pair, and the interaction.
    assert_eq!(rows.effects.iter().filter(|row| row.outcome == "wins").count(), 3 + 3 + 2 + 1 + 1);
    assert!(rows.effects.iter().all(|row| row.outcome == "wins"));
    has(&effects, &["main,population × elitism,", "main,population,400,100,wins,1,0.", "main,population,400,,wins,"]);
}

#[test]
fn the_map_of_a_sweep_about_moves_has_moves() {
    let mut results = factorial(&[POPULATION, ELITISM], (1, 4), |_, _, _| 0);
    for trial in &mut results.trials {
        let outcome = trial.outcome.as_mut().unwrap();
        (outcome.best, outcome.solved, outcome.reached, outcome.htm) = (0, true, true, 20 + trial.point);
    }
    has_not(&text(&results, "plots/1-main-heat-map.csv"), &["mean_moves"]);
    results.sweep.stages[0].outcome = Outcome::Moves;
    has(&text(&results, "plots/1-main-heat-map.csv"), &["mean_moves", ",21", ",22"]);
}
