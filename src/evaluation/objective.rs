//! [`Objective`]: what evolution minimizes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::bounded::Weight;
use crate::evaluation::{Penalize, PenaltyFunction};
use crate::puzzle::{AnyPuzzle, Fit, PieceView, Puzzle};
use crate::registered::components;
use crate::with_puzzle;

components! { $
    /// A penalty that evolution minimizes; 0 is the goal.
    ///
    /// `penalty` counts wrong stickers, edges and corners of the cubes, whose default it is. `pieces` is the number of pieces
    /// that are not in their place the right way round: at most 20 on a 3×3×3, 7 on a 2×2×2, where one corner is held still; the
    /// default of file-defined puzzles. `weights` are the same with weights for the pieces of each orbit, by the orbit's
    /// name; 1 for those that are not named.
    Objective of dyn Penalize, with_objective:
    "penalty": Penalty(Penalty),
    "pieces": Pieces = (),
    "weights": Weights(BTreeMap<String, PieceWeights>),
}

/// What a wrong piece of an orbit costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct PieceWeights {
    /// In another position than its own, or that of one that looks like it. Default 1.
    pub place: Weight,
    /// In that, but turned. Default 1.
    pub orientation: Weight,
}

impl Default for PieceWeights {
    fn default() -> Self {
        let one = Weight::try_from(1).expect("within the bounds");
        Self { place: one, orientation: one }
    }
}

/// The penalty of M. Herdy and G. Patone ("Evolution strategy in action: 10 ES-demonstrations", 1994), as B. L. Sousa
/// uses it: weight × number of wrong stickers, edges and corners. With the usual weights 1, 4 and 6 it is at most 144
/// on a 3×3×3.
///
/// With a sticker weight of at least 1, a penalty of 0 means solved. Without, pieces that count as right may still lie
/// wrong; whether a cube is solved is always judged by its stickers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Penalty {
    /// For each of the 48 stickers (24 on a 2×2×2) whose color is not its face's. Default 1.
    pub sticker: Weight,
    /// For each wrong edge. Default 4.
    pub edge: Weight,
    /// For each corner of whose three stickers one is wrong. Default 6.
    pub corner: Weight,
    /// When an edge is right. Default `any-sticker`.
    pub edge_rule: EdgeRule,
}

/// When an edge is right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EdgeRule {
    /// When at least one of its two stickers has its face's color: what Sousa's text says.
    #[default]
    AnySticker,
    /// When both have.
    BothStickers,
    /// When it is in its own position, flipped or not.
    Position,
}

impl Default for Penalty {
    fn default() -> Self {
        let weight = |value: i64| Weight::new(value);
        Self { sticker: weight(1), edge: weight(4), corner: weight(6), edge_rule: EdgeRule::default() }
    }
}

impl Default for Objective {
    fn default() -> Self {
        Self::Penalty(Penalty::default())
    }
}

impl Objective {
    /// Whether it can be minimized on a puzzle.
    ///
    /// # Errors
    /// In a sentence.
    pub fn check(&self, puzzle: &AnyPuzzle) -> Result<(), String> {
        let all_zero = match self {
            Self::Penalty(_) if puzzle.cube().is_none() => {
                return Err(format!(
                    "the penalty counts stickers, which {puzzle} does not have: use \"pieces\", or weights of its orbits"
                ));
            }
            Self::Penalty(penalty) => [penalty.sticker, penalty.edge, penalty.corner].iter().all(|w| w.get() == 0),
            Self::Pieces => false,
            Self::Custom(custom) => return custom.check(puzzle),
            Self::Weights(weights) => {
                let names: Vec<String> =
                    with_puzzle!(puzzle, |p| p.layout().orbits().iter().map(|orbit| orbit.name.clone()).collect());
                if let Some(name) = weights.keys().find(|name| !names.contains(name)) {
                    return Err(format!("\"{name}\" is no orbit of {puzzle}: it has {}", names.join(", ")));
                }
                let is_zero = |weights: &PieceWeights| weights.place.get() == 0 && weights.orientation.get() == 0;
                names.iter().all(|name| weights.get(name).is_some_and(is_zero))
            }
        };
        if all_zero {
            let what = if puzzle.cube().is_some() { "cube" } else { "state" };
            return Err(format!("an objective whose weights are all 0 calls every {what} solved"));
        }
        Ok(())
    }

    /// What each piece costs at each place of a puzzle that it was [checked](Objective::check) for.
    #[must_use]
    pub fn penalty_function(&self, puzzle: &impl Puzzle) -> PenaltyFunction {
        let layout = puzzle.layout();
        if let Self::Custom(custom) = self {
            return PenaltyFunction::custom(layout, custom.clone());
        }
        PenaltyFunction::new(layout, |piece, place| {
            let cost = match self {
                Self::Penalty(penalty) => puzzle.view(piece, place).map_or(0, |view| penalty.cost(&view)),
                Self::Custom(_) => 0,
                Self::Pieces => usize::from(puzzle.fit(piece, place) != Fit::Right),
                Self::Weights(weights) => {
                    let weights = weights.get(&layout.orbit_of(piece).name).copied().unwrap_or_default();
                    match puzzle.fit(piece, place) {
                        Fit::Right => 0,
                        Fit::Turned => weights.orientation.get(),
                        Fit::Elsewhere => weights.place.get(),
                    }
                }
            };
            u16::try_from(cost).expect("weights are at most 800")
        })
    }

    /// The penalty of a state.
    #[must_use]
    pub fn of<P: Puzzle>(&self, puzzle: &P, state: P::State) -> u32 {
        self.penalty_function(puzzle).penalty(puzzle.places(puzzle.anchor(state).0).as_ref())
    }
}

