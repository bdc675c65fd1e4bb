//! [`Forbidden`]: combinations of values that no configuration of a stage has, written as comparisons that `and` joins. Those of a scenario
//! of irace are written in `irace::forbidden`.
//!
//! A configuration that lacks a compared value does not have the combination.

use std::ops::Range;

use toml::Spanned;

use super::base::Base;
use super::condition::{equals, number};
use super::diagnostic::Diagnostic;
use super::factor::Factor;
use super::key_path::{head, is_below};
use super::keys;
use evocube_cube::document::parse_value;
use evocube_cube::text::{quoted, suggestion};

/// A combination of values: all of its comparisons hold.
#[derive(Clone, Debug)]
pub(crate) struct Forbidden {
    /// As it is written.
    pub(crate) text: String,
    place: Range<usize>,
    pub(crate) comparisons: Vec<Comparison>,
}

/// A comparison of the value of a key with another value.
#[derive(Clone, Debug)]
pub(crate) struct Comparison {
    pub(crate) key: String,
    pub(crate) relation: Relation,
    pub(crate) operand: Operand,
}

#[derive(Clone, Debug)]
pub(crate) enum Operand {
    Key(String),
    Value(toml::Value),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    AtMost,
    AtLeast,
    Unequal,
    Less,
    Equal,
    Greater,
}

/// The relations as they are written; one that begins like another comes before it.
const RELATIONS: [(&str, Relation); 6] = [
    ("<=", Relation::AtMost),
    (">=", Relation::AtLeast),
    ("!=", Relation::Unequal),
    ("<", Relation::Less),
    ("=", Relation::Equal),
    (">", Relation::Greater),
];

/// The word that joins comparisons.
const AND: &str = " and ";

/// Returns the comparisons that a text joins. Within quotes the word is part of a value.
fn parts(text: &str) -> Vec<&str> {
    let (mut parts, mut begin) = (Vec::new(), 0);
    for (place, _) in text.match_indices(AND).filter(|(place, _)| !is_quoted(&text[..*place])) {
        parts.push(&text[begin..place]);
        begin = place + AND.len();
    }
    parts.push(&text[begin..]);
    parts
}

/// Returns whether a text ends within quotes, single ones or double ones of TOML.
fn is_quoted(text: &str) -> bool {
    let (mut quote, mut is_escaped) = (None, false);
    for c in text.chars() {
        match quote {
            None => quote = Some(c).filter(|c| ['"', '\''].contains(c)),
            Some(_) if is_escaped => is_escaped = false,
            Some('"') if c == '\\' => is_escaped = true,
            Some(open) => quote = Some(open).filter(|open| c != *open),
        }
    }
    quote.is_some()
}

impl Forbidden {
    /// Reads a combination, `KEY OP KEY` or `KEY OP VALUE`, several of them joined by [`AND`].
    pub(super) fn read(written: &Spanned<String>) -> Result<Self, Diagnostic> {
        let (text, place) = (written.get_ref().clone(), written.span());
        let comparison = |text: &str| {
            Comparison::read(text).ok_or_else(|| {
                let message = format!("{} is no comparison of a key with a key or a value", quoted(text.trim()));
                Diagnostic::new(message, Some(place.clone()))
                    .help("write it as in \"elitism >= population\" or \"population = 50 and crossover = one-point\"")
            })
        };
        let comparisons = parts(&text).into_iter().map(comparison).collect::<Result<_, _>>()?;
        Ok(Self { text, place, comparisons })
    }

    /// Returns the keys that it compares.
    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        self.comparisons.iter().flat_map(|comparison| {
            let other = match &comparison.operand {
                Operand::Key(key) => Some(key.as_str()),
                Operand::Value(_) => None,
            };
            [comparison.key.as_str()].into_iter().chain(other)
        })
    }

    /// Checks that the base, or a configuration with other alternatives of the factors, has its keys.
    pub(super) fn check<'a>(
        &self,
        base: &Base,
        factors: impl Iterator<Item = &'a Factor> + Clone,
    ) -> Result<(), Diagnostic> {
        let is_varied = |key: &str| {
            let may_choose = |set: &str| set == key || is_below(key, set) || is_below(set, key);
            factors.clone().any(|factor| factor.key == key || factor.keys().into_iter().any(may_choose))
        };
        let is_known = |key: &&str| base.tree.descend(key).is_some() || is_varied(key);
        match self.keys().find(|key| !is_known(key)) {
            Some(key) => {
                let message = format!("{} is not a key of [base]{}", quoted(key), suggestion(key, keys::of_base()));
                Err(Diagnostic::new(message, Some(self.place.clone())))
            }
            None => Ok(()),
        }
    }

    /// Returns whether a configuration has this combination, given its values.
    pub(super) fn has(&self, value: impl Fn(&str) -> Option<toml::Value>) -> bool {
        self.comparisons.iter().all(|comparison| comparison.holds(&value))
    }
}

