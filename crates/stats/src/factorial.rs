//! The analysis of variance of a complete factorial design: main effects and interactions of two factors.

mod degrees_of_freedom;
mod weights;

use super::summary::{self, dot};
use super::{Interval, student};
use degrees_of_freedom::{huynh_feldt, square_bias, welch};
use weights::cell_weights;

/// A complete factorial design with its values.
#[derive(Clone, Debug)]
pub struct Factorial {
    /// The number of levels of each factor.
    levels: Vec<usize>,
    /// The mean of each cell over its configurations and instances; the last factor varies fastest.
    means: Vec<f64>,
    /// The number of trials of each cell.
    sizes: Vec<f64>,
    noise: Noise,
}

/// Variation of the values about the means of their cells, by the unit of replication: the trial where each configuration has several
/// on each instance, else the instance.
#[derive(Clone, Debug)]
enum Noise {
    /// For each cell the variances of the parts of its mean, which are the means of a configuration on an instance, and
    /// their degrees of freedom.
    Trials(Vec<Vec<(f64, f64)>>),
    /// For each cell its mean on each instance.
    Instances(Vec<Vec<f64>>),
}

/// A main effect or an interaction.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// The factor, or the two factors.
    pub factors: Vec<usize>,
    /// Its share of the variance between the means of cells or configurations, without the part that noise explains; 0 to 1.
    pub share: f64,
    /// The p-value of the hypothesis that there is no such effect; `None` if the values do not vary about it, so that there is
    /// no noise to compare it with. A permutation test has a p-value then, too.
    pub p: Option<f64>,
}

/// A weighted sum of the cells' means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contrast {
    /// Its value.
    pub estimate: f64,
    /// Its standard error; 0 if the values do not vary, which is no evidence that it is precise.
    pub standard_error: f64,
    /// The degrees of freedom of the error.
    pub df: f64,
}

impl Contrast {
    /// Returns the two-sided p-value of Student's t; `None` if the values do not vary.
    pub fn p(&self) -> Option<f64> {
        (self.standard_error > 0.0).then(|| student::two_sided(self.estimate / self.standard_error, self.df))
    }

    /// Returns the interval of a confidence level, such as 0.95; `None` if the values do not vary.
    pub fn interval(&self, level: f64) -> Option<Interval> {
        let half = || self.standard_error * student::two_sided_quantile(1.0 - level, self.df);
        let interval_of = |half| Interval { low: self.estimate - half, high: self.estimate + half };
        (self.standard_error > 0.0).then(|| interval_of(half()))
    }
}

