//! [`FaceletOrder`]: the order in which a text lists the facelets of a cube: six faces, or the rows of a net. Also the orders that other
//! programs use.

use std::fmt;
use std::str::FromStr;

use crate::puzzle::Face;

/// An order of facelets: six faces, each row by row, or the rows of an unfolded cube.
///
/// ```
/// use evocube_cube::notation::FaceletOrder;
/// assert_eq!("ulfrbd".parse::<FaceletOrder>().map(|order| order.to_string()).as_deref(), Ok("ULFRBD"));
/// assert!("URFDLU".parse::<FaceletOrder>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaceletOrder {
    /// One face after the other.
    Faces([Face; 6]),
    /// The rows of a [net](super) from the top: Up, then those of Left, Front, Right and Back side by side, then Down.
    Rows,
}

/// The orders that other programs use, `URFDLB` first.
const ORDERS: [&str; 11] =
    ["URFDLB", "ULFRBD", "UFRBLD", "UFRDBL", "UDFBLR", "UDLRFB", "UDLRBF", "FRBLUD", "FLRBUD", "LUFDRB", ROWS];

const ROWS: &str = "rows";

impl FaceletOrder {
    /// The order of [`Face::ALL`].
    pub(super) const DEFAULT: Self = Self::Faces(Face::ALL);

    /// Returns the orders that other programs use, without the default one.
    pub(super) fn others() -> impl Iterator<Item = Self> {
        ORDERS[1..].iter().map(|order| order.parse().expect("an order of faces"))
    }

    /// Returns the place in a text of each facelet, in the order of [`Face::ALL`], of a cube with faces of `size` by `size`.
    pub(super) fn places(self, size: usize) -> Vec<usize> {
        let place = |face: Face, row: usize, column: usize| match self {
            Self::Faces(order) => {
                let number = order.iter().position(|other| *other == face).expect("an order has each face");
                size * size * number + size * row + column
            }
            Self::Rows => match "LFRB".find(face.letter()) {
                Some(number) => size * size + 4 * size * row + size * number + column,
                None => (if face == Face::U { 0 } else { 5 * size * size }) + size * row + column,
            },
        };
        let rows = |face| (0..size * size).map(move |facelet| place(face, facelet / size, facelet % size));
        Face::ALL.into_iter().flat_map(rows).collect()
    }
}

/// Error: a text is no order of facelets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected the six faces in their order, as in ULFRBD, or {ROWS}")]
pub struct NotAnOrder;

impl FromStr for FaceletOrder {
    type Err = NotAnOrder;

    fn from_str(word: &str) -> Result<Self, NotAnOrder> {
        if word.eq_ignore_ascii_case(ROWS) {
            return Ok(Self::Rows);
        }
        let order: Option<Vec<Face>> = word.chars().map(Face::from_letter).collect();
        let order = order.filter(|order| Face::ALL.iter().all(|face| order.contains(face)));
        let order = order.and_then(|order| order.try_into().ok());
        order.map(Self::Faces).ok_or(NotAnOrder)
    }
}

impl fmt::Display for FaceletOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Faces(order) => order.iter().try_for_each(|face| face.fmt(f)),
            Self::Rows => f.write_str(ROWS),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_has_each_facelet_once() {
        for order in ORDERS {
            let order: FaceletOrder = order.parse().unwrap();
            for size in [2, 3] {
                let mut places = order.places(size);
                assert_eq!(places.len(), 6 * size * size);
                places.sort_unstable();
                assert!(places.into_iter().eq(0..6 * size * size), "{order}");
            }
        }
        assert_eq!(FaceletOrder::DEFAULT.places(3), (0..54).collect::<Vec<_>>());
        assert_eq!(FaceletOrder::Rows.places(2)[..8], [0, 1, 2, 3, 8, 9, 16, 17]);
    }
}
