//! [`Pocket`]: the 2×2×2, optimally (M. Abreu García, "Resolución rápida del cubo de Rubik", Universidad Carlos III de
//! Madrid, 2011, chapter 6, searches it breadth first).

mod space;

use space::PocketSpace;

use super::bidirectional::bidirectional;
use crate::puzzle::algorithm::{Algorithm, Metric};
use crate::puzzle::cube2::Cube2;
use crate::puzzle::turn::{MoveSet, Turn};
use crate::puzzle::{CUBE2, CubeState};
use crate::solver::{Budget, Solution, Solver, Unsolved};
use crate::table::pattern::PatternDatabase;
use crate::table::transition::Space;

/// Solves any 2×2×2 in as few turns as possible, in the half-turn metric (at most 11) or the quarter-turn one (at most
/// 14).
///
/// States are compared up to rotation of the whole cube: the corner DBL is held, and turns of U, R and F alone reach
/// all 3,674,160 states. A complete table has the distance of each in a byte; a solution is a walk downhill, of several
/// ways the first in the order of the turns. [`Pocket::without_table`] searches from both ends instead.
#[derive(Debug)]
pub struct Pocket {
    metric: Metric,
    table: Option<Table>,
}

/// How far every state is.
#[derive(Debug)]
struct Table {
    space: PocketSpace,
    distances: PatternDatabase,
}

/// The turns that count one in a metric and keep the corner DBL.
fn moves(metric: Metric) -> MoveSet {
    let half_turns = metric == Metric::Htm;
    Cube2::turns().iter().filter(|turn| half_turns || turn.quarters() != 2).collect()
}

impl Pocket {
    /// The solver with its table of 3,674,160 bytes.
    #[must_use]
    pub fn new(metric: Metric) -> Self {
        let space = PocketSpace::new();
        let distances = PatternDatabase::new(&space, moves(metric));
        Self { metric, table: Some(Table { space, distances }) }
    }

    /// The solver without a table: every state is searched for from both ends.
    #[must_use]
    pub fn without_table(metric: Metric) -> Self {
        Self { metric, table: None }
    }

    /// How many states are at each distance, from 0 to the largest; `None` without a table.
    #[must_use]
    pub fn distribution(&self) -> Option<Vec<u64>> {
        self.table.as_ref().map(|table| table.distances.distribution())
    }

    /// The fewest turns that solve a state; `None` without a table.
    #[must_use]
    pub fn distance(&self, state: Cube2) -> Option<u8> {
        let table = self.table.as_ref()?;
        table.distances.distance(space::encode(state.anchored_state().0))
    }
}

impl Table {
    /// The turns downhill from a state, as many as the budget allows.
    fn walk(&self, state: Cube2, moves: MoveSet, budget: &Budget) -> Result<(Vec<Turn>, u64), Unsolved> {
        let mut index = space::encode(state);
        let distance = |index| self.distances.distance(index).expect("turns of U, R and F reach every state");
        let length = distance(index);
        let short = |limit: Option<u64>| limit.is_some_and(|limit| limit < u64::from(length));
        if short(budget.nodes) || short(budget.depth.map(|depth| depth as u64)) {
            return Err(Unsolved::Budget { nodes: 0 });
        }
        let mut turns = Vec::with_capacity(usize::from(length));
        for left in (0..length).rev() {
            let downhill = |turn: &Turn| distance(self.space.next(index, *turn)) == left;
            let turn = moves.iter().find(downhill).expect("every state but the solved one has a nearer neighbour");
            turns.push(turn);
            index = self.space.next(index, turn);
        }
        Ok((turns, u64::from(length)))
    }
}

impl Solver<Cube2> for Pocket {
    fn name(&self) -> &'static str {
        "pocket"
    }

    /// Solves any state. The nodes of a solution are, with the table, the states that it passes, and without it the
    /// states that were expanded. Limits of depth are in the solver's metric. With the table a limit of time is not
    /// looked at: a solution takes microseconds.
    fn solve(&self, state: Cube2, budget: &Budget) -> Result<Solution<Cube2>, Unsolved> {
        let (anchored, symmetry) = state.anchored_state();
        let moves = moves(self.metric);
        let (turns, nodes) = match &self.table {
            Some(table) => table.walk(anchored, moves, budget)?,
            None => bidirectional(&CUBE2, anchored, &moves.iter().collect::<Vec<_>>(), budget)
                .map(|found| (found.moves.to_vec(), found.expanded))
                .map_err(|stopped| Unsolved::Budget { nodes: stopped.expanded })?,
        };
        // Two quarter turns of a face are written as a half turn; in the half-turn metric there is nothing to merge.
        Solution::new(state, Algorithm::from(turns.as_slice()).simplify().conjugate(symmetry), nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;

    /// Solves so many states, as they come and held otherwise, and checks the lengths.
    fn solve_all(solver: &Pocket, exact: &Pocket, count: u64) {
        let seed = Seed::from_number(222);
        for number in 0..count {
            let mut stream = seed.numbered_stream(number);
            let mut state = Cube2::random(&mut stream);
            if number % 2 == 1 {
                // Turns of D, L and B move the corner that is held.
                state = state.apply_all(&[Turn::ALL[9 + stream.index(9)], Turn::ALL[9 + stream.index(9)]]);
            }
            let solution = solver.solve(state, &Budget::default()).expect("every state is solved");
            let distance = exact.distance(state).expect("it has a table");
            assert_eq!(solution.moves().length(solver.metric), usize::from(distance), "{state}");
        }
    }

    #[test]
    fn ten_thousand_states_are_solved_as_short_as_the_table_says() {
        for metric in Metric::ALL {
            let solver = Pocket::new(metric);
            solve_all(&solver, &solver, 10_000);
        }
    }

    #[test]
    #[ignore = "five seconds: all 3,674,160 states"]
    fn every_state_is_solved() {
        let solver = Pocket::new(Metric::Htm);
        for index in 0..3_674_160 {
            let state = space::decode(index);
            let solution = solver.solve(state, &Budget::default()).expect("every state is solved");
            assert_eq!(Some(solution.moves().len()), solver.distance(state).map(usize::from));
        }
    }

    #[test]
    fn the_search_from_both_ends_finds_the_same_lengths() {
        for metric in Metric::ALL {
            solve_all(&Pocket::without_table(metric), &Pocket::new(metric), 200);
        }
    }

    #[test]
    #[ignore = "half a minute: ten thousand searches in both metrics"]
    fn the_search_from_both_ends_finds_the_same_lengths_ten_thousand_times() {
        for metric in Metric::ALL {
            solve_all(&Pocket::without_table(metric), &Pocket::new(metric), 10_000);
        }
    }

    #[test]
    fn a_solved_cube_needs_nothing_however_it_is_held() {
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
