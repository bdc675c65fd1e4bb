//! The kernel with AVX-512 and VBMI, for whole genomes and best prefixes: a gene permutes the bytes of all stickers with one instruction.
//! An objective without a [`PenaltyForm`], or with weights too large for [`Judge`], has the kernels of AVX2.
//!
//! A register holds what each sticker shows, a byte each. `vpermb` permutes the 64 bytes by a gene; one comparison with the
//! bytes of the goal gives a mask of wrong stickers. Of prefixes it is stored until the genes of the next line are applied to eight
//! genomes. Two calls of [`Judge`] find the penalties of sixteen masks.
//!
//! All shipped objectives have a [`PenaltyForm`]. For the others there are the kernels of AVX2, and for whole genomes of small
//! alphabets there is [`super::pairs`].

mod form;
mod judge;

use std::arch::x86_64::*;
use std::sync::Arc;

use super::super::{EvaluationMode, Evaluator, Fitness, PieceColors, Rows, filled, home, position_of, scalar};
use super::states::{Bytes64, gene_tables};
use evocube_cube::puzzle::{MAX_CUBE_PIECES, PLACES};
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
    genes: Arc<[Bytes64]>,
    judge: Judge,
    mode: EvaluationMode,
    /// Fitness of the empty prefix.
    empty: Fitness,
    form: PenaltyForm,
    colors: PieceColors,
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
    /// Returns the tables if the penalties have a form whose weights are small, and the pieces have the colors of their homes.
    pub(in super::super) fn new(evaluator: &Evaluator, colors: PieceColors) -> Option<Self> {
        let form = PenaltyForm::new(evaluator, &colors)?;
        let lanes = Lanes::new(form);
        let home_colors = |piece: usize| stickers(piece, colors[piece][home(piece)]);
        let mut goal = Bytes64([0; 64]);
        for piece in 0..evaluator.pieces {
            let name = 1 + piece as u8;
            for (slot, color) in home_colors(piece).enumerate() {
                goal.0[lanes.sticker(piece, slot)] = match form {
                    PenaltyForm::Colors { .. } => color,
                    PenaltyForm::Pieces { .. } => name,
                };
            }
            if let Some(goal_name) = lanes.name(piece) {
                goal.0[goal_name] = name;
            }
        }
        // Targets and sources of the bytes of a piece that belongs at home, by its place.
        let mut moves = [[[[0; 2]; 3]; PLACES]; MAX_CUBE_PIECES];
        for (piece, moves) in moves[..evaluator.pieces].iter_mut().enumerate() {
            for (place, moves) in moves.iter_mut().enumerate().filter(|(place, _)| colors[piece][*place] != 0) {
                let target = position_of(place);
                // The colors of the piece tell its stickers apart.
                for (slot, color) in stickers(piece, colors[piece][place]).enumerate() {
                    let home_slot = home_colors(piece).position(|home_color| home_color == color)?;
                    moves[slot] = [lanes.sticker(target, slot), lanes.sticker(piece, home_slot)];
                }
                if piece >= 8 {
                    let names = lanes.name(target).zip(lanes.name(piece));
                    moves[2] = names.map_or(moves[0], |(target, source)| [target, source]);
                }
            }
        }
        let genes = gene_tables(evaluator, evaluator.symbols.next_power_of_two(), Bytes64::IDENTITY, |map, gene| {
            map.for_each_moved(|home, place| {
                for [target, source] in moves[position_of(home)][place] {
                    gene.0[target] = source as u8;
                }
            });
        });
        let (start, empty) = (start_stickers(evaluator, form, &colors), scalar::evaluate(evaluator, &[]));
        let (judge, mode) = (Judge::new(form)?, evaluator.mode);
        Some(Self { start, goal, genes, judge, mode, empty, form, colors })
    }

    /// Returns the tables of the same puzzle for the start state of an evaluator.
    pub(in super::super) fn with_start(&self, evaluator: &Evaluator) -> Self {
        let start = start_stickers(evaluator, self.form, &self.colors);
        Self { start, empty: scalar::evaluate(evaluator, &[]), ..self.clone() }
    }
}

/// Returns what the stickers of a start state show.
fn start_stickers(evaluator: &Evaluator, form: PenaltyForm, colors: &PieceColors) -> Bytes64 {
    let lanes = Lanes::new(form);
    let mut start = Bytes64([0; 64]);
    for piece in 0..evaluator.pieces {
        let name = 1 + piece as u8;
        let place = usize::from(evaluator.start[piece]);
        let position = position_of(place);
        let first_color = stickers(piece, colors[piece][home(piece)]).next();
        for (slot, color) in stickers(piece, colors[piece][place]).enumerate() {
            start.0[lanes.sticker(position, slot)] = match form {
                PenaltyForm::Colors { .. } => color,
                PenaltyForm::Pieces { .. } => name * u8::from(Some(color) == first_color),
            };
        }
        if let Some(start_name) = lanes.name(position) {
            start.0[start_name] = name;
        }
    }
    start
}