impl Factorial {
    /// Returns the design with these numbers of levels.
    ///
    /// `cells` has the configurations of each combination of levels, the last factor varying fastest: one in a plain
    /// factorial design, several where factors that apply to some levels alone vary within a combination. Each of them
    /// weighs the same in the mean of its cell, and cells weigh by their trials in the mean of a level (`cell_weights`). `values` has the trials of each configuration on each instance. `None` if a
    /// factor has fewer than two levels, if a cell has no configuration, if trials are missing, or if each configuration
    /// has a single trial, so that noise cannot be estimated. Effects take O(cells² × levels²).
    ///
    /// ```
    /// use evocube_stats::Factorial;
    ///
    /// // Two algorithms. The second has a parameter of two values, so its cell has two configurations.
    /// let values = [vec![vec![9.0, 10.0, 11.0]], vec![vec![4.0, 5.0, 6.0]], vec![vec![6.0, 7.0, 8.0]]];
    /// let design = Factorial::new(&[2], &[vec![0], vec![1, 2]], &values).expect("several trials each");
    /// assert_eq!(design.difference(0, 0, 1).estimate, 4.0);
    /// assert!(design.effects()[0].p.expect("values vary") < 0.05);
    /// ```
    ///
    /// # Panics
    /// If there are not as many cells as combinations of levels, if a cell names a configuration without values, or if
    /// the numbers of instances differ.
    pub fn new(levels: &[usize], cells: &[Vec<usize>], values: &[Vec<Vec<f64>>]) -> Option<Self> {
        assert_eq!(cells.len(), levels.iter().product::<usize>(), "each combination of levels is a cell");
        let instances = values.first()?.len();
        assert!(values.iter().all(|trials| trials.len() == instances), "all configurations have the same instances");
        let trials = || cells.iter().flatten().flat_map(|configuration| &values[*configuration]);
        if levels.is_empty()
            || levels.iter().any(|count| *count < 2)
            || cells.iter().any(Vec::is_empty)
            || instances == 0
            || trials().any(Vec::is_empty)
        {
            return None;
        }
        let average = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        // The mean of a cell on each instance.
        let instance_means = |cell: &Vec<usize>| -> Vec<f64> {
            let mean = |instance: usize| {
                cell.iter().map(|configuration| average(&values[*configuration][instance])).sum::<f64>()
                    / cell.len() as f64
            };
            (0..instances).map(mean).collect()
        };
        let instance_means: Vec<Vec<f64>> = cells.iter().map(instance_means).collect();
        let means = instance_means.iter().map(|means| average(means)).collect();
        let noise = if trials().all(|trials| trials.len() > 1) {
            let variances = |cell: &Vec<usize>| {
                let weight = ((cell.len() * instances) as f64).powi(-2);
                let trial_variance = |trials: &Vec<f64>| {
                    let count = trials.len() as f64;
                    (summary::squares(trials) / (count - 1.0) / count * weight, count - 1.0)
                };
                cell.iter().flat_map(|configuration| &values[*configuration]).map(trial_variance).collect()
            };
            Noise::Trials(cells.iter().map(variances).collect())
        } else if instances > 1 {
            Noise::Instances(instance_means)
        } else {
            return None;
        };
        let size = |cell: &Vec<usize>| {
            cell.iter().flat_map(|configuration| &values[*configuration]).map(Vec::len).sum::<usize>()
        };
        let sizes = cells.iter().map(|cell| size(cell) as f64).collect();
        Some(Self { levels: levels.to_vec(), means, sizes, noise })
    }

    /// Returns the mean of the cells that have all these levels, given as pairs of factor and level.
    pub fn mean(&self, combination: &[(usize, usize)]) -> f64 {
        let factors: Vec<usize> = combination.iter().map(|(factor, _)| *factor).collect();
        let weights = cell_weights(&self.levels, &self.sizes, &factors);
        (0..self.means.len())
            .filter(|cell| self.has(*cell, combination))
            .map(|cell| weights[cell] * self.means[cell])
            .sum()
    }

    /// Returns the main effect of a level: its mean minus the mean of all levels.
    pub fn level_effect(&self, factor: usize, level: usize) -> Contrast {
        let weights = cell_weights(&self.levels, &self.sizes, &[factor]);
        let share = 1.0 / self.levels[factor] as f64;
        self.contrast(|cell| weights[cell] * (if self.level(cell, factor) == level { 1.0 } else { 0.0 } - share))
    }

    /// Returns the difference between two levels of a factor: the mean of the first minus that of the second.
    pub fn difference(&self, factor: usize, first: usize, second: usize) -> Contrast {
        let weights = cell_weights(&self.levels, &self.sizes, &[factor]);
        self.contrast(|cell| match self.level(cell, factor) {
            level if level == first => weights[cell],
            level if level == second => -weights[cell],
            _ => 0.0,
        })
    }

