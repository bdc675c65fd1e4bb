//! Stratified permutation tests of several groups.

use libm::{exp, lgamma};

use super::{Draws, chi_squared, summary};

/// The number of random arrangements; the smallest p is 1/10,000.
const ARRANGEMENTS: u32 = 9_999;

/// The most partial results that an enumeration combines in one stratum.
const MAX_COMBINED: usize = 10_000;

/// The most values that random arrangements move. With more, the limit is accurate: its p differs from that of random
/// arrangements by less than 0.01 at 0.05.
const MAX_MOVED: usize = 500;

/// The way in which a p-value was computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PermutationMethod {
    /// All arrangements were enumerated.
    Exact,
    /// 9,999 random arrangements were compared with that of the sample, which counts as one of them.
    MonteCarlo,
    /// The scaled χ² distribution that has the mean and, in the limit, the variance of the statistic.
    Limit,
}

/// The result of a permutation test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PermutationTest {
    /// The p-value.
    pub p: f64,
    /// The way in which it was computed.
    pub method: PermutationMethod,
    /// A lower bound of the p-values that the numbers of values in the groups allow, where values differ as much as
    /// possible. If it is above the level, no outcome of this design is significant.
    pub smallest: f64,
}

/// Returns the test of the hypothesis that all groups have the same distribution within every stratum.
///
/// `strata[stratum][group]` has the values. The statistic is the variance between groups of their means, each the weighted
/// mean over strata of the group's mean there. A stratum weighs by the reciprocal of the sum of the reciprocals of its
/// groups' sizes. Values are exchanged between groups within their stratum. The p-value is the share of arrangements whose statistic is at least that of the sample: exact if few partial sums
/// differ, as with two outcomes or few values, else from random arrangements or, for more than 500 values that differ
/// from the most frequent one of their stratum, from the limit. Strata in which a group has no value are left out. `None`
/// with fewer than two groups or without a stratum. The time is O(values) for the limit, else at most that of 5 million
/// exchanges.
///
/// E. J. G. Pitman, "Significance tests which may be applied to samples from any populations III: the analysis of variance
/// test", Biometrika 29 (1938), 322–335; B. Phipson and G. K. Smyth, "Permutation p-values should never be zero",
/// Statistical Applications in Genetics and Molecular Biology 9 (2010), article 39. For outcomes of 0 and 1 the
/// limit is that of a generalized Cochran–Mantel–Haenszel test. If two outcomes are equally
/// likely in all groups, the test keeps its level even if the groups differ within some strata, since rates that differ vary
/// less than equal ones.
///
/// ```
/// use evocube_stats::{Draws, PermutationMethod, permutation_p};
///
/// // On each of two instances, one configuration solves three of three trials and the other none.
/// let instance = vec![vec![1.0; 3], vec![0.0; 3]];
/// let test = permutation_p(&[instance.clone(), instance], &mut Draws::new(1)).expect("two groups");
/// assert_eq!(test.method, PermutationMethod::Exact);
/// assert!((test.p - 2.0 / 400.0).abs() < 1e-9 && (test.smallest - test.p).abs() < 1e-9);
/// ```
///
/// # Panics
/// If strata differ in their numbers of groups.
pub fn permutation_p(strata: &[Vec<Vec<f64>>], draws: &mut Draws) -> Option<PermutationTest> {
    let groups = strata.first()?.len();
    assert!(strata.iter().all(|stratum| stratum.len() == groups), "each stratum has the same groups");
    let strata: Vec<&Vec<Vec<f64>>> =
        strata.iter().filter(|stratum| stratum.iter().all(|group| !group.is_empty())).collect();
    if groups < 2 || strata.is_empty() {
        return None;
    }
    let sample = Sample::new(&strata, groups);
    let smallest = sample.smallest_p();
    let moved: usize = sample.strata.iter().map(|stratum| stratum.moved.len()).sum();
    let exact = |p| PermutationTest { p, method: PermutationMethod::Exact, smallest };
    if moved == 0 {
        return Some(exact(1.0));
    }
    if let Some(p) = sample.enumerated_p() {
        return Some(exact(p));
    }
    Some(if moved <= MAX_MOVED {
        let smallest = smallest.max(1.0 / f64::from(ARRANGEMENTS + 1));
        PermutationTest { p: sample.drawn_p(draws), method: PermutationMethod::MonteCarlo, smallest }
    } else {
        PermutationTest { p: sample.limit_p(), method: PermutationMethod::Limit, smallest }
    })
}