impl Penalty {
    /// What a piece costs that looks like this.
    fn cost(&self, view: &PieceView) -> usize {
        let (count, right) = (view.count(), view.right());
        let piece = if count == 2 {
            let is_right = match self.edge_rule {
                EdgeRule::AnySticker => right > 0,
                EdgeRule::BothStickers => right == 2,
                EdgeRule::Position => view.at_home,
            };
            if is_right { 0 } else { self.edge.get() }
        } else if right == 3 {
            0
        } else {
            self.corner.get()
        };
        self.sticker.get() * (count - right) + piece
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Dialect;
    use crate::puzzle::cube2::Cube2;
    use crate::puzzle::cube3::{Cube3, EDGES};
    use crate::puzzle::spec::Shipped;
    use crate::puzzle::turn::{Face, Turn};
    use crate::puzzle::{CUBE2, CUBE3, CubeState, PuzzleKind};
    use crate::rng::Seed;

    fn with(edge_rule: EdgeRule) -> Objective {
        Objective::Penalty(Penalty { edge_rule, ..Penalty::default() })
    }

    /// The definition, counted on the facelets one sees.
    fn counted(cube: Cube3, rule: EdgeRule) -> u32 {
        use crate::puzzle::cube3::{CORNER_FACELETS, EDGE_FACELETS};
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
    fn the_solved_cube_costs_nothing_under_every_rule() {
        for rule in [EdgeRule::AnySticker, EdgeRule::BothStickers, EdgeRule::Position] {
            assert_eq!(with(rule).of(&CUBE3, Cube3::SOLVED), 0);
            assert_eq!(with(rule).of(&CUBE2, Cube2::SOLVED), 0);
            assert_eq!(with(rule).of(&CUBE2, Cube2::SOLVED.apply_all(&[Turn::R, Turn::L3])), 0, "rotated, but solved");
        }
    }

    #[test]
    fn the_tables_agree_with_counting_facelets() {
        let mut stream = Seed::from_number(1).stream();
        for _ in 0..2000 {
            let cube = Cube3::random(&mut stream);
            for rule in [EdgeRule::AnySticker, EdgeRule::BothStickers, EdgeRule::Position] {
                assert_eq!(with(rule).of(&CUBE3, cube), counted(cube, rule));
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
            assert_eq!(Objective::Pieces.of(&CUBE3, cube), u32::try_from(corners + edges).unwrap());
            let cube = Cube2::random(&mut stream);
            let held = cube.anchored_state().0;
            let corners = (0..8).filter(|&place| held.corner(place) != (place, 0)).count();
            assert_eq!(Objective::Pieces.of(&CUBE2, cube), u32::try_from(corners).unwrap());
        }
        assert_eq!(Objective::Pieces.of(&CUBE3, Cube3::of(&[Turn::R])), 8);
        assert_eq!((Objective::Pieces.of(&CUBE3, Cube3::SOLVED), Objective::Pieces.of(&CUBE2, Cube2::SOLVED)), (0, 0));
    }

    #[test]
    fn the_costs_of_all_pieces_at_their_worst_are_144() {
        assert_eq!(Objective::default().penalty_function(&CUBE3).max(), 144);
    }

    #[test]
    fn wrong_pieces_of_a_file_defined_puzzle_are_counted_with_their_weights() {
        let puzzle = Shipped::Pyraminx.spec();
        let after = |moves: &str| puzzle.apply_all(puzzle.solved(), &puzzle.read_moves(moves, Dialect::Wca).unwrap());
        // The tip, the piece below it and three edges.
        let penalties = ["", "U", "u", "U u'", "U L"].map(|moves| Objective::Pieces.of(&*puzzle, after(moves)));
        assert_eq!(penalties, [0, 5, 1, 4, 9]);
        #[derive(Deserialize)]
        struct One {
            objective: Objective,
        }
        let text = "[objective.weights]\nedges = { place = 10, orientation = 3 }\ntips = { orientation = 0 }";
        let One { objective } = toml::from_str(text).unwrap();
        assert_eq!(objective.check(&AnyPuzzle::Spec(puzzle.clone())), Ok(()));
        assert_eq!([after("u"), after("U"), after("R")].map(|state| objective.of(&*puzzle, state)), [0, 31, 31]);
    }

    #[test]
    fn corners_and_edges_of_a_cube_have_weights_too() {
        let weights = |place| PieceWeights { place: Weight::try_from(place).unwrap(), ..PieceWeights::default() };
        let objective = Objective::Weights(BTreeMap::from([("edges".to_owned(), weights(10))]));
        assert_eq!(objective.check(&PuzzleKind::Cube3.into()), Ok(()));
        assert_eq!(objective.of(&CUBE3, Cube3::of(&[Turn::R])), 4 * 10 + 4);
    }

    #[test]
    fn an_objective_that_does_not_fit_the_puzzle_is_refused() {
        let skewb = AnyPuzzle::Spec(Shipped::Skewb.spec());
        let zero = PieceWeights { place: Weight::default(), orientation: Weight::default() };
        let with = |names: &[&str]| {
            let weights = names.iter().map(|&name| (name.to_owned(), zero)).collect();
            Objective::Weights(weights).check(&skewb)
        };
        assert_eq!(with(&["free", "centres"]), Ok(()));
        assert_eq!(with(&["tips"]).unwrap_err(), "\"tips\" is no orbit of skewb: it has held, free, centres");
        assert_eq!(
            with(&["free", "centres", "held"]).unwrap_err(),
            "an objective whose weights are all 0 calls every state solved"
        );
        assert_eq!(
            Objective::default().check(&skewb).unwrap_err(),
            "the penalty counts stickers, which skewb does not have: use \"pieces\", or weights of its orbits"
        );
    }
}
