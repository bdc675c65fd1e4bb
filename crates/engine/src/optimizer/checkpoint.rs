//! [`Checkpoint`]: the interface of storage for the state of a run; how a run saves it and continues; and the format of its bytes,
//! [`encode`] and [`decode`]. Files are written by `checkpoint` of `evocube-experiment`.
//!
//! The bytes of a state have no version and no checksum: these are the task of the storage.

use std::fmt::Debug;
use std::io::{self, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::RunContext;
use evocube_cube::solver::Cancelled;

/// Storage for the state of one run.
pub trait Checkpoint: Debug + Sync {
    /// Returns the state that the interrupted run saved last; `None` if the run is new.
    fn saved(&self) -> Option<Vec<u8>>;

    /// Called after a saved state was read. `continues` is true if the run continues from it, false if it starts over.
    fn opened(&self, continues: bool);

    /// Returns whether it is time to save. Called after every generation, so it must be cheap.
    ///
    /// # Errors
    /// If a component fails, whose state is part of the saved one.
    fn is_due(&self) -> Result<bool, Cancelled>;

    /// Saves the bytes that `write` writes, in place of the previous state.
    ///
    /// # Errors
    /// If a component fails, whose state is part of the saved one.
    fn save(&self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> Result<(), Cancelled>;
}

impl RunContext<'_> {
    /// Calls `restore` with the saved state of an interrupted run, if there is one. `restore` returns `false` if the
    /// state belongs to another run; the run then starts over. Returns whether the run continues.
    ///
    /// The observer of a continued run receives the generation of the checkpoint again.
    ///
    /// # Errors
    /// That of `restore`.
    pub fn resume<S: DeserializeOwned>(
        &self,
        restore: impl FnOnce(S) -> Result<bool, Cancelled>,
    ) -> Result<bool, Cancelled> {
        let Some(checkpoint) = self.checkpoint else { return Ok(false) };
        let Some(saved) = checkpoint.saved() else { return Ok(false) };
        let continues = decode(&saved).map_or(Ok(false), restore)?;
        checkpoint.opened(continues);
        Ok(continues)
    }

    /// Saves the state of the run if a save [is due](Checkpoint::is_due) or the run [is over](RunContext::is_over),
    /// unless `state` returns `None`. Returns whether the run is over. Algorithms call this after every generation,
    /// once the observer has received it.
    ///
    /// # Errors
    /// That of `state`, or of a component whose state is saved with it.
    #[inline]
    pub fn is_over_after_saving<S: Serialize>(
        &self,
        state: impl FnOnce() -> Result<Option<S>, Cancelled>,
    ) -> Result<bool, Cancelled> {
        let is_over = self.is_over();
        if let Some(checkpoint) = self.checkpoint
            && (is_over || checkpoint.is_due()?)
            && let Some(state) = state()?
        {
            checkpoint.save(&mut |out| write_to(out, &state))?;
        }
        Ok(is_over)
    }
}

/// Writes a value in the format of checkpoints: that of the crate postcard.
pub fn write_to(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    let buffer = Buffer { bytes: Vec::with_capacity(2 * Buffer::SIZE), out, failed: Ok(()) };
    let mut buffer = postcard::to_extend(value, buffer).map_err(io::Error::other)?;
    buffer.empty();
    buffer.failed
}

/// Returns the bytes of a value in the format of checkpoints.
pub fn encode(value: &impl Serialize) -> Vec<u8> {
    postcard::to_extend(value, Vec::new()).expect("memory takes any number of bytes")
}

/// Decodes a value; `None` if the bytes are malformed or any remain.
pub fn decode<S: DeserializeOwned>(bytes: &[u8]) -> Option<S> {
    decode_first(bytes).filter(|(_, rest)| rest.is_empty()).map(|(value, _)| value)
}

/// Decodes a value from the first bytes. Returns it with the remaining bytes; `None` if they are malformed.
pub fn decode_first<S: DeserializeOwned>(bytes: &[u8]) -> Option<(S, &[u8])> {
    postcard::take_from_bytes(bytes).ok()
}

/// Collects single bytes and writes them in blocks.
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
        let mut bytes = Vec::new();
        write_to(&mut bytes, &value).unwrap();
        assert!(bytes.len() > Buffer::SIZE && bytes == encode(&value));
        assert_eq!(decode(&bytes), Some(value.clone()));
        bytes.push(7);
        assert_eq!(decode_first(&bytes), Some((value, &[7][..])));
        assert_eq!(decode::<(Vec<(f64, u64)>, f64, String)>(&bytes), None, "an extra byte");
        bytes.truncate(1000);
        assert_eq!(decode_first::<(Vec<(f64, u64)>, f64, String)>(&bytes), None, "cut");
    }

    #[test]
    fn the_error_of_a_full_disk_is_returned() {
        let mut disk = [0; 10];
        let error = write_to(&mut &mut disk[..], &vec![7u8; 100_000]).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::WriteZero);
    }
}
