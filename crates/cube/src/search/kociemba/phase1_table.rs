//! [`Phase1Table`]: the pruning table of phase 1 of Kociemba's search with large tables, with its definition `PHASE1` and its construction.
//! A byte per class of states and twist has the distance modulo 3, and a set with all moves that reduce it. `phase1` searches with it. The
//! small tables are in `small_tables`.

use std::sync::Mutex;

use super::move_rules::bits;
use crate::puzzle::Metric;
use crate::solver::Cancelled;
use crate::table::{
    BuildOptions, Coordinate, CornerOrientation, PackedTable, ReducedSpace, RowSpace, TableSlice, TableSource,
    TableSpec, run_on_threads, to_domino,
};

/// The pruning table of phase 1: class of [`FlipSlice`](crate::table::FlipSlice) · 2187 + [`CornerOrientation`].
///
/// The low two bits of a byte are the distance modulo 3. The other six encode a set that contains all moves that reduce
/// the distance: a single move, all moves of one, two or three faces, or all moves.
///
/// A move changes the distance by at most one, so the distance follows from that of the previous state. Most nodes of a
/// search must reduce the distance with every move; there, the set saves the look-ups of eleven in twelve moves. In the
/// quarter-turn metric the moves are quarter turns only: a half turn could change the distance by two, which the
/// residue does not distinguish from a change by one.
pub(crate) const PHASE1: [TableSpec; 2] = TableSpec::both_metrics(
    1,
    ["kociemba-guide", "kociemba-guide-qtm"],
    ["moves that lead nearer to the domino group", "quarter turns that lead nearer to the domino group"],
    [6, 5],
    BYTES,
    build,
);

const TWISTS: usize = CornerOrientation::SIZE;
/// The size of the table in bytes: one entry per class and twist.
const BYTES: usize = 64_430 * TWISTS;

/// The table, with the meaning of its codes.
pub(super) struct Phase1Table {
    entries: TableSlice<u8>,
    /// The moves of each code, a bit each.
    moves: [u32; 64],
}

/// An entry of the table.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Phase1Entry(u8);

impl Phase1Entry {
    /// Returns the distance modulo 3.
    #[inline]
    pub(super) fn residue(self) -> u8 {
        self.0 & 3
    }
}

impl Phase1Table {
    /// Returns the table of a metric.
    ///
    /// # Errors
    /// If the observer of the tables ends their construction.
    pub(super) fn new(metric: Metric, source: &TableSource<'_>) -> Result<Self, Cancelled> {
        let entries = source.load(&PHASE1[metric as usize])?;
        Ok(Self { entries, moves: codes().map(|moves| moves & bits(metric.unit_moves())) })
    }

    /// Returns the entry of a class and of a twist, conjugated by the symmetry of the class.
    #[inline]
    pub(super) fn entry(&self, class: u16, twist: u16) -> Phase1Entry {
        Phase1Entry(self.entries[usize::from(class) * TWISTS + usize::from(twist)])
    }

    /// Returns a bit for each move of the entry's set; no other move reduces the distance.
    #[inline]
    pub(super) fn nearer(&self, entry: Phase1Entry) -> u32 {
        self.moves[usize::from(entry.0 >> 2)]
    }
}

/// Returns the turns of a face.
const fn turns_of(face: usize) -> u32 {
    0b111 << (3 * face)
}

/// Returns the sets of moves that six bits encode: none; one move; all moves of one, two or three faces; all moves. Usually a
/// single move reduces the distance. Any other set is represented by the smallest of these that contains it.
fn codes() -> [u32; 64] {
    let faces = (1..64u32).filter(|set| set.count_ones() <= 3);
    let face_sets = faces.map(|set| (0..6).filter(|face| set >> face & 1 == 1).map(turns_of).sum());
    let singles = (0..18).map(|turn| 1 << turn);
    let mut named = std::iter::once(0).chain(singles).chain(face_sets).chain([(1 << 18) - 1]);
    std::array::from_fn(|_| named.next().unwrap_or(0))
}

/// Returns the code of each set of moves.
fn coding() -> Vec<u8> {
    let codes = codes();
    let code_of = |set: u32| codes.iter().position(|&code| code == set).and_then(|code| u8::try_from(code).ok());
    let all = (1 << 18) - 1;
    let code = |moves: u32| {
        let whole_faces = (0..6).map(turns_of).filter(|face| moves & face != 0).sum();
        code_of(moves).or(code_of(whole_faces)).or(code_of(all)).expect("there is a code for all moves")
    };
    (0..=all).map(code).collect()
}

