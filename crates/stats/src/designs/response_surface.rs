//! [`ResponseSurface`]: the regression of configuration means on the factors of a sampled design: shares and F tests of effects and of
//! interactions of two, and predictions without intervals. Complete designs have `variance_shares`.

use crate::LEVEL;
use crate::distributions::student;
use crate::rank_tests::holm;
use crate::samples::summary::{dot, squares};

/// A main effect or an interaction.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// The factor, or the two factors.
    pub factors: Vec<usize>,
    /// Its share of the variance between the means of configurations, without the part that noise explains; 0 to 1.
    pub share: f64,
    /// The p-value of the hypothesis that there is no such effect; `None` without noise to compare it with.
    pub p: Option<f64>,
}

/// The residual degrees of freedom that tests of interactions leave.
const MIN_RESIDUAL: usize = 10;

/// The share of a column's length below which it depends on the columns before it.
const DEPENDENT: f64 = 1e-6;

/// A factor of the design: its value in each configuration, `None` where it does not apply.
#[derive(Clone, Debug)]
pub enum Term {
    /// A number, on the scale on which the design samples it. Its part is a parabola.
    Numeric(Vec<Option<f64>>),
    /// An unordered level by its number, from 0 on. Its part is a number for each level.
    Levels(Vec<Option<usize>>),
}

/// A regression of the means of configurations on their factors.
///
/// G. E. P. Box and K. B. Wilson, "On the experimental attainment of optimum conditions", Journal of the Royal Statistical
/// Society B 13 (1951), 1–45. A number has a linear and a quadratic column, centered among the configurations to which
/// it applies and 0 elsewhere; a level has a column each but the first. Columns that depend on earlier ones are left
/// out. Means and numbers are finite. A prediction for a number beyond those of the design extrapolates the parabola.
#[derive(Clone, Debug)]
pub struct ResponseSurface {
    factors: Vec<Factor>,
    means: Vec<f64>,
    effects: Vec<Effect>,
    coefficients: Vec<f64>,
}

/// A factor with what its columns need.
#[derive(Clone, Debug)]
struct Factor {
    /// The value of each configuration; that of a level is its number.
    values: Vec<Option<f64>>,
    kind: FactorKind,
    /// For each column its mean among the configurations to which the factor applies.
    centers: Vec<f64>,
}

#[derive(Clone, Copy, Debug)]
enum FactorKind {
    /// The middle of a number's values and half of their range.
    Numeric(f64, f64),
    /// The number of levels.
    Levels(usize),
}

impl Factor {
    fn new(term: &Term) -> Self {
        let (values, kind) = match term {
            Term::Numeric(values) => {
                let ends = values
                    .iter()
                    .flatten()
                    .fold((f64::MAX, f64::MIN), |(low, high), value| (value.min(low), value.max(high)));
                let half = (ends.1 - ends.0) / 2.0;
                (
                    values.clone(),
                    FactorKind::Numeric(f64::midpoint(ends.0, ends.1), if half > 0.0 { half } else { 1.0 }),
                )
            }
            Term::Levels(levels) => {
                let count = levels.iter().flatten().max().map_or(0, |last| last + 1);
                (levels.iter().map(|level| level.map(|level| level as f64)).collect(), FactorKind::Levels(count))
            }
        };
        let mut factor = Self { values, kind, centers: Vec::new() };
        let columns = match kind {
            FactorKind::Numeric(..) => 2,
            FactorKind::Levels(count) => count.saturating_sub(1),
        };
        let applying_values: Vec<f64> = factor.values.iter().flatten().copied().collect();
        factor.centers = vec![0.0; columns];
        let rows: Vec<Vec<f64>> = applying_values.iter().map(|value| factor.row(Some(*value))).collect();
        factor.centers = (0..columns)
            .map(|column| rows.iter().map(|row| row[column]).sum::<f64>() / rows.len().max(1) as f64)
            .collect();
        factor
    }

    /// Returns the columns of a value: 0 where the factor does not apply.
    fn row(&self, value: Option<f64>) -> Vec<f64> {
        let Some(value) = value else { return vec![0.0; self.centers.len()] };
        let raw = |column: usize| match self.kind {
            FactorKind::Numeric(middle, half) if column == 0 => (value - middle) / half,
            FactorKind::Numeric(middle, half) => ((value - middle) / half).powi(2),
            FactorKind::Levels(_) => f64::from(u8::from((value - (column + 1) as f64).abs() < 0.5)),
        };
        self.centers.iter().enumerate().map(|(column, center)| raw(column) - center).collect()
    }

