//! Killed trials with each kind of saved state, which continue from their checkpoints to the same bytes. Damaged checkpoints and cancelled
//! trials are tested in `checkpoints/mod.rs`.

use super::*;

/// The sweep with a row for each improvement, which a trial that continues must not forget.
fn without_interval(text: &str) -> String {
    text.lines().filter(|line| !line.starts_with("log-every")).map(|line| format!("{line}\n")).collect()
}

/// A sweep of one trial of a genetic algorithm.
fn genetic(base: &str, generations: u32) -> String {
    let stop = format!("stop = {{ generations = {generations}, target = \"none\" }}");
    without_interval(&one_trial("cube3", 50, &format!("{base}\n{stop}")))
}

/// A sweep of one trial on genomes with this number of evaluations.
fn genome_algorithm(base: &str, evaluations: u32) -> String {
    let stop =
        format!("stop = {{ evaluations = {evaluations}, target = \"none\" }}\ngenome.evaluate = \"best-prefix\"");
    without_interval(&one_trial("cube3", 5000, &format!("{base}\n{stop}")))
}

/// A sweep of one trial of an evolution strategy.
fn strategy(base: &str) -> String {
    one_trial("cube3", 5, &format!("stop.generations = 500\n[base.algorithm.evolution-strategy]\n{base}"))
}

// Trials of some tenths of a second.
test_each! {
    fn trials() -> String;
    mod a_killed_trial_continues_from_its_checkpoint: |name, sweep| {
        killed_again_and_again(name, &sweep, 1);
    };
    genetic_algorithm: genetic(
        "population = 300\nimmigrants = 0.02\ngenome.evaluate = \"best-prefix\"\nrestart.stagnation = 250\n\
         mutation.mixture = { adapt.adaptive-pursuit = {}, of = [\
         { mutation.self-adaptive = { individual-rate = 0.4, rates = [0.02, 0.05, 0.2] } }, \
         { mutation.one-fifth = { individual-rate = 0.4, gene-rate = 0.1 } }, \
         { mutation.swap.individual-rate = 0.3 }] }",
        2000,
    ),
    a_large_population_on_two_threads: genetic("population = 20_000\ngenome.length = 40", 100),
    islands: genetic(
        "population = 100\nrestart.luby = 90\n\
         islands = { count = 5, interval = 7, migrants = 3, emigrants = \"random\", replaced = \"random\" }",
        2000,
    ),
    steady_state: genetic(
        "population = 50\nreplacement.steady-state = { replaced.crowding = 4, lifetime = 20 }\n\
         restart.stagnation = 50",
        800,
    ),
    deterministic_crowding: genetic("population = 301\nreplacement = \"deterministic-crowding\"", 1700),
    cellular: genetic("population = 300\nreplacement = \"cellular\"", 800),
    alps: genetic("population = 300\nreplacement = \"alps\"", 1700),
    nsga_ii_on_islands: genetic(
        "population = 100\nreplacement = \"nsga-ii\"\ngenome.evaluate = \"best-prefix\"\nrestart.every = 130\n\
         islands = { count = 2, interval = 5 }",
        500,
    ),
    evolution_strategy: strategy(
        "parents = 40\noffspring = 800\nsurvival = \"plus\"\nappend = [1, 3]\ntruncate = [0, 2]\ndistinct = true\n\
         length-weight = 1\nmax-generations = 170",
    ),
    evolution_strategy_with_phases: strategy(
        "parents = 30\noffspring = 800\nappend = [2, 5]\nextra-generations = 3\nmax-generations = 90\n\
         attempts = 100\n[[base.phase]]\nturns = \"all\"\ngoal = { flips = 1, twists = 1 }\n[[base.phase]]\n\
         turns = \"all\"\ngoal = { stickers = 1 }",
    ),
    mu_comma_lambda: genome_algorithm("algorithm.mu-lambda.survival = \"comma\"", 1_000_000),
    umda: genome_algorithm("algorithm = \"umda\"\npopulation = 500\nrestart.stagnation-evaluations = 20_000", 1_000_000),
    pbil: genome_algorithm("algorithm = \"pbil\"\npopulation = 500", 1_000_000),
    chc: genome_algorithm("algorithm = \"chc\"\npopulation = 50\nrestart.every = 300", 1_000_000),
    map_elites: genome_algorithm("algorithm = \"map-elites\"\npopulation = 500\nrestart.stagnation = 40", 400_000),
    random_search: genome_algorithm("algorithm = \"random-search\"\npopulation = 500", 2_000_000),
    one_plus_one: genome_algorithm("algorithm.one-plus-one.runs = 50\nrestart.luby = 300", 700_000),
    steepest_ascent: genome_algorithm("algorithm.hill-climbing = { pivot = \"steepest\" }", 700_000),
    simulated_annealing: genome_algorithm("algorithm.simulated-annealing = { steps = 100_000, runs = 2 }", 700_000),
    iterated_local_search: genome_algorithm("algorithm.iterated-local-search.runs = 3", 700_000),
    late_acceptance: genome_algorithm("algorithm.late-acceptance.history = 700\nrestart.stagnation = 20_000", 700_000),
    niche_archive: one_trial("cube3", 1, "[base.algorithm.niche-archive]\nattempts = 2"),
    niche_archive_with_backward_populations:
        one_trial("cube3", 1, "[base.algorithm.niche-archive]\nattempts = 4\nbackward = 4\nsolved = 5000"),
    niche_archive_of_the_2x2x2: one_trial("cube2", 1, "[base.algorithm.niche-archive]\nattempts = 40"),
}

/// Kills a trial at random moments, and compares its final files. Returns how often it continued.
fn killed_again_and_again(name: &str, sweep: &str, kills: usize) -> usize {
    let folder = crate::common::tempdir().unwrap();
    let path = folder.path().join("sweep.toml");
    fs::write(&path, sweep).unwrap();
    let whole = folder.path().join("whole");
    let begin = Instant::now();
    assert_eq!(Killed { sweep: &path, out: &whole }.finish("off"), "", "{name}");
    // Most kills occur before the trial could end.
    let longest = u64::try_from(begin.elapsed().as_millis()).unwrap() / 2;
    let mut moments = Seed::from_number(17).child(name).stream();
    let (mut killed, mut continued) = (0, 0);
    for round in 0.. {
        let out = folder.path().join(round.to_string());
        let run = Killed { sweep: &path, out: &out };
        loop {
            if killed == kills {
                continued += run.finish("5ms").matches("continues from its checkpoint").count();
                break;
            }
            let time = Duration::from_millis(5 + moments.below(longest));
            let (was_killed, notes) = run.kill_after(time, (killed == 0).then_some("checkpoints/1.checkpoint"));
            assert!(notes.lines().all(|line| line == "note: trial 1 continues from its checkpoint"), "{name}: {notes}");
            continued += notes.lines().count();
            killed += usize::from(was_killed);
            if !was_killed {
                break;
            }
        }
        assert!(!out.join("checkpoints").exists(), "{name}: a finished folder has no checkpoints");
        assert_same(&tables(&out), &tables(&whole), &format!("{name}, after {killed} kills"));
        if killed == kills {
            break;
        }
    }
    assert!(continued > 0, "{name}: the trial never continued from a checkpoint");
    continued
}

#[test]
#[ignore = "300 kills: a minute or two"]
fn trials_that_are_killed_300_times_have_the_same_bytes() {
    let trials = trials();
    let kills = 300usize.div_ceil(trials.len());
    let continued: usize = trials.iter().map(|(name, sweep)| killed_again_and_again(name, sweep, kills)).sum();
    assert!(continued > 100, "{continued} times continued");
}
