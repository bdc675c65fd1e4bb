//! [`LargePages`]: a large table in large memory pages.

use std::ops::Deref;

use memmap2::MmapMut;

/// Bytes in pages of two megabytes where the system has them. A random look-up in a gigabyte then seldom misses the
/// processor's cache of page addresses.
pub(crate) struct LargePages(Bytes);

enum Bytes {
    Mapped(MmapMut),
    Plain(Vec<u8>),
}

/// Bytes that are moved at once.
const PIECE: usize = 64 << 20;

impl LargePages {
    /// Moves a table piece by piece, so that it is never in memory twice. If that fails, the table stays where it is.
    #[must_use]
    pub(crate) fn new(mut bytes: Vec<u8>) -> Self {
        let Ok(mut mapped) = MmapMut::map_anon(bytes.len()) else { return Self(Bytes::Plain(bytes)) };
        // A refusal costs speed only.
        #[cfg(target_os = "linux")]
        let _ = mapped.advise(memmap2::Advice::HugePage);
        while !bytes.is_empty() {
            let rest = (bytes.len() - 1) / PIECE * PIECE;
            mapped[rest..bytes.len()].copy_from_slice(&bytes[rest..]);
            bytes.truncate(rest);
            bytes.shrink_to_fit();
        }
        Self(Bytes::Mapped(mapped))
    }
}

impl Deref for LargePages {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match &self.0 {
            Bytes::Mapped(bytes) => bytes,
            Bytes::Plain(bytes) => bytes,
        }
    }
}
