//! AVX-512 with VBMI: a gene moves all stickers with one instruction.
//!
//! A register holds what each sticker shows, a byte each. `vpermb` permutes the 64 bytes by a gene; one comparison with the
//! bytes of the goal gives a mask of wrong stickers. Of prefixes it is only stored until the genes of a line have been applied to
//! eight genomes. [`Judge`] finds the penalties of eight masks at a time.
//!
//! All shipped objectives have a [`PenaltyForm`]. For the others there are the kernels of AVX2, and for whole genomes of small
//! alphabets there is [`super::pairs`].

mod form;
mod judge;

use std::arch::x86_64::*;

use super::super::{EvaluationMode, Evaluator, Fitness, PieceColors, Rows, filled, home, position_of};
use super::states::Bytes64;
use form::{PenaltyForm, WrongEdge, stickers};
use judge::{CORNERS, EDGES, Judge};

/// Genomes side by side: one for each word of a register of masks.
const SIDE_BY_SIDE: usize = 8;

/// Genes in a cache line of a row.
const LINE: usize = 32;

/// Logarithm to base 2 of the size of a gene's table in bytes.
const GENE_BITS: u32 = size_of::<Bytes64>().ilog2();

/// Start state, goal, permutations of the symbols, and weights.
#[derive(Clone, Debug)]
pub(in super::super) struct StickerTables {
    start: Bytes64,
    goal: Bytes64,
    /// By symbol: the source of each byte. The number is a power of two.
    genes: Box<[Bytes64]>,
    judge: Judge,
    mode: EvaluationMode,
    /// Fitness of the empty prefix.
    empty: Fitness,
}

/// Bytes of a register that hold stickers, by piece or position and sticker.
#[derive(Clone, Copy)]
struct Lanes {
    /// Whether the lanes of the second stickers of edges hold the names of edges.
    names: bool,
}

impl Lanes {
    fn new(form: PenaltyForm) -> Self {
        Self { names: matches!(form, PenaltyForm::Colors { rule: WrongEdge::Elsewhere, .. }) }
    }

    /// Returns the byte of a sticker.
    fn sticker(self, position: usize, slot: usize) -> usize {
        match position {
            0..8 => 8 * CORNERS[slot] + position,
            // From the second byte on, which is free.
            _ if self.names => 8 + 12 * slot + position - 8,
            _ => 8 * EDGES[slot] + position - 8,
        }
    }

    /// Returns the byte of the name of an edge, if there is one.
    fn name(self, position: usize) -> Option<usize> {
        (self.names && position >= 8).then(|| 8 * EDGES[1] + position - 8)
    }
}

impl StickerTables {
    /// Returns the tables if the penalties have a form.
    pub(in super::super) fn new(evaluator: &Evaluator, colors: &PieceColors) -> Option<Self> {
        let form = PenaltyForm::new(evaluator, colors)?;
        let lanes = Lanes::new(form);
        let home_colors = |piece: usize| stickers(piece, colors[piece][home(piece)]);
        let mut tables = Self {
            start: Bytes64([0; 64]),
            goal: Bytes64([0; 64]),
            genes: vec![Bytes64::IDENTITY; evaluator.permutations.len()].into(),
            judge: Judge::new(form)?,
            mode: evaluator.mode,
            empty: evaluator.reference_fitness(&[]),
        };
        for piece in 0..evaluator.pieces {
            let name = 1 + piece as u8;
            let place = usize::from(evaluator.start[piece]);
            let position = position_of(place);
            for (slot, color) in stickers(piece, colors[piece][place]).enumerate() {
                tables.start.0[lanes.sticker(position, slot)] = match form {
                    PenaltyForm::Colors { .. } => color,
                    PenaltyForm::Pieces { .. } => {
                        home_colors(piece).next().map_or(0, |first| if color == first { name } else { 0 })
                    }
                };
            }
            for (slot, color) in home_colors(piece).enumerate() {
                tables.goal.0[lanes.sticker(piece, slot)] = match form {
                    PenaltyForm::Colors { .. } => color,
                    PenaltyForm::Pieces { .. } => name,
                };
            }
            if let (Some(now), Some(goal)) = (lanes.name(position), lanes.name(piece)) {
                (tables.start.0[now], tables.goal.0[goal]) = (name, name);
            }
        }
        for (gene, map) in tables.genes.iter_mut().zip(&evaluator.permutations) {
            for piece in 0..evaluator.pieces {
                // The colors of the piece that belongs there tell its stickers apart.
                let place = usize::from(map.0[home(piece)]);
                let target = position_of(place);
                for (slot, color) in stickers(piece, colors[piece][place]).enumerate() {
                    let home_slot = home_colors(piece).position(|home_color| home_color == color)?;
                    gene.0[lanes.sticker(target, slot)] = lanes.sticker(piece, home_slot) as u8;
                }
                if let (Some(target), Some(source)) = (lanes.name(target), lanes.name(piece)) {
                    gene.0[target] = source as u8;
                }
            }
        }
        Some(tables)
    }
}

