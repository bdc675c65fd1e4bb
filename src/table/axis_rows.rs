//! [`AxisRows`]: all twists and flips and where the edges of the middle layer and the corners of U are, reduced by
//! symmetries.

use super::coordinate::{AxisPositions, Coordinate, CornerOrientation, EdgeOrientation, SlicePositions, UpperCorners};
use super::rows::{Columns, RowSpace};
use super::symmetry::{AXIS_SYMMETRIES, Conjugation, SymmetryClasses, axis_symmetries};
use super::transition::{Space, TransitionTable};
use crate::puzzle::cube3::Cube3;
use crate::puzzle::turn::{MoveSet, Turn};

/// A row for each class of [`AxisPositions`] and each [`EdgeOrientation`], class · 2048 + flips, a column for each
/// [`CornerOrientation`]. Only the positions are reduced, so that all that is needed to find a place fits a core's own
/// cache; 7% of the places stand for states that others stand for, too.
pub struct AxisRows {
    index: AxisIndex,
    classes: SymmetryClasses,
    positions: TransitionTable,
    flips: TransitionTable,
    twists: Columns,
}

/// Where positions, flips and a twist are among [`AxisRows`].
pub struct AxisIndex {
    /// By [`AxisPositions`].
    positions: Vec<ToClass>,
    /// By symmetry, then by flips: with the slice at home.
    flips: Vec<u16>,
    /// By symmetry, then by slice positions: what is reversed if they are not.
    reversed: Vec<u16>,
    twists: Conjugation,
}

/// What leads [`AxisPositions`] to the representative of its class, in few bytes: the symmetry, the flips that it
/// reverses and the number of the class, from the lowest bits on.
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

    /// The row of the class for flips as the symmetry leaves them.
    #[inline]
    fn row(self, flips: u16) -> usize {
        (self.0 as usize / AXIS_SYMMETRIES) ^ usize::from(flips)
    }
}

const FLIPS: usize = EdgeOrientation::SIZE;

impl AxisIndex {
    /// The index, a third of a megabyte.
    #[must_use]
    pub fn new() -> Self {
        Self::of(&SymmetryClasses::new::<AxisPositions>())
    }

    fn of(classes: &SymmetryClasses) -> Self {
        let image = |cube: Cube3, symmetry| {
            u16::try_from(EdgeOrientation::encode(cube.conjugate(symmetry))).expect("2048 values")
        };
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
        Self { positions, flips, reversed, twists: Conjugation::new::<CornerOrientation>() }
    }

    /// The row and the symmetry through which columns are seen.
    #[inline]
    fn row(&self, positions: usize, flips: usize) -> (usize, usize) {
        let to_class = self.positions[positions];
        let symmetry = to_class.symmetry();
        (to_class.row(self.flips[symmetry * FLIPS + flips]), symmetry)
    }

    /// The row and the column of [`SlicePositions`], [`UpperCorners`], [`EdgeOrientation`] and [`CornerOrientation`].
    #[must_use]
    #[inline]
    pub fn place(&self, numbers: [u16; 4]) -> (usize, usize) {
        let [slice, layer, flips, twist] = numbers;
        let (row, symmetry) = self.row(usize::from(slice) * UpperCorners::SIZE + usize::from(layer), flips.into());
        (row, self.twists.image(symmetry, twist).into())
    }
}

impl Default for AxisIndex {
    fn default() -> Self {
        Self::new()
    }
}

impl AxisRows {
    /// How many rows there are.
    pub const ROWS: usize = 2_329 * FLIPS;

    /// The space.
    #[must_use]
    pub fn new() -> Self {
        let classes = SymmetryClasses::new::<AxisPositions>();
        Self {
            index: AxisIndex::of(&classes),
            classes,
            positions: TransitionTable::new::<AxisPositions>(),
            flips: TransitionTable::new::<EdgeOrientation>(),
            twists: Columns::new::<CornerOrientation>(),
        }
    }
}

impl Default for AxisRows {
    fn default() -> Self {
        Self::new()
    }
}

impl RowSpace for AxisRows {
    fn rows(&self) -> usize {
        self.classes.len() * FLIPS
    }

    fn columns(&self) -> usize {
        CornerOrientation::SIZE
    }

    fn turns(&self) -> MoveSet {
        MoveSet::ALL
    }

    fn row_after(&self, row: usize, turn: Turn) -> (usize, usize) {
        let positions = self.positions.next(self.classes.representative(row / FLIPS), turn);
        self.index.row(positions, self.flips.next(row % FLIPS, turn))
    }

    #[inline]
    fn columns_after(&self, turn: Turn, symmetry: usize) -> impl Fn(usize) -> usize {
        let (after, image) = (self.twists.after(turn), self.index.twists.row(symmetry));
        |column| usize::from(image[usize::from(after[column])])
    }

    fn stabilizer(&self, row: usize) -> u16 {
        self.classes.stabilizer(row / FLIPS)
    }

    fn twin(&self, row: usize, symmetry: usize) -> usize {
        debug_assert!(symmetry < AXIS_SYMMETRIES);
        let positions = self.classes.representative(row / FLIPS) / UpperCorners::SIZE;
        let reversed = self.index.reversed[symmetry * SlicePositions::SIZE + positions];
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
    use crate::puzzle::CubeState;
    use crate::rng::Seed;

    #[test]
    fn symmetric_states_and_turns_lead_to_the_same_places() {
        let space = AxisRows::new();
        assert_eq!(space.rows(), AxisRows::ROWS);
        let place = |cube| {
            let numbers = [
                SlicePositions::encode(cube),
                UpperCorners::encode(cube),
                EdgeOrientation::encode(cube),
                CornerOrientation::encode(cube),
            ];
            space.index.place(numbers.map(|number| u16::try_from(number).expect("at most 2,187 values")))
        };
        assert_eq!(place(Cube3::SOLVED), (0, 0));
        let twins = |(row, column): (usize, usize)| -> Vec<_> {
            let same = (0..AXIS_SYMMETRIES).filter(|symmetry| space.stabilizer(row) >> symmetry & 1 == 1);
            same.map(|symmetry| (space.twin(row, symmetry), space.conjugate(column, symmetry))).collect()
        };
        let mut stream = Seed::from_number(19).stream();
        for number in 0..2_000 {
            // Walks that begin where classes are small, and random states.
            let mut cube = if number % 2 == 0 { Cube3::SOLVED } else { Cube3::random(&mut stream) };
            for _ in 0..5 {
                let (row, column) = place(cube);
                let turn = Turn::ALL[stream.index(18)];
                let image = place(cube.conjugate(axis_symmetries()[stream.index(AXIS_SYMMETRIES)]));
                assert!(twins((row, column)).contains(&image));
                let (next, symmetry) = space.row_after(row, turn);
                let stepped = (next, space.columns_after(turn, symmetry)(column));
                // The turn of the representative is the turn of some symmetric state.
                let mut symmetric = axis_symmetries().map(|symmetry| place(cube.conjugate(symmetry).apply(turn)));
                symmetric.sort_unstable();
                assert!(twins(stepped).iter().any(|twin| symmetric.binary_search(twin).is_ok()));
                cube = cube.apply(turn);
            }
        }
    }
}
