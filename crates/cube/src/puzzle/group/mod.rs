//! Group theory of all puzzles: reduced words of moves, commutators, conjugates, and the effects of states on the pieces.

mod effect;
mod words;

pub use effect::EffectKind;
pub use words::{Setup, TooManyWords, check_word_count, commutator, for_each_commutator, reduced_words};
