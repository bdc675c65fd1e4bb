//! The tables of a results folder: those with rows of trials, those that rows are appended to, those that exist only with rows, and the
//! header of each. Names of tables are in `record::file`.

use crate::record::{
    BaselineRow, BaselineTimingRow, Columns, ConvergenceRow, FailureRow, FrontRow, OperatorRow, SolutionRow, TimingRow,
    TrialRow, columns_of, file,
};
use crate::sweep::Sweep;
use evocube_rows::header_line;

/// The tables with rows of trials, in the order of their digests.
pub(super) const TRIAL_TABLES: [&str; 6] =
    [file::TRIALS, file::CONVERGENCE, file::SOLUTIONS, file::FRONTS, file::FAILURES, file::OPERATORS];

/// Returns the tables to which rows of trials are appended: those of [`TRIAL_TABLES`], and two more.
pub(super) fn appended_tables() -> impl Iterator<Item = &'static str> {
    TRIAL_TABLES.into_iter().chain([file::TIMING, file::DIGESTS])
}

/// Returns whether a table exists only if it has rows.
pub(super) fn is_rare(name: &str) -> bool {
    [file::FRONTS, file::OPERATORS, file::FAILURES].contains(&name)
}

/// Returns the header of a table of a sweep as a line: `trials.csv` has a column for each factor, and `convergence.csv` those of
/// the observers.
pub(super) fn header(name: &str, sweep: &Sweep) -> String {
    match name {
        file::TRIALS => header_of::<TrialRow>(sweep.factor_keys()),
        file::CONVERGENCE => header_of::<ConvergenceRow>(&sweep.log.observed_columns()),
        other => fixed_header(other),
    }
}

/// Returns the header of a table without columns of a sweep.
pub(super) fn fixed_header(name: &str) -> String {
    match name {
        file::TRIALS => header_of::<TrialRow>(&[]),
        file::CONVERGENCE => header_of::<ConvergenceRow>(&[]),
        file::DIGESTS => digest_header(),
        file::SOLUTIONS => header_of::<SolutionRow>(&[]),
        file::FRONTS => header_of::<FrontRow>(&[]),
        file::OPERATORS => header_of::<OperatorRow>(&[]),
        file::BASELINES => header_of::<BaselineRow>(&[]),
        file::TIMING => header_of::<TimingRow>(&[]),
        file::BASELINE_TIMING => header_of::<BaselineTimingRow>(&[]),
        file::FAILURES => header_of::<FailureRow>(&[]),
        other => unreachable!("{other} is no table of a sweep"),
    }
}

fn header_of<T: Columns>(of_sweep: &[String]) -> String {
    header_line(&columns_of::<T>(of_sweep))
}

/// Returns the header of `digests.csv`, a column for each table.
fn digest_header() -> String {
    let stems = TRIAL_TABLES.iter().map(|name| name.trim_end_matches(".csv"));
    format!("trial,{}\n", stems.collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_dictionary_has_every_column_of_every_table() {
        let page =
            std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/data-dictionary.md")).unwrap();
        let listed = |file: &str| -> Vec<&str> {
            let (_, section) = page.split_once(&format!("\n### {file}\n")).expect(file);
            let rows = section.split("\n#").next().unwrap().lines().filter(|line| line.starts_with("| `"));
            rows.flat_map(|row| row.split('|').nth(1).unwrap().split('`').skip(1).step_by(2)).collect()
        };
        let tables = TRIAL_TABLES.into_iter().chain([file::BASELINES, file::TIMING, file::BASELINE_TIMING]);
        for file in tables {
            assert_eq!(listed(file).join(","), fixed_header(file).trim_end(), "{file}");
        }
        assert_eq!(listed(file::DIGESTS).join(","), digest_header().trim_end());
    }

    #[test]
    fn columns_that_merged_tables_share_are_documented() {
        let guide =
            std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/data-dictionary.md")).unwrap();
        let rows = guide.lines().skip_while(|line| !line.starts_with("| left | right |")).skip(2);
        let quoted = |cell: &str| -> Vec<String> { cell.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
        let columns = |name: &str| -> Vec<String> { fixed_header(name).trim().split(',').map(str::to_owned).collect() };
        let mut left_of_trials = TRIAL_TABLES.len() - 1;
        for row in rows.take_while(|line| line.starts_with('|')) {
            let cells: Vec<&str> = row.split('|').collect();
            let [left, right] = [cells[1], cells[2]].map(|cell| columns(&quoted(cell)[0]));
            let mut documented = quoted(cells[3]);
            documented.extend(quoted(cells[4].split(':').next().unwrap()));
            let mut shared: Vec<String> = left.into_iter().filter(|column| right.contains(column)).collect();
            shared.sort();
            documented.sort();
            assert_eq!(shared, documented, "{row}");
            left_of_trials -=
                usize::from(row.starts_with("| `trials.csv`") && TRIAL_TABLES.contains(&&*quoted(cells[2])[0]));
        }
        assert_eq!(left_of_trials, 0, "every table with rows of trials can be merged with them");
    }

    #[test]
    fn digests_have_a_column_for_each_table() {
        assert_eq!(digest_header(), "trial,trials,convergence,solutions,fronts,failures,operators\n");
    }
}
