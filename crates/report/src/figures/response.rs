//! The response figure of a sampled design, computed in `model::response`: a panel for each of up to nine factors. It has the
//! configurations, the means that the response surface predicts, and the values that are not told apart from the best. The units of
//! predictions are here for `contours`, too.

use super::boxes::offset;
use super::ends;
use super::{Figure, StageView, axis_beside};
use crate::model::{Factors, Response, Surface, tidy};
use crate::wording::{best_names, listed, mean_text, p_is, value_text};
use evocube_experiment::record::{FactorSummary, Outcome};
use evocube_plot::{ACCENT, Axis, Band, Bar, Chart, LegendEntry, Line, Mark, PLAIN, Panel, Rgb, Stroke, Whisker};
use evocube_rows::Data;
use evocube_stats::{Estimate, Interval};

/// Maximum number of panels; the factors that explain most are shown.
const MAX_PANELS: usize = 9;
/// Height of the bar at the foot of a panel, as a share of its axis.
const FOOT: f64 = 0.03;
/// Half the width of such a bar below a level, and the width of its points, in levels.
const BESIDE: f64 = 0.3;

/// A factor with its response, in the units of the figure.
struct Factor<'a> {
    key: &'a str,
    levels: &'a [String],
    p: f64,
    is_shown: bool,
    is_logarithmic: bool,
    response: Response,
}

impl Factor<'_> {
    /// Returns a value as text: a level, or a number in three digits.
    fn text(&self, value: f64) -> String {
        // The number of a level.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let name = |names: &Vec<String>| names[value as usize].clone();
        self.response.names.as_ref().map_or_else(|| value_text(value, self.levels), name)
    }

    /// Returns the values that are not told apart from the best; `None` where all are.
    fn best(&self) -> Option<String> {
        Some(listed(&best_names(&self.response.best()?, self.levels)?))
    }
}

/// Draws the panels; `None` without a response surface.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    let tests = view.model.primary()?;
    let Factors::Surface(surface) = &tests.factors else { return None };
    let outcome = view.model.outcome;
    let mut factors = factors(view, surface, outcome);
    let omitted = factors.len().saturating_sub(MAX_PANELS);
    factors.truncate(MAX_PANELS);
    let points = || factors.iter().flat_map(|factor| &factor.response.points).map(|(_, mean)| *mean);
    let line_means = factors.iter().flat_map(|factor| &factor.response.line).map(|(_, estimate)| estimate.value);
    let (low, high) =
        points().chain(line_means).fold((f64::MAX, f64::MIN), |(low, high), mean| (low.min(mean), high.max(mean)));
    let y = match outcome {
        Outcome::RunTime => Axis::counts(low, high),
        Outcome::Wins | Outcome::Solved => Axis::covering(low.max(0.0), high.min(100.0)),
        Outcome::Penalty | Outcome::Moves => Axis::covering(low.max(0.0), high),
    };
    let y = y.within(view.options.y_limits);
    let panels: Vec<Panel> = factors.iter().map(|factor| panel(view, factor, &y)).collect();
    let title = view.title("response to each factor");
    let name = view.options.axis(&axis_beside(outcome));
    let chart = Chart::new(&title, ("", &name), (Axis::new(0.0, 1.0), y), Panel::default());
    let words = ["dots: configurations", "line: mean prediction", "band: 95 %", "bar below: may be the best"];
    let entries = words.map(LegendEntry::words).to_vec();
    let drawing = Chart { panels, entries, ..chart }.draw(view.options.page);
    let mut data = Data::new(&["factor", "part", "value", "mean", "low_95", "high_95", "may_be_best"]);
    for factor in &factors {
        let Response { points, line, may_be_best, names } = &factor.response;
        let value = |value: f64| names.as_ref().map_or_else(|| value.to_string(), |_| factor.text(value));
        let no_end = None::<f64>;
        for (place, mean) in points {
            data.row(&[&factor.key, &"configuration", &value(*place), mean, &no_end, &no_end, &None::<bool>]);
        }
        for (number, (place, Estimate { value: mean, interval })) in line.iter().enumerate() {
            let ([low, high], may) = (ends(*interval), may_be_best.get(number).copied());
            data.row(&[&factor.key, &"response", &value(*place), mean, &low, &high, &may]);
        }
    }
    let what = match outcome {
        Outcome::Wins => "Shares of pairs of trials that each configuration wins",
        _ => "Means of the configurations",
    };
    let best: Vec<String> = factors
        .iter()
        .filter(|factor| factor.is_shown)
        .filter_map(|factor| Some(format!("{} {}", view.name(factor.key), factor.best()?)))
        .collect();
    let best =
        if best.is_empty() { String::new() } else { format!(" Not told apart from the best: {}.", listed(&best)) };
    let omission = if omitted > 0 {
        format!(" The {MAX_PANELS} factors that explain most of {}.", MAX_PANELS + omitted)
    } else {
        String::new()
    };
    let caption = format!(
        "{what} by the value of each factor, and the mean predictions of the response surface with their 95 % intervals, each for itself. \
         Above each panel: the corrected p-value; factors that matter are orange.{best}{omission}"
    );
    Some(view.figure("response", title, caption, drawing, data))
}

