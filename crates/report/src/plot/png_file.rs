//! Pictures as PNG files: a palette if 256 colors are enough, otherwise three bytes per pixel.
//!
//! A figure repeats itself from row to row, so the rows are compressed without a filter, all at once.

use super::compression::compressed;

/// Maximum number of colors of a palette.
const MAX_COLORS: usize = 256;
/// Pixels that are compared with those above at once.
const BLOCK: usize = 16;
/// Slots of the table of colors, four times their number.
const SLOTS: usize = 4 * MAX_COLORS;

/// Returns a picture of opaque pixels (red, green, blue and 255, row by row) as PNG. A picture with a size in print records
/// its pixels per meter.
pub(crate) fn encode(
    pixels: &[u8],
    (width, height): (u32, u32),
    per_meter: Option<f64>,
) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_pixel_dims(per_meter.map(|per_meter| {
        // Some ten thousand.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let pixels = per_meter.round() as u32;
        png::PixelDimensions { xppu: pixels, yppu: pixels, unit: png::Unit::Meter }
    }));
    let pixels = pixels.as_chunks().0;
    let rows = match indexed(pixels, width as usize) {
        Some((rows, palette)) => {
            encoder.set_color(png::ColorType::Indexed);
            encoder.set_palette(palette);
            rows
        }
        None => {
            encoder.set_color(png::ColorType::Rgb);
            colored(pixels, width as usize)
        }
    };
    let mut writer = encoder.write_header()?;
    writer.write_chunk(png::chunk::IDAT, &compressed(&rows))?;
    writer.finish()?;
    Ok(bytes)
}

/// Returns rows of indices of colors, each row after the number of its filter, and the colors; `None` if there are too many.
fn indexed(pixels: &[[u8; 4]], width: usize) -> Option<(Vec<u8>, Vec<u8>)> {
    let mut palette = Palette::default();
    let mut rows = vec![0; pixels.len() / width * (width + 1)];
    // The blocks of the row above, and their indices.
    let mut above: &[[[u8; 4]; BLOCK]] = &[];
    let mut same: &[[u8; BLOCK]] = &[];
    for (row, indices) in pixels.chunks_exact(width).zip(rows.chunks_exact_mut(width + 1)) {
        let (blocks, rest) = row.as_chunks();
        let (indices, rest_indices) = indices[1..].as_chunks_mut();
        for (at, (block, indices)) in blocks.iter().zip(&mut *indices).enumerate() {
            if above.get(at) == Some(block) {
                *indices = same[at];
            } else {
                palette.look_up(block, indices)?;
            }
        }
        palette.look_up(rest, rest_indices)?;
        (above, same) = (blocks, indices);
    }
    Some((rows, palette.colors))
}

/// Returns rows of colors, three bytes each, each row after the number of its filter.
fn colored(pixels: &[[u8; 4]], width: usize) -> Vec<u8> {
    let mut rows = vec![0; pixels.len() / width * (3 * width + 1)];
    for (row, bytes) in pixels.chunks_exact(width).zip(rows.chunks_exact_mut(3 * width + 1)) {
        for (bytes, [red, green, blue, _]) in bytes[1..].as_chunks_mut().0.iter_mut().zip(row) {
            *bytes = [*red, *green, *blue];
        }
    }
    rows
}

/// Colors by their numbers.
struct Palette {
    /// Three bytes per color.
    colors: Vec<u8>,
    /// Colors and their numbers by hash; 0, which is transparent, is an empty slot.
    slots: Box<[(u32, u8); SLOTS]>,
}

impl Default for Palette {
    fn default() -> Self {
        Self { colors: Vec::new(), slots: Box::new([(0, 0); SLOTS]) }
    }
}

impl Palette {
    /// Finds the numbers of colors, and adds new ones; `None` if there are too many.
    fn look_up(&mut self, colors: &[[u8; 4]], numbers: &mut [u8]) -> Option<()> {
        let mut before = (0, 0);
        for (color, number) in colors.iter().zip(numbers) {
            let code = u32::from_le_bytes(*color);
            if code != before.0 {
                before = (code, self.number(code)?);
            }
            *number = before.1;
        }
        Some(())
    }

    fn number(&mut self, code: u32) -> Option<u8> {
        let mut slot = (code.wrapping_mul(0x9e37_79b1) >> (u32::BITS - SLOTS.ilog2())) as usize;
        loop {
            match self.slots[slot] {
                (found, number) if found == code => return Some(number),
                (0, _) => {
                    let number = u8::try_from(self.colors.len() / 3).ok()?;
                    self.slots[slot] = (code, number);
                    self.colors.extend_from_slice(&code.to_le_bytes()[..3]);
                    return Some(number);
                }
                _ => slot = (slot + 1) % SLOTS,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pixels of a file, as `encode` takes them.
    fn decoded(bytes: &[u8]) -> (Vec<u8>, png::ColorType) {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        let color = decoder.read_header_info().unwrap().color_type;
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut colors = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut colors).unwrap();
        (colors.chunks(3).flat_map(|color| [color[0], color[1], color[2], 255]).collect(), color)
    }

    #[test]
    fn png_files_have_the_pixels_of_the_picture() {
        for (colors, kind) in [(1, png::ColorType::Indexed), (256, png::ColorType::Indexed), (257, png::ColorType::Rgb)]
        {
            // Widths around blocks of 16 pixels, rows that repeat and rows that do not.
            for width in [1_u32, 15, 16, 17, 33, 257] {
                let color = |at: u32| {
                    let [low, high, ..] = (at % colors).to_le_bytes();
                    [low, low.wrapping_mul(91), high, 255]
                };
                let height = 300 + colors / width;
                let pixels: Vec<u8> = (0..width * height)
                    .flat_map(|at| color(if (at / width) % 3 == 0 { at % width } else { at }))
                    .collect();
                let (found, found_kind) = decoded(&encode(&pixels, (width, height), None).unwrap());
                assert!(found == pixels, "{colors} colors, {width} pixels wide");
                assert_eq!(found_kind, kind, "{colors} colors, {width} pixels wide");
            }
        }
    }
}
