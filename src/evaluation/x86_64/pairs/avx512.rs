//! Two genomes a register. In the end four or five positions at a time find their costs in two registers.

use std::arch::x86_64::*;
use std::hint::black_box;

use super::super::super::{Evaluator, Fitness, PieceColors, Rows};
use super::super::avx512::Bytes64;
use super::color_lookup::ColorLookup;
use super::{Aligned, Begins, CORNER, EDGE, Genes, PAIRS, SYMBOLS, WEIGHTS, costs, filled, same, until_reduced};

/// Registers side by side, by measurement: 78 million genomes a second with two, 101 with four, 102 with six.
const SIDE_BY_SIDE: usize = 6;

/// Genomes in them.
const GENOMES: usize = 2 * SIDE_BY_SIDE;

/// Which lanes of a register are corners and their copies.
const CORNERS: u64 = 0x0000_FFFF_0000_FFFF;

/// A program, laid out for registers.
#[derive(Clone, Debug)]
pub(in super::super::super) struct Avx512PairTables {
    genes: Genes,
    lookup: PenaltyLookup,
}

/// What finds the cost of a state.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant)] // one a evaluator
enum PenaltyLookup {
    /// By how pieces look.
    ByColors(ColorLookup),
    /// By any table.
    ByTable(TableLookup),
}

impl Avx512PairTables {
    /// Only for small alphabets and costs, and where no prefix counts.
    #[target_feature(enable = "avx2")]
    pub(in super::super::super) fn new(evaluator: &Evaluator, colors: &PieceColors) -> Option<Self> {
        let lookup = match ColorLookup::new(evaluator, colors) {
            Some(lookup) => PenaltyLookup::ByColors(lookup),
            None => PenaltyLookup::ByTable(TableLookup::new(evaluator)?),
        };
        Some(Self { genes: Genes::new(evaluator)?, lookup })
    }
}

/// For [`normal`]. From five bits of twists: those of them that count, where they belong. The lowest of the six bits is
/// not of the twist.
pub(in super::super) static TWISTS: Bytes64 = {
    let mut twists = [0; 64];
    let mut bits = 0;
    while bits < 64 {
        twists[bits] = (8 * (bits / 2 % 3)) as u8;
        bits += 1;
    }
    Bytes64(twists)
};

/// What states cost.
#[derive(Clone, Debug)]
pub(in super::super::super) struct TableLookup {
    /// By position in a genome: where its row begins among the costs of its group.
    row: Bytes64,
    /// By group: which positions are in it, and what bytes cost there, as many as two registers hold.
    groups: [(__mmask64, [Bytes64; 2]); GROUPS],
}

/// Five corners; three corners and two edges; four edges, twice; two edges.
const GROUPS: usize = 5;

/// Which positions are in each group.
pub(in super::super) type Masks = [__mmask64; GROUPS];

impl TableLookup {
    /// If costs fit a byte.
    pub(in super::super) fn new(evaluator: &Evaluator) -> Option<Self> {
        let mut row = Bytes64([0; 64]);
        let mut groups = [(0, [Bytes64([0; 64]); 2]); GROUPS];
        let (mut group, mut begin) = (0, 0);
        for (position, costs) in costs(evaluator).iter().enumerate() {
            let (lane, width) = if position < 8 { (position, CORNER) } else { (position + 8, EDGE) };
            if begin + width > 128 {
                (group, begin) = (group + 1, 0);
            }
            let (mask, table) = &mut groups[group];
            *mask |= 0x1_0000_0001 << lane;
            (row.0[lane], row.0[lane + 32]) = (begin as u8, begin as u8);
            for (entry, &cost) in (begin..begin + width).zip(costs) {
                table[entry / 64].0[entry % 64] = u8::try_from(cost).ok()?;
            }
            begin += width;
        }
        Some(Self { row, groups })
    }

    /// What [`TableLookup::sums`] needs in registers of its own. If the compiler knew the masks, it would make them anew each
    /// time, through the port of the shuffles.
    #[inline(always)]
    pub(in super::super) fn masks(&self) -> Masks {
        black_box(self.groups.each_ref().map(|group| group.0))
    }

    /// Four sums of costs for each of two states.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
    pub(in super::super) fn sums(&self, states: __m512i, masks: Masks) -> __m512i {
        let mut costs = _mm512_add_epi8(states, self.row.load());
        for (mask, (_, [first, second])) in masks.into_iter().zip(&self.groups) {
            costs = _mm512_mask2_permutex2var_epi8(first.load(), costs, mask, second.load());
        }
        // Neither copies of corners nor what lies behind the edges.
        let counted = _mm512_set4_epi64(0xFFFF_FFFF, -1, 0, -1);
        _mm512_sad_epu8(_mm512_and_si512(costs, counted), _mm512_setzero_si512())
    }
}

/// The sum of four.
#[inline(always)]
pub(in super::super) fn total(sums: &[u64; 4]) -> u16 {
    // The second is of the copies of corners, 0.
    (sums[0] + sums[2] + sums[3]) as u16
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

/// Two in one register.
#[inline]
#[target_feature(enable = "avx512f")]
pub(in super::super) fn both(first: __m256i, second: __m256i) -> __m512i {
    _mm512_inserti64x4::<1>(_mm512_castsi256_si512(first), second)
}

/// As [`super::step`], for two.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(in super::super) fn step(states: __m512i, genes: __m512i) -> __m512i {
    let added = _mm512_mask_blend_epi8(CORNERS, _mm512_set1_epi8(0b0111_0000), _mm512_set1_epi8(0b0111_1000));
    _mm512_add_epi8(_mm512_shuffle_epi8(states, genes), _mm512_and_si512(genes, added))
}

/// As [`super::normal`], for two.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(in super::super) fn normal(states: __m512i, twists: __m512i) -> __m512i {
    let stay = _mm512_mask_blend_epi8(CORNERS, _mm512_set1_epi8(31), _mm512_set1_epi8(7));
    let reduced = _mm512_maskz_permutexvar_epi8(CORNERS, _mm512_srli_epi16::<2>(states), twists);
    // By bit: of the state where it stays, else of what is reduced.
    _mm512_ternarylogic_epi64::<0b1100_1010>(stay, states, reduced)
}

/// Where in their table the pairs of 32 genes begin.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn begin(genes: __m512i) -> __m512i {
    let genes = _mm512_and_si512(genes, _mm512_set1_epi16(SYMBOLS as i16 - 1));
    _mm512_madd_epi16(genes, _mm512_set1_epi32(WEIGHTS))
}
