//! Drawing: charts drawn with the crate `plotters`, recorded as shapes and written as SVG, PNG and PDF. The numbers and captions of charts
//! are made in `evocube-report`. Sizes of type that charts share, and the name of every axis of penalties, are here.
//!
//! Three kinds of chart serve all figures: [`Chart`] (lines, bands and marks over two axes, in panels), [`RowChart`] (one
//! labeled row an entry) and [`Cells`] (a map of colors).

mod axis;
mod canvas;
mod cells;
mod chart;
mod clip;
mod drawing;
mod frame;
mod head;
mod headings;
mod page;
mod palette;
mod panel;
mod pdf;
mod picture_error;
mod primitives;
mod raster;
mod rows;
pub mod svg;
mod theme;
mod ticks;
mod typeface;

pub use axis::{Axis, Plane, shows};
pub use canvas::{Drawn, fine};
pub use cells::{Cell, Cells};
pub use chart::Chart;
pub use drawing::{Drawing, PlaneEnds, Rgb, Stroke};
pub use head::LegendEntry;
pub use headings::JOINT;
pub use page::{Page, PageError, Theme};
pub use palette::{ACCENT, BACKGROUND_LINE, INK, LOOKS, ORDERED, PAPER, PLAIN, SOFT_INK, look, ordered_rank};
pub use panel::{Band, Bar, Line, Mark, Panel, Whisker, band_stairs, in_percent, stairs};
pub use pdf::pdf;
pub use picture_error::PictureError;
pub use primitives::{curve, explained};
pub use raster::png;
pub use rows::{ChartRow, RowChart};
pub use ticks::{decimals, powers};

/// Type size at ticks and of labels, in units of layout: the unit of all lengths of a drawing.
pub const TICK_TYPE: f64 = 12.0;
/// Type size of axis names.
const NAME_TYPE: f64 = 13.0;
/// Space left and right of titles, legends and rows.
const MARGIN: f64 = 14.0;
/// Name of every axis of penalties.
pub const PENALTY: &str = "penalty (0 = solved)";
