//! [`views`]: the directions and the first moves of Kociemba's search, without those that a symmetry of the state makes superfluous. The
//! first moves of Korf's search are chosen in `korf::ida`.

use crate::puzzle::{Cube3, MoveSet, SearchDirection, Symmetry, Turn};
use crate::table::axis_symmetries;

/// A state in a direction of the search.
pub(super) struct View {
    /// The index of the direction.
    pub(super) direction: usize,
    pub(super) cube: Cube3,
    /// The first moves of paths, one of those that symmetries of the view take into each other.
    pub(super) first: MoveSet,
}

/// Returns the views of a state. Of those that a symmetry with the same vertical axis takes into each other the first is kept.
pub(super) fn views(directions: &[SearchDirection], state: Cube3) -> Vec<View> {
    let views = SearchDirection::views(directions, state);
    let views = views.into_iter().map(|(direction, cube)| View { direction, cube, first: MoveSet::ALL });
    let (inverse, others) = (state.inverse(), Symmetry::all().skip(1));
    if others.map(|symmetry| state.conjugate(symmetry)).all(|image| image != state && image != inverse) {
        return views.collect();
    }
    let axis = axis_symmetries();
    let mut kept: Vec<View> = Vec::new();
    for view in views {
        let is_image = |other: &View| axis.iter().any(|&symmetry| other.cube.conjugate(symmetry) == view.cube);
        if !kept.iter().any(is_image) {
            let own: Vec<_> = axis.iter().filter(|&&symmetry| view.cube.conjugate(symmetry) == view.cube).collect();
            let is_least = |turn: &Turn| own.iter().all(|symmetry| symmetry.turn(*turn) >= *turn);
            kept.push(View { first: MoveSet::ALL.iter().filter(is_least).collect(), ..view });
        }
    }
    kept
}
