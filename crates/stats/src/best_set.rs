//! The configurations that may be the best: a model confidence set.

use super::draws::Draws;
use super::normal;
use super::power_analysis::LEVEL;

/// The number of random samples of each kind; the smallest p is 1/1,000.
const SAMPLES: usize = 999;

/// The most values that random arrangements move.
const MAX_MOVED: usize = 2_500;

/// The weight of the common variance beside that of a configuration, in degrees of freedom. A larger one has hardly more power,
/// and keeps its level less where variances differ.
const PRIOR: f64 = 1.0;

/// The fewest degrees of freedom of a configuration's variance, with which it is known well enough to leave any other one out. With two
/// or three, of spreads 1 and 8, some best configuration left in up to 12 or 9 % of 1,000 samples.
const MIN_DF: usize = 4;

/// The skewnesses of the drawn values. Of 30 equal configurations with normal values, one left in 6.5 % of 3,000 samples with skewed
/// ones alone. That of exponential values is 2; the first one is larger because a sample with a low mean has too small a variance, too.
const SKEWNESSES: [f64; 2] = [2.5, 0.0];

/// Returns for each configuration the p-value at which it leaves the set of those that may be the best; lower values are better.
///
/// `values[configuration][instance]` has the trials. With 95 % confidence, all configurations with the lowest expected
/// mean have p above 0.05. Of the set, initially all, each leaves whose studentized difference from the lowest mean exceeds
/// that of 95 % of samples from equal configurations; this is repeated with the rest until none leaves. A p-value is at
/// least those of earlier rounds; those that stay have that of the last round, the lowest mean 1. Samples are of three
/// kinds, and the largest p counts: arrangements, which exchange trials between configurations within an instance and hold
/// for any common distribution, and means of normal and of skewed values with the variances of the configurations, which hold if these
/// differ. With more than 2,500 trials there are the latter alone. A variance is that of the trials on each instance or, where a
/// configuration has a single trial on some, of the deviations from a sum of configuration and instance. It is averaged
/// with the common one, which counts as one degree of freedom.
///
/// `None` if trials are missing, or if variances have fewer than four degrees of freedom: with too few trials of a configuration
/// beside one on each instance or, if it has a single one on some, with fewer than five instances. A round takes O(trials +
/// configurations) for each of 999 samples of each kind. In simulations of normal and exponential values with equal and up to eight-fold
/// standard deviations and four to six degrees of freedom, some best configuration left in 0 to 5 % of 2,500 samples.
///
/// P. R. Hansen, A. Lunde and J. M. Nason, "The model confidence set", Econometrica 79 (2011), 453–497; J. P. Romano and M. Wolf,
/// "Exact and approximate stepdown methods for multiple hypothesis testing", Journal of the American Statistical Association 100
/// (2005), 94–108.
///
/// ```
/// use evocube_stats::{Draws, best_set};
///
/// // Two configurations that are alike, and one that is worse, with six trials each on one instance.
/// let trials = |center: f64| vec![(0..6).map(|trial| center + f64::from(trial % 3)).collect::<Vec<_>>()];
/// let p = best_set(&[trials(10.0), trials(10.5), trials(20.0)], &mut Draws::new(1)).expect("several trials each");
/// assert!(p[0] == 1.0 && p[1] > 0.05 && p[2] < 0.05);
/// ```
///
/// # Panics
/// If configurations differ in their numbers of instances.
pub fn best_set(values: &[Vec<Vec<f64>>], draws: &mut Draws) -> Option<Vec<f64>> {
    let instances = values.first()?.len();
    assert!(values.iter().all(|trials| trials.len() == instances), "all configurations have the same instances");
    let is_repeated = values.iter().flatten().all(|trials| trials.len() > 1);
    let is_missing = values.iter().flatten().any(Vec::is_empty);
    let df = |trials: &Vec<Vec<f64>>| {
        if is_repeated { trials.iter().map(|trials| trials.len() - 1).sum() } else { instances.saturating_sub(1) }
    };
    if is_missing || values.iter().map(df).any(|df| df < MIN_DF) {
        return None;
    }
    let mut p = vec![1.0; values.len()];
    let mut set: Vec<usize> = (0..values.len()).collect();
    let mut largest_left = 0.0_f64;
    while set.len() > 1 {
        let members = Members::new(values, &set, is_repeated);
        let differences = members.estimates().differences();
        let mut kinds = SKEWNESSES.map(|skewness| members.draw_means(skewness, draws)).to_vec();
        if members.values.iter().map(Vec::len).sum::<usize>() <= MAX_MOVED {
            kinds.push(members.arranged(draws));
        }
        kinds.iter_mut().for_each(|largest| largest.sort_by(f64::total_cmp));
        for (member, difference) in set.iter().zip(&differences) {
            let less = difference * (1.0 - 1e-9);
            let extreme = kinds.iter().map(|largest| SAMPLES - largest.partition_point(|value| *value < less)).max();
            p[*member] = ((extreme.unwrap_or(0) + 1) as f64 / (SAMPLES + 1) as f64).max(largest_left);
        }
        let (stay, leave): (Vec<usize>, Vec<usize>) = set.iter().partition(|member| p[**member] > LEVEL);
        if leave.is_empty() {
            break;
        }
        largest_left = leave.iter().fold(largest_left, |largest, member| largest.max(p[*member]));
        set = stay;
    }
    if let [last] = set[..] {
        p[last] = 1.0;
    }
    Some(p)
}

