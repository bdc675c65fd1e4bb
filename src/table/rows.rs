//! [`RowSpace`]: large spaces as rows of columns, which are built a row at a time.

use super::coordinate::{Coordinate, ORDERINGS, SixEdges};
use super::symmetry::{AXIS_SYMMETRIES, Conjugation, SymmetryClasses};
use super::transition::{Space, TransitionTable};
use crate::puzzle::CubeState;
use crate::puzzle::turn::{MoveSet, Turn};

/// A large set of numbers that turns permute, row · columns + column, in which a turn leads a whole row to a row: to
/// which, and through which link its columns go, depends on the row and the turn only. So neighbours lie together and
/// a table of the space can be built as fast as memory is read.
pub trait RowSpace: Sync {
    /// How many rows there are; the solved state is in row 0, column 0.
    fn rows(&self) -> usize;

    /// How many columns each row has.
    fn columns(&self) -> usize;

    /// The turns, with the inverse of each.
    fn turns(&self) -> MoveSet;

    /// What a turn counts: 1, or 2.
    fn cost(&self, turn: Turn) -> u8 {
        let _ = turn;
        1
    }

    /// The row to which a turn leads a row, and the link for its columns.
    fn row_after(&self, row: usize, turn: Turn) -> (usize, usize);

    /// Where a turn leads the columns through a link.
    fn columns_after(&self, turn: Turn, link: usize) -> impl Fn(usize) -> usize;

    /// In spaces reduced by symmetries the bits of those that make equivalent columns of the row, or of its
    /// [twins](RowSpace::twin). Bit 0 is the identity.
    fn stabilizer(&self, row: usize) -> u16 {
        let _ = row;
        1
    }

    /// The row that a symmetry of the [stabilizer](RowSpace::stabilizer) makes of a row: itself where rows are classes.
    fn twin(&self, row: usize, symmetry: usize) -> usize {
        let _ = symmetry;
        row
    }

    /// The column that a symmetry makes of a column.
    fn conjugate(&self, column: usize, symmetry: usize) -> usize {
        let _ = symmetry;
        column
    }

    /// How many states of the unreduced space each number of a row stands for.
    fn weight(&self, row: usize) -> u64 {
        let _ = row;
        1
    }
}

/// A space in which a half turn counts two: a table of it is in the quarter-turn metric. Half turns are left out where
/// the space has the quarter turns that make them.
pub struct QuarterTurns<S>(pub S);

impl<S: RowSpace> RowSpace for QuarterTurns<S> {
    fn rows(&self) -> usize {
        self.0.rows()
    }

    fn columns(&self) -> usize {
        self.0.columns()
    }

    fn turns(&self) -> MoveSet {
        let turns = self.0.turns();
        let quarters = |turn: Turn| Turn::new(turn.face(), 1).is_some_and(|quarter| turns.contains(quarter));
        turns.iter().filter(|&turn| turn.quarters() != 2 || !quarters(turn)).collect()
    }

    fn cost(&self, turn: Turn) -> u8 {
        if turn.quarters() == 2 { 2 } else { 1 }
    }

    fn row_after(&self, row: usize, turn: Turn) -> (usize, usize) {
        self.0.row_after(row, turn)
    }

    #[inline]
    fn columns_after(&self, turn: Turn, link: usize) -> impl Fn(usize) -> usize {
        self.0.columns_after(turn, link)
    }

    fn stabilizer(&self, row: usize) -> u16 {
        self.0.stabilizer(row)
    }

    fn twin(&self, row: usize, symmetry: usize) -> usize {
        self.0.twin(row, symmetry)
    }

    #[inline]
    fn conjugate(&self, column: usize, symmetry: usize) -> usize {
        self.0.conjugate(column, symmetry)
    }

    fn weight(&self, row: usize) -> u64 {
        self.0.weight(row)
    }
}

/// What each turn makes of each value, by turn and then by value: neighbours in a row stay neighbours.
pub(super) struct Columns {
    size: usize,
    values: Vec<u16>,
}

impl Columns {
    pub(super) fn new<C: Coordinate>() -> Self {
        let table = TransitionTable::new::<C>();
        let mut values = vec![0; 18 * C::SIZE];
        for turn in C::TURNS.iter() {
            for value in 0..C::SIZE {
                let next = u16::try_from(table.next(value, turn)).expect("columns are at most 2^16");
                values[turn.index() * C::SIZE + value] = next;
            }
        }
        Self { size: C::SIZE, values }
    }

    #[inline]
    pub(super) fn after(&self, turn: Turn) -> &[u16] {
        &self.values[turn.index() * self.size..][..self.size]
    }
}

/// Two coordinates, all of whose pairs are reachable: a row for each value of one, a column for each of the other.
pub struct Product {
    rows: TransitionTable,
    columns: Columns,
}

impl Product {
    /// The product of two coordinates, which have all turns.
    #[must_use]
    pub fn new<R: Coordinate, C: Coordinate>() -> Self {
        Self { rows: TransitionTable::new::<R>(), columns: Columns::new::<C>() }
    }
}

impl RowSpace for Product {
    fn rows(&self) -> usize {
        self.rows.size()
    }

    fn columns(&self) -> usize {
        self.columns.size
    }

    fn turns(&self) -> MoveSet {
        MoveSet::ALL
    }

