//! Simulations of levels, coverage and speed: `cargo test --profile work -p evocube-stats --test simulations -- --ignored --nocapture`.
#![allow(clippy::unwrap_used)]

use std::time::Instant;

use evocube_stats::{Draws, permutation_p};

/// The simulated samples of each case. Two standard errors of 5 % of them are 1 point.
const SAMPLES: usize = 2000;

/// Returns 5 % of the samples and two standard errors.
fn max_errors() -> usize {
    SAMPLES / 20 + 20
}

/// Returns a value of a skewed distribution with mean `center` and standard deviation `spread`.
fn skewed(draws: &mut Draws, center: f64, spread: f64) -> f64 {
    center + spread * (-draws.uniform().ln() - 1.0)
}

/// Returns 1 with a probability, else 0.
fn outcome(draws: &mut Draws, rate: f64) -> f64 {
    f64::from(u8::from(draws.uniform() < rate))
}

#[test]
#[ignore = "simulates 100,000 samples: some minutes"]
fn permutation_tests_keep_their_level() {
    for (strata, trials) in [(2, 1), (7, 1), (31, 1), (1, 3), (3, 5), (10, 3), (2, 31)] {
        for groups in [2, 5] {
            for rate in [Some(0.02), Some(0.5), Some(0.97), None] {
                let mut draws = Draws::new(1);
                let mut errors = 0;
                for _ in 0..SAMPLES {
                    let value = |shift: f64, draws: &mut Draws| match rate {
                        Some(rate) => outcome(draws, rate + 0.3 * shift),
                        None => skewed(draws, 10.0 * shift, 3.0).round(),
                    };
                    let stratum = |draws: &mut Draws| -> Vec<Vec<f64>> {
                        let shift = draws.uniform() - 0.5;
                        (0..groups).map(|_| (0..trials).map(|_| value(shift, draws)).collect()).collect()
                    };
                    let values: Vec<_> = (0..strata).map(|_| stratum(&mut draws)).collect();
                    errors += usize::from(permutation_p(&values, &mut Draws::new(1)).unwrap().p <= 0.05);
                }
                println!("{strata} instances, {trials} trials, {groups} groups, rate {rate:?}: {errors}");
                assert!(errors <= max_errors());
            }
        }
    }
}

#[test]
#[ignore = "measures time"]
fn a_hundred_configurations_of_a_hundred_trials_take_little_time() {
    let mut draws = Draws::new(1);
    for instances in [1, 10] {
        let values: Vec<Vec<Vec<f64>>> = (0..instances)
            .map(|_| {
                (0..100)
                    .map(|_| (0..100 / instances).map(|_| skewed(&mut draws, 20.0, 5.0).round()).collect())
                    .collect()
            })
            .collect();
        let start = Instant::now();
        let test = permutation_p(&values, &mut Draws::new(1)).unwrap();
        println!("{instances} instances: {test:?} in {:?}", start.elapsed());
        assert!(start.elapsed().as_millis() < 50);
    }
}
