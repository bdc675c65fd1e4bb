//! [`Placing`]: steps 2 and 3 of the seven-step method, the corners of U and the edges of the middle layer. Four pieces are moved home,
//! each by at most two macros, in the best of all orders.

use super::macros::{self, MacroCopy};
use crate::puzzle::{CUBE3, Cube3, PLACES, Place, Puzzle, Turn};

/// A step that moves four pieces home.
///
/// For each piece, each place of it and each set of pieces at home, a table holds the shortest sequence of macros that
/// moves the piece home and preserves the set. A sequence has at most two macros: down, and into the slot. Other pieces
/// may be moved, so a displaced piece may come to a better place. The step uses the best of all orders of the pieces,
/// at most 24.
pub(super) struct Placing {
    /// The pieces, by their numbers in [`Cube3::places`].
    pieces: [usize; 4],
    /// Their places in the solved state.
    homes: [Place; 4],
    copies: Vec<MacroCopy>,
    /// By set of pieces at home (one bit each), piece that is not, and place.
    routes: Vec<[[PieceRoute; PLACES]; 4]>,
}

/// The route of a piece home from a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PieceRoute {
    /// The number of moves; [`UNREACHABLE`] if there is no route.
    turns: u8,
    /// The first macro, unless the piece is home.
    first: Option<u8>,
}

const UNREACHABLE: u8 = u8::MAX;

/// The best order so far, and the current one.
struct OrderSearch {
    best: Option<(usize, Vec<u8>)>,
    current: Vec<u8>,
    node_count: u64,
}

impl Placing {
    /// Builds the step for these pieces from these macros, which keep the pieces at the places `fixed_places`.
    ///
    /// # Panics
    /// If a macro does not keep them, or if a piece at one of its `possible` places cannot be moved home.
    pub(super) fn new(macros: &[&str], pieces: [usize; 4], fixed_places: &[Place], possible: &[Place]) -> Self {
        let homes = pieces.map(|piece| Cube3::SOLVED.places()[piece]);
        let copies = macros::copies(macros, true);
        assert!(copies.iter().all(|copy| copy.keeps(fixed_places)), "every macro keeps what was done before");
        let routes: Vec<_> = (0..16).map(|set| routes(&copies, homes, set)).collect();
        let position = |place| CUBE3.layout().position(place).0;
        for (set, routes) in routes.iter().enumerate() {
            for piece in (0..4).filter(|piece| set >> piece & 1 == 0) {
                let occupied = |place: Place| {
                    (0..4).any(|other| set >> other & 1 == 1 && position(homes[other]) == position(place))
                };
                let covered =
                    |&place: &Place| occupied(place) || routes[piece][usize::from(place)].turns != UNREACHABLE;
                assert!(possible.iter().all(covered), "there is a macro for every case");
            }
        }
        Self { pieces, homes, copies, routes }
    }

    /// Returns the macros that solve the four pieces, and the number of those that were tried.
    pub(super) fn solve(&self, state: Cube3) -> (Vec<&[Turn]>, u64) {
        let places = state.places();
        let mut orders = OrderSearch { best: None, current: Vec::new(), node_count: 0 };
        self.try_orders(self.pieces.map(|piece| places[piece]), 0, &mut orders);
        let (_, macros) = orders.best.expect("every case has a macro");
        (macros.into_iter().map(|number| &self.copies[usize::from(number)].turns[..]).collect(), orders.node_count)
    }

    fn try_orders(&self, places: [Place; 4], spent: usize, orders: &mut OrderSearch) {
        let home = (0..4).filter(|&piece| places[piece] == self.homes[piece]).fold(0, |set, piece| set | 1 << piece);
        if home == 0b1111 {
            orders.best = Some((spent, orders.current.clone()));
            return;
        }
        for piece in (0..4).filter(|piece| home >> piece & 1 == 0) {
            let routes = &self.routes[home][piece];
            let spent = spent + usize::from(routes[usize::from(places[piece])].turns);
            if orders.best.as_ref().is_some_and(|&(best, _)| spent >= best) {
                continue;
            }
            let (mut places, depth) = (places, orders.current.len());
            while let Some(number) = routes[usize::from(places[piece])].first {
                orders.current.push(number);
                orders.node_count += 1;
                places = places.map(|place| self.copies[usize::from(number)].map[usize::from(place)]);
            }
            self.try_orders(places, spent, orders);
            orders.current.truncate(depth);
        }
    }
}

