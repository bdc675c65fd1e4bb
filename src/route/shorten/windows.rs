//! Windows: every stretch of a sequence is replaced by a shortest way between its ends.

use std::collections::HashSet;

use super::ball::{Ball, fingerprint};
use super::meter::Meter;
use crate::puzzle::CubeState;
use crate::puzzle::algorithm::{Algorithm, Metric};
use crate::puzzle::cube3::Cube3;

/// Slides windows of growing length over a sequence, until none of them can be replaced by anything shorter that costs at
/// most `depth`, or the meter is spent. The effect is unchanged.
pub(super) fn slide(moves: Algorithm, depth: u8, metric: Metric, meter: &mut Meter) -> Algorithm {
    let ball = Ball::of(metric);
    let mut moves = moves;
    // Stretches that are known to be shortest.
    let mut shortest: HashSet<u64> = HashSet::new();
    let mut length = 2;
    while length <= usize::from(depth) + 1 && length <= moves.len() && !meter.is_spent() {
        let mut start = 0;
        let mut improved = false;
        while start + length <= moves.len() && !meter.is_spent() {
            let window = &moves[start..start + length];
            let state = Cube3::of(window).inverse();
            if shortest.contains(&fingerprint(state)) {
                start += 1;
                continue;
            }
            let most = u8::try_from(Algorithm::from(window).length(metric) - 1).unwrap_or(u8::MAX).min(depth);
            match ball.way_home(state, most, meter) {
                Some(way) => {
                    moves = [&moves[..start], &way, &moves[start + length..]].concat().into_iter().collect();
                    moves = Algorithm::simplify(&moves);
                    improved = true;
                    // A shorter window that reaches into the change may have become too long.
                    start = start.saturating_sub(length);
                }
                None if meter.is_spent() => {}
                None => {
                    shortest.insert(fingerprint(state));
                    start += 1;
                }
            }
        }
        length = if improved { 2 } else { length + 1 };
    }
    moves
}
