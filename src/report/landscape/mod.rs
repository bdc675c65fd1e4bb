//! What `evocube landscape` writes: an answer in words, figures with their numbers, and every state that was looked at.

mod conclusions;
mod figures;
mod tables;

use std::fs;
use std::path::{Path, PathBuf};

pub use conclusions::answer;

use super::document::{Block, Document, code, plain};
use super::figure::Figure;
use super::{PLOTS, ReportError, html, markdown, put, raster, svg, without_stale};
use crate::landscape::LandscapeSummary;
use crate::landscape::findings::Findings;

/// The page.
const PAGE: &str = "landscape.html";
/// The same as Markdown.
const SUMMARY: &str = "landscape.md";
/// Every state, a row each.
const STATES: &str = "states.csv";
/// Every descent, a row each.
const DESCENTS: &str = "descents.csv";

/// Writes the answer, the figures, as SVG, PNG and CSV, and the tables into a folder, which is made if it is missing.
/// Returns the files, the page first. The same facts give the same bytes.
///
/// # Errors
/// If a file cannot be written.
pub fn write_landscape(facts: &LandscapeSummary, dir: &Path) -> Result<Vec<PathBuf>, ReportError> {
    let findings = Findings::new(facts);
    let figures = figures::all(facts, &findings);
    let drawings: Vec<_> = figures.iter().map(|figure| &figure.drawing).collect();
    let pictures = raster::pngs(&drawings).map_err(ReportError::Picture)?;
    let plots = dir.join(PLOTS);
    fs::create_dir_all(&plots).map_err(|source| ReportError::Write { path: plots.clone(), source })?;
    let page = page(facts, &findings, &figures);
    let mut written = vec![
        put(dir.join(PAGE), html::page(&page).as_bytes())?,
        put(dir.join(SUMMARY), markdown::page(&page).as_bytes())?,
        put(dir.join(STATES), tables::states(facts).as_bytes())?,
        put(dir.join(DESCENTS), tables::descents(facts).as_bytes())?,
    ];
    for (figure, picture) in figures.iter().zip(&pictures) {
        let file = |ending: &str| plots.join(format!("{}.{ending}", figure.file));
        written.push(put(file("svg"), svg::document(&figure.title, &figure.drawing).as_bytes())?);
        written.push(put(file("png"), picture)?);
        written.push(put(file("csv"), figure.data.as_bytes())?);
    }
    without_stale(written)
}

fn page<'a>(facts: &LandscapeSummary, findings: &Findings, figures: &'a [Figure]) -> Document<'a> {
    let figure = |file: &str| figures.iter().find(|figure| figure.file == file).map(Block::Figure);
    let heading = |text: &str| Block::Heading(2, vec![plain(text)]);
    let mut blocks = vec![
        heading("Answer"),
        Block::Conclusions(answer(facts).into_iter().map(|sentence| vec![plain(sentence)]).collect()),
        heading("The penalty and the way that is left"),
    ];
    blocks.extend(figure("fitness-distance"));
    blocks.extend(figure("guidance"));
    blocks.push(Block::Table(tables::by_distance(findings)));
    if findings.composites.is_empty() {
        blocks.push(heading("Flat places and traps"));
    } else {
        blocks.push(Block::Heading(3, vec![plain("What the composites make of the solved cube")]));
        blocks.push(Block::Table(tables::composites(facts, findings)));
        blocks.push(heading("Flat places and traps"));
    }
    blocks.extend(figure("neutrality"));
    blocks.extend(figure("descents"));
    blocks.push(Block::Table(tables::around(findings)));
    blocks.push(heading("Random walks over genomes"));
    blocks.extend(figure("autocorrelation"));
    blocks.push(Block::Table(tables::walks(facts)));
    blocks.push(heading("Settings"));
    let words = format!("Master seed {}; {} genes to choose from. All states are in ", facts.seed, facts.symbols);
    blocks.push(Block::Paragraph(vec![
        plain(words),
        code(STATES),
        plain(", all descents in "),
        code(DESCENTS),
        plain("."),
    ]));
    blocks.push(Block::Code(facts.settings.clone()));
    Document { title: format!("Landscape: {}", facts.name), blocks }
}
