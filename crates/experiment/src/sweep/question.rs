//! [`Question`]: the question that a sweep file asks, and its factor, levels and outcome, by which the page answers it first. A text is
//! not understood: its factor is the only one of the sweep, or the only one that it names.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::Stage;
use super::diagnostic::Diagnostic;
use super::repair::read_repaired;
use crate::record::Outcome;
use evocube_cube::document::Node;
use evocube_cube::text::{quoted, similar};

/// The expectation that larger numbers are better.
const LARGER: &str = "larger";
/// The expectation that smaller numbers are better.
const SMALLER: &str = "smaller";

/// Maximum number of factors among which a message offers to choose.
const MAX_CHOICES: usize = 3;

/// A question, in words or with the factor that it is about.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Question {
    /// The question in words.
    pub text: String,
    /// The key of the factor that it is about; `None` if it has only words, which name no factor or several.
    pub factor: Option<String>,
    /// The outcome that it is about; `None` for that of the page.
    pub outcome: Option<Outcome>,
    /// The level of the factor that the question expects to be the best, or `larger` or `smaller`; `None` for a question without
    /// yes or no.
    pub better: Option<toml::Value>,
    /// Levels of other factors at which the question is asked.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub at: BTreeMap<String, toml::Value>,
}

/// The keys of a question.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct QuestionHead {
    /// The question in words.
    #[serde(default)]
    text: String,
    /// The key of the factor that it is about.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    factor: Option<Spanned<String>>,
    /// Levels of other factors at which the question is asked. Default: on average over all.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, serde_json::Value>"))]
    at: BTreeMap<String, Spanned<toml::Value>>,
    /// The outcome that it is about. Default: that of the page.
    outcome: Option<Outcome>,
    /// The level that the question expects to be the best, or "larger" or "smaller": the answer begins with yes or no.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
    better: Option<Spanned<toml::Value>>,
}

/// The form of the key `question`.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code)] // read by the schema
pub(super) enum QuestionForm {
    /// The question in words.
    Text(String),
    /// The question with the factor that it is about.
    Head(QuestionHead),
}

impl Question {
    /// Returns the keys of the factors from which it may choose one, if it has a text and no factor.
    pub fn choices(&self, stages: &[Stage]) -> Vec<String> {
        match self.factor {
            Some(_) => vec![],
            None => distinct_keys(stages),
        }
    }
}

/// Returns the keys of all factors, each once.
pub(super) fn distinct_keys(stages: &[Stage]) -> Vec<String> {
    let mut seen = HashSet::new();
    let keys = stages.iter().flat_map(|stage| &stage.factors).map(|factor| factor.key.clone());
    keys.filter(|key| seen.insert(key.clone())).collect()
}

/// Returns the factor that a text names: the only one, or the only one whose name or last part of the key is among its words.
fn named_factor(text: &str, stages: &[Stage]) -> Option<String> {
    let words = |text: &str| {
        let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
        format!(" {} ", parts.collect::<Vec<_>>().join(" ").to_lowercase())
    };
    let text = words(text);
    let is_named = |key: &&String| text.contains(&words(key.rsplit('.').next().unwrap_or(key)));
    let keys = distinct_keys(stages);
    match &keys[..] {
        [only] => Some(only.clone()),
        keys => match &keys.iter().filter(is_named).collect::<Vec<_>>()[..] {
            [named] => Some((*named).clone()),
            _ => None,
        },
    }
}

/// Returns the key of a factor that is written whole, or from the word on from which it is that of no other one.
fn factor_of(written: &str, stages: &[Stage]) -> Option<String> {
    let keys = distinct_keys(stages);
    let is_end = |key: &&String| key.strip_suffix(written).is_some_and(|before| before.ends_with('.'));
    if keys.iter().any(|key| key == written) {
        return Some(written.to_owned());
    }
    match &keys.iter().filter(is_end).collect::<Vec<_>>()[..] {
        [only] => Some((*only).clone()),
        _ => None,
    }
}

