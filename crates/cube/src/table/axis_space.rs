//! [`AxisSpace`]: the rows and columns of the largest pruning table of `Korf`, reduced by symmetry. They number the orientations of corners
//! and edges with the positions of the middle layer's edges and of the upper corners. [`AxisIndex`] finds those of a state.

use super::{
    AXIS_SYMMETRIES, AxisPositions, Coordinate, CornerOrientation, EdgeOrientation, ImageTable, RowSpace,
    SlicePositions, SymmetryClasses, TransitionTable, UpperCorners, axis_symmetries, narrow,
};
use crate::puzzle::{Cube3, MoveSet, Turn};
use crate::solver::Cancelled;

/// A row per class of [`AxisPositions`] and [`EdgeOrientation`], class · 2048 + flips, and a column per
/// [`CornerOrientation`].
///
/// Only the positions are reduced, so that the index tables fit a core's own cache. 7 % of the entries are redundant:
/// another entry represents the same states.
pub(crate) struct AxisSpace {
    index: AxisIndex,
    classes: SymmetryClasses,
    positions: TransitionTable,
    flips: TransitionTable,
    twists: ImageTable,
}

/// The index of [`AxisSpace`]: row and column from positions, flips and twists, in a third of a megabyte.
pub(crate) struct AxisIndex {
    /// By [`AxisPositions`].
    positions: Vec<ToClass>,
    /// By symmetry, then by flips: the flips of the image if the slice is at home.
    flips: Vec<u16>,
    /// By symmetry, then by slice positions: the flips that are reversed in addition.
    reversed: Vec<u16>,
    twists: ImageTable,
}

/// The map from [`AxisPositions`] to the representative of its class, in four bytes. From the lowest bits: the
/// symmetry, the flips that it reverses, the number of the class.
#[derive(Clone, Copy)]
struct ToClass(u32);

impl ToClass {
    fn new(symmetry: usize, reversed: u16, class: usize) -> Self {
        let packed = (class * FLIPS + usize::from(reversed)) * AXIS_SYMMETRIES + symmetry;
        Self(u32::try_from(packed).expect("2,329 classes"))
    }

    #[inline]
    fn symmetry(self) -> usize {
        self.0 as usize % AXIS_SYMMETRIES
    }

    /// Returns the row of the class and of the image of the flips under the symmetry.
    #[inline]
    fn row(self, flips: u16) -> usize {
        (self.0 as usize / AXIS_SYMMETRIES) ^ usize::from(flips)
    }
}

const FLIPS: usize = EdgeOrientation::SIZE;

impl AxisIndex {
    /// Returns the index of [`AxisSpace`]. Calls `step` several times a second.
    ///
    /// # Errors
    /// That of a step.
    pub(crate) fn new(step: &dyn Fn() -> Result<(), Cancelled>) -> Result<Self, Cancelled> {
        Self::from_classes(&SymmetryClasses::new::<AxisPositions>(step)?, step)
    }

    fn from_classes(classes: &SymmetryClasses, step: &dyn Fn() -> Result<(), Cancelled>) -> Result<Self, Cancelled> {
        let image = |cube: Cube3, symmetry| narrow(EdgeOrientation::encode(cube.conjugate(symmetry)));
        let (mut flips, mut reversed) = (Vec::new(), Vec::new());
        for symmetry in axis_symmetries() {
            flips.extend((0..FLIPS).map(|value| image(EdgeOrientation::decode(value), symmetry)));
            reversed.extend((0..SlicePositions::SIZE).map(|value| image(SlicePositions::decode(value), symmetry)));
        }
        let entry = |positions: usize| {
            let (class, symmetry) = classes.class(positions);
            ToClass::new(symmetry, reversed[symmetry * SlicePositions::SIZE + positions / UpperCorners::SIZE], class)
        };
        let positions = (0..AxisPositions::SIZE).map(entry).collect();
        Ok(Self { positions, flips, reversed, twists: ImageTable::by_symmetry::<CornerOrientation>(step)? })
    }

    /// Returns the row of positions and flips, and the symmetry of its columns.
    #[inline]
    fn row(&self, positions: usize, flips: usize) -> (usize, usize) {
        let to_class = self.positions[positions];
        let symmetry = to_class.symmetry();
        (to_class.row(self.flips[symmetry * FLIPS + flips]), symmetry)
    }

