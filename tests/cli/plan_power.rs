//! The statistical power that `evocube plan` prints, compared with the tests that reports use.

use evocube::stats::{PowerAnalysis, mann_whitney, rank_sum, signed_rank};
use evocube::{Seed, Stream};

use crate::common::{evocube_in, sweep_folder};

/// Returns the output of `plan` for a sweep of one factor.
fn says(instances: u64, repetitions: u64, levels: u64) -> String {
    let levels: Vec<String> = (0..levels).map(|level| (10 + 2 * level).to_string()).collect();
    let folder = sweep_folder(&format!(
        "name = \"x\"\nseed = 1\nrepetitions = {repetitions}\n[[instance]]\nrandom = {instances}\n[[factor]]\nkey = \
         \"population\"\nlevels = [{}]\n",
        levels.join(", ")
    ));
    let (code, stdout, _) = evocube_in(folder.path(), &["plan", "sweep.toml"]);
    assert_eq!(code, Some(0));
    stdout.split_once("Statistical power").unwrap().1.to_owned()
}

/// Draws an exponential time.
fn time(stream: &mut Stream) -> f64 {
    -(1.0 - stream.below(1 << 30) as f64 / f64::from(1 << 30)).ln()
}

#[test]
fn five_against_five_trials_detect_a_complete_separation_in_a_plan() {
    let text = says(1, 5, 2);
    assert!(
        text.contains(
            "  1 comparison with the best of a stage; smallest possible p: 0.0079, after correction 0.0079.\n"
        ),
        "{text}"
    );
    assert!(text.contains("Detected with 80 % power: a configuration that is better in 95 % of pairs of trials on each instance (Â₁₂), if few trials tie, which is nearly all: smaller effects are often missed. More trials help: with twice the repetitions 84 %, with twice the instances 85 %."), "{text}");
    assert!(!text.contains("cannot show"), "{text}");
}

#[test]
fn plan_gives_no_advice_where_moderate_effects_are_detectable() {
    let text = says(3, 31, 4);
    assert!(
        text.contains(
            "a configuration that is better in 65 % of pairs of trials on each instance (Â₁₂), if few trials tie.\n"
        ),
        "{text}"
    );
    assert!(text.contains("Trials are compared on each instance: conclusions hold for these instances, and for others like them where the instances agree."), "{text}");
    assert!(!text.contains("nearly all") && !text.contains("cannot show") && !text.contains("paired"), "{text}");
    let paired = says(20, 1, 2);
    assert!(paired.contains("a configuration that is better on 86 % of instances, if few trials tie.\n"), "{paired}");
    assert!(paired.contains("Trials are paired by instance (Wilcoxon signed-rank test)"), "{paired}");
}

#[test]
fn plan_of_a_design_without_power_names_what_helps() {
    let text = says(1, 5, 25);
    assert!(text.contains("This design cannot show a difference: no p-value can be significant. It needs 7 repetitions on 1 instance, or 2 instances with 5 repetitions."), "{text}");
    assert!(!text.contains("Detected with"), "{text}");
    let timed = says(10, 1, 21);
    assert!(timed.contains("20 comparisons with the best of a stage, and as many of run times where 10 trials of both solve; smallest possible p: 0.0020, after correction 0.039 (with run times 0.078)."), "{timed}");
    assert!(timed.contains("If run times are compared, too, this design cannot show a difference: no p-value can be significant. It needs 2 repetitions on 10 instances, or 11 instances with 1 repetition."), "{timed}");
    // The smallest p is below 5 % with the printed number, and not with one fewer.
    let smallest = |instances, repetitions, comparisons| {
        PowerAnalysis { instances, repetitions, comparisons }.smallest_adjusted_p()
    };
    assert!(smallest(1, 7, 24) < 0.05 && smallest(1, 6, 24) >= 0.05 && smallest(2, 5, 24) < 0.05);
    let bounds = [smallest(11, 1, 40), smallest(10, 2, 40), smallest(10, 1, 20)];
    assert!(bounds.iter().all(|p| *p < 0.05) && smallest(10, 1, 40) >= 0.05, "{bounds:?}");
    let alone = says(12, 5, 8);
    assert!(
        alone.contains(
            "On any single instance 5 repetitions cannot show a difference (smallest p after correction: 0.056)."
        ),
        "{alone}"
    );
    assert!(!says(12, 31, 8).contains("On any single instance"));
}

#[test]
fn one_configuration_has_no_comparison() {
    let text = says(2, 5, 1);
    assert!(text.contains("One configuration: nothing is compared.") && !text.contains("power"), "{text}");
}

#[test]
fn the_rate_that_many_unsolved_trials_leave_is_never_zero() {
    assert!(says(1, 5, 1).contains("if none solves, the success rate is below 43 % (95 %, Wilson)"));
    assert!(says(10, 1000, 1).contains("if none solves, the success rate is below 0.038 % (95 %, Wilson)"));
}

#[test]
fn the_detectable_effect_is_found_in_four_of_five_samples() {
    let mut stream = Seed::from_number(80).stream();
    for (instances, repetitions, comparisons) in
        [(1, 5, 1), (1, 20, 10), (3, 5, 6), (12, 2, 1), (10, 1, 1), (20, 1, 3), (4, 31, 3)]
    {
        let design = PowerAnalysis { instances, repetitions, comparisons };
        let effect = design.detectable().unwrap();
        let alpha = 0.05 / comparisons as f64;
        let is_significant = |_: &u32| {
            // The first of exponential times with these rates is the lower one with that probability.
            let mut side = |rate: f64| -> Vec<Vec<f64>> {
                (0..instances).map(|_| (0..repetitions).map(|_| time(&mut stream) / rate).collect()).collect()
            };
            let (a, b) = (side(effect), side(1.0 - effect));
            let p = if design.is_paired() {
                // The effect size is symmetric in the two configurations.
                let sizes: Vec<f64> = (1..=instances).map(|size| size as f64).collect();
                let signed: Vec<f64> = a
                    .iter()
                    .zip(&b)
                    .zip(&sizes)
                    .map(|((a, b), size)| if a[0] < b[0] { -size } else { *size })
                    .collect();
                signed_rank(&signed, &vec![0.0; signed.len()]).unwrap().p
            } else if instances == 1 {
                mann_whitney(&a[0], &b[0]).unwrap().p
            } else {
                let strata: Vec<(&[f64], &[f64])> = a.iter().zip(&b).map(|(a, b)| (&a[..], &b[..])).collect();
                rank_sum(&strata).unwrap().p
            };
            p < alpha
        };
        let count = (0..1000).filter(is_significant).count();
        // Four standard errors of 800 in 1000.
        assert!((750..=850).contains(&count), "{design:?} {effect}: {count} of 1000");
    }
}

#[test]
fn doubling_the_trials_never_raises_the_detectable_effect() {
    for instances in [1, 2, 7, 12, 20] {
        for repetitions in [1, 2, 5, 31] {
            let design = PowerAnalysis { instances, repetitions, comparisons: 2 };
            let Some(effect) = design.detectable() else { continue };
            for more in [
                PowerAnalysis { instances: 2 * instances, ..design },
                PowerAnalysis { repetitions: 2 * repetitions, ..design },
            ] {
                assert!(more.detectable().unwrap() < effect, "{more:?}");
            }
        }
    }
}
