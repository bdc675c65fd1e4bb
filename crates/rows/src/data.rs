//! [`Data`]: a table in memory, behind a figure or written as a file of its own: named columns of numbers or texts, which become CSV and
//! JSON. The tables of a results folder have rows of their own types.

use std::io::Write as _;
use std::ops::Range;

use super::json::{array, push, rounded, text};

/// A table. A missing value is an empty field.
///
/// ```
/// use evocube_rows::Data;
/// let mut data = Data::new(&["name", "seconds"]);
/// data.row(&[&"a, b", &0.5]);
/// data.row(&[&"c", &None::<f64>]);
/// assert_eq!(data.text(), "name,seconds\n\"a, b\",0.5\nc,\n");
/// assert_eq!(data.json_rows(100).as_deref(), Some(r#"[["a, b",0.5],["c",null]]"#));
/// ```
#[derive(Debug, Default)]
pub struct Data {
    columns: Vec<String>,
    /// The fields of all rows: some figures have a row for each trial.
    fields: Vec<StoredField>,
    /// The texts of all rows, one after the other.
    texts: String,
}

/// A field of a table: its value, or where its text begins and ends.
#[derive(Debug)]
enum StoredField {
    Missing,
    Whole(i64),
    Count(u64),
    Real(f64),
    Text(Range<usize>),
}

/// A value of a [`Field`].
#[derive(Clone, Copy, Debug)]
pub enum FieldValue<'a> {
    /// No value.
    Missing,
    /// A whole number, which may be negative.
    Whole(i64),
    /// A whole number.
    Count(u64),
    /// A decimal.
    Real(f64),
    /// A text.
    Text(&'a str),
}

/// A value of a table of type [`Data`].
pub trait Field {
    /// Returns it as one of few types.
    fn value(&self) -> FieldValue<'_>;
}

macro_rules! fields {
    ($($Type:ty: $value:ident => $field:expr,)+) => {$(
        impl Field for $Type {
            fn value(&self) -> FieldValue<'_> {
                let $value = self;
                $field
            }
        }
    )+};
}

fields! {
    &str: text => FieldValue::Text(text),
    String: text => FieldValue::Text(text),
    bool: flag => FieldValue::Text(if *flag { "true" } else { "false" }),
    f64: value => FieldValue::Real(*value),
    i32: value => FieldValue::Whole(i64::from(*value)),
    u8: value => FieldValue::Count(u64::from(*value)),
    u32: value => FieldValue::Count(u64::from(*value)),
    u64: value => FieldValue::Count(*value),
    usize: value => FieldValue::Count(*value as u64),
}

impl<T: Field> Field for Option<T> {
    fn value(&self) -> FieldValue<'_> {
        self.as_ref().map_or(FieldValue::Missing, Field::value)
    }
}

impl Data {
    /// Returns a table without rows.
    pub fn new(columns: &[&str]) -> Self {
        Self { columns: columns.iter().map(|column| (*column).to_owned()).collect(), ..Self::default() }
    }

    /// Appends a row, or the next part of one. A row must have one field for each column, which is not checked.
    pub fn row(&mut self, fields: &[&dyn Field]) {
        for field in fields {
            self.fields.push(match field.value() {
                FieldValue::Missing => StoredField::Missing,
                FieldValue::Whole(value) => StoredField::Whole(value),
                FieldValue::Count(value) => StoredField::Count(value),
                FieldValue::Real(value) => StoredField::Real(value),
                FieldValue::Text(text) => {
                    let begin = self.texts.len();
                    self.texts.push_str(text);
                    StoredField::Text(begin..self.texts.len())
                }
            });
        }
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.fields.len() / self.columns.len().max(1)
    }

    /// Returns the table as CSV.
    pub fn text(&self) -> String {
        let mut csv = Vec::with_capacity(12 * self.fields.len());
        push_row(&mut csv, &self.columns, |csv, column| push_text(csv, column));
        for row in self.fields.chunks(self.columns.len().max(1)) {
            push_row(&mut csv, row, |csv, field| match field {
                StoredField::Missing => {}
                StoredField::Whole(value) => push(csv, value),
                StoredField::Count(value) => push(csv, value),
                StoredField::Real(value) => push_decimal(csv, *value),
                StoredField::Text(place) => push_text(csv, &self.texts[place.clone()]),
            });
        }
        text(csv)
    }

    /// Returns the names of the columns as JSON.
    pub fn json_columns(&self) -> String {
        let mut json = Vec::new();
        push(&mut json, &self.columns);
        text(json)
    }

