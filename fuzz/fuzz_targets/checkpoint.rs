//! Fuzz target of saved states of trials whose bytes are changed: a trial continues from them or starts over, and never panics. What it
//! finds then is not checked.
//!
//! The first byte selects the configuration, the next two the place of the change, and the fourth the number of bytes there that the
//! rest of the input replaces.
#![no_main]

use std::io::{self, Write};
use std::sync::{LazyLock, Mutex};

use evocube::evaluation::Kernel;
use evocube::evolve::config::TrialConfig;
use evocube::optimizer::{AnyOptimizer, Checkpoint, Problem, RunContext};
use evocube::solver::Cancelled;
use evocube::{CUBE3, Cube3, Seed};
use libfuzzer_sys::fuzz_target;

/// Configurations whose states have different parts.
const CONFIGURATIONS: [&str; 8] = [
    "population = 12\nmutation.self-adaptive = { individual-rate = 0.4, rates = [0.02, 0.2] }\nstop.generations = 6",
    "population = 12\nreplacement = 'nsga-ii'\nrestart.stagnation = 2\nstop.generations = 6",
    "population = 20\nislands = { count = 2, interval = 2, migrants = 1 }\nreplacement = 'steady-state'\nstop.generations = 6",
    "population = 12\nmutation.mixture = { adapt.probability-matching = {}, of = [{ mutation.swap.individual-rate = 1.0 }, \
     { mutation.one-fifth = { individual-rate = 1.0, gene-rate = 0.1 } }] }\nstop.generations = 6",
    "algorithm = 'simulated-annealing'\nstop.evaluations = 200",
    "algorithm = 'map-elites'\npopulation = 20\nstop.evaluations = 200",
    "algorithm = { niche-archive = { parents = 40 } }\nstop.generations = 4",
    "algorithm = { evolution-strategy = { parents = 5, offspring = 20 } }\nstop.generations = 20",
];

/// A checkpoint in memory, with the state that a trial begins with or, without one, the last state of the trial.
#[derive(Debug, Default)]
struct InMemory {
    begin: Option<Vec<u8>>,
    last: Mutex<Vec<u8>>,
}

impl Checkpoint for InMemory {
    fn saved(&self) -> Option<Vec<u8>> {
        self.begin.clone()
    }

    fn opened(&self, _: bool) {}

    fn is_due(&self) -> Result<bool, Cancelled> {
        Ok(self.begin.is_none())
    }

    fn save(&self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> Result<(), Cancelled> {
        let mut state = Vec::new();
        write(&mut state).expect("memory is there");
        *self.last.lock().expect("one thread") = state;
        Ok(())
    }
}

fn run(text: &str, checkpoint: &InMemory) {
    let config: TrialConfig = toml::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let Ok(AnyOptimizer::Cube3(optimizer)) = config.build() else { panic!("{text}: no algorithm of the cube") };
    let problem = Problem::new(&CUBE3, Cube3::random(&mut Seed::from_number(2).stream()), &config.objective);
    let context = RunContext { kernel: Kernel::SCALAR, checkpoint: Some(checkpoint), ..RunContext::sequential() };
    let _ = optimizer.run(&problem, Seed::from_number(3), &config.stop, &context, &mut ());
}

/// A whole state of each configuration.
static STATES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let state = |text: &&str| {
        let checkpoint = InMemory::default();
        run(text, &checkpoint);
        checkpoint.last.into_inner().expect("one thread")
    };
    CONFIGURATIONS.iter().map(state).collect()
});

fuzz_target!(|input: &[u8]| {
    let Some((&[which, low, high, removed], bytes)) = input.split_first_chunk() else { return };
    let which = usize::from(which) % CONFIGURATIONS.len();
    let mut state = STATES[which].clone();
    let place = usize::from(u16::from_le_bytes([low, high])) % state.len();
    let end = (place + usize::from(removed)).min(state.len());
    state.splice(place..end, bytes.iter().copied());
    run(CONFIGURATIONS[which], &InMemory { begin: Some(state), ..InMemory::default() });
});
