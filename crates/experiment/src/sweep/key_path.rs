//! Keys of sweep files as paths with dots, as in `crossover.one-point.rate`: their parts, and the values and places at them. Also the keys
//! of `[base]` that are read in ways of their own: those that hold one of several alternatives, that cannot vary, or whose default depends
//! on the algorithm.

use std::ops::Range;

use evocube_cube::document::Node;

/// Returns the part of a key before its first dot.
pub(super) fn head(key: &str) -> &str {
    key.split('.').next().unwrap_or(key)
}

/// Returns whether a key is inside the table of another.
pub(crate) fn is_below(key: &str, other: &str) -> bool {
    key.strip_prefix(other).is_some_and(|rest| rest.starts_with('.'))
}

/// Returns the value at a key.
pub(crate) fn value_at<'a>(tree: &'a toml::Value, key: &str) -> Option<&'a toml::Value> {
    key.split('.').try_fold(tree, |table, name| table.get(name))
}

/// Returns the place of the last value on a path that has one; `None` if the first step is missing.
pub(super) fn place_in(mut node: &Node, path: &str) -> Option<Range<usize>> {
    let steps = path.split('.').filter(|step| !step.is_empty());
    let mut place = if steps.clone().next().is_none() { node.place() } else { None };
    for step in steps {
        let Some(next) = node.get(step) else { break };
        node = next;
        place = node.place().or(place);
    }
    place
}

/// The key of `[base]` that names the algorithm.
pub(super) const ALGORITHM: &str = "algorithm";

/// The keys of `[base]` whose default depends on the algorithm.
pub(super) const DEFAULT_OF_ALGORITHM: [&str; 2] = ["mutation", "restart"];

/// Keys whose table holds one of several alternatives by name. A level with another alternative replaces it.
const ALTERNATIVES: [&str; 9] =
    [ALGORITHM, "selection", "crossover", "mutation", "replacement", "replaced", "restart", "objective", "adapt"];

/// Returns whether the table of this name holds one of several alternatives.
pub(super) fn is_alternative(name: &str) -> bool {
    ALTERNATIVES.contains(&name)
}

/// Returns whether the table of a key holds one of several alternatives.
pub(super) fn has_alternatives(key: &str) -> bool {
    is_alternative(key.rsplit('.').next().unwrap_or(key))
}

/// Returns the alternatives on the path of a key: the key of the table, and the name of the alternative.
pub(super) fn alternatives(key: &str) -> impl Iterator<Item = (&str, &str)> {
    key.match_indices('.').filter_map(move |(dot, _)| {
        let outer = &key[..dot];
        has_alternatives(outer).then(|| (outer, head(&key[dot + 1..])))
    })
}

/// The key of `[base]` that names the puzzle.
pub(super) const PUZZLE: &str = "puzzle";

/// The key of `[base]` with the genomes that a run begins with.
pub(super) const INITIAL: &str = "initial";

/// Returns the message about a factor or a tuner that varies a key that is read with the base; `None` for other keys.
pub(super) fn unvaried(key: &str) -> Option<&'static str> {
    match head(key) {
        PUZZLE => Some("the puzzle cannot be varied: write one sweep for each"),
        INITIAL => Some("the initial population cannot be varied: write one sweep for each"),
        _ => None,
    }
}