/// The trials of the configurations that are in the set.
struct Members {
    /// On each instance the values of all configurations, less their mean, one configuration after the other.
    values: Vec<Vec<f64>>,
    /// On each instance the number of values of each configuration.
    sizes: Vec<Vec<usize>>,
    is_repeated: bool,
}

/// The mean of each configuration and the variance of this mean.
struct Estimates {
    means: Vec<f64>,
    variances: Vec<f64>,
    /// The degrees of freedom of each variance.
    df: Vec<f64>,
    /// The variances if all values vary alike.
    common: Vec<f64>,
}

impl Members {
    fn new(values: &[Vec<Vec<f64>>], set: &[usize], is_repeated: bool) -> Self {
        let instances = 0..values[0].len();
        let sizes =
            instances.clone().map(|instance| set.iter().map(|member| values[*member][instance].len()).collect());
        let centered = |instance: usize| {
            let all: Vec<f64> = set.iter().flat_map(|member| &values[*member][instance]).copied().collect();
            let mean = all.iter().sum::<f64>() / all.len() as f64;
            all.into_iter().map(|value| value - mean).collect()
        };
        Self { sizes: sizes.collect(), values: instances.map(centered).collect(), is_repeated }
    }

    fn estimates(&self) -> Estimates {
        if self.is_repeated { self.repeated() } else { self.single() }
    }

    /// Returns the estimates from the variation of trials about their mean on an instance.
    fn repeated(&self) -> Estimates {
        let (instances, members) = (self.values.len() as f64, self.sizes[0].len());
        let (mut means, mut variances, mut df, mut common) =
            (vec![0.0; members], vec![0.0; members], vec![0.0; members], vec![0.0; members]);
        let (mut all_squares, mut all_df) = (0.0, 0.0);
        for (values, sizes) in self.values.iter().zip(&self.sizes) {
            let mut rest = &values[..];
            for (member, size) in sizes.iter().enumerate() {
                let (trials, others) = rest.split_at(*size);
                rest = others;
                let count = *size as f64;
                let mean = trials.iter().sum::<f64>() / count;
                let squares = trials.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
                means[member] += mean / instances;
                variances[member] += squares / (count - 1.0) / count / (instances * instances);
                df[member] += count - 1.0;
                common[member] += 1.0 / count / (instances * instances);
                all_squares += squares;
                all_df += count - 1.0;
            }
        }
        common.iter_mut().for_each(|variance| *variance *= all_squares / all_df);
        Estimates { means, variances, df, common }
    }

