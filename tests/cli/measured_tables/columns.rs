//! The columns and lines of the measured tables of the guide: names, and cells from the trials of the runs, some of which test or compare
//! rows. Columns from `convergence.csv` are in `course`. The tables are found and their runs made in `measured_tables`.

use evocube::stats::intervals::{RESAMPLES, bca_interval, rate_interval};
use evocube::stats::numbers::p_value;
use evocube::stats::rank_tests::{holm, rank_sum, signed_rank};
use evocube::stats::samples::{mean, median};
use evocube::stats::{Draws, Interval};

use super::course::{Course, CourseColumn};
use super::pooled::{LogRatio, pooled};

/// A column of a measured table. Where trials are compared, it is with those of the first row (of its stage, if the sweep has several), of
/// the selected row or of a named one, or in a table of pairs with the first row of the pair, cube by cube.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Column {
    /// Solved trials, and Wilson's interval of their share.
    Solved,
    /// Expected running time: all evaluations divided by the number of solved trials, and the bootstrap interval over cubes.
    Evaluations,
    /// Expected running time in symbols: those that its evaluations apply.
    Symbols,
    /// Ratio of the expected running time to that of the first row, and the bootstrap interval over pairs.
    Ratio,
    /// Wilcoxon's signed-rank test of the evaluations until solved, an unsolved trial being the latest, after Holm's correction for
    /// the column; with several trials on a cube van Elteren's test, with cubes as strata.
    P,
    /// Test of the best penalties, likewise.
    PenaltyP,
    /// Mean of the best penalties, and its BCa bootstrap interval.
    MeanPenalty,
    /// Mean of the differences of the best penalties, and its BCa bootstrap interval.
    Difference,
    /// Median of the best penalties, with the lowest and the highest.
    MedianPenalty,
    /// Mean number of moves of the solutions.
    Moves,
    /// Mean number of moves of the solutions, and its BCa bootstrap interval, where all trials solve.
    MeanMoves,
    /// Mean number of moves of the solutions, with the lowest and the highest.
    MovesRange,
    /// Mean number of evaluations of all trials.
    MeanEvaluations,
    /// Mean number of generations, and its BCa bootstrap interval.
    Generations,
    Course(CourseColumn),
}

impl Column {
    const ALL: [Self; 14] = [
        Self::Solved,
        Self::Evaluations,
        Self::Symbols,
        Self::Ratio,
        Self::P,
        Self::PenaltyP,
        Self::MeanPenalty,
        Self::Difference,
        Self::MedianPenalty,
        Self::Moves,
        Self::MeanMoves,
        Self::MovesRange,
        Self::MeanEvaluations,
        Self::Generations,
    ];

    /// The name in comments and above the column.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Evaluations => "evaluations",
            Self::Symbols => "symbols",
            Self::Ratio => "ratio",
            Self::P => "p",
            Self::PenaltyP => "p of penalties",
            Self::MeanPenalty => "mean penalty",
            Self::Difference => "difference",
            Self::MedianPenalty => "median penalty",
            Self::Moves => "moves",
            Self::MeanMoves => "mean moves",
            Self::MovesRange => "moves (lowest–highest)",
            Self::MeanEvaluations => "mean evaluations",
            Self::Generations => "generations",
            Self::Course(column) => column.name(),
        }
    }

    pub(super) fn named(name: &str) -> Self {
        let column = Self::ALL.into_iter().find(|column| column.name() == name);
        column
            .or_else(|| CourseColumn::named(name).map(Self::Course))
            .unwrap_or_else(|| panic!("no column is called {name}: {:?}", Self::ALL.map(Self::name)))
    }
}

/// A trial, as far as tables need it.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    /// Start state.
    pub(super) state: String,
    pub(super) penalty: u64,
    pub(super) is_solved: bool,
    pub(super) evaluations: u64,
    pub(super) moves: u64,
    pub(super) generations: u64,
    pub(super) course: Course,
}

