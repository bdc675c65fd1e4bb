//! The best of each trial, by level: boxes with every trial beside them.

use plotters::element::{Circle, Polygon, Rectangle};
use plotters::style::Color;

use super::{Figure, StageView};
use crate::data::Data;
use crate::options::INSTANCE;
use crate::plot::{
    ACCENT, Axis, ChartRow, Curve, Drawn, INK, PAPER, PENALTY, PLAIN, Plane, RowChart, Stroke, explained, fine, line,
    round_up,
};
use crate::result_index::{PointTrials, SolvedCount, StageTrials};
use crate::wording::{counted, number};
use evocube_experiment::record::TrialOutcome;
use evocube_stats::Summary;

/// The height of a row.
const ROW: f64 = 42.0;
/// Half the height of a box, in rows.
const HALF: f64 = 10.0 / ROW;
/// Maximum number of rows.
const MAX_ROWS: usize = 20;
/// Maximum number of rows of all groups, with their headings.
const MAX_ROWS_OF_GROUPS: usize = 60;
/// Maximum number of ticks of the axis.
const TICKS: usize = 10;

/// The trials of a row: of a level, a design point or an instance; or the heading of a group of rows.
struct BoxEntry {
    label: String,
    /// The level of the group; empty without groups.
    group: String,
    is_heading: bool,
    selected: bool,
    /// The lowest penalty of each finished trial, in the trials' order.
    finals: Vec<f64>,
    solved: SolvedCount,
}

/// Draws the boxes; `None` without several trials, as long as nothing is finished, and for penalties of different objectives,
/// which have no common axis.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    let stage = view.stage;
    if !stage.summary.selection.comparable_penalties {
        return None;
    }
    let (entries, rows_are) = entries(view);
    let all = || entries.iter().flat_map(|entry| entry.finals.iter().copied());
    let (lowest, highest) = (all().reduce(f64::min)?, all().reduce(f64::max)?);
    if !stage.has_several_trials() {
        return None;
    }
    // The axis begins at 0 unless differences would then become too small to see.
    let span = (highest - lowest).max(4.0);
    let start = if lowest <= span { 0.0 } else { ((lowest - 0.15 * span) / 2.0).floor() * 2.0 };
    let end = round_up(start, highest + 0.05 * span, TICKS);
    let margin = 0.02 * (end - start);

    let title = view.title("best of each trial");
    let rows = RowChart {
        title: &title,
        heads: (&rows_are, "solved"),
        axis: (Axis::new(start - margin, end + margin), &view.options.axis(&format!("best {PENALTY}"))),
        high: ROW,
        rows: entries
            .iter()
            .map(|entry| ChartRow {
                label: entry.label.clone(),
                bold: entry.selected || entry.is_heading,
                is_heading: entry.is_heading,
                value: match entry.is_heading {
                    true => String::new(),
                    false => format!("{}/{}", entry.solved.count, entry.solved.trials),
                },
            })
            .collect(),
    };
    let drawing = rows.draw(view.options.page, |plane| {
        let mut rows = entries.iter().enumerate();
        rows.try_for_each(|(row, entry)| draw_box(plane, entry, row as f64 + 0.5))
    });
    let groups = groups(view);
    let mut data = Data::new(&groups.into_iter().chain(["row", "best"]).collect::<Vec<_>>());
    for entry in &entries {
        for best in &entry.finals {
            let group = groups.map(|_| entry.group.clone());
            data.fields(&group.into_iter().chain([entry.label.clone(), best.to_string()]).collect::<Vec<_>>());
        }
    }
    let caption = caption(view, &entries);
    Some(view.figure("boxes", title, caption, drawing, data))
}

