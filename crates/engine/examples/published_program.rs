//! The program that B. L. Sousa published beside his paper, imitated fault by fault and compared with the best penalties that it printed.
//! The program itself is not run: these penalties are in `published_cells.tsv`.
//!
//! `cargo run --release -p evocube-engine --example published_program` prints the tables of `docs/sousa.md`. Steps lead from the
//! algorithm that the paper describes to the program, one fault after the other. The last table has the other three experiments, without
//! penalties of the program itself.
#![allow(clippy::unwrap_used, clippy::print_stdout)]
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::cast_sign_loss)] // small numbers

use std::collections::HashMap;

use evocube_cube::rng::Stream;
use evocube_cube::{CUBE3, Cube3, Seed, puzzle::Puzzle};
use evocube_engine::alphabet::{Alphabet, AlphabetConfig, Expand};
use evocube_engine::bounded::Conjugations;
use evocube_engine::evaluation::objective::{EdgeRule, Objective, Penalty};
use evocube_engine::evaluation::{EvaluationMode, Evaluator, Fitness, Gene, Genomes, Kernel, PenaltyFunction};
use evocube_stats::Interval;
use evocube_stats::intervals::student_interval;
use evocube_stats::rank_tests::{holm, mann_whitney};
use evocube_stats::samples::{mean, pearson};

/// Number of emulated runs of a cell that is compared with the program's, each on a random cube of its own. Run n has the same cube in
/// all cells.
const RUNS: usize = 20;
/// Number of runs of a cell for the steps before the program, and for the last experiments.
const STEP_RUNS: usize = 10;
const GENES: usize = 20;
/// The paper's alphabet: 18 moves and 12 macros.
const SYMBOLS: usize = 30;

/// The number of faults that a program has, in this order.
const STEPS: [&str; 6] = [
    "as described",
    "+ all copies are of the second parent",
    "+ those of a pair share one array",
    "+ a crossover adds four individuals",
    "+ the corner `ULF` is never right",
    "+ individuals begin with the same genes 2 to 20: the program",
];
const SECOND_PARENT: usize = 1;
const SHARED_ARRAY: usize = 2;
const FOUR: usize = 3;
const CORNER: usize = 4;
const START: usize = 5;

/// The settings of a cell; the genomes are constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Cell {
    population: usize,
    generations: usize,
    /// In hundredths.
    crossover: usize,
    individual_rate: usize,
    gene_rate: usize,
    tournament: usize,
    /// 0 or 1.
    elites: usize,
}

/// The configuration that the paper selects before its last experiments.
const SELECTED: Cell = Cell {
    population: 1500,
    generations: 1000,
    crossover: 30,
    individual_rate: 15,
    gene_rate: 15,
    tournament: 2,
    elites: 1,
};

/// Gene arrays, and the array of each individual.
struct Population {
    arrays: Genomes,
    fitness: Vec<Fitness>,
    individuals: Vec<u32>,
    /// Number of arrays.
    count: usize,
}

impl Population {
    fn new(size: usize) -> Self {
        let arrays = Genomes::new(size, GENES).unwrap();
        Self { arrays, fitness: vec![Fitness::WORST; size], individuals: Vec::new(), count: 0 }
    }

    /// Adds an array. Returns its number.
    fn add(&mut self, genes: &[Gene]) -> u32 {
        self.arrays.rows_mut().genome_mut(self.count).copy_from_slice(genes);
        self.count += 1;
        self.count as u32 - 1
    }

    fn evaluate(&mut self, evaluator: &Evaluator) {
        let rows: Vec<u32> = (0..self.count as u32).collect();
        evaluator.evaluate(self.arrays.rows(), &rows, &mut self.fitness).expect("no component fails");
    }

    fn best(&self) -> u32 {
        *self.individuals.iter().min_by_key(|&&array| self.fitness[array as usize]).unwrap()
    }

    /// Returns the array of the best of a tournament.
    fn select(&self, size: usize, stream: &mut Stream) -> u32 {
        let mut entrants = (0..size).map(|_| self.individuals[stream.index(self.individuals.len())]);
        let first = entrants.next().unwrap();
        let better = |best: u32, other: u32| self.fitness[other as usize] < self.fitness[best as usize];
        entrants.fold(first, |best, other| if better(best, other) { other } else { best })
    }

