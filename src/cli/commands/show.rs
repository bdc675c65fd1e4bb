//! `evocube show`: validates a state, applies moves to it if asked, and draws or converts it. [`net`] draws for `solve --trace`, too. The
//! picture as SVG is made by `evocube::report`.

use clap::Args;
use evocube::notation::Format;
use evocube::puzzle::{Fit, Puzzle};
use evocube::report::cube_net;
use evocube::{Face, with_puzzle};

use crate::cli::arguments::{InputText, InstanceArgs, choice};
use crate::cli::result::{CommandResult, Failure, failure};
use crate::cli::terminal::{has_color, note, output, output_width, painted_output, turned_back};

/// The maximum number of positions in a row, on a wide terminal.
const MAX_POSITIONS_PER_ROW: usize = 12;

/// Draw an instance, or convert it to another format
///
/// The net of a cube has Up above Front, Down below it, and Left, Front, Right and Back side by side. Each sticker shows the
/// letter of its home face, on a terminal also its color (unless NO_COLOR is set). A cube is drawn as it lies: after `R x` the
/// center F is on top.
#[derive(Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    instance: InstanceArgs,
    /// Apply these moves to the instance as it lies: a file, `-`, or the moves themselves
    #[arg(long, value_name = "MOVES")]
    then: Option<String>,
    /// Write the state in this format instead of drawing it; svg is the net of a cube as a picture
    #[arg(long = "to", value_name = "FORMAT", value_parser = choice::words(Output::all(), Output::name))]
    output: Option<Output>,
}

/// Text that is written instead of a drawing.
#[derive(Clone, Copy)]
enum Output {
    Text(Format),
    Svg,
}

impl Output {
    fn all() -> impl Iterator<Item = Self> {
        Format::ALL.into_iter().map(Self::Text).chain([Self::Svg])
    }

