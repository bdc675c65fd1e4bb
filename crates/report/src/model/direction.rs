//! [`verdict`]: whether the tests show what a question expects: that a level, or larger or smaller numbers, are the best. [`trend`] is the
//! estimate for a direction; its test is `evocube_stats::wins::Direction`.

use super::effects::Effect;
use super::family::Pair;
use crate::claims::{Scope, Trend, Verdict};
use evocube_stats::wins::DirectionVerdict;

/// Returns the direction of the levels of a factor on so many instances; `None` where it is not tested.
pub(super) fn trend(effect: &Effect, instances: usize) -> Option<Trend> {
    let share = effect.direction.as_ref()?.share;
    let (low, high, scope) =
        (share.interval.low, share.interval.high, Scope { instances: instances as u64, others: false });
    Some(Trend { share: share.share, low, high, p: share.p_corrected, scope })
}

/// Returns what is shown of the level of a factor that a question expects to be the best, or of `larger` or `smaller` ones. `names` are all
/// levels of the factor.
pub(super) fn verdict(effect: &Effect, names: &[String], better: &str) -> Verdict {
    let levels = effect.levels.len();
    let name = |level: usize| names[effect.levels[level]].clone();
    let orders: Vec<(usize, usize)> = effect.family.pairs.iter().filter_map(Pair::order).collect();
    if let Some(expected) = (0..levels).find(|level| name(*level) == better) {
        let beaten = orders.iter().filter(|(winner, _)| *winner == expected).count();
        let is_beaten = orders.iter().any(|(_, loser)| *loser == expected);
        return match beaten {
            _ if is_beaten => Verdict::No,
            beaten if beaten + 1 == levels => Verdict::Yes,
            beaten => Verdict::BetterThan { beaten, others: levels - 1 },
        };
    }
    let is_larger = match better {
        "larger" => true,
        "smaller" => false,
        _ => return Verdict::Unasked,
    };
    if let Some(direction) = &effect.direction {
        return match direction.verdict {
            DirectionVerdict::Opposite => Verdict::No,
            DirectionVerdict::NotThroughout { best, .. } => Verdict::NotThroughout { best: name(best) },
            DirectionVerdict::Yes => Verdict::Yes,
            DirectionVerdict::UpTo { level: last } => Verdict::UpTo { level: name(last), beyond: None },
            DirectionVerdict::OnTheWhole { best } | DirectionVerdict::OppositeOnTheWhole { best } => {
                Verdict::OnTheWhole { best: name(best) }
            }
            DirectionVerdict::NotShown => Verdict::Open,
        };
    }
    // By another outcome: yes if the furthest level beats all others, no if the order of some pair is the opposite one.
    let rank = |level: usize| if is_larger { level } else { levels - 1 - level };
    let best = rank(levels - 1);
    let is_best = (0..levels).filter(|other| *other != best).all(|other| orders.contains(&(best, other)));
    match orders.iter().any(|(winner, loser)| rank(*winner) < rank(*loser)) {
        true => Verdict::No,
        false if is_best => Verdict::Yes,
        false => Verdict::Open,
    }
}
