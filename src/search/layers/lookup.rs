//! Steps 4 to 7: one look at the layer D says which macro to play.

use super::macros::{self, Word};
use crate::puzzle::algorithm::Algorithm;
use crate::puzzle::cube3::Cube3;
use crate::puzzle::{CubeState, Place};

/// The positions of the layer D, of corners and of edges alike.
const D_LAYER: std::ops::Range<usize> = 4..8;

/// What a step looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// Which edges in D are flipped: 8 cases.
    Flips,
    /// Which edge is where in D: 24 cases.
    Edges,
    /// Which corner is where in D: 12 cases, since the edges are home.
    Corners,
    /// How the corners in D are twisted: 27 cases.
    Twists,
}

impl Look {
    /// The case, as a number below 256.
    fn case(self, state: Cube3) -> usize {
        let digit = |position| match self {
            Self::Flips => state.edge(position).1,
            Self::Edges => state.edge(position).0 % 4,
            Self::Corners => state.corner(position).0 % 4,
            Self::Twists => state.corner(position).1,
        };
        D_LAYER.fold(0, |case, position| 4 * case + digit(position))
    }

    /// How many cases there are once the steps before are done.
    fn cases(self) -> usize {
        match self {
            Self::Flips => 8,
            Self::Edges => 24,
            Self::Corners => 12,
            Self::Twists => 27,
        }
    }
}

/// A step of one macro: what to look at, and the macro for each case.
pub(super) struct Lookup {
    look: Look,
    words: Vec<Option<Algorithm>>,
}

impl Lookup {
    /// The step by these macros, which keep what is at the places `kept`. The table is computed: a macro belongs to
    /// the case that it solves. Of several the shortest, then the first.
    ///
    /// # Panics
    /// If a macro does not keep those places, or a case has no macro.
    pub(super) fn new(look: Look, macros: &[&str], preparation: bool, kept: &[Place]) -> Self {
        // Nothing to do is a macro too; after a preparation, a turn of D alone.
        let macros: Vec<_> = std::iter::once("").chain(macros.iter().copied()).collect();
        let mut words = vec![None; 256];
        for word in macros::words(&macros, preparation) {
            assert!(word.keeps(kept), "every macro keeps what was done before: {}", word.turns);
            let Word { turns, effect, .. } = word;
            words[look.case(effect.inverse())].get_or_insert(turns);
        }
        assert_eq!(words.iter().flatten().count(), look.cases(), "there is a macro for every case");
        Self { look, words }
    }

    /// The turns for a state in which the steps before are done.
    pub(super) fn solve(&self, state: Cube3) -> &Algorithm {
        self.words[self.look.case(state)].as_ref().expect("every case has a macro")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::search::layers::macros::{D_CORNERS, D_CROSS, D_EDGES, D_TWISTS};

    /// How many cases take how many turns.
    fn lengths(look: Look, macros: &[&str], preparation: bool) -> Vec<(usize, usize)> {
        let mut counts = BTreeMap::new();
        for word in Lookup::new(look, macros, preparation, &[]).words.iter().flatten() {
            *counts.entry(word.len()).or_insert(0) += 1;
        }
        counts.into_iter().collect()
    }

    #[test]
    fn every_case_has_its_macro() {
        assert_eq!(lengths(Look::Flips, D_CROSS, false), [(0, 1), (6, 6), (13, 1)]);
        assert_eq!(lengths(Look::Edges, D_EDGES, true), [(0, 1), (1, 3), (7, 8), (8, 8), (13, 2), (14, 2)]);
        assert_eq!(lengths(Look::Corners, D_CORNERS, false), [(0, 1), (8, 8), (11, 1), (14, 2)]);
        assert_eq!(lengths(Look::Twists, D_TWISTS, false), [(0, 1), (12, 4), (13, 16), (15, 4), (16, 2)]);
    }

    #[test]
    #[should_panic(expected = "there is a macro for every case")]
    fn a_missing_macro_is_found() {
        let _ = Lookup::new(Look::Corners, &D_CORNERS[..3], false, &[]);
    }
}
