//! [`Document`]: a page as a list of [`Block`]s, such as paragraphs, figures, code and tables of at most 1000 rows. Their words are
//! [`Span`]s; functions here make spans, headings and folded parts. [`super::html`] and [`super::markdown`] write a page with the same
//! words. TOML files are read by `evocube_cube::document`.

use std::collections::BTreeMap;

use evocube_stats::numbers::grouped;

use super::figures::Figure;
use super::solution_viewer::SolutionViewer;
use super::wording::range;
use evocube_stats::Estimate;

/// A page.
#[derive(Default)]
pub(crate) struct Document {
    pub(crate) title: String,
    pub(crate) blocks: Vec<Block>,
    /// Seconds after which an open page reloads itself; `None` if it does not.
    pub(crate) reload: Option<u32>,
    /// Its numbers for other programs as JSON, beside those of its figures.
    pub(crate) data: BTreeMap<&'static str, String>,
}

impl Document {
    /// Returns all figures, in order.
    pub(crate) fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.blocks.iter().flat_map(Block::figures)
    }
}

/// A part of a page.
pub(crate) enum Block {
    /// The heading of a section (level 2) or of a part of one (3).
    Heading(u8, Vec<Span>),
    Paragraph(Vec<Span>),
    /// A warning.
    Notice(Vec<Span>),
    /// The notes of a sweep, as Markdown.
    Quote(String),
    /// The sentences that matter most.
    Conclusions(Vec<Vec<Span>>),
    /// A figure, or several views of the same data, which a page with a script shows one at a time.
    Figure(Vec<Figure>),
    SolutionViewer(SolutionViewer),
    Table(Table),
    /// Lines of code, or a file.
    Code(String),
    /// Blocks that unfold below a title.
    Folded(String, Vec<Self>),
}

impl Block {
    /// Returns its figures, in order.
    fn figures(&self) -> Vec<&Figure> {
        match self {
            Self::Figure(views) => views.iter().collect(),
            Self::Folded(_, blocks) => blocks.iter().flat_map(Self::figures).collect(),
            _ => vec![],
        }
    }
}

/// Returns blocks that unfold below a title; nothing without any.
pub(crate) fn folded(title: impl Into<String>, blocks: Vec<Block>) -> Option<Block> {
    (!blocks.is_empty()).then(|| Block::Folded(title.into(), blocks))
}

/// Returns items with commas, and `and` before the last.
pub(crate) fn listed(items: Vec<Vec<Span>>) -> Vec<Span> {
    let last = items.len().saturating_sub(1);
    let mut spans = Vec::new();
    for (index, item) in items.into_iter().enumerate() {
        spans.extend((index > 0).then(|| plain(if index == last { " and " } else { ", " })));
        spans.extend(item);
    }
    spans
}

/// Returns a heading of a section.
pub(crate) fn heading(text: impl Into<String>) -> Block {
    Block::Heading(2, vec![plain(text)])
}

/// Returns a heading within a section.
pub(crate) fn subheading(text: impl Into<String>) -> Block {
    Block::Heading(3, vec![plain(text)])
}

/// A piece of plain text, which the writers escape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Span {
    /// Words.
    Plain(String),
    /// Emphasized words.
    Strong(String),
    /// A name or value as it is typed.
    Code(String),
    /// A name with the address of its page.
    Link(String, String),
    /// A value in a table, with what stands behind it in parentheses: mostly its interval.
    Estimate(String, String),
}

impl Span {
    /// Returns the words, without an address or an interval.
    pub(crate) fn text(&self) -> &str {
        let (Self::Plain(text) | Self::Strong(text) | Self::Code(text) | Self::Link(text, _) | Self::Estimate(text, _)) =
            self;
        text
    }
}

/// Returns plain words.
pub(crate) fn plain(text: impl Into<String>) -> Span {
    Span::Plain(text.into())
}

/// Returns emphasized words.
pub(crate) fn strong(text: impl Into<String>) -> Span {
    Span::Strong(text.into())
}

/// Returns a name or value as it is typed.
pub(crate) fn code(text: impl Into<String>) -> Span {
    Span::Code(text.into())
}

/// Returns a name with the address of its page.
pub(crate) fn link(text: impl Into<String>, address: impl Into<String>) -> Span {
    Span::Link(text.into(), address.into())
}

/// Returns an estimate with its interval, `5 (3 to 7)`, or alone if it has none.
pub(crate) fn estimate(estimate: Estimate, show: impl Fn(f64) -> String) -> Span {
    with_interval(show(estimate.value), estimate.interval.map(|interval| range(interval, show)))
}

/// Returns a value with its interval in words, or alone if it has none.
pub(crate) fn with_interval(value: impl Into<String>, interval: Option<String>) -> Span {
    match interval {
        Some(interval) => Span::Estimate(value.into(), interval),
        None => plain(value),
    }
}

/// A table.
#[derive(Default)]
pub(crate) struct Table {
    /// Its name for screen readers.
    pub(crate) name: String,
    pub(crate) columns: Vec<Column>,
    pub(crate) rows: Vec<TableRow>,
    /// Rows beyond [`MAX_ROWS`], which are not shown.
    omitted: usize,
}

/// Maximum number of rows of a table: a page of many thousand rows opens slowly.
pub(crate) const MAX_ROWS: usize = 1000;

/// The head of a column.
pub(crate) struct Column {
    pub(crate) name: Span,
    /// Whether its cells are numbers, which are aligned right.
    pub(crate) numbers: bool,
}

/// A row of a table.
pub(crate) struct TableRow {
    /// One for each column.
    pub(crate) cells: Vec<Span>,
    /// Whether it is highlighted.
    pub(crate) strong: bool,
}

impl Table {
    /// Returns an empty table.
    pub(crate) fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Adds a column of texts.
    pub(crate) fn texts(mut self, name: Span) -> Self {
        self.columns.push(Column { name, numbers: false });
        self
    }

    /// Adds columns of numbers.
    pub(crate) fn numbers(mut self, names: &[&str]) -> Self {
        self.columns.extend(names.iter().map(|name| Column { name: plain(*name), numbers: true }));
        self
    }

    /// Appends a row.
    pub(crate) fn row(&mut self, cells: Vec<Span>, strong: bool) {
        debug_assert_eq!(cells.len(), self.columns.len(), "a row of {:?}", self.name);
        if self.rows.len() < MAX_ROWS {
            self.rows.push(TableRow { cells, strong });
        } else {
            self.omitted += 1;
        }
    }

    /// Returns the sentence below a table that does not show all its rows.
    pub(crate) fn omission(&self) -> Option<String> {
        let all = self.rows.len() + self.omitted;
        (self.omitted > 0).then(|| format!("The first {} of {} rows.", grouped(MAX_ROWS as u64), grouped(all as u64)))
    }
}
