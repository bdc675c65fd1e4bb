//! Algorithms and selections beside second implementations, written from their papers, with other random numbers. The implementations are
//! in the submodules, the comparison of samples and its own test here.
//!
//! Each is a few lines on the smallest data structures, so that a reader can compare it with the paper. Samples of both are compared
//! by the test of Kolmogorov and Smirnov at a level of 0.001.

#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // small numbers

mod algorithms;
mod populations;
mod selections;

use crate::textbook::Random;

/// Number of runs in a sample.
const RUNS: u64 = 400;

/// Returns the generator of a run of a second implementation.
fn random(run: u64) -> Random {
    let mut random = Random((run + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    // The first words of neighboring seeds are alike.
    for _ in 0..20 {
        random.word();
    }
    random
}

/// Returns a random permutation of the numbers below `count`.
fn permutation(count: usize, random: &mut Random) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    (1..count).rev().for_each(|last| order.swap(last, random.index(last + 1)));
    order
}

/// Returns the largest distance between the distributions of two samples.
fn distance(a: &[u64], b: &[u64]) -> f64 {
    let share = |sample: &[u64], limit| sample.iter().filter(|&&x| x <= limit).count() as f64 / sample.len() as f64;
    a.iter().chain(b).map(|&limit| (share(a, limit) - share(b, limit)).abs()).fold(0.0, f64::max)
}

/// The distance that two samples of one distribution exceed once in 1000 pairs.
fn limit() -> f64 {
    1.949 * (2.0 / RUNS as f64).sqrt()
}

#[track_caller]
fn assert_same_distribution(name: &str, ours: &[u64], paper: &[u64]) {
    let mean = |sample: &[u64]| sample.iter().sum::<u64>() as f64 / sample.len() as f64;
    let distance = distance(ours, paper);
    println!("{name}: distance {distance:.3}, means {:.1} and {:.1}", mean(ours), mean(paper));
    assert!(distance < limit(), "{name}: distance {distance:.3}, means {:.1} and {:.1}", mean(ours), mean(paper));
}

#[test]
fn the_comparison_detects_a_shift_of_a_third_of_a_standard_deviation() {
    // Sums of twelve uniform numbers are normal, with a standard deviation of 1000.
    let sample = |first: u64, shift: u64| -> Vec<u64> {
        let value = |run| {
            let mut random = random(run);
            (0..12).map(|_| random.index(1000) as u64).sum::<u64>() + shift
        };
        (first..first + RUNS).map(value).collect()
    };
    assert!(distance(&sample(0, 0), &sample(RUNS, 0)) < limit());
    assert!(distance(&sample(0, 0), &sample(RUNS, 333)) > limit());
}
