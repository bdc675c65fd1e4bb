//! The output of `stats`: tables and a chart.

use std::collections::BTreeMap;
use std::io::{self, Write};

use comfy_table::{CellAlignment, Table, presets};

use super::tally::{LengthDistribution, Sample, StatsDocument};

/// Prints tables and a chart.
pub(super) fn print(document: &StatsDocument<'_>, out: &mut dyn Write) -> io::Result<()> {
    let (Sample { solver, count, seed, unit, .. }, solved) = (document.sample, document.solved);
    writeln!(out, "{solver}: {solved} of {count} uniform random states solved (seed {seed})")?;
    for (bound, states) in &document.lower_bounds {
        writeln!(out, "Not solved: {states}, proved to need at least {bound} {unit}")?;
    }
    writeln!(out)?;
    let (Some(before), Some(after)) = (&document.before, &document.after) else { return Ok(()) };
    let mut table = new_table([unit, "mean", "min.", "max."]);
    for (name, lengths) in [("before cancelling", before), ("after", after)] {
        table.add_row([name.into(), format!("{:.2}", lengths.mean), lengths.min.to_string(), lengths.max.to_string()]);
    }
    writeln!(out, "{}", table.trim_fmt())?;
    if let Some(nodes) = &document.nodes {
        writeln!(out, "\nNodes: {:.1} on average, at most {}", nodes.mean, nodes.max)?;
    }
    writeln!(out)?;
    if before == after {
        chart(unit, &[("solutions", after)], out)?;
    } else {
        chart(unit, &[("before cancelling", before), ("after", after)], out)?;
    }
    if !document.steps.is_empty() {
        let mut table = new_table(["step", "name", "ran", "mean moves", "max."]);
        for (number, step) in (1..).zip(&document.steps) {
            let (ran, max) = (step.ran.to_string(), step.max.to_string());
            table.add_row([format!("{number}"), step.name.into(), ran, mean(step.mean), max]);
        }
        writeln!(out, "\nEach step, over the states in which it made a move:\n{}", table.trim_fmt())?;
        let mut table = new_table(["steps", "states", "mean moves"]);
        for row in &document.cubes {
            table.add_row([row.steps.to_string(), row.cubes.to_string(), mean(row.mean)]);
        }
        writeln!(out, "\nStates by the number of steps that made a move:\n{}", table.trim_fmt())?;
    }
    Ok(())
}

/// Writes a mean, empty if there are no values.
fn mean(mean: Option<f64>) -> String {
    mean.map_or_else(String::new, |mean| format!("{mean:.2}"))
}

/// Returns a table with these headers, its columns aligned to the right except for names and units.
fn new_table<const N: usize>(heads: [&str; N]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(heads);
    for column in table.column_iter_mut() {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for (index, head) in heads.into_iter().enumerate() {
        if let (true, Some(column)) = (["moves", "quarter turns", "name"].contains(&head), table.column_mut(index)) {
            column.set_cell_alignment(CellAlignment::Left);
        }
    }
    table
}

/// The maximum length of a bar of the chart, in characters.
const BAR: u32 = 24;
/// The maximum number of rows of the chart.
const MAX_ROWS: usize = 20;

/// Draws distributions side by side, each with its name.
fn chart(unit: &str, all: &[(&str, &LengthDistribution)], out: &mut dyn Write) -> io::Result<()> {
    let (low, high) =
        all.iter().fold((usize::MAX, 0), |(low, high), (_, lengths)| (low.min(lengths.min), high.max(lengths.max)));
    let width = [1, 2, 5, 10, 20, 50].into_iter().find(|width| high / width - low / width < MAX_ROWS).unwrap_or(100);
    let bins: Vec<_> = all.iter().map(|(_, lengths)| lengths.binned(width)).collect();
    let max = bins.iter().flat_map(|bins| bins.values()).copied().max().unwrap_or(1);
    let bar = |count: u32| {
        let eighths = usize::try_from(u64::from(count) * u64::from(BAR) * 8 / u64::from(max)).unwrap_or(0);
        let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
        format!("{}{rest}", "█".repeat(eighths / 8))
    };
    let mut row = |name: &str, cells: Vec<String>| {
        let columns = usize::try_from(BAR).unwrap_or(0) + 8;
        let cells: String = cells.iter().map(|cell| format!("  {cell:<columns$}")).collect();
        let first = unit.len().max(9);
        writeln!(out, "{}", format!("{name:>first$}{cells}").trim_end())
    };
    row(unit, all.iter().map(|(name, _)| (*name).to_owned()).collect())?;
    for bin in low / width..=high / width {
        let range = if width == 1 { bin.to_string() } else { format!("{}–{}", bin * width, (bin + 1) * width - 1) };
        let count = |bins: &BTreeMap<usize, u32>| bins.get(&bin).copied().unwrap_or(0);
        row(&range, bins.iter().map(|bins| format!("{:>6}  {}", count(bins), bar(count(bins)))).collect())?;
    }
    Ok(())
}
