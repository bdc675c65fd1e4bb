//! [`MacroMove`]: a sequence of turns and macros that the greedy search uses as one move. Sets of them: a few turns, four macros of the
//! 2004 cube contest with setup turns, and flips of two edges. The search chooses among them in `choice`.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use crate::puzzle::{Algorithm, Cube3, Symmetry, Turn};

/// Two macros that cycle three edges, from an entry of the 2004 cube contest.
pub(super) const EDGES: [&str; 2] = ["U2 B L R' U2 R L' B U2", "L' R D' L R' B2 L' R D' L R'"];

/// Two macros for corners from the same source: a twist of two corners, a cycle of three.
pub(super) const CORNERS: [&str; 2] = ["L' U' L U' L' U2 L R U R' U R U2 R'", "L B' R' B L' B' R B"];

/// A sequence of turns and macros, with its effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MacroMove {
    /// All its turns, after cancelling.
    pub(super) turns: Algorithm,
    /// Their effect on the solved state.
    pub(super) effect: Cube3,
}

impl MacroMove {
    fn new(parts: &[&[Turn]]) -> Self {
        let turns = Algorithm::from(parts.concat().as_slice()).simplify();
        Self { effect: Cube3::after(&turns), turns }
    }

    /// Returns the edges that it moves or flips, one bit per position.
    fn edges(&self) -> u32 {
        (0..12).filter(|&position| self.effect.edge(position) != (position, 0)).fold(0, |set, edge| set | 1 << edge)
    }
}

/// A set of macro moves that keeps, for each effect, the first of the shortest.
#[derive(Default)]
struct ShortestByEffect {
    all: Vec<MacroMove>,
    numbers: HashMap<Cube3, usize>,
}

impl ShortestByEffect {
    /// Adds a macro move. Returns its index if its effect is new or it is shorter than the known one.
    fn add(&mut self, new: MacroMove) -> Option<usize> {
        match self.numbers.entry(new.effect) {
            Entry::Vacant(entry) => {
                self.all.push(new);
                Some(*entry.insert(self.all.len() - 1))
            }
            Entry::Occupied(entry) => {
                let shortest_known = &mut self.all[*entry.get()];
                (new.turns.len() < shortest_known.turns.len()).then(|| {
                    *shortest_known = new;
                    *entry.get()
                })
            }
        }
    }

    /// Adds the extensions of some macro moves by each turn. Returns the indices of those that are new or shorter.
    fn extend(&mut self, numbers: &[usize], extended: impl Fn(&MacroMove, Turn) -> MacroMove) -> Vec<usize> {
        let pairs = numbers.iter().flat_map(|&number| Turn::ALL.map(|turn| (number, turn)));
        pairs.filter_map(|(number, turn)| self.add(extended(&self.all[number], turn))).collect()
    }
}

/// Returns all macro moves of one to `max` turns.
pub(super) fn turns(max: usize) -> Vec<MacroMove> {
    let mut shortest = ShortestByEffect::default();
    let mut last: Vec<usize> = shortest.add(MacroMove::new(&[])).into_iter().collect();
    for _ in 0..max {
        last = shortest.extend(&last, |macro_move, turn| MacroMove::new(&[&macro_move.turns, &[turn]]));
    }
    shortest.all.split_off(1)
}

/// Returns all rotations, mirror images and inverses of these macros, alone and conjugated by setup turns. Setup turns, at most
/// four, are added as long as they give a new effect or a shorter sequence.
pub(super) fn with_setup(macros: &[&str]) -> Vec<MacroMove> {
    let mut shortest = ShortestByEffect::default();
    let mut last = Vec::new();
    for text in macros {
        let moves: Algorithm = text.parse().expect("macros are written in turns");
        for symmetry in Symmetry::all() {
            for copy in [moves.conjugate(symmetry), moves.inverse().conjugate(symmetry)] {
                last.extend(shortest.add(MacroMove::new(&[&copy])));
            }
        }
    }
    while !last.is_empty() {
        last =
            shortest.extend(&last, |macro_move, turn| MacroMove::new(&[&[turn], &macro_move.turns, &[turn.inverse()]]));
    }
    shortest.all
}

