//! [`Figure`]: a figure of a results folder for notebooks and files, drawn by the crate of reports; its options, keywords of Python, are
//! checked here.

use std::collections::BTreeMap;
use std::path::PathBuf;

use evocube::experiment::record::Results;
use evocube::report::{
    BandKind, Center, FigureFormat, FigureOptions, FigureRequest, Page, PlotKind, ProgressUnit, ShapeOption,
    SingleFigure, Theme, draw_figure,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::error::{failure, invalid_value};
use crate::keywords::word;
use crate::threads::with_own_threads;

/// The options of a figure, as keywords of Python.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Options {
    stage: Option<String>,
    only: Vec<String>,
    labels: BTreeMap<String, String>,
    x: Option<String>,
    log: Option<String>,
    center: Option<String>,
    band: Option<String>,
    facet: Option<String>,
    color: Option<String>,
    by_instance: bool,
    xlim: Option<(f64, f64)>,
    ylim: Option<(f64, f64)>,
    width: f64,
    height: Option<f64>,
    font_size: f64,
    title: bool,
    theme: String,
}

/// Draws the figure of a stage.
pub(crate) fn draw(results: &Results, kind: &str, options: Options) -> PyResult<SingleFigure> {
    let kind = word("kind", kind, &PlotKind::ALL.map(|kind| (kind.name(), kind)))?;
    let x = [
        ("generation", ProgressUnit::Generation),
        ("evaluations", ProgressUnit::Evaluations),
        ("moves", ProgressUnit::Moves),
    ];
    let x = options.x.as_deref().map(|name| word("x", name, &x)).transpose()?;
    let log = [("x", (true, false)), ("y", (false, true)), ("xy", (true, true))];
    let (log_x, log_y) = options.log.as_deref().map_or(Ok((false, false)), |name| word("log", name, &log))?;
    let bands = [
        ("iqr", BandKind::Quartiles),
        ("ci", BandKind::Interval),
        ("minmax", BandKind::Range),
        ("none", BandKind::None),
    ];
    let band = options.band.as_deref().map(|name| word("band", name, &bands)).transpose()?;
    let centers = [("median", Center::Median), ("mean", Center::Mean)];
    let usual = if band == Some(BandKind::Interval) { Center::Mean } else { Center::Median };
    let center = options.center.as_deref().map_or(Ok(usual), |name| word("center", name, &centers))?;
    match (center, band) {
        (Center::Mean, Some(BandKind::Quartiles)) => {
            return Err(invalid_value("band \"iqr\": quartiles belong to a median; write \"ci\" for a mean"));
        }
        (Center::Median, Some(BandKind::Interval)) => {
            return Err(invalid_value("band \"ci\": the interval is that of a mean; write \"iqr\" for a median"));
        }
        _ => {}
    }
    check_shape(kind, x, (log_x, log_y), &options)?;
    for (name, limits) in [("xlim", options.xlim), ("ylim", options.ylim)] {
        if limits.is_some_and(|(first, last)| !(first.is_finite() && last.is_finite() && first < last)) {
            return Err(invalid_value(format!("{name}: expected two numbers, the lower one first")));
        }
    }
    let theme = [("light", Theme::Light), ("dark", Theme::Dark), ("print", Theme::Print)];
    let theme = word("theme", &options.theme, &theme)?;
    let shape = FigureOptions {
        page: Page::new(options.width, options.font_size, options.title, theme)
            .map_err(failure)?
            .with_height(options.height),
        x,
        log_x,
        log_y,
        center,
        band: band.unwrap_or(center.band()),
        facet: options.facet,
        color: options.color,
        by_instance: options.by_instance,
        x_limits: options.xlim,
        y_limits: options.ylim,
        names_stage: false,
        labels: Vec::new(),
    };
    let only = options.only.into_iter().chain(options.stage).collect();
    let labels = options.labels.into_iter().map(|(key, text)| format!("{key}={text}")).collect();
    let request = FigureRequest { kind, options: shape, only, labels };
    let mut figures = with_own_threads(|| draw_figure(results, &request)).map_err(failure)?;
    if figures.len() > 1 {
        let stages: Vec<String> = figures.iter().map(|figure| format!("stage=\"{}\"", figure.stage)).collect();
        return Err(invalid_value(format!(
            "{} stages have this figure: write {}",
            figures.len(),
            stages.join(", or ")
        )));
    }
    Ok(figures.remove(0))
}

