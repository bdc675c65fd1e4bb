//! Tables that several solvers may use, with their known distributions.

use super::axis_rows::AxisRows;
use super::coordinate::{
    Coordinate, CornerOrientation, CornerPermutation, EdgeOrientation, FlipSlice, LayerEdges, SixEdges, SlicePositions,
};
use super::rows::{Product, Reduced, RowSpace, SixEdgeRows};
use super::spec::{CrumbTable, DistanceTable, TableSpec};
use super::transition::{Pair, Space, TransitionTable};

/// All corners (source 000): [`CornerPermutation`] · 2187 + [`CornerOrientation`].
pub const CORNERS: TableSpec = TableSpec::distances::<Corners>();
/// The edges UR to DF (source 000): [`SixEdges<0>`](SixEdges).
pub const FIRST_EDGES: TableSpec = TableSpec::distances::<HalfEdges<0>>();
/// The edges DL to BR (source 000): [`SixEdges<6>`](SixEdges).
pub const LAST_EDGES: TableSpec = TableSpec::distances::<HalfEdges<6>>();
/// The way into the domino group: class of [`FlipSlice`] · 2187 + [`CornerOrientation`] (H. Kociemba's phase 1).
pub const TO_DOMINO: TableSpec = TableSpec::distances::<ToDomino>();
/// Corners and layer edges within the domino group: class of [`CornerPermutation`] · 40320 + [`LayerEdges`]
/// (H. Kociemba's phase 2, but for the middle layer).
pub const IN_DOMINO: TableSpec = TableSpec::distances::<InDomino>();
/// All twists and flips and where the edges of the middle layer and the corners of U are: [`AxisRows`]. The largest table,
/// 2.6 GB (from H. Kociemba's phase 1 a step of the same kind as to his optimal solver).
pub const TO_AXIS: TableSpec = TableSpec::crumbs::<ToAxis>(2);

/// The space of [`TO_DOMINO`]: 64,430 classes of [`FlipSlice`] by 2,187 values of [`CornerOrientation`].
#[must_use]
pub fn to_domino() -> Reduced {
    let (slice, flips) = (TransitionTable::new::<SlicePositions>(), TransitionTable::new::<EdgeOrientation>());
    Reduced::new::<FlipSlice, CornerOrientation>(|index, turn| Pair(&slice, &flips).next(index, turn))
}

/// The space of [`IN_DOMINO`]: 2,768 classes of [`CornerPermutation`] by 40,320 values of [`LayerEdges`].
#[must_use]
pub fn in_domino() -> Reduced {
    let corners = TransitionTable::new::<CornerPermutation>();
    Reduced::new::<CornerPermutation, LayerEdges>(|index, turn| corners.next(index, turn))
}

pub(super) struct Corners;

impl DistanceTable for Corners {
    const NAME: &'static str = "corners";
    const ABOUT: &'static str = "all corners: distance from solved";
    const ROWS_AND_COLUMNS: (usize, usize) = (CornerPermutation::SIZE, CornerOrientation::SIZE);
    // Source 000; its count for 7 turns is misprinted, as the sum shows.
    const DISTRIBUTION: &'static [u64] =
        &[1, 18, 243, 2_874, 28_000, 205_416, 1_168_516, 5_402_628, 20_776_176, 45_391_616, 15_139_616, 64_736];

    fn space() -> impl RowSpace {
        Product::new::<CornerPermutation, CornerOrientation>()
    }
}

pub(super) struct HalfEdges<const FIRST: usize>;

impl<const FIRST: usize> DistanceTable for HalfEdges<FIRST> {
    const NAME: &'static str = if FIRST == 0 { "first-six-edges" } else { "last-six-edges" };
    const ABOUT: &'static str = "six of the edges: distance from solved";
    const ROWS_AND_COLUMNS: (usize, usize) = (SixEdges::<FIRST>::SIZE / 64, 64);
    // Ours; source 000 has the sum, 42,577,920. The two halves are not symmetric copies of each other.
    const DISTRIBUTION: &'static [u64] = if FIRST == 0 {
        &[1, 18, 230, 2_747, 30_847, 308_783, 2_508_618, 13_189_082, 23_497_569, 3_039_786, 239]
    } else {
        &[1, 15, 190, 2_360, 27_139, 281_416, 2_380_459, 13_065_209, 23_961_831, 2_859_244, 56]
    };

    fn space() -> impl RowSpace {
        SixEdgeRows::new::<FIRST>()
    }
}

