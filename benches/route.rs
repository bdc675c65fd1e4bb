//! How long the auxiliary state of two states takes.
#![allow(missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use evocube::route::{auxiliary, auxiliary_pieces};
use evocube::{Cube3, CubeState, Seed};

fn benches(criterion: &mut Criterion) {
    let mut stream = Seed::from_number(1).stream();
    let (a, b) = (Cube3::random(&mut stream), Cube3::random(&mut stream));
    assert_eq!(auxiliary(a, b).vectors(), auxiliary_pieces(&a.vectors(), &b.vectors()));
    criterion.bench_function("auxiliary state", |bencher| bencher.iter(|| auxiliary(black_box(a), black_box(b))));
    let (a, b) = (a.vectors(), b.vectors());
    criterion.bench_function("auxiliary state in vectors", |bencher| {
        bencher.iter(|| auxiliary_pieces(black_box(&a), black_box(&b)));
    });
}

criterion_group!(route, benches);
criterion_main!(route);
