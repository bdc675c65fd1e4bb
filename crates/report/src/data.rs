//! [`Data`]: a table in memory, behind a figure or written as a file of its own: named columns of numbers or texts, converted to CSV.
//! `html::data` makes JSON of it; `sections::data` makes that of a results folder. Nothing is computed or read from files.

use csv::StringRecord;
use evocube_stats::Interval;

/// A table. A missing value is an empty field.
#[derive(Default)]
pub(crate) struct Data {
    pub(crate) columns: StringRecord,
    /// The fields of all rows: some figures have a row for each trial.
    fields: StringRecord,
    /// Whether a column has a text.
    has_texts: Vec<bool>,
}

/// A value of a table.
pub(crate) trait Field {
    /// Returns its text, empty for a missing value.
    fn text(&self) -> String;

    /// Whether it is a text and no number.
    fn is_text(&self) -> bool;
}

macro_rules! fields {
    ($($Type:ty: $is_text:literal,)+) => {$(
        impl Field for $Type {
            fn text(&self) -> String {
                self.to_string()
            }

            fn is_text(&self) -> bool {
                $is_text
            }
        }
    )+};
}

fields! {
    &str: true,
    String: true,
    bool: true,
    f64: false,
    i32: false,
    u8: false,
    u32: false,
    u64: false,
    usize: false,
}

impl<T: Field> Field for Option<T> {
    fn text(&self) -> String {
        self.as_ref().map_or_else(String::new, Field::text)
    }

    fn is_text(&self) -> bool {
        self.as_ref().is_some_and(Field::is_text)
    }
}

/// Returns the ends of an interval as two fields.
pub(crate) fn ends(interval: Option<Interval>) -> [Option<f64>; 2] {
    [interval.map(|ends| ends.low), interval.map(|ends| ends.high)]
}

impl Data {
    /// Returns a table without rows.
    pub(crate) fn new(columns: &[&str]) -> Self {
        let has_texts = vec![false; columns.len()];
        Self { columns: StringRecord::from(columns), has_texts, ..Self::default() }
    }

    /// Appends a row. It must have one field for each column, which is not checked.
    pub(crate) fn row(&mut self, fields: &[&dyn Field]) {
        self.fields.extend(fields.iter().map(|field| field.text()));
        self.has_texts.iter_mut().zip(fields).for_each(|(has_texts, field)| *has_texts |= field.is_text());
    }

    /// Returns the rows, each with its fields.
    pub(crate) fn rows(&self) -> impl ExactSizeIterator<Item = impl Iterator<Item = &str>> {
        let width = self.columns.len();
        (0..self.fields.len() / width.max(1))
            .map(move |row| (0..width).map(move |column| &self.fields[width * row + column]))
    }

    /// Returns whether each column has numbers alone, beside missing values.
    pub(crate) fn are_numbers(&self) -> impl Iterator<Item = bool> {
        self.has_texts.iter().map(|has_texts| !has_texts)
    }

    /// Returns the length of the text in bytes, without quotation marks.
    pub(crate) fn length(&self) -> usize {
        [&self.columns, &self.fields].map(|fields| fields.as_slice().len() + fields.len()).iter().sum()
    }

    /// Returns the table as CSV.
    pub(crate) fn text(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::with_capacity(self.length()));
        writer.write_record(&self.columns).expect("writing to memory cannot fail");
        self.rows().for_each(|row| writer.write_record(row.map(str::as_bytes)).expect("writing to memory cannot fail"));
        let bytes = writer.into_inner().expect("writing to memory cannot fail");
        String::from_utf8(bytes).expect("only text was written")
    }
}
