//! [`ProgramBlock`]: trials of one program.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Trials of a folder that one program made. Programs of equal identity and components compute equal rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramBlock {
    /// Digest of the sources that determine rows, and of the versions of their dependencies: 16 hexadecimal digits.
    pub identity: String,
    /// Number of trials; `None` for the rest of the folder's trials.
    pub trials: Option<u64>,
    /// Versions of the registered components that the sweep names, by kind and name, as in `objective pairs`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub components: BTreeMap<String, String>,
}
