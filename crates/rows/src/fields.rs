//! Reading a row of `trials.csv` from its fields or its line, with texts that many rows share. Its fields are declared in `rows`; serde
//! reads the rows of other tables.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use csv::StringRecord;

use super::columns::Columns;
use super::rows::TrialRow;

/// The texts of rows. A table of millions of rows has few different ones.
#[derive(Debug, Default)]
pub struct SharedTexts {
    names: HashSet<Arc<str>>,
    /// The levels of design points, by their texts in a row.
    levels: HashMap<String, Arc<[String]>>,
}

impl TrialRow {
    /// Reads a row from its fields; `None` if they are malformed. Rows that are read with the same texts share theirs.
    pub fn read(fields: &StringRecord, factors: usize, texts: &mut SharedTexts) -> Option<Self> {
        read_row(fields, factors, texts)
    }

    /// Reads a row from its line; `None` if it is malformed.
    pub fn of_line(line: &str, factors: usize) -> Option<Self> {
        Self::read(&fields(line)?, factors, &mut SharedTexts::default())
    }
}

/// Splits a line into its fields.
fn fields(line: &str) -> Option<StringRecord> {
    let row = line.strip_suffix('\n').unwrap_or(line);
    // A reader costs more than all else that is done with a row.
    if !row.is_empty() && !row.contains(['"', '\r', '\n']) {
        return Some(row.split(',').collect());
    }
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(line.as_bytes());
    reader.records().next()?.ok()
}

/// A row, or a part of it, that is read from its fields.
pub(crate) trait Read: Sized {
    /// Reads the next fields; `None` if they are malformed.
    fn read(fields: &mut Fields<'_>) -> Option<Self>;
}

/// The fields of a row of `trials.csv`, from the next one on.
pub(crate) struct Fields<'a> {
    record: &'a StringRecord,
    next: usize,
    /// Number of factors.
    factors: usize,
    texts: &'a mut SharedTexts,
}

impl<'a> Fields<'a> {
    fn take(&mut self) -> Option<&'a str> {
        self.next += 1;
        self.record.get(self.next - 1)
    }
}

/// Reads a row from its fields; `None` if they are malformed.
pub(crate) fn read_row<T: Read>(record: &StringRecord, factors: usize, texts: &mut SharedTexts) -> Option<T> {
    let mut fields = Fields { record, next: 0, factors, texts };
    let row = T::read(&mut fields)?;
    (fields.next == record.len()).then_some(row)
}

impl Read for u64 {
    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        fields.take()?.parse().ok()
    }
}

impl Read for bool {
    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        Some(u64::read(fields)? == 1)
    }
}

impl Read for Arc<str> {
    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let (name, names) = (fields.take()?, &mut fields.texts.names);
        Some(names.get(name).cloned().unwrap_or_else(|| {
            let name: Self = name.into();
            names.insert(Self::clone(&name));
            name
        }))
    }
}

impl Read for Arc<[String]> {
    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let (record, begin, end) = (fields.record, fields.next, fields.next + fields.factors);
        fields.next = end;
        // The instance follows. Other levels may have this text if they are divided elsewhere.
        let text = &record.as_slice()[record.range(begin)?.start..record.range(end)?.start];
        let levels = (begin..end).map(|place| &record[place]);
        let known = fields.texts.levels.get(text).filter(|known| known.iter().eq(levels.clone())).cloned();
        Some(known.unwrap_or_else(|| {
            let levels: Self = levels.map(str::to_owned).collect();
            fields.texts.levels.insert(text.to_owned(), Self::clone(&levels));
            levels
        }))
    }
}

/// A part without a value has the fields of missing values.
impl<T: Columns + Read> Read for Option<T> {
    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let (begin, mut is_missing) = (fields.next, true);
        T::missing(&mut |value| is_missing = is_missing && fields.take() == Some(&*value.field()));
        if is_missing {
            return Some(None);
        }
        fields.next = begin;
        T::read(fields).map(Some)
    }
}
