//! One figure of each stage, of the held-out trials after a race, or of the race itself. It is shaped by the options of the command `plot`,
//! and written as SVG, PNG or PDF with its numbers. The figures of a page have fixed options: see `options`.

use std::path::{Path, PathBuf};

use super::ReportError;
use super::figures::{Figure, PlotKind, race};
use super::options::FigureOptions;
use super::race::{compare, race_of};
use super::sections::Analysis;
use super::selection::{self, NameError};
use evocube_cube::files as disk;
use evocube_cube::puzzle::named;
use evocube_experiment::record::Results;
use evocube_plot::{pdf, png, svg};

/// The description of a figure to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureRequest {
    /// The kind.
    pub kind: PlotKind,
    /// The options; their `labels` are replaced by those below.
    pub options: FigureOptions,
    /// The levels, instances and stages that are shown: `LEVEL`, `KEY=LEVEL`, or a name; all if empty.
    pub only: Vec<String>,
    /// Words that replace names, `KEY=TEXT`.
    pub labels: Vec<String>,
}

/// Error: a figure cannot be drawn.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FigureError {
    /// A name that the results do not have.
    #[error(transparent)]
    Name(#[from] NameError),
    /// A height in which the figure has no room.
    #[error("{kind} needs a height of {lowest:.0}mm here, or smaller type")]
    TooLow {
        /// The kind of figure.
        kind: PlotKind,
        /// The minimum height in millimeters.
        lowest: f64,
    },
    /// A part of a race is named for a figure that shows all of it.
    #[error("{kind} shows the whole race, and no part of it alone")]
    WholeRace {
        /// The kind of figure.
        kind: PlotKind,
    },
    /// No stage meets the requirements of the figure.
    #[error("{kind} needs {}; {stages} lacks it", kind.needs())]
    Nothing {
        /// The kind of figure.
        kind: PlotKind,
        /// The stages that lack them, for the message.
        stages: String,
    },
}

named! {
    /// A file format of figures. Its name is the ending of files.
    pub enum FigureFormat, "format of figures":
    /// Scalable Vector Graphics.
    Svg = "svg",
    /// Portable Network Graphics, 600 pixels per inch.
    Png = "png",
    /// Portable Document Format.
    Pdf = "pdf",
}

/// A figure of a stage.
pub struct SingleFigure {
    /// The stage's name.
    pub stage: String,
    figure: Figure,
    /// The numbers behind it as CSV, under the names of the results.
    data: String,
}

impl SingleFigure {
    /// Returns the title, even if the page does not show it.
    pub fn title(&self) -> &str {
        &self.figure.title
    }

    /// Returns the explanation of the figure.
    pub fn caption(&self) -> &str {
        &self.figure.caption
    }

    /// Returns the numbers behind the figure as CSV, under the names of the results.
    pub fn data(&self) -> &str {
        &self.data
    }

    /// Returns the file of the figure.
    ///
    /// # Errors
    /// If it cannot be turned into a picture.
    pub fn file(&self, format: FigureFormat) -> Result<Vec<u8>, ReportError> {
        let Figure { title, drawing, .. } = &self.figure;
        match format {
            FigureFormat::Svg => Ok(svg::document(title, drawing).into_bytes()),
            FigureFormat::Png => png(drawing).map_err(ReportError::Picture),
            FigureFormat::Pdf => pdf(title, drawing).map_err(ReportError::Picture),
        }
    }

    /// Writes the bytes of the figure's file to a path, and its numbers beside it with the ending `.csv`, over files that are there.
    /// Returns both paths. The path must have another ending than `.csv`.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write(&self, path: &Path, bytes: &[u8]) -> Result<[PathBuf; 2], ReportError> {
        let data = path.with_extension("csv");
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            let error = |source| ReportError::Write { path: folder.to_owned(), source };
            disk::create_folders(folder).map_err(error)?;
        }
        for (path, bytes) in [(path, bytes), (&data, self.data.as_bytes())] {
            disk::write(path, bytes).map_err(|source| ReportError::Write { path: path.to_owned(), source })?;
        }
        Ok([path.to_owned(), data])
    }
}

