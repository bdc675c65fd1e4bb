//! [`Machine`]: the compiler, the machine and the date of a run, and the digests of its times. No row of a trial depends on them.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::execution::Execution;
use crate::record::file;
use evocube_engine::evaluation::processor;

/// The compiler, the machine and the date of the run that finished a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The compiler of the program.
    pub compiler: Option<String>,
    /// The evaluation kernel.
    pub kernel: String,
    /// Operating system and processor architecture.
    pub platform: String,
    /// Name of the processor; `None` if no instruction reports it.
    pub processor: Option<String>,
    /// Number of threads.
    pub threads: u64,
    /// Time in UTC, as in RFC 3339: the end of the run, or its start if the folder is not complete.
    pub date: Option<String>,
    /// BLAKE3 of `timing.csv`.
    pub timing: Option<String>,
    /// BLAKE3 of `baseline_timing.csv`.
    pub baseline_timing: Option<String>,
}

impl Machine {
    /// Returns the description of this program, this machine and this execution at this time.
    pub fn here(execution: Execution<'_>) -> Self {
        Self {
            compiler: nonempty(env!("EVOCUBE_COMPILER")),
            kernel: execution.kernel.name().to_owned(),
            platform: format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH),
            processor: processor(),
            threads: execution.threads.get() as u64,
            date: now(),
            timing: None,
            baseline_timing: None,
        }
    }

    /// Returns the place of the digest of a table of wall-clock times; `None` for any other file.
    pub(super) fn digest_of(&mut self, name: &str) -> Option<&mut Option<String>> {
        match name {
            file::TIMING => Some(&mut self.timing),
            file::BASELINE_TIMING => Some(&mut self.baseline_timing),
            _ => None,
        }
    }
}

/// Returns what the build said; `None` for nothing.
pub(super) fn nonempty(text: &str) -> Option<String> {
    Some(text.to_owned()).filter(|text| !text.is_empty())
}

/// Returns the date and the time in UTC, as in RFC 3339; `None` on platforms without a clock, or before 1970.
pub(crate) fn now() -> Option<String> {
    // Programs in browsers have no clock, and asking for it would panic.
    let is_there = cfg!(not(all(target_family = "wasm", target_os = "unknown")));
    is_there.then(SystemTime::now)?.duration_since(UNIX_EPOCH).ok().map(rfc3339)
}

/// Writes a time since 1970 in UTC.
fn rfc3339(time: Duration) -> String {
    let seconds = time.as_secs();
    let (mut days, second_of_day) = (seconds / 86400, seconds % 86400);
    let days_of =
        |year: u64| 365 + u64::from(year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)));
    let mut year = 1970;
    while days >= days_of(year) {
        days -= days_of(year);
        year += 1;
    }
    let lengths = [31, days_of(year) - 337, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    let (hour, minute, second) = (second_of_day / 3600, second_of_day / 60 % 60, second_of_day % 60);
    format!("{year}-{:02}-{:02}T{hour:02}:{minute:02}:{second:02}+00:00", month + 1, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_dates() {
        // Those of GNU date.
        let dates = [
            (0, "1970-01-01T00:00:00+00:00"),
            (951_782_399, "2000-02-28T23:59:59+00:00"),
            (951_782_400, "2000-02-29T00:00:00+00:00"),
            (1_735_689_599, "2024-12-31T23:59:59+00:00"),
            (1_740_787_200, "2025-03-01T00:00:00+00:00"),
            (4_107_542_400, "2100-03-01T00:00:00+00:00"),
        ];
        for (seconds, date) in dates {
            assert_eq!(rfc3339(Duration::from_secs(seconds)), date);
        }
    }
}
