//! The option of the interval at which states of running trials are saved. They are written in `experiment::checkpoint`.

use std::time::Duration;

use evocube::experiment::checkpoint::DEFAULT_INTERVAL;

use super::budget::read_time;
use super::invalid_value::InvalidValue;

/// The minimum interval.
const MIN: Duration = Duration::from_millis(1);

/// The option of a command that writes a results folder.
#[derive(clap::Args)]
pub(crate) struct CheckpointArgs {
    /// Save the state of each running trial at this interval, such as 30s or 10m, so that --resume continues the trial from
    /// there; `off` saves none [default: 60s]
    #[arg(long, value_name = "TIME", value_parser = read)]
    checkpoint: Option<CheckpointInterval>,
}

impl CheckpointArgs {
    /// Returns the interval; `None` if no states are saved.
    pub(crate) fn interval(&self) -> Option<Duration> {
        self.checkpoint.map_or(Some(DEFAULT_INTERVAL), |CheckpointInterval(interval)| interval)
    }
}

/// An interval, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CheckpointInterval(Option<Duration>);

fn read(text: &str) -> Result<CheckpointInterval, InvalidValue> {
    let interval = match text {
        "off" => return Ok(CheckpointInterval(None)),
        _ => read_time(text).ok().filter(|&interval| interval >= MIN),
    };
    interval.map(|interval| CheckpointInterval(Some(interval))).ok_or(InvalidValue::Interval)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_parsed() {
        assert_eq!(read("off"), Ok(CheckpointInterval(None)));
        for (text, millis) in [("1ms", 1), ("60s", 60_000), ("10m", 600_000)] {
            assert_eq!(read(text), Ok(CheckpointInterval(Some(Duration::from_millis(millis)))), "{text}");
        }
        for text in ["", "on", "0", "0s", "999us", "60", "1000001s"] {
            assert_eq!(read(text), Err(InvalidValue::Interval), "{text}");
        }
    }
}
