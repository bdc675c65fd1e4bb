//! [`Objective`]: the choice of the penalty that evolution minimizes: one of three rules, or a registered one. For the states of one puzzle
//! it becomes a [`PenaltyFunction`], which `penalty_function` defines.

mod penalty;
mod pieces;
mod weights;

pub use penalty::{EdgeRule, Penalty};
pub use weights::{PieceWeights, Weights};

use super::{InvalidObjective, Penalize, PenaltyFunction};
use crate::registered::{Registered, components};
use evocube_cube::puzzle::{AnyPuzzle, Place, Puzzle};
use evocube_cube::solver::Cancelled;
use evocube_cube::with_puzzle;
use pieces::Pieces;

/// Rule for the penalty of a piece at a place. The penalty of a state is the sum over its pieces, unless the rule is registered: then it
/// is a function of the whole state.
trait PenaltyRule {
    /// Checks that the rule applies to a puzzle.
    ///
    /// # Errors
    /// If it does not.
    fn check(&self, _puzzle: &AnyPuzzle) -> Result<(), InvalidObjective> {
        Ok(())
    }

    /// Returns the penalty of a piece at a place of its orbit, at most 3200.
    fn penalty<P: Puzzle>(&self, puzzle: &P, piece: usize, place: Place) -> usize;

    /// Returns the penalties of all pieces at all places of a puzzle.
    fn penalty_function<P: Puzzle>(&self, puzzle: &P) -> PenaltyFunction {
        PenaltyFunction::new(puzzle.layout(), |piece, place| {
            u16::try_from(self.penalty(puzzle, piece, place)).expect("weights are at most 800")
        })
    }

    /// Returns whether every state has penalty 0.
    fn is_zero<P: Puzzle>(&self, puzzle: &P) -> bool {
        let layout = puzzle.layout();
        (0..layout.pieces())
            .all(|piece| layout.orbit_of(piece).places().all(|place| self.penalty(puzzle, piece, place) == 0))
    }
}

impl PenaltyRule for Registered<dyn Penalize> {
    fn check(&self, puzzle: &AnyPuzzle) -> Result<(), InvalidObjective> {
        Penalize::check(&**self, puzzle)
    }

    fn penalty<P: Puzzle>(&self, _puzzle: &P, _piece: usize, _place: Place) -> usize {
        0
    }

    fn penalty_function<P: Puzzle>(&self, puzzle: &P) -> PenaltyFunction {
        PenaltyFunction::custom(puzzle.layout(), self.clone())
    }

    fn is_zero<P: Puzzle>(&self, _puzzle: &P) -> bool {
        false
    }
}

components! { $
    /// Penalty that evolution minimizes; 0 is the goal.
    Objective of dyn Penalize, with_rule:
    /// Wrong stickers, edges and corners with weights; for the cubes, and their default.
    "penalty": Penalty(Penalty),
    /// Wrong pieces; the default of file-defined puzzles.
    "pieces": Pieces = Pieces,
    /// Wrong pieces with weights by orbit.
    "weights": Weights(Weights),
}

impl<C: Penalize + Clone + 'static> From<C> for Objective {
    /// Returns a penalty of a program's own: see [`Objective::custom`].
    fn from(penalty: C) -> Self {
        Self::custom(penalty)
    }
}

impl Default for Objective {
    fn default() -> Self {
        Self::Penalty(Penalty::default())
    }
}

impl Objective {
    /// Checks that the objective applies to a puzzle.
    ///
    /// # Errors
    /// If it does not, or if it is 0 for all states.
    pub fn check(&self, puzzle: &AnyPuzzle) -> Result<(), InvalidObjective> {
        with_rule!(self, rule => rule.check(puzzle))?;
        if with_puzzle!(puzzle, |puzzle| with_rule!(self, rule => rule.is_zero(puzzle))) {
            return Err(InvalidObjective::NoWeight { puzzle: puzzle.clone() });
        }
        Ok(())
    }

    /// Returns the penalties of states of a puzzle that the objective was [checked](Objective::check) for.
    pub fn penalty_function(&self, puzzle: &impl Puzzle) -> PenaltyFunction {
        with_rule!(self, rule => rule.penalty_function(puzzle))
    }

