//! The key `include` of a sweep file: reading the file that holds the keys which the sweep file does not write, and joining both. Keys of
//! the sweep file have precedence, in `[base]` also those of inner tables. The included file includes no further one.

use std::path::Path;

use super::diagnostic::Diagnostic;
use super::key_path::{PUZZLE, is_alternative};
use super::repair::in_text;
use super::sources::{MAX_BYTES, Sources};
use crate::named_file::read_file;
use evocube_cube::document::{Node, parse};
use evocube_cube::text::quoted;

/// The key that names the included file.
pub(super) const INCLUDE: &str = "include";

/// Reads the file that a sweep file includes; also returns its name and its digest.
///
/// # Errors
/// If the value is not a text, the file is no `.toml` file, cannot be read or is not TOML, or it includes a file itself. The
/// messages show lines of `.toml` files in the folder of the sweep only.
pub(super) fn read(value: &Node, sources: &mut Sources) -> Result<(Node, (String, String)), Vec<Diagnostic>> {
    let wrong = |message: String| vec![Diagnostic::new(message, Some(value.span()))];
    let Some(name) = value.as_text() else {
        return Err(wrong("include is the name of a file, as in include = \"base.toml\"".to_owned()));
    };
    let is_toml = |file: &Path| file.extension().is_some_and(|extension| extension == "toml");
    let other = |whose: &str| {
        wrong(format!(
            "{}{whose} does not end in .toml: write the name of a sweep file, as in include = \"base.toml\"",
            quoted(name)
        ))
    };
    if !is_toml(Path::new(name)) {
        return Err(other(""));
    }
    let sweep = sources.path_at(&value.span());
    let (path, text) =
        read_file(Path::new(name), sweep, "a sweep file", MAX_BYTES).map_err(|error| wrong(error.to_string()))?;
    // The name may be that of a link.
    if !path.canonicalize().is_ok_and(|file| is_toml(&file)) {
        return Err(other(" is a link to a file whose name"));
    }
    let digest = blake3::hash(text.as_bytes()).to_hex().to_string();
    let start = sources.add_file(&path, &text);
    let later = |diagnostic: Diagnostic| Diagnostic {
        place: diagnostic.place.map(|place| place.start + start..place.end + start),
        ..diagnostic
    };
    let root =
        parse(&text).map_err(|all| all.into_iter().map(|error| later(in_text(&text, error))).collect::<Vec<_>>())?;
    if let Some((_, key, _)) = root.entries().find(|(key, ..)| *key == INCLUDE) {
        let message =
            "an included file cannot include another one: write its keys here, or include it in the sweep file";
        return Err(vec![later(Diagnostic::new(message, Some(key.clone())))]);
    }
    Ok((root.moved(start), (name.to_owned(), digest)))
}

/// Adds the keys of an included file to those of a sweep file, which have precedence. `[base]` is left to [`merge`].
pub(super) fn complete(root: &mut Node, included: &Node) {
    // A sweep has either stages, each with its design, or factors at the top.
    let replaced: &[&str] = if root.get("stage").is_some() {
        &["factor", "design", "points"]
    } else if root.get("factor").is_some() {
        &["stage"]
    } else {
        &[]
    };
    for (key, place, value) in included.entries() {
        if !replaced.contains(&key) && root.get(key).is_none() {
            root.insert(key, place.clone(), value.clone());
        }
    }
}

/// Overrides the keys of an included table by those of another, key by key in inner tables. An alternative replaces the one of
/// the included file.
pub(super) fn merge(included: &mut Node, table: &Node, name: &str) {
    for (key, place, value) in table.entries() {
        if is_alternative(name) {
            included.keep_only(key);
        }
        match included
            .get_mut(key)
            .filter(|included_value| key != PUZZLE && included_value.is_table() && value.is_table())
        {
            Some(included_value) => merge(included_value, value, key),
            None => included.insert(key, place.clone(), value.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(text: &str) -> Node {
        Node::from(&toml::Value::Table(text.parse().unwrap()))
    }

    #[test]
    fn tables_are_merged_key_by_key_and_alternatives_replaced() {
        for (included, table, merged) in [
            ("a = 1\nb = 2", "b = 3\nc = 4", "a = 1\nb = 3\nc = 4"),
            (
                "stop = { generations = 5, target = 0 }",
                "stop.generations = 7",
                "stop = { generations = 7, target = 0 }",
            ),
            ("crossover.one-point.rate = 0.5", "crossover = { uniform.rate = 0.5 }", "crossover.uniform.rate = 0.5"),
            ("crossover.one-point.rate = 0.5", "crossover = \"none\"", "crossover = \"none\""),
            ("crossover = \"none\"", "crossover.one-point.rate = 0.5", "crossover.one-point.rate = 0.5"),
            ("selection.tournament = { size = 3 }", "selection.tournament.size = 5", "selection.tournament.size = 5"),
            (
                "alphabet = { macros = \"none\", turns = \"all\" }",
                "alphabet.macros = []",
                "alphabet = { macros = [], turns = \"all\" }",
            ),
            ("puzzle = { name = \"a\", move = [] }", "puzzle = { name = \"b\" }", "puzzle = { name = \"b\" }"),
        ] {
            let mut tree = node(included);
            merge(&mut tree, &node(table), "base");
            assert_eq!(tree.value(), node(merged).value(), "{included} and {table}");
        }
    }
}
