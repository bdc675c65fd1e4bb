//! The importance of factors in a sampled design: functional analysis of variance of a regression forest.

use super::draws::Draws;

/// The trees of a forest.
const TREES: usize = 64;
/// The trees of a forest on permuted values, which needs less precision: it estimates the variance by chance.
const PERMUTED_TREES: usize = 16;
/// The number of permutations; the smallest p is 1/200.
const PERMUTATIONS: usize = 199;
/// The minimum number of points in a leaf.
const MIN_LEAF: usize = 3;
/// The number of bins of an ordered factor; bins have about equal numbers of points.
pub const BINS: usize = 16;

/// A factor of the design: the bin or level of each point.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The bin or level of each point, below `count`.
    pub places: Vec<usize>,
    /// The number of bins or levels.
    pub count: usize,
    /// Whether bins or levels are ordered. A tree may group any unordered levels; at most 64 are possible.
    pub is_ordered: bool,
}

impl Variable {
    /// Returns an ordered factor of some values, in bins of about equal numbers of points; equal values share a bin.
    #[must_use]
    pub fn ordered(values: &[f64]) -> Self {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let bins = BINS.min(values.len());
        let mut starts: Vec<f64> = (0..bins).map(|bin| sorted[bin * values.len() / bins]).collect();
        starts.dedup();
        let place = |value: &f64| starts.partition_point(|start| start <= value) - 1;
        Self { places: values.iter().map(place).collect(), count: starts.len(), is_ordered: true }
    }

    /// Returns a factor of unordered levels, by number.
    #[must_use]
    pub fn levels(places: Vec<usize>) -> Self {
        let count = places.iter().max().map_or(0, |last| last + 1);
        Self { places, count, is_ordered: false }
    }

    /// Returns the share of points in each place.
    fn shares(&self) -> Vec<f64> {
        let mut shares = vec![0.0; self.count];
        self.places.iter().for_each(|place| shares[*place] += 1.0 / self.places.len() as f64);
        shares
    }
}

/// The importance of a factor or of an interaction.
#[derive(Clone, Debug, PartialEq)]
pub struct Importance {
    /// The factor, or the two factors.
    pub factors: Vec<usize>,
    /// Its share of the variance of the forest's predictions; 0 to 1.
    pub share: f64,
    /// For a factor, the probability that chance alone gives some factor of the design at least this variance. 1 for an
    /// interaction, which is not tested.
    pub p: f64,
}

/// A regression forest over a sampled design.
///
/// F. Hutter, H. Hoos and K. Leyton-Brown, "An efficient approach for assessing hyperparameter importance", ICML 2014,
/// PMLR 32, 754–762; L. Breiman, "Random forests", Machine Learning 45 (2001), 5–32. The variance is that of the whole
/// forest's predictions, because a single tree explains more noise. Factors are assumed to be independent, each with
/// its distribution in the design.
#[derive(Clone, Debug)]
pub struct Forest {
    variables: Vec<Variable>,
    shares: Vec<Vec<f64>>,
    values: Vec<f64>,
    trees: Vec<Tree>,
    /// The share of the variance of the values that trees predict for points they were not built from; negative if the mean
    /// predicts better.
    pub r_squared: f64,
}

/// A tree: its leaves.
#[derive(Clone, Debug)]
struct Tree {
    leaves: Vec<Leaf>,
}

/// A box with its mean.
#[derive(Clone, Debug)]
struct Leaf {
    /// The places of each factor, as bits.
    cover: Vec<u64>,
    mean: f64,
}

impl Leaf {
    fn covers(&self, factor: usize, place: usize) -> bool {
        self.cover[factor] >> place & 1 == 1
    }
}

