//! [`RouteMatrix`]: the lengths of the routes between all pairs of several states, before and after refinement, and their moves after it,
//! written as a table and drawn as maps for `evocube route --matrix`. The routes are given: none is searched here.

use std::path::{Path, PathBuf};

use super::{ReportError, write_files};
use evocube_plot::{Cell, Cells, Drawing, Page, svg};
use evocube_rows::{Data, Field};

/// Name of the file of the table, which has a row for each pair of states.
pub const ROUTE_MATRIX: &str = "matrix.csv";

/// All routes in one metric. The first index is the start of a route, the second its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RouteMatrix {
    /// The metric: `htm` or `qtm`.
    pub metric: String,
    /// The lengths before refinement.
    pub before: Vec<Vec<usize>>,
    /// The lengths after refinement.
    pub after: Vec<Vec<usize>>,
    /// The moves after refinement.
    pub moves: Vec<Vec<String>>,
}

/// Writes the table, and a map for each metric into a folder, which is made if it is missing. Returns the files.
///
/// # Errors
/// If a file cannot be written.
///
/// # Panics
/// If a matrix has fewer rows or columns than there are names.
pub fn write_route_matrix(names: &[String], routes: &[RouteMatrix], dir: &Path) -> Result<Vec<PathBuf>, ReportError> {
    let mut files = vec![(ROUTE_MATRIX.to_owned(), table(names, routes).into_bytes())];
    for routes in routes {
        let (title, drawing) = draw(names, routes);
        files.push((format!("matrix-{}.svg", routes.metric), svg::document(&title, &drawing).into_bytes()));
    }
    write_files(dir, &files)
}

/// Returns the table with a row for each pair of different states.
fn table(names: &[String], routes: &[RouteMatrix]) -> String {
    let mut header = vec!["from".to_owned(), "to".to_owned()];
    header.extend(
        routes.iter().flat_map(|matrix| ["before", "after", "moves"].map(|part| format!("{}_{part}", matrix.metric))),
    );
    let mut data = Data::new(&header.iter().map(String::as_str).collect::<Vec<_>>());
    for (i, start) in names.iter().enumerate() {
        for (j, goal) in names.iter().enumerate().filter(|&(j, _)| j != i) {
            let mut row: Vec<&dyn Field> = vec![start, goal];
            for RouteMatrix { before, after, moves, .. } in routes {
                row.extend([&before[i][j] as &dyn Field, &after[i][j], &moves[i][j]]);
            }
            data.row(&row);
        }
    }
    data.text()
}

/// Draws the lengths after refinement, and below them the lengths before where they were longer.
fn draw(names: &[String], routes: &RouteMatrix) -> (String, Drawing) {
    let unit = if routes.metric == "qtm" { "quarter turns" } else { "turns" };
    let title = format!("From row to column: {unit} after refinement ({})", routes.metric);
    let cell = |i: usize, j: usize| {
        let (before, after) = (routes.before[i][j], routes.after[i][j]);
        (i != j).then(|| Cell {
            value: Some(after as f64),
            notes: if before == after { vec![] } else { vec![format!("was {before}")] },
            tooltip: format!("{} to {}: {before} before, {after} after", names[i], names[j]),
        })
    };
    let cells: Vec<Vec<_>> = (0..names.len()).map(|i| (0..names.len()).map(|j| cell(i, j)).collect()).collect();
    let lengths = || cells.iter().flatten().flatten().filter_map(|cell| cell.value);
    let low = lengths().reduce(f64::min).unwrap_or(0.0);
    let high = lengths().fold(low + 1.0, f64::max);
    let map = Cells {
        legend: &[],
        title: &title,
        names: ("from", "to"),
        rows: names,
        columns: names,
        ends: (low, high),
        show: crate::wording::number,
        cells,
        framed: None,
    };
    let drawing = map.draw(Page::SCREEN);
    (title, drawing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn route_matrix_table_has_one_row_per_pair() {
        let routes = RouteMatrix {
            metric: "htm".to_owned(),
            before: vec![vec![0, 3], vec![2, 0]],
            after: vec![vec![0, 2], vec![2, 0]],
            moves: vec![vec![String::new(), "R U".to_owned()], vec!["U' R'".to_owned(), String::new()]],
        };
        let names = ["a".to_owned(), "b".to_owned()];
        assert_eq!(table(&names, &[routes]), "from,to,htm_before,htm_after,htm_moves\na,b,3,2,R U\nb,a,2,2,U' R'\n");
    }
}
