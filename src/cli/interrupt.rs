//! Ctrl-C and the signals that ask a program to end.

use std::sync::atomic::{AtomicBool, Ordering};

use super::Failure;
use super::output::note;

static ASKED: AtomicBool = AtomicBool::new(false);

/// What a shell says of a program that was ended by Ctrl-C.
const ENDED: i32 = 130;

/// From now on, Ctrl-C, SIGTERM and SIGHUP ask for an end instead of making one; the second of them makes it.
pub(crate) fn listen() -> Result<(), Failure> {
    let heard = || {
        if ASKED.swap(true, Ordering::SeqCst) {
            std::process::exit(ENDED);
        }
        note(format_args!(
            "\nstopping when the trials that have begun are finished and written; once more stops at once"
        ));
    };
    Ok(ctrlc::set_handler(heard)?)
}

/// Has anybody asked for an end?
pub(crate) fn is_asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}