/// The values of a stratum.
struct Stratum {
    /// The number of values of each group.
    sizes: Vec<usize>,
    /// The weight of a value in the sum of each group: the reciprocal of the group's size times the weight of the stratum,
    /// times a common number.
    weights: Vec<f64>,
    /// The values other than the most frequent one, in ascending order, less that one.
    moved: Vec<f64>,
}

/// The values of all strata.
struct Sample {
    strata: Vec<Stratum>,
    /// The statistic of the sample, less the error that rounding leaves.
    statistic: f64,
}

/// Weighted sums of the groups, and the probability of an arrangement that has them.
type Sums = (Vec<f64>, f64);

impl Sample {
    fn new(strata: &[&Vec<Vec<f64>>], groups: usize) -> Self {
        // Whole weights make sums of whole numbers exact, so that equal ones are found: the reciprocals of the groups' sizes times a
        // common multiple, divided by their sum.
        let parts = |stratum: &[Vec<f64>]| -> Option<Vec<usize>> {
            let multiple = common_multiple(stratum.iter().map(Vec::len))?;
            Some(stratum.iter().map(|group| multiple / group.len()).collect())
        };
        let whole: Option<Vec<Vec<usize>>> = strata.iter().map(|stratum| parts(stratum)).collect();
        let whole = whole.and_then(|parts| {
            let multiple = common_multiple(parts.iter().map(|parts| parts.iter().sum()))?;
            let scaled = |parts: &Vec<usize>| -> Vec<f64> {
                let factor = multiple / parts.iter().sum::<usize>();
                parts.iter().map(|part| (part * factor) as f64).collect()
            };
            Some(parts.iter().map(scaled).collect::<Vec<_>>())
        });
        let weights = |place: usize, stratum: &[Vec<f64>]| {
            let reciprocals: Vec<f64> = stratum.iter().map(|group| (group.len() as f64).recip()).collect();
            let sum: f64 = reciprocals.iter().sum();
            let group_weights = || reciprocals.iter().map(|reciprocal| reciprocal / sum).collect();
            whole.as_ref().map_or_else(group_weights, |whole: &Vec<Vec<f64>>| whole[place].clone())
        };
        let mut sums = vec![0.0; groups];
        let stratum = |(place, values): (usize, &&Vec<Vec<f64>>)| {
            let mut all = values.concat();
            all.sort_by(f64::total_cmp);
            let longest = all.chunk_by(|a, b| a.total_cmp(b).is_eq()).max_by_key(|equal| equal.len());
            let usual = longest.map_or(0.0, |equal| equal[0]);
            let weights = weights(place, values);
            for ((sum, weight), group) in sums.iter_mut().zip(&weights).zip(*values) {
                *sum += weight * group.iter().map(|value| value - usual).sum::<f64>();
            }
            let moved = all.into_iter().map(|value| value - usual).filter(|value| value.abs() > 0.0).collect();
            Stratum { sizes: values.iter().map(Vec::len).collect(), weights, moved }
        };
        let strata = strata.iter().enumerate().map(stratum).collect();
        Self { strata, statistic: summary::squares(&sums) * (1.0 - 1e-9) }
    }

    /// Returns the share of all arrangements with at least the statistic of the sample; `None` if there are too many.
    fn enumerated_p(&self) -> Option<f64> {
        let mut combined: Vec<Sums> = vec![(vec![0.0; self.strata[0].sizes.len()], 1.0)];
        for stratum in self.strata.iter().filter(|stratum| !stratum.moved.is_empty()) {
            let arrangements = stratum.arrangements(MAX_COMBINED / combined.len())?;
            let plus = |(sums, p): &Sums, (others, q): &Sums| -> Sums {
                (sums.iter().zip(others).map(|(sum, other)| sum + other).collect(), p * q)
            };
            combined =
                combined.iter().flat_map(|sums| arrangements.iter().map(move |other| plus(sums, other))).collect();
            merge(&mut combined);
        }
        let extreme = combined.iter().filter(|(sums, _)| summary::squares(sums) >= self.statistic);
        Some(extreme.map(|(_, probability)| probability).sum::<f64>().min(1.0))
    }

