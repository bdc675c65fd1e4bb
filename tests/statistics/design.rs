//! Designs, and the means of their levels when the means of the configurations are exact.

/// A stage: its factors with the names of their levels, and for each configuration its level of each factor.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    pub(crate) name: &'static str,
    pub(crate) factors: Vec<(&'static str, Vec<String>)>,
    pub(crate) points: Vec<Vec<Option<usize>>>,
    /// Whether combinations of levels are missing, so that a regression is fitted.
    pub(crate) is_sampled: bool,
}

/// A choice of factors and levels, of which two apply to the configurations that are averaged.
pub(crate) type Fixed<'a> = &'a [(usize, usize)];

impl Stage {
    /// All combinations of the levels.
    pub(crate) fn factorial(name: &'static str, factors: &[(&'static str, &[&str])]) -> Self {
        let counts: Vec<usize> = factors.iter().map(|(_, levels)| levels.len()).collect();
        let mut points = vec![vec![]];
        for count in counts {
            points = points
                .iter()
                .flat_map(|point: &Vec<_>| (0..count).map(move |level| [&point[..], &[Some(level)]].concat()))
                .collect();
        }
        let names = |levels: &[&str]| levels.iter().map(|level| (*level).to_owned()).collect();
        Self {
            name,
            factors: factors.iter().map(|(key, levels)| (*key, names(levels))).collect(),
            points,
            is_sampled: false,
        }
    }

    /// Keeps each configuration once, after levels that do not apply are taken away.
    pub(crate) fn conditional(mut self, applies: impl Fn(&[Option<usize>], usize) -> bool) -> Self {
        let mut points: Vec<Vec<Option<usize>>> = vec![];
        for point in &self.points {
            let level = |factor: usize| point[factor].filter(|_| applies(point, factor));
            let kept: Vec<_> = (0..point.len()).map(level).collect();
            if !points.contains(&kept) {
                points.push(kept);
            }
        }
        self.points = points;
        self
    }

    /// The factor of this key, or of the end of its key.
    pub(crate) fn factor(&self, key: &str) -> usize {
        let is_it = |name: &str| name == key || name.strip_suffix(key).is_some_and(|rest| rest.ends_with('.'));
        self.factors.iter().position(|(name, _)| is_it(name)).unwrap_or_else(|| panic!("no factor {key}"))
    }

    /// The level of a factor by its name.
    pub(crate) fn level(&self, factor: usize, name: &str) -> usize {
        let levels = &self.factors[factor].1;
        levels.iter().position(|level| level == name).unwrap_or_else(|| panic!("no level {name}"))
    }

    /// The configurations with these levels, in cells: those that share the levels of all factors that apply wherever the fixed
    /// factors do. Cells weigh by their configurations, of which those with different levels of a factor have as many.
    pub(crate) fn cells(&self, fixed: Fixed<'_>) -> Vec<Vec<usize>> {
        let applying: Vec<&Vec<Option<usize>>> =
            self.points.iter().filter(|point| fixed.iter().all(|(factor, _)| point[*factor].is_some())).collect();
        let roots: Vec<usize> =
            (0..self.factors.len()).filter(|factor| applying.iter().all(|point| point[*factor].is_some())).collect();
        let mut cells: Vec<(Vec<Option<usize>>, Vec<usize>)> = vec![];
        for (number, point) in self.points.iter().enumerate() {
            if !fixed.iter().all(|(factor, level)| point[*factor] == Some(*level)) {
                continue;
            }
            let key: Vec<Option<usize>> = roots.iter().map(|factor| point[*factor]).collect();
            match cells.iter_mut().find(|(other, _)| *other == key) {
                Some((_, members)) => members.push(number),
                None => cells.push((key, vec![number])),
            }
        }
        cells.into_iter().map(|(_, members)| members).collect()
    }

    /// The mean of the configurations with these levels.
    pub(crate) fn mean(&self, values: &[f64], fixed: Fixed<'_>) -> f64 {
        let cells = self.cells(fixed).concat();
        cells.iter().map(|point| values[*point]).sum::<f64>() / cells.len() as f64
    }

    /// The levels of a factor that occur together with these.
    pub(crate) fn levels_of(&self, factor: usize, fixed: Fixed<'_>) -> Vec<usize> {
        (0..self.factors[factor].1.len())
            .filter(|level| !self.cells(&[fixed, &[(factor, *level)]].concat()).is_empty())
            .collect()
    }

    /// The means of a factor's levels.
    pub(crate) fn means(&self, values: &[f64], factor: usize, fixed: Fixed<'_>) -> Vec<f64> {
        let mean = |level| self.mean(values, &[fixed, &[(factor, level)]].concat());
        self.levels_of(factor, fixed).into_iter().map(mean).collect()
    }

    /// Whether two factors interact.
    pub(crate) fn interacts(&self, values: &[f64], (first, second): (usize, usize)) -> bool {
        let rows = self.levels_of(first, &[]);
        let rows: Vec<usize> =
            rows.into_iter().filter(|level| !self.levels_of(second, &[(first, *level)]).is_empty()).collect();
        let columns = self.levels_of(second, &[(first, rows[0])]);
        let mean = |row: usize, column: usize| self.mean(values, &[(first, row), (second, column)]);
        rows.iter().any(|row| {
            columns.iter().any(|column| {
                let apart =
                    mean(*row, *column) - mean(rows[0], *column) - mean(*row, columns[0]) + mean(rows[0], columns[0]);
                is_different(apart, 0.0)
            })
        })
    }
}

/// Whether two exact means differ by more than rounding.
pub(crate) fn is_different(a: f64, b: f64) -> bool {
    (a - b).abs() > 1e-9 * (1.0 + a.abs())
}

/// The difference of the largest and the smallest value.
pub(crate) fn range(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::MIN, f64::max) - values.iter().copied().fold(f64::MAX, f64::min)
}

#[test]
fn a_level_is_the_mean_of_its_cells() {
    let all = Stage::factorial("main", &[("a", &["x", "y"]), ("b", &["1", "2"]), ("c", &["p", "q", "r"])]);
    let tree = all.conditional(|point, factor| factor != 2 || point[0] == Some(0));
    assert_eq!(tree.points.len(), 8);
    let values: Vec<f64> = (0..8).map(f64::from).collect();
    // x: cells {0, 1, 2}, {3, 4, 5}; y: 6, 7. b = 1: cells {0, 1, 2} and 6.
    assert_eq!(tree.means(&values, 0, &[]), [2.5, 6.5]);
    assert_eq!(tree.means(&values, 1, &[]), [2.25, 4.75]);
    assert_eq!(tree.means(&values, 2, &[]), [1.5, 2.5, 3.5]);
    assert!(tree.interacts(&values, (0, 1)) && !tree.interacts(&values, (1, 2)));
}
