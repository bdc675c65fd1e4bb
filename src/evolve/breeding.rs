//! Making a generation, block by block: each pair of parents has its own random stream, so blocks may be bred in any
//! order, or at once.

use std::ops::Range;

use super::bounded::InitialLength;
use super::brood::{BROOD, Bits, Brood, PAIRS};
use super::crossover::Cross;
use super::mutation::{Credits, Mutate, Symbols};
use super::observer::Children;
use super::population::{Population, random_genes};
use super::selection::{Select, Wheel};
use super::team::Team;
use crate::puzzle::kernel::{Fitness, Gene, Program, RowsMut, Work};
use crate::rng::{Key, Streams};

/// The least rows for which a team is called. Handing work to another thread takes some microseconds, more if it has
/// gone to sleep.
pub(super) const WORTH_A_TEAM: usize = 16_384;

/// What is known of some rows when they are done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    /// How many were evaluated.
    pub(super) evaluated: u64,
    /// What became of recombined ones.
    pub(super) children: Children,
    /// What each operator did, if the mutation learns.
    pub(super) credits: Credits,
    /// The lowest fitness, and the first row of the block in which it comes first.
    pub(super) best: (Fitness, usize),
}

impl Tally {
    /// Of no rows.
    pub(super) const NOTHING: Self = Self {
        evaluated: 0,
        children: Children { better: 0, worse: 0 },
        credits: Credits::NONE,
        best: (Fitness::WORST, usize::MAX),
    };

    pub(super) fn and(self, later: Self) -> Self {
        Self {
            evaluated: self.evaluated + later.evaluated,
            children: Children {
                better: self.children.better + later.children.better,
                worse: self.children.worse + later.children.worse,
            },
            credits: self.credits.and(&later.credits),
            best: self.best.min(later.best),
        }
    }
}

/// Rows of a generation in the making, with their fitness; the number of the first of them.
struct Part<'a> {
    first: usize,
    rows: RowsMut<'a>,
    fitness: &'a mut [Fitness],
}

