//! Evaluation of genomes: the innermost loop of everything.
//!
//! A genome is a row of genes; a gene is a permutation of [`Place`]s. Evaluating a genome takes every piece from its
//! first place through all genes and adds up what its last place costs. The unit of work is a batch of genomes, never
//! one gene: the choice of a [`Kernel`] is made once per batch.
//!
//! `scalar` is the specification; all kernels must agree with it on every genome. This folder is the only one with
//! unsafe code and intrinsics.

#[cfg(target_arch = "aarch64")]
mod aarch64;
mod cache_line_ops;
mod genomes;
mod kernel;
#[cfg(not(target_arch = "x86_64"))]
mod no_cache_line;
pub mod objective;
mod pairs;
mod penalty_function;
mod plain;
mod prefetch;
mod scalar;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod x86_64;

pub use cache_line_ops::CacheLineOps;
pub use genomes::{Genomes, Rows, RowsMut};
pub use kernel::{Kernel, KernelTask, UnavailableKernel};
pub use penalty_function::{Penalize, PenaltyFunction};
pub use prefetch::prefetch;

use crate::puzzle::{MAX_CUBE_PIECES, PLACES, Place, Puzzle};
use kernel::InstructionSet;

/// One symbol of a genome: an index into the genes of a [`Evaluator`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Gene(pub u16);

impl Gene {
    /// As an index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The most genes an alphabet can have.
pub const MAX_SYMBOLS: usize = u16::MAX as usize;

/// How good a genome is; less is better. The penalty counts first; among equal penalties the shorter prefix, which is
/// the whole length for everybody unless the best prefix is evaluated. Operators that compare individuals compare this;
/// those that weigh them (roulette, stochastic universal sampling) weigh the penalty.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Fitness(u32);

impl Fitness {
    /// Worse than every genome.
    pub const WORST: Self = Self(u32::MAX);

    /// The fitness of a penalty that is reached after so many genes.
    #[inline]
    #[must_use]
    pub const fn new(penalty: u16, genes: u16) -> Self {
        Self((penalty as u32) << 16 | genes as u32)
    }

    /// The penalty; 0 is solved (see the objective).
    #[inline]
    #[must_use]
    pub const fn penalty(self) -> u32 {
        self.0 >> 16
    }

    /// How many genes of the genome count: all, or those of its best prefix.
    #[inline]
    #[must_use]
    pub const fn genes(self) -> usize {
        (self.0 & 0xFFFF) as usize
    }
}

impl std::fmt::Debug for Fitness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} after {} genes", self.penalty(), self.genes())
    }
}

/// Which part of a genome counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EvaluationMode {
    /// All its genes.
    #[default]
    Whole,
    /// The prefix (also the empty one) with the lowest penalty, the shortest of those: a genome is then a solution
    /// that may stop at any time.
    BestPrefix,
}

/// What each piece shows at each place: the colors on the stickers of its position, three bits each, which are not 0;
/// 0 where it cannot be.
type PieceColors = [[u16; PLACES]; MAX_CUBE_PIECES];

/// How the pieces of a cube colors.
fn piece_colors(puzzle: &impl Puzzle) -> PieceColors {
    let mut colors = [[0; PLACES]; MAX_CUBE_PIECES];
    let pieces = puzzle.layout().pieces();
    let view = |piece, place| puzzle.view(piece, u8::try_from(place).expect("48 places"));
    for (place, number) in
        (0..24).map(|place| (place, place / 3)).chain((24..PLACES).map(|place| (place, 8 + (place - 24) / 2)))
    {
        let home = if number < 8 { 3 * number } else { 24 + 2 * (number - 8) };
        // The faces of a position are those of the piece that belongs there.
        let Some(position) = (number < pieces).then(|| view(number, home)).flatten() else { continue };
        for piece in 0..pieces {
            let Some(here) = view(piece, place) else { continue };
            for (slot, (_, face)) in position.stickers.iter().flatten().enumerate() {
                let shown = here.stickers.iter().flatten().find(|(_, on)| on == face);
                colors[piece][place] |= shown.map_or(0, |(own, _)| 1 + *own as u16) << (3 * slot);
            }
        }
    }
    colors
}

/// A gene as a table: what is at place x is at `0[x]` afterwards. It fills a cache line; what lies behind the places stays
/// where it is.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Permutation([Place; 64]);

impl Permutation {
    const IDENTITY: Self = {
        let mut map = [0; 64];
        let mut place = 0;
        while place < 64 {
            map[place as usize] = place;
            place += 1;
        }
        Self(map)
    };
}

