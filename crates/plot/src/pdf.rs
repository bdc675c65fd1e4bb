//! Drawings as PDF: lines, areas and text in the embedded typeface, of which the file holds the letters that it shows. Text
//! can be selected, searched and edited. Tooltips are left out.

use std::collections::BTreeMap;
use std::io::Write;

use flate2::{Compression, write::ZlibEncoder};
use pdf_writer::types::{CidFontType, FontFlags, LineJoinStyle, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use subsetter::GlyphRemapper;

use super::drawing::{Drawing, DrawnShape, PagePoint, Stroke, Type, single};
use super::picture_error::PictureError;
use super::theme::{paper, themed};
use super::typeface::{typeface, width};

/// Control points of a quarter of a circle, in radii.
const ROUND: f32 = 0.552_284_8;
/// The names of the regular and the bold typeface within the file.
const FONTS: [Name<'static>; 2] = [Name(b"F1"), Name(b"F2")];
/// The names that the embedded fonts have by convention: six letters, and the name of the typeface.
const FONT_NAMES: [Name<'static>; 2] = [Name(b"EVOCUB+DejaVuSans"), Name(b"EVOCUB+DejaVuSans-Bold")];
/// Glyph numbers are the codes of characters.
const IDENTITY: SystemInfo<'static> = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// Returns the document of a drawing: one page of its size.
///
/// # Errors
/// If the typeface cannot be embedded: a defect.
pub fn pdf(title: &str, drawing: &Drawing) -> Result<Vec<u8>, PictureError> {
    let [catalog, pages, page, content, info] = [1, 2, 3, 4, 5].map(Ref::new);
    let scale = single(drawing.page.point());
    let (wide, high) = (single(drawing.page.units()) * scale, single(drawing.height) * scale);
    let painted = Painted::new(drawing, [scale, 0.0, 0.0, -scale, 0.0, high], (wide / scale, high / scale));
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids([page]).count(1);
    let mut page_object = pdf.page(page);
    page_object.media_box(Rect::new(0.0, 0.0, wide, high)).parent(pages).contents(content);
    let mut resources = page_object.resources();
    let mut fonts = resources.fonts();
    let used: Vec<usize> = (0..2).filter(|font| !painted.letters[*font].codes.is_empty()).collect();
    for font in &used {
        fonts.pair(FONTS[*font], font_refs(*font)[0]);
    }
    fonts.finish();
    let mut states = resources.ext_g_states();
    for (percent, name) in &painted.opacities {
        states
            .insert(Name(name.as_bytes()))
            .start::<pdf_writer::writers::ExtGraphicsState<'_>>()
            .non_stroking_alpha(f32::from(*percent) / 100.0);
    }
    states.finish();
    resources.finish();
    page_object.finish();
    pdf.stream(content, &compressed(&painted.content.finish())).filter(Filter::FlateDecode);
    for font in used {
        painted.letters[font].embed(&mut pdf, font)?;
    }
    pdf.document_info(info).title(TextStr(title)).creator(TextStr("evocube"));
    Ok(pdf.finish())
}

/// Returns the objects of a font: the font, its descendant, descriptor, file and map to Unicode.
fn font_refs(font: usize) -> [Ref; 5] {
    let first = if font == 0 { 6 } else { 11 };
    [0, 1, 2, 3, 4].map(|offset| Ref::new(first + offset))
}

/// The content of the page, and what it needs.
struct Painted {
    content: Content,
    /// The letters of the regular and the bold typeface.
    letters: [Letters; 2],
    /// Opacities in percent with the names of their states.
    opacities: BTreeMap<u8, String>,
}

impl Painted {
    fn new(drawing: &Drawing, placed: [f32; 6], (wide, high): (f32, f32)) -> Self {
        let letters = [Letters::default(), Letters::default()];
        let mut painted = Self { content: Content::new(), letters, opacities: BTreeMap::new() };
        painted.content.transform(placed);
        painted.fill(paper(drawing), 1.0);
        painted.content.rect(0.0, 0.0, wide, high).fill_nonzero();
        painted.content.set_line_join(LineJoinStyle::RoundJoin);
        for shape in themed(drawing) {
            painted.draw(&shape);
        }
        painted
    }

    /// Draws one shape.
    fn draw(&mut self, shape: &DrawnShape) {
        match shape {
            DrawnShape::Line { points, closed, stroke: Stroke { color, width, dash } } => {
                let [r, g, b] = rgb((color.0, color.1, color.2));
                self.content.set_stroke_rgb(r, g, b).set_line_width(single(*width));
                self.content.set_dash_pattern(dash.iter().map(|length| single(*length)), 0.0);
                self.path(points);
                if *closed {
                    self.content.close_and_stroke()
                } else {
                    self.content.stroke()
                };
            }
            DrawnShape::Area { outline, color } => {
                self.fill(color.rgb, color.alpha);
                self.path(outline);
                self.content.close_path().fill_nonzero();
            }
            DrawnShape::Dot { center, radius, color } => {
                self.fill(color.rgb, color.alpha);
                self.circle(*center, single(*radius));
            }
            DrawnShape::Text { place, text, letters } => self.text(*place, text, *letters),
            DrawnShape::Begin(_) | DrawnShape::End => {}
        }
    }

    fn fill(&mut self, color: (u8, u8, u8), opacity: f64) {
        // From 0 to 100.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let percent = (100.0 * opacity).round() as u8;
        let name = self.opacities.entry(percent).or_insert_with(|| format!("G{percent}"));
        let [r, g, b] = rgb(color);
        self.content.set_parameters(Name(name.as_bytes())).set_fill_rgb(r, g, b);
    }

    fn path(&mut self, points: &[PagePoint]) {
        for (index, (x, y)) in points.iter().map(|(x, y)| (single(*x), single(*y))).enumerate() {
            if index == 0 {
                self.content.move_to(x, y)
            } else {
                self.content.line_to(x, y)
            };
        }
    }

    /// Fills a circle of four cubic curves.
    fn circle(&mut self, center: PagePoint, r: f32) {
        let (x, y, c) = (single(center.0), single(center.1), ROUND * r);
        self.content
            .move_to(x + r, y)
            .cubic_to(x + r, y + c, x + c, y + r, x, y + r)
            .cubic_to(x - c, y + r, x - r, y + c, x - r, y)
            .cubic_to(x - r, y - c, x - c, y - r, x, y - r)
            .cubic_to(x + c, y - r, x + r, y - c, x + r, y)
            .close_path()
            .fill_nonzero();
    }

    fn text(&mut self, place: PagePoint, text: &str, letters: Type) {
        let Type { size, bold, color, upward, .. } = letters;
        let back = single(letters.share_before() * width(text, size, bold));
        let (x, y) = (single(place.0), single(place.1));
        // Letters stand upright on a page whose lengths run downward.
        let placed = if upward { [0.0, -1.0, -1.0, 0.0, x, y + back] } else { [1.0, 0.0, 0.0, -1.0, x - back, y] };
        let codes = self.letters[usize::from(bold)].codes(text, bold);
        self.fill(color.rgb, color.alpha);
        self.content.begin_text().set_font(FONTS[usize::from(bold)], single(size)).set_text_matrix(placed);
        self.content.show(Str(&codes)).end_text();
    }
}

/// The letters of a typeface that a file shows.
#[derive(Default)]
struct Letters {
    glyphs: GlyphRemapper,
    /// By their codes, which are the numbers of their glyphs in the file: the letter and its width in thousandths of the size.
    codes: BTreeMap<u16, (char, f32)>,
}

impl Letters {
    /// Returns the codes of a text, two bytes each.
    fn codes(&mut self, text: &str, bold: bool) -> Vec<u8> {
        let typeface = typeface(bold);
        let code = |character: char| {
            let glyph = typeface.glyph(character);
            let code = self.glyphs.remap(u16::try_from(glyph.to_u32()).expect("the format counts glyphs with 16 bits"));
            let wide = 1000.0 * typeface.advance(glyph) / typeface.units_per_em();
            self.codes.entry(code).or_insert((character, wide));
            code.to_be_bytes()
        };
        text.chars().flat_map(code).collect()
    }

    /// Writes the font.
    fn embed(&self, pdf: &mut Pdf, font: usize) -> Result<(), PictureError> {
        let [whole, descendant, descriptor, file, map] = font_refs(font);
        let typeface = typeface(font == 1);
        let name = FONT_NAMES[font];
        let subset = subsetter::subset(typeface.data, 0, &self.glyphs).map_err(PictureError::Typeface)?;
        let thousandths = |units: f32| 1000.0 * units / typeface.units_per_em();
        pdf.type0_font(whole)
            .base_font(name)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(descendant)
            .to_unicode(map);
        let mut letters = pdf.cid_font(descendant);
        letters.subtype(CidFontType::Type2).base_font(name).system_info(IDENTITY).font_descriptor(descriptor);
        letters.cid_to_gid_map_predefined(Name(b"Identity")).default_width(0.0);
        let mut widths = letters.widths();
        for (code, (_, wide)) in &self.codes {
            widths.consecutive(*code, [*wide]);
        }
        widths.finish();
        letters.finish();
        let metrics = &typeface.metrics;
        let bounds = metrics.bounds.unwrap_or_default();
        let [left, bottom, right, top] = [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(thousandths);
        pdf.font_descriptor(descriptor)
            .name(name)
            .flags(FontFlags::NON_SYMBOLIC)
            .bbox(Rect::new(left, bottom, right, top))
            .italic_angle(0.0)
            .ascent(thousandths(metrics.ascent))
            .descent(thousandths(metrics.descent))
            .cap_height(thousandths(metrics.cap_height.unwrap_or(metrics.ascent)))
            .stem_v(if font == 1 { 140.0 } else { 80.0 })
            .font_file2(file);
        pdf.stream(file, &compressed(&subset)).filter(Filter::FlateDecode);
        let mut unicode = UnicodeCmap::new(Name(b"Custom"), IDENTITY);
        for (code, (character, _)) in &self.codes {
            unicode.pair(*code, *character);
        }
        pdf.cmap(map, &unicode.finish());
        Ok(())
    }
}

/// Compresses the bytes of a stream.
fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("writing to memory cannot fail")
}

fn rgb((r, g, b): (u8, u8, u8)) -> [f32; 3] {
    [r, g, b].map(|channel| f32::from(channel) / 255.0)
}
