//! Standard output.

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