/// Everything that evaluation needs to know: where the pieces start, what genes do, what places cost.
#[derive(Clone, Debug)]
pub struct Evaluator {
    pieces: usize,
    symbols: usize,
    no_op: Option<Gene>,
    start: [Place; MAX_CUBE_PIECES],
    /// As many as the next power of two, so that an index can be masked; those behind the alphabet do nothing.
    permutations: Vec<Permutation>,
    penalties: [[u16; PLACES]; MAX_CUBE_PIECES],
    mode: EvaluationMode,
    parsimony_tiebreak: bool,
    kernel: Kernel,
    tables: KernelTables,
}

/// What a kernel derives from a program for itself.
#[derive(Clone, Debug)]
enum KernelTables {
    Scalar,
    ScalarPairs(pairs::PairTables),
    Plain(Box<plain::PlainTables>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Box<x86_64::avx2::Avx2Tables>),
    #[cfg(target_arch = "x86_64")]
    Avx512(Box<x86_64::avx512::Avx512Tables>),
    #[cfg(target_arch = "x86_64")]
    Avx2Pairs(Box<x86_64::pairs::avx2::Avx2PairTables>),
    #[cfg(target_arch = "x86_64")]
    Avx2Prefixes(Box<x86_64::prefixes::Avx2PrefixTables>),
    #[cfg(target_arch = "x86_64")]
    Avx512Pairs(Box<x86_64::pairs::avx512::Avx512PairTables>),
    #[cfg(target_arch = "x86_64")]
    Avx512Prefixes(Box<x86_64::prefixes::Avx512PrefixTables>),
    #[cfg(target_arch = "aarch64")]
    Neon,
}

impl Evaluator {
    /// The evaluator of genomes over these effects, performed on this state. File-defined puzzles and registered objectives
    /// are evaluated in the same plain way with every kernel.
    ///
    /// # Panics
    /// If there are no effects or more than [`MAX_SYMBOLS`], which no checked alphabet has, or if the penalties of all
    /// pieces at their worst do not fit 16 bits, which no checked objective allows.
    #[must_use]
    pub fn new<P: Puzzle>(
        puzzle: &P,
        start: P::State,
        effects: &[P::State],
        penalties: &PenaltyFunction,
        mode: EvaluationMode,
        kernel: Kernel,
    ) -> Self {
        assert!((1..=MAX_SYMBOLS).contains(&effects.len()), "an alphabet has 1 to {MAX_SYMBOLS} genes");
        assert!(penalties.max() <= u32::from(u16::MAX), "penalties fit 16 bits");
        // The kernels sum over pieces.
        let has_kernel = puzzle.cube().is_some() && penalties.is_sum();
        let no_op = effects.iter().zip(0..).find(|(effect, _)| **effect == puzzle.solved());
        let mut evaluator = Self {
            pieces: puzzle.layout().pieces(),
            symbols: effects.len(),
            no_op: no_op.map(|(_, number)| Gene(number)),
            start: [0; MAX_CUBE_PIECES],
            permutations: Vec::new(),
            penalties: [[0; PLACES]; MAX_CUBE_PIECES],
            mode,
            parsimony_tiebreak: false,
            kernel,
            tables: KernelTables::Scalar,
        };
        evaluator.tables = if has_kernel {
            evaluator.start.copy_from_slice(&puzzle.places(start).as_ref()[..MAX_CUBE_PIECES]);
            evaluator.penalties = *penalties.table();
            evaluator.permutations = vec![Permutation::IDENTITY; effects.len().next_power_of_two()];
            for (map, &effect) in evaluator.permutations.iter_mut().zip(effects) {
                map.0[..PLACES].copy_from_slice(puzzle.place_map(effect).as_ref());
            }
            evaluator.build_tables(|| piece_colors(puzzle))
        } else {
            KernelTables::Plain(Box::new(plain::PlainTables::new(puzzle, start, effects, penalties)))
        };
        evaluator
    }

