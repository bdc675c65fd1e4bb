//! Second implementations of random search and of algorithms that move from one genome to the next, and the tests against them. Also here:
//! the small puzzle and the comparison of evaluations on it, which `populations` uses, too. Samples are compared in the parent module.

use evocube_cube::Seed;
use evocube_cube::puzzle::Puzzle;
use evocube_cube::puzzle::spec::PuzzleSpec;
use evocube_engine::evaluation::objective::Objective;
use evocube_engine::evolve::config::TrialConfig;
use evocube_engine::evolve::genome_optimizer::GenomeOptimizer;
use evocube_engine::optimizer::{Optimizer, Problem, RunContext};

use super::{RUNS, Random, assert_same_distribution, permutation, random};

/// Number of genes.
pub(super) const LENGTH: usize = 8;

/// Number of symbols: each exchanges two neighboring pieces.
pub(super) const SYMBOLS: u8 = 4;

/// Number of evaluations after which a run ends without a solution.
const LIMIT: u64 = 3000;

/// A genome.
pub(super) type Genome = [u8; LENGTH];

/// Five pieces in a line, scrambled; 42 of 65,536 genomes solve them. The penalty is the number of pieces in wrong places.
const SCRAMBLE: [u8; LENGTH] = [1, 0, 2, 1, 0, 3, 2, 1];

/// A run of a second implementation.
pub(super) struct Run {
    pub(super) random: Random,
    evaluations: u64,
    is_solved: bool,
}

impl Run {
    /// Returns the penalty of a genome.
    pub(super) fn penalty(&mut self, genome: &Genome) -> u32 {
        let mut pieces = [0, 1, 2, 3, 4];
        SCRAMBLE.iter().chain(genome).for_each(|&gene| pieces.swap(gene.into(), usize::from(gene) + 1));
        let wrong = pieces.iter().zip(0..).filter(|&(&piece, place)| piece != place).count();
        self.evaluations += 1;
        self.is_solved |= wrong == 0;
        wrong as u32
    }

    /// Returns whether a genome solved the pieces, or the budget is spent.
    pub(super) fn is_over(&self) -> bool {
        self.is_solved || self.evaluations >= LIMIT
    }

    pub(super) fn gene(&mut self) -> u8 {
        self.random.index(SYMBOLS.into()) as u8
    }

    pub(super) fn genome(&mut self) -> Genome {
        std::array::from_fn(|_| self.gene())
    }

    /// Replaces a gene by another symbol.
    pub(super) fn change(&mut self, gene: &mut u8) {
        *gene = (*gene + 1 + self.random.index(usize::from(SYMBOLS) - 1) as u8) % SYMBOLS;
    }

    /// Changes each gene with probability 1 / length; a copy is drawn again.
    pub(super) fn mutated(&mut self, parent: &Genome) -> Genome {
        let mut genome = *parent;
        while genome == *parent {
            for gene in &mut genome {
                if self.random.chance(1.0 / LENGTH as f64) {
                    self.change(gene);
                }
            }
        }
        genome
    }

    /// Returns a genome with one other gene.
    fn neighbor(&mut self, genome: &Genome) -> Genome {
        let (mut neighbor, place) = (*genome, self.random.index(LENGTH));
        self.change(&mut neighbor[place]);
        neighbor
    }

    /// Returns all genomes with one other gene, in random order.
    fn neighbors(&mut self, genome: &Genome) -> Vec<Genome> {
        let others = usize::from(SYMBOLS) - 1;
        let order = permutation(LENGTH * others, &mut self.random);
        let neighbor = |number: usize| {
            let (mut neighbor, place) = (*genome, number / others);
            neighbor[place] = (neighbor[place] + 1 + (number % others) as u8) % SYMBOLS;
            neighbor
        };
        order.into_iter().map(neighbor).collect()
    }
}

/// Compares the evaluations until the solution of an algorithm with those of a second implementation; unsolved runs have the limit.
#[track_caller]
pub(super) fn assert_like_paper(algorithm: &str, paper: &dyn Fn(&mut Run)) {
    let puzzle = PuzzleSpec::parse(
        "name = \"line\"\n[[orbit]]\nname = \"line\"\npieces = \"a b c d e\"\n\
         [[move]]\nname = \"A\"\ncycles = { line = [\"a b\"] }\n[[move]]\nname = \"B\"\ncycles = { line = [\"b c\"] }\n\
         [[move]]\nname = \"C\"\ncycles = { line = [\"c d\"] }\n[[move]]\nname = \"D\"\ncycles = { line = [\"d e\"] }\n",
    )
    .unwrap();
    let config: TrialConfig = crate::read(&format!(
        "population = 20\nobjective = \"pieces\"\ngenome = {{ length = {LENGTH}, evaluate = \"whole\" }}\n\
         alphabet = {{ macros = \"none\", expand = \"none\" }}\nstop = {{ evaluations = {LIMIT}, target = 0 }}\nalgorithm = {algorithm}\n"
    ))
    .unwrap();
    let moves = puzzle.moves();
    assert_eq!(moves.len(), usize::from(SYMBOLS));
    let scramble: Vec<_> = SCRAMBLE.iter().map(|&gene| moves[usize::from(gene)]).collect();
    let start = puzzle.apply_all(puzzle.solved(), &scramble);
    let problem = Problem::new(&*puzzle, start, &Objective::Pieces);
    let optimizer = GenomeOptimizer::new(&*puzzle, config.clone()).unwrap();
    let ours = (0..RUNS).map(|seed| {
        let context = RunContext::sequential();
        let outcome = optimizer.run(&problem, Seed::from_number(seed), &config.stop, &context, &mut ()).unwrap();
        let evaluations = outcome.counts.unwrap().evaluations;
        if outcome.penalty == Some(0) { evaluations.min(LIMIT) } else { LIMIT }
    });
    let ours: Vec<u64> = ours.collect();
    let paper = (0..RUNS).map(|seed| {
        let mut run = Run { random: random(seed), evaluations: 0, is_solved: false };
        paper(&mut run);
        if run.is_solved { run.evaluations.min(LIMIT) } else { LIMIT }
    });
    let paper: Vec<u64> = paper.collect();
    assert!(paper.iter().filter(|&&evaluations| evaluations < LIMIT).count() > 50, "{algorithm}: hardly ever solved");
    assert_same_distribution(algorithm, &ours, &paper);
}

