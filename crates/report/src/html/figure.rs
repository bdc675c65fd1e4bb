//! Figures of a page as HTML: the drawing, a second one for telephones while their bytes allow, links to files, and a caption, folded after
//! one sentence. Attributes tell the page's script the values along the axes. The figures are drawn in `crate::figures`.

use serde_json::json;

use super::{Escaped, folded};
use crate::figures::{Figure, PLOTS};
use evocube_plot::{Drawing, PlaneEnds, svg};

/// The endings of a figure's files.
const FILES: [&str; 2] = ["svg", "csv"];

/// Maximum bytes of the drawings for telephones of a page. Later figures have none; theirs are wider than a telephone and scroll.
pub(super) const NARROW_BYTES: usize = 300_000;

/// Returns the element of a figure, with links to its files if there are any, and with its drawing for telephones if that has
/// room.
pub(super) fn element(figure: &Figure, has_files: bool, room: &mut usize) -> String {
    let (title, file) = (Escaped(&figure.title), Escaped(&figure.file));
    let view = if figure.view.is_empty() { String::new() } else { format!(" data-view=\"{}\"", Escaped(figure.view)) };
    let link = |ending: &str| format!("<a href=\"{PLOTS}/{file}.{ending}\">{}</a>", ending.to_uppercase());
    let links = FILES.map(link).join(" ");
    let links = if has_files { format!("<p class=\"files\">{links}</p>\n") } else { String::new() };
    let (first, rest) = first_sentence(&figure.caption);
    let rest =
        if rest.is_empty() { String::new() } else { folded("How to read it", &format!("<p>{}</p>", Escaped(rest))) };
    let narrow = figure.narrow.as_ref().map(|drawing| (svg::document(&figure.title, drawing), scales(drawing)));
    let narrow = narrow.filter(|(svg, _)| svg.len() <= *room);
    *room -= narrow.as_ref().map_or(0, |(svg, _)| svg.len());
    let wide = if narrow.is_some() { " wide" } else { "" };
    let narrow = narrow.map_or(String::new(), |(svg, scales)| {
        format!("<div class=\"drawing narrow\" role=\"region\" aria-label=\"{title}\"{scales}>\n{svg}</div>\n")
    });
    format!(
        "<figure id=\"{file}\"{view}{}>\n<div class=\"drawing{wide}\" tabindex=\"0\" role=\"region\" aria-label=\"{title}\">\n\
         {}</div>\n{narrow}{links}<figcaption>{}{rest}</figcaption>\n</figure>",
        scales(&figure.drawing),
        figure.svg(),
        Escaped(first)
    )
}

/// Returns the attributes with which the script reads values at places: the planes, each as its two corners and their values, and
/// the name of the axis below.
fn scales(drawing: &Drawing) -> String {
    let plane = |PlaneEnds { places, values, logarithmic }: &PlaneEnds| json!([places, values, logarithmic]);
    let planes: Vec<_> = drawing.planes.iter().map(plane).collect();
    if planes.is_empty() {
        return String::new();
    }
    let planes = serde_json::Value::from(planes).to_string();
    format!(" data-x=\"{}\" data-planes=\"{}\"", Escaped(&drawing.x_name), Escaped(&planes))
}

/// Returns the first sentence of a text, and the others.
fn first_sentence(text: &str) -> (&str, &str) {
    let ends = |(place, _): &(usize, &str)| {
        let (before, after) = (text[..*place].chars().next_back(), text[place + 2..].chars().next());
        // A point after an initial does not end a sentence.
        before.is_some_and(|last| !last.is_uppercase()) && after.is_some_and(|next| !next.is_lowercase())
    };
    match text.match_indices(". ").find(ends) {
        Some((place, _)) => (&text[..=place], &text[place + 2..]),
        None => (text, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_are_divided_after_their_first_sentence() {
        assert_eq!(first_sentence("One, i.e. two. Three. Four."), ("One, i.e. two.", "Three. Four."));
        assert_eq!(first_sentence("By E. D. Dolan. Two."), ("By E. D. Dolan.", "Two."));
        assert_eq!(first_sentence("Only one."), ("Only one.", ""));
        assert_eq!(first_sentence(""), ("", ""));
    }
}
