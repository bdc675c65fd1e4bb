//! Drawings as PNG, painted with the embedded typeface: no font of the system is read, so a picture looks the same
//! everywhere.
//!
//! Painting the same shapes that [`super::svg`] writes takes these few lines. Rendering the SVG instead would mean a
//! reader of all SVG and a shaper of all scripts, more than half of the time to build the whole program.

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use tiny_skia::{FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, StrokeDash, Transform};

use super::drawing::{Anchor, Drawing, Lettering, Place, Shape, Stroke, WIDTH};
use super::palette::{Colour, PAPER};
use super::typeface::{outline, width};

/// Pixels a unit of the drawing: pictures are 1600 pixels wide.
const SCALE: f64 = 2.0;

/// The pictures of several drawings, on all cores.
pub(super) fn pngs(drawings: &[&Drawing]) -> Result<Vec<Vec<u8>>, String> {
    drawings.par_iter().map(|drawing| png(drawing)).collect()
}

/// The picture of a drawing.
pub(super) fn png(drawing: &Drawing) -> Result<Vec<u8>, String> {
    // A few thousand at most, and above 0.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let pixels = |length: f64| (length * SCALE).ceil() as u32;
    let mut pixmap = Pixmap::new(pixels(WIDTH), pixels(drawing.height)).ok_or("an empty drawing")?;
    pixmap.fill(paint(PAPER, 1.0).1);
    for shape in &drawing.shapes {
        draw(&mut pixmap, shape);
    }
    encode(&pixmap).map_err(|error| error.to_string())
}

/// A picture without transparency as PNG. Fast compression: the file is a little larger, and a report is written in
/// half the time.
fn encode(pixmap: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let pixels = pixmap.data().as_chunks::<4>().0;
    let mut colours = vec![0; 3 * pixels.len()];
    for (colour, &[r, g, b, _]) in colours.as_chunks_mut::<3>().0.iter_mut().zip(pixels) {
        *colour = [r, g, b];
    }
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&colours)?;
    writer.finish()?;
    Ok(bytes)
}

/// Paints one shape. What has no extent leaves no trace.
fn draw(pixmap: &mut Pixmap, shape: &Shape) {
    match shape {
        Shape::Line { points, stroke } => draw_line(pixmap, path(points, false), *stroke),
        Shape::Area { outline, colour, opacity } => {
            fill(pixmap, path(outline, true), *colour, *opacity, scaled());
        }
        Shape::Box { corner, size, fill: inside, stroke } => {
            let rect = Rect::from_xywh(single(corner.0), single(corner.1), single(size.0), single(size.1));
            let path = rect.map(PathBuilder::from_rect);
            if let Some(colour) = inside {
                fill(pixmap, path.clone(), *colour, 1.0, scaled());
            }
            if let Some(stroke) = stroke {
                draw_line(pixmap, path, *stroke);
            }
        }
        Shape::Dot { centre, radius, fill: inside, stroke } => {
            let path = PathBuilder::from_circle(single(centre.0), single(centre.1), single(*radius));
            if let Some(colour) = inside {
                fill(pixmap, path.clone(), *colour, 1.0, scaled());
            }
            if let Some(stroke) = stroke {
                draw_line(pixmap, path, *stroke);
            }
        }
        Shape::Text { place, text, lettering } => draw_text(pixmap, *place, text, lettering),
        Shape::Begin(_) | Shape::End => {}
    }
}

fn draw_text(pixmap: &mut Pixmap, place: Place, text: &str, lettering: &Lettering) {
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
    fill(pixmap, letters, lettering.colour, 1.0, placed.pre_translate(single(-back), 0.0));
}

fn fill(pixmap: &mut Pixmap, path: Option<Path>, colour: Colour, opacity: f64, placed: Transform) {
    if let Some(path) = path {
        pixmap.fill_path(&path, &paint(colour, opacity).0, FillRule::Winding, placed, None);
    }
}

fn draw_line(pixmap: &mut Pixmap, path: Option<Path>, stroke: Stroke) {
    let Some(path) = path else { return };
    let lengths = stroke.dash.iter().map(|length| single(*length)).collect();
    let dash = if stroke.dash.is_empty() { None } else { StrokeDash::new(lengths, 0.0) };
    let look = tiny_skia::Stroke {
        width: single(stroke.width),
        line_join: LineJoin::Round,
        dash,
        ..tiny_skia::Stroke::default()
    };
    pixmap.stroke_path(&path, &paint(stroke.colour, 1.0).0, &look, scaled(), None);
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

/// A colour, as what paints and as itself.
fn paint(colour: Colour, opacity: f64) -> (Paint<'static>, tiny_skia::Color) {
    let mut itself = tiny_skia::Color::from_rgba8(colour.0, colour.1, colour.2, 255);
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
