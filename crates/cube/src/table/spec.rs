//! [`TableSpec`]: the identity, the construction and the check of a stored table. [`BuildOptions`] are those of every construction. The
//! file is read and written by `cache`; all tables are listed in `search::tables`.

use std::fmt;
use std::num::NonZeroUsize;

use crate::puzzle::Metric;
use crate::solver::Cancelled;

/// A table that is built once and kept in a file.
#[derive(Clone, Copy)]
pub struct TableSpec {
    /// Name of the table and of its file: at most 32 lowercase letters, digits and hyphens.
    pub name: &'static str,
    /// Version of the bytes. A file of another version is not used.
    pub version: u32,
    /// Content, in a few words.
    pub about: &'static str,
    /// The metric of its distances.
    pub metric: Metric,
    /// Size in bytes.
    pub bytes: usize,
    /// Processor time of the construction in seconds, as measured once and rounded, for an estimate; 0 for less than one.
    pub build_seconds: u16,
    /// Builds the table in its metric. The bytes do not depend on the number of threads.
    ///
    /// # Errors
    /// That of a [step](BuildOptions::step).
    pub build: fn(Metric, BuildOptions<'_>) -> Result<Vec<u8>, Cancelled>,
    /// Compares the distribution of a table with the known one, if its digest is not known; files of other digests are not read.
    ///
    /// # Errors
    /// If they differ.
    pub check: fn(Metric, Vec<u8>) -> Result<(), Mismatch>,
}

impl TableSpec {
    /// Returns the tables of a kind in both metrics, half turns first.
    pub(crate) const fn both_metrics(
        version: u32,
        name: [&'static str; 2],
        about: [&'static str; 2],
        build_seconds: [u16; 2],
        bytes: usize,
        build: fn(Metric, BuildOptions<'_>) -> Result<Vec<u8>, Cancelled>,
    ) -> [Self; 2] {
        let (metric, check): (_, fn(_, _) -> _) = (Metric::Htm, |_, _| Ok(()));
        let htm = Self {
            name: name[0],
            version,
            about: about[0],
            metric,
            bytes,
            build_seconds: build_seconds[0],
            build,
            check,
        };
        [htm, Self { name: name[1], about: about[1], metric: Metric::Qtm, build_seconds: build_seconds[1], ..htm }]
    }
}

impl fmt::Debug for TableSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TableSpec({} {}, {} bytes)", self.name, self.version, self.bytes)
    }
}

/// Options of the construction of a table.
#[derive(Clone, Copy)]
pub struct BuildOptions<'a> {
    /// Number of threads. The bytes of the table do not depend on it.
    pub threads: NonZeroUsize,
    /// Receives the number of finished entries and the number of all entries, from several threads, several times a second.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
    /// Called by each thread, several times a second. An error ends the construction.
    pub step: &'a (dyn Fn() -> Result<(), Cancelled> + Sync),
}

impl BuildOptions<'_> {
    /// One thread, no progress.
    pub(crate) const SEQUENTIAL: BuildOptions<'static> =
        BuildOptions { threads: NonZeroUsize::MIN, progress: &|_, _| (), step: &|| Ok(()) };

    /// Returns these options with one thread and no progress, for a small table.
    pub(crate) const fn sequential(self) -> Self {
        Self { step: self.step, ..Self::SEQUENTIAL }
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
