//! A small SVG writer: only what the figures need, every text escaped, no ids (so that many drawings can stand in one
//! page), coordinates to a tenth of a pixel.
//!
//! A chart library would be the usual road; those at hand write whole pixels, have no dashed paths and cannot say how
//! wide a label is, so that the last one gets clipped.

use std::fmt::{self, Write as _};

use super::palette::{Colour, INK, PAPER};
use super::typeface::FAMILIES;

/// Width of every figure, in SVG units (pixels of a browser at its usual zoom).
pub(super) const WIDTH: f64 = 800.0;

/// A drawing in the making.
#[derive(Debug, Default)]
pub(super) struct Svg {
    body: String,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stroke {
    /// Its colour.
    pub(super) colour: Colour,
    /// Its width.
    pub(super) width: f64,
    /// Lengths of dashes and gaps; empty for a solid line.
    pub(super) dash: &'static str,
}

impl Stroke {
    /// A solid line.
    pub(super) fn solid(colour: Colour, width: f64) -> Self {
        Self { colour, width, dash: "" }
    }
}

impl fmt::Display for Stroke {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, r#"stroke="{}" stroke-width="{}""#, self.colour, Number(self.width))?;
        if !self.dash.is_empty() {
            write!(f, r#" stroke-dasharray="{}""#, self.dash)?;
        }
        Ok(())
    }
}

/// Which end of a text its place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    /// The text begins there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

/// How a text looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lettering {
    /// Height of the type.
    pub(super) size: f64,
    /// Heavier?
    pub(super) bold: bool,
    /// Its colour.
    pub(super) colour: Colour,
    /// Which end is at the place given.
    pub(super) anchor: Anchor,
    /// Read from below to above?
    pub(super) upward: bool,
}

impl Lettering {
    /// Regular type in ink, beginning at its place.
    pub(super) fn new(size: f64) -> Self {
        Self { size, bold: false, colour: INK, anchor: Anchor::Start, upward: false }
    }

