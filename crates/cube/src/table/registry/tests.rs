use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use super::super::bfs_builder::BuildOptions;
use super::super::packed::PackedTable;
use super::*;
use crate::puzzle::CubeState;
use crate::puzzle::algorithm::Metric;
use crate::puzzle::cube3::Cube3;
use crate::puzzle::turn::{MoveSet, Turn};
use crate::rng::Seed;
use crate::table::TableSpec;

/// Returns the numbers of states up to a distance, breadth first over states and without a table.
fn counted(metric: Metric, moves: MoveSet, depth: usize, encode: impl Fn(Cube3) -> usize) -> Vec<u64> {
    let mut seen = BTreeSet::from([encode(Cube3::SOLVED)]);
    let mut layers = vec![vec![Cube3::SOLVED]];
    for _ in 0..depth {
        let mut layer = Vec::new();
        for turn in moves.iter() {
            let before = layers.len().checked_sub(metric.cost(turn).into()).map(|at| &layers[at]);
            let reached = before.into_iter().flatten().map(|cube| cube.apply(turn));
            layer.extend(reached.filter(|&cube| seen.insert(encode(cube))));
        }
        layers.push(layer);
    }
    layers.iter().map(|layer| layer.len() as u64).collect()
}

#[test]
fn the_first_counts_of_tables_equal_counted_states() {
    for (metric, depth) in Metric::ALL.into_iter().zip([4, 5]) {
        let all = |encode: fn(Cube3) -> usize| counted(metric, MoveSet::ALL, depth, encode);
        let known = |distribution: [&'static [u64]; 2]| &distribution[metric as usize][..=depth];
        assert_eq!(all(SixEdges::<0>::encode), known(HalfEdges::<0>::DISTRIBUTION));
        assert_eq!(all(SixEdges::<6>::encode), known(HalfEdges::<6>::DISTRIBUTION));
        assert_eq!(
            all(|cube| CornerPermutation::encode(cube) * CornerOrientation::SIZE + CornerOrientation::encode(cube)),
            known(Corners::DISTRIBUTION)
        );
        assert_eq!(
            all(|cube| FlipSlice::encode(cube) * CornerOrientation::SIZE + CornerOrientation::encode(cube)),
            known(ToDomino::DISTRIBUTION)
        );
        let domino = |cube| CornerPermutation::encode(cube) * LayerEdges::SIZE + LayerEdges::encode(cube);
        let depth = depth + 2;
        let found = counted(metric, MoveSet::DOMINO, depth, domino);
        assert_eq!(found, InDomino::DISTRIBUTION[metric as usize][..=depth]);
    }
}

#[test]
fn distributions_add_up_to_the_size_of_the_space() {
    let adds_up = |distribution: [&'static [u64]; 2], size: u64| {
        assert_eq!(distribution.map(|counts| counts.iter().sum::<u64>()), [size; 2]);
    };
    adds_up(Corners::DISTRIBUTION, 88_179_840);
    adds_up(HalfEdges::<0>::DISTRIBUTION, 42_577_920);
    adds_up(HalfEdges::<6>::DISTRIBUTION, 42_577_920);
    adds_up(ToDomino::DISTRIBUTION, 2_217_093_120);
    adds_up(InDomino::DISTRIBUTION, 40_320 * 40_320);
    adds_up(ToAxis::DISTRIBUTION, 2_187 * 2_048 * 34_650);
}

/// Builds a table on two threads, checks its distribution, and walks at random: no move changes a distance by more than
/// one, and a distance is at most the number of moves of the walk.
fn built<T: PackedSpec<4>>(tables: &MetricTables, moves: MoveSet, place: impl Fn(Cube3) -> (usize, usize)) {
    let spec: &TableSpec = tables.get(Metric::Htm);
    let bytes = (spec.build)(BuildOptions { threads: NonZeroUsize::new(2).expect("two"), progress: &|_, _| () });
    assert_eq!(bytes.len(), spec.bytes);
    assert_eq!((spec.check)(bytes.clone()), Ok(()));
    let table = PackedTable::<4>::from_bytes(bytes, T::SHAPE.1);
    let (turns, mut stream): (Vec<Turn>, _) = (moves.iter().collect(), Seed::from_number(17).stream());
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

/// Returns the class of a value, and the other coordinate conjugated by the symmetry that takes the value to its
/// representative.
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
fn phase_1_table_has_the_known_distribution() {
    built::<ToDomino>(&TO_DOMINO, MoveSet::ALL, reduced::<FlipSlice, CornerOrientation>());
}

#[test]
#[ignore = "56 MB and two seconds"]
fn phase_2_table_has_the_known_distribution() {
    built::<InDomino>(&IN_DOMINO, MoveSet::DOMINO, reduced::<CornerPermutation, LayerEdges>());
}
