//! The numbers behind a figure, as CSV.

/// A table in the making.
#[derive(Debug)]
pub(super) struct Data(csv::Writer<Vec<u8>>);

impl Data {
    /// With its header alone.
    pub(super) fn new(columns: &[&str]) -> Self {
        let mut data = Self(csv::Writer::from_writer(Vec::new()));
        data.row(columns);
        data
    }

    /// Adds a row.
    pub(super) fn row(&mut self, fields: &[&str]) {
        self.0.write_record(fields).expect("writing to memory cannot fail");
    }

    /// The file.
    pub(super) fn text(self) -> String {
        let bytes = self.0.into_inner().expect("writing to memory cannot fail");
        String::from_utf8(bytes).expect("only text was written")
    }
}
