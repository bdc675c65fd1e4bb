//! [`Setup2`]: the facelets of a 2×2×2, unchecked.

use super::Cube2;
use crate::puzzle::cube3::{CORNER_FACELETS, EDGES};
use crate::puzzle::unreachable::count_colors;
use crate::puzzle::{Cube3, Face, Setup, Unreachable};

/// Twenty-four colored facelets, which need not be a reachable 2×2×2. [`Setup2::check`] converts them to a [`Cube2`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Setup2 {
    colors: [Face; 24],
}

/// Returns the number of a corner facelet among the 24, given its number among the 54 of a 3×3×3.
fn facelet_of(facelet: usize) -> usize {
    // A face's corners are its facelets 0, 2, 6 and 8.
    let (row, column) = (facelet % 9 / 3, facelet % 3);
    4 * (facelet / 9) + row + column / 2
}

impl Setup2 {
    /// Returns a setup from the color of each facelet, named by its home face.
    pub(crate) const fn from_colors(colors: [Face; 24]) -> Self {
        Self { colors }
    }

    /// Returns the color of each facelet.
    pub(crate) const fn colors(&self) -> &[Face; 24] {
        &self.colors
    }

    /// Returns a setup from the corners in each position, each given by the faces of its stickers in the order of the
    /// position's own name.
    pub(crate) fn from_pieces(corners: &[[Face; 3]; 8]) -> Self {
        Self::corners_of(&Setup::from_pieces(corners, &EDGES))
    }

    /// Returns the corner facelets of a 3×3×3.
    pub(in crate::puzzle) fn corners_of(setup: &Setup) -> Self {
        let mut colors = [Face::U; 24];
        for &facelet in CORNER_FACELETS.as_flattened() {
            colors[facelet_of(facelet)] = setup.colors()[facelet];
        }
        Self { colors }
    }

    /// Returns a 3×3×3 with these corner facelets, solved elsewhere.
    fn with_edges(&self) -> Setup {
        let mut colors = Cube3::SOLVED.colors();
        for &facelet in CORNER_FACELETS.as_flattened() {
            colors[facelet] = self.colors[facelet_of(facelet)];
        }
        Setup::from_colors(colors)
    }

    /// Returns the state with these facelets. Every order of the corners is reachable, since rotations of the whole cube can be
    /// odd; the twists must add up to whole turns.
    ///
    /// # Errors
    /// All reasons why no moves lead to these facelets.
    pub(crate) fn check(&self) -> Result<Cube2, Unreachable> {
        let mut reasons = count_colors(&self.colors);
        let cube = self.with_edges().read_pieces(&mut reasons);
        if reasons.is_empty() {
            cube.check_twists(&mut reasons);
        }
        if reasons.is_empty() { Ok(Cube2::corners_of(cube)) } else { Err(Unreachable { reasons }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{CubeState, Turn};

    fn sentence(swaps: &[(usize, usize)]) -> String {
        let mut colors: [Face; 24] = Cube2::SOLVED.facelets().try_into().unwrap();
        for &(a, b) in swaps {
            colors.swap(a, b);
        }
        Setup2::from_colors(colors).check().unwrap_err().to_string()
    }

    #[test]
    fn corner_facelets_have_the_numbers_0_to_23() {
        let mut numbers: Vec<_> = CORNER_FACELETS.iter().flatten().map(|&facelet| facelet_of(facelet)).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (0..24).collect::<Vec<_>>());
        assert_eq!(Cube2::SOLVED.to_string(), "UUUURRRRFFFFDDDDLLLLBBBB");
    }

    #[test]
    fn facelets_of_reachable_states_are_read_also_with_two_corners_swapped() {
        let state = Cube2::SOLVED.apply_all(&[Turn::R, Turn::U2, Turn::F3, Turn::D]);
        assert_eq!(Cube2::from_facelets(&state.facelets()), Ok(state));
        let mut pieces: [(usize, usize); 8] = std::array::from_fn(|i| (i, 0));
        pieces.swap(0, 1);
        let swapped = Cube2::from_pieces(pieces);
        assert_eq!(Cube2::from_facelets(&swapped.facelets()), Ok(swapped));
    }

    #[test]
    fn an_impossible_cube_has_all_its_reasons() {
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