    /// Adds the offspring of a pair of parents in `present`, as far as they fit.
    fn breed(&mut self, present: &Self, step: usize, cell: Cell, stream: &mut Stream) {
        let room = cell.population - self.individuals.len();
        let parents = [0; 2].map(|_| present.select(cell.tournament, stream));
        let [first, second] = parents.map(|array| present.arrays.rows().genome(array as usize));
        // The program compares the hundredths with a number from 0 to 99, and crosses over if they are equal, too.
        let chance = cell.crossover + usize::from(step >= FOUR);
        let is_crossover = stream.index(100) < chance;
        if step >= SHARED_ARRAY {
            let array = self.add(second);
            let siblings = if is_crossover && step >= FOUR { 4 } else { 2 };
            self.individuals.extend(std::iter::repeat_n(array, siblings.min(room)));
            return;
        }
        let (mut offspring, cut) = ([first, second].map(<[Gene]>::to_vec), 1 + stream.index(GENES - 1));
        if step >= SECOND_PARENT {
            offspring[0] = second.to_vec();
        } else if is_crossover {
            let [a, b] = &mut offspring;
            a[cut..].swap_with_slice(&mut b[cut..]);
        }
        for genes in offspring.iter().take(room) {
            let array = self.add(genes);
            self.individuals.push(array);
        }
    }

    /// Mutates each individual but the elite, by changing its array.
    fn mutate(&mut self, cell: Cell, stream: &mut Stream) {
        for &array in &self.individuals[cell.elites..] {
            if stream.index(100) < cell.individual_rate {
                for gene in self.arrays.rows_mut().genome_mut(array as usize) {
                    if stream.index(100) < cell.gene_rate {
                        *gene = Gene(((usize::from(gene.0) + 1 + stream.index(SYMBOLS - 1)) % SYMBOLS) as u16);
                    }
                }
            }
        }
    }
}

/// Returns the best penalty of the last generation of a run, as the program with the faults of this step prints it.
fn run(step: usize, cell: Cell, number: u64, effects: &[Cube3]) -> u32 {
    let mut stream = Seed::from_number(number).stream();
    let cube = Cube3::random(&mut stream);
    // A sticker weighs 1, an edge 4, a corner 6.
    let penalty = Penalty { edge_rule: EdgeRule::AnySticker, ..Penalty::default() };
    let described = Objective::Penalty(penalty).penalty_function(&CUBE3);
    let rows: Vec<&[u16]> = described.rows().collect();
    let layout = CUBE3.layout();
    let penalties = PenaltyFunction::new(layout, |piece, place| {
        let is_misjudged = step >= CORNER && place == layout.homes()[piece] && is_ulf(&CUBE3.piece_name(piece));
        rows[piece][usize::from(place)] + if is_misjudged { 6 } else { 0 }
    });
    let evaluator = Evaluator::new(&CUBE3, cube, effects, &penalties, EvaluationMode::Whole, Kernel::best());
    let gene = |stream: &mut Stream| Gene(stream.index(SYMBOLS) as u16);
    let mut present = Population::new(cell.population);
    loop {
        present.count = 0;
        let mut genes: Vec<Gene> = (0..GENES).map(|_| gene(&mut stream)).collect();
        for _ in 0..cell.population {
            match step {
                START => genes[0] = gene(&mut stream),
                _ => genes.fill_with(|| gene(&mut stream)),
            }
            present.add(&genes);
        }
        present.individuals = (0..cell.population as u32).collect();
        present.evaluate(&evaluator);
        // All published runs begin with a best penalty of 99.
        if step < START || present.fitness[present.best() as usize].penalty() == 99 {
            break;
        }
    }
    let mut next = Population::new(cell.population);
    for _ in 1..cell.generations {
        next.count = 0;
        next.individuals.clear();
        if cell.elites > 0 {
            let elite = next.add(present.arrays.rows().genome(present.best() as usize));
            next.individuals.push(elite);
        }
        while next.individuals.len() < cell.population {
            next.breed(&present, step, cell, &mut stream);
        }
        next.mutate(cell, &mut stream);
        next.evaluate(&evaluator);
        std::mem::swap(&mut present, &mut next);
    }
    present.fitness[present.best() as usize].penalty()
}

