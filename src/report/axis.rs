//! Scales, ticks, and the frame that a panel's data stand in.

use super::drawing::{Anchor, Drawing, Lettering, Stroke};
use super::palette::{GRID, SOFT_INK};

/// Height of the type at ticks.
pub(super) const TICK_TYPE: f64 = 12.0;
/// Height of the type of axis names.
pub(super) const NAME_TYPE: f64 = 13.0;
/// What every axis of penalties is called.
pub(super) const PENALTY: &str = "penalty (0 = solved)";

/// Maps values onto places of the drawing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// The values at its ends.
    pub(super) values: (f64, f64),
    /// Their places.
    pub(super) places: (f64, f64),
}

impl Scale {
    /// The place of a value.
    pub(super) fn at(&self, value: f64) -> f64 {
        let share = (value - self.values.0) / (self.values.1 - self.values.0);
        self.places.0 + share * (self.places.1 - self.places.0)
    }

    /// The round values to mark on it.
    pub(super) fn ticks(&self, at_most: u32) -> Vec<f64> {
        ticks(self.values.0, self.values.1, at_most)
    }
}

/// Round values from `low` to `high`: multiples of 1, 2 or 5 times a power of ten, at least 1, and at most that many.
pub(super) fn ticks(low: f64, high: f64, at_most: u32) -> Vec<f64> {
    let step = step(high - low, at_most);
    let mut values = Vec::new();
    let mut multiple = (low / step).ceil();
    // Half a millionth of a step: what rounding can take away from the last one.
    while multiple * step <= high + step * 5e-7 {
        values.push(multiple * step);
        multiple += 1.0;
    }
    values
}

/// The smallest round step that goes into `span` at most `at_most` − 1 times; everything counted here is whole, so it
/// is never below 1.
fn step(span: f64, at_most: u32) -> f64 {
    let intervals = f64::from(at_most.max(2) - 1);
    let mut power = 1.0;
    loop {
        for factor in [1.0, 2.0, 5.0] {
            if span <= factor * power * intervals {
                return factor * power;
            }
        }
        power *= 10.0;
    }
}

/// `high` moved up to the next tick, so that the axis ends at one.
pub(super) fn round_up(low: f64, high: f64, at_most: u32) -> f64 {
    let step = step(high - low, at_most);
    ((high / step).ceil() * step).max(low + step)
}

/// A number for a tick or a cell: whole if it is, otherwise with one digit after the point.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    (if text == "-0" { "0" } else { text }).to_owned()
}

/// A panel: generations to the right, penalties upward.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// To the right.
    pub(super) x: Scale,
    /// Upward.
    pub(super) y: Scale,
}

impl Frame {
    /// Grid, axis lines and ticks; numbers only where asked.
    pub(super) fn draw(&self, drawing: &mut Drawing, (numbers_below, numbers_left): (bool, bool)) {
        let (left, right) = self.x.places;
        let (bottom, top) = self.y.places;
        let small = Lettering::new(TICK_TYPE).colour(SOFT_INK);
        for value in self.y.ticks(tick_count(bottom - top, 26.0)) {
            let y = self.y.at(value);
            drawing.line(&[(left, y), (right, y)], Stroke::solid(GRID, 1.0));
            if numbers_left {
                drawing.text((left - 7.0, y + 4.3), &number(value), small.anchor(Anchor::End));
            }
        }
        drawing.line(&[(left, top), (left, bottom), (right, bottom)], Stroke::solid(SOFT_INK, 1.0));
        for value in self.x.ticks(tick_count(right - left, 70.0)) {
            let x = self.x.at(value);
            drawing.line(&[(x, bottom), (x, bottom + 4.0)], Stroke::solid(SOFT_INK, 1.0));
            if numbers_below {
                drawing.text((x, bottom + 18.0), &number(value), small.anchor(Anchor::Middle));
            }
        }
    }

    /// The place of a value pair.
    pub(super) fn at(&self, x: f64, y: f64) -> (f64, f64) {
        (self.x.at(x), self.y.at(y))
    }
}

/// How many ticks stand on a length, that far apart at least.
fn tick_count(length: f64, apart: f64) -> u32 {
    // A few hundred pixels over tens of pixels: small and positive.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let count = (length / apart).max(1.0) as u32;
    count + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks(0.0, 100.0, 6), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(0.0, 1000.0, 5), [0.0, 500.0, 1000.0]);
        assert_eq!(ticks(33.0, 47.0, 6), [35.0, 40.0, 45.0]);
        assert_eq!(ticks(0.0, 0.0, 6), [0.0]);
    }

    #[test]
    fn there_are_never_too_many() {
        for span in [0.0, 1.0, 3.0, 7.0, 99.0, 101.0, 1e6, 1.5e9] {
            for at_most in 2..12 {
                assert!(ticks(0.0, span, at_most).len() <= at_most as usize, "{span} {at_most}");
                assert!(round_up(0.0, span, at_most) >= span.max(1.0));
            }
        }
    }

    #[test]
    fn scales_map_ends_to_ends() {
        let scale = Scale { values: (0.0, 50.0), places: (300.0, 100.0) };
        assert_eq!((scale.at(0.0), scale.at(25.0), scale.at(50.0)), (300.0, 200.0, 100.0));
    }

    #[test]
    fn numbers_are_plain() {
        assert_eq!([40.0, 41.25, 1000.0, -0.0].map(number), ["40", "41.2", "1000", "0"]);
    }
}
