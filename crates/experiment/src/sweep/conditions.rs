//! Conditions of the factors of a sweep that follow from their keys. Whether a condition holds is decided in `condition`, the order in
//! which factors apply in `factor_order`.

use super::condition::Condition;
use super::factor::Factor;
use super::key_path::{alternatives, head, is_below};

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

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns a factor without levels.
    pub(in crate::sweep) fn factor(key: &str, when: Option<(&str, &str)>) -> Factor {
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
}
