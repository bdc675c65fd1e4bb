//! Checking the 24 facelets of a 2×2×2, with all reasons why no moves lead to them; and taking them from the corners of a 3×3×3.

use super::Cube2;
use crate::puzzle::cube3::CORNER_FACELETS;
use crate::puzzle::unreachable::count_colors;
use crate::puzzle::{Cube3, Face, Setup, Unreachable};

/// Returns the number of a corner facelet among the 24, given its number among the 54 of a 3×3×3.
fn facelet_of(facelet: usize) -> usize {
    // A face's corners are its facelets 0, 2, 6 and 8.
    let (row, column) = (facelet % 9 / 3, facelet % 3);
    4 * (facelet / 9) + row + column / 2
}

/// Returns the corner facelets of a 3×3×3.
pub(crate) fn corner_colors(setup: &Setup) -> [Face; 24] {
    let mut colors = [Face::U; 24];
    for &facelet in CORNER_FACELETS.as_flattened() {
        colors[facelet_of(facelet)] = setup.colors()[facelet];
    }
    colors
}

/// Returns the state with these facelets, which need not be a reachable 2×2×2. Every order of the corners is reachable, since
/// rotations of the whole cube can be odd; the twists must add up to whole turns.
///
/// # Errors
/// All reasons why no moves lead to these facelets.
pub(super) fn check(corner_colors: &[Face; 24]) -> Result<Cube2, Unreachable> {
    let mut colors = Cube3::SOLVED.colors();
    for &facelet in CORNER_FACELETS.as_flattened() {
        colors[facelet] = corner_colors[facelet_of(facelet)];
    }
    let mut reasons = count_colors(corner_colors);
    let cube = Setup::from_colors(colors).read_pieces(&mut reasons);
    if reasons.is_empty() {
        cube.check_twists(&mut reasons);
    }
    if reasons.is_empty() { Ok(Cube2::corners_of(cube)) } else { Err(Unreachable { reasons }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Turn;

    fn sentence(swaps: &[(usize, usize)]) -> String {
        let mut colors: [Face; 24] = Cube2::SOLVED.facelets().try_into().unwrap();
        for &(a, b) in swaps {
            colors.swap(a, b);
        }
        check(&colors).unwrap_err().to_string()
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
            check(&colors).unwrap_err().to_string(),
            "impossible cube: color U occurs 3 times instead of 4; color D occurs 5 times instead of 4; \
             the corner DRF at URF is mirrored"
        );
    }
}
