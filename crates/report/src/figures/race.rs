//! The figures of a race: the number of configurations left after each trial, and the elites among all of them. Also differences of cost on
//! held-out instances: of the elites from the base, and by each change of the selected one. The comparison is computed in `race`, the
//! section is in `sections::race`.

use super::ends;
use super::intervals::{IntervalEntry, IntervalRows};
use super::names::key_in_words;
use super::{Figure, PlotKind, draw_for_screens};
use crate::race::{Comparison, CostDifference};
use crate::wording::number;
use evocube_experiment::record::{Cost, HeldOutRole, RaceSummary, Results, StageSummary};
use evocube_plot::{ACCENT, Axis, Chart, Drawing, LOOKS, Line, Page, Panel, Stroke, stairs};
use evocube_rows::{Data, Field};
use evocube_stats::LEVEL;

/// The kinds of figures of a race, in the order of the page.
const OF_A_RACE: [PlotKind; 4] = [PlotKind::HeldOut, PlotKind::Ablation, PlotKind::Elites, PlotKind::Eliminations];

/// Draws the figures of a race.
pub(crate) fn figures(results: &Results, compared: &[Comparison]) -> Vec<Figure> {
    OF_A_RACE.iter().filter_map(|kind| draw_for_screens(|page| draw(*kind, results, compared, page))).collect()
}

/// Draws a figure of a race; `None` if its requirements are not met.
pub(crate) fn draw(kind: PlotKind, results: &Results, compared: &[Comparison], page: Page) -> Option<Figure> {
    let stage = results.sweep.stages.first()?;
    let race = stage.race.as_ref()?;
    match kind {
        PlotKind::HeldOut => differences(page, &elites_to_base(stage, race, compared), ELITES, race.cost),
        PlotKind::Ablation => differences(page, &changes(results, stage, race, compared), CHANGES, race.cost),
        PlotKind::Elites => elites(page, stage, race),
        PlotKind::Eliminations => eliminations(page, race),
        _ => None,
    }
}

fn figure(name: &str, title: &str, caption: String, drawing: Drawing, data: Data) -> Figure {
    Figure::new(format!("race-{name}"), title.to_owned(), caption, drawing, data)
}

