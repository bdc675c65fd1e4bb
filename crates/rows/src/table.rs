//! Rows as lines of CSV: [`Row`] makes lines and is read from a table. Which columns a row has is declared in `rows` and `convergence`.
//! Also the rows of `trials.csv`, and those of some trials; `reader` reads a file row by row.

use std::collections::HashSet;

use super::columns::{Column, Columns};
use super::reader::{TableError, TableReader};
use super::rows::{SolutionRow, TrialRow};

/// A row of a table that serde writes: each but `trials.csv`.
pub trait Row: Columns + Sized {
    /// Returns rows as lines, without a header.
    fn lines(rows: &[Self]) -> String;

    /// Appends the rows of a table, up to the first that is malformed.
    ///
    /// # Errors
    /// If the table cannot be read, or a row is malformed.
    fn read_into(rows: &mut Vec<Self>, table: &mut TableReader) -> Result<(), TableError>;
}

impl TrialRow {
    /// Reads a row from its line; `None` if it is malformed.
    pub fn of_line(line: &str, factors: usize) -> Option<Self> {
        TableReader::new(line.as_bytes()).next_row(factors).ok()?
    }

    /// Returns the line of the row.
    pub fn line(&self) -> String {
        lines(|writer| {
            let mut written = Ok(());
            self.values(&mut |value| {
                if written.is_ok() {
                    written = writer.write_field(&*value.field());
                }
            });
            written.and_then(|()| writer.write_record(None::<&[u8]>))
        })
    }
}

/// A lazy iterator over the rows of `trials.csv`. They share their texts.
#[derive(Debug)]
pub struct TrialRows {
    table: TableReader,
    factors: usize,
}

impl TrialRows {
    /// Reads a table of a sweep with this number of factors.
    pub fn new(table: TableReader, factors: usize) -> Self {
        Self { table, factors }
    }

    /// Reads all rows. `capacity` is their expected number.
    ///
    /// # Errors
    /// If the table cannot be read, or a row is malformed.
    pub fn all(self, capacity: usize) -> Result<Vec<TrialRow>, TableError> {
        let mut rows = Vec::with_capacity(capacity);
        for row in self {
            rows.push(row?);
        }
        Ok(rows)
    }
}

impl Iterator for TrialRows {
    type Item = Result<TrialRow, TableError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.table.read() {
            Ok(false) => None,
            Ok(true) => Some(self.table.row(self.factors).map_err(|_| self.table.malformed("not a row of trials"))),
            Err(error) => Some(Err(error)),
        }
    }
}

impl SolutionRow {
    /// Reads the rows of these trials.
    ///
    /// # Errors
    /// If the table cannot be read, or a row is malformed.
    pub fn of_trials(mut table: TableReader, trials: &HashSet<u64>) -> Result<Vec<Self>, TableError> {
        let mut rows = Vec::with_capacity(trials.len());
        while table.read()? {
            let trial = table.first().and_then(|trial| trial.parse().ok());
            let wrong = || table.malformed("the number of a trial is expected first");
            if trials.contains(&trial.ok_or_else(wrong)?) {
                rows.push(table.row(0).map_err(|message| table.malformed(message))?);
            }
        }
        Ok(rows)
    }
}

/// Returns the header of a table as a line.
pub fn header_line(columns: &[Column]) -> String {
    lines(|writer| writer.write_record(columns.iter().map(|column| &column.name)))
}

pub(crate) fn lines(write: impl FnOnce(&mut csv::Writer<Vec<u8>>) -> csv::Result<()>) -> String {
    // Most texts are a header or one row. The buffer is filled with zeros first.
    let mut writer = csv::WriterBuilder::new().has_headers(false).buffer_capacity(512).from_writer(Vec::new());
    write(&mut writer).expect("rows are written to memory");
    let bytes = writer.into_inner().expect("memory is always flushed");
    String::from_utf8(bytes).expect("fields are text")
}

#[cfg(test)]
mod tests {
    use serde::Serialize;

    use super::*;
    use crate::{
        BaselineRow, BaselineTimingRow, ConvergenceRow, FrontRow, OperatorRow, SolutionRow, TimingRow, columns_of,
    };

    /// Checks that serde names the columns of a row as its header does.
    fn assert_columns<T: Serialize + Columns>(row: &T) {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.serialize(row).unwrap();
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        assert_eq!(text.split_inclusive('\n').next(), Some(&*header_line(&columns_of::<T>(&[]))));
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
        let line = Row::lines(std::slice::from_ref(&convergence));
        assert_eq!(line, "1,2,10,40,100,70.25,70.0,3.5,9,4,5,6,0.5,,-3.0\n");
        let text = header_line(&columns_of::<ConvergenceRow>(&["x.a", "x.b", "x.c"].map(str::to_owned))) + &line;
        let mut table = TableReader::new(text.as_bytes());
        assert!(table.read().unwrap());
        assert_eq!(table.next_row(0).unwrap(), Some(convergence));
        assert_eq!(table.next_row::<ConvergenceRow>(0).unwrap(), None);
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
        assert_eq!(Row::lines(&[solution]), "1,\"a,b\",R U,\"R [U, F]\",2,2,3,U\n");
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
        assert_eq!(Row::lines(&[operator]), "1,20,2-insert,0.25,,,9,2,30\n");
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
        assert_eq!(Row::lines(std::slice::from_ref(&baseline)), "a,layers,1,,,3,\n");
        assert_eq!(TableReader::new(&b"a,layers,1,,,3,"[..]).next_row(0).unwrap(), Some(baseline));
        let mut wrong = TableReader::new(&b"instance,solved,solver,htm,qtm,nodes,moves"[..]);
        assert!(wrong.read().unwrap());
        let error = wrong.check_header::<BaselineRow>();
        assert!(
            matches!(error, Err(TableError::Row(1, message)) if message == "column 2: \"solved\" instead of \"solver\"")
        );
        let timing =
            TimingRow { trial: 1, seconds: 0.5, evaluations_per_second: None, threads: 2, kernel: "scalar".into() };
        assert_columns(&timing);
        let timing = BaselineTimingRow { instance: "a".into(), solver: "layers".into(), seconds: 0.5, threads: 2 };
        assert_columns(&timing);
    }
}
