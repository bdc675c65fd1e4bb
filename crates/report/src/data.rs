//! Tables as CSV: the numbers behind figures.

use std::fmt::Display;

/// A table in memory.
pub(crate) struct Data(csv::Writer<Vec<u8>>);

impl Data {
    /// Returns a table with its header alone.
    pub(crate) fn new(columns: &[&str]) -> Self {
        let mut data = Self(csv::Writer::from_writer(Vec::new()));
        data.row(&columns.iter().map(|column| column as &dyn Display).collect::<Vec<_>>());
        data
    }

    /// Appends a row.
    pub(crate) fn row(&mut self, fields: &[&dyn Display]) {
        let fields = fields.iter().map(ToString::to_string);
        self.0.write_record(fields.collect::<Vec<_>>()).expect("writing to memory cannot fail");
    }

    /// Appends a row of texts.
    pub(crate) fn fields(&mut self, fields: &[String]) {
        self.0.write_record(fields).expect("writing to memory cannot fail");
    }

    /// Returns the text of the table.
    pub(crate) fn text(self) -> String {
        let bytes = self.0.into_inner().expect("writing to memory cannot fail");
        String::from_utf8(bytes).expect("only text was written")
    }
}