/// A configuration with its trials.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// Name of its stage; empty in a sweep of one stage.
    pub(super) stage: String,
    pub(super) configuration: String,
    /// Whether later stages fix it.
    pub(super) is_selected: bool,
    /// Its number in the stage, the seed of its resamples, as in reports.
    pub(super) number: u64,
    /// Master seeds, each of as many trials.
    pub(super) seeds: usize,
    /// Symbols that an evaluation applies.
    pub(super) symbols: u64,
    pub(super) trials: Vec<Trial>,
}

/// Returns the name of a configuration: the words of its levels. A level that is no name by itself follows the last word of its key.
pub(super) fn configuration<'a>(levels: impl Iterator<Item = (&'a str, &'a String)>) -> String {
    let words = levels.filter(|(_, word)| !word.is_empty()).map(|(key, word)| {
        let word = word.replace("mutation.", "");
        let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic()) && word != "none";
        if is_name { word } else { format!("{} {word}", key.rsplit('.').next().unwrap_or(key)) }
    });
    words.collect::<Vec<_>>().join(" · ")
}

/// Adds the trials of the same configurations with another master seed.
pub(super) fn add_seed(rows: &mut Vec<Row>, others: &[Row]) {
    if rows.is_empty() {
        others.clone_into(rows);
        return;
    }
    for (row, other) in rows.iter_mut().zip(others) {
        row.seeds += 1;
        row.trials.extend_from_slice(&other.trials);
    }
}

impl Row {
    /// Returns the rows of the single seeds.
    fn by_seed(&self) -> Vec<Self> {
        let parts = self.trials.chunks(self.trials.len() / self.seeds);
        parts.map(|trials| Self { seeds: 1, trials: trials.to_vec(), ..self.clone() }).collect()
    }

    /// Evaluations and solved trials on each cube.
    fn runs(&self) -> Vec<(f64, u64)> {
        let cubes = self.trials.chunk_by(|a, b| a.state == b.state);
        let sums = cubes.map(|trials| {
            (
                trials.iter().map(|trial| trial.evaluations as f64).sum(),
                trials.iter().map(|trial| u64::from(trial.is_solved)).sum(),
            )
        });
        sums.collect()
    }

    fn running_time(&self) -> f64 {
        time_of(self.runs().into_iter())
    }

    /// Returns the percentile bootstrap interval over cubes of a statistic of the numbers of cubes.
    fn percentiles(&self, statistic: impl Fn(&mut dyn Iterator<Item = usize>) -> f64) -> Interval {
        let mut values = self.resampled(statistic);
        values.sort_by(f64::total_cmp);
        Interval { low: values[RESAMPLES / 40 - 1], high: values[RESAMPLES - RESAMPLES / 40 - 1] }
    }

    fn resampled(&self, statistic: impl Fn(&mut dyn Iterator<Item = usize>) -> f64) -> Vec<f64> {
        let (cubes, mut draws) = (self.runs().len(), Draws::new(self.number));
        let resample = |_| statistic(&mut (0..cubes).map(|_| draws.below(cubes)).collect::<Vec<_>>().into_iter());
        (0..RESAMPLES).map(resample).collect()
    }

    /// Asserts that the trials of both rows are on the same cubes in the same order.
    fn assert_paired(&self, other: &Self) {
        let states = |row: &Self| row.trials.iter().map(|trial| trial.state.clone()).collect::<Vec<_>>();
        assert_eq!(states(self), states(other), "{} and {} are not paired", self.configuration, other.configuration);
    }

