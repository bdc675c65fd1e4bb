//! [`SolutionViewer`]: a solution of an instance, to be replayed step by step by `html/viewer.js`, with its link to Twizzle, the viewer of
//! the cubing community. [`solution_link`]: the link of any moves that solve a cube. Only the 3×3×3 and the 2×2×2 are shown.

use super::result_index::ResultIndex;
use evocube_cube::{Algorithm, Turn};
use evocube_experiment::record::SolutionRow;

/// The editor of Twizzle, the viewer of cubing.net, which takes moves in its address: `setup-alg`, `alg` and, for puzzles other
/// than the 3×3×3, `puzzle`, encoded like a form (the link of the crate cubing_core, 0.15, of the same project).
const TWIZZLE: &str = "https://alpha.twizzle.net/edit/";

/// A solution to be replayed.
pub(crate) struct SolutionViewer {
    /// The instance's name.
    pub(crate) name: String,
    /// Its facelets before the first move.
    pub(crate) state: String,
    /// The moves, with spaces between them.
    pub(crate) moves: String,
    /// The facelets after the last one.
    pub(crate) end: String,
    /// Its address in the viewer on the web; `None` where no moves are known that lead to the instance.
    pub(crate) link: Option<String>,
}

impl SolutionViewer {
    /// Returns whether these are the facelets of a cube. Solutions of other puzzles are not replayed.
    pub(crate) fn shows(state: &str) -> bool {
        [24, 54].contains(&state.len()) && state.chars().all(|letter| "URFDLB".contains(letter))
    }

    /// Returns the viewer of a solution of an instance with these facelets.
    pub(crate) fn new(index: &ResultIndex<'_>, state: &str, row: &SolutionRow) -> Self {
        // The inverse of a solution leads to its instance.
        let solving = (row.penalty == 0).then_some(row.moves.as_str());
        let baseline = || index.baselines(&row.instance).find(|other| other.solved).map(|other| other.moves.as_str());
        let setup = solving.or_else(baseline).and_then(inverse);
        let link = setup.map(|setup| link(&setup, &row.moves, state.len() == 24));
        Self {
            name: row.instance.clone(),
            state: state.to_owned(),
            moves: row.moves.clone(),
            end: row.state.clone(),
            link,
        }
    }
}

/// Returns the address at alpha.twizzle.net that shows moves which solve a cube, on the state that they solve; `None` if one is no turn
/// of a face.
pub fn solution_link(moves: &str, is_pocket: bool) -> Option<String> {
    inverse(moves).map(|setup| link(&setup, moves, is_pocket))
}

/// Returns the address at which the viewer shows moves, on the state that the setup leads to.
fn link(setup: &str, moves: &str, is_pocket: bool) -> String {
    let puzzle = if is_pocket { "&puzzle=2x2x2" } else { "" };
    format!("{TWIZZLE}?setup-alg={}&alg={}{puzzle}", encoded(setup), encoded(moves))
}

/// Returns the moves that undo these; `None` if one is no turn of a face.
fn inverse(moves: &str) -> Option<String> {
    let turns: Option<Algorithm> = moves.split_whitespace().map(|turn| turn.parse::<Turn>().ok()).collect();
    Some(turns?.inverse().to_string())
}

/// Returns moves in the encoding of an address.
fn encoded(moves: &str) -> String {
    moves.replace('\'', "%27").replace(' ', "+")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setup_of_the_solution_viewer_inverts_the_moves() {
        assert_eq!(inverse("R U2 F'").as_deref(), Some("F U2 R'"));
        assert_eq!(inverse("").as_deref(), Some(""));
        assert_eq!([inverse("Rw"), inverse("é"), inverse("M2")], [None, None, None]);
        assert_eq!(encoded("R U' F2"), "R+U%27+F2");
    }

    #[test]
    fn links_are_those_of_cubing_core() {
        // What `experimental_twizzle_link` of cubing_core 0.15.2 makes of the same moves.
        assert_eq!(link("F' U2", "U2 F", false), "https://alpha.twizzle.net/edit/?setup-alg=F%27+U2&alg=U2+F");
        assert_eq!(link("R", "R'", true), "https://alpha.twizzle.net/edit/?setup-alg=R&alg=R%27&puzzle=2x2x2");
    }
}
