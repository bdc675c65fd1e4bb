//! How much of a ladder of penalties is climbed within how many evaluations.

use super::axis::{Axis, tick_count};
use super::convergence::{by_rank, stroke};
use super::data::Data;
use super::drawing::WIDTH;
use super::figure::Figure;
use super::legend::Entry;
use super::lines::{Line, Lines, SIDES, stairs};
use super::result_index::{Point, ResultIndex, Stage};
use super::stage_comparison::Measure;
use super::targets::{reached_after, targets};
use crate::stats::RunTimes;

/// Evaluations at which a line is drawn: about one every three pixels.
const GRID: u32 = 220;

fn run_times(index: &ResultIndex<'_>, point: &Point<'_>, targets: &[u64]) -> RunTimes {
    let times = |target: u64| point.trials.iter().map(move |trial| reached_after(index, trial, target));
    RunTimes::new(targets.iter().flat_map(|target| times(*target)).map(|time| time.unwrap_or(f64::INFINITY)))
}

/// Draws a stage's figure; `None` as long as nothing is logged.
pub(super) fn draw(index: &ResultIndex<'_>, stage: &Stage<'_>, measure: Measure) -> Option<Figure> {
    let logged = stage.points.iter().flat_map(|point| &point.trials).flat_map(|trial| index.convergence(trial.trial));
    let (least, most) = logged
        .fold((u64::MAX, 0), |ends, row| (ends.0.min(row.evaluations.max(1)), ends.1.max(row.evaluations.max(1))));
    if most == 0 {
        return None;
    }
    let (from, to) = ((least as f64).log10().floor(), (most as f64).log10().max((least as f64).log10().floor() + 1.0));
    let targets = targets(measure);
    let lines = by_rank(stage);
    let grid: Vec<f64> = (0..=GRID).map(|at| from + (to - from) * f64::from(at) / f64::from(GRID)).collect();
    let mut data = Data::new(&["configuration", "evaluations", "share"]);
    let shares: Vec<(Vec<(f64, f64)>, f64)> = lines
        .iter()
        .map(|line| {
            let reached = run_times(index, line.point, targets);
            let points: Vec<(f64, f64)> = grid.iter().map(|at| (*at, reached.at(10.0_f64.powf(*at)))).collect();
            for (at, share) in &points {
                data.row(&[&line.point.label(), &format!("{:.0}", 10.0_f64.powf(*at)), &share.to_string()]);
            }
            (stairs(&points), reached.mean_share(10.0_f64.powf(from), 10.0_f64.powf(to)))
        })
        .collect();

    let title = if measure == Measure::Solved {
        format!("{}: share of trials that have solved", stage.facts.name)
    } else {
        format!("{}: share of (trial, target) pairs reached", stage.facts.name)
    };
    let gray = lines.iter().filter(|line| line.look.is_none()).count();
    let others = (gray > 0).then(|| Entry { stroke: Some(stroke(None)), label: format!("the {gray} others") });
    let drawn = lines.iter().zip(shares).map(|(line, (points, mean))| Line {
        label: format!("{} ({mean:.2})", line.point.label()),
        named: line.look.is_some(),
        stroke: stroke(line.look),
        points,
        dots: false,
    });
    let chart = Lines {
        title: &title,
        names: ("evaluations", "share reached"),
        lines: drawn.collect(),
        bands: vec![],
        marks: vec![],
        entries: others.into_iter().collect(),
    };
    let drawing =
        chart.draw(Axis::powers_of_ten(from, to, tick_count(WIDTH - SIDES.0 - SIDES.1, 40.0)), Axis::shares());
    let ladder: Vec<String> = targets.iter().map(ToString::to_string).collect();
    let caption = format!(
        "Empirical cumulative distribution of run times over {}. In parentheses: normalized area under the curve \
         over the logarithm of evaluations; higher is better, 1 is the maximum. A trial that never gets there keeps a line \
         below 1. Times are rounded up to the next logged generation.",
        if targets.len() == 1 {
            "all trials of a configuration, the target being the solved instance".to_owned()
        } else {
            format!("all trials of a configuration and the penalties {} as targets", ladder.join(", "))
        }
    );
    Some(Figure { file: format!("{}-ecdf", stage.file_stem()), title, caption, drawing, data: data.text() })
}
