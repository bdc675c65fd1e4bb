//! What turns besides faces: middle layers, two layers at once, the whole cube.
//!
//! The centers of our cube never move, so rotations are read away: what follows `x` is written for the cube as it
//! is then held, and becomes the turns of the faces that are there. A middle layer is the two faces beside it turned
//! the other way and a rotation, a wide turn is the opposite face and a rotation. The rotation that is left over at
//! the end is dropped, as it changes nothing that a cube with named centers can show.

use std::sync::LazyLock;

use super::Dialect;
use crate::puzzle::algorithm::Algorithm;
use crate::puzzle::symmetry::Symmetry;
use crate::puzzle::turn::{Face, Turn};

/// A move before rotations are read away.
#[derive(Clone, Copy)]
pub(super) enum Step {
    /// A turn of the face that is there, however the cube is held.
    Turn(Turn),
    /// A rotation of the whole cube that looks like this turn.
    Rotate(Turn),
}

impl Step {
    /// The move that takes this one back.
    pub(super) fn inverse(self) -> Self {
        match self {
            Self::Turn(turn) => Self::Turn(turn.inverse()),
            Self::Rotate(turn) => Self::Rotate(turn.inverse()),
        }
    }
}

/// Writes moves as turns of the faces of a cube that is never rotated.
pub(super) fn resolve(steps: &[Step]) -> Algorithm {
    /// For each rotation, which one it becomes after each of the 18.
    static NEXT: LazyLock<[[Symmetry; 18]; 24]> = LazyLock::new(|| {
        std::array::from_fn(|frame| {
            Turn::ALL.map(|turn| {
                // What is at a face now came from where the rotation took it from.
                let rotation = Symmetry::rotation(turn.face(), turn.quarters());
                rotation.inverse().then(Symmetry::from_index(frame))
            })
        })
    });
    // The frame says which face of the cube is at each place in the hand.
    let mut frame = Symmetry::IDENTITY;
    let mut algorithm = Algorithm::EMPTY;
    for step in steps {
        match step {
            Step::Turn(turn) => algorithm.push(frame.turn(*turn)),
            Step::Rotate(turn) => frame = NEXT[frame.index()][turn.index()],
        }
    }
    algorithm
}

/// What a letter names.
#[derive(Clone, Copy)]
pub(super) enum Layer {
    /// A face.
    Face(Face),
    /// A face and the layer behind it.
    Wide(Face),
    /// The middle layer that turns like this face, which is beside it.
    Middle(Face),
    /// The whole cube, as this face turns.
    Whole(Face),
}

impl Layer {
    /// What a letter names, without a `w` after it.
    pub(super) fn of(letter: char, dialect: Dialect) -> Option<Self> {
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

    /// What a letter names with a `w` after it.
    ///
    /// # Errors
    /// If it names no face: a sentence that says what to write.
    pub(super) fn widened(self, letter: char) -> Result<Self, String> {
        let alone = match self {
            Self::Face(face) => return Ok(Self::Wide(face)),
            Self::Wide(_) => "turns the face and the layer behind it",
            Self::Middle(_) => "turns the middle layer",
            Self::Whole(_) => "turns the whole cube",
        };
        Err(format!("\"{letter}w\" is no move, only a face takes a w, as in Rw: \"{letter}\" alone {alone}"))
    }

    /// The moves that a turn of it by so many quarters is made of.
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
