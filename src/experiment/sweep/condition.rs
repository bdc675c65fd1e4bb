//! [`Condition`]: where a factor applies.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;

use super::Factor;
use super::former_names::other_name;
use super::overrides::{self, Base, Override, has_alternatives};
use super::tree::Node;

/// A requirement of a factor: the configuration has one of these values at a key.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::experiment) struct Condition {
    /// A key of `[base]`, with dots.
    pub(in crate::experiment) key: String,
    /// Words, among them the names of alternatives, numbers, `true` or `false`; at least one.
    pub(in crate::experiment) is: Vec<toml::Value>,
    /// True if it is written as `when`, false if it is inferred from the factor's key.
    pub(super) is_written: bool,
}

impl fmt::Display for Condition {
    /// `crossover = "one-point"`; several values with *or* between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values: Vec<String> = self.is.iter().map(ToString::to_string).collect();
        write!(f, "{} = {}", self.key, values.join(" or "))
    }
}

impl Condition {
    /// Returns whether the configuration has one of the values. An alternative is compared by its name.
    pub(in crate::experiment) fn holds(&self, configuration: &PartialConfiguration<'_>) -> bool {
        let names = |found: &toml::Value, name: &str| has_alternatives(&self.key) && found.get(name).is_some();
        configuration.get(&self.key).is_some_and(|found| {
            self.is.iter().any(|is| match (number(is), is) {
                (Some(number), _) => self::number(&found) == Some(number),
                (None, toml::Value::String(name)) => found.as_str() == Some(name) || names(&found, name),
                (None, other) => found == *other,
            })
        })
    }

    /// Returns the numbers among its values.
    pub(in crate::experiment) fn numbers(&self) -> impl Iterator<Item = f64> {
        self.is.iter().filter_map(number)
    }
}

#[allow(clippy::cast_precision_loss)] // settings are small
/// Returns the number that a value is.
pub(super) fn number(value: &toml::Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|number| number as f64))
}

/// Returns whether a key is inside the table of another.
pub(in crate::experiment) fn is_below(key: &str, other: &str) -> bool {
    key.strip_prefix(other).is_some_and(|rest| rest.starts_with('.'))
}

/// Returns the part of a key before its first dot.
pub(super) fn head(key: &str) -> &str {
    key.split('.').next().unwrap_or(key)
}

/// Adds the conditions that follow from the keys of factors: a key inside an alternative applies where that alternative is chosen,
/// if another factor of the stage or of an earlier one chooses it.
pub(super) fn infer(stages: &mut [&mut [Factor]]) {
    for number in 0..stages.len() {
        for place in 0..stages[number].len() {
            let key = stages[number][place].key.clone();
            for (at, name) in alternatives(&key) {
                let earlier = stages[..number].iter().flat_map(|factors| factors.iter());
                let own = stages[number].iter().enumerate().filter(|(other, _)| *other != place);
                let is_varied = earlier.chain(own.map(|(_, factor)| factor)).any(|factor| varies(factor, at, name));
                let is = toml::Value::String(name.to_owned());
                let conditions = &mut stages[number][place].conditions;
                if is_varied && !conditions.iter().any(|known| known.key == at && known.is == [is.clone()]) {
                    conditions.push(Condition { key: at.to_owned(), is: vec![is], is_written: false });
                }
            }
        }
    }
}

/// Returns the alternatives that a key leads through: the key that has them, and the name of the one.
pub(super) fn alternatives(key: &str) -> impl Iterator<Item = (&str, &str)> {
    key.match_indices('.').filter_map(move |(dot, _)| {
        let at = &key[..dot];
        has_alternatives(at).then(|| (at, head(&key[dot + 1..])))
    })
}

/// Returns whether a factor can choose another alternative than this one at a key.
fn varies(factor: &Factor, at: &str, name: &str) -> bool {
    let other_alternative = || is_below(&factor.key, at) && head(&factor.key[at.len() + 1..]) != name;
    factor.key == at || is_below(at, &factor.key) || other_alternative()
}

/// Returns the order in which the factors of a stage are applied: each after those that its conditions depend on and those whose
/// values it is inside, otherwise as they are written.
///
/// # Errors
/// A factor whose condition depends on itself.
pub(super) fn order(factors: &[Factor]) -> Result<Vec<usize>, usize> {
    let count = factors.len();
    let mut before = vec![vec![false; count]; count];
    for (later, factor) in factors.iter().enumerate() {
        for (earlier, other) in factors.iter().enumerate() {
            before[earlier][later] = is_below(&factor.key, &other.key)
                || factor.conditions.iter().any(|condition| decides(other, &condition.key));
        }
    }
    // What else is under the same first key comes before, too, if that is no circle: it can change defaults.
    // Where either may come first, the one that is written first does.
    let pairs = (0..count).flat_map(|later| (0..count).map(move |earlier| (earlier, later)));
    let (written, reversed): (Vec<_>, Vec<_>) =
        pairs.filter(|(earlier, later)| earlier != later).partition(|(earlier, later)| earlier < later);
    for (earlier, later) in written.into_iter().chain(reversed) {
        let mut conditions = factors[later].conditions.iter();
        let is_near = conditions.any(|condition| head(&condition.key) == head(&factors[earlier].key));
        if is_near && !reaches(&before, later, earlier) {
            before[earlier][later] = true;
        }
    }
    let mut order: Vec<usize> = Vec::with_capacity(count);
    while order.len() < count {
        let is_next = |place: &usize| {
            !order.contains(place) && (0..count).all(|other| order.contains(&other) || !before[other][*place])
        };
        match (0..count).find(is_next) {
            Some(next) => order.push(next),
            None => {
                let mut left = (0..count).filter(|place| !order.contains(place));
                let is_written = |place: &usize| factors[*place].conditions.iter().any(|known| known.is_written);
                return Err(left.clone().find(is_written).or_else(|| left.next()).unwrap_or_default());
            }
        }
    }
    Ok(order)
}

