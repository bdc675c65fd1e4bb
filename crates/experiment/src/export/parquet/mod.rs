//! A writer of Apache Parquet files: flat tables with dictionaries, compressed by gzip.
//!
//! Format: <https://parquet.apache.org/docs/file-format/>. A file has row groups, each with the pages of one column after
//! another, and ends with the metadata. The crate for it brings 17 others and 130,000 lines, nearly all for reading and indexes,
//! which these tables do not need.

mod encoding;
mod thrift;

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;

use encoding::Values;
use thrift::{NUMBER, STRUCTURE, TEXT, Thrift, zigzag};

/// Type of a column. Any value may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnType {
    /// A signed integer of 32 bits.
    Int32,
    /// A signed integer of 64 bits.
    Int64,
    /// An unsigned integer of 64 bits.
    UInt64,
    /// A floating-point number of 64 bits.
    Double,
    /// Text in UTF-8.
    Text,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ParquetColumn {
    pub(super) name: String,
    pub(super) column_type: ColumnType,
}

/// Maximum number of rows of a row group. Reader and writer hold one row group in memory.
const GROUP_ROWS: usize = 1 << 17;
/// Size of values at which a row group ends early, in bytes.
const GROUP_BYTES: usize = 1 << 25;
const MAGIC: &[u8; 4] = b"PAR1";

/// Writer of a file that receives rows and stores columns.
pub(super) struct Writer<W> {
    to: W,
    written: u64,
    columns: Vec<ParquetColumn>,
    group: Vec<Values>,
    rows: usize,
    groups: Vec<RowGroup>,
}

/// A row group on disk.
struct RowGroup {
    rows: usize,
    chunks: Vec<Chunk>,
}

/// A column of a row group: its places in the file, and its sizes in bytes with and without compression.
#[derive(Default)]
struct Chunk {
    dictionary: Option<u64>,
    data: u64,
    bytes: u64,
    bytes_plain: u64,
}

/// Encodings of the format.
const PLAIN: i64 = 0;
const RLE: i64 = 3;
const RLE_DICTIONARY: i64 = 8;
/// Codec gzip.
const GZIP: i64 = 2;
/// Page types.
const DATA_PAGE: i64 = 0;
const DICTIONARY_PAGE: i64 = 2;

impl ColumnType {
    /// Returns the physical type.
    fn physical(self) -> i64 {
        match self {
            Self::Int32 => 1,
            Self::Int64 | Self::UInt64 => 2,
            Self::Double => 5,
            Self::Text => 6,
        }
    }

    /// Returns the converted type, if it differs from the physical one.
    fn converted(self) -> Option<i64> {
        match self {
            Self::Text => Some(0),
            Self::UInt64 => Some(14),
            Self::Int32 | Self::Int64 | Self::Double => None,
        }
    }
}

impl<W: Write> Writer<W> {
    /// Begins a file.
    pub(super) fn new(mut to: W, columns: Vec<ParquetColumn>) -> io::Result<Self> {
        to.write_all(MAGIC)?;
        let group = vec![Values::default(); columns.len()];
        Ok(Self { to, written: MAGIC.len() as u64, columns, group, rows: 0, groups: Vec::new() })
    }

