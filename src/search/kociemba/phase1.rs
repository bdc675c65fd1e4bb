//! Phase 1: the ways into the domino group.

use super::guide::{Entry, Guide, steps};
use super::phase2::{Phase2, Pieces};
use super::transitions::{Transitions, number};
use crate::puzzle::algorithm::Metric;
use crate::puzzle::cube3::Cube3;
use crate::puzzle::turn::{Face, MoveSet, Turn};
use crate::table::rows::{Reduced, RowSpace};
use crate::table::symmetry::{AXIS_SYMMETRIES, SymmetryClasses, axis_symmetries};
use crate::table::{Coordinate, CornerOrientation, FlipSlice};

/// The longest phase 1: a path of more turns does not fit a [`Path`]. No state is farther than 20 turns from solved, or 26
/// quarter turns, and what is shorter than those 26 fits, too.
pub(super) const LONGEST: usize = 25;

/// Turns, five bits each, the last one lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Path(u128);

impl Path {
    #[inline]
    fn then(self, turn: usize) -> Self {
        Self(self.0 << 5 | turn as u128)
    }

    /// The turn before the last `after` ones.
    fn turn(self, after: usize) -> Turn {
        Turn::ALL[(self.0 >> (5 * after) & 31) as usize]
    }

    /// The turns, of which there are so many.
    pub(super) fn turns(self, length: usize) -> impl Iterator<Item = Turn> {
        (0..length).rev().map(move |after| self.turn(after))
    }

    /// A bit for each face whose turn would merge with the last turns, of which there are so many.
    pub(super) fn last_faces(self, length: usize) -> u8 {
        let face = |after| self.turn(after).face();
        let last = (length > 0).then(|| face(0));
        let before = (length > 1).then(|| face(1)).filter(|&before| last == Some(before.opposite()));
        last.into_iter().chain(before).fold(0, |faces, face| faces | 1 << face.index())
    }
}

/// A state on its way. Orientations and slice positions are seen through the symmetry that makes the representative of
/// their class of them; the pieces that phase 2 is about are as they are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The turns that led here.
    pub(super) path: Path,
    /// Where the pieces are that phase 2 is about.
    pub(super) pieces: Pieces,
    class: u16,
    twist: u16,
    symmetry: u8,
    entry: Entry,
    /// What the last turns say of the next one: see [`Lasts`].
    last: u8,
    /// By how many turns the domino group is nearer than the end of the phase.
    slack: u8,
}

/// There was no turn yet.
const NO_FACE: u8 = 6;
/// As many kinds of last turns: the faces, none, and again the faces if the last turn may follow itself.
const LASTS: usize = 13;
/// The first of those that may follow themselves.
const REPEATABLE: u8 = 7;

/// By kind of the last turn, that after each turn.
///
/// In the quarter-turn metric a half turn is written as two equal quarter turns. There are two ways to do that, of which
/// the clockwise one is taken: a clockwise quarter turn may follow itself, once.
type Lasts = [[u8; 18]; LASTS];

fn lasts(metric: Metric) -> Lasts {
    std::array::from_fn(|last| {
        Turn::ALL.map(|turn| {
            let face = small(turn.face().index());
            let repeated = last == usize::from(REPEATABLE + face);
            let repeatable = metric == Metric::Qtm && turn.quarters() == 1 && !repeated;
            if repeatable { REPEATABLE + face } else { face }
        })
    })
}

/// By kind of the last turn, the turns that may follow: none of the same face but one that is repeated, and of two
/// opposite faces, which commute, the first in the order of [`Face::ALL`] is turned first.
fn followers(metric: Metric) -> [Vec<Turn>; LASTS] {
    std::array::from_fn(|last| {
        let may_follow = |turn: &Turn| {
            let face = turn.face().index();
            let (before, repeatable) = (last % usize::from(REPEATABLE), last >= usize::from(REPEATABLE));
            before == usize::from(NO_FACE)
                || (face != before && face + Face::ALL.len() / 2 != before)
                || (face == before && repeatable && turn.quarters() == 1)
        };
        steps(metric).iter().filter(may_follow).collect()
    })
}

/// Where turns lead from the representative of a class: to which class, and through which symmetry to its
/// representative. As large as a line of the cache.
#[repr(align(64))]
struct Row {
    classes: [u16; 18],
    links: [u8; 18],
}

