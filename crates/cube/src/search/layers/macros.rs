//! The macros of steps 2 to 7 of the seven-step method, from M. Abreu García's thesis, and their copies: images under eight symmetries,
//! also after a turn of D. [`MacroCopy`] is one of these with its effect. The solver `Macros` has other macros, in `search::macros`.
//!
//! A macro is listed once; its other copies are images under the eight symmetries that fix U. A leading turn of D
//! (steps 2 and 3) is omitted here: it merges with the preparation, an optional turn of D that brings a piece under its
//! slot.
//!
//! A test asserts the effect of each macro on the pieces. The construction of a step's table asserts that its macros
//! preserve the earlier steps.

use std::collections::HashSet;

use crate::puzzle::{Algorithm, Cube3, Face, PLACES, Place, Symmetry, Turn};

/// Step 2, a corner between D and the slot URF: `D' R' D R`, its mirror image `D F D' F'`, and `D R D' R2 D R`, which
/// disturbs UBR. Variants with another turn of D in the middle move a corner down.
pub(super) const U_CORNERS: &[&str] = &["R' D R", "R' D' R", "R' D2 R", "R D' R2 D R"];

/// Step 3, an edge between D and the slot FR: `D' R' D R D F D' F'` and its mirror image `D2 F D' F' D' R' D R`, which
/// bring it in with either orientation. Without the first turn, in seven turns, it also moves an edge down.
pub(super) const MIDDLE_EDGES: &[&str] = &["R' D R D F D' F'"];

/// Step 4: the line, the L, the dot. The thesis prints the line as `F' L' D' L D F`, which disturbs the layers above.
pub(super) const D_CROSS: &[&str] = &["F' R' D' R D F", "B D R D' R' B'", "L R' D B D' B' D' B' D' B D L' R"];

/// Step 5: cycles of three edges of D, both ways; two opposite edges swapped.
pub(super) const D_EDGES: &[&str] = &["L D2 L' D' L D' L'", "L D L' D L D2 L'", "L' F L F' B' L F B' L F' L' B2 D2"];

/// Step 6: cycles of three corners of D, both ways; two pairs swapped, along the sides or across.
pub(super) const D_CORNERS: &[&str] = &[
    "L' D R D' L D R' D'",
    "D R D' L' D R' D' L",
    "F' D' R' D R D' R' D R D' R' D R F",
    "L R D2 L' R' B' F' D2 B F D2",
];

/// Step 7: twists of two, three or four corners of D.
pub(super) const D_TWISTS: &[&str] = &[
    "R2 D F2 D' R B2 R' D F2 D' R B2 R",
    "B2 U' B2 D B' L2 D L2 D' B2 U B' D'",
    "B L' U2 L B' D2 B L' U2 L B' D2",
    "B D' F D2 B2 U' L2 U D F' D' B D'",
    "R' D L U' D' B2 U R2 D2 L' D R' D",
    "R' D2 R D2 R2 F' U' R' B R2 B' U F D' R' D'",
    "L' R U L2 D2 L U' L2 D2 R' D R2 F2 R2 D'",
];

/// A copy of a macro, including the turn of D before it.
#[derive(Clone, Debug)]
pub(super) struct MacroCopy {
    /// The moves.
    pub(super) turns: Algorithm,
    /// Their effect on the solved state.
    pub(super) effect: Cube3,
    /// By place: the place to which a piece moves.
    pub(super) map: [Place; PLACES],
}

impl MacroCopy {
    fn new(turns: Algorithm) -> Self {
        let effect = Cube3::after(&turns);
        Self { turns, effect, map: effect.place_map() }
    }

    /// Returns whether the pieces at these places keep their places.
    pub(super) fn keeps(&self, places: &[Place]) -> bool {
        places.iter().all(|&place| self.map[usize::from(place)] == place)
    }
}