impl Comparison {
    fn read(text: &str) -> Option<Self> {
        let place = text.find(['<', '>', '=', '!'])?;
        let (key, rest) = (text[..place].trim(), &text[place..]);
        let (sign, relation) = RELATIONS.into_iter().find(|(sign, _)| rest.starts_with(sign))?;
        let written = rest[sign.len()..].trim();
        let is_name =
            |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
        let is_key = |key: &str| key.split('.').all(is_name);
        let operand = match parse_value(written) {
            Ok(node) => Operand::Value(node.value()),
            Err(_) if is_key(written) && keys::of_base().contains(&head(written)) => Operand::Key(written.to_owned()),
            Err(_) if is_name(written) => Operand::Value(written.into()),
            Err(_) => return None,
        };
        let is_ordered = !matches!(relation, Relation::Equal | Relation::Unequal);
        let is_number = !matches!(&operand, Operand::Value(value) if number(value).is_none());
        (is_key(key) && (is_number || !is_ordered)).then(|| Self { key: key.to_owned(), relation, operand })
    }

    /// Returns whether it holds; it does not if the configuration lacks a value.
    fn holds(&self, value: impl Fn(&str) -> Option<toml::Value>) -> bool {
        let operand = match &self.operand {
            Operand::Key(key) => value(key),
            Operand::Value(value) => Some(value.clone()),
        };
        let (Some(left), Some(right)) = (value(&self.key), operand) else { return false };
        self.relation.holds(&self.key, &left, &right)
    }
}

impl Relation {
    /// Returns the relation as it is written.
    pub(crate) fn sign(self) -> &'static str {
        let written = RELATIONS.iter().find(|(_, relation)| *relation == self);
        written.expect("every relation is written").0
    }

    /// Returns whether it holds between the value of a key and another one.
    pub(crate) fn holds(self, key: &str, left: &toml::Value, right: &toml::Value) -> bool {
        let order = number(left).zip(number(right)).and_then(|(left, right)| left.partial_cmp(&right));
        match self {
            Self::Equal => equals(key, left, right),
            Self::Unequal => !equals(key, left, right),
            Self::Less => order.is_some_and(|order| order.is_lt()),
            Self::AtMost => order.is_some_and(|order| order.is_le()),
            Self::AtLeast => order.is_some_and(|order| order.is_ge()),
            Self::Greater => order.is_some_and(|order| order.is_gt()),
        }
    }
}

/// Returns the place of the first combination.
pub(super) fn place(forbidden: &[Forbidden]) -> Option<Range<usize>> {
    forbidden.first().map(|combination| combination.place.clone()).filter(|place| !place.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_compared_by_number_and_by_name() {
        let values: toml::Value = toml::from_str(
            "population = 50\nelitism = 50\nrate = 0.5\nword = 'salt and pepper'\n[crossover.one-point]\nrate = 0.3\n[selection]\ntournament = 2\n",
        )
        .unwrap();
        let value = |key: &str| super::super::key_path::value_at(&values, key).cloned();
        for (text, holds) in [
            ("elitism >= population", true),
            ("elitism > population", false),
            ("elitism<=population and population!=51", true),
            ("population = 50.0", true),
            ("population < 50", false),
            ("crossover = one-point", true),
            ("crossover = \"two-point\"", false),
            ("crossover != two-point and crossover.one-point.rate > 0.2", true),
            ("crossover.two-point.rate > 0", false),
            ("crossover.two-point.rate != 0", false),
            ("crossover > 3", false),
            ("word = \"salt and pepper\" and population = 50", true),
            ("word = 'salt and pepper'", true),
            ("word = \"salt and \\\"pepper\\\" and population = 1\"", false),
            ("population = 1 and word != 'a and b'", false),
        ] {
            let combination = Forbidden::read(&Spanned::new(0..0, text.to_owned())).unwrap();
            assert_eq!(combination.has(value), holds, "{text}");
        }
        for text in [
            "", "population", "population 50", "population =", "= 3", "a < b", "population < many", "a = 1 and",
            "a = '1 and b = 2",
        ] {
            assert!(Forbidden::read(&Spanned::new(0..0, text.to_owned())).is_err(), "{text}");
        }
    }
}