/// How a symmetry changes what is seen.
struct View {
    /// By kind of the last turn, the turns that may follow, as they are seen.
    followers: [u32; LASTS],
    /// The turn that is seen as each turn.
    turns: [u8; 18],
    /// The product with each symmetry after it.
    products: [u8; AXIS_SYMMETRIES],
}

/// What phase 1 looks up.
pub(super) struct Phase1 {
    classes: SymmetryClasses,
    rows: Vec<Row>,
    twists: Transitions,
    /// By symmetry · 2187 + twist.
    conjugated: Vec<u16>,
    guide: Guide,
    views: [View; AXIS_SYMMETRIES],
    lasts: Lasts,
    /// A way that comes through the domino group before its end takes at least so many turns from there.
    shortest_loop: usize,
}

/// The turns of the domino group. Symmetries that keep its axis map them to each other.
const DOMINO: u32 = {
    let (mut set, mut turn) = (0, 0);
    while turn < 18 {
        set |= (MoveSet::DOMINO.contains(Turn::ALL[turn]) as u32) << turn;
        turn += 1;
    }
    set
};

fn views(metric: Metric) -> [View; AXIS_SYMMETRIES] {
    let (symmetries, followers) = (axis_symmetries(), followers(metric));
    symmetries.map(|symmetry| {
        let inverse = symmetry.inverse();
        let seen = |turns: &Vec<Turn>| turns.iter().fold(0, |set, &turn| set | 1 << symmetry.turn(turn).index());
        let followers = followers.each_ref().map(seen);
        let turns = Turn::ALL.map(|turn| small(inverse.turn(turn).index()));
        let products = symmetries.map(|second| {
            let product = symmetry.then(second);
            small(symmetries.iter().position(|&one| one == product).expect("symmetries form a group"))
        });
        View { followers, turns, products }
    })
}

/// A small number in a byte.
fn small(number: usize) -> u8 {
    u8::try_from(number).expect("turns and symmetries are few")
}

impl Phase1 {
    /// What is looked up, given the space that the guide is about.
    pub(super) fn new(metric: Metric, space: Reduced, guide: Guide) -> Self {
        let row = |class| {
            let after = Turn::ALL.map(|turn| space.row_after(class, turn));
            Row { classes: after.map(|(next, _)| number(next)), links: after.map(|(_, link)| small(link)) }
        };
        Self {
            rows: (0..space.rows()).map(row).collect(),
            twists: Transitions::new::<CornerOrientation>(),
            conjugated: (0..AXIS_SYMMETRIES).flat_map(|symmetry| space.conjugation().row(symmetry)).copied().collect(),
            guide,
            views: views(metric),
            lasts: lasts(metric),
            shortest_loop: shortest_loop(metric),
            classes: space.into_classes(),
        }
    }

    /// The class and the twist that a turn leads to, as seen, and the link between the two views.
    #[inline]
    fn after(&self, class: u16, twist: u16, turn: usize) -> (u16, u16, u8) {
        let row = &self.rows[usize::from(class)];
        let link = row.links[turn];
        let twist = self.twists.row(twist)[turn];
        (row.classes[turn], self.conjugated[usize::from(link) * CornerOrientation::SIZE + usize::from(twist)], link)
    }

    /// A state from which ways start, and its distance from the domino group.
    pub(super) fn root(&self, cube: Cube3, pieces: Pieces) -> (Node, usize) {
        let (class, symmetry) = self.classes.class(FlipSlice::encode(cube));
        let twist = CornerOrientation::encode(cube.conjugate(axis_symmetries()[symmetry]));
        let (class, twist) = (number(class), number(twist));
        let entry = self.guide.entry(class, twist);
        let path = Path::default();
        let root = Node { path, pieces, class, twist, symmetry: small(symmetry), entry, last: NO_FACE, slack: 0 };
        (root, self.distance(class, twist))
    }

    /// The fewest turns into the domino group: the guide is followed there.
    fn distance(&self, mut class: u16, mut twist: u16) -> usize {
        let mut distance = 0;
        while (class, twist) != (0, 0) {
            let entry = self.guide.entry(class, twist);
            (class, twist) = (0..18)
                .filter(|turn| self.guide.nearer(entry) >> turn & 1 == 1)
                .map(|turn| self.after(class, twist, turn))
                .map(|(class, twist, _)| (class, twist))
                .find(|&(class, twist)| (self.guide.entry(class, twist).residue() + 1) % 3 == entry.residue())
                .expect("some turn leads nearer");
            distance += 1;
        }
        distance
    }
}

