//! Tables on the terminal: a line under the header, no other lines.

use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};

/// An empty table whose columns from `numbers` on are aligned to the right.
pub(crate) fn table<const N: usize>(header: [&str; N], numbers: usize) -> Table {
    wide_table(&header, numbers)
}

/// The same with as many columns as turn out.
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
