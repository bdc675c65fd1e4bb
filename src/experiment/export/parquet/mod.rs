//! A writer of Apache Parquet files: flat tables, plain values, nothing compressed.
//!
//! The format is that of <https://parquet.apache.org/docs/file-format/>: groups of rows, in each a page a column, then what
//! is where, in the compact protocol of Thrift. A crate for it brings 17 others and 130,000 lines, nearly all of which read,
//! compress and index; tables of this size need none of that.

use std::io::{self, Write};

/// Type of a column; any value may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A whole number.
    Whole,
    /// A whole number of 64 bits without sign.
    Unsigned,
    /// A number.
    Real,
    /// Text.
    Text,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) kind: Kind,
}

/// Rows of a group: a reader holds a group at a time, and so does the writer.
const GROUP_ROWS: usize = 1 << 16;
/// Bytes after which a group ends early.
const GROUP_BYTES: usize = 1 << 24;
const MAGIC: &[u8; 4] = b"PAR1";

/// Writes rows, column by column.
pub(super) struct Writer<W> {
    to: W,
    written: u64,
    columns: Vec<Column>,
    group: Vec<Values>,
    rows: usize,
    groups: Vec<Group>,
}

/// The values of a column in the present group.
#[derive(Clone, Default)]
struct Values {
    /// Runs of values that are there, or not.
    levels: Vec<(bool, u64)>,
    plain: Vec<u8>,
}

/// A group that is written.
struct Group {
    rows: usize,
    /// Offset and length of each column, in bytes.
    chunks: Vec<(u64, u64)>,
}

impl Values {
    fn push(&mut self, value: Option<&[&[u8]]>) {
        match self.levels.last_mut() {
            Some((there, count)) if *there == value.is_some() => *count += 1,
            _ => self.levels.push((value.is_some(), 1)),
        }
        value.into_iter().flatten().for_each(|bytes| self.plain.extend_from_slice(bytes));
    }

    /// A page: whether each value is there, as runs of equal ones, and those that are.
    fn page(&self, rows: usize) -> Vec<u8> {
        let mut levels = Vec::new();
        for (there, count) in &self.levels {
            varint(&mut levels, count << 1);
            levels.push(u8::from(*there));
        }
        let size = 4 + levels.len() + self.plain.len();
        let mut page = Thrift::default();
        page.number(1, 0);
        page.number(2, size as i64);
        page.number(3, size as i64);
        page.structure(5, |header| {
            header.number(1, rows as i64);
            header.number(2, PLAIN);
            header.number(3, RUNS);
            header.number(4, RUNS);
        });
        let mut bytes = page.end();
        bytes.extend(u32::try_from(levels.len()).expect("a group is small").to_le_bytes());
        bytes.extend(levels);
        bytes.extend(&self.plain);
        bytes
    }
}

const PLAIN: i64 = 0;
const RUNS: i64 = 3;

impl Kind {
    /// The physical type.
    fn physical(self) -> i64 {
        match self {
            Self::Whole | Self::Unsigned => 2,
            Self::Real => 5,
            Self::Text => 6,
        }
    }

    /// Logical type, if it differs from the physical one.
    fn meaning(self) -> Option<i64> {
        match self {
            Self::Text => Some(0),
            Self::Unsigned => Some(14),
            Self::Whole | Self::Real => None,
        }
    }
}

impl<W: Write> Writer<W> {
    /// Begins a file.
    pub(super) fn new(mut to: W, columns: Vec<Column>) -> io::Result<Self> {
        to.write_all(MAGIC)?;
        let group = vec![Values::default(); columns.len()];
        Ok(Self { to, written: MAGIC.len() as u64, columns, group, rows: 0, groups: Vec::new() })
    }

