//! The embedded typeface: widths and outlines of texts, which are cut or broken where room is short. Figures are laid out by it, so that no
//! text is clipped or overlaps another.
//!
//! A character is a glyph, and one that the typeface lacks a box: there is no kerning, no ligature and no text from right to left.

use std::sync::{LazyLock, OnceLock};

use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::{GlyphMetrics, Metrics};
use skrifa::outline::pen::PathStyle;
use skrifa::outline::{DrawSettings, OutlineGlyphCollection, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use tiny_skia::{Path, PathBuilder};

/// The font families of SVG files: the embedded one, then one of the same design that most machines have.
pub(super) const FAMILIES: &str = "'DejaVu Sans', Verdana, Geneva, sans-serif";

/// Replaces the rest of a text that is too long for its place.
const ELLIPSIS: char = '…';

/// An embedded typeface. All lengths are in its own units.
pub(super) struct Typeface {
    pub(super) data: &'static [u8],
    pub(super) metrics: Metrics,
    charmap: Charmap<'static>,
    advances: GlyphMetrics<'static>,
    /// The advances of the characters below 256, which almost all texts have: pages measure a million of them.
    first_advances: [OnceLock<f32>; 256],
    outlines: OutlineGlyphCollection<'static>,
}

impl Typeface {
    fn new(data: &'static [u8]) -> Self {
        let font = FontRef::new(data).expect("the embedded typeface is whole");
        let (size, location) = (Size::unscaled(), LocationRef::default());
        Self {
            data,
            metrics: font.metrics(size, location),
            charmap: font.charmap(),
            advances: font.glyph_metrics(size, location),
            first_advances: [const { OnceLock::new() }; 256],
            outlines: font.outline_glyphs(),
        }
    }

    /// Returns a character's glyph, or a box if the typeface lacks it.
    pub(super) fn glyph(&self, character: char) -> GlyphId {
        self.charmap.map(character).unwrap_or(GlyphId::NOTDEF)
    }

    /// Returns the distance to the next glyph.
    pub(super) fn advance(&self, glyph: GlyphId) -> f32 {
        self.advances.advance_width(glyph).unwrap_or(0.0)
    }

    pub(super) fn units_per_em(&self) -> f32 {
        f32::from(self.metrics.units_per_em)
    }
}

/// Regular and bold.
static TYPEFACES: LazyLock<[Typeface; 2]> =
    LazyLock::new(|| [dejavu::sans::regular(), dejavu::sans::bold()].map(Typeface::new));

/// Returns the regular or the bold typeface.
pub(super) fn typeface(bold: bool) -> &'static Typeface {
    &TYPEFACES[usize::from(bold)]
}

/// Returns the width of a text of one line, in the units of `size`.
pub(crate) fn width(text: &str, size: f64, bold: bool) -> f64 {
    let typeface = typeface(bold);
    let look_up = |character: char| typeface.advance(typeface.glyph(character));
    let advance = |character: char| match typeface.first_advances.get(character as usize) {
        Some(advance) => *advance.get_or_init(|| look_up(character)),
        None => look_up(character),
    };
    let units: f64 = text.chars().map(|character| f64::from(advance(character))).sum();
    units * size / f64::from(typeface.units_per_em())
}

/// Returns the outlines of the letters of a text from the beginning of its base line, in the typeface's own units, upward
/// positive; `None` if it is blank.
pub(super) fn outline(text: &str, bold: bool) -> Option<Path> {
    let typeface = typeface(bold);
    let mut pen = Pen { path: PathBuilder::new(), left: 0.0 };
    for glyph in text.chars().map(|character| typeface.glyph(character)) {
        if let Some(outline) = typeface.outlines.get(glyph) {
            let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
            let settings = settings.with_path_style(PathStyle::HarfBuzz);
            outline.draw(settings, &mut pen).expect("the embedded typeface is whole");
        }
        pen.left += typeface.advance(glyph);
    }
    pen.path.finish()
}

