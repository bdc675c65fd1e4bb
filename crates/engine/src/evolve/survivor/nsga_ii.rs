//! [`NsgaTwo`]: NSGA-II, a survivor selection that minimizes penalty and length together, and keeps the front of all generations. The
//! parent selection uses its order in place of fitness; the key `elitism` has no effect. Ranks, distances and the front itself are in
//! `pareto`.

use std::ops::Range;

use super::{
    Cancelled, Fitness, IslandContext, IslandState, Migrant, ParentSource, Population, SelectSurvivors, SurvivorRule,
    Tally, decode, encode,
};
use crate::evolve::pareto::{Front, LengthMetric, ParetoPoint, distances, ranks};

/// NSGA-II (K. Deb, A. Pratap, S. Agarwal and T. Meyarivan, "A fast and elitist multiobjective genetic algorithm: NSGA-II",
/// 2002): penalty and length are minimized together.
///
/// Parents and offspring together are ordered by [`ranks`], and within a rank by [`distances`] (the crowded comparison);
/// the first half survives. Offspring come before equal parents, so that a population of many equal points drifts. A parent
/// selection that compares individuals uses the crowded order in place of fitness (in the paper, a tournament of two).
#[derive(Debug, Default)]
pub(super) struct NsgaTwo {
    /// The point of each individual.
    points: Vec<ParetoPoint>,
    /// The rank of each individual in the crowded order, with ties, in the form of a fitness.
    keys: Vec<Fitness>,
    front: Front,
}

impl SurvivorRule for NsgaTwo {
    fn start(&self) -> Box<dyn SelectSurvivors> {
        Box::new(Self::default())
    }

    /// Returns the bytes of two points with their ranks and distances.
    fn bytes_per_individual(&self) -> usize {
        64
    }
}

impl SelectSurvivors for NsgaTwo {
    fn begin(&mut self, state: &mut IslandState, context: &IslandContext<'_>, _: usize) {
        let size = state.current.size();
        self.points = points(&state.current, size, context.length_metric);
        let crowded = Crowded::new(&self.points, |individual| individual);
        self.update_front(&crowded, &self.points.clone(), |individual| (&state.current, individual));
        self.keys = vec![Fitness::WORST; size];
        for (&key, &individual) in crowded.keys.iter().zip(&crowded.order) {
            self.keys[individual] = key;
        }
        self.record_best(state);
    }

    fn breed(
        &mut self,
        state: &mut IslandState,
        context: &IslandContext<'_>,
        generation: u64,
    ) -> Result<Tally, Cancelled> {
        let size = state.current.size();
        let keys = state.breeding_keys(generation);
        let mut tally = state.breed(context, ParentSource::SelectionBy(&self.keys), keys, 0..size)?;
        if context.is_cut() {
            self.record_cut(state, context, 0..tally.made);
            return Ok(tally);
        }

        // Parents are the numbers below `size`, offspring those from there.
        let mut all = std::mem::take(&mut self.points);
        all.extend(points(&state.next, size, context.length_metric));
        let crowded = Crowded::new(&all, |member| (member + size) % (2 * size));
        let home = |member: usize| {
            if member < size { (&state.current, member) } else { (&state.next, member - size) }
        };
        self.update_front(&crowded, &all, home);

        // Offspring take the places of parents that do not survive.
        let mut survives = vec![false; 2 * size];
        crowded.order[..size].iter().for_each(|&member| survives[member] = true);
        let mut free = (0..size).filter(|&parent| !survives[parent]);
        self.points = all[..size].to_vec();
        for (&key, &member) in crowded.keys.iter().zip(&crowded.order[..size]) {
            let home = if member < size {
                member
            } else {
                let home = free.next().expect("as many parents are replaced as offspring survive");
                state.current.copy_from(home, &state.next, member - size);
                self.points[home] = all[member];
                home
            };
            self.keys[home] = key;
        }
        self.record_best(state);
        tally.best = state.current.best();
        Ok(tally)
    }

    fn record_cut(&mut self, state: &mut IslandState, context: &IslandContext<'_>, places: Range<usize>) {
        let points = points(&state.next, places.end, context.length_metric);
        for individual in places {
            let fitness = state.next.fitness()[individual];
            self.front.insert(points[individual], state.next.genome(individual), fitness);
        }
        self.record_best(state);
    }

