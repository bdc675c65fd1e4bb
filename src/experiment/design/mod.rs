//! [`Design`]: which points of a space are tried.
//!
//! Points are made in the unit cube, one side a factor, and become values elsewhere. They depend on the seed and on the
//! names of the factors alone.

mod sobol;

use serde::{Deserialize, Serialize};

use crate::rng::{ChaCha8, Seed, Stream};
pub use sobol::MOST_SIDES;

/// How the points of a stage are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Design {
    /// All combinations of levels.
    #[default]
    Factorial,
    /// Independent uniform points.
    Random,
    /// As many strata as points on every side, each hit once: M. D. McKay, R. J. Beckman and W. J. Conover, "A comparison
    /// of three methods for selecting values of input variables in the analysis of output from a computer code",
    /// Technometrics 21 (1979), 239–245.
    LatinHypercube,
    /// The first points of Sobol's sequence, which depend on no seed; the first is the corner of all lower ends.
    Sobol,
    /// The same, moved by a digital shift from the seed: what holds of every 2^m points together still does.
    ShiftedSobol,
}

impl Design {
    /// The designs that fill a space, by name.
    pub const FILLING: &'static str = "random, latin-hypercube, sobol, shifted-sobol";

    /// The name, as users write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Factorial => "factorial",
            Self::Random => "random",
            Self::LatinHypercube => "latin-hypercube",
            Self::Sobol => "sobol",
            Self::ShiftedSobol => "shifted-sobol",
        }
    }

    /// So many points that differ by what `make` makes of them; `None` if the space seems to hold fewer. Points that are
    /// there already are left out, and the sequence goes on; a Latin hypercube is dealt anew. A factorial design has no
    /// points of its own and is taken as random.
    ///
    /// # Panics
    /// If there are more than [`MOST_SIDES`] sides for Sobol's sequence.
    pub(super) fn distinct<T: PartialEq>(
        self,
        count: usize,
        sides: &[&str],
        seed: Seed,
        make: impl Fn(&[f64]) -> T,
    ) -> Option<Vec<T>> {
        /// Candidates for a point, at most.
        const CANDIDATES: usize = 20;
        /// Deals of a hypercube, at most.
        const DEALS: u32 = 100;
        let sequence: Box<dyn Iterator<Item = Vec<f64>>> = match self {
            Self::LatinHypercube => {
                return (0..DEALS).find_map(|deal| {
                    let points = latin_hypercube(count, sides, seed.child(&deal.to_string()));
                    let made: Vec<T> = points.iter().map(|point| make(point)).collect();
                    let all_differ = made.iter().enumerate().all(|(place, one)| !made[..place].contains(one));
                    all_differ.then_some(made)
                });
            }
            Self::Factorial | Self::Random => Box::new(random(sides, seed)),
            Self::Sobol => Box::new(sobol::sequence(vec![0; sides.len()])),
            Self::ShiftedSobol => Box::new(sobol::sequence(sides.iter().map(|side| shift(seed, side)).collect())),
        };
        let mut made: Vec<T> = Vec::with_capacity(count);
        for point in sequence.take(CANDIDATES * count + 1000) {
            let one = make(&point);
            if !made.contains(&one) {
                made.push(one);
                if made.len() == count {
                    return Some(made);
                }
            }
        }
        None
    }
}

impl std::fmt::Display for Design {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A uniform number from 0 to below 1.
#[allow(clippy::cast_precision_loss)] // 53 bits
pub(super) fn uniform(stream: &mut Stream<ChaCha8>) -> f64 {
    (stream.word() >> 11) as f64 / (1u64 << 53) as f64
}

fn shift(seed: Seed, side: &str) -> u32 {
    u32::try_from(seed.child(side).stream().word() >> 32).expect("half a word")
}

/// Independent points, with a stream for each side.
fn random(sides: &[&str], seed: Seed) -> impl Iterator<Item = Vec<f64>> + use<> {
    let mut streams: Vec<_> = sides.iter().map(|side| seed.child(side).stream()).collect();
    std::iter::repeat_with(move || streams.iter_mut().map(uniform).collect())
}

/// On every side the strata in random order, and a uniform place in each.
#[allow(clippy::cast_precision_loss)] // far fewer points than 2^53
fn latin_hypercube(count: usize, sides: &[&str], seed: Seed) -> Vec<Vec<f64>> {
    let mut points = vec![Vec::with_capacity(sides.len()); count];
    for side in sides {
        let mut stream = seed.child(side).stream();
        let mut strata: Vec<usize> = (0..count).collect();
        stream.shuffle(&mut strata);
        for (point, stratum) in points.iter_mut().zip(strata) {
            point.push((stratum as f64 + uniform(&mut stream)) / count as f64);
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
            for side in 0..3 {
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
                let mut strata: Vec<usize> =
                    points.iter().map(|point| (point[side] * count as f64).floor() as usize).collect();
                strata.sort_unstable();
                assert_eq!(strata, (0..count).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn random_points_are_those_of_their_names() {
        let take = |sides: &[&str], count| random(sides, Seed::from_number(1)).take(count).collect::<Vec<_>>();
        let both = take(&["a", "b"], 5);
        assert_eq!(both[..3], take(&["a", "b"], 3));
        // Another side more or in another place moves nobody.
        assert_eq!(both.iter().map(|point| vec![point[1]]).collect::<Vec<_>>(), take(&["b"], 5));
        assert_eq!(format!("{:.6}", both[0][0]), "0.367542");
    }

    #[test]
    fn points_that_are_the_same_are_not_taken_twice() {
        for design in [Design::Random, Design::LatinHypercube, Design::Sobol, Design::ShiftedSobol] {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let quarters = |point: &[f64]| (point[0] * 4.0).floor() as u32;
            let mut four = design.distinct(4, &["a"], Seed::from_number(1), quarters).unwrap();
            four.sort_unstable();
            assert_eq!(four, [0, 1, 2, 3], "{design}");
            assert_eq!(design.distinct(5, &["a"], Seed::from_number(1), quarters), None, "{design}");
        }
    }
}
