//! [`TableReader`]: a file of CSV that is read row by row, from [`TableBytes`], whose lines have a maximum length.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use csv::StringRecord;

use evocube_cube::files;

/// Maximum length of a line in bytes, far longer than the moves of the longest genome.
pub const MAX_LINE_BYTES: u64 = 1 << 24;

/// The bytes of a table. A line of more than [`MAX_LINE_BYTES`] is an error of the kind [`ErrorKind::FileTooLarge`], so that a foreign file
/// of one line is not read into memory as a whole.
#[derive(Debug)]
pub struct TableBytes {
    file: File,
    /// Length of the last line so far.
    line: u64,
}

impl TableBytes {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self { file: files::open(path)?, line: 0 })
    }
}

impl Read for TableBytes {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let length = files::retry(|| self.file.read(bytes))?;
        self.line = match bytes[..length].iter().rposition(|&byte| byte == b'\n') {
            Some(end) => (length - end) as u64,
            None => self.line + length as u64,
        };
        // No other error of a file has this kind.
        if self.line > MAX_LINE_BYTES { Err(ErrorKind::FileTooLarge.into()) } else { Ok(length) }
    }
}

/// A table that is read row by row.
#[derive(Debug)]
pub struct TableReader {
    reader: csv::Reader<TableBytes>,
}

impl TableReader {
    /// Reads the header of a table. The iterators of the crate `csv` end without an error where that cannot be read.
    ///
    /// # Errors
    /// If the header cannot be read.
    pub fn new(bytes: TableBytes) -> csv::Result<Self> {
        let mut reader = csv::Reader::from_reader(bytes);
        reader.headers()?;
        Ok(Self { reader })
    }

    /// Returns the header.
    ///
    /// # Errors
    /// If it is not a text in UTF-8.
    pub fn header(&mut self) -> csv::Result<&StringRecord> {
        self.reader.headers()
    }

    /// Reads the fields of the next row; false at the end.
    ///
    /// # Errors
    /// If the file cannot be read, or the row has another number of fields than the header.
    pub fn read(&mut self, fields: &mut StringRecord) -> csv::Result<bool> {
        self.reader.read_record(fields)
    }
}