/// Draws a figure of each stage that has the names and meets the requirements; after a race, figures of trials are of those on held-out
/// instances.
///
/// # Errors
/// If the results lack a name, if no stage meets the requirements, if the height has no room, or if a part of a race is named for a
/// figure of the whole.
pub fn draw_figure(results: &Results, request: &FigureRequest) -> Result<Vec<SingleFigure>, FigureError> {
    let FigureRequest { kind, options, only, labels } = request;
    let options = &FigureOptions { names_stage: results.sweep.stages.len() > 1, ..options.clone() };
    let (facet, color) = (options.facet.as_deref(), options.color.as_deref());
    facet.iter().chain(&color).try_for_each(|key| selection::check_factor(results, key))?;
    let labels = selection::labels(results, labels)?;
    let stages = if kind.is_of_race() {
        if !only.is_empty() {
            return Err(FigureError::WholeRace { kind: *kind });
        }
        vec![results.clone()]
    } else {
        // Costs within a race are biased: figures of trials are those on held-out instances.
        let held_out = after_race(results);
        let keys: Vec<&str> = [facet, color].into_iter().flatten().collect();
        selection::selected(held_out.as_ref().unwrap_or(results), only, &keys)?
    };
    let figures = stages.iter().filter_map(|stage| {
        let figure = draw(stage, *kind, options)?;
        let data = figure.data.text();
        let figure = if labels.is_empty() { figure } else { labeled(stage, *kind, options, &labels)? };
        Some(SingleFigure { stage: stage.sweep.stages[0].name.clone(), figure, data })
    });
    let figures: Vec<SingleFigure> = figures.collect();
    if figures.is_empty() {
        let names = stages.iter().flat_map(|results| &results.sweep.stages).map(|stage| stage.name.clone());
        let names: Vec<String> = names.collect();
        let stages = format!("{} {}", if names.len() == 1 { "stage" } else { "each of the stages" }, names.join(", "));
        return Err(FigureError::Nothing { kind: *kind, stages });
    }
    let tallest = figures.iter().map(|single| &single.figure.drawing).max_by(|a, b| a.height.total_cmp(&b.height));
    match tallest.zip(options.page.units_high()) {
        Some((drawing, high)) if drawing.height > high + 1.0 => {
            Err(FigureError::TooLow { kind: *kind, lowest: drawing.millimeters_high().ceil() })
        }
        _ => Ok(figures),
    }
}

/// Returns the trials of a race on held-out instances as results of their own; `None` for other results, and before there are any.
fn after_race(results: &Results) -> Option<Results> {
    let (_, held_out) = race_of(results)?;
    let mut held_out_results = results.clone();
    held_out_results.sweep.stages = vec![held_out.stage.clone()];
    held_out_results.sweep.held_out = None;
    Some(held_out_results)
}

/// Draws a figure of a race, or of results with one stage.
fn draw(results: &Results, kind: PlotKind, options: &FigureOptions) -> Option<Figure> {
    if kind.is_of_race() {
        return race::draw(kind, results, &compare(results), options.page);
    }
    kind.draw(&Analysis::new(results).stages(options).next()?)
}

/// Draws a figure under other labels. Its data keep the names of the results.
fn labeled(stage: &Results, kind: PlotKind, options: &FigureOptions, labels: &[(String, String)]) -> Option<Figure> {
    let label = |key: &String| labels.iter().find(|(name, _)| name == key).map_or(key, |(_, text)| text).clone();
    let options = FigureOptions {
        facet: options.facet.as_ref().map(label),
        color: options.color.as_ref().map(label),
        labels: labels.to_vec(),
        ..options.clone()
    };
    draw(&selection::labeled(stage, labels), kind, &options)
}
