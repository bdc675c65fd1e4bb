//! [`Thistlethwaite`]: a solver of the 3×3×3 in four phases through a chain of subgroups (M. Thistlethwaite, 1981; D. Singmaster, "Notes on
//! Rubik's Magic Cube", 1981), each by a complete table. Each phase takes the fewest moves, the whole solution does not. Several chains,
//! and several solutions of each phase, may be tried. The stored table is defined here, the chain in `table::subgroups`.
//!
//! An entry of the 2004 cube contest searches the same phases by IDA*.

use super::coset_table::CosetTable;
use crate::puzzle::{Algorithm, Cube3, Face, Metric, Symmetry, Turn};
use crate::solver::{Budget, Cancelled, Solution, SolutionPart, Solver, Unsolved};
use crate::table::subgroups::{Coset, STEPS, SubgroupStep};
use crate::table::{TableSlice, TableSource, TableSpec};

/// Thistlethwaite's method: ⟨U, D, L, R, F, B⟩ ⊃ ⟨U, D, L, R, F2, B2⟩ ⊃ ⟨U, D, L2, R2, F2, B2⟩ ⊃ half turns ⊃ solved,
/// in the order of axes of the contest entry. The order that the entry quotes as Thistlethwaite's begins with U and D,
/// which is the same chain after a rotation. Each phase is solved optimally with the moves of its group, in at most 7,
/// 10, 13 and 15 moves.
///
/// The method leaves open the chain and the choice among the shortest solutions of a phase.
/// [`Thistlethwaite::with`]`(1, 1)` is the plain method: one chain, and the first solution of every phase.
/// [`Thistlethwaite::new`] tries all six chains: three choices of the first axis, then two of the second. After each
/// phase it keeps the [`WIDTH`] best partial solutions, by the sum of their moves and the distance in the next phase.
/// From each it tries up to [`WIDTH`] solutions of the next phase. It returns the first of the shortest whole
/// solutions. `docs/solvers.md` measures each step.
pub struct Thistlethwaite {
    phases: [CosetTable; 4],
    /// The symmetries that map the chain above to each chain that is tried.
    chains: Vec<Symmetry>,
    /// The number of partial solutions after each phase, and of solutions of a phase from each.
    width: usize,
}

/// The distances of all cosets of the four phases, one byte each.
pub(crate) const SUBGROUPS: TableSpec = TableSpec {
    name: "thistlethwaite",
    version: 1,
    about: "four phases: distance from the next subgroup",
    bytes: COSETS[0] + COSETS[1] + COSETS[2] + COSETS[3],
    metric: Metric::Htm,
    build_seconds: 0,
    build: |_, options| {
        let phases = SubgroupStep::chain().iter().map(|step| CosetTable::bytes(step, step.moves(), options));
        Ok(phases.collect::<Result<Vec<_>, _>>()?.concat())
    },
    check: |_, _| Ok(()),
};

/// The number of cosets of each phase.
const COSETS: [usize; 4] = [2_048, 2_187 * 495, 420 * 70, 96 * 6_912];

/// Returns the tables of the four phases from the bytes of [`SUBGROUPS`].
fn phases(bytes: &TableSlice<u8>) -> [CosetTable; 4] {
    let (chain, mut end) = (SubgroupStep::chain(), 0);
    std::array::from_fn(|phase| {
        let begin = end;
        end += COSETS[phase];
        CosetTable::from_bytes(&chain[phase], bytes.part(begin..end))
    })
}

/// The number of chains: three choices of the first axis times two of the second.
pub const CHAINS: usize = 6;
/// The default width: the number of partial solutions that are kept after each phase.
pub const WIDTH: usize = 15;
/// The maximum width. At this width a solution takes some milliseconds.
pub const MAX_WIDTH: usize = 200;
/// The maximum length of a phase.
const MAX_PHASE: usize = 15;

impl Thistlethwaite {
    /// Returns the solver with its tables, all six chains and [`WIDTH`].
    ///
    /// # Errors
    /// As [`with`](Self::with).
    pub fn new(tables: &TableSource<'_>) -> Result<Self, Cancelled> {
        Self::with(CHAINS, WIDTH, tables)
    }

