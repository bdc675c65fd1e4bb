//! The answer to a question that expects a level to be the best, against the truth.

use crate::design::{Fixed, is_different};
use crate::judge::StageTruth;
use crate::sentence::first_number;

/// Yes, no, or what is shown of the level that a question expects to be the best, and the sentence behind it.
pub(crate) fn split(text: &str) -> (Option<&str>, &str) {
    let end = |words: &str| text.find(words).map(|place| place + words.len());
    let is_answer = text.starts_with("**Yes") || text.starts_with("**No.");
    let end = if is_answer { end(".** ") } else { end(" others, and worse than none. ") };
    end.map_or((None, text), |end| (Some(&text[..end]), &text[end..]))
}

impl StageTruth<'_> {
    /// Whether an answer to the expectation of the question is true.
    pub(crate) fn is_true(&self, answer: &str, factor: usize, fixed: Fixed<'_>) -> bool {
        let (stage, better) = (self.stage(), self.better.expect("an expectation"));
        let mean = |level: usize| stage.mean(self.values(), &[fixed, &[(factor, level)]].concat());
        let is_worse = |level: usize, other: usize| is_different(mean(level), mean(other)) && mean(level) > mean(other);
        let mut levels = stage.levels_of(factor, fixed);
        if better == "larger" {
            levels.reverse();
        }
        if let Some(level) = answer.strip_prefix("**Yes, ").and_then(|rest| rest.split(" to ").nth(1)) {
            let last = stage.level(factor, level.trim_end_matches(".** "));
            return levels.windows(2).skip_while(|step| step[0] != last).all(|step| is_worse(step[1], step[0]));
        }
        if ["larger", "smaller"].contains(&better) {
            // Each level is followed by one that is expected to be worse.
            let is_expected = |step: &[usize]| is_worse(step[1], step[0]);
            let is_opposite = |step: &[usize]| is_worse(step[0], step[1]);
            let mut steps = levels.windows(2);
            return if answer.starts_with("**Yes") { steps.all(is_expected) } else { steps.any(is_opposite) };
        }
        let level = stage.level(factor, better);
        let worse = levels.iter().filter(|other| is_worse(**other, level)).count();
        match answer.split_once(" is shown to be better than ") {
            Some((_, count)) => worse as f64 >= first_number(count).expect("a number of levels").0,
            None if answer.starts_with("**Yes") => worse + 1 == levels.len(),
            None => levels.iter().any(|other| is_worse(level, *other)),
        }
    }
}