/// A turn that may be on a way, as seen from a node.
#[derive(Clone, Copy)]
struct Candidate {
    parent: u16,
    class: u16,
    twist: u16,
    link: u8,
    turn: u8,
}

/// All ways of exactly so many turns from a state into the domino group whose last turn is not one of that group. (A way
/// that ends with such a turn is a shorter one with a longer phase 2.)
///
/// States are expanded in batches, the deepest first, rather than one after the other: the table is much larger than
/// the caches, and the processor can wait for all states of a batch at once.
#[derive(Default)]
pub(super) struct Ways {
    length: usize,
    /// The states that are still to be expanded, by depth.
    levels: Vec<Vec<Node>>,
    /// The ends of the ways that were found last.
    ends: Vec<Node>,
    /// No level below this one has any.
    deepest: usize,
    batch: Vec<Node>,
    candidates: Vec<Candidate>,
    /// What the guide says of each.
    entries: Vec<Entry>,
}

/// How many states are expanded at once.
const BATCH: usize = 128;

/// A way that comes through the domino group before its end takes at least so many turns from there.
const fn shortest_loop(metric: Metric) -> usize {
    match metric {
        Metric::Htm => 5,
        Metric::Qtm => 6,
    }
}

impl Ways {
    /// How many turns the ways have.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// Starts with the ways of this length from a state at this distance.
    pub(super) fn start(&mut self, root: Node, distance: usize, length: usize) {
        self.levels.iter_mut().for_each(Vec::clear);
        if self.levels.len() <= length {
            self.levels.resize_with(length + 1, Vec::new);
        }
        (self.length, self.deepest) = (length, 0);
        if let Some(slack) = length.checked_sub(distance) {
            self.levels[0].push(Node { slack: small(slack), ..root });
        }
    }

    /// Expands the next states, and says how many; 0 when there are no more ways. The ends of ways are in
    /// [`Ways::ends`].
    pub(super) fn advance(&mut self, phase1: &Phase1, phase2: &Phase2) -> usize {
        self.ends.clear();
        while self.levels[self.deepest].is_empty() {
            if self.deepest == 0 {
                return 0;
            }
            self.deepest -= 1;
        }
        let depth = self.deepest;
        let level = &mut self.levels[depth];
        self.batch.clear();
        self.batch.extend(level.drain(level.len().saturating_sub(BATCH)..));
        if depth == self.length {
            // The way of no turns.
            self.ends.extend_from_slice(&self.batch);
            return self.batch.len();
        }
        self.propose(phase1, depth);
        self.accept(phase1, phase2, depth + 1);
        self.deepest = (depth + 1).min(self.length - 1);
        self.batch.len()
    }

    /// The ends of the ways that were found last.
    pub(super) fn ends(&self) -> &[Node] {
        &self.ends
    }

    /// The turns worth a look from the states of the batch.
    fn propose(&mut self, phase1: &Phase1, depth: usize) {
        let last = depth + 1 == self.length;
        self.candidates.clear();
        for (parent, node) in (0..).zip(&self.batch) {
            let view = &phase1.views[usize::from(node.symmetry)];
            // A half turn at the end would be one of the domino group.
            let kind = if last { node.last % REPEATABLE } else { node.last };
            let mut turns = view.followers[usize::from(kind)];
            if node.slack == 0 {
                turns &= phase1.guide.nearer(node.entry);
            }
            if last {
                turns &= !DOMINO;
            }
            while turns != 0 {
                let turn = turns.trailing_zeros() as usize;
                turns &= turns - 1;
                let (class, twist, link) = phase1.after(node.class, node.twist, turn);
                self.candidates.push(Candidate { parent, class, twist, link, turn: small(turn) });
            }
        }
    }