    /// Returns the ratio of the expected running times and its percentile bootstrap interval over cubes, or that of several seeds, pooled;
    /// `None` if one of both is infinite.
    fn ratio(&self, first: &Self) -> Option<(f64, Interval)> {
        let (value, ends, _) = self.ratio_of_all(first)?;
        if self.seeds == 1 {
            return Some((value, ends));
        }
        let seeds = self.by_seed().into_iter().zip(first.by_seed());
        let logs = seeds.map(|(row, first)| {
            let (value, _, variance) = row.ratio_of_all(&first)?;
            Some(LogRatio { value: value.ln(), variance })
        });
        Some(pooled(&logs.collect::<Option<Vec<_>>>()?))
    }

    /// Returns the ratio of all trials, its interval, and the variance of its logarithm.
    fn ratio_of_all(&self, first: &Self) -> Option<(f64, Interval, f64)> {
        self.assert_paired(first);
        let (runs, others) = (self.runs(), first.runs());
        let ratio = |cubes: &mut dyn Iterator<Item = usize>| {
            let (mut sums, mut solved) = ([0.0; 2], [0; 2]);
            for cube in cubes {
                for (number, run) in [runs[cube], others[cube]].into_iter().enumerate() {
                    sums[number] += run.0;
                    solved[number] += run.1;
                }
            }
            (sums[0] / solved[0] as f64) / (sums[1] / solved[1] as f64)
        };
        let value = ratio(&mut (0..runs.len()));
        let logs: Vec<f64> = self.resampled(ratio).into_iter().map(f64::ln).collect();
        let mean = mean(&logs)?;
        let variance = logs.iter().map(|log| (log - mean).powi(2)).sum::<f64>() / (logs.len() - 1) as f64;
        (value.is_finite() && value > 0.0).then(|| (value, self.percentiles(ratio), variance))
    }

    /// Returns the p-value of the test of a value of trials.
    fn p(&self, first: &Self, value: impl Fn(&Trial) -> f64) -> f64 {
        self.assert_paired(first);
        let values = |row: &Self| row.trials.iter().map(&value).collect::<Vec<_>>();
        let cubes: Vec<usize> = self.trials.chunk_by(|a, b| a.state == b.state).map(<[Trial]>::len).collect();
        if cubes.iter().any(|trials| *trials > 1) {
            let (ours, others) = (values(self), values(first));
            let mut begin = 0;
            let strata = cubes.iter().map(|trials| {
                let stratum = begin..begin + trials;
                begin += trials;
                (&ours[stratum.clone()], &others[stratum])
            });
            return rank_sum(&strata.collect::<Vec<_>>()).expect("trials").p;
        }
        signed_rank(&values(self), &values(first)).expect("pairs").p
    }

    fn penalties(&self) -> Vec<f64> {
        self.trials.iter().map(|trial| trial.penalty as f64).collect()
    }

    /// Returns the mean of a value of trials with its interval, unless all have the same value.
    fn mean(&self, digits: usize, value: impl Fn(&Trial) -> f64) -> String {
        self.mean_of(digits, &self.trials.iter().map(value).collect::<Vec<_>>())
    }

    /// Returns the mean of values of the trials, likewise.
    fn mean_of(&self, digits: usize, values: &[f64]) -> String {
        let mean = mean(values).expect("trials");
        // Trials are resampled on each cube, or cubes, if each has one trial.
        let counts: Vec<usize> = self.trials.chunk_by(|a, b| a.state == b.state).map(<[Trial]>::len).collect();
        let strata = if counts.iter().all(|count| *count == 1) { vec![counts.len()] } else { counts };
        let resampled = |counts: &[u32]| {
            let sum: f64 = values.iter().zip(counts).map(|(value, count)| value * f64::from(*count)).sum();
            sum / f64::from(counts.iter().sum::<u32>())
        };
        let ends = bca_interval(&strata, resampled, 0.05, RESAMPLES, &mut Draws::new(self.number));
        let ends = ends.filter(|ends| ends.low < ends.high);
        let signed = |value: f64| format!("{value:.digits$}").replace('-', "−");
        let separator = if values.iter().any(|value| *value < 0.0) { " to " } else { "–" };
        let interval = ends.map(|ends| format!(" ({}{separator}{})", signed(ends.low), signed(ends.high)));
        format!("{}{}", signed(mean), interval.unwrap_or_default())
    }

