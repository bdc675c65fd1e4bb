//! Labels beside the right ends of lines, in place of a legend.

use super::TICK_TYPE;
use super::axis::Axis;
use super::canvas::{Area, Drawn, coord};
use super::drawing::{Stroke, Type};
use super::palette::INK;
use super::primitives::{LINE_FEED, curve, explained, write};
use super::typeface::width;

/// Distance from the end of a line to its label.
const GAP: f64 = 16.0;
/// Maximum width of labels, as a part of the page's width.
const MAX_WIDTH: f64 = 0.24;
/// Distance of neighboring labels.
const FEED: f64 = TICK_TYPE * LINE_FEED;
/// Maximum vertical distance of a label from the end of its line, in labels.
const MAX_SHIFT: f64 = 1.0;
/// Maximum part of the axis beyond the end of a line.
const MAX_REST: f64 = 0.03;

/// A line that may have a label at its end.
pub(super) struct End<'a> {
    pub(super) label: &'a str,
    pub(super) stroke: Stroke,
    pub(super) last: (f64, f64),
}

/// Returns the room that labels take at the right of a panel; `None` if they are too wide for the page or too many for the
/// height, or if a line ends before the axis does.
pub(super) fn room(ends: &[End<'_>], x: &Axis, page: f64, high: f64) -> Option<f64> {
    let widest = ends.iter().map(|end| width(end.label, TICK_TYPE, false)).fold(0.0, f64::max);
    let reach = ends.iter().all(|end| x.share(end.last.0) >= 1.0 - MAX_REST);
    let fits = widest <= MAX_WIDTH * page && ends.len() as f64 * FEED <= high;
    (ends.len() > 1 && reach && fits).then_some(GAP + widest + 6.0)
}

/// Returns the middle of each label: beside the end of its line, as far as the others leave room; `None` if some label would
/// stand too far from its line.
pub(super) fn places(ends: &[End<'_>], y: &Axis, high: f64) -> Option<Vec<f64>> {
    let preferred: Vec<f64> = ends.iter().map(|end| (1.0 - y.share(end.last.1)) * high).collect();
    let mut order: Vec<usize> = (0..ends.len()).collect();
    order.sort_by(|a, b| preferred[*a].total_cmp(&preferred[*b]));
    let mut places = preferred.clone();
    // Downward, each label keeps clear of the one above; then upward from the bottom.
    let mut free = FEED / 2.0;
    for label in &order {
        places[*label] = places[*label].max(free);
        free = places[*label] + FEED;
    }
    let mut free = high - FEED / 2.0;
    for label in order.iter().rev() {
        places[*label] = places[*label].min(free);
        free = places[*label] - FEED;
    }
    let fits = preferred.iter().zip(&places).all(|(preferred, place)| (preferred - place).abs() <= MAX_SHIFT * FEED);
    (fits && places.iter().all(|place| *place >= 0.0)).then_some(places)
}

/// Draws the labels of a panel whose upper right corner is given.
pub(super) fn draw(
    area: &Area,
    ends: &[End<'_>],
    places: &[f64],
    y: &Axis,
    (right, top): (f64, f64),
    high: f64,
) -> Drawn {
    for (end, place) in ends.iter().zip(places) {
        let from = top + (1.0 - y.share(end.last.1)) * high;
        explained(area, end.label, |area| {
            let leader = Stroke { width: 1.0, dash: &[], ..end.stroke };
            curve(area, vec![coord(right + 3.0, from), coord(right + GAP - 4.0, top + place)], leader)?;
            let letters = Type::new(TICK_TYPE, INK).left_aligned();
            write(area, &[end.label.to_owned()], coord(right + GAP, top + place), letters)
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(values: &[f64]) -> Vec<End<'static>> {
        let stroke = Stroke::solid(INK, 1.0);
        values.iter().map(|value| End { label: "level", stroke, last: (100.0, *value) }).collect()
    }

    #[test]
    fn labels_stand_beside_their_lines_without_overlap() {
        let y = Axis::up_to(100.0).fitted(200.0, 26.0);
        let labels = places(&ends(&[50.0, 49.0, 0.0, 100.0]), &y, 200.0).unwrap();
        assert!(
            (labels[0] - 100.0).abs() < FEED && labels[2] <= 200.0 - FEED / 2.0 && labels[3] >= FEED / 2.0,
            "{labels:?}"
        );
        let mut sorted = labels.clone();
        sorted.sort_by(f64::total_cmp);
        assert!(sorted.windows(2).all(|pair| pair[1] - pair[0] >= FEED - 1e-9), "{labels:?}");
        assert!(labels[0] < labels[1], "in the order of their lines");
    }

    #[test]
    fn labels_that_do_not_fit_have_a_legend() {
        let (x, y) = (Axis::new(0.0, 100.0), Axis::up_to(100.0).fitted(200.0, 26.0));
        assert!(room(&ends(&[1.0, 2.0]), &x, 800.0, 200.0).is_some());
        assert!(room(&ends(&[1.0, 2.0]), &x, 100.0, 200.0).is_none(), "too wide");
        assert!(room(&ends(&[1.0; 20]), &x, 800.0, 200.0).is_none(), "too many");
        assert!(room(&ends(&[1.0, 2.0]), &Axis::new(0.0, 200.0), 800.0, 200.0).is_none(), "too short lines");
        assert!(places(&ends(&[0.0; 12]), &y, 200.0).is_none(), "too far from the lines");
    }
}