/// Returns the shortest routes home of each piece outside a set, which preserve the pieces in the set at home. Of routes of equal
/// length, the first in the order of the copies is kept.
fn routes(copies: &[MacroCopy], homes: [Place; 4], set: usize) -> [[PieceRoute; PLACES]; 4] {
    let fixed_places: Vec<_> = (0..4).filter(|piece| set >> piece & 1 == 1).map(|piece| homes[piece]).collect();
    let numbered = (0u8..).zip(copies).filter(|(_, copy)| copy.keeps(&fixed_places));
    let allowed: Vec<_> = numbered.map(|(number, copy)| (number, length(copy), &copy.map)).collect();
    let mut all = [[PieceRoute { turns: UNREACHABLE, first: None }; PLACES]; 4];
    for piece in (0..4).filter(|piece| set >> piece & 1 == 0) {
        let (routes, home) = (&mut all[piece], usize::from(homes[piece]));
        routes[home].turns = 0;
        // Corners have the lower half of the places, edges the upper.
        let places = if home < PLACES / 2 { 0..PLACES / 2 } else { PLACES / 2..PLACES };
        let mut better = true;
        while better {
            better = false;
            for place in places.clone() {
                for &(number, length, map) in &allowed {
                    // The copies are in the order of their lengths.
                    if length >= routes[place].turns {
                        break;
                    }
                    let turns = routes[usize::from(map[place])].turns.saturating_add(length);
                    if turns < routes[place].turns {
                        routes[place] = PieceRoute { turns, first: Some(number) };
                        better = true;
                    }
                }
            }
        }
    }
    all
}

/// Returns the number of moves of a copy.
fn length(copy: &MacroCopy) -> u8 {
    u8::try_from(copy.turns.len()).expect("macros are short")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::layers::macros::{MIDDLE_EDGES, U_CORNERS};

    /// Returns the maximum numbers of moves and of macros for any piece.
    fn longest(step: &Placing, possible: std::ops::Range<usize>) -> (usize, usize) {
        let (mut turns, mut macros) = (0, 0);
        for (set, routes) in step.routes.iter().enumerate() {
            for piece in (0..4).filter(|piece| set >> piece & 1 == 0) {
                for start in possible.clone().filter(|&place| routes[piece][place].turns != UNREACHABLE) {
                    let (mut place, mut spent, mut played) = (start, 0, 0);
                    while let Some(number) = routes[piece][place].first {
                        let copy = &step.copies[usize::from(number)];
                        place = usize::from(copy.map[place]);
                        (spent, played) = (spent + length(copy), played + 1);
                    }
                    assert_eq!((place, spent), (usize::from(step.homes[piece]), routes[piece][start].turns));
                    (turns, macros) = (turns.max(usize::from(spent)), macros.max(played));
                }
            }
        }
        (turns, macros)
    }

    #[test]
    fn layers_places_any_piece_with_two_macros() {
        let corners = Placing::new(U_CORNERS, [0, 1, 2, 3], &[24, 26, 28, 30], &[]);
        assert_eq!(longest(&corners, 0..24), (6, 2));
        let edges = Placing::new(MIDDLE_EDGES, [16, 17, 18, 19], &[0, 3, 6, 9, 24, 26, 28, 30], &[]);
        assert_eq!(longest(&edges, 32..48), (15, 2));
    }

    #[test]
    #[should_panic(expected = "every macro keeps what was done before")]
    fn a_macro_that_disturbs_earlier_steps_is_an_error() {
        let _ = Placing::new(U_CORNERS, [0, 1, 2, 3], &[40], &[]);
    }

    #[test]
    #[should_panic(expected = "there is a macro for every case")]
    fn a_case_without_a_macro_is_an_error() {
        let _ = Placing::new(&["R' D R"], [16, 17, 18, 19], &[], &[24]);
    }
}
