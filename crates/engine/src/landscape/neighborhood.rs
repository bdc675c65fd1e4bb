//! [`Neighborhoods`], for landscape analysis: states with counts of their neighbors, by single moves and by symbols, and of first moves of
//! shortest solutions. Also descents to the lowest neighbor. What mutates genomes is in `evolve::genome_search::neighborhood`.

use super::bfs_ball::BfsBall;
use super::summary::{DescentSummary, NeighborCounts, Shortest, StateOrigin, StateSummary};
use crate::alphabet::Alphabet;
use crate::evaluation::PenaltyFunction;
use crate::evolve::config::TrialConfig;
use evocube_cube::puzzle::{Puzzle, Turn};
use evocube_cube::solver::Cancelled;

/// The penalty of a configuration and the two kinds of steps between states.
pub(super) struct Neighborhoods<'a, P: Puzzle> {
    puzzle: &'a P,
    costs: PenaltyFunction,
    turns: Vec<P::State>,
    genes: Vec<P::State>,
}

impl<'a, P: Puzzle<Move = Turn>> Neighborhoods<'a, P> {
    /// Returns the neighborhoods that a configuration defines.
    pub(super) fn new(puzzle: &'a P, config: &TrialConfig, alphabet: &Alphabet<P::State>) -> Self {
        Self {
            puzzle,
            costs: config.objective.penalty_function(puzzle),
            turns: puzzle.moves().into_iter().map(|turn| puzzle.apply(puzzle.solved(), turn)).collect(),
            // A no-op symbol leads to no neighbor.
            genes: alphabet.effects().iter().copied().filter(|effect| *effect != puzzle.solved()).collect(),
        }
    }

    /// Returns the penalty of a state.
    pub(super) fn penalty(&self, state: P::State) -> Result<u32, Cancelled> {
        self.costs.penalty(self.puzzle.places(self.puzzle.anchor(state).0).as_ref())
    }

    /// Returns the penalties of the states after each of these steps.
    fn penalties_after(&self, state: P::State, steps: &[P::State]) -> Result<Vec<u32>, Cancelled> {
        let after = |&step: &P::State| self.puzzle.anchor(self.puzzle.then(state, step)).0;
        self.costs.penalties(steps.iter().map(|step| self.puzzle.places(after(step))))
    }

    fn count_neighbors(&self, state: P::State, steps: &[P::State]) -> Result<NeighborCounts, Cancelled> {
        let penalty = self.penalty(state)?;
        let mut counts = NeighborCounts::default();
        for there in self.penalties_after(state, steps)? {
            counts.all += 1;
            counts.better += u32::from(there < penalty);
            counts.same += u32::from(there == penalty);
        }
        Ok(counts)
    }

    /// Summarizes a state with its neighbors.
    pub(super) fn state(
        &self,
        origin: StateOrigin,
        name: &str,
        distance: Option<u8>,
        state: P::State,
    ) -> Result<StateSummary, Cancelled> {
        Ok(StateSummary {
            origin,
            name: name.to_owned(),
            distance,
            penalty: self.penalty(state)?,
            turns: self.count_neighbors(state, &self.turns)?,
            genes: self.count_neighbors(state, &self.genes)?,
            shortest: None,
        })
    }

    /// Counts the first moves of shortest solutions of a state at `distance`; `None` for the solved state.
    pub(super) fn shortest(
        &self,
        state: P::State,
        distance: u8,
        ball: &BfsBall<'_, P>,
    ) -> Result<Option<Shortest>, Cancelled> {
        let Some(nearer) = distance.checked_sub(1) else { return Ok(None) };
        let present = self.penalty(state)?;
        let is_nearer = |turn| ball.is_within(self.puzzle.apply(state, turn), nearer, Some(turn));
        let is_shortest = self.puzzle.moves().into_iter().map(is_nearer);
        let penalties = self.penalties_after(state, &self.turns)?;
        let Some(&lowest) = penalties.iter().min() else { return Ok(None) };
        let reached: Vec<(u32, bool)> = penalties.into_iter().zip(is_shortest).collect();
        let count = |applies: &dyn Fn(u32, bool) -> bool| {
            let number = reached.iter().filter(|(penalty, is_shortest)| applies(*penalty, *is_shortest)).count();
            u32::try_from(number).expect("at most 18 turns")
        };
        Ok(Some(Shortest {
            all: count(&|_, is_shortest| is_shortest),
            better: count(&|penalty, is_shortest| is_shortest && penalty < present),
            greedy: count(&|penalty, _| penalty == lowest),
            greedy_and_shortest: count(&|penalty, is_shortest| is_shortest && penalty == lowest),
        }))
    }