    /// The same with another anchor.
    pub(super) fn anchor(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    /// The same in another colour.
    pub(super) fn colour(self, colour: Colour) -> Self {
        Self { colour, ..self }
    }

    /// The same, bold if asked.
    pub(super) fn bold(self, bold: bool) -> Self {
        Self { bold, ..self }
    }

    /// The same, read from below to above.
    pub(super) fn upward(self) -> Self {
        Self { upward: true, ..self }
    }
}

impl Svg {
    /// A line through points.
    pub(super) fn path(&mut self, points: &[(f64, f64)], stroke: Stroke) {
        if points.len() > 1 {
            let data = Path { points, closed: false };
            self.push(format_args!(r#"<path d="{data}" fill="none" {stroke} stroke-linejoin="round"/>"#));
        }
    }

    /// A filled outline, translucent.
    pub(super) fn area(&mut self, outline: &[(f64, f64)], colour: Colour, opacity: f64) {
        if outline.len() > 2 {
            let data = Path { points: outline, closed: true };
            self.push(format_args!(r#"<path d="{data}" fill="{colour}" fill-opacity="{opacity}"/>"#));
        }
    }

    /// A rectangle, filled or outlined or both.
    pub(super) fn rect(&mut self, (x, y): (f64, f64), size: (f64, f64), fill: Option<Colour>, stroke: Option<Stroke>) {
        let (fill, stroke) = (Fill(fill), OptionalStroke(stroke));
        let (x, y, w, h) = (Number(x), Number(y), Number(size.0), Number(size.1));
        self.push(format_args!(r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" {fill}{stroke}/>"#));
    }

    /// A circle, filled or outlined or both.
    pub(super) fn circle(&mut self, (x, y): (f64, f64), radius: f64, fill: Option<Colour>, stroke: Option<Stroke>) {
        let (fill, stroke) = (Fill(fill), OptionalStroke(stroke));
        let (x, y, r) = (Number(x), Number(y), Number(radius));
        self.push(format_args!(r#"<circle cx="{x}" cy="{y}" r="{r}" {fill}{stroke}/>"#));
    }

    /// One line of text; `y` is its base line.
    pub(super) fn text(&mut self, (x, y): (f64, f64), text: &str, lettering: Lettering) {
        let anchor = match lettering.anchor {
            Anchor::Start => "",
            Anchor::Middle => r#" text-anchor="middle""#,
            Anchor::End => r#" text-anchor="end""#,
        };
        let weight = if lettering.bold { r#" font-weight="bold""# } else { "" };
        let (x, y, size, colour) = (Number(x), Number(y), Number(lettering.size), lettering.colour);
        let turn = if lettering.upward { format!(r#" transform="rotate(-90 {x} {y})""#) } else { String::new() };
        let text = Escaped(text);
        self.push(format_args!(
            r#"<text x="{x}" y="{y}" font-size="{size}" fill="{colour}"{anchor}{weight}{turn}>{text}</text>"#
        ));
    }

    /// What `draw` draws, with a text that a browser shows when pointed at.
    pub(super) fn explained(&mut self, text: &str, draw: impl FnOnce(&mut Self)) {
        self.push(format_args!("<g><title>{}</title>", Escaped(text)));
        draw(self);
        self.push(format_args!("</g>"));
    }

    /// The finished drawing, [`WIDTH`] wide, on its own background.
    pub(super) fn finish(self, title: &str, height: f64) -> String {
        let (width, height, title, body) = (Number(WIDTH), Number(height), Escaped(title), self.body);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{FAMILIES}\">\n<title>{title}</title>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{PAPER}\"/>\n{body}</svg>\n"
        )
    }

    fn push(&mut self, element: fmt::Arguments<'_>) {
        writeln!(self.body, "{element}").expect("a string takes everything");
    }
}

/// A coordinate, to a tenth, without a trailing `.0`.
struct Number(f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.1}", self.0);
        let text = text.strip_suffix(".0").unwrap_or(&text);
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

/// The commands of a path; points on the straight between their neighbours are left out.
struct Path<'a> {
    points: &'a [(f64, f64)],
    closed: bool,
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut kept: Vec<(f64, f64)> = Vec::new();
        for (at, &point) in self.points.iter().enumerate() {
            let straight = match (kept.last(), self.points.get(at + 1)) {
                (Some(&before), Some(&after)) => {
                    let cross =
                        (point.0 - before.0) * (after.1 - before.1) - (point.1 - before.1) * (after.0 - before.0);
                    let onward =
                        (point.0 - before.0) * (after.0 - point.0) + (point.1 - before.1) * (after.1 - point.1);
                    cross.abs() < 1e-6 && onward >= 0.0
                }
                _ => false,
            };
            if !straight {
                kept.push(point);
            }
        }
        for (at, &(x, y)) in kept.iter().enumerate() {
            let command = if at == 0 { "M" } else { "L" };
            write!(f, "{command}{} {}", Number(x), Number(y))?;
        }
        f.write_str(if self.closed { "Z" } else { "" })
    }
}

/// The attribute of a fill.
struct Fill(Option<Colour>);

impl fmt::Display for Fill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(colour) => write!(f, r#"fill="{colour}""#),
            None => f.write_str(r#"fill="none""#),
        }
    }
}

/// The attributes of an outline, if there is one.
struct OptionalStroke(Option<Stroke>);

impl fmt::Display for OptionalStroke {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |stroke| write!(f, " {stroke}"))
    }
}

/// A text for XML or HTML, between tags or inside a quoted attribute. Control characters, which XML forbids, become
/// the replacement character.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\n' | '\t' | '\r' => f.write_char(character)?,
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

    #[test]
    fn points_on_a_straight_are_left_out() {
        let points = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 1.0), (4.0, 1.0)];
        assert_eq!(Path { points: &points, closed: false }.to_string(), "M0 0L2 0L3 1L4 1");
        let back = [(0.0, 0.0), (2.0, 0.0), (1.0, 0.0)];
        assert_eq!(Path { points: &back, closed: true }.to_string(), "M0 0L2 0L1 0Z");
    }
}
