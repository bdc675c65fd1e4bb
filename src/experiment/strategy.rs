//! A trial whose individuals are states with their histories.

use super::record::{ConvergenceRow, EvolutionCounts, SolutionRow, TrialOutcome};
use super::trial::{Conditions, MAX_ROWS, TrialError, TrialRecord};
use crate::evaluation::Fitness;
use crate::evolve::config::TrialConfig;
use crate::evolve::observer::{Children, Generation, Individuals, Observer};
use crate::evolve::stop::{Progress, StopReason};
use crate::evolve::strategy::{Strategy, Task, Watch};
use crate::puzzle::algorithm::{Algorithm, Metric};
use crate::puzzle::{Cube, CubeState, Puzzle};
use crate::rng::Seed;

/// The penalties of some individuals.
#[derive(Debug)]
struct Penalties {
    fitness: Vec<Fitness>,
    distinct: usize,
}

impl Individuals for Penalties {
    fn groups(&self) -> usize {
        1
    }

    fn fitness(&self, _: usize) -> &[Fitness] {
        &self.fitness
    }

    fn distinct(&self) -> usize {
        self.distinct
    }
}

/// Runs a trial. `record` makes a row of a generation that is logged, which is every `log_every`th and the last.
pub(super) fn run<P: CubeState>(
    config: &TrialConfig,
    strategy: &Strategy,
    Conditions { instance, seed, cancellation, .. }: Conditions<'_>,
    (trial, log_every): (u64, u64),
    mut observer: impl Observer,
    record: impl Fn(&Generation<'_>) -> ConvergenceRow,
) -> Result<TrialRecord, TrialError> {
    let puzzle = &Cube::<P>::new();
    let given = instance.problem(puzzle);
    let (start, held) = given.anchored_state();
    let task = Task { alphabet: &config.alphabet, objective: &config.objective, phases: &config.phase };
    let costs = config.objective.penalty_table(puzzle);
    let penalty = |state: P| costs.penalty(&state.anchored_state().0.places());
    let judged = |states: Vec<P>| {
        let fitness = |&state: &P| Fitness::new(u16::try_from(penalty(state)).expect("penalties fit 16 bits"), 0);
        let distinct = states.iter().collect::<std::collections::HashSet<_>>().len();
        Penalties { fitness: states.iter().map(fitness).collect(), distinct }
    };
    let mut rows: Vec<ConvergenceRow> = Vec::new();
    let note = |watch: &Watch, states: Vec<P>, rows: &mut Vec<ConvergenceRow>| {
        let individuals = judged(states);
        if rows.len() <= MAX_ROWS && !individuals.fitness.is_empty() {
            rows.push(record(&generation(watch, &individuals)));
        }
    };
    note(&Watch::default(), vec![start], &mut rows);
    let mut reason = None;
    let outcome = strategy.ready::<P>(&task)?.run(start, Seed::from_number(seed), &mut |watch, states| {
        let nobody = Penalties { fitness: Vec::new(), distinct: 0 };
        observer.generation(&generation(watch, &nobody));
        if watch.generations.is_multiple_of(log_every) {
            note(watch, states(), &mut rows);
        }
        let Watch { generations, evaluations, .. } = *watch;
        let progress = Progress { best: u32::MAX, generations, evaluations, stagnation: 0 };
        reason = config.stop.reason(&progress);
        reason.is_none() && !cancellation.is_requested()
    });
    if outcome.stopped && reason.is_none() {
        return Err(TrialError::Cancelled);
    }
    if rows.len() > MAX_ROWS {
        return Err(TrialError::TooManyRows);
    }
    let moves = outcome.moves.unwrap_or(Algorithm::EMPTY).conjugate(held).simplify();
    let end = given.apply_all(&moves);
    let arrival = instance.start(puzzle).apply_all(&moves);
    if rows.last().is_none_or(|row| row.generation != outcome.watch.generations) || end.is_solved() {
        // The last row is that of what was found.
        rows.retain(|row| row.generation != outcome.watch.generations);
        note(&outcome.watch, vec![end.anchored_state().0], &mut rows);
    }
    let reached = if end.is_solved() { StopReason::Target } else { StopReason::Generations };
    let (htm, qtm) = (moves.length(Metric::Htm) as u64, moves.length(Metric::Qtm) as u64);
    let best = u64::from(penalty(end));
    let watch = outcome.watch;
    let counts = EvolutionCounts {
        restarts: watch.attempts.saturating_sub(1),
        generations: watch.generations,
        offspring: watch.evaluations,
        evaluations: watch.evaluations,
    };
    let stop = if outcome.stopped { reason.unwrap_or(reached) } else { reached };
    let outcome =
        TrialOutcome { best, solved: end.is_solved(), stop: stop.to_string(), evolution: Some(counts), htm, qtm };
    let solution = SolutionRow {
        trial,
        instance: instance.name.clone(),
        moves: moves.to_string(),
        htm,
        qtm,
        penalty: best,
        state: puzzle.write_state(arrival),
    };
    Ok(TrialRecord { outcome, convergence: rows, solution, front: Vec::new(), operators: Vec::new() })
}

fn generation<'a>(watch: &Watch, individuals: &'a Penalties) -> Generation<'a> {
    Generation {
        individuals,
        progress: Progress { best: 0, generations: watch.generations, evaluations: watch.evaluations, stagnation: 0 },
        offspring: watch.evaluations,
        restarts: watch.attempts,
        children: Children::default(),
        adaptation: None,
    }
}