    /// Those candidates from which the domino group can still be reached in time are states of the next level.
    fn accept(&mut self, phase1: &Phase1, phase2: &Phase2, depth: usize) {
        let left = self.length - depth;
        // All looked up before any is judged: nothing that follows is waited for.
        self.entries.clear();
        self.entries
            .extend(self.candidates.iter().map(|candidate| phase1.guide.entry(candidate.class, candidate.twist)));
        let level = if left == 0 { &mut self.ends } else { &mut self.levels[depth] };
        for (candidate, &entry) in self.candidates.iter().zip(&self.entries) {
            let &Candidate { parent, class, twist, link, turn } = candidate;
            let parent = &self.batch[usize::from(parent)];
            // One turn is spent; 0 if the distance is less by one, 1 if it is the same, 2 if it is more.
            let lost = (entry.residue() + 4 - parent.entry.residue()) % 3;
            if lost > parent.slack || (left > 0 && left < phase1.shortest_loop && (class, twist) == (0, 0)) {
                continue;
            }
            let view = &phase1.views[usize::from(parent.symmetry)];
            let turn = usize::from(view.turns[usize::from(turn)]);
            level.push(Node {
                path: parent.path.then(turn),
                pieces: phase2.after(parent.pieces, turn),
                class,
                twist,
                symmetry: view.products[usize::from(link)],
                entry,
                last: phase1.lasts[usize::from(parent.last)][turn],
                slack: parent.slack - lost,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::CubeState;

    #[test]
    fn a_path_knows_its_turns() {
        let turns = [Turn::R, Turn::U3, Turn::B3, Turn::D2, Turn::U];
        let mut path = Path::default();
        let faces = |turns: &[Turn]| turns.iter().fold(0, |faces, turn| faces | 1u8 << turn.face().index());
        assert_eq!(path.last_faces(0), 0);
        for (length, &turn) in (1..).zip(&turns) {
            path = path.then(turn.index());
            assert_eq!(path.turns(length).collect::<Vec<_>>(), turns[..length]);
            // U after D could merge with a turn before it.
            let merging = if length == 5 { &turns[3..5] } else { &turns[length - 1..length] };
            assert_eq!(path.last_faces(length), faces(merging));
        }
        let longest = (0..LONGEST).fold(Path::default(), |path, _| path.then(17));
        assert!(longest.turns(LONGEST).eq(std::iter::repeat_n(Turn::B3, LONGEST)));
    }

    #[test]
    fn half_turns_are_repeated_clockwise_quarter_turns() {
        let (followers, lasts) = (followers(Metric::Qtm), lasts(Metric::Qtm));
        let follow = |turns: &[Turn]| {
            turns.iter().try_fold(NO_FACE, |last, turn| {
                followers[usize::from(last)].contains(turn).then(|| lasts[usize::from(last)][turn.index()])
            })
        };
        for good in [&[Turn::R, Turn::R][..], &[Turn::U, Turn::D, Turn::D], &[Turn::R3, Turn::U, Turn::U, Turn::R3]] {
            assert!(follow(good).is_some(), "{good:?}");
        }
        let bad = [
            [Turn::R, Turn::R, Turn::R],
            [Turn::U, Turn::R3, Turn::R3],
            [Turn::U, Turn::R, Turn::R3],
            [Turn::U, Turn::R3, Turn::R],
            [Turn::R, Turn::L, Turn::R],
            [Turn::U, Turn::F, Turn::R2],
        ];
        assert!(bad.iter().all(|bad| follow(bad).is_none()));
        // Each short word is another state, so there are as many as states so many quarter turns away.
        let mut words = vec![NO_FACE];
        for known in [12, 114] {
            let next = |last: &u8| {
                followers[usize::from(*last)]
                    .iter()
                    .map(|turn| lasts[usize::from(*last)][turn.index()])
                    .collect::<Vec<_>>()
            };
            words = words.iter().flat_map(next).collect();
            assert_eq!(words.len(), known);
        }
    }

    /// All ways, as a worker follows them, that leave the domino group, end with a turn that is not of it, and pass over
    /// what would merge; says whether one of these comes back to the group.
    fn comes_back(rules: &(Lasts, [Vec<Turn>; LASTS]), state: Cube3, last: u8, left: usize) -> bool {
        let (lasts, followers) = rules;
        let kind = if left == 1 { last % REPEATABLE } else { last };
        followers[usize::from(kind)].iter().any(|&turn| {
            let after = state.apply(turn);
            if left > 1 {
                return comes_back(rules, after, lasts[usize::from(last)][turn.index()], left - 1);
            }
            let (flips, twists) = (FlipSlice::encode(after), CornerOrientation::encode(after));
            !MoveSet::DOMINO.contains(turn) && (flips, twists) == (0, 0)
        })
    }

    #[test]
    fn the_domino_group_is_not_left_for_less_than_the_shortest_loop() {
        for metric in Metric::ALL {
            let rules = (lasts(metric), followers(metric));
            let shortest = (1..7).find(|&turns| comes_back(&rules, Cube3::SOLVED, NO_FACE, turns));
            assert_eq!(shortest, Some(shortest_loop(metric)));
        }
    }
}
