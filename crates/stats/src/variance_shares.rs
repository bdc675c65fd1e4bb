//! The parts of the variance between the cells of a factorial design that its factors explain.

use crate::summary;

/// Returns the shares of the variance between cells that the main effects explain, in the order of the factors, then those of the
/// interactions of two, without the part that noise explains.
///
/// `cells` has the configurations of each combination of `levels`, the last factor varying fastest; they weigh equally in the mean of
/// their cell. `values` has the trials of each configuration on each instance. What is left for interactions of three and more factors
/// counts as variance. `None` if noise cannot be estimated: each configuration has a single trial.
///
/// ```
/// let trials = |center: f64| vec![vec![center - 1.0, center + 1.0]];
/// let values = [trials(10.0), trials(10.0), trials(40.0), trials(40.0)];
/// let shares = evocube_stats::variance_shares(&[2, 2], &[vec![0], vec![1], vec![2], vec![3]], &values);
/// assert_eq!(shares, Some(vec![1.0, 0.0, 0.0]));
/// ```
///
/// # Panics
/// If there are not as many cells as combinations of levels, or if a cell names a configuration without values.
pub fn variance_shares(levels: &[usize], cells: &[Vec<usize>], values: &[Vec<Vec<f64>>]) -> Option<Vec<f64>> {
    assert_eq!(cells.len(), levels.iter().product::<usize>(), "each combination of levels is a cell");
    let instances = values.first()?.len();
    let average = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let on_instance = |cell: &Vec<usize>, instance: usize| {
        cell.iter().map(|place| average(&values[*place][instance])).sum::<f64>() / cell.len() as f64
    };
    let table: Vec<Vec<f64>> =
        cells.iter().map(|cell| (0..instances).map(|instance| on_instance(cell, instance)).collect()).collect();
    let means: Vec<f64> = table.iter().map(|row| average(row)).collect();
    let noise = noise(cells, values, &table, &means)?;
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
    let explained = |squares: f64, df: f64| if squares > rounding { (squares - df * noise).max(0.0) } else { 0.0 };
    let count = levels.len();
    let effects = (0..count)
        .map(|factor| vec![factor])
        .chain((0..count).flat_map(|first| (first + 1..count).map(move |second| vec![first, second])));
    let (mut rest, mut rest_df, mut shares) = (summary::squares(&means), cells.len() as f64 - 1.0, vec![]);
    for factors in effects {
        let deviation = |cell: usize| match factors[..] {
            [factor] => marginal(cell, &[factor]) - grand,
            _ => {
                marginal(cell, &factors) - factors.iter().map(|factor| marginal(cell, &[*factor])).sum::<f64>() + grand
            }
        };
        let squares: f64 = (0..cells.len()).map(|cell| deviation(cell).powi(2)).sum();
        let df = factors.iter().map(|factor| levels[*factor] as f64 - 1.0).product::<f64>();
        (rest, rest_df) = (rest - squares, rest_df - df);
        shares.push(explained(squares, df));
    }
    let all = shares.iter().sum::<f64>() + if rest_df > 0.5 { explained(rest, rest_df) } else { 0.0 };
    Some(shares.into_iter().map(|share| if all > 0.0 { share / all } else { 0.0 }).collect())
}

/// Returns the mean variance of the means of cells: of trials, or of instances where some configuration has a single trial.
fn noise(cells: &[Vec<usize>], values: &[Vec<Vec<f64>>], table: &[Vec<f64>], means: &[f64]) -> Option<f64> {
    let (count, instances) = (cells.len() as f64, table[0].len() as f64);
    let variance = |trials: &Vec<f64>| summary::squares(trials) / (trials.len() as f64 - 1.0) / trials.len() as f64;
    if cells.iter().flatten().flat_map(|place| &values[*place]).all(|trials| trials.len() > 1) {
        let of_cell = |cell: &Vec<usize>| {
            let sum: f64 = cell.iter().flat_map(|place| &values[*place]).map(variance).sum();
            sum / (cell.len() as f64 * instances).powi(2)
        };
        return Some(cells.iter().map(of_cell).sum::<f64>() / count);
    }
    let grand = means.iter().sum::<f64>() / count;
    let of_instance = |instance: usize| table.iter().map(|row| row[instance]).sum::<f64>() / count - grand;
    let squares: f64 = (0..table[0].len())
        .map(|instance| {
            let center = of_instance(instance);
            table.iter().zip(means).map(|(row, mean)| (row[instance] - mean - center).powi(2)).sum::<f64>()
        })
        .sum();
    (instances > 1.0).then(|| squares / ((count - 1.0) * (instances - 1.0)) / instances)
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
        let shares = variance_shares(&[2, 2], &cells, &values).unwrap();
        let noise = 1.0 / 3.0;
        let squares = [4.0 * 4.25_f64.powi(2), 4.0 * 1.25_f64.powi(2), 4.0 * 0.25_f64.powi(2)].map(|all| all - noise);
        let squares = squares.map(|all: f64| all.max(0.0));
        let sum: f64 = squares.iter().sum();
        assert!(shares.iter().zip(squares).all(|(share, all)| (share - all / sum).abs() < 1e-12), "{shares:?}");
        assert_eq!(variance_shares(&[2], &[vec![0], vec![1]], &[vec![vec![1.0]], vec![vec![2.0]]]), None);
        // One trial on each of three instances: all that instances do not explain is noise.
        let single = |center: f64| [0.0, 10.0, 20.0].map(|shift| vec![center + shift]).to_vec();
        assert_eq!(variance_shares(&[2], &[vec![0], vec![1]], &[single(1.0), single(2.0)]), Some(vec![1.0]));
    }
}