    /// Returns the main effects, in the order of the factors, followed by the interactions of two.
    ///
    /// The test is the statistic of the analysis-of-variance type with Box's approximation, which allows each cell
    /// a variance of its own: E. Brunner, H. Dette and A. Munk, "Box-type approximations in nonparametric factorial designs",
    /// Journal of the American Statistical Association 92 (1997), 1494–1502. Its degrees of freedom are estimated from unbiased squares
    /// of the variances: those of few trials would make them too small. Levels weigh by their trials. With the instance as the unit, it is the
    /// analysis of repeated measures with the correction of S. W. Greenhouse and S. Geisser, "On methods in the analysis of
    /// profile data", Psychometrika 24 (1959), 95–112, or with more instances than contrasts that of Huynh and Feldt.
    pub fn effects(&self) -> Vec<Effect> {
        let factors = 0..self.levels.len();
        let pairs =
            factors.clone().flat_map(|first| (first + 1..self.levels.len()).map(move |second| vec![first, second]));
        let noise = self.mean_variance();
        let size = self.means.len() as f64;
        let mut rest = (summary::squares(&self.means), size - 1.0);
        let mut effects: Vec<(f64, Effect)> = Vec::new();
        for factors in factors.map(|factor| vec![factor]).chain(pairs) {
            // Shares are of the variance between cells, which weigh the same there.
            let weights = vec![1.0; self.means.len()];
            let squares = self.squares_of(&self.basis(&factors, &weights, &weights));
            let basis = self.basis(&factors, &cell_weights(&self.levels, &self.sizes, &factors), &self.sizes);
            let (p, df) = (self.test(&basis), basis.len() as f64);
            rest = (rest.0 - squares, rest.1 - df);
            effects.push((self.explained(squares, df, noise), Effect { factors, share: 0.0, p }));
        }
        // The remainder are interactions of three and more factors.
        let higher = if rest.1 > 0.5 { self.explained(rest.0, rest.1, noise) } else { 0.0 };
        let total = effects.iter().map(|(variance, _)| variance).sum::<f64>() + higher;
        let share = |(variance, effect)| Effect { share: if total > 0.0 { variance / total } else { 0.0 }, ..effect };
        effects.into_iter().map(share).collect()
    }

    /// Returns the level of a factor in a configuration.
    fn level(&self, configuration: usize, factor: usize) -> usize {
        let faster: usize = self.levels[factor + 1..].iter().product();
        configuration / faster % self.levels[factor]
    }

    /// Returns the number of a cell's combination of the levels of some factors, of which the last varies fastest.
    fn combination(&self, cell: usize, factors: &[usize]) -> usize {
        factors.iter().fold(0, |number, factor| number * self.levels[*factor] + self.level(cell, *factor))
    }

    fn has(&self, configuration: usize, levels: &[(usize, usize)]) -> bool {
        levels.iter().all(|&(factor, level)| self.level(configuration, factor) == level)
    }

    /// Returns the largest error that rounding leaves in a weighted sum of the means.
    fn rounding(&self) -> f64 {
        1e-10 * self.means.iter().fold(0.0, |largest: f64, mean| largest.max(mean.abs()))
    }

    /// Returns the squares of an effect without the part that noise or rounding explains.
    fn explained(&self, squares: f64, df: f64, noise: f64) -> f64 {
        if squares > self.rounding().powi(2) { (squares - df * noise).max(0.0) } else { 0.0 }
    }

    /// Returns the p-value of an effect, given by its contrasts; `None` for an effect without noise.
    fn test(&self, basis: &[Vec<f64>]) -> Option<f64> {
        let squares = self.squares_of(basis);
        // The covariance matrix of the contrasts: its trace, and the trace of its square.
        let covariance = |entry: &dyn Fn(usize, usize) -> f64| {
            let (mut trace, mut square_trace) = (0.0, 0.0);
            for row in 0..basis.len() {
                trace += entry(row, row);
                square_trace +=
                    entry(row, row).powi(2) + 2.0 * (0..row).map(|column| entry(row, column).powi(2)).sum::<f64>();
            }
            (trace, square_trace)
        };
        let ((trace, square_trace), df2) = match &self.noise {
            Noise::Trials(cells) => {
                let variances: Vec<f64> =
                    cells.iter().map(|instances| instances.iter().map(|(variance, _)| variance).sum()).collect();
                let product = |row: usize, column: usize| {
                    let weights = basis[row].iter().zip(&basis[column]);
                    weights.zip(&variances).map(|((a, b), variance)| a * b * variance).sum::<f64>()
                };
                let leverage = |cell: usize| basis.iter().map(|contrast| contrast[cell].powi(2)).sum::<f64>();
                let bias: f64 = (0..cells.len()).map(|cell| leverage(cell).powi(2) * square_bias(&cells[cell])).sum();
                let parts = (0..cells.len())
                    .flat_map(|cell| cells[cell].iter().map(move |&(variance, df)| (cell, variance, df)))
                    .map(|(cell, variance, df)| (leverage(cell) * variance, df));
                (covariance(&product), Err((welch(parts), bias)))
            }
            Noise::Instances(values) => {
                let count = values[0].len();
                let deviations: Vec<Vec<f64>> = basis
                    .iter()
                    .map(|contrast| {
                        let instance_sum = |instance| {
                            contrast.iter().zip(values).map(|(weight, results)| weight * results[instance]).sum::<f64>()
                        };
                        let mean = dot(contrast, &self.means);
                        (0..count).map(|instance| instance_sum(instance) - mean).collect()
                    })
                    .collect();
                let scale = (count * (count - 1)) as f64;
                let product = |row: usize, column: usize| dot(&deviations[row], &deviations[column]) / scale;
                (covariance(&product), Ok((count - 1) as f64))
            }
        };
        if trace <= self.rounding().powi(2) {
            return None;
        }
        let contrasts = basis.len() as f64;
        let (df1, df2) = match df2 {
            Ok(per) => {
                let df1 = huynh_feldt(trace * trace / square_trace, per, contrasts);
                (df1, df1 * per)
            }
            Err((df, bias)) => (((trace * trace - bias) / (square_trace - bias)).clamp(1.0, contrasts), df),
        };
        Some(student::upper_f(squares / trace, df1, df2))
    }

