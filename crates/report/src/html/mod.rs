//! A page as one HTML file that holds its style, drawings and script and fetches nothing; one that is redrawn reloads itself. Its content
//! is the same without the script, by which tables are sorted and solutions replayed. Text, tables and viewers are written here, the other
//! parts in the files of this folder. [`solution_page`] is the page of a single solution.

mod contents;
mod data;
mod figure;
mod notes;
mod policy;

use std::fmt::Write as _;

use super::document::{Block, Document, Span, Table};
use super::solution_viewer::SolutionViewer;
use contents::Contents;
use evocube_plot::svg::Escaped;

/// Contents beside one column, above it on narrow screens; light or dark as the reader prefers.
const STYLE: &str = concat!("\n", include_str!("style.css"), include_str!("figures.css"));
/// The parts of the script, in the order in which they run.
const SCRIPT: &str = concat!(
    "\n\"use strict\";\n",
    include_str!("tables.js"),
    include_str!("figures.js"),
    include_str!("hover.js"),
    include_str!("cube.js"),
    include_str!("viewer.js"),
    include_str!("contents.js"),
);

/// Length of a page of few figures, with room to spare. Memory that is not written to costs nothing.
const PAGE_BYTES: usize = 1 << 18;

/// Returns the HTML file. With `has_files` its figures have links to their files in the folder of figures.
pub(crate) fn page(document: &Document, has_files: bool) -> String {
    let contents = Contents::new(document);
    let reload = document
        .reload
        .map_or(String::new(), |seconds| format!("<meta http-equiv=\"refresh\" content=\"{seconds}\">\n"));
    let mut html = String::with_capacity(PAGE_BYTES);
    write!(
        html,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{1}\">\n\
         {reload}<title>{0}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{2}<main>\n<h1>{0}</h1>\n",
        Escaped(&document.title),
        policy::policy(STYLE, SCRIPT),
        contents.list()
    )
    .expect("a string takes everything");
    let mut room = figure::NARROW_BYTES;
    for (block, id) in document.blocks.iter().zip(&contents.ids) {
        html.push_str(&element(block, id, has_files, &mut room));
        html.push('\n');
    }
    html.push_str("</main>\n");
    html.push_str(&data::element(document));
    for part in ["<script>", SCRIPT, "</script>\n</body>\n</html>\n"] {
        html.push_str(part);
    }
    html
}

/// Returns the HTML file of a page on which nothing but the moves of a solution are replayed. `state` and `end` are the facelets of a
/// cube before and after them. The script replays face turns (`R`, `R'`, `R2`); with any other move, they are only listed.
pub fn solution_page(name: &str, state: &str, moves: &str, end: &str) -> String {
    let [name, state, moves, end] = [name, state, moves, end].map(str::to_owned);
    let viewer = SolutionViewer { name, state, moves, end, link: None };
    let style = concat!("\n", include_str!("style.css"));
    let script = concat!("\n\"use strict\";\n", include_str!("cube.js"), include_str!("viewer.js"));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
         <title>{}</title>\n<style>{style}</style>\n</head>\n<body>\n{}\n<script>{script}</script>\n</body>\n</html>\n",
        policy::policy(style, script),
        Escaped(&viewer.name),
        element_of_viewer(&viewer)
    )
}

/// Returns the element of a block, which has an id if it is a heading. With `has_files` figures have links to their files.
/// `room` is the number of bytes left for drawings for telephones.
fn element(block: &Block, id: &str, has_files: bool, room: &mut usize) -> String {
    match block {
        Block::Heading(level, text) if id.is_empty() => format!("<h{level}>{}</h{level}>", spans(text)),
        Block::Heading(level, text) => format!("<h{level} id=\"{id}\">{}</h{level}>", spans(text)),
        Block::Paragraph(text) => format!("<p>{}</p>", spans(text)),
        Block::Notice(text) => format!("<p class=\"notice\">{}</p>", spans(text)),
        Block::Quote(text) => format!("<blockquote>\n{}</blockquote>", notes::elements(text)),
        Block::Conclusions(sentences) => {
            let sentences: Vec<String> = sentences.iter().map(|text| format!("<p>{}</p>", spans(text))).collect();
            format!("<div class=\"answer\">\n{}\n</div>", sentences.join("\n"))
        }
        Block::Figure(views) => {
            let elements: Vec<String> = views.iter().map(|view| figure::element(view, has_files, room)).collect();
            let elements = elements.join("\n");
            if views.len() > 1 { format!("<div class=\"views\">\n{elements}\n</div>") } else { elements }
        }
        Block::SolutionViewer(viewer) => element_of_viewer(viewer),
        Block::Table(table) => element_of_table(table),
        Block::Folded(title, blocks) => {
            let elements: Vec<String> = blocks.iter().map(|block| element(block, "", has_files, room)).collect();
            folded(&Escaped(title).to_string(), &elements.join("\n"))
        }
        Block::Code(text) => {
            // Long code is printed in columns.
            let long = if text.lines().count() > 12 { " class=\"long\"" } else { "" };
            format!("<pre{long} tabindex=\"0\"><code>{}</code></pre>", Escaped(text.trim_end()))
        }
    }
}

