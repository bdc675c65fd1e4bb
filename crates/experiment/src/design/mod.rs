//! [`Design`]: the rule that chooses the design points of a stage: all combinations of levels, a sample, or a race. Samples are drawn here,
//! and the settings of a race are checked; combinations are made in `sweep::points`, races in `race`.
//!
//! Samples are points of the unit cube with one dimension per factor; the caller maps them to values. The points that are drawn depend
//! on the design, their number, the seed, and the names and order of the factors. Others replace those whose values repeat or are
//! forbidden.

mod sobol;

use std::collections::HashSet;
use std::hash::Hash;

use serde::{Deserialize, Serialize};

use crate::record::Cost;
use evocube_cube::rng::{Seed, Stream};
pub use sobol::MAX_DIMENSIONS;

/// Design of a stage: the rule that chooses its points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Design {
    /// All combinations of levels.
    #[default]
    Factorial,
    /// Independent uniform points.
    Random,
    /// Every dimension has as many strata as there are points, and one point in each stratum: M. D. McKay, R. J. Beckman and W.
    /// J. Conover, "A comparison of three methods for selecting values of input variables in the analysis of output from a
    /// computer code", Technometrics 21 (1979), 239–245.
    LatinHypercube,
    /// The first points of Sobol's sequence, independent of the seed. The first point is the lower end of every range.
    Sobol,
    /// Sobol's sequence with a digital shift drawn from the seed. Every 2^m points remain equidistributed.
    ShiftedSobol,
    /// Points that are sampled around the best ones while the stage runs.
    Race(RaceDesign),
}

/// Iterated racing: clearly worse configurations are eliminated early, and new ones are sampled around the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct RaceDesign {
    /// Maximum number of trials, those on held-out instances not included.
    #[cfg_attr(feature = "schema", schemars(with = "i64", range(min = 1, max = 1_000_000)))]
    pub budget: u64,
    /// The minimized quantity.
    pub cost: Cost,
}

/// Error: a race does not suit its factors.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum InvalidRace {
    #[error("a race needs a [[factor]]: a key that varies, with its levels or its range")]
    NoFactor,
    #[error(
        "penalties are not comparable where \"{key}\" varies: write cost = \"evaluations\" for the race, or leave the factor out"
    )]
    Penalties { key: String },
    #[error("a budget of {budget} trials is too small for {factors} {}: write at least {least}", if *factors == 1 { "factor" } else { "factors" })]
    SmallBudget { budget: u64, factors: usize, least: u64 },
    #[error("a budget of {budget} trials is too large: write at most {}", RaceDesign::MAX_BUDGET)]
    LargeBudget { budget: u64 },
}

impl Default for RaceDesign {
    fn default() -> Self {
        Self { budget: 1000, cost: Cost::default() }
    }
}

impl RaceDesign {
    /// Maximum budget, the maximum number of trials of a sweep.
    const MAX_BUDGET: u64 = 1_000_000;
    /// Number of tests before the first comparison.
    pub(crate) const FIRST_TESTS: usize = 5;

    /// Returns the maximum number of elites, also the planned number of iterations.
    pub(crate) fn max_elites(factors: usize) -> usize {
        2 + usize::try_from(factors.max(1).ilog2()).expect("a logarithm")
    }

    /// Checks the settings of a race over these factors; `varies_objective` is the key of one that varies the objective.
    pub(crate) fn check(self, factors: usize, varies_objective: Option<&str>) -> Result<(), InvalidRace> {
        let budget = self.budget;
        if factors == 0 {
            return Err(InvalidRace::NoFactor);
        }
        if let Some(key) = varies_objective.filter(|_| self.cost == Cost::Penalty) {
            return Err(InvalidRace::Penalties { key: key.to_owned() });
        }
        let elites = Self::max_elites(factors) as u64;
        // The first iteration must have one configuration more than there will be elites.
        let least = elites * (elites + 1) * (Self::FIRST_TESTS as u64 + 1);
        if budget < least {
            return Err(InvalidRace::SmallBudget { budget, factors, least });
        }
        if budget > Self::MAX_BUDGET { Err(InvalidRace::LargeBudget { budget }) } else { Ok(()) }
    }
}

