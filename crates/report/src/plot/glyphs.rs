//! Text of pictures, from masks of glyphs: a letter is painted once in each size and at each half of a pixel, then copied.

use std::cell::RefCell;
use std::collections::HashMap;

use plotters_backend::BackendColor;
use tiny_skia::{FillRule, Mask, PixmapMut, Transform};

use super::drawing::PagePoint;
use super::typeface::{advance, data, glyph, outline};

/// Places of a glyph within a pixel, in the direction of the text. Across it a glyph begins at a whole pixel.
const SHIFTS: i32 = 2;
/// Maximum number of glyphs that a thread keeps.
const MAX_GLYPHS: usize = 4096;

thread_local! {
    static GLYPHS: RefCell<HashMap<GlyphKey, GlyphMask>> = RefCell::default();
}

/// A glyph in one size and direction, and at one of [`SHIFTS`] places within a pixel.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct GlyphKey {
    character: char,
    bold: bool,
    upward: bool,
    /// The bits of the size in pixels.
    size: u32,
    shift: i32,
}

/// The coverage of pixels by a glyph, row by row, from the pixel at `left` and `top` of its origin; empty for a space.
#[derive(Default)]
struct GlyphMask {
    left: i32,
    top: i32,
    width: usize,
    coverage: Vec<u8>,
}

impl GlyphMask {
    fn new(GlyphKey { character, bold, upward, size, shift }: GlyphKey) -> Option<Self> {
        let (_, face) = data(bold);
        let scale = f32::from_bits(size) / f32::from(face.units_per_em());
        #[allow(clippy::cast_precision_loss)] // below 1
        let shift = shift as f32 / SHIFTS as f32;
        // The vertical axis of a typeface points upward, that of a picture downward.
        let placed = match upward {
            true => Transform::from_row(0.0, -scale, -scale, 0.0, 0.0, shift),
            false => Transform::from_row(scale, 0.0, 0.0, -scale, shift, 0.0),
        };
        let path = outline(face, glyph(face, character))?.transform(placed)?;
        let bounds = path.bounds();
        let (left, top) = (bounds.left().floor(), bounds.top().floor());
        // A size of type: some dozens of pixels.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let (wide, high) = ((bounds.right().ceil() - left) as u32, (bounds.bottom().ceil() - top) as u32);
        let mut mask = Mask::new(wide, high)?;
        mask.fill_path(&path, FillRule::Winding, true, Transform::from_translate(-left, -top));
        Some(Self { left: pixel(left), top: pixel(top), width: wide as usize, coverage: mask.take() })
    }

    /// Blends a color into the covered pixels of an opaque picture, with the origin at a pixel.
    fn paint(&self, pixmap: &mut PixmapMut<'_>, (x, y): (i32, i32), color: BackendColor) {
        let [wide, high] = [pixmap.width(), pixmap.height()].map(i64::from);
        let (left, top) = (i64::from(x) + i64::from(self.left), i64::from(y) + i64::from(self.top));
        let pixels = pixmap.data_mut().as_chunks_mut::<4>().0;
        // From 0 to 256.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let opacity = (256.0 * color.alpha).round() as u32;
        let (red, green, blue) = color.rgb;
        for (row, y) in self.coverage.chunks_exact(self.width.max(1)).zip(top..).filter(|(_, y)| (0..high).contains(y))
        {
            for (covered, x) in row.iter().zip(left..).filter(|(covered, x)| **covered > 0 && (0..wide).contains(x)) {
                let share = u32::from(*covered) * opacity / 256;
                let Some(pixel) = usize::try_from(y * wide + x).ok().and_then(|at| pixels.get_mut(at)) else {
                    continue;
                };
                for (channel, full) in pixel.iter_mut().zip([red, green, blue]) {
                    let mixed = u32::from(*channel) * (255 - share) + u32::from(full) * share;
                    // A mean of two bytes.
                    #[allow(clippy::cast_possible_truncation)]
                    let mean = ((mixed + 127) / 255) as u8;
                    *channel = mean;
                }
            }
        }
    }
}

/// Writes a line of text in an opaque picture, from the beginning of its base line, at a size in pixels.
pub(super) fn write(
    pixmap: &mut PixmapMut<'_>,
    text: &str,
    (x, y): PagePoint,
    size: f64,
    (bold, upward): (bool, bool),
    color: BackendColor,
) {
    let (_, face) = data(bold);
    let scale = size / f64::from(face.units_per_em());
    let (mut along, across) = if upward { (y, x) } else { (x, y) };
    GLYPHS.with_borrow_mut(|glyphs| {
        for character in text.chars() {
            let steps = pixel64(along * f64::from(SHIFTS));
            let (whole, shift) = (steps.div_euclid(SHIFTS), steps.rem_euclid(SHIFTS));
            #[allow(clippy::cast_possible_truncation)] // a size of type
            let key = GlyphKey { character, bold, upward, size: (size as f32).to_bits(), shift };
            if glyphs.len() >= MAX_GLYPHS {
                glyphs.clear();
            }
            let mask = glyphs.entry(key).or_insert_with(|| GlyphMask::new(key).unwrap_or_default());
            let across = pixel64(across);
            mask.paint(pixmap, if upward { (across, whole) } else { (whole, across) }, color);
            let wide = f64::from(advance(face, glyph(face, character))) * scale;
            along += if upward { -wide } else { wide };
        }
    });
}

