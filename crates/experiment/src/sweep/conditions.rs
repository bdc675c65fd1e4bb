//! Conditions of the factors of a sweep that follow from their keys. Which factors can change the value of a key, and the order in which
//! factors apply, are decided here, too. Whether a condition holds is decided in `condition`.

use super::condition::{Condition, alternatives};
use super::factor::Factor;
use super::key_path::{ALGORITHM, DEFAULT_OF_ALGORITHM, head, is_below};

/// Adds the conditions that follow from the keys of factors: a key inside an alternative applies where that alternative is chosen,
/// if another factor of the stage or of an earlier one chooses it. Factors with labels get none.
pub(super) fn infer(stages: &mut [&mut [Factor]]) {
    for number in 0..stages.len() {
        for place in 0..stages[number].len() {
            // A level with a label sets what it says, whatever another factor chooses.
            if stages[number][place].is_labeled {
                continue;
            }
            let key = stages[number][place].key.clone();
            for (outer, name) in alternatives(&key) {
                let earlier = stages[..number].iter().flat_map(|factors| factors.iter());
                let others = stages[number].iter().enumerate().filter(|(other, _)| *other != place);
                let is_varied =
                    earlier.chain(others.map(|(_, factor)| factor)).any(|factor| varies(factor, outer, name));
                let is = toml::Value::String(name.to_owned());
                let conditions = &mut stages[number][place].conditions;
                if is_varied
                    && !conditions.iter().any(|condition| condition.key == outer && condition.is == [is.clone()])
                {
                    conditions.push(Condition { key: outer.to_owned(), is: vec![is], is_written: false });
                }
            }
        }
    }
}

/// Returns whether a factor can choose another alternative than this one at a key.
fn varies(factor: &Factor, key: &str, name: &str) -> bool {
    let other_alternative = |set: &str| is_below(set, key) && head(&set[key.len() + 1..]) != name;
    factor.keys().into_iter().any(|set| set == key || is_below(key, set) || other_alternative(set))
}

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

    fn factor(key: &str, when: Option<(&str, &str)>) -> Factor {
        let is = |is: &str| vec![toml::Value::String(is.to_owned())];
        let conditions =
            when.map(|(key, value)| Condition { key: key.to_owned(), is: is(value), is_written: true }).into_iter();
        let conditions = conditions.collect();
        let key = key.to_owned();
        Factor { key, is_labeled: false, levels: vec![], range: None, conditions, places: Default::default() }
    }

    fn inferred(stages: &mut [&mut [Factor]]) -> Vec<Vec<String>> {
        infer(stages);
        let names = |factor: &Factor| factor.conditions.iter().map(ToString::to_string).collect();
        stages.iter().flat_map(|factors| factors.iter()).map(names).collect()
    }

    #[test]
    fn a_key_inside_an_alternative_is_conditional_if_the_alternative_is_varied() {
        let mut pair = [factor("crossover", None), factor("crossover.one-point.rate", None), factor("elitism", None)];
        assert_eq!(inferred(&mut [&mut pair]), [vec![], vec!["crossover = \"one-point\"".to_owned()], vec![]]);
        let mut factors = [factor("crossover.one-point.rate", None), factor("mutation.uniform.gene-rate", None)];
        assert_eq!(inferred(&mut [&mut factors]), [const { Vec::<String>::new() }; 2]);
        let mut same = [
            factor("algorithm.evolution-strategy.parents", None),
            factor("algorithm.evolution-strategy.offspring", None),
        ];
        assert_eq!(inferred(&mut [&mut same]), [const { Vec::<String>::new() }; 2]);
        let (mut first, mut second) =
            ([factor("mutation", None)], [factor("mutation.mixture.adapt.adaptive-pursuit.min", None)]);
        let levels = ["mutation = \"mixture\"", "mutation.mixture.adapt = \"adaptive-pursuit\""].map(str::to_owned);
        assert_eq!(inferred(&mut [&mut first, &mut second]), [vec![], levels.to_vec()]);
    }

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
