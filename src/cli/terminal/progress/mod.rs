//! [`ProgressReporter`]: progress of long work, as a bar on a terminal, one line per minute in a log, or events for programs. The text of a
//! [`Task`] is made in `task`; a run of a sweep is observed in `run`.

mod run;
mod task;

use std::io::IsTerminal;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use evocube::experiment::mutex::lock;
use serde_json::Value;

use super::line;
use super::output::print_event;
use super::width;
pub(crate) use task::{Task, WorkUnit, duration_text};

/// The form in which progress is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProgressMode {
    /// A bar on standard error, which is a terminal.
    Bar,
    /// Lines on standard error: begin and end, and one a minute.
    Log,
    /// JSON lines on standard output.
    Events,
    /// Nothing.
    Silent,
}

impl ProgressMode {
    /// Returns the mode for standard error: a bar on a terminal, else a log; nothing if `is_quiet`.
    pub(crate) fn stderr(is_quiet: bool) -> Self {
        match (is_quiet, std::io::stderr().is_terminal()) {
            (true, _) => Self::Silent,
            (false, true) => Self::Bar,
            (false, false) => Self::Log,
        }
    }

    /// Returns the time between two reports.
    fn interval(self) -> Option<Duration> {
        match self {
            Self::Bar => Some(Duration::from_millis(200)),
            Self::Log => Some(Duration::from_secs(60)),
            Self::Events => Some(Duration::from_secs(1)),
            Self::Silent => None,
        }
    }
}

/// The progress of one task at a time, reported by a thread of its own.
pub(crate) struct ProgressReporter {
    mode: ProgressMode,
    begin: Instant,
    shared: Arc<SharedTask>,
    reporter: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct SharedTask {
    state: Mutex<TaskState>,
    wake: Condvar,
}

#[derive(Default)]
struct TaskState {
    task: Option<Task>,
    is_over: bool,
}

impl ProgressReporter {
    /// Begins to report.
    pub(crate) fn new(mode: ProgressMode) -> Self {
        let (begin, shared) = (Instant::now(), Arc::new(SharedTask::default()));
        let reporter = mode.interval().map(|interval| {
            let shared = Arc::clone(&shared);
            std::thread::spawn(move || report(mode, begin, interval, &shared))
        });
        Self { mode, begin, shared, reporter }
    }

    /// Writes a line in a log, at the beginning or the end of work.
    pub(crate) fn log(&self, text: &str) {
        if self.mode == ProgressMode::Log {
            line::write(&log_line(self.begin.elapsed(), text));
        }
    }

    /// Writes an event with these fields.
    pub(crate) fn event(&self, event: &str, fields: impl FnOnce() -> Value) {
        if self.mode == ProgressMode::Events {
            print_event(event, &fields());
        }
    }

    /// Begins a task.
    pub(crate) fn begin(&self, task: Task) {
        self.log(&task.begin_text());
        lock(&self.shared.state).task = Some(task);
        self.shared.wake.notify_all();
    }

    /// Changes the task.
    pub(crate) fn update(&self, change: impl FnOnce(&mut Task)) {
        if let Some(task) = &mut lock(&self.shared.state).task {
            change(task);
        }
    }

    /// Ends the task, and removes the bar.
    pub(crate) fn end(&self) {
        if lock(&self.shared.state).task.take().is_some() && self.mode == ProgressMode::Bar {
            line::write("");
        }
    }
}

impl Drop for ProgressReporter {
    fn drop(&mut self) {
        lock(&self.shared.state).is_over = true;
        self.shared.wake.notify_all();
        if let Some(reporter) = self.reporter.take() {
            // A panic of the reporting thread is ignored, since it affects no result.
            let _ = reporter.join();
        }
        self.end();
    }
}

/// Reports the task until the progress is dropped.
fn report(mode: ProgressMode, begin: Instant, interval: Duration, shared: &SharedTask) {
    let mut state = lock(&shared.state);
    let mut next = Instant::now() + interval;
    while !state.is_over {
        let wait = next.saturating_duration_since(Instant::now());
        state = shared.wake.wait_timeout(state, wait).unwrap_or_else(PoisonError::into_inner).0;
        let is_due = Instant::now() >= next;
        if is_due {
            next = Instant::now() + interval;
        }
        let Some(task) = state.task.as_ref().filter(|_| !state.is_over) else { continue };
        match mode {
            // A bar is drawn as soon as its task begins.
            ProgressMode::Bar => {
                let columns = width::bar_width();
                line::draw(&task.bar(columns.saturating_sub(1)));
            }
            ProgressMode::Log if is_due => line::write(&log_line(begin.elapsed(), &task.log_text())),
            ProgressMode::Events if is_due => print_event("progress", &task.event()),
            _ => {}
        }
    }
}

/// Returns a line of a log, after the time since the first report.
fn log_line(elapsed: Duration, text: &str) -> String {
    let seconds = elapsed.as_secs();
    format!("[{}:{:02}:{:02}] {text}\n", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_has_the_elapsed_time_before_each_line() {
        assert_eq!(log_line(Duration::from_secs(59), "x"), "[0:00:59] x\n");
        assert_eq!(log_line(Duration::from_secs(36_061), "x"), "[10:01:01] x\n");
    }

    #[test]
    fn progress_is_logged_once_a_minute() {
        assert_eq!(ProgressMode::Log.interval(), Some(Duration::from_secs(60)));
    }

    #[test]
    fn a_silent_progress_has_no_thread_and_accepts_every_call() {
        let progress = ProgressReporter::new(ProgressMode::Silent);
        assert!(progress.reporter.is_none());
        progress.begin(Task::new("x", WorkUnit::Trials, 10));
        progress.update(|task| task.advance(3));
        progress.end();
        progress.update(|_| panic!("no task is left"));
    }
}
