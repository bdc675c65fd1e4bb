//! [`Orbit`]: the states that turns lead to from each other.

use std::fmt;

use crate::puzzle::cube3::{PieceVectors, permutation_is_odd};

/// Which of the twelve orbits a 3×3×3 is in, that can be put together in any way. Turns never leave an orbit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Orbit {
    /// The sum of all corners' twists, modulo 3.
    pub twist: u8,
    /// The sum of all edges' flips, modulo 2.
    pub flip: u8,
    /// Are the corners an even permutation and the edges an odd one, or the other way round?
    pub swapped: bool,
}

impl Orbit {
    /// The orbit of a cube. Each piece must be there once.
    #[must_use]
    pub fn of(pieces: &PieceVectors) -> Self {
        Self {
            twist: pieces.corner_orientation.iter().sum::<u8>() % 3,
            flip: pieces.edge_orientation.iter().sum::<u8>() % 2,
            swapped: permutation_is_odd(&pieces.corner_position) != permutation_is_odd(&pieces.edge_position),
        }
    }
}

/// No turns lead from one state to the other, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DifferentOrbits {
    /// Where the way would begin.
    pub from: Orbit,
    /// Where it would end.
    pub to: Orbit,
}

impl fmt::Display for DifferentOrbits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to } = self;
        write!(f, "the two states are in different orbits, and no turns lead from one to the other")?;
        if from.twist != to.twist {
            write!(
                f,
                "; the twists of the corners add up to {}/3 of a turn in the first and to {}/3 in the second",
                from.twist, to.twist
            )?;
        }
        if from.flip != to.flip {
            let number = |flip| if flip == 0 { "even" } else { "odd" };
            write!(
                f,
                "; the number of flipped edges is {} in the first and {} in the second",
                number(from.flip),
                number(to.flip)
            )?;
        }
        if from.swapped != to.swapped {
            let which = if from.swapped { "first" } else { "second" };
            write!(f, "; two pieces are swapped in the {which}: its corners and edges differ in parity")?;
        }
        Ok(())
    }
}

impl std::error::Error for DifferentOrbits {}
