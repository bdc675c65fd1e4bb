//! The colors and dashes of all figures, light and dark, and the scale of heat maps. Up to eight lines can be told apart by color-blind
//! readers, and in black-and-white print; lines of ordered levels by lightness, without dashes. The forms of marks are in `primitives`, the
//! colors of a page that is read in the dark in `html/figures.css`.

use super::drawing::{Rgb, Stroke};

/// The background of every figure.
pub const PAPER: Rgb = Rgb(255, 255, 255);
/// Titles and labels.
pub const INK: Rgb = Rgb(26, 26, 26);
/// Axes, ticks and notes.
pub const SOFT_INK: Rgb = Rgb(89, 89, 89);
/// Grid lines.
pub(crate) const GRID: Rgb = Rgb(226, 226, 226);
/// Lines in the background, and cells without data.
pub const BACKGROUND_LINE: Rgb = Rgb(190, 190, 190);
/// The selected configuration, the reference line.
pub const ACCENT: Rgb = Rgb(213, 94, 0);
/// All other configurations.
pub const PLAIN: Rgb = Rgb(0, 114, 178);

/// The looks of up to eight lines: the palette of M. Okabe and K. Ito ("Color universal design", 2008) without its
/// yellow, which is too pale for a line on white, and with a gray in its place.
pub const LOOKS: [Stroke; 8] = [
    Stroke::solid(Rgb(0, 114, 178), 1.9),
    Stroke::solid(Rgb(230, 159, 0), 1.9).dashed(&[7.0, 3.0]),
    Stroke::solid(Rgb(0, 158, 115), 1.9).dashed(&[3.0, 1.5]),
    Stroke::solid(Rgb(213, 94, 0), 1.9).dashed(&[10.0, 2.0, 2.0, 2.0]),
    Stroke::solid(Rgb(204, 121, 167), 1.9).dashed(&[5.0, 2.0]),
    Stroke::solid(Rgb(0, 0, 0), 1.9).dashed(&[10.0, 2.0, 2.0, 2.0, 2.0, 2.0]),
    Stroke::solid(Rgb(86, 180, 233), 1.9).dashed(&[14.0, 3.0]),
    Stroke::solid(Rgb(110, 110, 110), 1.9).dashed(&[1.5, 2.5]),
];

/// The looks of the lines of ordered levels: viridis of N. Smith and S. van der Walt (2015) without its pale end. Lightness alone gives
/// the order, so the lines need no dashes.
pub const ORDERED: [Stroke; LOOKS.len()] = [
    Stroke::solid(Rgb(68, 1, 84), 1.9),
    Stroke::solid(Rgb(71, 44, 122), 1.9),
    Stroke::solid(Rgb(60, 80, 139), 1.9),
    Stroke::solid(Rgb(45, 113, 142), 1.9),
    Stroke::solid(Rgb(33, 142, 141), 1.9),
    Stroke::solid(Rgb(37, 172, 130), 1.9),
    Stroke::solid(Rgb(86, 198, 103), 1.9),
    Stroke::solid(Rgb(162, 218, 55), 1.9),
];

/// Returns the look of a line by its rank; `None` for the gray background. Ranks 0 to 7 are of [`LOOKS`], 8 to 15 of [`ORDERED`].
///
/// # Panics
/// If the rank is above 15.
pub fn look(rank: Option<usize>) -> Stroke {
    rank.map_or(Stroke::solid(BACKGROUND_LINE, 1.0), |rank| {
        *LOOKS.iter().chain(&ORDERED).nth(rank).expect("a rank with a look")
    })
}

/// Returns the rank of a level, counted from 0, among `levels` ordered ones. Their looks are spread over [`ORDERED`] and differ for up to
/// eight levels.
pub fn ordered_rank(level: usize, levels: usize) -> usize {
    LOOKS.len() + level * (ORDERED.len() - 1) / (levels - 1).max(1)
}

/// Ink on dark cells, the same in all themes: white, but for the one step that tells it from [`PAPER`].
pub(super) const CELL_LIGHT: Rgb = Rgb(254, 254, 254);
/// Ink on light cells, the same in all themes: black, but for the one step that tells it from the black of [`LOOKS`].
pub(super) const CELL_DARK: Rgb = Rgb(1, 1, 1);

/// Pairs of a color and its replacement in the dark theme. Lines stand out as much as on white, and scales keep their direction from
/// the background. Other colors stay.
pub(super) const DARK: [(Rgb, Rgb); 20] = [
    (PAPER, Rgb(22, 24, 27)),
    (INK, Rgb(232, 232, 230)),
    (SOFT_INK, Rgb(170, 170, 167)),
    (GRID, Rgb(52, 55, 60)),
    (BACKGROUND_LINE, Rgb(92, 96, 101)),
    (LOOKS[0].color, Rgb(64, 146, 226)),
    (LOOKS[2].color, Rgb(38, 188, 144)),
    (LOOKS[3].color, Rgb(240, 116, 40)),
    (LOOKS[4].color, Rgb(222, 140, 185)),
    (LOOKS[5].color, Rgb(245, 245, 243)),
    (LOOKS[6].color, Rgb(150, 216, 255)),
    (LOOKS[7].color, Rgb(150, 150, 148)),
    (ORDERED[0].color, Rgb(253, 231, 37)),
    (ORDERED[1].color, Rgb(208, 225, 28)),
    (ORDERED[2].color, Rgb(160, 218, 57)),
    (ORDERED[3].color, Rgb(115, 208, 86)),
    (ORDERED[4].color, Rgb(74, 193, 109)),
    (ORDERED[5].color, Rgb(45, 178, 125)),
    (ORDERED[6].color, Rgb(31, 161, 135)),
    (ORDERED[7].color, Rgb(33, 145, 140)),
];

