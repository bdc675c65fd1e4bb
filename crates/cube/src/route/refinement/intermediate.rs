//! [`DominoSearch`]: a sequence of moves that solves a state of the 3×3×3, shorter than a given length, through an intermediate state in
//! the domino group ⟨U, D, R2, F2, L2, B2⟩, without pruning tables. Bidirectional search finds the moves to the group and those within it.
//! The six directions of the search may be divided among threads of the caller.

use std::ops::ControlFlow;
use std::sync::{LazyLock, OnceLock};

use super::bidirectional::BidirectionalSearch;
use super::coset_space::CosetSpace;
use super::node_ball::NodeBall;
use super::node_counter::NodeCounter;
use crate::puzzle::{Algorithm, Cube3, Face, Metric, MoveSet, SearchDirection, Symmetry};

/// The space of the first part.
static COSETS: LazyLock<CosetSpace> = LazyLock::new(CosetSpace::cosets);
/// The space of the second part.
static DOMINO: LazyLock<CosetSpace> = LazyLock::new(CosetSpace::domino);

/// The searches for both parts.
struct Searches {
    first: BidirectionalSearch<'static, CosetSpace>,
    second: BidirectionalSearch<'static, CosetSpace>,
}

impl Searches {
    /// Returns the searches in a metric, whose balls are built on first use; `None` if the time is up before.
    fn with_metric(metric: Metric, is_late: &dyn Fn() -> bool) -> Option<&'static Self> {
        static SEARCHES: [OnceLock<Searches>; 2] = [const { OnceLock::new() }; 2];
        let searches = &SEARCHES[metric as usize];
        if searches.get().is_none() {
            let radii = &RADII[metric as usize];
            let first = NodeBall::new(&*COSETS, radii.cosets, metric, is_late)?;
            let second = NodeBall::new(&*DOMINO, radii.domino, metric, is_late)?;
            // Another thread may have built the same balls.
            let _ = searches.set(Self {
                first: BidirectionalSearch::new(&*COSETS, first, metric, MoveSet::DOMINO),
                second: BidirectionalSearch::new(&*DOMINO, second, metric, MoveSet::NONE),
            });
        }
        searches.get()
    }
}

/// The radii of the balls of both parts, and the maximum distance beyond its ball at which the second part is searched.
struct Radii {
    cosets: u8,
    domino: u8,
    second_radius: u8,
}

/// The radii in half turns and in quarter turns.
const RADII: [Radii; 2] =
    [Radii { cosets: 5, domino: 7, second_radius: 4 }, Radii { cosets: 6, domino: 10, second_radius: 7 }];

/// Returns the six search directions: the cube or its inverse, with one of the three axes vertical.
fn directions() -> [SearchDirection; 6] {
    let symmetries = [Symmetry::IDENTITY, Symmetry::rotation(Face::R, 1), Symmetry::rotation(Face::F, 1)];
    std::array::from_fn(|i| SearchDirection { symmetry: symmetries[i / 2], inverted: i % 2 == 1 })
}

/// A search for a shorter sequence from a cube to home, step 2 of [`refine`](super::refine) alone.
///
/// The first part leads to the domino group ⟨U, D, R2, F2, L2, B2⟩ along one of the three axes, forward or backward;
/// all first parts are tried in the order of their length. The second part leads home within the group. This is H.
/// Kociemba's decomposition (1992) without his pruning tables: the balls have the states near home only.
#[derive(Clone, Copy, Debug)]
pub struct DominoSearch {
    /// The metric of the lengths.
    pub metric: Metric,
    /// The length below which a sequence counts.
    pub max: usize,
    /// The length at which the search ends.
    pub enough: usize,
    /// The number of this part of the search and the number of parts. There are six directions, dealt out to the parts.
    pub part: (usize, usize),
}

impl DominoSearch {
    /// The number of parts that a search can have.
    pub const MAX_PARTS: usize = 6;

    /// Returns the shortest sequence that is found in this number of nodes before the time is up, and the number of nodes. The time is
    /// read often, also while the nodes near both goals are found.
    pub fn run(self, cube: Cube3, nodes: u64, is_late: &dyn Fn() -> bool) -> (Option<Algorithm>, u64) {
        let Some(searches) = Searches::with_metric(self.metric, is_late) else { return (None, 0) };
        let mut counter = NodeCounter::new(nodes, is_late);
        (self.search(searches, cube, &mut counter), counter.nodes())
    }

    fn search(
        self,
        Searches { first, second }: &Searches,
        cube: Cube3,
        counter: &mut NodeCounter<'_>,
    ) -> Option<Algorithm> {
        let Self { metric, mut max, enough, part: (part, parts) } = self;
        let radii = &RADII[metric as usize];
        let directions = directions();
        let views = SearchDirection::views(&directions, cube);
        let mut best = None;
        for length in 0..=u8::MAX {
            for &(number, view) in views.iter().skip(part).step_by(parts) {
                // Even with an empty second part the sequence is too long.
                if usize::from(length) >= max || max <= enough || counter.is_spent() {
                    return best;
                }
                let _ = first.paths(COSETS.node(view), length, counter, &mut |path, counter| {
                    // A longer second part is allowed after a while, so that some sequence is found before the nodes run
                    // out.
                    let more = if best.is_none() && counter.is_past_eighth() { 2 } else { 0 };
                    let left = u8::try_from(max - 1 - usize::from(length)).unwrap_or(u8::MAX);
                    let left = left.min(second.radius() + radii.second_radius + more);
                    if let Some(rest) = second.shortest(DOMINO.node(view.apply_all(path)), left, counter) {
                        max = usize::from(length) + Algorithm::from(rest.as_slice()).length(metric);
                        best = Some(directions[number].moves(&[path, rest.as_slice()].concat().into_iter().collect()));
                    }
                    if usize::from(length) >= max || max <= enough || counter.is_spent() {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                });
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Turn;

    #[test]
    fn parts_together_find_what_one_search_finds() {
        let turns = [Turn::R, Turn::U2, Turn::F3, Turn::L, Turn::D, Turn::B2, Turn::R3, Turn::F];
        let cube = Cube3::after(&turns).inverse();
        let search = |enough, part| {
            let search = DominoSearch { metric: Metric::Htm, max: 11, enough, part };
            search.run(cube, u64::MAX, &|| false).0.map(|moves| {
                assert!(cube.apply_all(&moves).is_solved());
                moves.len()
            })
        };
        let parts = (0..DominoSearch::MAX_PARTS).filter_map(|part| search(0, (part, DominoSearch::MAX_PARTS)));
        assert_eq!(search(0, (0, 1)), parts.min());
        assert!(
            search(10, (0, 1)).is_some_and(|length| (8..=10).contains(&length)),
            "it ends where it is short enough"
        );
        let late = DominoSearch { metric: Metric::Htm, max: 11, enough: 0, part: (0, 1) };
        assert_eq!(late.run(cube, 0, &|| true).0, None);
    }
}
