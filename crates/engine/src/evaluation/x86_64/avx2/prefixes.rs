//! Best prefixes with AVX2: the state after every gene is only stored. When the genes of a cache line have been applied, `ColumnLookup` of
//! `columns` finds the penalties of 16 states at a time. Whole genomes are evaluated in the parent module.

use std::arch::x86_64::*;
use std::mem::MaybeUninit;

use super::super::super::{Fitness, Rows, filled};
use super::super::columns::STATES;
use super::super::states::{Bytes32, LINE, same, step_and_reduce};
use super::{Avx2Tables, Offsets};

/// Genomes side by side, by measurement: 25 million genomes a second with four, 31 with eight, 30 with sixteen.
const SIDE_BY_SIDE: usize = 8;

/// Fewer genomes are evaluated one by one, more are filled up to a batch.
const MIN_BATCH: usize = 3;

/// See [`Evaluator::evaluate`](super::super::super::Evaluator::evaluate).
#[target_feature(enable = "avx2")]
pub(super) fn evaluate<const WIDE: bool>(tables: &Avx2Tables, rows: Rows<'_>, which: &[u32], out: &mut [Fitness]) {
    for batch in which.chunks(SIDE_BY_SIDE) {
        if batch.len() >= MIN_BATCH {
            evaluate_batch::<SIDE_BY_SIDE, WIDE>(tables, rows, batch, out);
        } else {
            for row in batch {
                evaluate_batch::<1, WIDE>(tables, rows, std::slice::from_ref(row), out);
            }
        }
    }
}

/// Evaluates up to GENOMES genomes, a divisor of [`STATES`].
#[inline]
#[target_feature(enable = "avx2")]
fn evaluate_batch<const GENOMES: usize, const WIDE: bool>(
    tables: &Avx2Tables,
    rows: Rows<'_>,
    batch: &[u32],
    out: &mut [Fitness],
) {
    let words: [_; GENOMES] = filled(batch, |row| rows.words(row));
    let length = rows.length();
    let mut states = [same(); GENOMES];
    let mut offsets = [Offsets::NONE; GENOMES];
    // The states after each gene of a line.
    let mut trail = MaybeUninit::<[[Bytes32; GENOMES]; LINE]>::uninit();
    let trail: *mut Bytes32 = trail.as_mut_ptr().cast();
    // The number of genes of each prefix of a group.
    let mut count = Bytes32([0; 32]);
    for lane in 0..STATES {
        count.0[2 * lane] = (1 + lane / GENOMES) as u8;
    }
    let mut count = count.load();
    let (mut best, mut best_count) = (_mm256_set1_epi16(tables.empty.penalty() as i16), _mm256_setzero_si256());
    for line in 0..length.div_ceil(LINE) {
        for n in 0..GENOMES {
            offsets[n].write(tables, words[n], line);
        }
        let genes = (length - line * LINE).min(LINE);
        let groups = (GENOMES * genes).div_ceil(STATES);
        for gene in 0..genes {
            for n in 0..GENOMES {
                // SAFETY: these are genes of the line, and the offsets are of these tables.
                states[n] = step_and_reduce(states[n], unsafe { tables.gene(offsets[n].get(gene)) });
                // SAFETY: there is a state for each gene and genome.
                unsafe { _mm256_store_si256(trail.add(GENOMES * gene + n).cast(), states[n]) };
            }
        }
        // The last states fill up the last group. Their penalties count for the shorter prefix.
        for gene in genes..groups * STATES / GENOMES {
            for n in 0..GENOMES {
                // SAFETY: groups divide a line.
                unsafe { _mm256_store_si256(trail.add(GENOMES * gene + n).cast(), states[n]) };
            }
        }
        for group in 0..groups {
            // SAFETY: all states of the group were written.
            let states = unsafe { &*trail.add(STATES * group).cast::<[Bytes32; STATES]>() };
            let penalties = _mm256_min_epu16(best, tables.lookup.penalties::<WIDE>(states));
            best_count = _mm256_blendv_epi8(count, best_count, _mm256_cmpeq_epi16(penalties, best));
            best = penalties;
            // The last group may be filled up beyond what 16 bits count.
            count = _mm256_adds_epu16(count, _mm256_set1_epi16((STATES / GENOMES) as i16));
        }
    }
    let (mut penalties, mut counts) = ([0; STATES], [0; STATES]);
    // SAFETY: 32 bytes each.
    unsafe {
        _mm256_storeu_si256(penalties.as_mut_ptr().cast(), best);
        _mm256_storeu_si256(counts.as_mut_ptr().cast(), best_count);
    }
    for n in 0..batch.len() {
        let mut best = Fitness::WORST;
        for lane in (n..STATES).step_by(GENOMES) {
            best = best.min(Fitness::new(penalties[lane], counts[lane]));
        }
        out[batch[n] as usize] = best;
    }
}