/// Returns the relative luminance of WCAG 2, 0 to 1.
fn luminance(color: Rgb) -> f64 {
    let linear = |channel: u8| {
        let share = f64::from(channel) / 255.0;
        if share <= 0.040_45 { share / 12.92 } else { libm::pow((share + 0.055) / 1.055, 2.4) }
    };
    0.2126 * linear(color.0) + 0.7152 * linear(color.1) + 0.0722 * linear(color.2)
}

/// Returns [`CELL_DARK`] or [`CELL_LIGHT`], whichever has more contrast to a color.
pub(super) fn ink_on(color: Rgb) -> Rgb {
    // Where the contrast (L + 0.05) / (L' + 0.05) to black and to white is the same.
    if luminance(color) > 0.179 { CELL_DARK } else { CELL_LIGHT }
}

/// Dark blue over green to pale yellow, of C. A. Brewer's palettes: light and dark alone give the order, so it survives any color
/// blindness.
const HEAT: [Rgb; 6] =
    [Rgb(12, 44, 132), Rgb(34, 94, 168), Rgb(29, 145, 192), Rgb(65, 182, 196), Rgb(161, 218, 180), Rgb(255, 255, 204)];

/// Returns the color of a place between the lowest (0, dark) and the highest (1, light).
pub(super) fn heat(place: f64) -> Rgb {
    let position = place.clamp(0.0, 1.0) * (HEAT.len() - 1) as f64;
    let lower = (0..HEAT.len() - 1).rev().find(|&stop| position >= stop as f64).unwrap_or(0);
    let (low, high, share) = (HEAT[lower], HEAT[lower + 1], position - lower as f64);
    let mix = |a: u8, b: u8| {
        let value = (f64::from(a) + share * (f64::from(b) - f64::from(a))).round();
        // Between two bytes, so a byte.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let byte = value as u8;
        byte
    };
    Rgb(mix(low.0, high.0), mix(low.1, high.1), mix(low.2, high.2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heat_map_colors_increase_in_lightness() {
        let lights: Vec<f64> = (0..=100).map(|step| luminance(heat(f64::from(step) / 100.0))).collect();
        assert!(lights.is_sorted_by(|a, b| a <= b));
        assert_eq!((heat(0.0), heat(1.0)), (HEAT[0], HEAT[5]));
    }

    #[test]
    fn heat_map_labels_have_contrast_on_every_color() {
        for step in 0..=100 {
            let color = heat(f64::from(step) / 100.0);
            let (ground, ink) = (luminance(color), luminance(ink_on(color)));
            let contrast = (ground.max(ink) + 0.05) / (ground.min(ink) + 0.05);
            assert!(contrast >= 4.5, "contrast {contrast} at {step} %");
        }
    }

    #[test]
    fn lines_stand_out_in_the_dark_and_differ_from_each_other() {
        let dark = |color: Rgb| DARK.iter().find(|(light, _)| *light == color).map_or(color, |(_, dark)| *dark);
        let looks = LOOKS.iter().chain(&ORDERED).map(|look| dark(look.color));
        let colors: Vec<Rgb> = looks.chain([dark(INK), dark(SOFT_INK)]).collect();
        for (index, color) in colors.iter().enumerate() {
            let contrast = (luminance(*color) + 0.05) / (luminance(dark(PAPER)) + 0.05);
            assert!(contrast >= 4.5 && colors[..index].iter().all(|other| other != color), "{color:?}: {contrast}");
        }
    }

    #[test]
    fn ordered_looks_change_in_lightness_and_end_at_the_ends_of_their_palette() {
        let lights =
            |color: fn(usize) -> Rgb| (0..ORDERED.len()).map(|place| luminance(color(place))).collect::<Vec<_>>();
        assert!(lights(|place| ORDERED[place].color).is_sorted_by(|a, b| a < b));
        assert!(lights(|place| DARK[DARK.len() - ORDERED.len() + place].1).is_sorted_by(|a, b| a > b));
        for levels in 2..=ORDERED.len() {
            let ranks: Vec<usize> = (0..levels).map(|level| ordered_rank(level, levels)).collect();
            assert!(ranks.is_sorted_by(|a, b| a < b) && (ranks[0], ranks[levels - 1]) == (8, 15), "{ranks:?}");
        }
    }

    #[test]
    fn line_styles_differ_in_color_and_dash() {
        for (index, a) in LOOKS.iter().enumerate() {
            for b in &LOOKS[..index] {
                assert!(a.color != b.color && a.dash != b.dash);
            }
        }
    }
}
