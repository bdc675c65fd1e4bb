//! Tests of breeding: generations are bred a second time, one offspring after the other, and compared in new genomes, evaluations within a
//! budget, and recorded matings. The draws of single operators are tested in their files, operators on batches in `batch`.

use super::{IslandContext, ParentPool, RouletteTable, Select, number};
use crate::evaluation::Gene;
use crate::evolve::budget::Budget;
use crate::evolve::crossover::{Cross, Crossover, Pair};
use crate::evolve::engine::Settings;
use crate::evolve::island::Island;
use crate::evolve::island::laws::{evaluator, individuals, island, settings, with_context};
use crate::evolve::mutation::{Context, Mutate, Mutation};
use crate::evolve::population::Population;
use crate::evolve::survivor::SurvivorSelection;
use crate::optimizer::{Mating, MatingRecorder, Offspring, Parent};
use evocube_cube::rng::Streams;

/// An offspring, and whether its genes differ from those of the parent that it began as a copy of.
struct Bred {
    genes: Vec<Gene>,
    is_new: bool,
}

/// Breeds the pairs of a generation from the population before it, with the random numbers of the island.
fn breed_again(context: &IslandContext<'_>, island: &Island, before: &Population, now: u64, count: usize) -> Vec<Bred> {
    let (selection, crossover) = (&context.operators.selection, &context.operators.crossover);
    let mutation = &context.operators.mutation;
    let (key, pairs, mut table) = (island.state.seeds.breed.key(now), count.div_ceil(2), RouletteTable::default());
    // A tournament draws nothing before the parents of each pair.
    context.prepare(&mut table, (before, before.fitness()), 2 * pairs, &mut key.stream(0)).unwrap();
    let pool = ParentPool { table: &table, fitness: before.fitness() };
    let mut all = Vec::new();
    for pair in 0..pairs {
        let mut streams = Streams::new(key, number(pair), 1);
        let mut stream = streams.get(0);
        let parents = [0, 1].map(|side| selection.select(pool, 2 * pair + side, &mut stream).unwrap());
        let rate = mutation.individual_rate();
        streams.put(0, &stream);
        let (is_crossed, mutates) = streams.bernoulli_triple([crossover.rate(), rate, rate]);
        stream = streams.get(0);
        let part = if is_crossed[0] == 1 { crossover.draw(&mut stream) } else { None };
        let more = crossover.further_parents();
        let draws = part.map_or(0..0, |_| 2 * pairs + pair * more..2 * pairs + (pair + 1) * more);
        let further: Vec<usize> = draws.map(|draw| selection.select(pool, draw, &mut stream).unwrap()).collect();
        let further: Vec<&[Gene]> = further.into_iter().map(|parent| before.genome(parent)).collect();
        let [mut a, mut b]: [Vec<Gene>; 2] = parents.map(|parent| before.genome(parent).to_vec());
        if let Some(part) = part {
            let fitness = parents.map(|parent| before.fitness()[parent]);
            let inputs = Pair { symbols: context.symbols, parents: fitness, further: &further };
            crossover.cross_by(part, &mut a, &mut b, inputs, &mut stream).unwrap();
        }
        for ((mut genes, parent), is_mutated) in [a, b].into_iter().zip(parents).zip(mutates[0].to_le_bytes()) {
            let strategy = &mut before.rows().strategy_parameters(parent).to_vec();
            if is_mutated == 1 {
                let mut inputs = Context { symbols: context.symbols, parent: before.fitness()[parent], strategy };
                mutation.mutate(&mut genes, &mut inputs, &mut stream).unwrap();
            }
            let is_new = (0..genes.len()).any(|position| genes[position] != before.genome(parent)[position]);
            all.push(Bred { genes, is_new });
        }
    }
    all.truncate(count);
    all
}

/// Breeds generations twice and compares them. Returns the numbers of offspring and of new genomes.
#[track_caller]
fn assert_bred_alike(settings: &Settings, are_clones: bool, generations: u64) -> (usize, usize) {
    let (evaluator, mut counts) = (evaluator(), (0, 0));
    with_context(&evaluator, settings, |context| {
        let mut island = island(context, settings, 17);
        if are_clones {
            let population = &mut island.state.current;
            let (genes, fitness) = (population.genome(0).to_vec(), population.fitness()[0]);
            (0..population.size()).for_each(|individual| population.replace_with(individual, &genes, fitness));
        }
        for now in 1..=generations {
            let (before, evaluations) = (island.state.current.clone(), island.progress.evaluations);
            island.step(context, now).unwrap();
            let bred = breed_again(context, &island, &before, now, before.size() - settings.elitism);
            let current = individuals(&evaluator, &island.state.current);
            for ((genes, _), bred) in current[settings.elitism..].iter().zip(&bred) {
                assert_eq!(*genes, bred.genes, "generation {now}");
            }
            let new = bred.iter().filter(|bred| bred.is_new).count();
            assert_eq!(island.progress.evaluations - evaluations, new as u64, "generation {now}");
            counts = (counts.0 + bred.len(), counts.1 + new);
        }
    });
    counts
}