/// Texts of a figure of differences: file, title, head of the rows, explanation.
type Texts = [&'static str; 4];

const ELITES: Texts = [
    "held-out",
    "Elites against [base] on held-out instances",
    "elite",
    "Mean difference of each elite to [base], with its 95 % interval (Student's t over instances); left of the dashed line is \
     better. Every configuration has one trial on each held-out instance, none of which was in the race. Orange: significant \
     (Wilcoxon's signed ranks, Holm).",
];

const CHANGES: Texts = [
    "ablation",
    "What each change from [base] brings",
    "taken back",
    "How much more the selected configuration costs on average without one of its changes, with its 95 % interval (Student's t over \
     held-out instances). Right of the dashed line the change is worth having. Changes that depend on each other do not add up. \
     Orange: significant (Wilcoxon's signed ranks, Holm).",
];

/// A row of a figure of differences.
struct DifferenceEntry {
    /// The key of a change; empty for an elite.
    key: String,
    label: String,
    difference: CostDifference,
}

/// Returns the elites with their differences.
fn elites_to_base(stage: &StageSummary, race: &RaceSummary, compared: &[Comparison]) -> Vec<DifferenceEntry> {
    let row = |comparison: &Comparison| {
        let HeldOutRole::Elite(point) = comparison.role else { return None };
        let is_selected = race.elites.first() == Some(&point);
        let label = format!("{}{}", point + 1, if is_selected { ", selected" } else { "" });
        stage.points.get(point)?;
        Some(DifferenceEntry { key: String::new(), label, difference: comparison.difference? })
    };
    compared.iter().filter_map(row).collect()
}

/// Returns the changes of the selected configuration with the costs that they save, the most important first.
fn changes(
    results: &Results,
    stage: &StageSummary,
    race: &RaceSummary,
    compared: &[Comparison],
) -> Vec<DifferenceEntry> {
    let selected = race.elites.first().and_then(|&point| stage.points.get(point));
    let row = |comparison: &Comparison| {
        let HeldOutRole::Without(factor) = comparison.role else { return None };
        let held_out = results.sweep.held_out.as_ref()?;
        let place = held_out.roles.iter().position(|role| *role == comparison.role)?;
        let (value, back) = (selected?.get(factor)?, held_out.stage.points.get(place)?.get(factor)?);
        let key = key_in_words(&stage.factors.get(factor)?.key);
        Some(DifferenceEntry { key, label: format!("{value} → {back}"), difference: comparison.difference? })
    };
    let mut rows: Vec<DifferenceEntry> = compared.iter().filter_map(row).collect();
    rows.sort_by(|a, b| b.difference.mean.total_cmp(&a.difference.mean));
    rows
}

/// Draws differences with their intervals; `None` without any.
fn differences(page: Page, entries: &[DifferenceEntry], texts: Texts, cost: Cost) -> Option<Figure> {
    let [name, title, head, caption] = texts;
    if entries.is_empty() {
        return None;
    }
    let mut data = Data::new(&[head, "difference", "low_95", "high_95", "p"]);
    let rows = entries.iter().map(|entry| {
        let CostDifference { mean, interval, p, .. } = entry.difference;
        let name = format!("{} {}", entry.key, entry.label).trim_start().to_owned();
        let row = IntervalEntry {
            key: entry.key.clone(),
            note: String::new(),
            level: entry.label.clone(),
            label: name.clone(),
            name,
            mean,
            interval,
            significant: p < LEVEL,
        };
        let [low, high] = ends(row.interval);
        data.row(&[&row.name, &mean, &low, &high, &p]);
        row
    });
    let rows: Vec<IntervalEntry> = rows.collect();
    let ends = || rows.iter().flat_map(IntervalEntry::ends);
    let (low, high) = (ends().fold(0.0, f64::min), ends().fold(0.0, f64::max));
    let room = ((high - low) * 0.05).max(0.01);
    let axis = format!("difference of the mean {}", cost.description());
    let axis = (Axis::new(low - room, high + room), &axis[..]);
    let drawing =
        IntervalRows { title, head, axis, middle: Some((0.0, "no difference")), show: signed, entries: &rows }
            .draw(page);
    Some(figure(name, title, caption.to_owned(), drawing, data))
}

/// Returns a difference with its sign.
fn signed(value: f64) -> String {
    format!("{}{}", if value > 0.0 { "+" } else { "" }, number(value))
}

/// Draws the number of configurations that are left after each trial.
fn eliminations(page: Page, race: &RaceSummary) -> Option<Figure> {
    let previous = |iteration: usize| race.iterations.get(iteration.checked_sub(2)?);
    let begin = |iteration: usize| previous(iteration).map_or(0, |previous| previous.trials);
    let mut changes: Vec<(usize, i32)> =
        race.configurations.iter().map(|configuration| (begin(configuration.iteration), 1)).collect();
    changes.extend(race.configurations.iter().filter_map(|configuration| Some((configuration.eliminated?, -1))));
    changes.sort_unstable();
    let end = race.iterations.last()?.trials;
    let (mut left, mut points) = (0, Vec::<(f64, f64)>::new());
    let mut data = Data::new(&["trials", "configurations"]);
    for (place, (trial, change)) in changes.iter().enumerate() {
        left += change;
        if changes.get(place + 1).is_none_or(|next| next.0 != *trial) {
            points.push((*trial as f64, f64::from(left)));
            data.row(&[trial, &left]);
        }
    }
    points.push((end as f64, f64::from(left)));
    let highest = points.iter().map(|point| point.1).fold(1.0, f64::max);
    let line = Line::new("configurations left", Stroke::solid(ACCENT, 2.0), stairs(&points)).unnamed();
    let panel = Panel { lines: vec![line], ..Panel::default() };
    let title = "Configurations left in the race";
    let axes = (Axis::new(0.0, end as f64), Axis::up_to(highest));
    let drawing = Chart::new(title, ("trials", "configurations"), axes, panel).draw(page);
    let caption = "The line rises where an iteration samples configurations around the elites, and falls where a test \
                   eliminates configurations that cost significantly more than the best.";
    Some(figure("eliminations", title, caption.to_owned(), drawing, data))
}

/// Draws the values of all configurations as lines over the factors; the elites in color.
fn elites(page: Page, stage: &StageSummary, race: &RaceSummary) -> Option<Figure> {
    if race.elites.is_empty() || stage.factors.len() < 2 {
        return None;
    }
    let scales: Vec<FactorScale> = (0..stage.factors.len()).map(|factor| FactorScale::new(stage, factor)).collect();
    let mut head = vec!["configuration", "elite"];
    head.extend(stage.factors.iter().map(|factor| factor.key.as_str()));
    let mut data = Data::new(&head);
    let mut panel = Panel::default();
    let rank_of =
        |point: usize| race.elites.iter().position(|elite| *elite == point).filter(|rank| *rank < LOOKS.len());
    let mut order: Vec<usize> = (0..stage.points.len()).collect();
    order.sort_by_key(|point| rank_of(*point).unwrap_or(usize::MAX));
    for point in order {
        let (rank, values) = (rank_of(point), &stage.points[point]);
        let (number, mark) = (point + 1, u8::from(rank.is_some()));
        let mut row: Vec<&dyn Field> = vec![&number, &mark];
        row.extend(values.iter().map(|value| value as &dyn Field));
        data.row(&row);
        let place = |(factor, value): (usize, &String)| Some((factor as f64, scales[factor].place(value)?));
        let places: Vec<(f64, f64)> = values.iter().enumerate().filter_map(place).collect();
        let label = format!("{number}{}", if rank == Some(0) { ", selected" } else { "" });
        let line = Line::ranked(label, rank, places);
        panel.lines.push(if rank.is_some() { line.marked() } else { line });
    }
    let names = stage.factors.iter().map(|factor| key_in_words(&factor.key)).collect();
    let title = "Elites among all configurations of the race";
    let names_of_axes = ("", "from the lowest to the highest value");
    let mut chart = Chart::new(title, names_of_axes, (Axis::from_names(names), Axis::shares()), panel);
    chart.lines_are = "elites".to_owned();
    let drawing = chart.draw(page);
    let ranges: Vec<String> =
        stage.factors.iter().zip(&scales).map(|(factor, scale)| scale.sentence(&factor.key)).collect();
    let caption = format!(
        "A line is a configuration, from factor to factor. Elites may agree by chance, since each iteration samples around those of \
         the one before. The vertical axis covers the values that were tried: {}.",
        ranges.join("; ")
    );
    Some(figure("elites", title, caption, drawing, data))
}

/// The place of the values of a factor on an axis from 0 to 1.
struct FactorScale {
    /// The values in order.
    levels: Vec<String>,
    /// The lowest and the highest number, if all values are numbers, and whether they span more than a power of ten.
    numbers: Option<(f64, f64, bool)>,
}

impl FactorScale {
    fn new(stage: &StageSummary, factor: usize) -> Self {
        let levels = stage.factors[factor].levels.clone();
        let numbers: Option<Vec<f64>> = levels.iter().map(|level| level.parse().ok()).collect();
        let numbers = numbers.filter(|numbers| numbers.len() > 1).map(|numbers| {
            let (low, high) =
                (numbers.iter().copied().fold(f64::MAX, f64::min), numbers.iter().copied().fold(f64::MIN, f64::max));
            (low, high, low > 0.0 && high > 10.0 * low)
        });
        Self { levels, numbers }
    }

    fn place(&self, value: &str) -> Option<f64> {
        match self.numbers {
            Some((low, high, is_log)) => {
                let scaled = |number: f64| if is_log { libm::log(number) } else { number };
                let number: f64 = value.parse().ok()?;
                Some((scaled(number) - scaled(low)) / (scaled(high) - scaled(low)))
            }
            None => {
                let place = self.levels.iter().position(|level| level == value)?;
                Some((place as f64 + 0.5) / self.levels.len() as f64)
            }
        }
    }

    fn sentence(&self, key: &str) -> String {
        match self.numbers {
            Some((low, high, is_log)) => format!("{key} {low} to {high}{}", if is_log { " (log)" } else { "" }),
            None => format!("{key} {}", self.levels.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made_up::{levels, race, results};
    use crate::race::compare;
    use evocube_plot::svg::document;

    #[test]
    fn numbers_of_more_than_a_power_of_ten_have_a_logarithmic_axis() {
        for (values, middle, place) in [("0.1 2", "1.05", 0.784_9), ("2 8", "5", 0.5), ("1 10", "5.5", 0.5)] {
            let made = results(&["rate"], levels(values), 1, |_, _| 1);
            let scale = FactorScale::new(&made.sweep.stages[0], 0);
            assert!((scale.place(middle).unwrap() - place).abs() < 1e-4, "{values}: {:?}", scale.place(middle));
        }
    }

    #[test]
    fn figures_of_a_race_name_its_elites_and_the_selected_one() {
        let made = race();
        let compared = compare(&made);
        let rows = |kind| -> Vec<String> {
            let text = draw(kind, &made, &compared, Page::SCREEN).unwrap().data.text();
            let mut rows = csv::Reader::from_reader(text.as_bytes());
            rows.records().map(|row| row.unwrap().iter().take(2).collect::<Vec<_>>().join(" ")).collect()
        };
        assert_eq!(rows(PlotKind::Elites), ["3 1", "1 1", "2 0"]);
        assert_eq!(rows(PlotKind::HeldOut), ["3, selected -20"]);
        let elites = draw(PlotKind::Elites, &made, &compared, Page::SCREEN).unwrap();
        let svg = document(&elites.title, &elites.drawing);
        assert!(svg.contains(">3, selected<") && !svg.contains("1, selected"), "{svg}");
    }
}
