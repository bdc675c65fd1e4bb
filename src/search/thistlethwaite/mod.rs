//! [`Thistlethwaite`]: four phases through a chain of subgroups (M. Thistlethwaite, 1981; D. Singmaster, "Notes on
//! Rubik's Magic Cube", 1981), each by a complete table. Source 004 searches the same phases by IDA*.

mod phase;

use phase::Phase;

/// The names of the four phases, by what they put right.
pub use crate::table::subgroups::STEPS as PHASES;

use crate::puzzle::CubeState;
use crate::puzzle::algorithm::Algorithm;
use crate::puzzle::cube3::Cube3;
use crate::puzzle::symmetry::Symmetry;
use crate::puzzle::turn::{Face, Turn};
use crate::solver::{Budget, Part, Solution, Solver, Unsolved};
use crate::table::subgroups::Coset;

/// Thistlethwaite's method: ⟨U, D, L, R, F, B⟩ ⊃ ⟨U, D, L, R, F2, B2⟩ ⊃ ⟨U, D, L2, R2, F2, B2⟩ ⊃ half turns ⊃ solved,
/// in source 004's order of axes. (The one it quotes as Thistlethwaite's begins with U and D: the same chain, seen from
/// another side.) Each phase takes as few turns as it can, with the turns of its group: at most 7, 10, 13 and 15.
///
/// What that leaves open is which chain and which of the shortest solutions of a phase. The method alone, one chain
/// and the first solution of every phase, is [`Thistlethwaite::with`]`(1, 1)`. [`Thistlethwaite::new`] tries all six
/// chains (three axes to give up first, then two) and keeps the [`WIDTH`] best ways after each phase, judged by their
/// turns so far and those that the next phase needs; as many solutions of the next phase are tried from each. The
/// shortest whole solution is given, of several the first. `docs/solvers.md` says what each step gains.
pub struct Thistlethwaite {
    phases: [Phase; 4],
    /// The symmetries from the chain above to each chain that is tried.
    chains: Vec<Symmetry>,
    /// How many ways are kept after each phase, and how many solutions of a phase are tried from each.
    width: usize,
}

/// The six chains.
pub const CHAINS: usize = 6;
/// The ways kept, when nothing else is asked for.
pub const WIDTH: usize = 15;
/// The most ways that are kept, with which a solution takes some milliseconds.
pub const MOST_WIDTH: usize = 200;

impl Thistlethwaite {
    /// The solver with its tables (1.8 MB), all six chains and [`WIDTH`] ways.
    #[must_use]
    pub fn new() -> Self {
        Self::with(CHAINS, WIDTH)
    }

    /// The solver with so many chains (1 to [`CHAINS`]) and ways kept (1 to [`MOST_WIDTH`]); other numbers count as the
    /// nearest of these. Time and memory grow with the square of the ways.
    #[must_use]
    pub fn with(chains: usize, width: usize) -> Self {
        // A chain is a choice of the axis that is given up first (F–B) and of the one that is kept to the end (U–D).
        let axes = |symmetry: &Symmetry| [Face::F, Face::U].map(|face| symmetry.face(face).index() % 3);
        let mut all: Vec<Symmetry> = Vec::with_capacity(CHAINS);
        for symmetry in Symmetry::rotations() {
            if all.iter().all(|other| axes(other) != axes(&symmetry)) {
                all.push(symmetry);
            }
        }
        all.truncate(chains.clamp(1, CHAINS));
        Self { phases: Phase::all(), chains: all, width: width.clamp(1, MOST_WIDTH) }
    }

    /// How many cosets are at each distance, in each phase.
    #[must_use]
    pub fn distributions(&self) -> [Vec<u64>; 4] {
        self.phases.each_ref().map(Phase::distribution)
    }

    /// The state before the first phase in a chain.
    fn start(&self, state: Cube3, chain: usize) -> Way {
        let state = state.conjugate(self.chains[chain].inverse());
        let coset = self.phases[0].coset(state);
        let whole = self.phases[0].distance(coset);
        Way { chain, state, coset, turns: Vec::new(), lengths: [0; 4], whole }
    }

