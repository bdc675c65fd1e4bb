//! States in every format: what is read can be reached, and is read again as it is written.
#![no_main]

use evocube::PuzzleKind;
use evocube::notation::{Dialect, Format, read, read_assembled, recognize, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for puzzle in [None, Some(PuzzleKind::Cube3), Some(PuzzleKind::Cube2)] {
        let formats = Format::ALL.map(Some).into_iter().chain([None]);
        for format in formats {
            let Ok(state) = read(text, format, puzzle, Dialect::Wca) else { continue };
            assert!(puzzle.is_none_or(|kind| kind == state.kind()));
            for format in Format::ALL {
                let Ok(written) = write(state, format) else { continue };
                assert_eq!(recognize(&written, None), format, "{written}");
                assert_eq!(read(&written, None, None, Dialect::Wca), Ok(state), "{written}");
            }
        }
    }
    let _ = read_assembled(text, None, Dialect::Contest);
});
