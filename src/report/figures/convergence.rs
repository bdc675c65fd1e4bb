//! Convergence of a stage: the lowest penalty so far by generation or evaluations, a line a design point.

use super::{Figure, StageView};
use crate::experiment::record::TrialRow;
use crate::report::data::Data;
use crate::report::plot::{Axis, Band, Chart, Dots, LOOKS, Line, PENALTY, Panel};
use crate::report::result_index::Point;
use crate::report::step_series::{Over, StepSeries, step_series};
use crate::report::wording::INCOMPARABLE;

/// Places on a line, at most: about one every three pixels of a wide panel.
const PLACES: u64 = 240;
/// The same where there are many lines.
const FEW_PLACES: u64 = 90;
/// Panels, at most.
const MAX_PANELS: usize = 15;

pub(super) fn by_generation(view: &StageView<'_>) -> Option<Figure> {
    draw(view, Over::Generations, ["curves", "by generation", "generation"])
}

pub(super) fn by_evaluations(view: &StageView<'_>) -> Option<Figure> {
    draw(view, Over::Evaluations, ["evaluations", "by evaluations", "evaluations"])
}

pub(super) fn by_log_evaluations(view: &StageView<'_>) -> Option<Figure> {
    draw(view, Over::LogEvaluations, ["log", "by evaluations, log", "evaluations (log)"])
}

/// A line before it is drawn.
struct Series {
    label: String,
    /// `None` for the gray background.
    rank: Option<usize>,
    steps: StepSeries,
}

/// The lines of each panel, with the level that the panel is for.
struct PanelLayout {
    panels: Vec<(String, Vec<Series>)>,
    /// The factor whose levels are the lines, or another description of them.
    lines_are: String,
    /// The factor whose levels are the panels; empty with one panel.
    panels_are: String,
}

fn draw(view: &StageView<'_>, over: Over, [file, name, axis]: [&'static str; 3]) -> Option<Figure> {
    let layout = layout(view, over);
    let all = || layout.panels.iter().flat_map(|(_, series)| series).flat_map(|series| &series.steps);
    let logarithmic = over == Over::LogEvaluations;
    let last = all().map(|step| step.0).reduce(f64::max)?.max(if logarithmic { 10.0 } else { 1.0 });
    let first = all().map(|step| step.0).reduce(f64::min)?.min(last / 10.0).max(1.0);
    let highest = all().map(|step| step.1.upper_quartile.max(step.1.mean)).fold(1.0, f64::max);
    let x = if logarithmic { Axis::log(first, last) } else { Axis::new(0.0, last) };
    let title = view.title(&format!("mean best by {axis}"));
    let chart = Chart {
        title: &title,
        names: (axis, PENALTY),
        axes: (x, Axis::up_to(highest)),
        lines_are: layout.lines_are.clone(),
        panels: layout.panels.iter().map(|(level, series)| panel(&layout.panels_are, level, series)).collect(),
        entries: vec![],
    };
    let drawing = chart.draw();
    let data = data(&layout, if over == Over::Generations { "generation" } else { "evaluations" });
    Some(Figure { file: view.file(file), caption: caption(&layout, view), title, view: name, drawing, data })
}

fn panel(factor: &str, level: &str, series: &[Series]) -> Panel {
    let mut series: Vec<&Series> = series.iter().collect();
    series.sort_by_key(|series| series.rank.unwrap_or(usize::MAX));
    let title = (!factor.is_empty()).then(|| (factor.to_owned(), level.to_owned()));
    let mut panel = Panel { title, ..Panel::default() };
    for Series { label, rank, steps } in series {
        let line = Line::ranked(label, *rank, steps.iter().map(|(x, at)| (*x, at.mean)).collect());
        panel.lines.push(line.dots(if rank.is_some() { Dots::Last } else { Dots::None }));
        let spread = steps.iter().any(|(_, at)| at.upper_quartile > at.lower_quartile);
        if let Some(rank) = rank.filter(|_| spread) {
            let ends = steps.iter().map(|(x, at)| (*x, at.lower_quartile, at.upper_quartile));
            panel.bands.push(Band(LOOKS[rank].color, ends.collect()));
        }
    }
    panel
}