    /// Returns the mean difference of the penalties to those of another row.
    fn difference(&self, first: &Self) -> String {
        self.assert_paired(first);
        let pairs = self.penalties().into_iter().zip(first.penalties());
        self.mean_of(1, &pairs.map(|(penalty, other)| penalty - other).collect::<Vec<_>>())
    }

    /// Returns the cell of a column that compares nothing.
    fn cell(&self, column: Column) -> String {
        let solved: Vec<&Trial> = self.trials.iter().filter(|trial| trial.is_solved).collect();
        match column {
            Column::Solved => {
                // Trials on one cube are alike: with several on each, Wilson's interval of all would be too narrow.
                let is_alike = |pair: &[Trial]| pair[0].state == pair[1].state && !pair[0].state.is_empty();
                assert!(!self.trials.windows(2).any(is_alike), "{}: trials on one cube", self.configuration);
                let ends = rate_interval(solved.len() as u64, self.trials.len() as u64, 0.05).expect("trials");
                let digits = usize::from(self.trials.len() >= 1000) + usize::from(self.trials.len() >= 10_000);
                let [low, high] = [ends.low, ends.high].map(|share| {
                    let text = format!("{:.digits$}", share * 100.0);
                    if digits == 0 { text } else { text.trim_end_matches('0').trim_end_matches('.').to_owned() }
                });
                let [solved, all] = [solved.len(), self.trials.len()].map(|count| grouped(count as f64));
                format!("{solved} of {all} ({low}–{high} %)")
            }
            Column::Evaluations if solved.is_empty() => "–".to_owned(),
            Column::Evaluations => {
                let runs = self.runs();
                let ends = self.percentiles(|cubes| time_of(cubes.map(|cube| runs[cube])));
                format!("{} ({}–{})", significant(self.running_time()), significant(ends.low), significant(ends.high))
            }
            Column::Symbols if solved.is_empty() => "–".to_owned(),
            Column::Symbols => significant(self.running_time() * self.symbols as f64),
            Column::MeanPenalty => self.mean(1, |trial| trial.penalty as f64),
            Column::MeanMoves if solved.len() < self.trials.len() => panic!("not all trials have solutions"),
            Column::MeanMoves => self.mean(0, |trial| trial.moves as f64),
            Column::MeanEvaluations => {
                let evaluations: Vec<f64> = self.trials.iter().map(|trial| trial.evaluations as f64).collect();
                significant(mean(&evaluations).expect("trials"))
            }
            Column::MovesRange => {
                let moves: Vec<u64> = solved.iter().map(|trial| trial.moves).collect();
                let (lowest, highest) = (moves.iter().min().expect("solved"), moves.iter().max().expect("solved"));
                let moves: Vec<f64> = moves.iter().map(|moves| *moves as f64).collect();
                format!("{} ({lowest}–{highest})", three_digits(mean(&moves).expect("solved")))
            }
            Column::Generations => self.mean(1, |trial| trial.generations as f64),
            Column::Course(column) => column.cell(self.trials.iter().map(|trial| &trial.course)),
            Column::MedianPenalty => {
                let penalties = self.penalties();
                let middle = median(&penalties).expect("trials");
                let (lowest, highest) =
                    (penalties.iter().copied().fold(f64::MAX, f64::min), penalties.iter().copied().fold(0.0, f64::max));
                format!("{middle} ({lowest}–{highest})")
            }
            Column::Moves => {
                let moves: Vec<f64> = solved.iter().map(|trial| trial.moves as f64).collect();
                mean(&moves).map_or("–".to_owned(), three_digits)
            }
            Column::Ratio | Column::Difference | Column::P | Column::PenaltyP => {
                unreachable!("it compares with the first row")
            }
        }
    }
}

