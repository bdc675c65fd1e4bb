//! The box figure of a stage: the trials of each level, design point or instance as a box plot of their penalties, evaluations or moves.
//! Penalties of different objectives have none; of many configurations the best are drawn. `response` spreads its dots by [`offset`], too.

use plotters::element::{Circle, Rectangle};
use plotters::style::Color;

use super::layout::{Group, MAX_INSTANCES, layout};
use super::names::label;
use super::{Figure, StageView};
use crate::options::INSTANCE;
use crate::result_index::{PointTrials, SolvedCount};
use crate::wording::{counted, number};
use evocube_experiment::record::{Outcome, TrialRow};
use evocube_plot::{
    ACCENT, Axis, ChartRow, Drawn, INK, JOINT, LegendEntry, PAPER, PENALTY, PLAIN, Plane, RowChart, Stroke, curve,
    explained, fine, look, shows,
};
use evocube_rows::{Data, Field};
use evocube_stats::samples::Summary;

/// Minimum height of a row: of few rows, and of many.
const ROW: (f64, f64) = (24.0, 16.0);
/// Maximum number of rows that are few.
const FEW_ROWS: usize = 8;
/// Half the height of a box, in rows.
const HALF: f64 = 0.31;
/// Maximum number of rows.
const MAX_ROWS: usize = 20;
/// Maximum number of rows of all groups, with their headings.
const MAX_ROWS_OF_GROUPS: usize = 60;
/// Maximum number of trials of a box that are all drawn; of more, only outliers are.
const MAX_POINTS: usize = 200;
/// Number of trials of a box from which on their points are paler.
const FEW_POINTS: usize = 40;
/// Opacity of the points of few trials, and of more.
const OPACITY: (f64, f64) = (0.6, 0.35);

/// The trials of a box: of a level, a design point or an instance; or the heading of a group of rows.
struct BoxEntry {
    label: String,
    /// The whole label, for the tooltip and the data.
    name: String,
    /// The level of the group; empty without groups.
    group: String,
    is_heading: bool,
    selected: bool,
    /// The look among the boxes of a group; `None` where boxes have one color.
    rank: Option<usize>,
    /// The value of each finished trial, in the trials' order.
    values: Vec<f64>,
    solved: SolvedCount,
}

/// The value of a trial.
#[derive(Clone, Copy, PartialEq)]
enum Quantity {
    Penalty,
    /// Evaluations until the trial reached its target, where all trials of the stage solved their instance.
    Evaluations,
    /// Moves of the solution, where they are compared.
    Moves,
}

impl Quantity {
    /// Returns the quantity in which the trials of a stage differ.
    fn new(view: &StageView<'_>) -> Self {
        let SolvedCount { count, trials } = view.stage.solved();
        let is_counted = view.stage.outcomes().all(|outcome| outcome.evolution.is_some());
        match view.model.outcome {
            Outcome::Moves => Self::Moves,
            _ if count == trials && is_counted => Self::Evaluations,
            _ => Self::Penalty,
        }
    }

    fn value(self, trial: &TrialRow) -> Option<f64> {
        let outcome = trial.outcome.as_ref()?;
        Some(match self {
            Self::Penalty => outcome.best as f64,
            Self::Evaluations => outcome.evaluations_until_reached().unwrap_or(0).max(1) as f64,
            Self::Moves => outcome.htm as f64,
        })
    }

    fn axis(self, lowest: f64, highest: f64) -> Axis {
        match self {
            Self::Penalty | Self::Moves => Axis::covering(lowest, highest),
            Self::Evaluations => Axis::counts(lowest, highest),
        }
    }
}

