//! `evocube report --watch`: waits for a sweep that another process runs, and draws its page again whenever trials are added. Figures and
//! tables as files are drawn by `report`, once the sweep is complete.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use evocube::experiment::record::{Results, file};
use evocube::experiment::store::{self, StoreError};
use evocube::report::{self, Live};

use crate::cli::result::Failure;
use crate::cli::terminal::{ProgressMode, ProgressReporter, Task, WorkUnit, interrupt, note, open_page};

/// The minimum time between two drawings.
const PAUSE: Duration = Duration::from_secs(2);
/// A drawing is followed by a pause of this many times its own duration, so that the sweep keeps the processors.
const SHARE: u32 = 10;
/// Time that a row may be torn while the run writes it.
const PATIENCE: Duration = Duration::from_secs(30);

/// State of a folder on which a drawing depends: the lengths of the files that trials and stages change, and whether a run writes
/// them.
#[derive(PartialEq, Eq)]
struct FolderState {
    lengths: [Option<u64>; 3],
    live: Live,
}

impl FolderState {
    fn read(folder: &Path) -> Result<Self, StoreError> {
        let length = |name| fs::metadata(folder.join(name)).ok().map(|metadata| metadata.len());
        let live = if store::is_held(folder)? { Live::Running } else { Live::Stopped };
        Ok(Self { lengths: [file::MANIFEST, file::BASELINES, file::TRIALS].map(length), live })
    }
}

/// Draws the page of a folder into `out` whenever its rows change, and opens the first one if it is to be opened. Returns true once the
/// run is complete and no process writes the folder, or if Ctrl-C finds it complete; false after Ctrl-C before. A page that was
/// drawn then no longer reloads itself.
pub(super) fn until_complete(folder: &Path, out: &Path, to_open: &mut bool) -> Result<bool, Failure> {
    interrupt::listen_quietly()?;
    let progress = ProgressReporter::new(ProgressMode::stderr(false));
    let (mut last, mut failing): (Option<(FolderState, Results)>, Option<Instant>) = (None, None);
    let mut is_waiting = false;
    let mut pause = Duration::ZERO;
    loop {
        if waits(pause) {
            progress.end();
            return match last {
                Some((_, results)) => keep(folder, out, &results),
                None => Ok(false),
            };
        }
        pause = PAUSE;
        let state = FolderState::read(folder)?;
        if last.is_none() && is_new(folder) {
            if !std::mem::replace(&mut is_waiting, true) {
                note(format_args!("waiting for a run that writes {}; Ctrl-C ends the command", folder.display()));
            }
            continue;
        }
        if last.as_ref().is_some_and(|(folder, _)| *folder == state) {
            continue;
        }
        let begin = Instant::now();
        let results = match store::read_for_report(folder) {
            Ok(results) => results,
            Err(error) => {
                // A row may be half written and complete a moment later.
                let may_be_torn = last.is_some() || state.live == Live::Running;
                let is_recent = failing.get_or_insert(begin).elapsed() < PATIENCE;
                match error {
                    StoreError::Corrupt { .. } if may_be_torn && is_recent => continue,
                    _ => return Err(error.into()),
                }
            }
        };
        failing = None;
        if results.complete {
            if state.live == Live::Running {
                // The run draws its report itself before it ends.
                continue;
            }
            progress.end();
            return Ok(true);
        }
        let page = report::write_page(&results, out, Some(state.live))?;
        if last.is_none() {
            if std::mem::take(to_open) {
                open_page(&page);
            }
            note(format_args!(
                "Open {} in a browser; the page reloads itself. Ctrl-C ends the command.",
                page.display()
            ));
            let task = Task::new("trials on disk", WorkUnit::Trials, results.planned_trials);
            progress.begin(task.resumed(results.trials.len() as u64));
        }
        let was_running = last.as_ref().is_none_or(|(folder, _)| folder.live == Live::Running);
        if state.live == Live::Stopped && was_running {
            note(format_args!("no run writes {} now: `evocube run SWEEP --resume` continues it", folder.display()));
        }
        progress.update(|task| task.reach(results.trials.len() as u64));
        last = Some((state, results));
        pause = PAUSE.max(begin.elapsed() * SHARE);
    }
}

/// Draws the page so that it no longer reloads itself, of the results last drawn if a row is half written. Draws nothing and returns
/// true if the run is complete.
fn keep(folder: &Path, out: &Path, last: &Results) -> Result<bool, Failure> {
    let draw = |_| -> Result<bool, Failure> {
        let results = match store::read_for_report(folder) {
            Err(StoreError::Corrupt { .. }) => None,
            results => Some(results?),
        };
        let results = results.as_ref().unwrap_or(last);
        if !results.complete {
            report::write_page(results, out, None)?;
        }
        Ok(results.complete)
    };
    if out == folder { store::draw_in_place(folder, &super::say, draw) } else { draw(false) }
}

/// Returns whether a folder does not exist, or is claimed by a run that has written nothing yet.
fn is_new(folder: &Path) -> bool {
    match fs::read_dir(folder) {
        Ok(mut entries) => entries.all(|entry| entry.is_ok_and(|entry| entry.file_name() == ".lock")),
        Err(error) => error.kind() == ErrorKind::NotFound,
    }
}

/// Waits. Returns true as soon as termination is requested.
fn waits(pause: Duration) -> bool {
    let end = Instant::now() + pause;
    while !interrupt::is_requested() {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return false;
        }
        sleep(left.min(Duration::from_millis(100)));
    }
    true
}
