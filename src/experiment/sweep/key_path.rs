//! Keys with dots, and values at them.

use super::former_names::other_name;

/// Returns the part of a key before its first dot.
pub(super) fn head(key: &str) -> &str {
    key.split('.').next().unwrap_or(key)
}

/// Returns whether a key is inside the table of another.
pub(in crate::experiment) fn is_below(key: &str, other: &str) -> bool {
    key.strip_prefix(other).is_some_and(|rest| rest.starts_with('.'))
}

/// Returns the value at a key, which may have its former name.
pub(super) fn value_at<'a>(tree: &'a toml::Value, key: &str) -> Option<&'a toml::Value> {
    let mut above = "";
    key.split('.').try_fold(tree, |table, name| {
        let found = table.get(name).or_else(|| table.get(other_name(above, name)?));
        above = name;
        found
    })
}
