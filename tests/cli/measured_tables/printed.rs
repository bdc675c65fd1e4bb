//! Tables of the guide that an example or `evocube landscape` prints. The ignored test of [`super`] runs the commands.
//!
//! A comment above a table names the example and the comment that it prints above the table:
//!
//! ```text
//! <!-- printed: cargo run --release -p evocube-engine --example published_program: summary -->
//! ```
//!
//! If it names `evocube landscape`, the table is that of its page whose first column has the name:
//!
//! ```text
//! <!-- printed: evocube landscape --seed 7: distance -->
//! ```

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use super::landscapes;
use crate::guide::root;

/// The beginning of the comment.
const HEAD: &str = "<!-- printed: ";

/// The output of examples, by their commands.
pub(super) type Outputs = BTreeMap<String, String>;

/// Returns the table with the name in a comment above it or above its first column.
fn named<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    let (comment, head) = (format!("<!-- {name} -->"), format!("| {name} |"));
    let lines = text.lines().skip_while(|line| *line != comment && !line.starts_with(&head));
    let lines = lines.skip_while(|line| *line == comment);
    let table: Vec<&str> = lines.take_while(|line| line.starts_with('|')).collect();
    assert!(table.len() > 2, "no table is called {name}");
    table
}

/// Runs a command. Returns its output, or the page of a landscape.
fn output(command: &str) -> String {
    if let Some(arguments) = command.strip_prefix("evocube ") {
        return landscapes::page(arguments, |folder| fs::read_to_string(folder.join("landscape.md")).unwrap());
    }
    let mut words = command.split(' ');
    let output = Command::new(words.next().unwrap()).args(words).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{command}\n{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Returns a page with the tables that its examples print, of the commands with this text.
pub(super) fn replaced(page: &str, outputs: &mut Outputs, only: &str) -> String {
    let mut lines = Vec::new();
    let mut rest = page.lines().peekable();
    while let Some(line) = rest.next() {
        lines.push(line.to_owned());
        let Some(marker) = line.strip_prefix(HEAD) else { continue };
        let (command, name) = marker.trim_end_matches(" -->").rsplit_once(": ").expect("a command and a name");
        if !command.contains(only) {
            continue;
        }
        while rest.next_if(|line| line.starts_with('|')).is_some() {}
        let output = outputs.entry(command.to_owned()).or_insert_with(|| output(command));
        lines.extend(named(output, name).into_iter().map(str::to_owned));
    }
    lines.join("\n") + "\n"
}

#[test]
fn a_printed_table_replaces_that_of_its_page() {
    let mut outputs = Outputs::from([(
        "cargo it".to_owned(),
        "<!-- a -->\n| 1 |\n|--|\n| 2 |\n\n<!-- b -->\n| x |\n|--|\n| y |\n\n| c | d |\n|--|--|\n| 3 | 4 |\n"
            .to_owned(),
    )]);
    let page = format!("Text.\n\n{HEAD}cargo it: b -->\n| old |\n|--|\n\nMore.\n");
    let expected = page.replace("| old |\n|--|\n", "| x |\n|--|\n| y |\n");
    assert_eq!(replaced(&page, &mut outputs, ""), expected);
    assert_eq!(replaced(&expected, &mut outputs, ""), expected);
    let page = format!("{HEAD}cargo it: c -->\n");
    assert_eq!(replaced(&page, &mut outputs, ""), format!("{page}| c | d |\n|--|--|\n| 3 | 4 |\n"));
}
