//! The definitions of the stored pruning tables of `Korf` but the largest, and of that of phase 2 of `Kociemba`. The space `to_domino` of
//! one of them, and its known counts in the tests, serve phase 1 of `Kociemba`, too. The largest is defined in `axis_space`, other tables
//! with their solvers; `search::tables` lists all.

use super::{
    Coordinate, CornerOrientation, CornerPermutation, EdgeOrientation, FlipSlice, LayerEdges, PackedTable,
    ProductSpace, ReducedSpace, SixEdgeSpace, SixEdges, SlicePositions, TableSpec, TransitionTable, narrow,
};
use crate::solver::Cancelled;

/// All corners (R. Korf): [`CornerPermutation`] · 2187 + [`CornerOrientation`].
pub(crate) const CORNERS: [TableSpec; 2] = TableSpec::both_metrics(
    1,
    ["corners", "corners-qtm"],
    ["all corners: distance from solved", "all corners: quarter turns from solved"],
    [3, 2],
    PackedTable::<4>::size(CornerPermutation::SIZE, CornerOrientation::SIZE),
    |metric, options| {
        PackedTable::<4>::build(&ProductSpace::new::<CornerPermutation, CornerOrientation>(), metric, 0, options)
    },
);

/// The edges UR to DF (R. Korf): [`SixEdges<0>`](SixEdges).
pub(crate) const FIRST_EDGES: [TableSpec; 2] = half_edges::<0>(["first-six-edges", "first-six-edges-qtm"]);
/// The edges DL to BR (R. Korf): [`SixEdges<6>`](SixEdges).
pub(crate) const LAST_EDGES: [TableSpec; 2] = half_edges::<6>(["last-six-edges", "last-six-edges-qtm"]);

