//! The notes of `evocube plan` and `evocube run` on configurations that may spend different numbers of evaluations. These numbers are
//! computed in `sweep::effort` of `experiment`.

use evocube::experiment::record::equal_effort;
use evocube::experiment::sweep::{LevelWords, Sweep};

use crate::cli::terminal::grouped;

/// Maximum number of levels by which a configuration is named.
const MAX_LEVELS: usize = 3;

/// Returns a note for each stage whose limits allow numbers of evaluations that differ by a fifth or more, with the line that makes
/// them equal. The points that earlier stages select are not known yet.
pub(crate) fn unequal_effort(sweep: &Sweep) -> Vec<String> {
    let note = |stage: usize| {
        let effort = sweep.effort(stage, &[]);
        let [least, most] = effort.unequal()?;
        let mut text = format!("unequal effort: the limits of stage {} allow ", sweep.stages[stage].name);
        text.push_str(&format!("{} evaluations with {}", grouped(least.1), name(sweep, stage, least.0, most.0)));
        text.push_str(&format!(" and {} with {}", grouped(most.1), name(sweep, stage, most.0, least.0)));
        text.push_str(&format!("; write {} to compare at equal effort", equal_effort(least.1)));
        Some(text)
    };
    (0..sweep.selecting_stages().len()).filter_map(note).collect()
}

/// Returns a configuration by its levels that differ from those of another one and have a part in the evaluations, or by its number
/// if they are many.
fn name(sweep: &Sweep, stage: usize, point: usize, other: usize) -> String {
    let (stage, words) = (&sweep.stages[stage], LevelWords::new(sweep));
    let levels = stage.factors.iter().zip(stage.texts_of(point)).zip(stage.texts_of(other));
    let differing = levels.filter(|((factor, level), other)| level != other && factor.changes_resources());
    let named: Vec<String> = differing
        .filter_map(|((factor, level), _)| Some(format!("{} = {}", factor.key, words.word(&factor.key, &level?))))
        .collect();
    match named.len() {
        1..=MAX_LEVELS => named.join(", "),
        _ => format!("configuration {}", point + 1),
    }
}
