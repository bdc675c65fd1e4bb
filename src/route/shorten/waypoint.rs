//! Ways through a waypoint: a long way is cut where it passes through the domino group, and both parts are found by
//! bidirectional search.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use super::descent::Descent;
use super::meter::Meter;
use super::space::Graph;
use crate::puzzle::CubeState;
use crate::puzzle::algorithm::{Algorithm, Metric};
use crate::puzzle::cube3::Cube3;
use crate::puzzle::symmetry::Symmetry;
use crate::puzzle::turn::{Face, MoveSet, Turn};

/// The graphs of both parts, which know no distances.
static COSETS: LazyLock<Graph> = LazyLock::new(Graph::cosets);
static DOMINO: LazyLock<Graph> = LazyLock::new(Graph::domino);

/// How far the half searches go, and how much farther the second part is looked for, by metric.
struct Depths {
    cosets: u8,
    domino: u8,
    beyond: u8,
}

impl Depths {
    const fn of(metric: Metric) -> Self {
        match metric {
            Metric::Htm => Self { cosets: 5, domino: 7, beyond: 4 },
            Metric::Qtm => Self { cosets: 6, domino: 10, beyond: 7 },
        }
    }
}

/// One of the six ways of looking at a cube: as it is or inverted, with one of the three axes vertical.
#[derive(Clone, Copy)]
struct View {
    symmetry: Symmetry,
    inverted: bool,
}

impl View {
    /// All of them.
    fn all() -> [Self; 6] {
        let symmetries = [Symmetry::IDENTITY, Symmetry::rotation(Face::R, 1), Symmetry::rotation(Face::F, 1)];
        std::array::from_fn(|i| Self { symmetry: symmetries[i / 2], inverted: i % 2 == 1 })
    }

    fn see(self, cube: Cube3) -> Cube3 {
        let seen = cube.conjugate(self.symmetry);
        if self.inverted { seen.inverse() } else { seen }
    }

    /// The way to go, when this is the way to go for what is seen.
    fn moves(self, seen: &[Turn]) -> Algorithm {
        let seen = Algorithm::from(seen);
        let seen = if self.inverted { seen.inverse() } else { seen };
        seen.conjugate(self.symmetry.inverse())
    }
}

/// The shortest way home from a cube that is found within the meter's nodes and is shorter than `longest`.
///
/// The first part leads to the domino group ⟨U, D, R2, F2, L2, B2⟩, for each of the three axes, forwards or backwards;
/// all first parts are tried in the order of their length. The second part leads home inside the group. That is
/// H. Kociemba's decomposition (1992), without his tables: each part is met from both ends, and both halves are searched
/// anew for every call.
pub(super) fn through_domino(cube: Cube3, longest: usize, metric: Metric, meter: &mut Meter) -> Option<Algorithm> {
    let depths = Depths::of(metric);
    let first = Descent::new(&COSETS, depths.cosets, metric, MoveSet::DOMINO);
    let second = Descent::new(&DOMINO, depths.domino, metric, MoveSet::NONE);
    let mut views: Vec<(View, Cube3)> = Vec::with_capacity(6);
    for view in View::all() {
        let seen = view.see(cube);
        // Symmetric states look the same in several ways.
        if views.iter().all(|(_, other)| *other != seen) {
            views.push((view, seen));
        }
    }
    let (mut best, mut longest) = (None, longest);
    for length in 0..=u8::MAX {
        for &(view, seen) in &views {
            // Even a second part of nothing would be too long.
            if usize::from(length) >= longest || meter.is_spent() {
                return best;
            }
            let start = COSETS.node(seen).expect("every cube is in a coset");
            let _ = first.ways(start, length, meter, &mut |way, meter| {
                let room = longest - 1 - usize::from(length);
                // A way of any length must be found before the nodes run out, so after a while the second part may be longer.
                let beyond = if best.is_none() && meter.is_past_eighth() { depths.beyond + 2 } else { depths.beyond };
                let room = u8::try_from(room).unwrap_or(u8::MAX).min(second.most() + beyond);
                if let Some(rest) = home(&second, seen.apply_all(way), room, meter) {
                    longest = usize::from(length) + Algorithm::from(rest.as_slice()).length(metric);
                    best = Some(view.moves(&[way, rest.as_slice()].concat()));
                }
                if usize::from(length) >= longest || meter.is_spent() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
        }
    }
    best
}

/// A shortest way home inside the domino group, if it costs at most `most`.
fn home(second: &Descent<'_>, cube: Cube3, most: u8, meter: &mut Meter) -> Option<Vec<Turn>> {
    let start = DOMINO.node(cube).expect("the first part leads into the group");
    for cost in 0..=most {
        let mut answer = None;
        let _ = second.ways(start, cost, meter, &mut |way, _| {
            answer = Some(way.to_vec());
            ControlFlow::Break(())
        });
        if answer.is_some() || meter.is_spent() {
            return answer;
        }
    }
    None
}
