//! [`Cellular`]: survivor selection on a grid whose individuals mate with their neighbors alone. Parents win tournaments there; the keys
//! `selection` and `elitism` have no effect.

use super::{
    BreedingKeys, Cancelled, InvalidSettings, IslandContext, IslandState, ParentSource, Population, SelectSurvivors,
    SurvivorRule, Tally, settings,
};
use crate::bounded::{TournamentSize, bounded};

bounded! { integers:
    /// Number of rows of a grid.
    GridRows, "rows" 1..=10_000_000;
}

settings! {
    /// Cellular genetic algorithm: the individuals live on a torus, a grid whose edges are joined, and mate with their neighbors (B.
    /// Manderick and P. Spiessens, "Fine-grained parallel genetic algorithms", ICGA 1989; E. Alba and B. Dorronsoro, "Cellular Genetic
    /// Algorithms", 2008).
    ///
    /// Each of the two parents of a cell wins a tournament in the neighborhood of the cell, which includes the cell itself.
    /// The fitter of their two offspring replaces the individual of the cell unless it is worse. All cells are replaced at
    /// once.
    #[derive(Copy)]
    pub struct Cellular {
        /// The cells that mate with a cell. Default `von-neumann`.
        pub neighborhood: Neighborhood,
        /// Different neighbors drawn for each parent, of which the fittest is selected; ties go to the first drawn. Default
        /// 2.
        pub tournament: TournamentSize = TournamentSize::new(2),
        /// Number of rows of the grid, which divides the population. Default: the number that makes the grid most nearly
        /// square.
        pub rows: Option<GridRows>,
    }

    /// The cells around a cell, and the cell itself.
    #[derive(Default)]
    pub enum Neighborhood {
        /// Five cells: the cell and those above, below, left and right of it.
        #[default]
        VonNeumann,
        /// Nine cells: the cell and the eight around it.
        Moore,
    }
}

impl Neighborhood {
    /// Returns rows and columns to move by, for each of the cells.
    const fn steps(self) -> &'static [(usize, usize)] {
        // A step back is written as two steps fewer than forward, so that no number is negative: 0 is back, 1 is here.
        match self {
            Self::VonNeumann => &[(1, 1), (0, 1), (2, 1), (1, 0), (1, 2)],
            Self::Moore => &[(1, 1), (0, 1), (2, 1), (1, 0), (1, 2), (0, 0), (0, 2), (2, 0), (2, 2)],
        }
    }
}

impl Cellular {
    /// Returns the number of rows of a grid of this number of cells.
    fn rows(&self, cells: usize) -> usize {
        let most_square = || (1..=cells.isqrt()).rev().find(|&rows| cells.is_multiple_of(rows)).expect("1 divides");
        self.rows.map_or_else(most_square, GridRows::get)
    }

    /// Writes the neighborhood of a cell.
    #[allow(clippy::cast_possible_truncation)] // populations are smaller than 2^32
    fn write_neighbors(&self, cell: usize, rows: usize, columns: usize, neighbors: &mut Vec<u32>) {
        let (row, column) = (cell / columns, cell % columns);
        neighbors.clear();
        neighbors.extend(self.neighborhood.steps().iter().map(|(rows_down, right)| {
            let (row, column) = ((row + rows + rows_down - 1) % rows, (column + columns + right - 1) % columns);
            (row * columns + column) as u32
        }));
    }
}

impl SurvivorRule for Cellular {
    fn start(&self) -> Box<dyn SelectSurvivors> {
        Box::new(Grid { rule: *self, survivors: None })
    }

    /// Two for each cell.
    fn offspring(&self, population: usize, _: usize) -> usize {
        2 * population
    }

    /// The survivors in the making.
    fn populations(&self) -> usize {
        3
    }

    /// The order in which parents are drawn.
    fn bytes_per_individual(&self) -> usize {
        8
    }

    fn check(&self, population: usize, _: usize) -> Result<(), InvalidSettings> {
        let (cells, tournament) = (self.neighborhood.steps().len(), self.tournament.get());
        if tournament > cells {
            return Err(InvalidSettings::Tournament { tournament, cells });
        }
        match self.rows.map(GridRows::get).filter(|rows| !population.is_multiple_of(*rows)) {
            None => Ok(()),
            Some(rows) => {
                let other = Self { rows: None, ..*self }.rows(population);
                Err(InvalidSettings::Rows { rows, population, other })
            }
        }
    }
}

