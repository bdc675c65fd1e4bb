//! [`Router`]: a way from any state to any other, by any solver.

use std::collections::HashSet;

use super::auxiliary::{auxiliary, auxiliary_pieces};
use super::orbit::{DifferentOrbits, Orbit};
use crate::puzzle::CubeState;
use crate::puzzle::algorithm::{Algorithm, Metric};
use crate::puzzle::cube3::{Cube3, PieceVectors};
use crate::puzzle::symmetry::Symmetry;
use crate::solver::{Budget, Solver, Unsolved};

/// Finds ways between any two states with a solver that knows the way home only.
pub struct Router<'s, P> {
    solver: &'s dyn Solver<P>,
    budget: Budget,
}

/// A way from a state to another. It was replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// The moves.
    pub moves: Algorithm,
    /// How many search nodes they took.
    pub nodes: u64,
    /// The metric in which the solver proved that no way is shorter, if it did.
    pub optimal: Option<Metric>,
}

/// Why there is no way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRoute {
    /// There is none at all.
    #[error(transparent)]
    Orbits(DifferentOrbits),
    /// The solver found none.
    #[error(transparent)]
    Unsolved(#[from] Unsolved),
}

impl<'s, P: CubeState> Router<'s, P> {
    /// A router over a solver, each of whose solves may spend this budget.
    #[must_use]
    pub fn new(solver: &'s dyn Solver<P>, budget: Budget) -> Self {
        Self { solver, budget }
    }

    /// A way from a state to another.
    ///
    /// # Errors
    /// What the solver says.
    pub fn route(&self, from: P, to: P) -> Result<Route, Unsolved> {
        self.way_home(auxiliary(from, to))
    }

    /// A way home, with turns of one face merged.
    fn way_home(&self, state: P) -> Result<Route, Unsolved> {
        let solution = self.solver.solve(state, &self.budget)?;
        let moves = solution.moves().simplify();
        if !state.apply_all(&moves).is_solved() {
            return Err(Unsolved::Wrong);
        }
        Ok(Route { moves, nodes: solution.nodes(), optimal: solution.optimal() })
    }
}

impl Router<'_, Cube3> {
    /// A way between two states that turns need not reach from the solved one, only from each other.
    ///
    /// # Errors
    /// If they are in different orbits, or what the solver says.
    pub fn route_pieces(&self, from: &PieceVectors, to: &PieceVectors) -> Result<Route, NoRoute> {
        let route = self.way_home(within_orbit(from, to)?)?;
        if from.apply_all(&route.moves) == *to { Ok(route) } else { Err(Unsolved::Wrong.into()) }
    }

    /// The shortest of the ways between two states that the solver finds when it sees the problem forwards and backwards
    /// through all 48 symmetries of the cube, by metric: half turns, then quarter turns. The way back is as short: its
    /// problem is seen in the same 96 ways. An optimal solver is asked once for its metric's, and so is one that looks in
    /// all these ways by itself.
    ///
    /// # Errors
    /// As [`Router::route_pieces`]; a view that is not solved is passed over as long as another is.
    pub fn refined(&self, from: &PieceVectors, to: &PieceVectors) -> Result<[Route; 2], NoRoute> {
        let state = within_orbit(from, to)?;
        let mut seen = HashSet::new();
        let mut best: [Option<Route>; 2] = [None, None];
        let (mut nodes, mut failure) = (0, None);
        for symmetry in Symmetry::all() {
            for inverted in [false, true] {
                let turned = if inverted { state.inverse() } else { state };
                let view = turned.conjugate(symmetry);
                if !seen.insert(view) {
                    continue;
                }
                let route = match self.way_home(view) {
                    Ok(route) => route,
                    Err(error) => {
                        failure = Some(error);
                        continue;
                    }
                };
                nodes += route.nodes;
                let back = if inverted { route.moves.inverse() } else { route.moves };
                let moves = back.conjugate(symmetry.inverse());
                for (place, metric) in best.iter_mut().zip(Metric::ALL) {
                    let length = moves.length(metric);
                    if place.as_ref().is_none_or(|best| length < best.moves.length(metric)) {
                        let optimal = route.optimal.filter(|&proved| proved == metric);
                        *place = Some(Route { moves: moves.clone(), nodes: 0, optimal });
                    }
                }
            }
            let known = best.iter().flatten().any(|route| route.optimal.is_some());
            if known || (failure.is_none() && self.solver.sees_symmetries()) {
                break;
            }
        }
        let [Some(htm), Some(qtm)] = best else {
            return Err(failure.unwrap_or(Unsolved::Wrong).into());
        };
        let routes = [Route { nodes, ..htm }, Route { nodes, ..qtm }];
        if routes.iter().any(|route| from.apply_all(&route.moves) != *to) {
            return Err(Unsolved::Wrong.into());
        }
        Ok(routes)
    }
}

/// The auxiliary state, if the turns lead home from it.
fn within_orbit(from: &PieceVectors, to: &PieceVectors) -> Result<Cube3, NoRoute> {
    let orbits = DifferentOrbits { from: Orbit::of(from), to: Orbit::of(to) };
    if orbits.from != orbits.to {
        return Err(NoRoute::Orbits(orbits));
    }
    // Within an orbit the sums of twists and flips, and the parities, cancel.
    Ok(Cube3::from_vectors_unchecked(&auxiliary_pieces(from, to)))
}
