//! [`CornerArray`]: the eight corners as bytes, with products, inverses and places, shared by the 3×3×3 and the 2×2×2.

use std::num::NonZeroU64;

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

/// Corners whose twist is reduced modulo 3, by those whose twist is the sum of three.
const REDUCED: [u8; 256] = {
    let mut reduced = [0; 256];
    let mut sum: u8 = 0;
    while sum < 72 {
        reduced[sum as usize] = sum % 24;
        sum += 1;
    }
    reduced
};

/// Returns the product of `by`, some corners, and the inverse of `by`. It is fast if few corners are not at home.
#[inline]
pub(super) fn conjugate(corners: CornerArray, by: CornerArray) -> CornerArray {
    // In a register, since bytes that have just been written are slow to read as a word.
    let mut result = u64::from_le_bytes(HOME);
    for position in changed(corners) {
        let (value, target) = (corners[position], by[position]);
        let twisted = by[usize::from(value & 7)] + (value & 24) + 24 - (target & 24);
        result ^= u64::from(REDUCED[usize::from(twisted)] ^ (target & 7)) << (8 * (target & 7));
    }
    result.to_le_bytes()
}

/// Returns the positions whose corner is not at home or twisted.
#[inline]
pub(super) fn changed(corners: CornerArray) -> impl Iterator<Item = usize> {
    differing(u64::from_le_bytes(corners) ^ u64::from_le_bytes(HOME))
}

/// Returns the positions of the bytes that are not 0, each less than 8.
#[inline]
pub(super) fn differing(mut bytes: u64) -> impl Iterator<Item = usize> {
    const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    // The highest bit of each of these bytes.
    bytes = (((bytes & LOW) + LOW) | bytes) & !LOW;
    std::iter::from_fn(move || {
        let position = NonZeroU64::new(bytes)?.trailing_zeros() / 8;
        bytes &= bytes - 1;
        Some(position as usize & 7)
    })
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
    for (place, home) in map[..24].iter_mut().zip(0..) {
        *place = home;
    }
    for position in changed(corners) {
        let value = usize::from(corners[position]);
        map[3 * (value & 7)..][..3].copy_from_slice(&TWISTED[position][value >> 3]);
    }
}

/// By position and twist: the places of the three twists before it.
#[allow(clippy::cast_possible_truncation)] // less than 3
const TWISTED: [[[Place; 3]; 3]; 8] = {
    let (mut twisted, mut place) = ([[[0; 3]; 3]; 8], 0);
    while place < 72 {
        let (position, twist, before) = (place / 9, place / 3 % 3, place % 3);
        twisted[position][twist][before] = 3 * HOME[position] + ((before + twist) % 3) as Place;
        place += 1;
    }
    twisted
};
