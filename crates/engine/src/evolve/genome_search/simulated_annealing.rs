//! [`SimulatedAnnealing`]: changes one random gene, or mutates by the key `mutation`, and accepts worse offspring at a temperature that
//! falls by a [`CoolingSchedule`]. After the last temperature it restarts at a random genome. The steps of a walk are in `walk`; schedules
//! of other settings are in `evolve::schedule`.

use super::walk::{Comparison, Decision, Walk, Walking};
use super::{Begun, Fitness, GenomeAlgorithm, Inputs, Profile, Space, Walks, bounded, settings};

bounded! { integers:
    /// Number of steps of a schedule.
    Steps, "steps" 1..=1_000_000_000_000;
}

bounded! { reals:
    /// Temperature, in units of the penalty.
    AnnealingTemperature, "temperature" 0.000_001..=1_000_000.0;
}

settings! {
    /// Simulated annealing: changes one gene, drawn at random, and accepts an offspring whose penalty is higher by d with probability
    /// exp(−d / temperature) (N. Metropolis and others, 1953; S. Kirkpatrick, C. D. Gelatt and M. P. Vecchi, "Optimization by simulated
    /// annealing", 1983). After the last step of the schedule a walk restarts at a random genome.
    #[derive(Copy, Eq)]
    pub struct SimulatedAnnealing {
        /// Temperature of the first step. Default 10.
        pub initial_temperature: AnnealingTemperature = AnnealingTemperature::new(10.0),
        /// Temperature of the last step. Default 0.5.
        pub final_temperature: AnnealingTemperature = AnnealingTemperature::new(0.5),
        /// Temperatures between the two. Default `geometric`.
        pub schedule: CoolingSchedule,
        /// Number of steps of the schedule, each an evaluation. Default 100,000.
        pub steps: Steps = Steps::new(100_000),
        /// Number of independent walks side by side, which share the budget. Default 1.
        pub runs: Walks,
    }

    /// A cooling schedule. It has 1000 temperatures, each for an equal share of the steps.
    #[derive(Default)]
    pub enum CoolingSchedule {
        /// Each temperature is a constant multiple of the one before (Kirkpatrick and others 1983).
        #[default]
        Geometric,
        /// Each temperature is lower than the one before by a constant.
        Linear,
        /// The inverse temperature increases by a constant (M. Lundy and A. Mees, "Convergence of an annealing algorithm", 1986).
        LundyMees,
    }
}

impl GenomeAlgorithm for SimulatedAnnealing {
    fn profile(&self) -> Profile {
        Profile::of_walks("simulated annealing", self.runs)
    }

    fn begin(&self, inputs: &Inputs<'_>) -> Begun {
        let (first, last) = (self.initial_temperature.get(), self.final_temperature.get());
        let annealing =
            Annealing { temperatures: self.schedule.temperatures(first, last), steps: self.steps.get() as u64 };
        Walking::begin(annealing, self.runs, inputs)
    }
}

/// Number of temperatures of a schedule.
const LEVELS: u16 = 1000;

impl CoolingSchedule {
    /// Returns the 1000 temperatures, from the first to the last.
    fn temperatures(self, first: f64, last: f64) -> Vec<f64> {
        let share = |level: u16| f64::from(level) / f64::from(LEVELS - 1);
        let temperatures = |first: f64, last: f64| (0..LEVELS).map(move |level| first + (last - first) * share(level));
        match self {
            Self::Geometric => (0..LEVELS).map(|level| first * libm::pow(last / first, share(level))).collect(),
            Self::Linear => temperatures(first, last).collect(),
            Self::LundyMees => temperatures(1.0 / first, 1.0 / last).map(|inverse| 1.0 / inverse).collect(),
        }
    }
}

/// Acceptance by the Metropolis criterion, with the temperatures of a schedule.
#[derive(Clone, Debug)]
struct Annealing {
    temperatures: Vec<f64>,
    steps: u64,
}

impl Walk for Annealing {
    /// Steps since the schedule began.
    type State = u64;

    fn land(&self, steps: &mut u64, _: Fitness) {
        *steps = 0;
    }

    #[inline]
    fn decide(&self, _: &Space, steps: &mut u64, comparison: &Comparison<'_>) -> Decision {
        let level = usize::try_from(*steps * u64::from(LEVELS) / self.steps).expect("fewer than the levels");
        *steps += 1;
        if *steps == self.steps {
            return Decision::Restart;
        }
        let increase = i64::from(comparison.candidate.penalty()) - i64::from(comparison.fitness.penalty());
        let accepts = increase <= 0 || comparison.uniform() < libm::exp(-(increase as f64) / self.temperatures[level]);
        if accepts { Decision::Accept } else { Decision::Stay }
    }

    fn is_valid(&self, _: &Space, steps: &u64) -> bool {
        *steps < self.steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::genome_search::laws::{OneMax, binomial};
    use crate::evolve::genome_search::run::Run;

    #[test]
    fn schedules_lead_from_the_first_temperature_to_the_last() {
        for schedule in [CoolingSchedule::Geometric, CoolingSchedule::Linear, CoolingSchedule::LundyMees] {
            for (first, last) in [(10.0, 0.5), (0.5, 10.0), (3.0, 3.0)] {
                let all = schedule.temperatures(first, last);
                assert_eq!((all.len(), all[0]), (1000, first));
                assert!((all[999] - last).abs() < 1e-9 * last, "{schedule:?} {}", all[999]);
                let middle = match schedule {
                    CoolingSchedule::Geometric => (first * last).sqrt(),
                    CoolingSchedule::Linear => f64::midpoint(first, last),
                    CoolingSchedule::LundyMees => 2.0 / (1.0 / first + 1.0 / last),
                };
                assert!((all[499] * all[500]).sqrt() / middle - 1.0 < 0.01, "{schedule:?}: {}", all[500]);
            }
        }
    }

    #[test]
    fn a_constant_temperature_leads_to_the_boltzmann_distribution() {
        // Metropolis and others 1953: the number of wrong bits has weight C(n, k) exp(−k / temperature).
        let (n, temperature) = (8, 1.3);
        let one_max = OneMax::new(8);
        let constant = AnnealingTemperature::new(temperature);
        let algorithm = SimulatedAnnealing {
            initial_temperature: constant,
            final_temperature: constant,
            runs: Walks::new(40_000),
            ..SimulatedAnnealing::default()
        };
        let inputs = one_max.inputs(2, 44);
        let mut run = Run::begin(&algorithm, &inputs).unwrap();
        // An even and an odd number of steps; 8 bits forget their start in some 8 ln 8 of them.
        (0..301).for_each(|_| run.step(&inputs).unwrap());
        let mut counts = [0u32; 9];
        run.population.fitness().iter().for_each(|fitness| counts[fitness.penalty() as usize] += 1);
        let weights: Vec<f64> = (0..=n).map(|k| binomial(n, k) * (-f64::from(k) / temperature).exp()).collect();
        let sum: f64 = weights.iter().sum();
        let chi: f64 = weights
            .iter()
            .zip(counts)
            .map(|(weight, count)| (weight / sum * 40_000.0, f64::from(count)))
            .map(|(expected, count)| (count - expected).powi(2) / expected)
            .sum();
        // 8 degrees of freedom: 26.1 is exceeded once in 1000.
        assert!(chi < 26.1, "chi-square {chi}: {counts:?}");
    }
}
