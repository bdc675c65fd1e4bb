//! The figure of an interaction of two factors: a line for each level of one over the levels of the other. A page has it only where it is
//! significant; `evocube plot` draws the largest in any case.

use std::collections::BTreeSet;

use super::ends;
use super::layout::ranks;
use super::{Figure, StageView, axis_beside};
use crate::model::{Family, Interaction, TestedDesign};
use crate::wording::{grouped, number, p_is, percent, short};
use evocube_experiment::record::Outcome;
use evocube_plot::{Axis, Chart, LegendEntry, Line, Mark, Panel, Whisker, look};
use evocube_rows::Data;
use evocube_stats::{Estimate, Interval};

/// Distance of neighboring lines, in levels.
const APART: f64 = 0.08;
/// Maximum number of means with numbers.
const MAX_NUMBERS: usize = 12;

/// Draws the interaction that is the answer, or else the largest; `None` if none is significant.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    let leading = view.leading_interaction();
    draw_largest(view, |interaction| {
        interaction.is_shown() && leading.is_none_or(|leading| leading.factors == interaction.factors)
    })
}

/// Draws the largest interaction, significant or not; if the options name a factor for the lines, the largest of that one.
pub(super) fn shaped(view: &StageView<'_>) -> Option<Figure> {
    draw_largest(view, |interaction| {
        let key = |factor: usize| &view.stage.summary.factors[factor].key;
        let factors = [interaction.factors.0, interaction.factors.1];
        view.options.color.as_ref().is_none_or(|color| factors.iter().any(|factor| key(*factor) == color))
    })
}

fn draw_largest(view: &StageView<'_>, is_meant: impl Fn(&Interaction) -> bool) -> Option<Figure> {
    let outcome = view.model.outcome;
    let designs = view.model.designs().iter();
    let all = designs.flat_map(|design| design.interactions.iter().map(move |interaction| (design, interaction)));
    let pairs = all.filter(|(_, interaction)| interaction.share.is_some() && is_meant(interaction));
    let (design, interaction): (&TestedDesign, &Interaction) =
        pairs.max_by(|a, b| a.1.explained().total_cmp(&b.1.explained()))?;
    let factor = |factor: usize| &view.stage.summary.factors[factor];
    let levels = |index: usize| {
        let place = design.design.place(index);
        let levels = design.design.levels[place].iter().map(|level| factor(index).levels[*level].clone());
        (place, levels.collect::<Vec<_>>())
    };
    // The factor with more levels is the axis, unless the options say otherwise.
    let (mut across, mut lines) = interaction.factors;
    if match &view.options.color {
        Some(color) => factor(across).key == *color,
        None => factor(lines).levels.len() > factor(across).levels.len(),
    } {
        (across, lines) = (lines, across);
    }
    let ((across_place, across_levels), (lines_place, lines_levels)) = (levels(across), levels(lines));
    let sample = &view.model.primary()?.sample;
    let estimates = interaction.means.get_or_init(|| {
        let groups = design.design.groups_of_pair(across_place, lines_place);
        Family::new(sample, &groups, 1, view.stage.number as u64).estimates
    });
    let mut data = Data::new(&[&factor(across).key, &factor(lines).key, "mean", "low_95", "high_95"]);
    let labels = across_levels.len() * lines_levels.len() <= MAX_NUMBERS;
    let show = if outcome == Outcome::RunTime { short } else { number };
    let ranks = ranks(&lines_levels);
    let (mut panel, mut counts) = (Panel::default(), BTreeSet::new());
    for (line, name) in lines_levels.iter().enumerate() {
        let rank = ranks[line];
        // Beside each other, so that intervals do not hide each other.
        let aside = APART * (line as f64 - (lines_levels.len() - 1) as f64 / 2.0);
        let mut points = Vec::new();
        for (level, there) in across_levels.iter().enumerate() {
            let Estimate { value: mean, interval } = estimates[level * lines_levels.len() + line]?;
            let place = level as f64 + aside;
            let points_of_mean = points_with(view, &[(across, there), (lines, name)]);
            let trials = points_of_mean.iter().map(|point| view.stage.points[*point].outcomes().count());
            counts.insert(trials.sum::<usize>());
            let [low, high] = ends(interval);
            data.row(&[there, name, &mean, &low, &high]);
            points.push((place, mean));
            panel.marks.push(Mark {
                place: (place, mean),
                color: look(rank).color,
                tooltip: format!("{there}, {name}: {}", show(mean)),
                label: if labels { show(mean) } else { String::new() },
            });
            let whisker = |Interval { low, high }| Whisker { place, ends: (low, high), color: look(rank).color };
            panel.whiskers.extend(interval.map(whisker));
        }
        panel.lines.push(Line::ranked(name, rank, points).marked());
    }
    let ends = panel.lines.iter().map(Line::ends).chain(panel.whiskers.iter().map(|whisker| whisker.ends));
    let means = ends.fold((f64::MAX, f64::MIN), |(low, high), (lower, upper)| (low.min(lower), high.max(upper)));
    let upward = match outcome {
        Outcome::RunTime => Axis::counts,
        // The whole range, unless all rates are near each other.
        Outcome::Solved if means.1 - means.0 > 50.0 => |_, _| Axis::covering(0.0, 100.0),
        _ => Axis::covering,
    };
    let quantity = view.options.axis(&axis_beside(outcome));
    let [across_name, lines_name] = [across, lines].map(|index| view.name(&factor(index).key));
    let title = view.title_of_names(&format!("{across_name} × {lines_name}"));
    let axes = (Axis::from_names(across_levels).wider(0.2), upward(means.0, means.1).within(view.options.y_limits));
    let mut chart = Chart::new(&title, (&across_name, &quantity), axes, panel);
    chart.lines_are = lines_name;
    let trials = match counts.iter().collect::<Vec<_>>()[..] {
        [count] => Some(format!("n = {}", grouped(*count as u64))),
        _ => None,
    };
    let p = format!("interaction: {}", p_is(interaction.p_corrected));
    let notes = [Some("bars: 95 % interval".to_owned()), trials, Some(p)];
    chart.entries.extend(notes.into_iter().flatten().map(LegendEntry::words));
    let drawing = chart.draw(view.options.page);
    Some(view.figure("interaction", title, caption(outcome, interaction), drawing, data))
}

fn caption(outcome: Outcome, interaction: &Interaction) -> String {
    let meaning = if interaction.is_shown() {
        let share = interaction.share.map(|share| percent(share.value));
        let share = share
            .map_or(String::new(), |share| format!(": it explains {share} of the variance between configurations"));
        format!("are the interaction{share}")
    } else {
        "would be an interaction; none is shown".to_owned()
    };
    let what = match outcome {
        Outcome::Wins => "Shares of pairs of trials won against the other combinations of two levels,",
        _ => "Means",
    };
    format!(
        "{what} over all configurations with two levels, and their 95 % intervals, which hold together. Lines that are not parallel {meaning} ({}).",
        p_is(interaction.p_corrected)
    )
}

/// Returns the indices of the configurations with two levels, each given with its factor.
fn points_with(view: &StageView<'_>, chosen: &[(usize, &String)]) -> Vec<usize> {
    let points = view.stage.points.iter().enumerate();
    let has_levels = |levels: &[String]| chosen.iter().all(|(factor, level)| levels[*factor] == **level);
    points.filter(|(_, point)| has_levels(point.levels)).map(|(place, _)| place).collect()
}
