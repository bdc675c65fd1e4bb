//! The commands for a single state, on puzzles that are data.

use std::process::ExitCode;

use evocube::Seed;
use evocube::notation::Format;
use evocube::puzzle::defined::{Definition, Fit, State, Word};
use evocube::rng::Stream;

use super::check::Judgement;
use super::instance::{InstanceArgs, Text};
use super::output::{self, output};
use super::scramble::ScrambleArgs;
use super::show::has_color;
use super::{Failure, NEGATIVE, Outcome};

/// So many positions stand side by side.
const SIDE_BY_SIDE: usize = 12;

/// Reads a state.
pub(super) fn read(puzzle: &Definition, text: &Text, format: Option<Format>) -> Result<State, Failure> {
    puzzle.read(&text.content, format).map_err(|sentence| text.refused(&sentence))
}

/// Reads a state, and moves that are to be performed on it.
fn read_both(puzzle: &Definition, args: &InstanceArgs, moves: &str) -> Result<(State, Word), Failure> {
    if args.instance == "-" && moves == "-" {
        return Err(Failure("only one of INSTANCE and MOVES can be standard input".to_owned()));
    }
    let state = read(puzzle, &Text::of(&args.instance)?, args.reading.format)?;
    let text = Text::of(moves)?;
    let word = puzzle.read_moves(&text.content).map_err(|sentence| text.refused(&sentence))?;
    Ok((state, word))
}

/// `evocube show`.
pub(super) fn show(puzzle: &Definition, args: &InstanceArgs, then: Option<&str>, to: Option<Format>) -> Outcome {
    let (state, word) = read_both(puzzle, args, then.unwrap_or_default())?;
    let state = puzzle.apply_all(state, &word);
    let text = match to {
        None => picture(puzzle, state, has_color()),
        Some(Format::Pieces) => puzzle.write_state(state) + "\n",
        Some(other) => return Err(Failure(format!("the format {other} is for the cubes, not for {}", puzzle.name()))),
    };
    output(|out| out.write_all(text.as_bytes()))?;
    Ok(ExitCode::SUCCESS)
}

/// `evocube check`.
pub(super) fn check(puzzle: &Definition, args: &InstanceArgs, moves: &str, json: bool) -> Outcome {
    let (start, word) = read_both(puzzle, args, moves)?;
    let state = puzzle.apply_all(start, &word);
    let (solved, htm, qtm) = (puzzle.is_solved(state), word.len(), puzzle.single_moves(&word));
    let text = if json {
        let (moves, state) = (puzzle.write_moves(&word), puzzle.write_state(state));
        serde_json::to_string(&Judgement { solved, moves, htm, qtm, state })?
    } else {
        format!("{}: {htm} moves, {qtm} counted singly", if solved { "solved" } else { "not solved" })
    };
    output(|out| writeln!(out, "{text}"))?;
    Ok(if solved { ExitCode::SUCCESS } else { ExitCode::from(NEGATIVE) })
}

/// `evocube scramble`.
pub(super) fn scramble(puzzle: &Definition, args: &ScrambleArgs) -> Outcome {
    let moves = match (args.to, args.turns) {
        (None, turns) => turns.is_some(),
        (Some(Format::Pieces), _) => false,
        (Some(Format::Moves), Some(_)) => true,
        (Some(Format::Moves), None) => {
            return Err(Failure("a random state has no moves: give --turns N for random turns".to_owned()));
        }
        (Some(other), _) => {
            return Err(Failure(format!("the format {other} is for the cubes, not for {}", puzzle.name())));
        }
    };
    output::note(format_args!("seed {}", args.seed));
    let seed = Seed::from_number(args.seed).child("scramble").child(puzzle.name());
    output(|out| {
        for index in 0..args.count {
            let mut stream = seed.child(&index.to_string()).stream();
            let (state, word) = match args.turns {
                None => (puzzle.random(&mut stream), Word::EMPTY),
                Some(count) => {
                    let word = random_moves(puzzle, count as usize, &mut stream);
                    (puzzle.apply_all(puzzle.solved(), &word), word)
                }
            };
            writeln!(out, "{}", if moves { puzzle.write_moves(&word) } else { puzzle.write_state(state) })?;
        }
        Ok(())
    })?;
    Ok(ExitCode::SUCCESS)
}

/// So many moves, each drawn from those that do not merge with what is there; as many as there can be where all merge.
fn random_moves(puzzle: &Definition, count: usize, stream: &mut Stream) -> Word {
    let mut word = Word::EMPTY;
    while word.len() < count {
        let allowed: Vec<_> = puzzle.moves().filter(|&one| puzzle.merges(&word, one).is_none()).collect();
        if allowed.is_empty() {
            break;
        }
        word.push(allowed[stream.index(allowed.len())]);
    }
    word
}

/// What is where, orbit by orbit: the positions above, the pieces below them; those that are not right in red, or, without
/// colours, between brackets.
fn picture(puzzle: &Definition, state: State, in_color: bool) -> String {
    let layout = puzzle.layout();
    let solved = if puzzle.is_solved(state) { "solved" } else { "not solved" };
    let mut text = format!("{}, {solved}\n", puzzle.name());
    let seen = puzzle.seen(state);
    let title = layout.orbits().iter().map(|orbit| orbit.name.chars().count()).max().unwrap_or(0);
    for orbit in layout.orbits() {
        let positions: Vec<usize> = orbit.pieces.clone().collect();
        for (row, positions) in positions.chunks(SIDE_BY_SIDE).enumerate() {
            let name = if row == 0 { orbit.name.as_str() } else { "" };
            let (mut above, mut below) = (format!("{name:title$} "), " ".repeat(title + 1));
            for &position in positions {
                let entry = puzzle.entry(seen[position]);
                let place = state.places(layout.pieces())[seen[position].0];
                let is_right = puzzle.fit(seen[position].0, place) == Fit::Right;
                let shown = if is_right || in_color { format!(" {entry} ") } else { format!("[{entry}]") };
                let home = format!(" {} ", puzzle.piece_name(position));
                let width = home.chars().count().max(shown.chars().count());
                above.push_str(&format!(" {home:<width$}"));
                let shown = format!("{shown:<width$}");
                below.push_str(&if is_right || !in_color {
                    format!(" {shown}")
                } else {
                    format!(" \x1b[31m{shown}\x1b[0m")
                });
            }
            text.push_str(&format!("{}\n{}\n", above.trim_end(), below.trim_end()));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use evocube::puzzle::defined::Shipped;

    #[test]
    fn the_picture_says_what_is_where() {
        let puzzle = Shipped::Pyraminx.definition();
        let after = |moves: &str| puzzle.apply_all(puzzle.solved(), &puzzle.read_moves(moves).unwrap());
        let expected = "\
pyraminx, not solved
axials   U   L   R     B
         U   L  [R+1]  B
edges    UL   UR     UB   LR     LB   RB
         UL  [LR+1]  UB  [RB+1]  LB  [UR]
tips     U   L   R   B
         U   L   R   B
";
        assert_eq!(picture(&puzzle, after("R r'"), false), expected);
        assert_eq!(picture(&puzzle, after("u"), true).matches("\x1b[31m").count(), 1);
    }

    #[test]
    fn random_moves_do_not_merge() {
        let puzzle = Shipped::Pyraminx.definition();
        let word = random_moves(&puzzle, 200, &mut Seed::from_number(5).stream());
        assert_eq!((word.len(), puzzle.simplify(&word).len()), (200, 200));
    }
}
