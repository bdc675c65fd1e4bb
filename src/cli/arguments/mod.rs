//! Arguments that several commands share, and the values that they are read into. Also, in `sweep`, the notes on a sweep and words quoted
//! for a shell. Arguments of one command are in its file or folder.

mod budget;
mod checkpoint;
pub(super) mod choice;
mod execution;
pub(super) mod goal;
mod input_text;
mod instance;
mod invalid_value;
pub(super) mod results;
pub(super) mod shard;
mod solver;
mod solver_choice;
pub(super) mod sweep;

pub(super) use budget::{BudgetArgs, read_time};
pub(super) use checkpoint::CheckpointArgs;
pub(super) use execution::{ExecutionArgs, read_threads};
pub(super) use input_text::{InputLines, InputText};
pub(super) use instance::{InstanceArgs, ReadingArgs, parse_puzzle};
pub(super) use invalid_value::InvalidValue;
pub(super) use solver::{SolverArgs, default_tables, unit};
pub(super) use solver_choice::SolverChoice;
pub(super) use sweep::{DisplayArgs, SweepArgs, SweepInput, print_notes, quoted, shell_word};
