//! [`RecordedTexts`]: the tables of a folder as texts, with the lines of each trial and of its digests, to compare them with those of a
//! trial that runs again. Rows are read in `tables`.

use std::collections::BTreeMap;
use std::io::Read;
use std::ops::Range;
use std::path::Path;

use super::checksum::exists;
use super::digests::DigestKey;
use super::error::StoreError;
use super::headers::TRIAL_TABLES;
use super::manifest::Manifest;
use super::rows::Rendered;
use super::tables::failure;
use crate::record::file;
use crate::sweep::Sweep;
use evocube_rows::TableBytes;

/// Returns the number before the first comma of a line.
fn first_number(line: &[u8]) -> Option<u64> {
    std::str::from_utf8(line.split(|&byte| byte == b',').next()?).ok()?.parse().ok()
}

/// The lines of each trial in the text of a table.
type TrialLines = BTreeMap<u64, Range<usize>>;

/// The name and the text of each table with rows of trials, and of their digests.
pub(crate) struct RecordedTexts {
    tables: Vec<(&'static str, String, TrialLines)>,
    key: DigestKey,
}

impl RecordedTexts {
    /// Reads the tables of a folder with this manifest; a missing one is empty.
    pub(crate) fn read(folder: &Path, sweep: &Sweep, manifest: &Manifest) -> Result<Self, StoreError> {
        let key = DigestKey::new(sweep.to_table(), &manifest.version, manifest.shard);
        let read = |name: &'static str| {
            let path = folder.join(name);
            let mut text = String::new();
            if exists(&path)? {
                TableBytes::open(&path)
                    .and_then(|mut bytes| bytes.read_to_string(&mut text))
                    .map_err(failure(&path))?;
            }
            let mut ranges: BTreeMap<u64, Range<usize>> = BTreeMap::new();
            let mut start = 0;
            for line in text.split_inclusive('\n') {
                let end = start + line.len();
                if let Some(trial) = first_number(line.as_bytes()) {
                    ranges.entry(trial).and_modify(|range| range.end = end).or_insert(start..end);
                }
                start = end;
            }
            Ok((name, text, ranges))
        };
        let tables = TRIAL_TABLES.into_iter().chain([file::DIGESTS]).map(read).collect::<Result<_, _>>()?;
        Ok(Self { tables, key })
    }

    /// Returns the lines of a trial in each table, in the order of the tables, and the line of its digests; empty if there are none.
    pub(crate) fn lines(&self, trial: u64) -> impl Iterator<Item = (&'static str, &str)> {
        self.tables
            .iter()
            .map(move |(name, text, ranges)| (*name, ranges.get(&trial).map_or("", |range| &text[range.clone()])))
    }

    /// Returns the line of the digests of these rows of a trial.
    pub(crate) fn digests(&self, trial: u64, rows: &Rendered) -> String {
        rows.digests(self.key, trial)
    }
}