fn build(metric: Metric, options: BuildOptions<'_>) -> Result<Vec<u8>, Cancelled> {
    let all = 2 * BYTES as u64;
    let half = |done, _: u64| (options.progress)(done, all);
    let space = to_domino(options.step)?;
    let distances = (0, PackedTable::<4>::MAX_DISTANCE);
    let distances = PackedTable::new(&space, metric, distances, BuildOptions { progress: &half, ..options })?;
    let coding = coding();
    let mut entries = vec![0; BYTES];
    let rows = Mutex::new(entries.chunks_mut(TWISTS).enumerate());
    let work = || loop {
        let next = rows.lock().map_or(None, |mut rows| rows.next());
        let Some((class, row)) = next else { return Ok(()) };
        let (distances, moves) = nearer_moves(&distances, &space, metric, class);
        for ((entry, moves), distance) in row.iter_mut().zip(moves).zip(distances) {
            *entry = (coding[moves as usize] << 2) | (distance % 3);
        }
        if class % 64 == 0 {
            (options.step)()?;
            (options.progress)((BYTES + class * TWISTS) as u64, all);
        }
    };
    run_on_threads(options.threads.get(), work)?;
    (options.progress)(all, all);
    Ok(entries)
}

/// Length of a buffer for the distances of a class; a power of two, so that an index is masked instead of checked.
const PADDED_TWISTS: usize = 4096;

/// By twist: the distances of the states of a class, and for each the moves that reduce it.
fn nearer_moves(
    distances: &PackedTable<4>,
    space: &ReducedSpace,
    metric: Metric,
    class: usize,
) -> ([u8; PADDED_TWISTS], [u32; TWISTS]) {
    let (mut current, mut target) = ([0; PADDED_TWISTS], [0; PADDED_TWISTS]);
    distances.unpack(class, &mut current);
    let mut nearer = [0; TWISTS];
    for turn in metric.unit_moves().iter() {
        let (next, link) = space.row_after(class, turn);
        distances.unpack(next, &mut target);
        for ((moves, current), twist) in nearer.iter_mut().zip(current).zip(space.columns_by_value(turn, link)) {
            *moves |= u32::from(target[usize::from(*twist) % PADDED_TWISTS] < current) << turn.index();
        }
    }
    (current, nearer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::registry::tests::TO_DOMINO_COUNTS;

    #[test]
    fn every_set_of_moves_has_a_code_that_contains_it() {
        let (codes, coding) = (codes(), coding());
        for (turns, &code) in (0..1 << 18).zip(&coding) {
            let coded_turns: u32 = codes[usize::from(code)];
            assert_eq!(coded_turns & turns, turns);
            assert!((coded_turns == 0) == (turns == 0) && (turns.count_ones() != 1 || coded_turns == turns));
            let turns: u32 = turns;
            let faces = |set: u32| (0..6).filter(|&face| set & turns_of(face) != 0).count();
            assert!(faces(turns) > 3 || faces(coded_turns) == faces(turns));
        }
    }

    /// Checks the counts of the distances modulo 3 against the known distribution, and that each entry encodes exactly the
    /// moves that reduce the distance by one.
    #[test]
    #[ignore = "141 MB and ten seconds"]
    fn the_table_lists_the_moves_that_reduce_the_distance() {
        let (space, coding) = (to_domino(&|| Ok(())).unwrap(), coding());
        for metric in Metric::ALL {
            let entries = build(metric, BuildOptions::SEQUENTIAL).unwrap();
            // By residue, then the entries with a wrong code.
            let mut computed = [0; 4];
            for (class, row) in entries.chunks(TWISTS).enumerate() {
                let mut nearer = [0; TWISTS];
                for turn in metric.unit_moves().iter() {
                    let (next, link) = space.row_after(class, turn);
                    let target = &entries[next * TWISTS..][..TWISTS];
                    for ((moves, entry), &twist) in nearer.iter_mut().zip(row).zip(space.columns_by_value(turn, link)) {
                        let next_distance = target[usize::from(twist)] & 3;
                        *moves |= u32::from((next_distance + 1) % 3 == entry & 3) << turn.index();
                    }
                }
                for (&moves, entry) in nearer.iter().zip(row) {
                    computed[usize::from(entry & 3)] += space.weight(class);
                    computed[3] += u64::from(coding[moves as usize] != entry >> 2);
                }
            }
            let mut expected = [0; 4];
            let counts = TO_DOMINO_COUNTS[metric as usize];
            counts.iter().enumerate().for_each(|(distance, count)| expected[distance % 3] += count);
            assert_eq!(computed, expected);
        }
    }
}
