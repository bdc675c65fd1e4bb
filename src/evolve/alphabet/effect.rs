//! [`Effect`]: what a state changes, in words.

use std::fmt;

use crate::puzzle::cube3::{CORNERS, Cube3, EDGES};
use crate::puzzle::turn::Face;

/// The cycles in which pieces go round, and the pieces that only turn in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// Cycles of pieces: each goes to the next one's position.
    pub cycles: Vec<Vec<String>>,
    /// Edges flipped in place.
    pub flipped: Vec<String>,
    /// Corners twisted in place.
    pub twisted: Vec<String>,
}

impl Effect {
    /// The effect of an algorithm, given as the state that it makes of the solved cube.
    #[must_use]
    pub fn of(cube: Cube3) -> Self {
        let mut cycles = cycles_of(8, |position| cube.corner(position).0, |piece| name(&CORNERS[piece]));
        cycles.extend(cycles_of(12, |position| cube.edge(position).0, |piece| name(&EDGES[piece])));
        let turned = |position: usize, (piece, orientation): (usize, usize)| piece == position && orientation > 0;
        Self {
            cycles,
            flipped: (0..12).filter(|&i| turned(i, cube.edge(i))).map(|i| name(&EDGES[i])).collect(),
            twisted: (0..8).filter(|&i| turned(i, cube.corner(i))).map(|i| name(&CORNERS[i])).collect(),
        }
    }

    /// How many pieces are changed.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.cycles.iter().map(Vec::len).sum::<usize>() + self.flipped.len() + self.twisted.len()
    }
}

fn name(faces: &[Face]) -> String {
    faces.iter().map(|face| face.letter()).collect()
}

fn cycles_of(count: usize, piece_at: impl Fn(usize) -> usize, name: impl Fn(usize) -> String) -> Vec<Vec<String>> {
    let position_of =
        |piece: usize| (0..count).find(|&position| piece_at(position) == piece).expect("every piece is somewhere");
    let mut seen = vec![false; count];
    let mut cycles = Vec::new();
    for first in 0..count {
        let mut cycle = Vec::new();
        let mut piece = first;
        while !seen[piece] {
            seen[piece] = true;
            cycle.push(name(piece));
            piece = position_of(piece);
        }
        if cycle.len() > 1 {
            cycles.push(cycle);
        }
    }
    cycles
}

impl fmt::Display for Effect {
    /// For example `(UF FL FR), flips UR UB`; `nothing` for the identity.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> = self.cycles.iter().map(|cycle| format!("({})", cycle.join(" "))).collect();
        for (verb, pieces) in [("flips", &self.flipped), ("twists", &self.twisted)] {
            if !pieces.is_empty() {
                parts.push(format!("{verb} {}", pieces.join(" ")));
            }
        }
        f.write_str(if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }.as_str())
    }
}
