//! Kernels for x86-64.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // bytes of lanes, penalties of 16 bits, and usize has 64

pub(super) mod avx2;
pub(super) mod avx512;
pub(super) mod cache_line;
pub(super) mod pairs;
pub(super) mod prefixes;

/// A gene's table is a cache line.
const LINE_BITS: u32 = 6;

/// What masks an index into so many tables, in bytes.
fn line_mask(tables: usize) -> u64 {
    debug_assert!(tables.is_power_of_two());
    ((tables - 1) as u64) << LINE_BITS
}

/// Where the table of one of the four genes of a word begins, in bytes: one shift and one mask.
#[inline]
#[allow(clippy::cast_possible_truncation)] // a usize has 64 bits here
fn line(word: u64, gene: u32, mask: u64) -> usize {
    let shifted = if gene == 0 { word << LINE_BITS } else { word >> (16 * gene - LINE_BITS) };
    (shifted & mask) as usize
}
