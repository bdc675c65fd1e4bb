//! Symmetric copies of states, which a table needs once only (H. Kociemba): the 16 symmetries that keep the axis U–D,
//! what they do to a coordinate, and the classes into which they put its values.

use super::coordinate::Coordinate;
use crate::puzzle::symmetry::Symmetry;
use crate::puzzle::turn::{Face, Turn};

/// How many symmetries keep the axis U–D.
pub const AXIS_SYMMETRIES: usize = 16;

/// The symmetries that keep the axis U–D, the identity first. Everything here numbers them in this order.
///
/// # Panics
/// Never: there are 16.
#[must_use]
pub fn axis_symmetries() -> [Symmetry; AXIS_SYMMETRIES] {
    let keep = |symmetry: &Symmetry| [Face::U, Face::D].contains(&symmetry.face(Face::U));
    let kept: Vec<_> = Symmetry::all().filter(keep).collect();
    kept.try_into().expect("a third of the 48 symmetries")
}

/// What each of the 16 symmetries makes of each value of a coordinate of at most 2^16 values.
#[derive(Clone, Debug)]
pub struct Conjugation {
    size: usize,
    /// By symmetry, then by value.
    values: Vec<u16>,
}

impl Conjugation {
    /// The table of a coordinate whose values the symmetries permute.
    ///
    /// # Panics
    /// If the coordinate has more than 2^16 values.
    #[must_use]
    pub fn new<C: Coordinate>() -> Self {
        let mut values = vec![0; AXIS_SYMMETRIES * C::SIZE];
        let symmetries = axis_symmetries();
        for value in 0..C::SIZE {
            let cube = C::decode(value);
            for (number, &symmetry) in symmetries.iter().enumerate() {
                let image = C::encode(cube.conjugate(symmetry));
                values[number * C::SIZE + value] = u16::try_from(image).expect("at most 2^16 values");
            }
        }
        Self { size: C::SIZE, values }
    }

    /// What a symmetry makes of every value, by value.
    #[must_use]
    pub fn row(&self, symmetry: usize) -> &[u16] {
        &self.values[symmetry * self.size..(symmetry + 1) * self.size]
    }

    /// What a symmetry makes of a value.
    #[must_use]
    #[inline]
    pub fn image(&self, symmetry: usize, value: u16) -> u16 {
        self.values[symmetry * self.size + usize::from(value)]
    }
}

/// The classes of a coordinate's values under the 16 symmetries. A class's representative is its least value; classes
/// are numbered in the order of those.
#[derive(Clone, Debug)]
pub struct SymmetryClasses {
    /// By value: class · 16 + a symmetry that makes the representative of the value.
    classes: Vec<u32>,
    representatives: Vec<u32>,
    /// By class: a bit for each symmetry that leaves the representative as it is.
    stabilizers: Vec<u16>,
}

impl SymmetryClasses {
    /// The classes of a coordinate whose values the symmetries permute.
    ///
    /// # Panics
    /// If the coordinate has 2^28 values or more.
    #[must_use]
    pub fn new<C: Coordinate>() -> Self {
        const UNKNOWN: u32 = u32::MAX;
        let number = |index: usize| u32::try_from(index).expect("less than 2^28 values");
        let symmetries = axis_symmetries();
        let inverses = symmetries.map(|symmetry| {
            let inverse = symmetry.inverse();
            symmetries.iter().position(|&other| other == inverse).expect("symmetries form a group")
        });
        let (mut classes, mut representatives, mut stabilizers) = (vec![UNKNOWN; C::SIZE], Vec::new(), Vec::new());
        for value in 0..C::SIZE {
            if classes[value] != UNKNOWN {
                continue;
            }
            let (cube, mut stabilizer) = (C::decode(value), 0);
            for (index, &symmetry) in symmetries.iter().enumerate() {
                let image = C::encode(cube.conjugate(symmetry));
                stabilizer |= u16::from(image == value) << index;
                if classes[image] == UNKNOWN {
                    classes[image] = number(representatives.len() * AXIS_SYMMETRIES + inverses[index]);
                }
            }
            representatives.push(number(value));
            stabilizers.push(stabilizer);
        }
        Self { classes, representatives, stabilizers }
    }