#[test]
fn random_search_is_as_in_its_paper() {
    assert_like_paper("\"random-search\"", &|run| {
        while !run.is_over() {
            // A generation has 20 genomes.
            for _ in 0..20 {
                let genome = run.genome();
                run.penalty(&genome);
            }
        }
    });
}

#[test]
fn one_plus_one_is_as_in_its_paper() {
    assert_like_paper("\"one-plus-one\"", &|run| {
        let mut present = run.genome();
        let mut penalty = run.penalty(&present);
        while !run.is_over() {
            let candidate = run.mutated(&present);
            let other = run.penalty(&candidate);
            if other <= penalty {
                (present, penalty) = (candidate, other);
            }
        }
    });
}

#[test]
fn randomized_local_search_is_as_in_its_paper() {
    assert_like_paper("\"randomized-local-search\"", &|run| {
        let mut present = run.genome();
        let mut penalty = run.penalty(&present);
        while !run.is_over() {
            let candidate = run.neighbor(&present);
            let other = run.penalty(&candidate);
            if other <= penalty {
                (present, penalty) = (candidate, other);
            }
        }
    });
}

/// Descends to the first better neighbor until there is none. Returns the local optimum with its penalty.
fn descent(run: &mut Run, genome: Genome) -> (Genome, u32) {
    let mut present = (genome, run.penalty(&genome));
    'moves: while !run.is_over() {
        for candidate in run.neighbors(&present.0) {
            let penalty = run.penalty(&candidate);
            if penalty < present.1 {
                present = (candidate, penalty);
                continue 'moves;
            }
            if run.is_over() {
                return present;
            }
        }
        break;
    }
    present
}

#[test]
fn first_improvement_is_as_in_its_paper() {
    assert_like_paper("\"hill-climbing\"", &|run| {
        while !run.is_over() {
            let genome = run.genome();
            descent(run, genome);
        }
    });
}

#[test]
fn steepest_hill_climbing_is_as_in_its_paper() {
    assert_like_paper("{ hill-climbing = { pivot = \"steepest\" } }", &|run| {
        while !run.is_over() {
            let mut present = run.genome();
            let mut penalty = run.penalty(&present);
            while !run.is_over() {
                let mut best = (penalty, present);
                for candidate in run.neighbors(&present) {
                    let other = run.penalty(&candidate);
                    if other < best.0 {
                        best = (other, candidate);
                    }
                    if run.is_over() {
                        return;
                    }
                }
                if best.0 == penalty {
                    break;
                }
                (penalty, present) = best;
            }
        }
    });
}

#[test]
fn simulated_annealing_is_as_in_its_paper() {
    let settings = "{ simulated-annealing = { initial-temperature = 2, final-temperature = 0.2, steps = 500 } }";
    assert_like_paper(settings, &|run| {
        while !run.is_over() {
            let mut present = run.genome();
            let mut penalty = run.penalty(&present);
            for step in 0..500 {
                if run.is_over() {
                    return;
                }
                let temperature = 2.0 * 0.1_f64.powf(f64::from(step) / 499.0);
                let candidate = run.neighbor(&present);
                let other = run.penalty(&candidate);
                if other <= penalty || run.random.chance((-f64::from(other - penalty) / temperature).exp()) {
                    (present, penalty) = (candidate, other);
                }
            }
        }
    });
}

#[test]
fn late_acceptance_is_as_in_its_paper() {
    for history in [3, 30] {
        let settings = format!("{{ late-acceptance = {{ history = {history} }} }}");
        assert_like_paper(&settings, &|run| {
            let mut present = run.genome();
            let mut penalty = run.penalty(&present);
            let mut costs = vec![penalty; history];
            let mut iteration = 0;
            while !run.is_over() {
                let candidate = run.neighbor(&present);
                let other = run.penalty(&candidate);
                let cost = &mut costs[iteration % history];
                if other < *cost || other <= penalty {
                    (present, penalty) = (candidate, other);
                }
                if penalty < *cost {
                    *cost = penalty;
                }
                iteration += 1;
            }
        });
    }
}

#[test]
fn iterated_local_search_is_as_in_its_paper() {
    assert_like_paper("{ iterated-local-search = { strength = 2 } }", &|run| {
        let genome = run.genome();
        let mut best = descent(run, genome);
        while !run.is_over() {
            let mut kicked = best.0;
            for place in &permutation(LENGTH, &mut run.random)[..2] {
                run.change(&mut kicked[*place]);
            }
            let optimum = descent(run, kicked);
            if optimum.1 <= best.1 {
                best = optimum;
            }
        }
    });
}
