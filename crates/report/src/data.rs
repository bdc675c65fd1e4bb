//! Tables in memory, the numbers behind figures: fields, until they are written.

use std::fmt::Display;

use csv::StringRecord;

/// A table. A missing value is an empty field.
#[derive(Default)]
pub(crate) struct Data {
    pub(crate) columns: StringRecord,
    /// The fields of all rows: some figures have a row for each trial.
    fields: StringRecord,
}

impl Data {
    /// Returns a table without rows.
    pub(crate) fn new(columns: &[&str]) -> Self {
        Self { columns: StringRecord::from(columns), fields: StringRecord::new() }
    }

    /// Appends a row.
    pub(crate) fn row(&mut self, fields: &[&dyn Display]) {
        self.fields.extend(fields.iter().map(ToString::to_string));
    }

    /// Appends a row of texts.
    pub(crate) fn fields(&mut self, fields: &[String]) {
        self.fields.extend(fields);
    }

    /// Returns the rows, each with its fields.
    pub(crate) fn rows(&self) -> impl ExactSizeIterator<Item = impl Iterator<Item = &str>> {
        let width = self.columns.len();
        (0..self.fields.len() / width.max(1))
            .map(move |row| (0..width).map(move |column| &self.fields[width * row + column]))
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
