//! The statistical power of a sweep, before it runs.

use evocube::experiment::sweep::Sweep;
use evocube::stats::{MIN_SOLVED, PowerAnalysis, smallest_rank_sum_p, wilson_95};
use serde_json::json;

use crate::cli::terminal::numbers::{counted, p_value, percent};

/// Effects above this value are called nearly all.
const NEARLY_ALL: f64 = 0.9;

/// Returns the comparisons of the stage with most: each configuration with the leading one, by penalty or by solved trials.
fn design(sweep: &Sweep) -> PowerAnalysis {
    PowerAnalysis {
        instances: sweep.instances.len() as u64,
        repetitions: sweep.repetitions,
        comparisons: sweep
            .selecting_stages()
            .iter()
            .map(|stage| (stage.points() as u64).saturating_sub(1))
            .max()
            .unwrap_or(0),
    }
}

/// Returns whether configurations have enough trials for a comparison of run times, if all of them solve.
fn may_compare_run_times(design: PowerAnalysis) -> bool {
    design.instances * design.repetitions >= MIN_SOLVED
}

/// Returns the design with run times compared, too, if they can be.
fn timed(design: PowerAnalysis) -> PowerAnalysis {
    let measures = if may_compare_run_times(design) { 2 } else { 1 };
    PowerAnalysis { comparisons: measures * design.comparisons, ..design }
}

/// Returns the upper bound of the success rate, if none of `trials` trials solves.
fn none_solved(trials: u64) -> f64 {
    wilson_95(0, trials).map_or(1.0, |interval| interval.high)
}

/// Writes the power as sentences, one per line.
pub(super) fn as_text(sweep: &Sweep) -> String {
    let design = design(sweep);
    let trials = design.instances * design.repetitions;
    let mut text = format!(
        "Statistical power: {} per configuration ({} on {}); if none solves, the success rate is below {} (95 %, Wilson).\n",
        counted(trials, "trial"),
        counted(design.repetitions, "repetition"),
        counted(design.instances, "instance"),
        percent(none_solved(trials))
    );
    if design.comparisons == 0 {
        text.push_str("  One configuration: nothing is compared.\n");
        return text;
    }
    text.push_str(match (design.instances, design.is_paired()) {
        (1, _) => "  All trials are on one instance: conclusions hold for that instance.\n",
        (_, true) => {
            "  Trials are paired by instance (Wilcoxon signed-rank test): conclusions hold for instances like these.\n"
        }
        (_, false) => {
            "  Trials are compared on each instance: conclusions hold for these instances, and for others like them where \
             the instances agree.\n"
        }
    });
    let (run_times, corrected) = if may_compare_run_times(design) {
        let corrected = p_value(timed(design).smallest_adjusted_p());
        let run_times = format!(", and as many of run times where {MIN_SOLVED} trials of both solve");
        (run_times, format!(" (with run times {corrected})"))
    } else {
        (String::new(), String::new())
    };
    text.push_str(&format!(
        "  {} with the best of a stage{run_times}; smallest possible p: {}, after correction {}{corrected}.\n",
        counted(design.comparisons, "comparison"),
        p_value(design.smallest_p()),
        p_value(design.smallest_adjusted_p()),
    ));
    if design.can_show() && timed(design).can_show() {
        text.push_str(&detectable(timed(design)));
    } else {
        text.push_str(&insufficient(design));
    }
    if design.instances > 1 && !design.is_paired() {
        let alone = smallest_rank_sum_p(design.repetitions, 1) * design.comparisons as f64;
        if alone >= 0.05 {
            text.push_str(&format!(
                "  On any single instance {} cannot show a difference (smallest p after correction: {}).\n",
                counted(design.repetitions, "repetition"),
                p_value(alone.min(1.0))
            ));
        }
    }
    text
}

/// Describes a design without power, or without power where run times are compared, and a sufficient design.
fn insufficient(design: PowerAnalysis) -> String {
    let (when, needed) = if design.can_show() {
        ("If run times are compared, too, this design cannot show a difference", timed(design))
    } else {
        ("This design cannot show a difference", design)
    };
    let more_instances = PowerAnalysis { instances: needed.instances_needed(), ..needed };
    format!(
        "  {when}: no p-value can be significant. It needs {} on {}, or {} with {}.\n",
        counted(needed.repetitions_needed(), "repetition"),
        counted(design.instances, "instance"),
        counted(more_instances.instances, "instance"),
        counted(design.repetitions, "repetition")
    )
}

/// Describes the smallest detectable effect, and how larger designs improve it.
fn detectable(design: PowerAnalysis) -> String {
    let Some(effect) = design.detectable() else { return String::new() };
    let cases = if design.is_paired() {
        format!("on {} of instances", percent(effect))
    } else {
        format!("in {} of pairs of trials on each instance (Â₁₂)", percent(effect))
    };
    let mut text = format!("  Detected with 80 % power: a configuration that is better {cases}, if few trials tie");
    if effect > NEARLY_ALL {
        text.push_str(", which is nearly all: smaller effects are often missed.");
        let doubled = [
            (PowerAnalysis { repetitions: 2 * design.repetitions, ..design }, "repetitions"),
            (PowerAnalysis { instances: 2 * design.instances, ..design }, "instances"),
        ];
        let doubled: Vec<String> = doubled
            .into_iter()
            .filter_map(|(design, what)| Some(format!("with twice the {what} {}", percent(design.detectable()?))))
            .collect();
        text.push_str(&format!(" More trials help: {}", doubled.join(", ")));
    }
    text.push_str(".\n");
    text
}

/// Builds the JSON object.
pub(super) fn as_json(sweep: &Sweep) -> serde_json::Value {
    let design = design(sweep);
    let compared = design.comparisons > 0;
    json!({
        "paired": design.is_paired(),
        "comparisons": design.comparisons,
        "comparisons_with_run_times": timed(design).comparisons,
        "smallest_p": compared.then(|| design.smallest_p()),
        "smallest_adjusted_p": compared.then(|| design.smallest_adjusted_p()),
        "smallest_adjusted_p_with_run_times": compared.then(|| timed(design).smallest_adjusted_p()),
        "can_show": compared && design.can_show(),
        "detectable": compared.then(|| timed(design).detectable()).flatten(),
        "none_solved_percent": 100.0 * none_solved(design.instances * design.repetitions),
    })
}
