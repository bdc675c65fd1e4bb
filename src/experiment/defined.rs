//! A trial on a puzzle that is data.

use std::sync::Arc;

use super::trial::{Conditions, Task, TrialError, TrialRecord, Way};
use crate::evolve::alphabet::DefinedAlphabet;
use crate::evolve::defined::DefinedSettings;
use crate::evolve::observer::Observer;
use crate::evolve::pareto::Ruler;
use crate::puzzle::defined::{Definition, Word};
use crate::puzzle::kernel::{Fitness, Gene, Program};

/// Runs it.
pub(super) fn run(puzzle: &Arc<Definition>, task: Task<'_, impl Observer>) -> Result<TrialRecord, TrialError> {
    let (config, Conditions { instance, kernel, .. }) = (task.config, task.conditions);
    let DefinedSettings { alphabet, objective } = &config.defined;
    let alphabet = DefinedAlphabet::new(puzzle, alphabet)?;
    let given = instance.defined_problem(puzzle);
    let costs = objective.costs(puzzle);
    let effects = alphabet.effects();
    let program = Program::of_defined(puzzle, given, &effects, &costs, config.genome.evaluate, kernel)
        .preferring_shorter(config.genome.shorter == Some(true));
    let ruler = Ruler::of_defined(puzzle.clone(), alphabet.symbols().iter().map(|symbol| &symbol.moves));
    let bred = task.evolve(&program, &ruler)?;
    let word = |genes: &[Gene]| {
        let mut word = Word::EMPTY;
        for gene in genes {
            let moves = &alphabet.symbols()[gene.index()].moves;
            moves.iter().for_each(|&one| puzzle.push_merged(&mut word, one));
        }
        word
    };
    let best = word(&bred.engine.best().genes);
    let arrival = puzzle.apply_all(instance.defined_state(puzzle), &best);
    let solved = puzzle.is_solved(puzzle.apply_all(given, &best));
    bred.record(instance, (puzzle.write_state(arrival), solved), &|genes, fitness: Fitness| {
        let word = word(genes);
        let replayed = objective.of(puzzle, puzzle.apply_all(given, &word));
        let evaluated = fitness.penalty();
        if evaluated != replayed {
            return Err(TrialError::Mismatch { evaluated, replayed });
        }
        Ok(Way { moves: puzzle.write_moves(&word), htm: word.len(), qtm: puzzle.single_moves(&word) })
    })
}
