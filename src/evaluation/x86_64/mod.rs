//! Kernels for x86-64.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // bytes of lanes, penalties of 16 bits, and usize has 64

pub(super) mod avx2;
pub(super) mod cache_line;
pub(super) mod pairs;
pub(super) mod prefixes;
pub(super) mod stickers;

use std::arch::x86_64::*;

/// 64 bytes of a register.
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

/// A permutation is one cache line of 2^6 bytes.
const LINE_BITS: u32 = 6;

/// Returns the mask of an offset into tables of one cache line, in bytes.
fn line_mask(tables: usize) -> u64 {
    debug_assert!(tables.is_power_of_two());
    ((tables - 1) as u64) << LINE_BITS
}

/// Returns the offset of the table of one of the four genes of a word, in bytes: one shift and one mask.
#[inline]
#[allow(clippy::cast_possible_truncation)] // a usize has 64 bits here
fn line(word: u64, gene: u32, mask: u64) -> usize {
    let shifted = if gene == 0 { word << LINE_BITS } else { word >> (16 * gene - LINE_BITS) };
    (shifted & mask) as usize
}
