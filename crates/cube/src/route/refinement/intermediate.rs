//! Paths through an intermediate state in the domino group. Bidirectional search finds both parts.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use super::bidirectional::BidirectionalSearch;
use super::coset_space::CosetSpace;
use super::node_counter::NodeCounter;
use crate::puzzle::{Algorithm, Cube3, CubeState, Face, Metric, MoveSet, SearchDirection, Symmetry};

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
    /// Returns the searches in a metric, whose balls are built on first use.
    fn with_metric(metric: Metric) -> &'static Self {
        static SEARCHES: [LazyLock<Searches>; 2] =
            [LazyLock::new(|| Searches::new(Metric::Htm)), LazyLock::new(|| Searches::new(Metric::Qtm))];
        &SEARCHES[metric as usize]
    }

    fn new(metric: Metric) -> Self {
        let radii = &RADII[metric as usize];
        Self {
            first: BidirectionalSearch::new(&*COSETS, radii.cosets, metric, MoveSet::DOMINO),
            second: BidirectionalSearch::new(&*DOMINO, radii.domino, metric, MoveSet::NONE),
        }
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

/// Returns the shortest sequence from a cube to home that the counter's nodes suffice to find, if it is shorter than
/// `max`.
///
/// The first part leads to the domino group ⟨U, D, R2, F2, L2, B2⟩ along one of the three axes, forward or backward;
/// all first parts are tried in the order of their length. The second part leads home within the group. This is H.
/// Kociemba's decomposition (1992) without his pruning tables: the balls have the states near home only.
pub(super) fn through_domino(cube: Cube3, max: usize, metric: Metric, counter: &mut NodeCounter) -> Option<Algorithm> {
    let radii = &RADII[metric as usize];
    let Searches { first, second } = Searches::with_metric(metric);
    let directions = directions();
    let views = SearchDirection::views(&directions, cube);
    let (mut best, mut max) = (None, max);
    for length in 0..=u8::MAX {
        for &(number, view) in &views {
            // Even with an empty second part the sequence is too long.
            if usize::from(length) >= max || counter.is_spent() {
                return best;
            }
            let _ = first.paths(COSETS.node(view), length, counter, &mut |path, counter| {
                let left = max - 1 - usize::from(length);
                // A longer second part is allowed after a while, so that some sequence is found before the nodes run
                // out.
                let second_radius = if best.is_none() && counter.is_past_eighth() {
                    radii.second_radius + 2
                } else {
                    radii.second_radius
                };
                let left = u8::try_from(left).unwrap_or(u8::MAX).min(second.radius() + second_radius);
                if let Some(rest) = second.shortest(DOMINO.node(view.apply_all(path)), left, counter) {
                    max = usize::from(length) + Algorithm::from(rest.as_slice()).length(metric);
                    best = Some(directions[number].moves(&[path, rest.as_slice()].concat().into_iter().collect()));
                }
                if usize::from(length) >= max || counter.is_spent() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
        }
    }
    best
}