    /// Returns the solver with a number of chains (1 to [`CHAINS`]) and a width (1 to [`MAX_WIDTH`]); other numbers are
    /// clamped. Time and memory grow with the square of the width.
    ///
    /// # Errors
    /// If the observer of the tables ends their construction.
    pub fn with(chains: usize, width: usize, tables: &TableSource<'_>) -> Result<Self, Cancelled> {
        // A chain is a choice of the axis that is restricted first (F–B) and of the axis that is restricted last (U–D).
        let axes = |symmetry: &Symmetry| [Face::F, Face::U].map(|face| symmetry.face(face).index() % 3);
        let mut all: Vec<Symmetry> = Vec::with_capacity(CHAINS);
        for symmetry in Symmetry::rotations() {
            if all.iter().all(|other| axes(other) != axes(&symmetry)) {
                all.push(symmetry);
            }
        }
        all.truncate(chains.clamp(1, CHAINS));
        Ok(Self { phases: phases(&tables.load(&SUBGROUPS)?), chains: all, width: width.clamp(1, MAX_WIDTH) })
    }

    /// Returns the state before the first phase of a chain.
    fn start(&self, state: Cube3, chain: usize) -> PartialSolution {
        let state = state.conjugate(self.chains[chain].inverse());
        let coset = self.phases[0].coset(state);
        let estimate = self.phases[0].distance(coset);
        PartialSolution { chain, state, coset, turns: Vec::new(), lengths: [0; 4], estimate }
    }

    /// Solutions of one more phase from each partial solution, shortest first.
    fn advance(&self, solutions: &[PartialSolution], number: usize, nodes: &mut u64) -> Vec<PartialSolution> {
        let phase = &self.phases[number];
        let next_phase = self.phases.get(number + 1);
        // All shortest solutions of the last phase are equally good.
        let count = if next_phase.is_some() { self.width } else { 1 };
        let mut next = Vec::with_capacity(solutions.len() * count);
        for partial in solutions {
            let mut search = PhaseSearch { phase, turns: Vec::with_capacity(MAX_PHASE), left: count, nodes: 0 };
            search.descend(partial.state, partial.coset, &mut |turns, state| {
                let mut lengths = partial.lengths;
                lengths[number] = turns.len();
                let turns = [&partial.turns, turns].concat();
                let coset = next_phase.map_or_else(Coset::default, |next_phase| next_phase.coset(state));
                let estimate = turns.len() + next_phase.map_or(0, |next_phase| next_phase.distance(coset));
                next.push(PartialSolution { chain: partial.chain, state, coset, turns, lengths, estimate });
            });
            *nodes += search.nodes;
        }
        next.sort_by_key(|partial| partial.estimate);
        next
    }
}

/// A solution of the first phases.
struct PartialSolution {
    /// The number of its chain.
    chain: usize,
    /// The state in the orientation of the first chain.
    state: Cube3,
    /// Its coset in the next phase.
    coset: Coset,
    /// The moves so far, and the length of each phase.
    turns: Vec<Turn>,
    lengths: [usize; 4],
    /// The number of moves so far plus the distance in the next phase.
    estimate: usize,
}

/// An enumeration of the shortest solutions of a phase.
struct PhaseSearch<'a> {
    phase: &'a CosetTable,
    /// The moves of the phase so far.
    turns: Vec<Turn>,
    /// The number of solutions still to be visited.
    left: usize,
    /// Visited states.
    nodes: u64,
}

impl PhaseSearch<'_> {
    /// Visits the ends of the shortest solutions from a state, in the order of their moves.
    fn descend(&mut self, state: Cube3, coset: Coset, visit: &mut impl FnMut(&[Turn], Cube3)) {
        self.nodes += 1;
        let distance = self.phase.distance(coset);
        if distance == 0 {
            visit(&self.turns, state);
            self.left -= 1;
            return;
        }
        for &turn in self.phase.step().turns() {
            let next = self.phase.step().after(coset, turn);
            if self.phase.distance(next) < distance && turn.may_follow(self.turns.last().copied()) {
                self.turns.push(turn);
                self.descend(state.apply(turn), next, visit);
                self.turns.pop();
                if self.left == 0 {
                    return;
                }
            }
        }
    }
}