    /// Some of the ways through one more phase, shortest first.
    fn advance(&self, ways: &[Way], number: usize, nodes: &mut u64) -> Vec<Way> {
        let phase = &self.phases[number];
        let after = self.phases.get(number + 1);
        // The last phase's shortest solutions are all as good.
        let wanted = if after.is_some() { self.width } else { 1 };
        let mut next = Vec::with_capacity(ways.len() * wanted);
        for way in ways {
            let mut walk = Walk { phase, turns: Vec::with_capacity(MOST), left: wanted, nodes: 0 };
            walk.descend(way.state, way.coset, &mut |turns, state| {
                let mut lengths = way.lengths;
                lengths[number] = turns.len();
                let turns = [&way.turns, turns].concat();
                let coset = after.map_or_else(Coset::default, |after| after.coset(state));
                let whole = turns.len() + after.map_or(0, |after| after.distance(coset));
                next.push(Way { chain: way.chain, state, coset, turns, lengths, whole });
            });
            *nodes += walk.nodes;
        }
        next.sort_by_key(|way| way.whole);
        next
    }
}

impl Default for Thistlethwaite {
    fn default() -> Self {
        Self::new()
    }
}

/// A way through the phases so far.
struct Way {
    /// Which chain it is in.
    chain: usize,
    /// The state, seen as the first chain sees it.
    state: Cube3,
    /// Its coset in the next phase.
    coset: Coset,
    /// The turns so far, and how many each phase took.
    turns: Vec<Turn>,
    lengths: [usize; 4],
    /// The turns so far and those that the next phase takes.
    whole: usize,
}

/// The most turns of a phase.
const MOST: usize = 15;

/// The shortest solutions of a phase, one after another.
struct Walk<'a> {
    phase: &'a Phase,
    /// The turns of the phase so far.
    turns: Vec<Turn>,
    /// How many more are wanted.
    left: usize,
    /// How many states were visited.
    nodes: u64,
}

impl Walk<'_> {
    /// Visits the ends of the shortest solutions from here, in the order of their turns.
    fn descend(&mut self, state: Cube3, coset: Coset, visit: &mut impl FnMut(&[Turn], Cube3)) {
        self.nodes += 1;
        let distance = self.phase.distance(coset);
        if distance == 0 {
            visit(&self.turns, state);
            self.left -= 1;
            return;
        }
        for &turn in self.phase.moves() {
            let next = self.phase.next(coset, turn);
            if self.phase.distance(next) < distance && self.in_order(turn) {
                self.turns.push(turn);
                self.descend(state.apply(turn), next, visit);
                self.turns.pop();
                if self.left == 0 {
                    return;
                }
            }
        }
    }

    /// Of two turns of opposite faces only one order is tried.
    fn in_order(&self, turn: Turn) -> bool {
        self.turns.last().is_none_or(|last| last.face() != turn.face().opposite() || last.face() < turn.face())
    }
}

