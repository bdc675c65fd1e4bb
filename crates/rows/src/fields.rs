//! Reading a row of a table from its fields, with texts that many rows of `trials.csv` share. Fields are declared in `rows` and
//! `convergence`; `reader` splits lines into them.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use super::columns::Columns;

/// The texts of rows. A table of millions of rows has few different ones.
#[derive(Debug, Default)]
pub(crate) struct SharedTexts {
    names: HashSet<Arc<str>>,
    /// The levels of design points, by their texts in a row.
    levels: HashMap<String, Arc<[String]>>,
}

/// The fields of a row.
#[derive(Debug, Default)]
pub(crate) struct Record {
    /// All fields, one after the other.
    pub(crate) text: String,
    /// Where each field ends in the text.
    pub(crate) ends: Vec<usize>,
    /// The line in which the row begins, from 1.
    pub(crate) line: u64,
}

impl Record {
    /// Returns where a field begins.
    fn start(&self, place: usize) -> usize {
        if place == 0 { 0 } else { self.ends[place - 1] }
    }

    /// Returns a field, or several; `None` if there are not as many.
    pub(crate) fn get(&self, places: Range<usize>) -> Option<&str> {
        let end = *self.ends.get(places.end - 1)?;
        self.text.get(self.start(places.start)..end)
    }
}

/// A row, or a part of it, that is read from its fields.
pub(crate) trait Read: Sized {
    /// Reads the next fields; `None` if they are malformed.
    fn read(fields: &mut Fields<'_>) -> Option<Self>;
}

/// The fields of a row, from the next one on.
pub(crate) struct Fields<'a> {
    record: &'a Record,
    next: usize,
    /// Number of factors.
    factors: usize,
    texts: &'a mut SharedTexts,
}

impl<'a> Fields<'a> {
    fn take(&mut self) -> Option<&'a str> {
        self.next += 1;
        self.record.get(self.next - 1..self.next)
    }
}

/// Reads a row from its fields.
///
/// # Errors
/// If they are malformed: what is wrong.
pub(crate) fn read_row<T: Read>(record: &Record, factors: usize, texts: &mut SharedTexts) -> Result<T, String> {
    let (mut fields, columns) = (Fields { record, next: 0, factors, texts }, record.ends.len());
    match T::read(&mut fields) {
        Some(row) if fields.next == columns => Ok(row),
        None if fields.next <= columns => Err(format!("column {}: not a number", fields.next)),
        _ => Err("not a row of this table".to_owned()),
    }
}

impl Read for u64 {
    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        fields.take()?.parse().ok()
    }
}

impl Read for f64 {
    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        fields.take()?.parse().ok()
    }
}

impl Read for String {
    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        fields.take().map(str::to_owned)
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
        let (record, places) = (fields.record, fields.next..fields.next + fields.factors);
        fields.next = places.end;
        if places.is_empty() {
            return Some(Self::default());
        }
        // Other levels may have this text if they are divided elsewhere.
        let text = record.get(places.clone())?;
        let levels = places.filter_map(|place| record.get(place..place + 1));
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

/// The last columns of a table, as many as there are.
impl Read for Vec<Option<f64>> {
    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        (fields.next..fields.record.ends.len()).map(|_| Option::read(fields)).collect()
    }
}
