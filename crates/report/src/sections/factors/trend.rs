//! The direction in which the levels of a factor get better.

use crate::model::Effect;

/// The direction of a factor of numbers. Each step of the levels that it covers is a significant improvement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trend {
    /// Larger (or smaller) is better from one end of the range to the other.
    Whole {
        /// Whether larger is better.
        larger: bool,
    },
    /// Larger is better up to a level (or smaller down to it); no two of the levels from there on differ significantly.
    UpTo {
        /// Whether larger is better.
        larger: bool,
        /// The place of the level in the design.
        level: usize,
    },
}

/// Returns the trend of an effect over the levels of its design, which are those at these places of all levels; `None` unless
/// they are at least three numbers and the steps are significant.
pub(super) fn trend(effect: &Effect, levels: &[usize], names: &[String]) -> Option<Trend> {
    let numbers: Vec<f64> = levels.iter().map(|level| names[*level].parse().ok()).collect::<Option<_>>()?;
    if numbers.len() < 3 {
        return None;
    }
    let mut ascending: Vec<usize> = (0..numbers.len()).collect();
    ascending.sort_by(|a, b| numbers[*a].total_cmp(&numbers[*b]));
    // Whether the second of two levels is significantly better.
    let improves = |worse: usize, better: usize| {
        effect.pairs.iter().any(|pair| {
            let sides = [pair.level, pair.reference];
            let is_better = if pair.difference.is_better { sides == [better, worse] } else { sides == [worse, better] };
            is_better && pair.test.is_significant()
        })
    };
    let differ = |a: usize, b: usize| improves(a, b) || improves(b, a);
    let follows = |order: &[usize], larger: bool| {
        let steps = order.windows(2).take_while(|step| improves(step[0], step[1])).count();
        let rest = &order[steps..];
        let is_flat = rest.iter().enumerate().all(|(place, a)| rest[..place].iter().all(|b| !differ(*a, *b)));
        match steps {
            0 => None,
            _ if rest.len() == 1 => Some(Trend::Whole { larger }),
            _ => is_flat.then_some(Trend::UpTo { larger, level: rest[0] }),
        }
    };
    follows(&ascending, true).or_else(|| {
        ascending.reverse();
        follows(&ascending, false)
    })
}
