//! Steps 2 and 3: four pieces are brought home one after another, each by a macro for its slot.

use super::macros::{self, Word};
use crate::puzzle::algorithm::Algorithm;
use crate::puzzle::cube3::Cube3;
use crate::puzzle::{CubeState, PLACES, Place};

/// A step that brings four pieces home.
///
/// For each piece, each place it may be at and each set of pieces that are home already, a table holds the shortest
/// row of macros that brings the piece home and leaves those of the set there (two macros at most: down, and in).
/// Pieces that are not home are free to be moved about, so that one that is thrown out may fall into a better place.
/// The order of the pieces is the best of all (at most 24) orders, which are tried.
pub(super) struct Placing {
    /// The pieces, by their numbers in [`CubeState::places`].
    pieces: [usize; 4],
    /// Their places in the solved cube.
    homes: [Place; 4],
    /// The macros' copies.
    words: Vec<Word>,
    /// By set of pieces at home (one bit each), piece and place: how far it is.
    routes: Vec<[[Route; PLACES]; 4]>,
}

/// How a piece comes home from a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Route {
    /// How many turns it takes; [`FAR`] when it cannot.
    turns: usize,
    /// The macro to begin with, when there is anything to do.
    first: Option<usize>,
}

/// No way home.
const FAR: usize = usize::MAX;

/// What a search for the best order found.
pub(super) struct Placed {
    /// The turns that bring the four pieces home.
    pub(super) turns: Algorithm,
    /// How many macros were tried.
    pub(super) tried: u64,
}

/// The best order so far, and the one that is being tried.
struct Orders {
    best: Option<(usize, Vec<usize>)>,
    current: Vec<usize>,
    tried: u64,
}

impl Placing {
    /// The step for these pieces by these macros, which keep what is at the places `kept`.
    ///
    /// # Panics
    /// If a macro does not keep them, or if a piece at one of its `possible` places cannot be brought home.
    pub(super) fn new(macros: &[&str], pieces: [usize; 4], kept: &[Place], possible: &[Place]) -> Self {
        let homes = pieces.map(|piece| Cube3::SOLVED.places()[piece]);
        let words = macros::words(macros, true);
        assert!(words.iter().all(|word| word.keeps(kept)), "every macro keeps what was done before");
        let routes: Vec<_> = (0..16).map(|set| routes(&words, homes, set)).collect();
        for (set, routes) in routes.iter().enumerate() {
            for piece in (0..4).filter(|piece| set >> piece & 1 == 0) {
                let taken =
                    |place: Place| (0..4).any(|other| set >> other & 1 == 1 && same_position(homes[other], place));
                let covered = |&place: &Place| taken(place) || routes[piece][usize::from(place)].turns != FAR;
                assert!(possible.iter().all(covered), "there is a macro for every case");
            }
        }
        Self { pieces, homes, words, routes }
    }

    /// Brings the four pieces home.
    pub(super) fn solve(&self, state: Cube3) -> Placed {
        let places = state.places();
        let mut orders = Orders { best: None, current: Vec::new(), tried: 0 };
        self.try_orders(self.pieces.map(|piece| places[piece]), 0, &mut orders);
        let (_, words) = orders.best.expect("every case has a macro");
        let mut turns = Algorithm::EMPTY;
        for word in words {
            turns.extend_from_slice(&self.words[word].turns);
        }
        Placed { turns, tried: orders.tried }
    }

    fn try_orders(&self, places: [Place; 4], spent: usize, orders: &mut Orders) {
        let home = (0..4).filter(|&piece| places[piece] == self.homes[piece]).fold(0, |set, piece| set | 1 << piece);
        if home == 0b1111 {
            orders.best = Some((spent, orders.current.clone()));
            return;
        }
        for piece in (0..4).filter(|piece| home >> piece & 1 == 0) {
            let routes = &self.routes[home][piece];
            let spent = spent + routes[usize::from(places[piece])].turns;
            if orders.best.as_ref().is_some_and(|&(best, _)| spent >= best) {
                continue;
            }
            let (mut places, depth) = (places, orders.current.len());
            while let Some(word) = routes[usize::from(places[piece])].first {
                orders.current.push(word);
                orders.tried += 1;
                places = places.map(|place| self.words[word].map[usize::from(place)]);
            }
            self.try_orders(places, spent, orders);
            orders.current.truncate(depth);
        }
    }
}

/// Are two places of the same position?
fn same_position(a: Place, b: Place) -> bool {
    if a < 24 && b < 24 { a / 3 == b / 3 } else { a >= 24 && b >= 24 && a / 2 == b / 2 }
}

/// The shortest ways home that leave a set of pieces at home, for each piece. Among ways of the same length the one
/// that was found first, with the words in their order.
fn routes(words: &[Word], homes: [Place; 4], set: usize) -> [[Route; PLACES]; 4] {
    let kept: Vec<_> = (0..4).filter(|piece| set >> piece & 1 == 1).map(|piece| homes[piece]).collect();
    let allowed: Vec<_> = words.iter().enumerate().filter(|(_, word)| word.keeps(&kept)).collect();
    homes.map(|home| {
        let mut routes = [Route { turns: FAR, first: None }; PLACES];
        routes[usize::from(home)].turns = 0;
        let mut better = true;
        while better {
            better = false;
            for place in 0..PLACES {
                for &(index, word) in &allowed {
                    let rest = routes[usize::from(word.map[place])].turns;
                    if rest != FAR && word.turns.len() + rest < routes[place].turns {
                        routes[place] = Route { turns: word.turns.len() + rest, first: Some(index) };
                        better = true;
                    }
                }
            }
        }
        routes
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::layers::macros::{MIDDLE_EDGES, U_CORNERS};

    /// The most turns and the most macros that any piece needs.
    fn longest(step: &Placing, possible: std::ops::Range<usize>) -> (usize, usize) {
        let (mut turns, mut macros) = (0, 0);
        for (set, routes) in step.routes.iter().enumerate() {
            for piece in (0..4).filter(|piece| set >> piece & 1 == 0) {
                for start in possible.clone().filter(|&place| routes[piece][place].turns != FAR) {
                    let (mut place, mut spent, mut played) = (start, 0, 0);
                    while let Some(word) = routes[piece][place].first {
                        place = usize::from(step.words[word].map[place]);
                        (spent, played) = (spent + step.words[word].turns.len(), played + 1);
                    }
                    assert_eq!((place, spent), (usize::from(step.homes[piece]), routes[piece][start].turns));
                    (turns, macros) = (turns.max(spent), macros.max(played));
                }
            }
        }
        (turns, macros)
    }

    #[test]
    fn two_macros_bring_any_piece_home() {
        let corners = Placing::new(U_CORNERS, [0, 1, 2, 3], &[24, 26, 28, 30], &[]);
        assert_eq!(longest(&corners, 0..24), (6, 2));
        let edges = Placing::new(MIDDLE_EDGES, [16, 17, 18, 19], &[0, 3, 6, 9, 24, 26, 28, 30], &[]);
        assert_eq!(longest(&edges, 32..48), (15, 2));
    }

    #[test]
    #[should_panic(expected = "every macro keeps what was done before")]
    fn a_macro_that_breaks_what_was_done_is_refused() {
        let _ = Placing::new(U_CORNERS, [0, 1, 2, 3], &[40], &[]);
    }

    #[test]
    #[should_panic(expected = "there is a macro for every case")]
    fn a_case_without_a_macro_is_found() {
        let _ = Placing::new(&["R' D R"], [16, 17, 18, 19], &[], &[24]);
    }
}
