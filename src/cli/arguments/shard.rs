//! The shard of a sweep: as written, or from the variables of a scheduler.

use std::env;
use std::path::{Path, PathBuf};

use evocube::experiment::shard::Shard;

/// Parses `I/N`, `env` (both numbers from the variables of a Slurm array), or `env/N` (I from the first of [`INDICES`]
/// that is set).
pub(crate) fn read(text: &str) -> Result<Shard, String> {
    read_with(text, |name| env::var(name).ok())
}

/// The variables in which schedulers pass the index of a task, each with its first index.
const INDICES: [(&str, usize); 6] = [
    ("SLURM_ARRAY_TASK_ID", 1),
    ("PBS_ARRAY_INDEX", 1),
    ("SGE_TASK_ID", 1),
    ("LSB_JOBINDEX", 1),
    ("PARALLEL_SEQ", 1),
    ("JOB_COMPLETION_INDEX", 0),
];

fn read_with(text: &str, variable: impl Fn(&str) -> Option<String>) -> Result<Shard, String> {
    let Some(rest) = text.strip_prefix("env") else {
        return text.parse::<Shard>().map_err(|error| error.to_string());
    };
    let number = |name: &str| -> Result<Option<usize>, String> {
        let Some(value) = variable(name).filter(|value| !value.is_empty()) else { return Ok(None) };
        value.parse().map(Some).map_err(|_| format!("{name} is {value:?}, expected a number"))
    };
    let count = match rest.strip_prefix('/') {
        Some(count) => count.parse().map_err(|_| "expected env or env/N".to_owned())?,
        None if rest.is_empty() => {
            let first = number("SLURM_ARRAY_TASK_MIN")?.unwrap_or(1);
            if first != 1 {
                return Err(format!("the array begins at {first}: begin it at 1, or write --shard I/N"));
            }
            number("SLURM_ARRAY_TASK_COUNT")?.ok_or("SLURM_ARRAY_TASK_COUNT is not set: write --shard env/N or I/N")?
        }
        None => return Err("expected env or env/N".to_owned()),
    };
    for (name, first) in INDICES {
        if let Some(index) = number(name)? {
            return Shard::new((index + 1).saturating_sub(first), count).map_err(|error| error.to_string());
        }
    }
    Err(format!("none of {} is set", INDICES.map(|(name, _)| name).join(", ")))
}

/// Returns the folder of a shard: `<whole>-shards/I-of-N`.
pub(crate) fn folder(whole: &Path, shard: Shard) -> PathBuf {
    let mut name = whole.as_os_str().to_owned();
    name.push("-shards");
    Path::new(&name).join(format!("{}-of-{}", shard.index(), shard.count()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(text: &str, variables: &[(&str, &str)]) -> Result<String, String> {
        let variable =
            |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        read_with(text, variable).map(|shard| shard.to_string())
    }

    #[test]
    fn shards_are_read_from_text_or_variables() {
        let shard = |text: &str| Ok(text.to_owned());
        assert_eq!(with("2/8", &[]), shard("2/8"));
        let slurm = [("SLURM_ARRAY_TASK_ID", "3"), ("SLURM_ARRAY_TASK_COUNT", "4"), ("SLURM_ARRAY_TASK_MIN", "1")];
        assert_eq!(with("env", &slurm), shard("3/4"));
        assert_eq!(with("env/9", &slurm), shard("3/9"));
        assert_eq!(with("env/9", &[("SGE_TASK_ID", "9")]), shard("9/9"));
        assert_eq!(with("env/9", &[("JOB_COMPLETION_INDEX", "0")]), shard("1/9"));
        for (text, variables, expected) in [
            ("env", &[][..], "SLURM_ARRAY_TASK_COUNT is not set"),
            ("env/4", &[], "none of SLURM_ARRAY_TASK_ID, "),
            ("env/4", &[("PBS_ARRAY_INDEX", "x")], "PBS_ARRAY_INDEX is \"x\", expected a number"),
            ("env/4", &[("PBS_ARRAY_INDEX", "0")], "there is no shard 0 of 4"),
            ("env", &[("SLURM_ARRAY_TASK_MIN", "0")], "the array begins at 0"),
            ("environment", &[], "expected env or env/N"),
            ("env/", &[], "expected env or env/N"),
            ("9/8", &[], "there is no shard 9 of 8"),
        ] {
            let error = with(text, variables).unwrap_err();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }

    #[test]
    fn shard_folders_are_beside_the_whole() {
        let shard = Shard::new(2, 8).unwrap();
        assert_eq!(folder(Path::new("results/x"), shard), Path::new("results/x-shards/2-of-8"));
    }
}
