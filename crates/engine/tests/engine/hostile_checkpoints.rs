//! Saved states of runs with changed bytes: a run continues from them, or starts over, but neither panics nor allocates more at
//! once than a run from the beginning or the bytes of the state.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use evocube_cube::solver::Cancelled;
use evocube_cube::{CUBE3, Seed};
use evocube_engine::evaluation::Kernel;
use evocube_engine::evolve::config::TrialConfig;
use evocube_engine::optimizer::{AnyOptimizer, Checkpoint, Outcome, Problem, RunContext, StopCriterion};

use super::allocation::largest_allocation;
use super::scrambled;

/// A checkpoint in memory. It saves after each generation, and keeps the last state.
#[derive(Debug, Default)]
struct InMemory {
    state: Mutex<Vec<u8>>,
    before: Option<Vec<u8>>,
}

impl Checkpoint for InMemory {
    fn saved(&self) -> Option<Vec<u8>> {
        self.before.clone()
    }

    fn opened(&self, _: bool) {}

    fn is_due(&self) -> Result<bool, Cancelled> {
        Ok(self.before.is_none())
    }

    fn save(&self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> Result<(), Cancelled> {
        let mut state = Vec::new();
        write(&mut state).unwrap();
        *self.state.lock().unwrap() = state;
        Ok(())
    }
}

fn run(config: &TrialConfig, checkpoint: &InMemory) -> Outcome<evocube_cube::Turn> {
    let AnyOptimizer::Cube3(optimizer) = config.build().unwrap() else { panic!("the configuration is of cube3") };
    let problem = Problem::new(&CUBE3, scrambled(), &config.objective);
    let stop: &StopCriterion = &config.stop;
    let context = RunContext { kernel: Kernel::SCALAR, checkpoint: Some(checkpoint), ..RunContext::sequential() };
    optimizer.run(&problem, Seed::from_number(3), stop, &context, &mut ()).unwrap()
}

/// Configurations whose states have different parts.
const CONFIGURATIONS: [&str; 20] = [
    "population = 12\nelitism = 1\nstop.generations = 6",
    "population = 12\nreplacement = 'nsga-ii'\nstop.generations = 6",
    "population = 12\nreplacement = { steady-state = { lifetime = 2 } }\nstop.generations = 6",
    "population = 16\nreplacement = 'cellular'\nstop.generations = 6",
    "population = 20\nreplacement = 'alps'\nstop.generations = 6",
    "population = 20\nislands = { count = 2, interval = 2, migrants = 1 }\nstop.generations = 6",
    "population = 12\nrestart.stagnation-evaluations = 20\nstop.generations = 8",
    "population = 12\nmutation.mixture = { adapt.probability-matching = {}, of = [{ mutation.swap.individual-rate = 1.0 }, \
     { mutation.one-fifth = { individual-rate = 1.0, gene-rate = 0.1 } }] }\nstop.generations = 6",
    "population = 12\nmutation.self-adaptive = { individual-rate = 0.4, rates = [0.02, 0.2] }\nstop.generations = 6",
    "population = 12\nmemetic = { rate = 0.3, inheritance = 'baldwinian', evaluations = 50 }\nstop.generations = 4",
    "algorithm = 'simulated-annealing'\nstop.evaluations = 200",
    "algorithm = 'iterated-local-search'\nstop.evaluations = 2000",
    "algorithm = 'late-acceptance'\nrestart.luby = 20\nstop.evaluations = 200",
    "algorithm = 'map-elites'\npopulation = 20\nstop.evaluations = 200",
    "algorithm = 'umda'\npopulation = 20\nstop.evaluations = 200",
    "algorithm = 'pbil'\npopulation = 20\nrestart.stagnation = 2\nstop.evaluations = 200",
    "algorithm = 'chc'\npopulation = 20\nstop.evaluations = 400",
    "algorithm = { mu-lambda = { parents = 3, offspring = 12 } }\nstop.evaluations = 200",
    "algorithm = { niche-archive = { parents = 40 } }\nstop.generations = 4",
    "algorithm = { evolution-strategy = { parents = 5, offspring = 20 } }\nstop.generations = 20",
];

/// Returns a state with a changed part: cut, a flipped bit, the largest number of seven groups of bits, or a run of equal bytes.
fn changed(good: &[u8], kind: usize, index: &mut impl FnMut(usize) -> usize) -> Vec<u8> {
    let mut state = good.to_vec();
    let place = index(good.len());
    match kind {
        0 => state.truncate(place),
        1 => state[place] ^= 1 << index(8),
        2 => drop(state.splice(place..=place, [255, 255, 255, 255, 255, 255, 127])),
        _ => {
            let end = place + index(good.len() - place);
            state[place..=end].fill([0, 255, 127, 1][index(4)]);
        }
    }
    state
}

#[test]
fn changed_bytes_of_a_checkpoint_neither_panic_nor_allocate_by_their_numbers() {
    let mut stream = Seed::from_number(77).stream();
    for text in CONFIGURATIONS {
        let config: TrialConfig = crate::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let saving = InMemory::default();
        let (usual, _) = largest_allocation(|| run(&config, &saving));
        let good = saving.state.into_inner().unwrap();
        assert!(!good.is_empty(), "{text}");
        for number in 0..60 {
            let hostile = InMemory {
                before: Some(changed(&good, number % 4, &mut |length| stream.index(length))),
                ..InMemory::default()
            };
            let (largest, result) = largest_allocation(|| catch_unwind(AssertUnwindSafe(|| run(&config, &hostile))));
            assert!(result.is_ok(), "{text}: change {number}");
            // Nothing is allocated by a number from the file alone.
            assert!(largest <= usual.max(good.len()), "{text}: change {number} allocates {largest} bytes at once");
        }
    }
}