    /// Writes a row with one field per column; an empty field is a missing value. Returns the index of the first column with a
    /// field of another type.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn row<'f>(&mut self, fields: impl Iterator<Item = &'f str>) -> io::Result<Result<(), usize>> {
        for (number, (field, (column, values))) in fields.zip(self.columns.iter().zip(&mut self.group)).enumerate() {
            if field.is_empty() {
                values.push(None);
                continue;
            }
            let bytes = match column.column_type {
                ColumnType::Int32 => {
                    match field.parse::<i32>() {
                        Ok(value) => values.push(Some(&value.to_le_bytes())),
                        Err(_) => return Ok(Err(number)),
                    }
                    continue;
                }
                ColumnType::Int64 => field.parse::<i64>().ok().map(i64::to_le_bytes),
                ColumnType::UInt64 => field.parse::<u64>().ok().map(u64::to_le_bytes),
                ColumnType::Double => field.parse::<f64>().ok().map(f64::to_le_bytes),
                ColumnType::Text => {
                    let length = u32::try_from(field.len()).map_err(io::Error::other)?;
                    values.push(Some(&[&length.to_le_bytes(), field.as_bytes()].concat()));
                    continue;
                }
            };
            match bytes {
                Some(bytes) => values.push(Some(&bytes)),
                None => return Ok(Err(number)),
            }
        }
        self.rows += 1;
        if self.rows == GROUP_ROWS || self.group.iter().map(Values::plain_bytes).sum::<usize>() > GROUP_BYTES {
            self.end_group()?;
        }
        Ok(Ok(()))
    }

    fn end_group(&mut self) -> io::Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        let mut chunks = Vec::new();
        for number in 0..self.group.len() {
            let values = std::mem::take(&mut self.group[number]);
            let mut chunk = Chunk::default();
            let dictionary = values.dictionary();
            if let Some((distinct, count)) = dictionary {
                chunk.dictionary = Some(self.written);
                self.page(&mut chunk, DICTIONARY_PAGE, distinct, |page| {
                    page.structure(7, |header| {
                        header.number(1, count as i64);
                        header.number(2, PLAIN);
                    });
                })?;
            }
            chunk.data = self.written;
            let rows = self.rows as i64;
            self.page(&mut chunk, DATA_PAGE, &values.page(dictionary.is_some()), |page| {
                page.structure(5, |header| {
                    header.number(1, rows);
                    header.number(2, if dictionary.is_some() { RLE_DICTIONARY } else { PLAIN });
                    header.number(3, RLE);
                    header.number(4, RLE);
                });
            })?;
            chunks.push(chunk);
        }
        self.groups.push(RowGroup { rows: std::mem::take(&mut self.rows), chunks });
        Ok(())
    }

    /// Writes a page of a chunk; `header` adds the fields of its page type.
    fn page(
        &mut self,
        chunk: &mut Chunk,
        kind: i64,
        content: &[u8],
        header: impl FnOnce(&mut Thrift),
    ) -> io::Result<()> {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(content)?;
        let compressed = gzip.finish()?;
        let mut page = Thrift::default();
        page.number(1, kind);
        page.number(2, content.len() as i64);
        page.number(3, compressed.len() as i64);
        header(&mut page);
        let page = page.end();
        self.to.write_all(&page)?;
        self.to.write_all(&compressed)?;
        chunk.bytes += (page.len() + compressed.len()) as u64;
        chunk.bytes_plain += (page.len() + content.len()) as u64;
        self.written += (page.len() + compressed.len()) as u64;
        Ok(())
    }

    /// Ends the file with key-value metadata. Returns its number of rows.
    pub(super) fn end(mut self, metadata: &[(&str, &str)]) -> io::Result<usize> {
        self.end_group()?;
        let footer = self.footer(metadata);
        self.to.write_all(&footer)?;
        self.to.write_all(&u32::try_from(footer.len()).map_err(io::Error::other)?.to_le_bytes())?;
        self.to.write_all(MAGIC)?;
        self.to.flush()?;
        Ok(self.groups.iter().map(|group| group.rows).sum())
    }

    fn footer(&self, metadata: &[(&str, &str)]) -> Vec<u8> {
        let mut file = Thrift::default();
        file.number(1, 1);
        file.list(2, STRUCTURE, self.columns.len() + 1);
        file.item(|root| {
            root.text(4, "schema");
            root.number(5, self.columns.len() as i64);
        });
        for column in &self.columns {
            file.item(|element| {
                element.number(1, column.column_type.physical());
                // Optional.
                element.number(3, 1);
                element.text(4, &column.name);
                column.column_type.converted().into_iter().for_each(|converted| element.number(6, converted));
            });
        }
        file.long(3, self.groups.iter().map(|group| group.rows as u64).sum());
        file.list(4, STRUCTURE, self.groups.len());
        for group in &self.groups {
            file.item(|to| {
                to.list(1, STRUCTURE, group.chunks.len());
                for (column, chunk) in self.columns.iter().zip(&group.chunks) {
                    to.item(|to| {
                        to.long(2, chunk.dictionary.unwrap_or(chunk.data));
                        to.structure(3, |to| chunk.describe(column, group.rows, to));
                    });
                }
                to.long(2, group.chunks.iter().map(|chunk| chunk.bytes_plain).sum());
                to.long(3, group.rows as u64);
            });
        }
        file.list(5, STRUCTURE, metadata.len());
        for (name, text) in metadata {
            file.item(|entry| {
                entry.text(1, name);
                entry.text(2, text);
            });
        }
        file.text(6, concat!("evocube version ", env!("CARGO_PKG_VERSION")));
        file.end()
    }
}

