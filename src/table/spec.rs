//! [`TableSpec`]: what a stored table is, how it is built and how it is checked.

use std::fmt;

use super::crumbs::Crumbs;
use super::nibbles::{Build, Nibbles};
use super::rows::RowSpace;

/// A table that is built once and kept in a file.
#[derive(Clone, Copy)]
pub struct TableSpec {
    /// Its name, also of its file: at most 32 small letters, digits and hyphens.
    pub name: &'static str,
    /// Raised whenever the bytes change, so that an older file is not taken for this one.
    pub version: u32,
    /// What it holds, in a few words.
    pub about: &'static str,
    /// Its size.
    pub bytes: usize,
    /// Builds it: the same bytes for every number of threads.
    pub build: fn(Build<'_>) -> Vec<u8>,
    /// Recomputes what is known of the table and compares.
    ///
    /// # Errors
    /// If the table is not what it should be.
    pub check: fn(Vec<u8>) -> Result<(), Mismatch>,
}

impl fmt::Debug for TableSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TableSpec({} {}, {} bytes)", self.name, self.version, self.bytes)
    }
}

/// A table's distribution is not the known one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("counts by distance are {found:?}, known are {known:?}")]
pub struct Mismatch {
    /// How many there are at each distance in the table.
    pub found: Vec<u64>,
    /// How many there must be.
    pub known: Vec<u64>,
}

impl Mismatch {
    /// Compares two distributions.
    ///
    /// # Errors
    /// If they differ.
    pub fn unless_equal(found: &[u64], known: &[u64]) -> Result<(), Self> {
        if found == known { Ok(()) } else { Err(Self { found: found.to_vec(), known: known.to_vec() }) }
    }
}

/// A table of [`Nibbles`] over a space with a known distribution.
pub trait DistanceTable {
    /// See [`TableSpec::name`].
    const NAME: &'static str;
    /// See [`TableSpec::about`].
    const ABOUT: &'static str;
    /// How many rows and columns the space has.
    const ROWS_AND_COLUMNS: (usize, usize);
    /// Farther distances are not told apart.
    const FARTHEST: u8 = Nibbles::FARTHEST;
    /// How many states are at each distance, and who says so.
    const DISTRIBUTION: &'static [u64];

    /// The space.
    fn space() -> impl RowSpace;
}

/// A table of [`Crumbs`] over a space with a known distribution.
pub trait CrumbTable {
    /// See [`TableSpec::name`].
    const NAME: &'static str;
    /// See [`TableSpec::about`].
    const ABOUT: &'static str;
    /// How many rows and columns the space has.
    const ROWS_AND_COLUMNS: (usize, usize);
    /// What counts as near.
    const NEAR: u8;
    /// How many states are near, at the next distance, at the one after that, and farther, and who says so.
    const DISTRIBUTION: [u64; 4];

    /// The space.
    fn space() -> impl RowSpace;
}

impl TableSpec {
    /// The specification of a table of crumbs, of this version.
    #[must_use]
    pub const fn crumbs<T: CrumbTable>(version: u32) -> Self {
        Self {
            name: T::NAME,
            version,
            about: T::ABOUT,
            bytes: Crumbs::size(T::ROWS_AND_COLUMNS.0, T::ROWS_AND_COLUMNS.1),
            build: |build| Crumbs::new(&T::space(), T::NEAR, build).into_bytes(),
            check: |bytes| {
                let table = Crumbs::from_bytes(bytes, T::ROWS_AND_COLUMNS.1);
                Mismatch::unless_equal(&table.distribution(&T::space()), &T::DISTRIBUTION)
            },
        }
    }

    /// The specification of a table of distances.
    #[must_use]
    pub const fn distances<T: DistanceTable>() -> Self {
        Self {
            name: T::NAME,
            version: 1,
            about: T::ABOUT,
            bytes: Nibbles::size(T::ROWS_AND_COLUMNS.0, T::ROWS_AND_COLUMNS.1),
            build: |build| Nibbles::new(&T::space(), T::FARTHEST, build).into_bytes(),
            check: |bytes| {
                let table = Nibbles::from_bytes(bytes, T::ROWS_AND_COLUMNS.1);
                Mismatch::unless_equal(&table.distribution(&T::space()), T::DISTRIBUTION)
            },
        }
    }
}