impl Forest {
    /// Builds the forest for the values of the points; the same points give the same forest. `None` with fewer than six
    /// points, or if all values are equal.
    ///
    /// # Panics
    /// If a factor does not have one place for each point, or has more than 64 bins or levels.
    #[must_use]
    pub fn new(variables: Vec<Variable>, values: &[f64]) -> Option<Self> {
        assert!(
            variables.iter().all(|variable| variable.places.len() == values.len() && variable.count <= 64),
            "a place for each point"
        );
        if values.len() < 2 * MIN_LEAF || values.iter().all(|value| value.total_cmp(&values[0]).is_eq()) {
            return None;
        }
        let mut draws = Draws::new(0);
        let (mut sums, mut votes) = (vec![0.0; values.len()], vec![0.0; values.len()]);
        let mut trees = Vec::new();
        for _ in 0..TREES {
            let (tree, drawn) = Tree::bagged(&variables, values, &mut draws);
            for point in (0..values.len()).filter(|point| !drawn[*point]) {
                sums[point] += tree.predict(|factor| variables[factor].places[point]);
                votes[point] += 1.0;
            }
            trees.push(tree);
        }
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let left_out = || (0..values.len()).filter(|point| votes[*point] > 0.0);
        let error: f64 = left_out().map(|point| (values[point] - sums[point] / votes[point]).powi(2)).sum();
        let spread: f64 = left_out().map(|point| (values[point] - mean).powi(2)).sum();
        let shares = variables.iter().map(Variable::shares).collect();
        Some(Self { variables, shares, values: values.to_vec(), trees, r_squared: 1.0 - error / spread })
    }

    /// Returns the mean prediction for each combination of bins or levels of some factors, over the distributions of all
    /// others; the last factor varies fastest.
    #[must_use]
    pub fn marginal(&self, factors: &[usize]) -> Vec<f64> {
        marginal(&self.trees, &self.shares, factors)
    }

    /// Returns the importance of the factors, in their order, followed by the interactions of two.
    #[must_use]
    pub fn importances(&self) -> Vec<Importance> {
        let factors = self.variables.len();
        let main: Vec<f64> = (0..factors).map(|factor| self.variance(&[factor])).collect();
        let chance = self.largest_by_chance();
        let total = self.total_variance();
        let share = |variance: f64| if total > 0.0 { (variance / total).clamp(0.0, 1.0) } else { 0.0 };
        let of_factor = |factor: usize| {
            let as_large = chance.iter().filter(|largest| **largest >= main[factor]).count();
            let p = (as_large + 1) as f64 / (PERMUTATIONS + 1) as f64;
            Importance { factors: vec![factor], share: share(main[factor]), p }
        };
        let pairs = (0..factors).flat_map(|first| (first + 1..factors).map(move |second| (first, second)));
        let of_pair = |(first, second): (usize, usize)| {
            let interaction = self.variance(&[first, second]) - main[first] - main[second];
            Importance { factors: vec![first, second], share: share(interaction), p: 1.0 }
        };
        (0..factors).map(of_factor).chain(pairs.map(of_pair)).collect()
    }

    /// Returns the share of trees, each built from a resample of the points, in which the first factor has more variance than the
    /// second.
    #[must_use]
    pub fn exceeds(&self, first: usize, second: usize) -> f64 {
        let explained = |tree: &Tree, factor: usize| variance(std::slice::from_ref(tree), &self.shares, &[factor]);
        let more = self.trees.iter().filter(|tree| explained(tree, first) > explained(tree, second)).count();
        more as f64 / self.trees.len() as f64
    }

    /// Returns the variance of the mean prediction over the places of some factors.
    fn variance(&self, factors: &[usize]) -> f64 {
        variance(&self.trees, &self.shares, factors)
    }

    /// Returns the variance of the prediction over all factors: exact, by the overlaps of all leaves of all trees.
    fn total_variance(&self) -> f64 {
        let sums: Vec<CoveredShares> = self.shares.iter().map(|shares| CoveredShares::new(shares)).collect();
        let volume = |leaf: &Leaf, other: &Leaf| {
            let mut volume = 1.0;
            for ((a, b), sums) in leaf.cover.iter().zip(&other.cover).zip(&sums) {
                // Most leaves are apart in one of the first factors.
                if a & b == 0 {
                    return 0.0;
                }
                volume *= sums.total(a & b);
            }
            volume
        };
        let mean: f64 = self.marginal(&[])[0];
        let deviation = |leaf: &Leaf| (leaf.mean - mean) / self.trees.len() as f64;
        let leaves: Vec<(&Leaf, f64)> =
            self.trees.iter().flat_map(|tree| &tree.leaves).map(|leaf| (leaf, deviation(leaf))).collect();
        // Every pair counts in both orders.
        let with_earlier = |(index, (leaf, deviation)): (usize, &(&Leaf, f64))| {
            let earlier: f64 = leaves[..index].iter().map(|(other, theirs)| theirs * volume(leaf, other)).sum();
            deviation * (2.0 * earlier + deviation * volume(leaf, leaf))
        };
        leaves.iter().enumerate().map(with_earlier).sum()
    }

