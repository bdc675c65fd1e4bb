//! [`LargePages`]: the bytes of a table in memory pages of two megabytes, which are asked for on Linux alone. [`are_mapped`]: whether a
//! mapped file lies in such pages. Tables are mapped from files in `memory`.

use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;

/// Bytes in pages of two megabytes where the system supports them, in ordinary pages or a vector elsewhere. Random look-ups in a
/// gigabyte of large pages rarely miss the translation lookaside buffer.
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

/// Returns whether bytes of a file that were mapped, and used at random, are in large pages. A file system that has such gives them to
/// what it reads for the mapping, but not to what it had read before.
pub(super) fn are_mapped(bytes: &[u8]) -> bool {
    let mappings = std::fs::read_to_string("/proc/self/smaps").unwrap_or_default();
    large_bytes(&mappings, bytes.as_ptr().addr()) > bytes.len() / 2
}

/// Returns the bytes in large pages of the file that is mapped at a place, from the system's description of all mappings.
fn large_bytes(mappings: &str, place: usize) -> usize {
    let mut is_there = false;
    for line in mappings.lines() {
        let (first, rest) = line.split_once(' ').unwrap_or_default();
        if let Some((begin, end)) = first.split_once('-') {
            let [begin, end] = [begin, end].map(|number| usize::from_str_radix(number, 16).unwrap_or(0));
            is_there = (begin..end).contains(&place);
        } else if is_there && first == "FilePmdMapped:" {
            return rest.trim().trim_end_matches(" kB").parse::<usize>().map_or(0, |size| size << 10);
        }
    }
    0
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_large_pages_of_a_mapping_are_those_at_its_place() {
        let mappings = "\
            7f0000000000-7f0000400000 r--s 00000000 fe:00 12 /tables/other.table\nSize:  4096 kB\nFilePmdMapped:     4096 kB\n\
            7f0000400000-7f0000800000 r--s 00001000 fe:00 13 /tables/axis.table\nRss:  4096 kB\nFilePmdMapped:     2048 kB\nLocked: 0 kB\n";
        let size = |place| large_bytes(mappings, place);
        assert_eq!(size(0x7f00_0000_0080), 4 << 20);
        assert_eq!([size(0x7f00_0040_0000), size(0x7f00_007f_ffff)], [2 << 20; 2]);
        assert_eq!(
            [size(0x7f00_0080_0000), size(0), large_bytes("", 1), large_bytes("1-2 x\nFilePmdMapped: many kB", 1)],
            [0; 4]
        );
    }
}
