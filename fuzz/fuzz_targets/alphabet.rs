//! Fuzz target of alphabets as they are written on the command line: at most 65,535 symbols of the 3×3×3, and never a panic, also on the
//! 2×2×2.
#![no_main]

use evocube::alphabet::Alphabet;
use evocube::experiment::sweep::read_alphabet;
use evocube::{CUBE2, CUBE3, PuzzleKind};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(config) = read_alphabet(&PuzzleKind::Cube3.into(), text) else { return };
    if let Ok(alphabet) = Alphabet::new(&CUBE3, &config) {
        assert!(alphabet.symbols().len() <= 65_535);
    }
    let _ = Alphabet::new(&CUBE2, &config);
});
