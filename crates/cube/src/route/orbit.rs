//! [`CubeOrbit`]: which of the twelve orbits, sets that no moves leave, an assembled 3×3×3 is in. Routes exist within an orbit only;
//! [`DifferentOrbits`] is the error of two states without one.

use std::fmt;

use crate::puzzle::{PieceVectors, permutation_is_odd};

/// The orbit of an arbitrarily assembled 3×3×3. There are twelve; moves never leave an orbit.
///
/// ```
/// use evocube_cube::route::CubeOrbit;
/// use evocube_cube::{Cube3, Turn};
/// let orbit = CubeOrbit::containing(&Cube3::after(&[Turn::R]).vectors());
/// assert_eq!(orbit, CubeOrbit { twist: 0, flip: 0, swapped: false });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CubeOrbit {
    /// The sum of all twists of corners, modulo 3.
    pub twist: u8,
    /// The sum of all flips of edges, modulo 2.
    pub flip: u8,
    /// Whether the permutations of corners and edges differ in parity.
    pub swapped: bool,
}

impl CubeOrbit {
    /// Returns the orbit of a cube, which must have each piece once.
    pub fn containing(pieces: &PieceVectors) -> Self {
        Self {
            twist: pieces.corner_orientation.iter().sum::<u8>() % 3,
            flip: pieces.edge_orientation.iter().sum::<u8>() % 2,
            swapped: permutation_is_odd(&pieces.corner_position) != permutation_is_odd(&pieces.edge_position),
        }
    }
}

/// Error: two states are in different orbits, so no route exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DifferentOrbits {
    /// The orbit of the first state.
    pub start: CubeOrbit,
    /// The orbit of the second state.
    pub goal: CubeOrbit,
}

impl fmt::Display for DifferentOrbits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { start, goal } = self;
        write!(f, "the two states are in different orbits, and no moves lead from one to the other")?;
        if start.twist != goal.twist {
            write!(
                f,
                "; the twists of the corners add up to {}/3 of a turn in the first and to {}/3 in the second",
                start.twist, goal.twist
            )?;
        }
        if start.flip != goal.flip {
            let number = |flip| if flip == 0 { "even" } else { "odd" };
            let (start, goal) = (number(start.flip), number(goal.flip));
            write!(f, "; the number of flipped edges is {start} in the first and {goal} in the second")?;
        }
        if start.swapped != goal.swapped {
            let which = if start.swapped { "first" } else { "second" };
            write!(f, "; two pieces are swapped in the {which}: its corners and edges differ in parity")?;
        }
        Ok(())
    }
}

impl std::error::Error for DifferentOrbits {}
