//! Prints for each word of moves how often it must be repeated until the cube is as before. It also prints how many pieces the word
//! changes, in what way, and its length.
//!
//! `cargo run --release -p evocube-cube --example words -- "R U" "[R, U]" "R U R' D R U' R' D'"`
#![allow(clippy::print_stdout)] // a program for people

use std::iter::successors;

use evocube_cube::puzzle::group::EffectKind;
use evocube_cube::{Algorithm, CUBE3, Cube3, Metric, Puzzle};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for word in std::env::args().skip(1) {
        let moves: Algorithm = word.parse()?;
        let effect = Cube3::after(&moves);
        let powers = successors(Some(effect), |power| (!power.is_solved()).then(|| power.then(effect)));
        let kind = EffectKind::classify(&CUBE3, effect).map_or(String::new(), |kind| format!(", {kind:?}"));
        println!(
            "{word}: order {}, {} pieces{kind}, {}",
            powers.count(),
            CUBE3.changed_pieces(effect),
            Metric::Htm.length_text(moves.simplify().length(Metric::Htm))
        );
    }
    Ok(())
}