    /// Writes a row: one field a column, empty where there is no value.
    ///
    /// # Errors
    /// The number of the column that a field does not fit, or that the file cannot be written.
    pub(super) fn row<'f>(&mut self, fields: impl Iterator<Item = &'f str>) -> io::Result<Result<(), usize>> {
        for (number, (field, (column, values))) in fields.zip(self.columns.iter().zip(&mut self.group)).enumerate() {
            if field.is_empty() {
                values.push(None);
                continue;
            }
            let bytes = match column.kind {
                Kind::Whole => field.parse::<i64>().ok().map(i64::to_le_bytes),
                Kind::Unsigned => field.parse::<u64>().ok().map(u64::to_le_bytes),
                Kind::Real => field.parse::<f64>().ok().map(f64::to_le_bytes),
                Kind::Text => {
                    let length = u32::try_from(field.len()).map_err(io::Error::other)?;
                    values.push(Some(&[&length.to_le_bytes(), field.as_bytes()]));
                    continue;
                }
            };
            match bytes {
                Some(bytes) => values.push(Some(&[&bytes])),
                None => return Ok(Err(number)),
            }
        }
        self.rows += 1;
        if self.rows == GROUP_ROWS || self.group.iter().map(|values| values.plain.len()).sum::<usize>() > GROUP_BYTES {
            self.end_group()?;
        }
        Ok(Ok(()))
    }

    fn end_group(&mut self) -> io::Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        let mut chunks = Vec::new();
        for values in &mut self.group {
            let page = std::mem::take(values).page(self.rows);
            self.to.write_all(&page)?;
            chunks.push((self.written, page.len() as u64));
            self.written += page.len() as u64;
        }
        self.groups.push(Group { rows: std::mem::take(&mut self.rows), chunks });
        Ok(())
    }

    /// Ends the file; how many rows it has.
    pub(super) fn end(mut self) -> io::Result<usize> {
        self.end_group()?;
        let footer = self.footer();
        self.to.write_all(&footer)?;
        self.to.write_all(&u32::try_from(footer.len()).map_err(io::Error::other)?.to_le_bytes())?;
        self.to.write_all(MAGIC)?;
        self.to.flush()?;
        Ok(self.groups.iter().map(|group| group.rows).sum())
    }

    fn footer(&self) -> Vec<u8> {
        let mut file = Thrift::default();
        file.number(1, 1);
        file.list(2, STRUCTURE, self.columns.len() + 1);
        file.item(|root| {
            root.text(4, "schema");
            root.number(5, self.columns.len() as i64);
        });
        for column in &self.columns {
            file.item(|element| {
                element.number(1, column.kind.physical());
                // Optional.
                element.number(3, 1);
                element.text(4, &column.name);
                column.kind.meaning().into_iter().for_each(|meaning| element.number(6, meaning));
            });
        }
        file.long(3, self.groups.iter().map(|group| group.rows as u64).sum());
        file.list(4, STRUCTURE, self.groups.len());
        for group in &self.groups {
            file.item(|to| {
                to.list(1, STRUCTURE, group.chunks.len());
                for (column, (at, bytes)) in self.columns.iter().zip(&group.chunks) {
                    to.item(|chunk| {
                        chunk.long(2, *at);
                        chunk.structure(3, |facts| facts.chunk(column, group.rows, *at, *bytes));
                    });
                }
                to.long(2, group.chunks.iter().map(|(_, bytes)| bytes).sum());
                to.long(3, group.rows as u64);
            });
        }
        file.text(6, concat!("evocube version ", env!("CARGO_PKG_VERSION")));
        file.end()
    }
}

/// A structure in the compact protocol of Thrift.
#[derive(Default)]
struct Thrift {
    bytes: Vec<u8>,
    /// The last field's number.
    last: u8,
}

const NUMBER: u8 = 5;
const LONG: u8 = 6;
const TEXT: u8 = 8;
const LIST: u8 = 9;
const STRUCTURE: u8 = 12;

impl Thrift {
    /// Begins a field; numbers grow by 1 to 15.
    fn field(&mut self, id: u8, kind: u8) {
        self.bytes.push((id - self.last) << 4 | kind);
        self.last = id;
    }

    fn number(&mut self, id: u8, value: i64) {
        self.field(id, NUMBER);
        zigzag(&mut self.bytes, value);
    }

    fn long(&mut self, id: u8, value: u64) {
        self.field(id, LONG);
        zigzag(&mut self.bytes, i64::try_from(value).expect("files are shorter"));
    }

