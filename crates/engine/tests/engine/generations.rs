//! Generations of the genetic algorithm: stored fitness, counts, elites, restarts, ends, learned genes, further parents, and the same bytes
//! for any threads and kernel. Limits of evaluations are tested in `budgets`, single operators in their own files.

use evocube_cube::{CUBE3, Cube3, Seed, Turn};
use evocube_engine::evaluation::objective::Objective;
use evocube_engine::evaluation::{EvaluationMode, Evaluator, Kernel};
use evocube_engine::evolve::config::TrialConfig;
use evocube_engine::evolve::crossover::Crossover;
use evocube_engine::evolve::engine::{Engine, EngineInputs, Settings};
use evocube_engine::evolve::mutation::Mutation;
use evocube_engine::evolve::restart::Restart;
use evocube_engine::evolve::selection::Selection;
use evocube_engine::optimizer::{RunContext, StopCriterion, StopReason, WorkerPool};

fn evaluator(evaluate: EvaluationMode) -> Evaluator {
    let effects: Vec<Cube3> = Turn::ALL.iter().map(|&turn| Cube3::SOLVED.apply(turn)).collect();
    let start = Cube3::after(&[Turn::R, Turn::U2, Turn::F3, Turn::L, Turn::D2]);
    Evaluator::new(&CUBE3, start, &effects, &Objective::default().penalty_function(&CUBE3), evaluate, Kernel::best())
}

fn settings(population: usize, elitism: usize) -> Settings {
    Settings { population, elitism, restart: Restart::None, ..TrialConfig::default().settings() }
}

#[test]
fn stored_fitness_equals_the_fitness_of_the_genome() {
    for evaluate in [EvaluationMode::Whole, EvaluationMode::BestPrefix] {
        let evaluator = evaluator(evaluate);
        for (population, elitism) in [(50, 0), (51, 0), (50, 1), (51, 7)] {
            let mut engine = Engine::new(&evaluator, settings(population, elitism), Seed::from_number(1)).unwrap();
            for _ in 0..30 {
                engine.step().unwrap();
                let population = engine.populations().next().unwrap();
                for individual in 0..population.size() {
                    let fitness = evaluator.reference_fitness(population.genome(individual)).unwrap();
                    assert_eq!(population.fitness()[individual], fitness);
                }
            }
        }
    }
}

#[test]
fn elitism_never_loses_the_best_individual() {
    let evaluator = evaluator(EvaluationMode::Whole);
    let mut engine = Engine::new(&evaluator, settings(40, 1), Seed::from_number(2)).unwrap();
    let mut best = u32::MAX;
    for _ in 0..200 {
        engine.step().unwrap();
        let now = engine.generation().spread().best;
        assert!(now <= best);
        best = now;
    }
}

#[test]
fn engine_counts_generations_offspring_and_evaluations() {
    let evaluator = evaluator(EvaluationMode::Whole);
    let mut engine = Engine::new(&evaluator, settings(40, 3), Seed::from_number(3)).unwrap();
    (0..10).for_each(|_| engine.step().unwrap());
    let generation = engine.generation();
    assert_eq!((generation.offspring, generation.progress.generations), (40 + 37 * 10, 10));
    assert!(generation.progress.evaluations < generation.offspring, "unchanged copies are not evaluated again");
    assert!(generation.progress.evaluations > 40);
}

#[test]
fn a_restart_reinitializes_the_population_and_keeps_the_best() {
    let evaluator = evaluator(EvaluationMode::Whole);
    let every = std::num::NonZeroU32::new(20).unwrap();
    let settings = Settings { restart: Restart::Every(every), ..settings(60, 1) };
    let mut engine = Engine::new(&evaluator, settings, Seed::from_number(4)).unwrap();
    for _ in 0..19 {
        engine.step().unwrap();
    }
    let (before, best) = (engine.generation().individuals.distinct(), engine.best().clone());
    engine.step().unwrap();
    let generation = engine.generation();
    assert_eq!(generation.restarts, 1);
    assert!(generation.individuals.distinct() > before, "random genomes are all different");
    assert!(engine.best().fitness <= best.fitness);
}

