//! Ctrl-C, SIGTERM and SIGHUP as requests to stop; a second one, or work that goes on after them, ends the program. A write beyond a limit
//! of the file size becomes an error; a lost table ends the program with a sentence. Running trials are ended by `runner`, through
//! [`cancellation`].

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::{Duration, Instant};

use evocube::Cancellation;

use super::output::note;
use crate::cli::result::{FAILED, Failure};

static REQUESTED: AtomicBool = AtomicBool::new(false);
static CANCELLED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
static FIRST: OnceLock<Instant> = OnceLock::new();

/// The exit code that shells report for a program ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Time that running trials have to finish, and then to react to their cancellation.
const GRACE: Duration = Duration::from_secs(5);

/// Time within which two signals are one request, since `timeout`, shells and schedulers send one to the program and one to its
/// process group.
const SAME_REQUEST: Duration = Duration::from_millis(300);

/// Returns the message with the command that continues a stopped run.
pub(crate) fn advice(resume: &str) -> String {
    format!("all written results are kept: `{resume}` continues")
}

/// Makes Ctrl-C, SIGTERM and SIGHUP request termination; a second request ends the program at once. `resume` is the command that
/// continues the work.
///
/// Running trials have [`GRACE`] to finish, then they are cancelled. Work that ignores the cancellation, such as the
/// construction of a large table, is ended after another [`GRACE`]. Files on disk are complete at any time.
pub(crate) fn listen(resume: String, is_quiet: bool) -> Result<(), Failure> {
    let handler = move || {
        let first = *FIRST.get_or_init(Instant::now);
        if REQUESTED.swap(true, Ordering::SeqCst) {
            if first.elapsed() < SAME_REQUEST {
                return;
            }
            note(format_args!("error: stopped at once; {}", advice(&resume)));
            std::process::exit(INTERRUPTED);
        }
        if !is_quiet {
            note(format_args!(
                "stopping: running trials have {} s to finish, longer ones are left for --resume; a second signal stops at once",
                GRACE.as_secs()
            ));
        }
        let resume = resume.clone();
        std::thread::spawn(move || {
            std::thread::sleep(GRACE);
            CANCELLED.store(true, Ordering::SeqCst);
            std::thread::sleep(GRACE);
            note(format_args!("error: stopped; {}", advice(&resume)));
            std::process::exit(i32::from(FAILED));
        });
    };
    Ok(ctrlc::set_handler(handler)?)
}

/// Makes Ctrl-C, SIGTERM and SIGHUP request termination of a command that runs no trials; the second signal ends the program
/// at once.
pub(crate) fn listen_quietly() -> Result<(), Failure> {
    Ok(ctrlc::set_handler(|| {
        let first = *FIRST.get_or_init(Instant::now);
        if REQUESTED.swap(true, Ordering::SeqCst) && first.elapsed() >= SAME_REQUEST {
            std::process::exit(INTERRUPTED);
        }
    })?)
}

/// Makes a write beyond a limit of the file size (`ulimit -f`) an error, which is reported with the file, in place of a signal
/// that kills the program. If the handler cannot be set, the signal keeps its effect.
pub(crate) fn ignore_file_size_signal() {
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Lets a table whose file is cut while it is in use end the program with a sentence, in place of a signal that kills it.
pub(crate) fn report_lost_tables() {
    let message = "error: the file of a solver's table was cut, or cannot be read, while it was in use: run the command again, which \
                   checks the table and builds it if it must\n";
    let _ = evocube::table::end_on_lost_file(message, i32::from(FAILED));
}

/// Returns whether termination was requested.
pub(crate) fn is_requested() -> bool {
    REQUESTED.load(Ordering::SeqCst)
}

/// Returns the request to end running trials.
pub(crate) fn cancellation() -> Cancellation {
    Cancellation::from(CANCELLED.clone())
}
