//! [`PenaltyForm`]: penalties that are weighted numbers of wrong stickers and pieces, which follow from the bytes of a register that differ
//! from those of the goal. Objectives with another penalty have no kernel on stickers. Also [`stickers`]: the colors that a piece shows.

use super::super::super::{Evaluator, PieceColors, home, position_of};
use evocube_cube::puzzle::PLACES;

/// Numbers of stickers of a corner and of an edge.
const STICKERS: [usize; 2] = [3, 2];

/// Penalty as a weighted number of wrong stickers and pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PenaltyForm {
    /// Stickers of another color, corners with one of them, and wrong edges.
    Colors { sticker: i32, corner: i32, edge: i32, rule: WrongEdge },
    /// Corners and edges in the position of another piece, and those that are turned in their own.
    Pieces { elsewhere: [i32; 2], turned: [i32; 2] },
}

/// Definition of a wrong edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WrongEdge {
    /// One of its stickers has another color.
    Either,
    /// Both have.
    Both,
    /// It is in the position of another edge.
    Elsewhere,
}

/// A piece at a place, and its penalty.
struct Entry {
    /// 0 for a corner, 1 for an edge.
    orbit: usize,
    /// The number of stickers that have another color than the position.
    wrong: i32,
    is_home: bool,
    penalty: i32,
}

impl PenaltyForm {
    /// Returns the form of the penalties; `None` if they have none.
    pub(super) fn new(evaluator: &Evaluator, colors: &PieceColors) -> Option<Self> {
        let entries: Vec<_> = (0..evaluator.pieces).flat_map(|piece| entries(evaluator, colors, piece)).collect();
        let penalty = |orbit, wrong: Option<i32>, is_home| {
            let has_form = |entry: &&Entry| {
                (entry.orbit, entry.is_home) == (orbit, is_home) && wrong.map_or(entry.wrong > 0, |n| n == entry.wrong)
            };
            entries.iter().find(has_form).map_or(0, |entry| entry.penalty)
        };
        let sticker = penalty(0, Some(3), false) - penalty(0, Some(2), false);
        let corner = penalty(0, Some(3), false) - 3 * sticker;
        let edges = entries.iter().any(|entry| entry.orbit == 1);
        let edge = if edges { penalty(1, Some(2), false) - 2 * sticker } else { 0 };
        let color_forms = [WrongEdge::Either, WrongEdge::Both, WrongEdge::Elsewhere].map(|rule| Self::Colors {
            sticker,
            corner,
            edge,
            rule,
        });
        let piece_form = Self::Pieces {
            elsewhere: [0, 1].map(|orbit| penalty(orbit, None, false)),
            turned: [0, 1].map(|orbit| penalty(orbit, None, true)),
        };
        let mut forms = color_forms.into_iter().chain([piece_form]);
        forms.find(|form| entries.iter().all(|entry| form.penalty(entry) == entry.penalty))
    }

    /// Returns the penalty of a piece at a place.
    fn penalty(self, entry: &Entry) -> i32 {
        let is_wrong = entry.wrong > 0;
        match self {
            Self::Colors { sticker, corner, edge, rule } => {
                let (weight, counts) = match rule {
                    _ if entry.orbit == 0 => (corner, is_wrong),
                    WrongEdge::Either => (edge, is_wrong),
                    WrongEdge::Both => (edge, entry.wrong == 2),
                    WrongEdge::Elsewhere => (edge, !entry.is_home),
                };
                sticker * entry.wrong + if counts { weight } else { 0 }
            }
            Self::Pieces { elsewhere, .. } if !entry.is_home => elsewhere[entry.orbit],
            Self::Pieces { turned, .. } => i32::from(is_wrong) * turned[entry.orbit],
        }
    }
}