/// How many values of orientations and slice positions are 0 to 12 turns from the domino group. Published: H. Kociemba's
/// page on the two-phase algorithm; the sum is 2187 · 2048 · 495.
pub const TO_DOMINO_COUNTS: [u64; 13] =
    [1, 4, 50, 592, 7_156, 87_236, 1_043_817, 12_070_278, 124_946_368, 821_605_960, 1_199_128_738, 58_202_444, 476];

pub(super) struct ToDomino;

impl DistanceTable for ToDomino {
    const NAME: &'static str = "to-domino";
    const ABOUT: &'static str = "twists, flips, middle layer: distance from the domino group";
    const ROWS_AND_COLUMNS: (usize, usize) = (64_430, CornerOrientation::SIZE);
    const DISTRIBUTION: &'static [u64] = &TO_DOMINO_COUNTS;

    fn space() -> impl RowSpace {
        to_domino()
    }
}

pub(super) struct InDomino;

impl DistanceTable for InDomino {
    const NAME: &'static str = "in-domino";
    const ABOUT: &'static str = "corners, edges of U and D: distance within the domino group";
    const ROWS_AND_COLUMNS: (usize, usize) = (2_768, LayerEdges::SIZE);
    // Farther ones help no search: a phase 2 as long as that is given up for a longer phase 1.
    const FARTHEST: u8 = 12;
    // Ours; the sum is 8!², the last count that of all states 13 turns away and more.
    const DISTRIBUTION: &'static [u64] = &[
        1,
        10,
        67,
        420,
        2_335,
        12_260,
        61_038,
        291_004,
        1_327_429,
        5_821_374,
        24_141_784,
        89_480_354,
        262_907_144,
        1_241_657_180,
    ];

    fn space() -> impl RowSpace {
        in_domino()
    }
}

/// [`TO_AXIS`].
pub struct ToAxis;

impl CrumbTable for ToAxis {
    const NAME: &'static str = "axis";
    const ABOUT: &'static str = "twists, flips, middle layer, upper corners: distance from solved";
    const ROWS_AND_COLUMNS: (usize, usize) = (AxisRows::ROWS, CornerOrientation::SIZE);
    const NEAR: u8 = 9;
    // Ours; the sum is 2187 · 2048 · 34650.
    const DISTRIBUTION: [u64; 4] = [5_880_332_448, 44_357_827_016, 96_779_083_572, 8_179_275_364];

