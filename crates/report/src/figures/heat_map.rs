//! The heat map of a stage with two factors in all combinations. Its colors are the mean penalty of each pair of levels, the mean
//! evaluations where all trials solved, or the mean moves. Where penalties are of different objectives, they are the share of unsolved
//! trials.

use std::collections::BTreeMap;

use super::names::trials_of;
use super::{Figure, StageView};
use crate::result_index::{PointTrials, SolvedCount, StageTrials};
use crate::wording::{number, short};
use evocube_experiment::record::{FactorSummary, Outcome};
use evocube_plot::{Cell, Cells, LegendEntry};
use evocube_rows::Data;
use evocube_stats::samples::{mean, sample_sd};

/// Smallest difference between both ends of the colors: the smallest weight of a wrong piece.
const MIN_SPAN: f64 = 4.0;

/// Number of characters from which on a name of a column is better beside a row.
const MAX_UPRIGHT: usize = 8;

/// The quantity that the colors of a map stand for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Measure {
    Penalty,
    /// Where all trials solved.
    Evaluations,
    /// Where moves are compared.
    Moves,
    /// Where penalties are of different objectives.
    Unsolved,
}

impl Measure {
    /// Returns the quantity in which the configurations of a stage are told apart.
    fn of(view: &StageView<'_>) -> Self {
        let SolvedCount { count, trials } = view.stage.solved();
        match view.model.outcome {
            Outcome::Moves => Self::Moves,
            Outcome::Wins | Outcome::RunTime if count == trials => Self::Evaluations,
            _ if view.stage.summary.selection.comparable_penalties => Self::Penalty,
            _ => Self::Unsolved,
        }
    }

    /// Returns its name, that of its column, and the beginning of the caption.
    const fn words(self) -> [&'static str; 3] {
        match self {
            Self::Penalty => ["mean penalty", "mean_penalty", "Mean of the penalties of the trials"],
            Self::Evaluations => ["mean evaluations", "mean_evaluations", "Mean of the evaluations until solved"],
            Self::Moves => ["mean moves", "mean_moves", "Mean of the moves of the solutions"],
            Self::Unsolved => {
                ["unsolved trials, %", "unsolved_percent", "Trials that did not solve their instance, in percent,"]
            }
        }
    }

    fn value(self, point: &PointTrials<'_>) -> Option<f64> {
        let SolvedCount { count, trials } = point.solved();
        match self {
            Self::Penalty => mean(&point.finals()),
            Self::Evaluations => point.mean_evaluations(),
            Self::Moves => mean(&point.moves_of_solved()),
            Self::Unsolved => (trials > 0).then(|| 100.0 * (trials - count) as f64 / trials as f64),
        }
    }

    /// Returns the function that writes a value.
    fn show(self) -> fn(f64) -> String {
        match self {
            Self::Penalty | Self::Moves => tenths,
            Self::Evaluations => short,
            Self::Unsolved => number,
        }
    }
}

/// Returns a mean with one digit after the point if it is below 100.
fn tenths(mean: f64) -> String {
    if mean < 99.95 { format!("{mean:.1}") } else { number(mean) }
}

