//! [`Guide`]: which turns lead nearer to the domino group, a byte for each class of states.

use std::sync::Mutex;

use crate::puzzle::algorithm::Metric;
use crate::puzzle::turn::MoveSet;
use crate::table::known::{TO_DOMINO_COUNTS, to_domino};
use crate::table::quarters::TO_DOMINO_COUNTS_QTM;
use crate::table::rows::{QuarterTurns, Reduced, RowSpace};
use crate::table::spec::Mismatch;
use crate::table::{Build, Coordinate, CornerOrientation, Nibbles, TableSource, TableSpec};

/// The guide through phase 1: class of [`FlipSlice`](crate::table::FlipSlice) · 2187 + [`CornerOrientation`]. The low
/// two bits of a byte are the distance modulo 3, the other six name a set of turns: just the one that leads nearer, or all
/// turns of the one, two or three faces that have such turns, or all.
///
/// The distance itself need not be there: a turn changes it by one at most, so it is known from that of the state
/// before. Nearly all of a search goes straight towards the domino group, and there the guide saves looking at the
/// eleven of twelve turns that do not.
pub const GUIDE: TableSpec = TableSpec {
    name: "kociemba-guide",
    version: 1,
    about: "turns that lead nearer to the domino group",
    bytes: CLASSES * CornerOrientation::SIZE,
    build: |build| build_in(Metric::Htm, build),
    check: |entries| check_in(Metric::Htm, &entries),
};

/// The same guide where distances are in quarter turns and only those are named. A half turn, which is two of them, could
/// change the distance by two, and then its residue would not tell which way.
pub const GUIDE_QTM: TableSpec = TableSpec {
    name: "kociemba-guide-qtm",
    version: 1,
    about: "quarter turns that lead nearer to the domino group",
    bytes: GUIDE.bytes,
    build: |build| build_in(Metric::Qtm, build),
    check: |entries| check_in(Metric::Qtm, &entries),
};

/// The turns that change a distance in a metric by one at most.
pub(super) fn steps(metric: Metric) -> MoveSet {
    if metric == Metric::Htm { MoveSet::ALL } else { MoveSet::QUARTERS }
}

/// How many places are at each distance in a metric.
fn counts(metric: Metric) -> &'static [u64] {
    if metric == Metric::Htm { &TO_DOMINO_COUNTS } else { &TO_DOMINO_COUNTS_QTM }
}

const CLASSES: usize = 64_430;

/// The table, and what its codes mean.
pub(super) struct Guide {
    entries: Vec<u8>,
    /// By code, the turns that it stands for.
    turns: [u32; 64],
}

/// An entry of the guide.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry(u8);

impl Entry {
    /// The distance modulo 3.
    #[inline]
    pub(super) fn residue(self) -> u8 {
        self.0 & 3
    }
}

impl Guide {
    pub(super) fn new(metric: Metric, source: &TableSource<'_>) -> Self {
        let spec = if metric == Metric::Htm { &GUIDE } else { &GUIDE_QTM };
        Self { entries: source.load(spec), turns: codes().map(|turns| turns & bits(steps(metric))) }
    }

    /// The entry of a class and a twist that goes with its representative.
    #[inline]
    pub(super) fn entry(&self, class: u16, twist: u16) -> Entry {
        Entry(self.entries[usize::from(class) * CornerOrientation::SIZE + usize::from(twist)])
    }

    /// A bit for each turn that may lead nearer; no other does.
    #[inline]
    pub(super) fn nearer(&self, entry: Entry) -> u32 {
        self.turns[usize::from(entry.0 >> 2)]
    }
}

/// A bit for each turn of a set.
fn bits(turns: MoveSet) -> u32 {
    turns.iter().fold(0, |bits, turn| bits | 1 << turn.index())
}

/// The turns of a face.
const fn turns_of(face: usize) -> u32 {
    0b111 << (3 * face)
}

/// The sets of turns that six bits can name: none; one turn; all turns of one, two or three faces; all turns. Most often
/// a single turn leads nearer. Other sets are named by the smallest of these that holds them.
fn codes() -> [u32; 64] {
    let faces = (1..64u32).filter(|set| set.count_ones() <= 3);
    let of_faces = faces.map(|set| (0..6).filter(|face| set >> face & 1 == 1).map(turns_of).sum());
    let singles = (0..18).map(|turn| 1 << turn);
    let named = std::iter::once(0).chain(singles).chain(of_faces).chain([(1 << 18) - 1]);
    let mut codes = [0; 64];
    codes.iter_mut().zip(named).for_each(|(code, set)| *code = set);
    codes
}

