//! Operations on cache lines of 32 genes, on bits and on fitness, in registers of AVX-512: the functions behind
//! [`super::super::cache_line_ops`].

use std::arch::x86_64::*;

/// Exchanges the genes of two lines at the positions of a mask. Returns the mask of the positions where the lines differ.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(in super::super) fn exchange(a: &mut [u16; 32], b: &mut [u16; 32], places: u32) -> u32 {
    // SAFETY: 64 bytes each.
    unsafe {
        let (ours, theirs) = (_mm512_loadu_epi16(a.as_ptr().cast()), _mm512_loadu_epi16(b.as_ptr().cast()));
        _mm512_storeu_epi16(a.as_mut_ptr().cast(), _mm512_mask_blend_epi16(places, ours, theirs));
        _mm512_storeu_epi16(b.as_mut_ptr().cast(), _mm512_mask_blend_epi16(places, theirs, ours));
        _mm512_cmpneq_epi16_mask(ours, theirs)
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

/// Inserts a number of 16 bits at a position. The numbers from there on move back by one within the positions of the mask `genes`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
pub(in super::super) fn insert(line: &mut [u16; 32], place: usize, number: u16, genes: u32) {
    let inserted = 1u32 << (place % 32);
    // SAFETY: 64 bytes.
    unsafe {
        let old = _mm512_loadu_epi16(line.as_ptr().cast());
        let moved = _mm512_maskz_expand_epi16(!inserted, old);
        let new = _mm512_mask_set1_epi16(moved, inserted, number.cast_signed());
        let places = genes & inserted.wrapping_neg();
        _mm512_storeu_epi16(line.as_mut_ptr().cast(), _mm512_mask_blend_epi16(places, old, new));
    }
}

/// Writes numbers of 16 bits to the positions of a mask, in order.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
pub(in super::super) fn replace_places(line: &mut [u16; 32], places: u32, numbers: &[u64; 8]) {
    // SAFETY: 64 bytes each.
    unsafe {
        let old = _mm512_loadu_epi16(line.as_ptr().cast());
        let new = _mm512_mask_expand_epi16(old, places, _mm512_loadu_epi16(numbers.as_ptr().cast()));
        _mm512_storeu_epi16(line.as_mut_ptr().cast(), new);
    }
}

/// Returns whether two lines differ.
#[inline]
#[target_feature(enable = "avx512f")]
pub(in super::super) fn differ(a: &[u64; 8], b: &[u64; 8]) -> bool {
    // SAFETY: 64 bytes each.
    unsafe {
        _mm512_cmpneq_epi64_mask(_mm512_loadu_epi64(a.as_ptr().cast()), _mm512_loadu_epi64(b.as_ptr().cast())) != 0
    }
}

/// Returns the bits of the bytes that are not 0.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(in super::super) fn bits(bytes: &[u8; 64]) -> u64 {
    // SAFETY: 64 bytes.
    let bytes = unsafe { _mm512_loadu_epi8(bytes.as_ptr().cast()) };
    _mm512_test_epi8_mask(bytes, bytes)
}

/// Writes the indices of the set bits to a list, in ascending order; returns their number.
///
/// # Safety
/// The list has an entry for each bit.
#[inline]
#[target_feature(enable = "avx512f,popcnt")]
pub(in super::super) unsafe fn write_indices(bits: &[u64], list: &mut [u32]) -> usize {
    let sixteen = _mm512_set1_epi32(16);
    let mut count = 0;
    for (n, &word) in (0..).zip(bits) {
        let mut rest = word;
        let mut numbers = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        numbers = _mm512_add_epi32(numbers, _mm512_set1_epi32(64 * n));
        while rest != 0 {
            let mask = rest as u16;
            // SAFETY: at most as many indices as bits precede these, so there is room for 16 more.
            unsafe {
                let place = list.as_mut_ptr().add(count);
                _mm512_storeu_epi32(place.cast(), _mm512_maskz_compress_epi32(mask, numbers));
            }
            count += mask.count_ones() as usize;
            rest >>= 16;
            numbers = _mm512_add_epi32(numbers, sixteen);
        }
    }
    count
}

