//! The weights of cells in the means of levels, and the contrasts of effects with such weights.

use super::Factorial;
use crate::summary::dot;

/// Returns the weight of each cell of a design in the mean of its level of a factor, or of its combination of levels of several. The
/// last factor varies fastest.
///
/// Cells with the same levels of the other factors have the same weight in each of these means, so that a difference between two of
/// them is free of the other factors: the reciprocal of the sum of the reciprocals of their sizes, which are numbers of
/// trials. This weight gives the difference of two levels of equal variance its smallest standard error. The weights of a
/// mean add up to 1; they are equal in a design of equal sizes.
///
/// F. Yates, "The analysis of multiple classifications with unequal numbers in the different classes", Journal of the American
/// Statistical Association 29 (1934), 51–66.
///
/// # Panics
/// If there are not as many sizes as cells.
pub(super) fn cell_weights(levels: &[usize], sizes: &[f64], factors: &[usize]) -> Vec<f64> {
    assert_eq!(sizes.len(), levels.iter().product::<usize>(), "each cell has a size");
    // The number of the combination of the other factors' levels.
    let stratum = |cell: usize| {
        let (mut rest, mut number, mut scale) = (cell, 0, 1);
        for (factor, count) in levels.iter().enumerate().rev() {
            if !factors.contains(&factor) {
                number += rest % count * scale;
                scale *= count;
            }
            rest /= count;
        }
        number
    };
    let mut reciprocals = vec![0.0; sizes.len()];
    sizes.iter().enumerate().for_each(|(cell, size)| reciprocals[stratum(cell)] += size.recip());
    let sum: f64 = reciprocals.iter().filter(|sum| **sum > 0.0).map(|sum| sum.recip()).sum();
    (0..sizes.len()).map(|cell| reciprocals[stratum(cell)].recip() / sum).collect()
}

impl Factorial {
    /// Returns contrasts that span an effect: products of Helmert's contrasts of its factors and the weights of cells, which are equal for
    /// the same levels of other factors.
    ///
    /// Of means with variances in proportion to the reciprocals of their sizes, they are uncorrelated and have equal variances.
    /// So the sum of their squares is that of a least-squares fit with this effect, beyond the fit without it. Equal `sizes`
    /// make them orthonormal.
    pub(super) fn basis(&self, factors: &[usize], weights: &[f64], sizes: &[f64]) -> Vec<Vec<f64>> {
        let counts: Vec<usize> = factors.iter().map(|factor| self.levels[*factor]).collect();
        let combination = |cell: usize| self.combination(cell, factors);
        // The size of one cell whose mean has the variance of the weighted mean.
        let mut effective = vec![0.0; counts.iter().product()];
        for (cell, weight) in weights.iter().enumerate() {
            effective[combination(cell)] += weight * weight / sizes[cell];
        }
        effective.iter_mut().for_each(|size| *size = size.recip());
        let mut contrasts = vec![vec![1.0; effective.len()]];
        let mut faster = effective.len();
        for count in counts {
            faster /= count;
            let product = |base: &Vec<f64>, contrast: usize| -> Vec<f64> {
                let norm = ((contrast * (contrast + 1)) as f64).sqrt();
                let helmert = |level: usize| match level {
                    level if level < contrast => 1.0 / norm,
                    level if level == contrast => -(contrast as f64) / norm,
                    _ => 0.0,
                };
                base.iter().enumerate().map(|(place, weight)| weight * helmert(place / faster % count)).collect()
            };
            contrasts = contrasts.iter().flat_map(|base| (1..count).map(|contrast| product(base, contrast))).collect();
        }
        // In units in which the means of all combinations have equal variances.
        for contrast in &mut contrasts {
            contrast.iter_mut().zip(&effective).for_each(|(weight, size)| *weight /= size.sqrt());
        }
        orthonormalize(&mut contrasts);
        let cell_contrast = |contrast: &Vec<f64>| {
            let weight =
                |cell: usize| contrast[combination(cell)] * effective[combination(cell)].sqrt() * weights[cell];
            (0..weights.len()).map(weight).collect()
        };
        contrasts.iter().map(cell_contrast).collect()
    }

    /// Returns the sum of squares of the means that contrasts span.
    pub(super) fn squares_of(&self, basis: &[Vec<f64>]) -> f64 {
        basis.iter().map(|contrast| dot(contrast, &self.means).powi(2)).sum()
    }
}

/// Makes vectors orthogonal and of length 1, in their order.
fn orthonormalize(vectors: &mut [Vec<f64>]) {
    for place in 0..vectors.len() {
        let (earlier, rest) = vectors.split_at_mut(place);
        let vector = &mut rest[0];
        for unit in earlier.iter() {
            let product = dot(unit, vector);
            // Helmert's contrasts of equal sizes are orthogonal already.
            if product.abs() > 0.0 {
                vector.iter_mut().zip(unit).for_each(|(value, unit)| *value -= product * unit);
            }
        }
        let length = dot(vector, vector).sqrt();
        vector.iter_mut().for_each(|value| *value /= length);
    }
}
