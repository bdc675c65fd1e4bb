//! [`Memetic`]: a local search that improves some offspring gene by gene before survivor selection. They keep the better genes, or their
//! fitness alone. By default none is improved.

use super::budget::Budget;
use super::schedule::ScheduledRate;
use super::symbols::gene_of;
use crate::evaluation::{Evaluator, Fitness, Gene, Genomes};
use crate::settings::settings;
use evocube_cube::rng::CounterStream;
use evocube_cube::solver::Cancelled;

settings! {
    /// Local search on offspring: a memetic algorithm (P. Moscato, "On evolution, search, optimization, genetic algorithms and
    /// martial arts: towards memetic algorithms", 1989).
    ///
    /// An offspring that crossover or mutation changed descends to a local optimum. The descent visits the positions in one
    /// random order, round by round. At each position it evaluates all other symbols and takes the best one if that makes
    /// the genome fitter. It ends when no change of a single gene makes the genome fitter. Adaptive operators learn from
    /// the offspring before its descent.
    #[derive(Copy)]
    pub struct Memetic {
        /// Probability of a descent per changed offspring. Default 0.
        pub rate: ScheduledRate = ScheduledRate::new(0.0),
        /// The result of the descent that an offspring keeps. Default `lamarckian`.
        pub inheritance: Inheritance,
        /// Number of evaluations after which a descent ends; the position in progress is completed. Default: no limit.
        pub evaluations: Option<std::num::NonZeroU32>,
    }

    /// The result of its descent that an offspring keeps (D. Whitley, V. S. Gordon and K. Mathias, "Lamarckian evolution, the Baldwin effect
    /// and function optimization", 1994).
    #[derive(Default)]
    pub enum Inheritance {
        /// The genes and their fitness.
        #[default]
        Lamarckian,
        /// The fitness only: the genes stay as they were bred (G. E. Hinton and S. J. Nowlan, "How learning can guide evolution",
        /// 1987).
        Baldwinian,
    }
}

impl Memetic {
    /// Returns whether all settings are the default ones.
    pub(super) fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Returns whether offspring may descend in the present generation.
    pub(super) fn is_on(&self) -> bool {
        self.rate.get().get() > 0.0
    }

    /// Returns whether offspring may have another fitness than that of their genes in some generation.
    pub(super) fn is_baldwinian(&self) -> bool {
        self.inheritance == Inheritance::Baldwinian && self.rate != Self::default().rate
    }

    /// Replaces a genome by the end of its descent, or by that where the budget ends. Returns the fitness of that, and the number of
    /// evaluations.
    pub(super) fn descend(
        &self,
        genome: &mut [Gene],
        mut fitness: Fitness,
        evaluator: &Evaluator,
        stream: &mut CounterStream,
        budget: Option<&Budget>,
    ) -> Result<(Fitness, u64), Cancelled> {
        let symbols = evaluator.symbol_count();
        let limit = self.evaluations.map_or(u64::MAX, |limit| u64::from(limit.get()));
        let mut order: Vec<usize> = (0..genome.len()).collect();
        let mut neighbors = Neighbors::new(genome.len());
        let (mut evaluations, mut since_change) = (0, 0);
        stream.shuffle(&mut order);
        if symbols < 2 {
            return Ok((fitness, 0));
        }
        for &position in order.iter().cycle() {
            if since_change == genome.len() || evaluations >= limit {
                break;
            }
            let others = symbols as u64 - 1;
            let count = budget.map_or(others, |budget| budget.take(others));
            let (least, symbol) = neighbors.best(genome, position, evaluator, count)?;
            evaluations += count;
            since_change += 1;
            if least < fitness {
                genome[position] = symbol;
                // The other symbols of this position have been evaluated.
                (fitness, since_change) = (least, 1);
            }
            if count < others {
                break;
            }
        }
        Ok((fitness, evaluations))
    }
}

/// Rows for the neighbors of a genome.
struct Neighbors {
    rows: Genomes,
    fitness: [Fitness; Self::AT_ONCE],
}

impl Neighbors {
    /// Number of neighbors evaluated together.
    const AT_ONCE: usize = 64;

    fn new(genes: usize) -> Self {
        let rows = Genomes::new(Self::AT_ONCE, genes).expect("a few genomes are small");
        Self { rows, fitness: [Fitness::WORST; Self::AT_ONCE] }
    }

