//! [`Rendered`]: the rows of a trial as the exact lines of the tables. Also its row and its score, the list of the tables that rows are
//! appended to, headers of tables, digests of rows, and rows renumbered as those of another trial. No file is opened here: `open_tables`
//! appends the lines, `tables` reads them.

use serde::Serialize;

use super::manifest::{OF_THE_PAGE, REPORT_KEYS};
use crate::plan::Trial;
use crate::record::{
    BaselineRow, BaselineTimingRow, Columns, ConvergenceRow, FailureRow, FrontRow, OperatorRow, Score, SolutionRow,
    TimingRow, TrialOutcome, TrialRow, columns_of, file,
};
use crate::shard::Shard;
use crate::sweep::Sweep;
use crate::trial::{TrialError, TrialRecord};

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
        texts[0] = line_of(row);
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
    let line = line_of(row);
    let none = String::new;
    Rendered(match result {
        Ok(TrialRecord { convergence, solution, front, operators, .. }) => {
            let solution = serialized(std::slice::from_ref(solution));
            [line, serialized(convergence), solution, serialized(front), none(), serialized(operators)]
        }
        Err(error) => {
            // A row is one line.
            let failure = FailureRow { trial: row.trial, reason: error.to_string().replace('\n', " ") };
            [line, none(), none(), none(), serialized(&[failure]), none()]
        }
    })
}

/// Returns the line of a row of `trials.csv`.
fn line_of(row: &TrialRow) -> String {
    lines(|writer| {
        let mut written = Ok(());
        row.values(&mut |value| {
            if written.is_ok() {
                written = writer.write_field(&*value.field());
            }
        });
        written.and_then(|()| writer.write_record(None::<&[u8]>))
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
    lines(|writer| writer.write_record(columns_of::<T>(of_sweep).iter().map(|column| &column.name)))
}

/// Renders rows as lines, without a header.
pub(super) fn serialized<T: Serialize>(rows: &[T]) -> String {
    lines(|writer| rows.iter().try_for_each(|row| writer.serialize(row)))
}

pub(super) fn lines(write: impl FnOnce(&mut csv::Writer<Vec<u8>>) -> csv::Result<()>) -> String {
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    write(&mut writer).expect("rows are written to memory");
    let bytes = writer.into_inner().expect("memory is always flushed");
    String::from_utf8(bytes).expect("fields are text")
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

    /// Checks that serde names the columns of a row as its header does.
    fn assert_columns<T: Serialize + Columns>(row: &T) {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.serialize(row).unwrap();
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        assert_eq!(text.split_inclusive('\n').next(), Some(&*header_of::<T>(&[])));
    }

    #[test]
    fn rows_of_serde_have_the_columns_of_their_tables() {
        let convergence = ConvergenceRow {
            trial: 1,
            generation: 2,
            evaluations: 10,
            best: 40,
            worst: 100,
            mean: 70.25,
            midrange: 70.0,
            std: 3.5,
            distinct: 9,
            children_better: 4,
            children_worse: 5,
            restarts: 6,
            observed: vec![Some(0.5), None, Some(-3.0)],
        };
        let line = serialized(std::slice::from_ref(&convergence));
        assert_eq!(line, "1,2,10,40,100,70.25,70.0,3.5,9,4,5,6,0.5,,-3.0\n");
        let text = header_of::<ConvergenceRow>(&["x.a", "x.b", "x.c"].map(str::to_owned)) + &line;
        let mut read = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
        assert_eq!(read.next().unwrap().ok(), Some(ConvergenceRow { observed: Vec::new(), ..convergence }));
        let solution = SolutionRow {
            trial: 1,
            instance: "a,b".into(),
            moves: "R U".into(),
            genes: "R [U, F]".into(),
            htm: 2,
            qtm: 2,
            penalty: 3,
            state: "U".into(),
        };
        assert_columns(&solution);
        assert_eq!(serialized(&[solution]), "1,\"a,b\",R U,\"R [U, F]\",2,2,3,U\n");
        let front = FrontRow { trial: 1, penalty: 3, htm: 2, qtm: 3, moves: "R2 U".into() };
        assert_columns(&front);
        let operator = OperatorRow {
            trial: 1,
            generation: 20,
            operator: "2-insert".into(),
            probability: Some(0.25),
            rate: None,
            individuals: None,
            uses: Some(9),
            successes: Some(2),
            gain: Some(30),
        };
        assert_columns(&operator);
        assert_eq!(serialized(&[operator]), "1,20,2-insert,0.25,,,9,2,30\n");
        let baseline = BaselineRow {
            instance: "a".into(),
            solver: "layers".into(),
            solved: true,
            htm: None,
            qtm: None,
            nodes: 3,
            moves: String::new(),
        };
        assert_columns(&baseline);
        assert_eq!(serialized(std::slice::from_ref(&baseline)), "a,layers,1,,,3,\n");
        let read = csv::StringRecord::from(vec!["a", "layers", "1", "", "", "3", ""]).deserialize(None);
        assert_eq!(read.ok(), Some(baseline));
        let timing =
            TimingRow { trial: 1, seconds: 0.5, evaluations_per_second: None, threads: 2, kernel: "scalar".into() };
        assert_columns(&timing);
        let timing = BaselineTimingRow { instance: "a".into(), solver: "layers".into(), seconds: 0.5, threads: 2 };
        assert_columns(&timing);
    }
}
