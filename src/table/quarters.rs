//! Tables of distances in the quarter-turn metric.

use std::marker::PhantomData;

use super::known::{Corners, HalfEdges, InDomino, ToAxis, ToDomino};
use super::rows::{QuarterTurns, RowSpace};
use super::spec::{CrumbTable, DistanceTable, TableSpec};

/// [`CORNERS`](super::known::CORNERS) in quarter turns.
pub const CORNERS_QTM: TableSpec = TableSpec::distances::<InQuarterTurns<Corners>>();
/// [`FIRST_EDGES`](super::known::FIRST_EDGES) in quarter turns.
pub const FIRST_EDGES_QTM: TableSpec = TableSpec::distances::<InQuarterTurns<HalfEdges<0>>>();
/// [`LAST_EDGES`](super::known::LAST_EDGES) in quarter turns.
pub const LAST_EDGES_QTM: TableSpec = TableSpec::distances::<InQuarterTurns<HalfEdges<6>>>();
/// [`TO_DOMINO`](super::known::TO_DOMINO) in quarter turns.
pub const TO_DOMINO_QTM: TableSpec = TableSpec::distances::<InQuarterTurns<ToDomino>>();
/// [`IN_DOMINO`](super::known::IN_DOMINO) in quarter turns.
pub const IN_DOMINO_QTM: TableSpec = TableSpec::distances::<InQuarterTurns<InDomino>>();
/// [`TO_AXIS`](super::known::TO_AXIS) in quarter turns.
pub const TO_AXIS_QTM: TableSpec = TableSpec::crumbs::<ToAxisInQuarterTurns>(2);

/// The same table with half turns counting two.
struct InQuarterTurns<T>(PhantomData<T>);

/// How many values of orientations and slice positions are 0 to 13 quarter turns from the domino group. Ours; the sum is
/// 2187 · 2048 · 495.
pub const TO_DOMINO_COUNTS_QTM: [u64; 14] = [
    1,
    4,
    34,
    312,
    2_772,
    24_996,
    225_949,
    2_017_078,
    17_554_890,
    139_132_730,
    758_147_361,
    1_182_378_518,
    117_594_403,
    14_072,
];

/// What is different in quarter turns.
trait Quartered: DistanceTable {
    const NAME: &'static str;
    const ABOUT: &'static str;
    const DISTRIBUTION: &'static [u64];
}

impl<T: Quartered> DistanceTable for InQuarterTurns<T> {
    const NAME: &'static str = <T as Quartered>::NAME;
    const ABOUT: &'static str = <T as Quartered>::ABOUT;
    const ROWS_AND_COLUMNS: (usize, usize) = T::ROWS_AND_COLUMNS;
    const DISTRIBUTION: &'static [u64] = <T as Quartered>::DISTRIBUTION;

    fn space() -> impl RowSpace {
        QuarterTurns(T::space())
    }
}

impl Quartered for Corners {
    const NAME: &'static str = "corners-qtm";
    const ABOUT: &'static str = "all corners: quarter turns from solved";
    // Known; the sum is 88,179,840.
    const DISTRIBUTION: &'static [u64] = &[
        1, 12, 114, 924, 6_539, 39_528, 199_926, 806_136, 2_761_740, 8_656_152, 22_334_112, 32_420_448, 18_780_864,
        2_166_720, 6_624,
    ];
}

impl<const FIRST: usize> Quartered for HalfEdges<FIRST> {
    const NAME: &'static str = if FIRST == 0 { "first-six-edges-qtm" } else { "last-six-edges-qtm" };
    const ABOUT: &'static str = "six of the edges: quarter turns from solved";
    // Ours.
    const DISTRIBUTION: &'static [u64] = if FIRST == 0 {
        &[1, 12, 109, 941, 7_767, 60_751, 439_746, 2_768_420, 12_518_862, 22_465_564, 4_312_983, 2_764]
    } else {
        &[1, 10, 93, 832, 6_904, 54_904, 406_895, 2_646_406, 12_435_645, 22_838_844, 4_185_743, 1_643]
    };
}