    /// The tables of the kernel.
    #[cfg_attr(not(target_arch = "x86_64"), allow(unused_variables))] // only one kernel asks how pieces colors
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
            InstructionSet::Neon => KernelTables::Neon,
        }
    }

    #[cfg(target_arch = "x86_64")]
    fn build_avx2_tables(&self) -> KernelTables {
        let prefixes =
            || x86_64::prefixes::Avx2PrefixTables::new(self).map(|tables| KernelTables::Avx2Prefixes(Box::new(tables)));
        // SAFETY: the kernel has AVX2, and somebody holds it.
        let pairs = || {
            unsafe { x86_64::pairs::avx2::Avx2PairTables::new(self) }
                .map(|tables| KernelTables::Avx2Pairs(Box::new(tables)))
        };
        prefixes().or_else(pairs).unwrap_or_else(|| KernelTables::Avx2(Box::new(x86_64::avx2::Avx2Tables::new(self))))
    }

    #[cfg(target_arch = "x86_64")]
    fn build_avx512_tables(&self, colors: impl Fn() -> PieceColors) -> KernelTables {
        let prefixes = || {
            x86_64::prefixes::Avx512PrefixTables::new(self).map(|tables| KernelTables::Avx512Prefixes(Box::new(tables)))
        };
        // PenaltyFunction of two bytes.
        let costly =
            || x86_64::prefixes::Avx2PrefixTables::new(self).map(|tables| KernelTables::Avx2Prefixes(Box::new(tables)));
        // SAFETY: the kernel has AVX2, and somebody holds it.
        let pairs = || {
            unsafe { x86_64::pairs::avx512::Avx512PairTables::new(self, &colors()) }
                .map(|tables| KernelTables::Avx512Pairs(Box::new(tables)))
        };
        let whole = || KernelTables::Avx512(Box::new(x86_64::avx512::Avx512Tables::new(self)));
        prefixes().or_else(costly).or_else(pairs).unwrap_or_else(whole)
    }

    /// The same program, in which of two genomes with equal penalties the shorter one is the better: whose last gene
    /// that does something comes earlier.
    #[must_use]
    pub fn with_parsimony_tiebreak(self, enabled: bool) -> Self {
        Self { parsimony_tiebreak: enabled, ..self }
    }

    /// How many genes there are.
    #[must_use]
    pub fn symbol_count(&self) -> usize {
        self.symbols
    }

    /// The first gene that does nothing, if there is one.
    #[must_use]
    pub fn no_op(&self) -> Option<Gene> {
        self.no_op
    }

    /// What evaluates.
    #[must_use]
    pub const fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Evaluates the rows of these numbers; the fitness of row r becomes `out[r]`. A gene that is not in the alphabet
    /// makes the fitness of its genome meaningless.
    ///
    /// # Panics
    /// If a number is not that of a row, or has no place in `out`.
    pub fn evaluate(&self, rows: Rows<'_>, which: &[u32], out: &mut [Fitness]) {
        match &self.tables {
            KernelTables::Scalar => {
                for &row in which {
                    out[row as usize] = scalar::evaluate(self, rows.genome(row as usize));
                }
            }
            KernelTables::ScalarPairs(tables) => pairs::evaluate(self, tables, rows, which, out),
            KernelTables::Plain(tables) => {
                for &row in which {
                    out[row as usize] = tables.evaluate(self.mode, rows.genome(row as usize));
                }
            }
            // SAFETY of all: these tables exist only where somebody held the kernel, so the machine has what the kernel needs.
            #[cfg(target_arch = "x86_64")]
            KernelTables::Avx2(tables) => unsafe { x86_64::avx2::evaluate(self, tables, rows, which, out) },
            #[cfg(target_arch = "x86_64")]
            KernelTables::Avx512(tables) => unsafe { x86_64::avx512::evaluate(self, tables, rows, which, out) },
            #[cfg(target_arch = "x86_64")]
            KernelTables::Avx2Pairs(tables) => unsafe { x86_64::pairs::avx2::evaluate(tables, rows, which, out) },
            #[cfg(target_arch = "x86_64")]
            KernelTables::Avx2Prefixes(tables) => unsafe { x86_64::prefixes::avx2(tables, rows, which, out) },
            #[cfg(target_arch = "x86_64")]
            KernelTables::Avx512Prefixes(tables) => unsafe { x86_64::prefixes::avx512(tables, rows, which, out) },
            #[cfg(target_arch = "x86_64")]
            KernelTables::Avx512Pairs(tables) => unsafe { x86_64::pairs::avx512::evaluate(tables, rows, which, out) },
            #[cfg(target_arch = "aarch64")]
            KernelTables::Neon => unsafe { aarch64::evaluate(self, rows, which, out) },
        }
        if self.parsimony_tiebreak {
            for &row in which {
                let fitness = &mut out[row as usize];
                *fitness = self.shortened(rows.genome(row as usize), *fitness);
            }
        }
    }

    /// The fitness of one genome, by the specification.
    #[must_use]
    pub fn reference_fitness(&self, genome: &[Gene]) -> Fitness {
        let fitness = match &self.tables {
            KernelTables::Plain(tables) => tables.evaluate(self.mode, genome),
            _ => scalar::evaluate(self, genome),
        };
        if self.parsimony_tiebreak { self.shortened(genome, fitness) } else { fitness }
    }

    /// A fitness that counts the genes up to the last that does something.
    #[allow(clippy::cast_possible_truncation)] // as it was, and genomes are shorter than 65,536 genes
    fn shortened(&self, genome: &[Gene], fitness: Fitness) -> Fitness {
        let last = genome.iter().rposition(|&gene| Some(gene) != self.no_op);
        Fitness::new(fitness.penalty() as u16, last.map_or(0, |last| last as u16 + 1))
    }

    /// What a gene does. Genes outside the alphabet do something, but nobody says what.
    #[inline]
    fn permutation(&self, gene: Gene) -> &Permutation {
        &self.permutations[gene.index() & (self.permutations.len() - 1)]
    }
}