    /// Returns the penalty of a state of a puzzle that the objective was [checked](Objective::check) for.
    ///
    /// Each call makes the [penalty function](Objective::penalty_function) again: for many states, make it once.
    ///
    /// # Errors
    /// If a registered objective fails.
    pub fn penalty<P: Puzzle>(&self, puzzle: &P, state: P::State) -> Result<u32, Cancelled> {
        self.penalty_function(puzzle).penalty(puzzle.places(puzzle.anchor(state).0).as_ref())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::bounded::Weight;
    use evocube_cube::notation::Dialect;
    use evocube_cube::puzzle::cube2::Cube2;
    use evocube_cube::puzzle::cube3::{Cube3, EDGES};
    use evocube_cube::puzzle::spec::Shipped;
    use evocube_cube::puzzle::turn::{Face, Turn};
    use evocube_cube::puzzle::{CUBE2, CUBE3, PuzzleKind};
    use evocube_cube::rng::Seed;

    #[test]
    fn names_that_are_not_known_are_refused_with_their_article() {
        let message = "top".parse::<EdgeRule>().unwrap_err().to_string();
        assert_eq!(message, "\"top\" is not an edge rule: expected one of any-sticker, both-stickers, position");
    }

    fn penalty_of(edge_rule: EdgeRule) -> Objective {
        Objective::Penalty(Penalty { edge_rule, ..Penalty::default() })
    }

    /// Returns the penalty by its definition, counted on the facelets of a state.
    fn counted_penalty(cube: Cube3, rule: EdgeRule) -> u32 {
        use evocube_cube::puzzle::cube3::{CORNER_FACELETS, EDGE_FACELETS};
        let colors = cube.colors();
        let right = |facelet: usize| colors[facelet] == Face::ALL[facelet / 9];
        let count = |n: usize| u32::try_from(n).expect("small");
        let stickers = count((0..54).filter(|&facelet| !right(facelet)).count());
        let edges = (0..12).filter(|&i| match rule {
            EdgeRule::AnySticker => !EDGE_FACELETS[i].iter().any(|&facelet| right(facelet)),
            EdgeRule::BothStickers => !EDGE_FACELETS[i].iter().all(|&facelet| right(facelet)),
            EdgeRule::Position => !EDGE_FACELETS[i].iter().all(|&facelet| EDGES[i].contains(&colors[facelet])),
        });
        let corners = (0..8).filter(|&i| !CORNER_FACELETS[i].iter().all(|&facelet| right(facelet)));
        stickers + 4 * count(edges.count()) + 6 * count(corners.count())
    }

    #[test]
    fn the_solved_cube_has_penalty_0_under_every_edge_rule() {
        for rule in [EdgeRule::AnySticker, EdgeRule::BothStickers, EdgeRule::Position] {
            assert_eq!(penalty_of(rule).penalty(&CUBE3, Cube3::SOLVED).unwrap(), 0);
            assert_eq!(penalty_of(rule).penalty(&CUBE2, Cube2::SOLVED).unwrap(), 0);
            assert_eq!(
                penalty_of(rule).penalty(&CUBE2, Cube2::SOLVED.apply_all(&[Turn::R, Turn::L3])).unwrap(),
                0,
                "rotated, but solved"
            );
        }
    }

    #[test]
    fn penalty_tables_agree_with_counted_stickers() {
        let mut stream = Seed::from_number(1).stream();
        for _ in 0..2000 {
            let cube = Cube3::random(&mut stream);
            for rule in [EdgeRule::AnySticker, EdgeRule::BothStickers, EdgeRule::Position] {
                assert_eq!(penalty_of(rule).penalty(&CUBE3, cube).unwrap(), counted_penalty(cube, rule));
            }
        }
    }

    #[test]
    fn wrong_pieces_are_counted() {
        let mut stream = Seed::from_number(2).stream();
        for _ in 0..500 {
            let cube = Cube3::random(&mut stream);
            let corners = (0..8).filter(|&place| cube.corner(place) != (place, 0)).count();
            let edges = (0..12).filter(|&place| cube.edge(place) != (place, 0)).count();
            assert_eq!(Objective::Pieces.penalty(&CUBE3, cube).unwrap(), u32::try_from(corners + edges).unwrap());
            let cube = Cube2::random(&mut stream);
            let anchored = cube.anchor().0;
            let corners = (0..8).filter(|&place| anchored.corner(place) != (place, 0)).count();
            assert_eq!(Objective::Pieces.penalty(&CUBE2, cube).unwrap(), u32::try_from(corners).unwrap());
        }
        assert_eq!(Objective::Pieces.penalty(&CUBE3, Cube3::after(&[Turn::R])).unwrap(), 8);
        assert_eq!(
            (
                Objective::Pieces.penalty(&CUBE3, Cube3::SOLVED).unwrap(),
                Objective::Pieces.penalty(&CUBE2, Cube2::SOLVED).unwrap()
            ),
            (0, 0)
        );
    }

    #[test]
    fn the_maximal_penalty_of_the_default_weights_is_144() {
        assert_eq!(Objective::default().penalty_function(&CUBE3).max(), 144);
    }

    #[test]
    fn wrong_pieces_of_a_file_defined_puzzle_are_counted_with_their_weights() {
        let puzzle = Shipped::Pyraminx.spec();
        let state_after =
            |moves: &str| puzzle.apply_all(puzzle.solved(), &puzzle.read_moves(moves, Dialect::Wca).unwrap().moves);
        // The tip, the piece below it and three edges.
        let penalties =
            ["", "U", "u", "U u'", "U L"].map(|moves| Objective::Pieces.penalty(&*puzzle, state_after(moves)).unwrap());
        assert_eq!(penalties, [0, 5, 1, 4, 9]);
        #[derive(serde::Deserialize)]
        struct One {
            objective: Objective,
        }
        let text = "[objective.weights]\nedges = { place = 10, orientation = 3 }\ntips = { orientation = 0 }";
        let One { objective } = crate::settings::read(text).unwrap();
        assert_eq!(objective.check(&AnyPuzzle::Spec(puzzle.clone(), ())), Ok(()));
        assert_eq!(
            [state_after("u"), state_after("U"), state_after("R")]
                .map(|state| objective.penalty(&*puzzle, state).unwrap()),
            [0, 31, 31]
        );
    }

    #[test]
    fn corners_and_edges_of_a_cube_have_weights_too() {
        let weights = |place| PieceWeights { place: Weight::try_from(place).unwrap(), ..PieceWeights::default() };
        let objective = Objective::Weights(Weights(BTreeMap::from([("edges".to_owned(), weights(10))])));
        assert_eq!(objective.check(&PuzzleKind::Cube3.into()), Ok(()));
        assert_eq!(objective.penalty(&CUBE3, Cube3::after(&[Turn::R])).unwrap(), 4 * 10 + 4);
    }

    #[test]
    fn an_objective_that_does_not_fit_the_puzzle_is_refused() {
        let skewb = AnyPuzzle::Spec(Shipped::Skewb.spec(), ());
        let zero = PieceWeights { place: Weight::default(), orientation: Weight::default() };
        let check_zeros = |names: &[&str]| {
            let weights = names.iter().map(|&name| (name.to_owned(), zero)).collect();
            Objective::Weights(Weights(weights)).check(&skewb)
        };
        assert_eq!(check_zeros(&["free", "centres"]), Ok(()));
        assert_eq!(
            check_zeros(&["tips"]).unwrap_err().to_string(),
            "\"tips\" is no orbit of skewb: it has held, free, centres"
        );
        assert_eq!(
            check_zeros(&["free", "centres", "held"]).unwrap_err().to_string(),
            "an objective whose weights are all 0 calls every state solved"
        );
        assert_eq!(
            Objective::default().check(&skewb).unwrap_err().to_string(),
            "the penalty counts stickers, which skewb does not have: use \"pieces\", or weights of its orbits"
        );
    }

    #[test]
    fn every_objective_has_its_paragraph_in_the_docs() {
        let page =
            std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/configuration.md")).unwrap();
        let part = page.split("\n## ").find(|part| part.starts_with("Objective")).unwrap();
        for name in Objective::NAMES {
            assert_eq!(part.lines().filter(|line| line.starts_with(&format!("| `{name}` |"))).count(), 1, "{name}");
        }
        for rule in EdgeRule::ALL {
            assert!(part.contains(&format!("`\"{rule}\"`")), "{rule}");
            assert_eq!(crate::settings::read_value(&format!("'{rule}'")), Ok(rule));
        }
    }
}