    /// Returns the share of random arrangements, and of that of the sample, with at least its statistic.
    fn drawn_p(&self, draws: &mut Draws) -> f64 {
        // The group of each place of a stratum.
        let mut places: Vec<Vec<usize>> = self.strata.iter().map(Stratum::places).collect();
        let (mut sums, mut extreme) = (vec![0.0; self.strata[0].sizes.len()], 1);
        for _ in 0..ARRANGEMENTS {
            sums.fill(0.0);
            for (stratum, places) in self.strata.iter().zip(&mut places) {
                // The first steps of a shuffle place the values that differ from the most frequent one.
                for (place, value) in stratum.moved.iter().enumerate() {
                    let other = place + draws.below(places.len() - place);
                    places.swap(place, other);
                    sums[places[place]] += stratum.weights[places[place]] * value;
                }
            }
            extreme += u32::from(summary::squares(&sums) >= self.statistic);
        }
        f64::from(extreme) / f64::from(ARRANGEMENTS + 1)
    }

    /// Returns the p-value of the χ² distribution with the mean of the statistic and its variance for normal sums.
    fn limit_p(&self) -> f64 {
        // The covariance matrix of the sums is that of independent ones with these variances, less a constant, which does not
        // change the statistic.
        let groups = self.strata[0].sizes.len();
        let mut variances = vec![0.0; groups];
        for stratum in &self.strata {
            let count = stratum.sizes.iter().sum::<usize>() as f64;
            let mean = stratum.moved.iter().sum::<f64>() / count;
            let squares: f64 = stratum.moved.iter().map(|value| value * value).sum::<f64>() - count * mean * mean;
            for ((variance, weight), size) in variances.iter_mut().zip(&stratum.weights).zip(&stratum.sizes) {
                *variance += squares / (count - 1.0) * weight * weight * *size as f64;
            }
        }
        let (count, sum) = (groups as f64, variances.iter().sum::<f64>());
        let squares: f64 = variances.iter().map(|variance| variance * variance).sum();
        let trace = sum * (1.0 - 1.0 / count);
        let trace_of_square = squares * (1.0 - 2.0 / count) + sum * sum / (count * count);
        chi_squared::upper(self.statistic * trace / trace_of_square, trace * trace / trace_of_square)
    }

    /// Returns a lower bound of the p-values that are possible with these numbers of values. Where all are different and as far
    /// apart as the groups allow, groups of equal sizes can exchange their values; where there are two values, some groups
    /// have one of them and the others the other.
    fn smallest_p(&self) -> f64 {
        let groups = self.strata[0].sizes.len();
        let mut sizes: Vec<Vec<usize>> =
            (0..groups).map(|group| self.strata.iter().map(|stratum| stratum.sizes[group]).collect()).collect();
        sizes.sort_unstable();
        let all: f64 = self.strata.iter().map(|stratum| ln_factorial(stratum.sizes.iter().sum())).sum();
        let each = |sizes: &[Vec<usize>]| sizes.iter().flatten().map(|size| ln_factorial(*size)).sum::<f64>();
        let has_two_values = |stratum: &Stratum| stratum.moved.first() == stratum.moved.last();
        if !self.strata.iter().all(has_two_values) {
            let exchanges: f64 = sizes.chunk_by(|a, b| a == b).map(|equal| ln_factorial(equal.len())).sum();
            return exp(exchanges + each(&sizes) - all);
        }
        let separated = |first: usize| {
            let (some, others) = sizes.split_at(first);
            let together = |sizes: &[Vec<usize>]| -> f64 {
                (0..self.strata.len()).map(|stratum| ln_factorial(sizes.iter().map(|sizes| sizes[stratum]).sum())).sum()
            };
            // Groups as large as the last of the first ones can take its place.
            let equal = |sizes: &[Vec<usize>]| sizes.iter().filter(|sizes| **sizes == some[first - 1]).count();
            let (before, after) = (equal(some), equal(others));
            let choices = ln_factorial(before + after) - ln_factorial(before) - ln_factorial(after);
            choices + together(some) + together(others) - all
        };
        exp((1..groups).map(separated).fold(0.0, f64::min))
    }
}

impl Stratum {
    /// Returns the groups of the values in the order of the groups.
    fn places(&self) -> Vec<usize> {
        self.sizes.iter().enumerate().flat_map(|(group, size)| std::iter::repeat_n(group, *size)).collect()
    }

