//! Evaluation of genomes, whole or by best prefix: an [`Evaluator`] computes the [`Fitness`] of [`Genomes`], and the places of pieces, by a
//! [`Kernel`], or in plain Rust for file-defined puzzles and registered objectives. Also vector instructions for breeding
//! ([`CacheLineOps`], [`KernelTask`]), and the name of the [`processor`]. Penalties of states are `PenaltyFunction`s of an `objective`.
//!
//! A symbol permutes the [`Place`]s of the pieces. An [`Evaluator`] takes every piece of a start state through all genes of
//! a genome and adds the penalties of the places that the pieces reach. The unit of work is a batch of genomes, so that
//! the [`Kernel`] is selected once per batch.
//!
//! [`Evaluator::reference_fitness`] is the reference: all kernels return the same fitness for every genome. All unsafe code and all
//! intrinsics of the crate are in this module.

#[cfg(target_arch = "aarch64")]
mod aarch64;
mod cache_line_ops;
mod changed;
mod distinct;
mod equal;
mod genomes;
mod kernel;
#[cfg(not(target_arch = "x86_64"))]
mod no_cache_line;
pub mod objective;
mod pairs;
mod penalty_function;
mod permutation;
mod plain;
mod prefetch;
mod processor;
mod scalar;
#[cfg(target_arch = "x86_64")]
mod x86_64;

pub use cache_line_ops::CacheLineOps;
pub use genomes::{Genomes, MAX_GENES, Rows, RowsMut};
pub use kernel::{Kernel, KernelTask, UnavailableKernel};
pub use penalty_function::{InvalidObjective, Penalize, PenaltyFunction};
pub use processor::processor;

use std::sync::Arc;

use evocube_cube::puzzle::{MAX_CUBE_PIECES, MAX_PIECES, PLACES, Place, Puzzle};
use evocube_cube::solver::Cancelled;
use kernel::InstructionSet;
use permutation::Permutation;

/// A gene of a genome: the number of its symbol in the alphabet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[repr(transparent)]
pub struct Gene(pub u16);

impl Gene {
    /// Returns the number as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Maximum number of symbols of an alphabet.
pub const MAX_SYMBOLS: usize = u16::MAX as usize;

/// Fitness of a genome, to be minimized: ordered by penalty, then by number of genes. The number of genes is the length
/// of the best prefix if that is evaluated, the length without trailing no-ops under the parsimony tiebreak, and the
/// same for all genomes otherwise. Fitness-proportionate operators (roulette, stochastic universal sampling) use the
/// penalty alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[repr(transparent)]
pub struct Fitness(u32);

impl Fitness {
    /// A fitness worse than that of every genome.
    pub const WORST: Self = Self(u32::MAX);

    /// Returns the fitness of a penalty that is reached after a number of genes.
    #[inline]
    pub const fn new(penalty: u16, genes: u16) -> Self {
        Self((penalty as u32) << 16 | genes as u32)
    }

    /// Returns the penalty; 0 is the goal of the [objective](objective::Objective).
    #[inline]
    pub const fn penalty(self) -> u32 {
        self.0 >> 16
    }

    /// Returns the number of genes that count: all, those of the best prefix, or those before trailing no-ops.
    #[inline]
    pub const fn genes(self) -> usize {
        (self.0 & 0xFFFF) as usize
    }
}

impl std::fmt::Debug for Fitness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} after {} genes", self.penalty(), self.genes())
    }
}

/// The part of a genome that is evaluated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum EvaluationMode {
    /// All genes.
    #[default]
    Whole,
    /// The shortest of the prefixes with the lowest penalty; the empty prefix is a prefix, too.
    BestPrefix,
}

/// The colors that each piece shows at each place, on the stickers of the position: three bits each, not 0. The entry is 0
/// where the piece cannot be.
type PieceColors = [[u16; PLACES]; MAX_CUBE_PIECES];

/// Returns the rows of a batch, filled up with its first row.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
fn filled<'a, T, const N: usize>(batch: &[u32], row: impl Fn(usize) -> &'a [T]) -> [&'a [T]; N] {
    let mut rows = [row(batch[0] as usize); N];
    for n in 1..batch.len() {
        rows[n] = row(batch[n] as usize);
    }
    rows
}

/// Returns the first place of a position of a cube: eight corners have three places each, edges two.
const fn home(position: usize) -> usize {
    if position < 8 { 3 * position } else { 24 + 2 * (position - 8) }
}

