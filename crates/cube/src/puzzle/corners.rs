//! [`CornerArray`]: the eight corners as bytes, with products, inverses and places, shared by the 3×3×3 and the 2×2×2.

use super::Place;

/// The corners by position: piece + 8 · twist.
pub(super) type CornerArray = [u8; 8];

/// The corners of the solved state.
pub(super) const HOME: CornerArray = [0, 1, 2, 3, 4, 5, 6, 7];

/// Returns the product: the corners after `first`, then `second`. Twists add up modulo 3.
pub(super) const fn product(first: CornerArray, second: CornerArray) -> CornerArray {
    let mut result = HOME;
    let mut i = 0;
    while i < 8 {
        let sum = first[(second[i] & 7) as usize] + (second[i] & 24);
        result[i] = if sum < 24 { sum } else { sum - 24 };
        i += 1;
    }
    result
}

/// Returns the inverse: `product(corners, inverse(corners))` is [`HOME`].
pub(super) fn inverse(corners: CornerArray) -> CornerArray {
    let mut result = HOME;
    for (position, value) in (0u8..).zip(corners) {
        result[usize::from(value & 7)] = position + (24 - (value & 24)) % 24;
    }
    result
}

/// Writes the place of each corner, as defined by [`Puzzle::places`](super::Puzzle::places).
pub(super) fn write_places(corners: CornerArray, places: &mut [Place]) {
    for (position, value) in (0u8..).zip(corners) {
        places[usize::from(value & 7)] = 3 * position + (value >> 3);
    }
}

/// Writes the map of corner places, as defined by [`Puzzle::place_map`](super::Puzzle::place_map).
pub(super) fn write_place_map(corners: CornerArray, map: &mut [Place]) {
    for (position, value) in (0u8..).zip(corners) {
        for twist in 0..3 {
            map[usize::from(3 * (value & 7) + twist)] = 3 * position + (twist + (value >> 3)) % 3;
        }
    }
}
