//! [`page`]: writes a document as Markdown (GitHub's, for the tables), such as `summary.md`. Figures are links to their files, and folded
//! parts lie open. The same document as HTML is written by `html`. Single texts are also written here for others: the words of claims for
//! `sections::conclusions`, names for `sweep_comparison`.

use std::borrow::Cow;

use super::document::{Block, Document, Span, Table};
use super::figures::{Figure, PLOTS};
use evocube_cube::text::{is_printable, printable};

/// Returns the Markdown file. Control characters become the replacement character, as in the HTML file.
pub(crate) fn page(document: &Document) -> String {
    let text = format!("# {}\n{}", escaped(&document.title), parts(&document.blocks));
    // Nearly all pages have none.
    if let Cow::Borrowed(_) = printable(&text) {
        return text;
    }
    let is_kept = |character| is_printable(character) || character == '\n' || character == '\t';
    text.replace(|character| !is_kept(character), "\u{fffd}")
}

fn parts(blocks: &[Block]) -> String {
    blocks.iter().map(|block| format!("\n{}\n", part(block))).collect()
}

fn part(block: &Block) -> String {
    match block {
        Block::Heading(level, text) => format!("{} {}", "#".repeat(usize::from(*level)), spans(text)),
        Block::Paragraph(text) => spans(text),
        Block::Notice(text) => format!("> **Note:** {}", spans(text)),
        Block::Quote(text) => {
            // Markdown stays; HTML becomes text.
            let quoted = |line: &str| format!("> {}", line.trim_end().replace('<', "&lt;"));
            let lines: Vec<String> = text.trim().lines().map(quoted).collect();
            lines.join("\n")
        }
        Block::Conclusions(sentences) => sentences.iter().map(|text| spans(text)).collect::<Vec<_>>().join("\n\n"),
        Block::Figure(views) => {
            let image = |view: &Figure| format!("![{}]({PLOTS}/{}.svg)", escaped(&view.title), view.file);
            let images: Vec<String> = views.iter().map(image).collect();
            format!("{}\n\n{}", images.join("\n\n"), escaped(&views[0].caption))
        }
        Block::SolutionViewer(viewer) => {
            let link = viewer.link.as_ref().map_or(String::new(), |link| format!(" ([replay it]({link}))"));
            format!("{}{link}: {}", escaped(&viewer.name), span(&Span::Code(viewer.moves.clone())))
        }
        Block::Table(table) => part_of_table(table),
        Block::Folded(title, blocks) => format!("**{}**\n{}", escaped(title), parts(blocks).trim_end()),
        Block::Code(text) => {
            let fence = "`".repeat(longest_run(text).max(2) + 1);
            format!("{fence}\n{}\n{fence}", text.trim_end())
        }
    }
}

fn part_of_table(table: &Table) -> String {
    let names = table.columns.iter().map(|column| cell_text(&column.name)).collect::<Vec<_>>().join(" | ");
    let rule = table.columns.iter().map(|column| if column.numbers { "---:" } else { "---" });
    let mut lines = vec![format!("| {names} |"), format!("| {} |", rule.collect::<Vec<_>>().join(" | "))];
    for row in &table.rows {
        let cells = row.cells.iter().map(|cell| match cell {
            Span::Plain(text) if row.strong && !text.is_empty() => cell_text(&Span::Strong(text.clone())),
            Span::Estimate(value, interval) if row.strong => cell_text(&Span::Strong(format!("{value} ({interval})"))),
            other => cell_text(other),
        });
        lines.push(format!("| {} |", cells.collect::<Vec<_>>().join(" | ")));
    }
    lines.extend(table.omission().into_iter().flat_map(|sentence| [String::new(), sentence]));
    lines.join("\n")
}

/// Returns a cell, in which code needs its bars escaped, too.
fn cell_text(cell: &Span) -> String {
    match cell {
        Span::Code(_) => span(cell).replace('|', "\\|"),
        other => span(other),
    }
}

pub(super) fn spans(text: &[Span]) -> String {
    text.iter().map(span).collect()
}

fn span(span: &Span) -> String {
    match span {
        Span::Plain(text) => escaped(text),
        Span::Strong(text) => format!("**{}**", escaped(text)),
        Span::Estimate(value, interval) => escaped(&format!("{value} ({interval})")),
        Span::Link(text, address) => format!("[{}](<{address}>)", escaped(text)),
        Span::Code(text) if text.is_empty() => String::new(),
        Span::Code(text) => {
            let fence = "`".repeat(longest_run(text) + 1);
            let space = if fence.len() > 1 { " " } else { "" };
            format!("{fence}{space}{}{space}{fence}", text.replace('\n', " "))
        }
    }
}

/// Returns the length of the longest run of backticks.
fn longest_run(text: &str) -> usize {
    // Most texts have none.
    if !text.contains('`') {
        return 0;
    }
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// Escapes text with a backslash before every character that Markdown interprets anywhere. Hyphens and points have a
/// meaning only at the beginning of a line, where only quotes stand; a heading or list does no harm there.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '\n' | '\r' => escaped.push(' '),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '#' | '$' => {
                escaped.push('\\');
                escaped.push(character);
            }
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{code, plain};

    #[test]
    fn markdown_text_is_escaped() {
        assert_eq!(escaped("a|b *c* <d> [e](f) & `g`"), r"a\|b \*c\* &lt;d> \[e\](f) &amp; \`g\`");
    }

    #[test]
    fn a_page_keeps_its_lines_and_tabs_and_no_control_characters() {
        let document = Document { blocks: vec![Block::Code("a\tb\u{7}\nc".to_owned())], ..Document::default() };
        let text = page(&document);
        assert!(text.contains("a\tb") && text.contains("\nc\n") && !text.contains('\u{7}'), "{text:?}");
    }

    #[test]
    fn markdown_code_keeps_its_backticks() {
        assert_eq!(spans(&[plain("x "), code("a`b")]), "x `` a`b ``");
        assert_eq!(cell_text(&code("a|b")), r"`a\|b`");
    }

    #[test]
    fn markdown_tables_have_the_same_number_of_cells_in_every_row() {
        let mut table = Table::new("t").texts(plain("a")).numbers(&["b", "c"]);
        table.row(vec![plain("x"), plain("1"), plain("")], true);
        assert_eq!(part_of_table(&table), "| a | b | c |\n| --- | ---: | ---: |\n| **x** | **1** |  |");
    }
}
