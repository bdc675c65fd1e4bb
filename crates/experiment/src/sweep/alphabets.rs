//! Reading an alphabet from text, and the different alphabets of the stages of a sweep. Selections of earlier stages are unknown here:
//! `[base]` stands in their place.

use std::collections::HashSet;

use super::Sweep;
use super::base::Base;
use super::design_point::configuration;
use super::diagnostic::Diagnostic;
use super::factor::Factor;
use super::key_path::head;
use super::points::Levels;
use super::repair::in_text;
use evocube_cube::document::parse;
use evocube_cube::puzzle::AnyPuzzle;
use evocube_engine::alphabet::AlphabetConfig;
use evocube_engine::registered::Registry;

/// Reads an alphabet from the keys of `alphabet` in a sweep file, on separate lines or separated by commas.
///
/// # Errors
/// If a key or a value is invalid.
pub fn read_alphabet(puzzle: &AnyPuzzle, text: &str) -> Result<AlphabetConfig, Diagnostic> {
    let keys = if text.contains('\n') { format!("[alphabet]\n{text}") } else { format!("alphabet = {{ {text} }}") };
    let root = parse(&keys).map_err(|mut mistakes| in_text(&keys, mistakes.swap_remove(0)))?;
    let base = Base::with_puzzle(root, puzzle.clone(), &Registry::new());
    Ok(configuration(&base, &[])?.alphabet)
}

impl Sweep {
    /// Returns the different alphabets of the sweep, in order: that of `[base]`, then those of the stages that vary one. Alphabets that
    /// a stage has only with the selection of an earlier stage are not among them.
    pub fn alphabets(&self) -> Vec<AlphabetConfig> {
        let mut all = vec![self.base.alphabet.clone()];
        for (number, stage) in self.stages.iter().enumerate() {
            // Only the factors of the alphabet matter, so one point of each combination of their levels is built.
            let varies = |factor: &Factor| factor.keys().into_iter().any(|key| head(key) == "alphabet");
            let mut kinds = HashSet::new();
            let first_of_its_kind = |point: &usize| {
                let levels = stage.factors.iter().zip(stage.levels_of(*point)).filter(|(factor, _)| varies(factor));
                kinds.insert(levels.map(|(_, level)| level).collect::<Levels>())
            };
            for point in (0..stage.points()).filter(first_of_its_kind) {
                let alphabet = self.point(number, &[], point).map(|point| point.alphabet);
                if let Some(alphabet) = alphabet.ok().filter(|alphabet| !all.contains(alphabet)) {
                    all.push(alphabet);
                }
            }
        }
        all
    }
}
