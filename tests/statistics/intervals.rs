//! The intervals of a page and of its figures against the truth: whether each misses it. Of shares of variance, only the true value is
//! computed here. `judge` counts the misses, and the truths come from `laws` and `sweeps`.

use std::collections::BTreeMap;

use evocube::experiment::record::{Outcome, Results};
use evocube::report::claims::Measure;
use evocube::report::{
    BandKind, Center, EffectRow, EstimateRow, FigureOptions, FigureRequest, Page, PlotKind, ProgressUnit, ShareRow,
    SingleFigure,
};

use crate::judge::{ROUNDING, Scene, outcome};
use crate::laws::BUDGET;

/// Draws a figure of each stage that has it, as numbers.
fn figures(results: &Results, kind: PlotKind) -> Vec<SingleFigure> {
    let options = FigureOptions {
        page: Page::SCREEN,
        x: (kind == PlotKind::Convergence).then_some(ProgressUnit::Evaluations),
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
    evocube::report::draw_figure(results, &FigureRequest { kind, options, only: vec![], labels: vec![] })
        .unwrap_or_default()
}

/// The head of a table, and its lines.
fn table(data: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let mut lines = data.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    (lines.next().expect("a head"), lines.collect())
}

/// The figures of the largest interaction of each stage, significant or not, with the names of the stages.
pub(crate) fn interactions(results: &Results) -> Vec<(String, String)> {
    let figures = figures(results, PlotKind::Interaction);
    figures.into_iter().map(|figure| (figure.stage.clone(), figure.data().to_owned())).collect()
}

impl Scene<'_> {
    /// Whether the interval of each line at the last place of the curves misses.
    pub(crate) fn bands(&self, results: &Results) -> Vec<bool> {
        let (head, lines) = table(figures(results, PlotKind::Convergence)[0].data());
        let column = |name: &str| head.iter().position(|other| *other == name).expect("a column");
        let (low, high) = (column("mean_low_95"), column("mean_high_95"));
        // The last place of each level.
        let ends = |line: Vec<String>| (line[0].clone(), [low, high].map(|column| line[column].parse().ok()));
        let last: BTreeMap<String, [Option<f64>; 2]> = lines.into_iter().map(ends).collect();
        let misses = |(level, [low, high]): (String, [Option<f64>; 2])| {
            let places = self.stage().cells(&[(0, self.stage().level(0, &level))]).concat();
            self.misses(self.truth.mean(&places, 0, self.everywhere), low, high)
        };
        last.into_iter().filter_map(misses).collect()
    }

    /// Whether the interval of each combination of two factors' levels in a figure misses.
    pub(crate) fn combinations(&self, data: &str, outcome: Outcome) -> Vec<bool> {
        let (head, lines) = table(data);
        let factors = [0, 1].map(|column| self.stage().factor(&head[column]));
        let fixed =
            |line: &Vec<String>| [0, 1].map(|side| (factors[side], self.stage().level(factors[side], &line[side])));
        let all: Vec<[(usize, usize); 2]> = lines.iter().map(fixed).collect();
        let measure = match outcome {
            Outcome::Wins => None,
            Outcome::Solved => Some(Measure::Reached),
            Outcome::RunTime => Some(Measure::ExpectedEvaluations),
            Outcome::Penalty => Some(Measure::MeanPenalty),
            Outcome::Moves => Some(Measure::MeanMoves),
        };
        let value = |here: &[(usize, usize); 2]| match measure {
            Some(measure) => self.statistic(measure, &self.stage().cells(here).concat()),
            None => {
                let others = || all.iter().filter(|other| *other != here);
                let share = |other: &[(usize, usize); 2]| {
                    let sides = self.stage().cells(here).into_iter().zip(self.stage().cells(other));
                    self.value(outcome, &sides.collect::<Vec<_>>())
                };
                100.0 * others().map(share).sum::<f64>() / others().count() as f64
            }
        };
        let misses = |(line, here): (&Vec<String>, &[(usize, usize); 2])| {
            self.misses(value(here), line[3].parse().ok(), line[4].parse().ok())
        };
        lines.iter().zip(&all).filter_map(misses).collect()
    }

    /// Whether the interval of the response to each factor of a sample misses, by penalties, of which the surface has the family. Those
    /// of neighboring values miss together: one is taken a sixth along each line.
    pub(crate) fn responses(&self, results: &Results) -> Vec<bool> {
        let mut results = results.clone();
        results.sweep.stages[0].outcome = Outcome::Penalty;
        let Some(figure) = figures(&results, PlotKind::Response).pop() else { return vec![] };
        let (_, lines) = table(figure.data());
        let misses = |factor: usize| {
            let is_line = |line: &&Vec<String>| line[1] == "response" && self.stage().factor(&line[0]) == factor;
            let line: Vec<&Vec<String>> = lines.iter().filter(is_line).collect();
            let place = line.get(line.len() / 6)?;
            self.misses(self.truth.response(factor, &place[2]), place[4].parse().ok(), place[5].parse().ok())
        };
        (0..self.stage().factors.len()).filter_map(misses).collect()
    }

    /// Whether the interval of the share that has solved misses at a tenth of the budget, for each level of a single factor.
    pub(crate) fn survival(&self, results: &Results) -> Vec<bool> {
        let Some(figure) = figures(results, PlotKind::Survival).pop() else { return vec![] };
        let time = BUDGET / 10.0;
        let mut levels: BTreeMap<String, [Option<f64>; 2]> = BTreeMap::new();
        for line in table(figure.data()).1 {
            if line[1].parse::<f64>().expect("a number") <= time {
                levels.insert(line[0].clone(), [3, 4].map(|column| line[column].parse().ok()));
            }
        }
        let misses = |(level, [low, high]): (String, [Option<f64>; 2])| {
            let places = self.stage().cells(&[(0, self.stage().level(0, &level))]).concat();
            self.misses(self.truth.mean_of(&places, self.everywhere, &|law| law.reached_by(time)), low, high)
        };
        levels.into_iter().filter_map(misses).collect()
    }

    /// The true share of the variance between combinations of levels that a factor or an interaction explains; `None` without variance, and
    /// for a sample, whose share has the noise in it.
    pub(crate) fn share(&self, row: &ShareRow) -> Option<f64> {
        let (outcome, points) = (outcome(row.outcome), 0..self.stage().points.len());
        let mean = |place: &usize| match outcome {
            Outcome::Wins => {
                let others = points.clone().filter(|other| other != place);
                let shares: Vec<f64> =
                    others.map(|other| self.value(outcome, &[(vec![*place], vec![other])])).collect();
                shares.iter().sum::<f64>() / shares.len() as f64
            }
            Outcome::Solved => self.truth.mean(&[*place], 1, self.everywhere),
            Outcome::Moves => self.truth.mean(&[*place], 2, self.everywhere),
            Outcome::Penalty | Outcome::RunTime => self.truth.mean(&[*place], 0, self.everywhere),
        };
        let factors: Vec<usize> = row.factor.split(" × ").map(|key| self.stage().factor(key)).collect();
        let mut combinations: Vec<Vec<(usize, usize)>> = vec![vec![]];
        for factor in factors.iter().filter(|_| !self.stage().is_sampled) {
            let levels = || (0..self.stage().factors[*factor].1.len()).map(|level| (*factor, level));
            combinations =
                combinations.iter().flat_map(|all| levels().map(move |at| [&all[..], &[at]].concat())).collect();
        }
        let cells: Vec<(Vec<(usize, usize)>, f64)> = combinations
            .into_iter()
            .flat_map(|fixed| self.stage().cells(&fixed).into_iter().map(move |cell| (fixed.clone(), cell)))
            .map(|(fixed, cell)| (fixed, cell.iter().map(mean).sum::<f64>() / cell.len() as f64))
            .collect();
        let average = |means: &[f64]| means.iter().sum::<f64>() / means.len() as f64;
        let grand = average(&cells.iter().map(|(_, mean)| *mean).collect::<Vec<_>>());
        // The squares of the means of cells with the same levels of some factors.
        let squares = |of: &[usize]| {
            let mut groups: BTreeMap<Vec<(usize, usize)>, Vec<f64>> = BTreeMap::new();
            for (fixed, mean) in &cells {
                let key = fixed.iter().filter(|(factor, _)| of.contains(factor)).copied().collect();
                groups.entry(key).or_default().push(*mean);
            }
            groups.values().map(|means| means.len() as f64 * (average(means) - grand).powi(2)).sum::<f64>()
        };
        let all: f64 = cells.iter().map(|(_, mean)| (mean - grand).powi(2)).sum();
        let mains: f64 = factors.iter().filter(|_| factors.len() > 1).map(|factor| squares(&[*factor])).sum();
        (all > ROUNDING && !self.stage().is_sampled).then(|| (squares(&factors) - mains) / all)
    }

    /// Whether an interval misses a value; `None` without one.
    #[allow(clippy::unused_self)] // beside the others
    pub(crate) fn misses(&self, value: f64, low: Option<f64>, high: Option<f64>) -> Option<bool> {
        let (low, high) = (low?, high?);
        let tolerance = ROUNDING * value.abs().max(1.0);
        Some(value < low - tolerance || value > high + tolerance)
    }

    /// The true statistic of some configurations.
    fn statistic(&self, measure: Measure, configurations: &[usize]) -> f64 {
        // Expected evaluations are those on the instances of the sweep.
        let everywhere = self.everywhere && measure != Measure::ExpectedEvaluations;
        let mean = |statistic: usize| self.truth.mean(configurations, statistic, everywhere);
        match measure {
            Measure::MeanPenalty => mean(0),
            Measure::Reached => 100.0 * mean(1),
            Measure::MeanMoves => mean(2),
            Measure::ExpectedEvaluations if mean(1) <= 0.0 => f64::INFINITY,
            Measure::ExpectedEvaluations => mean(3) / mean(1),
        }
    }

    /// Whether the interval of a statistic of a level or a configuration misses the true one; `None` without an interval.
    pub(crate) fn estimate(&self, row: &EstimateRow) -> Option<bool> {
        let number = || row.level.parse::<usize>().expect("a number") - 1;
        let Some(measure) = row.measure else {
            let place = number();
            let others = (0..self.stage().points.len()).filter(|other| *other != place);
            let shares: Vec<f64> =
                others.map(|other| self.value(Outcome::Wins, &[(vec![place], vec![other])])).collect();
            return self.misses(shares.iter().sum::<f64>() / shares.len() as f64, row.low, row.high);
        };
        let configurations = match row.factor.as_str() {
            "" => vec![number()],
            factor => {
                let factor = self.stage().factor(factor);
                self.stage().cells(&[(factor, self.stage().level(factor, &row.level))]).concat()
            }
        };
        let value = self.statistic(measure, &configurations);
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