impl Quartered for ToDomino {
    const NAME: &'static str = "to-domino-qtm";
    const ABOUT: &'static str = "twists, flips, middle layer: quarter turns from the domino group";
    const DISTRIBUTION: &'static [u64] = &TO_DOMINO_COUNTS_QTM;
}

impl Quartered for InDomino {
    const NAME: &'static str = "in-domino-qtm";
    const ABOUT: &'static str = "corners, edges of U and D: quarter turns within the domino group";
    // Ours; the sum is 8!², the last count that of all states 15 quarter turns away and more.
    const DISTRIBUTION: &'static [u64] =
        &[1, 4, 10, 36, 99, 240, 728, 1_840, 4_607, 12_984, 30_244, 81_128, 194_910, 493_188, 1_174_120, 1_623_708_261];
}

/// [`ToAxis`] with half turns counting two.
/// [`TO_AXIS_QTM`].
pub struct ToAxisInQuarterTurns;

impl CrumbTable for ToAxisInQuarterTurns {
    const NAME: &'static str = "axis-qtm";
    const ABOUT: &'static str = "twists, flips, middle layer, upper corners: quarter turns from solved";
    const ROWS_AND_COLUMNS: (usize, usize) = ToAxis::ROWS_AND_COLUMNS;
    const NEAR: u8 = 10;
    // Ours; the sum is 2187 · 2048 · 34650.
    const DISTRIBUTION: [u64; 4] = [4_008_345_255, 26_016_320_198, 89_443_882_429, 35_727_970_518];

    fn space() -> impl RowSpace {
        QuarterTurns(ToAxis::space())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts<T: Quartered>(size: u64, first: [u64; 4]) {
        let counts = <T as Quartered>::DISTRIBUTION;
        assert_eq!((counts.iter().sum::<u64>(), &counts[..4]), (size, &first[..]), "{}", <T as Quartered>::NAME);
    }

    #[test]
    fn the_first_counts_in_the_domino_group_are_those_of_states() {
        use crate::puzzle::CubeState;
        use crate::puzzle::algorithm::Metric;
        use crate::puzzle::cube3::Cube3;
        use crate::puzzle::turn::MoveSet;
        use crate::table::coordinate::{Coordinate, CornerPermutation, LayerEdges};

        let encode = |cube| CornerPermutation::encode(cube) * LayerEdges::SIZE + LayerEdges::encode(cube);
        let mut seen = std::collections::HashSet::from([encode(Cube3::SOLVED)]);
        let mut layers = vec![vec![Cube3::SOLVED]];
        for distance in 1..=8 {
            let mut layer = Vec::new();
            for turn in MoveSet::DOMINO.iter() {
                let before = layers.len().checked_sub(Metric::Qtm.cost(turn).into()).map(|at| &layers[at]);
                let reached = before.into_iter().flatten().map(|cube| cube.apply(turn));
                layer.extend(reached.filter(|&cube| seen.insert(encode(cube))));
            }
            assert_eq!(layer.len() as u64, <InDomino as Quartered>::DISTRIBUTION[distance]);
            layers.push(layer);
        }
    }

    #[test]
    fn distributions_add_up() {
        counts::<Corners>(88_179_840, [1, 12, 114, 924]);
        counts::<HalfEdges<0>>(42_577_920, [1, 12, 109, 941]);
        counts::<HalfEdges<6>>(42_577_920, [1, 10, 93, 832]);
        counts::<ToDomino>(2_217_093_120, [1, 4, 34, 312]);
        assert_eq!(ToAxisInQuarterTurns::DISTRIBUTION.iter().sum::<u64>(), 2_187 * 2_048 * 34_650);
        counts::<InDomino>(40_320 * 40_320, [1, 4, 10, 36]);
    }
}