#[test]
fn restarts_are_in_the_generations_of_their_rules() {
    let evaluator = evaluator(EvaluationMode::Whole);
    let number = |count: u32| std::num::NonZeroU32::new(count).unwrap();
    // Without crossover and mutation no generation has a lower penalty than the initial one.
    let operators =
        TrialConfig { crossover: Crossover::None, mutation: Some(Mutation::None), ..TrialConfig::default() };
    for (restart, generations) in [
        (Restart::Every(number(7)), vec![7, 14, 21, 28, 35, 42, 49, 56]),
        (Restart::Stagnation(number(11)), vec![11, 22, 33, 44, 55]),
        // Copies are not evaluated.
        (Restart::StagnationEvaluations(std::num::NonZeroU64::MIN), vec![]),
        // 3 times 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2.
        (Restart::Luby(number(3)), vec![3, 6, 12, 15, 18, 24, 36, 39, 42, 48, 51, 54, 60]),
        (Restart::None, vec![]),
    ] {
        let settings = Settings { population: 20, elitism: 1, restart, ..operators.settings() };
        let mut engine = Engine::new(&evaluator, settings, Seed::from_number(4)).unwrap();
        let is_restart = |_: &u64| {
            let before = engine.generation().restarts;
            engine.step().unwrap();
            engine.generation().restarts > before
        };
        assert_eq!((1..=60).filter(is_restart).collect::<Vec<_>>(), generations, "{restart:?}");
    }
}

#[test]
fn recombined_children_are_counted_against_their_parents() {
    let evaluator = evaluator(EvaluationMode::Whole);
    let mut engine = Engine::new(&evaluator, settings(100, 1), Seed::from_number(5)).unwrap();
    engine.step().unwrap();
    let children = engine.generation().children;
    assert!(children.better > 0 && children.worse > 0 && children.better + children.worse <= 99, "{children:?}");
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let evaluator = evaluator(EvaluationMode::Whole);
    let run = |seed| {
        let mut engine = Engine::new(&evaluator, settings(100, 1), Seed::from_number(seed)).unwrap();
        (0..50).for_each(|_| engine.step().unwrap());
        let population = engine.populations().next().unwrap();
        (0..100).flat_map(|individual| population.genome(individual)).copied().collect::<Vec<_>>()
    };
    assert_eq!(run(6), run(6));
    assert_ne!(run(6), run(7));
}

#[test]
fn worker_pools_of_any_size_make_the_same_generations() {
    for (population, elitism) in [(20_001, 1), (9000, 3), (963, 2)] {
        let runs = [1, 2, 3].map(|threads| {
            let (evaluator, pool) = (evaluator(EvaluationMode::Whole), WorkerPool::new(threads));
            let settings = settings(population, elitism);
            let context = RunContext { pool: &pool, ..RunContext::sequential() };
            let inputs = EngineInputs { context, ..EngineInputs::new(&evaluator) };
            let mut engine = Engine::under(inputs, settings, Seed::from_number(8)).unwrap();
            (0..5).for_each(|_| engine.step().unwrap());
            let generation = engine.generation();
            let individuals = engine.populations().next().unwrap();
            let genomes = (0..population).flat_map(|individual| individuals.genome(individual));
            (genomes.copied().collect::<Vec<_>>(), generation.progress, generation.children, engine.best().clone())
        });
        assert!(runs[0] == runs[1] && runs[0] == runs[2]);
    }
}

#[test]
fn kernels_make_the_same_generations() {
    let mut runs = Kernel::available().map(|kernel| {
        let effects: Vec<Cube3> = Turn::ALL.iter().map(|&turn| Cube3::SOLVED.apply(turn)).collect();
        let costs = Objective::default().penalty_function(&CUBE3);
        let start = Cube3::after(&[Turn::R, Turn::U2]);
        let evaluator = Evaluator::new(&CUBE3, start, &effects, &costs, EvaluationMode::BestPrefix, kernel);
        let mut engine = Engine::new(&evaluator, settings(700, 2), Seed::from_number(9)).unwrap();
        (0..30).for_each(|_| engine.step().unwrap());
        let population = engine.populations().next().unwrap();
        (0..700).flat_map(|individual| population.genome(individual)).copied().collect::<Vec<_>>()
    });
    let first = runs.next().unwrap();
    assert!(runs.all(|run| run == first));
}

