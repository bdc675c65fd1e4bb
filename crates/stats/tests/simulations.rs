//! Simulations of levels, coverage and speed: `cargo test --profile work -p evocube-stats --test simulations -- --ignored --nocapture`.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::print_stdout, clippy::type_complexity)]

use std::time::Instant;

use evocube_stats::{Counts, Draws, Factorial, ResponseSurface, Term, holm, permutation_p, rate_difference};

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

#[test]
#[ignore = "simulates 60,000 samples: a minute"]
fn score_intervals_cover_differences_of_rates() {
    for (strata, trials, others) in [
        (1, 5, 5),
        (1, 31, 31),
        (2, 1, 1),
        (7, 1, 1),
        (31, 1, 1),
        (2, 2, 2),
        (3, 5, 5),
        (10, 2, 2),
        (31, 2, 4),
        (10, 3, 9),
        (3, 31, 10),
    ] {
        for (first, second) in [(0.02, 0.02), (0.02, 0.3), (0.5, 0.5), (0.5, 0.98), (0.98, 0.98)] {
            let mut draws = Draws::new(1);
            let (mut errors, mut width) = (0, 0.0);
            for sample in 0..SAMPLES {
                let mut truth = 0.0;
                let strata: Vec<(Counts, Counts)> = (0..strata)
                    .map(|_| {
                        let shift = 0.6 * (draws.uniform() - 0.5);
                        // Rates of the instances differ in half of the samples.
                        let shift = if sample % 2 == 0 { shift } else { 0.0 };
                        let rates = [first, second]
                            .map(|rate: f64| (rate + shift * (4.0 * rate * (1.0 - rate)).sqrt()).clamp(0.0, 1.0));
                        truth += (rates[0] - rates[1]) / f64::from(strata);
                        let mut counts = |trials: u64, rate: f64| Counts {
                            solved: (0..trials).map(|_| u64::from(draws.uniform() < rate)).sum(),
                            trials,
                        };
                        (counts(trials, rates[0]), counts(others, rates[1]))
                    })
                    .collect();
                let (_, interval) = rate_difference(&strata, 0.95).unwrap();
                errors += usize::from(truth < interval.low - 1e-9 || interval.high + 1e-9 < truth);
                width += (interval.high - interval.low) / SAMPLES as f64;
            }
            println!("{strata} instances, {trials} and {others} trials, {first} and {second}: {errors}, {width:.2}");
            // 5 % and three standard errors: few outcomes are possible with few trials.
            assert!(errors <= SAMPLES / 20 + 30);
        }
    }
}

/// Returns points of a Latin hypercube: for each factor the value of each point, between 0 and 1.
fn hypercube(draws: &mut Draws, factors: usize, points: usize) -> Vec<Vec<f64>> {
    (0..factors)
        .map(|_| {
            let mut cells: Vec<usize> = (0..points).collect();
            (1..points).rev().for_each(|place| cells.swap(place, draws.below(place + 1)));
            cells.into_iter().map(|cell| (cell as f64 + draws.uniform()) / points as f64).collect()
        })
        .collect()
}

/// Shapes of the effect of a factor, as functions of its value between 0 and 1.
const SHAPES: [(&str, fn(f64) -> f64); 4] = [
    ("lines", |value| value - 0.5),
    ("parabolas", |value| 4.0 * (value - 0.4).powi(2)),
    ("steps", |value| f64::from(u8::from(value > 0.7))),
    ("waves", |value| (12.0 * value).sin() / 2.0),
];

#[test]
#[ignore = "simulates 2,600 designs: five minutes"]
fn a_response_surface_finds_factors_of_sampled_designs_and_no_inert_one() {
    let designs = 200;
    for (points, active) in [(64, 0), (64, 5), (64, 6), (32, 2)] {
        for (name, shape) in SHAPES.into_iter().take(if active == 0 { 1 } else { 4 }) {
            let mut draws = Draws::new(1);
            // Active factors that are found, and designs in which an inert one or an interaction of it is.
            let (mut detected, mut errors, mut interactions) = (0, 0, 0);
            for _ in 0..designs {
                let values = hypercube(&mut draws, 8, points);
                let mean = |point: usize, draws: &mut Draws| {
                    let effects: f64 =
                        (0..active).map(|factor| shape(values[factor][point]) / (1.0 + factor as f64 / 2.0)).sum();
                    let both = if active > 1 { (values[0][point] - 0.5) * (values[1][point] - 0.5) } else { 0.0 };
                    effects + both + skewed(draws, 0.0, 0.2)
                };
                let means: Vec<f64> = (0..points).map(|point| mean(point, &mut draws)).collect();
                let terms: Vec<Term> =
                    values.iter().map(|values| Term::Numeric(values.iter().copied().map(Some).collect())).collect();
                let surface = ResponseSurface::new(&terms, &means).unwrap();
                let p: Vec<f64> = surface.effects().iter().map(|effect| effect.p.unwrap()).collect();
                let claims: Vec<&[usize]> = surface
                    .effects()
                    .iter()
                    .zip(holm(&p))
                    .filter(|(_, p)| *p < 0.05)
                    .map(|(effect, _)| &effect.factors[..])
                    .collect();
                let is_active = |factors: &&&[usize]| factors.len() == 1 && factors[0] < active;
                detected += u32::try_from(claims.iter().filter(is_active).count()).unwrap();
                interactions += u32::from(claims.contains(&&[0, 1][..]));
                errors += u32::from(claims.iter().any(|factors| {
                    factors.iter().any(|factor| *factor >= active) || factors.len() == 2 && factors[..] != [0, 1]
                }));
            }
            println!(
                "{points} points, {active} {name}: {:.2} factors and {:.2} interactions found, {errors} of {designs} false",
                f64::from(detected) / f64::from(designs),
                f64::from(interactions) / f64::from(designs)
            );
            // 5 % and three standard errors.
            assert!(errors <= 19);
        }
    }
}

