//! The figure of performance profiles: the share of problems that a configuration solves within a multiple of the fewest expected
//! evaluations. A problem is an instance with a target penalty. Seconds are not compared.

use libm::{log10, pow};

use super::layout::{MAX_LINES, omission};
use super::{Figure, StageView};
use crate::targets::{expected_evaluations, targets};
use crate::wording::{counted, percent};
use evocube_plot::{Axis, Chart, Line, Panel, in_percent, stairs};
use evocube_rows::Data;
use evocube_stats::run_times::{performance_profiles, profile_at};

/// Number of places on a line.
const PLACES: u32 = 160;
/// Maximum ratio that is shown, as a power of ten.
const MAX_POWER: f64 = 2.0;

/// Draws a stage's figure; `None` with a single configuration, or as long as no target is reached.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    let (index, ranked) = (view.index, view.ranked());
    let targets = targets(index, view.stage);
    if ranked.len() < 2 {
        return None;
    }
    let instances = index.results.sweep.instances.iter();
    let problems = instances.flat_map(|instance| targets.iter().map(|target| (&instance.name, *target)));
    let costs: Vec<Vec<f64>> = problems
        .map(|(instance, target)| {
            ranked.iter().map(|(_, point)| expected_evaluations(index, point.on_instance(instance), target)).collect()
        })
        .collect();
    let reached = costs.iter().filter(|problem| problem.iter().any(|cost| cost.is_finite())).count();
    if reached == 0 {
        return None;
    }
    let profiles = performance_profiles(&costs);
    let finite = profiles.iter().flatten().filter(|ratio| ratio.is_finite());
    let slowest = finite.fold(1.0_f64, |most, ratio| most.max(*ratio));
    let end = log10(1.05 * slowest).clamp(0.3, MAX_POWER);
    let mut data = Data::new(&["configuration", "ratio", "share"]);
    let (mut panel, labels) = (Panel::default(), view.labels());
    let mut highest = 0.0_f64;
    for ((rank, point), ratios) in ranked.into_iter().zip(&profiles).take(MAX_LINES) {
        // The fastest has a ratio of 1, whatever the rounding.
        let share = |ratio: f64| (ratio, profile_at(ratios, ratio * (1.0 + 1e-12)));
        let place = |step: u32| pow(10.0, end * f64::from(step) / f64::from(PLACES));
        let points: Vec<(f64, f64)> = (0..=PLACES).map(|step| share(place(step))).collect();
        let name = point.label();
        for (ratio, share) in &points {
            data.row(&[&name, &((1e4 * ratio).round() / 1e4), share]);
        }
        let label = format!("{} (fastest {})", labels.labels[point.index()], percent(points[0].1));
        highest = highest.max(points.last().map_or(0.0, |point| point.1));
        panel.lines.push(Line::ranked(label, rank, in_percent(&stairs(&points))));
    }
    let title = view.title("problems solved within multiples of the lowest cost");
    let names = ("times as many evaluations as the fastest configuration", "share of problems, %");
    let options = view.options;
    let axes = (Axis::log(1.0, pow(10.0, end)), Axis::percent_up_to(highest));
    let axes = (axes.0.within(options.x_limits), axes.1.within(options.y_limits));
    let mut chart = Chart::new(&title, names, axes, panel);
    chart.lines_are = labels.heading;
    let drawing = chart.draw(view.options.page);
    let omission = omission(profiles.len().saturating_sub(MAX_LINES));
    let penalties: Vec<String> = targets.iter().map(ToString::to_string).collect();
    let caption = format!(
        "A problem is to bring an instance down to a penalty of {}: {}, of which some configuration reached {reached}. \
         Its cost is the expected number of evaluations, trials being started again until one reaches it. A line shows the \
         share of problems on which its configuration needs at most that many times the evaluations of the fastest; its \
         beginning shows how often the configuration is the fastest itself (E. D. Dolan and J. J. Moré, 2002).{omission}",
        penalties.join(", "),
        counted(costs.len() as u64, "problem"),
    );
    Some(view.figure("profile", title, caption, drawing, data))
}
