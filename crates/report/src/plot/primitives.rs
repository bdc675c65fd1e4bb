//! Lines, areas, dots, texts and tooltips on a [`Surface`].

use super::canvas::{FINE, Surface, fine};
use super::drawing::{Alignment, DrawnShape, PagePoint, Rgb, Stroke, Type, bends};

/// Distance of base lines, in type sizes.
pub(crate) const LINE_FEED: f64 = 1.2;

fn push(surface: &impl Surface, shape: DrawnShape) {
    surface.area().drawing.borrow_mut().shapes.push(shape);
}

/// Draws a line through points, unless fewer than two are given.
pub(crate) fn curve<S: Surface>(surface: &S, points: Vec<S::Point>, stroke: Stroke) {
    if points.len() > 1 {
        let points: Vec<PagePoint> = points.into_iter().map(|point| surface.place(point)).collect();
        push(surface, DrawnShape::Line { points: bends(&points), closed: false, stroke });
    }
}

/// Fills a polygon of at least three points.
pub(super) fn polygon<S: Surface>(surface: &S, points: Vec<S::Point>, color: Rgb, opacity: f64) {
    if points.len() > 2 {
        let outline: Vec<PagePoint> = points.into_iter().map(|point| surface.place(point)).collect();
        push(surface, DrawnShape::Area { outline: bends(&outline), color, opacity });
    }
}

fn corners<S: Surface>(surface: &S, ends: [S::Point; 2]) -> Vec<PagePoint> {
    let [(x, y), (other_x, other_y)] = ends.map(|end| surface.place(end));
    let (left, right, top, bottom) = (x.min(other_x), x.max(other_x), y.min(other_y), y.max(other_y));
    vec![(left, top), (right, top), (right, bottom), (left, bottom)]
}

/// Fills the rectangle between two opposite corners.
pub(crate) fn rectangle<S: Surface>(surface: &S, ends: [S::Point; 2], color: Rgb, opacity: f64) {
    push(surface, DrawnShape::Area { outline: corners(surface, ends), color, opacity });
}

/// Draws the outline of the rectangle between two opposite corners.
pub(super) fn outlined<S: Surface>(surface: &S, ends: [S::Point; 2], stroke: Stroke) {
    push(surface, DrawnShape::Line { points: corners(surface, ends), closed: true, stroke });
}

/// Draws a filled circle.
pub(crate) fn dot<S: Surface>(surface: &S, center: S::Point, radius: f64, color: Rgb) {
    let radius = f64::from(fine(radius)) / FINE;
    push(surface, DrawnShape::Dot { center: surface.place(center), radius, color });
}

/// Draws with a tooltip.
pub(crate) fn explained(surface: &impl Surface, tooltip: impl Into<String>, draw: impl FnOnce()) {
    push(surface, DrawnShape::Begin(tooltip.into()));
    draw();
    push(surface, DrawnShape::End);
}

/// Draws a block of lines of text, without the empty ones; the type fixes the part of the block that is at the point.
pub(crate) fn write<S: Surface>(surface: &S, lines: &[String], point: S::Point, letters: Type) {
    let feed = letters.size * LINE_FEED;
    let lines_above = match letters.height {
        Alignment::Begin => 0.0,
        Alignment::Middle => 0.5,
        Alignment::End => 1.0,
    } * lines.len().saturating_sub(1) as f64;
    let (base, (right, down)) = (letters.base_line(), letters.shift);
    let (x, top) = surface.place(point);
    for (number, line) in lines.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
        let y = top + (number as f64 - lines_above) * feed;
        let place = if letters.upward { (x + right + base, y + down) } else { (x + right, y + down + base) };
        push(surface, DrawnShape::Text { place, text: line.clone(), letters });
    }
}