    /// Returns the columns whose products are interactions: the linear one, or those of all levels.
    fn product_row(&self, value: Option<f64>) -> Vec<f64> {
        let mut row = self.row(value);
        if matches!(self.kind, FactorKind::Numeric(..)) {
            row.truncate(1);
        }
        row
    }
}

impl ResponseSurface {
    /// Fits the regression. `None` without factors, if all means are equal, if a factor has fewer than two values, or if the main effects
    /// leave no degree of freedom.
    ///
    /// A main effect is tested by F against the regression on all other factors. An interaction of two factors, products of
    /// linear columns and levels, is tested by F as the only one beside all main effects, if 10 residual degrees of
    /// freedom are left. The p-values are not corrected; predictions use the interactions that Holm's correction of all effects
    /// leaves at 5 %. O(configurations × columns²) for each effect.
    ///
    /// # Own rules
    /// The 10 degrees of freedom and the interactions that predictions use. Of 64 points of a Latin hypercube with eight factors, five of
    /// them active and noise, it found 3.8 active factors with linear effects, 4.5 with parabolas and 2.9 with steps in 200 simulated
    /// designs, and anything false in 4 to 6 % of them. Of waves, with two periods in the range, it found 0.04.
    ///
    /// ```
    /// use evocube_stats::designs::{ResponseSurface, Term};
    ///
    /// let rates: Vec<f64> = (0..20).map(f64::from).collect();
    /// let kinds: Vec<usize> = (0..20).map(|point| point / 3 % 2).collect();
    /// let means: Vec<f64> = rates.iter().map(|rate| (rate - 12.0).powi(2) + rate.sin()).collect();
    /// let terms = [
    ///     Term::Numeric(rates.into_iter().map(Some).collect()),
    ///     Term::Levels(kinds.into_iter().map(Some).collect()),
    /// ];
    /// let surface = ResponseSurface::new(&terms, &means).expect("20 points of two factors");
    /// let effects = surface.effects();
    /// assert!(effects[0].p.is_some_and(|p| p < 1e-6) && effects[0].share > effects[1].share);
    /// let predicted = surface.marginals(0, &[2.0, 12.0]);
    /// assert!(predicted[1] < predicted[0]);
    /// ```
    ///
    /// # Panics
    /// If a term does not have a value for each mean.
    pub fn new(factors: &[Term], means: &[f64]) -> Option<Self> {
        let factors: Vec<Factor> = factors.iter().map(Factor::new).collect();
        assert!(factors.iter().all(|factor| factor.values.len() == means.len()), "a value for each configuration");
        let has_one_value = |factor: &Factor| {
            let mut values = factor.values.iter().flatten();
            values.next().is_none_or(|first| values.all(|value| value.total_cmp(first).is_eq()))
        };
        let is_constant = means.windows(2).all(|pair| pair[0].total_cmp(&pair[1]).is_eq());
        if factors.is_empty() || is_constant || factors.iter().any(has_one_value) {
            return None;
        }
        let mut surface = Self { factors, means: means.to_vec(), effects: Vec::new(), coefficients: Vec::new() };
        let singles: Vec<Vec<usize>> = (0..surface.factors.len()).map(|factor| vec![factor]).collect();
        let full = surface.fit(&singles);
        if full.residual_df == 0 {
            return None;
        }
        let spread = squares(means);
        for factor in 0..singles.len() {
            let others: Vec<_> = singles.iter().filter(|single| single[0] != factor).cloned().collect();
            let effect = effect(vec![factor], &surface.fit(&others), &full, spread);
            surface.effects.push(effect);
        }
        for first in 0..singles.len() {
            for second in first + 1..singles.len() {
                let larger_fit = surface.fit(&[&singles[..], &[vec![first, second]]].concat());
                if larger_fit.residual_df >= MIN_RESIDUAL && larger_fit.residual_df < full.residual_df {
                    surface.effects.push(effect(vec![first, second], &full, &larger_fit, spread));
                }
            }
        }
        surface.coefficients = surface.fit(&surface.parts()).coefficients;
        Some(surface)
    }

