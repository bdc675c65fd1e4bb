//! How long the solvers take for random states, and for their tables. Every answer is asserted before it is timed.
#![allow(missing_docs)] // made by criterion's macros

use std::hint::black_box;
use std::num::NonZeroUsize;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use evocube::notation::{self, Dialect};
use evocube::search::{Korf, KorfTables, Macros, Pocket, TableSource, Thistlethwaite};
use evocube::{Budget, Cube3, CubeState, Metric, Seed, Solver};

/// Solves so many random states in each iteration; they take so many turns together, before cancelling.
fn bench<P: CubeState>(criterion: &mut Criterion, name: &str, solver: &dyn Solver<P>, states: u64, expected: usize) {
    let seed = Seed::from_number(2004);
    let states: Vec<_> = (0..states).map(|number| P::random(&mut seed.numbered_stream(number))).collect();
    let turns = |state: &P| {
        let solution = solver.solve(*state, &Budget::default()).expect("every state is solved");
        assert!(state.apply_all(solution.moves()).is_solved());
        solution.moves().len()
    };
    let all: usize = states.iter().map(turns).sum();
    assert_eq!(all, expected, "{name}: the moves for these states");
    let mut group = criterion.benchmark_group("solvers");
    group.throughput(Throughput::Elements(states.len() as u64)).sample_size(20);
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            let lengths = states.iter().map(|state| {
                let solution = solver.solve(black_box(*state), &Budget::default()).expect("every state is solved");
                solution.moves().len()
            });
            assert_eq!(lengths.sum::<usize>(), all);
        });
    });
    group.finish();
}

fn pocket(criterion: &mut Criterion) {
    for (metric, name, table, expected) in [
        (Metric::Htm, "pocket htm: 1000 states", "pocket htm: its table", 8_683),
        (Metric::Qtm, "pocket qtm: 1000 states", "pocket qtm: its table", 9_480),
    ] {
        bench(criterion, name, &Pocket::new(metric), 1_000, expected);
        let mut group = criterion.benchmark_group("solvers");
        group.sample_size(20).bench_function(table, |bencher| bencher.iter(|| Pocket::new(metric)));
        group.finish();
    }
    bench(criterion, "pocket without a table: 20 states", &Pocket::without_table(Metric::Htm), 20, 174);
}

fn thistlethwaite(criterion: &mut Criterion) {
    bench(criterion, "thistlethwaite: 200 states", &Thistlethwaite::new(&TableSource::IN_MEMORY), 200, 4_718);
    bench(
        criterion,
        "thistlethwaite, the method alone: 200 states",
        &Thistlethwaite::with(1, 1, &TableSource::IN_MEMORY),
        200,
        6_266,
    );
    let mut group = criterion.benchmark_group("solvers");
    group.sample_size(20).bench_function("thistlethwaite: its tables", |bencher| {
        bencher.iter(|| Thistlethwaite::new(&TableSource::IN_MEMORY))
    });
    group.finish();
}

fn macros(criterion: &mut Criterion) {
    bench(criterion, "macros: 200 states", &Macros::new(&TableSource::IN_MEMORY), 200, 14_715);
    let mut group = criterion.benchmark_group("solvers");
    group
        .sample_size(20)
        .bench_function("macros: its rows", |bencher| bencher.iter(|| Macros::new(&TableSource::IN_MEMORY)));
    group.finish();
}

fn korf(criterion: &mut Criterion) {
    let korf = Korf::new(KorfTables::Small, Metric::Htm, NonZeroUsize::MIN, &TableSource::IN_MEMORY);
    let moves = "D F2 U' L B2 R D' F U2 R' B L2 U F'";
    let state = Cube3::SOLVED.apply_all(&notation::read_moves(moves, Dialect::Wca).expect("moves"));
    let nodes = || {
        let solution = korf.solve(black_box(state), &Budget::default()).expect("there is no limit");
        assert_eq!((solution.moves().len(), solution.optimal()), (14, Some(Metric::Htm)));
        solution.nodes()
    };
    let all = nodes();
    let mut group = criterion.benchmark_group("solvers");
    group.throughput(Throughput::Elements(all)).sample_size(10);
    group.bench_function("korf, small tables: the nodes of a state at distance 14", |bencher| {
        bencher.iter(|| assert_eq!(nodes(), all));
    });
    group.finish();
}

criterion_group!(benches, pocket, thistlethwaite, macros, korf);
criterion_main!(benches);
