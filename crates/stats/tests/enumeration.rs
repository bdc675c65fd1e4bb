//! Exact tests against the enumeration of all samples.
#![allow(clippy::unwrap_used)]

use evocube_stats::{
    Draws, PermutationMethod, mann_whitney, mean, permutation_p, rank_sum, rank_sum_normal, signed_rank,
};

#[track_caller]
fn same(ours: f64, enumerated: f64, what: &dyn std::fmt::Debug) {
    assert!((ours - enumerated).abs() <= 1e-9, "{ours} is not {enumerated}: {what:?}");
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
        assert!(exact.exact && !normal.exact && (exact.p - normal.p).abs() < 0.01);
    }
    assert_eq!(mean(&[]), None);
}

/// Every order of the values, as often as it occurs.
fn orders(values: &[f64]) -> Vec<Vec<f64>> {
    if values.is_empty() {
        return vec![Vec::new()];
    }
    let first = |place: usize| {
        let mut others = values.to_vec();
        let value = others.remove(place);
        orders(&others).into_iter().map(move |mut order| {
            order.push(value);
            order
        })
    };
    (0..values.len()).flat_map(first).collect()
}

/// The statistic of a permutation test from its definition: the variance of the groups' means of means, in which a stratum weighs
/// as much as the reciprocal of the variance of its differences.
fn variance_between(strata: &[Vec<Vec<f64>>]) -> f64 {
    let groups = strata[0].len();
    let weights: Vec<f64> = strata
        .iter()
        .map(|stratum| stratum.iter().map(|group| (group.len() as f64).recip()).sum::<f64>().recip())
        .collect();
    let group = |group: usize| {
        let weighted = |(stratum, weight): (&Vec<Vec<f64>>, &f64)| weight * mean(&stratum[group]).unwrap();
        strata.iter().zip(&weights).map(weighted).sum::<f64>() / weights.iter().sum::<f64>()
    };
    let means: Vec<f64> = (0..groups).map(group).collect();
    let all = mean(&means).unwrap();
    means.iter().map(|mean| (mean - all).powi(2)).sum()
}

#[test]
fn permutation_tests_equal_enumeration() {
    let mut draws = Draws::new(11);
    for (sizes, kinds) in [
        (vec![vec![2, 3], vec![1, 2]], 2),
        (vec![vec![2, 2, 2]], 1000),
        (vec![vec![1, 1]; 5], 1000),
        (vec![vec![1, 3, 2], vec![2, 1, 1]], 3),
        (vec![vec![3, 3], vec![2, 1]], 1000),
    ] {
        for _ in 0..12 {
            let mut group = |size: &usize| (0..*size).map(|_| draws.below(kinds) as f64 / 3.0).collect::<Vec<_>>();
            let strata: Vec<Vec<Vec<f64>>> = sizes.iter().map(|sizes| sizes.iter().map(&mut group).collect()).collect();
            let mut all = vec![Vec::new()];
            for (stratum, sizes) in strata.iter().zip(&sizes) {
                let arrange = |mut order: Vec<f64>| {
                    sizes.iter().map(|size| order.split_off(order.len() - size)).collect::<Vec<_>>()
                };
                let arranged: Vec<Vec<Vec<f64>>> = orders(&stratum.concat()).into_iter().map(arrange).collect();
                all = all
                    .iter()
                    .flat_map(|before: &Vec<_>| {
                        arranged.iter().map(|stratum| [&before[..], std::slice::from_ref(stratum)].concat())
                    })
                    .collect();
            }
            let seen = variance_between(&strata) - 1e-9;
            let extreme = all.iter().filter(|arranged| variance_between(arranged) >= seen).count();
            let test = permutation_p(&strata, &mut Draws::new(1)).unwrap();
            assert_eq!(test.method, PermutationMethod::Exact);
            same(test.p, extreme as f64 / all.len() as f64, &strata);
            assert!(test.smallest <= test.p * (1.0 + 1e-9), "{test:?} {strata:?}");
        }
    }
}

#[test]
fn the_smallest_p_of_a_permutation_test_is_that_of_separated_groups() {
    let three = |levels: [f64; 3], n: usize| vec![levels.map(|level| vec![level; n]).to_vec()];
    // Three groups of three outcomes, one group solving: 3 of the C(9, 3) choices of solved trials.
    let test = permutation_p(&three([0.0, 0.0, 1.0], 3), &mut Draws::new(1)).unwrap();
    same(test.p, 3.0 / 84.0, &test);
    same(test.smallest, test.p, &test);
    // Of 9! / 3!³ = 1,680 arrangements of values that differ, 3! are as far apart.
    let apart = vec![(0..3).map(|group| (0..3).map(|step| f64::from(100 * group + step)).collect()).collect()];
    let test = permutation_p(&apart, &mut Draws::new(1)).unwrap();
    same(test.p, 6.0 / 1680.0, &test);
    same(test.smallest, test.p, &test);
    // One trial on each of four instances: 2 of 16 signs. Equal values have no evidence, and groups none without values.
    let paired = |difference: f64| vec![vec![vec![0.0], vec![difference]]; 4];
    let test = permutation_p(&paired(1.0), &mut Draws::new(1)).unwrap();
    same(test.smallest, 0.125, &test);
    same(permutation_p(&paired(0.0), &mut Draws::new(1)).unwrap().p, 1.0, &"equal");
    assert_eq!(permutation_p(&[vec![vec![1.0], vec![]]], &mut Draws::new(1)), None);
}