    /// Returns the main effects, in the order of the factors, followed by those interactions of two that could be tested. Noise is
    /// the residual of the regression.
    pub fn effects(&self) -> &[Effect] {
        &self.effects
    }

    /// Returns the predicted mean of a configuration, given by the value of each factor: a number, the number of a level, or `None`
    /// where the factor does not apply.
    ///
    /// # Panics
    /// If there are not as many values as factors.
    pub fn predict(&self, values: &[Option<f64>]) -> f64 {
        assert_eq!(values.len(), self.factors.len(), "a value for each factor");
        dot(&self.row(&self.parts(), values), &self.coefficients)
    }

    /// Returns the mean prediction over the configurations to which a factor, given by its place, applies, with this factor set
    /// to each of the values. O(configurations + values).
    ///
    /// # Panics
    /// If there is no such factor.
    pub fn marginals(&self, factor: usize, values: &[f64]) -> Vec<f64> {
        let parts = self.parts();
        let applying: Vec<usize> =
            (0..self.means.len()).filter(|point| self.factors[factor].values[*point].is_some()).collect();
        // The mean of the columns that do not depend on the factor, and those that multiply its own.
        let mean_columns = |part: &Vec<usize>| -> Vec<f64> {
            let other = part.iter().find(|other| **other != factor);
            let is_product = part.len() == 2 && part.contains(&factor);
            let columns = |point: usize| match other {
                Some(other) if is_product => self.factors[*other].product_row(self.factors[*other].values[point]),
                Some(_) => self.columns(part, &self.point(point)),
                None => vec![1.0],
            };
            let mut sums = columns(applying[0]);
            for point in &applying[1..] {
                sums.iter_mut().zip(columns(*point)).for_each(|(sum, column)| *sum += column);
            }
            sums.into_iter().map(|sum| sum / applying.len() as f64).collect()
        };
        let means: Vec<Vec<f64>> = parts.iter().map(mean_columns).collect();
        let product = |first: &[f64], second: &[f64]| -> Vec<f64> {
            first.iter().flat_map(|column| second.iter().map(move |other| column * other)).collect()
        };
        let predict = |value: &f64| {
            let factor_row = self.factors[factor].row(Some(*value));
            let product_row = self.factors[factor].product_row(Some(*value));
            let mut row = vec![1.0];
            for (part, mean) in parts.iter().zip(&means) {
                row.extend(match part[..] {
                    [single] if single == factor => factor_row.clone(),
                    [first, _] if first == factor => product(&product_row, mean),
                    [_, second] if second == factor => product(mean, &product_row),
                    _ => mean.clone(),
                });
            }
            dot(&row, &self.coefficients)
        };
        values.iter().map(predict).collect()
    }

    /// Returns the parts that predictions use: all factors, and the significant interactions.
    fn parts(&self) -> Vec<Vec<usize>> {
        let p: Vec<f64> = self.effects.iter().map(|effect| effect.p.unwrap_or(0.0)).collect();
        let is_used = |(effect, p): &(&Effect, f64)| effect.factors.len() == 1 || *p < LEVEL;
        self.effects.iter().zip(holm(&p)).filter(is_used).map(|(effect, _)| effect.factors.clone()).collect()
    }

    /// Returns the columns of a factor or of a pair.
    fn columns(&self, part: &[usize], values: &[Option<f64>]) -> Vec<f64> {
        let [first, second] = part[..] else { return self.factors[part[0]].row(values[part[0]]) };
        let others = self.factors[second].product_row(values[second]);
        let firsts = self.factors[first].product_row(values[first]);
        firsts.iter().flat_map(|column| others.iter().map(move |other| column * other)).collect()
    }

    /// Returns the row of a configuration in the matrix of a regression on some factors and pairs.
    fn row(&self, parts: &[Vec<usize>], values: &[Option<f64>]) -> Vec<f64> {
        let mut row = vec![1.0];
        parts.iter().for_each(|part| row.extend(self.columns(part, values)));
        row
    }

    /// Returns the value of each factor in a configuration.
    fn point(&self, point: usize) -> Vec<Option<f64>> {
        self.factors.iter().map(|factor| factor.values[point]).collect()
    }

    fn fit(&self, parts: &[Vec<usize>]) -> Fit {
        let rows = (0..self.means.len()).map(|point| self.row(parts, &self.point(point)));
        least_squares(rows.collect(), &self.means)
    }
}

