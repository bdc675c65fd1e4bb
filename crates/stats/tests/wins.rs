//! Wins against counts of all pairs, and expected evaluations against SciPy, with cases from `crates/stats/tests/data/wins.py`. Also laws
//! that random samples obey, the smallest designs that show something, critical values, directions, differences between slices, claims for
//! other instances, and time. Power is simulated in `power.rs`.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::print_stdout)] // tables for people
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // whole numbers of a file

use std::fs;
use std::path::Path;

use evocube_stats::Draws;
use evocube_stats::run_times::{Run, RunSample};
use evocube_stats::wins::{BetterLevels, Direction, DirectionVerdict, TrialGroup, WinFamily, WinKey, WinLaw, WinShare};
use serde_json::Value;

/// `blocks[block][level]` has the trials.
type Trials = Vec<Vec<Vec<WinKey>>>;

fn cases(name: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/wins.json");
    let file: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    file[name].as_array().unwrap().clone()
}

fn standing(trial: &Value) -> WinKey {
    let value = trial[1].as_f64().unwrap();
    match trial[0].as_i64().unwrap() {
        0 => WinKey::reached(value),
        -1 => WinKey::reached_without_evaluations(),
        -2 => WinKey::missed_without_penalty(),
        scale => WinKey::missed(value, u32::try_from(scale).unwrap()),
    }
}

fn trials(case: &Value) -> Trials {
    let level = |level: &Value| level.as_array().unwrap().iter().map(standing).collect();
    let block = |block: &Value| block.as_array().unwrap().iter().map(level).collect();
    case["blocks"].as_array().unwrap().iter().map(block).collect()
}

fn groups(trials: &Trials) -> Vec<TrialGroup<'_>> {
    let mut groups = vec![];
    for (instance, block) in trials.iter().enumerate() {
        for (level, trials) in block.iter().enumerate() {
            groups.push(TrialGroup { level, slice: 0, instance, trials });
        }
    }
    groups
}

fn family(trials: &Trials) -> WinFamily {
    WinFamily::new(trials[0].len(), &groups(trials), 1, 3)
}

fn direction(trials: &Trials, better: BetterLevels) -> Direction {
    family(trials).directed(better).1.unwrap()
}

fn shares(family: &WinFamily) -> Vec<WinShare> {
    let levels = 0..family.levels();
    let pairs = levels.clone().flat_map(|a| levels.clone().map(move |b| (a, b)));
    levels.clone().filter_map(|level| family.level(level)).chain(pairs.filter_map(|(a, b)| family.pair(a, b))).collect()
}

#[track_caller]
fn close(ours: f64, theirs: &Value, what: &str) {
    let theirs = theirs.as_f64().unwrap_or(f64::INFINITY);
    assert!(ours == theirs || (ours - theirs).abs() <= 1e-12 * theirs.abs().max(1.0), "{what}: {ours} is not {theirs}");
}

#[test]
fn shares_are_counts_of_all_pairs() {
    let cases = cases("families");
    assert!(cases.len() >= 60);
    let mut directions = 0;
    for (number, case) in cases.iter().enumerate() {
        let trials = trials(case);
        let family = family(&trials);
        let levels = family.levels();
        let mut pairs = case["pairs"].as_array().unwrap().iter();
        for first in 0..levels {
            for second in first + 1..levels {
                let (ours, theirs) = (family.pair(first, second).unwrap(), pairs.next().unwrap());
                let what = format!("case {number}, {first} and {second}");
                close(ours.share, &theirs[0], &what);
                close(ours.trials, &theirs[1], &what);
                close(ours.statistic, &theirs[2], &what);
            }
        }
        for (level, theirs) in case["levels"].as_array().unwrap().iter().enumerate().filter(|_| levels > 2) {
            let (ours, what) = (family.level(level).unwrap(), format!("case {number}, {level}"));
            close(ours.share, &theirs[0], &what);
            close(ours.trials, &theirs[1], &what);
            close(ours.statistic, &theirs[2], &what);
        }
        if let (Some(theirs), true) = (case["trend"].as_array(), levels > 2) {
            let share = direction(&trials, BetterLevels::Larger).share;
            close(share.share, &theirs[0], "direction");
            // The variance, where the number of trials is within its limits.
            let variance = share.share * (1.0 - share.share) / share.trials;
            directions += usize::from((variance / theirs[1].as_f64().unwrap() - 1.0).abs() < 1e-9);
        }
    }
    assert!(directions >= 10, "{directions}");
}

