//! The key `initial` of `[base]`: solutions that are read from a file become a part of the sweep. Whether they are moves is checked by
//! `evolve::initial` of the engine.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use super::diagnostic::Diagnostic;
use super::key_path::INITIAL;
use crate::named_file::read_file;
use crate::record::file;
use evocube_cube::document::Node;
use evocube_cube::list::{ListLine, lines};
use evocube_engine::evolve::initial::InitialPopulation;

/// Maximum size of a file of solutions, in bytes.
const MAX_BYTES: u64 = 1 << 26;

/// Reads the different solutions that a base names, as texts: whether they are moves is not checked here. A folder stands for its
/// `solutions.csv`. A manifest has them already.
///
/// # Errors
/// If they cannot be read, or are too many.
pub(super) fn resolve(base: &mut Node, sweep: &Path) -> Result<(), Diagnostic> {
    let Some(value) = base.get(INITIAL) else { return Ok(()) };
    let Some(source) = value.get("solutions").filter(|_| value.get("moves").is_none()) else { return Ok(()) };
    let Some(name) = source.as_text() else { return Ok(()) };
    let place = source.place();
    let wrong = |message: String| Diagnostic::new(message, place.clone());
    let sibling = sweep.parent().map(|folder| folder.join(name));
    // A path that leads nowhere is an error of the reading.
    let is_folder = |path: &Path| fs::metadata(path).is_ok_and(|data| data.is_dir());
    let is_folder = sibling.is_some_and(|path| is_folder(&path)) || is_folder(Path::new(name));
    let path = if is_folder { Path::new(name).join(file::SOLUTIONS) } else { Path::new(name).to_owned() };
    let (_, text) =
        read_file(&path, sweep, "a file of solutions", MAX_BYTES).map_err(|error| wrong(error.to_string()))?;
    let moves = solutions(&text);
    if moves.len() > InitialPopulation::MAX {
        let (count, max) = (moves.len(), InitialPopulation::MAX);
        return Err(wrong(format!("{name} has {count} different solutions, more than the {max} allowed")));
    }
    let initial = InitialPopulation {
        solutions: name.to_owned(),
        digest: blake3::hash(text.as_bytes()).to_hex().to_string(),
        moves,
    };
    let value = toml::Value::try_from(initial).expect("plain fields make a table");
    let span = base.get(INITIAL).map_or(0..0, Node::span);
    base.insert(INITIAL, span.clone(), Node::from(&value).with_place(span));
    Ok(())
}

/// Returns the different solutions of a `solutions.csv`, or of another list.
fn solutions(text: &str) -> Vec<String> {
    let mut distinct = HashSet::new();
    let entries = lines(text).into_iter().filter(ListLine::is_entry).map(|line| line.text.trim().to_owned());
    entries.filter(|moves| distinct.insert(moves.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_are_the_moves_of_a_table_or_the_lines_of_a_file() {
        let table = "trial,instance,moves,htm\n1,\"a, \"\"b\"\"\",R U,2\n2,c,,0\n3,d,R U,2\n4,e,F2,1\n";
        assert_eq!(solutions(table), ["R U", "F2"]);
        for list in ["# mine\nR U\n\n F2 \nR U\n", "R U\r// mine\r\rF2", "R U\r\nF2\r\n"] {
            assert_eq!(solutions(list), ["R U", "F2"], "{list:?}");
        }
        assert_eq!(solutions(""), Vec::<String>::new());
    }
}