    /// Returns the rows as JSON, decimals in six significant digits; `None` if they have more than `max` bytes. Empty fields are null, and
    /// so is a number that is not finite.
    pub fn json_rows(&self, max: usize) -> Option<String> {
        let mut json = Vec::new();
        array(&mut json, self.fields.chunks(self.columns.len().max(1)), |json, row| {
            // A table that has no room is not made whole.
            if json.len() <= max {
                array(json, row, |json, field| self.push_json(json, field));
            }
        });
        (json.len() <= max).then(|| text(json))
    }

    fn push_json(&self, json: &mut Vec<u8>, field: &StoredField) {
        match field {
            StoredField::Missing => push(json, &()),
            StoredField::Whole(value) => push(json, value),
            StoredField::Count(value) => match i64::try_from(*value) {
                Ok(value) => push(json, &value),
                Err(_) => push(json, &rounded(*value as f64)),
            },
            StoredField::Real(value) => match whole(*value) {
                Some(value) => push(json, &value),
                None => push(json, &rounded(*value)),
            },
            StoredField::Text(place) => push(json, &Some(&self.texts[place.clone()]).filter(|text| !text.is_empty())),
        }
    }
}

/// Returns a whole number that has no decimals.
fn whole(value: f64) -> Option<i64> {
    // Within the range of the type, whose ends are powers of two.
    #[allow(clippy::cast_possible_truncation)]
    (value.trunc() == value && (-(2_f64.powi(63))..2_f64.powi(63)).contains(&value)).then_some(value as i64)
}

/// Appends a number without an exponent. JSON has the same digits, which are found faster than by `Display`.
fn push_decimal(csv: &mut Vec<u8>, value: f64) {
    let begin = csv.len();
    match whole(value).filter(|whole| *whole != 0) {
        Some(whole) => push(csv, &whole),
        None => push(csv, &value),
    }
    // A number of extreme size, one that is not finite, and zero.
    if csv[begin..].contains(&b'e') || !value.is_finite() || value == 0.0 {
        csv.truncate(begin);
        write!(csv, "{value}").expect("memory takes everything");
    }
}

/// Appends a line of CSV.
fn push_row<T>(csv: &mut Vec<u8>, fields: &[T], mut push_field: impl FnMut(&mut Vec<u8>, &T)) {
    let begin = csv.len();
    for (index, field) in fields.iter().enumerate() {
        if index > 0 {
            csv.push(b',');
        }
        push_field(csv, field);
    }
    if csv.len() == begin {
        // An empty line would be no row.
        csv.extend(b"\"\"");
    }
    csv.push(b'\n');
}

/// Appends a text to a line of CSV, in quotation marks if it needs them.
fn push_text(csv: &mut Vec<u8>, text: &str) {
    if text.contains([',', '"', '\r', '\n']) {
        csv.push(b'"');
        csv.extend_from_slice(text.replace('"', "\"\"").as_bytes());
        csv.push(b'"');
    } else {
        csv.extend_from_slice(text.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_become_json_with_types() {
        let mut data = Data::new(&["a", "b", "c"]);
        data.row(&[&1, &"x", &0.123_456_789]);
        data.row(&[&None::<u64>, &"2", &1e9]);
        data.row(&[&2, &"", &f64::INFINITY]);
        data.row(&[&-1, &true, &-0.0]);
        data.row(&[&u64::MAX, &"<\n\"", &1e20]);
        assert_eq!(data.json_columns(), r#"["a","b","c"]"#);
        let rows =
            r#"[[1,"x",0.123457],[null,"2",1000000000],[2,null,null],[-1,"true",0],[1.84467e+19,"<\n\"",1e+20]]"#;
        assert_eq!(data.json_rows(rows.len()).as_deref(), Some(rows));
        assert_eq!(data.json_rows(rows.len() - 1), None);
    }

    #[test]
    fn tables_become_csv() {
        let mut data = Data::new(&["a", "b,c"]);
        data.row(&[&1e-7, &"say \"a\",\nor b"]);
        data.row(&[&f64::NAN, &None::<bool>]);
        data.row(&[&1e21, &u64::MAX]);
        assert_eq!(
            data.text(),
            "a,\"b,c\"\n0.0000001,\"say \"\"a\"\",\nor b\"\nNaN,\n1000000000000000000000,18446744073709551615\n"
        );
        let mut data = Data::new(&["a"]);
        let numbers =
            [0.0, -0.0, -2.0, 0.1, 1e-5, 9.9e-6, 1.5e15, 1e16, -1e300, f64::MIN_POSITIVE, 2_f64.powi(-44), 123_456.789];
        numbers.iter().for_each(|number| data.row(&[number]));
        let texts: String = numbers.iter().map(|number| format!("{number}\n")).collect();
        assert_eq!(data.text(), format!("a\n{texts}"));
        let mut data = Data::new(&["a"]);
        data.row(&[&""]);
        assert_eq!([data.text(), Data::default().text()], ["a\n\"\"\n", "\"\"\n"]);
    }
}
