//! Drawings as PNG of at most [`MAX_PIXELS`], painted with the embedded typeface. No font of the system is read, so a picture is the same
//! on every machine. Tooltips are left out. The other formats are in `svg` and `pdf`.
//!
//! Rendering the SVG instead would need a reader of all SVG and a shaper of all scripts, which take more than half of the
//! time to build the program.

use plotters_backend::BackendColor;
use tiny_skia::{FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, StrokeDash, Transform};

use super::drawing::{Drawing, DrawnShape, PagePoint, Stroke, Type, single};
use super::picture_error::PictureError;
use super::theme::{paper, themed};
use super::typeface::{outline, typeface, width};

/// Maximum number of pixels of a picture: those of 400 by 500 mm in print, half a gigabyte of memory.
const MAX_PIXELS: f64 = 120e6;

/// Returns the picture of a drawing.
///
/// # Errors
/// If the drawing is empty, or has too many pixels, or they cannot be encoded.
pub fn png(drawing: &Drawing) -> Result<Vec<u8>, PictureError> {
    let (scale, per_meter) = drawing.page.resolution();
    // A width in millimeters is a whole number of pixels up to rounding.
    let pixels = |length: f64| (length * scale - 1e-6).ceil();
    let (width, height) = (pixels(drawing.page.units()), pixels(drawing.height));
    if width * height > MAX_PIXELS {
        return Err(PictureError::TooManyPixels(width, height));
    }
    // At most the limit, and not negative.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let (width, height) = (width as u32, height as u32);
    let mut pixmap = Pixmap::new(width, height).ok_or(PictureError::Empty)?;
    let (r, g, b) = paper(drawing);
    pixmap.fill(tiny_skia::Color::from_rgba8(r, g, b, 255));
    for shape in themed(drawing) {
        draw(&mut pixmap, &shape, scale);
    }
    encode(&pixmap, per_meter).map_err(PictureError::Pixels)
}

/// Returns opaque pixels as PNG. A picture with a size in print records its pixels per meter.
fn encode(pixmap: &Pixmap, per_meter: Option<f64>) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_pixel_dims(per_meter.map(|per_meter| {
        // Some ten thousand.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let pixels = per_meter.round() as u32;
        png::PixelDimensions { xppu: pixels, yppu: pixels, unit: png::Unit::Meter }
    }));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixmap.data())?;
    writer.finish()?;
    Ok(bytes)
}

/// Paints one shape at a scale. Shapes without extent leave no trace.
fn draw(pixmap: &mut Pixmap, shape: &DrawnShape, scale: f64) {
    let scaled = Transform::from_scale(single(scale), single(scale));
    match shape {
        DrawnShape::Line { points, closed, stroke } => draw_line(pixmap, path(points, *closed), *stroke, scaled),
        DrawnShape::Area { outline, color } => fill(pixmap, path(outline, true), *color, scaled),
        DrawnShape::Dot { center, radius, color } => {
            let path = PathBuilder::from_circle(single(center.0), single(center.1), single(*radius));
            fill(pixmap, path, *color, scaled);
        }
        DrawnShape::Text { place, text, letters } => {
            let (Type { size, bold, color, upward, .. }, share) = (letters, letters.share_before());
            let (em, back) =
                (single(*size) / typeface(*bold).units_per_em(), -single(share * width(text, *size, *bold)));
            let placed = scaled.pre_translate(single(place.0), single(place.1));
            let turned = if *upward { placed.pre_rotate(-90.0) } else { placed };
            // The vertical axis of a typeface points upward, that of a picture downward.
            fill(pixmap, outline(text, *bold), *color, turned.pre_translate(back, 0.0).pre_scale(em, -em));
        }
        DrawnShape::Begin(_) | DrawnShape::End => {}
    }
}

fn fill(pixmap: &mut Pixmap, path: Option<Path>, color: BackendColor, placed: Transform) {
    if let Some(path) = path {
        pixmap.fill_path(&path, &paint(color.rgb, color.alpha), FillRule::Winding, placed, None);
    }
}

