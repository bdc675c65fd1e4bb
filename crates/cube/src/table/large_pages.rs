//! [`LargePages`]: a table in large memory pages.

use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;

/// Bytes in pages of two megabytes where the system supports them, in a vector elsewhere. Random look-ups in a gigabyte then
/// rarely miss the translation lookaside buffer.
pub(crate) struct LargePages(Box<dyn DerefMut<Target = [u8]> + Send + Sync>);

/// The number of bytes of a piece that is moved.
const PIECE: usize = 64 << 20;

impl LargePages {
    /// Returns zeros, for a table that is read from a file. They take no memory before they are written.
    pub(crate) fn zeros(length: usize) -> Self {
        map(length).map_or_else(|| Self(Box::new(vec![0; length])), |mapped| Self(Box::new(mapped)))
    }

    /// Moves a table into large pages, piece by piece so that it is never in memory twice. If the system refuses, the
    /// table remains where it is.
    pub(crate) fn new(mut bytes: Vec<u8>) -> Self {
        let Some(mut mapped) = map(bytes.len()) else { return Self(Box::new(bytes)) };
        while !bytes.is_empty() {
            let rest = (bytes.len() - 1) / PIECE * PIECE;
            mapped[rest..bytes.len()].copy_from_slice(&bytes[rest..]);
            bytes.truncate(rest);
            bytes.shrink_to_fit();
        }
        Self(Box::new(mapped))
    }
}

/// Maps zeros in large pages; `None` if the system refuses.
fn map(length: usize) -> Option<MmapMut> {
    let mapped = MmapMut::map_anon(length).ok()?;
    // Without large pages the table is only slower.
    #[cfg(target_os = "linux")]
    let _ = mapped.advise(memmap2::Advice::HugePage);
    Some(mapped)
}

impl Deref for LargePages {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for LargePages {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}
