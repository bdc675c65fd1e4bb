//! [`read`]: the shard of a sweep that an argument names, or the variables of a job scheduler. Other programs, such as Python, call it as
//! `evocube::read_shard`. The trials of a shard are chosen in `experiment::shard`.

use std::env;

use evocube::experiment::shard::{Shard, ShardError};

/// Parses `I/N`, `env` (both numbers from the variables of a scheduler), or `env/N` (I from the first known scheduler whose
/// index is set).
///
/// # Errors
/// If the text has another form, a variable is missing or no number, or the numbers are those of no shard.
pub fn read(text: &str) -> Result<Shard, NoShard> {
    read_with(text, |name| env::var(name).ok())
}

/// Error: a text, or the variables of a scheduler, give no shard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)] // the fields are the names and values of variables
pub enum NoShard {
    /// There is no such shard.
    #[error("{0}")]
    Written(ShardError),
    /// The text begins with `env`, but is neither it nor `env/N`.
    #[error("expected env or env/N")]
    Form,
    /// A variable is no number.
    #[error("{name} is {value:?}, expected a number")]
    NoNumber { name: &'static str, value: String },
    /// No scheduler has set its variables.
    #[error("none of {} is set", SCHEDULERS.map(|scheduler| scheduler.index).join(", "))]
    NoScheduler,
    /// The first task of the array has another number than 1.
    #[error("the array begins at {first}: begin it at 1, or write --shard I/N")]
    Beginning { first: String },
    /// The variable with the number of tasks is missing.
    #[error("{name} is not set: write --shard env/N or I/N")]
    NoCount { name: &'static str },
    /// The scheduler has no variable with the number of tasks.
    #[error("beside {name}, no variable has the number of shards: write --shard env/N")]
    NoVariable { name: &'static str },
    /// A number that begins at 0 names no shard.
    #[error("{error} ({name} is {index}, and begins at 0)")]
    FromZero { error: ShardError, name: &'static str, index: usize },
}

/// The variables in which a scheduler numbers the tasks of a job.
struct Scheduler {
    /// The number of this task.
    index: &'static str,
    /// The number of the first task.
    first: usize,
    /// The number of tasks.
    count: Option<&'static str>,
    /// The value of `index` in jobs whose tasks are not numbered.
    unnumbered: Option<&'static str>,
}

const fn numbers(index: &'static str, first: usize, count: Option<&'static str>) -> Scheduler {
    Scheduler { index, first, count, unnumbered: None }
}

/// Arrays come before ranks of MPI, since each task of an array may be a program of several ranks.
const SCHEDULERS: [Scheduler; 14] = [
    numbers("SLURM_ARRAY_TASK_ID", 1, Some("SLURM_ARRAY_TASK_COUNT")),
    numbers("PBS_ARRAY_INDEX", 1, None),
    Scheduler { unnumbered: Some("undefined"), ..numbers("SGE_TASK_ID", 1, None) },
    Scheduler { unnumbered: Some("0"), ..numbers("LSB_JOBINDEX", 1, None) },
    numbers("PARALLEL_SEQ", 1, None),
    numbers("JOB_COMPLETION_INDEX", 0, None),
    numbers("AWS_BATCH_JOB_ARRAY_INDEX", 0, Some("AWS_BATCH_JOB_ARRAY_SIZE")),
    numbers("BATCH_TASK_INDEX", 0, Some("BATCH_TASK_COUNT")),
    numbers(AZURE, 1, None),
    numbers("_CONDOR_PROCNO", 0, Some("_CONDOR_NPROCS")),
    numbers("OMPI_COMM_WORLD_RANK", 0, Some("OMPI_COMM_WORLD_SIZE")),
    numbers("MV2_COMM_WORLD_RANK", 0, Some("MV2_COMM_WORLD_SIZE")),
    numbers("PMI_RANK", 0, Some("PMI_SIZE")),
    numbers("SLURM_PROCID", 0, Some("SLURM_STEP_NUM_TASKS")),
];

/// The name of a task, which ends with its number.
const AZURE: &str = "AZ_BATCH_TASK_ID";
/// The rank in a step of Slurm; in a job without a step it is 0 for all.
const STEP: &str = "SLURM_PROCID";

fn read_with(text: &str, variable: impl Fn(&str) -> Option<String>) -> Result<Shard, NoShard> {
    let Some(rest) = text.strip_prefix("env") else { return text.parse().map_err(NoShard::Written) };
    let value = |name: &str| variable(name).filter(|value| !value.is_empty());
    let number = |name: &'static str, digits: &str| {
        digits.parse::<usize>().map_err(|_| NoShard::NoNumber { name, value: value(name).unwrap_or_default() })
    };
    let count = match rest.strip_prefix('/') {
        Some(count) => Some(count.parse().map_err(|_| NoShard::Form)?),
        None if rest.is_empty() => None,
        None => return Err(NoShard::Form),
    };
    let index_of = |scheduler: &Scheduler| {
        let is_numbered = scheduler.index != STEP || scheduler.count.and_then(value).is_some();
        value(scheduler.index).filter(|index| is_numbered && scheduler.unnumbered != Some(index))
    };
    let Some((scheduler, index)) = SCHEDULERS.iter().find_map(|scheduler| Some((scheduler, index_of(scheduler)?)))
    else {
        return Err(NoShard::NoScheduler);
    };
    let name = scheduler.index;
    if let (None, Some(first)) = (count, value("SLURM_ARRAY_TASK_MIN").filter(|_| name == SCHEDULERS[0].index))
        && number("SLURM_ARRAY_TASK_MIN", &first)? != 1
    {
        return Err(NoShard::Beginning { first });
    }
    let digits =
        if name == AZURE { &index[index.trim_end_matches(|last: char| last.is_ascii_digit()).len()..] } else { &index };
    let index = number(name, digits)?;
    let count = match (count, scheduler.count.map(|name| (name, value(name)))) {
        (Some(count), _) => count,
        (None, Some((name, Some(count)))) => number(name, &count)?,
        (None, Some((name, None))) => return Err(NoShard::NoCount { name }),
        (None, None) => return Err(NoShard::NoVariable { name }),
    };
    Shard::new(index.saturating_add(1).saturating_sub(scheduler.first), count).map_err(|error| match scheduler.first {
        0 => NoShard::FromZero { error, name, index },
        _ => NoShard::Written(error),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shard_text(text: &str, variables: &[(&str, &str)]) -> Result<String, String> {
        let variable =
            |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        read_with(text, variable).map(|shard| shard.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn shards_are_read_from_text_or_variables() {
        let shard = |text: &str| Ok(text.to_owned());
        assert_eq!(shard_text("2/8", &[]), shard("2/8"));
        let slurm = [("SLURM_ARRAY_TASK_ID", "3"), ("SLURM_ARRAY_TASK_COUNT", "4"), ("SLURM_ARRAY_TASK_MIN", "1")];
        assert_eq!(shard_text("env", &slurm), shard("3/4"));
        assert_eq!(shard_text("env/9", &slurm), shard("3/9"));
        for (name, index, expected) in [
            ("PBS_ARRAY_INDEX", "9", "9/9"),
            ("SGE_TASK_ID", "9", "9/9"),
            ("LSB_JOBINDEX", "1", "1/9"),
            ("PARALLEL_SEQ", "2", "2/9"),
            ("JOB_COMPLETION_INDEX", "0", "1/9"),
            ("AZ_BATCH_TASK_ID", "9", "9/9"),
            ("AZ_BATCH_TASK_ID", "mine-2026-07", "7/9"),
        ] {
            assert_eq!(shard_text("env/9", &[(name, index)]), shard(expected), "{name}");
            let error = shard_text("env", &[(name, index)]).unwrap_err();
            assert_eq!(error, format!("beside {name}, no variable has the number of shards: write --shard env/N"));
        }
        for (name, count) in [
            ("AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE"),
            ("BATCH_TASK_INDEX", "BATCH_TASK_COUNT"),
            ("_CONDOR_PROCNO", "_CONDOR_NPROCS"),
            ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),
            ("MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"),
            ("PMI_RANK", "PMI_SIZE"),
            ("SLURM_PROCID", "SLURM_STEP_NUM_TASKS"),
        ] {
            assert_eq!(shard_text("env", &[(name, "0"), (count, "4")]), shard("1/4"), "{name}");
            assert_eq!(shard_text("env", &[(name, "3"), (count, "4")]), shard("4/4"), "{name}");
            assert_eq!(shard_text("env/7", &[(name, "6"), (count, "4")]), shard("7/7"), "{name}");
            let error = shard_text("env", &[(name, "4"), (count, "4")]).unwrap_err();
            let expected = format!(
                "there is no shard 5 of 4: shards are 1 to N, and N is at most 100000 ({name} is 4, and begins at 0)"
            );
            assert_eq!(error, expected);
        }
        // A task of an array may run several ranks, and a job without an array has none of these numbers.
        assert_eq!(
            shard_text("env", &[&slurm[..], &[("SLURM_PROCID", "1"), ("SLURM_STEP_NUM_TASKS", "2")]].concat()),
            shard("3/4")
        );
        let outside = [("SGE_TASK_ID", "undefined"), ("LSB_JOBINDEX", "0"), ("SLURM_PROCID", "0")];
        assert!(shard_text("env/4", &outside).unwrap_err().starts_with("none of "));
        assert_eq!(shard_text("env", &[&outside[..2], &[("PMI_RANK", "1"), ("PMI_SIZE", "2")]].concat()), shard("2/2"));
        for (text, variables, expected) in [
            ("env", &[][..], "none of SLURM_ARRAY_TASK_ID, "),
            ("env/4", &[], "none of SLURM_ARRAY_TASK_ID, "),
            ("env", &slurm[..1], "SLURM_ARRAY_TASK_COUNT is not set: write --shard env/N or I/N"),
            ("env/4", &[("PBS_ARRAY_INDEX", "x")], "PBS_ARRAY_INDEX is \"x\", expected a number"),
            ("env/4", &[("PBS_ARRAY_INDEX", "0")], "there is no shard 0 of 4"),
            ("env/4", &[("AZ_BATCH_TASK_ID", "mine")], "AZ_BATCH_TASK_ID is \"mine\", expected a number"),
            ("env", &[slurm[0], slurm[1], ("SLURM_ARRAY_TASK_MIN", "0")], "the array begins at 0"),
            ("environment", &[], "expected env or env/N"),
            ("env/", &[], "expected env or env/N"),
            ("9/8", &[], "there is no shard 9 of 8"),
        ] {
            let error = shard_text(text, variables).unwrap_err();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
