//! Yes or no, where the question of a sweep names the level that it expects to be the best; otherwise what is shown of this level.

use super::trend::{Trend, trend};
use crate::document::{Span, code, plain, strong};
use crate::model::{Effect, Pair};

/// Returns yes or no to the question whether a level of a factor is the best, or whether `larger` or `smaller` ones are better: yes if the
/// tests show it, no if they show the opposite. Otherwise how many other levels a level is better than, and nothing about `larger` or
/// `smaller` ones. `levels` are those of the design, by their places among `names`.
pub(super) fn verdict(effect: &Effect, levels: &[usize], names: &[String], better: &str) -> Vec<Span> {
    let is_larger = match better {
        "larger" => Some(true),
        "smaller" => Some(false),
        _ => None,
    };
    let answer = match is_larger.filter(|_| names.iter().all(|name| name != better)) {
        Some(is_larger) if levels.len() > 2 => match trend(effect, levels, names) {
            Some(Trend::Whole { larger }) if larger == is_larger => Some("Yes.".to_owned()),
            Some(Trend::UpTo { larger, level }) if larger == is_larger => {
                let direction = if larger { "up" } else { "down" };
                Some(format!("Yes, {direction} to {}.", names[levels[level]]))
            }
            trend => trend.map(|_| "No.".to_owned()),
        },
        expected => {
            let number = |place: &usize| names[levels[*place]].parse::<f64>().unwrap_or(f64::NAN);
            let by_number = |a: &usize, b: &usize| number(a).total_cmp(&number(b));
            let best = match expected {
                Some(true) => (0..levels.len()).max_by(by_number),
                Some(false) => (0..levels.len()).min_by(by_number),
                None => levels.iter().position(|level| names[*level] == better),
            };
            let Some(best) = best else { return vec![] };
            let pairs = || effect.pairs.iter().filter(|pair| pair.test.is_significant());
            let wins = |pair: &&Pair| {
                if pair.difference.is_better { pair.level == best } else { pair.reference == best }
            };
            let losses = |pair: &&Pair| [pair.level, pair.reference].contains(&best) && !wins(pair);
            match (pairs().filter(wins).count(), pairs().any(|pair| losses(&pair))) {
                (won, _) if won + 1 == levels.len() => Some("Yes.".to_owned()),
                (_, true) => Some("No.".to_owned()),
                (_, false) if is_larger.is_some() => None,
                (won, false) => {
                    let others = format!(
                        " is shown to be better than {won} of {} others, and worse than none. ",
                        levels.len() - 1
                    );
                    return vec![code(better.to_owned()), plain(others)];
                }
            }
        }
    };
    answer.map_or(vec![], |answer| vec![strong(answer), plain(" ")])
}
