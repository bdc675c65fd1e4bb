//! [`Matrix`]: the routes between all pairs of some patterns of the 3×3×3, before and after refinement by [`Router::refined`], which solves
//! in many directions. Their lengths and the mean length are here, too. The refinement of given moves, in `refinement`, is not used.

use super::pattern::Pattern;
use super::router::{NoRoute, Router};
use crate::puzzle::{Algorithm, Cube3, Metric};
use crate::solver::Unsolved;

/// The routes between all pairs of patterns, before and after refinement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    /// The names of the patterns.
    pub names: Vec<String>,
    /// The routes of the solver: `before[i][j]` leads from pattern i to pattern j.
    pub before: Vec<Vec<Algorithm>>,
    /// The refined routes by metric (half turns, then quarter turns): `after[m][i][j]` is no longer than
    /// `before[i][j]`, and as long as `after[m][j][i]`.
    pub after: [Vec<Vec<Algorithm>>; 2],
}

impl Matrix {
    /// Finds each route by one solve of `plain`, and refines each pair by up to 96 solves of `many`. A pair for which
    /// the budget of `many` is too small has the shorter of its two routes of `plain`, in both directions.
    ///
    /// # Errors
    /// The first pair without a route.
    pub fn new(patterns: &[Pattern], plain: &Router<'_, Cube3>, many: &Router<'_, Cube3>) -> Result<Self, NoRoute> {
        let count = patterns.len();
        let pieces: Vec<_> = patterns.iter().map(|pattern| pattern.state().vectors()).collect();
        let mut before = vec![vec![Algorithm::EMPTY; count]; count];
        for (i, start) in pieces.iter().enumerate() {
            for (j, goal) in pieces.iter().enumerate().filter(|&(j, _)| j != i) {
                before[i][j] = plain.route_pieces(start, goal)?.moves;
            }
        }
        let mut after = [before.clone(), before.clone()];
        for i in 0..count {
            for j in 0..i {
                let refined = match many.refined(&pieces[i], &pieces[j]) {
                    Ok(routes) => routes.map(|route| Some(route.moves)),
                    Err(NoRoute::Unsolved(
                        Unsolved::Budget { .. } | Unsolved::Bounded { .. } | Unsolved::Impossible { .. },
                    )) => [None, None],
                    Err(error) => return Err(error),
                };
                for ((routes, refined), metric) in after.iter_mut().zip(refined).zip(Metric::ALL) {
                    let back = routes[j][i].inverse();
                    let candidates = [routes[i][j].clone(), back].into_iter().chain(refined);
                    let best = candidates.min_by_key(|route| route.length(metric)).expect("there are two at least");
                    routes[j][i] = best.inverse();
                    routes[i][j] = best;
                }
            }
        }
        let names = patterns.iter().map(|pattern| pattern.name.clone()).collect();
        Ok(Self { names, before, after })
    }

    /// Returns the lengths before refinement, in a metric.
    pub fn lengths_before(&self, metric: Metric) -> Vec<Vec<usize>> {
        lengths(&self.before, metric)
    }

    /// Returns the lengths after refinement for a metric, in that metric.
    pub fn lengths_after(&self, metric: Metric) -> Vec<Vec<usize>> {
        lengths(&self.after[metric as usize], metric)
    }
}

fn lengths(routes: &[Vec<Algorithm>], metric: Metric) -> Vec<Vec<usize>> {
    routes.iter().map(|row| row.iter().map(|route| route.length(metric)).collect()).collect()
}

/// Returns the mean length over all pairs of distinct states; `None` if there are none.
pub fn mean_length(lengths: &[Vec<usize>]) -> Option<f64> {
    let pairs = lengths.len() * lengths.len().saturating_sub(1);
    (pairs > 0).then(|| lengths.iter().flatten().sum::<usize>() as f64 / pairs as f64)
}
