//! The headings of the panels of a chart: titles above each, or of the rows and columns of a grid of two factors. `JOINT` is the dot
//! between the factors, and between the levels, of a title; `figures` joins names with it, too.

use super::TICK_TYPE;
use super::head::LegendEntry;
use super::panel::Panel;
use super::typeface::{lines, width};

/// Stands between the factors, and between the levels, of a panel's title.
pub const JOINT: &str = " · ";
/// Maximum number of lines of a panel's title.
const MAX_TITLE_LINES: usize = 5;

/// The headings of panels that are all combinations of the levels of two factors.
pub(super) struct Grid {
    /// The heading of each column, above the first row.
    pub(super) columns: Vec<String>,
    /// The heading of each row, behind the last column.
    pub(super) rows: Vec<String>,
}

impl Grid {
    /// Returns the headings; `None` for other panels.
    pub(super) fn new(panels: &[Panel]) -> Option<Self> {
        let mut levels: Vec<(String, String)> = Vec::new();
        for panel in panels {
            let (factors, panel_levels) = panel.title.as_ref()?;
            let ((down, across), (row, column)) = (factors.split_once(JOINT)?, panel_levels.split_once(JOINT)?);
            let is_pair = ![across, column].iter().any(|rest| rest.contains(JOINT));
            levels.push(is_pair.then(|| (format!("{down} {row}"), format!("{across} {column}")))?);
        }
        let first_row = levels.iter().take_while(|(row, _)| *row == levels[0].0);
        let columns: Vec<String> = first_row.map(|(_, column)| column.clone()).collect();
        let rows: Vec<String> = levels.iter().step_by(columns.len().max(1)).map(|(row, _)| row.clone()).collect();
        let all = rows.iter().flat_map(|row| columns.iter().map(move |column| (row, column)));
        let is_complete = levels.iter().map(|(row, column)| (row, column)).eq(all);
        (is_complete && columns.len() > 1 && rows.len() > 1).then_some(Self { columns, rows })
    }

    /// Returns whether the headings have room beside panels of a size.
    pub(super) fn fits(&self, (wide, high): (f64, f64)) -> bool {
        let fit =
            |headings: &[String], room: f64| headings.iter().all(|heading| width(heading, TICK_TYPE, false) <= room);
        fit(&self.columns, wide + 8.0) && fit(&self.rows, high + 14.0)
    }
}

/// Returns the titles of the panels: factors and levels in one line or in a line each, if they fit above each panel. Otherwise the
/// levels alone, in up to five lines, and an entry of the legend with the factors.
pub(super) fn titles(panels: &[Panel], wide: f64) -> (Vec<Vec<String>>, Option<LegendEntry>) {
    let titles = || panels.iter().map(|panel| panel.title.as_ref());
    let parts = |(factors, levels): &(String, String)| -> Vec<String> {
        let (factors, levels): (Vec<_>, Vec<_>) = (factors.split(JOINT).collect(), levels.split(JOINT).collect());
        if factors.len() == levels.len() && !factors[0].is_empty() {
            factors.iter().zip(levels).map(|(factor, level)| format!("{factor} = {level}")).collect()
        } else {
            vec![levels.join(JOINT)]
        }
    };
    for is_joined in [true, false] {
        let form = |title| if is_joined { vec![parts(title).join(", ")] } else { parts(title) };
        let forms: Vec<Vec<String>> = titles().map(|title| title.map(form).unwrap_or_default()).collect();
        if forms.iter().flatten().all(|line| width(line, TICK_TYPE, true) <= wide) {
            return (forms, None);
        }
    }
    let level = |title: Option<&(String, String)>| {
        title.map(|(_, level)| lines(level, TICK_TYPE, true, wide, MAX_TITLE_LINES)).unwrap_or_default()
    };
    let mut factors = titles().flatten().map(|(factor, _)| factor).filter(|factor| !factor.is_empty());
    (titles().map(level).collect(), factors.next().map(|factors| LegendEntry::words(format!("panels: {factors}"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_of_two_factors_are_a_grid_if_they_are_complete() {
        let panels = |levels: &[&str]| -> Vec<Panel> {
            let title = |level: &&str| Some(("rate · tournament size".to_owned(), (*level).to_owned()));
            levels.iter().map(|level| Panel { title: title(level), ..Panel::default() }).collect()
        };
        let grid = Grid::new(&panels(&["0.3 · 2", "0.3 · 5", "0.3 · 7", "0.9 · 2", "0.9 · 5", "0.9 · 7"])).unwrap();
        assert_eq!(grid.columns, ["tournament size 2", "tournament size 5", "tournament size 7"]);
        assert_eq!(grid.rows, ["rate 0.3", "rate 0.9"]);
        assert!(grid.fits((120.0, 60.0)) && !grid.fits((60.0, 120.0)) && !grid.fits((120.0, 20.0)));
        for other in
            [&["0.3 · 2", "0.3 · 5", "0.9 · 2"][..], &["0.3 · 2", "0.3 · 5", "0.9 · 5", "0.9 · 2"], &["2", "5"]]
        {
            assert!(Grid::new(&panels(other)).is_none(), "{other:?}");
        }
    }
}