/// Returns an element that unfolds below its title.
fn folded(title: &str, content: &str) -> String {
    format!("<details>\n<summary>{title}</summary>\n{content}\n</details>")
}

/// Returns the moves, with the states that the script needs to replay them.
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
        // Keys may break after their points.
        let name = span(&column.name).replace('.', ".<wbr>");
        write!(html, "<th scope=\"col\"{}>{name}</th>", class(column.numbers)).expect(put);
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
    if let Some(sentence) = table.omission() {
        write!(html, "\n<p>{}</p>", Escaped(&sentence)).expect(put);
    }
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
        Span::Link(text, address) => format!("<a href=\"{}\">{}</a>", Escaped(address), Escaped(text)),
        Span::Estimate(value, interval) => format!("{} <small>({})</small>", Escaped(value), Escaped(interval)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{code, plain};
    use evocube_plot::{LOOKS, ORDERED, Rgb, Stroke};

    /// Lightness, green to red, blue to yellow (CIE 1976, white of D65), and the luminance of WCAG 2.
    fn lab(Rgb(r, g, b): Rgb) -> ([f64; 3], f64) {
        let linear = |channel: u8| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        let [r, g, b] = [r, g, b].map(linear);
        let luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
        let root = |t: f64| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
        let x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.950_47);
        let (y, z) = (root(luminance), root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.088_83));
        ([116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)], luminance)
    }

    #[test]
    fn colors_of_lines_differ_from_each_other_and_from_the_background_in_the_dark() {
        let (_, dark) = include_str!("figures.css").split_once("prefers-color-scheme: dark").unwrap();
        let read = |hex: &str| {
            let byte = |place: usize| u8::from_str_radix(&hex[place..place + 2], 16).unwrap();
            lab(Rgb(byte(0), byte(2), byte(4)))
        };
        let in_the_dark = |look: &Stroke| {
            let Rgb(r, g, b) = look.color;
            let rule = format!("svg [stroke=\"#{r:02x}{g:02x}{b:02x}\"] {{ stroke: #");
            read(dark.split_once(&rule).unwrap_or_else(|| panic!("{rule} is missing")).1)
        };
        let colors: Vec<_> = LOOKS.iter().map(in_the_dark).collect();
        let ordered = ORDERED.iter().map(in_the_dark).map(|(_, luminance)| luminance);
        assert!(ordered.is_sorted_by(|a, b| a > b));
        let background = read(dark.split_once("figure svg { background: #").unwrap().1).1;
        for (index, (color, luminance)) in colors.iter().enumerate() {
            assert!((luminance + 0.05) / (background + 0.05) > 4.5, "color {index} is too dark");
            for (other, (other_color, _)) in colors.iter().enumerate().skip(index + 1) {
                let distance = (0..3).map(|axis| (color[axis] - other_color[axis]).powi(2)).sum::<f64>().sqrt();
                assert!(distance > 25.0, "colors {index} and {other} are {distance:.1} apart");
            }
        }
    }

    #[test]
    fn a_table_has_a_thousand_rows_and_says_how_many_there_are() {
        let table = |rows: usize| {
            let mut table = Table::new("rows").texts(plain("name"));
            (0..rows).for_each(|row| table.row(vec![plain(row.to_string())], false));
            page(&Document { blocks: vec![Block::Table(table)], ..Document::default() }, true)
        };
        assert!(!table(1000).contains("of 1,000 rows") && table(1000).contains("<td>999</td>"));
        assert!(
            table(2500).contains("<p>The first 1,000 of 2,500 rows.</p>") && !table(2500).contains("<td>1000</td>")
        );
    }

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
        let html = page(&Document { title: "<0>".to_owned(), blocks, ..Document::default() }, true);
        for number in 0..=9 {
            assert!(!html.contains(&format!("<{number}>")) && html.contains(&format!("&lt;{number}&gt;")), "{number}");
        }
    }
}