/// Converts a place of a glyph to whole pixels.
#[allow(clippy::cast_possible_truncation)] // saturates
fn pixel(place: f32) -> i32 {
    place as i32
}

/// Rounds a place to whole pixels, or to steps of them.
#[allow(clippy::cast_possible_truncation)] // saturates
fn pixel64(place: f64) -> i32 {
    place.round() as i32
}

#[cfg(test)]
mod tests {
    use plotters::style::Color;
    use tiny_skia::{Paint, Pixmap};

    use super::super::palette::{ACCENT, PAPER};
    use super::*;

    fn paper() -> Pixmap {
        let mut pixmap = Pixmap::new(120, 90).unwrap();
        pixmap.fill(tiny_skia::Color::from_rgba8(PAPER.0, PAPER.1, PAPER.2, 255));
        pixmap
    }

    /// Returns a picture of a text whose glyphs are filled as paths.
    fn reference(text: &str, (x, y): (f32, f32), size: f32, bold: bool, upward: bool, color: BackendColor) -> Pixmap {
        let (mut pixmap, (_, face)) = (paper(), data(bold));
        let scale = size / f32::from(face.units_per_em());
        let mut paint = Paint { anti_alias: true, ..Paint::default() };
        paint.set_color_rgba8(color.rgb.0, color.rgb.1, color.rgb.2, 255);
        let mut along = 0.0;
        for character in text.chars() {
            let glyph = glyph(face, character);
            let placed = Transform::from_translate(x, y).pre_rotate(if upward { -90.0 } else { 0.0 });
            let placed = placed.pre_translate(along, 0.0).pre_scale(scale, -scale);
            if let Some(path) = outline(face, glyph) {
                pixmap.fill_path(&path, &paint, FillRule::Winding, placed, None);
            }
            along += f32::from(advance(face, glyph)) * scale;
        }
        pixmap
    }

    fn darkness(pixmap: &Pixmap) -> f64 {
        pixmap.data().iter().map(|byte| f64::from(255 - byte)).sum()
    }

    #[test]
    fn glyph_masks_have_the_pixels_of_outlines() {
        let color = ACCENT.to_backend_color();
        for (bold, upward) in [(false, false), (true, false), (false, true), (true, true)] {
            for shift in [0.0, 0.5] {
                let place = if upward { (60.0, 80.0 + shift) } else { (10.0 + shift, 60.0) };
                let expected = reference("g", place, 40.0, bold, upward, color);
                let mut found = paper();
                let at = (f64::from(place.0), f64::from(place.1));
                write(&mut found.as_mut(), "g", at, 40.0, (bold, upward), color);
                let differ = found.data().iter().zip(expected.data()).map(|(a, b)| a.abs_diff(*b)).max().unwrap();
                assert!(differ <= 8, "{bold} {upward} {shift}: {differ}");
                assert!(darkness(&found) > 10_000.0);
            }
        }
    }

    #[test]
    fn glyphs_of_a_text_follow_each_other_and_end_at_the_edge_of_the_picture() {
        let color = ACCENT.to_backend_color();
        // Longer than the picture, and partly above it.
        for (text, place) in [("Rate 0.5 x", (3.3, 40.2)), ("wide wide wide wide", (-20.6, 8.0))] {
            let (mut found, at) = (paper(), (f64::from(place.0), f64::from(place.1)));
            write(&mut found.as_mut(), text, at, 24.0, (false, false), color);
            let expected = reference(text, place, 24.0, false, false, color);
            assert!((darkness(&found) / darkness(&expected) - 1.0).abs() < 0.05, "{text}");
            // Shifts by at most a quarter and half of a pixel change few pixels by more than half.
            let differ = found.data().iter().zip(expected.data()).filter(|(a, b)| a.abs_diff(**b) > 140).count();
            assert!(differ < 30, "{text}: {differ}");
        }
    }

    #[test]
    fn opacity_of_text_is_kept() {
        let color = ACCENT.to_backend_color();
        let written = |alpha| {
            let mut pixmap = paper();
            let color = BackendColor { alpha, ..color };
            write(&mut pixmap.as_mut(), "x", (10.0, 50.0), 40.0, (false, false), color);
            darkness(&pixmap)
        };
        let (full, half) = (written(1.0), written(0.5));
        assert!((half / full - 0.5).abs() < 0.02, "{half} of {full}");
    }
}
