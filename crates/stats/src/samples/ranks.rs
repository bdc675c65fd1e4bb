//! Ranks of values, doubled so that mean ranks for ties are whole numbers, also within blocks; and the correction for ties.

/// Returns twice the rank of each value, 2 for the lowest. Tied values share the mean of their ranks, so the double is a whole
/// number. Infinite values of one sign tie with each other. No value may be NaN.
pub(crate) fn doubled(values: &[f64]) -> Vec<u64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0; values.len()];
    let mut begin = 0;
    for tied in order.chunk_by(|&a, &b| are_equal(values[a], values[b])) {
        // Ranks begin + 1 to begin + t; twice their mean.
        let rank = 2 * begin + tied.len() as u64 + 1;
        for &index in tied {
            ranks[index] = rank;
        }
        begin += tied.len() as u64;
    }
    ranks
}

/// Returns twice the ranks of the values of each block, and their sums over the blocks; `None` with fewer than two values in a
/// block or two blocks.
///
/// # Panics
/// If blocks differ in length.
pub(crate) fn doubled_by_block(blocks: &[Vec<f64>]) -> Option<(Vec<Vec<u64>>, Vec<u64>)> {
    let configurations = blocks.first()?.len();
    if configurations < 2 || blocks.len() < 2 {
        return None;
    }
    assert!(blocks.iter().all(|block| block.len() == configurations), "every block has a value of every configuration");
    let ranks: Vec<Vec<u64>> = blocks.iter().map(|block| doubled(block)).collect();
    let sums = (0..configurations).map(|place| ranks.iter().map(|block| block[place]).sum()).collect();
    Some((ranks, sums))
}

/// Returns Σ (t³ − t) over the groups of t tied ranks: the tie correction of the variances of rank tests.
pub(crate) fn tie_term(ranks: impl IntoIterator<Item = u64>) -> f64 {
    let mut ranks: Vec<u64> = ranks.into_iter().collect();
    ranks.sort_unstable();
    ranks.chunk_by(|a, b| a == b).map(|tied| (tied.len() as f64).powi(3) - tied.len() as f64).sum()
}

/// Returns whether two values are tied; −0 ties with 0.
fn are_equal(a: f64, b: f64) -> bool {
    a == b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_the_mean_of_their_ranks() {
        assert_eq!(doubled(&[5.0, 1.0, 5.0, f64::INFINITY, 5.0, f64::INFINITY]), [6, 2, 6, 11, 6, 11]);
        assert_eq!(doubled(&[0.0, -0.0]), [3, 3]);
        assert!((tie_term([6, 2, 6, 11, 6, 11]) - 30.0).abs() < 1e-12);
    }
}
