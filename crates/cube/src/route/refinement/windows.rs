//! [`slide`]: shortens a sequence of moves of the 3×3×3 window by window. A window is a stretch of moves, which is replaced by a shortest
//! path with the same effect. The whole sequence need not become a shortest one.

use std::collections::HashMap;

use super::node_ball::SearchSpace;
use super::node_counter::NodeCounter;
use super::whole_cube::WholeCube;
use crate::puzzle::{Algorithm, Cube3, Metric};

/// Slides windows of growing length over a sequence, until none is replaced by fewer moves that cost at most `depth`, or the counter is
/// spent. The effect is unchanged.
pub(super) fn slide(moves: Algorithm, depth: u8, metric: Metric, counter: &mut NodeCounter) -> Algorithm {
    let search = WholeCube::search(metric);
    let mut moves = moves;
    // The lengths that the shortest paths with an effect are known to exceed, by the key of the effect.
    let mut exceeded: HashMap<u64, u8> = HashMap::new();
    let mut length = 2;
    while length <= usize::from(depth) + 1 && length <= moves.len() && !counter.is_spent() {
        let mut start = 0;
        let mut improved = false;
        while start + length <= moves.len() && !counter.is_spent() {
            let window = &moves[start..start + length];
            let state = Cube3::after(window).inverse();
            let max = u8::try_from(Algorithm::from(window).length(metric) - 1).unwrap_or(u8::MAX).min(depth);
            if exceeded.get(&WholeCube.key(state)).is_some_and(|known| *known >= max) {
                start += 1;
                continue;
            }
            match search.shortest(state, max, counter) {
                Some(path) => {
                    moves = [&moves[..start], &path, &moves[start + length..]].concat().into_iter().collect();
                    moves = Algorithm::simplify(&moves);
                    improved = true;
                    // A shorter window that overlaps the change may now have a shorter replacement.
                    start = start.saturating_sub(length);
                }
                None if counter.is_spent() => {}
                None => {
                    exceeded.insert(WholeCube.key(state), max);
                    start += 1;
                }
            }
        }
        length = if improved { 2 } else { length + 1 };
    }
    moves
}