/// See [`Evaluator::evaluate`].
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,bmi2")]
pub(in super::super) fn evaluate(tables: &StickerTables, rows: Rows<'_>, which: &[u32], out: &mut [Fitness]) {
    match (tables.mode, tables.judge.is_wide()) {
        (EvaluationMode::Whole, false) => whole::<false>(tables, rows, which, out),
        (EvaluationMode::Whole, true) => whole::<true>(tables, rows, which, out),
        (EvaluationMode::BestPrefix, false) => best_prefixes::<false>(tables, rows, which, out),
        (EvaluationMode::BestPrefix, true) => best_prefixes::<true>(tables, rows, which, out),
    }
}

/// The words of a row for each genome.
type Words<'a> = [&'a [u64]; SIDE_BY_SIDE];

/// A mask of wrong stickers for each genome.
type Masks = Aligned<[u64; SIDE_BY_SIDE]>;

impl StickerTables {
    /// Returns the table of one of the four genes of a word.
    #[inline]
    #[target_feature(enable = "avx512f,bmi2")]
    fn gene(&self, word: u64, gene: u32) -> __m512i {
        let mask = ((self.genes.len() - 1) << GENE_BITS) as u64;
        let rotated = word.rotate_right(16 * gene + u64::BITS - GENE_BITS);
        // SAFETY: masked, the offset is that of a symbol.
        unsafe { _mm512_load_si512(self.genes.as_ptr().byte_add((rotated & mask) as usize).cast()) }
    }

    /// Returns the fitness of a first and of a second mask of each genome, in the lower and in the upper half of its word. `counts`
    /// has the numbers of genes in the upper halves of these.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vnni,avx512bitalg")]
    fn fitness<const WIDE: bool>(&self, [first, second]: [&Masks; 2], counts: __m512i) -> __m512i {
        let (first, second) = (self.judge.parts::<WIDE>(first.load()), self.judge.parts::<WIDE>(second.load()));
        let outer = _mm512_mask_blend_epi32(0xAAAA, first, second);
        let inner = _mm512_shldi_epi64::<32>(second, first);
        _mm512_shldi_epi32::<16>(_mm512_add_epi32(outer, inner), counts)
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

/// Writes the fitness of a batch, which is in the upper halves of words.
#[inline]
#[target_feature(enable = "avx512f")]
fn write(fitness: __m512i, batch: &[u32], out: &mut [Fitness]) {
    let mut fitness_of = Aligned([0u64; SIDE_BY_SIDE]);
    // SAFETY: 64 bytes, aligned.
    unsafe { _mm512_store_si512(fitness_of.0.as_mut_ptr().cast(), fitness) };
    for (&row, fitness) in batch.iter().zip(fitness_of.0) {
        out[row as usize] = Fitness((fitness >> 32) as u32);
    }
}

/// Writes the fitness of the states after all genes. Genes are applied from the last one on to the sources of the bytes, so that
/// their tables are operands in memory.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,bmi2")]
fn whole<const WIDE: bool>(tables: &StickerTables, rows: Rows<'_>, which: &[u32], out: &mut [Fitness]) {
    let length = rows.length();
    let (start, goal) = (tables.start.load(), tables.goal.load());
    // In memory that outlives a batch, from which the compiler does not collect them in registers, one by one.
    let mut masks = Aligned([0; SIDE_BY_SIDE]);
    for batch in which.chunks(SIDE_BY_SIDE) {
        let words: Words<'_> = filled(batch, |row| rows.words(row));
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
            let word = unsafe { word_of_each(&words, length / 4) };
            for gene in (0..(length % 4) as u32).rev() {
                step!(word, gene);
            }
        }
        for word in (0..length / 4).rev() {
            // SAFETY: as above.
            let word = unsafe { word_of_each(&words, word) };
            step!(word, 3);
            step!(word, 2);
            step!(word, 1);
            step!(word, 0);
        }
        for n in 0..SIDE_BY_SIDE {
            masks.0[n] = _mm512_cmpneq_epi8_mask(_mm512_permutexvar_epi8(sources[n], start), goal);
        }
        write(tables.fitness::<WIDE>([&masks; 2], _mm512_set1_epi32((length << 16) as i32)), batch, out);
    }
}

/// Writes the fitness of the best prefixes.
///
/// While the genes of a line are applied to eight genomes, the masks of the line before, often one of other genomes, are judged:
/// masks that are stored and masks that are judged occupy different parts of a processor.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,bmi2")]
fn best_prefixes<const WIDE: bool>(tables: &StickerTables, rows: Rows<'_>, which: &[u32], out: &mut [Fitness]) {
    let (length, goal) = (rows.length(), tables.goal.load());
    let mut masks = [const { [const { Aligned([0; SIDE_BY_SIDE]) }; LINE] }; 2];
    let [mut masks_before, mut masks_now] = masks.each_mut();
    let (mut batch_before, mut judging) = (&[][..], Judging::new(tables));
    for batch in which.chunks(SIDE_BY_SIDE) {
        let words: Words<'_> = filled(batch, |row| rows.words(row));
        let mut states = [tables.start.load(); SIDE_BY_SIDE];
        for line in 0..length.div_ceil(LINE) {
            let genes = (length - line * LINE).min(LINE);
            macro_rules! step {
                ($words:expr, $word:expr, $gene:expr) => {
                    for n in 0..SIDE_BY_SIDE {
                        states[n] = _mm512_permutexvar_epi8(tables.gene($words[n], $gene), states[n]);
                        masks_now[(4 * $word + $gene as usize) % LINE].0[n] = _mm512_cmpneq_epi8_mask(states[n], goal);
                    }
                };
            }
            for word in 0..genes / 4 {
                // SAFETY: a row has a word for every four genes.
                let words = unsafe { word_of_each(&words, line * (LINE / 4) + word) };
                step!(words, word, 0);
                step!(words, word, 1);
                judging.judge_two::<WIDE>(tables, masks_before);
                step!(words, word, 2);
                step!(words, word, 3);
                judging.judge_two::<WIDE>(tables, masks_before);
            }
            if !genes.is_multiple_of(4) {
                // SAFETY: as above.
                let words = unsafe { word_of_each(&words, line * (LINE / 4) + genes / 4) };
                for gene in 0..(genes % 4) as u32 {
                    step!(words, genes / 4, gene);
                }
            }
            judging.judge_rest::<WIDE>(tables, masks_before);
            if line == 0 {
                write(judging.best(), batch_before, out);
                (batch_before, judging) = (batch, Judging::new(tables));
            }
            (judging.next, judging.end) = (0, genes);
            std::mem::swap(&mut masks_before, &mut masks_now);
        }
    }
    judging.judge_rest::<WIDE>(tables, masks_before);
    write(judging.best(), batch_before, out);
}

/// The best prefixes of eight genomes so far.
struct Judging {
    /// The best of every other prefix in each half of a word.
    best: __m512i,
    /// The numbers of genes of the next two prefixes in the upper halves of these.
    counts: __m512i,
    /// The next prefix of a line that is judged.
    next: usize,
    /// The number of prefixes of the line.
    end: usize,
}

impl Judging {
    /// Returns the empty prefixes.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn new(tables: &StickerTables) -> Self {
        let best = _mm512_set1_epi32(tables.empty.0.cast_signed());
        Self { best, counts: _mm512_set1_epi64(2 << 48 | 1 << 16), next: 0, end: 0 }
    }