    /// Descends from a state to the first neighbor with the lowest penalty, until no neighbor is lower.
    pub(super) fn descend(&self, state: P::State, by_genes: bool) -> Result<DescentSummary, Cancelled> {
        let steps = if by_genes { &self.genes } else { &self.turns };
        let (mut state, mut penalty, mut step_count) = (state, self.penalty(state)?, 0);
        let start = penalty;
        loop {
            let reached = self.penalties_after(state, steps)?.into_iter().zip(steps);
            match reached.min_by_key(|(penalty, _)| *penalty) {
                Some((lowest, step)) if lowest < penalty => {
                    (state, penalty, step_count) = (self.puzzle.then(state, *step), lowest, step_count + 1)
                }
                _ => return Ok(DescentSummary { by_genes, start, end: penalty, steps: step_count }),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evocube_cube::puzzle::cube3::Cube3;
    use evocube_cube::puzzle::{Algorithm, CUBE3, Cube};

    fn terrain() -> Neighborhoods<'static, Cube<Cube3>> {
        // The alphabet and the edge rule of the paper.
        let text = "alphabet = { expand = \"none\", conjugate = 0 }\nobjective.penalty.edge-rule = \"any-sticker\"";
        let config: TrialConfig = crate::settings::read(text).unwrap();
        Neighborhoods::new(&CUBE3, &config, &Alphabet::new(&CUBE3, &config.alphabet).unwrap())
    }

    #[test]
    fn the_solved_cube_is_the_optimum_of_every_neighborhood() {
        let facts = terrain().state(StateOrigin::Near, "", Some(0), Cube3::SOLVED).unwrap();
        assert_eq!((facts.penalty, facts.turns), (0, NeighborCounts { all: 18, better: 0, same: 0 }));
        assert_eq!(facts.genes, NeighborCounts { all: 30, better: 0, same: 0 });
        assert!(facts.turns.is_optimum() && facts.genes.is_optimum());
    }

    #[test]
    fn penalties_one_move_from_solved_equal_hand_computed_values() {
        // R: 12 wrong stickers, and 4 corners; its edges keep a sticker on R and count as right. Penalty 12 + 24.
        let (terrain, state) = (terrain(), Cube3::SOLVED.apply(Turn::R));
        assert_eq!(terrain.penalty(state).unwrap(), 36);
        let turn_counts = terrain.state(StateOrigin::Near, "", Some(1), state).unwrap().turns;
        // R' solves it. R and R2 lead to R2 and R', with the same penalty. Every other face adds wrong pieces.
        assert_eq!(turn_counts, NeighborCounts { all: 18, better: 1, same: 2 });
        let ball = BfsBall::new(&CUBE3);
        let expected = Shortest { all: 1, better: 1, greedy: 1, greedy_and_shortest: 1 };
        assert_eq!(terrain.shortest(state, 1, &ball).unwrap(), Some(expected));
        assert_eq!(terrain.shortest(Cube3::SOLVED, 0, &ball).unwrap(), None);
        let descent = terrain.descend(state, false).unwrap();
        assert_eq!((descent.start, descent.end, descent.steps), (36, 0, 1));
    }

    #[test]
    fn a_three_cycle_of_edges_on_a_face_is_a_local_optimum() {
        // Penalty 3 by the paper's edge rule: no gene and no turn lowers it, so a descent has no step.
        let composites = Alphabet::new(&CUBE3, &crate::settings::read("conjugate = 0").unwrap());
        let config: TrialConfig = crate::settings::read("objective.penalty.edge-rule = \"any-sticker\"").unwrap();
        let terrain = Neighborhoods::new(&CUBE3, &config, &composites.unwrap());
        let cycle: Algorithm = "F2 U L R' F2 L' R U F2".parse().unwrap();
        let state = Cube3::after(&cycle);
        let facts = terrain.state(StateOrigin::Composite, "", None, state).unwrap();
        assert_eq!(facts.penalty, 3);
        assert!(facts.turns.is_optimum() && facts.turns.same == 0);
        assert_eq!((facts.genes.all, facts.genes.better), (234, 0));
        assert_eq!(terrain.descend(state, true).unwrap().end, 3);
    }
}
