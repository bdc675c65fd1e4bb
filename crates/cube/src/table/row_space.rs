//! [`RowSpace`]: a large set of states, numbered by row and column, whose table is built row by row. Three are here, one is in
//! `axis_space`. `bfs_builder` builds the table, `packed` holds it.

use super::{AXIS_SYMMETRIES, Coordinate, ImageTable, ORDERINGS, SixEdges, SymmetryClasses, TransitionTable};
use crate::puzzle::{MoveSet, Turn};
use crate::solver::Cancelled;

/// A large set of numbers, row · columns + column, on which moves act row by row.
///
/// A move maps a whole row to one row. This row and the *link*, which selects the map of the columns, depend only on
/// the row and the move. Memory is therefore accessed nearly in sequence.
pub(crate) trait RowSpace: Sync {
    /// Returns the number of rows; the solved state is at row 0, column 0.
    fn rows(&self) -> usize;

    /// Returns the number of columns of each row.
    fn columns(&self) -> usize;

    /// Returns the moves. The inverse of each is among them.
    fn moves(&self) -> MoveSet {
        MoveSet::ALL
    }

    /// Returns the row after a move, and the link of its columns.
    fn row_after(&self, row: usize, turn: Turn) -> (usize, usize);

    /// Returns the map of columns for a move and a link.
    fn columns_after(&self, turn: Turn, link: usize) -> impl Fn(usize) -> usize;

    /// In a space reduced by symmetries: a bit for each symmetry that maps columns of the row to equivalent columns of
    /// the row or of its [symmetric row](RowSpace::symmetric_row). Bit 0 is the identity.
    fn stabilizer(&self, _row: usize) -> u16 {
        1
    }

    /// Returns the image of a row under a symmetry of its [stabilizer](RowSpace::stabilizer); the row itself if rows are
    /// classes.
    fn symmetric_row(&self, row: usize, _symmetry: usize) -> usize {
        row
    }

    /// Returns the image of a column under a symmetry.
    fn conjugate(&self, column: usize, _symmetry: usize) -> usize {
        column
    }

    /// Returns the number of unreduced states that each entry of a row represents.
    fn weight(&self, _row: usize) -> u64 {
        1
    }
}

/// The product of two coordinates, all of whose pairs are reachable: a row per value of the first, a column per value
/// of the second.
pub(crate) struct ProductSpace {
    rows: TransitionTable,
    columns: ImageTable,
    moves: MoveSet,
}

impl ProductSpace {
    /// Returns the product of two coordinates with the same moves.
    pub(crate) fn new<R: Coordinate, C: Coordinate>() -> Self {
        Self::from_tables(TransitionTable::new::<R>(), &TransitionTable::new::<C>(), C::TURNS)
    }

    /// Returns the product of two transition tables, for some moves of both.
    pub(crate) fn from_tables(rows: TransitionTable, columns: &TransitionTable, moves: MoveSet) -> Self {
        Self { rows, columns: ImageTable::by_turn(columns, moves), moves }
    }
}

impl RowSpace for ProductSpace {
    fn rows(&self) -> usize {
        self.rows.size()
    }

    fn columns(&self) -> usize {
        self.columns.size()
    }

    fn moves(&self) -> MoveSet {
        self.moves
    }

    #[allow(clippy::cast_possible_truncation)] // a row is a value of 16 bits
    fn row_after(&self, row: usize, turn: Turn) -> (usize, usize) {
        (self.rows.next(row as u16, turn).into(), 0)
    }

    #[inline]
    fn columns_after(&self, turn: Turn, _: usize) -> impl Fn(usize) -> usize {
        let columns = self.columns.row(turn.index());
        |column| usize::from(columns[column])
    }
}

/// The classes of one coordinate under the symmetries that keep the axis U–D, one per row, and another coordinate, one
/// value per column. A pair of values is conjugated by a symmetry that maps the first value to the representative of
/// its class.
pub(crate) struct ReducedSpace {
    classes: SymmetryClasses,
    transitions: Vec<[u32; 18]>,
    conjugation: ImageTable,
    /// By turn · 16 + symmetry: the columns after the turn, conjugated.
    columns: Vec<Vec<u16>>,
    moves: MoveSet,
}

