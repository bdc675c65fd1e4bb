//! Alphabets as they are written on the command line: bounded, and never a panic.
#![no_main]

use evocube::experiment::sweep::read_alphabet;
use evocube::{Cube2, Cube3};
use evocube::evolve::alphabet::Alphabet;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(config) = read_alphabet(text) else { return };
    if let Ok(alphabet) = Alphabet::<Cube3>::new(&config) {
        assert!(alphabet.symbols().len() <= 65_535);
    }
    let _ = Alphabet::<Cube2>::new(&config);
});
