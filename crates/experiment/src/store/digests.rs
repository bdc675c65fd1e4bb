//! The digests of the rows of a trial, for `digests.csv`, and their [`DigestKey`]. They are compared in `trial_index`. Digests of whole
//! files are made in `checksum`.

use super::manifest::{OF_THE_PAGE, REPORT_KEYS};
use super::rows::Rendered;
use crate::shard::Shard;

/// The key of a folder's digests: the sweep, its shard and the version of evocube. Rows of another folder thus have other digests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DigestKey([u8; 32]);

impl DigestKey {
    /// Returns the key, given the table of the resolved sweep.
    pub(super) fn new(mut table: toml::Table, version: &str, shard: Option<Shard>) -> Self {
        // These keys may be changed at any time.
        OF_THE_PAGE.iter().for_each(|key| drop(table.remove(*key)));
        for stage in table.get_mut("stage").and_then(toml::Value::as_array_mut).into_iter().flatten() {
            stage.as_table_mut().into_iter().for_each(|stage| stage.retain(|key, _| !REPORT_KEYS.contains(&key)));
        }
        let mut hasher = blake3::Hasher::new_derive_key("evocube rows of trials");
        let shard = shard.map_or(String::new(), |shard| shard.to_string());
        hasher.update(format!("{version}\n{shard}\n").as_bytes());
        hasher.update(toml::to_string(&table).expect("a table prints").as_bytes());
        Self(*hasher.finalize().as_bytes())
    }
}

impl Rendered {
    /// Returns the line of the trial in `digests.csv`: 64 bits of keyed BLAKE3 for each table, nothing where it has no rows.
    pub(super) fn digests(&self, key: DigestKey, trial: u64) -> String {
        let digest = |text: &str| match text {
            "" => String::new(),
            text => blake3::keyed_hash(&key.0, text.as_bytes()).to_hex()[..16].to_owned(),
        };
        format!("{trial},{}\n", self.tables().map(|(_, text)| digest(text)).collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_have_a_column_for_each_table_and_depend_on_the_key() {
        let rendered = Rendered::from_texts(["1,a\n", "", "", "", "1,why\n", ""].map(str::to_owned).into());
        let [line, other] = [7, 8].map(|byte| rendered.digests(DigestKey([byte; 32]), 1));
        let lengths: Vec<usize> = line.trim_end().split(',').map(str::len).collect();
        assert_eq!(lengths, [1, 16, 0, 0, 0, 16, 0], "{line}");
        assert_ne!(line, other);
    }
}