/// Returns a piece at all places where it can be.
fn entries<'a>(evaluator: &'a Evaluator, colors: &'a PieceColors, piece: usize) -> impl Iterator<Item = Entry> + 'a {
    (0..PLACES).filter(move |&place| colors[piece][place] != 0).map(move |place| {
        let position = position_of(place);
        let right = stickers(position, colors[position][home(position)]);
        let wrong = stickers(piece, colors[piece][place]).zip(right).filter(|(color, right)| color != right).count();
        Entry {
            orbit: usize::from(piece >= 8),
            wrong: wrong as i32,
            is_home: position == piece,
            penalty: evaluator.penalties[piece][place].into(),
        }
    })
}

/// Returns the colors that a piece shows on the stickers of its position.
pub(super) fn stickers(piece: usize, colors: u16) -> impl Iterator<Item = u8> {
    (0..STICKERS[usize::from(piece >= 8)]).map(move |slot| (colors >> (3 * slot) & 7) as u8)
}

#[cfg(test)]
mod tests {
    use super::super::judge::Judge;
    use super::*;
    use crate::bounded::Weight;
    use crate::evaluation::objective::{EdgeRule, Objective, Penalty, PieceWeights, Weights};
    use crate::evaluation::{EvaluationMode, Kernel, PenaltyFunction, piece_colors};
    use evocube_cube::puzzle::{CUBE2, CUBE3, Puzzle};
    use evocube_cube::rng::{Seed, Stream};

    fn form<P: Puzzle>(puzzle: &P, penalties: &PenaltyFunction) -> Option<PenaltyForm> {
        let (solved, mode) = (puzzle.solved(), EvaluationMode::BestPrefix);
        let evaluator = Evaluator::new(puzzle, solved, &[solved], penalties, mode, Kernel::SCALAR);
        PenaltyForm::new(&evaluator, &piece_colors(puzzle))
    }

    /// Returns the objectives with random weights up to `max`.
    fn objectives(stream: &mut Stream, max: i64) -> Vec<Objective> {
        let mut weight = || Weight::new(stream.below(max.unsigned_abs() + 1).try_into().expect("small"));
        let rules = [EdgeRule::AnySticker, EdgeRule::BothStickers, EdgeRule::Position];
        let mut penalty =
            |edge_rule| Objective::Penalty(Penalty { sticker: weight(), edge: weight(), corner: weight(), edge_rule });
        let mut objectives = [Objective::Pieces].into_iter().chain(rules.map(&mut penalty)).collect::<Vec<_>>();
        let mut orbit = |name: &str| (name.to_owned(), PieceWeights { place: weight(), orientation: weight() });
        objectives.push(Objective::Weights(Weights([orbit("corners"), orbit("edges")].into())));
        objectives
    }

    #[test]
    fn shipped_objectives_have_a_form_whatever_their_weights() {
        let mut stream = Seed::from_number(51).stream();
        for max in [0, 1, 10, 127, 128, 800] {
            for objective in objectives(&mut stream, max) {
                for form in [
                    form(&CUBE3, &objective.penalty_function(&CUBE3)),
                    form(&CUBE2, &objective.penalty_function(&CUBE2)),
                ] {
                    assert!(form.and_then(Judge::new).is_some(), "{objective:?}: {form:?}");
                }
            }
        }
    }

    #[test]
    fn the_form_of_the_default_penalty_has_its_weights() {
        for (edge_rule, rule) in [
            (EdgeRule::AnySticker, WrongEdge::Both),
            (EdgeRule::BothStickers, WrongEdge::Either),
            (EdgeRule::Position, WrongEdge::Elsewhere),
        ] {
            let objective = Objective::Penalty(Penalty { edge_rule, ..Penalty::default() });
            let expected = PenaltyForm::Colors { sticker: 1, corner: 6, edge: 4, rule };
            assert_eq!(form(&CUBE3, &objective.penalty_function(&CUBE3)), Some(expected));
        }
    }

    #[test]
    fn other_penalties_have_no_form() {
        let mut stream = Seed::from_number(52).stream();
        let penalties = PenaltyFunction::new(CUBE3.layout(), |_, _| stream.below(41).try_into().expect("small"));
        assert_eq!(form(&CUBE3, &penalties), None);
    }
}
