//! Names of the files that evocube writes into a results folder.

use crate::record::file;

/// Files that evocube writes into a results folder, beside the manifest and the figures.
pub(super) const KNOWN: [&str; 14] = [
    file::TRIALS,
    file::CONVERGENCE,
    file::SOLUTIONS,
    file::FRONTS,
    file::OPERATORS,
    file::BASELINES,
    file::TIMING,
    file::BASELINE_TIMING,
    file::FAILURES,
    file::DIGESTS,
    "report.html",
    "summary.md",
    "effects.csv",
    "comparisons.csv",
];
/// The folder of the figures.
pub(super) const PLOTS: &str = "plots";

/// Returns whether a manifest may list a file of this name within the folder: a table, a page or a figure.
pub(super) fn is_known(name: &str) -> bool {
    KNOWN.contains(&name) || name.strip_prefix(PLOTS).and_then(|name| name.strip_prefix('/')).is_some_and(is_figure)
}

fn is_figure(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    name.rsplit_once('.').is_some_and(|(stem, extension)| {
        ["svg", "csv"].contains(&extension) && !stem.is_empty() && stem.chars().all(plain)
    })
}

/// Returns whether a file of this name is written whole into a results folder.
pub(super) fn is_whole(name: &str) -> bool {
    [file::MANIFEST, file::BASELINES, file::BASELINE_TIMING, file::DIGESTS].contains(&name)
}
