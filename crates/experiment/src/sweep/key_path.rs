//! Keys of sweep files as paths with dots, as in `crossover.one-point.rate`: their parts, and the values at them. Constants name the key of
//! the algorithm, and those whose default depends on it.

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

/// The key of `[base]` that names the algorithm.
pub(super) const ALGORITHM: &str = "algorithm";

/// The keys of `[base]` whose default depends on the algorithm.
pub(super) const DEFAULT_OF_ALGORITHM: [&str; 2] = ["mutation", "restart"];
