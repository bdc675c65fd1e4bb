//! Standard output and standard error.

use std::io::{BufWriter, ErrorKind, Write};

use super::Failure;

/// Writes to standard output through a buffer. Somebody who stops reading early (`| head`) has had enough: that is no
/// failure.
pub(crate) fn output(write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> Result<(), Failure> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure(format!("standard output: {error}"))),
        _ => Ok(()),
    }
}

/// Writes a line to standard error. If nobody listens there, there is nobody to tell it to either.
pub(crate) fn note(text: std::fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}