fn draw_line(pixmap: &mut Pixmap, path: Option<Path>, Stroke { color, width, dash }: Stroke, scaled: Transform) {
    let Some(path) = path else { return };
    let lengths = dash.iter().map(|length| single(*length)).collect();
    let stroke = tiny_skia::Stroke {
        width: single(width),
        line_join: LineJoin::Round,
        dash: if dash.is_empty() { None } else { StrokeDash::new(lengths, 0.0) },
        ..tiny_skia::Stroke::default()
    };
    pixmap.stroke_path(&path, &paint((color.0, color.1, color.2), 1.0), &stroke, scaled, None);
}

fn path(points: &[PagePoint], closed: bool) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for (index, (x, y)) in points.iter().map(|(x, y)| (single(*x), single(*y))).enumerate() {
        if index == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
    }
    if closed {
        builder.close();
    }
    builder.finish()
}

fn paint((r, g, b): (u8, u8, u8), opacity: f64) -> Paint<'static> {
    let mut color = tiny_skia::Color::from_rgba8(r, g, b, 255);
    color.set_alpha(single(opacity));
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(color);
    paint
}

#[cfg(test)]
mod tests {
    use super::super::drawing::Rgb;
    use super::super::palette::{ACCENT, INK, PAPER};
    use super::*;
    use plotters::style::Color;

    /// Rows of pixels of a drawing of one shape, 40 units high: two pixels per unit.
    fn painted(shape: DrawnShape) -> Vec<Vec<Rgb>> {
        let bytes = png(&Drawing { shapes: vec![shape], height: 40.0, ..Drawing::default() }).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut colors = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut colors).unwrap();
        assert_eq!((info.color_type, info.width, info.height), (png::ColorType::Rgba, 1600, 80));
        let row = |row: &[u8]| row.as_chunks().0.iter().map(|[r, g, b, _]| Rgb(*r, *g, *b)).collect();
        colors.chunks_exact(4 * info.width as usize).map(row).collect()
    }

    #[test]
    fn painted_areas_cover_their_pixels_and_no_others() {
        let outline = vec![(10.0, 5.0), (110.0, 5.0), (110.0, 13.0), (10.0, 13.0)];
        let rows = painted(DrawnShape::Area { outline, color: ACCENT.to_backend_color() });
        for (y, row) in rows.iter().enumerate() {
            for (x, color) in row.iter().enumerate() {
                let inside = (20..220).contains(&x) && (10..26).contains(&y);
                assert_eq!(*color, if inside { ACCENT } else { PAPER }, "at {x}, {y}");
            }
        }
    }

    #[test]
    fn painted_text_stands_on_its_base_line_at_its_anchor() {
        // The letter I is 0.295 of its size wide, and its stroke is as high as a capital, 0.729.
        for (letters, left, right, top, bottom) in [
            (Type::new(20.0, INK).left_aligned(), 100.0, 106.0, 5.4, 20.0),
            (Type::new(20.0, INK).right_aligned(), 94.0, 100.0, 5.4, 20.0),
            (Type::new(20.0, INK).left_aligned().upward(), 85.4, 100.0, 14.0, 20.0),
        ] {
            let rows = painted(DrawnShape::Text { place: (100.0, 20.0), text: "I".to_owned(), letters });
            let mut dark = 0;
            for (y, row) in rows.iter().enumerate() {
                for (x, _) in row.iter().enumerate().filter(|(_, color)| **color != PAPER) {
                    let (x, y) = (x as f64 / 2.0, y as f64 / 2.0);
                    assert!((left - 0.5..right).contains(&x) && (top - 0.5..bottom).contains(&y), "at {x}, {y}");
                    dark += 1;
                }
            }
            // A stroke 0.1 of the size wide.
            assert!((4 * 14 * 2..4 * 16 * 3).contains(&dark), "{dark} pixels");
        }
    }
}
