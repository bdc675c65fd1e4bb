//! The interface to the page: three exported functions, which take a sweep file, run its first trial, and record the matings of some
//! generations. The parent module runs the trial, and `message` sends the answers.
//!
//! Their attribute `unsafe(no_mangle)` is the only unsafe code of this file: the library reads no address from the page, and the page
//! reads the memory of the library. A generator of such interfaces would be a tool of its own version, which every build needs.
#![allow(unsafe_code)]

use std::error::Error;
use std::panic;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::message::Message;

/// The text of the sweep file.
static INPUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn hold() -> MutexGuard<'static, Vec<u8>> {
    INPUT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the address to which the page writes a sweep file of this number of bytes before it calls [`run`] or [`record`].
#[unsafe(no_mangle)]
extern "C" fn input(length: usize) -> *mut u8 {
    let mut bytes = hold();
    bytes.clear();
    bytes.resize(length, 0);
    bytes.as_mut_ptr()
}

/// Runs the first trial of the sweep file, and sends its generations, its rows or an error.
#[unsafe(no_mangle)]
extern "C" fn run() {
    answer(super::run);
}

/// Runs the first trial of the sweep file up to the last of these generations, and sends their matings or an error.
#[unsafe(no_mangle)]
extern "C" fn record(first: u32, count: u32) {
    let generations = u64::from(first)..u64::from(first) + u64::from(count);
    answer(|text| super::record(text, generations));
}

/// Answers the page with the messages of a run, or with its error.
fn answer(run: impl FnOnce(&str) -> Result<(), Box<dyn Error>>) {
    panic::set_hook(Box::new(|defect| Message::Error.send(defect.to_string().as_bytes())));
    let text = String::from_utf8_lossy(&hold()).into_owned();
    if let Err(error) = run(&text) {
        Message::Error.send(error.to_string().as_bytes());
    }
}
