//! The symmetries that a puzzle file describes, and all their products, at most [`MAX_SYMMETRIES`]: maps of moves, checked to keep the
//! group. None is found that the file does not generate. Those of the cubes are in `puzzle::symmetry`.

use super::description::SymmetryDescription;
use super::error::{PathStep, SpecError, wrong};
use super::group::{Element, StabilizerChain};
use super::{PuzzleSpec, SpecMove};
use crate::puzzle::{Algorithm, Layout, Puzzle};

/// The maximum number of symmetries, including all products.
pub(crate) const MAX_SYMMETRIES: usize = 240;

/// A symmetry, as the images of all moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Images {
    /// Whether it is a reflection.
    pub(super) mirror: bool,
    /// The image of each move, by the move's number.
    moves: Vec<SpecMove>,
}

impl Images {
    /// Returns moves conjugated by the symmetry.
    pub(super) fn conjugate(&self, moves: &[SpecMove]) -> Algorithm<SpecMove> {
        moves.iter().map(|mv| self.moves[mv.index()]).collect()
    }
}

/// Returns the group that the described symmetries generate: the identity first, then products in breadth-first order.
pub(super) fn all(puzzle: &PuzzleSpec, described: &[SymmetryDescription]) -> Result<Vec<Images>, SpecError> {
    let mut generators = Vec::new();
    for (number, symmetry) in described.iter().enumerate() {
        generators.push(Images { mirror: symmetry.mirror, moves: read(puzzle, number, symmetry)? });
    }
    let mut all = vec![Images { mirror: false, moves: puzzle.moves() }];
    let mut next = 0;
    while next < all.len() {
        for generator in &generators {
            let moves = all[next].moves.iter().map(|mv| generator.moves[mv.index()]).collect();
            let product = Images { mirror: all[next].mirror != generator.mirror, moves };
            if let Some(other) = all.iter().find(|other| other.moves == product.moves) {
                if other.mirror != product.mirror {
                    let message =
                        "the values of mirror contradict each other: some symmetry is both a reflection and a rotation";
                    return wrong([PathStep::from("symmetry")], message);
                }
            } else if all.len() == MAX_SYMMETRIES {
                return wrong([PathStep::from("symmetry")], format!("more than {MAX_SYMMETRIES} symmetries"));
            } else {
                all.push(product);
            }
        }
        next += 1;
    }
    Ok(all)
}

/// Reads the image of every move.
fn read(puzzle: &PuzzleSpec, number: usize, symmetry: &SymmetryDescription) -> Result<Vec<SpecMove>, SpecError> {
    let path = || [PathStep::from("symmetry"), PathStep::from(number), PathStep::from("moves")];
    // The image of each generator: a generator and its power.
    let mut images: Vec<(usize, u32)> = (0..puzzle.generators()).map(|kind| (kind, 1)).collect();
    for (from, image) in &symmetry.moves {
        let path = || {
            let [a, b, c] = path();
            [a, b, c, PathStep::from(from.as_str())]
        };
        let Some(kind) = puzzle.kind_named(from) else {
            return wrong(path(), format!("\"{from}\" is not the name of a [[move]]"));
        };
        let word = puzzle.parse_moves(image).or_else(|error| wrong(path(), error.message))?;
        let [mv] = word[..] else { return wrong(path(), format!("\"{from}\" must become one move")) };
        images[kind] = puzzle.generator(mv);
        if puzzle.order(images[kind].0) != puzzle.order(kind) {
            return wrong(
                path(),
                format!("\"{from}\" cannot become \"{image}\": the orders of their generators differ"),
            );
        }
    }
    let image = |mv: SpecMove| {
        let (kind, power) = puzzle.generator(mv);
        let (target, times) = images[kind];
        puzzle.power(target, power * times)
    };
    let moves: Option<Vec<SpecMove>> = puzzle.moves().into_iter().map(image).collect();
    let mut sorted = moves.clone().unwrap_or_default();
    sorted.sort_unstable();
    sorted.dedup();
    let Some(moves) = moves.filter(|moves| moves.len() == sorted.len()) else {
        return wrong(path(), "two moves become the same one");
    };
    if !keeps_the_group(puzzle, &moves) {
        return wrong(
            path(),
            "this is no symmetry: some product of moves is the identity and that of their images is not",
        );
    }
    Ok(moves)
}

/// Returns whether the map of moves is an automorphism of the group: a product of moves is the identity exactly if that
/// of their images is. In the group of pairs (move, image) on two copies of the puzzle, the identity on the first copy
/// must imply the identity on the second.
fn keeps_the_group(puzzle: &PuzzleSpec, images: &[SpecMove]) -> bool {
    let layout = puzzle.layout();
    let pieces = layout.pieces();
    let orbits = || layout.orbits().iter().map(|orbit| (orbit.name.clone(), orbit.pieces.len(), orbit.orientations));
    let twice = Layout::new(orbits().chain(orbits()));
    let places = u8::try_from(layout.places()).expect("places fit 8 bits");
    let paired_effect = |(mv, &image): (SpecMove, &SpecMove)| -> Element {
        let second = puzzle.effect(image);
        let second: Vec<u8> = second.places(pieces).iter().map(|place| place + places).collect();
        puzzle.effect(mv).places(pieces).iter().copied().chain(second).collect()
    };
    let generators: Vec<Element> = puzzle.moves().into_iter().zip(images).map(paired_effect).collect();
    StabilizerChain::new(&twice, &generators).is_determined_by(pieces)
}
