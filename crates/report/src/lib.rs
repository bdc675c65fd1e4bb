//! Reports on results folders: statistics, claims, figures, a page and a summary, written into the folder; single figures; comparisons and
//! lists of several folders. Also the tests that a planned sweep will have; reports on measured landscapes, solution lengths and routes;
//! nets of cubes, and pages and links that show a solution. Nothing is run here.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

// A new figure is a file in `figures` and a line in its list. A new section is a function and a line in the list of
// `sections`.

mod claim_words;
pub mod claims;
mod cube_net;
mod document;
mod estimate;
mod figures;
mod html;
mod label;
mod landscape;
mod lengths;
#[cfg(test)]
mod made_up;
mod markdown;
mod model;
mod options;
mod overview;
pub mod race;
mod result_index;
mod route_matrix;
mod sections;
mod selection;
mod single_figure;
mod solution_viewer;
mod stage_view;
mod standings;
mod step_series;
mod sweep_comparison;
mod targets;
mod wording;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, io};

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

pub use cube_net::cube_net;
use document::Document;
use evocube_cube::files as disk;
use evocube_experiment::record::Results;
use evocube_experiment::store::{self, StoreError};
pub use evocube_plot::{Page, PageError, PictureError, Theme};
pub use figures::{PLOTS, PlotKind, ShapeOption};
pub use html::solution_page;
pub use landscape::{conclusions as landscape_conclusions, write_landscape};
pub use lengths::{Counts, LENGTHS, Lengths, STEPS, write_lengths};
pub use model::{
    COMPARISONS, ComparisonRow, EFFECTS, EffectRow, EstimateRow, PlannedFactor, PlannedTests, ShareRow, StatedClaim,
    Statistics, planned_tests,
};
pub use options::{BandKind, Center, FigureOptions, INSTANCE, ProgressUnit};
pub use overview::{INDEX, ListedFolder, overview};
pub use route_matrix::{ROUTE_MATRIX, RouteMatrix, write_route_matrix};
use sections::Analysis;
pub use sections::{Live, missing};
pub use selection::NameError;
pub use single_figure::{FigureError, FigureFormat, FigureRequest, SingleFigure, draw_figure};
pub use solution_viewer::solution_link;
pub use sweep_comparison::{Incomparable, compare};

