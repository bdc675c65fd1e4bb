//! The text that `evocube stats` prints: tables and a chart. Its JSON document is `StatsDocument` in `tally`.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::tally::{LengthDistribution, Sample, StatsDocument};
use crate::cli::terminal::{grouped, output_width, prose, table};

/// Prints tables and a chart.
pub(super) fn print(document: &StatsDocument<'_>, out: &mut dyn Write) -> io::Result<()> {
    let (Sample { solver, seed, unit, .. }, solved) = (document.sample, document.solved);
    let solved = grouped(u64::from(solved));
    let states = document.sample.states();
    writeln!(out, "{}", prose(&format!("{solver}: {solved} of {states} solved (seed {seed})")))?;
    for (bound, states) in &document.lower_bounds {
        let states = grouped(u64::from(*states));
        writeln!(out, "{}", prose(&format!("Not solved: {states}, proved to need at least {bound} {unit}")))?;
    }
    writeln!(out)?;
    let (Some(before), Some(after)) = (&document.before, &document.after) else { return Ok(()) };
    let mut summary = table([unit, "mean", "min.", "max."], 1);
    for (name, lengths) in [("before cancelling", before), ("after", after)] {
        summary.add_row([
            name.to_owned(),
            format!("{:.2}", lengths.mean),
            lengths.min.to_string(),
            lengths.max.to_string(),
        ]);
    }
    writeln!(out, "{summary}")?;
    if let Some(nodes) = &document.nodes {
        writeln!(out, "\nNodes: {:.1} on average, at most {}", nodes.mean, grouped(nodes.max))?;
    }
    writeln!(out)?;
    if before == after {
        chart(unit, &[("solutions", after)], out)?;
    } else {
        chart(unit, &[("before cancelling", before), ("after", after)], out)?;
    }
    if !document.steps.is_empty() {
        let mut steps = table(["step", "ran", "mean moves", "max."], 1);
        for (number, step) in (1u32..).zip(&document.steps) {
            let (ran, max) = (grouped(u64::from(step.ran)), step.max.to_string());
            steps.add_row([format!("{number} {}", step.name), ran, mean(step.mean), max]);
        }
        writeln!(out, "\nEach step, over the states in which it made a move:\n{steps}")?;
        let mut states = table(["steps", "states", "mean moves"], 0);
        for row in &document.cubes {
            states.add_row([row.steps.to_string(), grouped(u64::from(row.cubes)), mean(row.mean)]);
        }
        writeln!(out, "\nStates by the number of steps that made a move:\n{states}")?;
    }
    Ok(())
}

/// Writes a mean, empty if there are no values.
fn mean(mean: Option<f64>) -> String {
    mean.map_or_else(String::new, |mean| format!("{mean:.2}"))
}

/// Maximum length of a bar of the chart, in columns of the terminal.
const BAR: usize = 24;
/// Width of a count in the chart, in columns of the terminal.
const COUNT: usize = 9;
/// Maximum number of rows of the chart.
const MAX_ROWS: usize = 20;

/// Draws distributions side by side, each with its name.
fn chart(unit: &str, all: &[(&str, &LengthDistribution)], out: &mut dyn Write) -> io::Result<()> {
    let (low, high) =
        all.iter().fold((usize::MAX, 0), |(low, high), (_, lengths)| (low.min(lengths.min), high.max(lengths.max)));
    let width = [1, 2, 5, 10, 20, 50].into_iter().find(|width| high / width - low / width < MAX_ROWS).unwrap_or(100);
    let bins: Vec<_> = all.iter().map(|(_, lengths)| lengths.binned(width)).collect();
    let max = bins.iter().flat_map(|bins| bins.values()).copied().max().unwrap_or(1);
    let first = unit.len().max(9);
    // Beside the first column: for each distribution a gap, a count and a bar.
    let margin = COUNT + 4;
    let room = output_width().saturating_sub(first) / all.len();
    let longest = room.saturating_sub(margin).clamp(4, BAR);
    let bar = |count: u32| {
        let eighths = usize::try_from(u64::from(count) * (8 * longest as u64) / u64::from(max)).unwrap_or(0);
        let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
        format!("{}{rest}", "█".repeat(eighths / 8))
    };
    let mut row = |name: &str, cells: Vec<String>| {
        let columns = longest + margin - 2;
        let cells: String = cells.iter().map(|cell| format!("  {cell:<columns$}")).collect();
        writeln!(out, "{}", format!("{name:>first$}{cells}").trim_end())
    };
    row(unit, all.iter().map(|(name, _)| (*name).to_owned()).collect())?;
    for bin in low / width..=high / width {
        let range = if width == 1 { bin.to_string() } else { format!("{}–{}", bin * width, (bin + 1) * width - 1) };
        let count = |bins: &BTreeMap<usize, u32>| bins.get(&bin).copied().unwrap_or(0);
        row(
            &range,
            bins.iter()
                .map(|bins| format!("{:>COUNT$}  {}", grouped(u64::from(count(bins))), bar(count(bins))))
                .collect(),
        )?;
    }
    Ok(())
}
