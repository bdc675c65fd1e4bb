//! Two genomes a register. In the end two positions at a time find their costs in a register of 64.

use std::arch::x86_64::*;

use super::super::super::{Fitness, Program, Rows};
use super::super::avx512::Lanes;
use super::{Aligned, Begins, CORNER, EDGE, Genes, PAIRS, PAIRS_UNTIL_REDUCED, SYMBOLS, WEIGHTS, costs, same};

/// Registers side by side, by measurement: 78 million genomes a second with two, 101 with four, 102 with six.
const SIDE_BY_SIDE: usize = 6;

/// Genomes in them.
const GENOMES: usize = 2 * SIDE_BY_SIDE;

/// Which lanes of a register are corners and their copies.
const CORNERS: u64 = 0x0000_FFFF_0000_FFFF;

/// A program, laid out for registers.
#[derive(Clone, Debug)]
pub(in super::super::super) struct Tables {
    genes: Genes,
    /// By position in a genome: where its row begins among the costs that it shares with another.
    row: Lanes,
    /// By two positions: what both bytes cost.
    costs: [Lanes; 10],
    /// From five bits of twists: those of them that count, where they belong.
    twists: Lanes,
}

impl Tables {
    /// Only for small alphabets and costs, and where no prefix counts.
    #[target_feature(enable = "avx2")]
    pub(in super::super::super) fn new(program: &Program) -> Option<Self> {
        let genes = Genes::new(program)?;
        let mut row = Lanes([0; 64]);
        let mut table = [Lanes([0; 64]); 10];
        for (position, costs) in costs(program).iter().enumerate() {
            let (lane, width) = if position < 8 { (position, CORNER) } else { (position + 8, EDGE) };
            let begin = position % 2 * width;
            (row.0[lane], row.0[lane + 32]) = (begin as u8, begin as u8);
            for (to, &cost) in table[position / 2].0[begin..][..width].iter_mut().zip(costs) {
                *to = u8::try_from(cost).ok()?;
            }
        }
        // The lowest of the six bits is not of the twist.
        let twists = Lanes(std::array::from_fn(|bits| (8 * (bits / 2 % 3)) as u8));
        Some(Self { genes, row, costs: table, twists })
    }
}

/// See [`Program::evaluate`].
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
pub(in super::super::super) fn evaluate(tables: &Tables, rows: Rows<'_>, which: &[u32], out: &mut [Fitness]) {
    let genes = &tables.genes;
    let length = rows.length();
    let twists = tables.twists.load();
    for batch in which.chunks(GENOMES) {
        // A batch that is not full evaluates its first row several times.
        let mut numbers = [batch[0]; GENOMES];
        numbers.iter_mut().zip(batch).for_each(|(number, &row)| *number = row);
        let mut genomes: [&[u64]; GENOMES] = [&[]; GENOMES];
        for (genome, &row) in genomes.iter_mut().zip(&numbers) {
            *genome = rows.words(row as usize);
        }
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
            for pair in 0..pairs.min(PAIRS_UNTIL_REDUCED) {
                for n in 0..SIDE_BY_SIDE {
                    let two = both(genes.pair(begins[2 * n][pair]), genes.pair(begins[2 * n + 1][pair]));
                    states[n] = step(states[n], two);
                }
            }
            if pairs == PAIRS {
                for n in 0..SIDE_BY_SIDE {
                    let last = [begins[2 * n][PAIRS_UNTIL_REDUCED], begins[2 * n + 1][PAIRS_UNTIL_REDUCED]];
                    states[n] = step(normal(states[n], twists), both(genes.pair(last[0]), genes.pair(last[1])));
                }
            }
        }
        if length % 2 == 1 {
            let single = |row: u32| genes.singles[rows.genome(row as usize)[length - 1].index() % SYMBOLS].load();
            for (state, &[first, second]) in states.iter_mut().zip(numbers.as_chunks().0) {
                *state = step(normal(*state, twists), both(single(first), single(second)));
            }
        }
        let mut sums = Aligned::<[[u64; 4]; GENOMES]>::unwritten();
        for (n, state) in states.iter().enumerate() {
            // SAFETY: a register for two genomes.
            unsafe { *sums.as_mut_ptr().cast::<__m512i>().add(n) = tables.sums(normal(*state, twists)) };
        }
        // SAFETY: all of them.
        let sums = unsafe { Aligned::written(&sums) };
        for (sums, &row) in sums.iter().zip(batch) {
            // The second would be the copies of the corners.
            out[row as usize] = Fitness::new((sums[0] + sums[2] + sums[3]) as u16, length as u16);
        }
    }
}

impl Tables {
    /// Four sums of costs for each of two states.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
    fn sums(&self, states: __m512i) -> __m512i {
        let entries = _mm512_add_epi8(states, self.row.load());
        let zero = _mm512_setzero_si512();
        // Corners and edges go two ways, so that not every look-up waits for the one before it.
        let (mut corners, mut edges) = (zero, zero);
        for (pair, costs) in self.costs.iter().enumerate() {
            let (lanes, sum) = if pair < 4 { (2 * pair, &mut corners) } else { (2 * pair + 8, &mut edges) };
            *sum = _mm512_mask_permutexvar_epi8(*sum, 0x3_0000_0003 << lanes, entries, costs.load());
        }
        _mm512_sad_epu8(_mm512_or_si512(corners, edges), zero)
    }
}

/// Two in one register.
#[inline]
#[target_feature(enable = "avx512f")]
fn both(first: __m256i, second: __m256i) -> __m512i {
    _mm512_inserti64x4::<1>(_mm512_castsi256_si512(first), second)
}

/// As [`super::step`], for two.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn step(states: __m512i, genes: __m512i) -> __m512i {
    let added = _mm512_mask_blend_epi8(CORNERS, _mm512_set1_epi8(0b0111_0000), _mm512_set1_epi8(0b0111_1000));
    _mm512_add_epi8(_mm512_shuffle_epi8(states, genes), _mm512_and_si512(genes, added))
}

/// As [`super::normal`], for two.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn normal(states: __m512i, twists: __m512i) -> __m512i {
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
