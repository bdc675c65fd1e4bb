//! The faces and facelets of the positions of a 3×3×3, and the images of stickers by symmetries. Also a state written as the colors or as
//! the stickers on all facelets. Facelets are made a state in `setup`, and texts are read in `notation`.
//!
//! Facelets have the numbers 0 to 53: nine for each face in the order U, R, F, D, L, B, by rows (see the net in [`cube3`](super)). Centers
//! belong to no piece.

use super::{Cube3, Symmetry};
use crate::puzzle::turn::Face::{self, B, D, F, L, R, U};

/// The faces of each corner position, clockwise from its U or D face.
pub const CORNERS: [[Face; 3]; 8] =
    [[U, R, F], [U, F, L], [U, L, B], [U, B, R], [D, F, R], [D, L, F], [D, B, L], [D, R, B]];

/// The faces of each edge position; the first is the U or D face, else the F or B face.
pub const EDGES: [[Face; 2]; 12] =
    [[U, R], [U, F], [U, L], [U, B], [D, R], [D, F], [D, L], [D, B], [F, R], [F, L], [B, L], [B, R]];

/// The facelet of each corner position on each of its faces, in the order of [`CORNERS`].
pub const CORNER_FACELETS: [[usize; 3]; 8] =
    [[8, 9, 20], [6, 18, 38], [0, 36, 47], [2, 45, 11], [29, 26, 15], [27, 44, 24], [33, 53, 42], [35, 17, 51]];

/// The facelet of each edge position on each of its faces, in the order of [`EDGES`].
#[rustfmt::skip]
pub const EDGE_FACELETS: [[usize; 2]; 12] = [
    [5, 10], [7, 19], [3, 37], [1, 46], [32, 16], [28, 25], [30, 43], [34, 52], [23, 12], [21, 41], [50, 39], [48, 14],
];

const _: () = {
    let mut i = 0;
    while i < 12 {
        let mut n = 0;
        while n < 3 {
            assert!(
                i >= 8 || CORNER_FACELETS[i][n] / 9 == CORNERS[i][n] as usize,
                "a corner's facelet lies on its face"
            );
            assert!(n >= 2 || EDGE_FACELETS[i][n] / 9 == EDGES[i][n] as usize, "an edge's facelet lies on its face");
            n += 1;
        }
        i += 1;
    }
};

/// The map of stickers by each symmetry, as corner position · 3 + face number and as edge position · 2 + face number.
pub(crate) const STICKER_IMAGES: [([u8; 24], [u8; 24]); 48] = all_sticker_images();

const fn all_sticker_images() -> [([u8; 24], [u8; 24]); 48] {
    let mut all = [([0; 24], [0; 24]); 48];
    let mut index = 0;
    while index < 48 {
        let symmetry = Symmetry::from_index(index);
        all[index] = (sticker_images(&CORNERS, symmetry), sticker_images(&EDGES, symmetry));
        index += 1;
    }
    all
}

/// Returns the map of the stickers of one kind of piece, as position · `N` + face number.
#[allow(clippy::cast_possible_truncation)] // less than 24
const fn sticker_images<const N: usize, const COUNT: usize>(
    names: &[[Face; N]; COUNT],
    symmetry: Symmetry,
) -> [u8; 24] {
    let mut images = [0; 24];
    let mut from = 0;
    while from < 24 {
        let mut target = 0;
        // The position with the images of all faces, and the number of the image of the sticker's face there.
        while symmetry.face(names[from / N][from % N]) as u8 != names[target / N][target % N] as u8
            || image_set(&names[from / N], symmetry) != image_set(&names[target / N], Symmetry::IDENTITY)
        {
            target += 1;
        }
        images[from] = target as u8;
        from += 1;
    }
    images
}

/// Returns the set of the images of faces, one bit each.
const fn image_set(faces: &[Face], symmetry: Symmetry) -> u8 {
    let (mut set, mut i) = (0, 0);
    while i < faces.len() {
        set |= 1 << symmetry.face(faces[i]) as u8;
        i += 1;
    }
    set
}

impl Cube3 {
    /// Returns the identity of each sticker, the second representation of Monteiro and Menasché (see
    /// [`PieceVectors`](super::PieceVectors)): entry i is the home facelet of the sticker on facelet i.
    pub(crate) fn sticker_ids(self) -> [u8; 54] {
        let number = |facelet: usize| u8::try_from(facelet).expect("less than 54");
        let mut ids: [u8; 54] = std::array::from_fn(number);
        for position in 0..8 {
            let (piece, twist) = self.corner(position);
            for n in 0..3 {
                ids[CORNER_FACELETS[position][(n + twist) % 3]] = number(CORNER_FACELETS[piece][n]);
            }
        }
        for position in 0..12 {
            let (piece, flip) = self.edge(position);
            for n in 0..2 {
                ids[EDGE_FACELETS[position][(n + flip) % 2]] = number(EDGE_FACELETS[piece][n]);
            }
        }
        ids
    }

    /// Returns the color of each facelet, the first representation of Monteiro and Menasché: entry i is the home face of the
    /// color on facelet i. The inverse is [`Setup::from_colors`](super::Setup::from_colors) with
    /// [`Setup::check`](super::Setup::check).
    pub fn colors(self) -> [Face; 54] {
        self.sticker_ids().map(|id| Face::ALL[usize::from(id) / 9])
    }
}