    fn selection_key<'a>(&'a self, _: &'a IslandState) -> &'a [Fitness] {
        &self.keys
    }

    fn insert_migrants(&mut self, state: &mut IslandState, context: &IslandContext<'_>, migrants: &[Migrant<'_>]) {
        for &(place, (genes, fitness)) in migrants {
            state.current.replace_with(place as usize, genes, fitness);
        }
        self.begin(state, context, 0);
    }

    fn save(&self) -> Vec<u8> {
        encode(&(&self.points, &self.keys, &self.front))
    }

    fn restore(&mut self, state: &IslandState, saved: &[u8]) -> bool {
        let Some((points, keys, front)) = decode::<(Vec<ParetoPoint>, Vec<Fitness>, Front)>(saved) else {
            return false;
        };
        let size = state.current.size();
        let is_of_population = points.len() == size && keys.len() == size && !front.members().is_empty();
        if is_of_population {
            (self.points, self.keys, self.front) = (points, keys, front);
        }
        is_of_population
    }

    fn front(&self) -> Option<&Front> {
        Some(&self.front)
    }
}

impl NsgaTwo {
    /// Inserts the points of rank 0 into the front.
    fn update_front<'a>(
        &mut self,
        crowded: &Crowded,
        points: &[ParetoPoint],
        home: impl Fn(usize) -> (&'a Population, usize),
    ) {
        for &member in crowded.order.iter().take_while(|&&member| crowded.ranks[member] == 0) {
            let (population, individual) = home(member);
            self.front.insert(points[member], population.genome(individual), population.fitness()[individual]);
        }
    }

    /// Records the member of the front with the lowest penalty.
    fn record_best(&self, state: &mut IslandState) {
        let member = self.front.members().first().expect("a population has points of rank 0");
        state.best.record_measured(&member.genes, member.fitness, member.point.length);
    }
}

/// Returns the points of the first individuals of a population.
fn points(population: &Population, size: usize, metric: Option<&LengthMetric>) -> Vec<ParetoPoint> {
    let fitness = population.fitness()[..size].iter();
    match metric {
        Some(metric) => {
            let genomes = fitness.clone().zip(0..).map(|(fitness, n)| &population.genome(n)[..fitness.genes()]);
            let point = |(fitness, length): (&Fitness, u32)| ParetoPoint { penalty: fitness.penalty(), length };
            fitness.zip(metric.lengths(genomes)).map(point).collect()
        }
        None => {
            let length = |fitness: &Fitness| u32::try_from(fitness.genes()).expect("genomes are short");
            fitness.map(|fitness| ParetoPoint { penalty: fitness.penalty(), length: length(fitness) }).collect()
        }
    }
}

/// Points in the crowded order.
struct Crowded {
    ranks: Vec<u32>,
    /// Numbers of points, the best first.
    order: Vec<usize>,
    /// The selection key of each point, in this order: ascending, with ties.
    keys: Vec<Fitness>,
}

impl Crowded {
    /// Orders points. `tie` orders those with the same rank and distance.
    fn new(points: &[ParetoPoint], tie: impl Fn(usize) -> usize) -> Self {
        let ranks = ranks(points);
        let mut order: Vec<usize> = (0..points.len()).collect();
        order.sort_unstable_by_key(|&point| (ranks[point], tie(point)));
        let mut keys = Vec::with_capacity(points.len());
        let mut place = 0u32;
        for front in order.chunk_by_mut(|&a, &b| ranks[a] == ranks[b]) {
            let members: Vec<ParetoPoint> = front.iter().map(|&point| points[point]).collect();
            let mut apart: Vec<(f64, usize)> = distances(&members).into_iter().zip(front.iter().copied()).collect();
            // The sort is stable: points with the same distance stay in the order of their ties.
            apart.sort_by(|a, b| b.0.total_cmp(&a.0));
            let mut last = None;
            for (slot, (distance, point)) in front.iter_mut().zip(apart) {
                *slot = point;
                if last.is_some_and(|last| last != distance) {
                    place += 1;
                }
                last = Some(distance);
                keys.push(as_fitness(place));
            }
            place += 1;
        }
        Self { ranks, order, keys }
    }
}