    /// Returns the estimates from the deviations of means on an instance from the sum of a configuration's and an instance's.
    fn single(&self) -> Estimates {
        let (instances, members) = (self.values.len() as f64, self.sizes[0].len());
        let shifted_means = |(values, sizes): (&Vec<f64>, &Vec<usize>)| {
            let mut rest = &values[..];
            let mean = |size: &usize| {
                let (trials, others) = rest.split_at(*size);
                rest = others;
                trials.iter().sum::<f64>() / *size as f64
            };
            let mut means: Vec<f64> = sizes.iter().map(mean).collect();
            let shift = means.iter().sum::<f64>() / means.len() as f64;
            means.iter_mut().for_each(|mean| *mean -= shift);
            means
        };
        let instance_values: Vec<Vec<f64>> = self.values.iter().zip(&self.sizes).map(shifted_means).collect();
        let mut means = vec![0.0; members];
        for values in &instance_values {
            means.iter_mut().zip(values).for_each(|(mean, value)| *mean += value / instances);
        }
        let mut variances = vec![0.0; members];
        let scale = 1.0 / ((instances - 1.0) * instances * (1.0 - 1.0 / members as f64));
        for values in &instance_values {
            let deviations = values.iter().zip(&means);
            variances
                .iter_mut()
                .zip(deviations)
                .for_each(|(sum, (value, mean))| *sum += scale * (value - mean).powi(2));
        }
        let common = variances.iter().sum::<f64>() / members as f64;
        Estimates { means, variances, df: vec![instances - 1.0; members], common: vec![common; members] }
    }

    /// Returns the largest difference of random arrangements.
    fn arranged(mut self, draws: &mut Draws) -> Vec<f64> {
        (0..SAMPLES)
            .map(|_| {
                for values in &mut self.values {
                    for place in (1..values.len()).rev() {
                        values.swap(place, draws.below(place + 1));
                    }
                }
                self.estimates().largest_difference()
            })
            .collect()
    }

    /// Returns the largest difference of drawn estimates with equal expected means, from values of a skewness.
    fn draw_means(&self, skewness: f64, draws: &mut Draws) -> Vec<f64> {
        let Estimates { variances, df, common, .. } = self.estimates();
        let instances = if self.is_repeated { self.values.len() as f64 } else { 1.0 };
        let law = |member: usize| {
            let variance = moderate(variances[member], df[member], common[member]);
            MeanLaw::new(variance, df[member], df[member] + instances, skewness)
        };
        let laws: Vec<MeanLaw> = (0..df.len()).map(law).collect();
        let all_df: f64 = df.iter().sum();
        let mut draw = || {
            let (means, variances): (Vec<f64>, Vec<f64>) = laws.iter().map(|law| law.draw(draws)).unzip();
            let ratios = variances.iter().zip(&common).filter(|(_, common)| **common > 0.0);
            let scale = ratios.zip(&df).map(|((variance, common), df)| df * variance / common).sum::<f64>() / all_df;
            let common = common.iter().map(|variance| variance * scale).collect();
            Estimates { means, variances, df: df.clone(), common }.largest_difference()
        };
        (0..SAMPLES).map(|_| draw()).collect()
    }
}

/// The distribution of the mean of skewed values about their expectation, and of the estimated variance of this mean.
struct MeanLaw {
    variance: f64,
    /// The weight of an exponential value, beside a normal one, in the mean.
    tail: f64,
    /// The correlation of the mean and the estimated variance.
    correlation: f64,
    /// The degrees of freedom of normal values whose variance is estimated as precisely.
    df: f64,
}

impl MeanLaw {
    fn new(variance: f64, df: f64, trials: f64, skewness: f64) -> Self {
        // The kurtosis of a gamma distribution with this skewness.
        let kurtosis = 1.5 * skewness * skewness;
        let spread = kurtosis / trials + 2.0 / df;
        let skewness = skewness / trials.sqrt();
        Self {
            variance,
            tail: (skewness / 2.0).cbrt().min(1.0),
            correlation: (skewness / spread.sqrt()).min(0.99),
            df: (2.0 / spread).max(1.0),
        }
    }

