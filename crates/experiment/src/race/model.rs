//! The sampling model of a race: for each factor, how its value is drawn around that of a parent. The distribution narrows from iteration
//! to iteration, and widens where all draws are known configurations. Configurations are drawn with it in `parameter_space`, and eliminated
//! in `elimination`.

use crate::sweep::{Factor, FactorValue};
use evocube_cube::rng::{ChaCha8, Stream};

/// Distribution of the value of a factor around that of a parent.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum SamplingSpread {
    /// For ordered values: the standard deviation, in units of the whole range.
    Deviation(f64),
    /// For other values: the probability of each.
    Probabilities(Vec<f64>),
}

/// First standard deviation: half the range.
const FIRST_DEVIATION: f64 = 0.5;

impl SamplingSpread {
    /// Returns the first distribution of a factor.
    pub(super) fn first(factor: &Factor) -> Self {
        if factor.is_ordered() {
            return Self::Deviation(FIRST_DEVIATION);
        }
        let levels = factor.levels.len();
        Self::Probabilities(vec![1.0 / levels as f64; levels])
    }

    /// Narrows the distribution around a parent's value. A deviation shrinks so that `new` draws in as many dimensions as there
    /// are `factors` cover what one draw covered before; a level's probability grows by the `progress` of the race, from 0 to 1.
    pub(super) fn narrow(&mut self, value: FactorValue, new: usize, factors: usize, progress: f64) {
        match (self, value) {
            (Self::Deviation(deviation), _) => *deviation *= libm::pow(1.0 / new as f64, 1.0 / factors as f64),
            (Self::Probabilities(probabilities), FactorValue::Level(level)) => {
                probabilities.iter_mut().for_each(|probability| *probability *= 1.0 - progress);
                probabilities[level] += progress;
            }
            (Self::Probabilities(_), FactorValue::Number(_)) => {}
        }
    }

    /// Widens the distribution when all draws are known configurations. A deviation grows by the factor of two narrowings;
    /// nine tenths of each probability and one tenth of the largest are the new ones, made to sum to 1.
    pub(super) fn widen(&mut self, new: usize, factors: usize) {
        match self {
            Self::Deviation(deviation) => {
                let wider = *deviation * libm::pow(new as f64, 2.0 / factors as f64);
                *deviation = wider.clamp(f64::MIN_POSITIVE, FIRST_DEVIATION);
            }
            Self::Probabilities(probabilities) => {
                let largest = probabilities.iter().copied().fold(0.0, f64::max);
                probabilities.iter_mut().for_each(|probability| *probability = 0.9 * *probability + 0.1 * largest);
                let sum: f64 = probabilities.iter().sum();
                probabilities.iter_mut().for_each(|probability| *probability /= sum);
            }
        }
    }

    /// Draws a value near a parent's. The ends of a range are drawn more often than other values.
    pub(super) fn draw(&self, factor: &Factor, parent: FactorValue, stream: &mut Stream<ChaCha8>) -> FactorValue {
        match self {
            Self::Deviation(deviation) => {
                let center = factor.coordinate(parent);
                // Values beyond an end are the end, so that the best configurations can have it.
                factor.value((center + deviation * normal(stream)).clamp(0.0, 1.0))
            }
            Self::Probabilities(probabilities) => {
                let mut rest = stream.fraction();
                let level = probabilities.iter().position(|probability| {
                    rest -= probability;
                    rest < 0.0
                });
                FactorValue::Level(level.unwrap_or(probabilities.len() - 1))
            }
        }
    }
}

/// Draws a nearly normal number: the sum of twelve uniform ones, which is the same on every platform.
fn normal(stream: &mut Stream<ChaCha8>) -> f64 {
    (0..12).map(|_| stream.fraction()).sum::<f64>() - 6.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use evocube_cube::rng::Seed;
    use evocube_stats::samples::{mean, sample_sd};

    #[test]
    fn normal_draws_follow_the_normal_distribution() {
        let mut stream = Seed::from_number(3).stream();
        let draws: Vec<f64> = (0..20_000).map(|_| normal(&mut stream)).collect();
        assert!(mean(&draws).unwrap().abs() < 0.03 && (sample_sd(&draws).unwrap() - 1.0).abs() < 0.02);
        let beyond_two = draws.iter().filter(|draw| draw.abs() > 2.0).count() as f64 / 20_000.0;
        assert!((beyond_two - 0.0455).abs() < 0.006, "{beyond_two}");
    }

    #[test]
    fn race_model_samples_closer_to_the_parent_in_later_iterations() {
        let mut deviation = SamplingSpread::Deviation(0.5);
        deviation.narrow(FactorValue::Number(1.0), 16, 4, 0.25);
        assert_eq!(deviation, SamplingSpread::Deviation(0.25));
        deviation.widen(16, 4);
        assert_eq!(deviation, SamplingSpread::Deviation(0.5));
        let mut probabilities = SamplingSpread::Probabilities(vec![0.5, 0.25, 0.25]);
        probabilities.narrow(FactorValue::Level(1), 16, 4, 0.5);
        assert_eq!(probabilities, SamplingSpread::Probabilities(vec![0.25, 0.625, 0.125]));
    }
}
