//! Steps 4 to 7 of the seven-step method: the state of the layer D selects a macro. The macros are listed in `macros`; the steps before are
//! in `cross` and `placing`.

use super::macros::{self, MacroCopy};
use crate::puzzle::{Algorithm, Cube3, Place};

/// The positions of the layer D, of corners and of edges alike.
const D_LAYER: std::ops::Range<usize> = 4..8;

/// The feature of the layer D that a step completes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LayerFeature {
    /// The flips of the edges: 8 cases.
    Flips,
    /// The order of the edges: 24 cases.
    Edges,
    /// The order of the corners: 12 cases, since the edges are home.
    Corners,
    /// The twists of the corners: 27 cases.
    Twists,
}

impl LayerFeature {
    /// Returns the case of a state, as a number below 256.
    fn case(self, state: Cube3) -> usize {
        let digit = |position| match self {
            Self::Flips => state.edge(position).1,
            Self::Edges => state.edge(position).0 % 4,
            Self::Corners => state.corner(position).0 % 4,
            Self::Twists => state.corner(position).1,
        };
        D_LAYER.fold(0, |case, position| 4 * case + digit(position))
    }

    /// Returns the number of cases after the steps before.
    fn cases(self) -> usize {
        match self {
            Self::Flips => 8,
            Self::Edges => 24,
            Self::Corners => 12,
            Self::Twists => 27,
        }
    }
}

/// A step with a single macro: the feature that it completes, and the macro for each case.
pub(super) struct MacroTable {
    feature: LayerFeature,
    macros: Vec<Option<Algorithm>>,
}

impl MacroTable {
    /// Builds the step from these macros, which keep the pieces at the places `fixed_places`. The case of a macro is computed
    /// from its effect. Of several macros for a case, the first of the shortest is used.
    ///
    /// # Panics
    /// If a macro does not keep those places, or a case has no macro.
    pub(super) fn new(feature: LayerFeature, macros: &[&str], preparation: bool, fixed_places: &[Place]) -> Self {
        // The empty macro is a copy, too, as is a turn of D alone if there is a preparation.
        let texts: Vec<_> = std::iter::once("").chain(macros.iter().copied()).collect();
        let mut macros = vec![None; 256];
        for copy in macros::copies(&texts, preparation) {
            assert!(copy.keeps(fixed_places), "every macro keeps what was done before: {}", copy.turns);
            let MacroCopy { turns, effect, .. } = copy;
            macros[feature.case(effect.inverse())].get_or_insert(turns);
        }
        assert_eq!(macros.iter().flatten().count(), feature.cases(), "there is a macro for every case");
        Self { feature, macros }
    }

    /// Returns the moves for a state in which all earlier steps are complete.
    pub(super) fn solve(&self, state: Cube3) -> &Algorithm {
        self.macros[self.feature.case(state)].as_ref().expect("every case has a macro")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::search::layers::macros::{D_CORNERS, D_CROSS, D_EDGES, D_TWISTS};

    /// Returns the number of cases by the length of their macros.
    fn lengths(feature: LayerFeature, macros: &[&str], preparation: bool) -> Vec<(usize, usize)> {
        let mut counts = BTreeMap::new();
        for shortest in MacroTable::new(feature, macros, preparation, &[]).macros.iter().flatten() {
            *counts.entry(shortest.len()).or_insert(0) += 1;
        }
        counts.into_iter().collect()
    }

    #[test]
    fn every_case_has_a_macro() {
        assert_eq!(lengths(LayerFeature::Flips, D_CROSS, false), [(0, 1), (6, 6), (13, 1)]);
        assert_eq!(lengths(LayerFeature::Edges, D_EDGES, true), [(0, 1), (1, 3), (7, 8), (8, 8), (13, 2), (14, 2)]);
        assert_eq!(lengths(LayerFeature::Corners, D_CORNERS, false), [(0, 1), (8, 8), (11, 1), (14, 2)]);
        assert_eq!(lengths(LayerFeature::Twists, D_TWISTS, false), [(0, 1), (12, 4), (13, 16), (15, 4), (16, 2)]);
    }

    #[test]
    #[should_panic(expected = "there is a macro for every case")]
    fn a_missing_macro_is_an_error() {
        let _ = MacroTable::new(LayerFeature::Corners, &D_CORNERS[..3], false, &[]);
    }
}
