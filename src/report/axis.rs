//! Axes: their round values, and the charts that they make up.

use std::ops::Range;

use plotters::chart::{ChartBuilder, ChartContext, LabelAreaPosition};
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::ranged1d::{BoldPoints, KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::style::TRANSPARENT;

use super::canvas::{Area, Drawn, fine, letters, line};
use super::drawing::Drawing;
use super::palette::{GRID, INK, SOFT_INK};
use super::typeface::width;
use super::wording::superscript;

/// Height of the type at ticks.
pub(super) const TICK_TYPE: f64 = 12.0;
/// Height of the type of axis names.
pub(super) const NAME_TYPE: f64 = 13.0;
/// What every axis of penalties is called.
pub(super) const PENALTY: &str = "penalty (0 = solved)";

/// Length of a tick; numbers stand twice as far from the axis.
pub(super) const TICK: f64 = 4.0;

/// A chart of two axes.
pub(super) type Chart<'a> = ChartContext<'a, Drawing, Cartesian2d<Axis, Axis>>;

/// An axis with its ticks, which are whole: plotters' own ones of floating-point values can be halves.
#[derive(Clone)]
pub(super) struct Axis {
    values: RangedCoordf64,
    ticks: Vec<f64>,
    numbers: bool,
    show: fn(f64) -> String,
}

impl Axis {
    /// From one value to another, which may be lower, with at most that many ticks.
    pub(super) fn new(from: f64, to: f64, at_most: usize) -> Self {
        let ticks = ticks(from.min(to), from.max(to), at_most);
        Self { values: (from..to).into(), ticks, numbers: true, show: number }
    }

    /// Without ticks.
    pub(super) fn bare(from: f64, to: f64) -> Self {
        Self { values: (from..to).into(), ticks: vec![], numbers: false, show: number }
    }

    /// Of the logarithms to base ten of something, with its powers of ten as ticks.
    pub(super) fn powers_of_ten(from: f64, to: f64, at_most: usize) -> Self {
        Self { show: power_of_ten, ..Self::new(from, to, at_most) }
    }

    /// From 0 to 1, in fifths.
    pub(super) fn shares() -> Self {
        let ticks = (0..=5).map(|fifths| f64::from(fifths) / 5.0).collect();
        Self { values: (0.0..1.0).into(), ticks, numbers: true, show: number }
    }

    /// The same, with numbers at its ticks or without.
    pub(super) fn numbers(self, numbers: bool) -> Self {
        Self { numbers, ..self }
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        self.values.map(value, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() { vec![] } else { self.ticks.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.values.range()
    }
}

impl ValueFormatter<f64> for Axis {
    fn format(value: &f64) -> String {
        number(*value)
    }

    fn format_ext(&self, value: &f64) -> String {
        if self.numbers { (self.show)(*value) } else { String::new() }
    }
}

/// Those of plotters' round values from `low` to `high` that are whole, as everything counted here is.
pub(super) fn ticks(low: f64, high: f64, at_most: usize) -> Vec<f64> {
    let values = RangedCoordf64::from(low..high).key_points(BoldPoints(at_most));
    values.into_iter().filter(|value| (value - value.round()).abs() < 1e-6).map(f64::round).collect()
}

/// `high` moved up to the next tick, so that the axis ends at one.
pub(super) fn round_up(low: f64, high: f64, at_most: usize) -> f64 {
    let mut end = high.max(low + 2.0);
    // Where the next tick would be one too many, the longer axis gets wider steps.
    loop {
        let values = ticks(low, end, at_most);
        let [.., before, last] = values[..] else { return end };
        if last >= end {
            return last;
        }
        end = last + ((end - last) / (last - before)).ceil() * (last - before);
    }
}

/// How many ticks stand on a length, that far apart at least.
pub(super) fn tick_count(length: f64, apart: f64) -> usize {
    // A few hundred pixels over tens of pixels: small and positive.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let count = (length / apart).max(1.0) as usize;
    count + 1
}

/// A number for a tick or a cell: whole if it is, otherwise with one digit after the point.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    (if text == "-0" { "0" } else { text }).to_owned()
}

/// `1`, `10`, `100`, `1000`, `10⁴` …
fn power_of_ten(power: f64) -> String {
    if power < 3.5 { number(10.0_f64.powf(power)) } else { format!("10{}", superscript(&number(power))) }
}

/// How much of a last number stands beyond the end of its axis, with a little air.
pub(super) fn overhang(last: f64) -> f64 {
    width(&number(last), TICK_TYPE, false) / 2.0 + 4.0
}

/// The parts of a panel around its data.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Surroundings<'a> {
    /// Room above the panel.
    pub(super) above: f64,
    /// Room at the left, for numbers and the name of the axis.
    pub(super) left: f64,
    /// Room below, for the same.
    pub(super) below: f64,
    /// The names of the axes, if they are named here.
    pub(super) names: Option<(&'a str, &'a str)>,
}

/// Grid, axis lines, ticks and numbers: generations to the right, penalties upward.
pub(super) fn frame<'a>(area: &Area, x: Axis, y: Axis, around: Surroundings<'_>) -> Drawn<Chart<'a>> {
    let mut chart = ChartBuilder::on(area)
        .margin_top(fine(around.above))
        .set_label_area_size(LabelAreaPosition::Left, fine(around.left))
        .set_label_area_size(LabelAreaPosition::Bottom, fine(around.below))
        .build_cartesian_2d(x, y)?;
    let mut mesh = chart.configure_mesh();
    mesh.disable_x_mesh()
        .bold_line_style(line(GRID, 1.0))
        .light_line_style(TRANSPARENT)
        .axis_style(line(SOFT_INK, 1.0))
        .set_all_tick_mark_size(fine(TICK))
        .label_style(letters(TICK_TYPE, &SOFT_INK))
        .axis_desc_style(letters(NAME_TYPE, &INK));
    if let Some((x, y)) = around.names {
        mesh.x_desc(x).y_desc(y);
    }
    mesh.draw()?;
    Ok(chart)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_whole() {
        assert_eq!(ticks(0.0, 100.0, 6), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(0.0, 1000.0, 5), [0.0, 500.0, 1000.0]);
        assert_eq!(ticks(33.0, 47.0, 6), [35.0, 40.0, 45.0]);
        assert_eq!(ticks(0.0, 0.0, 6), [0.0]);
        assert_eq!(ticks(0.0, 1.0, 9), [0.0, 1.0]);
    }

    #[test]
    fn there_are_never_too_many() {
        for span in [0.0, 1.0, 3.0, 7.0, 99.0, 101.0, 1e6, 1.5e9] {
            for at_most in 2..12 {
                assert!(ticks(0.0, span, at_most).len() <= at_most, "{span} {at_most}");
                let end = round_up(0.0, span, at_most);
                assert!(end >= span.max(1.0), "{span} {at_most} {end}");
            }
        }
    }

    #[test]
    fn axes_end_at_a_tick() {
        for high in 1..300 {
            let end = round_up(0.0, f64::from(high), 7);
            assert_eq!(ticks(0.0, end, 7).last(), Some(&end), "{high}");
        }
    }

    #[test]
    fn numbers_are_plain() {
        assert_eq!([40.0, 41.25, 1000.0, -0.0].map(number), ["40", "41.2", "1000", "0"]);
    }
}