    /// Returns the row and the column of [`SlicePositions`], [`UpperCorners`], [`EdgeOrientation`] and [`CornerOrientation`].
    #[inline]
    pub(crate) fn place(&self, [slice, upper, flips, twist]: [u16; 4]) -> (usize, usize) {
        let (row, symmetry) = self.row(usize::from(slice) * UpperCorners::SIZE + usize::from(upper), flips.into());
        (row, self.twists.image(symmetry, twist).into())
    }
}

impl AxisSpace {
    /// The number of rows.
    pub(crate) const ROWS: usize = 2_329 * FLIPS;

    /// Returns the space. Calls `step` several times a second.
    ///
    /// # Errors
    /// That of a step.
    pub(crate) fn new(step: &dyn Fn() -> Result<(), Cancelled>) -> Result<Self, Cancelled> {
        let classes = SymmetryClasses::new::<AxisPositions>(step)?;
        Ok(Self {
            index: AxisIndex::from_classes(&classes, step)?,
            classes,
            positions: TransitionTable::new::<AxisPositions>(),
            flips: TransitionTable::new::<EdgeOrientation>(),
            twists: ImageTable::by_turn(&TransitionTable::new::<CornerOrientation>(), MoveSet::ALL),
        })
    }
}

impl RowSpace for AxisSpace {
    fn rows(&self) -> usize {
        Self::ROWS
    }

    fn columns(&self) -> usize {
        CornerOrientation::SIZE
    }

    fn row_after(&self, row: usize, turn: Turn) -> (usize, usize) {
        let positions = self.positions.next(narrow(self.classes.representative(row / FLIPS)), turn);
        self.index.row(positions.into(), self.flips.next(narrow(row % FLIPS), turn).into())
    }

    #[inline]
    fn columns_after(&self, turn: Turn, symmetry: usize) -> impl Fn(usize) -> usize {
        let (columns, image) = (self.twists.row(turn.index()), self.index.twists.row(symmetry));
        |column| usize::from(image[usize::from(columns[column])])
    }

    fn stabilizer(&self, row: usize) -> u16 {
        self.classes.stabilizer(row / FLIPS)
    }

    fn symmetric_row(&self, row: usize, symmetry: usize) -> usize {
        let slice = self.classes.representative(row / FLIPS) / UpperCorners::SIZE;
        let reversed = self.index.reversed[symmetry * SlicePositions::SIZE + slice];
        row / FLIPS * FLIPS + usize::from(self.index.flips[symmetry * FLIPS + row % FLIPS] ^ reversed)
    }

    #[inline]
    fn conjugate(&self, column: usize, symmetry: usize) -> usize {
        usize::from(self.index.twists.row(symmetry)[column])
    }

    fn weight(&self, row: usize) -> u64 {
        self.classes.size(row / FLIPS) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;

    #[test]
    fn symmetric_states_have_the_same_entry_before_and_after_moves() {
        let space = AxisSpace::new(&|| Ok(())).unwrap();
        assert_eq!(space.classes.len() * FLIPS, AxisSpace::ROWS);
        let place = |cube| {
            let numbers = [
                SlicePositions::encode(cube),
                UpperCorners::encode(cube),
                EdgeOrientation::encode(cube),
                CornerOrientation::encode(cube),
            ];
            space.index.place(numbers.map(narrow))
        };
        assert_eq!(place(Cube3::SOLVED), (0, 0));
        let copies = |(row, column): (usize, usize)| -> Vec<_> {
            let same = (0..AXIS_SYMMETRIES).filter(|symmetry| space.stabilizer(row) >> symmetry & 1 == 1);
            same.map(|symmetry| (space.symmetric_row(row, symmetry), space.conjugate(column, symmetry))).collect()
        };
        let mut stream = Seed::from_number(19).stream();
        for number in 0..2_000 {
            // Walks from states with small classes, and random states.
            let mut cube = if number % 2 == 0 { Cube3::SOLVED } else { Cube3::random(&mut stream) };
            for _ in 0..5 {
                let (row, column) = place(cube);
                let turn = Turn::ALL[stream.index(18)];
                let image = place(cube.conjugate(axis_symmetries()[stream.index(AXIS_SYMMETRIES)]));
                assert!(copies((row, column)).contains(&image));
                let (next, symmetry) = space.row_after(row, turn);
                let stepped = (next, space.columns_after(turn, symmetry)(column));
                // A move of the representative corresponds to a move of a symmetric state.
                let mut symmetric = axis_symmetries().map(|symmetry| place(cube.conjugate(symmetry).apply(turn)));
                symmetric.sort_unstable();
                assert!(copies(stepped).iter().any(|copy| symmetric.binary_search(copy).is_ok()));
                cube = cube.apply(turn);
            }
        }
    }
}
