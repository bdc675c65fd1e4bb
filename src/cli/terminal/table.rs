//! Tables on the terminal, with one rule, below the header.
//!
//! A table that is wider than the output has its texts wrapped in their cells. If its columns still do not fit side by side, it
//! is printed in blocks, each of which repeats the first column.

use std::fmt;
use std::ops::Range;

use super::output::has_color;
use super::width::{self, width, words_in_lines};

/// Columns between two columns of a table.
const GAP: usize = 2;
/// Indentation of the lines that continue a cell.
const HANGING: usize = 2;

/// Rows of cells below a header.
pub(crate) struct TextTable {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
    /// The index of the row that is bold on a terminal with colors.
    emphasized: Option<usize>,
    /// The index of the first column that is aligned to the right and has no spaces to break at.
    numbers: usize,
}

/// Returns an empty table; the columns from index `numbers` on are aligned to the right.
pub(crate) fn table<S: Into<String>>(header: impl IntoIterator<Item = S>, numbers: usize) -> TextTable {
    TextTable { header: header.into_iter().map(Into::into).collect(), rows: Vec::new(), emphasized: None, numbers }
}

impl TextTable {
    /// Appends a row, with one cell for each column.
    pub(crate) fn add_row<S: Into<String>>(&mut self, row: impl IntoIterator<Item = S>) {
        let row: Vec<String> = row.into_iter().map(Into::into).collect();
        debug_assert_eq!(row.len(), self.header.len(), "a row has a cell for each column");
        self.rows.push(row);
    }

    /// Emphasizes the row that was added last.
    pub(crate) fn emphasize_last(&mut self) {
        self.emphasized = self.rows.len().checked_sub(1);
    }

    /// Renders the table in at most `columns` columns, longer only if one word is. Every line ends with a line break.
    fn fitted(&self, columns: usize) -> String {
        let blocks: Vec<String> =
            self.blocks(columns).into_iter().map(|block| self.block(&self.block_columns(block), columns)).collect();
        blocks.join("\n")
    }

    /// Returns the indices of a block's columns: the first of the table, and a range.
    fn block_columns(&self, block: Range<usize>) -> Vec<usize> {
        (0..self.header.len().min(1)).chain(block).collect()
    }

    /// Divides the columns behind the first into ranges that fit beside it.
    fn blocks(&self, columns: usize) -> Vec<Range<usize>> {
        let min: Vec<usize> = (0..self.header.len()).map(|column| self.min_width(column)).collect();
        let first = min.first().copied().unwrap_or(0);
        let (mut blocks, mut begin, mut used) = (Vec::new(), 1, first);
        for column in 1..min.len() {
            if used + GAP + min[column] > columns && column > begin {
                blocks.push(begin..column);
                (begin, used) = (column, first);
            }
            used += GAP + min[column];
        }
        blocks.push(begin..min.len().max(1));
        blocks
    }

    fn cells(&self, column: usize) -> impl Iterator<Item = &str> {
        self.rows.iter().map(move |row| row[column].as_str())
    }

    /// Returns the width of a column whose cells are not wrapped.
    fn natural_width(&self, column: usize) -> usize {
        self.cells(column).map(width).max().unwrap_or(0).max(width(&self.header[column]))
    }

    /// Returns the width below which a word would break; numbers are not wrapped.
    fn min_width(&self, column: usize) -> usize {
        let longest = |text: &str| text.split(' ').map(width).max().unwrap_or(0);
        let cell_width = |text: &str| {
            if text.contains(' ') && column < self.numbers {
                width(text).min(longest(text) + HANGING)
            } else {
                width(text)
            }
        };
        let header = &self.header[column];
        let header_width = if column < self.numbers { cell_width(header) } else { longest(header) };
        self.cells(column).map(cell_width).max().unwrap_or(0).max(header_width)
    }

    /// Returns the widths of some columns side by side: the widest ones are narrowed until all fit.
    fn widths(&self, indices: &[usize], columns: usize) -> Vec<usize> {
        let mut widths: Vec<usize> = indices.iter().map(|&column| self.natural_width(column)).collect();
        let min: Vec<usize> = indices.iter().map(|&column| self.min_width(column)).collect();
        let gaps = GAP * indices.len().saturating_sub(1);
        while widths.iter().sum::<usize>() + gaps > columns {
            let wide =
                (0..indices.len()).filter(|&index| widths[index] > min[index]).max_by_key(|&index| widths[index]);
            let Some(wide) = wide else { break };
            widths[wide] -= 1;
        }
        widths
    }