/// Draws the boxes; `None` without several trials, as long as nothing is finished, and for penalties of different objectives,
/// which have no common axis.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    let (stage, options, quantity) = (view.stage, view.options, Quantity::new(view));
    if (quantity == Quantity::Penalty && !stage.summary.selection.comparable_penalties) || !stage.has_several_trials() {
        return None;
    }
    let (entries, name_of_rows) = rows(view, quantity);
    let all = || entries.iter().flat_map(|entry| entry.values.iter().copied());
    let (lowest, highest) = (all().reduce(f64::min)?, all().reduce(f64::max)?);
    let some_solved = quantity == Quantity::Penalty && stage.solved().count > 0;
    let (title, name, column) = match quantity {
        Quantity::Penalty => ("penalty of each trial", PENALTY.to_owned(), "penalty"),
        Quantity::Evaluations => ("evaluations until solved, each trial", "evaluations".to_owned(), "evaluations"),
        Quantity::Moves => ("moves of each solution", "moves".to_owned(), "moves"),
    };
    let title = view.title(title);
    let chart_rows = entries.iter().map(|entry| {
        let SolvedCount { count, trials } = entry.solved;
        let value = if entry.is_heading || !some_solved { String::new() } else { format!("{count}/{trials}") };
        let bold = entry.rank.is_none() && entry.selected;
        ChartRow { label: entry.label.clone(), bold, is_heading: entry.is_heading, value }
    });
    let chart = RowChart {
        title: &title,
        heads: (&name_of_rows, if some_solved { "solved" } else { "" }),
        axis: (quantity.axis(lowest, highest).within(options.x_limits), &options.axis(&name)),
        high: if entries.len() > FEW_ROWS { ROW.1 } else { ROW.0 },
        rows: chart_rows.collect(),
    };
    let shows_all = entries.iter().any(|entry| !entry.is_heading && entry.values.len() <= MAX_POINTS);
    let dots = if shows_all { "dots: trials" } else { "dots: outliers" };
    let legend = ["box: quartiles", "bar: median", "ring: mean", dots].map(LegendEntry::words);
    let drawing = chart.draw(options.page, &legend, |plane, _| {
        entries.iter().enumerate().try_for_each(|(row, entry)| draw_box(plane, entry, row as f64 + 0.5))
    });
    let group = groups(view).map(|group| group.key(view));
    let mut data = Data::new(&group.as_deref().into_iter().chain(["row", column]).collect::<Vec<_>>());
    for entry in &entries {
        for value in &entry.values {
            let group = group.as_ref().map(|_| &entry.group as &dyn Field);
            data.row(&group.into_iter().chain([&entry.name as &dyn Field, value]).collect::<Vec<_>>());
        }
    }
    let caption = caption(view, quantity, &entries, &name_of_rows);
    Some(view.figure("box", title, caption, drawing, data))
}

/// Draws the trials below whiskers, box, median and mean. plotters' `Boxplot` has quartiles of its own definition in single
/// precision, and neither points nor a mean.
fn draw_box(plane: &Plane, entry: &BoxEntry, middle: f64) -> Drawn {
    let half = HALF;
    let Some(summary) = Summary::new(&entry.values) else { return Ok(()) };
    let Summary { lower_quartile, upper_quartile, median, mean, min, max, .. } = summary;
    let color = match entry.rank {
        Some(rank) => look(Some(rank)).color,
        None if entry.selected => ACCENT,
        None => PLAIN,
    };
    let tooltip = format!(
        "{}: mean {}, median {}, {} to {}, solved {} of {}",
        entry.name,
        number(mean),
        number(median),
        number(min),
        number(max),
        entry.solved.count,
        entry.solved.trials
    );
    explained(plane, tooltip, |plane| {
        let (low, high) = whiskers(&entry.values, &summary);
        let shows_all = entry.values.len() <= MAX_POINTS;
        let thin = Stroke::solid(color, 1.3);
        for (end, edge) in [(low, lower_quartile), (high, upper_quartile)] {
            curve(plane, vec![(edge, middle), (end, middle)], thin)?;
            if shows(plane, end) {
                curve(plane, vec![(end, middle - half / 2.0), (end, middle + half / 2.0)], thin)?;
            }
        }
        let corners = [(lower_quartile, middle - half), (upper_quartile, middle + half)];
        plane.draw(&Rectangle::new(corners, color.mix(0.22).filled()))?;
        let opacity = if entry.values.len() > FEW_POINTS { OPACITY.1 } else { OPACITY.0 };
        for (number, value) in entry.values.iter().enumerate() {
            let is_outlier = !(low..=high).contains(value);
            if (shows_all || is_outlier) && shows(plane, *value) {
                let center = (*value, middle + offset(number) * if shows_all { 0.8 } else { HALF });
                plane.draw(&Circle::new(center, fine(1.7), color.mix(opacity).filled()))?;
            }
        }
        for side in [middle - half, middle + half] {
            curve(plane, vec![(lower_quartile, side), (upper_quartile, side)], thin)?;
        }
        for quartile in [lower_quartile, upper_quartile].into_iter().filter(|quartile| shows(plane, *quartile)) {
            curve(plane, vec![(quartile, middle - half), (quartile, middle + half)], thin)?;
        }
        if shows(plane, median) {
            curve(plane, vec![(median, middle - half), (median, middle + half)], Stroke::solid(INK, 2.2))?;
        }
        if !shows(plane, mean) {
            return Ok(());
        }
        plane.draw(&Circle::new((mean, middle), fine(3.0), INK.filled()))?;
        plane.draw(&Circle::new((mean, middle), fine(1.9), PAPER.filled()))
    })
}

