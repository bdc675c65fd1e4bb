//! The variation of a stage's trials: between instances and between repetitions.

use super::outcome::{Sample, average};

/// Standard deviations of the values of a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Variation {
    /// Between the trials of a configuration on one instance; `None` if each has one.
    pub(crate) repetitions: Option<f64>,
    /// Between instances, of the advantage of a configuration over the others; `None` with one instance or configuration.
    pub(crate) instances: Option<f64>,
}

impl Variation {
    /// Returns the variation of a sample: the components of variance within cells, and of configurations × instances.
    pub(crate) fn new(sample: &Sample) -> Self {
        let (mut squares, mut df, mut shares) = (0.0, 0.0, 0.0);
        for trials in sample.values.iter().flatten() {
            let center = average(trials);
            squares += trials.iter().map(|value| (value - center).powi(2)).sum::<f64>();
            df += trials.len() as f64 - 1.0;
            shares += (trials.len() as f64).recip();
        }
        let within = (df > 0.0).then(|| squares / df);
        let means: Vec<Vec<f64>> =
            sample.values.iter().map(|values| values.iter().map(|trials| average(trials)).collect()).collect();
        let (configurations, instances) = (means.len(), sample.instances());
        let between = (configurations > 1 && instances > 1).then(|| {
            let configuration_means: Vec<f64> = means.iter().map(|values| average(values)).collect();
            let instance_means: Vec<f64> = (0..instances)
                .map(|instance| average(&means.iter().map(|values| values[instance]).collect::<Vec<_>>()))
                .collect();
            let all = average(&configuration_means);
            let rest = |(values, center): (&Vec<f64>, &f64)| -> f64 {
                values
                    .iter()
                    .zip(&instance_means)
                    .map(|(value, instance)| (value - center - instance + all).powi(2))
                    .sum()
            };
            let squares: f64 = means.iter().zip(&configuration_means).map(rest).sum();
            let trials = shares / (configurations * instances) as f64;
            let noise = within.unwrap_or(0.0) * trials;
            (squares / ((configurations - 1) * (instances - 1)) as f64 - noise).max(0.0)
        });
        Self { repetitions: within.map(f64::sqrt), instances: between.map(f64::sqrt) }
    }
}
