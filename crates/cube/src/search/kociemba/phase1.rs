//! Phase 1 of Kociemba's search with large tables: paths into the domino group ⟨U, D, R2, F2, L2, B2⟩. Of a given length, all are found
//! that do not end with a move of this group. The paths themselves are in `path`, and which move may follow which is in
//! `move_rules`.

use super::move_rules::{KINDS, MIN_LOOP, MoveKinds, NO_FACE, REPEATABLE, bits, followers, move_kinds};
use super::path::MovePath;
use super::phase1_coordinates::Phase1Coordinates;
use super::phase1_table::{Phase1Entry, Phase1Table};
use super::two_phase_tables::BATCH;
use crate::puzzle::{Cube3, Metric, MoveSet, Turn};
use crate::table::{
    AXIS_SYMMETRIES, Coordinate, CornerOrientation, FlipSlice, axis_number, axis_symmetries, narrow, narrow_to_byte,
};

/// The positions of the pieces of any state, without orientations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PiecePositions {
    /// [`CornerPermutation`](crate::table::CornerPermutation).
    pub(super) corners: u16,
    /// The edges of U, of D and of the middle layer, as [`SortedSlice::edge_rank`](crate::table::SortedSlice::edge_rank) numbers them.
    pub(super) edges: [u16; 3],
}

/// A state on a path. Orientations and slice positions are conjugated by the symmetry that takes them to the
/// representative of their class; the pieces of phase 2 are not conjugated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Phase1Node {
    /// The moves from the root.
    pub(super) path: MovePath,
    /// The positions of the pieces for phase 2.
    pub(super) pieces: PiecePositions,
    class: u16,
    twist: u16,
    symmetry: u8,
    entry: Phase1Entry,
    /// The kind of the last move: see [`MoveKinds`].
    last: u8,
    /// The remaining moves minus the distance from the domino group.
    slack: u8,
}

/// The action of a symmetry on moves and symmetries.
struct SymmetryAction {
    /// By kind of the last move, the images of the moves that may follow.
    followers: [u32; KINDS],
    /// By image, the move.
    turns: [u8; 18],
    /// The product with each symmetry after it.
    products: [u8; AXIS_SYMMETRIES],
}

/// The tables of phase 1.
pub(super) struct Phase1 {
    coordinates: Phase1Coordinates,
    table: Phase1Table,
    actions: [SymmetryAction; AXIS_SYMMETRIES],
    /// The symmetries in the order of their inverses.
    by_inverse: [usize; AXIS_SYMMETRIES],
    kinds: MoveKinds,
    min_loop: usize,
}

fn actions(metric: Metric) -> [SymmetryAction; AXIS_SYMMETRIES] {
    let (symmetries, followers) = (axis_symmetries(), followers(metric));
    symmetries.map(|symmetry| {
        let inverse = symmetry.inverse();
        let image = |moves: MoveSet| bits(moves.iter().map(|turn| symmetry.turn(turn)).collect());
        let products = symmetries.map(|second| narrow_to_byte(axis_number(symmetry.then(second))));
        let turns = Turn::ALL.map(|turn| narrow_to_byte(inverse.turn(turn).index()));
        SymmetryAction { followers: followers.map(image), turns, products }
    })
}

impl Phase1 {
    /// Returns the tables for a metric.
    pub(super) fn new(metric: Metric, coordinates: Phase1Coordinates, table: Phase1Table) -> Self {
        Self {
            coordinates,
            table,
            actions: actions(metric),
            by_inverse: axis_symmetries().map(|symmetry| axis_number(symmetry.inverse())),
            kinds: move_kinds(metric),
            min_loop: MIN_LOOP[metric as usize],
        }
    }

    /// Returns the class and the twist after a move, in conjugated form, and the symmetry between both forms.
    #[inline]
    fn coordinates_after(&self, class: u16, twist: u16, turn: usize) -> (u16, u16, u8) {
        let transitions = self.coordinates.transitions(class);
        let link = transitions.link(turn);
        let twist = self.coordinates.twist_images.image(link.into(), self.coordinates.twists.row(twist)[turn]);
        (transitions.class(turn), twist, link)
    }

    /// Returns the root of paths from a state, and its distance from the domino group.
    pub(super) fn root(&self, cube: Cube3, pieces: PiecePositions) -> (Phase1Node, usize) {
        let symmetries = axis_symmetries();
        let representative = |symmetry: usize| {
            let image = cube.conjugate(symmetries[symmetry]);
            let class = self.coordinates.class(u32::try_from(FlipSlice::encode(image)).ok()?)?;
            Some((narrow(class), narrow(CornerOrientation::encode(image)), narrow_to_byte(symmetry)))
        };
        let (class, twist, symmetry) =
            self.by_inverse.into_iter().find_map(representative).expect("some symmetry leads to the representative");
        let (path, entry) = (MovePath::default(), self.table.entry(class, twist));
        let root = Phase1Node { path, pieces, class, twist, symmetry, entry, last: NO_FACE, slack: 0 };
        (root, self.distance(class, twist))
    }

