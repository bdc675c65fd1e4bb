//! [`Row`]: turns and macros in a row, as one move of the greedy search.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use crate::puzzle::algorithm::Algorithm;
use crate::puzzle::cube3::Cube3;
use crate::puzzle::symmetry::Symmetry;
use crate::puzzle::turn::Turn;

/// Two macros that let three edges go round, as source 004's example plays them.
pub(super) const EDGES: [&str; 2] = ["U2 B L R' U2 R L' B U2", "L' R D' L R' B2 L' R D' L R'"];

/// Two macros for corners from the same place: two corners are twisted, three go round.
pub(super) const CORNERS: [&str; 2] = ["L' U' L U' L' U2 L R U R' U R U2 R'", "L B' R' B L' B' R B"];

/// A row of turns and macros, with its effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// All its turns, after cancelling.
    pub(super) turns: Algorithm,
    /// What they make of the solved cube.
    pub(super) effect: Cube3,
}

impl Row {
    fn new(parts: &[&[Turn]]) -> Self {
        let turns = Algorithm::from(parts.concat().as_slice()).simplify();
        Self { effect: Cube3::of(&turns), turns }
    }

    /// The edges that it moves or flips, a bit a position.
    fn edges(&self) -> u32 {
        (0..12).filter(|&position| self.effect.edge(position) != (position, 0)).fold(0, |set, edge| set | 1 << edge)
    }
}

/// Rows of which those with the same effect are kept once: the shortest, then the first.
#[derive(Default)]
struct Shortest {
    rows: Vec<Row>,
    numbers: HashMap<Cube3, usize>,
}

impl Shortest {
    /// Adds a row; its number, if it is new or shorter than the one with its effect.
    fn add(&mut self, row: Row) -> Option<usize> {
        match self.numbers.entry(row.effect) {
            Entry::Vacant(entry) => {
                entry.insert(self.rows.len());
                self.rows.push(row);
                Some(self.rows.len() - 1)
            }
            Entry::Occupied(entry) => {
                let known = &mut self.rows[*entry.get()];
                (row.turns.len() < known.turns.len()).then(|| {
                    *known = row;
                    *entry.get()
                })
            }
        }
    }

    /// Adds what a turn makes of each of these rows; the numbers of those that are new or shorter.
    fn grow(&mut self, numbers: &[usize], make: impl Fn(&Row, Turn) -> Row) -> Vec<usize> {
        let mut grown = Vec::new();
        for &number in numbers {
            for turn in Turn::ALL {
                let row = make(&self.rows[number], turn);
                grown.extend(self.add(row));
            }
        }
        grown
    }
}

/// All rows of one to so many turns.
pub(super) fn turns(most: usize) -> Vec<Row> {
    let mut rows = Shortest::default();
    let mut last: Vec<usize> = rows.add(Row::new(&[])).into_iter().collect();
    for _ in 0..most {
        last = rows.grow(&last, |row, turn| Row::new(&[&row.turns, &[turn]]));
    }
    rows.rows.split_off(1)
}

/// All rotations, mirror images and inverses of these macros, alone and between turns (a set-up) and their undoing, with
/// as many turns as give anything new or shorter: up to four.
pub(super) fn set_up(macros: &[&str]) -> Vec<Row> {
    let mut rows = Shortest::default();
    let mut last = Vec::new();
    for text in macros {
        let moves: Algorithm = text.parse().expect("macros are written in turns");
        for symmetry in Symmetry::all() {
            for copy in [moves.conjugate(symmetry), moves.inverse().conjugate(symmetry)] {
                last.extend(rows.add(Row::new(&[&copy])));
            }
        }
    }
    while !last.is_empty() {
        last = rows.grow(&last, |row, turn| Row::new(&[&[turn], &row.turns, &[turn.inverse()]]));
    }
    rows.rows
}

/// Two of these rows together that flip two edges and change nothing else.
pub(super) fn flips(cycles: &[Row]) -> Vec<Row> {
    // What the first moves the second must move back, so both move the same edges.
    let mut alike: BTreeMap<u32, Vec<&Row>> = BTreeMap::new();
    for row in cycles {
        alike.entry(row.edges()).or_default().push(row);
    }
    let mut rows = Shortest::default();
    for group in alike.values() {
        for first in group {
            for second in group {
                let row = Row::new(&[&first.turns, &second.turns]);
                if row.edges().count_ones() == 2 {
                    rows.add(row);
                }
            }
        }
    }
    rows.rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::CubeState;

    /// The positions of edges, or corners, that a row changes.
    fn moved(row: &Row, corners: bool) -> Vec<usize> {
        let home = |position| if corners { row.effect.corner(position) } else { row.effect.edge(position) };
        (0..if corners { 8 } else { 12 }).filter(|&position| home(position) != (position, 0)).collect()
    }

    #[test]
    fn macros_move_few_pieces_and_no_others() {
        let pieces = |text: &str| {
            let row = Row::new(&[&text.parse::<Algorithm>().expect("turns")]);
            (moved(&row, false).len(), moved(&row, true).len())
        };
        assert_eq!(EDGES.map(pieces), [(3, 0), (3, 0)]);
        assert_eq!(CORNERS.map(pieces), [(0, 2), (0, 3)]);
    }

    #[test]
    fn rows_hold_every_case_that_the_search_may_end_in() {
        // Three edges go round in 12 · 11 · 10 / 3 ways, with flips in four.
        let cycles = set_up(&EDGES);
        assert!(cycles.iter().all(|row| moved(row, false).len() == 3 && moved(row, true).is_empty()));
        assert_eq!(cycles.len(), 440 * 4);
        let flips = flips(&cycles);
        assert!(flips.iter().all(|row| row.effect.edge(moved(row, false)[0]) == (moved(row, false)[0], 1)));
        assert_eq!(flips.len(), 12 * 11 / 2);
        // Three corners go round in 8 · 7 · 6 / 3 ways, with twists in nine; two are twisted in 8 · 7 ways.
        let corners = set_up(&CORNERS);
        assert!(corners.iter().all(|row| moved(row, false).is_empty()));
        let of = |count| corners.iter().filter(|row| moved(row, true).len() == count).count();
        assert_eq!((of(2), of(3), corners.len()), (56, 112 * 9, 56 + 112 * 9));
        // So no solution has more than 17 · 19 + 8 · 16 turns.
        let longest = |rows: &[Row]| rows.iter().map(|row| row.turns.len()).max();
        assert_eq!([&cycles, &flips, &corners].map(|rows| longest(rows)), [Some(13), Some(19), Some(16)]);
    }

    #[test]
    fn turns_make_what_is_known_to_be_so_many_turns_away() {
        assert_eq!(turns(1).len(), 18);
        assert_eq!(turns(4).len(), 18 + 243 + 3_240 + 43_239);
        assert!(turns(3).iter().all(|row| Cube3::SOLVED.apply_all(&row.turns) == row.effect));
    }
}
