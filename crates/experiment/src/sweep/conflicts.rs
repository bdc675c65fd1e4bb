//! [`conflicts`]: the values of a design point that cannot be used together, each with the place of its key in an override or in the base.

use std::ops::Range;

use super::base::Base;
use super::diagnostic::Diagnostic;
use super::key_path::place_in;
use super::overrides::Override;
use evocube_cube::document::Node;
use evocube_engine::evolve::config::{Conflict, TrialConfig};

/// Returns all conflicts between the values of a design point.
pub(super) fn conflicts(point: &TrialConfig, base: &Base, overrides: &[Override<'_>]) -> Vec<Diagnostic> {
    let diagnostic = |Conflict { key, message, position }| {
        Diagnostic::new(message, place_of(&base.tree, overrides, &key)).in_text(position)
    };
    point.conflicts().into_iter().map(diagnostic).collect()
}

/// Returns the place of a key of `[base]` in an override or in the base. If the key is absent, its last present step counts.
pub(super) fn place_of(base: &Node, overrides: &[Override<'_>], path: &str) -> Option<Range<usize>> {
    let inner =
        |key: &str, path: &str| path.strip_prefix(key).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    match overrides.iter().rev().find(|change| inner(change.key, path) || inner(path, change.key)) {
        Some(change) => {
            let rest = path.strip_prefix(change.key).unwrap_or_default();
            place_in(change.value, rest).or_else(|| Some(change.place.clone()).filter(|place| !place.is_empty()))
        }
        None => place_in(base, path),
    }
}
