//! Tables on the terminal, with one rule, below the header.

use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};

/// Returns an empty table; the columns from index `numbers` on are aligned to the right.
pub(crate) fn table<const N: usize>(header: [&str; N], numbers: usize) -> Table {
    wide_table(&header, numbers)
}

/// Returns an empty table as [`table`] does, for any number of columns.
pub(crate) fn wide_table(header: &[&str], numbers: usize) -> Table {
    const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));
    let mut table = Table::new();
    table.load_style(STYLE).set_header(header.iter().copied());
    for index in numbers..header.len() {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}
