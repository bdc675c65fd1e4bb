//! Limits of evaluations in sweeps: exact for every algorithm of evolution, and for registered ones, whose trials fail if they count more.
//! The engine alone is tested in `crates/engine/tests/engine/budgets.rs`.

use evocube::Puzzle;
use evocube::optimizer::{
    EvolutionCounts, Observer, Optimizer, OptimizerError, Outcome, Problem, RunContext, StopCriterion, StopReason,
    Unsupported,
};

use super::*;

/// The 15 algorithms of evolution.
const ALGORITHMS: &str = r#"["genetic-algorithm", "random-search", { one-plus-one = { runs = 3 } }, "randomized-local-search",
"hill-climbing", { simulated-annealing = { runs = 2 } }, "iterated-local-search", "late-acceptance", "mu-lambda", "umda", "pbil", "chc",
"map-elites", { evolution-strategy = { offspring = 90 } }, "niche-archive"]"#;

fn sweep(algorithms: &str, limits: &str) -> String {
    format!(
        "name = \"budgets\"\nseed = 2\nrepetitions = 2\n[[instance]]\nrandom = 2\n[base]\npopulation = 60\nstop.evaluations = 500\n\
         [[factor]]\nkey = \"algorithm\"\nlevels = {algorithms}\n[[factor]]\nkey = \"stop.evaluations\"\nlevels = {limits}\n"
    )
}

#[test]
fn all_algorithms_make_exactly_the_evaluations_of_a_sweep() {
    let results = results(&sweep(ALGORITHMS, "[1, 59, 60, 61, 500, 1234]"));
    assert_eq!(results.trials.len(), 15 * 6 * 4);
    for trial in &results.trials {
        let outcome = trial.outcome.as_ref().unwrap();
        let limit: u64 = trial.levels.last().unwrap().parse().unwrap();
        let counts = outcome.evolution.unwrap();
        assert_eq!((&*outcome.stop, counts.evaluations), ("evaluations", limit), "{trial:?}");
        let rows = || results.convergence.iter().filter(|row| row.trial == trial.trial);
        let last = rows().max_by_key(|row| row.generation).unwrap();
        assert_eq!((last.generation, last.evaluations), (counts.generations, limit), "{trial:?}");
        // Strategies know no best penalty before they solve.
        if !trial.levels[0].contains("strategy") && !trial.levels[0].contains("archive") {
            assert_eq!(rows().map(|row| row.best).min(), Some(outcome.best), "{trial:?}");
        }
    }
}

/// A registered algorithm that evaluates the moves in batches, and counts `more` than it makes.
#[derive(Clone, serde::Deserialize)]
struct Batches {
    size: usize,
    more: u64,
}

impl<P: Puzzle> Optimizer<P> for Batches {
    fn name(&self) -> &str {
        "batches"
    }

    fn supports(&self, _: &StopCriterion) -> Result<(), Unsupported> {
        Ok(())
    }

    fn run(
        &self,
        problem: &Problem<'_, P>,
        seed: Seed,
        _: &StopCriterion,
        _: &RunContext<'_>,
        _: &mut dyn Observer,
    ) -> Result<Outcome<P::Move>, OptimizerError> {
        let (moves, mut stream) = (problem.puzzle.moves(), seed.stream());
        let (mut best, mut last) = ((u32::MAX, Vec::new()), self.size);
        loop {
            let batch: Vec<[P::Move; 2]> =
                (0..self.size).map(|_| [0; 2].map(|_| moves[stream.index(moves.len())])).collect();
            let mut penalties = vec![u32::MAX; self.size];
            let count = problem.evaluate(&batch, &mut penalties)?;
            assert!(penalties[count..].iter().all(|&penalty| penalty == u32::MAX), "the others are left out");
            assert!(last == self.size || count == 0, "after a part nothing is evaluated");
            if count == 0 {
                break;
            }
            last = count;
            for (penalty, moves) in penalties[..count].iter().zip(&batch) {
                assert_eq!(*penalty, problem.penalty(moves)?);
                if *penalty < best.0 {
                    best = (*penalty, problem.puzzle.simplify(moves).to_vec());
                }
            }
        }
        let evaluations = problem.evaluations() + self.more;
        let counts = EvolutionCounts { evaluations, offspring: evaluations, ..EvolutionCounts::default() };
        let (penalty, moves) = (Some(best.0), best.1.as_slice().into());
        let stop = StopReason::Evaluations;
        Ok(Outcome { moves, genes: String::new(), penalty, front: vec![], stop, counts: Some(counts), nodes: 0 })
    }
}

#[test]
fn registered_algorithms_make_exactly_their_evaluations_or_fail() {
    let registry = Registry::new().optimizer::<Batches>("batches", "1");
    let levels = r#"[{ batches = { size = 7, more = 0 } }, { batches = { size = 7, more = 1 } }]"#;
    let folder = common::tempdir().unwrap();
    run_with(&sweep(levels, "[1, 6, 7, 500]"), &registry, folder.path(), Opening::New);
    let failures = fs::read_to_string(folder.path().join(file::FAILURES)).unwrap();
    let sentence = "\"the algorithm made 8 evaluations, more than the 7 of stop.evaluations: evaluate by Problem::evaluate, and \
                    end when it returns 0\"";
    assert_eq!(failures.lines().filter(|line| line.ends_with(sentence)).count(), 4, "{failures}");
    for trial in &store::read(folder.path()).unwrap().trials {
        let limit: u64 = trial.levels[1].parse().unwrap();
        let evaluations = trial.outcome.as_ref().map(|outcome| outcome.evolution.unwrap().evaluations);
        assert_eq!(evaluations, Some(limit).filter(|_| trial.levels[0].contains("more = 0")), "{trial:?}");
    }
}