/// Draws whiskers, box, median, mean and the trials. plotters' `Boxplot` has quartiles of its own definition in single
/// precision, and neither points nor a mean.
fn draw_box(plane: &Plane, entry: &BoxEntry, middle: f64) -> Drawn {
    let Some(summary) = Summary::new(&entry.finals) else { return Ok(()) };
    let Summary { lower_quartile, upper_quartile, median, mean, min, max, .. } = summary;
    let color = if entry.selected { ACCENT } else { PLAIN };
    let tooltip = format!(
        "{}: mean {}, median {}, {} to {}, solved {} of {}",
        entry.label,
        number(mean),
        number(median),
        number(min),
        number(max),
        entry.solved.count,
        entry.solved.trials
    );
    explained(plane, tooltip, |plane| {
        let thin = Stroke::solid(color, 1.5);
        let (low, high) = whiskers(&entry.finals, &summary);
        for (end, edge) in [(low, lower_quartile), (high, upper_quartile)] {
            plane.draw(&Curve(vec![(edge, middle), (end, middle)], thin))?;
            plane.draw(&Curve(vec![(end, middle - HALF / 2.0), (end, middle + HALF / 2.0)], thin))?;
        }
        let corners = [(lower_quartile, middle - HALF), (upper_quartile, middle + HALF)];
        plane.draw(&Rectangle::new(corners, color.mix(1.0 / 6.0)))?;
        plane.draw(&Rectangle::new(corners, line(color, 1.5)))?;
        plane.draw(&Curve(vec![(median, middle - HALF), (median, middle + HALF)], Stroke::solid(color, 3.0)))?;
        for (number, value) in entry.finals.iter().enumerate() {
            let center = (*value, middle + offset(number) * 2.4 * HALF);
            plane.draw(&Circle::new(center, fine(3.0), PAPER.filled()))?;
            plane.draw(&Circle::new(center, fine(2.4), color.filled()))?;
        }
        let (wide, high) = (4.6 / plane.dim_in_pixel().0 as f64 * f64::from(fine(1.0)), 4.6 / ROW);
        let span = plane.get_x_range();
        let across = wide * (span.end - span.start);
        let corners = [(-across, 0.0), (0.0, -high), (across, 0.0), (0.0, high), (-across, 0.0)];
        let diamond: Vec<_> = corners.iter().map(|(x, y)| (mean + x, middle + y)).collect();
        plane.draw(&Polygon::new(diamond.clone(), PAPER))?;
        plane.draw(&Curve(diamond, Stroke::solid(INK, 1.4)))
    })
}

/// Returns the outermost values within one and a half box lengths of the box (J. W. Tukey, "Exploratory Data Analysis", 1977).
fn whiskers(values: &[f64], summary: &Summary) -> (f64, f64) {
    let (lower, upper) = (summary.lower_quartile, summary.upper_quartile);
    let reach = 1.5 * (upper - lower);
    let within = values.iter().copied().filter(|value| (lower - reach..=upper + reach).contains(value));
    // Interpolated quartiles can leave no value outside a box on one side; then the whisker ends at the box.
    within.fold((lower, upper), |(low, high), value| (low.min(value), high.max(value)))
}

/// Returns the distance of a trial's point from the middle of its row, −0.5 to 0.5: multiples of the golden ratio, which are
/// spread evenly and the same every time.
fn offset(number: usize) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    ((number + 1) as f64 * GOLDEN).fract() - 0.5
}

/// Returns the rows, and what they are.
fn entries(view: &StageView<'_>) -> (Vec<BoxEntry>, String) {
    let stage = view.stage;
    let of_point = |point: &PointTrials<'_>| BoxEntry::new(point.label(), point.selected, point.outcomes());
    match stage.summary.factors.len() {
        0 if has_one_row_for_all_instances(view) => {
            let label = format!("all {} instances", view.index.results.sweep.instances.len());
            let outcomes = stage.points.iter().flat_map(PointTrials::outcomes);
            (vec![BoxEntry::new(label, false, outcomes)], INSTANCE.to_owned())
        }
        0 => (by_instance(stage), INSTANCE.to_owned()),
        _ if groups(view).is_some() => grouped(view, groups(view).unwrap_or_default()),
        1 if stage.points.len() <= MAX_ROWS => (stage.points.iter().map(of_point).collect(), view.keys()),
        _ => (stage.ranking().take(MAX_ROWS).map(of_point).collect(), view.keys()),
    }
}

/// Returns whether there are no configurations to compare, and too many instances for a row each.
fn has_one_row_for_all_instances(view: &StageView<'_>) -> bool {
    view.stage.summary.factors.is_empty() && view.index.results.sweep.instances.len() > MAX_ROWS_OF_GROUPS
}