    fn block(&self, indices: &[usize], columns: usize) -> String {
        let widths = self.widths(indices, columns);
        let mut text = String::new();
        self.line(&self.header, indices, &widths, &mut text);
        text.push_str(&"─".repeat(widths.iter().sum::<usize>() + GAP * indices.len().saturating_sub(1)));
        text.push('\n');
        for (number, row) in self.rows.iter().enumerate() {
            let mut lines = String::new();
            self.line(row, indices, &widths, &mut lines);
            let is_bold = self.emphasized == Some(number) && has_color();
            text.push_str(&if is_bold { format!("\x1b[1m{lines}\x1b[0m") } else { lines });
        }
        text
    }

    /// Appends a row: as many lines as its tallest cell.
    fn line(&self, row: &[String], indices: &[usize], widths: &[usize], text: &mut String) {
        let wrapped = |(&column, &columns): (&usize, &usize)| {
            if width(&row[column]) <= columns {
                return vec![row[column].clone()];
            }
            let hanging = if column < self.numbers { HANGING } else { 0 };
            let mut lines = words_in_lines(&row[column], columns - hanging);
            lines.iter_mut().skip(1).for_each(|line| line.insert_str(0, &" ".repeat(hanging)));
            lines
        };
        let cells: Vec<Vec<String>> = indices.iter().zip(widths).map(wrapped).collect();
        for number in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
            let mut line = String::new();
            for ((cell, &column), &columns) in cells.iter().zip(indices).zip(widths) {
                let content = cell.get(number).map_or("", String::as_str);
                let space = " ".repeat(columns.saturating_sub(width(content)));
                let gap = if column == indices[0] { "" } else { "  " };
                let (left, right) = if column < self.numbers { ("", space.as_str()) } else { (space.as_str(), "") };
                line.push_str(&format!("{gap}{left}{content}{right}"));
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
}

/// The table in the columns of standard output, without the last line break.
impl fmt::Display for TextTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.fitted(width::output_width()).trim_end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> TextTable {
        let mut table = table(["stage", "factors (levels)", "points", "max. offspring"], 2);
        table.add_row([
            "crossover-mutation",
            "crossover.one-point.rate (5) × mutation.uniform.gene-rate (5)",
            "25",
            "1,200,000",
        ]);
        table.add_row(["all", "", "", "1,200,000"]);
        table
    }

    #[test]
    fn a_table_that_fits_has_one_line_for_each_row() {
        let text = example().fitted(110);
        assert_eq!(text.lines().count(), 4);
        assert!(text.lines().all(|line| width(line) == width(text.lines().next().unwrap())), "{text}");
        let mut small = table(["name", "count"], 1);
        small.add_row(["ä", "1"]);
        small.add_row(["two", "22"]);
        assert_eq!(small.fitted(80), "name  count\n───────────\nä         1\ntwo      22\n");
    }

    #[test]
    fn texts_are_wrapped_between_words_and_numbers_never() {
        for columns in 50..110 {
            let text = example().fitted(columns);
            assert!(text.lines().all(|line| width(line) <= columns), "{columns}\n{text}");
            for word in
                ["crossover-mutation", "crossover.one-point.rate", "mutation.uniform.gene-rate", "1,200,000", "25"]
            {
                assert!(text.contains(word), "{columns}: {word}\n{text}");
            }
        }
        let expected = "\
stage               factors (levels)              points        max.
                                                           offspring
────────────────────────────────────────────────────────────────────
crossover-mutation  crossover.one-point.rate          25   1,200,000
                      (5) ×
                      mutation.uniform.gene-rate
                      (5)
all                                                        1,200,000
";
        assert_eq!(example().fitted(68), expected);
    }

    #[test]
    fn columns_that_do_not_fit_are_printed_in_blocks() {
        let header: Vec<String> = ["from".to_owned()].into_iter().chain((1..=30).map(|n| n.to_string())).collect();
        let mut wide = table(header, 1);
        for row in 1..=30 {
            wide.add_row([format!("state-{row}")].into_iter().chain((1..=30).map(|n| format!("{row}→{n}"))));
        }
        for columns in [40, 60, 80, 100, 200] {
            let text = wide.fitted(columns);
            assert!(text.lines().all(|line| width(line) <= columns), "{columns}\n{text}");
            let blocks: Vec<&str> = text.split("\n\n").collect();
            assert_eq!(blocks.iter().filter(|block| block.starts_with("from ")).count(), blocks.len());
            for cell in ["1→1", "30→30", "7→19"] {
                assert_eq!(text.split_whitespace().filter(|word| *word == cell).count(), 1, "{cell}\n{text}");
            }
        }
        assert_eq!(wide.fitted(300).split("\n\n").count(), 1);
    }
}
