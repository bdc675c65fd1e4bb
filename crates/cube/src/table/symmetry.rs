//! The 16 symmetries that keep the axis U–D, and [`SymmetryClasses`]: the classes that they make of a coordinate's values, with the moves
//! between these. All 48 symmetries are in `puzzle::symmetry`.

use super::coordinate::Coordinate;
use crate::puzzle::{Face, MoveSet, Symmetry, Turn};
use crate::solver::Cancelled;

/// The number of symmetries that keep the axis U–D.
pub(crate) const AXIS_SYMMETRIES: usize = 16;

/// Returns the symmetries that keep the axis U–D, the identity first. Their numbers follow this order.
pub(crate) fn axis_symmetries() -> [Symmetry; AXIS_SYMMETRIES] {
    let keep = |symmetry: &Symmetry| [Face::U, Face::D].contains(&symmetry.face(Face::U));
    let axis_keepers: Vec<_> = Symmetry::all().filter(keep).collect();
    axis_keepers.try_into().expect("a third of the 48 symmetries")
}

/// Returns the number of one of the [axis symmetries](axis_symmetries).
pub(crate) fn axis_number(symmetry: Symmetry) -> usize {
    axis_symmetries().iter().position(|&other| other == symmetry).expect("symmetries form a group")
}

/// The classes of a coordinate's values under the 16 symmetries. The representative of a class is its smallest value;
/// classes are numbered in the order of their representatives.
#[derive(Clone, Debug)]
pub(crate) struct SymmetryClasses {
    /// By value: class · 16 + a symmetry that takes the value to the representative.
    classes: Vec<u32>,
    representatives: Vec<u32>,
    /// By class: a bit for each symmetry that fixes the representative.
    stabilizers: Vec<u16>,
}

impl SymmetryClasses {
    /// Returns the classes of a coordinate whose values the symmetries permute. Calls `step` several times a second.
    ///
    /// # Errors
    /// That of a step.
    ///
    /// # Panics
    /// If there are more than 2^28 classes or 2^32 values.
    pub(crate) fn new<C: Coordinate>(step: &dyn Fn() -> Result<(), Cancelled>) -> Result<Self, Cancelled> {
        const UNKNOWN: u32 = u32::MAX;
        let number = |index: usize| u32::try_from(index).expect("less than 2^28 values");
        let symmetries = axis_symmetries();
        let inverses = symmetries.map(|symmetry| axis_number(symmetry.inverse()));
        let (mut classes, mut representatives, mut stabilizers) = (vec![UNKNOWN; C::SIZE], Vec::new(), Vec::new());
        for value in 0..C::SIZE {
            if classes[value] != UNKNOWN {
                continue;
            }
            if representatives.len() % 1024 == 0 {
                step()?;
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
        Ok(Self { classes, representatives, stabilizers })
    }

    /// Returns the number of classes.
    pub(crate) fn len(&self) -> usize {
        self.representatives.len()
    }

    /// Returns the class of a value, and the number of a symmetry that takes the value to the representative.
    #[inline]
    pub(crate) fn class(&self, value: usize) -> (usize, usize) {
        let packed = self.classes[value] as usize;
        (packed / AXIS_SYMMETRIES, packed % AXIS_SYMMETRIES)
    }

    /// Returns the smallest value of a class.
    pub(crate) fn representative(&self, class: usize) -> usize {
        self.representatives[class] as usize
    }

    /// Returns a bit for each of the 16 symmetries that fix the representative of a class.
    pub(crate) fn stabilizer(&self, class: usize) -> u16 {
        self.stabilizers[class]
    }

    /// Returns the number of values of a class.
    pub(crate) fn size(&self, class: usize) -> usize {
        AXIS_SYMMETRIES / self.stabilizers[class].count_ones() as usize
    }

    /// Returns the class after each move of each representative, by class and turn: class · 16 + a symmetry that maps the value
    /// after the move to its representative. `next` is the transition function of the coordinate; entries of other
    /// turns are undefined.
    pub(super) fn transitions(&self, moves: MoveSet, next: impl Fn(usize, Turn) -> usize) -> Vec<[u32; 18]> {
        let row = |&value: &u32| {
            let mut row = [u32::MAX; 18];
            for turn in moves.iter() {
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
    use crate::table::coordinate::{CornerPermutation, FlipSlice};

    /// Checks that every value is mapped to its representative, and that the sizes of the classes add up.
    fn classes_of<C: Coordinate>(count: usize, step: usize) {
        let classes = SymmetryClasses::new::<C>(&|| Ok(())).unwrap();
        assert_eq!(classes.len(), count, "{}", std::any::type_name::<C>());
        assert_eq!(
            (0..count).map(|class| classes.size(class)).sum::<usize>(),
            C::SIZE,
            "{}",
            std::any::type_name::<C>()
        );
        let symmetries = axis_symmetries();
        for value in (0..C::SIZE).step_by(step) {
            let (class, symmetry) = classes.class(value);
            let image = C::encode(C::decode(value).conjugate(symmetries[symmetry]));
            assert_eq!(image, classes.representative(class), "{} {value}", std::any::type_name::<C>());
            assert!(image <= value);
            for (index, &symmetry) in symmetries.iter().enumerate() {
                let same = C::encode(C::decode(image).conjugate(symmetry)) == image;
                assert_eq!(classes.stabilizer(class) >> index & 1 == 1, same);
            }
        }
    }

    #[test]
    fn number_of_symmetry_classes_equals_the_published_one() {
        // H. Kociemba's page on the two-phase algorithm.
        classes_of::<CornerPermutation>(2_768, 1);
        classes_of::<FlipSlice>(64_430, 101);
    }
}
