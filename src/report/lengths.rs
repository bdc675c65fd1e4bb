//! How long a solver's solutions are: the tables and the figure of `evocube stats`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use plotters::element::Rectangle;
use plotters::style::Color;

use super::axis::{Axis, Surroundings, frame, overhang, round_up, tick_count};
use super::canvas::{fine, record};
use super::drawing::{Drawing, Stroke, WIDTH};
use super::legend::{Entry, Head};
use super::palette::{BACKGROUND_LINE, PLAIN, Rgb};
use super::primitives::Explained;
use super::{ReportError, put, raster, svg, without_stale};

/// Height of the panel.
const HIGH: f64 = 300.0;
/// Room at its left and, at least, at its right.
const SIDES: (f64, f64) = (70.0, 22.0);
/// Room below it, for numbers and the name of the axis.
const FOOT: f64 = 44.0;

/// The distribution as a table: length, solutions before cancelling, after it.
pub const LENGTHS: &str = "lengths.csv";
/// The same for each step: step, its name, length, solutions.
pub const STEPS: &str = "steps.csv";
/// The figure without its ending.
const FIGURE: &str = "lengths";

/// How many solutions have each length.
pub type Counts = BTreeMap<usize, u32>;

/// The lengths of many solutions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    /// What they are solutions of, for the figure's title.
    pub title: String,
    /// What is counted: turns, or quarter turns.
    pub unit: String,
    /// Before cancelling.
    pub before: Counts,
    /// After it.
    pub after: Counts,
    /// Of each step or phase, with its name; before cancelling.
    pub steps: Vec<(String, Counts)>,
}

/// Writes the tables and the figure, as SVG and PNG, into a folder, which is made if it is missing. Returns the files.
///
/// # Errors
/// If a file cannot be written.
pub fn write_lengths(lengths: &Lengths, dir: &Path) -> Result<Vec<PathBuf>, ReportError> {
    fs::create_dir_all(dir).map_err(|source| ReportError::Write { path: dir.to_owned(), source })?;
    let drawing = draw(lengths);
    let pictures = raster::pngs(&[&drawing]).map_err(ReportError::Picture)?;
    let mut written = vec![put(dir.join(LENGTHS), table(lengths).as_bytes())?];
    if !lengths.steps.is_empty() {
        written.push(put(dir.join(STEPS), &steps(lengths))?);
    }
    written.push(put(dir.join(format!("{FIGURE}.svg")), svg::document(&lengths.title, &drawing).as_bytes())?);
    for picture in &pictures {
        written.push(put(dir.join(format!("{FIGURE}.png")), picture)?);
    }
    without_stale(written)
}

/// A row a length that occurs.
fn table(lengths: &Lengths) -> String {
    let Lengths { before, after, .. } = lengths;
    let all: BTreeSet<usize> = before.keys().chain(after.keys()).copied().collect();
    let count = |counts: &Counts, length| counts.get(&length).copied().unwrap_or(0);
    let rows = all.into_iter().map(|length| format!("{length},{},{}\n", count(before, length), count(after, length)));
    std::iter::once("length,before_cancelling,after_cancelling\n".to_owned()).chain(rows).collect()
}

/// A row a step and length that occurs.
fn steps(lengths: &Lengths) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut row = |row: [&str; 4]| writer.write_record(row).expect("writing to memory cannot fail");
    row(["step", "name", "length", "solutions"]);
    for (number, (name, counts)) in (1..).zip(&lengths.steps) {
        for (length, count) in counts {
            row([&format!("{number}"), name, &length.to_string(), &count.to_string()]);
        }
    }
    writer.into_inner().expect("writing to memory cannot fail")
}

/// The mean of a distribution.
fn mean(counts: &Counts) -> f64 {
    let sum = |weigh: fn(usize) -> f64| counts.iter().map(|(&length, &count)| weigh(length) * f64::from(count)).sum();
    let (turns, solutions): (f64, f64) = (sum(|length| length as f64), sum(|_| 1.0));
    turns / solutions.max(1.0)
}

/// Bars over the lengths; two beside each other where cancelling changes anything.
fn draw(lengths: &Lengths) -> Drawing {
    let Lengths { title, unit, before, after, .. } = lengths;
    let bars: &[(&Counts, Rgb, &str)] = if before == after {
        &[(after, PLAIN, "solutions")]
    } else {
        &[(before, BACKGROUND_LINE, "before cancelling"), (after, PLAIN, "after")]
    };
    let legend: Vec<Entry> = bars
        .iter()
        .map(|&(counts, color, name)| Entry {
            stroke: Some(Stroke::solid(color, 9.0)),
            label: format!("{name}: {:.2} on average", mean(counts)),
        })
        .collect();
    let head = Head::new(title, &legend);
    let top = head.height + 6.0;
    let all = || bars.iter().flat_map(|bar| bar.0);
    let (low, high) = all().fold((usize::MAX, 0), |(low, high), (&length, _)| (low.min(length), high.max(length)));
    let (low, high) = (low.min(high) as f64, high as f64);
    let most = all().map(|(_, &count)| f64::from(count)).fold(1.0, f64::max);
    let right = SIDES.1.max(overhang(high));
    let up = tick_count(HIGH, 26.0);
    record(top + HIGH + FOOT + 10.0, |area| {
        head.draw(area)?;
        let body = area.margin(fine(top), fine(10.0), fine(8.0), fine(right));
        let around = Surroundings { above: 0.0, left: SIDES.0 - 8.0, below: FOOT, names: Some((unit, "solutions")) };
        let x = Axis::new(low - 0.75, high + 0.75, tick_count(WIDTH - SIDES.0 - right, 50.0));
        let mut chart = frame(&body, x, Axis::new(0.0, round_up(0.0, most, up), up), around)?;
        let width = 0.8 / bars.len() as f64;
        for (place, (counts, color, _)) in bars.iter().enumerate() {
            for (&length, &count) in *counts {
                let left = length as f64 - 0.4 + place as f64 * width;
                chart.draw_series([Explained::Begin(format!("{length} {unit}: {count}"))])?;
                let corners = [(left, 0.0), (left + width, f64::from(count))];
                chart.draw_series([Rectangle::new(corners, color.filled())])?;
                chart.draw_series([Explained::End])?;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_a_row_a_length() {
        let lengths = Lengths {
            before: Counts::from([(4, 1), (6, 2)]),
            after: Counts::from([(4, 2), (5, 1)]),
            steps: vec![("one, two".to_owned(), Counts::from([(0, 1), (4, 2)]))],
            ..Lengths::default()
        };
        assert_eq!(table(&lengths), "length,before_cancelling,after_cancelling\n4,1,2\n5,0,1\n6,2,0\n");
        assert_eq!(steps(&lengths), b"step,name,length,solutions\n1,\"one, two\",0,1\n1,\"one, two\",4,2\n");
    }
}
