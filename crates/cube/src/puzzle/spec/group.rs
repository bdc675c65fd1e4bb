//! [`StabilizerChain`]: the group of reachable states of a file-defined puzzle, by the Schreier–Sims algorithm: its order, its members,
//! random states. Words of moves are in `puzzle::group`.
//!
//! C. Sims, "Computational methods in the study of permutation groups", 1970. The chain begins with the whole group;
//! each further subgroup also fixes another piece. Every level keeps one element (a transversal) for each place in the
//! orbit of its piece. Random elements complete most of the chain quickly (J. Leon, 1980). All Schreier generators must
//! then sift to the identity, which proves that the chain is complete.

use crate::puzzle::{Layout, Place};
use crate::rng::{Seed, Stream};

/// An element: the place to which it moves each piece from home.
pub(super) type Element = Box<[Place]>;

/// The number of consecutive random elements without a new one after which the chain is verified.
const IN_A_ROW: usize = 24;

/// A level of the chain: the stabilizer of all pieces before its own.
#[derive(Clone, Debug)]
struct ChainLevel {
    /// The orbit of its piece, home first.
    orbit: Vec<Place>,
    /// The transversal: an element that moves the piece to each place; `None` outside the orbit.
    by_place: Vec<Option<Element>>,
}

/// The group that some elements generate, as a chain of stabilizers.
#[derive(Clone, Debug)]
pub(super) struct StabilizerChain {
    levels: Vec<ChainLevel>,
    /// The strong generators, each with the first piece that it moves.
    strong: Vec<(usize, Element)>,
}

impl StabilizerChain {
    /// Returns the group of these generators.
    pub(super) fn new(layout: &Layout, generators: &[Element]) -> Self {
        let home: Element = layout.homes().into();
        let level = |&place: &Place| {
            let mut by_place = vec![None; layout.places()];
            by_place[usize::from(place)] = Some(home.clone());
            ChainLevel { orbit: vec![place], by_place }
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

    /// Returns the number of elements, in decimal digits.
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

    /// Returns whether only the identity fixes the first `pieces` pieces.
    pub(super) fn is_determined_by(&self, pieces: usize) -> bool {
        self.levels[pieces..].iter().all(|level| level.orbit.len() == 1)
    }

    /// Returns the first piece of an element that cannot come home with the pieces before it at home; `None` for an element of the
    /// group.
    pub(super) fn stuck_piece(&self, layout: &Layout, element: &[Place]) -> Option<usize> {
        self.sift(layout, element.into()).map(|(piece, _)| piece)
    }

    /// Draws an element uniformly.
    pub(super) fn random(&self, layout: &Layout, stream: &mut Stream) -> Element {
        let mut element: Element = layout.homes().into();
        for level in self.levels.iter().rev().filter(|level| level.orbit.len() > 1) {
            let place = level.orbit[stream.index(level.orbit.len())];
            element = layout.then(&element, level.element_to(place));
        }
        element
    }

    /// Sifts an element through the chain. Returns the residue and the first piece that it moves; `None` for the
    /// identity.
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

    /// Adds the residue of an element to the chain. Returns whether there was one.
    fn add(&mut self, layout: &Layout, element: Element) -> bool {
        let Some((first, rest)) = self.sift(layout, element) else { return false };
        self.strong.push((first, rest));
        for number in 0..=first {
            self.spread(layout, number);
        }
        true
    }

    /// Extends the orbit of a level by its strong generators.
    fn spread(&mut self, layout: &Layout, number: usize) {
        let Self { levels, strong } = self;
        let level = &mut levels[number];
        let elements: Vec<&Element> =
            strong.iter().filter(|(first, _)| *first >= number).map(|(_, element)| element).collect();
        let mut next = 0;
        while next < level.orbit.len() {
            let from = level.orbit[next];
            next += 1;
            for element in &elements {
                let longer = layout.then(level.element_to(from), element);
                let place = longer[number];
                let there = &mut level.by_place[usize::from(place)];
                if there.is_none() {
                    *there = Some(longer);
                    level.orbit.push(place);
                }
            }
        }
    }

    /// Adds random products of the generators until [`IN_A_ROW`] of them are already in the chain.
    fn add_random(&mut self, layout: &Layout, generators: &[Element]) {
        let Some(first) = generators.first() else { return };
        let mut stream = Seed::from_number(1970).stream();
        let mut walk = first.clone();
        let mut members_in_a_row = 0;
        while members_in_a_row < IN_A_ROW {
            // The number of factors affects the time until the chain is complete, not the result.
            for _ in 0..8 {
                walk = layout.then(&walk, &generators[stream.index(generators.len())]);
            }
            members_in_a_row = if self.add(layout, walk.clone()) { 0 } else { members_in_a_row + 1 };
        }
    }

    /// Returns a Schreier generator that is not in the chain.
    fn missing(&self, layout: &Layout) -> Option<Element> {
        for (number, level) in self.levels.iter().enumerate().rev() {
            for &place in &level.orbit {
                for (_, generator) in self.strong.iter().filter(|(first, _)| *first >= number) {
                    let element = layout.then(level.element_to(place), generator);
                    let back = layout.inverse(level.element_to(element[number]));
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

impl ChainLevel {
    /// Returns the element of the transversal that moves the level's piece to a place of its orbit.
    fn element_to(&self, place: Place) -> &[Place] {
        self.by_place[usize::from(place)].as_deref().expect("a place of the orbit has its element")
    }
}
