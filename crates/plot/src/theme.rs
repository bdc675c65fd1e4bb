//! Themes: drawings are recorded in the colors of the light one, which the writers of files exchange here for those of the dark one or of
//! print, without grid lines. `Theme` itself is in `page`.

use std::borrow::Cow;

use plotters_backend::BackendColor;

use super::drawing::{Drawing, DrawnShape, Rgb};
use super::page::Theme;
use super::palette::{DARK, GRID, INK, PAPER, SOFT_INK};

/// Returns the shapes of a drawing in the colors of its theme.
pub(super) fn themed(drawing: &Drawing) -> impl Iterator<Item = Cow<'_, DrawnShape>> {
    let theme = drawing.page.theme;
    drawing.shapes.iter().filter_map(move |shape| match theme {
        Theme::Light => Some(Cow::Borrowed(shape)),
        _ => exchanged(shape, theme).map(Cow::Owned),
    })
}

/// Returns the color of the background of a drawing.
pub(super) fn paper(drawing: &Drawing) -> (u8, u8, u8) {
    let Rgb(r, g, b) = color(drawing.page.theme, PAPER).unwrap_or(PAPER);
    (r, g, b)
}

/// Returns the color that stands for one of the light theme; `None` for what the theme leaves out.
fn color(theme: Theme, light: Rgb) -> Option<Rgb> {
    match theme {
        Theme::Dark => Some(DARK.iter().find(|(original, _)| *original == light).map_or(light, |(_, dark)| *dark)),
        Theme::Print if light == GRID => None,
        Theme::Print if light == INK || light == SOFT_INK => Some(Rgb(0, 0, 0)),
        Theme::Light | Theme::Print => Some(light),
    }
}

/// Returns a shape in the colors of a theme; `None` if the theme leaves it out.
fn exchanged(shape: &DrawnShape, theme: Theme) -> Option<DrawnShape> {
    let backend = |light: &BackendColor| {
        let Rgb(r, g, b) = color(theme, Rgb(light.rgb.0, light.rgb.1, light.rgb.2))?;
        Some(BackendColor { rgb: (r, g, b), ..*light })
    };
    let mut shape = shape.clone();
    match &mut shape {
        DrawnShape::Line { stroke, .. } => stroke.color = color(theme, stroke.color)?,
        DrawnShape::Area { color, .. } | DrawnShape::Dot { color, .. } => *color = backend(color)?,
        DrawnShape::Text { letters, .. } => letters.color = backend(&letters.color)?,
        DrawnShape::Begin(_) | DrawnShape::End => {}
    }
    Some(shape)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::{CELL_DARK, CELL_LIGHT};

    #[test]
    fn themes_keep_the_ink_of_cells_and_print_has_no_grid() {
        for theme in [Theme::Light, Theme::Dark, Theme::Print] {
            assert_eq!((color(theme, CELL_DARK), color(theme, CELL_LIGHT)), (Some(CELL_DARK), Some(CELL_LIGHT)));
        }
        assert_eq!((color(Theme::Print, GRID), color(Theme::Print, INK)), (None, Some(Rgb(0, 0, 0))));
        assert!(color(Theme::Dark, PAPER) != Some(PAPER) && color(Theme::Light, PAPER) == Some(PAPER));
    }
}
