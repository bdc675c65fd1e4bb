//! Defects of the program: panics, with the place where they happened.
//!
//! Only a panic hook is told the place of a panic; the code that catches it has the message alone. The library installs no
//! hook. A program whose hook calls [`record`] finds the place in the reason of a failed trial, and by [`describe`].

use std::any::Any;
use std::panic::PanicHookInfo;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A panic that has happened.
struct Panic {
    message: String,
    place: String,
}

/// Panics that are not described yet, in order.
static RECORDED: Mutex<Vec<Panic>> = Mutex::new(Vec::new());
/// Of more, the oldest are forgotten.
const MAX_RECORDED: usize = 256;
/// The message of a thread whose scoped thread panicked before.
const FOLLOWS: &str = "a scoped thread panicked";

fn recorded() -> MutexGuard<'static, Vec<Panic>> {
    RECORDED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Notes the place of a panic, for a hook.
pub fn record(info: &PanicHookInfo<'_>) {
    let place = info
        .location()
        .map_or_else(String::new, |at| format!("{}:{}:{}", within_package(at.file()), at.line(), at.column()));
    let mut recorded = recorded();
    if recorded.len() == MAX_RECORDED {
        recorded.remove(0);
    }
    recorded.push(Panic { message: message(info.payload()).to_owned(), place });
}

/// Returns the message of a caught panic and its place, if it was recorded: `no way out, at src/a.rs:7:13`. Of a thread that
/// only passes on the panic of a scoped thread, it returns those of the scoped thread.
#[must_use]
pub fn describe(payload: &(dyn Any + Send)) -> String {
    let message = message(payload);
    let mut recorded = recorded();
    let Some(mut found) = recorded.iter().rposition(|panic| panic.message == message) else {
        return message.to_owned();
    };
    if message == FOLLOWS && found > 0 {
        recorded.remove(found);
        found -= 1;
    }
    let Panic { message, place } = recorded.remove(found);
    if place.is_empty() { message } else { format!("{message}, at {place}") }
}

fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str).or(payload.downcast_ref::<&str>().copied());
    text.unwrap_or("no reason given")
}

/// Removes the folders of the compiling machine from a source file's path, so that a reason is the same everywhere.
fn within_package(file: &str) -> String {
    let file = file.replace('\\', "/");
    for folder in ["/registry/src/", "/rustc/"] {
        if let Some((_, rest)) = file.split_once(folder) {
            return rest.split_once('/').map_or(rest, |(_, rest)| rest).to_owned();
        }
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_locations_of_defects_have_no_machine_path() {
        for (file, shown) in [
            ("src/experiment/trial.rs", "src/experiment/trial.rs"),
            ("src\\experiment\\trial.rs", "src/experiment/trial.rs"),
            (
                "/home/a/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/csv-1.4.0/src/lib.rs",
                "csv-1.4.0/src/lib.rs",
            ),
            ("/rustc/0123456789abcdef/library/core/src/option.rs", "library/core/src/option.rs"),
        ] {
            assert_eq!(within_package(file), shown);
        }
    }
}
