//! [`Objective`]: what evolution minimises.

use serde::{Deserialize, Serialize};

use super::bounded::Weight;
use crate::puzzle::kernel::Costs;
use crate::puzzle::{MOST_PIECES, PLACES, PieceView, Puzzle};

/// What evolution minimises; 0 is the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Objective {
    /// Wrong stickers, edges and corners, each with its weight.
    Penalty(Penalty),
    /// How many pieces are not in their place the right way round: at most 20 on a 3×3×3, 7 on a 2×2×2, where one corner
    /// is held still.
    Pieces,
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
    /// For each of the 48 stickers (24 on a 2×2×2) whose colour is not its face's. Default 1.
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
    /// When at least one of its two stickers has its face's colour: what Sousa's text says.
    #[default]
    AnySticker,
    /// When both have.
    BothStickers,
    /// When it is in its own position, flipped or not.
    Position,
}

impl Default for Penalty {
    fn default() -> Self {
        let weight = |value: i64| Weight::try_from(value).expect("within the bounds");
        Self { sticker: weight(1), edge: weight(4), corner: weight(6), edge_rule: EdgeRule::default() }
    }
}

impl Default for Objective {
    fn default() -> Self {
        Self::Penalty(Penalty::default())
    }
}

impl Objective {
    /// What each piece costs at each place.
    #[must_use]
    pub fn costs<P: Puzzle>(&self) -> Costs {
        let mut costs = [[0; PLACES]; MOST_PIECES];
        for piece in 0..P::PIECES {
            for place in 0..PLACES {
                let place_number = u8::try_from(place).expect("48 places");
                if let Some(view) = P::view(piece, place_number) {
                    let cost = match self {
                        Self::Penalty(penalty) => penalty.cost(&view),
                        Self::Pieces => usize::from(view.right() < view.count()),
                    };
                    costs[piece][place] = u16::try_from(cost).expect("weights are at most 800");
                }
            }
        }
        costs
    }

    /// The penalty of a state.
    #[must_use]
    pub fn of<P: Puzzle>(&self, state: P) -> u32 {
        let costs = self.costs::<P>();
        let places = state.anchored_state().0.places();
        (0..P::PIECES).map(|piece| u32::from(costs[piece][usize::from(places[piece])])).sum()
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
    use crate::puzzle::cube2::Cube2;
    use crate::puzzle::cube3::{Cube3, EDGES};
    use crate::puzzle::turn::{Face, Turn};
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
            assert_eq!(with(rule).of(Cube3::SOLVED), 0);
            assert_eq!(with(rule).of(Cube2::SOLVED), 0);
            assert_eq!(with(rule).of(Cube2::SOLVED.apply_all(&[Turn::R, Turn::L3])), 0, "rotated, but solved");
        }
    }

    #[test]
    fn the_tables_agree_with_counting_facelets() {
        let mut stream = Seed::from_number(1).stream();
        for _ in 0..2000 {
            let cube = Cube3::random(&mut stream);
            for rule in [EdgeRule::AnySticker, EdgeRule::BothStickers, EdgeRule::Position] {
                assert_eq!(with(rule).of(cube), counted(cube, rule));
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
            assert_eq!(Objective::Pieces.of(cube), u32::try_from(corners + edges).unwrap());
            let cube = Cube2::random(&mut stream);
            let held = cube.anchored_state().0;
            let corners = (0..8).filter(|&place| held.corner(place) != (place, 0)).count();
            assert_eq!(Objective::Pieces.of(cube), u32::try_from(corners).unwrap());
        }
        assert_eq!(Objective::Pieces.of(Cube3::of(&[Turn::R])), 8);
        assert_eq!((Objective::Pieces.of(Cube3::SOLVED), Objective::Pieces.of(Cube2::SOLVED)), (0, 0));
    }

    #[test]
    fn the_costs_of_all_pieces_at_their_worst_are_144() {
        let costs = Objective::default().costs::<Cube3>();
        let worst: u32 = costs.iter().map(|places| u32::from(*places.iter().max().expect("48 places"))).sum();
        assert_eq!(worst, 144);
    }
}
