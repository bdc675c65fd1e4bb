//! [`Checkpoint`]: a place where a run saves its state, to continue from it after an interruption.

use std::fmt::Debug;
use std::io::{self, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::RunContext;

/// A place for the state of one run.
pub trait Checkpoint: Debug + Sync {
    /// Returns the state that the interrupted run saved last; `None` if the run is new.
    fn saved(&self) -> Option<Vec<u8>>;

    /// Receives whether the run continues from the saved state. Otherwise it starts over.
    fn opened(&self, continues: bool);

    /// Returns whether it is time to save. Called after every generation, so it must be cheap.
    fn is_due(&self) -> bool;

    /// Saves the state that `write` writes, in place of the one before.
    fn save(&self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>);
}

impl RunContext<'_> {
    /// Continues an interrupted run: calls `restore` with its saved state, if there is one. `restore` returns
    /// `false` if the state is not of this run, which then starts over. Returns whether the run continues.
    ///
    /// A run that continues shows its observer the generation of the checkpoint again.
    pub fn resume<S: DeserializeOwned>(&self, restore: impl FnOnce(S) -> bool) -> bool {
        let Some(checkpoint) = self.checkpoint else { return false };
        let Some(saved) = checkpoint.saved() else { return false };
        let continues = decode(&saved).is_some_and(restore);
        checkpoint.opened(continues);
        continues
    }

    /// Saves the state of the run if it is time to, or if the run [is over](RunContext::is_over); a state of `None` cannot be
    /// saved. Returns whether the run is over. An algorithm calls this after every generation that it has shown its observer.
    #[inline]
    pub fn is_over_after_saving<S: Serialize>(&self, state: impl FnOnce() -> Option<S>) -> bool {
        let is_over = self.is_over();
        if let Some(checkpoint) = self.checkpoint
            && (is_over || checkpoint.is_due())
            && let Some(state) = state()
        {
            checkpoint.save(&mut |out| write_to(out, &state));
        }
        is_over
    }
}

/// Writes a value in the format of checkpoints: that of the crate postcard.
pub(crate) fn write_to(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    let buffer = Buffer { bytes: Vec::with_capacity(2 * Buffer::SIZE), out, failed: Ok(()) };
    let mut buffer = postcard::to_extend(value, buffer).map_err(io::Error::other)?;
    buffer.empty();
    buffer.failed
}

/// Returns the bytes of a value in the format of checkpoints.
pub(crate) fn encode(value: &impl Serialize) -> Vec<u8> {
    postcard::to_extend(value, Vec::new()).expect("memory takes any number of bytes")
}

/// Returns the value that these bytes are, all of them.
pub(crate) fn decode<S: DeserializeOwned>(bytes: &[u8]) -> Option<S> {
    decode_first(bytes).filter(|(_, rest)| rest.is_empty()).map(|(value, _)| value)
}

/// Returns the value that the first bytes are, and the bytes behind it.
pub(crate) fn decode_first<S: DeserializeOwned>(bytes: &[u8]) -> Option<(S, &[u8])> {
    postcard::take_from_bytes(bytes).ok()
}

/// Passes single bytes on in blocks.
struct Buffer<'a> {
    bytes: Vec<u8>,
    out: &'a mut dyn Write,
    failed: io::Result<()>,
}

impl Buffer<'_> {
    const SIZE: usize = 1 << 16;

    fn empty(&mut self) {
        if self.failed.is_ok() {
            self.failed = self.out.write_all(&self.bytes);
        }
        self.bytes.clear();
    }
}

impl Extend<u8> for Buffer<'_> {
    #[inline]
    fn extend<I: IntoIterator<Item = u8>>(&mut self, bytes: I) {
        self.bytes.extend(bytes);
        if self.bytes.len() >= Self::SIZE {
            self.empty();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_and_read_back() {
        let value = (vec![(0.1 + 0.2, u64::MAX); 9000], f64::INFINITY, "text".to_owned());
        let mut written = Vec::new();
        write_to(&mut written, &value).unwrap();
        assert!(written.len() > Buffer::SIZE && written == encode(&value));
        assert_eq!(decode(&written), Some(value.clone()));
        written.push(7);
        assert_eq!(decode_first(&written), Some((value, &[7][..])));
        assert_eq!(decode::<(Vec<(f64, u64)>, f64, String)>(&written), None, "a byte too many");
        written.truncate(1000);
        assert_eq!(decode_first::<(Vec<(f64, u64)>, f64, String)>(&written), None, "cut");
    }

    #[test]
    fn the_error_of_a_full_disk_is_returned() {
        let mut disk = [0; 10];
        let error = write_to(&mut &mut disk[..], &vec![7u8; 100_000]).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::WriteZero);
    }
}