/// Draws the map; `None` without two factors in all combinations, or as long as nothing is finished.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    let stage = view.stage;
    let [first, second] = &stage.summary.factors[..] else { return None };
    if !stage.has_all_pairs(first, second) {
        // Of a space-filling design hardly any pair of levels occurs.
        return None;
    }
    // Long names of levels are read beside rows.
    let longest = |factor: &FactorSummary| factor.levels.iter().map(|level| level.chars().count()).max().unwrap_or(0);
    let is_turned = longest(second) > MAX_UPRIGHT && longest(second) > longest(first);
    let (down, across) = if is_turned { (1, 0) } else { (0, 1) };
    let (rows, columns) = (&stage.summary.factors[down], &stage.summary.factors[across]);
    // Numbers rise upward, as on an axis.
    let mut row_levels = rows.levels.clone();
    if row_levels.iter().all(|level| level.parse::<f64>().is_ok()) {
        row_levels.reverse();
    }
    let measure = Measure::of(view);
    let [quantity, column, words] = measure.words();
    let value = |point: &PointTrials<'_>| measure.value(point);
    let values: Vec<f64> = stage.points.iter().filter_map(value).collect();
    let low = values.iter().copied().reduce(f64::min)?;
    let span = if measure == Measure::Evaluations { 0.1 * low } else { MIN_SPAN };
    let high = values.iter().copied().reduce(f64::max)?.max(low + span);
    let any_solved = stage.solved().count > 0;
    let has_spread = measure == Measure::Penalty && stage.has_several_trials();
    let points: BTreeMap<&[String], &PointTrials<'_>> =
        stage.points.iter().map(|point| (point.levels, point)).collect();
    let cell_of = |row: &String, column: &String| {
        let levels = if is_turned { [column.clone(), row.clone()] } else { [row.clone(), column.clone()] };
        let point = points.get(&levels[..])?;
        let (value, SolvedCount { count, trials }) = (value(point), point.solved());
        let value_text = value.map_or(String::new(), measure.show());
        let tooltip = format!("{}: {quantity} {value_text}, solved {count} of {trials}", point.label());
        let spread = sample_sd(&point.finals()).filter(|_| has_spread).map(|sd| format!("± {}", tenths(sd)));
        let notes = spread.into_iter().chain(any_solved.then(|| format!("{count}/{trials}")));
        Some(Cell { value, notes: notes.collect(), tooltip })
    };
    let place = |levels: &[String], level: &String| levels.iter().position(|other| other == level);
    let selected = stage.points.iter().find(|point| point.selected);
    let legend = legend(stage, has_spread);
    let title = view.title(quantity);
    let names = (view.name(&rows.key), view.name(&columns.key));
    let cells = Cells {
        title: &title,
        names: (&names.0, &names.1),
        legend: &legend,
        rows: &row_levels,
        columns: &columns.levels,
        ends: (low, high),
        show: measure.show(),
        cells: row_levels
            .iter()
            .map(|row| columns.levels.iter().map(|column| cell_of(row, column)).collect())
            .collect(),
        framed: selected.and_then(|point| {
            Some((place(&row_levels, &point.levels[down])?, place(&columns.levels, &point.levels[across])?))
        }),
    };
    let drawing = cells.draw(view.options.page);
    let mut caption =
        format!("{words} of each pair of levels; rows: {}, columns: {}. Darker is better.", names.0, names.1);
    if selected.is_some() {
        caption.push_str(" The frame marks the selected configuration.");
    }
    if has_spread {
        caption.push_str(" Below each value: the standard deviation (SD) of its trials.");
    }
    if any_solved {
        caption.push_str(" Below each value, in small type: how many trials solved their instance.");
    }
    let mut data = Data::new(&[&first.key, &second.key, column, "solved", "trials"]);
    for point in &stage.points {
        if let ([level, other], Some(value)) = (point.levels, value(point)) {
            let SolvedCount { count, trials } = point.solved();
            data.row(&[level, other, &value, &count, &trials]);
        }
    }
    Some(view.figure("heat-map", title, caption, drawing, data))
}

/// Returns what the small numbers, the frame and the colors are.
fn legend(stage: &StageTrials<'_>, has_spread: bool) -> Vec<LegendEntry> {
    let mut legend = vec![];
    if has_spread {
        let trials = trials_of(stage.points.iter().map(|point| &point.trials[..]));
        let trials = trials.map_or(String::new(), |trials| format!(" of {trials}"));
        legend.push(LegendEntry::words(format!("± SD{trials}")));
    }
    if stage.solved().count > 0 {
        legend.push(LegendEntry::words("n/n: solved trials"));
    }
    if stage.points.iter().any(|point| point.selected) {
        let rule = stage.summary.selection.rule.name().replace('-', " ");
        legend.push(LegendEntry::words(format!("frame: {}", rule.trim_end_matches(" best"))));
    }
    legend.push(LegendEntry::words("darker: better"));
    legend
}