impl Solver<Cube3> for Thistlethwaite {
    fn name(&self) -> &'static str {
        "thistlethwaite"
    }

    /// Solves every state. Nodes are the states on the descents through the tables. A limit of nodes is checked after
    /// each phase, a limit of depth at the end. A limit of time is ignored, because a solution takes a tenth of a
    /// millisecond.
    fn solve(&self, state: Cube3, budget: &Budget) -> Result<Solution<Cube3>, Unsolved> {
        let mut nodes = 0;
        let mut solutions: Vec<_> = (0..self.chains.len()).map(|chain| self.start(state, chain)).collect();
        for number in 0..STEPS.len() {
            solutions = self.advance(&solutions, number, &mut nodes);
            // The length of the last phase is known in advance, so only the best partial solution is completed.
            solutions.truncate(if number + 2 < STEPS.len() { self.width } else { 1 });
            if budget.nodes.is_some_and(|limit| nodes > limit) {
                return Err(Unsolved::Budget { nodes });
            }
        }
        let best = solutions.first().expect("every state has a solution");
        let moves = Algorithm::from(best.turns.as_slice()).conjugate(self.chains[best.chain]);
        let parts =
            STEPS.into_iter().zip(best.lengths).map(|(name, turns)| SolutionPart::new(name, vec![turns])).collect();
        Solution::with_parts(state, moves, parts, nodes, budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;
    use crate::table::{Coordinate, EdgeOrientation};

    #[test]
    fn phases_stay_in_their_groups() {
        let solver = Thistlethwaite::with(1, 3, &TableSource::IN_MEMORY).unwrap();
        let seed = Seed::from_number(5);
        for number in 0..100 {
            let cube = Cube3::random(&mut seed.numbered_stream(number));
            let solution = solver.solve(cube, &Budget::default()).expect("every state is solved");
            let mut turns = solution.moves().iter();
            for (part, free) in solution.parts().iter().zip([&Face::ALL[..], &FREE[..4], &FREE[..2], &[]]) {
                for turn in turns.by_ref().take(part.turns) {
                    assert!(turn.quarters() == 2 || free.contains(&turn.face()), "{turn} in {}", part.name);
                }
            }
        }
        const FREE: [Face; 4] = [Face::U, Face::D, Face::L, Face::R];
    }

    #[test]
    fn thistlethwaite_has_six_subgroup_chains() {
        let solver = Thistlethwaite::with(usize::MAX, 0, &TableSource::IN_MEMORY).unwrap();
        assert_eq!((solver.chains.len(), solver.width, solver.chains[0]), (6, 1, Symmetry::IDENTITY));
        let axes = |symmetry: &Symmetry| (symmetry.face(Face::F).index() % 3, symmetry.face(Face::U).index() % 3);
        let mut all: Vec<_> = solver.chains.iter().map(axes).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), CHAINS);
        assert_eq!(Thistlethwaite::with(0, usize::MAX, &TableSource::IN_MEMORY).unwrap().width, MAX_WIDTH);
    }

    #[test]
    fn the_solved_state_and_the_superflip_are_solved() {
        let solver = Thistlethwaite::new(&TableSource::IN_MEMORY).unwrap();
        let parts = |cube: Cube3| -> Vec<usize> {
            let solution = solver.solve(cube, &Budget::default()).expect("every state is solved");
            solution.parts().iter().map(|part| part.turns).collect()
        };
        assert_eq!(parts(Cube3::SOLVED), [0; 4]);
        assert_eq!(parts(Cube3::after(&[Turn::L2])), [0, 0, 0, 1]);
        assert_eq!(parts(Cube3::after(&[Turn::D])).iter().sum::<usize>(), 1);
        let superflip = EdgeOrientation::decode(2_047);
        assert_eq!(parts(superflip)[0], 7, "all edges flipped have the largest distance of phase 1");
    }

    /// The number of cosets at each distance, by phase. Computed here, except the last: The On-Line Encyclopedia of Integer
    /// Sequences, A080627.
    const DISTRIBUTIONS: [&[u64]; 4] = [
        &[1, 2, 25, 202, 620, 900, 285, 13],
        &[1, 2, 17, 134, 1_065, 8_190, 54_694, 267_576, 560_568, 187_204, 3_114],
        &[1, 2, 9, 36, 124, 530, 1_806, 3_732, 5_158, 7_070, 7_218, 3_202, 488, 24],
        &[1, 6, 27, 120, 519, 1_932, 6_484, 20_310, 55_034, 113_892, 178_495, 179_196, 89_728, 16_176, 1_488, 144],
    ];

    #[test]
    fn thistlethwaite_tables_have_their_known_distributions() {
        let solver = Thistlethwaite::new(&TableSource::IN_MEMORY).unwrap();
        assert_eq!(solver.phases.each_ref().map(CosetTable::distribution), DISTRIBUTIONS);
    }
}
