//! Checks of single values of a sweep file: bounded numbers, names of sweeps, stages and factors, numbers of evaluations to log,
//! observers. Values of `[base]` are checked by the engine, design points in `check`.

use std::ops::Range;

use toml::Spanned;

use super::diagnostic::{Diagnostic, reject};
use super::keys;
use crate::record::{TrialRow, columns_of};
use evocube_cube::text::quoted;
use evocube_engine::optimizer::Observe;
use evocube_engine::registered::Registered;

/// Checks that a number is from 1 to `max`.
pub(super) fn bounded_number(what: &str, value: &Spanned<i64>, max: u64) -> Result<u64, Diagnostic> {
    match u64::try_from(*value.get_ref()) {
        Ok(number) if (1..=max).contains(&number) => Ok(number),
        _ => reject(format!("{what} {} is out of range: 1 to {max}", value.get_ref()), value.span()),
    }
}

/// Checks the name of a sweep or a stage.
pub(super) fn checked_name(name: &Spanned<String>) -> Result<String, Diagnostic> {
    let text = name.get_ref();
    let good = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if text.is_empty() || text.len() > 100 || text.starts_with(['.', '-']) || !text.chars().all(good) {
        let rule = "must be 1 to 100 letters, digits, - _ or . and begin with a letter, a digit or _";
        return reject(format!("name {} {rule}", quoted(text)), name.span());
    }
    Ok(text.clone())
}

/// Checks the name of a factor, which is a column of `trials.csv` and must not look like a key.
pub(super) fn check_factor_name(name: &str, place: Range<usize>) -> Result<(), Diagnostic> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    if name.is_empty() || name.len() > 100 || name.starts_with('-') || !name.chars().all(is_plain) {
        return reject(
            format!("name {} must be 1 to 100 letters, digits, - or _, and begin with no hyphen", quoted(name)),
            place,
        );
    }
    let taken = if keys::of_base().contains(&name) {
        "a key of [base]: write key = … to vary it alone, or another name"
    } else if columns_of::<TrialRow>(&[]).iter().any(|column| column.name == name) {
        "a column of trials.csv: write another name"
    } else {
        return Ok(());
    };
    reject(format!("\"{name}\" is {taken}"), place)
}

/// Checks numbers of evaluations: at most 1000, ascending, the first at least 1.
pub(super) fn checked_evaluations(list: &[Spanned<i64>]) -> Result<Vec<u64>, Diagnostic> {
    if let Some(last) = list.get(1000) {
        return Err(Diagnostic::new("log-at-evaluations has at most 1000 numbers", Some(last.span())));
    }
    let mut checked = Vec::with_capacity(list.len());
    for each in list {
        let number = bounded_number("log-at-evaluations", each, i64::MAX.unsigned_abs())?;
        if let Some(last) = checked.last().filter(|last| **last >= number) {
            let message = format!("log-at-evaluations has {number} after {last}: write the numbers in ascending order");
            return Err(Diagnostic::new(message, Some(each.span())));
        }
        checked.push(number);
    }
    Ok(checked)
}

/// Returns the observers whose columns can be told apart from all others.
pub(super) fn checked_observers(
    observers: &[Spanned<Registered<dyn Observe>>],
    errors: &mut Vec<Diagnostic>,
) -> Vec<Registered<dyn Observe>> {
    let mut checked: Vec<Registered<dyn Observe>> = Vec::new();
    for entry in observers {
        let (observer, name) = (entry.get_ref(), entry.get_ref().name());
        let columns = observer.columns();
        let is_plain = |column: &str| column.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
        let wrong = columns
            .iter()
            .enumerate()
            .find(|(number, column)| column.is_empty() || !is_plain(column) || columns[..*number].contains(column));
        let message = if checked.iter().any(|earlier| earlier.name() == name) {
            format!("the observer {name} is named twice: leave one of them out")
        } else if let Some((_, column)) = wrong {
            let column = quoted(column);
            format!(
                "the observer {name} has the column {column}: it must return different names of letters, digits, - and _"
            )
        } else {
            checked.push(observer.clone());
            continue;
        };
        errors.push(Diagnostic::new(message, Some(entry.span())));
    }
    checked
}
