//! Defects of the program: panics, described with the place where they happened. The library installs no hook: places are known only if the
//! panic hook of a program calls [`record`].
//!
//! Only a panic hook receives the place of a panic; code that catches the panic receives the message alone. After a call of
//! [`record`], reasons of failed trials and [`describe`] include the place.

use std::any::Any;
use std::panic::PanicHookInfo;
use std::sync::Mutex;

use super::mutex::lock;

/// A panic that has happened.
struct Panic {
    message: String,
    place: String,
}

/// Panics that are not described yet, in order.
static RECORDED: Mutex<Vec<Panic>> = Mutex::new(Vec::new());
/// Maximum number of recorded panics; the oldest are dropped.
const MAX_RECORDED: usize = 256;
/// Panic message of the standard library for a scope in which a thread has panicked.
const FOLLOWS: &str = "a scoped thread panicked";

/// Records the place of a panic. For use in a panic hook.
pub fn record(info: &PanicHookInfo<'_>) {
    let place = info.location().map_or_else(String::new, |location| {
        format!("{}:{}:{}", within_package(location.file()), location.line(), location.column())
    });
    let mut recorded = lock(&RECORDED);
    if recorded.len() == MAX_RECORDED {
        recorded.remove(0);
    }
    recorded.push(Panic { message: message(info.payload()).to_owned(), place });
}

/// Returns the message of a caught panic and its place, if it was recorded: `no way out, at src/a.rs:7:13`. If the
/// panic only reports that a scoped thread panicked, it returns the message and the place of that thread. Each record is used once.
pub fn describe(payload: &(dyn Any + Send)) -> String {
    let message = message(payload);
    let mut recorded = lock(&RECORDED);
    let Some(mut index) = recorded.iter().rposition(|panic| panic.message == message) else {
        return message.to_owned();
    };
    if message == FOLLOWS && index > 0 {
        recorded.remove(index);
        index -= 1;
    }
    let Panic { message, place } = recorded.remove(index);
    if place.is_empty() { message } else { format!("{message}, at {place}") }
}

fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str).or(payload.downcast_ref::<&str>().copied());
    text.unwrap_or("no reason given")
}

/// Removes the folders of the compiling machine from a source file's path, so that reasons are the same on every machine.
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