#[test]
fn a_budget_leaves_out_the_new_genomes_behind_it_in_the_order_of_rows() {
    let operators = "crossover.one-point.rate = 0.5\nmutation.uniform = { individual-rate = 0.3, gene-rate = 0.1 }";
    let (evaluator, settings) = (evaluator(), settings_with(601, 1, operators));
    with_context(&evaluator, &settings, |context| {
        let after = |generations: u64| {
            let mut island = island(context, &settings, 18);
            (1..=generations).for_each(|now| island.step(context, now).unwrap());
            island
        };
        // The first generation with a better genome.
        let now = (1..).find(|&now| after(now).state.best != after(now - 1).state.best).unwrap();
        let before = after(now - 1);
        let (best, evaluations, offspring) =
            (before.state.best.clone(), before.progress.evaluations, before.state.offspring);
        let bred = breed_again(context, &before, &before.state.current, now, 600);
        let new: Vec<usize> = (0..bred.len()).filter(|&row| bred[row].is_new).collect();
        assert!(new.len() > 300 && new.len() < 500, "{}", new.len());
        let mut improvements = 0;
        for count in 0..=new.len() {
            let (mut island, budget) = (after(now - 1), Budget::new(count as u64));
            island.step(&IslandContext { budget: Some(&budget), ..*context }, now).unwrap();
            let mut expected = best.clone();
            for &row in &new[..count] {
                expected.record(&bred[row].genes, evaluator.reference_fitness(&bred[row].genes).unwrap());
            }
            improvements += usize::from(expected != best);
            assert_eq!(island.state.best, expected, "{count} evaluations");
            assert_eq!(island.progress.evaluations - evaluations, count as u64);
            let made = new.get(count).map_or(bred.len(), |&row| row);
            assert_eq!((island.state.offspring - offspring, budget.is_cut()), (made as u64, count < new.len()));
        }
        assert!(improvements > 0 && improvements < new.len(), "{improvements}");
    });
}

/// Returns settings with these operators, written as in a sweep.
fn settings_with(population: usize, elitism: usize, operators: &str) -> Settings {
    #[derive(serde::Deserialize)]
    struct Written {
        crossover: Crossover,
        mutation: Mutation,
    }
    let Written { crossover, mutation } = crate::settings::read(operators).unwrap();
    let mut settings = settings(population, elitism, SurvivorSelection::Generational);
    (settings.operators.crossover, settings.operators.mutation) = (crossover, mutation);
    settings
}

#[test]
fn evaluations_are_the_offspring_that_differ_from_their_parents() {
    // Odd numbers of offspring, several blocks, genomes of one line and of strategy parameters behind it.
    let mut copies = 0;
    for (population, elitism, operators) in [
        (700, 1, "crossover = 'one-point'\nmutation.uniform = { individual-rate = 0.15, gene-rate = 0.15 }"),
        (301, 1, "crossover.one-point.rate = 0.3\nmutation.uniform = { individual-rate = 0.5, replacement = 'any' }"),
        (300, 3, "crossover.two-point.rate = 1.0\nmutation.swap.individual-rate = 0.4"),
        (300, 0, "crossover.uniform.rate = 0.7\nmutation.self-adaptive = { individual-rate = 0.3 }"),
        (260, 2, "crossover.multi-parent = { rate = 0.8, parents = 4 }\nmutation.inversion.individual-rate = 0.5"),
        (
            300,
            1,
            "crossover.cut-and-splice.rate = 0.5\nmutation.sequence = [{ shift.individual-rate = 0.3 }, { tail.individual-rate = 0.2 }]",
        ),
        (
            300,
            1,
            "crossover = { mixture = { of = [{ crossover = 'half-uniform' }, { crossover = 'prefix-point' }] } }\n\
                  mutation = { mixture = { of = [{ mutation = 'insert' }, { mutation = 'delete' }] } }",
        ),
        (300, 1, "crossover = 'k-point'\nmutation = 'none'"),
    ] {
        let (offspring, new) = assert_bred_alike(&settings_with(population, elitism, operators), false, 25);
        assert!(new > 0 && new < offspring, "{operators}: {new} of {offspring}");
        copies += offspring - new;
    }
    assert!(copies > 10_000, "{copies}");
}

#[test]
fn clones_count_the_genomes_that_every_crossover_and_mutation_makes_of_them() {
    let parts = |name: &str, kind: &str| match name {
        "mixture" => format!("{{ mixture = {{ of = [{{ {kind} = 'uniform' }}] }} }}"),
        "sequence" => "{ sequence = ['swap', 'uniform'] }".to_owned(),
        _ => format!("'{name}'"),
    };
    for crossover in Crossover::NAMES {
        for mutation in Mutation::NAMES {
            let operators =
                format!("crossover = {}\nmutation = {}", parts(crossover, "crossover"), parts(mutation, "mutation"));
            let (_, new) = assert_bred_alike(&settings_with(41, 1, &operators), true, 3);
            // The two cuts of cut and splice are at different places.
            let is_changed = *mutation != "none" || *crossover == "cut-and-splice";
            assert_eq!(new > 0, is_changed, "{operators}: {new}");
        }
    }
}

