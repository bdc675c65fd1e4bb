//! The intervals of a page against the truth.

use std::collections::BTreeMap;

use evocube::experiment::record::{Outcome, Results};
use evocube::report::claims::Measure;
use evocube::report::{
    BandKind, Center, EffectRow, EstimateRow, FigureOptions, FigureRequest, Page, PlotKind, ProgressUnit,
};

use crate::judge::{ROUNDING, Scene, outcome};

impl Scene<'_> {
    /// Whether the interval of each line at the last place of the curves misses.
    pub(crate) fn bands(&self, results: &Results) -> Vec<bool> {
        let options = FigureOptions {
            page: Page::SCREEN,
            x: Some(ProgressUnit::Evaluations),
            log_x: false,
            log_y: false,
            center: Center::Mean,
            band: BandKind::Interval,
            facet: None,
            color: None,
            by_instance: false,
            x_limits: None,
            y_limits: None,
            names_stage: false,
            labels: vec![],
        };
        let request = FigureRequest { kind: PlotKind::Convergence, options, only: vec![], labels: vec![] };
        let figures = evocube::report::draw_figure(results, &request).expect("curves");
        let mut lines = figures[0].data().lines().map(|line| line.split(',').collect::<Vec<_>>());
        let head = lines.next().expect("a head");
        let column = |name: &str| head.iter().position(|other| *other == name).expect("a column");
        let (low, high) = (column("mean_low_95"), column("mean_high_95"));
        // The last place of each level.
        let last: BTreeMap<String, [Option<f64>; 2]> =
            lines.map(|line| (line[0].to_owned(), [low, high].map(|column| line[column].parse().ok()))).collect();
        let misses = |(level, [low, high]): (String, [Option<f64>; 2])| {
            let places = self.stage().cells(&[(0, self.stage().level(0, &level))]).concat();
            self.misses(self.truth.mean(&places, 0, self.everywhere), low, high)
        };
        last.into_iter().filter_map(misses).collect()
    }

    /// Whether an interval misses a value; `None` without one.
    #[allow(clippy::unused_self)] // beside the others
    pub(crate) fn misses(&self, value: f64, low: Option<f64>, high: Option<f64>) -> Option<bool> {
        let (low, high) = (low?, high?);
        let tolerance = ROUNDING * value.abs().max(1.0);
        Some(value < low - tolerance || value > high + tolerance)
    }

    /// Whether the interval of a statistic of a level or a configuration misses the true one; `None` without an interval.
    pub(crate) fn estimate(&self, row: &EstimateRow) -> Option<bool> {
        let configurations = match row.factor.as_str() {
            "" => vec![row.level.parse::<usize>().expect("a number") - 1],
            factor => {
                let factor = self.stage().factor(factor);
                self.stage().cells(&[(factor, self.stage().level(factor, &row.level))]).concat()
            }
        };
        let everywhere = self.everywhere && row.measure != Measure::ExpectedEvaluations;
        let mean = |statistic: usize| self.truth.mean(&configurations, statistic, everywhere);
        let value = match row.measure {
            Measure::MeanPenalty => mean(0),
            Measure::Reached => 100.0 * mean(1),
            Measure::MeanMoves => mean(2),
            Measure::ExpectedEvaluations if mean(1) <= 0.0 => f64::INFINITY,
            Measure::ExpectedEvaluations => mean(3) / mean(1),
        };
        if value.is_infinite() {
            return Some(row.high.is_some_and(f64::is_finite));
        }
        self.misses(value, row.low, row.high)
    }

    /// Whether the interval of a row of effects.csv misses the truth; `None` without one.
    pub(crate) fn row(&self, row: &EffectRow) -> Option<bool> {
        // An effect of a sampled design has no levels.
        row.low?;
        let outcome = outcome(row.outcome);
        let (focus, _) = row.factor.split_once(" × ").unwrap_or((&row.factor, ""));
        let factor = self.stage().factor(focus);
        let names = row.within.split(';').filter_map(|within| within.split_once('='));
        let fixed = self.fixed(names.map(|(key, level)| (key.to_owned(), level.to_owned())));
        if focus != row.factor {
            let levels = [&row.level, &row.reference].map(|name| self.stage().level(factor, name));
            let [first, second] =
                [0, 1].map(|slice| self.value(outcome, &self.sides(factor, &fixed[slice..=slice], levels)));
            let value = if outcome == Outcome::RunTime { first / second } else { first - second };
            return self.misses(value, row.low, row.high);
        }
        let level = self.stage().level(factor, &row.level);
        let others = match row.reference.as_str() {
            "" => self.stage().levels_of(factor, &fixed).into_iter().filter(|other| *other != level).collect(),
            reference => vec![self.stage().level(factor, reference)],
        };
        let values = others.iter().map(|other| self.value(outcome, &self.sides(factor, &fixed, [level, *other])));
        let value = values.sum::<f64>() / others.len() as f64;
        self.misses(value, row.low, row.high)
    }
}
