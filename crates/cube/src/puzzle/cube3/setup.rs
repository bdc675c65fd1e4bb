//! [`Setup`]: the facelets of a 3×3×3, also those of piece vectors, which need not be a reachable cube, and their conversion to a reachable
//! state, or to pieces that moves need not reach. Its readers of pieces and of twists also serve the 2×2×2, whose facelets are checked in
//! `cube2`. Texts are read in `notation`.

use super::{CORNER_FACELETS, CORNERS, Cube3, EDGE_FACELETS, EDGES, PieceVectors, permutation_is_odd};
use crate::puzzle::unreachable::{count_colors, name};
use crate::puzzle::{Face, HeldState, Reason, Symmetry, Unreachable};

/// Fifty-four colored facelets, such as user input, which need not be a reachable cube. [`Setup::check`] converts them
/// to a [`Cube3`].
///
/// ```
/// use evocube_cube::{Cube3, Face, Setup};
/// let mut colors = [Face::U; 54];
/// colors.copy_from_slice(&Cube3::SOLVED.facelets());
/// assert_eq!(Setup::from_colors(colors).check(), Ok(Cube3::SOLVED));
/// colors.swap(7, 19);
/// assert!(Setup::from_colors(colors).check().is_err(), "UF is flipped");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    colors: [Face; 54],
}

impl Setup {
    /// Returns a setup from the color of each facelet, named by its home face.
    pub const fn from_colors(colors: [Face; 54]) -> Self {
        Self { colors }
    }

    /// Returns the color of each facelet.
    pub const fn colors(&self) -> &[Face; 54] {
        &self.colors
    }

    /// Returns a setup from four vectors.
    ///
    /// # Errors
    /// If a number is out of range. Unreachable cubes are accepted here; [`Setup::check`] refuses them.
    pub fn from_vectors(vectors: &PieceVectors) -> Result<Self, Unreachable> {
        let fields: [(&str, &[u8], u8); 4] = [
            ("corner position", &vectors.corner_position, 8),
            ("corner orientation", &vectors.corner_orientation, 3),
            ("edge position", &vectors.edge_position, 12),
            ("edge orientation", &vectors.edge_orientation, 2),
        ];
        let reasons: Vec<_> = fields
            .iter()
            .flat_map(|(name, values, bound)| {
                let wrong = values.iter().enumerate().filter(move |&(_, value)| value >= bound);
                wrong.map(move |(index, &value)| Reason::OutOfRange { entry: format!("{name} {index}"), value })
            })
            .collect();
        if !reasons.is_empty() {
            return Err(Unreachable { reasons });
        }
        Ok(Self::from_colors(Cube3::from_vectors_unchecked(vectors).colors()))
    }

    /// Returns the state with these facelets, after a rotation of the whole cube that brings its centers home.
    ///
    /// # Errors
    /// All reasons why no moves lead to these facelets.
    pub fn check(&self) -> Result<Cube3, Unreachable> {
        self.check_held().map(|held| held.state)
    }

    /// Returns the state with these facelets as it lies.
    ///
    /// # Errors
    /// As [`Setup::check`].
    pub fn check_held(&self) -> Result<HeldState<Cube3>, Unreachable> {
        let cube = self.assembled()?;
        let mut reasons = Vec::new();
        cube.state.check_parities(&mut reasons);
        if reasons.is_empty() { Ok(cube) } else { Err(Unreachable { reasons }) }
    }

    /// Returns the pieces of a cube that can be assembled, as it lies; moves need not reach it.
    ///
    /// # Errors
    /// All reasons why it cannot be assembled.
    pub fn pieces(&self) -> Result<HeldState<PieceVectors>, Unreachable> {
        self.assembled().map(|held| held.map(Cube3::vectors))
    }

    /// Returns the cube with these facelets, which has each piece once but may be unreachable.
    fn assembled(&self) -> Result<HeldState<Cube3>, Unreachable> {
        let HeldState { state: setup, hold } =
            self.turned_home().map_err(|reason| Unreachable { reasons: vec![reason] })?;
        let mut reasons = count_colors(&setup.colors);
        let cube = setup.read_pieces(&mut reasons);
        if reasons.is_empty() { Ok(HeldState { state: cube, hold }) } else { Err(Unreachable { reasons }) }
    }

