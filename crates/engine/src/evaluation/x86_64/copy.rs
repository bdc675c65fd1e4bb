//! [`rows`]: copies genomes of at least 16 genes that lie side by side into rows of whole cache lines with AVX2; returns the largest gene.
//! Shorter genomes, and those on other processors, are copied in `genomes`.

use std::arch::x86_64::*;

/// Genes in a register.
const LANES: usize = 16;

/// Distance in genes between a genome that is copied and the memory that is fetched meanwhile.
const AHEAD: usize = 2048;

/// Copies genomes of at least [`LANES`] genes to the beginnings of rows of `stride` lines. Returns the largest gene. The last
/// register of a genome overlaps the one before, so that no gene is copied alone.
///
/// There must be a row for each genome: no other is copied.
///
/// # Panics
/// If a genome is shorter, or a row is shorter than a genome.
#[target_feature(enable = "avx2")]
pub(in super::super) fn rows(genes: &[u16], length: usize, lines: &mut [[u16; 32]], stride: usize) -> u16 {
    assert!((LANES..=32 * stride).contains(&length), "a genome fills a register, and fits its row");
    let mut largest = _mm256_setzero_si256();
    for (genome, row) in genes.chunks_exact(length).zip(lines.chunks_exact_mut(stride)) {
        let (source, target) = (genome.as_ptr(), row.as_mut_ptr().cast::<u16>());
        // SAFETY: the instruction reads nothing and never faults, whatever the address.
        #[allow(unused_unsafe)] // later compilers know that the instruction is safe
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(source.wrapping_add(AHEAD).cast());
        }
        let mut position = 0;
        while position < length {
            position = position.min(length - LANES);
            // SAFETY: the genome and the row have LANES numbers from here on.
            unsafe {
                let some = _mm256_loadu_si256(source.add(position).cast());
                largest = _mm256_max_epu16(largest, some);
                _mm256_storeu_si256(target.add(position).cast(), some);
            }
            position += LANES;
        }
    }
    let mut all = [0_u16; LANES];
    // SAFETY: 32 bytes.
    unsafe { _mm256_storeu_si256(all.as_mut_ptr().cast(), largest) };
    all.into_iter().fold(0, u16::max)
}
