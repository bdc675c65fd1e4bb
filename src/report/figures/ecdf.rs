//! The share of penalty targets that is reached within a number of evaluations.

use super::{Figure, StageView};
use crate::report::data::Data;
use crate::report::plot::{Axis, Chart, Line, Panel, stairs};
use crate::report::stage_comparison::Measure;
use crate::report::targets::{reached_after, targets};
use crate::stats::RunTimes;

/// Places on a line: about one every three pixels.
const PLACES: u32 = 220;

/// Draws a stage's figure; `None` without several trials, or as long as nothing is logged.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    let (index, stage, measure) = (view.index, view.stage, view.compared.measure);
    let logged = stage.points.iter().flat_map(|point| &point.trials).flat_map(|trial| index.convergence(trial.trial));
    let evaluations: Vec<u64> = logged.map(|row| row.evaluations.max(1)).collect();
    let (least, most) = (*evaluations.iter().min()? as f64, *evaluations.iter().max()? as f64);
    if !stage.has_several_trials() {
        return None;
    }
    let from = least.log10().floor();
    let to = most.log10().max(from + 1.0);
    let targets = targets(measure);
    let mut data = Data::new(&["configuration", "evaluations", "share"]);
    let mut panel = Panel::default();
    for (rank, point) in view.ranked() {
        let times = targets.iter().flat_map(|target| {
            let times = point.trials.iter().map(|trial| reached_after(index, trial, *target));
            times.map(|time| time.unwrap_or(f64::INFINITY))
        });
        let reached = RunTimes::new(times);
        let place = |at: u32| 10.0_f64.powf(from + (to - from) * f64::from(at) / f64::from(PLACES));
        let points: Vec<(f64, f64)> = (0..=PLACES).map(place).map(|place| (place, reached.at(place))).collect();
        for (place, share) in &points {
            data.row(&[&point.label(), &format!("{place:.0}"), share]);
        }
        let mean = reached.mean_share(10.0_f64.powf(from), 10.0_f64.powf(to));
        panel.lines.push(Line::ranked(format!("{} ({mean:.2})", point.label()), rank, stairs(&points)));
    }
    let title = view.title(match measure {
        Measure::Solved => "share of trials that have solved",
        _ => "share of (trial, target) pairs reached",
    });
    let axes = (Axis::log(10.0_f64.powf(from), 10.0_f64.powf(to)), Axis::shares());
    let drawing = Chart::new(&title, ("evaluations", "share reached"), axes, panel).draw();
    let caption = format!(
        "Empirical cumulative distribution of run times over {}. In parentheses: normalized area under the curve \
         over the logarithm of evaluations; higher is better, 1 is the maximum. A trial that never gets there keeps a line \
         below 1. Times are rounded up to the next logged generation.",
        if targets.len() == 1 {
            "all trials of a configuration, the target being the solved instance".to_owned()
        } else {
            let targets: Vec<String> = targets.iter().map(ToString::to_string).collect();
            format!("all trials of a configuration and the penalties {} as targets", targets.join(", "))
        }
    );
    Some(Figure { file: view.file("ecdf"), title, caption, view: "", drawing, data: data.text() })
}
