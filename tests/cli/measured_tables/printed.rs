//! Tables that an example prints.
//!
//! A comment above a table names the example and the comment that it prints above the table:
//!
//! ```text
//! <!-- printed: cargo run --release -p evocube-engine --example published_program: summary -->
//! ```

use std::collections::BTreeMap;
use std::process::Command;

use crate::guide::root;

/// The beginning of the comment.
const HEAD: &str = "<!-- printed: ";

/// The output of examples, by their commands.
pub(super) type Outputs = BTreeMap<String, String>;

/// Returns the table below a comment.
fn below<'a>(text: &'a str, comment: &str) -> Vec<&'a str> {
    let mut lines = text.lines().skip_while(|line| *line != comment).skip(1);
    let table: Vec<&str> = lines.by_ref().take_while(|line| line.starts_with('|')).collect();
    assert!(table.len() > 2, "no table is below {comment}");
    table
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
        let output = outputs.entry(command.to_owned()).or_insert_with(|| {
            let mut words = command.split(' ');
            let output = Command::new(words.next().unwrap()).args(words).current_dir(root()).output().unwrap();
            assert!(output.status.success(), "{command}\n{}", String::from_utf8_lossy(&output.stderr));
            String::from_utf8(output.stdout).unwrap()
        });
        lines.extend(below(output, &format!("<!-- {name} -->")).into_iter().map(str::to_owned));
    }
    lines.join("\n") + "\n"
}

#[test]
fn a_printed_table_replaces_that_of_its_page() {
    let mut outputs = Outputs::from([(
        "cargo it".to_owned(),
        "<!-- a -->\n| 1 |\n|--|\n| 2 |\n\n<!-- b -->\n| x |\n|--|\n| y |\n".to_owned(),
    )]);
    let page = format!("Text.\n\n{HEAD}cargo it: b -->\n| old |\n|--|\n\nMore.\n");
    let expected = page.replace("| old |\n|--|\n", "| x |\n|--|\n| y |\n");
    assert_eq!(replaced(&page, &mut outputs, ""), expected);
    assert_eq!(replaced(&expected, &mut outputs, ""), expected);
}