impl Design {
    /// Names of the space-filling designs.
    pub const FILLING: &'static str = "random, latin-hypercube, sobol, shifted-sobol";

    /// Returns the name in sweep files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Factorial => "factorial",
            Self::Random => "random",
            Self::LatinHypercube => "latin-hypercube",
            Self::Sobol => "sobol",
            Self::ShiftedSobol => "shifted-sobol",
            Self::Race(_) => "race",
        }
    }

    /// Returns `count` different results of `make`, or fewer if a bounded number of draws has no more. Repeated results are skipped. A
    /// Latin hypercube with repeated results is drawn again, with more strata if `may_coincide`. `make` receives the coordinates
    /// of a point and, in a hypercube, the number of strata. Other designs are treated as `Random`.
    ///
    /// # Panics
    /// If Sobol's sequence has more than [`MAX_DIMENSIONS`] dimensions.
    pub(super) fn distinct<T: Clone + Eq + Hash>(
        self,
        count: usize,
        dimensions: &[&str],
        seed: Seed,
        may_coincide: bool,
        make: impl Fn(&[f64], Option<usize>) -> T,
    ) -> Vec<T> {
        /// Maximum number of candidates per point.
        const CANDIDATES: usize = 20;
        /// Maximum number of draws of a hypercube.
        const HYPERCUBES: u32 = 100;
        let sequence = match self {
            Self::LatinHypercube => {
                let (mut strata, mut most) = (count, Vec::new());
                for draw in 0..HYPERCUBES {
                    let points = latin_hypercube(strata, dimensions, seed.child(&draw.to_string()));
                    let points = distinct(points.iter().map(|point| make(point, Some(strata))), strata);
                    if points.len() == count {
                        return points;
                    }
                    let (size, is_widest) = (points.len(), strata == CANDIDATES * count);
                    if size < count && size > most.len() {
                        most = points;
                    }
                    if may_coincide {
                        if is_widest && size < count {
                            break;
                        }
                        strata = (strata * count).div_ceil(size).clamp(count, CANDIDATES * count);
                    }
                }
                return most;
            }
            _ => self.sequence(dimensions, seed),
        };
        distinct(sequence.take(CANDIDATES * count + 1000).map(|point| make(&point, None)), count)
    }

    /// Returns an endless sequence of points.
    fn sequence(self, dimensions: &[&str], seed: Seed) -> Box<dyn Iterator<Item = Vec<f64>>> {
        match self {
            Self::Factorial | Self::Random | Self::Race(_) | Self::LatinHypercube => Box::new(random(dimensions, seed)),
            Self::Sobol => Box::new(sobol::sequence(vec![0; dimensions.len()])),
            Self::ShiftedSobol => {
                Box::new(sobol::sequence(dimensions.iter().map(|dimension| shift(seed, dimension)).collect()))
            }
        }
    }

    /// Number of points that are drawn for each one that [`Design::allowed`] returns, at most on average.
    pub(super) const DRAWS: usize = 100;

    /// Returns `count` different results of `make`, which returns `None` for a forbidden point, or fewer after [`Design::DRAWS`] times as
    /// many points. After the points of a Latin hypercube come those of another.
    pub(super) fn allowed<T: Clone + Eq + Hash>(
        self,
        count: usize,
        dimensions: &[&str],
        seed: Seed,
        make: impl Fn(&[f64], Option<usize>) -> Option<T>,
    ) -> Vec<T> {
        let (strata, sequence): (_, Box<dyn Iterator<Item = Vec<f64>>>) = match self {
            Self::LatinHypercube => {
                let hypercube = |draw: usize| latin_hypercube(count, dimensions, seed.child(&draw.to_string()));
                (Some(count), Box::new((0..).flat_map(hypercube)))
            }
            _ => (None, self.sequence(dimensions, seed)),
        };
        distinct(sequence.take(Self::DRAWS * count).filter_map(|point| make(&point, strata)), count)
    }
}

