//! Colors and dash patterns that stay apart for color-blind readers and on a black-and-white print.

use std::fmt;

use plotters::style::Color;
use plotters::style::RGBColor;

/// A color, opaque.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rgb(pub(super) u8, pub(super) u8, pub(super) u8);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

impl Color for Rgb {
    fn to_backend_color(&self) -> plotters_backend::BackendColor {
        RGBColor(self.0, self.1, self.2).to_backend_color()
    }
}

impl Rgb {
    /// How light it looks, 0 to 1: the relative luminance of WCAG 2.
    pub(super) fn luminance(self) -> f64 {
        let linear = |channel: u8| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.040_45 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// Black or white, whichever is easier to read on this color.
    pub(super) fn ink_on_it(self) -> Self {
        // Where the contrast (L + 0.05) / (L' + 0.05) to black and to white is the same.
        if self.luminance() > 0.179 { INK } else { PAPER }
    }
}

/// The background of every figure.
pub(super) const PAPER: Rgb = Rgb(255, 255, 255);
/// Titles and labels.
pub(super) const INK: Rgb = Rgb(26, 26, 26);
/// Axes, ticks and what is said in passing.
pub(super) const SOFT_INK: Rgb = Rgb(89, 89, 89);
/// Grid lines.
pub(super) const GRID: Rgb = Rgb(226, 226, 226);
/// Lines that are there for comparison only, and cells without data.
pub(super) const BACKGROUND_LINE: Rgb = Rgb(190, 190, 190);
/// What stands out: the winner, the reference line.
pub(super) const ACCENT: Rgb = Rgb(213, 94, 0);
/// What does not: the other levels.
pub(super) const PLAIN: Rgb = Rgb(0, 114, 178);

/// How a line is told from its neighbors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LineLook {
    /// Its color.
    pub(super) color: Rgb,
    /// Lengths of dashes and gaps, in turn; empty for a solid line.
    pub(super) dash: &'static [f64],
}

/// The looks of up to eight lines: the palette of M. Okabe and K. Ito ("Color universal design", 2008) without its
/// yellow, which is too pale for a line on white, and with a gray in its place.
pub(super) const LINES: [LineLook; 8] = [
    LineLook { color: Rgb(0, 114, 178), dash: &[] },
    LineLook { color: Rgb(230, 159, 0), dash: &[9.0, 3.0] },
    LineLook { color: Rgb(0, 158, 115), dash: &[2.0, 2.5] },
    LineLook { color: Rgb(213, 94, 0), dash: &[9.0, 3.0, 2.0, 3.0] },
    LineLook { color: Rgb(204, 121, 167), dash: &[5.0, 2.5] },
    LineLook { color: Rgb(0, 0, 0), dash: &[9.0, 3.0, 2.0, 3.0, 2.0, 3.0] },
    LineLook { color: Rgb(86, 180, 233), dash: &[14.0, 3.0] },
    LineLook { color: Rgb(110, 110, 110), dash: &[1.5, 4.0] },
];

/// Dark blue over gray to yellow: light and dark alone give the order, so it survives any color blindness.
const HEAT: [Rgb; 6] =
    [Rgb(11, 37, 89), Rgb(53, 74, 112), Rgb(95, 106, 120), Rgb(139, 141, 122), Rgb(191, 180, 108), Rgb(243, 224, 92)];

/// The color of a place between the lowest (0, dark) and the highest (1, light).
pub(super) fn heat(place: f64) -> Rgb {
    let along = place.clamp(0.0, 1.0) * (HEAT.len() - 1) as f64;
    let lower = (0..HEAT.len() - 1).rev().find(|&stop| along >= stop as f64).unwrap_or(0);
    let (from, to, share) = (HEAT[lower], HEAT[lower + 1], along - lower as f64);
    let between = |a: u8, b: u8| {
        let value = (f64::from(a) + share * (f64::from(b) - f64::from(a))).round();
        // Between two bytes, so a byte.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let byte = value as u8;
        byte
    };
    Rgb(between(from.0, to.0), between(from.1, to.1), between(from.2, to.2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heat_only_gets_lighter() {
        let lights: Vec<f64> = (0..=100).map(|step| heat(f64::from(step) / 100.0).luminance()).collect();
        assert!(lights.is_sorted_by(|a, b| a <= b));
        assert_eq!((heat(0.0), heat(1.0)), (HEAT[0], HEAT[5]));
    }

    #[test]
    fn ink_is_readable_everywhere() {
        for step in 0..=100 {
            let (ground, ink) =
                (heat(f64::from(step) / 100.0).luminance(), heat(f64::from(step) / 100.0).ink_on_it().luminance());
            let contrast = (ground.max(ink) + 0.05) / (ground.min(ink) + 0.05);
            assert!(contrast >= 3.6, "contrast {contrast} at {step} %");
        }
    }

    #[test]
    fn lines_differ_in_color_and_dash() {
        for (at, a) in LINES.iter().enumerate() {
            for b in &LINES[..at] {
                assert!(a.color != b.color && a.dash != b.dash);
            }
        }
    }

    #[test]
    fn colors_are_written_as_in_css() {
        assert_eq!(Rgb(0, 114, 178).to_string(), "#0072b2");
    }
}