#[test]
fn expected_evaluations_are_those_of_scipy() {
    for case in cases("expected_evaluations") {
        let budget = case["budget"].as_f64().unwrap();
        let reached = case["reached"].as_array().unwrap().iter().map(|value| Run::reached(value.as_f64().unwrap()));
        let missed = (0..case["missed"].as_u64().unwrap()).map(|_| Run::censored(budget));
        let runs = RunSample::new(reached.chain(missed), Some(budget)).unwrap();
        close(runs.mean(), &case["mean"], "mean");
        let interval = runs.estimate(0.05).interval.unwrap();
        close(interval.low, &case["low"], "low");
        close(interval.high, &case["high"], "high");
    }
}

/// Random trials of levels, of which each is a little worse than the one before.
fn random(draws: &mut Draws, levels: usize, (blocks, repetitions): (usize, usize), effect: f64) -> Trials {
    let trial = |level: usize, draws: &mut Draws| {
        let time = -draws.uniform().ln() * 1000.0 * (effect * level as f64).exp();
        if time < 1500.0 { WinKey::reached(time.ceil()) } else { WinKey::missed((time / 100.0).round(), 0) }
    };
    (0..blocks)
        .map(|_| (0..levels).map(|level| (0..repetitions).map(|_| trial(level, draws)).collect()).collect())
        .collect()
}

#[test]
fn a_share_is_claimed_exactly_if_its_interval_excludes_a_half() {
    let mut draws = Draws::new(11);
    let mut claimed = 0;
    for (levels, size) in [(2, (1, 5)), (2, (7, 1)), (2, (3, 3)), (3, (1, 8)), (4, (9, 1)), (5, (2, 12)), (3, (1, 3))] {
        for families in [1, 3] {
            for number in 0..40 {
                let trials = random(&mut draws, levels, size, f64::from(number % 4));
                let family = WinFamily::new(levels, &groups(&trials), families, number as u64);
                for share in shares(&family) {
                    let excludes = share.interval.low > 0.5 || share.interval.high < 0.5;
                    assert_eq!(share.is_claimed, excludes, "{share:?}");
                    assert_eq!(share.is_claimed, share.p_corrected <= 0.05, "{share:?}");
                    assert!(share.p <= share.p_corrected + 1e-12, "{share:?}");
                    assert!(share.interval.low <= share.share && share.share <= share.interval.high, "{share:?}");
                    claimed += usize::from(share.is_claimed);
                    assert!(!(share.is_claimed && family.is_too_small()));
                }
                // Five trials of two levels are too few for a third of the level.
                let is_too_small = size == (1, 3) || (size == (1, 5) && families == 3);
                assert_eq!(family.is_too_small(), is_too_small, "{size:?} {families}");
            }
        }
    }
    assert!(claimed > 500, "{claimed}");
}

#[test]
fn shares_of_both_sides_sum_to_1_and_no_order_of_trials_or_levels_matters() {
    let mut draws = Draws::new(12);
    for (levels, size) in [(2, (1, 6)), (3, (4, 3)), (4, (1, 25)), (5, (9, 1))] {
        let trials = random(&mut draws, levels, size, 0.5);
        let family = family(&trials);
        let mut shuffled = trials.clone();
        shuffled.iter_mut().flatten().for_each(|trials| trials.reverse());
        let mut groups_of_shuffled = groups(&shuffled);
        groups_of_shuffled.reverse();
        let other = WinFamily::new(levels, &groups_of_shuffled, 1, 3);
        for a in 0..levels {
            assert_eq!(family.level(a), other.level(a));
            for b in (0..levels).filter(|b| *b != a) {
                let (share, rest) = (family.pair(a, b).unwrap(), family.pair(b, a).unwrap());
                assert!((share.share + rest.share - 1.0).abs() < 1e-12);
                assert!((share.interval.low + rest.interval.high - 1.0).abs() < 1e-12);
                assert_eq!(family.pair(a, b), other.pair(a, b));
            }
        }
        // Levels in the opposite order have the same critical value, and the same claims.
        let turned: Trials = trials.iter().map(|block| block.iter().rev().cloned().collect()).collect();
        let turned = WinFamily::new(levels, &groups(&turned), 1, 3);
        assert!((turned.critical() - family.critical()).abs() < 1e-9, "{} {}", turned.critical(), family.critical());
        for level in 0..levels {
            let (ours, theirs) = (family.level(level).unwrap(), turned.level(levels - 1 - level).unwrap());
            assert!((ours.share - theirs.share).abs() < 1e-12 && ours.is_claimed == theirs.is_claimed);
        }
    }
}

