//! [`Pocket`]: optimal solutions of the 2×2×2 in either metric, by a table of all distances, which also has their distribution, or, without
//! it, by bidirectional search. M. Abreu García ("Resolución rápida del cubo de Rubik", Universidad Carlos III de Madrid, 2011, chapter 6)
//! searches it breadth first.

use super::bidirectional::bidirectional;
use super::coset_table::CosetTable;
use crate::puzzle::{Algorithm, CUBE2, Cube2, Metric, MoveSet, Turn};
use crate::solver::{Budget, Solution, Solver, Unsolved};
use crate::table::BuildOptions;
use crate::table::subgroups::SubgroupStep;

/// Optimal solver of the 2×2×2 in the half-turn metric (at most 11 moves) or the quarter-turn metric (at most 14).
///
/// States are equal up to rotation of the whole cube: with the corner DBL at home, turns of U, R and F reach all
/// 3,674,160 states. A complete table holds the distance of each state in a byte. A solution takes the first move that
/// reduces the distance, at every step. [`Pocket::without_table`] uses bidirectional search instead.
///
/// ```
/// use evocube_cube::search::Pocket;
/// use evocube_cube::{Budget, Cube2, Metric, Solver, Turn};
/// let state = Cube2::SOLVED.apply_all(&[Turn::R, Turn::U, Turn::F2]);
/// let solution = Pocket::without_table(Metric::Htm).solve(state, &Budget::default())?;
/// assert_eq!(solution.moves().len(), 3);
/// # Ok::<(), evocube_cube::Unsolved>(())
/// ```
#[derive(Debug)]
pub struct Pocket {
    metric: Metric,
    table: Option<CosetTable>,
}

/// Returns the moves that cost 1 in a metric and keep the corner DBL.
fn moves(metric: Metric) -> MoveSet {
    Cube2::turns().iter().filter(|&turn| metric.cost(turn) == 1).collect()
}

impl Pocket {
    /// Builds the solver with its table of 3,674,160 bytes, which no file keeps.
    pub fn new(metric: Metric) -> Self {
        let step = SubgroupStep::pocket();
        let bytes = CosetTable::bytes(step, moves(metric), BuildOptions::SEQUENTIAL).expect("no step ends it");
        Self { metric, table: Some(CosetTable::from_bytes(step, bytes.into())) }
    }

    /// Returns the solver without a table: a bidirectional search for every state.
    pub fn without_table(metric: Metric) -> Self {
        Self { metric, table: None }
    }

    /// Returns the number of states at each distance, from 0 to the largest; `None` without a table.
    pub fn distribution(&self) -> Option<Vec<u64>> {
        self.table.as_ref().map(CosetTable::distribution)
    }

    /// Returns the distance of a state in the solver's metric; `None` without a table.
    pub fn distance(&self, state: Cube2) -> Option<usize> {
        let table = self.table.as_ref()?;
        Some(table.distance(table.coset(state.anchor().0.with_edges())))
    }
}

/// Returns the moves from a state along decreasing distances, and their number, within the budget.
fn descend(table: &CosetTable, state: Cube2, moves: MoveSet, budget: &Budget) -> Result<(Vec<Turn>, u64), Unsolved> {
    let mut coset = table.coset(state.with_edges());
    let length = table.distance(coset);
    if budget.nodes.is_some_and(|max| max < length as u64) || budget.depth.is_some_and(|max| max < length) {
        return Err(Unsolved::Budget { nodes: 0 });
    }
    let mut turns = Vec::with_capacity(length);
    for left in (0..length).rev() {
        let nearer = |turn: &Turn| table.distance(table.step().after(coset, *turn)) == left;
        let turn = moves.iter().find(nearer).expect("every state but the solved one has a nearer neighbor");
        turns.push(turn);
        coset = table.step().after(coset, turn);
    }
    Ok((turns, length as u64))
}

