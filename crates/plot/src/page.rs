//! The page of a figure: width and height, size of its type, [`Theme`], whether its title is drawn, and the resolution of PNG. Those of
//! reports and telephones are constants. A width that does not suit the type is a [`PageError`]. Colors are changed in `theme`. What stands
//! on the page of a report is in `sections`.

use super::TICK_TYPE;

/// Width of the figures of a report, in units of layout.
const SCREEN: f64 = 800.0;
/// Type size of the figures of a report, in points: a unit is then a CSS pixel.
const SCREEN_TYPE: f64 = 9.0;
/// Points per inch, and millimeters per inch.
const INCH: (f64, f64) = (72.0, 25.4);
/// Pixels per inch in PNG files for print, as journals ask of line art.
const PRINT_RESOLUTION: f64 = 600.0;
/// Minimum and maximum width in units of layout, 20 and 250 times the type size.
const UNITS: (f64, f64) = (240.0, 3000.0);

/// The colors of a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark on white, with a pale grid.
    #[default]
    Light,
    /// Light on near-black.
    Dark,
    /// Black text and axes on white, without a grid.
    Print,
}

/// Error: a figure is too narrow or too wide for the size of its type.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "a figure {width} mm wide has no room for type of {font_size} pt: write a type size from {smallest:.1} to {largest:.1} pt"
)]
pub struct PageError {
    width: f64,
    font_size: f64,
    smallest: f64,
    largest: f64,
}

/// Width, type size, title and colors of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Page {
    /// Width in millimeters; `None` for the 800 CSS pixels of a report.
    width: Option<f64>,
    /// Height in millimeters; `None` for the height that suits the figure.
    height: Option<f64>,
    /// Size of labels and of the numbers at ticks, in points.
    font_size: f64,
    /// Whether the title is drawn.
    pub(super) titled: bool,
    pub(super) theme: Theme,
}

impl Default for Page {
    fn default() -> Self {
        Self::SCREEN
    }
}

impl Page {
    /// The page of figures in reports.
    pub const SCREEN: Self =
        Self { width: None, height: None, font_size: SCREEN_TYPE, titled: true, theme: Theme::Light };

    /// The page of figures on telephones, 366 CSS pixels wide.
    pub const TELEPHONE: Self = Self { width: Some(96.8375), ..Self::SCREEN };

    /// Returns a page of a width in millimeters, with labels of a size in points; `titled` is whether the title is drawn.
    ///
    /// # Errors
    /// If the width is less than 20 or more than 250 times the size of the type.
    pub fn new(width: f64, font_size: f64, titled: bool, theme: Theme) -> Result<Self, PageError> {
        let page = Self { width: Some(width), height: None, font_size, titled, theme };
        if (UNITS.0..=UNITS.1).contains(&page.units()) {
            return Ok(page);
        }
        let size = |units: f64| font_size * page.units() / units;
        Err(PageError { width, font_size, smallest: size(UNITS.1), largest: size(UNITS.0) })
    }

    /// Returns the width in units of layout. Labels have the same size in units in all figures, so a narrow page has few units.
    pub fn units(self) -> f64 {
        self.width.map_or(SCREEN, |width| self.scaled(width))
    }

    /// Returns the page with a height in millimeters, or with the one that suits each figure. A height that is too low is not found here,
    /// but by `draw_figure` of `evocube-report`.
    #[must_use]
    pub fn with_height(self, height: Option<f64>) -> Self {
        Self { height, ..self }
    }

    /// Returns the height in units of layout, if it is given.
    pub fn units_high(self) -> Option<f64> {
        self.height.map(|height| self.scaled(height))
    }

    fn scaled(self, length: f64) -> f64 {
        length / INCH.1 * INCH.0 / self.point()
    }

    /// Returns a length in units in millimeters.
    pub fn millimeters(self, units: f64) -> f64 {
        units * self.point() / INCH.0 * INCH.1
    }

    /// Returns the points of a unit.
    pub(super) fn point(self) -> f64 {
        self.font_size / TICK_TYPE
    }

    /// Returns the physical pixels of a unit in PNG files, and those of a meter if the page has a size.
    pub(super) fn resolution(self) -> (f64, Option<f64>) {
        match self.width {
            None => (2.0, None),
            Some(_) => (self.point() * PRINT_RESOLUTION / INCH.0, Some(PRINT_RESOLUTION / INCH.1 * 1000.0)),
        }
    }

    /// Returns a length in units as an SVG file writes it.
    pub(super) fn length(self, units: f64) -> String {
        match self.width {
            None => format!("{units}"),
            Some(_) => {
                let text = format!("{:.2}", self.millimeters(units));
                format!("{}mm", text.trim_end_matches('0').trim_end_matches('.'))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_reports_are_800_pixels_wide_and_a_column_has_30_labels_of_its_type() {
        assert_eq!(
            (Page::default().units(), Page::default().point(), &Page::default().length(800.0)[..]),
            (800.0, 0.75, "800")
        );
        let column = Page::new(85.0, 8.0, true, Theme::Light).unwrap();
        assert!((column.units() - 361.417).abs() < 0.001, "{}", column.units());
        assert_eq!(column.length(column.units()), "85mm");
        let (pixels, per_meter) = column.resolution();
        assert!(
            (pixels * column.units() - 85.0 / 25.4 * 600.0).abs() < 1e-6
                && (per_meter.unwrap() - 23622.05).abs() < 0.01
        );
    }

    #[test]
    fn type_that_does_not_fit_the_width_is_refused_with_sizes_that_do() {
        let error = Page::new(85.0, 40.0, true, Theme::Light).unwrap_err();
        let said = "a figure 85 mm wide has no room for type of 40 pt: write a type size from 1.0 to 12.0 pt";
        assert_eq!(error.to_string(), said);
        assert!(Page::new(85.0, 12.0, true, Theme::Light).is_ok() && Page::new(85.0, 0.5, true, Theme::Light).is_err());
    }
}