/// Refuses options that do not shape a kind of figure.
fn check_shape(
    kind: PlotKind,
    x: Option<ProgressUnit>,
    (log_x, log_y): (bool, bool),
    options: &Options,
) -> PyResult<()> {
    let shapes = [
        (x.is_some(), ShapeOption::X, "x"),
        (log_x, ShapeOption::LogX, "log"),
        (log_y, ShapeOption::LogY, "log"),
        (options.center.is_some(), ShapeOption::Center, "center"),
        (options.band.is_some(), ShapeOption::Band, "band"),
        (options.facet.is_some(), ShapeOption::Facet, "facet"),
        (options.color.is_some(), ShapeOption::Color, "color"),
        (options.by_instance, ShapeOption::ByInstance, "by_instance"),
        (options.xlim.is_some(), ShapeOption::XLimits, "xlim"),
        (options.ylim.is_some(), ShapeOption::YLimits, "ylim"),
    ];
    let unused = |(is_given, option, _): &&(bool, ShapeOption, _)| *is_given && !kind.options().contains(option);
    if let Some((_, _, name)) = shapes.iter().find(unused) {
        return Err(invalid_value(format!("{name} does not shape {kind}")));
    }
    let shaped = log_x || log_y || options.center.is_some() || options.band.is_some() || options.color.is_some();
    let shaped = kind == PlotKind::Diversity || shaped || options.facet.is_some() || options.by_instance;
    if x == Some(ProgressUnit::Moves) && shaped {
        return Err(invalid_value("x \"moves\" is a figure of fronts, which has no other options"));
    }
    Ok(())
}

/// The results folder, the kind and the options of a figure.
pub(crate) type Source = (PathBuf, String, Py<PyDict>);

/// A figure, which notebooks show.
#[pyclass(frozen, module = "evocube")]
pub(crate) struct Figure {
    pub(crate) figure: SingleFigure,
    /// From which it is drawn again where it is unpickled.
    pub(crate) source: Source,
}

#[pymethods]
impl Figure {
    /// The title, also of a figure that does not show it.
    #[getter]
    fn title(&self) -> &str {
        self.figure.title()
    }

    /// The explanation of the figure.
    #[getter]
    fn caption(&self) -> &str {
        self.figure.caption()
    }

    /// The stage of the sweep that it shows.
    #[getter]
    fn stage(&self) -> &str {
        &self.figure.stage
    }

    /// The figure as an SVG document.
    #[getter]
    fn svg(&self) -> PyResult<String> {
        String::from_utf8(self.figure.file(FigureFormat::Svg).map_err(failure)?).map_err(failure)
    }

    /// Writes the figure as svg, pdf or png, and its numbers beside it as CSV. Returns both paths.
    fn save(&self, path: PathBuf) -> PyResult<(PathBuf, PathBuf)> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
        let format = FigureFormat::ALL.into_iter().find(|format| format.name() == ending);
        let format =
            format.ok_or_else(|| invalid_value(format!("{}: write the ending .svg, .pdf or .png", path.display())))?;
        let bytes = self.figure.file(format).map_err(failure)?;
        let [figure, data] = self.figure.write(&path, &bytes).map_err(failure)?;
        Ok((figure, data))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Source)> {
        let (folder, kind, options) = &self.source;
        let build = py.import("evocube._results")?.getattr("figure_of")?;
        Ok((build, (folder.clone(), kind.clone(), options.clone_ref(py))))
    }

    /// The figure as a notebook takes it: SVG for its page, PNG and PDF for what it is converted to.
    #[pyo3(signature = (**_options))]
    fn _repr_mimebundle_<'py>(
        &self,
        py: Python<'py>,
        _options: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let bundle = PyDict::new(py);
        bundle.set_item("text/plain", self.__repr__())?;
        bundle.set_item("image/svg+xml", self.svg()?)?;
        for (kind, format) in [("image/png", FigureFormat::Png), ("application/pdf", FigureFormat::Pdf)] {
            bundle.set_item(kind, PyBytes::new(py, &self.figure.file(format).map_err(failure)?))?;
        }
        Ok(bundle)
    }

    fn __repr__(&self) -> String {
        format!("Figure('{}')", self.title())
    }
}
