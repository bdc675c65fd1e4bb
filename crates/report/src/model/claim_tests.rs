//! Unit tests of some claims, on made-up stages: when the best configurations are named, when a difference is one of evaluations, when an
//! effect counts as exaggerated, which configurations are left out, and when factors are ruled out together. Other claims are tested by
//! their sentences, in `tests/report`.

use super::Model;
use crate::claims::{Claim, Measure};
use crate::made_up::{levels, results};
use crate::result_index::ResultIndex;
use evocube_experiment::record::{Effort, EffortRule, Results};

fn claims(results: &Results) -> Vec<Claim> {
    Model::new(&ResultIndex::new(results)).stages.remove(0).claims
}

#[test]
fn up_to_three_configurations_that_no_other_beats_are_named() {
    for best in [3, 4] {
        let penalty = |point, repetition| repetition % 3 + if point < best { 10 } else { 90 };
        let claims = claims(&results(&["rate"], levels("a b c d e"), 20, penalty));
        let set = claims.iter().find_map(|claim| if let Claim::BestSet(set) = claim { Some(set) } else { None });
        let set = set.expect("some configurations are worse than others");
        assert_eq!(set.configurations, (1..=best as u64).collect::<Vec<_>>());
        assert_eq!(set.levels.len(), if best == 3 { 3 } else { 0 });
    }
}

#[test]
fn a_difference_is_one_of_evaluations_if_a_tenth_of_the_trials_reach_their_target() {
    for (reached, measure) in [(3, Measure::MeanPenalty), (4, Measure::ExpectedEvaluations)] {
        // Of 40 trials of both levels.
        let penalty = |point, repetition| match point {
            0 if repetition < reached => 0,
            0 => 20 + repetition,
            _ => 60 + repetition,
        };
        let claims = claims(&results(&["rate"], levels("a b"), 20, penalty));
        let [Claim::Matters(matters), ..] = &claims[..] else { panic!("{claims:?}") };
        assert_eq!((&matters.lead.level[..], matters.lead.other.as_deref()), ("a", Some("b")));
        assert_eq!(matters.lead.size.map(|size| size.measure), Some(measure), "{reached}");
    }
}

#[test]
fn an_effect_is_exaggerated_only_if_its_interval_contains_60_percent_of_pairs() {
    // The level with the lower penalties wins 70 and 80 % of pairs, with intervals from 51.9 and from 63.0 % on.
    for (shift, low, is_exaggerated) in [(9, 0.519, true), (15, 0.630, false)] {
        let penalty = |point: usize, repetition| 1 + 2 * repetition + shift * point as u64;
        let claims = claims(&results(&["rate"], levels("a b"), 20, penalty));
        let [Claim::Matters(matters), ..] = &claims[..] else { panic!("{claims:?}") };
        assert!(matters.lead.low.is_some_and(|share| (share - low).abs() < 0.0005), "{:?}", matters.lead);
        assert_eq!(claims.iter().any(|claim| matches!(claim, Claim::Exaggerates(_))), is_exaggerated);
    }
}

#[test]
fn configurations_that_may_spend_less_than_the_number_of_the_sweep_are_left_out_by_name() {
    let mut made = results(&["rate"], levels("a b c"), 5, |_, repetition| 10 + repetition);
    made.sweep.stages[0].effort =
        Effort { rule: EffortRule::Within(900), allowances: [500, 900, 1000].map(Some).to_vec(), ..Effort::default() };
    let claims = claims(&made);
    let out = claims.iter().find_map(|claim| if let Claim::LeftOut(out) = claim { Some(out) } else { None });
    let out = out.expect("the first may spend 500 evaluations");
    assert_eq!((&out.configurations[..], out.limit, &out.levels[0][0].level[..]), (&[1][..], 900, "a"));
}

#[test]
fn factors_of_a_sample_of_which_no_effect_is_shown_are_ruled_out_together() {
    let points = (0..20).map(|point| vec![point.to_string(), (point * 7 % 20).to_string()]).collect();
    let penalty = |point: usize, repetition| 50 + point as u64 * 13 % 7 + repetition;
    let claims = claims(&results(&["rate", "size"], points, 3, penalty));
    let rules_out = |claim: &Claim| matches!(claim, Claim::RulesOut(all) if all.sampled && all.trials == 20 && all.factors == ["rate", "size"]);
    assert!(claims.iter().any(rules_out), "{claims:?}");
}
