//! Best prefixes: the penalty is computed after every gene. States are those of [`super::pairs`], genes are applied one at a
//! time.

use std::arch::x86_64::*;

use super::super::{EvaluationMode, Evaluator, Fitness, Gene, Rows, filled};
use super::avx2::Bytes32;
use super::pairs::avx2::{PairLookup, entries_of};
use super::pairs::avx512::{TWISTS, TableLookup, both, normal as normal_of_two, step as step_of_two, total};
use super::pairs::{Aligned, normal, same, single_genes, step};

/// Genomes side by side, and registers of two. Few are enough, since a step takes less time than a penalty.
const SIDE_BY_SIDE: usize = 4;
const REGISTERS: usize = SIDE_BY_SIDE / 2;

/// Tables of the symbols and the penalties.
#[derive(Clone, Debug)]
pub(in super::super) struct PrefixTables<J> {
    /// By symbol; the number is a power of two.
    genes: Box<[Bytes32]>,
    lookup: J,
}

/// For AVX2.
pub(in super::super) type Avx2PrefixTables = PrefixTables<PairLookup<u16>>;

/// For AVX-512.
pub(in super::super) type Avx512PrefixTables = PrefixTables<TableLookup>;

impl<J> PrefixTables<J> {
    fn with(evaluator: &Evaluator, lookup: impl Fn(&Evaluator) -> Option<J>) -> Option<Self> {
        let genes = |lookup| Self { genes: single_genes(evaluator).collect(), lookup };
        if evaluator.mode == EvaluationMode::BestPrefix { lookup(evaluator).map(genes) } else { None }
    }

    /// Returns the table of a gene.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn gene(&self, gene: Gene) -> __m256i {
        // SAFETY: the number is a power of two, so a masked index is in range.
        unsafe { self.genes.get_unchecked(gene.index() & (self.genes.len() - 1)).load() }
    }
}

impl Avx2PrefixTables {
    /// Returns the tables if prefixes are evaluated.
    pub(in super::super) fn new(evaluator: &Evaluator) -> Option<Self> {
        Self::with(evaluator, PairLookup::new)
    }
}

impl Avx512PrefixTables {
    /// Returns the tables if prefixes are evaluated and penalties fit a byte.
    pub(in super::super) fn new(evaluator: &Evaluator) -> Option<Self> {
        Self::with(evaluator, TableLookup::new)
    }
}

/// See [`Evaluator::evaluate`].
#[target_feature(enable = "avx2")]
pub(in super::super) fn avx2(tables: &Avx2PrefixTables, rows: Rows<'_>, which: &[u32], out: &mut [Fitness]) {
    for batch in which.chunks(SIDE_BY_SIDE) {
        let genomes: [_; SIDE_BY_SIDE] = filled(batch, |row| rows.genome(row));
        let mut states = [same(); SIDE_BY_SIDE];
        let mut best = [Fitness::WORST; SIDE_BY_SIDE];
        for genes in 0..=rows.length() {
            let mut entries = Aligned::<[[u16; 16]; SIDE_BY_SIDE]>::unwritten();
            for n in 0..SIDE_BY_SIDE {
                if genes > 0 {
                    states[n] = normal(step(states[n], tables.gene(genomes[n][genes - 1])));
                }
                // SAFETY: a register for each genome.
                unsafe { *entries.as_mut_ptr().cast::<__m256i>().add(n) = entries_of(states[n]) };
            }
            // SAFETY: all of them.
            let entries = unsafe { Aligned::written(&entries) };
            for (best, entries) in best.iter_mut().zip(entries) {
                // SAFETY: they are of states.
                let penalty = unsafe { tables.lookup.sum(entries) };
                *best = (*best).min(Fitness::new(penalty, genes as u16));
            }
        }
        for (&row, best) in batch.iter().zip(best) {
            out[row as usize] = best;
        }
    }
}

/// See [`Evaluator::evaluate`].
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
pub(in super::super) fn avx512(tables: &Avx512PrefixTables, rows: Rows<'_>, which: &[u32], out: &mut [Fitness]) {
    let (twists, masks) = (TWISTS.load(), tables.lookup.masks());
    for batch in which.chunks(SIDE_BY_SIDE) {
        let genomes: [_; SIDE_BY_SIDE] = filled(batch, |row| rows.genome(row));
        let mut states = [both(same(), same()); REGISTERS];
        let mut best = [Fitness::WORST; SIDE_BY_SIDE];
        for genes in 0..=rows.length() {
            let mut sums = Aligned::<[[u64; 4]; SIDE_BY_SIDE]>::unwritten();
            for n in 0..REGISTERS {
                if genes > 0 {
                    let first = tables.gene(genomes[2 * n][genes - 1]);
                    let second = tables.gene(genomes[2 * n + 1][genes - 1]);
                    states[n] = normal_of_two(step_of_two(states[n], both(first, second)), twists);
                }
                // SAFETY: a register for two genomes.
                unsafe { *sums.as_mut_ptr().cast::<__m512i>().add(n) = tables.lookup.sums(states[n], masks) };
            }
            // SAFETY: all of them.
            let sums = unsafe { Aligned::written(&sums) };
            for (best, sums) in best.iter_mut().zip(sums) {
                *best = (*best).min(Fitness::new(total(sums), genes as u16));
            }
        }
        for (&row, best) in batch.iter().zip(best) {
            out[row as usize] = best;
        }
    }
}