/// Returns the outermost values within one and a half box lengths of the box (J. W. Tukey, "Exploratory Data Analysis", 1977).
fn whiskers(values: &[f64], summary: &Summary) -> (f64, f64) {
    let (lower, upper) = (summary.lower_quartile, summary.upper_quartile);
    let reach = 1.5 * (upper - lower);
    let inliers = values.iter().copied().filter(|value| (lower - reach..=upper + reach).contains(value));
    // Interpolated quartiles can leave no value outside a box on one side; then the whisker ends at the box.
    inliers.fold((lower, upper), |(low, high), value| (low.min(value), high.max(value)))
}

/// Returns the distance of a trial's point from the middle of its row, −0.5 to 0.5: multiples of the golden ratio, which are
/// spread evenly and the same every time.
pub(super) fn offset(number: usize) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    ((number + 1) as f64 * GOLDEN).fract() - 0.5
}

/// Returns the boxes, and what the rows are: below a heading for each panel of a design with looks for its lines, otherwise in the
/// order of selection.
fn rows(view: &StageView<'_>, quantity: Quantity) -> (Vec<BoxEntry>, String) {
    let stage = view.stage;
    let layout = layout(view);
    let lines = || layout.panels.iter().flat_map(|panel| &panel.lines);
    let are_in_color = lines().all(|line| line.rank.is_some()) && layout.panels.len() > 1;
    let is_complete = lines().map(|line| line.trials.len()).sum::<usize>() == stage.trials().count();
    if !are_in_color || !is_complete || stage.summary.factors.is_empty() {
        return entries(view, quantity);
    }
    let mut entries = Vec::new();
    for panel in &layout.panels {
        let (factors, levels) = layout.title(panel).unwrap_or_default();
        let parts = factors.split(JOINT).zip(levels.split(JOINT)).map(|(factor, level)| format!("{factor} {level}"));
        let heading = parts.collect::<Vec<_>>().join(", ");
        entries.push(BoxEntry { is_heading: true, ..BoxEntry::new(quantity, heading, false, []) });
        for line in &panel.lines {
            let entry = BoxEntry::new(quantity, line.label.clone(), false, line.trials.iter().copied());
            let name = if groups(view).is_some() { line.label.clone() } else { format!("{levels} · {}", line.label) };
            entries.push(BoxEntry { group: levels.clone(), rank: line.rank, name, ..entry });
        }
    }
    (entries, layout.lines_are)
}

/// Returns a box for each row, and what the rows are.
fn entries(view: &StageView<'_>, quantity: Quantity) -> (Vec<BoxEntry>, String) {
    let (stage, labels) = (view.stage, view.row_labels());
    let point_values = |point: &PointTrials<'_>| {
        let label = labels.labels[point.index()].clone();
        let entry = BoxEntry::new(quantity, label, point.selected, point.trials.iter().copied());
        BoxEntry { name: point.label(), ..entry }
    };
    match (stage.summary.factors.len(), groups(view)) {
        (0, _) => {
            let lines = layout(view).panels.into_iter().flat_map(|panel| panel.lines);
            let entries = lines.map(|line| BoxEntry::new(quantity, line.label, false, line.trials));
            (entries.collect(), INSTANCE.to_owned())
        }
        (_, Some(group)) => grouped(view, quantity, group),
        (1, None) if stage.points.len() <= MAX_ROWS => {
            (stage.configurations().map(point_values).collect(), labels.heading)
        }
        (_, None) => (stage.ranking().take(MAX_ROWS).map(point_values).collect(), labels.heading),
    }
}

/// Returns the factor whose levels are the groups of rows, or the instances; `None` without groups.
fn groups(view: &StageView<'_>) -> Option<Group> {
    Group::facet(view).filter(|_| !view.stage.summary.factors.is_empty())
}