#[test]
fn runs_end_when_penalties_or_genomes_have_converged() {
    let evaluator = evaluator(EvaluationMode::Whole);
    let (crossover, mutation) = (Crossover::None, Mutation::None);
    // Selection alone makes all individuals copies of one.
    let run = |stop| {
        let mut settings = Settings { stop, ..settings(50, 1) };
        settings.operators.crossover = crossover.clone();
        settings.operators.mutation = mutation.clone();
        let mut engine = Engine::new(&evaluator, settings, Seed::from_number(10)).unwrap();
        let reason = engine.run(&mut ()).unwrap();
        let generation = engine.generation();
        let spread = generation.spread();
        (reason, u64::from(spread.worst - spread.best), generation.individuals.distinct() as u64)
    };
    let stop = |penalty_range, distinct| StopCriterion { target: None, penalty_range, distinct, ..Default::default() };
    for max in [0, 20] {
        let (reason, range, _) = run(stop(Some(max), None));
        assert!(reason == StopReason::PenaltyRange && range <= u64::from(max), "{range}");
        let (reason, _, distinct) = run(stop(None, Some(u64::from(max) + 1)));
        assert!(reason == StopReason::Distinct && distinct <= u64::from(max) + 1, "{distinct}");
    }
    let limited = StopCriterion { generations: Some(1000), ..stop(None, None) };
    assert_eq!(run(limited).0, StopReason::Generations);
}

#[test]
fn a_run_of_copies_ends_although_it_reaches_no_limit_of_evaluations() {
    let evaluator = evaluator(EvaluationMode::Whole);
    let stop = StopCriterion { target: None, evaluations: Some(1_000_000), ..StopCriterion::default() };
    let mut settings = Settings { stop, ..settings(20, 1) };
    settings.operators.mutation = Mutation::None;
    let mut engine = Engine::new(&evaluator, settings, Seed::from_number(10)).unwrap();
    assert_eq!(engine.run(&mut ()), Ok(StopReason::Converged));
    let generation = engine.generation();
    // Crossover of a population of copies makes copies alone.
    assert_eq!(generation.individuals.distinct(), 1);
    let progress = generation.progress;
    assert_eq!(progress.without_new_genome, StopCriterion::MAX_WITHOUT_NEW_GENOME);
    assert!(progress.generations > 10_000 && progress.generations < 10_200, "{progress:?}");
    assert!(progress.evaluations > 20 && progress.evaluations < 20 * 200, "{progress:?}");
}

#[test]
fn learned_genes_have_the_fitness_of_the_best() {
    for replacement in ["'generational'", "'deterministic-crowding'", "{ steady-state = { offspring = 7 } }"] {
        for inheritance in ["lamarckian", "baldwinian"] {
            let text = format!(
                "population = 30\nreplacement = {replacement}\ngenome.evaluate = 'best-prefix'\n\
                 memetic = {{ rate = 0.3, inheritance = '{inheritance}', evaluations = 100 }}"
            );
            let config: TrialConfig = crate::read(&text).unwrap();
            let evaluator = evaluator(EvaluationMode::BestPrefix);
            let mut engine = Engine::new(&evaluator, config.settings(), Seed::from_number(12)).unwrap();
            let mut learned = 0;
            for _ in 0..15 {
                engine.step().unwrap();
                let best = engine.best();
                assert_eq!(
                    evaluator.reference_fitness(&best.genes).unwrap().penalty(),
                    best.fitness.penalty(),
                    "{text}"
                );
                let population = engine.populations().next().unwrap();
                for individual in 0..30 {
                    let unlearned = evaluator.reference_fitness(population.genome(individual)).unwrap();
                    assert!(population.fitness()[individual] <= unlearned);
                    learned += usize::from(population.fitness()[individual] < unlearned);
                }
            }
            assert_eq!(learned > 0, inheritance == "baldwinian", "{text}");
        }
    }
}

#[test]
fn further_parents_are_drawn_by_every_selection() {
    let evaluator = evaluator(EvaluationMode::BestPrefix);
    for selection in Selection::NAMES {
        let text = format!(
            "population = 31\nselection = '{selection}'\ngenome.evaluate = 'best-prefix'\n\
             crossover.multi-parent = {{ rate = 1.0, parents = 5 }}"
        );
        let config: TrialConfig = crate::read(&text).unwrap();
        let mut engine = Engine::new(&evaluator, config.settings(), Seed::from_number(13)).unwrap();
        let before = engine.best().fitness;
        (0..40).for_each(|_| engine.step().unwrap());
        assert!(engine.best().fitness < before, "{selection}");
    }
}
