//! NSGA-II.

use super::{Front, Point, Ruler, distances, ranks};
use crate::evolve::breeding::{Breeding, Tally};
use crate::evolve::crossover::Cross;
use crate::evolve::island::{Common, Stock};
use crate::evolve::mutation::{Mutate, Symbols};
use crate::evolve::population::Population;
use crate::evolve::selection::Select;
use crate::puzzle::kernel::Fitness;

/// Parents and children together are ranked by [`ranks`], and within a rank by [`distances`], the crowded comparison of
/// Deb et al. 2002; the first half lives on. Of equals children come first, so that a population of many equals drifts.
/// Parents are chosen by any selection that compares: it is shown the crowded order in the place of fitness (the paper's
/// is a tournament of two).
#[derive(Debug, Default)]
pub(in crate::evolve) struct NsgaTwo {
    /// What each individual of the population is worth.
    points: Vec<Point>,
    /// Its place in the crowded order, the same for equals, in the shape of a fitness.
    merit: Vec<Fitness>,
    front: Front,
}

impl NsgaTwo {
    /// By what parents are compared, the less the better.
    pub(in crate::evolve) fn merit(&self) -> &[Fitness] {
        &self.merit
    }

    /// What nobody dominated so far.
    pub(in crate::evolve) fn front(&self) -> &Front {
        &self.front
    }

    /// Gets to know a population.
    pub(in crate::evolve) fn begin(&mut self, stock: &mut Stock, ruler: Option<&Ruler>) {
        let size = stock.current.size();
        self.points = points(&stock.current, size, ruler);
        let crowded = Crowded::new(&self.points, |individual| individual);
        self.offer(&crowded, &self.points.clone(), |individual| (&stock.current, individual));
        self.merit = vec![Fitness::WORST; size];
        for (place, &individual) in crowded.order.iter().enumerate() {
            self.merit[individual] = crowded.merit[place];
        }
        self.note_best(stock);
    }

    /// Makes a generation.
    pub(in crate::evolve) fn breed<S: Select, X: Cross, M: Mutate>(
        &mut self,
        stock: &mut Stock,
        common: &Common<'_, S, X, M>,
        generation: u64,
    ) -> Tally {
        let Common { program, settings, team, ruler } = *common;
        let size = stock.current.size();
        let draws = 2 * size.div_ceil(2);
        let mut stream = stock.streams.select.key(generation).stream(0);
        settings.selection.prepare(&mut stock.wheel, &self.merit, draws, &mut stream);
        let breeding = Breeding {
            program,
            selection: &settings.selection,
            crossover: &settings.crossover,
            mutation: &settings.mutation,
            parents: &stock.current,
            merit: &self.merit,
            wheel: &stock.wheel,
            symbols: Symbols::of(program),
            key: stock.streams.breed.key(generation),
            first_pair: 0,
        };
        let mut tally = breeding.breed(&mut stock.next, 0..size, team);
        stock.offspring += size as u64;

        // Parents are the numbers below `size`, children those from there.
        let mut all = std::mem::take(&mut self.points);
        all.extend(points(&stock.next, size, ruler));
        let crowded = Crowded::new(&all, |member| (member + size) % (2 * size));
        let home = |member: usize| {
            if member < size { (&stock.current, member) } else { (&stock.next, member - size) }
        };
        self.offer(&crowded, &all, home);

        // Children take the places of parents that do not live on.
        let mut survives = vec![false; 2 * size];
        crowded.order[..size].iter().for_each(|&member| survives[member] = true);
        let mut free = (0..size).filter(|&parent| !survives[parent]);
        self.points = all[..size].to_vec();
        for (place, &member) in crowded.order[..size].iter().enumerate() {
            let home = if member < size {
                member
            } else {
                let home = free.next().expect("as many parents go as children stay");
                stock.current.put(home, &stock.next, member - size);
                self.points[home] = all[member];
                home
            };
            self.merit[home] = crowded.merit[place];
        }
        self.note_best(stock);
        let everybody = stock.current.fitness().iter().copied().zip(0..);
        tally.best = everybody.min().expect("populations are not empty");
        tally
    }

    /// Shows the front everybody whom nobody dominates.
    fn offer<'a>(&mut self, crowded: &Crowded, points: &[Point], home: impl Fn(usize) -> (&'a Population, usize)) {
        for &member in crowded.order.iter().take_while(|&&member| crowded.ranks[member] == 0) {
            let (population, individual) = home(member);
            self.front.offer(points[member], population.genome(individual), population.fitness()[individual]);
        }
    }

    /// The best is the member of the front with the lowest penalty.
    fn note_best(&self, stock: &mut Stock) {
        let member = self.front.members().first().expect("somebody is not dominated");
        stock.best.note_measured(&member.genes, member.fitness, member.point.length);
    }
}

/// What the first individuals of a population are worth.
fn points(population: &Population, size: usize, ruler: Option<&Ruler>) -> Vec<Point> {
    let fitness = population.fitness()[..size].iter();
    match ruler {
        Some(ruler) => {
            let genomes = fitness.clone().zip(0..).map(|(fitness, n)| &population.genome(n)[..fitness.genes()]);
            let point = |(fitness, length): (&Fitness, u32)| Point { penalty: fitness.penalty(), length };
            fitness.zip(ruler.lengths(genomes)).map(point).collect()
        }
        None => {
            let length = |fitness: &Fitness| u32::try_from(fitness.genes()).expect("genomes are short");
            fitness.map(|fitness| Point { penalty: fitness.penalty(), length: length(fitness) }).collect()
        }
    }
}

