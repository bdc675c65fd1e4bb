//! [`Penalty`]: the objective of M. Herdy and G. Patone, weighted numbers of wrong stickers, edges and corners; for the cubes only.
//! [`EdgeRule`] says which edges are wrong.

use serde::{Deserialize, Serialize};

use super::{InvalidObjective, PenaltyRule};
use crate::bounded::Weight;
use crate::settings::settings;
use evocube_cube::puzzle::{AnyPuzzle, Place, Puzzle, named};

settings! {
    /// Penalty of M. Herdy and G. Patone ("Evolution strategy in action: 10 ES-demonstrations", 1994), as B. L. Sousa uses it:
    /// weighted numbers of wrong stickers, edges and corners. With the published weights 1, 4 and 6 the maximum is 144 on a
    /// 3×3×3.
    ///
    /// With a sticker weight of at least 1, a penalty of 0 means solved. With a weight of 0, pieces that count as right may
    /// have wrong stickers. Whether a cube is solved is always judged by its stickers.
    #[derive(Copy, Eq)]
    pub struct Penalty {
        /// Weight of each of the 48 stickers (24 on a 2×2×2) whose color is not that of its face. Default 1.
        pub sticker: Weight = Weight::new(1),
        /// Weight of each wrong edge. Default 4.
        pub edge: Weight = Weight::new(4),
        /// Weight of each corner with a wrong sticker. Default 6.
        pub corner: Weight = Weight::new(6),
        /// Definition of a correct edge. Default `both-stickers`.
        pub edge_rule: EdgeRule,
    }
}

named! {
    /// Definition of a correct edge.
    #[derive(Default, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "kebab-case")]
    pub enum EdgeRule, "edge rule":
    /// At least one of its two stickers has the color of its face, as in Sousa's text.
    AnySticker = "any-sticker",
    /// Both stickers have the color of their face.
    #[default]
    BothStickers = "both-stickers",
    /// The edge is in its own position, flipped or not.
    Position = "position",
}

impl PenaltyRule for Penalty {
    fn check(&self, puzzle: &AnyPuzzle) -> Result<(), InvalidObjective> {
        if puzzle.cube().is_some() { Ok(()) } else { Err(InvalidObjective::NoStickers(puzzle.clone())) }
    }

    fn penalty<P: Puzzle>(&self, puzzle: &P, piece: usize, place: Place) -> usize {
        let Some(view) = puzzle.view(piece, place) else { return 0 };
        let (count, right) = (view.count(), view.right());
        let is_right = match self.edge_rule {
            _ if count == 3 => right == 3,
            EdgeRule::AnySticker => right > 0,
            EdgeRule::BothStickers => right == 2,
            EdgeRule::Position => view.at_home,
        };
        let weight = if count == 2 { self.edge } else { self.corner };
        self.sticker.get() * (count - right) + if is_right { 0 } else { weight.get() }
    }
}
