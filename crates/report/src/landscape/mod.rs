//! The report of `evocube landscape` on a measured fitness landscape, which is put together and written here: a page as HTML and Markdown,
//! figures with their numbers, and CSV tables of all states and descents. Sentences are made in `conclusions`, tables in `tables`, figures
//! in `figures::landscape`; the landscape is measured by `evocube_engine::landscape`.

mod conclusions;
pub(crate) mod findings;

mod tables;

use std::path::{Path, PathBuf};

pub use conclusions::conclusions;

use super::document::{Block, Document, Table, code, heading, plain, subheading};
use super::figures::{Figure, landscape as figures};
use super::{ReportError, files_of, write_files};
use crate::landscape::findings::Findings;
use evocube_engine::landscape::LandscapeSummary;

const PAGE: &str = "landscape.html";
const SUMMARY: &str = "landscape.md";
/// The table with a row for each state.
const STATES: &str = "states.csv";
/// The table with a row for each descent.
const DESCENTS: &str = "descents.csv";

/// Writes the page as HTML and as Markdown, the figures as SVG and CSV, and the tables into a folder, which is made if it is missing.
/// Returns the files, the page first. The same landscape gives the same bytes.
///
/// # Errors
/// If a file cannot be written.
pub fn write_landscape(landscape: &LandscapeSummary, dir: &Path) -> Result<Vec<PathBuf>, ReportError> {
    let mut files = files_of(page(landscape, &Findings::new(landscape)), PAGE, SUMMARY);
    let tables = [(STATES, tables::states(landscape)), (DESCENTS, tables::descents(landscape))];
    files.splice(2..2, tables.map(|(name, text)| (name.to_owned(), text.into_bytes())));
    write_files(dir, &files)
}

fn page(landscape: &LandscapeSummary, findings: &Findings) -> Document {
    let figure = |draw: fn(&LandscapeSummary, &Findings) -> Option<Figure>| {
        draw(landscape, findings).map(|figure| Block::Figure(vec![figure]))
    };
    let table = |draw: fn(&LandscapeSummary, &Findings) -> Table| Some(Block::Table(draw(landscape, findings)));
    let sentences = conclusions(landscape).into_iter().map(|sentence| vec![plain(sentence)]).collect();
    let macros = !findings.composites.is_empty();
    let words =
        format!("Master seed {}; alphabet of {} symbols. All states are in ", landscape.seed, landscape.symbols);
    let tables = vec![plain(words), code(STATES), plain(", all descents in "), code(DESCENTS), plain(".")];
    let blocks = [
        Some(heading("Answer")),
        Some(Block::Conclusions(sentences)),
        Some(heading("Penalty and distance")),
        figure(figures::fitness_distance),
        figure(figures::guidance),
        table(tables::by_distance),
        macros.then(|| subheading("The macros on the solved state")),
        macros.then(|| Block::Table(tables::composites(landscape, findings))),
        Some(heading("Neutrality and local optima")),
        figure(figures::neutrality),
        figure(figures::descents),
        table(tables::around),
        Some(heading("Random walks over genomes")),
        figure(figures::autocorrelation),
        table(tables::walks),
        Some(heading("Configuration")),
        Some(Block::Paragraph(tables)),
        Some(Block::Code(landscape.settings.clone())),
    ];
    let title = format!("Landscape: {}", landscape.name);
    Document { title, blocks: blocks.into_iter().flatten().collect(), ..Document::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::landscape::findings::tests::toy;
    use evocube_plot::svg;

    #[test]
    fn every_figure_is_drawn_and_has_its_numbers() {
        let landscape = toy(20);
        let page = page(&landscape, &Findings::new(&landscape));
        let figures: Vec<&Figure> = page.figures().collect();
        let files: Vec<&str> = figures.iter().map(|figure| figure.file.as_str()).collect();
        assert_eq!(files, ["fitness-distance", "guidance", "neutrality", "descents", "autocorrelation"]);
        let rows: Vec<usize> = figures.iter().map(|figure| figure.data.rows()).collect();
        assert_eq!(rows, [landscape.states.len(), 9, 9 + 2, 3 * 101, 3]);
        for figure in &figures {
            let svg = svg::document(&figure.title, &figure.drawing);
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{}", figure.file);
        }
        assert!(figures[0].data.text().contains("\ncomposite,<TWO>,,12\n"));
    }
}