/// Returns the position of a place of a cube.
fn position_of(place: usize) -> usize {
    if place < 24 { place / 3 } else { 8 + (place - 24) / 2 }
}

/// Returns the colors of the pieces of a cube.
fn piece_colors(puzzle: &impl Puzzle) -> PieceColors {
    let mut colors = [[0; PLACES]; MAX_CUBE_PIECES];
    let pieces = puzzle.layout().pieces();
    let view = |piece, place| puzzle.view(piece, u8::try_from(place).expect("48 places"));
    for place in 0..PLACES {
        let number = position_of(place);
        // The faces of a position are those of the piece that belongs there.
        let Some(position) = (number < pieces).then(|| view(number, home(number))).flatten() else { continue };
        for piece in 0..pieces {
            let Some(piece_view) = view(piece, place) else { continue };
            for (slot, (_, face)) in position.stickers.iter().flatten().enumerate() {
                let sticker = piece_view.stickers.iter().flatten().find(|(_, side)| side == face);
                colors[piece][place] |= sticker.map_or(0, |(color, _)| 1 + *color as u16) << (3 * slot);
            }
        }
    }
    colors
}

/// Evaluator of genomes: the places of the pieces in the start state, the permutations of the symbols and the penalties.
#[derive(Clone, Debug)]
pub struct Evaluator {
    pieces: usize,
    symbols: usize,
    no_op: Option<Gene>,
    start: [Place; MAX_CUBE_PIECES],
    /// By symbol.
    permutations: Arc<[Permutation]>,
    penalties: [[u16; PLACES]; MAX_CUBE_PIECES],
    mode: EvaluationMode,
    parsimony_tiebreak: bool,
    kernel: Kernel,
    tables: KernelTables,
}

/// Tables that a kernel derives from the permutations and the penalties.
#[derive(Clone, Debug)]
enum KernelTables {
    Scalar,
    ScalarPairs(pairs::PairTables),
    Plain(Box<plain::PlainTables>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Box<x86_64::avx2::Avx2Tables>),
    #[cfg(target_arch = "x86_64")]
    Pairs(Box<x86_64::pairs::PairTables>),
    #[cfg(target_arch = "x86_64")]
    Stickers(Box<x86_64::stickers::StickerTables>),
    #[cfg(target_arch = "aarch64")]
    Neon(Box<aarch64::NeonTables>),
}

impl Evaluator {
    /// Returns the evaluator of genomes over symbols with these effects, applied to a start state. Genomes of file-defined
    /// puzzles, and registered objectives, are evaluated by the same plain Rust for every kernel.
    ///
    /// # Panics
    /// If there are no effects or more than [`MAX_SYMBOLS`], or if the maximal penalty does not fit 16 bits. Neither is
    /// possible with a checked configuration.
    pub fn new<P: Puzzle>(
        puzzle: &P,
        start: P::State,
        effects: &[P::State],
        penalties: &PenaltyFunction,
        mode: EvaluationMode,
        kernel: Kernel,
    ) -> Self {
        assert!((1..=MAX_SYMBOLS).contains(&effects.len()), "an alphabet has 1 to {MAX_SYMBOLS} symbols");
        assert!(penalties.max() <= u32::from(u16::MAX), "penalties fit 16 bits");
        // The kernels sum over pieces.
        let has_kernel = puzzle.cube().is_some() && penalties.is_sum();
        let no_op = effects.iter().zip(0..).find(|(effect, _)| **effect == puzzle.solved());
        let mut evaluator = Self {
            pieces: puzzle.layout().pieces(),
            symbols: effects.len(),
            no_op: no_op.map(|(_, number)| Gene(number)),
            start: [0; MAX_CUBE_PIECES],
            permutations: Arc::default(),
            penalties: [[0; PLACES]; MAX_CUBE_PIECES],
            mode,
            parsimony_tiebreak: false,
            kernel,
            tables: KernelTables::Scalar,
        };
        evaluator.tables = if has_kernel {
            evaluator.start.copy_from_slice(&puzzle.places(start).as_ref()[..MAX_CUBE_PIECES]);
            evaluator.penalties = *penalties.table();
            let places = puzzle.layout().places();
            let permutation = |&effect: &P::State| {
                let mut map = Permutation::IDENTITY;
                map.0[..places].copy_from_slice(&puzzle.place_map(effect).as_ref()[..places]);
                map
            };
            evaluator.permutations = effects.iter().map(permutation).collect();
            evaluator.build_tables(|| piece_colors(puzzle))
        } else {
            KernelTables::Plain(Box::new(plain::PlainTables::new(puzzle, start, effects, penalties)))
        };
        evaluator
    }

