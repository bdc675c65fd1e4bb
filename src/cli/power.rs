//! What a sweep can show, said before it is run.

use evocube::experiment::sweep::Sweep;
use evocube::stats::{Design, Unit, smallest_rank_sum_p, wilson_95};
use serde_json::json;

/// What is compared in a sweep.
fn design(sweep: &Sweep) -> Design {
    let pairs = |points: u64| points * (points - 1) / 2;
    Design {
        cubes: sweep.instances.len() as u64,
        repetitions: sweep.repetitions,
        comparisons: sweep.stages.iter().map(|stage| pairs(stage.points() as u64)).sum(),
    }
}

/// A p-value in two digits that count.
fn p(value: f64) -> String {
    match value {
        all if all >= 0.995 => "1".to_owned(),
        large if large >= 0.1 => format!("{large:.2}"),
        small if small >= 0.001 => format!("{small:.4}"),
        tiny => format!("{tiny:.1e}"),
    }
}

fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The share that none of so many solved trials leaves possible, in per cent.
fn none_solved(trials: u64) -> f64 {
    wilson_95(0, trials).map_or(100.0, |interval| 100.0 * interval.high)
}

/// As sentences, one a line.
pub(super) fn as_text(sweep: &Sweep) -> String {
    let design = design(sweep);
    let trials = design.cubes * design.repetitions;
    let mut text = format!(
        "What this can show: {} a setting ({} on {}); if none solves, the rate is below {:.0} % (95 %, Wilson).\n",
        counted(trials, "trial"),
        counted(design.repetitions, "repetition"),
        counted(design.cubes, "cube"),
        none_solved(trials)
    );
    if design.comparisons == 0 {
        text.push_str("  One setting: nothing is compared.\n");
        return text;
    }
    text.push_str(match design.unit() {
        Unit::Trial => "  All trials are on one cube, and what they show is true of that cube.\n",
        Unit::TrialOnEachCube => {
            "  Too few cubes to speak of others: trials are compared on each cube, and what they show is true of these cubes.\n"
        }
        Unit::Cube => "  The unit is the cube, by the median of its trials: what they show is true of cubes like these.\n",
    });
    text.push_str(&format!(
        "  {}; smallest p that can come out: {}, after correction for all of them {}.\n",
        counted(design.comparisons, "comparison"),
        p(design.smallest_p()),
        p(design.smallest_adjusted_p())
    ));
    if !design.can_show() {
        let more = match design.unit() {
            Unit::Cube => String::new(),
            Unit::Trial | Unit::TrialOnEachCube => {
                format!(" It takes {} at least; 31 are usual.", counted(design.repetitions_needed(), "repetition"))
            }
        };
        text.push_str(&format!(
            "  So this design can show nothing: no difference can come out as significant.{more}\n"
        ));
        return text;
    }
    let detectable = design.detectable();
    let effect =
        if design.unit() == Unit::Cube { "a setting that is better on" } else { "a setting that is better in" };
    let of = if design.unit() == Unit::Cube { "cubes, averaged in twos" } else { "pairs of trials (Â₁₂)" };
    if detectable < 1.0 {
        text.push_str(&format!(
            "  Found with 80 % power: {effect} {:.0} % of {of}{}.\n",
            100.0 * detectable,
            if detectable > 0.9 { ", which is nearly all: smaller effects will be missed" } else { "" }
        ));
    } else {
        text.push_str(
            "  No effect is found with 80 % power, not even one that always wins: it takes more repetitions.\n",
        );
    }
    if design.unit() == Unit::TrialOnEachCube {
        let alone = smallest_rank_sum_p(design.repetitions, 1) * design.comparisons as f64;
        if alone >= 0.05 {
            text.push_str(&format!(
                "  About any single cube {} can show nothing (smallest p after correction: {}).\n",
                counted(design.repetitions, "repetition"),
                p(alone.min(1.0))
            ));
        }
    }
    text
}

/// The same for machines.
pub(super) fn as_json(sweep: &Sweep) -> serde_json::Value {
    let design = design(sweep);
    let unit = match design.unit() {
        Unit::Trial => "trial",
        Unit::TrialOnEachCube => "trial-on-each-cube",
        Unit::Cube => "cube",
    };
    let compared = design.comparisons > 0;
    json!({
        "unit": unit,
        "comparisons": design.comparisons,
        "smallest_p": compared.then(|| design.smallest_p()),
        "smallest_adjusted_p": compared.then(|| design.smallest_adjusted_p()),
        "can_show": compared && design.can_show(),
        "detectable": compared.then(|| design.detectable()),
        "none_solved_percent": none_solved(design.cubes * design.repetitions),
    })
}
