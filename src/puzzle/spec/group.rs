//! [`Group`]: all states that the moves of a puzzle lead to, without listing them.
//!
//! C. Sims, "Computational methods in the study of permutation groups", 1970: a chain of stabilizers, the first of all
//! elements, each next one of those that also leave another piece as it is. Of every stabilizer one element is kept for
//! each place that it takes its piece to. Random elements find nearly all of a chain quickly (J. Leon, 1980); Schreier's
//! generators, every one of which must come out as nothing, prove that nothing is missing.

use crate::puzzle::{Layout, Place};
use crate::rng::{Seed, Stream};

/// An element: for each piece where it goes from home.
pub(super) type Element = Box<[Place]>;

/// So many random elements in a row must be found already until a chain is believed to be whole, and then proved.
const IN_A_ROW: usize = 24;

/// A stabilizer of the pieces before its own.
#[derive(Clone, Debug)]
struct Level {
    /// Where its piece can go, home first.
    orbit: Vec<Place>,
    /// For each place of the puzzle an element that takes the piece there.
    by_place: Vec<Option<Element>>,
}

/// The group that some elements generate.
#[derive(Clone, Debug)]
pub(super) struct Group {
    levels: Vec<Level>,
    /// The elements that were added, each with the first piece that it moves.
    strong: Vec<(usize, Element)>,
}

/// A state that is none of the group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stuck {
    /// The first piece that cannot be brought home while those before it stay.
    pub(super) piece: usize,
}

impl Group {
    /// The group of these generators.
    pub(super) fn new(layout: &Layout, generators: &[Element]) -> Self {
        let home: Element = layout.homes().into();
        let level = |&place: &Place| {
            let mut by_place = vec![None; layout.places()];
            by_place[usize::from(place)] = Some(home.clone());
            Level { orbit: vec![place], by_place }
        };
        let mut group = Self { levels: home.iter().map(level).collect(), strong: Vec::new() };
        for generator in generators {
            group.add(layout, generator.clone());
        }
        group.add_random(layout, generators);
        while let Some(missing) = group.missing(layout) {
            group.add(layout, missing);
        }
        group
    }

    /// How many elements there are, in decimals.
    pub(super) fn order(&self) -> String {
        let mut digits = vec![1u32];
        for level in &self.levels {
            let factor = u32::try_from(level.orbit.len()).expect("places fit 8 bits");
            let mut carry = 0;
            for digit in &mut digits {
                let product = *digit * factor + carry;
                (*digit, carry) = (product % 10, product / 10);
            }
            while carry > 0 {
                digits.push(carry % 10);
                carry /= 10;
            }
        }
        digits.iter().rev().filter_map(|&digit| char::from_digit(digit, 10)).collect()
    }

    /// Is nothing but doing nothing left once the first so many pieces are at home?
    pub(super) fn is_determined_by(&self, pieces: usize) -> bool {
        self.levels[pieces..].iter().all(|level| level.orbit.len() == 1)
    }

    /// Is it an element?
    pub(super) fn check(&self, layout: &Layout, element: &[Place]) -> Result<(), Stuck> {
        match self.sift(layout, element.into()) {
            None => Ok(()),
            Some((piece, _)) => Err(Stuck { piece }),
        }
    }

    /// An element, each with the same probability.
    pub(super) fn random(&self, layout: &Layout, stream: &mut Stream) -> Element {
        let mut element: Element = layout.homes().into();
        for level in self.levels.iter().rev().filter(|level| level.orbit.len() > 1) {
            let place = level.orbit[stream.index(level.orbit.len())];
            element = layout.then(&element, level.to(place));
        }
        element
    }

    /// What is left of an element when the chain has brought home what it can, and the first piece that is not; nothing
    /// if all are.
    fn sift(&self, layout: &Layout, mut element: Element) -> Option<(usize, Element)> {
        for (piece, level) in self.levels.iter().enumerate() {
            let place = element[piece];
            if place == layout.homes()[piece] {
                continue;
            }
            let Some(there) = &level.by_place[usize::from(place)] else { return Some((piece, element)) };
            element = layout.then(&element, &layout.inverse(there));
        }
        None
    }

    /// Adds what the chain does not have of an element.
    fn add(&mut self, layout: &Layout, element: Element) -> bool {
        let Some((first, rest)) = self.sift(layout, element) else { return false };
        self.strong.push((first, rest));
        for number in 0..=first {
            self.spread(layout, number);
        }
        true
    }

    /// Lets the orbit of a level grow by all elements that the level has.
    fn spread(&mut self, layout: &Layout, number: usize) {
        let Self { levels, strong } = self;
        let level = &mut levels[number];
        let own: Vec<&Element> = strong.iter().filter(|(first, _)| *first >= number).map(|(_, own)| own).collect();
        let mut next = 0;
        while next < level.orbit.len() {
            let from = level.orbit[next];
            next += 1;
            for element in &own {
                let longer = layout.then(level.to(from), element);
                let place = longer[number];
                let there = &mut level.by_place[usize::from(place)];
                if there.is_none() {
                    *there = Some(longer);
                    level.orbit.push(place);
                }
            }
        }
    }

    /// Adds random products of the generators until none is new for a while.
    fn add_random(&mut self, layout: &Layout, generators: &[Element]) {
        let Some(first) = generators.first() else { return };
        let mut stream = Seed::from_number(1970).stream();
        let mut walk = first.clone();
        let mut known = 0;
        while known < IN_A_ROW {
            // A few steps each time: how well they mix decides how soon the chain is whole, not whether.
            for _ in 0..8 {
                walk = layout.then(&walk, &generators[stream.index(generators.len())]);
            }
            known = if self.add(layout, walk.clone()) { 0 } else { known + 1 };
        }
    }

    /// A generator of Schreier's that the chain does not have.
    fn missing(&self, layout: &Layout) -> Option<Element> {
        for (number, level) in self.levels.iter().enumerate().rev() {
            for &place in &level.orbit {
                for (_, own) in self.strong.iter().filter(|(first, _)| *first >= number) {
                    let element = layout.then(level.to(place), own);
                    let back = layout.inverse(level.to(element[number]));
                    let element = layout.then(&element, &back);
                    if self.sift(layout, element.clone()).is_some() {
                        return Some(element);
                    }
                }
            }
        }
        None
    }
}

impl Level {
    /// The element that takes the level's piece to a place of its orbit.
    fn to(&self, place: Place) -> &[Place] {
        self.by_place[usize::from(place)].as_deref().expect("a place of the orbit has its element")
    }
}
