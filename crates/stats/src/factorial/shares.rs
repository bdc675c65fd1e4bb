//! Bootstrap draws of the shares of variance of a complete factorial design.

use super::{Factorial, Noise, welch};
use crate::{Draws, Interval, normal, quantile};

/// The number of draws.
const DRAWS: usize = 1000;

/// Draws of the shares of variance of all effects, main effects first, from the distribution of the means.
#[derive(Clone, Debug)]
pub struct ShareDraws(Vec<Vec<f64>>);

impl ShareDraws {
    /// Returns the 95 % interval of an effect's share.
    pub fn interval(&self, effect: usize) -> Interval {
        let mut shares: Vec<f64> = self.0.iter().map(|draw| draw[effect]).collect();
        shares.sort_by(f64::total_cmp);
        let end = |place| quantile(&shares, place).expect("there are draws");
        Interval { low: end(0.025), high: end(0.975) }
    }
}

impl Factorial {
    /// Draws the means from their multivariate t distribution, with fixed random numbers, and computes the shares of
    /// variance of each draw.
    ///
    /// This is the parametric bootstrap (B. Efron and R. J. Tibshirani, "An introduction to the bootstrap", 1993,
    /// section 6.5). A draw contains the noise twice, from the values and from the draw itself, so twice its
    /// expectation is subtracted.
    pub fn share_draws(&self) -> ShareDraws {
        let mut draws = Draws::new(0);
        let mut normal = || normal::quantile(draws.uniform());
        let noise = self.mean_variance();
        // The deviations of a mean: one for each unit that varies, or one for the mean itself.
        let (units, df): (Vec<Vec<f64>>, f64) = match &self.noise {
            Noise::Trials(cells) => {
                let errors =
                    cells.iter().map(|instances| instances.iter().map(|(variance, _)| variance).sum::<f64>().sqrt());
                (vec![errors.collect()], welch(cells.iter().flatten().copied()))
            }
            Noise::Instances(values) => {
                let count = values[0].len();
                let scale = ((count * (count - 1)) as f64).sqrt();
                let unit = |instance: usize| {
                    values.iter().zip(&self.means).map(|(results, mean)| (results[instance] - mean) / scale).collect()
                };
                ((0..count).map(unit).collect(), (count - 1) as f64)
            }
        };
        let draw = |_| {
            let spread = if df > 0.0 { normal::chi_squared(normal(), df).recip().sqrt() } else { 0.0 };
            let mut means = self.means.clone();
            match &self.noise {
                Noise::Trials(_) => {
                    means.iter_mut().zip(&units[0]).for_each(|(mean, error)| *mean += spread * error * normal());
                }
                Noise::Instances(_) => {
                    for unit in &units {
                        let factor = spread * normal();
                        means.iter_mut().zip(unit).for_each(|(mean, apart)| *mean += factor * apart);
                    }
                }
            }
            self.shares(&means, 2.0 * noise)
        };
        ShareDraws((0..DRAWS).map(draw).collect())
    }

    /// Returns the shares of the effects in the variance of these means, without the variance of noise.
    fn shares(&self, means: &[f64], noise: f64) -> Vec<f64> {
        let all = means.iter().sum::<f64>() / means.len() as f64;
        let spread: f64 = means.iter().map(|mean| (mean - all).powi(2)).sum();
        let factors = self.levels.len();
        let main: Vec<Vec<f64>> = (0..factors).map(|factor| self.joint_effect_sizes(means, all, &[factor])).collect();
        let main_squares = |factor: usize| self.squares(&main[factor]);
        let pair_squares = |(first, second): (usize, usize)| {
            let joint_effect = self.joint_effect_sizes(means, all, &[first, second]);
            self.squares(&joint_effect) - main_squares(first) - main_squares(second)
        };
        let pairs = (0..factors).flat_map(|first| (first + 1..factors).map(move |second| (first, second)));
        let df = |factor: usize| (self.levels[factor] - 1) as f64;
        let mut effects: Vec<(f64, f64)> = (0..factors).map(|factor| (main_squares(factor), df(factor))).collect();
        effects.extend(pairs.map(|pair| (pair_squares(pair), df(pair.0) * df(pair.1))));
        let rest = effects
            .iter()
            .fold((spread, means.len() as f64 - 1.0), |rest, effect| (rest.0 - effect.0, rest.1 - effect.1));
        let left = |(squares, df): (f64, f64)| self.explained(squares, df, noise);
        let total =
            effects.iter().map(|effect| left(*effect)).sum::<f64>() + if rest.1 > 0.5 { left(rest) } else { 0.0 };
        effects.into_iter().map(|effect| if total > 0.0 { left(effect) / total } else { 0.0 }).collect()
    }

    /// Returns the mean of each combination of the levels of some factors, minus the mean of all.
    fn joint_effect_sizes(&self, means: &[f64], all: f64, factors: &[usize]) -> Vec<f64> {
        let count: usize = factors.iter().map(|factor| self.levels[*factor]).product();
        let mut sums = vec![0.0; count];
        for (configuration, mean) in means.iter().enumerate() {
            sums[self.combination(configuration, factors)] += mean;
        }
        sums.into_iter().map(|sum| sum * count as f64 / means.len() as f64 - all).collect()
    }

    /// Returns the sum of squares over all configurations of values given per combination of levels.
    fn squares(&self, apart: &[f64]) -> f64 {
        apart.iter().map(|value| value * value).sum::<f64>() * self.means.len() as f64 / apart.len() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns two factors of two levels with 5 trials on one instance: means 0, 0, 10, 10 and noise of ±1.
    fn design(spread: f64) -> Factorial {
        let trials = |mean: f64| vec![(0..5).map(|step| mean + spread * (f64::from(step) - 2.0)).collect()];
        let cells = [vec![0], vec![1], vec![2], vec![3]];
        Factorial::new(&[2, 2], &cells, &[trials(0.0), trials(1.0), trials(10.0), trials(11.0)]).unwrap()
    }

    #[test]
    fn draws_surround_the_share_of_each_effect() {
        let factorial = design(1.0);
        let (draws, effects) = (factorial.share_draws(), factorial.effects());
        for (index, effect) in effects.iter().enumerate() {
            let Interval { low, high } = draws.interval(index);
            assert!(low <= effect.share + 1e-9 && effect.share <= high + 1e-9, "{effect:?}: {low} to {high}");
        }
        assert!(draws.interval(0).low > draws.interval(1).high);
        let wide = design(6.0).share_draws().interval(0);
        let narrow = draws.interval(0);
        assert!(wide.high - wide.low > 2.0 * (narrow.high - narrow.low), "{wide:?} {narrow:?}");
    }

    #[test]
    fn means_without_noise_have_shares_without_uncertainty() {
        let draws = design(0.0).share_draws();
        let Interval { low, high } = draws.interval(0);
        assert!((low - 100.0 / 101.0).abs() < 1e-9 && (high - low).abs() < 1e-9);
    }
}
