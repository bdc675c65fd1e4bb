//! [`Router`]: finds a [`Route`] from any state of a cube to any other of its orbit, by any solver, or returns [`NoRoute`]. Routes are
//! shortest ones if the solver proves them. [`Router::refined`] solves a 3×3×3 in up to 96 directions; a given sequence of moves is
//! shortened in `refinement`.

use std::collections::HashSet;

use super::auxiliary::auxiliary_pieces;
use super::orbit::{CubeOrbit, DifferentOrbits};
use crate::puzzle::{Algorithm, Cube, Cube3, Metric, PieceVectors, Puzzle, SearchDirection, Symmetry, Turn};
use crate::solver::{Budget, Solver, Unsolved};

/// A finder of routes between any two states, on top of a solver.
///
/// ```
/// use evocube_cube::route::Router;
/// use evocube_cube::search::Layers;
/// use evocube_cube::{Budget, Cube3, Turn};
/// let (start, goal) = (Cube3::after(&[Turn::R]), Cube3::after(&[Turn::U, Turn::F]));
/// let solver = Layers::new();
/// let route = Router::new(&solver, Budget::default()).route(start, goal)?;
/// assert_eq!(start.apply_all(&route.moves), goal);
/// # Ok::<(), evocube_cube::route::NoRoute>(())
/// ```
pub struct Router<'s, S> {
    solver: &'s dyn Solver<S>,
    budget: Budget,
}

/// A replayed route from one state to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// The moves.
    pub moves: Algorithm,
    /// The number of search nodes.
    pub nodes: u64,
    /// The metric in which the solver proved the route shortest; `None` if it did not.
    pub optimal: Option<Metric>,
}

/// Error: no route was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoRoute {
    /// No route exists.
    #[error(transparent)]
    Orbits(DifferentOrbits),
    /// The solver found no route.
    #[error(transparent)]
    Unsolved(#[from] Unsolved),
}

impl<'s, S: Copy> Router<'s, S>
where
    Cube<S>: Puzzle<State = S, Move = Turn>,
{
    /// Returns a router over a solver, with a budget for each solve.
    pub fn new(solver: &'s dyn Solver<S>, budget: Budget) -> Self {
        Self { solver, budget }
    }

    /// Finds a route from one state to another.
    ///
    /// # Errors
    /// The error of the solver.
    pub fn route(&self, start: S, goal: S) -> Result<Route, Unsolved> {
        self.solve(Cube::new().between(start, goal))
    }

    /// Solves a state and merges turns of one face.
    fn solve(&self, state: S) -> Result<Route, Unsolved> {
        let solution = self.solver.solve(state, &self.budget)?;
        let moves = solution.moves().simplify();
        let cube = Cube::<S>::new();
        if !cube.is_solved(cube.apply_all(state, &moves)) {
            return Err(Unsolved::Wrong);
        }
        Ok(Route { moves, nodes: solution.nodes(), optimal: solution.optimal() })
    }
}

impl Router<'_, Cube3> {
    /// Finds a route between two states in one orbit, which need not be that of the solved state.
    ///
    /// # Errors
    /// If the states are in different orbits, or the error of the solver.
    pub fn route_pieces(&self, start: &PieceVectors, goal: &PieceVectors) -> Result<Route, NoRoute> {
        let route = self.solve(within_orbit(start, goal)?)?;
        if start.apply_all(&route.moves) == *goal { Ok(route) } else { Err(Unsolved::Wrong.into()) }
    }

    /// Finds the shortest route between two states over 96 search directions, by metric: half turns, then quarter
    /// turns. The directions are the auxiliary state and its inverse under all 48 symmetries of the cube.
    ///
    /// The route back has the same length, because its directions are the same. The search ends after the auxiliary
    /// state and its inverse if a route is proved optimal or the solver searches all directions by itself.
    ///
    /// # Errors
    /// As [`Router::route_pieces`]. An unsolved direction is skipped if another is solved.
    pub fn refined(&self, start: &PieceVectors, goal: &PieceVectors) -> Result<[Route; 2], NoRoute> {
        let state = within_orbit(start, goal)?;
        let mut seen = HashSet::new();
        let mut best: [Option<Route>; 2] = [None, None];
        let (mut nodes, mut failure) = (0, None);
        for symmetry in Symmetry::all() {
            for inverted in [false, true] {
                let direction = SearchDirection { symmetry, inverted };
                let view = direction.view(state);
                if !seen.insert(view) {
                    continue;
                }
                let route = match self.solve(view) {
                    Ok(route) => route,
                    Err(error) => {
                        failure = Some(error);
                        continue;
                    }
                };
                nodes += route.nodes;
                let moves = direction.moves(&route.moves);
                for (best, metric) in best.iter_mut().zip(Metric::ALL) {
                    if best.as_ref().is_none_or(|best| moves.length(metric) < best.moves.length(metric)) {
                        let optimal = route.optimal.filter(|&proved| proved == metric);
                        *best = Some(Route { moves: moves.clone(), nodes: 0, optimal });
                    }
                }
            }
            let is_proved = best.iter().flatten().any(|route| route.optimal.is_some());
            if is_proved || (failure.is_none() && self.solver.sees_symmetries()) {
                break;
            }
        }
        let [Some(htm), Some(qtm)] = best else {
            return Err(failure.unwrap_or(Unsolved::Wrong).into());
        };
        let routes = [Route { nodes, ..htm }, Route { nodes, ..qtm }];
        if routes.iter().any(|route| start.apply_all(&route.moves) != *goal) {
            return Err(Unsolved::Wrong.into());
        }
        Ok(routes)
    }
}

/// Returns the auxiliary state, if it is reachable.
fn within_orbit(start: &PieceVectors, goal: &PieceVectors) -> Result<Cube3, NoRoute> {
    let orbits = DifferentOrbits { start: CubeOrbit::containing(start), goal: CubeOrbit::containing(goal) };
    if orbits.start != orbits.goal {
        return Err(NoRoute::Orbits(orbits));
    }
    // Within an orbit the sums of twists and flips, and the parities, cancel.
    Ok(Cube3::from_vectors_unchecked(&auxiliary_pieces(start, goal)))
}
