//! Objectives written in Python: a function that receives the places of all pieces of many states and returns their penalties, from 0 to
//! 65,535.

use evocube::evaluation::Penalize;
use evocube::puzzle::{Layout, Place};
use evocube::solver::Cancelled;
use numpy::PyArray1;
use numpy::prelude::*;
use pyo3::prelude::*;

use super::function::{Function, read_array};
use crate::cancellation::cancelled;

/// A function of the places of all pieces of many states.
pub(super) struct Objective(pub(super) Function);

impl Penalize for Objective {
    fn penalty(&self, layout: &Layout, places: &[Place]) -> Result<u16, Cancelled> {
        let mut penalty = [0];
        self.penalties(layout, places, &mut penalty)?;
        Ok(penalty[0])
    }

    fn penalties(&self, layout: &Layout, places: &[Place], penalties: &mut [u16]) -> Result<(), Cancelled> {
        let called = Python::attach(|py| {
            let states = PyArray1::from_slice(py, places).reshape([penalties.len(), layout.pieces()])?;
            let values = self.0.call(py, (states, describe(py, layout)?), |array| {
                read_array(&array, [penalties.len(), 1], u16::MAX.into(), "penalties")
            })?;
            for (penalty, value) in penalties.iter_mut().zip(values) {
                *penalty = u16::try_from(value).unwrap_or(u16::MAX);
            }
            Ok(())
        });
        called.map_err(cancelled)
    }
}

/// Returns the layout of a puzzle as `evocube.Layout`.
fn describe<'py>(py: Python<'py>, layout: &Layout) -> PyResult<Bound<'py, PyAny>> {
    let orbits: Vec<_> = layout
        .orbits()
        .iter()
        .map(|orbit| (orbit.name.clone(), orbit.pieces.start, orbit.pieces.end, orbit.orientations))
        .collect();
    let homes = PyArray1::from_slice(py, layout.homes());
    py.import("evocube._arguments")?.getattr("Layout")?.call1((layout.pieces(), layout.places(), homes, orbits))
}
