//! How long the two-phase solver takes to a solution of a length, and to make its tables ready. Every answer is asserted
//! before anything is timed.
//!
//! `cargo bench --bench kociemba`. Machines are noisy: compare figures of one run only.
#![allow(missing_docs)] // made by criterion's macros

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use evocube::search::{Kociemba, TableSource};
use evocube::table::cache::CacheDir;
use evocube::{Budget, Cube3, CubeState, Seed, Solver};

/// How many states a sample solves.
const STATES: u64 = 1000;

fn kociemba(criterion: &mut Criterion) {
    let cache = CacheDir::new(Path::new(env!("CARGO_TARGET_TMPDIR")).join("tables"));
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let tables = TableSource { cache: Some(&cache), threads, observer: &() };
    let (solver, seed) = (Kociemba::new(&tables), Seed::from_number(1992));
    let states: Vec<_> = (0..STATES).map(|number| Cube3::random(&mut seed.numbered_stream(number))).collect();
    let turns = |state: &Cube3, target| {
        let budget = Budget { target: Some(target), ..Budget::default() };
        solver.solve(*state, &budget).expect("every state is solved").moves().len()
    };

    let mut group = criterion.benchmark_group("kociemba");
    group.throughput(Throughput::Elements(STATES)).sample_size(10);
    for (target, expected) in [(22, 21_180), (21, 20_554), (20, 19_725)] {
        let all: usize = states.iter().map(|state| turns(state, target)).sum();
        assert_eq!(all, expected, "the moves for these states");
        group.bench_function(format!("{STATES} states in at most {target} turns"), |bencher| {
            bencher.iter(|| states.iter().map(|state| turns(black_box(state), target)).sum::<usize>());
        });
    }
    group.finish();
    let mut group = criterion.benchmark_group("kociemba");
    group.sample_size(10);
    group.bench_function("its tables, from their files", |bencher| bencher.iter(|| Kociemba::new(&tables)));
    group.finish();
}

criterion_group!(benches, kociemba);
criterion_main!(benches);
