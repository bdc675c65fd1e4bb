//! Ctrl-C and the signals that request termination.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use evocube::Cancellation;

use super::output::note;
use crate::cli::result::{FAILED, Failure};

static REQUESTED: AtomicBool = AtomicBool::new(false);
static CANCELLED: AtomicBool = AtomicBool::new(false);

/// The exit code that shells report for a program ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Time that running trials have to finish, and then to react to their cancellation.
const GRACE: Duration = Duration::from_secs(5);

/// Makes Ctrl-C, SIGTERM and SIGHUP request termination; the second signal ends the program at once.
///
/// Running trials have [`GRACE`] to finish, then they are cancelled. Work that ignores the cancellation, such as the
/// construction of a large table, is ended after another [`GRACE`]. Files on disk are complete at any time.
pub(crate) fn listen() -> Result<(), Failure> {
    let handler = || {
        if REQUESTED.swap(true, Ordering::SeqCst) {
            std::process::exit(INTERRUPTED);
        }
        let seconds = GRACE.as_secs();
        note(format_args!(
            "\nstopping: running trials have {seconds} s to finish, longer ones are left for --resume; a second signal stops \
             at once"
        ));
        std::thread::spawn(|| {
            std::thread::sleep(GRACE);
            CANCELLED.store(true, Ordering::SeqCst);
            std::thread::sleep(GRACE);
            note(format_args!(
                "error: stopped; all written results are kept: the same command with --resume continues"
            ));
            std::process::exit(i32::from(FAILED));
        });
    };
    Ok(ctrlc::set_handler(handler)?)
}

/// Makes Ctrl-C, SIGTERM and SIGHUP request termination of a command that runs no trials; the second signal ends the program
/// at once.
pub(crate) fn listen_quietly() -> Result<(), Failure> {
    Ok(ctrlc::set_handler(|| {
        if REQUESTED.swap(true, Ordering::SeqCst) {
            std::process::exit(INTERRUPTED);
        }
    })?)
}

/// Returns whether termination was requested.
pub(crate) fn is_requested() -> bool {
    REQUESTED.load(Ordering::SeqCst)
}

/// Returns the request to end running trials.
pub(crate) fn cancellation() -> Cancellation {
    Cancellation::by(&CANCELLED)
}
