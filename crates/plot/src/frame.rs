//! [`frame`]: draws the frame of a chart: its axes, ticks, numbers and grid lines; and records the ends of the axes in the drawing. Which
//! ticks and numbers an axis has is decided in `axis`; names of axes are written in `chart` and `rows`, titles and legends in `head`.

use plotters::chart::{ChartBuilder, LabelAreaPosition};
use plotters::style::TRANSPARENT;

use super::TICK_TYPE;
use super::axis::{Axis, Plane};
use super::canvas::{Area, Drawn, FINE, coord, fine, letters, line, place};
use super::drawing::{PlaneEnds, Stroke};
use super::palette::{GRID, SOFT_INK};
use super::primitives::{curve, record_on};

/// Length of a tick; numbers stand twice as far from the axis.
pub(super) const TICK: f64 = 4.0;

/// Draws axes, ticks and numbers, and grid lines; none along rows or columns that have names.
pub(super) fn frame(area: &Area, x: Axis, y: Axis, (left, below): (f64, f64), upright: bool) -> Drawn<Plane> {
    let ends = (x.ends(), y.ends());
    let minor = |axis: &Axis| axis.minor().iter().map(|place| axis.share(*place)).collect::<Vec<f64>>();
    let (across, down, has_names) = (minor(&x), minor(&y), x.has_names());
    let mut chart = ChartBuilder::on(area)
        .set_label_area_size(LabelAreaPosition::Left, fine(left))
        .set_label_area_size(LabelAreaPosition::Bottom, fine(below))
        .build_cartesian_2d(x, y)?;
    let mut mesh = chart.configure_mesh();
    if upright {
        mesh.disable_y_mesh();
    } else if has_names {
        mesh.disable_x_mesh();
    }
    mesh.bold_line_style(line(GRID, 1.0))
        .light_line_style(TRANSPARENT)
        .axis_style(line(SOFT_INK, 1.0))
        .set_all_tick_mark_size(fine(TICK))
        .label_style(letters(TICK_TYPE, &SOFT_INK))
        .draw()?;
    // Ticks without numbers are half as long.
    let (wide, high) = area.dim_in_pixel();
    let (wide, high) = (f64::from(wide) / FINE - left, f64::from(high) / FINE - below);
    let tick = Stroke::solid(SOFT_INK, 0.8);
    for share in across {
        let place = left + share * wide;
        curve(area, vec![coord(place, high), coord(place, high + TICK / 2.0)], tick)?;
    }
    for share in down {
        let place = (1.0 - share) * high;
        curve(area, vec![coord(left - TICK / 2.0, place), coord(left, place)], tick)?;
    }
    let plane = chart.plotting_area().clone();
    if let (Some(across), Some(up)) = ends {
        let values = [(across.0, up.0), (across.1, up.1)];
        let places = values.map(|ends| place(plane.map_coordinate(&ends)));
        let ends = PlaneEnds { places, values, logarithmic: (across.2, up.2) };
        record_on(&plane, |drawing| drawing.planes.push(ends))?;
    }
    Ok(plane)
}
