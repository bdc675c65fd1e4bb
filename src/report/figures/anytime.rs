//! The anytime performance of a configuration: the penalties that its trials have reached after each number of
//! evaluations, beside the deterministic solvers.

use super::Figure;
use crate::report::data::Data;
use crate::report::plot::{ACCENT, Axis, BACKGROUND_LINE, Band, Chart, Line, Mark, PENALTY, PLAIN, Panel, Stroke};
use crate::report::result_index::{Point, ResultIndex};
use crate::report::step_series::{Over, step_series};
use crate::report::wording::count;
use crate::stats::{Summary, mean};

/// Places on the lines, at most.
const PLACES: u64 = 240;

/// Draws the figure; `None` as long as nothing is logged, and for one trial without a solver beside it.
pub(crate) fn draw(index: &ResultIndex<'_>, point: &Point<'_>) -> Option<Figure> {
    if point.trials.len() < 2 && index.results.baselines.is_empty() {
        return None;
    }
    let steps = step_series(index, &point.trials, Over::LogEvaluations, PLACES);
    let (first, last) = (steps.first()?.0, steps.last()?.0);
    let mut data =
        Data::new(&["evaluations", "least", "lower_quartile", "median", "upper_quartile", "greatest", "trials"]);
    for (place, of) in &steps {
        data.row(&[place, &of.min, &of.lower_quartile, &of.median, &of.upper_quartile, &of.max, &of.count]);
    }
    let line = |label: &str, stroke, of: fn(&Summary) -> f64| {
        Line::new(label, stroke, steps.iter().map(|(place, summary)| (*place, of(summary))).collect())
    };
    let mark = |solver: &str| {
        let rows = index.results.baselines.iter().filter(|row| row.solver == solver && row.solved == 1);
        let nodes = mean(&rows.map(|row| row.nodes as f64).collect::<Vec<_>>())?;
        let tooltip = format!("{solver}: {} nodes visited on average", count(nodes));
        Some(Mark { place: (nodes.max(1.0), 0.0), color: ACCENT, tooltip, label: solver.to_owned() })
    };
    let marks: Vec<Mark> = index.solvers().into_iter().filter_map(mark).collect();
    let (from, to) = marks.iter().map(|mark| mark.place.0).fold((first, last), |(a, b), x| (a.min(x), b.max(x)));
    let from = 10.0_f64.powf(from.log10().floor());
    let highest = steps.iter().map(|(_, of)| of.max).fold(1.0, f64::max);
    let has_solvers = !marks.is_empty();
    let panel = Panel {
        lines: vec![
            line("median trial", Stroke::solid(PLAIN, 2.2), |of| of.median),
            line("best trial", Stroke::solid(PLAIN, 1.3).dashed(&[2.0, 2.5]), |of| of.min),
            line("worst trial", Stroke::solid(BACKGROUND_LINE, 1.3).dashed(&[9.0, 3.0]), |of| of.max),
        ],
        bands: vec![Band(PLAIN, steps.iter().map(|(x, of)| (*x, of.lower_quartile, of.upper_quartile)).collect())],
        marks,
        ..Panel::default()
    };
    let title = "Penalty at each budget of evaluations".to_owned();
    let axes = (Axis::log(from, to.max(10.0 * from)), Axis::up_to(highest));
    let drawing = Chart::new(&title, ("evaluations (log)", PENALTY), axes, panel).draw();
    let mut caption = String::from(
        "The penalty that the leading configuration of the last stage has reached after a number of evaluations. Band: the \
         middle half of the trials. Trials that ended earlier keep their last value.",
    );
    if has_solvers {
        caption.push_str(
            " Dots: the deterministic solvers, at the nodes that they visit on average to solve an instance.",
        );
    }
    Some(Figure { file: "budgets".to_owned(), title, caption, view: "", drawing, data: data.text() })
}