/// Returns whether a corner has the faces U, L and F.
fn is_ulf(name: &str) -> bool {
    name.len() == 3 && name.chars().all(|face| "ULF".contains(face))
}

/// Reads the cells with the best penalties of the author's five runs.
fn published() -> Vec<(Cell, Vec<f64>)> {
    let lines = include_str!("published_cells.tsv").lines().filter(|line| !line.starts_with(['#', 'e']));
    let hundredths = |field: &str| (field.parse::<f64>().unwrap() * 100.0).round() as usize;
    let cell = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let cell = Cell {
            population: fields[1].parse().unwrap(),
            generations: fields[2].parse().unwrap(),
            crossover: hundredths(fields[3]),
            individual_rate: hundredths(fields[4]),
            ..SELECTED
        };
        (cell, fields[5..].iter().map(|field| field.parse().unwrap()).collect())
    };
    lines.map(cell).collect()
}

/// Returns the difference of two means with its interval by Welch's t.
fn difference(a: &[f64], b: &[f64]) -> (f64, Interval) {
    let count = (a.len() + b.len()) as f64;
    let scaled = |values: &[f64], sign: f64| -> Vec<f64> {
        values.iter().map(|value| sign * value * count / values.len() as f64).collect()
    };
    (mean(a).unwrap() - mean(b).unwrap(), student_interval(&[&scaled(a, 1.0), &scaled(b, -1.0)], 0.05).unwrap())
}

/// Returns the mean over the runs of cells, and its interval: each cube, which all cells share, is one value.
fn over_cubes(cells: &[Vec<f64>]) -> (f64, Interval) {
    let on_cube = |cube: usize| mean(&cells.iter().map(|runs| runs[cube]).collect::<Vec<_>>()).unwrap();
    let cubes: Vec<f64> = (0..cells[0].len()).map(on_cube).collect();
    (mean(&cubes).unwrap(), student_interval(&[&cubes], 0.05).unwrap())
}

/// Returns a mean with its interval.
fn with_ends((value, Interval { low, high }): (f64, Interval)) -> String {
    format!("{value:.1} ({low:.1}–{high:.1})")
}

/// Returns a difference with a minus sign, and its interval.
fn signed((value, Interval { low, high }): (f64, Interval)) -> String {
    format!("{value:.1} ({low:.1} to {high:.1})").replace('-', "−")
}

