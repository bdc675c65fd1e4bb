//! Second implementations of algorithms with a population, and the tests against them: (μ, λ) and (μ + λ), UMDA, PBIL and CHC. Random
//! search and walks are in `algorithms`, parent selections in `selections`, the genetic algorithm is in `textbook`.

use super::algorithms::{Genome, LENGTH, Run, SYMBOLS, assert_like_paper};
use super::permutation;

/// Returns random genomes with their penalties.
fn population(run: &mut Run, size: usize) -> Vec<(u32, Genome)> {
    let individual = |_| {
        let genome = run.genome();
        (run.penalty(&genome), genome)
    };
    (0..size).map(individual).collect()
}

/// Keeps the best individuals; of equals the first.
fn truncate(population: &mut Vec<(u32, Genome)>, size: usize) {
    population.sort_by_key(|(penalty, _)| *penalty);
    population.truncate(size);
}

#[test]
fn mu_lambda_is_as_in_its_papers() {
    for is_plus in [true, false] {
        let survival = if is_plus { "plus" } else { "comma" };
        let settings = format!("{{ mu-lambda = {{ parents = 4, offspring = 12, survival = \"{survival}\" }} }}");
        assert_like_paper(&settings, &|run| {
            let mut parents = population(run, 4);
            while !run.is_over() {
                let offspring = |_| {
                    let (_, parent) = parents[run.random.index(4)];
                    let genome = run.mutated(&parent);
                    (run.penalty(&genome), genome)
                };
                let mut survivors: Vec<_> = (0..12).map(offspring).collect();
                if is_plus {
                    survivors.append(&mut parents);
                }
                truncate(&mut survivors, 4);
                parents = survivors;
            }
        });
    }
}

/// Draws a symbol by its probabilities, or any with probability 0.01.
fn draw(run: &mut Run, probabilities: &[f64]) -> u8 {
    if run.random.chance(0.01) {
        return run.gene();
    }
    let mut rest = run.random.index(1 << 30) as f64 / f64::from(1 << 30);
    for (symbol, probability) in (0..).zip(probabilities) {
        rest -= probability;
        if rest < 0.0 {
            return symbol;
        }
    }
    SYMBOLS - 1
}

#[test]
fn umda_is_as_in_its_paper() {
    assert_like_paper("\"umda\"", &|run| {
        let mut present = population(run, 20);
        while !run.is_over() {
            truncate(&mut present, 10);
            let frequency = |place: usize, symbol| {
                present.iter().filter(|(_, genome)| genome[place] == symbol).count() as f64 / 10.0
            };
            let frequencies: [Vec<f64>; LENGTH] =
                std::array::from_fn(|place| (0..SYMBOLS).map(|symbol| frequency(place, symbol)).collect());
            let sample = |_| {
                let genome: Genome = std::array::from_fn(|place| draw(run, &frequencies[place]));
                (run.penalty(&genome), genome)
            };
            present = (0..20).map(sample).collect();
        }
    });
}

#[test]
fn pbil_is_as_in_its_paper() {
    assert_like_paper("\"pbil\"", &|run| {
        let mut probabilities = [[1.0 / f64::from(SYMBOLS); SYMBOLS as usize]; LENGTH];
        while !run.is_over() {
            let sample = |_| {
                let genome: Genome = std::array::from_fn(|place| draw(run, &probabilities[place]));
                (run.penalty(&genome), genome)
            };
            let samples: Vec<_> = (0..20).map(sample).collect();
            let (_, best) = samples.iter().min_by_key(|(penalty, _)| *penalty).unwrap();
            for (probabilities, &gene) in probabilities.iter_mut().zip(best) {
                for (probability, symbol) in probabilities.iter_mut().zip(0..) {
                    *probability = 0.9 * *probability + if symbol == gene { 0.1 } else { 0.0 };
                }
            }
        }
    });
}

#[test]
fn chc_is_as_in_its_paper() {
    assert_like_paper("\"chc\"", &|run| {
        let mut present = population(run, 20);
        let mut threshold = LENGTH as f64 / 4.0;
        while !run.is_over() {
            let mut offspring = Vec::new();
            for pair in permutation(20, &mut run.random).chunks_exact(2) {
                let (mut a, mut b) = (present[pair[0]].1, present[pair[1]].1);
                let differing: Vec<usize> = (0..LENGTH).filter(|&place| a[place] != b[place]).collect();
                if differing.len() as f64 / 2.0 <= threshold {
                    continue;
                }
                let order = permutation(differing.len(), &mut run.random);
                for &number in &order[..differing.len() / 2] {
                    std::mem::swap(&mut a[differing[number]], &mut b[differing[number]]);
                }
                offspring.extend([a, b].map(|genome| (run.penalty(&genome), genome)));
            }
            // Each penalty with whether it is an offspring's; parents come first.
            let mut all: Vec<(bool, (u32, Genome))> = present.iter().map(|&parent| (false, parent)).collect();
            all.extend(offspring.into_iter().map(|individual| (true, individual)));
            all.sort_by_key(|(_, (penalty, _))| *penalty);
            all.truncate(20);
            if all.iter().all(|(is_offspring, _)| !is_offspring) {
                threshold -= 1.0;
            }
            present = all.into_iter().map(|(_, individual)| individual).collect();
            if threshold < 0.0 && !run.is_over() {
                // 35 % of the genes change, rounded: 3. The new threshold is 0.35 × 0.65 × length, rounded: 2.
                let best = present[0];
                let copy = |_| {
                    let mut genome = best.1;
                    for place in &permutation(LENGTH, &mut run.random)[..3] {
                        run.change(&mut genome[*place]);
                    }
                    (run.penalty(&genome), genome)
                };
                present = std::iter::once(best).chain((1..20).map(copy)).collect();
                threshold = 2.0;
            }
        }
    });
}
