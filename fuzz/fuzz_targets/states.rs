//! Fuzz target of states of the cubes. What any format reads is written in each format that can write it; that text is recognized and read
//! again as the same state. In the dialect of contests texts are only read. Sequences of moves have the target `moves`.
#![no_main]

use evocube::PuzzleKind;
use evocube::notation::{AnyState, Dialect, Format, Notation, recognize};
use evocube::puzzle::{HeldState, PieceVectors};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for puzzle in [None, Some(PuzzleKind::Cube3), Some(PuzzleKind::Cube2)] {
        let formats = Format::ALL.map(Some).into_iter().chain([None]);
        for format in formats {
            let Ok(state) = Notation { format, puzzle, ..Notation::default() }.read::<AnyState>(text) else { continue };
            assert!(puzzle.is_none_or(|kind| kind == state.kind()));
            for format in Format::ALL {
                let Ok(written) = format.write(state) else { continue };
                assert_eq!(recognize(&written, None), format, "{written}");
                assert_eq!(written.parse::<AnyState>(), Ok(state), "{written}");
            }
        }
    }
    let _ = Notation { dialect: Dialect::Contest, ..Notation::default() }.read::<HeldState<PieceVectors>>(text);
});