    fn row_after(&self, row: usize, turn: Turn) -> (usize, usize) {
        (self.rows.next(row, turn), 0)
    }

    #[inline]
    fn columns_after(&self, turn: Turn, _: usize) -> impl Fn(usize) -> usize {
        let after = self.columns.after(turn);
        |column| usize::from(after[column])
    }
}

/// The classes of one coordinate under the symmetries that keep the axis U–D, a row each, and another coordinate, a
/// column each. A pair of values of the two is conjugated by a symmetry that makes the first one its representative.
pub struct Reduced {
    classes: SymmetryClasses,
    transitions: Vec<[u32; 18]>,
    conjugation: Conjugation,
    /// By turn · 16 + symmetry, the columns after the turn, conjugated.
    columns: Vec<Vec<u16>>,
    turns: MoveSet,
}

impl Reduced {
    /// The classes of `R`, whose transition is `next`, with the values of `C`, for the turns of `C`.
    #[must_use]
    pub fn new<R: Coordinate, C: Coordinate>(next: impl Fn(usize, Turn) -> usize) -> Self {
        let classes = SymmetryClasses::new::<R>();
        let turns: Vec<_> = C::TURNS.iter().collect();
        let transitions = classes.transitions(&turns, next);
        let (after, conjugation) = (Columns::new::<C>(), Conjugation::new::<C>());
        let columns = (0..Turn::ALL.len() * AXIS_SYMMETRIES).map(|link| {
            let turn = Turn::ALL[link / AXIS_SYMMETRIES];
            let after = if C::TURNS.contains(turn) { after.after(turn) } else { &[] };
            let image = conjugation.row(link % AXIS_SYMMETRIES);
            after.iter().map(|&column| image[usize::from(column)]).collect()
        });
        let columns = columns.collect();
        Self { classes, transitions, conjugation, columns, turns: C::TURNS }
    }

    /// Where a turn and then a symmetry lead each column.
    #[must_use]
    #[inline]
    pub fn columns_by_value(&self, turn: Turn, symmetry: usize) -> &[u16] {
        &self.columns[turn.index() * AXIS_SYMMETRIES + symmetry]
    }

    /// What the symmetries make of the columns.
    #[must_use]
    pub fn conjugation(&self) -> &Conjugation {
        &self.conjugation
    }

    /// The classes that the rows are, and nothing else.
    #[must_use]
    pub fn into_classes(self) -> SymmetryClasses {
        self.classes
    }

    /// The classes that the rows are.
    #[must_use]
    pub fn classes(&self) -> &SymmetryClasses {
        &self.classes
    }
}

impl RowSpace for Reduced {
    fn rows(&self) -> usize {
        self.classes.len()
    }

    fn columns(&self) -> usize {
        self.conjugation.row(0).len()
    }

    fn turns(&self) -> MoveSet {
        self.turns
    }

    fn row_after(&self, row: usize, turn: Turn) -> (usize, usize) {
        let packed = self.transitions[row][turn.index()] as usize;
        (packed / AXIS_SYMMETRIES, packed % AXIS_SYMMETRIES)
    }

    #[inline]
    fn columns_after(&self, turn: Turn, symmetry: usize) -> impl Fn(usize) -> usize {
        let after = self.columns_by_value(turn, symmetry);
        |column| usize::from(after[column])
    }

    fn stabilizer(&self, row: usize) -> u16 {
        self.classes.stabilizer(row)
    }

    #[inline]
    fn conjugate(&self, column: usize, symmetry: usize) -> usize {
        usize::from(self.conjugation.row(symmetry)[column])
    }

    fn weight(&self, row: usize) -> u64 {
        self.classes.size(row) as u64
    }
}

/// [`SixEdges`]: a row for each ordering, a column for each set of flips. The link says which flips a turn reverses.
pub struct SixEdgeRows {
    /// By ordering and turn: ordering · 64 + the flips that are reversed.
    transitions: Vec<[u32; 18]>,
}

impl SixEdgeRows {
    /// The space of [`SixEdges`], 48 MB.
    #[must_use]
    pub fn new<const FIRST: usize>() -> Self {
        let row = |ordering| {
            let cube = SixEdges::<FIRST>::decode(ordering * 64);
            Turn::ALL.map(|turn| u32::try_from(SixEdges::<FIRST>::encode(cube.apply(turn))).expect("less than 2^32"))
        };
        Self { transitions: (0..ORDERINGS).map(row).collect() }
    }

    /// The number after a turn.
    #[must_use]
    #[inline]
    pub fn next(&self, index: usize, turn: Turn) -> usize {
        self.transitions[index / 64][turn.index()] as usize ^ (index % 64)
    }
}

impl RowSpace for SixEdgeRows {
    fn rows(&self) -> usize {
        ORDERINGS
    }

    fn columns(&self) -> usize {
        64
    }

    fn turns(&self) -> MoveSet {
        MoveSet::ALL
    }

    fn row_after(&self, row: usize, turn: Turn) -> (usize, usize) {
        let next = self.transitions[row][turn.index()] as usize;
        (next / 64, next % 64)
    }

    #[inline]
    fn columns_after(&self, _: Turn, reversed: usize) -> impl Fn(usize) -> usize {
        move |column| column ^ reversed
    }
}
