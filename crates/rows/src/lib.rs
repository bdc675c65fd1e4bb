//! The rows of the tables of a results folder, the columns of these tables, and the reading and writing of rows as CSV. Also what takes time
//! in proportion to rows: the standings of trials, series over their logs, and the tables of figures. It is a crate of its own since this
//! is done for every trial: it is optimized, and `evocube-experiment` and `evocube-report`, which have all else on results, are not.
//!
//! ```
//! use evocube_rows::{FailureRow, Row, columns_of};
//! let row = FailureRow { trial: 3, reason: "no memory, or none left".to_owned() };
//! assert_eq!(FailureRow::lines(&[row]), "3,\"no memory, or none left\"\n");
//! assert_eq!(columns_of::<FailureRow>(&[])[1].name, "reason");
//! ```

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod columns;
mod convergence;
mod data;
mod fields;
mod json;
mod reader;
mod rows;
mod standing;
mod step_series;
mod table;

pub use columns::{Column, Columns, Kind, Value, columns_of};
pub use convergence::{ConvergenceRow, is_logged, is_on_grid, next_on_grid};
pub use data::{Data, Field, FieldValue};
pub use json::{json_of_trials, object, rounded, within_script};
pub use reader::{MAX_LINE_BYTES, TableBytes, TableError, TableReader};
pub use rows::{
    BaselineRow, BaselineTimingRow, FailureRow, FrontRow, OperatorRow, SolutionRow, TimingRow, TrialOutcome, TrialRow,
};
pub use standing::{Standing, trial_shares, win_shares};
pub use step_series::{LoggedQuantity, SeriesStep, StepSeries};
pub use table::{Row, TrialRows, header_line};