    /// Returns the evaluator of the same genomes from another start state of the same puzzle, which shares tables with this one. `None`
    /// for those that no kernel evaluates: file-defined puzzles and registered objectives.
    pub fn with_start<P: Puzzle>(&self, puzzle: &P, start: P::State) -> Option<Self> {
        if let KernelTables::Plain(_) = self.tables {
            return None;
        }
        let mut evaluator = self.clone();
        evaluator.start.copy_from_slice(&puzzle.places(start).as_ref()[..MAX_CUBE_PIECES]);
        evaluator.tables = match &self.tables {
            #[cfg(target_arch = "x86_64")]
            KernelTables::Stickers(tables) => KernelTables::Stickers(Box::new(tables.with_start(&evaluator))),
            #[cfg(target_arch = "x86_64")]
            KernelTables::Pairs(tables) => KernelTables::Pairs(Box::new(tables.with_start(&evaluator))),
            #[cfg(target_arch = "x86_64")]
            KernelTables::Avx2(tables) => KernelTables::Avx2(Box::new(tables.with_start(&evaluator))),
            _ => evaluator.build_tables(|| piece_colors(puzzle)),
        };
        Some(evaluator)
    }

    /// Returns the tables of the kernel.
    #[cfg_attr(not(target_arch = "x86_64"), allow(unused_variables))] // only AVX-512 uses the colors
    fn build_tables(&self, colors: impl Fn() -> PieceColors) -> KernelTables {
        match self.kernel.0 {
            InstructionSet::Scalar => {
                pairs::PairTables::new(self).map_or(KernelTables::Scalar, KernelTables::ScalarPairs)
            }
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => self.build_avx2_tables(),
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => self.build_avx512_tables(colors),
            #[cfg(target_arch = "aarch64")]
            InstructionSet::Neon => KernelTables::Neon(Box::new(aarch64::NeonTables::new(self))),
        }
    }

    /// Returns tables of two genes at a time, which are the fastest ones for whole genomes of small alphabets.
    #[cfg(target_arch = "x86_64")]
    fn build_pair_tables(&self) -> Option<KernelTables> {
        // SAFETY: a kernel exists only on machines that have its instructions, AVX2 among them.
        unsafe { x86_64::pairs::PairTables::new(self) }.map(|tables| KernelTables::Pairs(Box::new(tables)))
    }

    #[cfg(target_arch = "x86_64")]
    fn build_avx2_tables(&self) -> KernelTables {
        let single = || KernelTables::Avx2(Box::new(x86_64::avx2::Avx2Tables::new(self)));
        self.build_pair_tables().unwrap_or_else(single)
    }

    #[cfg(target_arch = "x86_64")]
    fn build_avx512_tables(&self, colors: impl Fn() -> PieceColors) -> KernelTables {
        let stickers = || {
            x86_64::stickers::StickerTables::new(self, colors()).map(|tables| KernelTables::Stickers(Box::new(tables)))
        };
        self.build_pair_tables().or_else(stickers).unwrap_or_else(|| self.build_avx2_tables())
    }

    /// Returns the evaluator with or without the parsimony tiebreak: of two whole genomes with equal penalties the shorter
    /// is fitter. Trailing no-ops do not count.
    #[must_use]
    pub fn with_parsimony_tiebreak(self, enabled: bool) -> Self {
        Self { parsimony_tiebreak: enabled, ..self }
    }

    /// Returns the number of symbols.
    pub fn symbol_count(&self) -> usize {
        self.symbols
    }

    /// Returns the first symbol that is a no-op, if there is one.
    pub fn no_op(&self) -> Option<Gene> {
        self.no_op
    }