/// Returns the expected running time of runs: all evaluations divided by the number of solved trials.
fn time_of(runs: impl Iterator<Item = (f64, u64)>) -> f64 {
    let (spent, solved) = runs.fold((0.0, 0), |(spent, solved), run| (spent + run.0, solved + run.1));
    if solved == 0 { f64::INFINITY } else { spent / solved as f64 }
}

/// Returns a number with commas between thousands.
fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns a number in three significant digits.
fn significant(value: f64) -> String {
    if value.is_infinite() {
        return "∞".to_owned();
    }
    let step = 10_f64.powf((value.log10().floor() - 2.0).max(0.0));
    let rounded = (value / step).round() * step;
    if rounded < 1e6 {
        return grouped(rounded);
    }
    format!("{} M", three_digits(rounded / 1e6))
}

/// Returns a number in three significant digits, at most two of them after the point.
fn three_digits(value: f64) -> String {
    if value.is_infinite() {
        return "∞".to_owned();
    }
    let digits = if value < 9.995 { 2 } else { usize::from(value < 99.95) };
    format!("{value:.digits$}")
}

/// Order and comparison of the rows of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Layout {
    /// Rows are in the order of their evaluations.
    pub(super) is_sorted: bool,
    /// Rows are compared with the selected one of their stage.
    pub(super) is_against_selected: bool,
    /// The configuration that all rows are compared with.
    pub(super) reference: Option<String>,
    /// The rows are pairs: the second of each is compared with the first.
    pub(super) is_in_pairs: bool,
    /// The runs have the same configurations, and columns of their own.
    pub(super) is_side_by_side: bool,
    /// The master seeds of each run.
    pub(super) seeds: Vec<String>,
    /// The only stage that is shown.
    pub(super) stage: Option<String>,
    /// A part of the name of all configurations that are shown.
    pub(super) part: Option<String>,
}

impl Layout {
    /// Returns the names above the columns of values, where the runs have these labels.
    pub(super) fn names(&self, columns: &[Column], labels: &[&str]) -> Vec<String> {
        if !self.is_side_by_side {
            return columns.iter().map(|column| column.name().to_owned()).collect();
        }
        labels
            .iter()
            .flat_map(|label| columns.iter().map(move |column| format!("{}, {label}", column.name())))
            .collect()
    }
}

/// Returns the cells of rows.
fn cells(rows: &[Row], columns: &[Column], layout: &Layout) -> Vec<Vec<String>> {
    let until_solved = |trial: &Trial| if trial.is_solved { trial.evaluations as f64 } else { f64::INFINITY };
    // The number of the row that each is compared with.
    let reference = |(number, row): (usize, &Row)| {
        if layout.is_in_pairs {
            return number - number % 2;
        }
        let mut stage = (0..rows.len()).filter(|other| rows[*other].stage == row.stage);
        let first = stage.clone().next().expect("itself");
        let is_reference = |other: &usize| match &layout.reference {
            Some(configuration) => rows[*other].configuration == *configuration,
            None => layout.is_against_selected && rows[*other].is_selected,
        };
        stage.find(is_reference).unwrap_or(first)
    };
    let first: Vec<usize> = rows.iter().enumerate().map(reference).collect();
    let mut cells: Vec<Vec<String>> = vec![Vec::new(); rows.len()];
    for column in columns {
        if let Column::P | Column::PenaltyP = column {
            // A stage is a family of comparisons of its own.
            for stage in rows.chunk_by(|a, b| a.stage == b.stage).map(|stage| stage[0].stage.clone()) {
                let members: Vec<usize> = (0..rows.len()).filter(|row| rows[*row].stage == stage).collect();
                let p = members.iter().filter(|row| first[**row] != **row).map(|row| match column {
                    Column::P => rows[*row].p(&rows[first[*row]], until_solved),
                    _ => rows[*row].p(&rows[first[*row]], |trial| trial.penalty as f64),
                });
                let mut corrected = holm(&p.collect::<Vec<_>>()).into_iter();
                for row in members {
                    let is_compared = first[row] != row;
                    let value = is_compared.then(|| p_value(corrected.next().expect("one for each")));
                    cells[row].push(value.unwrap_or_default());
                }
            }
            continue;
        }
        for row in 0..rows.len() {
            cells[row].push(match column {
                Column::Ratio if first[row] == row => "1".to_owned(),
                Column::Difference if first[row] == row => String::new(),
                Column::Difference => rows[row].difference(&rows[first[row]]),
                Column::Ratio => rows[row].ratio(&rows[first[row]]).map_or("–".to_owned(), |(value, ends)| {
                    format!("{} ({}–{})", three_digits(value), three_digits(ends.low), three_digits(ends.high))
                }),
                column => rows[row].cell(*column),
            });
        }
    }
    cells
}