/// Blocks in which the first level wins every pair.
fn separated(levels: usize, blocks: usize, repetitions: usize) -> Trials {
    let trials = |level: usize| -> Vec<WinKey> {
        (0..repetitions).map(|trial| WinKey::missed((level * repetitions + trial) as f64, 0)).collect()
    };
    (0..blocks).map(|_| (0..levels).map(trials).collect()).collect()
}

#[test]
fn separated_levels_have_intervals_of_positive_width() {
    // The lower ends in percent; each is a claim but the first two.
    for (blocks, repetitions, low, is_claimed) in [
        (1, 3, 44, false),
        (1, 4, 50, false),
        (1, 5, 57, true),
        (1, 10, 72, true),
        (1, 20, 84, true),
        (3, 3, 70, true),
        (10, 3, 89, true),
    ] {
        let share = family(&separated(2, blocks, repetitions)).pair(0, 1).unwrap();
        assert_eq!((share.interval.low * 100.0).round() as i32, low, "{blocks} {repetitions}: {share:?}");
        assert_eq!((share.interval.high, share.is_claimed), (1.0, is_claimed), "{share:?}");
    }
    // Ten instances with single trials: the sign test, and the interval of Clopper and Pearson.
    let single = family(&separated(2, 10, 1));
    let share = single.pair(0, 1).unwrap();
    assert_eq!(single.law(), WinLaw::Sign);
    assert!((share.p - 2.0 / 1024.0).abs() < 1e-12 && (share.interval.low - 0.025_f64.powf(0.1)).abs() < 1e-9);
}

#[test]
fn the_smallest_designs_that_show_something_are_known() {
    for (blocks, repetitions, is_enough) in [
        (1, 4, false),
        (1, 5, true),
        (2, 2, false),
        (2, 3, true),
        (3, 1, false),
        (3, 2, true),
        (5, 1, false),
        (6, 1, true),
    ] {
        let family = family(&separated(2, blocks, repetitions));
        assert_eq!((family.is_too_small(), family.matters()), (!is_enough, is_enough), "{blocks} × {repetitions}");
    }
    // Two and four trials of a level are worth 5.3 on one instance, and 6 are needed on several.
    let mut trials = separated(2, 2, 4);
    trials[0].iter_mut().for_each(|trials| trials.truncate(2));
    assert!(family(&trials).is_too_small());
    // Of nine levels with five trials, no pair can be shown, but levels can: one that wins 191 of 200 pairs.
    let mut trials = separated(9, 1, 5);
    trials[0][0][0] = WinKey::missed(14.0, 0);
    let nine = family(&trials);
    assert!(nine.matters() && !nine.is_too_small());
    assert!(!nine.pair(0, 8).unwrap().is_claimed && nine.level(0).unwrap().is_better(), "{:?}", nine.level(0));
}

#[test]
fn labels_are_permuted_below_20_trials_and_up_to_24_levels() {
    use WinLaw::{Normal, Permutations};
    for (levels, trials, law) in [(2, 19, Permutations), (2, 20, Normal), (24, 2, Permutations), (25, 2, Normal)] {
        assert_eq!(family(&separated(levels, 1, trials)).law(), law, "{levels} × {trials}");
    }
}

#[test]
fn permutations_have_the_critical_values_of_a_long_enumeration() {
    // 200,000 permutations of trials without ties, by the prototype of the statistic in NumPy: 3 levels × 1 × 10, 5 × 3 × 3.
    for (levels, size, expected) in [(3, (1, 10), 2.3317), (5, (3, 3), 2.5833)] {
        let critical = family(&separated(levels, size.0, size.1)).critical();
        assert!((critical - expected).abs() < 0.15, "{levels} {size:?}: {critical}");
    }
}

