//! Kernels for x86-64.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // bytes of lanes, penalties of 16 bits, and usize has 64

pub(super) mod avx2;
pub(super) mod cache_line;
pub(super) mod copy;
pub(super) mod pairs;
pub(super) mod prefixes;
pub(super) mod stickers;

use std::arch::x86_64::*;

/// The 64 bytes of a register.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Bytes64([u8; 64]);

impl Bytes64 {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load(&self) -> __m512i {
        // SAFETY: 64 bytes, aligned.
        unsafe { _mm512_load_si512(self.0.as_ptr().cast()) }
    }
}

/// Logarithm to base 2 of the size of a cache line in bytes. A permutation fills one line.
const LINE_BITS: u32 = 6;

/// Returns the mask that keeps the offset, in bytes, of one of `tables` tables of a cache line each. Their number is a power of 2.
fn line_mask(tables: usize) -> u64 {
    debug_assert!(tables.is_power_of_two());
    ((tables - 1) as u64) << LINE_BITS
}

/// Returns the offset, in bytes, of the table of one of the four genes (16 bits each) of a word, by one shift and one mask.
#[inline]
#[allow(clippy::cast_possible_truncation)] // a usize has 64 bits here
fn line(word: u64, gene: u32, mask: u64) -> usize {
    let shifted = if gene == 0 { word << LINE_BITS } else { word >> (16 * gene - LINE_BITS) };
    (shifted & mask) as usize
}
