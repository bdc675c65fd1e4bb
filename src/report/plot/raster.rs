//! Drawings as PNG, painted with the embedded typeface. No font of the system is read, so a picture is the same on every
//! machine.
//!
//! Rendering the SVG instead would need a reader of all SVG and a shaper of all scripts, which take more than half of the
//! time to build the program.

use std::cell::RefCell;
use std::io::Write;

use memmap2::MmapMut;
use plotters::style::text_anchor::HPos;
use plotters_backend::BackendColor;
use tiny_skia::{FillRule, LineJoin, Paint, Path, PathBuilder, PixmapMut, StrokeDash, Transform};

use super::drawing::{Drawing, DrawnShape, PagePoint, Stroke, Type};
use super::theme::{paper, themed};
use super::typeface::{outline, width};

/// Maximum number of pixels of a picture: those of 400 by 500 mm in print, half a gigabyte of memory.
const MAX_PIXELS: f64 = 120e6;

thread_local! {
    /// The memory of this thread's largest picture so far. Fresh memory takes as long as painting in it.
    static PIXELS: RefCell<Option<MmapMut>> = const { RefCell::new(None) };
}

/// Maps memory for the pixels of a picture, in large pages where the system has them: small ones take longer than the painting.
fn memory(bytes: usize) -> Result<MmapMut, String> {
    // Large pages begin at multiples of their size, so the first one may begin anywhere within it.
    const LARGE_PAGE: usize = 2 << 20;
    let memory = MmapMut::map_anon(bytes.next_multiple_of(LARGE_PAGE) + LARGE_PAGE);
    let memory = memory.map_err(|error| format!("no memory for {bytes} bytes of pixels: {error}"))?;
    // Without large pages the painting is only slower.
    #[cfg(target_os = "linux")]
    let _ = memory.advise(memmap2::Advice::HugePage);
    Ok(memory)
}

/// Returns the picture of a drawing.
///
/// # Errors
/// If the drawing is empty, or has too many pixels.
pub(crate) fn png(drawing: &Drawing) -> Result<Vec<u8>, String> {
    let (scale, per_meter) = drawing.page.resolution();
    // A width in millimeters is a whole number of pixels up to rounding.
    let pixels = |length: f64| (length * scale - 1e-6).ceil();
    let (width, height) = (pixels(drawing.page.units()), pixels(drawing.height));
    if width * height > MAX_PIXELS {
        return Err(format!("{width} × {height} pixels are too many for a PNG file; SVG and PDF have no limit"));
    }
    // Below the square root of the limit, and above 0.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let (width, height) = (width as u32, height as u32);
    let bytes = 4 * width as usize * height as usize;
    PIXELS.with_borrow_mut(|pixels| {
        if pixels.as_ref().is_none_or(|pixels| pixels.len() < bytes) {
            *pixels = Some(memory(bytes)?);
        }
        let pixels = pixels.as_mut().and_then(|pixels| pixels.get_mut(..bytes)).ok_or("no pixels")?;
        let mut pixmap = PixmapMut::from_bytes(pixels, width, height).ok_or("an empty drawing")?;
        let (r, g, b) = paper(drawing);
        pixmap.fill(tiny_skia::Color::from_rgba8(r, g, b, 255));
        let scaled = Transform::from_scale(single(scale), single(scale));
        for shape in themed(drawing) {
            draw(&mut pixmap, &shape, scaled);
        }
        encode(pixmap.data_mut(), (width, height), per_meter).map_err(|error| error.to_string())
    })
}

/// Returns a picture without transparency as PNG. Fast compression: the file is a little larger, and a report is written in
/// half the time. A picture with a size in print records its pixels per meter.
fn encode(pixels: &[u8], (width, height): (u32, u32), per_meter: Option<f64>) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Fast);
    // To try all filters on every row takes a third longer, for files that are a twentieth smaller.
    encoder.set_filter(png::Filter::Paeth);
    encoder.set_pixel_dims(per_meter.map(|per_meter| {
        // Some ten thousand.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let pixels = per_meter.round() as u32;
        png::PixelDimensions { xppu: pixels, yppu: pixels, unit: png::Unit::Meter }
    }));
    let mut writer = encoder.write_header()?;
    let mut rows = writer.stream_writer()?;
    let mut colors = vec![0; 3 * width as usize];
    for row in pixels.chunks_exact(4 * width as usize) {
        for (color, [red, green, blue, _]) in colors.as_chunks_mut().0.iter_mut().zip(row.as_chunks().0) {
            *color = [*red, *green, *blue];
        }
        rows.write_all(&colors)?;
    }
    rows.finish()?;
    writer.finish()?;
    Ok(bytes)
}

