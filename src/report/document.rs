//! A page in blocks, which [`super::html`] and [`super::markdown`] write down: both say the same.

use super::figure::Figure;
use super::solution_viewer::SolutionViewer;

/// A page.
#[derive(Debug)]
pub(super) struct Document<'a> {
    /// Its title.
    pub(super) title: String,
    /// Its blocks in order.
    pub(super) blocks: Vec<Block<'a>>,
}

/// A part of a page.
#[derive(Debug)]
pub(super) enum Block<'a> {
    /// The heading of a section (2) or of a part of one (3).
    Heading(u8, Vec<Span>),
    /// A paragraph.
    Paragraph(Vec<Span>),
    /// What must not be overlooked.
    Notice(Vec<Span>),
    /// The words of whoever wrote the sweep; empty lines divide paragraphs.
    Quote(String),
    /// Sentences that stand beside each other.
    List(Vec<Vec<Span>>),
    /// Sentences that matter most.
    Conclusions(Vec<Vec<Span>>),
    /// A figure.
    Figure(&'a Figure),
    /// Several views of the same, each with the name of what differs; one at a time where that is possible.
    Views(Vec<(&'static str, &'a Figure)>),
    /// A solution to be stepped through.
    SolutionViewer(SolutionViewer),
    /// A table.
    Table(Table),
    /// Lines to be typed, or a file.
    Code(String),
    /// The same under a title, unfolded where a reader asks for it.
    Folded(&'static str, String),
}

/// A piece of text. It is plain text: whoever writes it down escapes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Span {
    /// Words.
    Plain(String),
    /// Words with weight.
    Strong(String),
    /// A name or value as it is typed.
    Code(String),
}

/// Words.
pub(super) fn plain(text: impl Into<String>) -> Span {
    Span::Plain(text.into())
}

/// Words with weight.
pub(super) fn strong(text: impl Into<String>) -> Span {
    Span::Strong(text.into())
}

/// A name or value as it is typed.
pub(super) fn code(text: impl Into<String>) -> Span {
    Span::Code(text.into())
}

/// A table.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// What it shows, for those who hear it.
    pub(super) name: String,
    /// Its columns.
    pub(super) columns: Vec<Column>,
    /// Its rows.
    pub(super) rows: Vec<Row>,
}

/// The head of a column.
#[derive(Debug)]
pub(super) struct Column {
    /// What is in it.
    pub(super) name: Span,
    /// Numbers, which stand at the right?
    pub(super) numbers: bool,
}

/// A row of a table.
#[derive(Debug)]
pub(super) struct Row {
    /// One for each column.
    pub(super) cells: Vec<Span>,
    /// Does it stand out?
    pub(super) strong: bool,
}

impl Table {
    /// An empty table.
    pub(super) fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// The same with a column of texts added.
    pub(super) fn texts(mut self, name: Span) -> Self {
        self.columns.push(Column { name, numbers: false });
        self
    }

    /// The same with columns of numbers added.
    pub(super) fn numbers(mut self, names: &[&str]) -> Self {
        self.columns.extend(names.iter().map(|name| Column { name: plain(*name), numbers: true }));
        self
    }

    /// Adds a row.
    pub(super) fn row(&mut self, cells: Vec<Span>, strong: bool) {
        debug_assert_eq!(cells.len(), self.columns.len(), "a row of {:?}", self.name);
        self.rows.push(Row { cells, strong });
    }
}