    fn space() -> impl RowSpace {
        AxisRows::new()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::num::NonZeroUsize;

    use super::*;
    use crate::puzzle::CubeState;
    use crate::puzzle::cube3::Cube3;
    use crate::puzzle::turn::{MoveSet, Turn};
    use crate::rng::Seed;
    use crate::table::nibbles::{Build, Nibbles};

    /// Breadth first over states, without any table, so many turns deep.
    fn counted(turns: MoveSet, depth: usize, encode: impl Fn(Cube3) -> usize) -> Vec<u64> {
        let mut seen = BTreeSet::from([encode(Cube3::SOLVED)]);
        let (mut layer, mut counts) = (vec![Cube3::SOLVED], vec![1]);
        for _ in 0..depth {
            let reached = layer.iter().flat_map(|cube| turns.iter().map(|turn| cube.apply(turn)));
            layer = reached.filter(|&cube| seen.insert(encode(cube))).collect();
            counts.push(layer.len() as u64);
        }
        counts
    }

    #[test]
    fn the_first_counts_are_those_of_states() {
        fn all(depth: usize, encode: impl Fn(Cube3) -> usize) -> Vec<u64> {
            counted(MoveSet::ALL, depth, encode)
        }
        assert_eq!(all(4, SixEdges::<0>::encode), HalfEdges::<0>::DISTRIBUTION[..5]);
        assert_eq!(all(4, SixEdges::<6>::encode), HalfEdges::<6>::DISTRIBUTION[..5]);
        let twists_and_edges =
            |cube| FlipSlice::encode(cube) * CornerOrientation::SIZE + CornerOrientation::encode(cube);
        assert_eq!(all(5, twists_and_edges), ToDomino::DISTRIBUTION[..6]);
        let corners_and_edges = |cube| CornerPermutation::encode(cube) * LayerEdges::SIZE + LayerEdges::encode(cube);
        assert_eq!(counted(MoveSet::DOMINO, 6, corners_and_edges), InDomino::DISTRIBUTION[..7]);
    }

    #[test]
    fn distributions_add_up() {
        let sum = |counts: &[u64]| counts.iter().sum::<u64>();
        assert_eq!(sum(Corners::DISTRIBUTION), 88_179_840);
        assert_eq!(sum(HalfEdges::<0>::DISTRIBUTION), 42_577_920);
        assert_eq!(sum(HalfEdges::<6>::DISTRIBUTION), 42_577_920);
        assert_eq!(sum(ToDomino::DISTRIBUTION), 2_217_093_120);
        assert_eq!(sum(InDomino::DISTRIBUTION), 40_320 * 40_320);
        assert_eq!(sum(&ToAxis::DISTRIBUTION), 2_187 * 2_048 * 34_650);
    }

    /// Builds a table on two threads, checks it, and walks: no turn changes a distance by more than one, and a
    /// distance is never more than the number of turns taken.
    fn built<T: DistanceTable>(spec: &TableSpec, turns: MoveSet, place: impl Fn(Cube3) -> (usize, usize)) {
        let build = Build { threads: NonZeroUsize::new(2).expect("two"), progress: &|_, _| () };
        let bytes = (spec.build)(build);
        assert_eq!(bytes.len(), spec.bytes);
        assert_eq!((spec.check)(bytes.clone()), Ok(()));
        let table = Nibbles::from_bytes(bytes, T::ROWS_AND_COLUMNS.1);
        let (turns, mut stream): (Vec<Turn>, _) = (turns.iter().collect(), Seed::from_number(17).stream());
        for _ in 0..1_000 {
            let (mut cube, mut before) = (Cube3::SOLVED, 0);
            for walked in 1..=30 {
                cube = cube.apply(turns[stream.index(turns.len())]);
                let (row, column) = place(cube);
                let distance = table.get(row, column);
                assert!(distance <= walked && distance.abs_diff(before) <= 1);
                before = distance;
            }
        }
    }

    #[test]
    #[ignore = "44 MB and three seconds"]
    fn corners_have_the_known_distribution() {
        let place = |cube| (CornerPermutation::encode(cube), CornerOrientation::encode(cube));
        built::<Corners>(&CORNERS, MoveSet::ALL, place);
    }

    #[test]
    #[ignore = "twice 21 MB and four seconds"]
    fn six_edges_have_the_known_distribution() {
        let place = |index: usize| (index / 64, index % 64);
        built::<HalfEdges<0>>(&FIRST_EDGES, MoveSet::ALL, |cube| place(SixEdges::<0>::encode(cube)));
        built::<HalfEdges<6>>(&LAST_EDGES, MoveSet::ALL, |cube| place(SixEdges::<6>::encode(cube)));
    }

    /// The class of a value, and the other coordinate seen through the symmetry that makes the representative of it.
    fn reduced<R: Coordinate, C: Coordinate>() -> impl Fn(Cube3) -> (usize, usize) {
        use crate::table::symmetry::{SymmetryClasses, axis_symmetries};
        let classes = SymmetryClasses::new::<R>();
        move |cube| {
            let (class, symmetry) = classes.class(R::encode(cube));
            (class, C::encode(cube.conjugate(axis_symmetries()[symmetry])))
        }
    }

    #[test]
    #[ignore = "70 MB and three seconds"]
    fn the_way_to_the_domino_group_has_the_known_distribution() {
        built::<ToDomino>(&TO_DOMINO, MoveSet::ALL, reduced::<FlipSlice, CornerOrientation>());
    }

    #[test]
    #[ignore = "56 MB and two seconds"]
    fn the_domino_group_has_the_known_distribution() {
        built::<InDomino>(&IN_DOMINO, MoveSet::DOMINO, reduced::<CornerPermutation, LayerEdges>());
    }
}