#[test]
fn groups_of_a_level_weigh_equally() {
    // A level of two groups on one instance, of which one is as good as the other level and one always better.
    let reached = |values: [f64; 4]| values.map(WinKey::reached).to_vec();
    let (fast, equal, other) =
        (reached([1.0, 2.0, 3.0, 4.0]), reached([10.0, 12.0, 14.0, 16.0]), reached([11.0, 12.0, 14.0, 15.0]));
    let group = |level, trials| TrialGroup { level, slice: 0, instance: 0, trials };
    let family = WinFamily::new(2, &[group(0, &fast), group(0, &equal[..]), group(1, &other)], 1, 1);
    assert!((family.pair(0, 1).unwrap().share - 0.75).abs() < 1e-12, "{:?}", family.pair(0, 1));
}

#[test]
fn scales_tiers_and_missing_values_are_compared_as_one_trial_with_another() {
    let all = [
        WinKey::reached(5.0),
        WinKey::reached(7.0),
        WinKey::reached_without_evaluations(),
        WinKey::missed(3.0, 0),
        WinKey::missed(4.0, 0),
        WinKey::missed(1.0, 1),
        WinKey::missed_without_penalty(),
    ];
    for a in all {
        for b in all {
            assert!((a.wins_against(b) + b.wins_against(a) - 1.0).abs() < 1e-15);
            let group = |level, trials| TrialGroup { level, slice: 0, instance: 0, trials };
            let family = WinFamily::new(2, &[group(0, &[a][..]), group(1, &[b][..])], 1, 1);
            assert!((family.pair(0, 1).unwrap().share - a.wins_against(b)).abs() < 1e-15, "{a:?} {b:?}");
        }
    }
    assert_eq!(all[2].wins_against(all[0]), 0.5);
    assert_eq!(all[5].wins_against(all[3]), 0.5);
    assert_eq!([all[2].wins_against(all[6]), all[6].wins_against(all[4])], [1.0, 0.5]);
}

#[test]
fn directions_are_answered_in_order() {
    let mut draws = Draws::new(4);
    let mut verdict = |means: &[f64], better: BetterLevels| {
        let normal = |draws: &mut Draws| (0..12).map(|_| draws.uniform()).sum::<f64>() - 6.0;
        let level = |mean: &f64, draws: &mut Draws| (0..20).map(|_| WinKey::missed(mean + normal(draws), 0)).collect();
        let trials: Trials = vec![means.iter().map(|mean| level(mean, &mut draws)).collect()];
        direction(&trials, better).verdict
    };
    // Lower penalties are better.
    assert_eq!(verdict(&[8.0, 6.0, 4.0, 2.0, 0.0], BetterLevels::Larger), DirectionVerdict::Yes);
    assert_eq!(verdict(&[0.0, 2.0, 4.0, 6.0, 8.0], BetterLevels::Smaller), DirectionVerdict::Yes);
    assert_eq!(verdict(&[0.0, 2.0, 4.0, 6.0, 8.0], BetterLevels::Larger), DirectionVerdict::Opposite);
    assert_eq!(
        verdict(&[8.0, 5.0, 2.0, 0.0, 5.0], BetterLevels::Larger),
        DirectionVerdict::NotThroughout { best: 3, worse: 4, than: 3 }
    );
    // Smaller levels are better, but the second one is the best.
    assert_eq!(
        verdict(&[1.0, 0.4, 2.0, 4.0, 6.0], BetterLevels::Larger),
        DirectionVerdict::OppositeOnTheWhole { best: 1 }
    );
    assert_eq!(verdict(&[0.0; 5], BetterLevels::Larger), DirectionVerdict::NotShown);
    let flat = verdict(&[6.0, 3.0, 0.0, 0.0, -0.2], BetterLevels::Larger);
    assert_eq!(flat, DirectionVerdict::UpTo { level: 2 });
}

#[test]
fn a_direction_holds_throughout_if_its_further_half_has_a_trend_at_10_percent() {
    // The share of pairs that the last of three levels wins against the middle one has p = 0.13, then 0.08.
    for (gain, verdict) in [(3.0, DirectionVerdict::UpTo { level: 1 }), (3.5, DirectionVerdict::Yes)] {
        let level = |shift: f64| (0..20).map(|trial| WinKey::missed(f64::from(trial) + shift, 0)).collect();
        let answer = direction(&vec![vec![level(99.0), level(gain), level(0.0)]], BetterLevels::Larger);
        assert_eq!(answer.verdict, verdict, "{gain}");
        // The trend is tested at half of the level: Wilson's interval has the ends that are 2.2414 standard errors away.
        let WinShare { share, trials, interval, .. } = answer.share;
        let error = (interval.low * (1.0 - interval.low) / trials).sqrt();
        assert!(((share - interval.low) / error - 2.2414).abs() < 1e-3, "{:?}", answer.share);
    }
}

