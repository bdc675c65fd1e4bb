//! Tables in memory, the numbers behind figures: fields by column, until they are written.

use std::fmt::Display;

use csv::StringRecord;

/// A table. A missing value is an empty field.
#[derive(Default)]
pub(crate) struct Data {
    pub(crate) columns: StringRecord,
    pub(crate) rows: Vec<StringRecord>,
}

impl Data {
    /// Returns a table without rows.
    pub(crate) fn new(columns: &[&str]) -> Self {
        Self { columns: StringRecord::from(columns), rows: Vec::new() }
    }

    /// Appends a row.
    pub(crate) fn row(&mut self, fields: &[&dyn Display]) {
        self.rows.push(fields.iter().map(ToString::to_string).collect());
    }

    /// Appends a row of texts.
    pub(crate) fn fields(&mut self, fields: &[String]) {
        self.rows.push(StringRecord::from(fields));
    }

    /// Returns the length of the text in bytes, without quotation marks.
    pub(crate) fn length(&self) -> usize {
        self.rows.iter().chain([&self.columns]).map(|row| row.as_slice().len() + row.len()).sum()
    }

    /// Returns the table as CSV.
    pub(crate) fn text(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::with_capacity(self.length()));
        for row in [&self.columns].into_iter().chain(&self.rows) {
            writer.write_record(row).expect("writing to memory cannot fail");
        }
        let bytes = writer.into_inner().expect("writing to memory cannot fail");
        String::from_utf8(bytes).expect("only text was written")
    }
}
