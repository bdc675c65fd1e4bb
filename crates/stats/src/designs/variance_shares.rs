//! [`variance_shares`]: what factors and their interactions of two explain, beyond noise, of the variance between the cells of a complete
//! factorial design, with intervals.

use crate::distributions::root::root;
use crate::distributions::student;
use crate::samples::summary::{dot, squares};
use crate::{Estimate, Interval, LEVEL};

/// Returns the shares of the variance between cells that the main effects explain, in the order of the factors, then those of the
/// interactions of two, without the part that noise explains: 0 to 1, each with its interval of 95 %, if there is variance.
///
/// `cells` has the configurations of each combination of `levels`, the last factor varying fastest; they weigh equally in the mean of
/// their cell. `values` has the trials of each configuration on each instance; the variance of the mean of a cell is `inflation` times
/// that of independent trials. What is left for interactions of three and more factors counts as variance. `None` if noise cannot be
/// estimated: some configuration has a single trial on the only instance.
///
/// A share s is a ratio of quadratic forms of the means m of cells, so mᵀAm with A = P − s P₀, P of the effect and P₀ of all, is near 0 but
/// for noise. The interval has the values of s at which it is, as E. C. Fieller's of a ratio (1954), by Student's t. For normal means with
/// expectation μ and variances Σ the variance is 4 μᵀAΣAμ + 2 tr AΣAΣ. Its estimate is 4 mᵀAΣAm, which is larger by 2 tr AΣAΣ on average,
/// and at least the second term; the degrees of freedom are F. E. Satterthwaite's (1946).
///
/// # Own rules
/// The larger of both estimates of the variance counts. Of two factors with three normal trials in each of twelve cells, the interval
/// missed in at most 5.2 % of 2,000 simulated designs of four kinds.
///
/// ```
/// let trials = |center: f64| vec![vec![center - 1.0, center + 1.0]];
/// let values = [trials(10.0), trials(10.0), trials(40.0), trials(40.0)];
/// let shares = evocube_stats::designs::variance_shares(&[2, 2], &[vec![0], vec![1], vec![2], vec![3]], &values, 1.0).expect("noise");
/// assert_eq!(shares.iter().map(|share| share.value).collect::<Vec<_>>(), [1.0, 0.0, 0.0]);
/// ```
///
/// # Panics
/// If there are not as many cells as combinations of levels, or if a cell names a configuration without values.
pub fn variance_shares(
    levels: &[usize],
    cells: &[Vec<usize>],
    values: &[Vec<Vec<f64>>],
    inflation: f64,
) -> Option<Vec<Estimate>> {
    assert_eq!(cells.len(), levels.iter().product::<usize>(), "each combination of levels is a cell");
    let instances = values.first()?.len();
    let average = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let on_instance = |cell: &Vec<usize>, instance: usize| {
        cell.iter().map(|place| average(&values[*place][instance])).sum::<f64>() / cell.len() as f64
    };
    let table: Vec<Vec<f64>> =
        cells.iter().map(|cell| (0..instances).map(|instance| on_instance(cell, instance)).collect()).collect();
    let means: Vec<f64> = table.iter().map(|row| average(row)).collect();
    let mut noise = Noise::new(cells, values, &table, &means)?;
    noise.variances.iter_mut().for_each(|variance| *variance *= inflation);
    let mean_noise = average(&noise.variances);
    let grand = average(&means);
    let level = |cell: usize, factor: usize| {
        let faster: usize = levels[factor + 1..].iter().product();
        cell / faster % levels[factor]
    };
    // The mean of all cells with the levels that a cell has of some factors.
    let marginal = |cell: usize, factors: &[usize]| {
        let is_like = |other: &usize| factors.iter().all(|factor| level(*other, *factor) == level(cell, *factor));
        average(&(0..cells.len()).filter(is_like).map(|other| means[other]).collect::<Vec<_>>())
    };
    let rounding = (1e-10 * means.iter().fold(0.0, |largest: f64, mean| largest.max(mean.abs()))).powi(2);
    let explained = |squares: f64, df: f64| if squares > rounding { (squares - df * mean_noise).max(0.0) } else { 0.0 };
    let count = levels.len();
    let effects = (0..count)
        .map(|factor| vec![factor])
        .chain((0..count).flat_map(|first| (first + 1..count).map(move |second| vec![first, second])));
    let all_df = cells.len() as f64 - 1.0;
    let (mut rest, mut rest_df, mut parts) = (squares(&means), all_df, vec![]);
    for factors in effects {
        let deviation = |cell: usize| match factors[..] {
            [factor] => marginal(cell, &[factor]) - grand,
            _ => {
                marginal(cell, &factors) - factors.iter().map(|factor| marginal(cell, &[*factor])).sum::<f64>() + grand
            }
        };
        let deviations: Vec<f64> = (0..cells.len()).map(deviation).collect();
        let squares: f64 = deviations.iter().map(|deviation| deviation.powi(2)).sum();
        let df = factors.iter().map(|factor| levels[*factor] as f64 - 1.0).product::<f64>();
        (rest, rest_df) = (rest - squares, rest_df - df);
        parts.push((deviations, df, explained(squares, df)));
    }
    let all =
        parts.iter().map(|(.., part)| part).sum::<f64>() + if rest_df > 0.5 { explained(rest, rest_df) } else { 0.0 };
    let all_squares = squares(&means) - all_df * mean_noise;
    let share = |(deviations, df, part): (Vec<f64>, f64, f64)| {
        let share = if all > 0.0 { part / all } else { 0.0 };
        let squares = deviations.iter().map(|deviation| deviation.powi(2)).sum::<f64>() - df * mean_noise;
        // Negative for the shares of the interval.
        let excess = |share: f64| {
            let weight = |cell: usize| (deviations[cell] - share * (means[cell] - grand)).powi(2);
            let weights: Vec<f64> = (0..cells.len()).map(weight).collect();
            let trace = mean_noise.powi(2) * (df * (1.0 - share).powi(2) + (all_df - df) * share.powi(2));
            let error = (4.0 * dot(&weights, &noise.variances)).max(2.0 * trace).sqrt();
            (squares - share * all_squares).abs() - student::two_sided_quantile(LEVEL, noise.df(&weights)) * error
        };
        let interval = (all > 0.0 && excess(share) <= 0.0).then(|| Interval {
            low: if excess(0.0) > 0.0 { root(excess, 0.0, share, 1e-9) } else { 0.0 },
            high: if excess(1.0) > 0.0 { root(|share| -excess(share), share, 1.0, 1e-9) } else { 1.0 },
        });
        Estimate { value: share, interval }
    };
    Some(parts.into_iter().map(share).collect())
}

