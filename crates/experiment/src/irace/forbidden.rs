//! Forbidden combinations of a sweep as expressions of R over the parameters of irace. Combinations that parameters cannot express are left
//! out.

use super::{parameter_name, value};
use crate::race::ParameterSpace;
use crate::sweep::{FactorValue, Forbidden, ForbiddenComparison, Operand, Relation, condition_number, is_below};

/// A value that a key may have.
enum KeyValue {
    /// The number of a parameter, by its name.
    Parameter(String),
    /// A level, or the value of `[base]`.
    Fixed(toml::Value),
}

impl KeyValue {
    /// Returns the number as R writes it; `None` if it is none.
    fn text(&self) -> Option<String> {
        match self {
            Self::Parameter(name) => Some(name.clone()),
            Self::Fixed(value) => condition_number(value).map(|number| number.to_string()),
        }
    }
}

/// Returns one expression a line. Combinations with a key that parameters set together with others are left out: the trials of irace
/// have an infinite cost there. An expression over a parameter that does not apply is not true in irace either.
pub(super) fn expressions(space: &ParameterSpace<'_>) -> String {
    space.forbidden().iter().filter_map(|forbidden| expression(space, forbidden)).map(|text| text + "\n").collect()
}

/// Returns the expression of a combination; `None` if no configuration has it, or parameters cannot express it.
fn expression(space: &ParameterSpace<'_>, forbidden: &Forbidden) -> Option<String> {
    let mut parts = Vec::new();
    for comparison in &forbidden.comparisons {
        let mut alternatives = alternatives(space, comparison)?;
        match alternatives.len() {
            0 => return None,
            // A comparison of fixed values that holds adds no expression.
            1 => parts.append(&mut alternatives[0]),
            _ => {
                let several = |parts: &Vec<String>| {
                    let all = parts.join(" & ");
                    if parts.len() > 1 { format!("({all})") } else { all }
                };
                let any: Vec<String> = alternatives.iter().map(several).collect();
                parts.push(format!("({})", any.join(" | ")));
            }
        }
    }
    (!parts.is_empty()).then(|| parts.join(" & "))
}

/// Returns the cases in which a comparison holds, each as expressions that all hold; `None` if parameters cannot express it.
fn alternatives(space: &ParameterSpace<'_>, comparison: &ForbiddenComparison) -> Option<Vec<Vec<String>>> {
    let left = values(space, &comparison.key)?;
    let right = match &comparison.operand {
        Operand::Key(key) => values(space, key)?,
        Operand::Value(value) => vec![(None, KeyValue::Fixed(value.clone()))],
    };
    let mut alternatives = Vec::new();
    for ((level, left), (other_level, right)) in
        left.iter().flat_map(|left| right.iter().map(move |right| (left, right)))
    {
        let mut parts: Vec<String> = level.iter().chain(other_level).cloned().collect();
        match (left, right) {
            (KeyValue::Fixed(left), KeyValue::Fixed(right)) => {
                if !comparison.relation.holds(&comparison.key, left, right) {
                    continue;
                }
            }
            _ => {
                let sign = if comparison.relation == Relation::Equal { "==" } else { comparison.relation.sign() };
                parts.push(format!("{} {sign} {}", left.text()?, right.text()?));
            }
        }
        alternatives.push(parts);
    }
    Some(alternatives)
}

/// Returns the values that a key may have, each with the expression for the level that it is; `None` if parameters set it together with
/// other keys.
fn values(space: &ParameterSpace<'_>, key: &str) -> Option<Vec<(Option<String>, KeyValue)>> {
    let sets = |set: &str| set == key || is_below(set, key) || is_below(key, set);
    let factors = space.factors();
    let Some(factor) = factors.iter().find(|factor| factor.key == key && !factor.is_labeled()) else {
        let is_varied = factors.iter().any(|factor| factor.key == key || factor.keys().into_iter().any(sets));
        let fixed = || space.base_value_of(key).map(|value| (None, KeyValue::Fixed(value)));
        return (!is_varied).then(|| fixed().into_iter().collect());
    };
    let name = parameter_name(key);
    if factor.range.is_some() {
        return Some(vec![(None, KeyValue::Parameter(name))]);
    }
    let level = |number: usize| {
        let text = value(factor, FactorValue::Level(number));
        (Some(format!("{name} == {text:?}")), KeyValue::Fixed(factor.levels[number].value().clone()))
    };
    Some((0..factor.levels.len()).map(level).collect())
}
