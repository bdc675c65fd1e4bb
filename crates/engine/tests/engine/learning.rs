//! Adaptive operators in the engine: the same results for any number of threads, one adaptation for all islands, and plausible adaptation;
//! also initial lengths and parsimony, which shorten genomes. Checkpoints of what is learned are tested in `src/evolve/engine/saved.rs`.

use evocube_cube::{CUBE3, Cube3, Seed};
use evocube_engine::alphabet::Alphabet;
use evocube_engine::evaluation::{Evaluator, Fitness, Gene, Kernel};
use evocube_engine::evolve::config::TrialConfig;
use evocube_engine::evolve::engine::{Engine, EngineInputs};
use evocube_engine::evolve::mutation::Mutation;
use evocube_engine::optimizer::{RunContext, WorkerPool};

fn config(text: &str) -> TrialConfig {
    let usual = "alphabet = { expand = \"symmetries\", conjugate = 0, no-op = true }\n";
    let config: TrialConfig = crate::read(&format!("{usual}{text}")).unwrap();
    config.check().unwrap();
    config
}

fn evaluator(config: &TrialConfig) -> Evaluator {
    let alphabet = Alphabet::new(&CUBE3, &config.alphabet).unwrap();
    let costs = config.objective.penalty_function(&CUBE3);
    let start = Cube3::random(&mut Seed::from_number(1).stream());
    Evaluator::new(&CUBE3, start, alphabet.effects(), &costs, config.genome.evaluate, Kernel::best())
        .with_parsimony_tiebreak(config.genome.parsimony_tiebreak == Some(true))
}

const ADAPTIVE: &str = "mutation.mixture.adapt.adaptive-pursuit = {}\nmutation.mixture.of = [\
     { mutation.uniform = { individual-rate = 1.0, gene-rate = 0.05 } }, \
     { mutation.uniform = { individual-rate = 1.0, gene-rate = 0.9 } }, \
     { mutation.one-fifth = { individual-rate = 1.0, gene-rate = 0.2 } }]\n";

#[test]
fn operator_adaptation_is_the_same_for_worker_pools_of_any_size() {
    let self_adaptive = "mutation.self-adaptive = { individual-rate = 1.0, rates = [0.02, 0.1, 0.3] }\n";
    for mutation in [ADAPTIVE, self_adaptive] {
        let config = config(&format!("population = 20001\nrestart = {{ every = 3 }}\n{mutation}"));
        let runs = [1, 3].map(|threads| {
            let (evaluator, pool) = (evaluator(&config), WorkerPool::new(threads));
            let context = RunContext { pool: &pool, ..RunContext::sequential() };
            let inputs = EngineInputs { context, ..EngineInputs::new(&evaluator) };
            let mut engine = Engine::under(inputs, config.settings(), Seed::from_number(8)).unwrap();
            (0..5).for_each(|_| engine.step().unwrap());
            let population = engine.populations().next().unwrap();
            let genomes: Vec<Gene> = (0..20_001).flat_map(|row| population.genome(row)).copied().collect();
            (genomes, engine.mutation().clone(), engine.best().clone())
        });
        assert!(runs[0] == runs[1], "{mutation}");
    }
}

#[test]
fn islands_share_one_adaptation_which_a_restart_of_islands_keeps() {
    let mutation = "mutation.one-fifth = { individual-rate = 1.0, gene-rate = 0.1 }";
    let states = |islands: usize| {
        let keys =
            format!("population = 20\nislands.count = {islands}\nrestart.every = 6\ncrossover = \"none\"\n{mutation}");
        let config = config(&keys);
        let evaluator = evaluator(&config);
        let mut engine = Engine::new(&evaluator, config.settings(), Seed::from_number(10)).unwrap();
        let mut after = |generations| {
            (0..generations).for_each(|_| engine.step().unwrap());
            let rows = engine.generation().adaptation.unwrap().operators();
            let [state] = &rows[..] else { panic!("{islands} islands have one state: {rows:?}") };
            (state.rate.unwrap(), state.credit.unwrap().uses)
        };
        [after(5), after(1)]
    };
    let [(learned, _), (restarted, _)] = states(1);
    assert!(learned != 0.1 && restarted == 0.1, "{learned} {restarted}");
    let [(learned, uses), (restarted, _)] = states(3);
    assert!(learned != 0.1 && restarted == learned, "{learned} {restarted}");
    assert!(uses > 19, "offspring of all islands count: {uses}");
}

#[test]
fn adaptive_selection_rarely_draws_a_destructive_mutation() {
    let config = config(&format!("population = 1000\ngenome.length = 30\ncrossover = \"none\"\n{ADAPTIVE}"));
    let evaluator = evaluator(&config);
    let mut engine = Engine::new(&evaluator, config.settings(), Seed::from_number(9)).unwrap();
    // The draws of a single generation vary by chance.
    let mut sums = [0.0; 3];
    for _ in 0..100 {
        engine.step().unwrap();
        let Mutation::Mixture(mixture) = engine.mutation() else { panic!("a mixture") };
        sums.iter_mut().zip(mixture.probabilities()).for_each(|(sum, now)| *sum += now);
    }
    let Mutation::Mixture(mixture) = engine.mutation() else { panic!("a mixture") };
    let Mutation::OneFifth(rule) = &mixture.parts[2].mutation else { panic!("a rule") };
    assert!(sums[1] < sums[0] && sums[1] < sums[2], "{sums:?}");
    assert!(rule.present_rate().get() < 0.2, "fewer than one in five is better: the rate falls");
}

#[test]
fn initial_lengths_and_parsimony_shorten_genomes() {
    let config = config(
        "population = 500\ngenome = { length = 12, evaluate = \"whole\", initial = [2, 5], parsimony-tiebreak = true }\n\
         mutation.sequence = [{ insert.individual-rate = 0.5 }, { delete.individual-rate = 0.5 }]\n",
    );
    let evaluator = evaluator(&config);
    let no_op = evaluator.no_op().unwrap();
    let mut engine = Engine::new(&evaluator, config.settings(), Seed::from_number(10)).unwrap();
    let lengths = |engine: &Engine<'_>| -> Vec<usize> {
        let population = engine.populations().next().unwrap();
        (0..500)
            .map(|row| {
                let (genome, fitness) = (population.genome(row), population.fitness()[row]);
                let length = genome.iter().rposition(|&gene| gene != no_op).map_or(0, |last| last + 1);
                assert_eq!(
                    fitness,
                    Fitness::new(u16::try_from(fitness.penalty()).unwrap(), u16::try_from(length).unwrap())
                );
                assert_eq!(fitness, evaluator.reference_fitness(genome).unwrap());
                length
            })
            .collect()
    };
    let mut counts = [0; 6];
    lengths(&engine).into_iter().for_each(|length| counts[length] += 1);
    assert!(counts[..2] == [0, 0] && counts[2..].iter().all(|&count| count > 90), "{counts:?}");
    for _ in 0..40 {
        engine.step().unwrap();
        lengths(&engine);
    }
    assert_eq!(engine.best().genes.len(), engine.best().fitness.genes());
}
