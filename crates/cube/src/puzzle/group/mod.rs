//! Group theory: reduced words of moves, commutators and conjugates of any puzzle, and the kinds of effect of the cubes' states.
//! The group of states of a file-defined puzzle is in `spec::group`.

mod effect;
mod words;

pub use effect::EffectKind;
pub use words::{Setup, TooManyWords, WordEnds, check_word_count, commutator, for_each_commutator, reduced_words};
