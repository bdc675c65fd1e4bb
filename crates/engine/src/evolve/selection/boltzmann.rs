//! [`Boltzmann`]: parent selection with probabilities that fall exponentially with the penalty, at a temperature.

use super::{Cancelled, Candidates, RouletteTable, Select, UNIT, settings};
use crate::bounded::Temperature;
use crate::evolve::schedule::{Moment, Scheduled};
use evocube_cube::rng::CounterStream;

settings! {
    /// Boltzmann selection (M. de la Maza and B. Tidor, "An analysis of selection procedures with particular attention paid to
    /// proportional and Boltzmann selection", 1993).
    ///
    /// An individual is drawn in proportion to exp(−penalty / temperature). The temperature is in units of the penalty and may
    /// fall during the run.
    #[derive(Copy)]
    pub struct Boltzmann {
        /// Temperature, or its schedule. Default 10.
        pub temperature: Scheduled<Temperature> = Scheduled::constant(Temperature::new(10.0)),
    }
}

impl Select for Boltzmann {
    fn schedule(&mut self, moment: Moment) {
        self.temperature.set(moment);
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 0 to 1 units
    fn prepare(
        &self,
        table: &mut RouletteTable,
        candidates: &Candidates<'_>,
        _: &mut CounterStream,
    ) -> Result<(), Cancelled> {
        let penalties = candidates.fitness.iter().map(|fitness| fitness.penalty());
        let best = penalties.clone().min().unwrap_or(0);
        let temperature = self.temperature.get().get();
        let weight = |penalty| libm::exp(-f64::from(penalty - best) / temperature);
        table.set_weights(penalties.map(|penalty| (weight(penalty) * UNIT) as u64));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::{LIMIT, chi_square, takeover, ten};
    use super::*;

    fn boltzmann(temperature: f64) -> Boltzmann {
        Boltzmann { temperature: Scheduled::constant(Temperature::new(temperature)) }
    }

    #[test]
    fn boltzmann_selection_follows_its_distribution() {
        for temperature in [20.0, 100.0, 1e6] {
            let weights: Vec<f64> = (0..10).map(|rank| (-10.0 * f64::from(rank) / temperature).exp()).collect();
            let sum: f64 = weights.iter().sum();
            let probability: Vec<f64> = weights.iter().map(|weight| weight / sum).collect();
            let chi = chi_square(&boltzmann(temperature), &ten(), &probability, 311);
            assert!(chi < LIMIT, "temperature {temperature}: chi-square {chi}");
        }
    }

    #[test]
    fn the_temperature_follows_its_schedule() {
        let mut selection: Boltzmann =
            crate::settings::read("temperature = { from = 100, to = 1, generations = 100, shape = 'exponential' }")
                .unwrap();
        for (generations, expected) in [(0, 100.0), (50, 10.0), (100, 1.0)] {
            selection.schedule(Moment { generations, evaluations: 0, genes: 1 });
            assert!((selection.temperature.get().get() - expected).abs() < 1e-9);
        }
    }

    #[test]
    fn the_best_of_two_penalties_takes_over_logistically() {
        // With two penalties that differ by d, the odds of the better one grow by e^(d / T) in each generation, so that they go
        // from 1 / (N − 1) to N − 1 in 2 T ln(N − 1) / d generations.
        let (size, difference, temperature) = (2000, 10, 10.0);
        let expected = 2.0 * temperature / f64::from(difference) * f64::from(size - 1).ln();
        let takeover_time = takeover(&boltzmann(temperature), size, difference, 312);
        assert!((takeover_time / expected - 1.0).abs() < 0.15, "{takeover_time} generations, not {expected}");
    }
}
