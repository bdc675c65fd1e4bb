//! [`FigureOptions`]: the options that shape figures, with the words of their values, and the names of axes after labels have replaced
//! them. A report begins with fixed options, which some figures change; `evocube plot` and the Python package set them. Labels replace
//! other names in `selection`.

use evocube_cube::puzzle::named;
use evocube_plot::{PENALTY, Page};

named! {
    /// The unit of the horizontal axis of a figure over time. Its names are those of the axis, and of the column of its numbers.
    pub enum ProgressUnit, "unit":
    /// Generations.
    Generation = "generation",
    /// Genomes evaluated.
    Evaluations = "evaluations",
    /// Moves of the solution.
    Moves = "moves",
}

named! {
    /// The value of a line over several trials. Its names are the words in titles, and the columns of the numbers.
    pub enum Center, "center":
    /// The median.
    Median = "median",
    /// The arithmetic mean.
    Mean = "mean",
}

impl Center {
    /// Returns the band that suits this value.
    pub fn band(self) -> BandKind {
        match self {
            Self::Median => BandKind::Quartiles,
            Self::Mean => BandKind::Interval,
        }
    }
}

/// The band around a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BandKind {
    /// From the first to the third quartile, around a median.
    Quartiles,
    /// The 95 % interval of a mean.
    Interval,
    /// From the lowest to the highest value.
    Range,
    /// No band.
    None,
}

/// The options of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureOptions {
    /// Width, type size, title and colors.
    pub page: Page,
    /// The unit of the horizontal axis; `None` for the default of the figure.
    pub x: Option<ProgressUnit>,
    /// Whether the horizontal axis is logarithmic.
    pub log_x: bool,
    /// Whether the vertical axis is logarithmic.
    pub log_y: bool,
    /// The value of each line.
    pub center: Center,
    /// The band around each line.
    pub band: BandKind,
    /// The key of the factor whose levels are the panels, or [`INSTANCE`]; `None` to follow the design.
    pub facet: Option<String>,
    /// The key of the factor whose levels are the lines, or [`INSTANCE`]; `None` to follow the design.
    pub color: Option<String>,
    /// Whether each instance has its own panel or rows.
    pub by_instance: bool,
    /// The ends of the horizontal axis; `None` for those of the data.
    pub x_limits: Option<(f64, f64)>,
    /// The ends of the vertical axis; `None` for those of the data.
    pub y_limits: Option<(f64, f64)>,
    /// Whether titles begin with the name of the stage even if the results have no other. [`draw_figure`](crate::draw_figure)
    /// sets it for results of several stages.
    pub names_stage: bool,
    /// Pairs of a name in the results or axes, such as `penalty` or `generation`, and the words that replace it.
    pub labels: Vec<(String, String)>,
}

/// Names of axes that have labels.
pub(super) const AXES: [&str; 5] = ["generation", "evaluations", "moves", "penalty", "share"];

/// Value of [`FigureOptions::facet`] or [`FigureOptions::color`] for a panel or a line for each instance.
pub const INSTANCE: &str = "instance";

/// The options of the figures of a report.
pub(crate) static REPORT: FigureOptions = FigureOptions {
    page: Page::SCREEN,
    x: None,
    log_x: false,
    log_y: false,
    center: Center::Median,
    band: BandKind::Quartiles,
    facet: None,
    color: None,
    by_instance: false,
    x_limits: None,
    y_limits: None,
    names_stage: false,
    labels: Vec::new(),
};

impl FigureOptions {
    /// Returns the name in the results that a label stands for.
    pub(crate) fn unlabeled<'a>(&'a self, label: &'a str) -> &'a str {
        self.labels.iter().find(|(_, text)| text == label).map_or(label, |(name, _)| name)
    }

    /// Returns the name of an axis after the replacements of `labels`.
    pub(crate) fn axis(&self, name: &str) -> String {
        self.labels.iter().fold(name.to_owned(), |name, (key, text)| {
            let phrase = match &key[..] {
                "penalty" => PENALTY,
                key => key,
            };
            if AXES.contains(&&key[..]) { name.replacen(phrase, text, 1) } else { name }
        })
    }

    /// Returns the name of an axis of shares, `share solved, %`; its label replaces all but the unit.
    pub(crate) fn share_axis(&self, participle: &str) -> String {
        let label = self.labels.iter().find(|(name, _)| name == "share");
        format!("{}, %", label.map_or_else(|| format!("share {participle}"), |(_, text)| text.clone()))
    }
}
