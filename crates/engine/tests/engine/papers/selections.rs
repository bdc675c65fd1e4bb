//! Parent selections beside second implementations: the penalties of populations that selection alone has replaced three times. Single
//! draws are tested beside each selection in `src/evolve/selection`.
//!
//! A population of random genomes is replaced by its parents three times, without crossover and mutation. The sum of its penalties is
//! compared.

use evocube_cube::{CUBE3, Cube3, Seed, Turn};
use evocube_engine::evaluation::objective::Objective;
use evocube_engine::evaluation::{EvaluationMode, Evaluator, Fitness, Gene, Kernel};
use evocube_engine::evolve::config::TrialConfig;
use evocube_engine::evolve::engine::{Engine, Settings};
use evocube_engine::evolve::restart::Restart;

use super::{RUNS, Random, assert_same_distribution, distance, limit, permutation, random};

const POPULATION: usize = 24;
const GENES: usize = 5;
const GENERATIONS: usize = 3;

#[derive(Clone)]
struct Individual {
    genome: [usize; GENES],
    fitness: Fitness,
    /// The penalty of each piece.
    pieces: Vec<u16>,
}

impl Individual {
    fn penalty(&self) -> f64 {
        self.fitness.penalty().into()
    }
}

type Population = [Individual];

/// Draws an index in proportion to weights.
fn spin(weights: &[f64], random: &mut Random) -> usize {
    let mut rest = random.index(1 << 40) as f64 / (1u64 << 40) as f64 * weights.iter().sum::<f64>();
    for (number, weight) in weights.iter().enumerate() {
        rest -= weight;
        if rest < 0.0 {
            return number;
        }
    }
    weights.iter().rposition(|weight| *weight > 0.0).unwrap()
}

/// Indices from the best individual to the worst; of equals the first comes first.
fn ranking(all: &Population) -> Vec<usize> {
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(|&number| all[number].fitness);
    order
}

/// The weights of a roulette: the distance to the worst penalty, plus 1.
fn windowed(all: &Population) -> Vec<f64> {
    let worst = all.iter().map(Individual::penalty).fold(0.0, f64::max);
    all.iter().map(|individual| worst - individual.penalty() + 1.0).collect()
}

fn distances(all: &Population, number: usize) -> Vec<usize> {
    let differing = |other: &Individual| other.genome.iter().zip(all[number].genome).filter(|(a, b)| **a != *b).count();
    all.iter().map(differing).collect()
}

/// Compares a selection with a second implementation, which returns the parent of one draw.
#[track_caller]
fn assert_like_paper(selection: &str, draw: &dyn Fn(&Population, &mut Random) -> usize) {
    assert_all_like_paper(selection, EvaluationMode::Whole, &|all, random| {
        (0..all.len()).map(|_| draw(all, random)).collect()
    });
}

/// Compares a selection with a second implementation, which returns the parents of a generation.
#[track_caller]
fn assert_all_like_paper(
    selection: &str,
    mode: EvaluationMode,
    parents: &dyn Fn(&Population, &mut Random) -> Vec<usize>,
) {
    let effects: Vec<Cube3> = Turn::ALL.iter().map(|&turn| Cube3::SOLVED.apply(turn)).collect();
    let start = Cube3::after(&[Turn::R, Turn::U2]);
    let costs = Objective::default().penalty_function(&CUBE3);
    let evaluator = Evaluator::new(&CUBE3, start, &effects, &costs, mode, Kernel::best());
    let config: TrialConfig = crate::read(&format!(
        "population = {POPULATION}\nelitism = 0\ngenome.length = {GENES}\nselection = {selection}\ncrossover = \"none\"\nmutation = \"none\"\n"
    ))
    .unwrap();
    let ours: Vec<u64> = (0..RUNS)
        .map(|seed| {
            let settings = Settings { restart: Restart::None, ..config.settings() };
            let mut engine = Engine::new(&evaluator, settings, Seed::from_number(seed)).unwrap();
            (0..GENERATIONS).for_each(|_| engine.step().unwrap());
            let population = engine.populations().next().unwrap();
            population.fitness().iter().map(|fitness| u64::from(fitness.penalty())).sum()
        })
        .collect();
    let sample = |parents: &dyn Fn(&Population, &mut Random) -> Vec<usize>| -> Vec<u64> {
        let sum = |run| {
            let mut random = random(run);
            let individual = |_| {
                let genome: [usize; GENES] = std::array::from_fn(|_| random.index(effects.len()));
                let genes = genome.map(|gene| Gene(gene as u16));
                let fitness = evaluator.reference_fitness(&genes).unwrap();
                let mut pieces = vec![0; evaluator.piece_count()];
                evaluator.piece_penalties(&genes, &mut pieces);
                Individual { genome, fitness, pieces }
            };
            let mut all: Vec<Individual> = (0..POPULATION).map(individual).collect();
            for _ in 0..GENERATIONS {
                all = parents(&all, &mut random).into_iter().map(|parent| all[parent].clone()).collect();
            }
            all.iter().map(|individual| u64::from(individual.fitness.penalty())).sum()
        };
        (0..RUNS).map(sum).collect()
    };
    assert_same_distribution(selection, &ours, &sample(parents));
    let neutral = sample(&|all, random| (0..all.len()).map(|_| random.index(all.len())).collect());
    assert!(distance(&ours, &neutral) > limit(), "{selection} differs from random parents");
}

