//! `evocube solve --trace`: the cube after each macro of a solution, or after each step that has no macros, as text and as JSON.

use std::io::{self, Write};

use evocube::puzzle::{HeldMoves, HeldState};
use evocube::{Algorithm, Puzzle, Symmetry};
use serde_json::{Value, json};

use super::attempt::SolveAttempt;
use super::read::ReadInstance;
use crate::cli::commands::show::net;
use crate::cli::terminal::has_color;

/// A macro of a solution, or a step without macros.
pub(super) struct TraceStep<P: Puzzle> {
    /// The number and the name of its step, from 1.
    number: usize,
    name: &'static str,
    /// Its moves, before they cancel with others.
    moves: Algorithm<P::Move>,
    /// The state after it, as it lies.
    end: HeldState<P::State>,
}

impl<P: ReadInstance> SolveAttempt<P> {
    /// Returns the macros that have moves; none without a solution.
    pub(super) fn trace(&self, puzzle: &P) -> Vec<TraceStep<P>> {
        let Ok((solution, _)) = &self.outcome else { return Vec::new() };
        let (mut rest, mut state) = (&solution.moves()[..], self.start);
        let mut steps = Vec::new();
        for (number, part) in (1..).zip(solution.parts()) {
            for &turns in part.macros.iter().filter(|turns| **turns > 0) {
                let (moves, after) = rest.split_at(turns);
                let moves = HeldMoves { moves: Algorithm::from(moves), rotation: Symmetry::IDENTITY };
                (rest, state) = (after, puzzle.go_on(state, &moves));
                steps.push(TraceStep { number, name: part.name, moves: moves.moves, end: state });
            }
        }
        steps
    }
}

impl<P: Puzzle> TraceStep<P> {
    /// Returns the JSON document.
    pub(super) fn document(&self, puzzle: &P) -> Value {
        json!({"name": self.name, "moves": puzzle.write_moves(&self.moves), "state": puzzle.write_lying(self.end)})
    }

    /// Prints the moves, and the net after them.
    pub(super) fn print(&self, puzzle: &P, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "\n{} {}: {}", self.number, self.name, puzzle.write_moves(&self.moves))?;
        let facelets = puzzle.facelets(self.end).unwrap_or_default();
        out.write_all(net(&facelets, has_color()).as_bytes())
    }
}
