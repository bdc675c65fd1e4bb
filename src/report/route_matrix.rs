//! The lengths of the routes between all pairs of some states: the table and the heat maps of `evocube route --matrix`.

use std::fs;
use std::path::{Path, PathBuf};

use plotters::chart::ChartBuilder;
use plotters::element::{EmptyElement, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontTransform};

use super::axis::TICK_TYPE;
use super::canvas::{at, bold_letters, letters, line, record};
use super::drawing::{Drawing, WIDTH};
use super::heat_map::scale;
use super::legend::Head;
use super::palette::{INK, PAPER, heat};
use super::primitives::Explained;
use super::typeface::{fit, width};
use super::{ReportError, put, raster, svg, without_stale};

/// The table: a row a pair.
pub const ROUTE_MATRIX: &str = "matrix.csv";
/// The widest label of a row, and the longest of a column.
const LABELS: f64 = 170.0;

/// All routes in one metric. The first index is where a way begins, the second where it ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RouteMatrix {
    /// The metric: `htm` or `qtm`.
    pub metric: String,
    /// The lengths as the solver found the routes.
    pub before: Vec<Vec<usize>>,
    /// The lengths after refinement.
    pub after: Vec<Vec<usize>>,
    /// The moves after refinement.
    pub moves: Vec<Vec<String>>,
}

/// Writes the table and a heat map a metric, as SVG and PNG, into a folder, which is made if it is missing. Returns the
/// files.
///
/// # Errors
/// If a file cannot be written.
pub fn write_route_matrix(names: &[String], routes: &[RouteMatrix], dir: &Path) -> Result<Vec<PathBuf>, ReportError> {
    fs::create_dir_all(dir).map_err(|source| ReportError::Write { path: dir.to_owned(), source })?;
    let drawings: Vec<Drawing> = routes.iter().map(|routes| draw(names, routes)).collect();
    let pictures = raster::pngs(&drawings.iter().collect::<Vec<_>>()).map_err(ReportError::Picture)?;
    let mut written = vec![put(dir.join(ROUTE_MATRIX), &table(names, routes))?];
    for ((routes, drawing), picture) in routes.iter().zip(&drawings).zip(&pictures) {
        let file = |ending: &str| dir.join(format!("matrix-{}.{ending}", routes.metric));
        written.push(put(file("svg"), svg::document(&title(routes), drawing).as_bytes())?);
        written.push(put(file("png"), picture)?);
    }
    without_stale(written)
}

/// A row a pair of two different states.
fn table(names: &[String], routes: &[RouteMatrix]) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut row = |row: Vec<String>| writer.write_record(row).expect("writing to memory cannot fail");
    let mut header = vec!["from".to_owned(), "to".to_owned()];
    for RouteMatrix { metric, .. } in routes {
        header.extend([format!("{metric}_before"), format!("{metric}_after"), format!("{metric}_moves")]);
    }
    row(header);
    for (i, from) in names.iter().enumerate() {
        for (j, to) in names.iter().enumerate().filter(|&(j, _)| j != i) {
            let lengths = routes.iter().flat_map(|routes| {
                [routes.before[i][j].to_string(), routes.after[i][j].to_string(), routes.moves[i][j].clone()]
            });
            row([from.clone(), to.clone()].into_iter().chain(lengths).collect());
        }
    }
    writer.into_inner().expect("writing to memory cannot fail")
}

fn title(routes: &RouteMatrix) -> String {
    format!("From row to column: {} after refinement ({})", unit(routes), routes.metric)
}

fn unit(routes: &RouteMatrix) -> &'static str {
    if routes.metric == "qtm" { "quarter turns" } else { "turns" }
}

/// Cells that are smaller say no numbers: a scale says what their colors mean.
const WITH_NUMBERS: f64 = 22.0;
/// Room for the scale.
const SCALE_ROOM: f64 = 110.0;

