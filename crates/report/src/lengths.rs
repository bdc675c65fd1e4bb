//! [`write_lengths`]: the report of the command `evocube stats`, CSV tables and a figure of the lengths of many solutions. [`Lengths`] has
//! the counts, of whole solutions and of their steps, which the caller has made. The crate `evocube-stats` is not used here.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::{ReportError, write_files};
use evocube_plot::{Axis, BACKGROUND_LINE, Bar, Chart, Drawing, LegendEntry, PLAIN, Page, Panel, Rgb, Stroke, svg};
use evocube_rows::Data;

/// Name of the file of the distribution, with the columns length, solutions before cancelling and solutions after it.
pub const LENGTHS: &str = "lengths.csv";
/// Name of the file of the distributions of the steps, with the columns step, its name, length and solutions.
pub const STEPS: &str = "steps.csv";
/// Name of the file of the figure.
const FIGURE: &str = "lengths.svg";

/// The number of solutions of each length.
pub type Counts = BTreeMap<usize, u32>;

/// The lengths of many solutions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    /// The figure's title.
    pub title: String,
    /// The unit of lengths: turns or quarter turns.
    pub unit: String,
    /// The distribution before cancelling.
    pub before: Counts,
    /// The distribution after cancelling.
    pub after: Counts,
    /// The name of each step or phase, and its distribution before cancelling.
    pub steps: Vec<(String, Counts)>,
}

/// Writes the tables and the figure into a folder, which is made if it is missing. Returns the files; without steps, [`STEPS`] is not
/// among them.
///
/// # Errors
/// If a file cannot be written.
pub fn write_lengths(lengths: &Lengths, dir: &Path) -> Result<Vec<PathBuf>, ReportError> {
    let mut files = vec![(LENGTHS.to_owned(), table(lengths).into_bytes())];
    if !lengths.steps.is_empty() {
        files.push((STEPS.to_owned(), steps(lengths).into_bytes()));
    }
    files.push((FIGURE.to_owned(), svg::document(&lengths.title, &draw(lengths)).into_bytes()));
    write_files(dir, &files)
}

/// Returns a row for each length that occurs.
fn table(Lengths { before, after, .. }: &Lengths) -> String {
    let all: BTreeSet<usize> = before.keys().chain(after.keys()).copied().collect();
    let count = |counts: &Counts, length| counts.get(&length).copied().unwrap_or(0);
    let mut data = Data::new(&["length", "before_cancelling", "after_cancelling"]);
    all.into_iter().for_each(|length| data.row(&[&length, &count(before, length), &count(after, length)]));
    data.text()
}

/// Returns a row for each step and length that occurs.
fn steps(lengths: &Lengths) -> String {
    let mut data = Data::new(&["step", "name", "length", "solutions"]);
    for (number, (name, counts)) in (1..).zip(&lengths.steps) {
        counts.iter().for_each(|(length, count)| data.row(&[&number, name, length, count]));
    }
    data.text()
}

fn mean(counts: &Counts) -> f64 {
    let sum = |weigh: fn(usize) -> f64| counts.iter().map(|(&length, &count)| weigh(length) * f64::from(count)).sum();
    let (total, solutions): (f64, f64) = (sum(|length| length as f64), sum(|_| 1.0));
    total / solutions.max(1.0)
}

/// Draws bars over the lengths, two beside each other where cancelling changes any.
fn draw(Lengths { title, unit, before, after, .. }: &Lengths) -> Drawing {
    let bars: &[(&Counts, Rgb, &str)] = if before == after {
        &[(after, PLAIN, "solutions")]
    } else {
        &[(before, BACKGROUND_LINE, "before cancelling"), (after, PLAIN, "after")]
    };
    let all = || bars.iter().flat_map(|bar| bar.0);
    let (low, high) = all().fold((usize::MAX, 0), |(low, high), (&length, _)| (low.min(length), high.max(length)));
    let most = all().map(|(_, &count)| f64::from(count)).fold(1.0, f64::max);
    let axes = (Axis::new(low.min(high) as f64 - 0.75, high as f64 + 0.75), Axis::up_to(most));
    let mut chart = Chart::new(title, (unit, "solutions"), axes, Panel::default());
    let width = 0.8 / bars.len() as f64;
    for (place, &(counts, color, name)) in bars.iter().enumerate() {
        let label = format!("{name}: {:.2} on average", mean(counts));
        chart.entries.push(LegendEntry::line(Stroke::solid(color, 9.0), label));
        chart.panels[0].bars.extend(counts.iter().map(|(&length, &count)| {
            let left = length as f64 - 0.4 + place as f64 * width;
            let tooltip = format!("{length} {unit}: {count}");
            Bar { corners: [(left, 0.0), (left + width, f64::from(count))], color, tooltip }
        }));
    }
    chart.draw(Page::SCREEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn length_tables_have_one_row_per_length() {
        let lengths = Lengths {
            before: Counts::from([(4, 1), (6, 2)]),
            after: Counts::from([(4, 2), (5, 1)]),
            steps: vec![("one, two".to_owned(), Counts::from([(0, 1), (4, 2)]))],
            ..Lengths::default()
        };
        assert_eq!(table(&lengths), "length,before_cancelling,after_cancelling\n4,1,2\n5,0,1\n6,2,0\n");
        assert_eq!(steps(&lengths), "step,name,length,solutions\n1,\"one, two\",0,1\n1,\"one, two\",4,2\n");
    }
}
