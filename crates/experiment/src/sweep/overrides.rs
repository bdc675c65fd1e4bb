//! [`Override`]: a key of a `[base]` with another value, as a level or an argument sets it. Overrides are applied here, and the
//! configuration is read. Conflicts of its values are found in `conflicts`. Changes from outside the sweep file are the
//! [`Overrides`](super::Overrides) of `arguments`.

use std::ops::Range;

use super::algorithm;
use super::base::{Base, read_tree};
use super::diagnostic::Diagnostic;
use super::key_path::{ALGORITHM, head, is_alternative};
use evocube_cube::document::Node;
use evocube_engine::evolve::config::TrialConfig;

/// A key of `[base]` that is set to another value.
#[derive(Clone, Debug)]
pub(super) struct Override<'a> {
    /// The key, with dots.
    pub(super) key: &'a str,
    /// Place of the key in the text; empty if it is computed.
    pub(super) place: Range<usize>,
    pub(super) value: &'a Node,
}

/// Applies overrides to a base, in order. The values of the design point may conflict.
pub(super) fn read(base: &Base, overrides: &[Override<'_>]) -> Result<TrialConfig, Diagnostic> {
    if let ([], Some(point)) = (overrides, &base.point) {
        return Ok(TrialConfig::clone(point));
    }
    base.registry.scope(|| read_in_scope(base, overrides))
}

fn read_in_scope(base: &Base, overrides: &[Override<'_>]) -> Result<TrialConfig, Diagnostic> {
    let mut tree = base.tree.clone();
    overrides.iter().try_for_each(|change| apply(&mut tree, change))?;
    read_tree(tree, &base.puzzle).map_err(|diagnostic| {
        // A value without a place is a table that was added on the path of a key.
        let place = || first_unreadable(base, overrides).map(|change| change.place.clone());
        let is_known = diagnostic.place.as_ref().is_some_and(|place| !place.is_empty());
        if is_known { diagnostic } else { diagnostic.or_at(place()) }
    })
}

/// Returns the first override after which the values can no longer be read.
fn first_unreadable<'a, 'b>(base: &Base, overrides: &'b [Override<'a>]) -> Option<&'b Override<'a>> {
    let mut tree = base.tree.clone();
    overrides.iter().find(|change| apply(&mut tree, change).is_err() || read_tree(tree.clone(), &base.puzzle).is_err())
}

/// Applies an override to a tree.
///
/// # Errors
/// If a step of its key is not a table.
pub(super) fn apply(tree: &mut Node, change: &Override<'_>) -> Result<(), Diagnostic> {
    let previous = tree.get(ALGORITHM).cloned();
    set(tree, change)?;
    if head(change.key) == ALGORITHM {
        algorithm::remove_keys_of_others(tree, previous.as_ref());
    }
    Ok(())
}

/// Sets a key of a tree to the value of an override.
fn set(tree: &mut Node, change: &Override<'_>) -> Result<(), Diagnostic> {
    let mut path = change.key.split('.').peekable();
    let mut table = tree;
    let mut parent = "";
    while let Some(name) = path.next() {
        if !table.is_table() {
            let message = format!("\"{}\" leads through a value that is not a table", change.key);
            return Err(Diagnostic::new(message, Some(change.place.clone())));
        }
        if is_alternative(parent) {
            table.keep_only(name);
        }
        if path.peek().is_none() {
            table.insert(name, change.place.clone(), change.value.clone());
            return Ok(());
        }
        // An alternative without parameters of its own is written as a word, which a table replaces.
        let is_replaced = is_alternative(name) && table.get(name).is_some_and(|inner| !inner.is_table());
        if is_replaced || table.get(name).is_none() {
            table.insert(name, change.place.clone(), Node::table());
        }
        table = table.get_mut(name).expect("it is there now");
        parent = name;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use evocube_cube::puzzle::AnyPuzzle;
    use evocube_engine::evolve::crossover::Crossover;
    use evocube_engine::registered::Registry;

    fn with_level(base: &str, key: &str, level: f64) -> Result<TrialConfig, Diagnostic> {
        let tree = Node::from(&toml::Value::Table(base.parse().unwrap()));
        let value = evocube_cube::document::parse_value(&level.to_string()).unwrap();
        let overrides = [Override { key, place: 0..1, value: &value }];
        read(&Base::with_puzzle(tree, AnyPuzzle::default(), &Registry::new()), &overrides)
    }

    fn crossover(base: &str, key: &str, level: f64) -> Result<Crossover, Diagnostic> {
        with_level(base, key, level).map(|point| point.crossover)
    }

    #[test]
    fn a_level_of_another_alternative_replaces_the_base() {
        for base in
            ["", "crossover.two-point = { rate = 0.5 }", "crossover = \"none\"", "crossover.one-point.rate = 0.1"]
        {
            let crossover_read = crossover(base, "crossover.one-point.rate", 0.3).unwrap();
            assert!(
                matches!(crossover_read, Crossover::OnePoint(point) if point.rate.get().get() == 0.3),
                "{base}: {crossover_read:?}"
            );
        }
        // The base of a run has every default.
        let steady = "replacement.steady-state = { offspring = 2, replaced = \"worst\" }\nelitism = 1";
        let point = with_level(steady, "replacement.steady-state.replaced.crowding", 3.0).unwrap();
        assert!(point.to_table()["replacement"].to_string().contains("crowding = 3"), "{:?}", point.replacement);
    }

    #[test]
    fn a_key_through_a_value_is_refused() {
        let message = crossover("", "population.size", 0.3).unwrap_err().message;
        assert_eq!(message, "population must be a whole number, not a table");
        let message = crossover("population = 3", "population.size", 0.3).unwrap_err().message;
        assert_eq!(message, "\"population.size\" leads through a value that is not a table");
    }
}
