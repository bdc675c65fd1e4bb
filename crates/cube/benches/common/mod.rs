//! Timing for benches: works, which are pieces of code to be measured, take turns, so that another program on the machine disturbs all
//! alike. The best time of each for one item is returned, or printed in a table. The benches of `crates/engine` use it, too.
#![allow(dead_code, clippy::print_stdout)] // each bench uses some of it; benches are programs for people

use std::time::{Duration, Instant};

/// How many turns the works take.
pub(crate) const ROUNDS: u32 = 15;

/// How long each work is measured in all, if it is not longer.
const PATIENCE: Duration = Duration::from_millis(1500);

/// Something to be measured: does its work once, and returns how many items it made.
pub(crate) type Work<'a> = Box<dyn FnMut() -> u64 + 'a>;

/// Returns the best time of each work for one item, in seconds.
pub(crate) fn seconds<N>(works: &mut [(N, Work<'_>)]) -> Vec<f64> {
    let mut best = vec![f64::INFINITY; works.len()];
    for _ in 0..ROUNDS {
        for (best, (_, work)) in best.iter_mut().zip(works.iter_mut()) {
            let turn = Instant::now();
            while turn.elapsed() < PATIENCE / ROUNDS {
                let begin = Instant::now();
                let items = work();
                let mean = begin.elapsed().as_secs_f64() / items as f64;
                *best = f64::min(*best, mean);
            }
        }
    }
    best
}

/// Measures works and prints the best time of each for one item.
pub(crate) fn show_times(title: &str, works: &mut [(&str, Work<'_>)]) {
    println!("| {title} | best of {ROUNDS} turns |\n|---|---|");
    let seconds = seconds(works);
    for ((name, _), seconds) in works.iter().zip(seconds) {
        let units = [(1e-9, "ns"), (1e-6, "µs"), (1e-3, "ms"), (1.0, "s")];
        let (size, unit) = units.into_iter().rfind(|(size, _)| seconds >= *size).unwrap_or(units[0]);
        println!("| {name} | {:.2} {unit} |", seconds / size);
    }
    println!();
}
