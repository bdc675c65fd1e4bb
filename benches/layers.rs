//! How long `layers` takes for a cube, and for its tables. Every answer is asserted before anything is timed.
#![allow(missing_docs)] // made by criterion's macros

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use evocube::search::Layers;
use evocube::{Budget, Cube3, CubeState, Seed, Solver};

/// How many states a sample solves.
const STATES: u64 = 200;

fn layers(criterion: &mut Criterion) {
    let (solver, seed) = (Layers::new(), Seed::from_number(2011));
    let states: Vec<_> = (0..STATES).map(|number| Cube3::random(&mut seed.numbered_stream(number))).collect();
    let turns = |state: &Cube3| {
        let solution = solver.solve(*state, &Budget::default()).expect("every state is solved");
        assert!(state.apply_all(solution.moves()).is_solved());
        solution.moves().len()
    };
    let all: usize = states.iter().map(turns).sum();
    assert_eq!(all, 17_138, "the moves for these states, before cancelling");

    let mut group = criterion.benchmark_group("layers");
    group.throughput(Throughput::Elements(STATES)).sample_size(20);
    group.bench_function("200 states", |bencher| {
        bencher.iter(|| assert_eq!(states.iter().map(|state| turns(black_box(state))).sum::<usize>(), all));
    });
    group.finish();
    criterion.bench_function("layers/its tables", |bencher| bencher.iter(Layers::new));
}

criterion_group!(benches, layers);
criterion_main!(benches);
