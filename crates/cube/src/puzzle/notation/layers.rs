//! Moves of middle layers, of two layers and of the whole cube: their letters, and their conversion to face turns and a rotation.
//!
//! The centers of a [`Cube3`](crate::Cube3) never move. Moves after a rotation such as `x` name the faces of the
//! rotated cube and are converted to turns of the faces that are there. A turn of a middle layer becomes opposite turns
//! of the two outer layers and a rotation. A turn of two layers becomes a turn of the opposite face and a rotation.

use std::sync::LazyLock;

use super::Dialect;
use super::error::{NotationError, TextPlace, refuse};
use crate::puzzle::{Algorithm, Face, HeldMoves, Symmetry, Turn};

/// A face turn or a rotation of the whole cube.
#[derive(Clone, Copy)]
pub(super) enum Step {
    /// A turn of a face, named in the current orientation of the cube.
    Turn(Turn),
    /// A rotation of the whole cube in the direction of this turn.
    Rotate(Turn),
}

impl Step {
    /// Returns the inverse step.
    pub(super) fn inverse(self) -> Self {
        match self {
            Self::Turn(turn) => Self::Turn(turn.inverse()),
            Self::Rotate(turn) => Self::Rotate(turn.inverse()),
        }
    }
}

/// Converts steps to turns of a cube that is never rotated, and the rotation that remains at the end.
pub(super) fn resolve(steps: &[Step]) -> HeldMoves {
    /// The orientation after each of the 18 rotations, by orientation.
    static NEXT: LazyLock<[[Symmetry; 18]; 24]> = LazyLock::new(|| {
        std::array::from_fn(|frame| {
            Turn::ALL.map(|turn| {
                // A face now shows the preimage under the rotation.
                let rotation = Symmetry::rotation(turn.face(), turn.quarters());
                rotation.inverse().then(Symmetry::from_index(frame))
            })
        })
    });
    // `frame` maps each face of the rotated cube to a face of the unrotated one.
    let mut frame = Symmetry::IDENTITY;
    let mut algorithm = Algorithm::EMPTY;
    for step in steps {
        match step {
            Step::Turn(turn) => algorithm.push(frame.turn(*turn)),
            Step::Rotate(turn) => frame = NEXT[frame.index()][turn.index()],
        }
    }
    HeldMoves { moves: algorithm, rotation: frame.inverse() }
}

/// The moving part of the cube that a letter names.
#[derive(Clone, Copy)]
pub(super) enum MovingLayer {
    /// A face.
    Face(Face),
    /// A face and the layer behind it.
    Wide(Face),
    /// The middle layer beside this face, with the same direction of turns.
    Middle(Face),
    /// The whole cube, with the direction of turns of this face.
    Whole(Face),
}

impl MovingLayer {
    /// Returns the layer that a letter names; `None` for other letters.
    pub(super) fn from_letter(letter: char, dialect: Dialect) -> Option<Self> {
        Some(match letter {
            'M' => Self::Middle(Face::L),
            'E' => Self::Middle(Face::D),
            'S' => Self::Middle(Face::F),
            'x' => Self::Whole(Face::R),
            'y' => Self::Whole(Face::U),
            'z' => Self::Whole(Face::F),
            _ => {
                let face = Face::from_letter(letter)?;
                if letter.is_ascii_lowercase() && dialect != Dialect::Contest {
                    Self::Wide(face)
                } else {
                    Self::Face(face)
                }
            }
        })
    }

    /// Returns the layer that a letter at this place with a `w` names.
    ///
    /// # Errors
    /// If the letter does not name a face.
    pub(super) fn widened(self, place: TextPlace, letter: char) -> Result<Self, NotationError> {
        let alone = match self {
            Self::Face(face) => return Ok(Self::Wide(face)),
            Self::Wide(_) => "turns the face and the layer behind it",
            Self::Middle(_) => "turns the middle layer",
            Self::Whole(_) => "turns the whole cube",
        };
        refuse(place, format!("\"{letter}w\" is no move, only a face takes a w, as in Rw: \"{letter}\" alone {alone}"))
    }

    /// Returns the steps of a turn of the layer by quarter turns.
    pub(super) fn steps(self, quarters: u32) -> impl Iterator<Item = Step> {
        let (Self::Face(face) | Self::Wide(face) | Self::Middle(face) | Self::Whole(face)) = self;
        let turn = |face, quarters| Turn::new(face, quarters).map(Step::Turn);
        let rotation = Turn::new(face, quarters).map(Step::Rotate);
        match self {
            Self::Face(_) => [turn(face, quarters), None, None],
            Self::Wide(_) => [turn(face.opposite(), quarters), rotation, None],
            Self::Middle(_) => [turn(face.opposite(), quarters), turn(face, 4 - quarters), rotation],
            Self::Whole(_) => [rotation, None, None],
        }
        .into_iter()
        .flatten()
    }
}