/// Error: a report cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A folder or file cannot be written.
    #[error("cannot write {}", path.display())]
    Write {
        /// The folder or file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A results folder cannot be read.
    #[error(transparent)]
    Folder(#[from] StoreError),
    /// A figure cannot be written as PDF or PNG: a defect of the report, unless it has too many pixels for a PNG file.
    #[error("cannot turn the figure into a picture: {0}")]
    Picture(PictureError),
}

/// Name of the file of the report as an HTML page.
pub const PAGE: &str = "report.html";
/// Name of the file of the report as Markdown.
pub const SUMMARY: &str = "summary.md";

/// A file's name within a folder, and its content.
type File = (String, Vec<u8>);

/// Returns the statistics of results: every test and interval of their page, and its claims.
pub fn statistics(results: &Results) -> Statistics {
    let analysis = Analysis::new(results);
    Statistics { claims: sections::claims(&analysis), ..model::rows(&analysis.index, &analysis.model) }
}

/// Returns what a race has found, and a sentence that says it; `None` before its elites are compared on held-out instances, if a trial
/// there failed, and of another sweep.
pub fn race_result(results: &Results) -> Option<(claims::RaceResult, String)> {
    results.sweep.stages.first()?.race.as_ref()?;
    let analysis = Analysis::new(results);
    analysis.race_result()
}

/// Returns the claims of results as a JSON list.
pub fn claims_json(results: &Results) -> String {
    serde_json::Value::from(statistics(results).claims.concat().iter().map(StatedClaim::to_json).collect::<Vec<_>>())
        .to_string()
}

/// Returns the tables of statistics, `effects.csv` and `comparisons.csv`: their names and their texts.
pub fn statistics_tables(results: &Results) -> Vec<(String, Vec<u8>)> {
    let analysis = Analysis::new(results);
    model::files(&analysis.index, &analysis.model)
}

/// Draws the files of a report, the page first: `report.html`, `summary.md`, `effects.csv`, `comparisons.csv`, `plots/*.svg` and
/// `plots/*.csv`.
///
/// The same results give the same bytes. The folder may be unfinished, and trials may have failed.
pub fn draw(results: &Results) -> Vec<File> {
    let analysis = Analysis::new(results);
    let (page, tables) = rayon::join(|| sections::page(&analysis), || model::files(&analysis.index, &analysis.model));
    let mut files = files_of(page, PAGE, SUMMARY);
    files.extend(tables);
    files
}

/// [Draws](draw) a report and writes it into a results folder. Returns the files, the page first.
///
/// # Errors
/// If a file cannot be written.
pub fn write(results: &Results, dir: &Path) -> Result<Vec<PathBuf>, ReportError> {
    write_files(dir, &draw(results))
}

/// Reads a results folder by `read`, [writes](write()) its report into it and the digests into its manifest. Returns the results and the
/// files.
///
/// Nothing is lost beside a run that is writing the folder, as [`draw_in_place`](store::draw_in_place) says: `read` may be called again,
/// and `say` gets a sentence if the run is waited for.
///
/// # Errors
/// If the folder cannot be read, or a file not be written.
pub fn write_in_place(
    folder: &Path,
    say: &dyn Fn(&str),
    read: impl Fn(&Path) -> Result<Results, StoreError>,
) -> Result<(Results, Vec<PathBuf>), ReportError> {
    let drawn = RefCell::new(Vec::new());
    store::draw_in_place(folder, say, |is_locked| {
        let results = read(folder)?;
        let files = write(&results, folder)?;
        // A figure of fewer trials that the page of all does not have.
        for path in drawn.replace(files.clone()).iter().filter(|path| !files.contains(path)) {
            fs::remove_file(path).map_err(|source| ReportError::Write { path: path.clone(), source })?;
        }
        if is_locked {
            store::write_checksums(folder, &files)?;
        }
        Ok((results, files))
    })
}

/// Reads a results folder that this process has claimed by `read`, [writes](write()) its report into it and the digests into its manifest.
/// Returns the results.
///
/// # Errors
/// If the folder cannot be read, or a file not be written.
pub fn write_claimed(
    folder: &Path,
    read: impl FnOnce(&Path) -> Result<Results, StoreError>,
) -> Result<Results, ReportError> {
    let results = read(folder)?;
    let files = write(&results, folder)?;
    store::write_checksums(folder, &files)?;
    Ok(results)
}

/// Draws the page of a folder and writes it, without the files of its figures. A live page reloads itself every few seconds.
/// Returns the path of the page.
///
/// # Errors
/// If the page cannot be written.
pub fn write_page(results: &Results, dir: &Path, live: Option<Live>) -> Result<PathBuf, ReportError> {
    let page = html::page(&sections::page(&Analysis { live, ..Analysis::new(results) }), false);
    let mut paths = write_files(dir, &[(PAGE.to_owned(), page.into_bytes())])?;
    Ok(paths.remove(0))
}

/// Returns the files of a page: as HTML, as Markdown, and its figures.
fn files_of(page: Document, html: &str, summary: &str) -> Vec<File> {
    let figures: Vec<_> = page.figures().collect();
    let texts = || (html::page(&page, true).into_bytes(), markdown::page(&page).into_bytes());
    let draw_all = || -> Vec<_> {
        // One task per figure: some take ten times as long as others.
        let figures = figures.par_iter().with_max_len(1);
        figures.map(|figure| figure.svg().as_bytes().to_vec()).collect()
    };
    let ((html_page, text), drawings) = rayon::join(texts, draw_all);
    let mut files = vec![(html.to_owned(), html_page), (summary.to_owned(), text)];
    for (figure, drawing) in figures.into_iter().zip(drawings) {
        let name = format!("{PLOTS}/{}", figure.file);
        files.extend([(format!("{name}.svg"), drawing), (format!("{name}.csv"), figure.data.text().into_bytes())]);
    }
    files
}

/// Writes files into a folder, each under a temporary name that is then replaced, so that no reader sees half of a file. Makes
/// missing folders and removes stale temporary files of killed reports.
fn write_files(dir: &Path, files: &[File]) -> Result<Vec<PathBuf>, ReportError> {
    let error = |path: &Path, source| ReportError::Write { path: path.to_owned(), source };
    let mut folders: BTreeMap<PathBuf, BTreeSet<&str>> = BTreeMap::new();
    for (name, _) in files {
        let (folder, name) =
            name.rsplit_once('/').map_or((dir.to_owned(), &name[..]), |(folder, name)| (dir.join(folder), name));
        folders.entry(folder).or_default().insert(name);
    }
    for folder in folders.keys() {
        // Files are not written through a link to another folder.
        let kind = disk::kind(folder).map_err(|source| error(folder, source))?;
        if folder != dir && kind.is_some_and(|kind| kind.is_symlink()) {
            return Err(error(folder, io::Error::other("this is a link: delete it, or write into another folder")));
        }
        disk::create_folders(folder).map_err(|source| error(folder, source))?;
    }
    // Each waits for its disk, and several at a time wait once for the journal.
    let write = |(name, bytes): &File| {
        let path = dir.join(name);
        disk::write(&path, bytes).map_err(|source| error(&path, source)).map(|()| path)
    };
    let written: Vec<_> = files.par_iter().with_max_len(1).map(write).collect();
    let paths = written.into_iter().collect::<Result<Vec<_>, _>>()?;
    for (folder, names) in folders {
        disk::remove_stale(&folder, |name| names.contains(name)).map_err(|source| error(&folder, source))?;
    }
    Ok(paths)
}