/// The grid of one island.
#[derive(Debug)]
struct Grid {
    rule: Cellular,
    /// The next individuals in the making.
    survivors: Option<Population>,
}

impl SelectSurvivors for Grid {
    fn breed(
        &mut self,
        state: &mut IslandState,
        context: &IslandContext<'_>,
        generation: u64,
    ) -> Result<Tally, Cancelled> {
        let size = state.current.size();
        let rows = self.rule.rows(size);
        let (keys, select) = (state.breeding_keys(generation), state.seeds.select.key(generation));
        let survivors = self.survivors.get_or_insert_with(|| state.current.clone());
        survivors.resize(size);
        let (mut neighbors, mut order) = (Vec::new(), Vec::new());
        let mut total = Tally::NONE;
        // The offspring of half the cells fill a population.
        let half = size / 2;
        for first in (0..size).step_by(half) {
            let cells = first..size.min(first + half);
            let fitness = state.current.fitness();
            order.clear();
            for (cell, number) in cells.clone().zip(u32::try_from(first).expect("populations are smaller than 2^32")..)
            {
                let mut stream = select.stream(number);
                for _ in 0..2 {
                    self.rule.write_neighbors(cell, rows, size / rows, &mut neighbors);
                    let entrants = self.rule.tournament.get();
                    stream.shuffle_first(&mut neighbors, entrants);
                    let winner = neighbors[..entrants].iter().copied().min_by_key(|&entrant| fitness[entrant as usize]);
                    order.push(winner.expect("a tournament has entrants"));
                }
            }
            let keys = BreedingKeys { first_pair: first, ..keys };
            let tally = state.breed(context, ParentSource::Order(&order), keys, 0..2 * cells.len())?;
            if context.is_cut() {
                self.record_cut(state, context, 0..tally.made);
                return Ok(total.merge(tally));
            }
            state.record_best_offspring(tally.best.1);
            total = total.merge(tally);
            for (cell, pair) in cells.zip((0..).step_by(2)) {
                let offspring = state.next.fitness();
                let fitter = if offspring[pair + 1] < offspring[pair] { pair + 1 } else { pair };
                if offspring[fitter] <= state.current.fitness()[cell] {
                    survivors.copy_from(cell, &state.next, fitter);
                } else {
                    survivors.copy_from(cell, &state.current, cell);
                }
            }
        }
        std::mem::swap(&mut state.current, survivors);
        total.best = state.current.best();
        state.record_best(total.best.1);
        Ok(total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Gene;
    use crate::evolve::crossover::Crossover;
    use crate::evolve::engine::Settings;
    use crate::evolve::island::laws::{evaluator, individuals, island, settings, with_context};
    use crate::evolve::mutation::Mutation;
    use crate::evolve::survivor::SurvivorSelection;

    /// Returns the number of copies of a single best individual in each generation of selection alone.
    fn copies(rule: Cellular, population: usize, generations: u64, seed: u64) -> Vec<usize> {
        let evaluator = evaluator();
        let (crossover, mutation) = (Crossover::None, Mutation::None);
        let settings = settings(population, 1, SurvivorSelection::Cellular(rule));
        let mut settings = Settings { length: 5, ..settings };
        (settings.operators.crossover, settings.operators.mutation) = (crossover, mutation);
        with_context(&evaluator, &settings, |context| {
            let mut island = island(context, &settings, seed);
            let genes = [Gene(0); 5];
            for cell in 0..population {
                island.state.current.replace_with(cell, &genes, evaluator.reference_fitness(&genes).unwrap());
            }
            // Better than all others.
            let best: Vec<Gene> = solution(&evaluator);
            island.state.current.replace_with(population / 3, &best, evaluator.reference_fitness(&best).unwrap());
            let count = |island: &crate::evolve::island::Island| {
                individuals(&evaluator, &island.state.current).iter().filter(|(genes, _)| *genes == best).count()
            };
            let mut counts = vec![count(&island)];
            for now in 1..=generations {
                island.step(context, now).unwrap();
                assert_eq!(island.state.offspring, population as u64 * (2 * now + 1));
                counts.push(count(&island));
            }
            counts
        })
    }

    /// Returns genes that are fitter than five equal ones.
    fn solution(evaluator: &crate::evaluation::Evaluator) -> Vec<Gene> {
        let all = (0..18).map(|first| vec![Gene(first), Gene(0), Gene(0), Gene(0), Gene(0)]);
        all.min_by_key(|genes| evaluator.reference_fitness(genes).unwrap()).expect("18 genomes")
    }

    #[test]
    fn the_best_of_a_neighborhood_takes_over_the_torus_in_its_exact_time() {
        // If all neighbors enter each tournament, the best individual reaches in t generations the cells that are t steps away: after
        // J. Sarma and K. De Jong, "An analysis of local selection algorithms in a spatially structured evolutionary algorithm", 1997.
        for (neighborhood, cells, rows, columns) in
            [(Neighborhood::VonNeumann, 5, 6, 8), (Neighborhood::Moore, 9, 6, 8), (Neighborhood::VonNeumann, 5, 3, 15)]
        {
            let rule =
                Cellular { neighborhood, tournament: TournamentSize::new(cells), rows: Some(GridRows::new(rows)) };
            let away = |place: i64, ring: i64| place.min(ring - place);
            let distance = |cell: i64| {
                let (rows_down, right) = (away(cell / columns, rows), away(cell % columns, columns));
                if neighborhood == Neighborhood::Moore { rows_down.max(right) } else { rows_down + right }
            };
            let time = (0..rows * columns).map(distance).max().unwrap();
            let expected = (0..=time).map(|now| (0..rows * columns).filter(|&cell| distance(cell) <= now).count());
            let population = usize::try_from(rows * columns).unwrap();
            let counts = copies(rule, population, time.try_into().unwrap(), 1);
            assert_eq!(counts, expected.collect::<Vec<_>>(), "{neighborhood:?}");
        }
    }

    #[test]
    fn tournaments_of_two_neighbors_spread_at_their_exact_rate() {
        // A neighbor draws the best for a parent in 2 of 5 or 2 of 9 tournaments, and one of its two parents is enough.
        for (neighborhood, neighbors, cells) in
            [(Neighborhood::VonNeumann, 4.0, 5.0_f64), (Neighborhood::Moore, 8.0, 9.0)]
        {
            let rule = Cellular { neighborhood, ..Cellular::default() };
            let copies: usize = (0..1000).map(|seed| copies(rule, 25, 1, seed)[1] - 1).sum();
            let spread = 1.0 - (1.0 - 2.0 / cells).powi(2);
            let (expected, error) =
                (1000.0 * neighbors * spread, (1000.0 * neighbors * spread * (1.0 - spread)).sqrt());
            let copies = f64::from(u32::try_from(copies).unwrap());
            assert!(
                (copies - expected).abs() < 3.29 * error,
                "{neighborhood:?}: {copies}, expected {expected} ± {error}"
            );
        }
    }

    #[test]
    fn a_cell_keeps_its_individual_unless_an_offspring_is_as_fit() {
        let evaluator = evaluator();
        // 37 is a prime: a ring.
        for population in [2, 3, 36, 37] {
            let settings = settings(population, 1, SurvivorSelection::Cellular(Cellular::default()));
            with_context(&evaluator, &settings, |context| {
                let mut island = island(context, &settings, 6);
                for now in 1..=20 {
                    let old_individuals = individuals(&evaluator, &island.state.current);
                    island.step(context, now).unwrap();
                    let new_individuals = individuals(&evaluator, &island.state.current);
                    assert!(old_individuals.iter().zip(&new_individuals).all(|(old, new)| new.1 <= old.1));
                    assert_eq!(
                        island.state.best.fitness,
                        new_individuals.iter().map(|(_, fitness)| *fitness).min().unwrap()
                    );
                }
            });
        }
    }

    #[test]
    fn a_grid_is_as_square_as_its_cells_allow() {
        assert_eq!([1500, 100, 37, 2].map(|cells| Cellular::default().rows(cells)), [30, 10, 1, 1]);
        let rule = Cellular { rows: Some(GridRows::new(7)), ..Cellular::default() };
        let message = "7 rows do not divide a population of 1500: write rows = 30 or leave rows out";
        assert_eq!(rule.check(1500, 0).unwrap_err().to_string(), message);
        let rule = Cellular { tournament: TournamentSize::new(6), ..Cellular::default() };
        let message = "a tournament of 6 is larger than the neighborhood of 5 cells";
        assert_eq!(rule.check(4, 0).unwrap_err().to_string(), message);
    }
}