    fn contrast(&self, weight: impl Fn(usize) -> f64) -> Contrast {
        let estimate: f64 =
            self.means.iter().enumerate().map(|(configuration, mean)| weight(configuration) * mean).sum();
        let (variance, df) = match &self.noise {
            Noise::Trials(cells) => {
                let weighted = |(configuration, instances): (usize, &Vec<(f64, f64)>)| {
                    let factor = weight(configuration).powi(2);
                    let weighted = instances.iter().filter(|_| factor > 0.0);
                    weighted.map(|&(variance, df)| (factor * variance, df)).collect::<Vec<_>>()
                };
                let cells: Vec<(f64, f64)> = cells.iter().enumerate().flat_map(weighted).collect();
                (cells.iter().map(|(variance, _)| variance).sum(), welch(cells.into_iter()))
            }
            Noise::Instances(values) => {
                let count = values[0].len();
                let instance_sum = |instance: usize| -> f64 {
                    values
                        .iter()
                        .enumerate()
                        .map(|(configuration, results)| weight(configuration) * results[instance])
                        .sum()
                };
                let squares: f64 = (0..count)
                    .map(|instance| {
                        let deviation: f64 = instance_sum(instance) - estimate;
                        deviation * deviation
                    })
                    .sum();
                (squares / (count * (count - 1)) as f64, (count - 1) as f64)
            }
        };
        let without_rounding = |value: f64| if value.abs() <= self.rounding() { 0.0 } else { value };
        Contrast { estimate: without_rounding(estimate), standard_error: without_rounding(variance.sqrt()), df }
    }

