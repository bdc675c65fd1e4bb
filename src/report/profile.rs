//! Performance profiles: how often a setting of a stage is how much slower than the fastest.

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
use crate::stats::{expected_running_time, performance_profiles, profile_at};

/// Ratios at which a line is drawn.
const GRID: u32 = 160;
/// The powers of ten of the ratios that are shown: from as fast as the fastest to a hundred times slower, at most.
const MOST: f64 = 2.0;

/// The expected evaluations of a setting to come down to a target on a cube, trials being started again until one does.
fn cost(index: &ResultIndex<'_>, point: &Point<'_>, instance: &str, target: u64) -> f64 {
    let trials = point.trials.iter().filter(|trial| trial.instance == instance && trial.outcome.is_some());
    let runs: Vec<(f64, u64)> = trials
        .filter_map(|trial| match reached_after(index, trial, target) {
            Some(evaluations) => Some((evaluations, 1)),
            None => index.convergence(trial.trial).last().map(|row| (row.evaluations.max(1) as f64, 0)),
        })
        .collect();
    expected_running_time(&runs).unwrap_or(f64::INFINITY)
}

/// Draws a stage's figure; `None` with a single setting, or as long as nobody has reached any target.
pub(super) fn draw(index: &ResultIndex<'_>, stage: &Stage<'_>, measure: Measure) -> Option<Figure> {
    let lines = by_rank(stage);
    if lines.len() < 2 {
        return None;
    }
    let instances = &index.results.sweep.instances;
    let problems =
        || instances.iter().flat_map(|instance| targets(measure).iter().map(move |target| (instance, target)));
    let costs: Vec<Vec<f64>> = problems()
        .map(|(instance, target)| lines.iter().map(|line| cost(index, line.point, &instance.name, *target)).collect())
        .collect();
    let reached = costs.iter().filter(|of| of.iter().any(|cost| cost.is_finite())).count();
    if reached == 0 {
        return None;
    }
    let profiles = performance_profiles(&costs);
    let finite = profiles.iter().flatten().filter(|ratio| ratio.is_finite());
    let end = finite.fold(1.0_f64, |most, ratio| most.max(*ratio)).log10().ceil().clamp(1.0, MOST);
    let grid: Vec<f64> = (0..=GRID).map(|at| end * f64::from(at) / f64::from(GRID)).collect();
    let mut data = Data::new(&["configuration", "ratio", "share"]);
    let drawn: Vec<Line> = lines
        .iter()
        .zip(&profiles)
        .map(|(line, ratios)| {
            // A setting that is the fastest has a ratio of 1, whatever the rounding.
            let share = |power: f64| profile_at(ratios, 10.0_f64.powf(power) * (1.0 + 1e-12));
            let points: Vec<(f64, f64)> = grid.iter().map(|power| (*power, share(*power))).collect();
            for (power, share) in &points {
                data.row(&[&line.point.label(), &format!("{:.4}", 10.0_f64.powf(*power)), &share.to_string()]);
            }
            let label = format!("{} (fastest {:.0} %)", line.point.label(), 100.0 * share(0.0));
            Line { label, named: line.look.is_some(), stroke: stroke(line.look), points: stairs(&points), dots: false }
        })
        .collect();

    let title = format!("{}: performance profiles", stage.facts.name);
    let gray = lines.iter().filter(|line| line.look.is_none()).count();
    let others = (gray > 0).then(|| Entry { stroke: Some(stroke(None)), label: format!("the {gray} others") });
    let chart = Lines {
        title: &title,
        names: ("times as many evaluations as the fastest configuration", "share of problems"),
        lines: drawn,
        bands: vec![],
        marks: vec![],
        entries: others.into_iter().collect(),
    };
    let drawing =
        chart.draw(Axis::powers_of_ten(0.0, end, tick_count(WIDTH - SIDES.0 - SIDES.1, 40.0)), Axis::shares());
    let penalties: Vec<String> = targets(measure).iter().map(ToString::to_string).collect();
    let caption = format!(
        "A problem is to bring an instance down to a penalty of {}: {} problems, of which some configuration reached {reached}. Its \
         cost is the expected number of evaluations, trials being started again until one gets there. A line says on which \
         share of the problems its configuration needs at most so many times what the fastest needs; where it begins, how often it \
         is the fastest itself (E. D. Dolan and J. J. Moré, 2002).",
        penalties.join(", "),
        costs.len(),
    );
    Some(Figure { file: format!("{}-profile", stage.file_stem()), title, caption, drawing, data: data.text() })
}
