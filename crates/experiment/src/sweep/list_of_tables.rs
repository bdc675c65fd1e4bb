//! [`tables`]: the tables of a list in a sweep file, as `[[factor]]`, `[[stage]]` and `[[instance]]` are written.

use super::diagnostic::Diagnostic;
use evocube_cube::document::Node;

/// Returns the tables of a list of tables.
pub(super) fn tables(value: Node, what: &str, errors: &mut Vec<Diagnostic>) -> Vec<Node> {
    let mut is_table = |node: &Node| {
        if !node.is_table() {
            errors.push(Diagnostic::new(format!("{what} is written as [[{what}]]"), Some(node.span())));
        }
        node.is_table()
    };
    match value.items() {
        Some(items) => items.iter().filter(|item| is_table(item)).cloned().collect(),
        None => {
            let message = format!("{what} is written as [[{what}]]");
            errors.push(Diagnostic::new(message, Some(value.span())));
            // A single table, written with single brackets.
            if value.is_table() { vec![value] } else { Vec::new() }
        }
    }
}