    /// Returns the setup rotated so that every center is on its own face, and the rotation from there to this setup.
    fn turned_home(&self) -> Result<HeldState<Self>, Reason> {
        let centers: [Face; 6] = std::array::from_fn(|face| self.colors[9 * face + 4]);
        if Face::ALL.iter().any(|face| !centers.contains(face)) {
            return Err(Reason::Centers);
        }
        // The symmetry that maps each face to the color of its center.
        match Symmetry::from_faces(|face| centers[face.index()]) {
            None => Err(Reason::MisplacedCenters),
            Some(symmetry) if symmetry.mirrors() => Err(Reason::MirroredCenters),
            Some(rotation) => {
                let mut colors = Cube3::SOLVED.colors();
                let (corner_map, edge_map) = &super::STICKER_IMAGES[rotation.index()];
                let facelets = [CORNER_FACELETS.as_flattened(), EDGE_FACELETS.as_flattened()];
                for (facelets, map) in facelets.into_iter().zip([corner_map, edge_map]) {
                    for (&facelet, &target) in facelets.iter().zip(map) {
                        colors[facelets[usize::from(target)]] = self.colors[facelet];
                    }
                }
                Ok(HeldState { state: Self { colors }, hold: rotation.inverse() })
            }
        }
    }

    /// Returns the piece in every position. Adds a reason for each position without one, and for each missing or repeated
    /// piece.
    pub(crate) fn read_pieces(&self, reasons: &mut Vec<Reason>) -> Cube3 {
        let mut cube = Cube3::SOLVED;
        let reason_count = reasons.len();
        let corners = self.read_kind(&CORNERS, &CORNER_FACELETS, &mut cube.corners, reasons);
        let edges = self.read_kind(&EDGES, &EDGE_FACELETS, &mut cube.edges, reasons);
        let is_unreadable = reasons.len() > reason_count;
        let corners = CORNERS.iter().map(|faces| name(faces)).zip(corners);
        let edges = EDGES.iter().map(|faces| name(faces)).zip(edges);
        for (piece, count) in corners.chain(edges) {
            match count {
                1 => {}
                // The missing piece may be in an unreadable position.
                0 if is_unreadable => {}
                0 => reasons.push(Reason::Missing { piece }),
                _ => reasons.push(Reason::Repeated { piece, count }),
            }
        }
        cube
    }

    /// Reads the pieces of one kind. Returns the count of each; adds a reason for each position without a piece.
    fn read_kind<const N: usize, const COUNT: usize>(
        &self,
        names: &[[Face; N]; COUNT],
        facelets: &[[usize; N]; COUNT],
        pieces: &mut [u8; COUNT],
        reasons: &mut Vec<Reason>,
    ) -> [usize; COUNT] {
        let turned = if N == 3 { 8 } else { 16 };
        let mut count = [0; COUNT];
        for position in 0..COUNT {
            let colors = facelets[position].map(|facelet| self.colors[facelet]);
            let lies = |piece: usize, turns: usize| (0..N).all(|n| names[piece][n] == colors[(n + turns) % N]);
            if let Some(place) = (0..COUNT * N).find(|place| lies(place / N, place % N)) {
                pieces[position] = u8::try_from(place / N + turned * (place % N)).expect("pieces fit 8 bits");
                count[place / N] += 1;
            } else {
                reasons.push(Reason::no_piece(names, position, colors));
            }
        }
        count
    }
}

/// The maximum number of pieces that are named as suspects.
const FEW: usize = 3;

/// Returns the names of pieces; none if there are more than [`FEW`].
fn few(suspects: Vec<String>) -> Vec<String> {
    if suspects.len() <= FEW { suspects } else { Vec::new() }
}

impl Cube3 {
    /// Returns the state that four vectors describe.
    ///
    /// # Errors
    /// All reasons why such a cube does not exist or turns cannot reach it.
    pub fn from_vectors(vectors: &PieceVectors) -> Result<Self, Unreachable> {
        Setup::from_vectors(vectors)?.check()
    }

    /// Adds the reason why moves cannot reach these twists, if there is one.
    pub(crate) fn check_twists(self, reasons: &mut Vec<Reason>) {
        let twists = self.corners.map(|value| value >> 3);
        let twist: u8 = twists.iter().sum::<u8>() % 3;
        if twist != 0 {
            let suspects = (0..8).filter(|&i| twists[i] != 0).map(|i| name(&CORNERS[self.corner(i).0])).collect();
            reasons.push(Reason::Twisted { clockwise: twist == 1, suspects: few(suspects) });
        }
    }