/// Returns all copies of these macros, shortest first, then in the order of the macros, the turn of D and the symmetry. Only
/// the first copy with an effect is kept. With `preparation`, there are also copies after each turn of D.
pub(super) fn copies(macros: &[&str], preparation: bool) -> Vec<MacroCopy> {
    let mut copies = Vec::new();
    for text in macros {
        let moves: Algorithm = text.parse().expect("macros are written in turns");
        for quarters in 0..if preparation { 4 } else { 1 } {
            for symmetry in Symmetry::all().filter(|symmetry| symmetry.face(Face::U) == Face::U) {
                let mut turns: Algorithm = Turn::new(Face::D, quarters).into_iter().collect();
                turns.extend_from_slice(&moves.conjugate(symmetry));
                copies.push(MacroCopy::new(turns));
            }
        }
    }
    copies.sort_by_key(|copy| copy.turns.len());
    let mut seen = HashSet::new();
    copies.retain(|copy| seen.insert(copy.effect));
    copies
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::cube3::{CORNERS, EDGES};

    /// Returns the effect of a macro as `piece→position`, with `+` or `-` for a twist and `*` for a flip. Positions are in
    /// order; unchanged ones are left out.
    fn effect(text: &str) -> String {
        let cube = Cube3::after(&text.parse::<Algorithm>().expect("turns"));
        let name = |faces: &[Face]| faces.iter().map(|face| face.letter()).collect::<String>();
        let mut parts = Vec::new();
        for position in 0..8 {
            let (piece, twist) = cube.corner(position);
            if (piece, twist) != (position, 0) {
                parts.push(format!("{}→{}{}", name(&CORNERS[piece]), name(&CORNERS[position]), ["", "+", "-"][twist]));
            }
        }
        for position in 0..12 {
            let (piece, flip) = cube.edge(position);
            if (piece, flip) != (position, 0) {
                parts.push(format!("{}→{}{}", name(&EDGES[piece]), name(&EDGES[position]), ["", "*"][flip]));
            }
        }
        parts.join(" ")
    }

    #[test]
    fn every_macro_has_its_effect() {
        let effects = [
            ("R' D R", "DLF→URF- URF→DFR- DBL→DLF DFR→DBL- DL→DF DB→DL FR→DB DF→FR"),
            ("R' D' R", "DFR→URF+ DBL→DFR+ URF→DLF+ DLF→DBL FR→DF DF→DL DL→DB DB→FR"),
            ("R' D2 R", "DBL→URF- DLF→DFR+ DFR→DLF- URF→DBL+ DB→DF FR→DL DF→DB DL→FR"),
            ("R D' R2 D R", "DRB→URF DBL→UBR+ URF→DFR- DFR→DBL- UBR→DRB+ FR→DB BR→FR DB→BR"),
            ("R' D R D F D' F'", "DLF→DFR DFR→DLF- DBL→DBL+ DB→DF DF→DL* FR→DB DL→FR*"),
            ("F' R' D' R D F", "DLF→DFR- DFR→DLF DRB→DBL DBL→DRB+ DF→DR* DB→DF* DR→DB"),
            ("B D R D' R' B'", "DLF→DFR DFR→DLF+ DRB→DBL- DBL→DRB DF→DR DB→DF* DR→DB*"),
            ("L R' D B D' B' D' B' D' B D L' R", "DRB→DFR DFR→DLF DLF→DBL DBL→DRB DF→DR* DL→DF* DB→DL* DR→DB*"),
            ("L D2 L' D' L D' L'", "DBL→DFR DRB→DLF- DFR→DBL- DLF→DRB- DL→DR DB→DL DR→DB"),
            ("L D L' D L D2 L'", "DBL→DFR+ DRB→DLF+ DFR→DBL DLF→DRB+ DB→DR DR→DL DL→DB"),
            ("L' F L F' B' L F B' L F' L' B2 D2", "DRB→DFR DFR→DLF DLF→DBL DBL→DRB DL→DR DR→DL"),
            ("L' D R D' L D R' D'", "DLF→DFR- DBL→DLF- DFR→DBL-"),
            ("D R D' L' D R' D' L", "DBL→DFR+ DFR→DLF+ DLF→DBL+"),
            ("F' D' R' D R D' R' D R D' R' D R F", "DLF→DFR+ DFR→DLF- DRB→DBL+ DBL→DRB-"),
            ("L R D2 L' R' B' F' D2 B F D2", "DBL→DFR DRB→DLF DFR→DBL DLF→DRB"),
            ("R2 D F2 D' R B2 R' D F2 D' R B2 R", "DBL→DBL- DRB→DRB+"),
            ("B2 U' B2 D B' L2 D L2 D' B2 U B' D'", "DBL→DBL+ DRB→DRB-"),
            ("B L' U2 L B' D2 B L' U2 L B' D2", "DLF→DLF+ DRB→DRB-"),
            ("B D' F D2 B2 U' L2 U D F' D' B D'", "DFR→DFR+ DBL→DBL+ DRB→DRB+"),
            ("R' D L U' D' B2 U R2 D2 L' D R' D", "DFR→DFR- DBL→DBL- DRB→DRB-"),
            ("R' D2 R D2 R2 F' U' R' B R2 B' U F D' R' D'", "DFR→DFR- DLF→DLF+ DBL→DBL- DRB→DRB+"),
            ("L' R U L2 D2 L U' L2 D2 R' D R2 F2 R2 D'", "DFR→DFR- DLF→DLF+ DBL→DBL+ DRB→DRB-"),
        ];
        let all = [U_CORNERS, MIDDLE_EDGES, D_CROSS, D_EDGES, D_CORNERS, D_TWISTS].concat();
        assert_eq!(effects.map(|(text, _)| text).as_slice(), all);
        for (text, expected) in effects {
            assert_eq!(effect(text), expected, "{text}");
        }
    }

    #[test]
    fn the_printed_macro_of_the_source_breaks_the_layer_above() {
        assert!(!MacroCopy::new("F' L' D' L D F".parse().expect("turns")).keeps(&[0, 3, 6, 9]));
    }

    #[test]
    fn each_macro_has_its_copies_once() {
        // Of two copies with the same effect one is kept: two opposite corners can be twisted in four ways.
        let count = |text| copies(&[text], false).len();
        assert_eq!((count(D_CROSS[1]), count(D_TWISTS[2]), count(U_CORNERS[0])), (8, 4, 8));
        assert_eq!(
            copies(&[""], true).iter().map(|copy| copy.turns.to_string()).collect::<Vec<_>>(),
            ["", "D", "D2", "D'"]
        );
    }
}