    fn text(&mut self, id: u8, value: &str) {
        self.field(id, TEXT);
        self.word(value);
    }

    fn word(&mut self, value: &str) {
        varint(&mut self.bytes, value.len() as u64);
        self.bytes.extend(value.bytes());
    }

    /// Begins a list; its items follow.
    fn list(&mut self, id: u8, kind: u8, count: usize) {
        self.field(id, LIST);
        match u8::try_from(count) {
            Ok(count) if count < 15 => self.bytes.push(count << 4 | kind),
            _ => {
                self.bytes.push(0xf0 | kind);
                varint(&mut self.bytes, count as u64);
            }
        }
    }

    fn item(&mut self, write: impl FnOnce(&mut Self)) {
        let mut inner = Self::default();
        write(&mut inner);
        self.bytes.extend(inner.end());
    }

    fn structure(&mut self, id: u8, write: impl FnOnce(&mut Self)) {
        self.field(id, STRUCTURE);
        self.item(write);
    }

    /// Metadata of a column in a group.
    fn chunk(&mut self, column: &Column, rows: usize, at: u64, bytes: u64) {
        self.number(1, column.kind.physical());
        self.list(2, NUMBER, 2);
        [PLAIN, RUNS].into_iter().for_each(|encoding| zigzag(&mut self.bytes, encoding));
        self.list(3, TEXT, 1);
        self.word(&column.name);
        // Not compressed.
        self.number(4, 0);
        self.long(5, rows as u64);
        self.long(6, bytes);
        self.long(7, bytes);
        self.long(9, at);
    }

    fn end(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

/// Seven bits a byte, the lowest first.
fn varint(to: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        to.push(value.to_le_bytes()[0] | 0x80);
        value >>= 7;
    }
    to.push(value.to_le_bytes()[0]);
}

/// Small numbers of either sign in few bits.
fn zigzag(to: &mut Vec<u8>, value: i64) {
    varint(to, ((value << 1) ^ (value >> 63)).cast_unsigned());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_take_as_many_bytes_as_they_need() {
        let bytes = |value| {
            let mut to = Vec::new();
            varint(&mut to, value);
            to
        };
        // The examples of the protocol's description.
        assert_eq!(bytes(50399), [0xDF, 0x89, 0x03]);
        assert_eq!((bytes(0), bytes(127), bytes(128)), (vec![0], vec![127], vec![128, 1]));
        let zigzagged = [0, -1, 1, -2].map(|value| {
            let mut to = Vec::new();
            zigzag(&mut to, value);
            to[0]
        });
        assert_eq!(zigzagged, [0, 1, 2, 3]);
    }

    #[test]
    fn a_file_begins_and_ends_as_readers_expect_and_bad_fields_are_named() {
        let column = |name: &str, kind| Column { name: name.to_owned(), kind };
        let columns = vec![column("a", Kind::Whole), column("b", Kind::Text), column("c", Kind::Unsigned)];
        let mut file = Vec::new();
        let mut writer = Writer::new(&mut file, columns).unwrap();
        assert_eq!(writer.row(["1", "x", ""].into_iter()).unwrap(), Ok(()));
        assert_eq!(writer.row(["", "y,z", "18446744073709551615"].into_iter()).unwrap(), Ok(()));
        assert_eq!(writer.row(["1.5", "", ""].into_iter()).unwrap(), Err(0));
        let mut file = Vec::new();
        let mut writer = Writer::new(&mut file, vec![column("a", Kind::Whole)]).unwrap();
        (0..70_000).for_each(|_| assert_eq!(writer.row(["7"].into_iter()).unwrap(), Ok(())));
        assert_eq!(writer.groups.len(), 1);
        assert_eq!(writer.end().unwrap(), 70_000);
        assert_eq!((&file[..4], &file[file.len() - 4..]), (&MAGIC[..], &MAGIC[..]));
        let footer: [u8; 4] = file[file.len() - 8..file.len() - 4].try_into().unwrap();
        let values = 70_000 * 8;
        let rest = file.len() - values - u32::from_le_bytes(footer) as usize - 12;
        assert!((40..100).contains(&rest), "two page headers: {rest} bytes");
    }
}
