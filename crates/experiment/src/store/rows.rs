//! [`Rendered`]: the rows of a trial as the exact lines of the tables. Also its row and its score, the list of the tables that rows are
//! appended to, headers of tables, digests of rows, and rows renumbered as those of another trial. No file is opened here: `open_tables`
//! appends the lines, `tables` reads them.

use super::manifest::{OF_THE_PAGE, REPORT_KEYS};
use crate::plan::Trial;
use crate::record::{
    BaselineRow, BaselineTimingRow, Columns, ConvergenceRow, FailureRow, FrontRow, OperatorRow, Row, Score,
    SolutionRow, TimingRow, TrialOutcome, TrialRow, columns_of, file,
};
use crate::shard::Shard;
use crate::sweep::Sweep;
use crate::trial::{TrialError, TrialRecord};
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

/// The lines of one trial in each table, including line ends. A rare table may have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered([String; TRIAL_TABLES.len()]);

/// The key of a folder's digests: the sweep, its shard and the version of evocube. Rows of another folder thus have other digests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DigestKey([u8; 32]);

impl DigestKey {
    pub(super) fn new(sweep: &Sweep, version: &str, shard: Option<Shard>) -> Self {
        let mut table = sweep.to_table();
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

    /// Returns the header of `digests.csv`, a column for each table.
    pub(super) fn header() -> String {
        let stems = TRIAL_TABLES.iter().map(|name| name.trim_end_matches(".csv"));
        format!("trial,{}\n", stems.collect::<Vec<_>>().join(","))
    }
}

impl Rendered {
    /// Returns the name and the text of each table.
    pub(crate) fn tables(&self) -> impl Iterator<Item = (&'static str, &str)> {
        TRIAL_TABLES.into_iter().zip(self.0.iter().map(String::as_str))
    }

    /// Returns the lines in a table; empty if there are none.
    pub fn lines(&self, table: &str) -> &str {
        self.tables().find(|(name, _)| *name == table).map_or("", |(_, text)| text)
    }

    /// Returns a trial from its texts in the order of [`TRIAL_TABLES`].
    pub(super) fn from_texts(texts: Vec<String>) -> Self {
        Self(texts.try_into().expect("a text for each table"))
    }

    /// Returns the rows with the number and the columns of another trial, given its row of `trials.csv`; `None` if they are not
    /// the rows of trial `recorded`.
    pub(super) fn renumbered(&self, recorded: u64, row: &TrialRow) -> Option<Self> {
        let texts = self.0.iter().map(|text| renumbered(text, recorded, row.trial));
        let mut texts = texts.collect::<Option<Vec<String>>>()?;
        texts[0] = row.line();
        Some(Self::from_texts(texts))
    }

    /// Returns the line of the trial in `digests.csv`: 64 bits of keyed BLAKE3 for each table, nothing where it has no rows.
    pub(super) fn digests(&self, key: DigestKey, trial: u64) -> String {
        let digest = |text: &String| match text.as_str() {
            "" => String::new(),
            text => blake3::keyed_hash(&key.0, text.as_bytes()).to_hex()[..16].to_owned(),
        };
        format!("{trial},{}\n", self.0.each_ref().map(digest).join(","))
    }
}

/// Returns the score of a trial with the steps of its log, which is empty in a stage whose selection does not depend on them.
pub(super) fn score(row: &TrialRow, log: &str) -> Score {
    // These columns are numbers, before those that may be quoted.
    let step = |line: &str| {
        let mut fields = line.split(',').skip(2).map(str::parse);
        Some((fields.next()?.ok()?, fields.next()?.ok()?))
    };
    Score::new(row).with_steps(log.lines().filter_map(step))
}

/// Returns the row of a trial for `trials.csv`.
pub fn trial_row(sweep: &Sweep, trial: &Trial, outcome: Option<TrialOutcome>) -> TrialRow {
    let stage = &sweep.stages[trial.stage];
    let texts = stage.texts_of(trial.point);
    let level_of = |key: &String| {
        let position = stage.factors.iter().position(|factor| factor.key == *key);
        position.and_then(|position| texts[position].as_deref()).unwrap_or_default().to_owned()
    };
    TrialRow {
        trial: trial.id,
        stage: stage.name.as_str().into(),
        point: trial.point as u64 + 1,
        levels: sweep.factor_keys().iter().map(level_of).collect(),
        instance: trial.instance_of(sweep).name.as_str().into(),
        repetition: trial.repetition,
        seed: trial.seed,
        outcome,
    }
}

/// Replaces the trial number `recorded` at the beginning of every line; `None` if a line begins with another number.
pub(super) fn renumbered(lines: &str, recorded: u64, trial: u64) -> Option<String> {
    let (prefix, replacement) = (format!("{recorded},"), format!("{trial},"));
    lines.split_inclusive('\n').map(|line| Some(replacement.clone() + line.strip_prefix(&prefix)?)).collect()
}

/// Renders the rows of a trial; `row` is that of its result.
pub fn render(row: &TrialRow, result: &Result<TrialRecord, TrialError>) -> Rendered {
    let line = row.line();
    let none = String::new;
    Rendered(match result {
        Ok(TrialRecord { convergence, solution, front, operators, .. }) => {
            let solution = Row::lines(std::slice::from_ref(solution));
            [line, Row::lines(convergence), solution, Row::lines(front), none(), Row::lines(operators)]
        }
        Err(error) => {
            // A row is one line.
            let failure = FailureRow { trial: row.trial, reason: error.to_string().replace('\n', " ") };
            [line, none(), none(), none(), Row::lines(&[failure]), none()]
        }
    })
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
        file::DIGESTS => DigestKey::header(),
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
        assert_eq!(listed(file::DIGESTS).join(","), DigestKey::header().trim_end());
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
    fn digests_have_a_column_for_each_table_and_depend_on_the_key() {
        let rendered = Rendered::from_texts(["1,a\n", "", "", "", "1,why\n", ""].map(str::to_owned).into());
        let [line, other] = [7, 8].map(|byte| rendered.digests(DigestKey([byte; 32]), 1));
        let lengths: Vec<usize> = line.trim_end().split(',').map(str::len).collect();
        assert_eq!(lengths, [1, 16, 0, 0, 0, 16, 0], "{line}");
        assert_ne!(line, other);
        assert_eq!(DigestKey::header(), "trial,trials,convergence,solutions,fronts,failures,operators\n");
    }

    #[test]
    fn renumbering_changes_every_line_or_none() {
        assert_eq!(renumbered("12,0,12,\"12,\"\n12,1,7\n", 12, 3).as_deref(), Some("3,0,12,\"12,\"\n3,1,7\n"));
        assert_eq!(renumbered("", 12, 3).as_deref(), Some(""));
        assert_eq!(renumbered("12,0\n2,1\n", 12, 3), None);
        assert_eq!(renumbered("120,0\n", 12, 3), None);
    }
}