impl Solver<Cube3> for Thistlethwaite {
    fn name(&self) -> &'static str {
        "thistlethwaite"
    }

    /// Solves any state. The nodes of a solution are the states on the way downhill through the tables, of all ways
    /// tried. A limit of nodes is looked at after each phase, one of depth at the end, one of time not: a solution takes
    /// a tenth of a millisecond.
    fn solve(&self, state: Cube3, budget: &Budget) -> Result<Solution<Cube3>, Unsolved> {
        let mut nodes = 0;
        let mut ways: Vec<Way> = (0..self.chains.len()).map(|chain| self.start(state, chain)).collect();
        for number in 0..PHASES.len() {
            ways = self.advance(&ways, number, &mut nodes);
            // What the last phase takes is known before: only one way has to be walked to the end.
            ways.truncate(if number + 2 < PHASES.len() { self.width } else { 1 });
            if budget.nodes.is_some_and(|limit| nodes > limit) {
                return Err(Unsolved::Budget { nodes });
            }
        }
        let best = ways.first().expect("every state has a way");
        if budget.depth.is_some_and(|depth| best.turns.len() > depth) {
            return Err(Unsolved::Budget { nodes });
        }
        let moves = Algorithm::from(best.turns.as_slice()).conjugate(self.chains[best.chain]);
        let parts = PHASES.into_iter().zip(best.lengths).map(|(name, turns)| Part { name, turns }).collect();
        Solution::with_parts(state, moves, parts, nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;

    /// Solves so many states; checks each as a solution, its phases, and the mean length after cancelling.
    fn solve_all(solver: &Thistlethwaite, count: u64, most: f64) {
        let seed = Seed::from_number(1981);
        let mut sum = 0;
        for number in 0..count {
            let cube = Cube3::random(&mut seed.numbered_stream(number));
            let solution = solver.solve(cube, &Budget::default()).expect("every state is solved");
            let moves = solution.moves().simplify();
            assert!(cube.apply_all(&moves).is_solved());
            let turns: Vec<_> = solution.parts().iter().map(|part| part.turns).collect();
            assert_eq!((turns.len(), turns.iter().sum::<usize>()), (4, solution.moves().len()));
            assert!(turns.iter().zip([7, 10, 13, 15]).all(|(&turns, most)| turns <= most), "{turns:?}");
            sum += moves.len();
        }
        let mean = f64::from(u32::try_from(sum).expect("small")) / f64::from(u32::try_from(count).expect("small"));
        assert!(mean < most, "mean {mean}");
    }

    #[test]
    fn it_solves_three_thousand_states() {
        solve_all(&Thistlethwaite::new(), 3_000, 23.8);
    }

    #[test]
    fn the_method_alone_solves_three_thousand_states() {
        solve_all(&Thistlethwaite::with(1, 1), 3_000, 31.1);
    }

    #[test]
    #[ignore = "three seconds; `evocube stats` does the same"]
    fn it_solves_ten_thousand_states() {
        solve_all(&Thistlethwaite::new(), 10_000, 23.8);
        solve_all(&Thistlethwaite::with(1, 1), 10_000, 31.1);
        solve_all(&Thistlethwaite::with(6, 40), 1_000, 23.0);
    }

    #[test]
    fn phases_stay_in_their_groups() {
        let solver = Thistlethwaite::with(1, 3);
        let seed = Seed::from_number(5);
        for number in 0..100 {
            let cube = Cube3::random(&mut seed.numbered_stream(number));
            let solution = solver.solve(cube, &Budget::default()).expect("every state is solved");
            let mut turns = solution.turns().iter();
            for (part, free) in solution.parts().iter().zip([&Face::ALL[..], &FREE[..4], &FREE[..2], &[]]) {
                for turn in turns.by_ref().take(part.turns) {
                    assert!(turn.quarters() == 2 || free.contains(&turn.face()), "{turn} in {}", part.name);
                }
            }
        }
        const FREE: [Face; 4] = [Face::U, Face::D, Face::L, Face::R];
    }

    #[test]
    fn there_are_six_chains() {
        let solver = Thistlethwaite::with(usize::MAX, 0);
        assert_eq!((solver.chains.len(), solver.width, solver.chains[0]), (6, 1, Symmetry::IDENTITY));
        let axes = |symmetry: &Symmetry| (symmetry.face(Face::F).index() % 3, symmetry.face(Face::U).index() % 3);
        let mut all: Vec<_> = solver.chains.iter().map(axes).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), CHAINS);
        assert_eq!(Thistlethwaite::with(0, usize::MAX).width, MOST_WIDTH);
    }

    #[test]
    fn hard_and_easy_cases() {
        let solver = Thistlethwaite::new();
        let parts = |cube: Cube3| -> Vec<usize> {
            let solution = solver.solve(cube, &Budget::default()).expect("every state is solved");
            solution.parts().iter().map(|part| part.turns).collect()
        };
        assert_eq!(parts(Cube3::SOLVED), [0; 4]);
        assert_eq!(parts(Cube3::of(&[Turn::L2])), [0, 0, 0, 1]);
        assert_eq!(parts(Cube3::of(&[Turn::D])).iter().sum::<usize>(), 1);
        let superflip = crate::table::IndexCube { edge_orientation: 2_047, ..Default::default() };
        let superflip = Cube3::try_from(superflip).expect("reachable");
        assert_eq!(parts(superflip)[0], 7, "all edges flipped are as far as flips can be");
    }

    #[test]
    fn budgets_are_obeyed() {
        let solver = Thistlethwaite::new();
        let cube = Cube3::random(&mut Seed::from_number(1).stream());
        let solution = solver.solve(cube, &Budget::default()).expect("no limit");
        let nodes = |limit| solver.solve(cube, &Budget { nodes: Some(limit), ..Budget::default() });
        assert_eq!(nodes(solution.nodes()), Ok(solution.clone()));
        assert_eq!(nodes(solution.nodes() - 1), Err(Unsolved::Budget { nodes: solution.nodes() }));
        let depth = |limit| solver.solve(cube, &Budget { depth: Some(limit), ..Budget::default() });
        assert!(depth(solution.moves().len()).is_ok() && depth(solution.moves().len() - 1).is_err());
    }
}