fn main() {
    let alphabet =
        AlphabetConfig { expand: Expand::None, conjugate: Some(Conjugations::new(0)), ..AlphabetConfig::default() };
    let effects = Alphabet::new(&CUBE3, &alphabet).unwrap().effects().to_vec();
    assert_eq!(effects.len(), SYMBOLS);
    let published = published();
    let cells: Vec<Cell> = published.iter().map(|(cell, _)| *cell).collect();
    let mut known: HashMap<(usize, Cell, usize), Vec<f64>> = HashMap::new();
    let mut emulated = |step: usize, cell: Cell, runs: usize| -> Vec<f64> {
        // Where all copies are of the second parent, and two individuals are added in any case, crossover changes nothing.
        let is_same = step == SECOND_PARENT || step == SHARED_ARRAY;
        let cell = Cell { crossover: if is_same { 10 } else { cell.crossover }, ..cell };
        let run = |number: usize| f64::from(run(step, cell, number as u64, &effects));
        known.entry((step, cell, runs)).or_insert_with(|| (0..runs).map(run).collect()).clone()
    };
    let program: Vec<Vec<f64>> = cells.iter().map(|&cell| emulated(START, cell, RUNS)).collect();

    let p = published.iter().zip(&program).map(|((_, author), ours)| mann_whitney(author, ours).unwrap().p);
    let p = holm(&p.collect::<Vec<_>>());
    println!("<!-- cells -->");
    println!(
        "| population | generations | crossover | mutation | the program | emulation | program − emulation (95 %) | p |"
    );
    println!("|{}", "---:|".repeat(8));
    let mut means = Vec::new();
    for (((cell, author), ours), p) in published.iter().zip(&program).zip(p) {
        let Cell { population, generations, crossover, individual_rate, .. } = cell;
        let (crossover, rate) = (*crossover as f64 / 100.0, *individual_rate as f64 / 100.0);
        means.push((mean(author).unwrap(), mean(ours).unwrap()));
        let (theirs, emulation) = means[means.len() - 1];
        let difference = signed(difference(author, ours));
        println!(
            "| {population} | {generations} | {crossover} | {rate} | {theirs:.1} | {emulation:.1} | {difference} | {p:.2} |"
        );
    }

    println!("\n<!-- summary -->");
    println!("| cells | mean difference (95 %) | root mean square | correlation of means | p below 0.05 |");
    println!("|{}", "---:|".repeat(5));
    let differences: Vec<f64> = means.iter().map(|(author, ours)| author - ours).collect();
    let square = mean(&differences.iter().map(|difference| difference * difference).collect::<Vec<_>>()).unwrap();
    // The program's cells share a cube that is not known, and the emulation's share theirs: the interval is that of the mean over cells
    // on one more cube.
    let (_, Interval { low, high }) = over_cubes(&program);
    let (value, half) = (mean(&differences).unwrap(), (high - low) / 2.0 * (1.0 + RUNS as f64).sqrt());
    let average = (value, Interval { low: value - half, high: value + half });
    let significant = published.iter().zip(&program).map(|((_, author), ours)| mann_whitney(author, ours).unwrap().p);
    let significant = holm(&significant.collect::<Vec<_>>()).into_iter().filter(|p| *p < 0.05).count();
    println!(
        "| {} | {} | {:.1} | {:.2} | {significant} |",
        cells.len(),
        signed(average),
        square.sqrt(),
        pearson(&means).unwrap()
    );

    let grid: Vec<usize> = (0..cells.len()).filter(|&cell| cell < 25).collect();
    let cells_with = |key: fn(Cell) -> usize, level: usize| -> Vec<usize> {
        grid.iter().copied().filter(|&cell| key(cells[cell]) == level).collect()
    };
    let mut steps: Vec<Vec<Vec<f64>>> =
        (0..START).map(|step| grid.iter().map(|&cell| emulated(step, cells[cell], STEP_RUNS)).collect()).collect();
    steps.push(program);
    for (name, levels, key) in [
        ("crossover", [10, 30, 50, 70, 90], (|cell| cell.crossover) as fn(Cell) -> usize),
        ("mutation", [1, 10, 15, 30, 50], |cell| cell.individual_rate),
    ] {
        println!("\n<!-- by {name} -->");
        println!("| {name} | {} |", levels.map(|level| (level as f64 / 100.0).to_string()).join(" | "));
        println!("|---|{}", "---:|".repeat(5));
        for (step, values) in STEPS.iter().zip(&steps) {
            let row = levels.map(|level| {
                let cells = cells_with(key, level);
                with_ends(over_cubes(&cells.into_iter().map(|cell| values[cell].clone()).collect::<Vec<_>>()))
            });
            println!("| {step} | {} |", row.join(" | "));
        }
        // Five runs of each cell, on cubes that are not known.
        let row = levels.map(|level| {
            let cells = cells_with(key, level);
            let strata: Vec<&[f64]> = cells.into_iter().map(|cell| &published[cell].1[..]).collect();
            with_ends((mean(&strata.concat()).unwrap(), student_interval(&strata, 0.05).unwrap()))
        });
        println!("| the program's own runs | {} |", row.join(" | "));
    }

    println!("\n<!-- last experiments -->");
    println!("| experiment | as described | the program |");
    println!("|---|---:|---:|");
    for (name, levels, unit, cell) in [
        (
            "gene rate",
            &[1, 10, 15, 30, 50][..],
            100.0,
            (|gene_rate| Cell { gene_rate, ..SELECTED }) as fn(usize) -> Cell,
        ),
        ("tournament", &[2, 3, 5, 7, 10], 1.0, |tournament| Cell { tournament, ..SELECTED }),
        ("elitism", &[0, 1], 1.0, |elites| Cell { elites, tournament: 3, ..SELECTED }),
    ] {
        for level in levels {
            let row = [0, START].map(|step| with_ends(over_cubes(&[emulated(step, cell(*level), STEP_RUNS)])));
            println!("| {name} {} | {} |", *level as f64 / unit, row.join(" | "));
        }
    }
}