    /// Returns the largest variance of any factor in each of the permutations of the values among the points.
    ///
    /// P. H. Westfall and S. S. Young, "Resampling-based multiple testing", Wiley 1993: comparing with the largest over
    /// all factors controls the family-wise error rate.
    fn largest_by_chance(&self) -> Vec<f64> {
        let mut draws = Draws::new(1);
        let mut values = self.values.clone();
        let permuted = |_| {
            for last in (1..values.len()).rev() {
                values.swap(last, draws.below(last + 1));
            }
            let trees: Vec<Tree> =
                (0..PERMUTED_TREES).map(|_| Tree::bagged(&self.variables, &values, &mut draws).0).collect();
            (0..self.variables.len()).map(|factor| variance(&trees, &self.shares, &[factor])).fold(0.0, f64::max)
        };
        (0..PERMUTATIONS).map(permuted).collect()
    }
}

/// Returns the share of the distribution that a set of places covers.
fn covered(cover: u64, shares: &[f64]) -> f64 {
    shares.iter().enumerate().filter(|(place, _)| cover >> place & 1 == 1).map(|(_, share)| share).sum()
}

/// The shares of all sets of places, as sums over groups of eight places.
struct CoveredShares(Vec<Vec<f64>>);

impl CoveredShares {
    fn new(shares: &[f64]) -> Self {
        let groups = shares.chunks(8).map(|group| (0..1 << group.len()).map(|cover| covered(cover, group)).collect());
        Self(groups.collect())
    }

    fn total(&self, cover: u64) -> f64 {
        let groups = self.0.iter().zip(cover.to_le_bytes());
        groups.map(|(sums, byte)| sums[usize::from(byte)]).sum()
    }
}

fn marginal(trees: &[Tree], shares: &[Vec<f64>], factors: &[usize]) -> Vec<f64> {
    let counts: Vec<usize> = factors.iter().map(|factor| shares[*factor].len()).collect();
    let mut means = vec![0.0; counts.iter().product()];
    for leaf in trees.iter().flat_map(|tree| &tree.leaves) {
        let others = (0..shares.len()).filter(|factor| !factors.contains(factor));
        let volume: f64 = others.map(|factor| covered(leaf.cover[factor], &shares[factor])).product();
        let part = leaf.mean * volume / trees.len() as f64;
        for (cell, mean) in means.iter_mut().enumerate() {
            let mut rest = cell;
            let inside = factors.iter().zip(&counts).rev().all(|(factor, count)| {
                let place = rest % count;
                rest /= count;
                leaf.covers(*factor, place)
            });
            if inside {
                *mean += part;
            }
        }
    }
    means
}

fn variance(trees: &[Tree], shares: &[Vec<f64>], factors: &[usize]) -> f64 {
    let means = marginal(trees, shares, factors);
    let weights = factors.iter().fold(vec![1.0], |weights, factor| {
        weights.iter().flat_map(|weight| shares[*factor].iter().map(move |share| weight * share)).collect()
    });
    let all: f64 = means.iter().zip(&weights).map(|(mean, weight)| mean * weight).sum();
    means.iter().zip(&weights).map(|(mean, weight)| weight * (mean - all).powi(2)).sum()
}