    /// Returns the kernel.
    pub const fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Writes the fitness of the rows with these indices: that of row r to `out[r]`. The fitness of a genome with a gene
    /// outside the alphabet is unspecified.
    ///
    /// # Errors
    /// If a registered objective fails.
    ///
    /// # Panics
    /// If an index is out of the range of `rows` or of `out`.
    pub fn evaluate(&self, rows: Rows<'_>, which: &[u32], out: &mut [Fitness]) -> Result<(), Cancelled> {
        match &self.tables {
            KernelTables::Scalar => {
                for &row in which {
                    out[row as usize] = scalar::evaluate(self, rows.genome(row as usize));
                }
            }
            KernelTables::ScalarPairs(tables) => pairs::evaluate(self, tables, rows, which, out),
            KernelTables::Plain(tables) => tables.evaluate_rows(self.mode, rows, which, out)?,
            // SAFETY of all: the tables were built by the kernel, which exists only on machines that have its instructions.
            #[cfg(target_arch = "x86_64")]
            KernelTables::Avx2(tables) => unsafe { x86_64::avx2::evaluate(tables, rows, which, out) },
            #[cfg(target_arch = "x86_64")]
            KernelTables::Pairs(tables) => unsafe { x86_64::pairs::evaluate(tables, rows, which, out) },
            #[cfg(target_arch = "x86_64")]
            KernelTables::Stickers(tables) => unsafe { x86_64::stickers::evaluate(tables, rows, which, out) },
            #[cfg(target_arch = "aarch64")]
            KernelTables::Neon(tables) => unsafe { aarch64::evaluate(self, tables, rows, which, out) },
        }
        if self.parsimony_tiebreak {
            for &row in which {
                let fitness = &mut out[row as usize];
                *fitness = self.without_trailing_no_ops(rows.genome(row as usize), *fitness);
            }
        }
        Ok(())
    }

    /// Returns the number of pieces.
    pub fn piece_count(&self) -> usize {
        self.pieces
    }

    /// Writes the penalty of each piece after all these genes: 0 under a registered objective, which is no sum over pieces.
    ///
    /// # Panics
    /// If there is not one number for each piece.
    pub fn piece_penalties(&self, genes: &[Gene], penalties: &mut [u16]) {
        assert_eq!(penalties.len(), self.pieces, "each piece has a penalty");
        let mut places = [0; MAX_PIECES];
        self.write_places(genes, &mut places[..self.pieces]);
        for (piece, (penalty, &place)) in penalties.iter_mut().zip(&places).enumerate() {
            *penalty = match &self.tables {
                KernelTables::Plain(tables) => tables.piece_penalty(piece, place),
                _ => self.penalties[piece][usize::from(place)],
            };
        }
    }

    /// Writes the place of each piece after all these genes; unspecified if a gene is outside the alphabet.
    ///
    /// # Panics
    /// If there is not one place for each piece.
    pub fn write_places(&self, genes: &[Gene], places: &mut [Place]) {
        assert_eq!(places.len(), self.pieces, "each piece has a place");
        match &self.tables {
            KernelTables::Plain(tables) => tables.write_places(genes, places),
            _ => scalar::write_places(self, genes, places),
        }
    }

    /// Returns the fitness of one genome by the reference implementation.
    ///
    /// # Errors
    /// If a registered objective fails.
    ///
    /// # Panics
    /// If the genome has more than [`MAX_GENES`] genes.
    pub fn reference_fitness(&self, genome: &[Gene]) -> Result<Fitness, Cancelled> {
        assert!(genome.len() <= MAX_GENES, "a genome has at most {MAX_GENES} genes, not {}", genome.len());
        let fitness = match &self.tables {
            KernelTables::Plain(tables) => tables.evaluate(self.mode, genome)?,
            _ => scalar::evaluate(self, genome),
        };
        Ok(if self.parsimony_tiebreak { self.without_trailing_no_ops(genome, fitness) } else { fitness })
    }

    /// Returns a fitness that counts the genes without trailing no-ops.
    #[allow(clippy::cast_possible_truncation)] // the penalty fitted before; genomes have at most MAX_GENES
    fn without_trailing_no_ops(&self, genome: &[Gene], fitness: Fitness) -> Fitness {
        Fitness::new(fitness.penalty() as u16, self.length(genome) as u16)
    }

    /// Returns the length of a genome without trailing no-ops.
    #[inline]
    pub(crate) fn length(&self, genome: &[Gene]) -> usize {
        genome.iter().rposition(|&gene| Some(gene) != self.no_op).map_or(0, |last| last + 1)
    }

    /// Returns the permutation of a gene; that of a gene outside the alphabet is unspecified.
    #[inline]
    fn permutation(&self, gene: Gene) -> &Permutation {
        self.permutations.get(gene.index()).unwrap_or(&Permutation::IDENTITY)
    }
}
