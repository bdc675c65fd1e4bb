//! Fuzz target of cube moves in every dialect: they are bounded in length and, except in the contest's dialect, are read again as written.
//! Inverses and simplification are checked, too. States have the target `states`.
#![no_main]

use evocube::Metric;
use evocube::notation::{Dialect, MAX_LENGTH, read_moves};
use evocube::puzzle::HeldMoves;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for dialect in Dialect::ALL {
        let Ok(HeldMoves { moves, .. }) = read_moves(text, dialect) else { continue };
        assert!(moves.len() <= MAX_LENGTH);
        if dialect != Dialect::Contest {
            assert_eq!(read_moves(&moves.to_string(), dialect).map(|held| held.moves).as_ref(), Ok(&moves));
        }
        assert_eq!(moves.inverse().inverse(), moves);
        let simple = moves.simplify();
        assert!(simple.length(Metric::Htm) <= moves.length(Metric::Htm));
        assert_eq!(simple.simplify(), simple);
    }
});
