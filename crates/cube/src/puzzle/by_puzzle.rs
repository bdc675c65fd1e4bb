//! [`ByPuzzle`]: a puzzle that is known at run time only, with a value whose type depends on it; [`AnyPuzzle`] is one without a value. The
//! macros `with_puzzle!` and `map_puzzle!` switch from it to the types. The names of puzzles, and reading and writing them, are in `any`.

use std::sync::Arc;

use super::PuzzleKind;
use super::spec::PuzzleSpec;

/// One of the puzzles, with a value of the type that belongs to it: nothing in [`AnyPuzzle`](super::AnyPuzzle), a solver in
/// [`AnySolver`](crate::search::AnySolver). [`with_puzzle!`](crate::with_puzzle) switches from it to a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ByPuzzle<A, B, C> {
    /// For the 3×3×3.
    Cube3(A),
    /// For the 2×2×2.
    Cube2(B),
    /// For a file-defined puzzle.
    Spec(Arc<PuzzleSpec>, C),
}

/// A cube or a file-defined puzzle. It is serialized as its name, or as a [`Description`](super::spec::Description) if it is
/// file-defined and not [`Shipped`](super::spec::Shipped); only names are deserialized.
///
/// ```
/// use evocube_cube::puzzle::AnyPuzzle;
/// let puzzle: AnyPuzzle = "pyraminx".parse()?;
/// assert_eq!((puzzle.name(), puzzle.cube()), ("pyraminx", None));
/// # Ok::<(), evocube_cube::puzzle::UnknownName>(())
/// ```
pub type AnyPuzzle = ByPuzzle<(), (), ()>;

impl<A, B, C> ByPuzzle<A, B, C> {
    /// Returns the puzzle alone.
    pub fn puzzle(&self) -> ByPuzzle<(), (), ()> {
        match self {
            Self::Cube3(_) => ByPuzzle::Cube3(()),
            Self::Cube2(_) => ByPuzzle::Cube2(()),
            Self::Spec(puzzle, _) => ByPuzzle::Spec(puzzle.clone(), ()),
        }
    }

    /// Returns the kind of cube; `None` for a file-defined puzzle.
    pub fn cube(&self) -> Option<PuzzleKind> {
        match self {
            Self::Cube3(_) => Some(PuzzleKind::Cube3),
            Self::Cube2(_) => Some(PuzzleKind::Cube2),
            Self::Spec(..) => None,
        }
    }
}

/// Runs an expression for a [`ByPuzzle`](crate::puzzle::ByPuzzle), with the puzzle, and its value, bound to their own
/// types: the only switch from run time to compile time. The expression is compiled once per type of puzzle.
///
/// ```
/// use evocube_cube::puzzle::{AnyPuzzle, Puzzle};
/// let skewb: AnyPuzzle = "skewb".parse()?;
/// assert_eq!(evocube_cube::with_puzzle!(&skewb, |puzzle| puzzle.moves().len()), 8);
/// # Ok::<(), evocube_cube::puzzle::UnknownName>(())
/// ```
#[macro_export]
macro_rules! with_puzzle {
    ($any:expr, |$puzzle:pat_param| $body:expr) => {
        $crate::with_puzzle!($any, |$puzzle, _| $body)
    };
    ($any:expr, |$puzzle:pat_param, $value:pat_param| $body:expr) => {
        match $any {
            $crate::puzzle::ByPuzzle::Cube3($value) => {
                let $puzzle = &$crate::puzzle::CUBE3;
                $body
            }
            $crate::puzzle::ByPuzzle::Cube2($value) => {
                let $puzzle = &$crate::puzzle::CUBE2;
                $body
            }
            $crate::puzzle::ByPuzzle::Spec(spec, $value) => {
                let $puzzle: &$crate::puzzle::spec::PuzzleSpec = &spec;
                $body
            }
        }
    };
}

/// Returns a [`ByPuzzle`](crate::puzzle::ByPuzzle) of the same puzzle with the value of an expression, which is compiled as
/// in [`with_puzzle!`](crate::with_puzzle).
///
/// ```
/// use evocube_cube::puzzle::{AnyPuzzle, ByPuzzle, Puzzle};
/// let skewb: AnyPuzzle = "skewb".parse()?;
/// let solved = evocube_cube::map_puzzle!(&skewb, |puzzle, ()| puzzle.solved());
/// assert!(matches!(solved, ByPuzzle::Spec(puzzle, state) if puzzle.is_solved(state)));
/// # Ok::<(), evocube_cube::puzzle::UnknownName>(())
/// ```
#[macro_export]
macro_rules! map_puzzle {
    ($any:expr, |$puzzle:pat_param, $value:pat_param| $body:expr) => {
        match $any {
            $crate::puzzle::ByPuzzle::Cube3($value) => $crate::puzzle::ByPuzzle::Cube3({
                let $puzzle = &$crate::puzzle::CUBE3;
                $body
            }),
            $crate::puzzle::ByPuzzle::Cube2($value) => $crate::puzzle::ByPuzzle::Cube2({
                let $puzzle = &$crate::puzzle::CUBE2;
                $body
            }),
            $crate::puzzle::ByPuzzle::Spec(spec, $value) => $crate::puzzle::ByPuzzle::Spec(spec.clone(), {
                let $puzzle: &$crate::puzzle::spec::PuzzleSpec = &spec;
                $body
            }),
        }
    };
}
