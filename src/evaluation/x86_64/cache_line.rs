//! Cache lines of 32 genes in registers of AVX-512.

use std::arch::x86_64::*;

/// Exchanges the genes of two lines at the positions of a mask.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(in super::super) fn exchange(a: &mut [u16; 32], b: &mut [u16; 32], places: u32) {
    // SAFETY: 64 bytes each.
    unsafe {
        let (one, other) = (_mm512_loadu_epi16(a.as_ptr().cast()), _mm512_loadu_epi16(b.as_ptr().cast()));
        _mm512_storeu_epi16(a.as_mut_ptr().cast(), _mm512_mask_blend_epi16(places, one, other));
        _mm512_storeu_epi16(b.as_mut_ptr().cast(), _mm512_mask_blend_epi16(places, other, one));
    }
}

/// Writes numbers of 16 bits to the first eight positions of a mask, in order. With `skip_old`, numbers from that of the
/// old gene on are increased by one. Returns the mask of the remaining positions.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi2")]
pub(in super::super) fn replace(line: &mut [u16; 32], places: u32, numbers: [u64; 2], skip_old: bool) -> u32 {
    let now = _pdep_u32(0xFF, places);
    let [low, high] = numbers.map(u64::cast_signed);
    // SAFETY: 64 bytes.
    unsafe {
        let old = _mm512_loadu_epi16(line.as_ptr().cast());
        let new = _mm512_maskz_expand_epi16(now, _mm512_castsi128_si512(_mm_set_epi64x(high, low)));
        let not_less = if skip_old { _mm512_cmpge_epu16_mask(new, old) } else { 0 };
        let new = _mm512_mask_sub_epi16(new, not_less, new, _mm512_set1_epi16(-1));
        _mm512_storeu_epi16(line.as_mut_ptr().cast(), _mm512_mask_blend_epi16(now, old, new));
    }
    places & !now
}

/// Writes the indices of the set bits to a list, in ascending order; returns their number.
///
/// # Safety
/// The list has an entry for each bit.
#[inline]
#[target_feature(enable = "avx512f,popcnt")]
pub(in super::super) unsafe fn write_indices(bits: &[u64], list: &mut [u32]) -> usize {
    let sixteen = _mm512_set1_epi32(16);
    let mut numbers = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    let mut count = 0;
    for &word in bits {
        for part in 0..4 {
            let mask = (word >> (16 * part)) as u16;
            // SAFETY: at most as many indices as bits precede these, so there is room for 16 more.
            unsafe {
                let place = list.as_mut_ptr().add(count);
                _mm512_storeu_epi32(place.cast(), _mm512_maskz_compress_epi32(mask, numbers));
            }
            count += mask.count_ones() as usize;
            numbers = _mm512_add_epi32(numbers, sixteen);
        }
    }
    count
}

/// Key of the hash: digits of the square roots of small numbers.
const KEY: [u64; 8] = [
    0x6A09_E667_F3BC_C908,
    0xBB67_AE85_84CA_A73B,
    0x3C6E_F372_FE94_F82B,
    0xA54F_F53A_5F1D_36F1,
    0x510E_527F_ADE6_82D1,
    0x9B05_688C_2B3E_6C1F,
    0x1F83_D9AB_FB41_BD6B,
    0x5BE0_CD19_137E_2179,
];

/// Returns a hash of a line: the sum of the products of its pairs of 32 bits, mixed with a key (J. Black, S. Halevi, H. Krawczyk,
/// T. Krovetz and P. Rogaway, "UMAC: fast and secure message authentication", 1999).
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(in super::super) fn hash(line: &[u16; 32]) -> u64 {
    // SAFETY: 64 bytes each.
    let (genes, key) = unsafe { (_mm512_loadu_epi16(line.as_ptr().cast()), _mm512_loadu_epi64(KEY.as_ptr().cast())) };
    let mixed = _mm512_add_epi32(genes, key);
    _mm512_reduce_add_epi64(_mm512_mul_epu32(mixed, _mm512_srli_epi64::<32>(mixed))).cast_unsigned()
}

/// Returns whether two lines are equal.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(in super::super) fn are_equal(a: &[u16; 32], b: &[u16; 32]) -> bool {
    // SAFETY: 64 bytes each.
    unsafe {
        let (a, b) = (_mm512_loadu_epi16(a.as_ptr().cast()), _mm512_loadu_epi16(b.as_ptr().cast()));
        _mm512_cmpeq_epi64_mask(a, b) == u8::MAX
    }
}