/// Records the matings of generations and compares them with a second breeding and with the populations. Returns them.
fn recorded_matings(settings: &Settings, generations: u64) -> Vec<Mating> {
    let (evaluator, mut all) = (evaluator(), Vec::new());
    with_context(&evaluator, settings, |context| {
        let (mut island, mut silent) = (island(context, settings, 23), island(context, settings, 23));
        for now in 1..=generations {
            let (before, recorder) = (island.state.current.clone(), MatingRecorder::default());
            island.step(&IslandContext { recorder: Some(&recorder), ..*context }, now).unwrap();
            silent.step(context, now).unwrap();
            let current = individuals(&evaluator, &island.state.current);
            assert!(current == individuals(&evaluator, &silent.state.current), "recording changes no result");
            let matings = recorder.into_matings();
            let offspring: Vec<_> = matings.iter().flat_map(|mating| &mating.offspring).collect();
            let bred = breed_again(context, &island, &before, now, before.size() - settings.elitism);
            assert_eq!(offspring.len(), bred.len());
            for ((offspring, bred), (genes, fitness)) in offspring.iter().zip(&bred).zip(&current[settings.elitism..]) {
                assert!(offspring.genes == bred.genes && offspring.genes == *genes && offspring.fitness == *fitness);
            }
            for Mating { parents, further, .. } in &matings {
                for Parent { individual, contestants, genes, fitness } in parents {
                    let individual = *individual as usize;
                    assert!(before.genome(individual) == genes && before.fitness()[individual] == *fitness);
                    assert!(contestants.iter().all(|&other| before.fitness()[other as usize] >= *fitness));
                    assert!(contestants.is_empty() || contestants.iter().any(|&other| other as usize == individual));
                }
                assert!(further.iter().all(|&parent| (parent as usize) < before.size()));
            }
            for (mating, offspring) in
                matings.iter().flat_map(|mating| mating.offspring.iter().map(move |offspring| (mating, offspring)))
            {
                let genome = |parent: u16| match mating.parents.get(usize::from(parent)) {
                    Some(parent) => &parent.genes[..],
                    None => before.genome(mating.further[usize::from(parent) - 2] as usize),
                };
                for (origin, gene) in offspring.origins.iter().zip(&offspring.crossed) {
                    assert!(origin.is_none_or(|origin| genome(origin.parent)[usize::from(origin.gene)] == *gene));
                }
                for (position, gene) in offspring.positions.iter().zip(&offspring.genes) {
                    assert!(position.is_none_or(|position| offspring.crossed[usize::from(position)] == *gene));
                }
            }
            all.extend(matings);
        }
    });
    all
}

#[test]
fn recorded_matings_are_those_of_a_second_breeding_under_every_operator() {
    let parts = |name: &str, kind: &str| match name {
        "mixture" => format!("{{ mixture = {{ of = [{{ {kind} = 'uniform' }}, {{ {kind} = 'none' }}] }} }}"),
        "sequence" => "{ sequence = ['swap', 'uniform'] }".to_owned(),
        _ => format!("'{name}'"),
    };
    for crossover in Crossover::NAMES {
        for mutation in Mutation::NAMES {
            let operators =
                format!("crossover = {}\nmutation = {}", parts(crossover, "crossover"), parts(mutation, "mutation"));
            let matings = recorded_matings(&settings_with(41, 1, &operators), 3);
            let is_crossed = matings.iter().any(|mating| mating.crossover.is_some());
            let offspring = || matings.iter().flat_map(|mating| &mating.offspring);
            let is_mutated = offspring().any(|offspring| offspring.mutation.is_some());
            assert_eq!((is_crossed, is_mutated), (*crossover != "none", *mutation != "none"), "{operators}");
        }
    }
    // Several blocks and an odd number of offspring.
    let operators = "crossover.one-point.rate = 0.5\nmutation.insert.individual-rate = 0.5";
    assert_eq!(recorded_matings(&settings_with(700, 1, operators), 2).len(), 700);
}

#[test]
fn recorded_origins_are_those_of_the_cut_and_of_the_inserted_gene() {
    let operators = "crossover.one-point.rate = 1.0\nmutation.insert.individual-rate = 1.0";
    for Mating { offspring, .. } in recorded_matings(&settings_with(100, 1, operators), 5) {
        for (side, Offspring { origins, positions, mutation, .. }) in (0u16..).zip(&offspring) {
            let parents: Vec<u16> = origins.iter().map(|origin| origin.unwrap().parent).collect();
            let cut = parents.iter().position(|&parent| parent != side).expect("both parts have a gene");
            assert!(cut > 0 && parents[cut..].iter().all(|&parent| parent == 1 - side), "{parents:?}");
            assert!((0u16..).zip(origins).all(|(place, origin)| origin.unwrap().gene == place));
            let place = positions.iter().position(Option::is_none).expect("a gene is new");
            let kept =
                (0..positions.len()).filter(|&other| other != place).map(|other| other - usize::from(other > place));
            let positions: Vec<usize> = positions.iter().flatten().map(|&position| position.into()).collect();
            assert_eq!((positions, *mutation), (kept.collect(), Some(0)));
        }
    }
}
