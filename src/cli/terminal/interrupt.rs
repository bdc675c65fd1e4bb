//! Ctrl-C and the signals that ask a program to end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use evocube::Cancellation;

use super::output::note;
use crate::cli::outcome::{FAILED, Failure};

static ASKED: AtomicBool = AtomicBool::new(false);
static CANCELLED: AtomicBool = AtomicBool::new(false);

/// What a shell says of a program that was ended by Ctrl-C.
const ENDED: i32 = 130;

/// The time that trials which have begun have to finish, and then the time to stop them.
const GRACE: Duration = Duration::from_secs(5);

/// From now on, Ctrl-C, SIGTERM and SIGHUP ask for an end instead of making one; the second of them makes it.
///
/// Trials that have begun have [`GRACE`] to finish, then they are cancelled. What does not look at that, as the building
/// of a large table, is ended after another [`GRACE`]; what is on disk is whole at any time.
pub(crate) fn listen() -> Result<(), Failure> {
    let heard = || {
        if ASKED.swap(true, Ordering::SeqCst) {
            std::process::exit(ENDED);
        }
        let seconds = GRACE.as_secs();
        note(format_args!(
            "\nstopping: trials that have begun have {seconds} s to finish, those that take longer are not written; once \
             more stops at once"
        ));
        std::thread::spawn(|| {
            std::thread::sleep(GRACE);
            CANCELLED.store(true, Ordering::SeqCst);
            std::thread::sleep(GRACE);
            note(format_args!("error: stopped; what is written is kept: the same command with --resume goes on"));
            std::process::exit(i32::from(FAILED));
        });
    };
    Ok(ctrlc::set_handler(heard)?)
}

/// Has anybody asked for an end?
pub(crate) fn is_asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}

/// The request to end trials that have begun.
pub(crate) fn cancellation() -> Cancellation {
    Cancellation::by(&CANCELLED)
}