/// The code of each set of turns.
fn coding() -> Vec<u8> {
    let codes = codes();
    let code_of = |set: u32| codes.iter().position(|&code| code == set).and_then(|code| u8::try_from(code).ok());
    let all = (1 << 18) - 1;
    let code = |turns: u32| {
        let whole_faces = (0..6).map(turns_of).filter(|face| turns & face != 0).sum();
        code_of(turns).or(code_of(whole_faces)).or(code_of(all)).expect("there is a code for all turns")
    };
    (0..=all).map(code).collect()
}

fn build_in(metric: Metric, build: Build<'_>) -> Vec<u8> {
    let all = 2 * GUIDE.bytes as u64;
    let half = |done, _: u64| (build.progress)(done, all);
    let space = QuarterTurns(to_domino());
    let distances = Build { progress: &half, ..build };
    let distances = match metric {
        Metric::Htm => Nibbles::new(&space.0, Nibbles::FARTHEST, distances),
        Metric::Qtm => Nibbles::new(&space, Nibbles::FARTHEST, distances),
    };
    let neighbours = Neighbours { distances, space: space.0, steps: steps(metric) };
    let coding = coding();
    let mut entries = vec![0; GUIDE.bytes];
    let rows = Mutex::new(entries.chunks_mut(CornerOrientation::SIZE).enumerate());
    let work = || loop {
        let next = rows.lock().map_or(None, |mut rows| rows.next());
        let Some((class, row)) = next else { return };
        let (distances, turns) = neighbours.of(class);
        for ((entry, turns), distance) in row.iter_mut().zip(turns).zip(distances) {
            *entry = (coding[turns as usize] << 2) | (distance % 3);
        }
        if class % 64 == 0 {
            (build.progress)((GUIDE.bytes + class * CornerOrientation::SIZE) as u64, all);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..build.threads.get() {
            scope.spawn(work);
        }
        work();
    });
    (build.progress)(all, all);
    entries
}

/// Distances of states and of their neighbours.
struct Neighbours {
    distances: Nibbles,
    space: Reduced,
    steps: MoveSet,
}

/// Room for the distances of a class; a power of two, so that an index can be cut to it instead of being checked.
const ROOM: usize = 4096;

impl Neighbours {
    /// By twist, the distances of the states of a class, and for each the turns that lead nearer.
    fn of(&self, class: usize) -> ([u8; ROOM], [u32; CornerOrientation::SIZE]) {
        let (mut own, mut target) = ([0; ROOM], [0; ROOM]);
        self.distances.unpack(class, &mut own);
        let mut nearer = [0; CornerOrientation::SIZE];
        for turn in self.steps.iter() {
            let (next, link) = self.space.row_after(class, turn);
            self.distances.unpack(next, &mut target);
            let twists = self.space.columns_by_value(turn, link);
            for ((turns, own), twist) in nearer.iter_mut().zip(own).zip(twists) {
                *turns |= u32::from(target[usize::from(*twist) % ROOM] < own) << turn.index();
            }
        }
        (own, nearer)
    }
}

/// The distances modulo 3 occur as often as is known, and each entry has the code of just those turns after which the
/// distance is less by one.
fn check_in(metric: Metric, entries: &[u8]) -> Result<(), Mismatch> {
    let (space, coding) = (to_domino(), coding());
    // By residue, then the entries with a wrong code.
    let mut found = [0; 4];
    for (class, row) in entries.chunks(CornerOrientation::SIZE).enumerate() {
        let mut nearer = [0; CornerOrientation::SIZE];
        for turn in steps(metric).iter() {
            let (next, link) = space.row_after(class, turn);
            let target = &entries[next * CornerOrientation::SIZE..][..CornerOrientation::SIZE];
            for ((turns, entry), &twist) in nearer.iter_mut().zip(row).zip(space.columns_by_value(turn, link)) {
                let after = target[usize::from(twist)] & 3;
                *turns |= u32::from((after + 1) % 3 == entry & 3) << turn.index();
            }
        }
        for (&turns, entry) in nearer.iter().zip(row) {
            found[usize::from(entry & 3)] += space.weight(class);
            found[3] += u64::from(coding[turns as usize] != entry >> 2);
        }
    }
    let mut known = [0; 4];
    counts(metric).iter().enumerate().for_each(|(distance, count)| known[distance % 3] += count);
    Mismatch::unless_equal(&found, &known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_of_turns_has_a_code_that_holds_it() {
        let (codes, coding) = (codes(), coding());
        for (turns, &code) in (0..1 << 18).zip(&coding) {
            let named: u32 = codes[usize::from(code)];
            assert_eq!(named & turns, turns);
            assert!((named == 0) == (turns == 0) && (turns.count_ones() != 1 || named == turns));
            let turns: u32 = turns;
            let faces = |set: u32| (0..6).filter(|&face| set & turns_of(face) != 0).count();
            assert!(faces(turns) > 3 || faces(named) == faces(turns));
        }
    }
}