/// A fitted regression.
struct Fit {
    /// The weight of each column; 0 for columns that depend on earlier ones.
    coefficients: Vec<f64>,
    residual_squares: f64,
    residual_df: usize,
}

/// Compares two regressions, the second of which has the columns of an effect in addition.
fn effect(factors: Vec<usize>, without: &Fit, with: &Fit, spread: f64) -> Effect {
    let df = without.residual_df.saturating_sub(with.residual_df) as f64;
    let squares = (without.residual_squares - with.residual_squares).max(0.0);
    let noise = with.residual_squares / with.residual_df as f64;
    // Rounding leaves a residual of this size.
    let p = (df > 0.0 && with.residual_squares > 1e-18 * spread)
        .then(|| student::upper_f(squares / df / noise, df, with.residual_df as f64));
    Effect { factors, share: ((squares - df * noise) / spread).clamp(0.0, 1.0), p }
}

/// Returns the regression of values on rows of columns, by modified Gram–Schmidt; Å. Björck, "Solving linear least squares
/// problems by Gram–Schmidt orthogonalization", BIT 7 (1967), 1–21.
fn least_squares(rows: Vec<Vec<f64>>, values: &[f64]) -> Fit {
    let width = rows[0].len();
    let mut residual = values.to_vec();
    // For each independent column its place, its orthonormal form, and the products that triangular substitution needs.
    let mut columns: Vec<(usize, Vec<f64>)> = Vec::new();
    let (mut triangle, mut projections) = (Vec::new(), Vec::new());
    for place in 0..width {
        let mut column: Vec<f64> = rows.iter().map(|row| row[place]).collect();
        let length = dot(&column, &column).sqrt();
        let mut products: Vec<f64> = Vec::new();
        for (_, unit) in &columns {
            let product = dot(unit, &column);
            column.iter_mut().zip(unit).for_each(|(value, unit)| *value -= product * unit);
            products.push(product);
        }
        let rest = dot(&column, &column).sqrt();
        if rest <= DEPENDENT * length || rest <= 0.0 {
            continue;
        }
        column.iter_mut().for_each(|value| *value /= rest);
        let projection = dot(&column, &residual);
        residual.iter_mut().zip(&column).for_each(|(value, unit)| *value -= projection * unit);
        products.push(rest);
        triangle.push(products);
        projections.push(projection);
        columns.push((place, column));
    }
    let mut weights = projections;
    for last in (0..weights.len()).rev() {
        weights[last] /= triangle[last][last];
        for earlier in 0..last {
            weights[earlier] -= triangle[last][earlier] * weights[last];
        }
    }
    let mut coefficients = vec![0.0; width];
    columns.iter().zip(&weights).for_each(|((place, _), weight)| coefficients[*place] = *weight);
    Fit { coefficients, residual_squares: dot(&residual, &residual), residual_df: values.len() - columns.len() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_and_predictions_agree_with_statsmodels() {
        // `ols(...).fit().compare_f_test(...)` and `predict` of statsmodels 0.14.
        let number = |point: usize| (point * 7 % 24) as f64 / 23.0;
        let mean = |point: usize| {
            let a = number(point);
            let level = [0.0, 0.5, 1.0][point % 3] + if point % 3 == 2 { a } else { 0.0 };
            3.0 * a + 4.0 * (a - 0.4).powi(2) + level + 0.3 * (point as f64 * 1.7).sin()
        };
        let numbers = Term::Numeric((0..24).map(|point| Some(number(point))).collect());
        let levels = Term::Levels((0..24).map(|point| Some(point % 3)).collect());
        let means: Vec<f64> = (0..24).map(mean).collect();
        let surface = ResponseSurface::new(&[numbers, levels], &means).unwrap();
        let p = [3.277_394_850_998_101e-14, 2.381_029_455_654_787e-9, 1.345_740_823_485_7e-4];
        assert_eq!(surface.effects().len(), 3);
        for (effect, p) in surface.effects().iter().zip(p) {
            assert!((effect.p.unwrap() / p - 1.0).abs() < 1e-6, "{effect:?} {p}");
        }
        assert!((surface.predict(&[Some(0.25), Some(1.0)]) - 1.463_579_475_130_3).abs() < 1e-9);
    }

    #[test]
    fn an_interaction_is_tested_with_10_residual_degrees_of_freedom() {
        // The mean, two lines and two parabolas are five columns, and the product of two numbers is the sixth one.
        for (points, effects) in [(15, 2), (16, 3)] {
            let term =
                |step: usize| Term::Numeric((0..points).map(|point| Some((point * step % points) as f64)).collect());
            let means: Vec<f64> = (0..points).map(|point| (point as f64 * 1.7).sin()).collect();
            assert_eq!(ResponseSurface::new(&[term(1), term(7)], &means).unwrap().effects().len(), effects);
        }
    }

    #[test]
    fn a_factor_that_applies_to_some_configurations_is_compared_among_them() {
        // The second algorithm has a parameter, whose effect is not that of the algorithm.
        let has_parameter = |point: usize| point >= 10;
        let parameter = |point: usize| has_parameter(point).then_some(point as f64);
        let noise = |point: usize| 0.1 * (point as f64 * 2.3).sin();
        let means: Vec<f64> =
            (0..30).map(|point| 5.0 + parameter(point).map_or(0.0, |value| value - 19.5) + noise(point)).collect();
        let algorithm = Term::Levels((0..30).map(|point| Some(usize::from(has_parameter(point)))).collect());
        let surface =
            ResponseSurface::new(&[algorithm, Term::Numeric((0..30).map(parameter).collect())], &means).unwrap();
        let [first, second] = surface.effects() else { panic!("{:?}", surface.effects()) };
        assert!(first.p.unwrap() > 0.05 && second.p.unwrap() < 1e-9 && second.share > 0.9, "{first:?} {second:?}");
        assert!((surface.marginals(1, &[29.0])[0] - 14.5).abs() < 0.2);
        assert!((surface.marginals(0, &[0.0])[0] - 5.0).abs() < 0.1);
    }

    #[test]
    fn marginals_are_the_means_of_predictions() {
        // Two numbers and a level that interact, and a number that applies to two thirds of the configurations.
        let number = |point: usize, step: usize| ((point * step) % 30) as f64 / 29.0;
        let applying = |point: usize| (!point.is_multiple_of(3)).then(|| number(point, 11));
        let factors = [
            (0..30).map(|point| Some(number(point, 7))).collect::<Vec<_>>(),
            (0..30).map(|point| Some((point % 3) as f64)).collect(),
            (0..30).map(applying).collect(),
        ];
        let mean = |point: usize| {
            let [first, level, last] = [0, 1, 2].map(|factor| factors[factor][point].unwrap_or(0.0));
            3.0 * first * level + last * last + 9.0 * first * last + 0.05 * (point as f64 * 1.7).sin()
        };
        let terms = [
            Term::Numeric(factors[0].clone()),
            Term::Levels(
                factors[1]
                    .iter()
                    .map(|level| level.map(|level| usize::from(level > 0.5) + usize::from(level > 1.5)))
                    .collect(),
            ),
            Term::Numeric(factors[2].clone()),
        ];
        let surface = ResponseSurface::new(&terms, &(0..30).map(mean).collect::<Vec<_>>()).unwrap();
        assert!(surface.parts().len() > 4, "no interaction: {:?}", surface.effects());
        for factor in 0..3 {
            let values = [0.0, 1.0];
            for (marginal, value) in surface.marginals(factor, &values).into_iter().zip(values) {
                let points: Vec<usize> = (0..30).filter(|point| factors[factor][*point].is_some()).collect();
                let predicted = |point: &usize| {
                    let mut point = surface.point(*point);
                    point[factor] = Some(value);
                    surface.predict(&point)
                };
                let mean = points.iter().map(predicted).sum::<f64>() / points.len() as f64;
                assert!((marginal - mean).abs() < 1e-9, "{factor}: {marginal} {mean}");
            }
        }
    }

    #[test]
    fn designs_without_residual_have_no_surface_and_exact_fits_no_p_value() {
        let line = |points: u32| Term::Numeric((0..points).map(|point| Some(f64::from(point))).collect());
        assert!(ResponseSurface::new(&[line(3)], &[1.0, 2.0, 4.0]).is_none());
        assert!(ResponseSurface::new(&[line(9)], &[3.0; 9]).is_none());
        let exact = ResponseSurface::new(&[line(9)], &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]).unwrap();
        assert_eq!(exact.effects()[0].p, None);
    }
}
