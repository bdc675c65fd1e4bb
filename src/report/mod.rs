//! Reports: figures, a page and a summary, drawn from the rows of a results folder. Nothing is run here.

mod anytime;
mod axis;
mod best_trial;
mod boxes;
mod canvas;
mod claims;
mod conclusions;
mod convergence;
mod data;
mod document;
mod drawing;
mod ecdf;
mod estimate;
mod figure;
mod fronts;
mod heat_map;
mod html;
mod landscape;
mod legend;
mod lengths;
mod lines;
mod markdown;
mod page;
mod palette;
mod primitives;
mod profile;
mod ranks;
mod raster;
mod result_index;
mod route_matrix;
mod solution_viewer;
mod stage_comparison;
mod step_series;
mod svg;
mod sweep_comparison;
mod targets;
mod typeface;
mod wording;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use crate::experiment::record::Results;
use crate::files;
use figure::Figures;
pub use landscape::{answer as landscape_conclusions, write_landscape};
pub use lengths::{Counts, LENGTHS, Lengths, STEPS, write_lengths};
use result_index::ResultIndex;
pub use route_matrix::{ROUTE_MATRIX, RouteMatrix, write_route_matrix};
use stage_comparison::Comparisons;
pub use sweep_comparison::{Incomparable, compare};

/// Why a report could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A folder or file could not be written.
    #[error("cannot write {}", path.display())]
    Write {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A figure could not be turned into a picture: a defect of the report.
    #[error("cannot turn the figures into pictures: {0}")]
    Picture(String),
}

/// The folder of the figures within a results folder.
pub const PLOTS: &str = "plots";
/// The report as a page.
pub const PAGE: &str = "report.html";
/// The report as Markdown.
pub const SUMMARY: &str = "summary.md";

/// Draws what is there: the files of a report by their names within a results folder (`plots/*.svg`, `*.png` and `*.csv`,
/// `report.html`, `summary.md`), the page first.
///
/// The same results give the same bytes. Unfinished folders and failed trials are welcome.
///
/// # Errors
/// If a figure cannot be made a picture.
pub fn draw(results: &Results) -> Result<Vec<(String, Vec<u8>)>, ReportError> {
    let index = ResultIndex::new(results);
    let comparisons = Comparisons::new(&index);
    let figures = Figures::draw(&index, &comparisons);
    let drawn: Vec<_> = figures.iter().collect();
    let texts = || {
        let page = page::page(&index, &comparisons, &figures);
        (html::page(&page), markdown::page(&page))
    };
    let pictures = || -> Result<Vec<_>, String> {
        // Each on its own: some take ten times as long as others.
        let pictures = drawn
            .par_iter()
            .with_max_len(1)
            .map(|figure| Ok((svg::document(&figure.title, &figure.drawing), raster::png(&figure.drawing)?)));
        pictures.collect()
    };
    let ((page, summary), pictures) = rayon::join(texts, pictures);
    let pictures = pictures.map_err(ReportError::Picture)?;

    let mut files = vec![(PAGE.to_owned(), page.into_bytes()), (SUMMARY.to_owned(), summary.into_bytes())];
    for (figure, (svg, png)) in drawn.iter().zip(pictures) {
        let name = |kind: &str| format!("{PLOTS}/{}.{kind}", figure.file);
        let data = figure.data.clone().into_bytes();
        files.extend([(name("svg"), svg.into_bytes()), (name("png"), png), (name("csv"), data)]);
    }
    Ok(files)
}

/// [Draws](draw) what is there and writes it into a results folder. Returns the files, the page first.
///
/// Each file is written beside its place and then renamed, so that nobody ever reads half of one.
///
/// # Errors
/// If a file cannot be written.
pub fn write(results: &Results, dir: &Path) -> Result<Vec<PathBuf>, ReportError> {
    let files = draw(results)?;
    let plots = dir.join(PLOTS);
    fs::create_dir_all(&plots).map_err(|source| ReportError::Write { path: plots.clone(), source })?;
    without_stale(files.iter().map(|(name, bytes)| put(dir.join(name), bytes)).collect::<Result<_, _>>()?)
}

/// Does the report of these results claim any difference between configurations?
#[must_use]
pub fn claims_difference(results: &Results) -> bool {
    let comparisons = Comparisons::new(&ResultIndex::new(results));
    let mut comparisons = comparisons.stages.iter().flat_map(|compared| &compared.by_measure);
    comparisons.any(|comparison| comparison.against.iter().flatten().any(|difference| difference.is_significant()))
}

/// Removes the stale temporary files of these files, which killed reports left.
fn without_stale(written: Vec<PathBuf>) -> Result<Vec<PathBuf>, ReportError> {
    let mut folders: BTreeMap<&Path, BTreeSet<&str>> = BTreeMap::new();
    for path in &written {
        let name = path.file_name().and_then(|name| name.to_str()).expect("every file of a report has a name");
        folders.entry(path.parent().unwrap_or(path)).or_default().insert(name);
    }
    for (folder, names) in folders {
        files::remove_stale(folder, |name| names.contains(name))
            .map_err(|source| ReportError::Write { path: folder.to_owned(), source })?;
    }
    Ok(written)
}

/// Writes a file beside its place, then moves it there.
fn put(path: PathBuf, bytes: &[u8]) -> Result<PathBuf, ReportError> {
    match files::write(&path, bytes) {
        Ok(()) => Ok(path),
        Err(source) => Err(ReportError::Write { path, source }),
    }
}
