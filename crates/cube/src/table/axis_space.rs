//! [`TO_AXIS`]: the largest pruning table of `Korf`, with its rows and columns, reduced by symmetry: [`AxisSpace`]. They number the
//! orientations of corners and edges with the positions of the middle layer's edges and of the upper corners. [`AxisIndex`] finds those of
//! a state.

use super::{
    AXIS_SYMMETRIES, AxisPositions, Coordinate, CornerOrientation, EdgeOrientation, ImageTable, Mismatch, PackedTable,
    RowSpace, SlicePositions, SymmetryClasses, TableSpec, TransitionTable, UpperCorners, axis_symmetries, narrow,
};
use crate::puzzle::{Cube3, Metric, MoveSet, Turn};
use crate::solver::Cancelled;

/// Twists, flips, the positions of the middle layer's edges and of the upper corners, reduced by symmetry. The largest
/// table, 2.6 GB. It extends the coordinates of H. Kociemba's phase 1, as his optimal solver does.
pub(crate) const TO_AXIS: [TableSpec; 2] = {
    let [htm, qtm] = TableSpec::both_metrics(
        2,
        ["axis", "axis-qtm"],
        [
            "twists, flips, middle layer, upper corners: distance from solved",
            "twists, flips, middle layer, upper corners: quarter turns from solved",
        ],
        // Measured in half turns; the table of quarter turns has as many entries.
        [486, 486],
        PackedTable::<2>::size(AxisSpace::ROWS, CornerOrientation::SIZE),
        |metric, options| {
            let space = AxisSpace::new(options.step)?;
            PackedTable::<2>::build(&space, metric, AXIS_BASES[metric as usize], options)
        },
    );
    [TableSpec { check: check_axis, ..htm }, TableSpec { check: check_axis, ..qtm }]
};

/// By metric, the largest distance of code 0 of [`TO_AXIS`].
pub(crate) const AXIS_BASES: [u8; 2] = [9, 10];

/// By metric, the number of states of each code of [`TO_AXIS`]. Computed here; the sum of each is 2187 · 2048 · 34650.
const AXIS_DISTRIBUTION: [[u64; 4]; 2] = [
    [5_880_332_448, 44_357_827_016, 96_779_083_572, 8_179_275_364],
    [4_008_345_255, 26_016_320_198, 89_443_882_429, 35_727_970_518],
];

fn check_axis(metric: Metric, bytes: Vec<u8>) -> Result<(), Mismatch> {
    let table = PackedTable::<2>::from_bytes(bytes, CornerOrientation::SIZE);
    let space = AxisSpace::new(&|| Ok(())).expect("no step ends it");
    let (computed, expected) = (table.distribution(&space), AXIS_DISTRIBUTION[metric as usize].to_vec());
    if computed == expected { Ok(()) } else { Err(Mismatch { computed, expected }) }
}

/// A row per class of [`AxisPositions`] and [`EdgeOrientation`], class · 2048 + flips, and a column per
/// [`CornerOrientation`].
///
/// Only the positions are reduced, so that the index tables fit a core's own cache. 7 % of the entries are redundant:
/// another entry represents the same states.
struct AxisSpace {
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
    const ROWS: usize = 2_329 * FLIPS;

    /// Returns the space. Calls `step` several times a second.
    ///
    /// # Errors
    /// That of a step.
    fn new(step: &dyn Fn() -> Result<(), Cancelled>) -> Result<Self, Cancelled> {
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
    fn the_distribution_adds_up_to_the_size_of_the_space() {
        let size: u64 = 2_187 * 2_048 * 34_650;
        assert_eq!(AXIS_DISTRIBUTION.map(|counts| counts.iter().sum::<u64>()), [size; 2]);
    }

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