fn caption(layout: &PanelLayout, view: &StageView<'_>) -> String {
    let stage = view.stage;
    let trials = stage.points.iter().map(|point| point.outcomes().count()).max().unwrap_or(0);
    let mut caption = String::from(
        "Lowest penalty found so far, mean over the trials (repetitions and instances) of each line. A dot marks the end of \
         the longest trial; a trial that ended earlier keeps its last value.",
    );
    if trials > 1 {
        caption.push_str(" Bands: the middle half of the trials, from the first to the third quartile.");
    }
    if !layout.panels_are.is_empty() {
        caption.push_str(&format!(" One panel a level of {}, all with the same axes.", layout.panels_are));
    }
    let solvers: Vec<_> = stage.points.iter().filter(|point| point.is_solvers()).map(Point::label).collect();
    if !solvers.is_empty() {
        let verb = if solvers.len() == 1 { "has" } else { "have" };
        caption.push_str(&format!(" No generations and so no line {verb}: {}.", solvers.join(", ")));
    }
    if !stage.summary.selection.comparable_penalties {
        caption.push_str(INCOMPARABLE);
    }
    caption
}

fn data(layout: &PanelLayout, place: &str) -> String {
    let mut data = Data::new(&["panel", "line", place, "mean", "lower_quartile", "median", "upper_quartile", "trials"]);
    for (level, series) in &layout.panels {
        for Series { label, steps, .. } in series {
            for (place, at) in steps {
                let (lower, upper) = (&at.lower_quartile, &at.upper_quartile);
                data.row(&[level, label, place, &at.mean, lower, &at.median, upper, &at.count]);
            }
        }
    }
    data.text()
}

/// Divides the points into panels and lines: by instance without factors; by the levels of one or of two factors as far
/// as there are looks; otherwise in the order of selection.
fn layout(view: &StageView<'_>, over: Over) -> PanelLayout {
    let stage = view.stage;
    let places = if stage.points.len() > 2 * LOOKS.len() { FEW_PLACES } else { PLACES };
    let rank = |at: usize| (at < LOOKS.len()).then_some(at);
    let series = |label: String, rank, trials: &[&TrialRow]| Series {
        label,
        rank,
        steps: step_series(view.index, trials, over, places),
    };
    let evolved = || stage.points.iter().filter(|point| !point.is_solvers());
    let mut panels_are = String::new();
    let (panels, lines_are) = match &stage.summary.factors[..] {
        [] => {
            let trials = || stage.points.iter().flat_map(|point| &point.trials).copied();
            let instances = view.index.results.sweep.instances.iter().enumerate().map(|(at, instance)| {
                let trials: Vec<_> = trials().filter(|trial| trial.instance == instance.name).collect();
                series(instance.name.clone(), rank(at), &trials)
            });
            (vec![(String::new(), instances.collect())], "instance".to_owned())
        }
        [factor] if stage.points.len() <= LOOKS.len() => {
            let lines = evolved().map(|point| {
                let selected = if point.selected { " (selected)" } else { "" };
                series(format!("{}{selected}", point.label()), Some(point.index()), &point.trials)
            });
            (vec![(String::new(), lines.collect())], factor.key.clone())
        }
        [first, second]
            if first.levels.len() <= MAX_PANELS
                && second.levels.len() <= LOOKS.len()
                && stage.has_all_pairs(first, second) =>
        {
            panels_are.clone_from(&first.key);
            let panels = first.levels.iter().map(|level| {
                let points = evolved().filter(|point| point.levels[0] == *level);
                let lines = points.map(|point| {
                    let rank = second.levels.iter().position(|other| *other == point.levels[1]);
                    series(point.levels[1].clone(), rank, &point.trials)
                });
                (level.clone(), lines.collect::<Vec<_>>())
            });
            (panels.filter(|(_, lines)| !lines.is_empty()).collect(), second.key.clone())
        }
        _ => {
            let ranked = stage.ranking().filter(|point| !point.is_solvers()).enumerate();
            let lines = ranked.map(|(at, point)| series(point.label(), rank(at), &point.trials));
            let first = LOOKS.len().min(stage.points.len());
            let lines_are = format!("the first {first} in the order of selection by {}", view.keys());
            (vec![(String::new(), lines.collect())], lines_are)
        }
    };
    PanelLayout { panels, lines_are, panels_are }
}
