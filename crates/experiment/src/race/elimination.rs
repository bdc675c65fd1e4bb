//! Statistical tests that eliminate configurations from a race, given their costs. When to test is decided in `iteration`.

use evocube_stats::rank_tests::{conover_p, friedman, signed_rank};

/// Returns which configurations survive, from their costs on the tests so far (one block per test).
///
/// All survive unless Friedman's test finds a difference. Then Conover's comparison eliminates the configurations that are worse
/// than the best. Two configurations are compared by Wilcoxon's signed-rank test instead. `level` is the probability of an
/// elimination when all are equal.
///
/// M. Birattari, T. Stützle, L. Paquete and K. Varrentrapp, "A racing algorithm for configuring metaheuristics", GECCO
/// 2002, 11–18. They use the χ² limit of Friedman's test; this uses Iman and Davenport's F, which is more exact for few
/// blocks.
pub(super) fn survivors(blocks: &[Vec<f64>], level: f64) -> Vec<bool> {
    let count = blocks.first().map_or(0, Vec::len);
    match count {
        0 | 1 => vec![true; count],
        2 => {
            let side = |side: usize| -> Vec<f64> { blocks.iter().map(|block| block[side]).collect() };
            let test = signed_rank(&side(0), &side(1)).filter(|test| test.p < level);
            let Some(test) = test else { return vec![true; 2] };
            let differing = blocks.iter().filter(|block| block[0].total_cmp(&block[1]).is_ne()).count() as f64;
            let zeros = blocks.len() as f64 - differing;
            let all = |n: f64| n * (n + 1.0) / 2.0;
            // Positive differences: the first costs more.
            let first_is_worse = test.positive > (all(blocks.len() as f64) - all(zeros)) / 2.0;
            vec![!first_is_worse, first_is_worse]
        }
        _ => {
            let differ = friedman(blocks).is_some_and(|test| test.p < level);
            let p = differ.then(|| conover_p(blocks)).flatten();
            p.map_or_else(|| vec![true; count], |p| p.into_iter().map(|p| p >= level).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn race_eliminates_only_significantly_worse_configurations() {
        let blocks: Vec<Vec<f64>> =
            (0..8).map(|test| [1.0, 2.0, 50.0, 1.5, 60.0].map(|cost| cost + f64::from(test % 3)).to_vec()).collect();
        assert_eq!(survivors(&blocks, 0.05), [true, false, false, false, false]);
        let ties = vec![vec![3.0; 4]; 10];
        assert_eq!(survivors(&ties, 0.05), [true; 4]);
        assert_eq!(survivors(&[], 0.05), [] as [bool; 0]);
        assert_eq!(survivors(&[vec![1.0]], 0.05), [true]);
    }

    #[test]
    fn race_compares_two_configurations_by_signed_ranks() {
        let five = vec![vec![1.0, 2.0]; 5];
        // The smallest p of five pairs is 0.0625.
        assert_eq!(survivors(&five, 0.05), [true, true]);
        assert_eq!(survivors(&vec![vec![1.0, 2.0]; 6], 0.05), [true, false]);
        assert_eq!(survivors(&vec![vec![f64::INFINITY, 2.0]; 6], 0.05), [false, true]);
        let mostly = [[5.0, 5.0], [9.0, 1.0], [9.0, 2.0], [9.0, 3.0], [9.0, 4.0], [9.0, 0.0], [9.0, 6.0], [9.0, 7.0]];
        assert_eq!(survivors(&mostly.map(Vec::from), 0.05), [false, true]);
    }
}
