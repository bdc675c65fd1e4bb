//! [`Columns`]: the columns of a table, which are the fields of its rows in their order. `row!` declares a row, and gives its columns their
//! names, kinds, values and reading. Rows are read in `fields`; serde writes those of all tables but `trials.csv`, by
//! [`Row`](super::Row).

use std::borrow::Cow;
use std::sync::Arc;

use serde::Serializer;

/// The kind of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers.
    Count,
    /// Decimals.
    Real,
    /// Yes or no.
    Flag,
    /// Texts.
    Text,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// The kind of its values.
    pub kind: Kind,
}

/// A value of a column; `None` where the row has none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// A whole number.
    Count(Option<u64>),
    /// A decimal.
    Real(Option<f64>),
    /// Yes or no.
    Flag(Option<bool>),
    /// A text.
    Text(Option<&'a str>),
}

impl<'a> Value<'a> {
    /// Returns the field of `trials.csv`. Only a failed trial has no flags and no reason of its end: they are 0 and `failed`.
    pub(crate) fn field(self) -> Cow<'a, str> {
        match self {
            Self::Count(value) => value.map_or_else(Cow::default, |value| value.to_string().into()),
            Self::Real(value) => value.map_or_else(Cow::default, |value| value.to_string().into()),
            Self::Flag(value) => if value == Some(true) { "1" } else { "0" }.into(),
            Self::Text(value) => value.unwrap_or("failed").into(),
        }
    }
}

/// A row of a table, or a part of it: a column, or several.
pub trait Columns {
    /// Returns its columns. `name` is that of a single column; `of_sweep` are the names of those that depend on the sweep.
    fn columns(name: &str, of_sweep: &[String]) -> Vec<Column>;

    /// Calls a function with the value of each column.
    fn values<'a>(&'a self, see: &mut impl FnMut(Value<'a>));

    /// Calls a function with a missing value for each column. Those that depend on the sweep are never missing.
    fn missing<'a>(see: &mut impl FnMut(Value<'a>));

    /// Returns the value of the column at a place.
    fn value(&self, place: usize) -> Option<Value<'_>> {
        let (mut next, mut found) = (0, None);
        self.values(&mut |value| {
            if next == place {
                found = Some(value);
            }
            next += 1;
        });
        found
    }
}

/// Returns the columns of a table. `of_sweep` are the names of those that depend on the sweep: the factors in `trials.csv`, the columns of
/// observers in `convergence.csv`.
pub fn columns_of<T: Columns>(of_sweep: &[String]) -> Vec<Column> {
    T::columns("", of_sweep)
}

/// Declares a row of a table, whose fields are its columns; after `part`, that of `trials.csv` or a part of it.
macro_rules! row {
    ($(#[$meta:meta])* pub struct $Row:ident { $($(#[$about:meta])* pub $field:ident: $Type:ty,)+ }) => {
        $(#[$meta])*
        pub struct $Row {
            $($(#[$about])* pub $field: $Type,)+
        }

        row! { columns of $Row: $($field: $Type,)+ }
        row! { reading of $Row: $($field,)+ }
        row! { table of $Row }
    };
    (part $(#[$meta:meta])* pub struct $Row:ident { $($(#[$about:meta])* pub $field:ident: $Type:ty,)+ }) => {
        $(#[$meta])*
        pub struct $Row {
            $($(#[$about])* pub $field: $Type,)+
        }

        row! { columns of $Row: $($field: $Type,)+ }
        row! { reading of $Row: $($field,)+ }
    };
    (columns of $Row:ident: $($field:ident: $Type:ty,)+) => {
        impl $crate::columns::Columns for $Row {
            fn columns(_: &str, of_sweep: &[String]) -> Vec<$crate::columns::Column> {
                [$(<$Type as $crate::columns::Columns>::columns(stringify!($field), of_sweep)),+].concat()
            }

            fn values<'a>(&'a self, see: &mut impl FnMut($crate::columns::Value<'a>)) {
                $($crate::columns::Columns::values(&self.$field, see);)+
            }

            fn missing<'a>(see: &mut impl FnMut($crate::columns::Value<'a>)) {
                $(<$Type as $crate::columns::Columns>::missing(see);)+
            }
        }
    };
    // Not generic functions, so that they are compiled and optimized here.
    (table of $Row:ident) => {
        impl $crate::table::Row for $Row {
            fn lines(rows: &[Self]) -> String {
                $crate::table::lines(|writer| rows.iter().try_for_each(|row| writer.serialize(row)))
            }

            fn read_into(
                rows: &mut Vec<Self>,
                table: &mut $crate::reader::TableReader,
            ) -> Result<(), $crate::reader::TableError> {
                table.check_header::<Self>()?;
                while let Some(row) = table.next_row(0)? {
                    rows.push(row);
                }
                Ok(())
            }
        }
    };
    (reading of $Row:ident: $($field:ident,)+) => {
        impl $crate::fields::Read for $Row {
            fn read(fields: &mut $crate::fields::Fields<'_>) -> Option<Self> {
                Some(Self { $($field: $crate::fields::Read::read(fields)?,)+ })
            }
        }
    };
}
pub(crate) use row;

/// Implements [`Columns`] for the types of single columns.
macro_rules! single {
    ($($Type:ty: $Kind:ident, $value:expr;)+) => {$(
        impl Columns for $Type {
            fn columns(name: &str, _: &[String]) -> Vec<Column> {
                vec![Column { name: name.to_owned(), kind: Kind::$Kind }]
            }

            fn values<'a>(&'a self, see: &mut impl FnMut(Value<'a>)) {
                let value: fn(&'a Self) -> _ = $value;
                see(Value::$Kind(Some(value(self))));
            }

            fn missing<'a>(see: &mut impl FnMut(Value<'a>)) {
                see(Value::$Kind(None));
            }
        }
    )+};
}

single! {
    u64: Count, |value| *value;
    f64: Real, |value| *value;
    bool: Flag, |value| *value;
    String: Text, |text| text;
    Arc<str>: Text, |text| text;
}

impl<T: Columns> Columns for Option<T> {
    fn columns(name: &str, of_sweep: &[String]) -> Vec<Column> {
        T::columns(name, of_sweep)
    }

    fn values<'a>(&'a self, see: &mut impl FnMut(Value<'a>)) {
        match self {
            Some(part) => part.values(see),
            None => T::missing(see),
        }
    }

    fn missing<'a>(see: &mut impl FnMut(Value<'a>)) {
        T::missing(see);
    }
}

/// Implements [`Columns`] for the columns that the sweep names.
macro_rules! of_sweep {
    ($($Type:ty: $Kind:ident, $value:expr;)+) => {$(
        impl Columns for $Type {
            fn columns(_: &str, of_sweep: &[String]) -> Vec<Column> {
                of_sweep.iter().map(|name| Column { name: name.clone(), kind: Kind::$Kind }).collect()
            }

            fn values<'a>(&'a self, see: &mut impl FnMut(Value<'a>)) {
                self.iter().for_each(|value| see(Value::$Kind($value(value))));
            }

            fn missing<'a>(_: &mut impl FnMut(Value<'a>)) {}
        }
    )+};
}

of_sweep! {
    Arc<[String]>: Text, |level: &'a String| Some(level.as_str());
    Vec<Option<f64>>: Real, |value: &Option<f64>| *value;
}

/// Writes a flag as 1 or 0, for rows that serde writes.
pub(crate) fn serialize_flag<S: Serializer>(flag: &bool, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(u64::from(*flag))
}