#[test]
fn tournament_is_as_in_its_papers() {
    for size in [2, 3, 7] {
        let best = |entrants: &mut dyn Iterator<Item = usize>, all: &Population| {
            entrants.min_by_key(|&number| all[number].fitness).unwrap()
        };
        assert_like_paper(&format!("{{ tournament = {{ size = {size} }} }}"), &|all, random| {
            best(&mut (0..size).map(|_| random.index(all.len())), all)
        });
        assert_like_paper(&format!("{{ tournament = {{ size = {size}, replacement = false }} }}"), &|all, random| {
            best(&mut permutation(all.len(), random).into_iter().take(size), all)
        });
    }
}

#[test]
fn roulette_is_as_in_its_papers() {
    assert_like_paper("\"roulette\"", &|all, random| spin(&windowed(all), random));
}

#[test]
fn stochastic_universal_sampling_is_as_in_its_paper() {
    assert_all_like_paper("\"stochastic-universal\"", EvaluationMode::Whole, &|all, random| {
        let weights = windowed(all);
        let step = weights.iter().sum::<f64>() / all.len() as f64;
        let mut pointer = random.index(1 << 40) as f64 / (1u64 << 40) as f64 * step;
        let (mut parents, mut sum) = (Vec::new(), 0.0);
        for (number, weight) in weights.into_iter().enumerate() {
            sum += weight;
            while pointer < sum && parents.len() < all.len() {
                parents.push(number);
                pointer += step;
            }
        }
        parents
    });
}

#[test]
fn linear_ranking_is_as_in_its_paper() {
    assert_like_paper("{ rank = { pressure = 1.8 } }", &|all, random| {
        let last = (all.len() - 1) as f64;
        let weights: Vec<f64> = (0..all.len()).map(|rank| 1.8 - 1.6 * rank as f64 / last).collect();
        ranking(all)[spin(&weights, random)]
    });
}

#[test]
fn exponential_ranking_is_as_in_its_paper() {
    assert_like_paper("{ exponential-rank = { ratio = 0.02 } }", &|all, random| {
        let last = (all.len() - 1) as f64;
        let weights: Vec<f64> = (0..all.len()).map(|rank| 0.02_f64.powf(rank as f64 / last)).collect();
        ranking(all)[spin(&weights, random)]
    });
}

#[test]
fn truncation_is_as_in_its_paper() {
    assert_like_paper("{ truncation = { fraction = 0.3 } }", &|all, random| ranking(all)[random.index(8)]);
}

#[test]
fn boltzmann_selection_is_as_in_its_paper() {
    assert_like_paper("{ boltzmann = { temperature = 20 } }", &|all, random| {
        let weights: Vec<f64> = all.iter().map(|individual| (-individual.penalty() / 20.0).exp()).collect();
        spin(&weights, random)
    });
}