/// Returns the first `count` different items, in order.
fn distinct<T: Clone + Eq + Hash>(all: impl Iterator<Item = T>, count: usize) -> Vec<T> {
    let mut distinct = HashSet::new();
    all.filter(|item| distinct.insert(item.clone())).take(count).collect()
}

impl std::fmt::Display for Design {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

fn shift(seed: Seed, dimension: &str) -> u32 {
    u32::try_from(seed.child(dimension).stream().word() >> 32).expect("half a word")
}

/// Independent uniform points, with one random stream per dimension.
fn random(dimensions: &[&str], seed: Seed) -> impl Iterator<Item = Vec<f64>> + use<> {
    let mut streams: Vec<_> = dimensions.iter().map(|dimension| seed.child(dimension).stream()).collect();
    std::iter::repeat_with(move || streams.iter_mut().map(Stream::fraction).collect())
}

/// Returns a Latin hypercube: in every dimension the strata in random order, and a uniform coordinate in each.
fn latin_hypercube(count: usize, dimensions: &[&str], seed: Seed) -> Vec<Vec<f64>> {
    let mut points = vec![Vec::with_capacity(dimensions.len()); count];
    for dimension in dimensions {
        let mut stream = seed.child(dimension).stream();
        let mut strata: Vec<usize> = (0..count).collect();
        stream.shuffle(&mut strata);
        for (point, stratum) in points.iter_mut().zip(strata) {
            point.push((stratum as f64 + stream.fraction()) / count as f64);
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_latin_hypercube_hits_each_stratum_once() {
        for count in [1, 2, 7, 100] {
            let points = latin_hypercube(count, &["a", "b", "c"], Seed::from_number(5));
            for dimension in 0..3 {
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
                let mut strata: Vec<usize> =
                    points.iter().map(|point| (point[dimension] * count as f64).floor() as usize).collect();
                strata.sort_unstable();
                assert_eq!(strata, (0..count).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn random_coordinates_depend_only_on_the_name_of_their_dimension() {
        let take =
            |dimensions: &[&str], count| random(dimensions, Seed::from_number(1)).take(count).collect::<Vec<_>>();
        let pairs = take(&["a", "b"], 5);
        assert_eq!(pairs[..3], take(&["a", "b"], 3));
        // A further dimension, or another order of dimensions, leaves the other coordinates unchanged.
        assert_eq!(pairs.iter().map(|point| vec![point[1]]).collect::<Vec<_>>(), take(&["b"], 5));
        assert_eq!(format!("{:.6}", pairs[0][0]), "0.367542");
    }

    #[test]
    fn designs_contain_each_point_once() {
        for design in [Design::Random, Design::LatinHypercube, Design::Sobol, Design::ShiftedSobol] {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let quarters = |point: &[f64], _| (point[0] * 4.0).floor() as u32;
            let mut points = design.distinct(4, &["a"], Seed::from_number(1), false, quarters);
            points.sort_unstable();
            assert_eq!(points, [0, 1, 2, 3], "{design}");
            assert!(design.distinct(5, &["a"], Seed::from_number(1), false, quarters).len() < 5, "{design}");
        }
    }

    #[test]
    fn a_hypercube_with_coinciding_points_is_drawn_with_more_strata() {
        // Half of the range maps to one point.
        #[allow(clippy::cast_possible_truncation)]
        let half = |point: &[f64], _| (point[0] > 0.5).then_some((point[0] * 1e9) as i64);
        let design = Design::LatinHypercube;
        assert_eq!(design.distinct(9, &["a"], Seed::from_number(1), true, half).len(), 9);
        assert!(design.distinct(9, &["a"], Seed::from_number(1), false, half).len() < 9);
    }
}
