//! [`TableSpec`]: the identity, construction and check of a stored table.

use std::fmt;

use super::bfs_builder::BuildOptions;
use super::packed::PackedTable;
use super::row_space::RowSpace;
use crate::puzzle::Metric;

/// A table that is built once and kept in a file.
#[derive(Clone, Copy)]
pub struct TableSpec {
    /// Name of the table and of its file: at most 32 lowercase letters, digits and hyphens.
    pub name: &'static str,
    /// Version of the bytes. A file of another version is not used.
    pub version: u32,
    /// Content, in a few words.
    pub about: &'static str,
    /// Size in bytes.
    pub bytes: usize,
    /// Processor time of the construction in seconds, as measured once and rounded, for an estimate; 0 for less than one.
    pub build_seconds: u16,
    /// Builds the table. The bytes do not depend on the number of threads.
    pub build: fn(BuildOptions<'_>) -> Vec<u8>,
    /// Compares the distribution of the table with the known one.
    ///
    /// # Errors
    /// If they differ.
    pub check: fn(Vec<u8>) -> Result<(), Mismatch>,
}

impl fmt::Debug for TableSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TableSpec({} {}, {} bytes)", self.name, self.version, self.bytes)
    }
}

/// Error: the distribution of a table differs from the known one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("counts by distance are {computed:?}, known are {expected:?}")]
pub struct Mismatch {
    /// Counts by distance in the table.
    pub computed: Vec<u64>,
    /// Known counts by distance.
    pub expected: Vec<u64>,
}

impl Mismatch {
    /// Compares two distributions.
    ///
    /// # Errors
    /// If they differ.
    pub(crate) fn unless_equal(computed: &[u64], expected: &[u64]) -> Result<(), Self> {
        if computed == expected {
            Ok(())
        } else {
            Err(Self { computed: computed.to_vec(), expected: expected.to_vec() })
        }
    }
}

/// The same table in the half-turn and in the quarter-turn metric.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MetricTables {
    /// The table in the half-turn metric.
    pub(crate) htm: TableSpec,
    /// The table in the quarter-turn metric.
    pub(crate) qtm: TableSpec,
}

impl MetricTables {
    /// Returns the table in a metric.
    pub(crate) const fn get(&self, metric: Metric) -> &TableSpec {
        match metric {
            Metric::Htm => &self.htm,
            Metric::Qtm => &self.qtm,
        }
    }
}

/// A [`PackedTable`] over a space with known distributions. Arrays have an entry per metric: half turns, quarter turns.
pub(crate) trait PackedSpec<const BITS: usize> {
    /// See [`TableSpec::name`].
    const NAME: [&'static str; 2];
    /// See [`TableSpec::about`].
    const ABOUT: [&'static str; 2];
    /// See [`TableSpec::version`].
    const VERSION: u32 = 1;
    /// See [`TableSpec::build_seconds`].
    const BUILD_SECONDS: [u16; 2];
    /// The numbers of rows and columns of the space.
    const SHAPE: (usize, usize);
    /// The largest distance of code 0.
    const BASE: [u8; 2] = [0; 2];
    /// The largest distance with a code of its own.
    const MAX: [u8; 2] =
        [Self::BASE[0] + PackedTable::<BITS>::MAX_DISTANCE, Self::BASE[1] + PackedTable::<BITS>::MAX_DISTANCE];
    /// The number of states of each code, with its source.
    const DISTRIBUTION: [&'static [u64]; 2];

    /// Returns the space.
    fn space() -> impl RowSpace;
}

impl MetricTables {
    /// Returns the specifications of a packed table in both metrics.
    pub(crate) const fn packed<T: PackedSpec<BITS>, const BITS: usize>() -> Self {
        Self { htm: packed::<T, BITS, 0>(), qtm: packed::<T, BITS, 1>() }
    }
}

const fn packed<T: PackedSpec<BITS>, const BITS: usize, const METRIC: usize>() -> TableSpec {
    TableSpec {
        name: T::NAME[METRIC],
        version: T::VERSION,
        about: T::ABOUT[METRIC],
        bytes: PackedTable::<BITS>::size(T::SHAPE.0, T::SHAPE.1),
        build_seconds: T::BUILD_SECONDS[METRIC],
        build: |options| {
            let distances = (T::BASE[METRIC], T::MAX[METRIC]);
            PackedTable::<BITS>::new(&T::space(), Metric::ALL[METRIC], distances, options).into_bytes()
        },
        check: |bytes| {
            let table = PackedTable::<BITS>::from_bytes(bytes, T::SHAPE.1);
            Mismatch::unless_equal(&table.distribution(&T::space()), T::DISTRIBUTION[METRIC])
        },
    }
}
