//! [`LargePages`]: a large table in large pages.

use std::ops::Deref;

use memmap2::MmapMut;

/// Bytes in pages of two megabytes, if the system gives them: a look-up anywhere in a gigabyte then seldom has to look
/// up first where its page is.
pub struct LargePages(Bytes);

enum Bytes {
    Mapped(MmapMut),
    Plain(Vec<u8>),
}

/// How many bytes are moved at once.
const PIECE: usize = 64 << 20;

impl LargePages {
    /// Moves a table, piece by piece, so that it is never in memory twice. Where that is impossible, it stays.
    #[must_use]
    pub fn new(mut bytes: Vec<u8>) -> Self {
        let Ok(mut mapped) = MmapMut::map_anon(bytes.len()) else { return Self(Bytes::Plain(bytes)) };
        // A system without large pages does as well as it can.
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