/// Returns the products of two of these cycles that flip two edges and change nothing else.
pub(super) fn flips(cycles: &[MacroMove]) -> Vec<MacroMove> {
    // The second cycle reverses the permutation of the first, so both move the same edges.
    let mut groups: BTreeMap<u32, Vec<&MacroMove>> = BTreeMap::new();
    for macro_move in cycles {
        groups.entry(macro_move.edges()).or_default().push(macro_move);
    }
    let mut shortest = ShortestByEffect::default();
    for group in groups.values() {
        for (first, second) in group.iter().flat_map(|first| group.iter().map(move |second| (first, second))) {
            let both = MacroMove::new(&[&first.turns, &second.turns]);
            if both.edges().count_ones() == 2 {
                shortest.add(both);
            }
        }
    }
    shortest.all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the positions of edges, or corners, that a macro move changes.
    fn changed_positions(macro_move: &MacroMove, corners: bool) -> Vec<usize> {
        let home =
            |position| if corners { macro_move.effect.corner(position) } else { macro_move.effect.edge(position) };
        (0..if corners { 8 } else { 12 }).filter(|&position| home(position) != (position, 0)).collect()
    }

    #[test]
    fn macros_move_few_pieces() {
        let pieces = |text: &str| {
            let macro_move = MacroMove::new(&[&text.parse::<Algorithm>().expect("turns")]);
            (changed_positions(&macro_move, false).len(), changed_positions(&macro_move, true).len())
        };
        assert_eq!(EDGES.map(pieces), [(3, 0), (3, 0)]);
        assert_eq!(CORNERS.map(pieces), [(0, 2), (0, 3)]);
    }

    #[test]
    fn macro_moves_cover_every_case_at_the_end_of_the_search() {
        // There are 12 · 11 · 10 / 3 cycles of three edges, each with four combinations of flips.
        let cycles = with_setup(&EDGES);
        assert!(cycles.iter().all(|macro_move| changed_positions(macro_move, false).len() == 3
            && changed_positions(macro_move, true).is_empty()));
        assert_eq!(cycles.len(), 440 * 4);
        let flips = flips(&cycles);
        assert!(flips.iter().all(|macro_move| macro_move.effect.edge(changed_positions(macro_move, false)[0])
            == (changed_positions(macro_move, false)[0], 1)));
        assert_eq!(flips.len(), 12 * 11 / 2);
        // There are 8 · 7 · 6 / 3 cycles of three corners, each with nine combinations of twists, and 8 · 7 twists of
        // two corners.
        let corners = with_setup(&CORNERS);
        assert!(corners.iter().all(|macro_move| changed_positions(macro_move, false).is_empty()));
        let count_of =
            |count| corners.iter().filter(|macro_move| changed_positions(macro_move, true).len() == count).count();
        assert_eq!((count_of(2), count_of(3), corners.len()), (56, 112 * 9, 56 + 112 * 9));
        // A solution therefore has at most 17 · 19 + 8 · 16 turns.
        let longest = |all: &[MacroMove]| all.iter().map(|macro_move| macro_move.turns.len()).max();
        assert_eq!([&cycles, &flips, &corners].map(|all| longest(all)), [Some(13), Some(19), Some(16)]);
    }

    #[test]
    fn macro_moves_of_a_length_have_as_many_effects_as_states_at_that_distance() {
        assert_eq!(turns(1).len(), 18);
        assert_eq!(turns(4).len(), 18 + 243 + 3_240 + 43_239);
        assert!(turns(3).iter().all(|macro_move| Cube3::SOLVED.apply_all(&macro_move.turns) == macro_move.effect));
    }
}