/// Returns a fitness that compares as the number.
#[allow(clippy::cast_possible_truncation)] // the two halves of a number
fn as_fitness(number: u32) -> Fitness {
    Fitness::new((number >> 16) as u16, number as u16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Gene;
    use crate::evolve::island::laws::{evaluator, individuals, island, settings, with_context};
    use crate::evolve::survivor::SurvivorSelection;

    fn points(points: &[(u32, u32)]) -> Vec<ParetoPoint> {
        points.iter().map(|&(penalty, length)| ParetoPoint { penalty, length }).collect()
    }

    #[test]
    fn the_crowded_order_is_by_rank_then_by_distance() {
        // Two fronts: 0 3 1 4 and 2 5. On the first, the neighbors of 3 are farther than those of 1.
        let points = points(&[(0, 10), (8, 1), (9, 9), (3, 5), (9, 0), (7, 10)]);
        let crowded = Crowded::new(&points, |point| point);
        assert_eq!(crowded.ranks, [0, 0, 1, 0, 0, 1]);
        assert_eq!(crowded.order, [0, 4, 3, 1, 2, 5]);
        // The two ends of a front are equal.
        let keys: Vec<usize> = crowded.keys.iter().map(|key| key.genes()).collect();
        assert_eq!(keys, [0, 0, 1, 2, 3, 3]);
        assert!(as_fitness(70_000) > as_fitness(65_535));
    }

    #[test]
    fn ties_of_the_crowded_order_are_broken_by_number() {
        let points = points(&[(5, 5); 6]);
        let crowded = Crowded::new(&points, |point| (point + 3) % 6);
        // The ends of the order in which distances are counted, then the others.
        assert_eq!(crowded.order, [3, 2, 4, 5, 0, 1]);
    }

    #[test]
    fn nsga_ii_keeps_the_best_half_of_parents_and_offspring() {
        let evaluator = evaluator();
        let settings = settings(40, 1, SurvivorSelection::NsgaTwo);
        with_context(&evaluator, &settings, |context| {
            let mut island = island(context, &settings, 8);
            // The same survivor selection outside of the island, so that its fields are accessible.
            let mut nsga = NsgaTwo::default();
            nsga.begin(&mut island.state, context, 0);
            let mut best = u32::MAX;
            for now in 1..=60 {
                let old_individuals = individuals(&evaluator, &island.state.current);
                let tally = nsga.breed(&mut island.state, context, now).unwrap();
                let new_individuals = individuals(&evaluator, &island.state.current);
                assert_eq!((new_individuals.len(), tally.made), (40, 40));
                let point = |(_, fitness): &(Vec<Gene>, Fitness)| ParetoPoint {
                    penalty: fitness.penalty(),
                    length: u32::try_from(fitness.genes()).unwrap(),
                };
                let points: Vec<ParetoPoint> = new_individuals.iter().map(point).collect();
                // A parent that did not survive is not better than a survivor.
                let ranks_of_all =
                    ranks(&old_individuals.iter().chain(&new_individuals).map(point).collect::<Vec<_>>());
                let worst = ranks_of_all[40..].iter().max().unwrap();
                for (parent, rank) in old_individuals.iter().zip(&ranks_of_all) {
                    assert!(new_individuals.contains(parent) || rank >= worst || points.contains(&point(parent)));
                }
                assert_eq!(nsga.points, points);
                // The front holds every point of rank 0 of the population, or one that dominates it.
                let front: Vec<ParetoPoint> = nsga.front.members().iter().map(|member| member.point).collect();
                for (point, rank) in points.iter().zip(ranks(&points)) {
                    assert!(rank > 0 || front.iter().any(|member| member == point || member.dominates(*point)));
                }
                for member in nsga.front.members() {
                    assert_eq!(evaluator.reference_fitness(&member.genes).unwrap(), member.fitness);
                }
                let now = points.iter().map(|point| point.penalty).min().unwrap();
                assert!(now <= best && now == island.state.best.fitness.penalty());
                best = now;
            }
            assert!(best < 60, "{best}");
        });
    }
}