/// Returns a row for each configuration in each group, below its heading, and what the rows are.
fn grouped(view: &StageView<'_>, quantity: Quantity, group: Group) -> (Vec<BoxEntry>, String) {
    let factors = 0..view.stage.summary.factors.len();
    let others = view.telling(factors.filter(|factor| Group::Factor(*factor) != group).collect());
    let mut entries = Vec::new();
    for level in group.levels(view).into_iter().filter(|level| !level.is_empty()) {
        if entries.len() >= MAX_ROWS_OF_GROUPS {
            break;
        }
        let name = format!("{} = {level}", view.name(&group.key(view)));
        entries.push(BoxEntry { is_heading: true, ..BoxEntry::new(quantity, name, false, []) });
        let is_in_group = |point: &&PointTrials<'_>| match group {
            Group::Factor(factor) => point.levels[factor] == level,
            Group::Instance => true,
        };
        for point in view.stage.configurations().filter(is_in_group) {
            let trials = point.trials.iter().copied().filter(|trial| group.level(point, trial) == level);
            let label = label(point.levels, &others);
            let entry = BoxEntry::new(quantity, label, point.selected, trials);
            entries.push(BoxEntry { group: level.clone(), ..entry });
        }
    }
    entries.truncate(MAX_ROWS_OF_GROUPS);
    (entries, view.names(&others))
}

impl BoxEntry {
    /// Returns a row outside any group.
    fn new<'a>(
        quantity: Quantity,
        label: String,
        selected: bool,
        trials: impl IntoIterator<Item = &'a TrialRow>,
    ) -> Self {
        let trials = trials.into_iter();
        let finished = trials.filter_map(|trial| Some((quantity.value(trial)?, trial.outcome.as_ref()?.reached)));
        let (values, solved): (Vec<f64>, Vec<bool>) = finished.unzip();
        Self {
            name: label.clone(),
            label,
            group: String::new(),
            is_heading: false,
            selected,
            rank: None,
            values,
            solved: solved.into_iter().collect(),
        }
    }
}

fn caption(view: &StageView<'_>, quantity: Quantity, rows: &[BoxEntry], name_of_rows: &str) -> String {
    let stage = view.stage;
    let mut caption = String::from(match quantity {
        Quantity::Penalty => "Lowest penalty of each trial",
        Quantity::Evaluations => "Evaluations until each trial solved its instance",
        Quantity::Moves => "Moves of each trial's solution",
    });
    caption.push_str(
        ": median and quartiles (box), the outermost within 1.5 box lengths (whiskers) and the mean (ring). Points are all trials \
         of a box of at most 200, otherwise those beyond the whiskers.",
    );
    if quantity == Quantity::Penalty && stage.solved().count > 0 {
        caption.push_str(" At the right: how many trials solved their instance.");
    }
    if rows.iter().any(|entry| entry.selected && entry.rank.is_none()) {
        caption.push_str(" The selected configuration is bold and orange.");
    }
    let ranked = stage.ranking().count();
    if rows.iter().any(|entry| entry.rank.is_some()) {
        caption.push_str(&format!(" Rows and colors: {name_of_rows}."));
    } else if stage.summary.factors.is_empty() {
        let several = view.index.results.sweep.instances.len() <= MAX_INSTANCES;
        caption.push_str(if several { " One row per instance." } else { " One row for all instances." });
    } else if let Some(group) = groups(view) {
        caption.push_str(&format!(" Rows are grouped by {}.", view.name(&group.key(view))));
        if rows.len() == MAX_ROWS_OF_GROUPS {
            caption.push_str(&format!(" The first {MAX_ROWS_OF_GROUPS} rows, headings included."));
        }
    } else if rows.len() < ranked {
        caption.push_str(&format!(
            " The first {} of {} in the order of selection.",
            rows.len(),
            counted(ranked as u64, "configuration")
        ));
    }
    caption
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whiskers_leave_outliers_out() {
        let values = [40.0, 41.0, 42.0, 43.0, 44.0, 90.0];
        let summary = Summary::new(&values).unwrap();
        assert_eq!(whiskers(&values, &summary), (40.0, 44.0));
        assert_eq!(whiskers(&[5.0], &Summary::new(&[5.0]).unwrap()), (5.0, 5.0));
    }

    #[test]
    fn points_of_a_box_plot_stay_in_their_row_without_overlap() {
        let offsets: Vec<f64> = (0..20).map(offset).collect();
        for (index, a) in offsets.iter().enumerate() {
            assert!(a.abs() <= 0.5);
            assert!(offsets[..index].iter().all(|b| (a - b).abs() > 0.01));
        }
    }
}
