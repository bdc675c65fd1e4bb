//! Drawings as PNG, painted with the embedded typeface: no font of the system is read, so a picture looks the same
//! everywhere.
//!
//! Painting the same shapes that [`super::svg`] writes takes these few lines. Rendering the SVG instead would mean a
//! reader of all SVG and a shaper of all scripts, more than half of the time to build the whole program.

use std::cell::RefCell;
use std::io::Write;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use tiny_skia::{FillRule, LineJoin, Paint, Path, PathBuilder, PixmapMut, Rect, StrokeDash, Transform};

use super::drawing::{Anchor, Drawing, Lettering, Place, Shape, Stroke, WIDTH};
use super::palette::{PAPER, Rgb};
use super::typeface::{outline, width};

/// Pixels a unit of the drawing: pictures are 1600 pixels wide.
const SCALE: f64 = 2.0;

/// The pictures of several drawings, on all cores.
pub(super) fn pngs(drawings: &[&Drawing]) -> Result<Vec<Vec<u8>>, String> {
    drawings.par_iter().with_max_len(1).map(|drawing| png(drawing)).collect()
}

thread_local! {
    /// The pixels of this thread's last picture. To be given fresh memory takes as long as to paint in it.
    static PIXELS: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The picture of a drawing.
pub(super) fn png(drawing: &Drawing) -> Result<Vec<u8>, String> {
    // A few thousand at most, and above 0.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let pixels = |length: f64| (length * SCALE).ceil() as u32;
    let (width, height) = (pixels(WIDTH), pixels(drawing.height));
    PIXELS.with_borrow_mut(|bytes| {
        bytes.resize(4 * width as usize * height as usize, 0);
        let mut pixmap = PixmapMut::from_bytes(bytes, width, height).ok_or("an empty drawing")?;
        pixmap.fill(paint(PAPER, 1.0).1);
        for shape in &drawing.shapes {
            draw(&mut pixmap, shape);
        }
        encode(pixmap.data_mut(), width, height).map_err(|error| error.to_string())
    })
}

/// A picture without transparency as PNG. Fast compression: the file is a little larger, and a report is written in
/// half the time.
fn encode(pixels: &[u8], width: u32, height: u32) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Fast);
    // To try all filters on every row takes a third longer, for files that are a twentieth smaller.
    encoder.set_filter(png::Filter::Paeth);
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

/// Paints one shape. What has no extent leaves no trace.
fn draw(pixmap: &mut PixmapMut<'_>, shape: &Shape) {
    match shape {
        Shape::Line { points, stroke } => draw_line(pixmap, path(points, false), *stroke),
        Shape::Area { outline, color, opacity } => {
            fill(pixmap, path(outline, true), *color, *opacity, scaled());
        }
        Shape::Box { corner, size, fill: inside, stroke } => {
            let rect = Rect::from_xywh(single(corner.0), single(corner.1), single(size.0), single(size.1));
            let path = rect.map(PathBuilder::from_rect);
            if let Some(color) = inside {
                fill(pixmap, path.clone(), *color, 1.0, scaled());
            }
            if let Some(stroke) = stroke {
                draw_line(pixmap, path, *stroke);
            }
        }
        Shape::Dot { center, radius, fill: inside, stroke } => {
            let path = PathBuilder::from_circle(single(center.0), single(center.1), single(*radius));
            if let Some(color) = inside {
                fill(pixmap, path.clone(), *color, 1.0, scaled());
            }
            if let Some(stroke) = stroke {
                draw_line(pixmap, path, *stroke);
            }
        }
        Shape::Text { place, text, lettering } => draw_text(pixmap, *place, text, lettering),
        Shape::Begin(_) | Shape::End => {}
    }
}

fn draw_text(pixmap: &mut PixmapMut<'_>, place: Place, text: &str, lettering: &Lettering) {
    let long = width(text, lettering.size, lettering.bold);
    let back = match lettering.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => long / 2.0,
        Anchor::End => long,
    };
    let mut placed = scaled().pre_translate(single(place.0), single(place.1));
    if lettering.upward {
        placed = placed.pre_rotate(-90.0);
    }
    let letters = outline(text, lettering.size, lettering.bold);
    fill(pixmap, letters, lettering.color, 1.0, placed.pre_translate(single(-back), 0.0));
}

fn fill(pixmap: &mut PixmapMut<'_>, path: Option<Path>, color: Rgb, opacity: f64, placed: Transform) {
    if let Some(path) = path {
        pixmap.fill_path(&path, &paint(color, opacity).0, FillRule::Winding, placed, None);
    }
}

fn draw_line(pixmap: &mut PixmapMut<'_>, path: Option<Path>, stroke: Stroke) {
    let Some(path) = path else { return };
    let lengths = stroke.dash.iter().map(|length| single(*length)).collect();
    let dash = if stroke.dash.is_empty() { None } else { StrokeDash::new(lengths, 0.0) };
    let look = tiny_skia::Stroke {
        width: single(stroke.width),
        line_join: LineJoin::Round,
        dash,
        ..tiny_skia::Stroke::default()
    };
    pixmap.stroke_path(&path, &paint(stroke.color, 1.0).0, &look, scaled(), None);
}

/// The points as a path.
fn path(points: &[Place], closed: bool) -> Option<Path> {
    let (first, others) = points.split_first()?;
    let mut builder = PathBuilder::new();
    builder.move_to(single(first.0), single(first.1));
    for point in others {
        builder.line_to(single(point.0), single(point.1));
    }
    if closed {
        builder.close();
    }
    builder.finish()
}

/// A color, as what paints and as itself.
fn paint(color: Rgb, opacity: f64) -> (Paint<'static>, tiny_skia::Color) {
    let mut itself = tiny_skia::Color::from_rgba8(color.0, color.1, color.2, 255);
    itself.set_alpha(single(opacity));
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(itself);
    (paint, itself)
}

fn scaled() -> Transform {
    Transform::from_scale(single(SCALE), single(SCALE))
}

/// Coordinates are below 10,000 and need a tenth: single precision has them to a thousandth.
#[allow(clippy::cast_possible_truncation)]
fn single(value: f64) -> f32 {
    value as f32
}

#[cfg(test)]
mod tests {
    use super::super::palette::{ACCENT, PLAIN};
    use super::*;

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
    fn a_picture_shows_its_own_drawing_alone() {
        // One after the other in the same memory: smaller, larger, the first again.
        for (high, color) in [(80_u32, ACCENT), (40, PLAIN), (121, ACCENT), (80, PLAIN)] {
            let shape = Shape::Box { corner: (10.0, 5.0), size: (100.0, 8.0), fill: Some(color), stroke: None };
            let rows = read(&png(&Drawing { shapes: vec![shape], height: f64::from(high) / SCALE }).unwrap());
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