    /// Judges the next two prefixes of a line, if there are two.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vnni,avx512bitalg")]
    fn judge_two<const WIDE: bool>(&mut self, tables: &StickerTables, masks: &[Masks; LINE]) {
        if self.next + 2 <= self.end {
            self.judge::<WIDE>(tables, [&masks[self.next % LINE], &masks[(self.next + 1) % LINE]]);
        }
    }

    /// Judges the other prefixes of a line.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vnni,avx512bitalg")]
    fn judge_rest<const WIDE: bool>(&mut self, tables: &StickerTables, masks: &[Masks; LINE]) {
        while self.next + 2 <= self.end {
            self.judge_two::<WIDE>(tables, masks);
        }
        if self.next < self.end {
            // Twice the same: the second, with one gene more if 16 bits hold it, is not better.
            self.judge::<WIDE>(tables, [&masks[self.next % LINE]; 2]);
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vnni,avx512bitalg")]
    fn judge<const WIDE: bool>(&mut self, tables: &StickerTables, masks: [&Masks; 2]) {
        self.best = _mm512_min_epu32(self.best, tables.fitness::<WIDE>(masks, self.counts));
        self.counts = _mm512_adds_epu16(self.counts, _mm512_set1_epi32(2 << 16));
        self.next += 2;
    }

    /// Returns the best prefixes in the upper halves of words.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn best(&self) -> __m512i {
        _mm512_min_epu32(self.best, _mm512_slli_epi64::<32>(self.best))
    }
}

/// Memory that begins on a cache line.
#[repr(C, align(64))]
struct Aligned<T>(T);

impl Masks {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load(&self) -> __m512i {
        // SAFETY: 64 bytes, aligned.
        unsafe { _mm512_load_si512(self.0.as_ptr().cast()) }
    }
}