/// Paints one shape. Shapes without extent leave no trace.
fn draw(pixmap: &mut PixmapMut<'_>, shape: &DrawnShape, scaled: Transform) {
    match shape {
        DrawnShape::Line { points, closed, stroke } => draw_line(pixmap, path(points, *closed), *stroke, scaled),
        DrawnShape::Area { outline, color } => fill(pixmap, path(outline, true), *color, scaled),
        DrawnShape::Dot { center, radius, color } => {
            let path = PathBuilder::from_circle(single(center.0), single(center.1), single(*radius));
            fill(pixmap, path, *color, scaled);
        }
        DrawnShape::Text { place, text, letters: Type { size, bold, color, anchor, upward, .. } } => {
            let share = match anchor {
                HPos::Left => 0.0,
                HPos::Center => 0.5,
                HPos::Right => 1.0,
            };
            let back = single(-share * width(text, *size, *bold));
            let mut placed = scaled.pre_translate(single(place.0), single(place.1));
            if *upward {
                placed = placed.pre_rotate(-90.0);
            }
            fill(pixmap, outline(text, *size, *bold), *color, placed.pre_translate(back, 0.0));
        }
        DrawnShape::Begin(_) | DrawnShape::End => {}
    }
}

fn fill(pixmap: &mut PixmapMut<'_>, path: Option<Path>, color: BackendColor, placed: Transform) {
    if let Some(path) = path {
        pixmap.fill_path(&path, &paint(color.rgb, color.alpha), FillRule::Winding, placed, None);
    }
}

fn draw_line(pixmap: &mut PixmapMut<'_>, path: Option<Path>, Stroke { color, width, dash }: Stroke, scaled: Transform) {
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
    for (at, (x, y)) in points.iter().map(|(x, y)| (single(*x), single(*y))).enumerate() {
        if at == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
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

/// Converts to single precision: coordinates are below 10,000 and need a tenth.
#[allow(clippy::cast_possible_truncation)]
fn single(value: f64) -> f32 {
    value as f32
}

#[cfg(test)]
mod tests {
    use super::super::drawing::Rgb;
    use super::super::palette::{ACCENT, PAPER, PLAIN};
    use super::*;
    use plotters::style::Color;

    /// Rows of pixels.
    fn read(bytes: &[u8]) -> Vec<Vec<Rgb>> {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut colors = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut colors).unwrap();
        assert_eq!((info.color_type, info.width), (png::ColorType::Rgb, 1600));
        let row = |row: &[u8]| row.as_chunks().0.iter().map(|[r, g, b]| Rgb(*r, *g, *b)).collect();
        colors.chunks_exact(3 * info.width as usize).map(row).collect()
    }

    #[test]
    fn rasterized_figures_show_only_their_own_drawing() {
        // One after the other in the same memory: smaller, larger, the first again.
        for (high, color) in [(80_u32, ACCENT), (40, PLAIN), (121, ACCENT), (80, PLAIN)] {
            let outline = vec![(10.0, 5.0), (110.0, 5.0), (110.0, 13.0), (10.0, 13.0)];
            let shape = DrawnShape::Area { outline, color: color.to_backend_color() };
            let rows = read(
                &png(&Drawing { shapes: vec![shape], height: f64::from(high) / 2.0, ..Drawing::default() }).unwrap(),
            );
            assert_eq!(rows.len(), high as usize);
            for (y, row) in rows.iter().enumerate() {
                for (x, found) in row.iter().enumerate() {
                    let inside = (20..220).contains(&x) && (10..26).contains(&y);
                    assert_eq!(*found, if inside { color } else { PAPER }, "at {x}, {y} of {high}");
                }
            }
        }
    }
}
