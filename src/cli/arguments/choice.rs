//! Readers of options whose values are words of a fixed list, for clap; that of the cost of a trial among them.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use evocube::experiment::record::Cost;

/// Reads one of these values by its name.
pub(crate) fn words<T: Copy + Send + Sync + 'static>(
    values: impl IntoIterator<Item = T>,
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let values: Vec<_> = values.into_iter().map(|value| (name(value), value)).collect();
    let names = values.iter().map(|(name, _)| *name).collect::<Vec<_>>();
    read(PossibleValuesParser::new(names), values)
}

/// Reads one of these values, each with its name and its description in the help.
pub(crate) fn entries<T: Copy + Send + Sync + 'static, const N: usize>(
    values: [(&'static str, T, &'static str); N],
) -> impl TypedValueParser<Value = T> {
    let possible = values.map(|(name, _, help)| PossibleValue::new(name).help(help));
    read(PossibleValuesParser::new(possible), values.map(|(name, value, _)| (name, value)).to_vec())
}

fn read<T: Copy + Send + Sync + 'static>(
    words: PossibleValuesParser,
    values: Vec<(&'static str, T)>,
) -> impl TypedValueParser<Value = T> {
    words.map(move |word| values.iter().find(|(name, _)| *name == word).expect("one of the possible values").1)
}

/// Reads the cost of a trial.
pub(crate) fn cost() -> impl TypedValueParser<Value = Cost> {
    let (penalty, evaluations) = (
        "The final penalty, by the objective of [base]",
        "Evaluations until the instance is solved; if unsolved, ten times the evaluations made",
    );
    entries([("penalty", Cost::Penalty, penalty), ("evaluations", Cost::Evaluations, evaluations)])
}