/// Points in the crowded order.
struct Crowded {
    ranks: Vec<u32>,
    /// Numbers of points, the best first.
    order: Vec<usize>,
    /// What stands for the fitness of each place in the order: growing, and the same for equals.
    merit: Vec<Fitness>,
}

impl Crowded {
    /// Of points with the same rank and distance, the one with the lowest `tie` comes first.
    fn new(points: &[Point], tie: impl Fn(usize) -> usize) -> Self {
        let ranks = ranks(points);
        let mut order: Vec<usize> = (0..points.len()).collect();
        order.sort_unstable_by_key(|&point| (ranks[point], tie(point)));
        let mut merit = Vec::with_capacity(points.len());
        let mut place = 0u32;
        for front in order.chunk_by_mut(|&a, &b| ranks[a] == ranks[b]) {
            let of_front: Vec<Point> = front.iter().map(|&point| points[point]).collect();
            let mut apart: Vec<(f64, usize)> = distances(&of_front).into_iter().zip(front.iter().copied()).collect();
            // Stable: equals stay in the order of their ties.
            apart.sort_by(|a, b| b.0.total_cmp(&a.0));
            let mut last = None;
            for (to, (distance, point)) in front.iter_mut().zip(apart) {
                *to = point;
                if last.is_some_and(|last| last != distance) {
                    place += 1;
                }
                last = Some(distance);
                merit.push(in_the_shape_of_a_fitness(place));
            }
            place += 1;
        }
        Self { ranks, order, merit }
    }
}

/// A number as a fitness that compares alike.
#[allow(clippy::cast_possible_truncation)] // the two halves of a number
fn in_the_shape_of_a_fitness(number: u32) -> Fitness {
    Fitness::new((number >> 16) as u16, number as u16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::island::laws::{common, everybody, island, program, settings};
    use crate::evolve::replacement::{Replacement, Scheme};
    use crate::puzzle::kernel::Gene;

    fn points(points: &[(u32, u32)]) -> Vec<Point> {
        points.iter().map(|&(penalty, length)| Point { penalty, length }).collect()
    }

    #[test]
    fn the_crowded_order_is_by_rank_then_by_distance() {
        // Two fronts: 0 3 1 4 and 2 5. On the first, 3 has farther neighbours than 1.
        let points = points(&[(0, 10), (8, 1), (9, 9), (3, 5), (9, 0), (7, 10)]);
        let crowded = Crowded::new(&points, |point| point);
        assert_eq!(crowded.ranks, [0, 0, 1, 0, 0, 1]);
        assert_eq!(crowded.order, [0, 4, 3, 1, 2, 5]);
        // Those at the ends of a front are equals.
        let merit: Vec<usize> = crowded.merit.iter().map(|merit| merit.genes()).collect();
        assert_eq!(merit, [0, 0, 1, 2, 3, 3]);
        assert!(in_the_shape_of_a_fitness(70_000) > in_the_shape_of_a_fitness(65_535));
    }

    #[test]
    fn of_equals_the_lowest_tie_comes_first() {
        let points = points(&[(5, 5); 6]);
        let crowded = Crowded::new(&points, |point| (point + 3) % 6);
        // The ends of the order in which distances are counted, then the others.
        assert_eq!(crowded.order, [3, 2, 4, 5, 0, 1]);
    }

    #[test]
    fn the_first_half_of_parents_and_children_lives_on() {
        let program = program();
        let settings = settings(40, 1, Replacement::NsgaTwo);
        let common = common(&program, &settings);
        let mut island = island(&common, 8);
        let mut best = u32::MAX;
        for now in 1..=60 {
            let before = everybody(&program, island.population());
            island.step(&common, now);
            let after = everybody(&program, island.population());
            assert_eq!((after.len(), island.offspring()), (40, 40 * (now + 1)));
            let point = |(_, fitness): &(Vec<Gene>, Fitness)| Point {
                penalty: fitness.penalty(),
                length: u32::try_from(fitness.genes()).unwrap(),
            };
            let points: Vec<Point> = after.iter().map(point).collect();
            // Whoever of the parents is gone is not better than somebody who stayed.
            let ranks_of_all = ranks(&before.iter().chain(&after).map(point).collect::<Vec<_>>());
            let worst = ranks_of_all[40..].iter().max().unwrap();
            for (parent, rank) in before.iter().zip(&ranks_of_all) {
                assert!(after.contains(parent) || rank >= worst || points.contains(&point(parent)));
            }
            let Scheme::NsgaTwo(scheme) = &island.scheme else { panic!("{:?}", island.scheme) };
            assert_eq!(scheme.points, points);
            // The front holds every point of the population that nobody dominates, or one that dominates it.
            let front: Vec<Point> = scheme.front.members().iter().map(|member| member.point).collect();
            for (point, rank) in points.iter().zip(ranks(&points)) {
                assert!(rank > 0 || front.iter().any(|member| member == point || member.dominates(*point)));
            }
            for member in scheme.front.members() {
                assert_eq!(program.specified_fitness(&member.genes), member.fitness);
            }
            let now = points.iter().map(|point| point.penalty).min().unwrap();
            assert!(now <= best && now == island.best().fitness.penalty());
            best = now;
        }
        assert!(best < 60, "{best}");
    }
}
