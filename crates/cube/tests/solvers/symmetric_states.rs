//! The default solver on random states that a symmetry of the cube leaves unchanged: at most 22 moves and few nodes, without a limit. Other
//! states are tested in `default_solver`.

use evocube_cube::puzzle::cube3::{CORNERS, EDGES};
use evocube_cube::puzzle::{PieceVectors, Symmetry};
use evocube_cube::{Budget, CUBE3, Cube3, Face, Puzzle, Seed, Solver, Stream};

use crate::default_solver::solver;

/// Draws the piece in each position and its orientation, for one kind of piece with `N` stickers, so that the symmetry takes the piece of
/// each position to that of the position's image; `None` if the choices contradict each other.
fn draw_pieces<const N: usize, const P: usize>(
    positions: &[[Face; N]; P],
    symmetry: Symmetry,
    stream: &mut Stream,
) -> Option<([u8; P], [u8; P])> {
    let image = |(position, sticker): (usize, usize)| {
        let faces = positions[position].map(|face| symmetry.face(face));
        let target = positions.iter().position(|names| faces.iter().all(|face| names.contains(face))).unwrap();
        (target, positions[target].iter().position(|face| *face == faces[sticker]).unwrap())
    };
    let (mut pieces, mut orientations, mut is_used) = ([None; P], [0; P], [false; P]);
    for position in 0..P {
        let (mut place, mut sticker) = ((position, 0), (stream.index(P), stream.index(N)));
        // The choice for a position decides those of its images.
        while pieces[place.0].is_none() {
            if std::mem::replace(&mut is_used[sticker.0], true) {
                return None;
            }
            pieces[place.0] = u8::try_from(sticker.0).ok();
            orientations[place.0] = u8::try_from((N + place.1 - sticker.1) % N).unwrap();
            (place, sticker) = (image(place), image(sticker));
        }
    }
    Some((pieces.map(Option::unwrap), orientations))
}

/// Draws a state other than the solved one that a random symmetry leaves as it is.
fn draw_state(stream: &mut Stream) -> Cube3 {
    loop {
        let symmetry = Symmetry::all().nth(1 + stream.index(47)).unwrap();
        let corners = draw_pieces(&CORNERS, symmetry, stream);
        let Some(((corner_position, corner_orientation), (edge_position, edge_orientation))) =
            corners.zip(draw_pieces(&EDGES, symmetry, stream))
        else {
            continue;
        };
        let vectors = PieceVectors { corner_position, corner_orientation, edge_position, edge_orientation };
        if let Ok(state) = Cube3::from_vectors(&vectors)
            && state.conjugate(symmetry) == state
            && !state.is_solved()
        {
            return state;
        }
    }
}

/// Checks that states are solved in at most 22 moves: the search for 21 has all of its nodes, and that for 22 few.
fn symmetric_states_take_few_nodes(count: u64) {
    let seed = Seed::from_number(64);
    for number in 0..count {
        let state = draw_state(&mut seed.numbered_stream(number));
        let solution = solver().solve(state, &Budget::default()).unwrap();
        assert!(state.apply_all(solution.moves()).is_solved());
        assert!(
            solution.moves().len() <= 22 && solution.nodes() <= 400_000,
            "{}: {solution:?}",
            CUBE3.write_state(state)
        );
    }
}

#[test]
fn random_symmetric_states_take_few_nodes() {
    symmetric_states_take_few_nodes(50);
}

#[test]
#[ignore = "ten seconds: 1,000 states"]
fn a_thousand_random_symmetric_states_take_few_nodes() {
    symmetric_states_take_few_nodes(1_000);
}
