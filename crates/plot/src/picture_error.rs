//! [`PictureError`]: the reasons why a drawing cannot be written as PNG or PDF; SVG has none. Errors of the file itself are in
//! `ReportError`.

/// Error: a drawing cannot be written as PDF or PNG.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// It has too many pixels: the width and the height.
    #[error("{0} × {1} pixels are too many for a PNG file; SVG and PDF have no limit")]
    TooManyPixels(f64, f64),
    /// It is empty.
    #[error("an empty drawing")]
    Empty,
    /// The pixels cannot be written.
    #[error("{0}")]
    Pixels(png::EncodingError),
    /// The typeface cannot be embedded.
    #[error("{0}")]
    Typeface(subsetter::Error),
}