/// The corrected p-values of a tree of designs: two algorithms × two populations, and two rates of the second algorithm.
/// `values[configuration][instance]` has the trials; each population has a configuration of the first algorithm and two of the
/// second. Effects of the algorithm, the population, both, the rate, and rate and population; the last two are of the
/// second algorithm alone. Main effects of outcomes of 0 and 1 are tested by permutations.
fn family_of_a_tree(values: &[Vec<Vec<f64>>], is_rate: bool) -> Vec<f64> {
    let roots = [vec![0], vec![3], vec![1, 2], vec![4, 5]];
    let children = [vec![1], vec![4], vec![2], vec![5]];
    let mut p = Vec::new();
    for (cells, effects) in [(&roots, &[0, 1, 2][..]), (&children, &[0, 2])] {
        let design = Factorial::new(&[2, 2], cells, values).unwrap();
        for &effect in effects {
            // Cells as levels of the effect within strata of the other factor.
            let strata = match effect {
                0 => [[0, 2], [1, 3]],
                _ => [[0, 1], [2, 3]],
            };
            let union = |cell: usize, instance: usize| -> Vec<f64> {
                cells[cell].iter().flat_map(|configuration| values[*configuration][instance].clone()).collect()
            };
            let stratum = |cells: [usize; 2], instance| cells.map(|cell| union(cell, instance)).to_vec();
            let instances = 0..values[0].len();
            let strata: Vec<_> = strata
                .into_iter()
                .flat_map(|cells| instances.clone().map(move |instance| stratum(cells, instance)))
                .collect();
            let permuted = || permutation_p(&strata, &mut Draws::new(1)).unwrap().p;
            p.push(match design.effects()[effect].p {
                Some(p) if !is_rate || effect == 2 => p,
                None if effect == 2 => 1.0,
                _ => permuted(),
            });
        }
    }
    holm(&p)
}

#[test]
#[ignore = "simulates 50,000 trees of designs: minutes"]
fn holm_families_of_trees_of_designs_keep_their_level() {
    for (instances, trials) in [(1, 5), (3, 5), (5, 1), (31, 1), (2, 31)] {
        for rate in [None, Some(0.03), Some(0.5), Some(0.95)] {
            for algorithm in [0.0, 1.0] {
                let mut draws = Draws::new(1);
                let (mut errors, mut detected) = (0, 0);
                for _ in 0..SAMPLES / 2 {
                    let shifts: Vec<f64> = (0..instances).map(|_| draws.uniform() - 0.5).collect();
                    let trial = |configuration: usize, shift: f64, draws: &mut Draws| {
                        let effect = if configuration.is_multiple_of(3) { 0.0 } else { algorithm };
                        match rate {
                            None => (skewed(draws, 20.0 + 10.0 * shift + 4.0 * effect, 3.0)).round(),
                            // Without interaction of algorithm and population: those have the same rates on an instance.
                            Some(rate) => outcome(draws, (rate + 0.1 * shift + 0.4 * effect).clamp(0.0, 1.0)),
                        }
                    };
                    let values: Vec<Vec<Vec<f64>>> = (0..6)
                        .map(|configuration| {
                            let shifted = |shift: &f64, draws: &mut Draws| {
                                (0..trials).map(|_| trial(configuration, *shift, draws)).collect()
                            };
                            shifts.iter().map(|shift| shifted(shift, &mut draws)).collect()
                        })
                        .collect();
                    let p = family_of_a_tree(&values, rate.is_some());
                    errors += usize::from(p.iter().skip(usize::from(algorithm > 0.0)).any(|p| *p <= 0.05));
                    detected += usize::from(p[0] <= 0.05);
                }
                println!(
                    "{instances} instances, {trials} trials, rate {rate:?}, effect {algorithm}: {errors} false, {detected} found of {}",
                    SAMPLES / 2
                );
                // 5 % and three standard errors.
                assert!(errors <= SAMPLES / 40 + 21);
            }
        }
    }
}
