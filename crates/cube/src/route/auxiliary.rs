//! The auxiliary state of two 3×3×3 given as pieces, which moves need not reach: its solutions are exactly the routes from one to the
//! other. That of two reachable states is [`Puzzle::between`](crate::Puzzle::between). `Router` solves both.

use crate::puzzle::PieceVectors;

/// Returns the auxiliary state of the start A and the goal B by pieces, as in the definition of the paper. Both have each piece once, but
/// need not be reachable from solved.
///
/// Let j be the position in B of the piece at position i in A. Then X has piece j at position i, with the orientation
/// of A at i minus that of B at j.
///
/// ```
/// use evocube_cube::route::auxiliary_pieces;
/// use evocube_cube::{Cube3, Turn};
/// let pieces = Cube3::after(&[Turn::R]).vectors();
/// assert_eq!(auxiliary_pieces(&pieces, &pieces), Cube3::SOLVED.vectors());
/// ```
pub fn auxiliary_pieces(start: &PieceVectors, goal: &PieceVectors) -> PieceVectors {
    let (corner_position, corner_orientation) =
        part((&start.corner_position, &start.corner_orientation), (&goal.corner_position, &goal.corner_orientation), 3);
    let (edge_position, edge_orientation) =
        part((&start.edge_position, &start.edge_orientation), (&goal.edge_position, &goal.edge_orientation), 2);
    PieceVectors { corner_position, corner_orientation, edge_position, edge_orientation }
}

/// Positions and orientations for one kind of piece; orientations are modulo `modulus`.
fn part<const N: usize>(start: (&[u8; N], &[u8; N]), goal: (&[u8; N], &[u8; N]), modulus: u8) -> ([u8; N], [u8; N]) {
    let mut place = [0; N];
    for (position, &piece) in (0u8..).zip(goal.0) {
        place[usize::from(piece)] = position;
    }
    let positions = start.0.map(|piece| place[usize::from(piece)]);
    let orientation = |i: usize| (start.1[i] + modulus - goal.1[usize::from(positions[i])]) % modulus;
    (positions, std::array::from_fn(orientation))
}
