//! A page as one HTML file that holds its style, drawings and script and fetches nothing. Its content is the same
//! without the script.

use std::fmt::Write as _;

use super::document::{Block, Document, Span, Table};
use super::figures::Figure;
use super::plot::svg::{self, Escaped};
use super::solution_viewer::SolutionViewer;

/// One column, light or dark as the reader prefers; wide tables and figures scroll on their own.
const STYLE: &str = include_str!("report.css");
/// Sorts tables, shows one view at a time, replays solutions, keeps the reader's place when a page loads itself again.
const SCRIPT: &str = include_str!("report.js");

/// Allows inline style and script; the browser refuses every request.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// The file.
pub(crate) fn page(document: &Document) -> String {
    let reload = document
        .reload
        .map_or(String::new(), |seconds| format!("<meta http-equiv=\"refresh\" content=\"{seconds}\">\n"));
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         {reload}<title>{0}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{0}</h1>\n",
        Escaped(&document.title)
    );
    for block in &document.blocks {
        html.push_str(&element(block));
        html.push('\n');
    }
    html.push_str("</main>\n<script>\n");
    html.push_str(SCRIPT);
    html.push_str("</script>\n</body>\n</html>\n");
    html
}

/// The element of a block.
fn element(block: &Block) -> String {
    match block {
        Block::Heading(level, text) => format!("<h{level}>{}</h{level}>", spans(text)),
        Block::Paragraph(text) => format!("<p>{}</p>", spans(text)),
        Block::Notice(text) => format!("<p class=\"notice\">{}</p>", spans(text)),
        Block::Quote(text) => {
            let paragraphs = text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty());
            let paragraphs: Vec<String> = paragraphs.map(|text| format!("<p>{}</p>", Escaped(text))).collect();
            format!("<blockquote>{}</blockquote>", paragraphs.join("\n"))
        }
        Block::List(items) => {
            let items: Vec<String> = items.iter().map(|item| format!("<li>{}</li>", spans(item))).collect();
            format!("<ul>\n{}\n</ul>", items.join("\n"))
        }
        Block::Conclusions(sentences) => {
            let sentences: Vec<String> = sentences.iter().map(|text| format!("<p>{}</p>", spans(text))).collect();
            format!("<div class=\"answer\">\n{}\n</div>", sentences.join("\n"))
        }
        Block::Figure(views) => {
            let elements: Vec<String> = views.iter().map(element_of_figure).collect();
            let elements = elements.join("\n");
            if views.len() > 1 { format!("<div class=\"views\">\n{elements}\n</div>") } else { elements }
        }
        Block::SolutionViewer(viewer) => element_of_viewer(viewer),
        Block::Table(table) => element_of_table(table),
        Block::Folded(title, text) => {
            let (title, code) = (Escaped(title), element(&Block::Code(text.clone())));
            format!("<details>\n<summary>{title}</summary>\n{code}\n</details>")
        }
        Block::Code(text) => {
            // On paper long ones stand in columns.
            let long = if text.lines().count() > 12 { " class=\"long\"" } else { "" };
            format!("<pre{long} tabindex=\"0\"><code>{}</code></pre>", Escaped(text.trim_end()))
        }
    }
}

fn element_of_figure(figure: &Figure) -> String {
    let title = Escaped(&figure.title);
    let view = if figure.view.is_empty() { String::new() } else { format!(" data-view=\"{}\"", Escaped(figure.view)) };
    format!(
        "<figure{view}>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{title}\">\n{}</div>\n\
         <figcaption>{}</figcaption>\n</figure>",
        svg::document(&figure.title, &figure.drawing),
        Escaped(&figure.caption)
    )
}

/// The moves, with the states that the script needs to replay them.
fn element_of_viewer(viewer: &SolutionViewer) -> String {
    let link = viewer.link.as_ref().map_or(String::new(), |link| {
        format!(
            "<p><a href=\"{}\" rel=\"noopener noreferrer\">Open in the viewer of cubing.net</a></p>\n",
            Escaped(link)
        )
    });
    format!(
        "<section class=\"viewer\" aria-label=\"Solution of {0}\" data-state=\"{1}\" data-end=\"{2}\">\n\
         <p class=\"moves\"><code>{3}</code></p>\n{link}</section>",
        Escaped(&viewer.name),
        Escaped(&viewer.state),
        Escaped(&viewer.end),
        Escaped(&viewer.moves)
    )
}

fn element_of_table(table: &Table) -> String {
    let class = |numbers: bool| if numbers { " class=\"number\"" } else { "" };
    let mut html = format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">\n<table{}>\n<thead><tr>",
        Escaped(&table.name),
        if table.rows.len() > 2 { " class=\"sortable\"" } else { "" }
    );
    let put = "a string takes everything";
    for column in &table.columns {
        write!(html, "<th scope=\"col\"{}>{}</th>", class(column.numbers), span(&column.name)).expect(put);
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        html.push_str(if row.strong { "<tr class=\"strong\">" } else { "<tr>" });
        for (cell, column) in row.cells.iter().zip(&table.columns) {
            write!(html, "<td{}>{}</td>", class(column.numbers), span(cell)).expect(put);
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody>\n</table>\n</div>");
    html
}

fn spans(text: &[Span]) -> String {
    text.iter().map(span).collect()
}

fn span(span: &Span) -> String {
    match span {
        Span::Plain(text) => Escaped(text).to_string(),
        Span::Strong(text) => format!("<strong>{}</strong>", Escaped(text)),
        Span::Code(text) => format!("<code>{}</code>", Escaped(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::document::{code, plain};

    #[test]
    fn html_text_and_attributes_are_escaped() {
        let mut table = Table::new("<1>").texts(code("<2>")).numbers(&["<3>"]);
        table.row(vec![plain("<4>"), code("<5>")], true);
        let blocks = vec![
            Block::Heading(2, vec![plain("<6>")]),
            Block::Quote("<7>\n\n<8>".to_owned()),
            Block::Code("<9>".to_owned()),
            Block::Table(table),
        ];
        let html = page(&Document { title: "<0>".to_owned(), blocks, reload: None });
        for number in 0..=9 {
            assert!(!html.contains(&format!("<{number}>")) && html.contains(&format!("&lt;{number}&gt;")), "{number}");
        }
    }
}
