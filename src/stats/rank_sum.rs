//! Is one of two unpaired samples lower?

use super::normal;
use super::ranks::{doubled, tie_term};
use super::tails::Sums;

/// Values on each side, over all strata, up to which the p-value is exact.
const EXACT: usize = 100;

/// What a rank-sum test says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankSum {
    /// Pairs in which the value of the first sample is the higher, ties counting half: U of the first sample.
    pub u: f64,
    /// All pairs of a value of the first and one of the second sample.
    pub pairs: f64,
    /// Two-sided: twice the smaller tail, at most 1.
    pub p: f64,
    /// Is it the exact probability, or that of the normal approximation?
    pub exact: bool,
}

/// A stratum: what is compared with each other and with nothing else, e.g. the repetitions on one cube.
type Stratum<'a> = (&'a [f64], &'a [f64]);

/// The Mann–Whitney U test of two samples; `None` if one is empty.
///
/// H. B. Mann and D. R. Whitney, "On a test of whether one of two random variables is stochastically larger than the
/// other", Annals of Mathematical Statistics 18 (1947), 50–60. Up to 100 values a side the p-value is exact, given the
/// ties there are: the probability over all ways to deal the values out to both samples. Above it is the normal
/// approximation with corrections for ties and continuity. An infinite value (a trial that failed) is the highest, and
/// ties with others.
///
/// ```
/// let test = evocube::stats::mann_whitney(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0, 7.0]).expect("two samples");
/// assert!(test.exact && (test.p - 2.0 / 35.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn mann_whitney(first: &[f64], second: &[f64]) -> Option<RankSum> {
    rank_sum(&[(first, second)])
}

/// The same over several strata, whose U are added: van Elteren's test for strata of equal sizes.
///
/// P. van Elteren, "On the combination of independent two-sample tests of Wilcoxon", Bulletin of the International
/// Statistical Institute 37 (1960), 351–361. Strata without values on one side say nothing; `None` if all are such.
#[must_use]
pub fn rank_sum(strata: &[Stratum<'_>]) -> Option<RankSum> {
    let side = |of: fn(&Stratum<'_>) -> usize| strata.iter().map(of).sum::<usize>();
    let small = side(|stratum| stratum.0.len()).max(side(|stratum| stratum.1.len())) <= EXACT;
    if small { rank_sum_exact(strata) } else { rank_sum_normal(strata) }
}

/// The ranks of both samples of a stratum, doubled; those of the first sample first.
fn ranks(&(first, second): &Stratum<'_>) -> Vec<u64> {
    doubled(&[first, second].concat())
}

/// U of the first sample and the number of pairs.
fn u(stratum: &Stratum<'_>, ranks: &[u64]) -> (f64, f64) {
    let (m, n) = (stratum.0.len(), stratum.1.len());
    let sum: u64 = ranks[..m].iter().sum();
    ((sum - (m * (m + 1)) as u64) as f64 / 2.0, (m * n) as f64)
}

fn telling<'a>(strata: &'a [Stratum<'a>]) -> impl Iterator<Item = &'a Stratum<'a>> {
    strata.iter().filter(|(first, second)| !first.is_empty() && !second.is_empty())
}

/// With the exact p-value, whatever that takes.
fn rank_sum_exact(strata: &[Stratum<'_>]) -> Option<RankSum> {
    let (mut all_u, mut all_pairs, mut observed, mut sums) = (0.0, 0.0, 0, None::<Sums>);
    // Only doubled ranks that are all even are halved; strata are added in the same unit.
    let ranked: Vec<_> = telling(strata).map(|stratum| (stratum, ranks(stratum))).collect();
    let unit = if ranked.iter().flat_map(|(_, ranks)| ranks).all(|rank| rank % 2 == 0) { 2 } else { 1 };
    for (stratum, ranks) in ranked {
        let (u, pairs) = u(stratum, &ranks);
        all_u += u;
        all_pairs += pairs;
        let least = *ranks.iter().min()?;
        let weights: Vec<usize> = ranks
            .iter()
            .map(|rank| usize::try_from((rank - least) / unit).expect("a rank is at most twice a length"))
            .collect();
        observed += weights[..stratum.0.len()].iter().sum::<usize>();
        let own = Sums::of_choices(&weights, stratum.0.len());
        sums = Some(sums.map_or(own.clone(), |sums| sums.plus(&own)));
    }
    Some(RankSum { u: all_u, pairs: all_pairs, p: sums?.two_sided(observed), exact: true })
}

/// With the p-value of the normal approximation: quick, for very many pairs of samples.
#[must_use]
pub fn rank_sum_normal(strata: &[Stratum<'_>]) -> Option<RankSum> {
    let (mut all_u, mut all_pairs, mut variance) = (0.0, 0.0, 0.0);
    for stratum in telling(strata) {
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
    Some(RankSum { u: all_u, pairs: all_pairs, p, exact: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_says_nothing() {
        assert_eq!(mann_whitney(&[], &[1.0]), None);
        assert_eq!(rank_sum(&[(&[], &[1.0]), (&[2.0], &[])]), None);
        let same = mann_whitney(&[3.0; 4], &[3.0; 5]).unwrap();
        assert_eq!((same.u, same.p), (10.0, 1.0));
        assert!((rank_sum_normal(&[(&[3.0; 4], &[3.0; 5])]).unwrap().p - 1.0).abs() < 1e-15);
    }

    #[test]
    fn a_stratum_without_one_side_changes_nothing() {
        let both = (&[1.0, 4.0, 2.0][..], &[3.0, 9.0][..]);
        assert_eq!(rank_sum(&[both, (&[1.0], &[])]), rank_sum(&[both]));
    }
}