    fn name(self) -> &'static str {
        match self {
            Self::Text(format) => format.name(),
            Self::Svg => "svg",
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &ShowArgs) -> CommandResult {
    let (text, puzzle) = args.instance.text()?;
    with_puzzle!(&puzzle, |puzzle| show(puzzle, args, &text))
}

fn show(puzzle: &impl Puzzle, args: &ShowArgs, text: &InputText) -> CommandResult {
    let (_, state) = args.instance.read_and_go_on(puzzle, text, args.then.as_deref().unwrap_or_default())?;
    let painted = |text: String| painted_output(|out| out.write_all(text.as_bytes()));
    match (args.output, puzzle.facelets(state)) {
        (Some(Output::Svg), None) => Err(failure!("svg is the net of a cube, which {} has not", puzzle.name())),
        (Some(Output::Svg), Some(facelets)) => {
            let letters: String = facelets.iter().map(ToString::to_string).collect();
            output(|out| write!(out, "{}", cube_net(&letters)))
        }
        (Some(Output::Text(format)), _) => {
            let text = puzzle.write(state, format).map_err(|error| Failure::new(error.to_string()))?;
            if let (Format::Pieces, Some(rotation)) = (format, turned_back(state.hold)) {
                note(format_args!(
                    "the cube lies turned by {rotation}, which pieces do not show: they are those of the cube turned home"
                ));
            }
            output(|out| writeln!(out, "{text}"))
        }
        (None, Some(facelets)) => painted(net(&facelets, has_color())),
        (None, None) => painted(picture(puzzle, state.state, has_color(), output_width())),
    }
}

/// Draws the net of a cube.
pub(super) fn net(facelets: &[Face], is_colored: bool) -> String {
    let size = if facelets.len() == 54 { 3 } else { 2 };
    let row = |text: &mut String, face: Face, row: usize| {
        for &color in &facelets[size * size * face.index() + size * row..][..size] {
            text.push_str(&if is_colored { painted(color) } else { format!(" {color}") });
        }
        text.push(' ');
    };
    let indent = " ".repeat(if is_colored { 3 * size + 1 } else { 2 * size + 1 });
    let mut text = String::new();
    let end = |text: &mut String| {
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    };
    for faces in [&[Face::U][..], &[Face::L, Face::F, Face::R, Face::B], &[Face::D]] {
        for number in 0..size {
            if faces.len() == 1 {
                text.push_str(&indent);
            }
            for &face in faces {
                row(&mut text, face, number);
            }
            end(&mut text);
        }
    }
    text
}

/// Draws a sticker as three colored characters: a black letter on white, red, green, yellow, orange or blue of the xterm
/// color cube.
fn painted(color: Face) -> String {
    let background = match color {
        Face::U => 231,
        Face::R => 196,
        Face::F => 40,
        Face::D => 226,
        Face::L => 208,
        Face::B => 33,
    };
    format!("\x1b[48;5;{background};38;5;16m {color} \x1b[0m")
}

/// Draws a state orbit by orbit, each piece below its position; misplaced and turned pieces are red, or in brackets without colors.
fn picture<P: Puzzle>(puzzle: &P, state: P::State, is_colored: bool, columns: usize) -> String {
    let layout = puzzle.layout();
    let solved = if puzzle.is_solved(state) { "solved" } else { "not solved" };
    let mut text = format!("{}, {solved}\n", puzzle.name());
    let places = puzzle.places(state);
    let places = &places.as_ref()[..layout.pieces()];
    // The piece in each position, and its orientation.
    let mut seen = vec![(0, 0); layout.pieces()];
    for (piece, &place) in places.iter().enumerate() {
        let (position, orientation) = layout.position(place);
        seen[position] = (piece, orientation);
    }
    let title = layout.orbits().iter().map(|orbit| orbit.name.chars().count()).max().unwrap_or(0);
    for orbit in layout.orbits() {
        let positions: Vec<usize> = orbit.pieces.clone().collect();
        // A name, an orientation, brackets and spaces.
        let widest =
            positions.iter().map(|&position| puzzle.piece_name(position).chars().count()).max().unwrap_or(0) + 6;
        let per_row = (columns.saturating_sub(title + 1) / widest).clamp(1, MAX_POSITIONS_PER_ROW);
        for (row, positions) in positions.chunks(per_row).enumerate() {
            let name = if row == 0 { orbit.name.as_str() } else { "" };
            let (mut upper, mut lower) = (format!("{name:title$} "), " ".repeat(title + 1));
            for &position in positions {
                let entry = {
                    let (piece, orientation) = seen[position];
                    let name = puzzle.piece_name(piece);
                    if orientation == 0 { name } else { format!("{name}+{orientation}") }
                };
                let place = places[seen[position].0];
                let is_correct = puzzle.fit(seen[position].0, place) == Fit::Right;
                let shown = if is_correct || is_colored { format!(" {entry} ") } else { format!("[{entry}]") };
                let home = format!(" {} ", puzzle.piece_name(position));
                let width = home.chars().count().max(shown.chars().count());
                upper.push_str(&format!(" {home:<width$}"));
                let shown = format!("{shown:<width$}");
                lower.push_str(&if is_correct || !is_colored {
                    format!(" {shown}")
                } else {
                    format!(" \x1b[31m{shown}\x1b[0m")
                });
            }
            text.push_str(&format!("{}\n{}\n", upper.trim_end(), lower.trim_end()));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use evocube::notation::Dialect;
    use evocube::puzzle::spec::Shipped;
    use evocube::{Cube2, Cube3, Turn};

    #[test]
    fn the_net_is_drawn_in_letters() {
        let net = net(&Cube3::after(&[Turn::R]).facelets(), false);
        let expected = "        U U F
        U U F
        U U F
 L L L  F F D  R R R  U B B
 L L L  F F D  R R R  U B B
 L L L  F F D  R R R  U B B
        D D B
        D D B
        D D B
";
        assert_eq!(net, expected);
    }

    #[test]
    fn a_colored_net_has_every_sticker() {
        assert_eq!(net(&Cube3::SOLVED.facelets(), true).matches("\x1b[0m").count(), 54);
        assert_eq!(net(&Cube2::SOLVED.facelets(), true).matches("\x1b[48;5;208").count(), 4);
    }

    #[test]
    fn pictures_mark_misplaced_pieces() {
        let puzzle = Shipped::Pyraminx.spec();
        let state_after =
            |moves: &str| puzzle.apply_all(puzzle.solved(), &puzzle.read_moves(moves, Dialect::Wca).unwrap().moves);
        let expected = "\
pyraminx, not solved
axials   U   L   R     B
         U   L  [R+1]  B
edges    UL   UR     UB   LR     LB   RB
         UL  [LR+1]  UB  [RB+1]  LB  [UR]
tips     U   L   R   B
         U   L   R   B
";
        assert_eq!(picture(&*puzzle, state_after("R r'"), false, 100), expected);
        assert!(picture(&*puzzle, state_after("R r'"), false, 40).lines().all(|line| line.chars().count() <= 40));
        assert_eq!(picture(&*puzzle, state_after("u"), true, 100).matches("\x1b[31m").count(), 1);
    }
}