    /// Returns the distance from the domino group, counted along moves that reduce it.
    fn distance(&self, mut class: u16, mut twist: u16) -> usize {
        let (table, mut distance) = (&self.table, 0);
        while (class, twist) != (0, 0) {
            let entry = table.entry(class, twist);
            (class, twist) = (0..18)
                .filter(|turn| table.nearer(entry) >> turn & 1 == 1)
                .map(|turn| self.coordinates_after(class, twist, turn))
                .map(|(class, twist, _)| (class, twist))
                .find(|&(class, twist)| (table.entry(class, twist).residue() + 1) % 3 == entry.residue())
                .expect("some move leads nearer");
            distance += 1;
        }
        distance
    }
}

/// A move from a node, conjugated by the symmetry of the node.
#[derive(Clone, Copy)]
struct Expansion {
    parent: u16,
    class: u16,
    twist: u16,
    link: u8,
    turn: u8,
}

/// The search for the paths of a given length from a state into the domino group whose last move is not of that group.
/// A path that ends with a move of the group is found as a shorter path with a longer phase 2.
///
/// Nodes are expanded in batches, deepest first. The pruning table is much larger than the caches, so the look-ups of a
/// batch are issued together and their latencies overlap.
#[derive(Default)]
pub(super) struct Phase1Search {
    length: usize,
    /// The nodes to be expanded, by depth.
    levels: Vec<Vec<Phase1Node>>,
    /// The ends of the paths that the last batch found.
    ends: Vec<Phase1Node>,
    /// All levels below this one are empty.
    deepest: usize,
    batch: Vec<Phase1Node>,
    expansions: Vec<Expansion>,
    /// The table's entry of each expansion.
    entries: Vec<Phase1Entry>,
}

impl Phase1Search {
    /// Starts the search for the paths of a length from a root, given its distance from the domino group.
    pub(super) fn start(&mut self, root: Phase1Node, distance: usize, length: usize) {
        self.levels.iter_mut().for_each(Vec::clear);
        if self.levels.len() <= length {
            self.levels.resize_with(length + 1, Vec::new);
        }
        (self.length, self.deepest) = (length, 0);
        if let Some(slack) = length.checked_sub(distance) {
            self.levels[0].push(Phase1Node { slack: narrow_to_byte(slack), ..root });
        }
    }

    /// Expands the next batch. Returns the number of its nodes, 0 at the end of the search. [`Phase1Search::ends`] has
    /// the ends of the paths found. `turn_pieces` returns the positions of the pieces after a turn.
    pub(super) fn advance(
        &mut self,
        phase1: &Phase1,
        turn_pieces: impl Fn(PiecePositions, usize) -> PiecePositions,
    ) -> usize {
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
            // The empty path.
            self.ends.extend_from_slice(&self.batch);
            return self.batch.len();
        }
        self.expand(phase1, depth);
        self.prune(phase1, turn_pieces, depth + 1);
        self.deepest = (depth + 1).min(self.length - 1);
        self.batch.len()
    }

    /// Returns the ends of the paths that the last batch found.
    pub(super) fn ends(&self) -> &[Phase1Node] {
        &self.ends
    }

    /// Lists the moves from the nodes of the batch that may reach the domino group within the remaining length.
    fn expand(&mut self, phase1: &Phase1, depth: usize) {
        let last = depth + 1 == self.length;
        let barred = if last { bits(MoveSet::DOMINO) } else { 0 };
        self.expansions.clear();
        for (parent, node) in (0..).zip(&self.batch) {
            // A half turn at the end would belong to the domino group.
            let kind = if last { node.last % REPEATABLE } else { node.last };
            // The symmetries map the moves of the domino group to each other.
            let mut turns = phase1.actions[usize::from(node.symmetry)].followers[usize::from(kind)] & !barred;
            if node.slack == 0 {
                turns &= phase1.table.nearer(node.entry);
            }
            while turns != 0 {
                let turn = turns.trailing_zeros() as usize;
                turns &= turns - 1;
                let (class, twist, link) = phase1.coordinates_after(node.class, node.twist, turn);
                self.expansions.push(Expansion { parent, class, twist, link, turn: narrow_to_byte(turn) });
            }
        }
    }

    /// Keeps the expansions that can reach the domino group within the remaining length, as nodes of the next level.
    fn prune(&mut self, phase1: &Phase1, turn_pieces: impl Fn(PiecePositions, usize) -> PiecePositions, depth: usize) {
        let left = self.length - depth;
        // All look-ups are issued before their results are used, so that their latencies overlap.
        self.entries.clear();
        self.entries
            .extend(self.expansions.iter().map(|expansion| phase1.table.entry(expansion.class, expansion.twist)));
        let level = if left == 0 { &mut self.ends } else { &mut self.levels[depth] };
        for (&Expansion { parent, class, twist, link, turn }, &entry) in self.expansions.iter().zip(&self.entries) {
            let parent = &self.batch[usize::from(parent)];
            // Loss of slack by the move: 0 if the distance falls by one, 1 if it stays, 2 if it rises.
            let decrease = (entry.residue() + 4 - parent.entry.residue()) % 3;
            if decrease > parent.slack || (left > 0 && left < phase1.min_loop && (class, twist) == (0, 0)) {
                continue;
            }
            let action = &phase1.actions[usize::from(parent.symmetry)];
            let turn = usize::from(action.turns[usize::from(turn)]);
            level.push(Phase1Node {
                path: parent.path.then(turn),
                pieces: turn_pieces(parent.pieces, turn),
                class,
                twist,
                symmetry: action.products[usize::from(link)],
                entry,
                last: phase1.kinds[usize::from(parent.last)][turn],
                slack: parent.slack - decrease,
            });
        }
    }
}