impl Chunk {
    /// Writes the metadata of a column in a group.
    fn describe(&self, column: &ParquetColumn, rows: usize, to: &mut Thrift) {
        to.number(1, column.column_type.physical());
        let encodings = &[PLAIN, RLE, RLE_DICTIONARY][..if self.dictionary.is_some() { 3 } else { 2 }];
        to.list(2, NUMBER, encodings.len());
        encodings.iter().for_each(|&encoding| zigzag(&mut to.bytes, encoding));
        to.list(3, TEXT, 1);
        to.word(&column.name);
        to.number(4, GZIP);
        to.long(5, rows as u64);
        to.long(6, self.bytes_plain);
        to.long(7, self.bytes);
        to.long(9, self.data);
        self.dictionary.into_iter().for_each(|place| to.long(11, place));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(name: &str, column_type: ColumnType) -> ParquetColumn {
        ParquetColumn { name: name.to_owned(), column_type }
    }

    #[test]
    fn fields_of_another_type_are_refused_with_their_column() {
        let columns =
            vec![column("a", ColumnType::Int64), column("b", ColumnType::Text), column("c", ColumnType::UInt64)];
        let mut file = Vec::new();
        let mut writer = Writer::new(&mut file, columns).unwrap();
        assert_eq!(writer.row(["1", "x", ""].into_iter()).unwrap(), Ok(()));
        assert_eq!(writer.row(["", "y,z", "18446744073709551615"].into_iter()).unwrap(), Ok(()));
        assert_eq!(writer.row(["1.5", "", ""].into_iter()).unwrap(), Err(0));
        let mut writer = Writer::new(&mut file, vec![column("a", ColumnType::Int32)]).unwrap();
        assert_eq!(writer.row(["-2147483648"].into_iter()).unwrap(), Ok(()));
        assert_eq!(writer.row(["2147483648"].into_iter()).unwrap(), Err(0));
    }

    #[test]
    fn parquet_file_has_magic_and_footer_and_repeated_values_take_little_space() {
        let mut file = Vec::new();
        let mut writer = Writer::new(&mut file, vec![column("a", ColumnType::Int64)]).unwrap();
        (0..140_000).for_each(|_| assert_eq!(writer.row(["7"].into_iter()).unwrap(), Ok(())));
        assert_eq!(writer.groups.len(), 1);
        assert_eq!(writer.end(&[("evocube.sweep", "a name")]).unwrap(), 140_000);
        assert_eq!((&file[..4], &file[file.len() - 4..]), (&MAGIC[..], &MAGIC[..]));
        let footer: [u8; 4] = file[file.len() - 8..file.len() - 4].try_into().unwrap();
        let footer = &file[file.len() - 8 - u32::from_le_bytes(footer) as usize..];
        assert!(footer.windows(6).any(|window| window == b"a name"));
        assert!(file.len() < 600, "{} bytes", file.len());
    }
}
