//! Two genomes in a register. Penalties are looked up for two to five positions at a time.

use std::arch::x86_64::*;
use std::hint::black_box;

use super::super::super::{Evaluator, Fitness, PieceColors, Rows, filled};
use super::super::Bytes64;
use super::color_lookup::ColorLookup;
use super::{
    Aligned, Begins, CORNER, EDGE, PAIRS, SYMBOLS, SymbolTables, WEIGHTS, position_penalties, same, until_reduced,
};

/// Registers side by side, by measurement: 78 million genomes a second with two, 101 with four, 102 with six.
const SIDE_BY_SIDE: usize = 6;

/// Genomes side by side.
const GENOMES: usize = 2 * SIDE_BY_SIDE;

/// The lanes of corners and their copies.
const CORNERS: u64 = 0x0000_FFFF_0000_FFFF;

/// Tables of the symbols and the penalties.
#[derive(Clone, Debug)]
pub(in super::super::super) struct Avx512PairTables {
    genes: SymbolTables,
    lookup: PenaltyLookup,
}

/// Look-up of the penalties of states.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant)] // one for each evaluator
enum PenaltyLookup {
    /// By the colors that pieces show.
    ByColors(ColorLookup),
    /// By piece and place.
    ByTable(TableLookup),
}

impl Avx512PairTables {
    /// Returns the tables if the alphabet is small, penalties fit a byte, and whole genomes are evaluated.
    #[target_feature(enable = "avx2")]
    pub(in super::super::super) fn new(evaluator: &Evaluator, colors: &PieceColors) -> Option<Self> {
        let lookup = match ColorLookup::new(evaluator, colors) {
            Some(lookup) => PenaltyLookup::ByColors(lookup),
            None => PenaltyLookup::ByTable(TableLookup::new(evaluator)?),
        };
        Some(Self { genes: SymbolTables::new(evaluator)?, lookup })
    }
}

/// Reduced twists for [`normal`], in their bits of a byte, by the five bits of a twist and a lowest bit without meaning.
static TWISTS: Bytes64 = {
    let mut twists = [0; 64];
    let mut bits = 0;
    while bits < 64 {
        twists[bits] = (8 * (bits / 2 % 3)) as u8;
        bits += 1;
    }
    Bytes64(twists)
};

/// Penalties by position and byte.
#[derive(Clone, Debug)]
struct TableLookup {
    /// By lane: the offset of the row of the position in its group.
    row: Bytes64,
    /// By group: the lanes of its positions, and their rows of penalties, which two registers hold.
    groups: [(__mmask64, [Bytes64; 2]); GROUPS],
}

/// Five corners; three corners and two edges; four edges, twice; two edges.
const GROUPS: usize = 5;

/// The lanes of each group.
type Masks = [__mmask64; GROUPS];

impl TableLookup {
    /// Returns the table if penalties fit a byte.
    fn new(evaluator: &Evaluator) -> Option<Self> {
        let mut row = Bytes64([0; 64]);
        let mut groups = [(0, [Bytes64([0; 64]); 2]); GROUPS];
        let (mut group, mut begin) = (0, 0);
        for (position, penalties) in position_penalties(evaluator).iter().enumerate() {
            let (lane, width) = if position < 8 { (position, CORNER) } else { (position + 8, EDGE) };
            if begin + width > 128 {
                (group, begin) = (group + 1, 0);
            }
            let (mask, table) = &mut groups[group];
            *mask |= 0x1_0000_0001 << lane;
            (row.0[lane], row.0[lane + 32]) = (begin as u8, begin as u8);
            for (entry, &penalty) in (begin..begin + width).zip(penalties) {
                table[entry / 64].0[entry % 64] = u8::try_from(penalty).ok()?;
            }
            begin += width;
        }
        Some(Self { row, groups })
    }

    /// Returns the masks for [`TableLookup::sums`], hidden from the optimizer, which would rebuild them each time through the
    /// shuffle port.
    #[inline(always)]
    fn masks(&self) -> Masks {
        black_box(self.groups.each_ref().map(|group| group.0))
    }

    /// Returns the penalties of two states, in four summands each.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
    fn sums(&self, states: __m512i, masks: Masks) -> __m512i {
        let mut penalties = _mm512_add_epi8(states, self.row.load());
        for (mask, (_, [first, second])) in masks.into_iter().zip(&self.groups) {
            penalties = _mm512_mask2_permutex2var_epi8(first.load(), penalties, mask, second.load());
        }
        // Without the copies of corners and the lanes behind the edges.
        let counted = _mm512_set4_epi64(0xFFFF_FFFF, -1, 0, -1);
        _mm512_sad_epu8(_mm512_and_si512(penalties, counted), _mm512_setzero_si512())
    }
}

