//! [`Rendered`]: the rows of a trial as the exact lines of the tables. [`render`] makes them, with the row of `trials.csv`; rows are also
//! renumbered as those of another trial. No file is opened here: `open_tables` appends the lines, `tables` reads them.

use super::headers::TRIAL_TABLES;
use crate::plan::Trial;
use crate::record::{FailureRow, Row, TimingRow, TrialOutcome, TrialRow};
use crate::sweep::Sweep;
use crate::trial::{TrialError, TrialRecord};

/// The lines of one trial in each table, including line ends. A rare table may have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered([String; TRIAL_TABLES.len()]);

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
}

/// A trial that has run, as the rows that are appended to the tables.
#[derive(Debug)]
pub struct FinishedTrial {
    /// Its row of `trials.csv`.
    pub row: TrialRow,
    /// Its lines in the tables, that of `row` among them.
    pub rendered: Rendered,
    /// Its row of `timing.csv`.
    pub timing: TimingRow,
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

/// Returns the row of a trial for `trials.csv`, and all its rows as lines.
pub fn render(sweep: &Sweep, trial: &Trial, result: &Result<TrialRecord, TrialError>) -> (TrialRow, Rendered) {
    let row = trial_row(sweep, trial, result.as_ref().ok().map(|record| record.outcome.clone()));
    let line = row.line();
    let none = String::new;
    let lines = match result {
        Ok(TrialRecord { convergence, solution, front, operators, .. }) => {
            let solution = Row::lines(std::slice::from_ref(solution));
            [line, Row::lines(convergence), solution, Row::lines(front), none(), Row::lines(operators)]
        }
        Err(error) => {
            // A row is one line.
            let failure = FailureRow { trial: row.trial, reason: error.to_string().replace('\n', " ") };
            [line, none(), none(), none(), Row::lines(&[failure]), none()]
        }
    };
    (row, Rendered(lines))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renumbering_changes_every_line_or_none() {
        assert_eq!(renumbered("12,0,12,\"12,\"\n12,1,7\n", 12, 3).as_deref(), Some("3,0,12,\"12,\"\n3,1,7\n"));
        assert_eq!(renumbered("", 12, 3).as_deref(), Some(""));
        assert_eq!(renumbered("12,0\n2,1\n", 12, 3), None);
        assert_eq!(renumbered("120,0\n", 12, 3), None);
    }
}
