//! Drawings as PNG, painted with the embedded typeface. No font of the system is read, so a picture is the same on every
//! machine.
//!
//! Rendering the SVG instead would need a reader of all SVG and a shaper of all scripts, which take more than half of the
//! time to build the program.

use std::cell::RefCell;

use memmap2::MmapMut;
use plotters::style::text_anchor::HPos;
use plotters_backend::BackendColor;
use tiny_skia::{FillRule, LineJoin, Paint, Path, PathBuilder, PixmapMut, Rect, StrokeDash, Transform};

use super::drawing::{Drawing, DrawnShape, PagePoint, Stroke, Type};
use super::glyphs::write;
use super::png_file::encode;
use super::theme::{paper, themed};
use super::typeface::width;

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
        for shape in themed(drawing) {
            draw(&mut pixmap, &shape, scale);
        }
        encode(pixmap.data_mut(), (width, height), per_meter).map_err(|error| error.to_string())
    })
}

/// Paints one shape at a scale. Shapes without extent leave no trace.
fn draw(pixmap: &mut PixmapMut<'_>, shape: &DrawnShape, scale: f64) {
    let scaled = Transform::from_scale(single(scale), single(scale));
    match shape {
        DrawnShape::Line { points, closed, stroke } => match upright(points, *stroke) {
            Some(corners) if !closed => {
                fill_upright(pixmap, corners, paint((stroke.color.0, stroke.color.1, stroke.color.2), 1.0), scale)
            }
            _ => draw_line(pixmap, path(points, *closed), *stroke, scaled),
        },
        DrawnShape::Area { outline, color } => match upright_area(outline) {
            Some(corners) => fill_upright(pixmap, corners, paint(color.rgb, color.alpha), scale),
            None => fill(pixmap, path(outline, true), *color, scaled),
        },
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
            let back = share * width(text, *size, *bold);
            let (x, y) = if *upward { (place.0, place.1 + back) } else { (place.0 - back, place.1) };
            write(pixmap, text, (scale * x, scale * y), scale * size, (*bold, *upward), *color);
        }
        DrawnShape::Begin(_) | DrawnShape::End => {}
    }
}

/// Returns two opposite corners of the rectangle that a horizontal or vertical line covers; `None` for other lines.
fn upright(points: &[PagePoint], stroke: Stroke) -> Option<[PagePoint; 2]> {
    let [(x, y), (to_x, to_y)] = *points else { return None };
    let half = stroke.width / 2.0;
    if !stroke.dash.is_empty() {
        None
    } else if y == to_y {
        Some([(x.min(to_x), y - half), (x.max(to_x), y + half)])
    } else {
        (x == to_x).then(|| [(x - half, y.min(to_y)), (x + half, y.max(to_y))])
    }
}

/// Returns two opposite corners of an outline that is a rectangle with horizontal and vertical sides; `None` for other outlines.
fn upright_area(outline: &[PagePoint]) -> Option<[PagePoint; 2]> {
    let [a, b, c, d] = *outline else { return None };
    let is_upright = (a.1 == b.1 && b.0 == c.0 && c.1 == d.1 && d.0 == a.0)
        || (a.0 == b.0 && b.1 == c.1 && c.0 == d.0 && d.1 == a.1);
    is_upright.then(|| [(a.0.min(c.0), a.1.min(c.1)), (a.0.max(c.0), a.1.max(c.1))])
}

/// Fills a rectangle, which takes a tenth of the time of a path.
fn fill_upright(pixmap: &mut PixmapMut<'_>, [from, to]: [PagePoint; 2], paint: Paint<'_>, scale: f64) {
    let [left, top, right, bottom] = [from.0, from.1, to.0, to.1].map(|length| single(scale * length));
    if let Some(rect) = Rect::from_ltrb(left, top, right, bottom) {
        pixmap.fill_rect(rect, &paint, Transform::identity(), None);
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
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
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
