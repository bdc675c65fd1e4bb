//! Drawings as SVG: every text escaped, no ids (so that many can stand in one page), coordinates to a tenth of a pixel.

use std::fmt;

use super::drawing::{Anchor, Drawing, Lettering, Place, Shape, Stroke, WIDTH};
use super::palette::{PAPER, Rgb};
use super::typeface::FAMILIES;

/// The document of a drawing, on its own background.
pub(super) fn document(title: &str, drawing: &Drawing) -> String {
    let (width, height, title) = (Number(WIDTH), Number(drawing.height), Escaped(title));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{FAMILIES}\">\n<title>{title}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{PAPER}\"/>\n"
    );
    for shape in &drawing.shapes {
        text.push_str(&element(shape));
        text.push('\n');
    }
    text.push_str("</svg>\n");
    text
}

/// The element of a shape.
fn element(shape: &Shape) -> String {
    match shape {
        Shape::Line { points, stroke } => {
            let (data, stroke) = (Path(points), Outline(Some(*stroke)));
            format!(r#"<path d="{data}" fill="none"{stroke} stroke-linejoin="round"/>"#)
        }
        Shape::Area { outline, color, opacity } => {
            format!(r#"<path d="{}Z" fill="{color}" fill-opacity="{opacity}"/>"#, Path(outline))
        }
        Shape::Box { corner, size, fill, stroke } => {
            let (x, y, w, h) = (Number(corner.0), Number(corner.1), Number(size.0), Number(size.1));
            let (fill, stroke) = (Fill(*fill), Outline(*stroke));
            format!(r#"<rect x="{x}" y="{y}" width="{w}" height="{h}"{fill}{stroke}/>"#)
        }
        Shape::Dot { center, radius, fill, stroke } => {
            let (x, y, r) = (Number(center.0), Number(center.1), Number(*radius));
            format!(r#"<circle cx="{x}" cy="{y}" r="{r}"{}{}/>"#, Fill(*fill), Outline(*stroke))
        }
        Shape::Text { place, text, lettering } => {
            let (x, y, look) = (Number(place.0), Number(place.1), Look(lettering));
            let turn = if lettering.upward { format!(r#" transform="rotate(-90 {x} {y})""#) } else { String::new() };
            format!(r#"<text x="{x}" y="{y}"{look}{turn}>{}</text>"#, Escaped(text))
        }
        Shape::Begin(text) => format!("<g><title>{}</title>", Escaped(text)),
        Shape::End => "</g>".to_owned(),
    }
}

/// A coordinate, to a tenth, without a trailing `.0`.
struct Number(f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Whole tenths: a page has tens of thousands of coordinates, and the digits of a fraction take long to find.
        #[allow(clippy::cast_possible_truncation)] // a drawing is some thousand units wide
        let tenths = (10.0 * self.0).round_ties_even() as i64;
        if tenths < 0 {
            f.write_str("-")?;
        }
        match (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10) {
            (whole, 0) => write!(f, "{whole}"),
            (whole, tenth) => write!(f, "{whole}.{tenth}"),
        }
    }
}

/// The commands of an open path.
struct Path<'a>(&'a [Place]);

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, &(x, y)) in self.0.iter().enumerate() {
            write!(f, "{}{} {}", if at == 0 { "M" } else { "L" }, Number(x), Number(y))?;
        }
        Ok(())
    }
}

/// The attribute of a fill.
struct Fill(Option<Rgb>);

impl fmt::Display for Fill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(color) => write!(f, r#" fill="{color}""#),
            None => f.write_str(r#" fill="none""#),
        }
    }
}

/// The attributes of a line, if there is one.
struct Outline(Option<Stroke>);

impl fmt::Display for Outline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(Stroke { color, width, dash }) = self.0 else { return Ok(()) };
        write!(f, r#" stroke="{color}" stroke-width="{}""#, Number(width))?;
        if !dash.is_empty() {
            let lengths: Vec<String> = dash.iter().map(|length| Number(*length).to_string()).collect();
            write!(f, r#" stroke-dasharray="{}""#, lengths.join(" "))?;
        }
        Ok(())
    }
}

/// The attributes of a text.
struct Look<'a>(&'a Lettering);

impl fmt::Display for Look<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, r#" font-size="{}" fill="{}""#, Number(self.0.size), self.0.color)?;
        f.write_str(match self.0.anchor {
            Anchor::Start => "",
            Anchor::Middle => r#" text-anchor="middle""#,
            Anchor::End => r#" text-anchor="end""#,
        })?;
        f.write_str(if self.0.bold { r#" font-weight="bold""# } else { "" })
    }
}

/// A text for XML or HTML, between tags or inside a quoted attribute. Control characters, which XML forbids, become
/// the replacement character.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\n' | '\t' => f.write_char(character)?,
                control if control.is_control() || matches!(control, '\u{fffe}' | '\u{ffff}') => {
                    f.write_char(char::REPLACEMENT_CHARACTER)?;
                }
                other => f.write_char(other)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        assert_eq!(Escaped("<a href='x'>\"&\u{7}").to_string(), "&lt;a href=&#39;x&#39;&gt;&quot;&amp;\u{fffd}");
    }

    #[test]
    fn numbers_are_short() {
        let written = [0.0, -0.01, 3.0, 2.25, -1.5].map(|number| Number(number).to_string());
        assert_eq!(written, ["0", "0", "3", "2.2", "-1.5"]);
    }
}
