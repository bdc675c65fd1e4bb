//! The order in which the factors of a stage are applied: each after those that its conditions and its defaults depend on. [`decides`]:
//! whether a factor can change the value of a key.

use super::factor::Factor;
use super::key_path::{ALGORITHM, DEFAULT_OF_ALGORITHM, head, is_below};

/// Returns the order in which the factors of a stage are applied: each after those that its conditions depend on and those whose
/// values it is inside; unless that closes a circle, after those below the same first key as a condition, and a mutation or restart
/// after the algorithm; otherwise as they are written.
///
/// # Errors
/// The index of a factor whose condition depends on itself.
pub(super) fn order(factors: &[Factor]) -> Result<Vec<usize>, usize> {
    let count = factors.len();
    let mut edges = vec![vec![false; count]; count];
    for (later, factor) in factors.iter().enumerate() {
        for (earlier, other) in factors.iter().enumerate() {
            edges[earlier][later] = is_below(&factor.key, &other.key)
                || factor.conditions.iter().any(|condition| decides(other, &condition.key));
        }
    }
    // Factors below the same first key as a condition come before it, too, because they can change defaults. So does an
    // algorithm before a mutation or restart, which another algorithm resets. An edge that would close a circle is left out: of two such
    // edges, the one in the order of the file stays.
    let pairs = (0..count).flat_map(|later| (0..count).map(move |earlier| (earlier, later)));
    let (forward, reversed): (Vec<_>, Vec<_>) =
        pairs.filter(|(earlier, later)| earlier != later).partition(|(earlier, later)| earlier < later);
    for (earlier, later) in forward.into_iter().chain(reversed) {
        let mut conditions = factors[later].conditions.iter();
        let [earlier_keys, later_keys] = [earlier, later].map(|place| factors[place].keys());
        let is_near = conditions.any(|condition| earlier_keys.iter().any(|key| head(&condition.key) == head(key)));
        let is_reset = earlier_keys.iter().any(|key| head(key) == ALGORITHM)
            && later_keys.iter().any(|key| DEFAULT_OF_ALGORITHM.contains(&head(key)));
        if (is_near || is_reset) && !reaches(&edges, later, earlier) {
            edges[earlier][later] = true;
        }
    }
    let mut order: Vec<usize> = Vec::with_capacity(count);
    while order.len() < count {
        let is_next = |place: &usize| {
            !order.contains(place) && (0..count).all(|other| order.contains(&other) || !edges[other][*place])
        };
        match (0..count).find(is_next) {
            Some(next) => order.push(next),
            None => {
                let mut rest = (0..count).filter(|place| !order.contains(place));
                let is_written =
                    |place: &usize| factors[*place].conditions.iter().any(|condition| condition.is_written);
                return Err(rest.clone().find(is_written).or_else(|| rest.next()).expect("a factor is left"));
            }
        }
    }
    Ok(order)
}

/// Returns whether a factor can change the value of a key. A factor inside an alternative at the key cannot, since it applies
/// only where that alternative is chosen.
pub(crate) fn decides(factor: &Factor, key: &str) -> bool {
    let stays = || factor.conditions.iter().any(|condition| condition.key == key);
    let may_set = |set: &str| set == key || is_below(key, set) || (is_below(set, key) && !stays());
    factor.key == key || factor.keys().into_iter().any(may_set)
}

/// Returns whether `edges` have a path from one index to another.
fn reaches(edges: &[Vec<bool>], start: usize, end: usize) -> bool {
    let (mut visited, mut open) = (vec![false; edges.len()], vec![start]);
    while let Some(place) = open.pop() {
        if place == end {
            return true;
        }
        if !std::mem::replace(&mut visited[place], true) {
            open.extend((0..edges.len()).filter(|next| edges[place][*next]));
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::conditions::infer;
    use crate::sweep::conditions::tests::factor;

    #[test]
    fn factors_follow_those_that_they_depend_on() {
        let mut factors = [
            factor("crossover.uniform.swap", None),
            factor("population", Some(("elitism", "x"))),
            factor("crossover", None),
            factor("elitism", None),
        ];
        infer(&mut [&mut factors]);
        assert_eq!(order(&factors), Ok(vec![2, 0, 3, 1]));
        for key in ["mutation", "restart.stagnation"] {
            let mut reset = [factor(key, None), factor("algorithm", None)];
            infer(&mut [&mut reset]);
            assert_eq!(order(&reset), Ok(vec![1, 0]));
        }
        let circle = [factor("population", Some(("elitism", "x"))), factor("elitism", Some(("population", "x")))];
        assert_eq!(order(&circle), Err(0));
        assert_eq!(order(&[factor("elitism", Some(("elitism", "x")))]), Err(0));
    }
}