    /// Draws a mean, whose expectation is 0, and its estimated variance.
    fn draw(&self, draws: &mut Draws) -> (f64, f64) {
        let mut normal = |share: f64| (1.0 - share * share).sqrt() * normal::quantile(draws.uniform());
        let (center, other) = (normal(self.tail), normal(self.correlation));
        let mean = center + self.tail * (-draws.uniform().ln() - 1.0);
        let spread = normal::chi_squared(self.correlation * mean + other, self.df);
        (self.variance.sqrt() * mean, self.variance * spread)
    }
}

impl Estimates {
    /// Returns the difference of each mean from the lowest one in standard errors; infinite if values do not vary.
    fn differences(&self) -> Vec<f64> {
        let variance = |member: usize| moderate(self.variances[member], self.df[member], self.common[member]);
        let members = 0..self.means.len();
        let lowest = members.clone().min_by(|a, b| self.means[*a].total_cmp(&self.means[*b])).unwrap_or(0);
        let rounding = 1e-12 * self.means.iter().fold(0.0, |largest: f64, mean| largest.max(mean.abs()));
        let difference = |member: usize| {
            let difference = self.means[member] - self.means[lowest];
            if difference <= rounding { 0.0 } else { difference / (variance(member) + variance(lowest)).sqrt() }
        };
        members.map(difference).collect()
    }

    fn largest_difference(&self) -> f64 {
        self.differences().into_iter().fold(0.0, f64::max)
    }
}

/// Returns the mean of a variance and the common one, weighted by degrees of freedom.
fn moderate(variance: f64, df: f64, common: f64) -> f64 {
    (df * variance + PRIOR * common) / (df + PRIOR)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(values: &[Vec<Vec<f64>>]) -> Vec<f64> {
        best_set(values, &mut Draws::new(1)).unwrap()
    }

    #[test]
    fn values_that_do_not_vary_leave_the_set_if_few_arrangements_separate_them() {
        let trials = |value: f64, count: usize| vec![vec![value; count]];
        // Of the C(10, 5) = 252 arrangements, two separate the outcomes of five trials each.
        let separated = p(&[trials(0.0, 5), trials(100.0, 5)]);
        assert!(separated[0] == 1.0 && (separated[1] - 2.0 / 252.0).abs() < 0.01, "{separated:?}");
        assert_eq!(best_set(&[trials(0.0, 4), trials(100.0, 4)], &mut Draws::new(1)), None);
        assert_eq!(p(&[trials(3.0, 5), trials(3.0, 5), trials(3.0, 5)]), [1.0; 3]);
    }

    #[test]
    fn a_bad_configuration_does_not_keep_others_in_the_set() {
        let mut draws = Draws::new(3);
        let mut trials = |center: f64| vec![(0..8).map(|_| center + draws.uniform()).collect::<Vec<_>>()];
        let values = [trials(10.0), trials(1e6), trials(12.0), trials(10.1)];
        let p = p(&values);
        assert!(p[1] <= 0.05 && p[2] <= 0.05 && p[3] > 0.05, "{p:?}");
    }

    #[test]
    fn single_trials_are_compared_on_their_instances() {
        // Instances differ by far more than configurations.
        let mut draws = Draws::new(4);
        let mut trials = |center: f64| -> Vec<Vec<f64>> {
            (0..12).map(|instance| vec![f64::from(instance % 7) * 50.0 + center + draws.uniform()]).collect()
        };
        let values = [trials(0.0), trials(0.0), trials(1.0)];
        let p = p(&values);
        assert!(p[0].max(p[1]) > 0.999 && p[0].min(p[1]) > 0.05 && p[2] < 0.05, "{p:?}");
        let incomplete = [values[0].clone(), vec![Vec::new(); 12]];
        assert_eq!(best_set(&incomplete, &mut Draws::new(1)), None);
        let short = values.map(|trials| trials[..4].to_vec());
        assert_eq!(best_set(&short, &mut Draws::new(1)), None);
    }
}
