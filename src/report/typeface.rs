//! How wide a text is in the embedded typeface. Figures are laid out by it, so that nothing is clipped or overlaps.

use std::sync::LazyLock;

use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::{FontRef, MetadataProvider};

/// The families a viewer may use: the embedded one, then one of the same design that is on most machines.
pub(super) const FAMILIES: &str = "'DejaVu Sans', Verdana, Geneva, sans-serif";

/// Stands for the rest of a text that is too long for its place.
const ELLIPSIS: char = '…';

/// Advance widths of printable ASCII at size 1, regular and bold.
static WIDTHS: LazyLock<[Widths; 2]> =
    LazyLock::new(|| [Widths::of(dejavu::sans::regular()), Widths::of(dejavu::sans::bold())]);

/// A typeface's advance widths.
struct Widths {
    font: FontRef<'static>,
    metrics: GlyphMetrics<'static>,
}

impl Widths {
    fn of(data: &'static [u8]) -> Self {
        let font = FontRef::new(data).expect("the embedded typeface is whole");
        let metrics = font.glyph_metrics(Size::new(1.0), LocationRef::default());
        Self { font, metrics }
    }

    fn advance(&self, character: char) -> f64 {
        let glyph = self.font.charmap().map(character);
        // What the typeface lacks, a viewer takes from another one, at most about as wide as it is high.
        glyph.and_then(|glyph| self.metrics.advance_width(glyph)).map_or(1.0, f64::from)
    }
}

/// The width of a text of one line, in the units of `size`.
pub(super) fn width(text: &str, size: f64, bold: bool) -> f64 {
    let widths = &WIDTHS[usize::from(bold)];
    text.chars().map(|character| widths.advance(character)).sum::<f64>() * size
}

/// The text, or as much of its beginning as fits into `room`, with an ellipsis.
pub(super) fn fit(text: &str, size: f64, bold: bool, room: f64) -> String {
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

/// The text in lines that fit into `room`, broken between words; a single longer word is cut by [`fit`].
pub(super) fn wrap(text: &str, size: f64, bold: bool, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        if let Some(line) = lines.last_mut() {
            let longer = format!("{line} {word}");
            if width(&longer, size, bold) <= room {
                *line = longer;
                continue;
            }
        }
        lines.push(fit(word, size, bold, room));
    }
    lines
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
    fn long_texts_are_cut() {
        assert_eq!(fit("rate", 12.0, false, 100.0), "rate");
        let cut = fit("crossover.one-point.rate", 12.0, false, 80.0);
        assert!(cut.ends_with('…') && width(&cut, 12.0, false) <= 80.0, "{cut}");
        assert_eq!(fit("rate", 12.0, false, 1.0), "");
    }

    #[test]
    fn lines_break_between_words() {
        let lines = wrap("mean best of every level over the generations", 12.0, false, 120.0);
        assert!(lines.len() > 1 && lines.iter().all(|line| width(line, 12.0, false) <= 120.0));
        assert_eq!(lines.join(" "), "mean best of every level over the generations");
    }
}
