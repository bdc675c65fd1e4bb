//! Drawings as SVG: texts escaped (by [`Escaped`], also for HTML), no ids, so that a page can hold many, coordinates in tenths. The
//! typeface is named, not embedded: where neither DejaVu Sans nor Verdana is there, texts may not fit their places.

use std::fmt::{self, Write as _};

use plotters::style::text_anchor::HPos;

use super::drawing::{Drawing, DrawnShape, PagePoint, Stroke, Type};
use super::theme::{paper, themed};
use super::typeface::FAMILIES;
use evocube_cube::text::is_printable;

/// Returns the document of a drawing, on the background of its theme.
pub fn document(title: &str, drawing: &Drawing) -> String {
    let page = drawing.page;
    let (width, height, title) = (tenths(page.units()), tenths(drawing.height), Escaped(title));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{FAMILIES}\">\n<title>{title}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        page.length(page.units()),
        page.length(drawing.height),
        hex(paper(drawing)),
    );
    for shape in themed(drawing) {
        text.push_str(&element(&shape));
        text.push('\n');
    }
    text.push_str("</svg>\n");
    text
}

fn element(shape: &DrawnShape) -> String {
    match shape {
        DrawnShape::Line { points, closed, stroke: Stroke { color, width, dash } } => {
            let (end, color, width) =
                (if *closed { "Z" } else { "" }, hex((color.0, color.1, color.2)), tenths(*width));
            let lengths: Vec<String> = dash.iter().map(|length| tenths(*length).to_string()).collect();
            let dash = match &lengths[..] {
                [] => String::new(),
                lengths => format!(r#" stroke-dasharray="{}""#, lengths.join(" ")),
            };
            let path = Path(points);
            format!(
                r#"<path d="{path}{end}" fill="none" stroke="{color}" stroke-width="{width}"{dash} stroke-linejoin="round"/>"#
            )
        }
        DrawnShape::Area { outline, color } => {
            let opacity = if color.alpha < 1.0 { format!(r#" fill-opacity="{}""#, color.alpha) } else { String::new() };
            format!(r#"<path d="{}Z" fill="{}"{opacity}/>"#, Path(outline), hex(color.rgb))
        }
        DrawnShape::Dot { center, radius, color } => {
            let (x, y, r) = (tenths(center.0), tenths(center.1), tenths(*radius));
            format!(r#"<circle cx="{x}" cy="{y}" r="{r}" fill="{}"/>"#, hex(color.rgb))
        }
        DrawnShape::Text { place, text, letters: Type { size, bold, color, anchor, upward, .. } } => {
            let (x, y, size, color) = (tenths(place.0), tenths(place.1), tenths(*size), hex(color.rgb));
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
        DrawnShape::Begin(tooltip) => format!("<g><title>{}</title>", Escaped(tooltip)),
        DrawnShape::End => "</g>".to_owned(),
    }
}

fn hex((r, g, b): (u8, u8, u8)) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// A coordinate in tenths, written without a trailing `.0`.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Tenths(i64);

/// Returns a coordinate in whole tenths: a page has tens of thousands of coordinates, and the digits of a fraction take long to
/// find.
fn tenths(value: f64) -> Tenths {
    #[allow(clippy::cast_possible_truncation)] // a drawing is some thousand units wide
    let tenths = (10.0 * value).round_ties_even() as i64;
    Tenths(tenths)
}

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The digits from the last on: the formatter of integers would be called twice for each of tens of thousands.
        let (mut digits, mut begin) = ([b'0'; 22], 22);
        let mut put = |digit: u8| {
            begin -= 1;
            digits[begin] = digit;
        };
        let (mut whole, tenth) = (self.0.unsigned_abs() / 10, self.0.unsigned_abs() % 10);
        if tenth > 0 {
            put(digit(tenth));
            put(b'.');
        }
        loop {
            put(digit(whole % 10));
            whole /= 10;
            if whole == 0 {
                break;
            }
        }
        if self.0 < 0 {
            put(b'-');
        }
        f.write_str(str::from_utf8(&digits[begin..]).map_err(|_| fmt::Error)?)
    }
}

/// Returns a number below 10 as a digit.
#[allow(clippy::cast_possible_truncation)]
fn digit(number: u64) -> u8 {
    b'0' + number as u8
}

/// The commands of an open path: its first place, then steps, which take half the characters of places.
struct Path<'a>(&'a [PagePoint]);

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Tens of thousands of numbers: each without arguments of a format.
        let mut put = |command: char, number: Tenths| {
            f.write_char(command)?;
            number.fmt(f)
        };
        let mut previous: Option<(Tenths, Tenths)> = None;
        for &(x, y) in self.0 {
            // Steps between rounded places: errors of rounding do not add up.
            let (x, y) = (tenths(x), tenths(y));
            match previous.replace((x, y)) {
                None => {
                    put('M', x)?;
                    put(' ', y)?;
                }
                Some((from, level)) if level == y => put('h', Tenths(x.0 - from.0))?,
                Some((from, level)) if from == x => put('v', Tenths(y.0 - level.0))?,
                Some((from, level)) => {
                    put('l', Tenths(x.0 - from.0))?;
                    put(if y < level { '-' } else { ' ' }, Tenths((y.0 - level.0).abs()))?;
                }
            }
        }
        Ok(())
    }
}

/// Text for XML or HTML, between tags or inside a quoted attribute. Control characters, which XML forbids, become the
/// replacement character.
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What stays is written at once, up to the next escape.
        let mut begin = 0;
        for (place, character) in self.0.char_indices() {
            let escape = match character {
                '&' => "&amp;",
                '<' => "&lt;",
                '>' => "&gt;",
                '"' => "&quot;",
                '\'' => "&#39;",
                '\n' | '\t' => continue,
                control if !is_printable(control) || matches!(control, '\u{fffe}' | '\u{ffff}') => "\u{fffd}",
                _ => continue,
            };
            f.write_str(&self.0[begin..place])?;
            f.write_str(escape)?;
            begin = place + character.len_utf8();
        }
        f.write_str(&self.0[begin..])
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
    fn svg_paths_are_steps_between_rounded_places() {
        let places = [(1.0, 2.0), (4.04, 2.0), (4.08, 1.5), (4.1, 9.0), (1.0, 9.5), (1.0, 9.5)];
        assert_eq!(Path(&places).to_string(), "M1 2h3l0.1-0.5v7.5l-3.1 0.5h0");
    }

    #[test]
    fn svg_numbers_are_short() {
        let written = [0.0, -0.01, 3.0, 2.25, -1.5].map(|number| tenths(number).to_string());
        assert_eq!(written, ["0", "0", "3", "2.2", "-1.5"]);
    }
}
