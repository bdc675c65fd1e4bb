//! [`Setup2`]: a 2×2×2 that somebody typed, and whether it is one.

use super::Cube2;
use crate::puzzle::cube3::{CORNER_FACELETS, CORNERS};
use crate::puzzle::turn::Face;
use crate::puzzle::unreachable::{FEW, Reason, Unreachable, count_colors, name};

/// Twenty-four colored facelets that may or may not be a reachable 2×2×2. Only [`Setup2::check`] makes a [`Cube2`]
/// of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup2 {
    colors: [Face; 24],
}

/// The number among the 24 facelets of the one that a 3×3×3 counts among its 54.
pub(crate) fn facelet_of(facelet: usize) -> usize {
    // A face's corners are its facelets 0, 2, 6 and 8.
    let (row, column) = (facelet % 9 / 3, facelet % 3);
    4 * (facelet / 9) + row + column / 2
}

impl Setup2 {
    /// A setup from the color of each facelet, each color named by the face that it belongs to.
    #[must_use]
    pub const fn from_colors(colors: [Face; 24]) -> Self {
        Self { colors }
    }

    /// The color of each facelet.
    #[must_use]
    pub const fn colors(&self) -> &[Face; 24] {
        &self.colors
    }

    /// A setup from the corners in each position, each given by the faces of its stickers in the order of the
    /// position's own name.
    #[must_use]
    pub fn from_pieces(corners: &[[Face; 3]; 8]) -> Self {
        let mut colors = [Face::U; 24];
        for (facelets, faces) in CORNER_FACELETS.iter().zip(corners) {
            for n in 0..3 {
                colors[facelet_of(facelets[n])] = faces[n];
            }
        }
        Self { colors }
    }

    /// The reachable 2×2×2 that this is, as it is held. Every order of the corners can be reached, because turns
    /// and rotations of the whole cube together make odd ones too; the twists must add up to whole turns.
    ///
    /// # Errors
    /// All the reasons why it is none.
    pub fn check(&self) -> Result<Cube2, Unreachable> {
        let mut reasons = count_colors(&self.colors);
        let mut pieces = [(0, 0); 8];
        let mut count = [0; 8];
        let mut unreadable = false;
        for position in 0..8 {
            let colors = CORNER_FACELETS[position].map(|facelet| self.colors[facelet_of(facelet)]);
            let lies = |piece: usize, twist: usize| (0..3).all(|n| CORNERS[piece][n] == colors[(n + twist) % 3]);
            if let Some(place) = (0..24).find(|place| lies(place / 3, place % 3)) {
                pieces[position] = (place / 3, place % 3);
                count[place / 3] += 1;
            } else {
                unreadable = true;
                reasons.push(Reason::no_corner(position, colors));
            }
        }
        for (faces, count) in CORNERS.iter().zip(count) {
            match count {
                1 => {}
                // What could not be read may well be the missing piece.
                0 if unreadable => {}
                0 => reasons.push(Reason::Missing { piece: name(faces) }),
                _ => reasons.push(Reason::Repeated { piece: name(faces), count }),
            }
        }
        let twist = pieces.iter().map(|&(_, twist)| twist).sum::<usize>() % 3;
        if reasons.is_empty() && twist != 0 {
            let mut suspects: Vec<_> =
                pieces.iter().filter(|(_, twist)| *twist != 0).map(|&(piece, _)| name(&CORNERS[piece])).collect();
            if suspects.len() > FEW {
                suspects.clear();
            }
            reasons.push(Reason::Twisted { clockwise: twist == 1, suspects });
        }
        if reasons.is_empty() { Ok(Cube2::from_pieces(pieces)) } else { Err(Unreachable { reasons }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::CubeState;
    use crate::puzzle::turn::Turn;

    fn sentence(swaps: &[(usize, usize)]) -> String {
        let mut colors: [Face; 24] = Cube2::SOLVED.facelets().try_into().unwrap();
        for &(a, b) in swaps {
            colors.swap(a, b);
        }
        Setup2::from_colors(colors).check().unwrap_err().to_string()
    }

    #[test]
    fn the_corner_facelets_are_counted_without_the_others() {
        let mut numbers: Vec<_> = CORNER_FACELETS.iter().flatten().map(|&facelet| facelet_of(facelet)).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (0..24).collect::<Vec<_>>());
        assert_eq!(Cube2::SOLVED.to_string(), "UUUURRRRFFFFDDDDLLLLBBBB");
    }

    #[test]
    fn what_can_be_reached_is_read_and_a_swap_is_no_fault() {
        let state = Cube2::SOLVED.apply_all(&[Turn::R, Turn::U2, Turn::F3, Turn::D]);
        assert_eq!(Cube2::from_facelets(&state.facelets()), Ok(state));
        let mut pieces: [(usize, usize); 8] = std::array::from_fn(|i| (i, 0));
        pieces.swap(0, 1);
        let swapped = Cube2::from_pieces(pieces);
        assert_eq!(Cube2::from_facelets(&swapped.facelets()), Ok(swapped));
    }

    #[test]
    fn an_impossible_cube_is_named() {
        // The stickers of URF are 3 (U), 4 (R) and 9 (F).
        assert_eq!(sentence(&[(3, 4), (3, 9)]), "impossible cube: one corner is twisted clockwise (URF)");
        assert_eq!(sentence(&[(3, 4), (4, 9)]), "impossible cube: one corner is twisted counter-clockwise (URF)");
        assert_eq!(sentence(&[(3, 4)]), "impossible cube: the corner RUF at URF is mirrored");
        assert_eq!(
            sentence(&[(3, 13)]),
            "impossible cube: the corner DRF at URF is mirrored; the corner UFR at DFR is mirrored"
        );
        let mut colors: [Face; 24] = Cube2::SOLVED.facelets().try_into().unwrap();
        colors[3] = Face::D;
        assert_eq!(
            Setup2::from_colors(colors).check().unwrap_err().to_string(),
            "impossible cube: color U occurs 3 times instead of 4; color D occurs 5 times instead of 4; \
             the corner DRF at URF is mirrored"
        );
    }
}