/// Returns a row for each instance, in the order of their first trials.
fn by_instance(stage: &StageTrials<'_>) -> Vec<BoxEntry> {
    let mut outcomes: Vec<(&str, Vec<&TrialOutcome>)> = Vec::new();
    for trial in stage.points.iter().flat_map(|point| &point.trials) {
        let Some(outcome) = &trial.outcome else { continue };
        match outcomes.iter_mut().find(|(instance, _)| *instance == trial.instance) {
            Some((_, others)) => others.push(outcome),
            None => outcomes.push((&trial.instance, vec![outcome])),
        }
    }
    outcomes.into_iter().map(|(instance, all)| BoxEntry::new(instance.to_owned(), false, all)).collect()
}

/// Returns the key whose levels are the groups of rows: that of a factor, or [`INSTANCE`]; `None` without groups.
fn groups<'a>(view: &StageView<'a>) -> Option<&'a str> {
    let several = !view.stage.summary.factors.is_empty();
    view.options.facet.as_deref().or(view.options.by_instance.then_some(INSTANCE)).filter(|_| several)
}

/// Returns a row for each configuration in each group, below its heading, and what the rows are.
fn grouped(view: &StageView<'_>, key: &str) -> (Vec<BoxEntry>, String) {
    let factors = &view.stage.summary.factors;
    let facet = factors.iter().position(|factor| factor.key == key);
    let mut levels: Vec<&str> = match facet {
        Some(factor) => factors[factor].levels.iter().map(String::as_str).collect(),
        None => view.index.results.sweep.instances.iter().map(|instance| &*instance.name).collect(),
    };
    if facet.is_some_and(|factor| view.stage.points.iter().any(|point| point.levels[factor].is_empty())) {
        levels.push("");
    }
    let mut entries = Vec::new();
    for level in levels {
        let name = if level.is_empty() { format!("{key} does not apply") } else { format!("{key} = {level}") };
        entries.push(BoxEntry { is_heading: true, ..BoxEntry::new(name, false, []) });
        for point in view.stage.points.iter().filter(|point| facet.is_none_or(|factor| point.levels[factor] == level)) {
            let trials = point.trials.iter().filter(|trial| facet.is_some() || trial.instance == level);
            let outcomes: Vec<_> = trials.filter_map(|trial| trial.outcome.as_ref()).collect();
            let others =
                point.levels.iter().enumerate().filter(|(factor, level)| Some(*factor) != facet && !level.is_empty());
            let others: Vec<&str> = others.map(|(_, level)| &level[..]).collect();
            let label = if others.is_empty() { "all trials".to_owned() } else { others.join(" · ") };
            entries.push(BoxEntry { group: level.to_owned(), ..BoxEntry::new(label, point.selected, outcomes) });
        }
    }
    entries.truncate(MAX_ROWS_OF_GROUPS);
    let others = factors.iter().map(|factor| &factor.key[..]).filter(|other| *other != key);
    (entries, others.collect::<Vec<_>>().join(" · "))
}

impl BoxEntry {
    /// Returns a row outside any group.
    fn new<'a>(label: String, selected: bool, outcomes: impl IntoIterator<Item = &'a TrialOutcome>) -> Self {
        let (mut finals, mut solved) = (vec![], SolvedCount::default());
        for outcome in outcomes {
            finals.push(outcome.best as f64);
            solved = SolvedCount { count: solved.count + u64::from(outcome.solved), trials: solved.trials + 1 };
        }
        Self { label, group: String::new(), is_heading: false, selected, finals, solved }
    }
}

fn caption(view: &StageView<'_>, entries: &[BoxEntry]) -> String {
    let stage = view.stage;
    let mut caption = String::from(
        "Lowest penalty of each trial (points), their median and quartiles (box), the outermost within 1.5 box lengths \
         (whiskers) and the mean (diamond); at the right how many trials solved their instance.",
    );
    if entries.iter().any(|entry| entry.selected) {
        caption.push_str(" The selected configuration is bold and orange.");
    }
    let ranked = stage.ranking().count();
    if has_one_row_for_all_instances(view) {
        caption.push_str(" One row for all instances.");
    } else if stage.summary.factors.is_empty() {
        caption.push_str(" One row per instance.");
    } else if let Some(key) = groups(view) {
        caption.push_str(&format!(" Rows are grouped by {key}."));
        if entries.len() == MAX_ROWS_OF_GROUPS {
            caption.push_str(&format!(" The first {MAX_ROWS_OF_GROUPS} rows, headings included."));
        }
    } else if entries.len() < ranked {
        caption.push_str(&format!(
            " The first {} of {} in the order of selection.",
            entries.len(),
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