impl Part<'_> {
    /// Works on block after block, on the team's threads if there are enough of them.
    fn make(self, team: &Team, work: &(impl Fn(Part<'_>) -> Tally + Sync)) -> Tally {
        if team.is_several() && self.fitness.len() >= WORTH_A_TEAM {
            team.run(|| self.in_blocks(true, work))
        } else {
            self.in_blocks(false, work)
        }
    }

    fn in_blocks(self, several: bool, work: &(impl Fn(Part<'_>) -> Tally + Sync)) -> Tally {
        let count = self.fitness.len();
        if count <= BROOD {
            return work(self);
        }
        let half = (count / 2).next_multiple_of(BROOD);
        let (rows, other_rows) = self.rows.split_at(half);
        let (fitness, other_fitness) = self.fitness.split_at_mut(half);
        let one = Part { first: self.first, rows, fitness };
        let other = Part { first: self.first + half, rows: other_rows, fitness: other_fitness };
        let (one, other) = if several {
            rayon::join(|| one.in_blocks(true, work), || other.in_blocks(true, work))
        } else {
            (one.in_blocks(false, work), other.in_blocks(false, work))
        };
        one.and(other)
    }

    /// Evaluates some rows and looks for the best of the first `count`.
    #[inline(always)]
    fn evaluate(&mut self, program: &Program, which: &[u32], count: usize) -> Tally {
        program.evaluate(self.rows.as_rows(), which, self.fitness);
        let least = self.fitness[..count].iter().fold(Fitness::WORST, |least, &fitness| least.min(fitness));
        Tally {
            evaluated: which.len() as u64,
            children: Children::default(),
            credits: Credits::NONE,
            best: (least, self.first),
        }
    }
}

/// Random genomes in some rows, evaluated. Each has its own stream.
pub(super) fn initialize(
    program: &Program,
    population: &mut Population,
    places: Range<usize>,
    initial: Option<InitialLength>,
    key: Key,
    team: &Team,
) -> Tally {
    let symbols = Symbols::of(program);
    let (rows, fitness) = population.parts_mut();
    let (rows, _) = rows.split_at(places.end);
    let (_, rows) = rows.split_at(places.start);
    let part = Part { first: 0, rows, fitness: &mut fitness[places.clone()] };
    let tally = part.make(team, &|mut part: Part<'_>| {
        let count = part.fitness.len();
        for row in 0..count {
            let mut stream = key.stream(number(part.first + row));
            let (genome, own) = part.rows.genome_and_own_mut(row);
            own.fill(Gene(0));
            match initial {
                None => random_genes(genome, symbols.all(), &mut stream),
                Some(lengths) => {
                    let (genes, rest) = genome.split_at_mut(lengths.draw(&mut stream));
                    symbols.fill(genes, &mut stream);
                    symbols.fill_up(rest, &mut stream);
                }
            }
        }
        let all: [u32; BROOD] = std::array::from_fn(number);
        part.evaluate(program, &all[..count], count)
    });
    settle(tally, population.fitness(), places)
}

/// The best row itself, instead of the block it is in, counted from the first of the population.
fn settle(tally: Tally, fitness: &[Fitness], places: Range<usize>) -> Tally {
    let (least, block) = tally.best;
    let block = places.start + block;
    let within = fitness[block..places.end].iter().position(|&fitness| fitness == least);
    Tally { best: (least, block + within.unwrap_or(0)), ..tally }
}

#[allow(clippy::cast_possible_truncation)] // populations are smaller than 2^32
fn number(row: usize) -> u32 {
    row as u32
}

/// Everything that a pair of children is made from.
pub(super) struct Breeding<'a, S, X, M> {
    pub(super) program: &'a Program,
    pub(super) selection: &'a S,
    pub(super) crossover: &'a X,
    pub(super) mutation: &'a M,
    pub(super) parents: &'a Population,
    /// What the selection compares: the parents' fitness, or what stands for it.
    pub(super) merit: &'a [Fitness],
    pub(super) wheel: &'a Wheel,
    pub(super) symbols: Symbols,
    pub(super) key: Key,
    /// The number of the first pair's stream.
    pub(super) first_pair: usize,
}

impl<S: Select, X: Cross, M: Mutate> Breeding<'_, S, X, M> {
    /// Fills some rows with children. If their number is odd, the row behind them is written over too.
    pub(super) fn breed(&self, next: &mut Population, places: Range<usize>, team: &Team) -> Tally {
        let children = places.len();
        let rows_of_pairs = 2 * children.div_ceil(2);
        let (rows, fitness) = next.parts_mut();
        let (rows, _) = rows.split_at(places.start + rows_of_pairs);
        let (_, rows) = rows.split_at(places.start);
        let fitness = &mut fitness[places.start..places.start + rows_of_pairs];
        let part = Part { first: 0, rows, fitness };
        let breed = |part: Part<'_>| self.program.kernel().run(BreedBlock { breeding: self, part, children });
        let tally = part.make(team, &breed);
        settle(tally, next.fitness(), places)
    }

    /// Breeds the pairs of one block. Behind the last child there may be a sibling that is not kept.
    ///
    /// One thing is done for all pairs before the next is: first everything is drawn that is drawn for everybody, which
    /// takes no branch that cannot be foretold; what happens to some only is done for a list of those.
    #[inline(always)]
    fn block(&self, part: Part<'_>, children: usize) -> Tally {
        let Self { selection, crossover, mutation, .. } = self;
        let (parents, fitness) = (self.parents.rows(), self.parents.fitness());
        let Part { first, mut rows, fitness: kin } = part;
        let (pairs, first_pair) = (kin.len() / 2, first / 2);
        let kept = kin.len().min(children - first);

        let first_stream = self.first_pair + first_pair;
        let mut streams = Streams::new(self.key, number(first_stream), pairs);
        let mut chosen = [[0; 2]; PAIRS];
        let chosen = &mut chosen[..pairs];
        selection.select_pairs(self.wheel, self.merit, first_pair, &mut streams, chosen);
        let (crossover_rate, mutation_rate) = (crossover.rate(), mutation.individual_rate());
        let (cross, mutate) = streams.bernoulli_triple([crossover_rate, mutation_rate, mutation_rate]);
        let crossed: Bits<{ PAIRS / 64 }> = Bits::of(cross.as_chunks().0);
        let mutated: Bits<{ BROOD / 64 }> = Bits::of(mutate.map(u16::to_le_bytes).as_flattened().as_chunks().0);
        rows.copy_each(parents, chosen.as_flattened());
        for (child, &parent) in kin.iter_mut().zip(chosen.as_flattened()) {
            *child = fitness[parent as usize];
        }
        // The penalties of two parents together.
        let mut of_parents = [0; PAIRS];
        for (sum, [a, b]) in of_parents.iter_mut().zip(kin.as_chunks().0) {
            *sum = a.penalty() + b.penalty();
        }
        let mut operators = [0; BROOD];
        let mut brood = Brood {
            rows,
            parents: kin,
            kernel: self.program.kernel(),
            symbols: &self.symbols,
            streams: &mut streams,
            changed: Bits::default(),
            operators: &mut operators,
        };
        crossover.cross_each(&crossed, &mut brood);
        brood.changed.add_children(&crossed.0);
        mutation.mutate_each(&mutated, &mut brood);
        let Brood { rows, changed, .. } = brood;
        let mut part = Part { first, rows, fitness: kin };
        let mut which = [0; BROOD];
        let count = changed.before(kept).list(self.program.kernel(), &mut which);
        let mut tally = part.evaluate(self.program, &which[..count], kept);
        tally.children = compare(&cross[..kept / 2], &of_parents, part.fitness);
        if kept % 2 == 1 {
            // Of the last pair only the first child lives: it is compared twice.
            let (last, only) = (kept / 2, [part.fitness[kept - 1]; 2]);
            let twice = compare(&cross[last..=last], &of_parents[last..], &only);
            tally.children.better += twice.better / 2;
            tally.children.worse += twice.worse / 2;
        }
        if mutation.learns() {
            for (row, &operator) in operators[..kept].iter().enumerate() {
                if operator > 0 {
                    let parent = fitness[chosen.as_flattened()[row] as usize];
                    tally.credits.note(usize::from(operator) - 1, parent, part.fitness[row]);
                }
            }
        }
        tally
    }
}

/// How many children of the pairs that were crossed are better or worse than the mean of their parents.
#[inline(always)]
fn compare(crossed: &[u8], of_parents: &[u32], children: &[Fitness]) -> Children {
    let (mut better, mut worse) = (0, 0);
    for ((&crossed, &of_parents), pair) in crossed.iter().zip(of_parents).zip(children.as_chunks::<2>().0) {
        for child in pair {
            let twice = 2 * child.penalty();
            better += u32::from(crossed) & u32::from(twice < of_parents);
            worse += u32::from(crossed) & u32::from(twice > of_parents);
        }
    }
    Children { better: better.into(), worse: worse.into() }
}

/// A block to be bred, for [`Kernel::run`](crate::puzzle::kernel::Kernel::run).
struct BreedBlock<'a, 'b, S, X, M> {
    breeding: &'a Breeding<'a, S, X, M>,
    part: Part<'b>,
    children: usize,
}

impl<S: Select, X: Cross, M: Mutate> Work for BreedBlock<'_, '_, S, X, M> {
    type Output = Tally;

    #[inline(always)]
    fn run(self) -> Tally {
        self.breeding.block(self.part, self.children)
    }
}
