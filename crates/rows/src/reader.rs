//! [`TableReader`]: a file of CSV that is read row by row, from [`TableBytes`], whose lines have a maximum length.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::mem;
use std::path::Path;

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

use super::columns::{Column, Columns, columns_of};
use super::fields::{self, Record, SharedTexts};
use evocube_cube::files;

/// Maximum length of a line in bytes, far longer than the moves of the longest genome.
pub const MAX_LINE_BYTES: u64 = 1 << 24;

/// Number of bytes that are read at once.
const BUFFER_BYTES: usize = 1 << 16;

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

    /// Returns the number of ends of lines, an upper bound of the rows after a header.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn lines(mut self) -> io::Result<usize> {
        let (mut bytes, mut count) = (vec![0; BUFFER_BYTES], 0);
        loop {
            match self.read(&mut bytes)? {
                0 => return Ok(count),
                // The sum of a part is within a byte, so that many bytes are compared at once.
                length => {
                    let ends_in = |part: &[u8]| part.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>();
                    count += bytes[..length].chunks(255).map(|part| usize::from(ends_in(part))).sum::<usize>();
                }
            }
        }
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

thread_local! {
    /// A parser that no table uses now. To make its automaton takes as long as to read hundreds of rows.
    static IDLE_PARSER: Cell<Option<Reader>> = const { Cell::new(None) };
}

/// Why a table cannot be read.
#[derive(Debug)]
pub enum TableError {
    /// The file cannot be read.
    File(io::Error),
    /// A row is malformed: its line, and what is wrong with it.
    Row(u64, String),
}

/// A table that is read row by row.
#[derive(Debug)]
pub struct TableReader<R = BufReader<TableBytes>> {
    bytes: R,
    parser: Reader,
    /// The fields of the last row.
    record: Record,
    /// Number of columns, once it is known.
    columns: Option<usize>,
    texts: SharedTexts,
}

impl TableReader {
    /// Opens a table and reads its header.
    ///
    /// # Errors
    /// If the header cannot be read.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        let bytes = TableBytes::open(path).map_err(TableError::File)?;
        let mut reader = Self::new(BufReader::with_capacity(BUFFER_BYTES, bytes));
        reader.read()?;
        Ok(reader)
    }
}

impl<R> Drop for TableReader<R> {
    fn drop(&mut self) {
        self.parser.reset();
        // What is left has no automaton, and reads nothing.
        IDLE_PARSER.set(Some(mem::take(&mut self.parser)));
    }
}

impl<R: BufRead> TableReader<R> {
    /// Reads rows without a header.
    pub(crate) fn new(bytes: R) -> Self {
        let (record, texts) = (Record::default(), SharedTexts::default());
        let parser = IDLE_PARSER.take().unwrap_or_else(|| ReaderBuilder::new().build());
        Self { bytes, parser, record, columns: None, texts }
    }

    /// Checks that the header, which has just been read, begins with the columns of a row.
    pub(crate) fn check_header<T: Columns>(&self) -> Result<(), TableError> {
        let differing = |(place, column): (usize, Column)| {
            let written = self.record.get(place..place + 1).unwrap_or_default();
            (written != column.name).then(|| format!("column {}: {written:?} instead of {:?}", place + 1, column.name))
        };
        let wrong = columns_of::<T>(&[]).into_iter().enumerate().find_map(differing);
        wrong.map_or(Ok(()), |message| Err(self.malformed(message)))
    }

    /// Reads the next row, of a table with this number of factors; `None` at the end.
    pub(crate) fn next_row<T: fields::Read>(&mut self, factors: usize) -> Result<Option<T>, TableError> {
        if !self.read()? {
            return Ok(None);
        }
        self.row(factors).map(Some).map_err(|message| self.malformed(message))
    }

    /// Returns the row whose fields have been read; what is wrong if they are malformed.
    pub(crate) fn row<T: fields::Read>(&mut self, factors: usize) -> Result<T, String> {
        fields::read_row(&self.record, factors, &mut self.texts)
    }

    /// Returns the first field of the row.
    pub(crate) fn first(&self) -> Option<&str> {
        self.record.get(0..1)
    }

    /// Returns the error of the last row.
    pub(crate) fn malformed(&self, message: impl Into<String>) -> TableError {
        TableError::Row(self.record.line, message.into())
    }

    /// Reads the fields of the next row, which are as many as those of the first one; false at the end.
    pub(crate) fn read(&mut self) -> Result<bool, TableError> {
        self.record.line = self.parser.line();
        let mut text = mem::take(&mut self.record.text).into_bytes();
        let is_row = self.split(&mut text).map_err(TableError::File)?;
        let fields = self.record.ends.len();
        let columns = if is_row { *self.columns.get_or_insert(fields) } else { fields };
        if fields != columns {
            return Err(self.malformed(format!("{fields} columns instead of {columns}")));
        }
        self.record.text = String::from_utf8(text).map_err(|_| self.malformed("not a text in UTF-8"))?;
        Ok(is_row)
    }

    /// Puts the fields of the next row, one after the other, into a text; false at the end.
    fn split(&mut self, text: &mut Vec<u8>) -> io::Result<bool> {
        let Self { bytes, parser, record: Record { ends, .. }, .. } = self;
        let (mut length, mut count) = (0, 0);
        let is_row = loop {
            let input = bytes.fill_buf()?;
            let (result, read, written, ended) = parser.read_record(input, &mut text[length..], &mut ends[count..]);
            bytes.consume(read);
            (length, count) = (length + written, count + ended);
            match result {
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull => text.resize(2 * length.max(32), 0),
                ReadRecordResult::OutputEndsFull => ends.resize(2 * count.max(8), 0),
                ReadRecordResult::Record => break true,
                ReadRecordResult::End => break false,
            }
        };
        text.truncate(length);
        ends.truncate(count);
        Ok(is_row)
    }
}
