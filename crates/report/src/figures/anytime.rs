//! The anytime performance of the leading configuration: the penalties that its trials have reached after each number of evaluations. The
//! file of the figure is `budgets`. Tables by budget are made in `sections::budgets`, and configurations are compared in `convergence`.

use super::Figure;
use crate::result_index::{PointTrials, ResultIndex};
use crate::step_series::{ProgressAxis, step_series};
use crate::wording;
use evocube_plot::{
    Axis, BACKGROUND_LINE, Band, Chart, Line, PENALTY, PLAIN, Page, Panel, Stroke, band_stairs, stairs,
};
use evocube_rows::{Data, LoggedQuantity, SeriesStep};
use evocube_stats::samples::Summary;

/// Maximum number of places on a line.
const PLACES: u64 = 240;

/// Draws the figure; `None` as long as nothing is logged, and for one trial.
pub(crate) fn draw(index: &ResultIndex<'_>, point: &PointTrials<'_>, page: Page) -> Option<Figure> {
    let trials = Some(&point.trials).filter(|trials| trials.len() > 1)?;
    let steps = step_series(index, trials, &ProgressAxis::LOG_EVALUATIONS.series(LoggedQuantity::Best, PLACES));
    let (first, last) = (steps.first()?.place, steps.last()?.place);
    let mut data =
        Data::new(&["evaluations", "least", "lower_quartile", "median", "upper_quartile", "greatest", "trials"]);
    for SeriesStep { place, summary, .. } in &steps {
        let Summary { min, lower_quartile, median, upper_quartile, max, count, .. } = summary;
        data.row(&[place, min, lower_quartile, median, upper_quartile, max, count]);
    }
    let line = |label: &str, stroke, value: fn(&Summary) -> f64| {
        let points: Vec<_> = steps.iter().map(|step| (step.place, value(&step.summary))).collect();
        Line::new(label, stroke, stairs(&points))
    };
    let ends = |step: &SeriesStep| (step.place, step.summary.lower_quartile, step.summary.upper_quartile);
    let quartiles: Vec<_> = steps.iter().map(ends).collect();
    let highest = steps.iter().map(|step| step.summary.max).fold(1.0, f64::max);
    let lowest = steps.iter().map(|step| step.summary.min).fold(highest, f64::min);
    let panel = Panel {
        lines: vec![
            line("median trial", Stroke::solid(PLAIN, 2.2), |summary| summary.median),
            line("best trial", Stroke::solid(PLAIN, 1.3).dashed(&[2.0, 2.5]), |summary| summary.min),
            line("worst trial", Stroke::solid(BACKGROUND_LINE, 1.3).dashed(&[9.0, 3.0]), |summary| summary.max),
        ],
        bands: vec![Band(PLAIN, band_stairs(&quartiles))],
        ..Panel::default()
    };
    let title = "Penalty at each budget of evaluations".to_owned();
    let axes = (Axis::log(first, last.max(10.0 * first)), Axis::covering(lowest, highest));
    let drawing = Chart::new(&title, ("evaluations", PENALTY), axes, panel).draw(page);
    let caption = format!(
        "The penalty that the {} configuration of the last stage has reached after a number of evaluations. Band: the middle half of the \
         trials. Trials that ended earlier keep their last value.",
        wording::leader(index.results)
    );
    Some(Figure::new("budgets".to_owned(), title, caption, drawing, data))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made_up::{levels, results};

    #[test]
    fn a_configuration_is_selected_once_the_sweep_is_complete() {
        let mut results = results(&["population"], levels("10 20"), 3, |point, _| 5 + point as u64);
        for (complete, begin) in [(true, "The penalty that the selected "), (false, "The penalty that the leading ")] {
            results.complete = complete;
            let index = ResultIndex::new(&results);
            let figure = draw(&index, index.stages[0].leader().unwrap(), Page::SCREEN).unwrap();
            assert!(figure.caption.starts_with(begin), "{}", figure.caption);
        }
    }
}
