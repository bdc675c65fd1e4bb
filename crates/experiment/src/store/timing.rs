//! Wall-clock times: of trials in `timing.csv`, of baselines in `baseline_timing.csv`.

use std::path::Path;

use super::error::StoreError;
use super::tables::rows_of;
use crate::record::{BaselineTimingRow, TimingRow, file};

/// Reads the times of the trials and of the baselines, each in its order. A missing table has no rows.
///
/// # Errors
/// If a table cannot be read, or a row is malformed: its line is named.
pub(super) fn read(folder: &Path) -> Result<(Vec<TimingRow>, Vec<BaselineTimingRow>), StoreError> {
    Ok((rows_of(folder, file::TIMING)?, rows_of(folder, file::BASELINE_TIMING)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_trials_and_of_baselines_are_read_from_their_tables() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
        let trials = "trial,seconds,evaluations_per_second,threads,kernel\n1,0.5,9.0,2,scalar\n2,0.25,,2,\n";
        let baselines = "instance,solver,seconds,threads\n\"a:b, c\",layers,0.125,2\n";
        write(file::TIMING, trials);
        write(file::BASELINE_TIMING, baselines);
        let (trial_times, baseline_times) = read(folder).unwrap();
        assert_eq!((trial_times.len(), baseline_times.len()), (2, 1));
        write(file::TIMING, &trials.replace("0.25", "layers:a"));
        assert!(read(folder).unwrap_err().to_string().contains("timing.csv: line 3: "));
    }
}
