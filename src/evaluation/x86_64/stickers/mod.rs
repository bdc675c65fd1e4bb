//! AVX-512 with VBMI: a gene moves all stickers with one instruction.
//!
//! A register holds what each sticker shows, a byte each. `vpermb` permutes the 64 bytes by a gene; one comparison with the
//! bytes of the goal gives a mask of wrong stickers, which is only stored. When the genes of a line have been applied to
//! eight genomes, [`Judge`] finds the penalties of eight masks at a time.
//!
//! All shipped objectives have a [`PenaltyForm`]. For the others there are the kernels of AVX2.

mod form;
mod judge;

use std::arch::x86_64::*;

use super::super::{EvaluationMode, Evaluator, Fitness, PieceColors, Rows, filled};
use super::{Bytes64, LINE_BITS};
use form::{PenaltyForm, WrongEdge, home, position_of, stickers};
use judge::{CORNERS, EDGES, Judge};

/// Genomes side by side: one for each word of a register of masks.
const SIDE_BY_SIDE: usize = 8;

/// Genes in a cache line of a row.
const LINE: usize = 32;

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
    fn of(form: PenaltyForm) -> Self {
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
        let form = PenaltyForm::of(evaluator, colors)?;
        let lanes = Lanes::of(form);
        let own = |piece: usize| stickers(piece, colors[piece][home(piece)]);
        let mut tables = Self {
            start: Bytes64([0; 64]),
            goal: Bytes64([0; 64]),
            genes: vec![Bytes64(std::array::from_fn(|lane| lane as u8)); evaluator.permutations.len()].into(),
            judge: Judge::new(form)?,
            mode: evaluator.mode,
            empty: evaluator.reference_fitness(&[]),
        };
        for piece in 0..evaluator.pieces {
            let name = 1 + piece as u8;
            let place = usize::from(evaluator.start[piece]);
            let position = position_of(place);
            for (slot, shown) in stickers(piece, colors[piece][place]).enumerate() {
                tables.start.0[lanes.sticker(position, slot)] = match form {
                    PenaltyForm::Colors { .. } => shown,
                    PenaltyForm::Pieces { .. } => {
                        own(piece).next().map_or(0, |first| if shown == first { name } else { 0 })
                    }
                };
            }
            for (slot, color) in own(piece).enumerate() {
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
            for from in 0..evaluator.pieces {
                // The colors of the piece that belongs there tell its stickers apart.
                let place = usize::from(map.0[home(from)]);
                let to = position_of(place);
                for (slot, shown) in stickers(from, colors[from][place]).enumerate() {
                    let before = own(from).position(|color| color == shown)?;
                    gene.0[lanes.sticker(to, slot)] = lanes.sticker(from, before) as u8;
                }
                if let (Some(to), Some(from)) = (lanes.name(to), lanes.name(from)) {
                    gene.0[to] = from as u8;
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

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg")]
fn batches<const PREFIXES: bool, const WIDE: bool>(
    tables: &StickerTables,
    rows: Rows<'_>,
    which: &[u32],
    out: &mut [Fitness],
) {
    let (start, goal) = (tables.start.load(), tables.goal.load());
    let symbols = _mm512_set1_epi32(((tables.genes.len() - 1) << LINE_BITS) as i32);
    let length = rows.length();
    // Of genes with even numbers, then of those with odd ones, in bytes.
    let mut offsets = Aligned([[0u32; LINE]; SIDE_BY_SIDE]);
    let mut masks = Aligned([[0u64; SIDE_BY_SIDE]; LINE]);
    for batch in which.chunks(SIDE_BY_SIDE) {
        let words: [_; SIDE_BY_SIDE] = filled(batch, |row| rows.words(row));
        let mut states = [start; SIDE_BY_SIDE];
        let mut best = _mm512_set1_epi32(tables.empty.0.cast_signed());
        let mut count = _mm512_setzero_si512();
        for line in 0..length.div_ceil(LINE) {
            for (words, offsets) in words.iter().zip(&mut offsets.0) {
                // SAFETY: a row has whole lines of 64 bytes; a line has two registers of offsets.
                unsafe {
                    let genes = *words.as_ptr().cast::<__m512i>().add(line);
                    let to = offsets.as_mut_ptr().cast::<__m512i>();
                    *to = _mm512_and_si512(_mm512_slli_epi32::<LINE_BITS>(genes), symbols);
                    *to.add(1) = _mm512_and_si512(_mm512_srli_epi32::<{ 16 - LINE_BITS }>(genes), symbols);
                }
            }
            let genes = (length - line * LINE).min(LINE);
            for gene in 0..genes {
                let place = gene / 2 + LINE / 2 * (gene % 2);
                for n in 0..SIDE_BY_SIDE {
                    // SAFETY: masked, the number is that of a symbol.
                    let table = unsafe {
                        let offset = *offsets.0[n].get_unchecked(place) as usize;
                        _mm512_load_si512(tables.genes.as_ptr().byte_add(offset).cast())
                    };
                    states[n] = _mm512_permutexvar_epi8(table, states[n]);
                    if PREFIXES {
                        // SAFETY: a line of masks for each gene of a line.
                        unsafe { masks.0.get_unchecked_mut(gene)[n] = _mm512_cmpneq_epi8_mask(states[n], goal) };
                    }
                }
            }
            if PREFIXES {
                for masks in &masks.0[..genes] {
                    count = _mm512_add_epi32(count, _mm512_set1_epi32(1 << 16));
                    best = _mm512_min_epu32(best, fitness::<WIDE>(tables, masks, count));
                }
            }
        }
        if !PREFIXES {
            for (mask, state) in masks.0[0].iter_mut().zip(states) {
                *mask = _mm512_cmpneq_epi8_mask(state, goal);
            }
            best = fitness::<WIDE>(tables, &masks.0[0], _mm512_set1_epi32((length << 16) as i32));
        }
        let mut best_of = Aligned([0u64; SIDE_BY_SIDE]);
        // SAFETY: 64 bytes, aligned.
        unsafe { _mm512_store_si512(best_of.0.as_mut_ptr().cast(), best) };
        for (&row, best) in batch.iter().zip(best_of.0) {
            out[row as usize] = Fitness((best >> 32) as u32);
        }
    }
}

/// Returns the fitness of eight masks in the upper halves of words, given the number of genes in the upper half of each half.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vnni,avx512bitalg")]
fn fitness<const WIDE: bool>(tables: &StickerTables, masks: &[u64; SIDE_BY_SIDE], count: __m512i) -> __m512i {
    // SAFETY: 64 bytes; those of a line of masks are aligned.
    let masks = unsafe { _mm512_load_si512(masks.as_ptr().cast()) };
    _mm512_shldi_epi32::<16>(tables.judge.penalties::<WIDE>(masks), count)
}

/// Memory that begins on a cache line.
#[repr(C, align(64))]
struct Aligned<T>(T);
