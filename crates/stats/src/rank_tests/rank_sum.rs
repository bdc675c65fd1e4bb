//! Rank-sum tests of two unpaired samples: Mann and Whitney's, and the sum of its U over strata, van Elteren's if these are of equal sizes.
//! P-values are exact for up to 100 values a sample, or few distinct ones, else of a normal approximation, which [`rank_sum_normal`] always
//! takes. Pairs are compared in `signed_rank`.

use super::Method;
use crate::distributions::normal;
use crate::distributions::sums::Sums;
use crate::samples::ranks::{doubled, tie_term};

/// The maximum number of values per sample, over all strata, for which the p-value is always exact.
const EXACT: usize = 100;
/// The maximum number of additions for an exact p-value of larger samples. Samples with few distinct values, such as
/// solved and unsolved trials, have few different rank sums.
const CHEAP: f64 = 1e8;

/// The result of a rank-sum test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankSum {
    /// U of the first sample: the number of pairs in which its value is higher; ties count half.
    pub u: f64,
    /// The number of pairs of a value of the first and one of the second sample.
    pub pairs: f64,
    /// Two-sided p-value: twice the smaller tail, at most 1.
    pub p: f64,
    /// The method of the p-value.
    pub method: Method,
}

/// A stratum: both samples of values that are compared with each other only, such as the repetitions on one instance.
type SamplePair<'a> = (&'a [f64], &'a [f64]);

/// Returns the Mann–Whitney U test of two samples; `None` if one is empty.
///
/// H. B. Mann and D. R. Whitney, "On a test of whether one of two random variables is stochastically larger than the
/// other", Annals of Mathematical Statistics 18 (1947), 50–60.
///
/// The exact p-value is conditional on the ties: the probability over all partitions of the values into two samples. It
/// is used for up to 100 values per sample, and for more if there are few distinct values. Otherwise the p-value is the
/// normal approximation with corrections for ties and continuity. Infinite values (failed trials) are the highest, tied
/// with each other.
///
/// ```
/// let test = evocube_stats::rank_tests::mann_whitney(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0, 7.0]).expect("two samples");
/// assert!((test.p - 2.0 / 35.0).abs() < 1e-12);
/// ```
pub fn mann_whitney(first: &[f64], second: &[f64]) -> Option<RankSum> {
    rank_sum(&[(first, second)])
}