    /// Returns the best fitness of the genome with one of the first `count` other symbols at a position, and the first symbol with this
    /// fitness.
    #[allow(clippy::cast_possible_truncation)] // alphabets have at most 65,535 symbols
    fn best(
        &mut self,
        genome: &[Gene],
        position: usize,
        evaluator: &Evaluator,
        count: u64,
    ) -> Result<(Fitness, Gene), Cancelled> {
        let mut rows = self.rows.rows_mut();
        (0..Self::AT_ONCE).for_each(|row| rows.genome_mut(row).copy_from_slice(genome));
        let symbol = genome[position];
        let others = (0..evaluator.symbol_count() as u32).map(gene_of).filter(|&other| other != symbol);
        let others: Vec<Gene> = others.take(count as usize).collect();
        let all: [u32; Self::AT_ONCE] = std::array::from_fn(|row| row as u32);
        let mut best = (Fitness::WORST, symbol);
        for symbols in others.chunks(Self::AT_ONCE) {
            for (row, &symbol) in symbols.iter().enumerate() {
                self.rows.rows_mut().genome_mut(row)[position] = symbol;
            }
            evaluator.evaluate(self.rows.rows(), &all[..symbols.len()], &mut self.fitness)?;
            best = self.fitness.iter().copied().zip(symbols.iter().copied()).fold(best, std::cmp::min);
        }
        Ok(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::Alphabet;
    use crate::bounded::PopulationSize;
    use crate::evolve::config::TrialConfig;
    use crate::evolve::island::laws::evaluator;
    use crate::evolve::population::random_genes;
    use crate::evolve::symbols::Symbols;
    use evocube_cube::puzzle::CUBE3;
    use evocube_cube::puzzle::cube3::Cube3;
    use evocube_cube::puzzle::turn::Turn;
    use evocube_cube::rng::Seed;

    #[test]
    fn descents_end_where_no_change_of_one_gene_is_fitter() {
        let evaluator = evaluator();
        let symbols = Symbols::from_evaluator(&evaluator);
        let mut stream = Seed::from_number(241).key(0).stream(0);
        for _ in 0..20 {
            let mut genome = [Gene(0); 12];
            random_genes(&mut genome, symbols.all(), &mut stream);
            let start_fitness = evaluator.reference_fitness(&genome).unwrap();
            let (fitness, evaluations) =
                Memetic::default().descend(&mut genome, start_fitness, &evaluator, &mut stream, None).unwrap();
            assert_eq!(fitness, evaluator.reference_fitness(&genome).unwrap());
            assert!(fitness <= start_fitness && evaluations >= 12 * 17 && evaluations.is_multiple_of(17));
            for position in 0..12 {
                for symbol in 0..18 {
                    let mut neighbor = genome;
                    neighbor[position] = Gene(symbol);
                    assert!(evaluator.reference_fitness(&neighbor).unwrap() >= fitness);
                }
            }
        }
    }

    #[test]
    fn descents_end_after_their_evaluations() {
        let evaluator = evaluator();
        let mut stream = Seed::from_number(242).key(0).stream(0);
        let memetic = Memetic { evaluations: std::num::NonZeroU32::new(40), ..Memetic::default() };
        let mut genome = [Gene(0); 12];
        let start_fitness = evaluator.reference_fitness(&genome).unwrap();
        // The third position of 17 evaluations is the last.
        assert_eq!(memetic.descend(&mut genome, start_fitness, &evaluator, &mut stream, None).unwrap().1, 51);
    }

    #[test]
    fn a_budget_ends_a_descent_within_a_position() {
        let evaluator = evaluator();
        let mut stream = Seed::from_number(243).key(0).stream(0);
        let mut start = [Gene(0); 12];
        random_genes(&mut start, Symbols::from_evaluator(&evaluator).all(), &mut stream);
        let start_fitness = evaluator.reference_fitness(&start).unwrap();
        let descend = |budget: Option<&Budget>| {
            let mut genome = start;
            let (fitness, evaluations) = Memetic::default()
                .descend(&mut genome, start_fitness, &evaluator, &mut stream.clone(), budget)
                .unwrap();
            assert_eq!(fitness, evaluator.reference_fitness(&genome).unwrap());
            (genome, fitness, evaluations)
        };
        let whole = descend(None);
        let mut fittest = start_fitness;
        for evaluations in 0..=whole.2 {
            let budget = Budget::new(evaluations);
            let part = descend(Some(&budget));
            assert!(part.1 <= fittest, "more evaluations never lead to a worse genome");
            fittest = part.1;
            assert_eq!((part.2, budget.left(), budget.is_cut()), (evaluations, 0, evaluations < whole.2));
        }
        assert_eq!(descend(Some(&Budget::new(u64::MAX))), whole);
        assert_eq!(fittest, whole.1);
    }

    #[test]
    fn the_evaluations_of_descents_count_as_those_of_offspring_do() {
        let limit = std::num::NonZeroU32::new(1);
        let memetic = Memetic { rate: ScheduledRate::new(1.0), evaluations: limit, ..Memetic::default() };
        let population = PopulationSize::new(20);
        let mut config = TrialConfig { population, memetic, ..TrialConfig::default() };
        // A limit of evaluations would count them, too.
        (config.stop.generations, config.stop.evaluations) = (Some(1), None);
        let cube = Cube3::after(&[Turn::R, Turn::U2, Turn::F3, Turn::L, Turn::D2]);
        let counts = config.run(&CUBE3, cube, Seed::from_number(244)).unwrap().counts.unwrap();
        // Each changed offspring is evaluated once, and with all other symbols at one position.
        let symbols = Alphabet::new(&CUBE3, &config.alphabet).unwrap().symbols().len() as u64;
        let of_offspring = counts.evaluations - 20;
        assert!((1..=20).contains(&(of_offspring / symbols)) && of_offspring.is_multiple_of(symbols), "{counts:?}");
    }
}