/// Returns whether a factor can change the value of a key. A factor inside an alternative at the key cannot, since it applies
/// only where that alternative is chosen.
pub(in crate::experiment) fn decides(factor: &Factor, key: &str) -> bool {
    let stays = || factor.conditions.iter().any(|condition| condition.key == key);
    factor.key == key || is_below(key, &factor.key) || (is_below(&factor.key, key) && !stays())
}

/// Returns whether a path leads from one place to the other.
fn reaches(before: &[Vec<bool>], from: usize, to: usize) -> bool {
    let (mut seen, mut open) = (vec![false; before.len()], vec![from]);
    while let Some(place) = open.pop() {
        if place == to {
            return true;
        }
        if !std::mem::replace(&mut seen[place], true) {
            open.extend((0..before.len()).filter(|next| before[place][*next]));
        }
    }
    false
}

/// The defaults of configurations, by what is set and the key.
#[derive(Debug, Default)]
pub(in crate::experiment) struct DefaultsCache(RefCell<HashMap<(String, String), Option<toml::Value>>>);

/// A configuration of which some levels are known: overrides of a complete base.
#[derive(Clone, Debug)]
pub(in crate::experiment) struct PartialConfiguration<'a> {
    base: &'a Base,
    defaults: &'a DefaultsCache,
    /// The first keys of the levels, with all that is inside.
    changed: Node,
}

impl<'a> PartialConfiguration<'a> {
    /// Returns the configuration of a complete base.
    pub(in crate::experiment) fn new(base: &'a Base, defaults: &'a DefaultsCache) -> Self {
        Self { base, defaults, changed: Node::table() }
    }

    /// Sets a key. A key that cannot be set is ignored here; the check of the design point refuses it.
    pub(in crate::experiment) fn set(&mut self, key: &str, value: &Node) {
        let name = head(key);
        if let (None, Some(of_base)) = (self.changed.get(name), self.base.tree.get(name)) {
            self.changed.insert(name, 0..0, of_base.clone());
        }
        let _ = overrides::apply(&mut self.changed, &Override { key, place: 0..0, value });
    }

    /// Returns the value of a key, defaults included.
    pub(in crate::experiment) fn get(&self, key: &str) -> Option<toml::Value> {
        let Some(changed) = self.changed.get(head(key)) else { return self.base.tree.at(key).map(Node::value) };
        let inside = key.strip_prefix(head(key)).and_then(|rest| rest.strip_prefix('.'));
        let written = inside.map_or(Some(changed), |key| changed.at(key));
        written.map(Node::value).or_else(|| self.default_of(key))
    }

    fn default_of(&self, key: &str) -> Option<toml::Value> {
        let known = (format!("{:?}", self.changed), key.to_owned());
        if let Some(found) = self.defaults.0.borrow().get(&known) {
            return found.clone();
        }
        let point = overrides::read(&self.base.with_keys_of(&self.changed), &[]).ok();
        let found = point.and_then(|point| at(&toml::Value::Table(point.to_table()), key).cloned());
        self.defaults.0.borrow_mut().insert(known, found.clone());
        found
    }
}

/// Returns the value at a path with dots.
pub(in crate::experiment) fn at<'a>(tree: &'a toml::Value, key: &str) -> Option<&'a toml::Value> {
    let mut above = "";
    key.split('.').try_fold(tree, |table, name| {
        let found = table.get(name).or_else(|| table.get(other_name(above, name)?));
        above = name;
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn factor(key: &str, when: Option<(&str, &str)>) -> Factor {
        let is = |is: &str| vec![toml::Value::String(is.to_owned())];
        let conditions =
            when.map(|(key, value)| Condition { key: key.to_owned(), is: is(value), is_written: true }).into_iter();
        let conditions = conditions.collect();
        Factor { key: key.to_owned(), levels: Vec::new(), range: None, conditions, places: Default::default() }
    }

    fn inferred(stages: &mut [&mut [Factor]]) -> Vec<Vec<String>> {
        infer(stages);
        let of = |factor: &Factor| factor.conditions.iter().map(ToString::to_string).collect();
        stages.iter().flat_map(|factors| factors.iter()).map(of).collect()
    }

    #[test]
    fn a_key_inside_an_alternative_is_conditional_if_the_alternative_is_varied() {
        let mut one = [factor("crossover", None), factor("crossover.one-point.rate", None), factor("elitism", None)];
        assert_eq!(inferred(&mut [&mut one]), [vec![], vec!["crossover = \"one-point\"".to_owned()], vec![]]);
        let mut alone = [factor("crossover.one-point.rate", None), factor("mutation.uniform.gene-rate", None)];
        assert_eq!(inferred(&mut [&mut alone]), [const { Vec::<String>::new() }; 2]);
        let mut same = [factor("strategy.es.parents", None), factor("strategy.es.offspring", None)];
        assert_eq!(inferred(&mut [&mut same]), [const { Vec::<String>::new() }; 2]);
        let (mut first, mut second) =
            ([factor("mutation", None)], [factor("mutation.mixture.adapt.adaptive-pursuit.least", None)]);
        let both = ["mutation = \"mixture\"", "mutation.mixture.adapt = \"adaptive-pursuit\""].map(str::to_owned);
        assert_eq!(inferred(&mut [&mut first, &mut second]), [vec![], both.to_vec()]);
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
        let circle = [factor("population", Some(("elitism", "x"))), factor("elitism", Some(("population", "x")))];
        assert_eq!(order(&circle), Err(0));
        assert_eq!(order(&[factor("elitism", Some(("elitism", "x")))]), Err(0));
    }
}
