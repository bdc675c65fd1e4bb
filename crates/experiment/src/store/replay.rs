//! Replaying the recorded solutions of trials and baselines of a folder: their moves are made on their instances, and compared with the
//! rows. This needs no trust in digests. Penalties of registered objectives are not checked.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use super::error::StoreError;
use super::remedy::Remedy;
use crate::instance::Instance;
use crate::record::{BaselineRow, SolutionRow, TrialOutcome, TrialRow, file};
use crate::sweep::Sweep;
use evocube_cube::puzzle::notation::Dialect;
use evocube_cube::puzzle::{HeldMoves, Metric, Puzzle};
use evocube_cube::with_puzzle;
use evocube_engine::evaluation::objective::Objective;

/// Replays these solutions, and compares them with the rows of their trials. Trials without one of them are not checked, nor are the
/// penalties of a registered objective.
///
/// # Errors
/// If the moves lead to another state or penalty than recorded, or have another length: the trial is named.
pub(super) fn check_solutions(
    folder: &Path,
    sweep: &Sweep,
    selected: &[usize],
    trials: &[TrialRow],
    solutions: &[SolutionRow],
) -> Result<(), StoreError> {
    let solutions: HashMap<u64, &SolutionRow> = solutions.iter().map(|row| (row.trial, row)).collect();
    let instances: HashMap<&str, &Instance> =
        sweep.instances.iter().chain(&sweep.held_out).map(|instance| (&*instance.name, instance)).collect();
    let mut by_point: BTreeMap<(usize, u64), Vec<Solution<'_>>> = BTreeMap::new();
    for row in trials {
        let (Some(outcome), Some(solution)) = (&row.outcome, solutions.get(&row.trial)) else { continue };
        let stage = sweep.stages.iter().position(|stage| *stage.name == *row.stage);
        let (Some(stage), Some(instance)) = (stage, instances.get(&*row.instance)) else {
            return Err(changed(folder, row.trial, "its stage or its instance is not of the sweep"));
        };
        by_point.entry((stage, row.point)).or_default().push(Solution { outcome, row: solution, instance });
    }
    for ((stage, point), solutions) in by_point {
        let index = usize::try_from(point).ok().and_then(|point| point.checked_sub(1));
        let index = index.filter(|index| *index < sweep.stages[stage].points());
        let config = index.and_then(|index| sweep.point(stage, selected, index).ok());
        let Some(config) = config else {
            return Err(changed(folder, solutions[0].row.trial, "its design point is not of the sweep"));
        };
        let message = with_puzzle!(sweep.puzzle(), |puzzle| first_change(puzzle, &config.objective, &solutions));
        if let Some((trial, message)) = message {
            return Err(changed(folder, trial, &message));
        }
    }
    Ok(())
}

fn changed(folder: &Path, trial: u64, message: &str) -> StoreError {
    let path = folder.join(file::SOLUTIONS);
    let message = format!("trial {trial}: {message}; no run has written this");
    StoreError::corrupt(path, message, vec![Remedy::Verify])
}

/// A recorded solution.
struct Solution<'a> {
    outcome: &'a TrialOutcome,
    row: &'a SolutionRow,
    instance: &'a Instance,
}

/// Returns the first trial whose recorded solution differs from what its moves give, and the difference.
fn first_change<P: Puzzle>(puzzle: &P, objective: &Objective, solutions: &[Solution<'_>]) -> Option<(u64, String)> {
    let penalties = objective.penalty_function(puzzle);
    solutions.iter().find_map(|Solution { outcome, row, instance }| {
        let compare = || {
            let moves = puzzle.read_moves(&row.moves, Dialect::Wca).map_err(|error| error.to_string())?.moves;
            let (start, problem) = instance.states(puzzle);
            let end = puzzle.apply_all(problem, &moves);
            let state = if start == problem { end } else { puzzle.apply_all(start, &moves) };
            let state = puzzle.write_state(state);
            // A registered objective is not called by those who read a folder.
            let penalty = match objective {
                Objective::Custom(_) => outcome.best,
                _ => {
                    let penalty = penalties.penalty(puzzle.places(puzzle.anchor(end).0).as_ref());
                    u64::from(penalty.expect("only a registered objective fails"))
                }
            };
            let [htm, qtm] = Metric::ALL.map(|metric| puzzle.length(&moves, metric) as u64);
            let replayed = (penalty, puzzle.is_solved(end), htm, qtm);
            let recorded = (outcome.best, outcome.solved, outcome.htm, outcome.qtm);
            if row.instance != instance.name || row.state != state {
                return Err("its moves do not lead from its instance to its state".to_owned());
            }
            if replayed == recorded && (row.penalty, row.htm, row.qtm) == (penalty, htm, qtm) {
                return Ok(());
            }
            let text = |(penalty, solved, htm, qtm): (u64, bool, u64, u64)| {
                let solved = if solved { "solved" } else { "not solved" };
                format!("penalty {penalty}, {solved}, {htm} HTM, {qtm} QTM")
            };
            // Where only the row of the solution differs, that of the trial is right.
            let recorded =
                if replayed == recorded { (row.penalty, outcome.solved, row.htm, row.qtm) } else { recorded };
            Err(format!("its moves give {}, but {} is recorded", text(replayed), text(recorded)))
        };
        compare().err().map(|message| (row.trial, message))
    })
}

/// Replays the solutions of baselines.
///
/// # Errors
/// If the moves do not solve the instance, or have another length than recorded: the solver and the instance are named.
pub(super) fn check_baselines(folder: &Path, sweep: &Sweep, rows: &[BaselineRow]) -> Result<(), StoreError> {
    for row in rows.iter().filter(|row| row.solved) {
        let instance = sweep.instances.iter().find(|instance| *instance.name == *row.instance);
        let is_right = instance.is_some_and(|instance| {
            with_puzzle!(sweep.puzzle(), |puzzle| {
                puzzle.read_moves(&row.moves, Dialect::Wca).is_ok_and(|HeldMoves { moves, .. }| {
                    let lengths = Metric::ALL.map(|metric| Some(puzzle.length(&moves, metric) as u64));
                    puzzle.is_solved(puzzle.apply_all(instance.problem(puzzle), &moves))
                        && lengths == [row.htm, row.qtm]
                })
            })
        });
        if !is_right {
            let (solver, instance) = (&row.solver, &row.instance);
            let message = format!("the moves of {solver} do not solve {instance} in the recorded number of moves");
            return Err(StoreError::corrupt(folder.join(file::BASELINES), message, vec![]));
        }
    }
    Ok(())
}
