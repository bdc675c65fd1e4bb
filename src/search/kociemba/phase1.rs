//! Phase 1: the ways into the domino group.

use super::guide::{Entry, Guide};
use super::phase2::{Phase2, Pieces};
use super::transitions::{Transitions, number};
use crate::puzzle::cube3::Cube3;
use crate::puzzle::turn::{Face, MoveSet, Turn};
use crate::table::rows::{Reduced, RowSpace};
use crate::table::symmetry::{AXIS_SYMMETRIES, SymmetryClasses, axis_symmetries};
use crate::table::{Coordinate, CornerOrientation, FlipSlice};

/// The longest phase 1: a path of more turns does not fit a [`Path`]. No state is farther than 20 turns from solved.
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
    /// The face of the last turn, or [`NO_FACE`].
    last_face: u8,
    /// By how many turns the domino group is nearer than the end of the phase.
    slack: u8,
}

/// There was no turn yet.
const NO_FACE: u8 = 6;

/// Where turns lead from the representative of a class: to which class, and through which symmetry to its
/// representative. As large as a line of the cache.
#[repr(align(64))]
struct Row {
    classes: [u16; 18],
    links: [u8; 18],
}

/// How a symmetry changes what is seen.
struct View {
    /// By face of the last turn, the turns that may follow, as they are seen: none of the same face, and of two opposite
    /// faces, which commute, the first in the order of [`Face::ALL`] is turned first.
    followers: [u32; 7],
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

fn views() -> [View; AXIS_SYMMETRIES] {
    let symmetries = axis_symmetries();
    symmetries.map(|symmetry| {
        let inverse = symmetry.inverse();
        let followers = std::array::from_fn(|last| {
            let may_follow = |turn: &&Turn| {
                let face = turn.face().index();
                last == usize::from(NO_FACE) || (face != last && face + Face::ALL.len() / 2 != last)
            };
            Turn::ALL.iter().filter(may_follow).fold(0, |set, &turn| set | 1 << symmetry.turn(turn).index())
        });
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
    pub(super) fn new(space: Reduced, guide: Guide) -> Self {
        let row = |class| {
            let after = Turn::ALL.map(|turn| space.row_after(class, turn));
            Row { classes: after.map(|(next, _)| number(next)), links: after.map(|(_, link)| small(link)) }
        };
        Self {
            rows: (0..space.rows()).map(row).collect(),
            twists: Transitions::new::<CornerOrientation>(),
            conjugated: (0..AXIS_SYMMETRIES).flat_map(|symmetry| space.conjugation().row(symmetry)).copied().collect(),
            guide,
            views: views(),
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
        let root = Node { path, pieces, class, twist, symmetry: small(symmetry), entry, last_face: NO_FACE, slack: 0 };
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
const SHORTEST_LOOP: usize = 5;

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
            let mut turns = view.followers[usize::from(node.last_face)];
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
            if lost > parent.slack || (left > 0 && left < SHORTEST_LOOP && (class, twist) == (0, 0)) {
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
                last_face: small(turn / 3),
                slack: parent.slack - lost,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;

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

    /// All ways, as a worker follows them, that leave the domino group, end with a turn that is not of it, and pass over
    /// what would merge; says whether one of these comes back to the group.
    fn comes_back(state: Cube3, last: usize, left: usize) -> bool {
        let followers = &views()[0].followers;
        Turn::ALL.iter().filter(|turn| followers[last] >> turn.index() & 1 == 1).any(|&turn| {
            let after = state.apply(turn);
            if left > 1 {
                return comes_back(after, turn.face().index(), left - 1);
            }
            let (flips, twists) = (FlipSlice::encode(after), CornerOrientation::encode(after));
            !MoveSet::DOMINO.contains(turn) && (flips, twists) == (0, 0)
        })
    }

    #[test]
    fn the_domino_group_is_not_left_for_less_than_the_shortest_loop() {
        let shortest = (1..=SHORTEST_LOOP).find(|&turns| comes_back(Cube3::SOLVED, usize::from(NO_FACE), turns));
        assert_eq!(shortest, Some(SHORTEST_LOOP));
    }
}
