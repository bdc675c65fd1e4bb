//! P-values of `mann_whitney`, `signed_rank` and `rank_sum` against the enumeration of all samples; and of the normal approximation against
//! exact ones. Values of other programs are compared in `reference.rs`.
#![allow(clippy::unwrap_used)]

use evocube_stats::Draws;
use evocube_stats::rank_tests::{Method, mann_whitney, rank_sum, rank_sum_normal, signed_rank};

#[track_caller]
fn same(ours: f64, enumerated: f64, what: &dyn std::fmt::Debug) {
    assert!((ours - enumerated).abs() <= 1e-12, "{ours} is not {enumerated}: {what:?}");
}

/// Every choice of `chosen` items out of `count`, as bits.
fn choices(count: usize, chosen: u32) -> impl Iterator<Item = u32> {
    (0..1_u32 << count).filter(move |bits| bits.count_ones() == chosen)
}

/// The two-sided p-value: twice the smaller of the shares of values at most and at least `seen`.
fn both_tails(all: &[f64], seen: f64) -> f64 {
    let share = |matching: usize| matching as f64 / all.len() as f64;
    let lower = share(all.iter().filter(|value| **value <= seen).count());
    let upper = share(all.iter().filter(|value| **value >= seen).count());
    (2.0 * lower.min(upper)).min(1.0)
}

/// U by comparing every pair.
fn pairwise_u(a: &[f64], b: &[f64]) -> f64 {
    let pair = |x: &f64, y: &f64| if x > y { 1.0 } else { f64::from(u8::from(x >= y)) / 2.0 };
    a.iter().map(|x| b.iter().map(|y| pair(x, y)).sum::<f64>()).sum()
}

fn bits_of(values: &[f64], bits: u32) -> (Vec<f64>, Vec<f64>) {
    let (chosen, others): (Vec<_>, Vec<_>) = values.iter().enumerate().partition(|(place, _)| bits >> place & 1 == 1);
    let values = |side: Vec<(usize, &f64)>| side.into_iter().map(|(_, value)| *value).collect();
    (values(chosen), values(others))
}

#[test]
fn exact_tests_equal_enumeration() {
    let mut draws = Draws::new(8);
    for case in 0..300 {
        let n = 2 + draws.below(7);
        let m = 1 + draws.below(n - 1);
        let values: Vec<f64> = (0..n)
            .map(|_| match draws.below(if case % 3 == 0 { 1000 } else { 5 }) {
                4 if case % 3 == 2 => f64::INFINITY,
                value => value as f64,
            })
            .collect();
        let (a, b) = values.split_at(m);
        let all: Vec<f64> = choices(n, u32::try_from(m).unwrap())
            .map(|bits| bits_of(&values, bits))
            .map(|(chosen, others)| pairwise_u(&chosen, &others))
            .collect();
        same(mann_whitney(a, b).unwrap().p, both_tails(&all, pairwise_u(a, b)), &(a, b));

        let differences: Vec<f64> = values.iter().map(|value| value - 2.0).collect();
        let sizes: Vec<f64> = differences.iter().map(|d| d.abs()).collect();
        let rank = |i: usize| 0.5 + pairwise_u(&sizes[i..=i], &sizes);
        let sum = |signs: u32| -> f64 { (0..n).filter(|i| sizes[*i] > 0.0 && signs >> i & 1 == 1).map(rank).sum() };
        let signs = (0..n).filter(|i| differences[*i] > 0.0).fold(0, |signs, i| signs | 1 << i);
        let all: Vec<f64> = (0..1_u32 << n).map(sum).collect();
        same(signed_rank(&differences, &vec![0.0; n]).unwrap().p, both_tails(&all, sum(signs)), &differences);
    }
}

#[test]
fn strata_are_permuted_separately() {
    let mut draws = Draws::new(9);
    for _ in 0..60 {
        let mut side = |n: usize| -> Vec<f64> { (0..n).map(|_| draws.below(4) as f64).collect() };
        let strata: Vec<(Vec<f64>, Vec<f64>)> = vec![(side(2), side(3)), (side(3), side(1)), (side(2), side(2))];
        let mut all = vec![0.0];
        for (a, b) in &strata {
            let values = [&a[..], b].concat();
            let sums: Vec<f64> = choices(values.len(), u32::try_from(a.len()).unwrap())
                .map(|bits| bits_of(&values, bits))
                .map(|(chosen, others)| pairwise_u(&chosen, &others))
                .collect();
            all = all.iter().flat_map(|sum| sums.iter().map(move |other| sum + other)).collect();
        }
        let seen: f64 = strata.iter().map(|(a, b)| pairwise_u(a, b)).sum();
        let borrowed: Vec<(&[f64], &[f64])> = strata.iter().map(|(a, b)| (&a[..], &b[..])).collect();
        same(rank_sum(&borrowed).unwrap().p, both_tails(&all, seen), &strata);
    }
}

#[test]
fn approximate_p_values_are_near_the_exact_ones() {
    let mut draws = Draws::new(10);
    for _ in 0..40 {
        let mut side = || -> Vec<f64> { (0..31).map(|_| draws.below(40) as f64).collect() };
        let (a, b) = (side(), side());
        let (exact, normal) = (mann_whitney(&a, &b).unwrap(), rank_sum_normal(&[(&a, &b)]).unwrap());
        assert!(exact.method == Method::Exact && normal.method == Method::Normal && (exact.p - normal.p).abs() < 0.01);
    }
}
