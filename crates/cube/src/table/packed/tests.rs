use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};

use super::*;
use crate::puzzle::turn::{MoveSet, Turn};
use crate::table::coordinate::{
    Coordinate, CornerOrientation, CornerPermutation, EdgeOrientation, SlicePermutation, SlicePositions,
};
use crate::table::row_space::{ProductSpace, ReducedSpace};
use crate::table::transition::{TransitionTable, narrow};

fn on_threads(threads: usize) -> BuildOptions<'static> {
    BuildOptions { threads: NonZeroUsize::new(threads).expect("some"), ..BuildOptions::SEQUENTIAL }
}

/// Returns the distances of all pairs of values of two coordinates, by relaxation until nothing changes; `None` if unreached.
fn relaxed<R: Coordinate, C: Coordinate>(moves: MoveSet, metric: Metric) -> Vec<Option<u8>> {
    let (rows, columns) = (TransitionTable::new::<R>(), TransitionTable::new::<C>());
    let mut distances = vec![None; R::SIZE * C::SIZE];
    distances[0] = Some(0u8);
    let mut frontier = vec![0];
    while !frontier.is_empty() {
        let mut next = Vec::new();
        for index in std::mem::take(&mut frontier) {
            for turn in moves.iter() {
                let there = distances[index].expect("it is reached") + metric.cost(turn);
                let row = rows.next(narrow(index / C::SIZE), turn);
                let column = columns.next(narrow(index % C::SIZE), turn);
                let target = usize::from(row) * C::SIZE + usize::from(column);
                if distances[target].is_none_or(|distance| there < distance) {
                    distances[target] = Some(there);
                    next.push(target);
                }
            }
        }
        frontier = next;
    }
    distances
}

fn counts(codes: impl Iterator<Item = u8>) -> Vec<u64> {
    let mut counts = Vec::new();
    for code in codes.map(usize::from) {
        counts.resize(counts.len().max(code + 1), 0);
        counts[code] += 1;
    }
    counts
}

fn distribution<C: Coordinate>() -> Vec<u64> {
    let one = TransitionTable::from_rows(vec![[0; 18]]);
    let space = ProductSpace::of(TransitionTable::new::<C>(), &one, C::TURNS);
    PackedTable::<8>::new(&space, Metric::Htm, (0, 254), BuildOptions::SEQUENTIAL).distribution(&space)
}

#[test]
fn packed_tables_of_small_groups_have_known_distributions() {
    assert_eq!(distribution::<CornerOrientation>(), [1, 4, 34, 186, 816, 1_018, 128]);
    assert_eq!(distribution::<EdgeOrientation>(), [1, 2, 25, 202, 620, 900, 285, 13]);
    assert_eq!(distribution::<SlicePositions>(), [1, 4, 50, 286, 152, 2]);
    assert_eq!(distribution::<CornerPermutation>(), [1, 18, 243, 2_646, 12_516, 17_624, 7_080, 192]);
}

#[test]
fn the_end_of_a_construction_is_reported_once() {
    let one = TransitionTable::from_rows(vec![[0; 18]]);
    let space = ProductSpace::of(TransitionTable::new::<EdgeOrientation>(), &one, EdgeOrientation::TURNS);
    for metric in [Metric::Htm, Metric::Qtm] {
        let ends = AtomicU64::new(0);
        let progress = |done: u64, all: u64| {
            ends.fetch_add(u64::from(done == all), Ordering::Relaxed);
        };
        let options = BuildOptions { progress: &progress, ..BuildOptions::SEQUENTIAL };
        drop(PackedTable::<8>::new(&space, metric, (0, 254), options));
        assert_eq!(ends.into_inner(), 1);
    }
}

/// Checks each code of a table over a product space, and over the same space reduced by symmetries, against the
/// distance.
fn codes_follow_distances<const BITS: usize>((base, max): (u8, u8), threads: usize) {
    let slice = TransitionTable::new::<SlicePositions>();
    let distances = relaxed::<SlicePositions, CornerOrientation>(MoveSet::ALL, Metric::Htm);
    let space = ProductSpace::new::<SlicePositions, CornerOrientation>();
    // Slice positions have few classes, many of them with symmetric representatives.
    let reduced =
        ReducedSpace::new::<SlicePositions, CornerOrientation>(|value, turn| slice.next(narrow(value), turn).into());
    let table = PackedTable::<BITS>::new(&space, Metric::Htm, (base, max), on_threads(threads));
    let small = PackedTable::<BITS>::new(&reduced, Metric::Htm, (base, max), on_threads(threads));
    let code = |distance: Option<u8>| distance.expect("all are reached").saturating_sub(base).min(max + 1 - base);
    for (index, &distance) in distances.iter().enumerate() {
        let (row, column) = (index / CornerOrientation::SIZE, index % CornerOrientation::SIZE);
        let known = code(distance);
        let entry = PackedTable::<BITS>::entry::<{ CornerOrientation::SIZE }>(row, column);
        assert_eq!([table.get(row, column), PackedTable::<BITS>::code(&table.bytes, entry)], [known; 2], "{index}");
        let (class, symmetry) = reduced.classes().class(row);
        assert_eq!(small.get(class, reduced.conjugate(column, symmetry)), known, "{base} {max} {index}");
    }
    let known = counts(distances.into_iter().map(code));
    assert_eq!([table.distribution(&space), small.distribution(&reduced)], [known.clone(), known]);
    assert_eq!(table.bytes.len(), PackedTable::<BITS>::size(SlicePositions::SIZE, CornerOrientation::SIZE));
}