#[test]
fn shares_differ_between_slices_only_if_an_interval_excludes_0() {
    let mut draws = Draws::new(21);
    let mut counts = (0, 0, 0);
    for number in 0..60 {
        // Level 0 is better in slice 0, equal in slice 1, and worse in slice 2 of the odd samples.
        let effects: [f64; 3] = [2.0, 0.0, if number % 2 == 1 { -2.0 } else { 2.0 }];
        let trials: Vec<Trials> = effects
            .iter()
            .map(|effect| {
                let mut block = random(&mut draws, 2, (2, 10), effect.abs());
                if *effect < 0.0 {
                    block.iter_mut().for_each(|levels| levels.reverse());
                }
                block
            })
            .collect();
        let of_slice = |(slice, trials): (usize, &'static Trials)| -> Vec<TrialGroup<'static>> {
            groups(trials).into_iter().map(|group| TrialGroup { slice, ..group }).collect()
        };
        let trials: &'static Vec<Trials> = Box::leak(Box::new(trials));
        let all: Vec<TrialGroup<'_>> = trials.iter().enumerate().flat_map(of_slice).collect();
        let family = WinFamily::new(2, &all, 1, 5);
        let dependence = family.dependence(3, |slice| slice, 1, 5).unwrap();
        for difference in &dependence.differences {
            let excludes = difference.interval.low > 0.0 || difference.interval.high < 0.0;
            assert_eq!(difference.is_claimed, excludes, "{difference:?}");
            assert_eq!(difference.is_claimed, difference.p_corrected <= 0.05, "{difference:?}");
        }
        counts.0 += usize::from(dependence.is_shown());
        let is =
            |is_so: fn(WinShare) -> bool| dependence.slices.iter().any(|slice| slice.pair(0, 1).is_some_and(is_so));
        let reverses = is(|share| share.is_better()) && is(|share| share.is_worse());
        counts.1 += usize::from(reverses);
        counts.2 += usize::from(number % 2 == 0 && reverses);
    }
    assert!(counts.0 > 50 && counts.1 > 25 && counts.2 == 0, "{counts:?}");
}

#[test]
fn instances_that_disagree_leave_the_claim_for_others_open() {
    // Three instances: level 0 wins all pairs on two of them and loses all on one.
    let mut trials = separated(2, 3, 20);
    trials[2].reverse();
    let disagreeing = family(&trials);
    let instances = disagreeing.instance_shares();
    assert!(disagreeing.pair(0, 1).unwrap().is_better());
    let others = disagreeing.pair_for_instances(&instances, 0, 1).unwrap();
    assert!(!others.is_claimed && (others.share - 2.0 / 3.0).abs() < 1e-12, "{others:?}");
    assert_eq!(disagreeing.pair_for_instances(&instances, 1, 0).unwrap(), others.mirrored());
    let agreeing = family(&separated(2, 6, 5));
    assert!(agreeing.pair_for_instances(&agreeing.instance_shares(), 0, 1).unwrap().is_better());
    let single = family(&separated(2, 1, 20));
    assert_eq!(single.pair_for_instances(&single.instance_shares(), 0, 1), None);
}

#[test]
#[ignore = "measures time"]
fn thousands_of_trials_take_little_time() {
    let mut draws = Draws::new(1);
    for (levels, size) in [
        (2, (1, 30_000)),
        (10, (10, 100)),
        (10, (1, 1000)),
        (10, (1, 10)),
        (5, (3, 5)),
        (30, (3, 5)),
        (100, (5, 3)),
        (100, (5, 10)),
    ] {
        let trials = random(&mut draws, levels, size, 0.0);
        let start = std::time::Instant::now();
        let family = family(&trials);
        println!("{levels} levels, {size:?}: {:?}, {:?}", start.elapsed(), family.law());
    }
}
