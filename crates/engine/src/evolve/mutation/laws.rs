//! The law test of every mutation: a short genome, mutated a million times, and its ways compared with those that the mutation has.

use std::collections::HashMap;

use super::{Context, Gene, Mutate, ScheduledRate, Symbols};
use crate::evaluation::Fitness;
use evocube_cube::rng::Seed;

pub(super) const LENGTH: usize = 8;
pub(super) const SYMBOLS: u16 = 10;
pub(super) const DRAWS: u32 = 1_000_000;

pub(super) type Genome = [u16; LENGTH];

/// 0, 1, 2 …
pub(super) fn numbered() -> Genome {
    std::array::from_fn(|n| u16::try_from(n).unwrap())
}

pub(super) fn certain() -> ScheduledRate {
    ScheduledRate::new(1.0)
}

/// Mutates a genome a million times.
pub(super) fn draw(mutation: &dyn Mutate, seed: u64, genome: Genome, visit: &mut dyn FnMut(Genome)) {
    draw_with(mutation, seed, genome, Fitness::new(0, 0), None, visit);
}

/// Mutates a genome a million times, with a parent's fitness and a symbol that is a no-op.
pub(super) fn draw_with(
    mutation: &dyn Mutate,
    seed: u64,
    genome: Genome,
    parent: Fitness,
    no_op: Option<u16>,
    visit: &mut dyn FnMut(Genome),
) {
    let mut stream = Seed::from_number(seed).key(0).stream(0);
    let symbols = Symbols::with_no_op(usize::from(SYMBOLS), no_op.map(Gene));
    for _ in 0..DRAWS {
        let mut child = genome.map(Gene);
        let mut context = Context { symbols: &symbols, parent, strategy: &mut [] };
        let is_changed = mutation.mutate(&mut child, &mut context, &mut stream).unwrap();
        let child = child.map(|gene| gene.0);
        assert!(is_changed || child == genome, "a genome reported as unchanged is unchanged");
        visit(child);
    }
}

/// Asserts that the mutation makes exactly these genomes of the numbered one, each equally likely.
#[track_caller]
pub(super) fn assert_uniform(mutation: &dyn Mutate, seed: u64, ways: &[Genome]) {
    let mut expected: HashMap<Genome, f64> = HashMap::new();
    for &way in ways {
        *expected.entry(way).or_default() += f64::from(DRAWS) / ways.len() as f64;
    }
    let mut counts: HashMap<Genome, u32> = HashMap::new();
    draw(mutation, seed, numbered(), &mut |genome| *counts.entry(genome).or_default() += 1);
    assert_eq!(counts.len(), expected.len());
    let chi: f64 = expected.iter().map(|(way, share)| (f64::from(counts[way]) - share).powi(2) / share).sum();
    assert!(chi < limit(expected.len()), "chi-square {chi} of {} ways", expected.len());
}

/// Asserts a relation between the lengths before and after the mutation of random genomes with trailing no-ops.
#[track_caller]
pub(super) fn keeps_length(mutation: &dyn Mutate, seed: u64, holds: &dyn Fn(usize, usize) -> bool) {
    let mut stream = Seed::from_number(seed).key(0).stream(0);
    let no_op = Gene(SYMBOLS - 1);
    let symbols = Symbols::with_no_op(usize::from(SYMBOLS), Some(no_op));
    for _ in 0..10_000 {
        let mut genome = [no_op; LENGTH];
        let old_length = stream.index(LENGTH + 1);
        symbols.fill(&mut genome[..old_length], &mut stream);
        let mut context = Context { symbols: &symbols, parent: Fitness::new(0, 0), strategy: &mut [] };
        mutation.mutate(&mut genome, &mut context, &mut stream).unwrap();
        let new_length = symbols.length(&genome);
        assert!(holds(old_length, new_length), "{old_length} genes became {new_length}: {genome:?}");
    }
}

/// Chi-square of counts against equal shares.
pub(super) fn chi_square(counts: &[u32]) -> f64 {
    let mean = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    counts.iter().map(|&count| (f64::from(count) - mean).powi(2) / mean).sum()
}

/// Value that the chi-square of this number of classes exceeds once in 1000 (E. B. Wilson and M. M. Hilferty, "The distribution
/// of chi-square", 1931).
pub(super) fn limit(classes: usize) -> f64 {
    let freedom = classes as f64 - 1.0;
    let part = 2.0 / (9.0 * freedom);
    freedom * (1.0 - part + 3.0902 * part.sqrt()).powi(3)
}