impl Tree {
    /// Grows a tree on a bootstrap resample of the points. Returns also which points were drawn.
    fn bagged(variables: &[Variable], values: &[f64], draws: &mut Draws) -> (Self, Vec<bool>) {
        let mut drawn = vec![false; values.len()];
        let points: Vec<usize> = (0..values.len())
            .map(|_| {
                let point = draws.below(values.len());
                drawn[point] = true;
                point
            })
            .collect();
        let whole = variables.iter().map(|variable| u64::MAX >> (64 - variable.count)).collect();
        let mut tree = Self { leaves: Vec::new() };
        tree.grow(variables, values, points, whole, draws);
        (tree, drawn)
    }

    /// Splits a box where the squared error decreases most; a box that cannot be split is a leaf.
    fn grow(&mut self, variables: &[Variable], values: &[f64], points: Vec<usize>, cover: Vec<u64>, draws: &mut Draws) {
        // One factor in six is left out of a split, so that trees differ.
        let tried: Vec<usize> = (0..variables.len()).filter(|_| draws.below(6) > 0).collect();
        let best = |factors: &[usize]| {
            let splits = factors.iter().filter_map(|factor| {
                let (gain, left) = split(&variables[*factor], values, &points)?;
                Some((gain, *factor, left))
            });
            splits.max_by(|a, b| a.0.total_cmp(&b.0))
        };
        let all: Vec<usize> = (0..variables.len()).collect();
        let Some((_, factor, left)) = best(&tried).or_else(|| best(&all)) else {
            let mean = points.iter().map(|point| values[*point]).sum::<f64>() / points.len() as f64;
            self.leaves.push(Leaf { cover, mean });
            return;
        };
        let places = &variables[factor].places;
        let (low, high) = points.into_iter().partition(|point| left >> places[*point] & 1 == 1);
        for (points, side) in [(low, left), (high, !left)] {
            let mut cover = cover.clone();
            cover[factor] &= side;
            self.grow(variables, values, points, cover, draws);
        }
    }

    fn predict(&self, place: impl Fn(usize) -> usize) -> f64 {
        let leaf =
            self.leaves.iter().find(|leaf| (0..leaf.cover.len()).all(|factor| leaf.covers(factor, place(factor))));
        leaf.map_or(f64::NAN, |leaf| leaf.mean)
    }
}

