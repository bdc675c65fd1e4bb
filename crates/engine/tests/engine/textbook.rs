//! An independent implementation of the genetic algorithm with one configuration, from its description: facelets instead of pieces, one
//! genome at a time. Its generator, xorshift64* (S. Vigna 2016), is that of `papers`, too. Only the cube and the effects of symbols come
//! from the crates. `main.rs` compares the final penalties.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use evocube_cube::puzzle::turn::Face;
use evocube_cube::{CUBE3, Cube3};
use evocube_engine::alphabet::Alphabet;

const POPULATION: usize = 1000;
const GENES: usize = 30;
const GENERATIONS: usize = 200;

pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn word(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub(crate) fn chance(&mut self, probability: f64) -> bool {
        (self.word() >> 11) as f64 / (1u64 << 53) as f64 <= probability
    }

    pub(crate) fn index(&mut self, count: usize) -> usize {
        usize::try_from((self.word() >> 11) % count as u64).unwrap()
    }
}

/// The facelet from which the color of each of the 54 facelets comes when the moves to a state are applied.
fn sources(state: Cube3) -> Vec<usize> {
    // The colors of a facelet after all pairs of turns identify it.
    let turns: Vec<Cube3> = evocube_cube::Turn::ALL.iter().map(|&turn| Cube3::SOLVED.apply(turn)).collect();
    let signature = |before: &dyn Fn(Cube3) -> Cube3| -> Vec<Vec<Face>> {
        let mut seen = vec![Vec::new(); 54];
        for a in &turns {
            for b in &turns {
                for (facelet, color) in before(a.then(*b)).facelets().into_iter().enumerate() {
                    seen[facelet].push(color);
                }
            }
        }
        seen
    };
    let (before, after) = (signature(&|cube| cube), signature(&|cube| cube.then(state)));
    after.iter().map(|seen| before.iter().position(|other| other == seen).unwrap()).collect()
}

/// The penalty: wrong stickers, plus four for an edge without a right sticker, plus six for a corner with a wrong one.
fn penalty(facelets: &[u8; 54]) -> u32 {
    // The facelets of each piece, in the order U R F D L B with nine per face.
    const EDGES: [[usize; 2]; 12] = [
        [5, 10],
        [7, 19],
        [3, 37],
        [1, 46],
        [32, 16],
        [28, 25],
        [30, 43],
        [34, 52],
        [23, 12],
        [21, 41],
        [50, 39],
        [48, 14],
    ];
    const CORNERS: [[usize; 3]; 8] =
        [[8, 9, 20], [6, 18, 38], [0, 36, 47], [2, 45, 11], [29, 26, 15], [27, 44, 24], [33, 53, 42], [35, 17, 51]];
    let right = |facelet: usize| usize::from(facelets[facelet]) == facelet / 9;
    let wrong = (0..54).filter(|&facelet| !right(facelet)).count();
    let edges = EDGES.iter().filter(|edge| !edge.iter().any(|&facelet| right(facelet))).count();
    let corners = CORNERS.iter().filter(|corner| !corner.iter().all(|&facelet| right(facelet))).count();
    u32::try_from(wrong + 4 * edges + 6 * corners).unwrap()
}

type Genome = [u8; GENES];

fn final_best(seed: u64, symbols: &[Vec<usize>], start: &[u8; 54]) -> u32 {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let evaluate = |genome: &Genome| {
        let mut facelets = *start;
        for &gene in genome {
            let before = facelets;
            for (color, &source) in facelets.iter_mut().zip(&symbols[usize::from(gene)]) {
                *color = before[source];
            }
        }
        penalty(&facelets)
    };
    let symbol = |random: &mut Random| u8::try_from(random.index(symbols.len())).unwrap();
    let mut population: Vec<Genome> = (0..POPULATION).map(|_| std::array::from_fn(|_| symbol(&mut random))).collect();
    let mut best = u32::MAX;
    for generation in 0..=GENERATIONS {
        let fitness: Vec<u32> = population.iter().map(evaluate).collect();
        let leader = (0..POPULATION).min_by_key(|&individual| fitness[individual]).unwrap();
        best = best.min(fitness[leader]);
        if best == 0 || generation == GENERATIONS {
            break;
        }
        let parent = |random: &mut Random| {
            let drawn: [usize; 3] = std::array::from_fn(|_| random.index(POPULATION));
            population[drawn.into_iter().min_by_key(|&individual| fitness[individual]).unwrap()]
        };
        let mut next = vec![population[leader]];
        while next.len() < POPULATION {
            let (mut a, mut b) = (parent(&mut random), parent(&mut random));
            if random.chance(0.3) {
                let cut = 1 + random.index(GENES - 1);
                for gene in cut..GENES {
                    std::mem::swap(&mut a[gene], &mut b[gene]);
                }
            }
            for mut child in [a, b] {
                if random.chance(0.15) {
                    for gene in &mut child {
                        if random.chance(0.15) {
                            *gene = symbol(&mut random);
                        }
                    }
                }
                next.push(child);
            }
        }
        next.truncate(POPULATION);
        population = next;
    }
    best
}

/// Final best penalties of this number of runs, on all cores.
pub(crate) fn final_bests(runs: u64) -> Vec<u32> {
    let alphabet = Alphabet::new(&CUBE3, &super::config().alphabet).unwrap();
    let symbols: Vec<Vec<usize>> = alphabet.effects().iter().copied().map(sources).collect();
    let start: Vec<u8> = super::scrambled().facelets().iter().map(|face| u8::try_from(face.index()).unwrap()).collect();
    let start: [u8; 54] = start.try_into().unwrap();
    let mut stream = evocube_cube::Seed::from_number(1).stream();
    for _ in 0..100 {
        let cube = Cube3::random(&mut stream);
        let facelets: Vec<u8> = cube.facelets().iter().map(|face| u8::try_from(face.index()).unwrap()).collect();
        let expected = super::config().objective.penalty(&CUBE3, cube).unwrap();
        assert_eq!(penalty(&facelets.try_into().unwrap()), expected, "the facelets of the pieces are right");
    }
    let (next, bests) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().unwrap().get() {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= runs {
                        return;
                    }
                    let best = final_best(seed, &symbols, &start);
                    bests.lock().unwrap().push(best);
                }
            });
        }
    });
    bests.into_inner().unwrap()
}
