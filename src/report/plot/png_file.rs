//! Pictures without transparency as PNG files.
//!
//! A row is written as the errors of the filter Paeth's prediction. Most pixels of a figure repeat the row above. The
//! prediction of a pixel is exact if it and its left neighbor do so. Such rows and blocks are found by comparison and are
//! not filtered. The compression is fast: a file is a little larger than possible.

use std::io;

use fdeflate::Compressor;
use flate2::Crc;

/// Bytes of a pixel before and after: red, green, blue, and opacity, which is not written.
const READ: usize = 4;
const WRITTEN: usize = 3;
/// Pixels that are compared and filtered together.
const BLOCK: usize = 16;
/// Bytes of compressed rows in a chunk.
const CHUNK: usize = 4096;
/// The number of the filter Paeth.
const PAETH: u8 = 4;

/// Encodes a picture of opaque pixels, four bytes each. A picture with a size in print says its pixels a meter.
pub(super) fn encode(pixels: &[u8], (width, height): (u32, u32), per_meter: Option<u32>) -> io::Result<Vec<u8>> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    // Eight bits a channel, three channels, the only ways to compress and filter, rows in order.
    let sides = [width.to_be_bytes(), height.to_be_bytes()].concat();
    chunk(&mut file, *b"IHDR", &[&sides[..], &[8, 2, 0, 0, 0]].concat())?;
    if let Some(per_meter) = per_meter.map(u32::to_be_bytes) {
        chunk(&mut file, *b"pHYs", &[&per_meter[..], &per_meter, &[1]].concat())?;
    }
    for part in compressed_rows(pixels, width as usize)?.chunks(CHUNK) {
        chunk(&mut file, *b"IDAT", part)?;
    }
    chunk(&mut file, *b"IEND", &[])?;
    Ok(file)
}

/// Appends a chunk: length, kind, content, checksum.
fn chunk(file: &mut Vec<u8>, kind: [u8; 4], content: &[u8]) -> io::Result<()> {
    let length = u32::try_from(content.len()).map_err(io::Error::other)?;
    let mut checksum = Crc::new();
    checksum.update(&kind);
    checksum.update(content);
    for part in [&length.to_be_bytes()[..], &kind, content, &checksum.sum().to_be_bytes()] {
        file.extend_from_slice(part);
    }
    Ok(())
}

/// Returns all rows, filtered and compressed.
fn compressed_rows(pixels: &[u8], width: usize) -> io::Result<Vec<u8>> {
    let blocks = width.div_ceil(BLOCK);
    // A black pixel to the left of each row, as the filter wants it.
    let mut above = vec![0; READ * (1 + blocks * BLOCK)];
    let mut row = above.clone();
    let mut filtered = vec![0; WRITTEN * BLOCK * blocks + 1];
    let no_errors = vec![0; WRITTEN * width];
    let mut rows = Compressor::new(Vec::new())?;
    for colors in pixels.chunks_exact(READ * width) {
        rows.write_data(&[PAETH])?;
        if above[READ..][..colors.len()] == *colors {
            rows.write_data(&no_errors)?;
            continue;
        }
        row[READ..][..colors.len()].copy_from_slice(colors);
        for block in 0..blocks {
            let places = READ * BLOCK * block..READ * (1 + BLOCK * (block + 1));
            let filtered = &mut filtered[WRITTEN * BLOCK * block..][..WRITTEN * BLOCK + 1];
            if row[places.clone()] == above[places.clone()] {
                filtered[..WRITTEN * BLOCK].fill(0);
            } else {
                filter(&row[places.clone()], &above[places], filtered);
            }
        }
        rows.write_data(&filtered[..WRITTEN * width])?;
        std::mem::swap(&mut row, &mut above);
    }
    rows.finish()
}

/// Filters a block, given with the pixel before it.
fn filter(row: &[u8], above: &[u8], filtered: &mut [u8]) {
    let mut errors = [0; READ * BLOCK];
    for (at, error) in errors.iter_mut().enumerate() {
        *error = row[READ + at].wrapping_sub(paeth(row[at], above[READ + at], above[at]));
    }
    // The byte of the opacity is overwritten by the next pixel.
    for (pixel, errors) in errors.as_chunks::<READ>().0.iter().enumerate() {
        filtered[WRITTEN * pixel..][..READ].copy_from_slice(errors);
    }
}

/// Returns the one of three neighbors that is nearest to left + above - corner; the first of them in a tie.
fn paeth(left: u8, above: u8, corner: u8) -> u8 {
    let (a, b, c) = (i16::from(left), i16::from(above), i16::from(corner));
    let (to_left, to_above, to_corner) = ((b - c).abs(), (a - c).abs(), (a + b - 2 * c).abs());
    if to_left <= to_above && to_left <= to_corner {
        left
    } else if to_above <= to_corner {
        above
    } else {
        corner
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    #[test]
    fn pictures_are_decoded_to_the_same_pixels() {
        let mut stream = Seed::from_number(5).key(0).stream(0);
        for (width, height, noise) in [(1, 1, 1), (15, 9, 2), (16, 30, 3), (17, 8, 9), (100, 60, 40), (333, 50, 2000)] {
            // Rows that repeat the one above but for some pixels, and every fourth row without exception.
            let mut pixels = vec![255; READ * width];
            for row in 1..height {
                let mut copy = pixels[READ * width * (row - 1)..].to_vec();
                for _ in 0..if row % 4 == 0 { 0 } else { noise } {
                    let (at, color) = (stream.index(width), stream.word());
                    copy[READ * at..][..WRITTEN].copy_from_slice(&color.to_le_bytes()[..WRITTEN]);
                }
                pixels.extend(copy);
            }
            let sides = (u32::try_from(width).unwrap(), u32::try_from(height).unwrap());
            let file = encode(&pixels, sides, Some(23_622)).unwrap();
            let mut reader = png::Decoder::new(io::Cursor::new(file)).read_info().unwrap();
            let mut decoded = vec![0; reader.output_buffer_size().unwrap()];
            let info = reader.next_frame(&mut decoded).unwrap();
            assert_eq!((info.width, info.height, info.color_type), (sides.0, sides.1, png::ColorType::Rgb));
            let expected: Vec<u8> = pixels.as_chunks().0.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect();
            assert!(decoded == expected, "{width} × {height}");
            assert_eq!(reader.info().pixel_dims.map(|dims| dims.xppu), Some(23_622));
        }
    }
}