impl ReducedSpace {
    /// Returns the space of the classes of `R`, with transition function `next`, and the values of `C`, for the moves of both. Calls `step`
    /// several times a second.
    ///
    /// # Errors
    /// That of a step.
    pub(crate) fn new<R: Coordinate, C: Coordinate>(
        step: &dyn Fn() -> Result<(), Cancelled>,
        next: impl Fn(usize, Turn) -> usize,
    ) -> Result<Self, Cancelled> {
        let (classes, moves) = (SymmetryClasses::new::<R>(step)?, C::TURNS.without(MoveSet::ALL.without(R::TURNS)));
        let transitions = classes.transitions(moves, next);
        let images = ImageTable::by_turn(&TransitionTable::new::<C>(), moves);
        let conjugation = ImageTable::by_symmetry::<C>(step)?;
        let columns = (0..Turn::ALL.len() * AXIS_SYMMETRIES).map(|link| {
            let turn = Turn::ALL[link / AXIS_SYMMETRIES];
            let images = if moves.contains(turn) { images.row(turn.index()) } else { &[] };
            let image = conjugation.row(link % AXIS_SYMMETRIES);
            images.iter().map(|&column| image[usize::from(column)]).collect()
        });
        let columns = columns.collect();
        Ok(Self { classes, transitions, conjugation, columns, moves })
    }

    /// Returns the columns after a move and then a symmetry.
    #[inline]
    pub(crate) fn columns_by_value(&self, turn: Turn, symmetry: usize) -> &[u16] {
        &self.columns[turn.index() * AXIS_SYMMETRIES + symmetry]
    }

    /// Returns the classes of the rows.
    pub(crate) fn classes(&self) -> &SymmetryClasses {
        &self.classes
    }
}

impl RowSpace for ReducedSpace {
    fn rows(&self) -> usize {
        self.classes.len()
    }

    fn columns(&self) -> usize {
        self.conjugation.size()
    }

    fn moves(&self) -> MoveSet {
        self.moves
    }

    fn row_after(&self, row: usize, turn: Turn) -> (usize, usize) {
        let packed = self.transitions[row][turn.index()] as usize;
        (packed / AXIS_SYMMETRIES, packed % AXIS_SYMMETRIES)
    }

    #[inline]
    fn columns_after(&self, turn: Turn, symmetry: usize) -> impl Fn(usize) -> usize {
        let columns = self.columns_by_value(turn, symmetry);
        |column| usize::from(columns[column])
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

/// [`SixEdges`]: a row per ordering, a column per set of flips. The link is the set of flips that a move reverses.
pub(crate) struct SixEdgeSpace {
    /// By ordering and turn: ordering · 64 + the flips that are reversed.
    transitions: Vec<[u32; 18]>,
}

impl SixEdgeSpace {
    /// Returns the space of [`SixEdges`], 48 MB. Calls `step` several times a second.
    ///
    /// # Errors
    /// That of a step.
    pub(crate) fn new<const FIRST: usize>(step: &dyn Fn() -> Result<(), Cancelled>) -> Result<Self, Cancelled> {
        let mut transitions = Vec::with_capacity(ORDERINGS);
        for ordering in 0..ORDERINGS {
            if ordering % 4096 == 0 {
                step()?;
            }
            let cube = SixEdges::<FIRST>::decode(ordering * 64);
            let value_after = |turn| u32::try_from(SixEdges::<FIRST>::encode(cube.apply(turn)));
            transitions.push(Turn::ALL.map(|turn| value_after(turn).expect("less than 2^32")));
        }
        Ok(Self { transitions })
    }

    /// Returns the value of [`SixEdges`] after a move.
    #[inline]
    pub(crate) fn next(&self, value: u32, turn: Turn) -> u32 {
        self.transitions[value as usize / 64][turn.index()] ^ (value % 64)
    }
}

impl RowSpace for SixEdgeSpace {
    fn rows(&self) -> usize {
        ORDERINGS
    }

    fn columns(&self) -> usize {
        64
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