/// Returns the lines of a table: the labels and the rows of its runs.
pub(super) fn table(runs: &[(&str, Vec<Row>)], columns: &[Column], layout: &Layout) -> Vec<String> {
    let mut runs = runs.to_vec();
    if let Some(stage) = &layout.stage {
        for (_, rows) in &mut runs {
            rows.retain(|row| row.stage == *stage);
            assert!(!rows.is_empty(), "no stage is called {stage}");
            rows.iter_mut().for_each(|row| row.stage.clear());
        }
    }
    if let Some(part) = &layout.part {
        runs.iter_mut()
            .for_each(|(_, rows)| rows.retain(|row| row.configuration.split(" · ").any(|word| word == part)));
    }
    let labels: Vec<&str> = runs.iter().map(|(label, _)| *label).collect();
    if !layout.is_side_by_side {
        runs = vec![("", runs.into_iter().flat_map(|(_, rows)| rows).collect())];
    }
    let rows = &runs[0].1;
    let has_stages = rows.iter().any(|row| !row.stage.is_empty());
    let names = layout.names(columns, &labels);
    let head =
        has_stages.then_some("stage").into_iter().chain(["configuration"]).chain(names.iter().map(String::as_str));
    let mut lines = vec![
        format!("| {} |", head.collect::<Vec<_>>().join(" | ")),
        format!("|{}{}", "---|".repeat(1 + usize::from(has_stages)), "---:|".repeat(names.len())),
    ];
    let mut bodies = vec![Vec::new(); rows.len()];
    for (label, others) in &runs {
        let key = |row: &Row| (row.stage.clone(), row.configuration.clone());
        let is_same = rows.iter().map(key).eq(others.iter().map(key));
        assert!(is_same, "{label}: other configurations than those of {}", labels[0]);
        for ((row, values), body) in others.iter().zip(cells(others, columns, layout)).zip(&mut bodies) {
            let mut values = values;
            if layout.is_side_by_side && row.is_selected {
                values[0] = format!("**{}**", values[0]);
            }
            body.append(&mut values);
        }
    }
    let mut order: Vec<usize> = (0..rows.len()).collect();
    if layout.is_sorted {
        let key = |row: &usize| rows[*row].running_time();
        order.sort_by(|a, b| key(a).total_cmp(&key(b)));
    }
    for number in order {
        let Row { stage, configuration, is_selected, .. } = &rows[number];
        // A stage is named in its first row.
        let is_first = number == 0 || rows[number - 1].stage != *stage;
        let stage = has_stages.then(|| if is_first { format!(" {stage} |") } else { " |".to_owned() });
        let mark = if *is_selected && !layout.is_side_by_side { "**" } else { "" };
        let cells =
            bodies[number].iter().map(|cell| if cell.is_empty() { " |".to_owned() } else { format!(" {cell} |") });
        lines.push(format!(
            "|{} {mark}{configuration}{mark} |{}",
            stage.unwrap_or_default(),
            cells.collect::<String>()
        ));
    }
    lines
}