    /// How many classes there are.
    #[must_use]
    #[allow(clippy::len_without_is_empty)] // never empty: the solved state has a class
    pub fn len(&self) -> usize {
        self.representatives.len()
    }

    /// The class of a value, and a symmetry that makes the representative of the value.
    #[must_use]
    #[inline]
    pub fn class(&self, value: usize) -> (usize, usize) {
        let packed = self.classes[value] as usize;
        (packed / AXIS_SYMMETRIES, packed % AXIS_SYMMETRIES)
    }

    /// For every value class · 16 + symmetry, as [`SymmetryClasses::class`] has them.
    #[must_use]
    pub fn packed(&self) -> &[u32] {
        &self.classes
    }

    /// The least value of a class.
    #[must_use]
    pub fn representative(&self, class: usize) -> usize {
        self.representatives[class] as usize
    }

    /// A bit for each of the 16 symmetries that leave the representative of a class as it is.
    #[must_use]
    pub fn stabilizer(&self, class: usize) -> u16 {
        self.stabilizers[class]
    }

    /// How many values a class has.
    #[must_use]
    pub fn size(&self, class: usize) -> usize {
        AXIS_SYMMETRIES / self.stabilizers[class].count_ones() as usize
    }

    /// Where each turn leads from each representative: class · 16 + a symmetry that makes the representative of that
    /// class of what is reached. `next` is the coordinate's transition; turns that it does not have lead nowhere.
    #[must_use]
    pub fn transitions(&self, turns: &[Turn], next: impl Fn(usize, Turn) -> usize) -> Vec<[u32; 18]> {
        let row = |&value: &u32| {
            let mut row = [u32::MAX; 18];
            for &turn in turns {
                row[turn.index()] = self.classes[next(value as usize, turn)];
            }
            row
        };
        self.representatives.iter().map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::CubeState;
    use crate::puzzle::cube3::Cube3;
    use crate::rng::Seed;
    use crate::table::coordinate::{CornerOrientation, CornerPermutation, FlipSlice, LayerEdges};

    /// Every value is led to its representative, and the sizes of the classes add up.
    fn classes_of<C: Coordinate>(count: usize, step: usize) {
        let classes = SymmetryClasses::new::<C>();
        assert_eq!(classes.len(), count, "{}", C::NAME);
        assert_eq!((0..count).map(|class| classes.size(class)).sum::<usize>(), C::SIZE, "{}", C::NAME);
        let symmetries = axis_symmetries();
        for value in (0..C::SIZE).step_by(step) {
            let (class, symmetry) = classes.class(value);
            let image = C::encode(C::decode(value).conjugate(symmetries[symmetry]));
            assert_eq!(image, classes.representative(class), "{} {value}", C::NAME);
            assert!(image <= value);
            for (index, &symmetry) in symmetries.iter().enumerate() {
                let same = C::encode(C::decode(image).conjugate(symmetry)) == image;
                assert_eq!(classes.stabilizer(class) >> index & 1 == 1, same);
            }
        }
    }

    #[test]
    fn there_are_as_many_classes_as_published() {
        // H. Kociemba's page on the two-phase algorithm.
        classes_of::<CornerPermutation>(2_768, 1);
        classes_of::<FlipSlice>(64_430, 101);
    }

    #[test]
    fn conjugation_follows_the_cube() {
        let (twists, edges) = (Conjugation::new::<CornerOrientation>(), Conjugation::new::<LayerEdges>());
        let mut stream = Seed::from_number(11).stream();
        for _ in 0..200 {
            let cube = Cube3::random(&mut stream);
            // Any state of the domino group: turns of it in random order.
            let domino: Vec<_> = LayerEdges::TURNS.iter().collect();
            let turns: Vec<_> = (0..40).map(|_| domino[stream.index(domino.len())]).collect();
            let in_domino = Cube3::of(&turns);
            for (number, symmetry) in axis_symmetries().into_iter().enumerate() {
                let twist = twists.row(number)[CornerOrientation::encode(cube)];
                assert_eq!(usize::from(twist), CornerOrientation::encode(cube.conjugate(symmetry)));
                let order = edges.row(number)[LayerEdges::encode(in_domino)];
                assert_eq!(usize::from(order), LayerEdges::encode(in_domino.conjugate(symmetry)));
            }
        }
    }
}