/// Returns the best split by a factor: the decrease of the squared error, and the places of the left side. `None` if no split
/// leaves enough points on both sides or decreases the error.
fn split(variable: &Variable, values: &[f64], points: &[usize]) -> Option<(f64, u64)> {
    let mut bins = vec![(0.0, 0_usize, 0_usize); variable.count];
    for (place, bin) in bins.iter_mut().enumerate() {
        bin.2 = place;
    }
    for point in points {
        let bin = &mut bins[variable.places[*point]];
        *bin = (bin.0 + values[*point], bin.1 + 1, bin.2);
    }
    bins.retain(|bin| bin.1 > 0);
    if !variable.is_ordered {
        // The best grouping of unordered levels is a cut in the order of their means (Breiman et al. 1984).
        bins.sort_by(|a, b| (a.0 / a.1 as f64).total_cmp(&(b.0 / b.1 as f64)));
    }
    let (sum, count) = bins.iter().fold((0.0, 0), |(sum, count), bin| (sum + bin.0, count + bin.1));
    let error = |sum: f64, count: usize| sum * sum / count as f64;
    let (mut left, mut before, mut best) = (0_u64, (0.0, 0), None::<(f64, u64)>);
    for bin in bins.iter().take(bins.len().saturating_sub(1)) {
        left |= 1 << bin.2;
        before = (before.0 + bin.0, before.1 + bin.1);
        if before.1 < MIN_LEAF || count - before.1 < MIN_LEAF {
            continue;
        }
        let gain = error(before.0, before.1) + error(sum - before.0, count - before.1) - error(sum, count);
        if gain > 1e-9 && best.is_none_or(|(most, _)| gain > most) {
            best = Some((gain, left));
        }
    }
    // Places without points here belong to the left side of an ordered factor if they lie below the cut.
    best.map(|(gain, left)| (gain, if variable.is_ordered { u64::MAX >> left.leading_zeros() } else { left }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a sampled design of three factors in [0, 1) and a function of it.
    fn forest(points: usize, noise: f64, value: impl Fn(&[f64]) -> f64) -> Forest {
        let mut draws = Draws::new(7);
        let mut uniform = || draws.below(1 << 20) as f64 / f64::from(1 << 20);
        let design: Vec<Vec<f64>> = (0..points).map(|_| (0..3).map(|_| uniform()).collect()).collect();
        let values: Vec<f64> = design.iter().map(|x| value(x) + noise * (uniform() - 0.5)).collect();
        let column = |factor: usize| Variable::ordered(&design.iter().map(|x| x[factor]).collect::<Vec<_>>());
        Forest::new((0..3).map(column).collect(), &values).unwrap()
    }

    #[test]
    fn shares_of_variance_are_near_the_exact_ones() {
        // Variances 1/3 of 4 and 1 by x₀ and x₁: 16/12 and 4/12, so shares 0.8 and 0.2.
        let model = forest(500, 0.0, |x| 4.0 * x[0] + 2.0 * x[1]);
        let shares: Vec<f64> = model.importances().iter().map(|importance| importance.share).collect();
        assert!((shares[0] - 0.8).abs() < 0.03 && (shares[1] - 0.2).abs() < 0.03 && shares[2] < 0.01, "{shares:?}");
        assert!(model.r_squared > 0.95);
        // A product of two centered factors is a pure interaction.
        let model = forest(500, 0.0, |x| (2.0 * x[0] - 1.0).signum() * (2.0 * x[2] - 1.0).signum());
        let importances: Vec<(Vec<usize>, f64)> =
            model.importances().into_iter().map(|importance| (importance.factors, importance.share)).collect();
        let pair = importances.iter().find(|(factors, _)| *factors == [0, 2]).unwrap();
        assert!(pair.1 > 0.85, "{importances:?}");
    }

    #[test]
    fn parts_of_the_variance_add_up() {
        let model = forest(60, 1.0, |x| 3.0 * x[0] * x[1] + x[2]);
        let whole = model.variance(&[0, 1, 2]);
        assert!((whole - model.total_variance()).abs() < 1e-9 * whole, "{whole} {}", model.total_variance());
        let sum: f64 = model.importances().iter().map(|importance| importance.share).sum();
        assert!(sum > 0.9 && sum <= 1.0 + 1e-9, "{sum}");
    }

    #[test]
    fn levels_without_order_are_grouped() {
        let places: Vec<usize> = (0..90).map(|index| index % 3).collect();
        let values: Vec<f64> = places.iter().map(|place| if *place == 1 { 9.0 } else { 2.0 }).collect();
        let other = (0..90).map(|index| index / 30).collect();
        let forest = Forest::new(vec![Variable::levels(places), Variable::levels(other)], &values).unwrap();
        let marginal = forest.marginal(&[0]);
        assert!((marginal[0] - 2.0).abs() < 1e-9 && (marginal[1] - 9.0).abs() < 1e-9, "{marginal:?}");
        let importances = forest.importances();
        assert!(importances[0].share > 0.999 && importances[0].p < 0.05 && importances[1].p > 0.05);
    }

    #[test]
    fn equal_values_have_no_forest() {
        assert!(Forest::new(vec![Variable::levels(vec![0, 1, 0, 1, 0, 1])], &[3.0; 6]).is_none());
        assert!(Forest::new(vec![Variable::levels(vec![0, 1])], &[1.0, 2.0]).is_none());
    }

    #[test]
    #[ignore = "simulates 200 designs: a minute"]
    fn noise_is_rarely_significant() {
        let mut false_claims = 0;
        for seed in 0..200 {
            let mut draws = Draws::new(seed);
            let mut uniform = || draws.below(1 << 20) as f64 / f64::from(1 << 20);
            let column = |uniform: &mut dyn FnMut() -> f64| (0..40).map(|_| uniform()).collect::<Vec<_>>();
            let variables = (0..5).map(|_| Variable::ordered(&column(&mut uniform))).collect();
            let forest = Forest::new(variables, &column(&mut uniform)).unwrap();
            false_claims += usize::from(forest.importances().iter().any(|importance| importance.p < 0.05));
        }
        assert!(false_claims <= 20, "{false_claims} of 200");
    }
}