/// The noise of the means of cells.
struct Noise {
    /// The variance of each.
    variances: Vec<f64>,
    /// The degrees of freedom of the estimates: of all as one, or of each.
    df: Result<f64, Vec<f64>>,
}

impl Noise {
    /// Returns the degrees of freedom of a weighted sum of the variances.
    fn df(&self, weights: &[f64]) -> f64 {
        let of_each = |df: &Vec<f64>| {
            let parts =
                || weights.iter().zip(&self.variances).zip(df).map(|((weight, variance), df)| (weight * variance, df));
            let spread: f64 = parts().filter(|(part, _)| *part > 0.0).map(|(part, df)| part.powi(2) / df).sum();
            dot(weights, &self.variances).powi(2) / spread
        };
        self.df.as_ref().map_or_else(of_each, |df| *df)
    }

    /// Returns the noise of trials, or of instances where some configuration has a single trial.
    fn new(cells: &[Vec<usize>], values: &[Vec<Vec<f64>>], table: &[Vec<f64>], means: &[f64]) -> Option<Self> {
        let (count, instances) = (cells.len() as f64, table[0].len() as f64);
        if cells.iter().flatten().flat_map(|place| &values[*place]).all(|trials| trials.len() > 1) {
            let part = |cell: &Vec<usize>, trials: &Vec<f64>| {
                let df = trials.len() as f64 - 1.0;
                let weight = (cell.len() as f64 * instances).powi(2);
                (squares(trials) / df / trials.len() as f64 / weight, df)
            };
            let parts: Vec<Vec<(f64, f64)>> = cells
                .iter()
                .map(|cell| cell.iter().flat_map(|place| &values[*place]).map(|trials| part(cell, trials)).collect())
                .collect();
            let variances: Vec<f64> = parts.iter().map(|parts| parts.iter().map(|(part, _)| part).sum()).collect();
            let df = |(parts, variance): (&Vec<(f64, f64)>, &f64)| {
                variance.powi(2) / parts.iter().map(|(part, df)| part.powi(2) / df).sum::<f64>()
            };
            let df = Err(parts.iter().zip(&variances).map(df).collect());
            return Some(Self { variances, df });
        }
        let grand = means.iter().sum::<f64>() / count;
        let of_instance = |instance: usize| table.iter().map(|row| row[instance]).sum::<f64>() / count - grand;
        let squares: f64 = (0..table[0].len())
            .map(|instance| {
                let center = of_instance(instance);
                table.iter().zip(means).map(|(row, mean)| (row[instance] - mean - center).powi(2)).sum::<f64>()
            })
            .sum();
        let df = (count - 1.0) * (instances - 1.0);
        (instances > 1.0).then(|| Self { variances: vec![squares / df / instances; cells.len()], df: Ok(df) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_and_noise_explains_the_rest() {
        // Effects of 8 and 2 between levels, and an interaction of 1, of trials that vary by 1: by hand from sums of squares.
        let trials = |center: f64| vec![vec![center - 1.0, center, center + 1.0]];
        let values = [trials(0.0), trials(2.0), trials(8.0), trials(11.0)];
        let cells: Vec<Vec<usize>> = (0..4).map(|cell| vec![cell]).collect();
        let only = |shares: Option<Vec<Estimate>>| Some(shares?.iter().map(|share| share.value).collect::<Vec<_>>());
        let shares = only(variance_shares(&[2, 2], &cells, &values, 1.0)).unwrap();
        let noise = 1.0 / 3.0;
        let squares = [4.0 * 4.25_f64.powi(2), 4.0 * 1.25_f64.powi(2), 4.0 * 0.25_f64.powi(2)].map(|all| all - noise);
        let squares = squares.map(|all: f64| all.max(0.0));
        let sum: f64 = squares.iter().sum();
        assert!(shares.iter().zip(squares).all(|(share, all)| (share - all / sum).abs() < 1e-12), "{shares:?}");
        assert_eq!(variance_shares(&[2], &[vec![0], vec![1]], &[vec![vec![1.0]], vec![vec![2.0]]], 1.0), None);
        // One trial on each of three instances: all that instances do not explain is noise.
        let single = |center: f64| [0.0, 10.0, 20.0].map(|shift| vec![center + shift]).to_vec();
        let shares = variance_shares(&[2], &[vec![0], vec![1]], &[single(1.0), single(2.0)], 1.0);
        assert_eq!(only(shares), Some(vec![1.0]));
    }

    #[test]
    fn intervals_of_shares_miss_the_truth_in_about_five_percent() {
        const DESIGNS: u32 = 2_000;
        let mut draws = crate::Draws::new(20_261_129);
        let mut largest = 0;
        // Three levels by four; effects of both, of one almost alone, and an interaction.
        for (first, second, both) in [(1.0, 1.0, 0.0), (2.0, 0.1, 0.0), (0.5, 0.5, 1.0), (0.3, 0.8, 0.3)] {
            let effect = |cell: usize| {
                let (x, y) = ((cell / 4) as f64 - 1.0, (cell % 4) as f64 - 1.5);
                first * x + second * y + both * x * y
            };
            // The squares of the levels are orthogonal.
            let squares = [first.powi(2) * 8.0, second.powi(2) * 15.0, both.powi(2) * 10.0];
            let mut missed = [0; 3];
            for _ in 0..DESIGNS {
                let mut trial = |cell| effect(cell) + (0..12).map(|_| draws.uniform()).sum::<f64>() - 6.0;
                let values: Vec<_> =
                    (0..12).map(|cell| vec![(0..3).map(|_| trial(cell)).collect::<Vec<_>>()]).collect();
                let cells: Vec<Vec<usize>> = (0..12).map(|cell| vec![cell]).collect();
                let shares = variance_shares(&[3, 4], &cells, &values, 1.0).unwrap();
                for (place, share) in shares.iter().enumerate() {
                    let truth = squares[place] / squares.iter().sum::<f64>();
                    let ends = share.interval.unwrap();
                    missed[place] += u32::from(!(ends.low - 1e-9..=ends.high + 1e-9).contains(&truth));
                }
            }
            assert!(missed.iter().all(|count| *count <= DESIGNS * 7 / 100), "{first} {second} {both}: {missed:?}");
            largest = largest.max(missed.into_iter().max().unwrap());
        }
        assert!(largest >= DESIGNS / 50, "no interval is needlessly wide: {largest}");
    }
}