    /// Returns the mean over configurations of the variance of their means.
    fn mean_variance(&self) -> f64 {
        match &self.noise {
            Noise::Trials(cells) => {
                cells.iter().flatten().map(|(variance, _)| variance).sum::<f64>() / cells.len() as f64
            }
            Noise::Instances(values) => {
                let (configurations, instances) = (values.len(), values[0].len());
                let all = self.means.iter().sum::<f64>() / configurations as f64;
                let instance_trials = |instance: usize| {
                    values.iter().map(|results| results[instance]).sum::<f64>() / configurations as f64
                };
                let squares: f64 = (0..instances)
                    .map(|instance| {
                        let shift = instance_trials(instance) - all;
                        values
                            .iter()
                            .zip(&self.means)
                            .map(|(results, mean)| (results[instance] - mean - shift).powi(2))
                            .sum::<f64>()
                    })
                    .sum();
                squares / ((configurations - 1) * (instances - 1) * instances) as f64
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_effect_without_noise_has_no_p_value_no_interval_and_no_bound() {
        // Each of 24 trials of one level has 0 and of the other 100, or 0, too; or one trial on each of 24 instances.
        let [solved, unsolved] = [0.0, 100.0].map(|value| vec![value; 24]);
        let shifted = |shift: f64| (0..24).map(|trial| vec![f64::from(trial) / 3.0 + shift]).collect::<Vec<_>>();
        let trials = [[vec![solved.clone()], vec![unsolved]], [vec![solved.clone()], vec![solved]]];
        for values in trials.into_iter().chain([0.0, 100.0].map(|shift| [shifted(0.0), shifted(shift)])) {
            let design = Factorial::new(&[2], &[vec![0], vec![1]], &values).unwrap();
            assert_eq!(design.effects()[0].p, None);
            let difference = design.difference(0, 0, 1);
            assert_eq!((difference.p(), difference.interval(0.95)), (None, None));
        }
    }

    #[test]
    fn equal_means_that_differ_by_rounding_explain_no_variance() {
        // Each trial of one instance is solved, and none of the other. Rounding depends on the numbers of levels.
        for levels in [[2, 3], [3, 2], [3, 3], [3, 4], [5, 3]] {
            let cells: Vec<Vec<usize>> = (0..levels[0] * levels[1]).map(|cell| vec![cell]).collect();
            let values = vec![vec![vec![0.0; 8], vec![100.0; 8]]; cells.len()];
            let design = Factorial::new(&levels, &cells, &values).unwrap();
            assert!(design.effects().iter().all(|effect| effect.share <= 0.0), "{levels:?}");
        }
    }

    #[test]
    fn a_cell_of_several_configurations_has_the_mean_of_their_means_and_a_fraction_of_their_variance() {
        let trials = |center: f64, spread: f64| vec![[-1.0, 0.0, 1.0].map(|step| center + spread * step).to_vec()];
        let values = [trials(10.0, 1.0), trials(4.0, 2.0), trials(8.0, 4.0)];
        let design = Factorial::new(&[2], &[vec![0], vec![1, 2]], &values).unwrap();
        let difference = design.difference(0, 0, 1);
        // The variances 1, 4 and 16 of three trials each; the second cell has a quarter of the sum of the last two.
        assert!((difference.estimate - 4.0).abs() < 1e-12 && (difference.standard_error.powi(2) - 2.0).abs() < 1e-12);
        // With the instance as the unit, the cell is as good as one configuration with the means.
        let paired = |values: [f64; 4]| values.map(|value| vec![value]).to_vec();
        let three_cells = [paired([1.0, 5.0, 2.0, 9.0]), paired([3.0, 4.0, 6.0, 7.0]), paired([5.0, 8.0, 2.0, 7.0])];
        let two_cells = [three_cells[0].clone(), paired([4.0, 6.0, 4.0, 7.0])];
        let effects = |cells: &[Vec<usize>], values| Factorial::new(&[2], cells, values).unwrap().effects();
        assert_eq!(effects(&[vec![0], vec![1, 2]], &three_cells), effects(&[vec![0], vec![1]], &two_cells));
    }

    #[test]
    fn tests_of_unequal_cells_agree_with_projections_of_weighted_means() {
        // Cells of 3, 1, 3, 1, 2 and 2 configurations; `Factorial` of examples/recompute_statistics.py.
        let value = |configuration: usize, trial: usize| {
            let shift = if configuration > 7 { 6.0 } else { 0.0 };
            ((configuration * 7 + trial * 5 + configuration * trial) % 11) as f64 + shift
        };
        let values: Vec<Vec<Vec<f64>>> =
            (0..12).map(|configuration| vec![(0..5).map(|trial| value(configuration, trial)).collect()]).collect();
        let cells = [vec![0, 1, 2], vec![3], vec![4, 5, 6], vec![7], vec![8, 9], vec![10, 11]];
        let design = Factorial::new(&[3, 2], &cells, &values).unwrap();
        for (effect, p) in design.effects().iter().zip([1.130119773623716e-05, 0.5029923037940995, 0.9290560907603852])
        {
            assert!((effect.p.unwrap() - p).abs() < 1e-9, "{effect:?} {p}");
        }
        let difference = design.difference(0, 0, 2);
        assert!(
            (difference.estimate + 5.3).abs() < 1e-9 && (difference.p().unwrap() - 7.446788360541615e-05).abs() < 1e-9,
            "{difference:?}"
        );
    }
}