/// Returns the rank-sum test over several strata: the sum of their U. For strata of equal sizes this is van Elteren's test.
///
/// P. van Elteren, "On the combination of independent two-sample tests of Wilcoxon", Bulletin of the International
/// Statistical Institute 37 (1960), 351–361. Strata with an empty sample are skipped; `None` if all have one. The p-value is exact
/// where that of [`mann_whitney`] is, the values of all strata counted together.
pub fn rank_sum(strata: &[SamplePair<'_>]) -> Option<RankSum> {
    let side = |size: fn(&SamplePair<'_>) -> usize| strata.iter().map(size).sum::<usize>();
    let small = side(|stratum| stratum.0.len()).max(side(|stratum| stratum.1.len())) <= EXACT;
    let weighted = ScaledRanks::new(strata);
    if small || weighted.additions() <= CHEAP { weighted.rank_sum() } else { rank_sum_normal(strata) }
}

fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// Returns the doubled ranks of both samples of a stratum; the first sample comes first.
fn ranks(&(first, second): &SamplePair<'_>) -> Vec<u64> {
    doubled(&[first, second].concat())
}

/// Returns U of the first sample, and the number of pairs.
fn u(stratum: &SamplePair<'_>, ranks: &[u64]) -> (f64, f64) {
    let (m, n) = (stratum.0.len(), stratum.1.len());
    let sum: u64 = ranks[..m].iter().sum();
    ((sum - (m * (m + 1)) as u64) as f64 / 2.0, (m * n) as f64)
}

fn nonempty<'a>(strata: &'a [SamplePair<'a>]) -> impl Iterator<Item = &'a SamplePair<'a>> {
    strata.iter().filter(|(first, second)| !first.is_empty() && !second.is_empty())
}

/// The ranks of each stratum as the smallest whole numbers with the same ratios of differences.
struct ScaledRanks {
    /// The weights of each stratum, beginning with the first sample, and the size of the first sample.
    strata: Vec<(Vec<usize>, usize)>,
    u: f64,
    pairs: f64,
}

impl ScaledRanks {
    fn new(strata: &[SamplePair<'_>]) -> Self {
        let mut scaled = Self { strata: vec![], u: 0.0, pairs: 0.0 };
        for stratum in nonempty(strata) {
            let ranks = ranks(stratum);
            let (u, pairs) = u(stratum, &ranks);
            scaled.u += u;
            scaled.pairs += pairs;
            let min = ranks.iter().min().copied().unwrap_or(0);
            let weight = |rank: &u64| usize::try_from(rank - min).expect("a rank is at most twice a length");
            scaled.strata.push((ranks.iter().map(weight).collect(), stratum.0.len()));
        }
        // All strata share one unit: the greatest common divisor of all differences of ranks.
        let weights = scaled.strata.iter().flat_map(|(weights, _)| weights);
        let unit = weights.fold(0, |unit, weight| greatest_common_divisor(unit, *weight)).max(1);
        scaled.strata.iter_mut().flat_map(|(weights, _)| weights).for_each(|weight| *weight /= unit);
        scaled
    }

    /// Returns the approximate cost of the distribution of the rank sums, in additions.
    fn additions(&self) -> f64 {
        let costs = self.strata.iter().map(|(weights, first)| {
            let sums = (first * weights.iter().max().unwrap_or(&0) + 1) as f64;
            ((weights.len() * first) as f64 * sums, sums)
        });
        let (choices, sums) = costs.fold((0.0, 0.0), |all, costs| (all.0 + costs.0, all.1 + costs.1));
        choices + (sums * sums / 2.0).floor()
    }

    /// Returns the test with its exact p-value, whatever the cost.
    fn rank_sum(&self) -> Option<RankSum> {
        let mut sums: Option<Sums> = None;
        for (weights, first) in &self.strata {
            let choices = Sums::from_choices(weights, *first);
            sums = Some(match sums {
                None => choices,
                Some(sums) => sums.plus(&choices),
            });
        }
        let observed = self.strata.iter().flat_map(|(weights, first)| &weights[..*first]).sum();
        Some(RankSum { u: self.u, pairs: self.pairs, p: sums?.two_sided(observed), method: Method::Exact })
    }
}

/// Returns the rank-sum test with the p-value of the normal approximation, which is fast for large samples.
pub fn rank_sum_normal(strata: &[SamplePair<'_>]) -> Option<RankSum> {
    let (mut all_u, mut all_pairs, mut variance) = (0.0, 0.0, 0.0);
    for stratum in nonempty(strata) {
        let ranks = ranks(stratum);
        let (u, pairs) = u(stratum, &ranks);
        all_u += u;
        all_pairs += pairs;
        let n = ranks.len() as f64;
        variance += pairs / 12.0 * (n + 1.0 - tie_term(ranks) / (n * (n - 1.0)));
    }
    if all_pairs == 0.0 {
        return None;
    }
    let distance = ((all_u - all_pairs / 2.0).abs() - 0.5) / variance.sqrt();
    let p = if variance > 0.0 { (2.0 * normal::above(distance)).min(1.0) } else { 1.0 };
    Some(RankSum { u: all_u, pairs: all_pairs, p, method: Method::Normal })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_samples_have_no_test_and_equal_values_have_p_1() {
        assert_eq!(mann_whitney(&[], &[1.0]), None);
        assert_eq!(rank_sum(&[(&[], &[1.0]), (&[2.0], &[])]), None);
        let same = mann_whitney(&[3.0; 4], &[3.0; 5]).unwrap();
        assert_eq!((same.u, same.p), (10.0, 1.0));
        assert!((rank_sum_normal(&[(&[3.0; 4], &[3.0; 5])]).unwrap().p - 1.0).abs() < 1e-15);
    }

    #[test]
    fn large_samples_with_two_distinct_values_have_an_exact_p() {
        // 9 of 300 against 30 of 300: the hypergeometric distribution of SciPy gives twice its lower tail.
        let side = |solved: usize| -> Vec<f64> { (0..300).map(|trial| f64::from(u8::from(trial >= solved))).collect() };
        let test = mann_whitney(&side(9), &side(30)).unwrap();
        assert!(test.method == Method::Exact && (test.p - 0.000_723_798_174_359_295_6).abs() < 1e-12, "{test:?}");
        let values: Vec<f64> = (0..300).map(f64::from).collect();
        assert_eq!(mann_whitney(&values, &side(30)).unwrap().method, Method::Normal);
    }

    #[test]
    fn values_without_ties_have_an_exact_p_up_to_100_of_a_sample() {
        for (count, method) in [(100, Method::Exact), (101, Method::Normal)] {
            let values = |first: u32| (first..first + count).map(f64::from).collect::<Vec<f64>>();
            assert_eq!(mann_whitney(&values(0), &values(count)).unwrap().method, method);
        }
    }

    #[test]
    fn a_stratum_with_an_empty_sample_is_skipped() {
        let samples = (&[1.0, 4.0, 2.0][..], &[3.0, 9.0][..]);
        assert_eq!(rank_sum(&[samples, (&[1.0], &[])]), rank_sum(&[samples]));
    }
}
