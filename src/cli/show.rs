//! `evocube show`: reads a state, checks it, and draws or converts it.

use std::io::IsTerminal;
use std::process::ExitCode;

use clap::Args;
use evocube::Face;
use evocube::notation::{AnyState, Format, write};

use super::instance::{InstanceArgs, format_parser};
use super::output::output;
use super::{Outcome, defined};

/// Draw a cube, or convert it to another format
///
/// The net is drawn with Up above Front and Down below it, and Left, Front, Right and Back side by side: in colours on
/// a terminal (unless NO_COLOR is set), and always with the letters of the faces where the stickers belong.
#[derive(Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    instance: InstanceArgs,
    /// Perform these moves first: a file, `-`, or the moves themselves
    #[arg(long, value_name = "MOVES")]
    then: Option<String>,
    /// Write the state in this format instead of drawing it
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    to: Option<Format>,
}

/// Runs the command.
pub(crate) fn run(args: &ShowArgs) -> Outcome {
    if let Some(puzzle) = args.instance.reading.defined() {
        return defined::show(puzzle, &args.instance, args.then.as_deref(), args.to);
    }
    let mut state = args.instance.read()?;
    if let Some(moves) = &args.then {
        state = state.apply_all(&args.instance.read_moves(moves)?);
    }
    let text = match args.to {
        Some(format) => write(state, format)? + "\n",
        None => net(state, has_color()),
    };
    output(|out| out.write_all(text.as_bytes()))?;
    Ok(ExitCode::SUCCESS)
}

/// May the output have colours?
pub(super) fn has_color() -> bool {
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    std::io::stdout().is_terminal() && !no_color
}

/// The unfolded cube.
fn net(state: AnyState, in_color: bool) -> String {
    let facelets = state.facelets();
    let size = if facelets.len() == 54 { 3 } else { 2 };
    let row = |text: &mut String, face: Face, row: usize| {
        for &color in &facelets[size * size * face.index() + size * row..][..size] {
            text.push_str(&if in_color { painted(color) } else { format!(" {color}") });
        }
        text.push(' ');
    };
    let indent = " ".repeat(if in_color { 3 * size + 1 } else { 2 * size + 1 });
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

/// A sticker as three coloured characters: black letters on the xterm colour cube's white, red, green, yellow, orange
/// and blue.
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

#[cfg(test)]
mod tests {
    use super::*;
    use evocube::{Cube2, Cube3, Puzzle, Turn};

    #[test]
    fn the_net_is_drawn_in_letters() {
        let net = net(Cube3::of(&[Turn::R]).into(), false);
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
    fn a_coloured_net_has_every_sticker() {
        assert_eq!(net(Cube3::SOLVED.into(), true).matches("\x1b[0m").count(), 54);
        assert_eq!(net(Cube2::SOLVED.into(), true).matches("\x1b[48;5;208").count(), 4);
    }
}