/// Appends the outlines of glyphs to a path.
struct Pen {
    path: PathBuilder,
    /// The left end of the glyph.
    left: f32,
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.left + x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.left + x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.path.quad_to(self.left + x1, y1, self.left + x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.path.cubic_to(self.left + x1, y1, self.left + x2, y2, self.left + x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

/// Returns the text, or the part of its beginning that fits into `room`, with an ellipsis.
pub(crate) fn fit(text: &str, size: f64, bold: bool, room: f64) -> String {
    if width(text, size, bold) <= room {
        return text.to_owned();
    }
    let mut cut: Vec<char> = text.chars().collect();
    while cut.pop().is_some() {
        let shorter: String = cut.iter().collect::<String>().trim_end().chars().chain([ELLIPSIS]).collect();
        if width(&shorter, size, bold) <= room {
            return shorter;
        }
    }
    String::new()
}

/// Returns the text in at most `at_most` lines that fit into `room`, broken between words, or after points and hyphens of longer
/// words, and cut by [`fit`].
pub(crate) fn lines(text: &str, size: f64, bold: bool, room: f64, at_most: usize) -> Vec<String> {
    // A brace stays with its neighbor, and a dot with the level before it.
    let text = text.replace("{ ", "{\u{a0}").replace(" }", "\u{a0}}").replace(" · ", "\u{a0}· ");
    let mut lines: Vec<String> = Vec::new();
    for word in text.split([' ', '\t', '\n']).filter(|word| !word.is_empty()) {
        let is_long = width(word, size, bold) > room;
        let parts: Vec<&str> = if is_long { word.split_inclusive(['.', '-']).collect() } else { vec![word] };
        for (index, part) in parts.into_iter().enumerate() {
            let last = lines.len() == at_most;
            if let Some(line) = lines.last_mut() {
                let longer = format!("{line}{}{part}", if index == 0 { " " } else { "" });
                if last || width(&longer, size, bold) <= room {
                    *line = longer;
                    continue;
                }
            }
            lines.push(part.to_owned());
        }
    }
    lines.into_iter().map(|line| fit(&line.replace("\u{a0}·", " ·"), size, bold, room)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_the_typeface() {
        // DejaVu Sans: a digit is 1303 of 2048 units wide, a space 651.
        assert!((width("0123456789", 2048.0, false) - 13030.0).abs() < 1.0);
        assert!((width(" ", 2048.0, false) - 651.0).abs() < 1.0);
        assert!(width("level", 12.0, true) > width("level", 12.0, false));
    }

    #[test]
    fn outlines_of_letters_follow_each_other() {
        let bounds = outline("HH", false).unwrap().bounds();
        let advance = 2048.0 * width("H", 1.0, false);
        let right = f64::from(bounds.right());
        assert!(bounds.left() > 0.0 && (1.8 * advance..2.0 * advance).contains(&right), "{right} of {advance}");
        // DejaVu Sans: capitals are 1493 of 2048 units high.
        assert!(bounds.bottom() == 1493.0 && bounds.top() == 0.0);
        assert!(outline(" ", false).is_none());
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(fit("rate", 12.0, false, 100.0), "rate");
        let cut = fit("crossover.one-point.rate", 12.0, false, 80.0);
        assert!(cut.ends_with('…') && width(&cut, 12.0, false) <= 80.0, "{cut}");
        assert_eq!(fit("rate", 12.0, false, 1.0), "");
    }

    #[test]
    fn long_words_break_after_points_and_hyphens() {
        let key = "mutation.uniform.gene-rate = 0.05";
        assert_eq!(lines(key, 12.0, false, 120.0, 2), ["mutation.uniform.", "gene-rate = 0.05"]);
        assert_eq!(lines(key, 12.0, false, 80.0, 9), ["mutation.", "uniform.", "gene-rate =", "0.05"]);
        assert_eq!(lines("rate 0.05", 12.0, false, 40.0, 9), ["rate", "0.05"]);
    }

    #[test]
    fn lines_break_between_words() {
        let text = "mean best of every level over the generations";
        let all = lines(text, 12.0, false, 120.0, 9);
        assert!(all.len() > 2 && all.iter().all(|line| width(line, 12.0, false) <= 120.0));
        assert_eq!(all.join(" "), text);
        assert_eq!(lines("{ rank = 1 }", 12.0, false, 50.0, 9), ["{\u{a0}rank", "= 1\u{a0}}"]);
        assert_eq!(lines("500 · 0.25 · 3", 12.0, false, 74.0, 9), ["500 · 0.25 ·", "3"]);
        let two = lines(text, 12.0, false, 120.0, 2);
        assert!(two.len() == 2 && two[1].ends_with('…') && width(&two[1], 12.0, false) <= 120.0);
    }
}