    /// Adds the reasons why moves cannot reach these pieces, if there are any.
    fn check_parities(self, reasons: &mut Vec<Reason>) {
        self.check_twists(reasons);
        let flips = self.edges.map(|value| value >> 4);
        if flips.iter().sum::<u8>() % 2 != 0 {
            let suspects = (0..12).filter(|&i| flips[i] != 0).map(|i| name(&EDGES[self.edge(i).0])).collect();
            reasons.push(Reason::Flipped { suspects: few(suspects) });
        }
        let edges = self.edges.map(|value| value & 15);
        if self.is_odd() != permutation_is_odd(&edges) {
            let corners = (0..8).filter(|&i| self.corner(i).0 != i).map(|i| name(&CORNERS[i]));
            let mut suspects: Vec<_> =
                corners.chain((0..12).filter(|&i| self.edge(i).0 != i).map(|i| name(&EDGES[i]))).collect();
            if suspects.len() != 2 {
                suspects.clear();
            }
            reasons.push(Reason::Swapped { suspects });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence(setup: Setup) -> String {
        setup.check().unwrap_err().to_string()
    }

    fn swapped(facelets: &[(usize, usize)]) -> Setup {
        let mut colors = Cube3::SOLVED.colors();
        for &(a, b) in facelets {
            colors.swap(a, b);
        }
        Setup::from_colors(colors)
    }

    #[test]
    fn an_impossible_cube_has_all_its_reasons() {
        assert_eq!(sentence(swapped(&[(8, 9), (8, 20)])), "impossible cube: one corner is twisted clockwise (URF)");
        assert_eq!(
            sentence(swapped(&[(8, 9), (9, 20)])),
            "impossible cube: one corner is twisted counter-clockwise (URF)"
        );
        assert_eq!(sentence(swapped(&[(7, 19)])), "impossible cube: one edge is flipped (UF)");
        assert_eq!(sentence(swapped(&[(5, 7), (10, 19)])), "impossible cube: two pieces are swapped (UR, UF)");
        assert_eq!(
            sentence(swapped(&[(7, 19), (8, 9), (8, 20)])),
            "impossible cube: one corner is twisted clockwise (URF); one edge is flipped (UF)"
        );
        assert_eq!(sentence(swapped(&[(8, 9)])), "impossible cube: the corner RUF at URF is mirrored");
        assert_eq!(
            sentence(swapped(&[(5, 28)])),
            "impossible cube: piece UR is missing; piece UF occurs 2 times; piece DR occurs 2 times; piece DF is missing"
        );
        assert_eq!(sentence(swapped(&[(4, 13)])), "impossible cube: the six centers are not arranged as on a cube");
        assert_eq!(sentence(swapped(&[(4, 31)])), "impossible cube: the six centers are arranged as in a mirror");
        let mut colors = Cube3::SOLVED.colors();
        colors[0] = Face::D;
        assert_eq!(
            sentence(Setup::from_colors(colors)),
            "impossible cube: color U occurs 8 times instead of 9; color D occurs 10 times instead of 9; \
             the corner DLB at ULB is mirrored"
        );
    }

    #[test]
    fn a_rotated_cube_is_read_as_the_same_state() {
        let cube = Cube3::after(&[crate::Turn::R, crate::Turn::U2, crate::Turn::F3]);
        for rotation in Symmetry::rotations() {
            // The rotation moves the stickers without any turn of a face.
            let mut colors = [Face::U; 54];
            let (corner_map, edge_map) = &super::super::STICKER_IMAGES[rotation.index()];
            let old = cube.colors();
            for sticker in 0..24 {
                let target = usize::from(corner_map[sticker]);
                colors[CORNER_FACELETS[target / 3][target % 3]] = old[CORNER_FACELETS[sticker / 3][sticker % 3]];
                let target = usize::from(edge_map[sticker]);
                colors[EDGE_FACELETS[target / 2][target % 2]] = old[EDGE_FACELETS[sticker / 2][sticker % 2]];
            }
            for face in Face::ALL {
                colors[9 * rotation.face(face).index() + 4] = face;
            }
            assert_eq!(Setup::from_colors(colors).check(), Ok(cube));
            assert_eq!(Setup::from_colors(colors).check_held(), Ok(HeldState { state: cube, hold: rotation }));
        }
    }

    #[test]
    fn vectors_are_converted_both_ways_and_checked() {
        let cube = Cube3::after(&[crate::Turn::F, crate::Turn::L3, crate::Turn::B2]);
        let mut vectors = cube.vectors();
        assert_eq!(Cube3::from_vectors(&vectors), Ok(cube));
        assert_eq!(Cube3::from_vectors_unchecked(&vectors), cube);
        assert!(cube.then(cube.inverse()).is_solved());
        vectors.edge_position[3] = 12;
        assert_eq!(
            Cube3::from_vectors(&vectors).unwrap_err().to_string(),
            "impossible cube: edge position 3 is 12, which is out of range"
        );
    }
}
