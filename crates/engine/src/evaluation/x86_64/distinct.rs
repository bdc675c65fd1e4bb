//! [`count`]: the exact number of different genomes of at most 32 genes, a cache line each, by hashes with AVX-512. Fewer than eight
//! genomes are not counted. All others are counted in `evaluation::distinct`.

use std::arch::x86_64::*;

/// Free slot of a table.
const FREE: u32 = u32::MAX;

/// Rows that are hashed together, one per lane of the result.
const LANES: usize = 8;

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

/// Returns the number of different rows; `None` for fewer than eight.
#[target_feature(enable = "avx512f,avx512bw,avx512dq")]
pub(in super::super) fn count(rows: &[[u64; 8]]) -> Option<usize> {
    let last = rows.len().checked_sub(LANES)?;
    // The table is mostly free, so that the first slot nearly always decides.
    let mask = (4 * rows.len()).next_power_of_two() - 1;
    // Rows that need no slot are written behind the slots.
    let spare_slot = mask + 1;
    let mut table = vec![FREE; spare_slot + 1];
    let slots = _mm256_set1_epi32(mask as i32);
    // The last eight rows may overlap those before, which leave the table as it is.
    let homes = |counted: usize| {
        let rows = rows[counted.min(last)..].first_chunk().expect("the last eight begin here, or later ones");
        let mut homes = [0_u32; LANES];
        // SAFETY: 32 bytes, with the instructions of this function.
        unsafe {
            _mm256_storeu_si256(homes.as_mut_ptr().cast(), _mm256_and_si256(hash_eight(rows), slots));
        }
        homes
    };
    let (mut counted, mut next) = (0, homes(0));
    while counted < rows.len() {
        let (first, current) = (counted.min(last), next);
        counted = first + LANES;
        next = homes(counted);
        for &slot in &next {
            // SAFETY: the instruction reads nothing and never faults, whatever the address.
            #[allow(unused_unsafe)] // later compilers know that the instruction is safe
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(table.as_ptr().wrapping_add(slot as usize).cast());
            }
        }
        for n in 0..LANES {
            let row = first + n;
            let mut slot = current[n] as usize;
            // SAFETY: a slot is not above the mask. Entries are rows, or free. Most slots stay free, so the loop ends.
            unsafe {
                loop {
                    // A row that takes a free slot is compared with itself, so that no branch depends on whether it is new. A slot
                    // that is taken is not written, so that equal rows need not wait for each other.
                    let entry = *table.get_unchecked(slot);
                    let (other, place) = if entry == FREE { (row as u32, slot) } else { (entry, spare_slot) };
                    *table.get_unchecked_mut(place) = row as u32;
                    if are_equal(rows.get_unchecked(other as usize), rows.get_unchecked(row)) {
                        break;
                    }
                    slot = (slot + 1) & mask;
                }
            }
        }
    }
    Some(table[..spare_slot].iter().map(|&entry| u32::from(entry != FREE)).sum::<u32>() as usize)
}

/// Returns a hash of each row: the sum of the products of its pairs of 32 bits, mixed with a key (J. Black, S. Halevi, H. Krawczyk,
/// T. Krovetz and P. Rogaway, "UMAC: fast and secure message authentication", 1999). It is cut from the middle of the sum, which
/// depends on all bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq")]
fn hash_eight(rows: &[[u64; 8]; LANES]) -> __m256i {
    // SAFETY: 64 bytes.
    let key = unsafe { _mm512_loadu_epi64(KEY.as_ptr().cast()) };
    let mut sums = [_mm512_setzero_si512(); LANES];
    for n in 0..LANES {
        // SAFETY: 64 bytes.
        let mixed = _mm512_add_epi32(unsafe { _mm512_loadu_epi64(rows[n].as_ptr().cast()) }, key);
        sums[n] = _mm512_mul_epu32(mixed, _mm512_srli_epi64::<32>(mixed));
    }
    let (a, b) = (add_halves(sums[0], sums[1]), add_halves(sums[2], sums[3]));
    let (c, d) = (add_halves(sums[4], sums[5]), add_halves(sums[6], sums[7]));
    let sums = add_neighbors(add_neighbors(a, b), add_neighbors(c, d));
    _mm512_cvtepi64_epi32(_mm512_srli_epi64::<24>(sums))
}

/// Returns the sums of the two words in each 128 bits of two registers: those of the first at even places.
#[inline]
#[target_feature(enable = "avx512f")]
fn add_halves(a: __m512i, b: __m512i) -> __m512i {
    _mm512_add_epi64(_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b))
}

/// Returns the sums of neighboring 128 bits of two registers: those of the first come first.
#[inline]
#[target_feature(enable = "avx512f")]
fn add_neighbors(a: __m512i, b: __m512i) -> __m512i {
    let even = _mm512_shuffle_i64x2::<0b10_00_10_00>(a, b);
    _mm512_add_epi64(even, _mm512_shuffle_i64x2::<0b11_01_11_01>(a, b))
}

/// Returns whether two rows are equal.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn are_equal(a: &[u64; 8], b: &[u64; 8]) -> bool {
    // SAFETY: 64 bytes each.
    unsafe {
        let (a, b) = (_mm512_loadu_epi64(a.as_ptr().cast()), _mm512_loadu_epi64(b.as_ptr().cast()));
        _mm512_cmpneq_epi32_mask(a, b) == 0
    }
}