#[test]
fn double_tournament_is_as_in_its_paper() {
    let shorter = |all: &Population, pair: [usize; 2], random: &mut Random| {
        let [a, b] = pair;
        let (shorter, longer) = if all[b].fitness.genes() < all[a].fitness.genes() { (b, a) } else { (a, b) };
        let is_tie = all[a].fitness.genes() == all[b].fitness.genes();
        if random.chance(if is_tie { 0.5 } else { 0.9 }) { shorter } else { longer }
    };
    let fittest = |all: &Population, entrants: Vec<usize>| {
        entrants.into_iter().min_by_key(|&number| all[number].fitness).unwrap()
    };
    let settings = "{ double-tournament = { size = 3, parsimony = 1.8 } }";
    assert_all_like_paper(settings, EvaluationMode::BestPrefix, &|all, random| {
        let entrant = |random: &mut Random| {
            let pair = [random.index(all.len()), random.index(all.len())];
            shorter(all, pair, random)
        };
        (0..all.len()).map(|_| fittest(all, (0..3).map(|_| entrant(random)).collect())).collect()
    });
    let settings = "{ double-tournament = { size = 3, parsimony = 1.8, first = \"fitness\" } }";
    assert_all_like_paper(settings, EvaluationMode::BestPrefix, &|all, random| {
        let finalist = |random: &mut Random| fittest(all, (0..3).map(|_| random.index(all.len())).collect());
        let parent = |_| {
            let pair = [finalist(random), finalist(random)];
            shorter(all, pair, random)
        };
        (0..all.len()).map(parent).collect()
    });
}

/// Lexicase selection; a case keeps the individuals whose penalty is at most its ε above the lowest.
fn lexicase(all: &Population, epsilon: &[u16], random: &mut Random) -> usize {
    let mut pool: Vec<usize> = (0..all.len()).collect();
    for case in permutation(epsilon.len(), random) {
        let lowest = pool.iter().map(|&number| all[number].pieces[case]).min().unwrap();
        pool.retain(|&number| all[number].pieces[case] <= lowest + epsilon[case]);
    }
    pool[random.index(pool.len())]
}

#[test]
fn lexicase_selection_is_as_in_its_papers() {
    assert_like_paper("\"lexicase\"", &|all, random| lexicase(all, &vec![0; all[0].pieces.len()], random));
}

#[test]
fn epsilon_lexicase_selection_is_as_in_its_papers() {
    let median = |mut values: Vec<f64>| {
        values.sort_by(f64::total_cmp);
        f64::midpoint(values[(values.len() - 1) / 2], values[values.len() / 2])
    };
    assert_like_paper("\"epsilon-lexicase\"", &|all, random| {
        let epsilon: Vec<u16> = (0..all[0].pieces.len())
            .map(|case| {
                let penalties: Vec<f64> = all.iter().map(|individual| individual.pieces[case].into()).collect();
                let center = median(penalties.clone());
                median(penalties.into_iter().map(|penalty| (penalty - center).abs()).collect()).floor() as u16
            })
            .collect();
        lexicase(all, &epsilon, random)
    });
}

#[test]
fn fitness_sharing_is_as_in_its_paper() {
    assert_like_paper("{ sharing = { radius = 5, alpha = 2 } }", &|all, random| {
        let niche = |number| -> f64 {
            let shares = distances(all, number).into_iter().filter(|&distance| distance < 5);
            shares.map(|distance| 1.0 - (distance as f64 / 5.0).powi(2)).sum()
        };
        let weights: Vec<f64> =
            windowed(all).into_iter().enumerate().map(|(number, weight)| weight / niche(number)).collect();
        spin(&weights, random)
    });
}

#[test]
fn clearing_is_as_in_its_paper() {
    assert_like_paper("{ clearing = { radius = 5, capacity = 2 } }", &|all, random| {
        let mut weights = windowed(all);
        let order = ranking(all);
        for (rank, &dominant) in order.iter().enumerate() {
            if weights[dominant] == 0.0 {
                continue;
            }
            let (distances, mut winners) = (distances(all, dominant), 1);
            for &other in order[rank + 1..].iter().filter(|&&other| distances[other] < 5) {
                if weights[other] > 0.0 {
                    if winners < 2 {
                        winners += 1;
                    } else {
                        weights[other] = 0.0;
                    }
                }
            }
        }
        spin(&weights, random)
    });
}
