//! The notes of `evocube plan` and `evocube run` on design points that are one configuration. The points are found in `sweep::same` of
//! `experiment`.

use evocube::experiment::record::SameConfiguration;
use evocube::experiment::sweep::{Stage, Sweep};

use crate::cli::terminal::counted;

/// Returns a note for each stage with design points that are one configuration, with the line that runs it once. The points that
/// earlier stages select are not known yet.
pub(crate) fn same_configurations(sweep: &Sweep) -> Vec<String> {
    let note = |number: usize| {
        let (stage, same) = (&sweep.stages[number], sweep.same_configurations(number, &[]).0);
        let first = same.first()?;
        let points: usize = same.iter().map(|same| same.points.len()).sum();
        let count = format!(
            "{points} of the {} of stage {} are {}, counted once with all trials",
            counted(stage.points() as u64, "configuration"),
            stage.name,
            if same.len() == 1 { "one".to_owned() } else { format!("{} different ones", same.len()) },
        );
        let keys: Vec<&str> = first.factors.iter().map(|factor| stage.factors[*factor].key.as_str()).collect();
        if keys.is_empty() || same.iter().any(|other| other.factors != first.factors) {
            let numbers: Vec<String> = first.points.iter().map(|point| (point + 1).to_string()).collect();
            return Some(format!("{count}: {} have the same symbols and settings", numbers.join(" and ")));
        }
        let verb = if keys.len() == 1 { "changes" } else { "change" };
        let within = shared(stage, &same);
        let place = within.map_or(String::new(), |(factor, level)| {
            format!("with {} = {}, ", stage.factors[factor].key, stage.factors[factor].levels[level].text)
        });
        let once = within.map_or(String::new(), |(factor, level)| {
            let is_other = |(place, other): (usize, &str)| (place != level).then(|| format!("\"{other}\""));
            let levels = stage.factors[factor].levels.iter().map(|level| &level.text[..]).enumerate();
            let others: Vec<String> = levels.filter_map(is_other).collect();
            let others = if let [other] = &others[..] { other.clone() } else { format!("[{}]", others.join(", ")) };
            let line = format!("when = {{ key = \"{}\", is = {others} }}", stage.factors[factor].key);
            format!("; to run it once, write {line} below {}", keys.join(" and below "))
        });
        Some(format!("{place}{} {verb} nothing: {count}{once}", keys.join(" and ")))
    };
    (0..sweep.selecting_stages().len()).filter_map(note).collect()
}

/// Returns the factor and the level that all these points have, and no other one; `None` without such a level, or if it is no word.
fn shared(stage: &Stage, same: &[SameConfiguration]) -> Option<(usize, usize)> {
    let points: Vec<usize> = same.iter().flat_map(|same| same.points.iter().copied()).collect();
    let is_shared = |factor: usize, level: usize| {
        let sharing = (0..stage.points()).filter(|point| stage.levels_of(*point)[factor] == Some(level));
        stage.factors[factor].levels.iter().all(|level| !level.text.starts_with(['{', '[']))
            && sharing.eq({
                let mut sorted = points.clone();
                sorted.sort_unstable();
                sorted
            })
    };
    let factors = 0..stage.factors.len();
    factors
        .flat_map(|factor| (0..stage.factors[factor].levels.len()).map(move |level| (factor, level)))
        .find(|(factor, level)| stage.factors[*factor].levels.len() > 1 && is_shared(*factor, *level))
}
