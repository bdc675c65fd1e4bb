//! [`Matrix`]: the ways between all pairs of some states.

use super::pattern::Pattern;
use super::router::{NoRoute, Router};
use crate::puzzle::algorithm::{Algorithm, Metric};
use crate::puzzle::cube3::Cube3;
use crate::solver::Unsolved;

/// The ways between all pairs of patterns, as the solver finds them and refined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    /// The patterns' names.
    pub names: Vec<String>,
    /// As the solver found them: `before[i][j]` leads from pattern i to pattern j.
    pub before: Vec<Vec<Algorithm>>,
    /// Refined, for each metric (half turns, then quarter turns): `after[m][i][j]` is no longer than `before[i][j]`, and
    /// as long as `after[m][j][i]`.
    pub after: [Vec<Vec<Algorithm>>; 2],
}

impl Matrix {
    /// Finds all ways: each by a solve, then each pair's by up to 96. `plain` makes the ways before, `many` those of the
    /// refinement: its budget may be smaller, since it solves so often.
    ///
    /// # Errors
    /// The first pair without a way.
    pub fn new(patterns: &[Pattern], plain: &Router<'_, Cube3>, many: &Router<'_, Cube3>) -> Result<Self, NoRoute> {
        let count = patterns.len();
        let pieces: Vec<_> = patterns.iter().map(|pattern| pattern.state().vectors()).collect();
        let mut before = vec![vec![Algorithm::EMPTY; count]; count];
        for (i, from) in pieces.iter().enumerate() {
            for (j, to) in pieces.iter().enumerate().filter(|&(j, _)| j != i) {
                before[i][j] = plain.route_pieces(from, to)?.moves;
            }
        }
        let mut after = [before.clone(), before.clone()];
        for i in 0..count {
            for j in 0..i {
                let refined = match many.refined(&pieces[i], &pieces[j]) {
                    Ok(routes) => routes.map(|route| Some(route.moves)),
                    // Its budget may be too small for this pair; the ways that are known stay.
                    Err(NoRoute::Unsolved(
                        Unsolved::Budget { .. } | Unsolved::Bounded { .. } | Unsolved::Impossible { .. },
                    )) => [None, None],
                    Err(error) => return Err(error),
                };
                for ((ways, refined), metric) in after.iter_mut().zip(refined).zip(Metric::ALL) {
                    let way_back = ways[j][i].inverse();
                    let candidates = [ways[i][j].clone(), way_back].into_iter().chain(refined);
                    let best = candidates.min_by_key(|way| way.length(metric)).expect("there are two at least");
                    ways[j][i] = best.inverse();
                    ways[i][j] = best;
                }
            }
        }
        let names = patterns.iter().map(|pattern| pattern.name.clone()).collect();
        Ok(Self { names, before, after })
    }

    /// The lengths before, in a metric.
    #[must_use]
    pub fn lengths_before(&self, metric: Metric) -> Vec<Vec<usize>> {
        lengths(&self.before, metric)
    }

    /// The lengths after refinement in a metric, in this metric.
    #[must_use]
    pub fn lengths_after(&self, metric: Metric) -> Vec<Vec<usize>> {
        lengths(&self.after[usize::from(metric == Metric::Qtm)], metric)
    }
}

fn lengths(ways: &[Vec<Algorithm>], metric: Metric) -> Vec<Vec<usize>> {
    ways.iter().map(|row| row.iter().map(|way| way.length(metric)).collect()).collect()
}

/// The mean of the lengths of all pairs of two different states; `None` if there are none.
#[must_use]
#[allow(clippy::cast_precision_loss)] // lengths of ways
pub fn mean_length(lengths: &[Vec<usize>]) -> Option<f64> {
    let pairs = lengths.len() * lengths.len().saturating_sub(1);
    (pairs > 0).then(|| lengths.iter().flatten().sum::<usize>() as f64 / pairs as f64)
}
