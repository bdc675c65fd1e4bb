//! Drawings as SVG: texts escaped, no ids (so that a page can hold many), coordinates to a tenth of a pixel.

use std::fmt;

use plotters::style::text_anchor::HPos;
use plotters_backend::BackendColor;

use super::WIDTH;
use super::drawing::{Drawing, Place, Shape, Stroke, Type};
use super::typeface::FAMILIES;

/// The document of a drawing, on a white background.
pub(crate) fn document(title: &str, drawing: &Drawing) -> String {
    let (width, height, title) = (Number(WIDTH), Number(drawing.height), Escaped(title));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{FAMILIES}\">\n<title>{title}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    for shape in &drawing.shapes {
        text.push_str(&element(shape));
        text.push('\n');
    }
    text.push_str("</svg>\n");
    text
}

fn element(shape: &Shape) -> String {
    match shape {
        Shape::Line { points, closed, stroke: Stroke { color, width, dash } } => {
            let (end, color, width) =
                (if *closed { "Z" } else { "" }, hex((color.0, color.1, color.2)), Number(*width));
            let lengths: Vec<String> = dash.iter().map(|length| Number(*length).to_string()).collect();
            let dash = match &lengths[..] {
                [] => String::new(),
                lengths => format!(r#" stroke-dasharray="{}""#, lengths.join(" ")),
            };
            let path = Path(points);
            format!(
                r#"<path d="{path}{end}" fill="none" stroke="{color}" stroke-width="{width}"{dash} stroke-linejoin="round"/>"#
            )
        }
        Shape::Area { outline, color } => {
            let opacity = if color.alpha < 1.0 { format!(r#" fill-opacity="{}""#, color.alpha) } else { String::new() };
            format!(r#"<path d="{}Z" fill="{}"{opacity}/>"#, Path(outline), hex(color.rgb))
        }
        Shape::Dot { center, radius, color: BackendColor { rgb, .. } } => {
            let (x, y, r) = (Number(center.0), Number(center.1), Number(*radius));
            format!(r#"<circle cx="{x}" cy="{y}" r="{r}" fill="{}"/>"#, hex(*rgb))
        }
        Shape::Text { place, text, letters: Type { size, bold, color, anchor, upward, .. } } => {
            let (x, y, size, color) = (Number(place.0), Number(place.1), Number(*size), hex(color.rgb));
            let anchor = match anchor {
                HPos::Left => "",
                HPos::Center => r#" text-anchor="middle""#,
                HPos::Right => r#" text-anchor="end""#,
            };
            let weight = if *bold { r#" font-weight="bold""# } else { "" };
            let turn = if *upward { format!(r#" transform="rotate(-90 {x} {y})""#) } else { String::new() };
            let text = Escaped(text);
            format!(r#"<text x="{x}" y="{y}" font-size="{size}" fill="{color}"{anchor}{weight}{turn}>{text}</text>"#)
        }
        Shape::Begin(tooltip) => format!("<g><title>{}</title>", Escaped(tooltip)),
        Shape::End => "</g>".to_owned(),
    }
}

fn hex((r, g, b): (u8, u8, u8)) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
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

/// Text for XML or HTML, between tags or inside a quoted attribute. Control characters, which XML forbids, become the
/// replacement character.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

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
    fn svg_texts_are_escaped() {
        assert_eq!(Escaped("<a href='x'>\"&\u{7}").to_string(), "&lt;a href=&#39;x&#39;&gt;&quot;&amp;\u{fffd}");
    }

    #[test]
    fn svg_numbers_are_short() {
        let written = [0.0, -0.01, 3.0, 2.25, -1.5].map(|number| Number(number).to_string());
        assert_eq!(written, ["0", "0", "3", "2.2", "-1.5"]);
    }
}