/// Returns the factors of a surface, those that explain most first.
fn factors<'a>(view: &StageView<'a>, surface: &Surface, outcome: Outcome) -> Vec<Factor<'a>> {
    let stage = view.stage;
    let shown = |value: f64| in_units(outcome, value);
    let factor = |(place, response): (usize, &Response)| {
        let factor = surface.factors[place];
        let effect = surface.effects.iter().find(|effect| effect.factors == [factor])?;
        let is_logarithmic = surface.logarithmic[place];
        let estimate = |Estimate { value, interval }: Estimate| {
            // Shares of pairs that are lost become those that are won.
            let ends = interval.map(|ends| [ends.low, ends.high].map(shown));
            let interval = ends.map(|[a, b]| Interval { low: a.min(b), high: a.max(b) });
            Estimate { value: shown(value), interval }
        };
        let response = Response {
            points: response.points.iter().map(|(x, mean)| (*x, shown(*mean))).collect(),
            line: response.line.iter().map(|(x, mean)| (*x, estimate(*mean))).collect(),
            ..response.clone()
        };
        let (p, is_shown) = (effect.p_corrected, effect.is_shown());
        let FactorSummary { key, levels, .. } = &stage.summary.factors[factor];
        Some((effect.share.value, Factor { key, levels, p, is_shown, is_logarithmic, response }))
    };
    let mut factors: Vec<(f64, Factor<'_>)> = surface.responses.iter().enumerate().filter_map(factor).collect();
    factors.sort_by(|a, b| b.0.total_cmp(&a.0));
    factors.into_iter().map(|(_, factor)| factor).collect()
}

/// Returns a value of a sample, of which lower ones are better, in the units of its estimand.
pub(super) fn in_units(outcome: Outcome, value: f64) -> f64 {
    match outcome {
        Outcome::Wins | Outcome::Solved => tidy(100.0 - value),
        Outcome::RunTime => libm::exp(value),
        Outcome::Penalty | Outcome::Moves => value,
    }
}

fn panel(view: &StageView<'_>, factor: &Factor<'_>, y: &Axis) -> Panel {
    let Response { points, line, names, .. } = &factor.response;
    let color: Rgb = if factor.is_shown { ACCENT } else { PLAIN };
    let x = match names {
        Some(names) => Axis::from_names(names.clone()),
        None => Axis::of_numbers(line[0].0, line[line.len() - 1].0, factor.is_logarithmic),
    };
    let mut panel = Panel {
        title: Some((String::new(), p_is(factor.p))),
        x: Some((x, view.name(factor.key))),
        dots: points.clone(),
        ..Panel::default()
    };
    let bar = |from: f64, to: f64| Bar {
        corners: [(from, y.value(0.0)), (to, y.value(FOOT))],
        color,
        tooltip: format!("not told apart from the best: {}", factor.best().unwrap_or_else(|| "all values".to_owned())),
    };
    let places = || line.iter().map(|(x, estimate)| (*x, estimate.value));
    if names.is_some() {
        for (number, dot) in panel.dots.iter_mut().enumerate() {
            dot.0 += BESIDE * offset(number);
        }
        for (x, Estimate { value, interval }) in line {
            let tooltip = format!("{}: {}", factor.text(*x), mean_text(*value));
            panel.marks.push(Mark { place: (*x, *value), color, tooltip, label: String::new() });
            panel.whiskers.extend(interval.map(|ends| Whisker { place: *x, ends: (ends.low, ends.high), color }));
        }
        let best = factor.response.best_places().into_iter().map(|range| line[range.start].0);
        panel.bars.extend(best.map(|level| bar(level - BESIDE, level + BESIDE)));
        return panel;
    }
    panel.lines.push(Line::new(factor.key, Stroke::solid(color, 2.0), places().collect()).unnamed());
    let ends = line.iter().map(|(x, estimate)| estimate.interval.map(|ends| (*x, ends.low, ends.high)));
    panel.bands.extend(ends.collect::<Option<Vec<_>>>().map(|ends| Band(color, ends)));
    let best = factor.response.best_places().into_iter();
    panel.bars.extend(best.map(|range| bar(line[range.start].0, line[range.end - 1].0)));
    panel
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made_up::{levels, results};
    use crate::options::REPORT;
    use crate::sections::Analysis;

    #[test]
    fn the_bar_below_a_level_that_may_be_the_best_is_around_it() {
        let made = results(&["rate"], levels("a b"), 5, |point, _| 10 + point as u64);
        let analysis = Analysis::new(&made);
        let estimate = |value| Estimate { value, interval: None };
        let response = Response {
            points: vec![(0.0, 10.0), (1.0, 11.0)],
            line: vec![(0.0, estimate(10.0)), (1.0, estimate(11.0))],
            may_be_best: vec![false, true],
            names: Some(vec!["a".to_owned(), "b".to_owned()]),
        };
        let factor = Factor { key: "rate", levels: &[], p: 0.01, is_shown: true, is_logarithmic: false, response };
        let panel = panel(&analysis.stages(&REPORT).next().unwrap(), &factor, &Axis::new(0.0, 20.0));
        let bars: Vec<_> = panel.bars.iter().map(|bar| bar.corners.map(|corner| corner.0)).collect();
        assert_eq!(bars, [[1.0 - BESIDE, 1.0 + BESIDE]]);
    }
}