/// Finds the fittest contestant of each of the first `tournaments`, the first of equally fit ones: its number and its fitness. The number
/// of a contestant is the upper half of a word; one that `fitness` does not have is not fit. Without `begins`, the tournaments go on from
/// the winners so far. Those behind them up to a multiple of 16 are held, too.
#[inline]
#[target_feature(enable = "avx512f")]
pub(in super::super) fn fittest<const LANES: usize>(
    fitness: &[u32],
    (contestants, tournaments): (&[[u64; LANES]], usize),
    begins: bool,
    (winners, least): (&mut [u32; LANES], &mut [u32; LANES]),
) {
    // The number of a place in a register of 16 is signed.
    let count = _mm512_set1_epi32(i32::try_from(fitness.len()).unwrap_or(i32::MAX));
    let upper_halves = _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
    for first in (0..tournaments.min(LANES / 16 * 16)).step_by(16) {
        let numbers = |words: &[u64; LANES]| {
            let words: &[u64; 16] = words[first..first + 16].try_into().expect("sixteen words");
            // SAFETY: 64 bytes each.
            let (low, high) =
                unsafe { (_mm512_loadu_epi64(words.as_ptr().cast()), _mm512_loadu_epi64(words[8..].as_ptr().cast())) };
            _mm512_permutex2var_epi32(low, upper_halves, high)
        };
        let fitness_of = |numbers| {
            let exists = _mm512_cmplt_epu32_mask(numbers, count);
            // SAFETY: only places of the slice are read.
            unsafe { _mm512_mask_i32gather_epi32::<4>(_mm512_set1_epi32(-1), exists, numbers, fitness.as_ptr().cast()) }
        };
        let winners: &mut [u32; 16] = (&mut winners[first..first + 16]).try_into().expect("sixteen winners");
        let least: &mut [u32; 16] = (&mut least[first..first + 16]).try_into().expect("their fitness");
        let mut rivals = contestants.iter();
        // SAFETY: 64 bytes each.
        let (mut best, mut lowest) =
            unsafe { (_mm512_loadu_epi32(winners.as_ptr().cast()), _mm512_loadu_epi32(least.as_ptr().cast())) };
        if begins && let Some(words) = rivals.next() {
            best = numbers(words);
            lowest = fitness_of(best);
        }
        for words in rivals {
            let rival = numbers(words);
            let other = fitness_of(rival);
            best = _mm512_mask_mov_epi32(best, _mm512_cmplt_epu32_mask(other, lowest), rival);
            lowest = _mm512_min_epu32(lowest, other);
        }
        // SAFETY: 64 bytes each.
        unsafe {
            _mm512_storeu_epi32(winners.as_mut_ptr().cast(), best);
            _mm512_storeu_epi32(least.as_mut_ptr().cast(), lowest);
        }
    }
}

/// Writes the numbers at these places of a list. Those that the list does not have stay as they are.
#[inline]
#[target_feature(enable = "avx512f")]
pub(in super::super) fn gather(list: &[u32], places: &[u32], numbers: &mut [u32]) {
    let count = _mm512_set1_epi32(i32::try_from(list.len()).unwrap_or(i32::MAX));
    for (places, numbers) in places.chunks(16).zip(numbers.chunks_mut(16)) {
        let here = u16::MAX >> (16 - places.len().min(numbers.len()));
        // SAFETY: only numbers of the slices are read and written.
        unsafe {
            let places = _mm512_maskz_loadu_epi32(here, places.as_ptr().cast());
            let exists = _mm512_mask_cmplt_epu32_mask(here, places, count);
            let gathered = _mm512_mask_i32gather_epi32::<4>(places, exists, places, list.as_ptr().cast());
            _mm512_mask_storeu_epi32(numbers.as_mut_ptr().cast(), exists, gathered);
        }
    }
}