const fn half_edges<const FIRST: usize>(name: [&'static str; 2]) -> [TableSpec; 2] {
    TableSpec::both_metrics(
        1,
        name,
        ["six of the edges: distance from solved", "six of the edges: quarter turns from solved"],
        [2, 2],
        PackedTable::<4>::size(SixEdges::<FIRST>::SIZE / 64, 64),
        |metric, options| PackedTable::<4>::build(&SixEdgeSpace::new::<FIRST>(options.step)?, metric, 0, options),
    )
}

/// The distance from the domino group (H. Kociemba's phase 1): class of [`FlipSlice`] · 2187 + [`CornerOrientation`].
pub(crate) const TO_DOMINO: [TableSpec; 2] = TableSpec::both_metrics(
    1,
    ["to-domino", "to-domino-qtm"],
    [
        "twists, flips, middle layer: distance from the domino group",
        "twists, flips, middle layer: quarter turns from the domino group",
    ],
    [3, 3],
    PackedTable::<4>::size(64_430, CornerOrientation::SIZE),
    |metric, options| PackedTable::<4>::build(&to_domino(options.step)?, metric, 0, options),
);

/// Corners and layer edges within the domino group (H. Kociemba's phase 2 without the middle layer): class of
/// [`CornerPermutation`] · 40320 + [`LayerEdges`].
///
/// Distances above 12 half turns or 14 quarter turns are not needed: instead of a phase 2 of that length, the search tries
/// a longer phase 1.
pub(crate) const IN_DOMINO: [TableSpec; 2] = TableSpec::both_metrics(
    1,
    ["in-domino", "in-domino-qtm"],
    [
        "corners, edges of U and D: distance within the domino group",
        "corners, edges of U and D: quarter turns within the domino group",
    ],
    [1, 1],
    PackedTable::<4>::size(2_768, LayerEdges::SIZE),
    |metric, options| {
        let max = [12, 14][metric as usize];
        PackedTable::<4>::new(&in_domino(options.step)?, metric, (0, max), options).map(PackedTable::into_bytes)
    },
);

/// Returns the space of [`TO_DOMINO`]: 64,430 classes of [`FlipSlice`] by 2,187 values of [`CornerOrientation`].
///
/// # Errors
/// That of a step.
pub(crate) fn to_domino(step: &dyn Fn() -> Result<(), Cancelled>) -> Result<ReducedSpace, Cancelled> {
    let (slice, flips) = (TransitionTable::new::<SlicePositions>(), TransitionTable::new::<EdgeOrientation>());
    ReducedSpace::new::<FlipSlice, CornerOrientation>(step, |value, turn| {
        let [slice_value, flip_value] = [value / EdgeOrientation::SIZE, value % EdgeOrientation::SIZE].map(narrow);
        usize::from(slice.next(slice_value, turn)) * EdgeOrientation::SIZE + usize::from(flips.next(flip_value, turn))
    })
}

/// Returns the space of [`IN_DOMINO`]: 2,768 classes of [`CornerPermutation`] by 40,320 values of [`LayerEdges`].
fn in_domino(step: &dyn Fn() -> Result<(), Cancelled>) -> Result<ReducedSpace, Cancelled> {
    let corners = TransitionTable::new::<CornerPermutation>();
    ReducedSpace::new::<CornerPermutation, LayerEdges>(step, |value, turn| corners.next(narrow(value), turn).into())
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::BTreeSet;
    use std::num::NonZeroUsize;

    use super::super::row_space::RowSpace;
    use super::*;
    use crate::puzzle::{Cube3, Metric, MoveSet, Turn};
    use crate::rng::Seed;
    use crate::table::BuildOptions;

    /// The numbers of states by distance, in each metric. Half turns: W. Souza's thesis, except the count for 7 moves, a misprint
    /// there, as the sum shows. Quarter turns: known. The sum of each is 88,179,840.
    const CORNER_COUNTS: [&[u64]; 2] = [
        &[1, 18, 243, 2_874, 28_000, 205_416, 1_168_516, 5_402_628, 20_776_176, 45_391_616, 15_139_616, 64_736],
        &[
            1, 12, 114, 924, 6_539, 39_528, 199_926, 806_136, 2_761_740, 8_656_152, 22_334_112, 32_420_448, 18_780_864,
            2_166_720, 6_624,
        ],
    ];

    /// Computed here; the sum, 42,577,920, is in W. Souza's thesis. The two halves are not symmetric copies of each other.
    const HALF_COUNTS: [[&[u64]; 2]; 2] = [
        [
            &[1, 18, 230, 2_747, 30_847, 308_783, 2_508_618, 13_189_082, 23_497_569, 3_039_786, 239],
            &[1, 12, 109, 941, 7_767, 60_751, 439_746, 2_768_420, 12_518_862, 22_465_564, 4_312_983, 2_764],
        ],
        [
            &[1, 15, 190, 2_360, 27_139, 281_416, 2_380_459, 13_065_209, 23_961_831, 2_859_244, 56],
            &[1, 10, 93, 832, 6_904, 54_904, 406_895, 2_646_406, 12_435_645, 22_838_844, 4_185_743, 1_643],
        ],
    ];

    /// Half turns: H. Kociemba's page on the two-phase algorithm. Quarter turns: computed here. The sum of each is 2187 · 2048 ·
    /// 495.
    pub(crate) const TO_DOMINO_COUNTS: [&[u64]; 2] = [
        &[
            1, 4, 50, 592, 7_156, 87_236, 1_043_817, 12_070_278, 124_946_368, 821_605_960, 1_199_128_738, 58_202_444,
            476,
        ],
        &[
            1, 4, 34, 312, 2_772, 24_996, 225_949, 2_017_078, 17_554_890, 139_132_730, 758_147_361, 1_182_378_518,
            117_594_403, 14_072,
        ],
    ];

    /// Computed here; the sum of each is 8!². The last count is of all states farther than the maximum.
    const IN_DOMINO_COUNTS: [&[u64]; 2] = [
        &[
            1, 10, 67, 420, 2_335, 12_260, 61_038, 291_004, 1_327_429, 5_821_374, 24_141_784, 89_480_354, 262_907_144,
            1_241_657_180,
        ],
        &[1, 4, 10, 36, 99, 240, 728, 1_840, 4_607, 12_984, 30_244, 81_128, 194_910, 493_188, 1_174_120, 1_623_708_261],
    ];

    /// Returns the numbers of states up to a distance, breadth first over states and without a table.
    fn layer_sizes(metric: Metric, moves: MoveSet, depth: usize, encode: impl Fn(Cube3) -> usize) -> Vec<u64> {
        let mut indices = BTreeSet::from([encode(Cube3::SOLVED)]);
        let mut layers = vec![vec![Cube3::SOLVED]];
        for _ in 0..depth {
            let mut layer = Vec::new();
            for turn in moves.iter() {
                let layer_below = layers.len().checked_sub(metric.cost(turn).into()).map(|distance| &layers[distance]);
                let neighbors = layer_below.into_iter().flatten().map(|cube| cube.apply(turn));
                layer.extend(neighbors.filter(|&cube| indices.insert(encode(cube))));
            }
            layers.push(layer);
        }
        layers.iter().map(|layer| layer.len() as u64).collect()
    }

    #[test]
    fn the_first_counts_of_tables_equal_counted_states() {
        for (metric, depth) in Metric::ALL.into_iter().zip([4, 5]) {
            let all = |encode: fn(Cube3) -> usize| layer_sizes(metric, MoveSet::ALL, depth, encode);
            let expected = |distribution: [&'static [u64]; 2]| &distribution[metric as usize][..=depth];
            assert_eq!(all(SixEdges::<0>::encode), expected(HALF_COUNTS[0]));
            assert_eq!(all(SixEdges::<6>::encode), expected(HALF_COUNTS[1]));
            assert_eq!(
                all(|cube| CornerPermutation::encode(cube) * CornerOrientation::SIZE + CornerOrientation::encode(cube)),
                expected(CORNER_COUNTS)
            );
            assert_eq!(
                all(|cube| FlipSlice::encode(cube) * CornerOrientation::SIZE + CornerOrientation::encode(cube)),
                expected(TO_DOMINO_COUNTS)
            );
            let domino = |cube| CornerPermutation::encode(cube) * LayerEdges::SIZE + LayerEdges::encode(cube);
            let depth = depth + 2;
            let counts = layer_sizes(metric, MoveSet::DOMINO, depth, domino);
            assert_eq!(counts, IN_DOMINO_COUNTS[metric as usize][..=depth]);
        }
    }

    #[test]
    fn distributions_add_up_to_the_size_of_the_space() {
        let adds_up = |distribution: [&[u64]; 2], size: u64| {
            assert_eq!(distribution.map(|counts| counts.iter().sum::<u64>()), [size; 2]);
        };
        adds_up(CORNER_COUNTS, 88_179_840);
        adds_up(HALF_COUNTS[0], 42_577_920);
        adds_up(HALF_COUNTS[1], 42_577_920);
        adds_up(TO_DOMINO_COUNTS, 2_217_093_120);
        adds_up(IN_DOMINO_COUNTS, 40_320 * 40_320);
    }

    /// Builds a table on two threads, checks its distribution, and walks at random: no move changes a distance by more than
    /// one, and a distance is at most the number of moves of the walk.
    fn check(
        tables: &[TableSpec; 2],
        counts: [&[u64]; 2],
        moves: MoveSet,
        space: &impl RowSpace,
        place: impl Fn(Cube3) -> (usize, usize),
    ) {
        let options = BuildOptions { threads: NonZeroUsize::new(2).expect("two"), ..BuildOptions::SEQUENTIAL };
        let bytes = (tables[0].build)(Metric::Htm, options).unwrap();
        assert_eq!(bytes.len(), tables[0].bytes);
        let table = PackedTable::<4>::from_bytes(bytes, space.columns());
        assert_eq!(table.distribution(space), counts[0]);
        let (turns, mut stream): (Vec<Turn>, _) = (moves.iter().collect(), Seed::from_number(17).stream());
        for _ in 0..1_000 {
            let (mut cube, mut last_distance) = (Cube3::SOLVED, 0);
            for walked in 1..=30 {
                cube = cube.apply(turns[stream.index(turns.len())]);
                let (row, column) = place(cube);
                let distance = table.get(row, column);
                assert!(distance <= walked && distance.abs_diff(last_distance) <= 1);
                last_distance = distance;
            }
        }
    }

    #[test]
    #[ignore = "44 MB and three seconds"]
    fn corners_have_the_known_distribution() {
        let place = |cube| (CornerPermutation::encode(cube), CornerOrientation::encode(cube));
        let space = ProductSpace::new::<CornerPermutation, CornerOrientation>();
        check(&CORNERS, CORNER_COUNTS, MoveSet::ALL, &space, place);
    }

    #[test]
    #[ignore = "twice 21 MB and four seconds"]
    fn six_edges_have_the_known_distribution() {
        let place = |index: usize| (index / 64, index % 64);
        let step = || Ok(());
        let (first, last) = (SixEdgeSpace::new::<0>(&step).unwrap(), SixEdgeSpace::new::<6>(&step).unwrap());
        check(&FIRST_EDGES, HALF_COUNTS[0], MoveSet::ALL, &first, |cube| place(SixEdges::<0>::encode(cube)));
        check(&LAST_EDGES, HALF_COUNTS[1], MoveSet::ALL, &last, |cube| place(SixEdges::<6>::encode(cube)));
    }

    /// Returns the class of a value, and the other coordinate conjugated by the symmetry that takes the value to its
    /// representative.
    fn reduced<R: Coordinate, C: Coordinate>() -> impl Fn(Cube3) -> (usize, usize) {
        use crate::table::symmetry::{SymmetryClasses, axis_symmetries};
        let classes = SymmetryClasses::new::<R>(&|| Ok(())).unwrap();
        move |cube| {
            let (class, symmetry) = classes.class(R::encode(cube));
            (class, C::encode(cube.conjugate(axis_symmetries()[symmetry])))
        }
    }

    #[test]
    #[ignore = "70 MB and three seconds"]
    fn phase_1_table_has_the_known_distribution() {
        let place = reduced::<FlipSlice, CornerOrientation>();
        check(&TO_DOMINO, TO_DOMINO_COUNTS, MoveSet::ALL, &to_domino(&|| Ok(())).unwrap(), place);
    }

    #[test]
    #[ignore = "56 MB and two seconds"]
    fn phase_2_table_has_the_known_distribution() {
        let place = reduced::<CornerPermutation, LayerEdges>();
        check(&IN_DOMINO, IN_DOMINO_COUNTS, MoveSet::DOMINO, &in_domino(&|| Ok(())).unwrap(), place);
    }
}