/// Returns the key and the level of `mutation.uniform.gene-rate = 0.2`, which is read as a table of tables.
fn nested_level(mut key: String, mut value: toml::Value, stages: &[Stage]) -> (String, toml::Value) {
    while factor_of(&key, stages).is_none()
        && let toml::Value::Table(table) = &value
        && table.len() == 1
        && let Some((inner, level)) = table.iter().next()
    {
        (key, value) = (format!("{key}.{inner}"), level.clone());
    }
    (key, value)
}

/// Reads a question about the factors of these stages.
pub(super) fn read(mut node: Node, stages: &[Stage], errors: &mut Vec<Diagnostic>) -> Option<Question> {
    if let Some(text) = node.as_text() {
        return Some(Question { text: text.to_owned(), factor: named_factor(text, stages), ..Question::default() });
    }
    let place = node.span();
    if !node.is_table() {
        let message =
            format!("question must be a text, or a table with the factor that it is about, not {}", node.value());
        errors.push(Diagnostic::new(message, Some(place)));
        return None;
    }
    let head: QuestionHead = read_repaired(&mut node, errors)?;
    let factors = || stages.iter().flat_map(|stage| &stage.factors);
    let unknown = |key: &str, place| {
        let diagnostic =
            Diagnostic::new(format!("the question is about {}, which no stage varies", quoted(key)), place);
        let keys = factors().map(|factor| factor.key.as_str());
        match similar(key, keys.clone()) {
            Some(key) => diagnostic.help(format!("did you mean {key}?")),
            None if stages.iter().all(|stage| stage.factors.is_empty()) => diagnostic.help("add a [[factor]]"),
            None => diagnostic.help(format!("the factors are {}", keys.collect::<Vec<_>>().join(", "))),
        }
    };
    let factor = match &head.factor {
        Some(written) => {
            let factor = factor_of(written.get_ref(), stages);
            if factor.is_none() {
                errors.push(unknown(written.get_ref(), Some(written.span())));
                return None;
            }
            factor
        }
        None => named_factor(&head.text, stages),
    };
    let Some(factor) = factor else {
        if !head.at.is_empty() || head.outcome.is_some() || head.better.is_some() || head.text.is_empty() {
            let message = "the question must say which factor it is about";
            let choices = distinct_keys(stages).into_iter().take(MAX_CHOICES).map(|key| format!("factor = \"{key}\""));
            let help = match choices.collect::<Vec<_>>().join(" or ") {
                none if none.is_empty() => "add a [[factor]]".to_owned(),
                choices => format!("add {choices}"),
            };
            errors.push(Diagnostic::new(message, Some(place)).help(help));
        }
        return Some(Question { text: head.text, ..Question::default() });
    };
    if stages.iter().any(|stage| stage.race_design().is_some())
        && let Some(level) = head.better.as_ref().or(head.at.values().next())
    {
        let message = "a race compares no levels: leave better and at out of its question";
        errors.push(Diagnostic::new(message, Some(level.span())));
        return None;
    }
    let mut other_levels = BTreeMap::new();
    for (key, level) in head.at {
        let place = level.span();
        let (key, value) = nested_level(key, level.into_inner(), stages);
        let Some(key) = factor_of(&key, stages) else {
            errors.push(unknown(&key, Some(place)));
            continue;
        };
        let levels = levels_of(stages, &key);
        if key == factor {
            errors
                .push(Diagnostic::new(format!("{key} is the factor of the question: leave it out of at"), Some(place)));
        } else if levels.contains(&&value) {
            other_levels.insert(key, value);
        } else {
            let levels: Vec<String> = levels.iter().map(ToString::to_string).collect();
            let message = format!("{value} is no level of {key}: its levels are {}", levels.join(", "));
            errors.push(Diagnostic::new(message, Some(place)));
        }
    }
    errors.extend(head.better.as_ref().and_then(|better| unexpected(better, &factor, &levels_of(stages, &factor))));
    let better = head.better.map(|better| better.get_ref().clone());
    Some(Question { text: head.text, factor: Some(factor), outcome: head.outcome, better, at: other_levels })
}