/// See [`Evaluator::evaluate`].
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
pub(in super::super::super) fn evaluate(tables: &Avx512PairTables, rows: Rows<'_>, which: &[u32], out: &mut [Fitness]) {
    match &tables.lookup {
        PenaltyLookup::ByColors(lookup) => batches(tables, rows, which, out, |state| lookup.sums(state)),
        PenaltyLookup::ByTable(lookup) => {
            let masks = lookup.masks();
            batches(tables, rows, which, out, |state| lookup.sums(state, masks));
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
fn batches(
    tables: &Avx512PairTables,
    rows: Rows<'_>,
    which: &[u32],
    out: &mut [Fitness],
    sums_of: impl Fn(__m512i) -> __m512i,
) {
    let genes = &tables.genes;
    let length = rows.length();
    let twists = TWISTS.load();
    for batch in which.chunks(GENOMES) {
        let genomes: [_; GENOMES] = filled(batch, |row| rows.words(row));
        let mut states = [both(same(), same()); SIDE_BY_SIDE];
        for line in 0..(length / 2).div_ceil(PAIRS) {
            let mut begins = Begins::<GENOMES>::unwritten();
            for (n, words) in genomes.iter().enumerate() {
                // SAFETY: a row has whole lines, and the pairs of one fill a register.
                unsafe {
                    let genes = *words.as_ptr().cast::<__m512i>().add(line);
                    *begins.as_mut_ptr().cast::<__m512i>().add(n) = begin(genes);
                }
            }
            // SAFETY: a register for each genome.
            let begins = unsafe { Begins::written(&begins) };
            let pairs = (length / 2 - line * PAIRS).min(PAIRS);
            if line > 0 {
                for state in &mut states {
                    *state = normal(*state, twists);
                }
            }
            let fit = pairs.min(until_reduced(line));
            for pair in 0..fit {
                for n in 0..SIDE_BY_SIDE {
                    let two = both(genes.pair(begins[2 * n][pair]), genes.pair(begins[2 * n + 1][pair]));
                    states[n] = step(states[n], two);
                }
            }
            for pair in fit..pairs {
                for n in 0..SIDE_BY_SIDE {
                    let two = both(genes.pair(begins[2 * n][pair]), genes.pair(begins[2 * n + 1][pair]));
                    states[n] = step(normal(states[n], twists), two);
                }
            }
        }
        if length % 2 == 1 {
            for (state, [first, second]) in states.iter_mut().zip(genomes.as_chunks().0) {
                let two = both(genes.last(first, length), genes.last(second, length));
                *state = step(normal(*state, twists), two);
            }
        }
        let mut sums = Aligned::<[[u64; 4]; GENOMES]>::unwritten();
        for (n, state) in states.iter().enumerate() {
            // SAFETY: a register for two genomes.
            unsafe { *sums.as_mut_ptr().cast::<__m512i>().add(n) = sums_of(normal(*state, twists)) };
        }
        // SAFETY: all of them.
        let sums = unsafe { Aligned::written(&sums) };
        for (sums, &row) in sums.iter().zip(batch) {
            out[row as usize] = Fitness::new((sums[0] + sums[1] + sums[2] + sums[3]) as u16, length as u16);
        }
    }
}

/// Returns two states in one register.
#[inline]
#[target_feature(enable = "avx512f")]
fn both(first: __m256i, second: __m256i) -> __m512i {
    _mm512_inserti64x4::<1>(_mm512_castsi256_si512(first), second)
}

/// Returns two states after a gene or a pair each.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn step(states: __m512i, genes: __m512i) -> __m512i {
    let added = _mm512_mask_blend_epi8(CORNERS, _mm512_set1_epi8(0b0111_0000), _mm512_set1_epi8(0b0111_1000));
    _mm512_add_epi8(_mm512_shuffle_epi8(states, genes), _mm512_and_si512(genes, added))
}

/// Returns two states with twists below three and flips below two.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn normal(states: __m512i, twists: __m512i) -> __m512i {
    let stay = _mm512_mask_blend_epi8(CORNERS, _mm512_set1_epi8(31), _mm512_set1_epi8(7));
    let reduced = _mm512_maskz_permutexvar_epi8(CORNERS, _mm512_srli_epi16::<2>(states), twists);
    // Each bit from the state where it stays, otherwise from the reduced twists.
    _mm512_ternarylogic_epi64::<0b1100_1010>(stay, states, reduced)
}

/// Returns the offsets of the pairs of 32 genes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn begin(genes: __m512i) -> __m512i {
    let genes = _mm512_and_si512(genes, _mm512_set1_epi16(SYMBOLS as i16 - 1));
    _mm512_madd_epi16(genes, _mm512_set1_epi32(WEIGHTS))
}