#[test]
fn codes_equal_distances_for_all_widths_and_numbers_of_threads() {
    for threads in [1, 2, 5] {
        codes_follow_distances::<8>((0, 254), threads);
        codes_follow_distances::<4>((0, 14), threads);
    }
    codes_follow_distances::<4>((0, 5), 2);
    for (base, threads) in [(0, 1), (5, 1), (5, 3), (6, 2), (20, 1)] {
        codes_follow_distances::<2>((base, base + 2), threads);
    }
}

#[test]
fn a_half_turn_costs_two_in_the_quarter_turn_metric() {
    let corners = TransitionTable::new::<CornerPermutation>();
    let distances = relaxed::<CornerPermutation, SlicePermutation>(MoveSet::DOMINO, Metric::Qtm);
    let space = ReducedSpace::new::<CornerPermutation, SlicePermutation>(|value, turn| {
        corners.next(narrow(value), turn).into()
    });
    for threads in [1, 3] {
        let four = PackedTable::<4>::new(&space, Metric::Qtm, (0, 14), on_threads(threads));
        let eight = PackedTable::<8>::new(&space, Metric::Qtm, (0, 254), on_threads(threads));
        for (index, distance) in distances.iter().enumerate() {
            let (class, symmetry) = space.classes().class(index / SlicePermutation::SIZE);
            let column = space.conjugate(index % SlicePermutation::SIZE, symmetry);
            assert_eq!(Some(eight.get(class, column)), *distance);
            assert_eq!(four.get(class, column), eight.get(class, column).min(15));
        }
    }
}

#[test]
fn a_half_turn_is_two_quarter_turns_where_both_are_moves() {
    let space = ProductSpace::new::<SlicePositions, CornerOrientation>();
    let quarters = ProductSpace::of(
        TransitionTable::new::<SlicePositions>(),
        &TransitionTable::new::<CornerOrientation>(),
        MoveSet::QUARTERS,
    );
    let all = PackedTable::<4>::new(&space, Metric::Qtm, (0, 14), BuildOptions::SEQUENTIAL);
    assert_eq!(all, PackedTable::new(&quarters, Metric::Htm, (0, 14), BuildOptions::SEQUENTIAL));
}

#[test]
fn a_table_of_a_subgroup_leaves_other_states_unreached() {
    let moves: MoveSet = [Turn::U, Turn::U3, Turn::R2].into_iter().collect();
    let (slice, twists) = (TransitionTable::new::<SlicePositions>(), TransitionTable::new::<CornerOrientation>());
    let space = ProductSpace::of(slice, &twists, moves);
    let table = PackedTable::<8>::new(&space, Metric::Htm, (0, 254), BuildOptions::SEQUENTIAL);
    let counts = table.distribution(&space);
    assert_eq!((counts[0], counts[255]), (1, (SlicePositions::SIZE * CornerOrientation::SIZE) as u64 - 1));
}

#[test]
fn a_row_is_unpacked_code_by_code() {
    let space = ProductSpace::new::<SlicePositions, CornerOrientation>();
    let table = PackedTable::<4>::new(&space, Metric::Htm, (0, 14), BuildOptions::SEQUENTIAL);
    let mut codes = [0; 2 * CornerOrientation::SIZE];
    table.unpack(7, &mut codes);
    assert!((0..CornerOrientation::SIZE).all(|column| codes[column] == table.get(7, column)));
}

#[test]
#[should_panic(expected = "no room for moves that cost 2")]
fn a_table_with_a_base_needs_moves_of_cost_one() {
    let space = ProductSpace::new::<CornerPermutation, SlicePermutation>();
    let _ = PackedTable::<2>::new(&space, Metric::Qtm, (5, 7), BuildOptions::SEQUENTIAL);
}

#[test]
#[should_panic(expected = "2 bits hold 2 distances above the base")]
fn a_maximum_needs_enough_bits() {
    let space = ProductSpace::new::<SlicePositions, CornerOrientation>();
    let _ = PackedTable::<2>::new(&space, Metric::Htm, (5, 8), BuildOptions::SEQUENTIAL);
}