/// Returns the levels of the factors of a key.
fn levels_of<'a>(stages: &'a [Stage], key: &str) -> Vec<&'a toml::Value> {
    let factors = stages.iter().flat_map(|stage| &stage.factors).filter(|factor| factor.key == key);
    factors.flat_map(|factor| &factor.levels).map(|level| &level.value).collect()
}

/// Returns what is wrong with the level that the question expects to be better.
fn unexpected(better: &Spanned<toml::Value>, factor: &str, levels: &[&toml::Value]) -> Option<Diagnostic> {
    let (value, are_numbers) = (better.get_ref(), levels.iter().all(|level| level.is_integer() || level.is_float()));
    let is_trend = value.as_str().is_some_and(|word| [LARGER, SMALLER].contains(&word));
    if levels.contains(&value) || is_trend && are_numbers {
        return None;
    }
    let trends = if are_numbers { ", \"larger\" or \"smaller\"" } else { "" };
    let levels: Vec<String> = levels.iter().map(ToString::to_string).collect();
    let message =
        format!("the question expects {value} to be better: write a level of {factor}, {}{trends}", levels.join(", "));
    Some(Diagnostic::new(message, Some(better.span())))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::sweep::Sweep;

    fn factor(text: &str, factors: &[&str]) -> Option<String> {
        let factors: String = factors.iter().map(|factor| format!("[[factor]]\n{factor}\n")).collect();
        let text = format!("name = 'x'\nquestion = '{text}'\n[[instance]]\nrandom = 1\n{factors}");
        Sweep::parse(&text, Path::new("x.toml")).unwrap_or_else(|error| panic!("{error}")).question?.factor
    }

    #[test]
    fn a_question_in_words_is_about_the_factor_that_it_names() {
        let elitism = "key = 'elitism'\nlevels = [0, 1]";
        let rate = "key = 'mutation.uniform.gene-rate'\nlevels = [0.02, 0.3]";
        let variant =
            "name = 'variant'\nlevels = [{ label = 'a', set = {} }, { label = 'b', set = { 'population' = 50 } }]";
        let both = [elitism, rate];
        assert_eq!(factor("Does elitism matter when mutation is strong?", &both).as_deref(), Some("elitism"));
        assert_eq!(factor("Which Gene rate is best?", &both).as_deref(), Some("mutation.uniform.gene-rate"));
        assert_eq!(factor("Which variant is best?", &[elitism, variant]).as_deref(), Some("variant"));
        // Several, none, and a part of a word.
        assert_eq!(factor("Elitism or gene-rate?", &both), None);
        assert_eq!(factor("What helps?", &both), None);
        assert_eq!(factor("Are nonelitisms good?", &both), None);
        // A table has the factor of its text, and its levels of others by whole keys, by their ends, or as tables.
        let asked = |question: &str| {
            let text = format!(
                "name = 'x'\nquestion = {question}\n[[instance]]\nrandom = 1\n[[factor]]\n{elitism}\n[[factor]]\n{rate}\n"
            );
            Sweep::parse(&text, Path::new("x.toml")).map(|sweep| sweep.question.unwrap())
        };
        for at in [
            "'mutation.uniform.gene-rate' = 0.3",
            "gene-rate = 0.3",
            "uniform.gene-rate = 0.3",
            "mutation.uniform.gene-rate = 0.3",
        ] {
            let question = asked(&format!("{{ text = 'Does elitism matter?', at = {{ {at} }} }}")).unwrap();
            assert_eq!(question.factor.as_deref(), Some("elitism"));
            let at: Vec<_> = question.at.into_iter().collect();
            assert_eq!(at, [("mutation.uniform.gene-rate".to_owned(), toml::Value::Float(0.3))]);
        }
        assert_eq!(asked("{ factor = 'gene-rate' }").unwrap().factor.as_deref(), Some("mutation.uniform.gene-rate"));
        for wrong in
            ["{ text = 'What helps?', better = 'larger' }", "{ text = 'Does elitism matter?', at = { rate = 0.3 } }"]
        {
            assert!(asked(wrong).is_err(), "{wrong}");
        }
        // The only factor need not be named.
        assert_eq!(factor("What helps?", &[elitism]).as_deref(), Some("elitism"));
    }
}
