//! Lists of the names of files that evocube writes into a results folder, by which foreign files are told apart. Names of single tables are
//! in `record::file`.

use crate::record::file;

/// Returns the tables and the pages that evocube writes into a results folder.
pub(super) fn written_names() -> impl Iterator<Item = &'static str> {
    let report = ["report.html", "summary.md", "effects.csv", "comparisons.csv"];
    file::RESULTS.into_iter().chain(file::WALL_CLOCK).chain([file::DIGESTS]).chain(report)
}

/// The folder of rows that are kept until an extension, or a run after damage, has ended.
pub(super) const EARLIER: &str = ".earlier";

/// The folder of the figures.
pub(super) const PLOTS: &str = "plots";

/// Returns whether a manifest may list a file of this name within the folder: a table, a page or a figure.
pub(super) fn is_known(name: &str) -> bool {
    written_names().any(|other| other == name)
        || name.strip_prefix(PLOTS).and_then(|name| name.strip_prefix('/')).is_some_and(is_figure)
}

fn is_figure(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    name.rsplit_once('.').is_some_and(|(stem, extension)| {
        ["svg", "csv"].contains(&extension) && !stem.is_empty() && stem.chars().all(plain)
    })
}

/// Returns whether a file of this name is written whole into a results folder.
pub(super) fn is_whole(name: &str) -> bool {
    [file::MANIFEST, file::BASELINES, file::BASELINE_TIMING, file::DIGESTS, file::ATTRIBUTES].contains(&name)
}

/// Returns whether a file is a table of results; the data of figures are not.
pub(super) fn is_table(name: &str) -> bool {
    name.ends_with(".csv") && !name.contains('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_may_list_tables_pages_and_figures_alone() {
        for name in ["trials.csv", "report.html", "plots/1-main-box.svg", "plots/budgets.csv"] {
            assert!(is_known(name), "{name}");
        }
        for name in ["other.csv", "plots/", "plots/a", "plots/.svg", "plots/a.png", "plots/A.svg", "plots/../a.svg"] {
            assert!(!is_known(name), "{name}");
        }
    }
}
