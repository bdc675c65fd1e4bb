//! The numbers of individuals, evaluations and generations that a configuration allows a trial, before it runs.

use super::algorithm::Algorithm;
use super::config::TrialConfig;
use super::restart::Restart;
use super::survivor::SurvivorSelection;

impl TrialConfig {
    /// Returns the number of individuals that a trial makes unless it ends early, 0 for a solver; `None` without a limit of generations,
    /// for an algorithm on states and for a registered one.
    pub fn planned_offspring(&self) -> Option<u64> {
        if self.algorithm.solver().is_some() {
            return Some(0);
        }
        let each = self.offspring_of_generation()?;
        let (population, islands) = (self.initial_individuals()?, self.islands());
        self.stop
            .generations
            .map(|generations| islands.saturating_mul(generations.saturating_mul(each).saturating_add(population)))
    }

    /// Returns the maximum number of genomes that a trial evaluates; `None` without a limit of evaluations if the number of individuals is
    /// unknown or local search evaluates more.
    pub fn planned_evaluations(&self) -> Option<u64> {
        // Local search evaluates further genomes; a solver evaluates none.
        let made = self.planned_offspring().filter(|&made| made == 0 || self.memetic.is_default());
        made.into_iter().chain(self.stop.evaluations).min()
    }

    /// Returns the approximate maximum number of generations of a trial, by its limits of generations and evaluations.
    /// `None` without such a limit, and where [`initial_individuals`](Self::initial_individuals) is.
    pub fn planned_generations(&self) -> Option<u64> {
        let individuals = self.islands().saturating_mul(self.initial_individuals()?);
        let evaluation_limit = self.stop.evaluations.map(|evaluations| evaluations / individuals);
        match (self.offspring_of_generation(), self.stop.generations, evaluation_limit) {
            (None, ..) => None,
            (_, Some(a), Some(b)) => Some(a.min(b)),
            (_, a, b) => a.or(b),
        }
    }

    /// Returns the number of evaluations that the limits let a trial spend: `stop.evaluations`, or the rows of the initial generation
    /// and of those after it, copies counted, if these are fewer. `None` without a limit, for a solver, and for generations of an
    /// algorithm on states or a registered one, whose rows vary.
    pub fn allowance(&self) -> Option<u64> {
        if self.algorithm.solver().is_some() {
            return None;
        }
        let Some(generations) = self.stop.generations else { return self.stop.evaluations };
        let initial = self.initial_individuals()?;
        let batch = match self.replacement {
            SurvivorSelection::Generational => initial,
            _ if self.algorithm != Algorithm::Genetic => initial,
            ref other => other.offspring(self.population.get(), self.elitism.get()) as u64,
        };
        let [initial, batch] = [initial, batch].map(|individuals| self.islands().saturating_mul(individuals));
        let spent = initial.saturating_add(generations.saturating_mul(batch));
        Some(self.stop.evaluations.map_or(spent, |evaluations| evaluations.min(spent)))
    }

    fn islands(&self) -> u64 {
        self.islands.count.get() as u64
    }

    /// Returns the number of individuals of the initial generation, on each island; `None` for an algorithm on states, a registered one and
    /// a solver.
    pub fn initial_individuals(&self) -> Option<u64> {
        let population = self.population.get();
        match &self.algorithm {
            Algorithm::Genetic => Some(population as u64),
            Algorithm::OnGenomes(search) => Some(search.profile().offspring.unwrap_or(population) as u64),
            _ => None,
        }
    }

    /// Returns the maximum number of individuals that an island makes in a generation; `None` where
    /// [`initial_individuals`](Self::initial_individuals) is.
    fn offspring_of_generation(&self) -> Option<u64> {
        if self.algorithm != Algorithm::Genetic {
            return self.initial_individuals();
        }
        let (population, elites) = (self.population.get(), self.elitism.get());
        // A reinitialized generation has no elites.
        let each = match self.restart() {
            Restart::None => self.replacement.offspring(population, elites),
            _ => population,
        };
        Some(each as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounded::PopulationSize;
    use crate::optimizer::StopCriterion;
    use crate::settings;
    use evocube_cube::search::SolverKind;

    #[test]
    fn solvers_plan_no_individuals() {
        let stop = StopCriterion { generations: Some(1000), evaluations: None, ..StopCriterion::default() };
        let population = PopulationSize::new(1500);
        let mut config = TrialConfig { population, restart: Some(Restart::None), stop, ..TrialConfig::default() };
        assert_eq!(config.planned_offspring(), Some(1500 + 1000 * 1499));
        assert_eq!(
            (config.planned_evaluations(), config.planned_generations()),
            (config.planned_offspring(), Some(1000))
        );
        config.stop.evaluations = Some(30_000);
        assert_eq!((config.planned_evaluations(), config.planned_generations()), (Some(30_000), Some(20)));
        config.memetic = crate::settings::read("rate = 0.1").unwrap();
        assert_eq!(config.planned_evaluations(), Some(30_000));
        config.stop.evaluations = None;
        assert_eq!((config.planned_evaluations(), config.planned_offspring()), (None, Some(1500 + 1000 * 1499)));
        config.algorithm = Algorithm::Solver(SolverKind::Layers);
        assert_eq!((config.planned_offspring(), config.planned_evaluations()), (Some(0), Some(0)));
    }

    #[test]
    fn an_allowance_is_the_smaller_of_the_limits() {
        let allowance = |text: &str| settings::read::<TrialConfig>(text).unwrap().allowance();
        let population = |size: u64, rest: &str| allowance(&format!("population = {size}\n{rest}"));
        assert_eq!(population(50, "stop.generations = 1000"), Some(50_050));
        assert_eq!(population(400, "stop.generations = 1000"), Some(400_400));
        assert_eq!(population(400, "stop = { generations = 1000, evaluations = 50_050 }"), Some(50_050));
        assert_eq!([50, 1500].map(|size| population(size, "stop.evaluations = 500")), [Some(500); 2]);
        assert_eq!(population(50, "islands.count = 3\nstop.generations = 10"), Some(3 * 550));
        assert_eq!(population(50, "replacement.steady-state.offspring = 2\nstop.generations = 10"), Some(550));
        assert_eq!(population(50, "algorithm = \"hill-climbing\"\nstop.generations = 10"), Some(11));
        assert_eq!(population(50, "stop.stagnation = 60"), None);
        for strategy in ["evolution-strategy", "niche-archive"] {
            let allowance = |stop: &str| allowance(&format!("algorithm = \"{strategy}\"\nstop.{stop}"));
            assert_eq!(
                [allowance("evaluations = 500"), allowance("generations = 10")],
                [Some(500), None],
                "{strategy}"
            );
        }
        assert_eq!(allowance("algorithm = \"layers\""), None);
    }
}