impl Solver<Cube2> for Pocket {
    fn name(&self) -> &'static str {
        "pocket"
    }

    /// Solves every state. With the table, nodes are the states along the solution; without it, expanded states. Limits
    /// of depth are in the solver's metric. With the table, time is not checked, because a solution takes microseconds.
    fn solve(&self, state: Cube2, budget: &Budget) -> Result<Solution<Cube2>, Unsolved> {
        let (anchored, symmetry) = state.anchor();
        let moves = moves(self.metric);
        let (turns, nodes) = match &self.table {
            Some(table) => descend(table, anchored, moves, budget)?,
            None => bidirectional(&CUBE2, anchored, &moves.iter().collect::<Vec<_>>(), budget)
                .map(|solution| (solution.moves().to_vec(), solution.nodes()))
                .map_err(|unsolved| Unsolved::Budget { nodes: unsolved.nodes() })?,
        };
        // Two quarter turns of a face become a half turn; in the half-turn metric nothing merges.
        Solution::new(state, Algorithm::from(turns.as_slice()).simplify().conjugate(symmetry), nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;

    /// Solves states, as they are and rotated, and checks the lengths.
    fn solve_all(solver: &Pocket, exact: &Pocket, count: u64) {
        let seed = Seed::from_number(222);
        for number in 0..count {
            let mut stream = seed.numbered_stream(number);
            let mut state = Cube2::random(&mut stream);
            if number % 2 == 1 {
                // Turns of D, L and B move the corner DBL.
                state = state.apply_all(&[Turn::ALL[9 + stream.index(9)], Turn::ALL[9 + stream.index(9)]]);
            }
            let solution = solver.solve(state, &Budget::default()).expect("every state is solved");
            let distance = exact.distance(state).expect("it has a table");
            assert_eq!(solution.moves().length(solver.metric), distance, "{state}");
        }
    }

    #[test]
    fn solutions_of_ten_thousand_states_have_the_distance_of_the_table() {
        for metric in Metric::ALL {
            let solver = Pocket::new(metric);
            solve_all(&solver, &solver, 10_000);
        }
    }

    #[test]
    #[ignore = "ten seconds: all 3,674,160 states"]
    fn every_state_is_solved() {
        let solver = Pocket::new(Metric::Htm);
        let (mut states, mut layer) = (std::collections::HashSet::from([Cube2::SOLVED]), vec![Cube2::SOLVED]);
        while let Some(state) = layer.pop() {
            let solution = solver.solve(state, &Budget::default()).expect("every state is solved");
            assert_eq!(Some(solution.moves().len()), solver.distance(state));
            let neighbors = moves(Metric::Qtm).iter().map(|turn| state.apply(turn));
            layer.extend(neighbors.filter(|&next| states.insert(next)));
        }
        assert_eq!(states.len(), 3_674_160);
    }

    #[test]
    fn bidirectional_search_finds_the_same_lengths() {
        for metric in Metric::ALL {
            solve_all(&Pocket::without_table(metric), &Pocket::new(metric), 200);
        }
    }

    #[test]
    #[ignore = "half a minute: ten thousand searches in both metrics"]
    fn bidirectional_search_finds_the_same_lengths_ten_thousand_times() {
        for metric in Metric::ALL {
            solve_all(&Pocket::without_table(metric), &Pocket::new(metric), 10_000);
        }
    }

    #[test]
    fn a_solved_cube_needs_no_moves_in_any_rotation() {
        for solver in [Pocket::new(Metric::Htm), Pocket::without_table(Metric::Htm)] {
            for state in [Cube2::SOLVED, Cube2::SOLVED.apply_all(&[Turn::R, Turn::L3])] {
                assert!(solver.solve(state, &Budget::default()).expect("solved").moves().is_empty());
            }
        }
    }

    #[test]
    fn budgets_are_obeyed() {
        for metric in Metric::ALL {
            let state = Cube2::random(&mut Seed::from_number(3).stream());
            for solver in [Pocket::new(metric), Pocket::without_table(metric)] {
                let solution = solver.solve(state, &Budget::default()).expect("no limit");
                let length = solution.moves().length(metric);
                let depth = |depth| solver.solve(state, &Budget { depth: Some(depth), ..Budget::default() });
                assert_eq!(depth(length), Ok(solution.clone()));
                assert!(matches!(depth(length - 1), Err(Unsolved::Budget { .. })));
                let nodes = |nodes| solver.solve(state, &Budget { nodes: Some(nodes), ..Budget::default() });
                assert_eq!(nodes(solution.nodes()), Ok(solution.clone()));
                assert!(matches!(nodes(solution.nodes() - 1), Err(Unsolved::Budget { .. })));
            }
        }
    }
}