/// The lengths after refinement; where refinement helped, the length before stands below.
fn draw(names: &[String], routes: &RouteMatrix) -> Drawing {
    let count = names.len().max(1) as f64;
    let widest = names.iter().map(|name| width(name, TICK_TYPE, false)).fold(0.0, f64::max).min(LABELS);
    let head = Head::new(&title(routes), &[]);
    let (left, top) = (widest + 24.0, head.height + 6.0);
    let numbers = (WIDTH - left - 12.0) / count >= WITH_NUMBERS;
    let size = ((WIDTH - left - if numbers { 12.0 } else { SCALE_ROOM }) / count).min(108.0);
    let down = size.min(48.0) * count;
    let lengths = || {
        let pairs = routes.after.iter().enumerate();
        pairs.flat_map(|(i, row)| row.iter().enumerate().filter(move |&(j, _)| j != i).map(|(_, &length)| length))
    };
    let (low, high) = (lengths().min().unwrap_or(0) as f64, lengths().max().unwrap_or(0) as f64);
    record(top + down + widest + 24.0, |area| {
        head.draw(area)?;
        let cells = area.clone().shrink(at(left, top), at(size * count, down));
        let mut map = ChartBuilder::on(&cells).build_cartesian_2d(0.0..count, count..0.0)?;
        let centered = Pos::new(HPos::Center, VPos::Center);
        for (i, from) in names.iter().enumerate() {
            for (j, to) in names.iter().enumerate().filter(|&(j, _)| j != i) {
                let (before, after) = (routes.before[i][j], routes.after[i][j]);
                let color = heat((after as f64 - low) / (high - low).max(1.0));
                let ink = if color.ink_on_it() == INK { &INK } else { &PAPER };
                let (x, y) = (j as f64, i as f64);
                let corners = [(x, y), (x + 1.0, y + 1.0)];
                let explanation = format!("{from} to {to}: {before} before, {after} after");
                map.draw_series([Explained::Begin(explanation)])?;
                map.draw_series([Rectangle::new(corners, color.filled()), Rectangle::new(corners, line(PAPER, 1.5))])?;
                if numbers {
                    let both = before != after && size >= 32.0;
                    let up = if both { -6.0 } else { 0.0 };
                    let middle = || EmptyElement::at((x + 0.5, y + 0.5));
                    let value = Text::new(after.to_string(), at(0.0, up), bold_letters(12.0, ink).pos(centered));
                    map.draw_series([middle() + value])?;
                    let small = Text::new(format!("was {before}"), at(0.0, 9.0), letters(9.0, ink).pos(centered));
                    map.draw_series(both.then(|| middle() + small))?;
                }
                map.draw_series([Explained::End])?;
            }
        }
        let ink = letters(TICK_TYPE, &INK);
        for (place, name) in names.iter().enumerate() {
            let name = fit(name, TICK_TYPE, false, LABELS);
            let middle = place as f64 + 0.5;
            let right = ink.clone().pos(Pos::new(HPos::Right, VPos::Center));
            map.draw_series([EmptyElement::at((0.0, middle)) + Text::new(name.clone(), at(-8.0, 0.0), right)])?;
            let upright = ink.transform(FontTransform::Rotate270).pos(Pos::new(HPos::Right, VPos::Center));
            map.draw_series([EmptyElement::at((middle, count)) + Text::new(name, at(0.0, 8.0), upright)])?;
        }
        if !numbers {
            scale(
                area,
                unit(routes),
                (left + size * count + 20.0, top),
                down.clamp(120.0, 300.0),
                (low, high.max(low + 1.0)),
            )?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_a_row_a_pair() {
        let routes = RouteMatrix {
            metric: "htm".to_owned(),
            before: vec![vec![0, 3], vec![2, 0]],
            after: vec![vec![0, 2], vec![2, 0]],
            moves: vec![vec![String::new(), "R U".to_owned()], vec!["U' R'".to_owned(), String::new()]],
        };
        let names = ["a".to_owned(), "b".to_owned()];
        let text = String::from_utf8(table(&names, &[routes])).unwrap();
        assert_eq!(text, "from,to,htm_before,htm_after,htm_moves\na,b,3,2,R U\nb,a,2,2,U' R'\n");
    }
}