    /// Returns the distinct sums that arrangements give; `None` if there are more than `max` arrangements of unequal values.
    fn arrangements(&self, max: usize) -> Option<Vec<Sums>> {
        let runs: Vec<&[f64]> = self.moved.chunk_by(|a, b| a.total_cmp(b).is_eq()).collect();
        // More would be too many, or recursion too deep.
        if runs.len() > 40 || runs.len() * self.sizes.len() > 1000 {
            return None;
        }
        let mut arrangements = Vec::new();
        let first = Partial { group: 0, left: runs[0].len(), ways: 1.0 };
        let (mut sums, mut free) = (vec![0.0; self.sizes.len()], self.sizes.clone());
        self.distribute(&runs, first, &mut sums, &mut free, &mut arrangements, max)?;
        let all: f64 = arrangements.iter().map(|(_, ways)| ways).sum();
        if !all.is_finite() {
            return None;
        }
        arrangements.iter_mut().for_each(|(_, ways)| *ways /= all);
        merge(&mut arrangements);
        Some(arrangements)
    }

    /// Distributes the values of the first run of equal ones over a group and those after it, then those of the other runs, and
    /// adds the sums of each arrangement to `arrangements`. `None` if there are more than `max`.
    fn distribute(
        &self,
        runs: &[&[f64]],
        partial: Partial,
        sums: &mut [f64],
        free: &mut [usize],
        arrangements: &mut Vec<Sums>,
        max: usize,
    ) -> Option<()> {
        let Partial { group, left, ways } = partial;
        let Some((equal, others)) = runs.split_first() else {
            arrangements.push((sums.to_vec(), ways));
            return (arrangements.len() <= max).then_some(());
        };
        let (sum, places) = (sums[group], free[group]);
        let after: usize = free[group + 1..].iter().sum();
        for count in left.saturating_sub(after)..=left.min(places) {
            sums[group] = sum + count as f64 * equal[0] * self.weights[group];
            free[group] = places - count;
            let ways = ways * exp(ln_factorial(places) - ln_factorial(count) - ln_factorial(places - count));
            if group + 1 < sums.len() {
                let next = Partial { group: group + 1, left: left - count, ways };
                self.distribute(runs, next, sums, free, arrangements, max)?;
            } else {
                let next = Partial { group: 0, left: others.first().map_or(0, |equal| equal.len()), ways };
                self.distribute(others, next, sums, free, arrangements, max)?;
            }
        }
        (sums[group], free[group]) = (sum, places);
        Some(())
    }
}

/// The state of an enumeration: the group that gets values next, the values of its run that are left, and the number of
/// arrangements so far.
#[derive(Clone, Copy)]
struct Partial {
    group: usize,
    left: usize,
    ways: f64,
}

/// Adds the probabilities of equal sums.
fn merge(sums: &mut Vec<Sums>) {
    let order = |a: &[f64], b: &[f64]| {
        a.iter().zip(b).map(|(a, b)| a.total_cmp(b)).find(|order| order.is_ne()).unwrap_or(std::cmp::Ordering::Equal)
    };
    sums.sort_by(|(a, _), (b, _)| order(a, b));
    sums.dedup_by(|(sums, probability), (kept, sum)| {
        let is_equal = order(sums, kept).is_eq();
        *sum += if is_equal { *probability } else { 0.0 };
        is_equal
    });
}

/// Returns the least common multiple of some numbers; `None` if it is 2²⁰ or more.
fn common_multiple(mut numbers: impl Iterator<Item = usize>) -> Option<usize> {
    numbers.try_fold(1, |multiple: usize, number| {
        let next = multiple / greatest_common_divisor(multiple, number) * number;
        Some(next).filter(|multiple| *multiple < 1 << 20)
    })
}

pub(super) fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

fn ln_factorial(count: usize) -> f64 {
    lgamma(count as f64 + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_arrangements_and_the_limit_are_near_the_exact_p_value() {
        let mut draws = Draws::new(12);
        for rate in [0.02, 0.04, 0.06, 0.08, 0.10, 0.12, 0.14] {
            let mut group =
                |rate: f64| -> Vec<f64> { (0..100).map(|_| f64::from(u8::from(draws.uniform() < rate))).collect() };
            let strata = [0.2, 0.5, 0.8].map(|base| vec![group(base), group(base + rate)]);
            let sample = Sample::new(&strata.iter().collect::<Vec<_>>(), 2);
            let exact = sample.enumerated_p().unwrap();
            let (drawn, limit) = (sample.drawn_p(&mut Draws::new(1)), sample.limit_p());
            // Four standard errors of a share of 9,999.
            assert!((drawn - exact).abs() < 0.02, "{rate}: {drawn} {exact}");
            // The limit has no correction for the steps of the exact distribution, which are a tenth of p here.
            assert!((limit - exact).abs() < 0.06 && limit < exact && limit > exact / 2.0, "{rate}: {limit} {exact}");
        }
    }
}