/// See [`Evaluator::evaluate`].
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg")]
pub(in super::super) fn evaluate(tables: &StickerTables, rows: Rows<'_>, which: &[u32], out: &mut [Fitness]) {
    match (tables.mode, tables.judge.is_wide()) {
        (EvaluationMode::Whole, false) => batches::<false, false>(tables, rows, which, out),
        (EvaluationMode::Whole, true) => batches::<false, true>(tables, rows, which, out),
        (EvaluationMode::BestPrefix, false) => batches::<true, false>(tables, rows, which, out),
        (EvaluationMode::BestPrefix, true) => batches::<true, true>(tables, rows, which, out),
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg")]
fn batches<const PREFIXES: bool, const WIDE: bool>(
    tables: &StickerTables,
    rows: Rows<'_>,
    which: &[u32],
    out: &mut [Fitness],
) {
    // In memory that outlives a batch, from which the compiler does not collect them in registers, one by one.
    let mut masks = [const { Aligned([0; SIDE_BY_SIDE]) }; LINE];
    for batch in which.chunks(SIDE_BY_SIDE) {
        let words: [_; SIDE_BY_SIDE] = filled(batch, |row| rows.words(row));
        let best = if PREFIXES {
            best_prefixes::<WIDE>(tables, &words, rows.length(), &mut masks)
        } else {
            whole::<WIDE>(tables, &words, rows.length(), &mut masks[0])
        };
        let mut best_of = Aligned([0u64; SIDE_BY_SIDE]);
        // SAFETY: 64 bytes, aligned.
        unsafe { _mm512_store_si512(best_of.0.as_mut_ptr().cast(), best) };
        for n in 0..batch.len() {
            out[batch[n] as usize] = Fitness((best_of.0[n] >> 32) as u32);
        }
    }
}

/// The words of a row for each genome.
type Words<'a> = [&'a [u64]; SIDE_BY_SIDE];

impl StickerTables {
    /// Returns the table of one of the four genes of a word.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn gene(&self, word: u64, gene: u32) -> __m512i {
        let mask = ((self.genes.len() - 1) << GENE_BITS) as u64;
        let shifted = if gene == 0 { word << GENE_BITS } else { word >> (16 * gene - GENE_BITS) };
        // SAFETY: masked, the offset is that of a symbol.
        unsafe { _mm512_load_si512(self.genes.as_ptr().byte_add((shifted & mask) as usize).cast()) }
    }
}

/// Returns a word of each genome.
///
/// # Safety
/// Each has the word.
#[inline(always)]
unsafe fn word_of_each(words: &Words<'_>, word: usize) -> [u64; SIDE_BY_SIDE] {
    let mut row_words = [0; SIDE_BY_SIDE];
    for n in 0..SIDE_BY_SIDE {
        // SAFETY: as above.
        row_words[n] = unsafe { *words[n].get_unchecked(word) };
    }
    row_words
}

/// Returns the fitness of the states after all genes. Genes are applied from the last one on to the sources of the bytes, so
/// that their tables are operands in memory.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg")]
fn whole<const WIDE: bool>(tables: &StickerTables, words: &Words<'_>, length: usize, masks: &mut Masks) -> __m512i {
    let mut sources = [Bytes64::IDENTITY.load(); SIDE_BY_SIDE];
    macro_rules! step {
        ($word:expr, $gene:expr) => {
            for n in 0..SIDE_BY_SIDE {
                sources[n] = _mm512_permutexvar_epi8(sources[n], tables.gene($word[n], $gene));
            }
        };
    }
    if !length.is_multiple_of(4) {
        // SAFETY: a row has a word for every four genes.
        let word = unsafe { word_of_each(words, length / 4) };
        for gene in (0..(length % 4) as u32).rev() {
            step!(word, gene);
        }
    }
    for word in (0..length / 4).rev() {
        // SAFETY: as above.
        let word = unsafe { word_of_each(words, word) };
        step!(word, 3);
        step!(word, 2);
        step!(word, 1);
        step!(word, 0);
    }
    let (start, goal) = (tables.start.load(), tables.goal.load());
    for n in 0..SIDE_BY_SIDE {
        masks.0[n] = _mm512_cmpneq_epi8_mask(_mm512_permutexvar_epi8(sources[n], start), goal);
    }
    fitness::<WIDE>(tables, masks, _mm512_set1_epi32((length << 16) as i32))
}

/// Returns the fitness of the best prefixes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg")]
fn best_prefixes<const WIDE: bool>(
    tables: &StickerTables,
    words: &Words<'_>,
    length: usize,
    masks: &mut [Masks; LINE],
) -> __m512i {
    let goal = tables.goal.load();
    let mut states = [tables.start.load(); SIDE_BY_SIDE];
    let mut best = _mm512_set1_epi32(tables.empty.0.cast_signed());
    let mut count = _mm512_setzero_si512();
    for line in 0..length.div_ceil(LINE) {
        let genes = (length - line * LINE).min(LINE);
        // Up to three genes behind the last one are applied, too, but not judged.
        for word in 0..genes.div_ceil(4) {
            // SAFETY: a row has a word for every four genes.
            let row_words = unsafe { word_of_each(words, line * (LINE / 4) + word) };
            for gene in 0..4 {
                for n in 0..SIDE_BY_SIDE {
                    states[n] = _mm512_permutexvar_epi8(tables.gene(row_words[n], gene), states[n]);
                    masks[4 * word + gene as usize].0[n] = _mm512_cmpneq_epi8_mask(states[n], goal);
                }
            }
        }
        for gene in 0..genes {
            count = _mm512_add_epi32(count, _mm512_set1_epi32(1 << 16));
            best = _mm512_min_epu32(best, fitness::<WIDE>(tables, &masks[gene], count));
        }
    }
    best
}

/// A mask of wrong stickers for each genome.
type Masks = Aligned<[u64; SIDE_BY_SIDE]>;

/// Returns the fitness of eight masks in the upper halves of words, given the number of genes in the upper half of each half.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vnni,avx512bitalg")]
fn fitness<const WIDE: bool>(tables: &StickerTables, masks: &Masks, count: __m512i) -> __m512i {
    // SAFETY: 64 bytes, aligned.
    let masks = unsafe { _mm512_load_si512(masks.0.as_ptr().cast()) };
    _mm512_shldi_epi32::<16>(tables.judge.penalties::<WIDE>(masks), count)
}

/// Memory that begins on a cache line.
#[repr(C, align(64))]
struct Aligned<T>(T);
