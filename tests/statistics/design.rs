//! Designs of simulated sweeps: factors, levels and configurations, and the groups of configurations over which the true mean of a level is
//! taken. Such a group is a cell here; a `Cell` in `cells` is a kind of sweep. The means are computed in `sweeps`.

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

    /// A sample of numbers: one point in each of `count` parts of the range of each factor, in an order that looks random.
    pub(crate) fn sampled(count: usize, keys: &[&'static str]) -> Self {
        // Multiples of the golden ratio and others: a lattice, by the ranks of its points.
        let ranks = |factor: usize| -> Vec<usize> {
            let step = (2.0_f64 + factor as f64).sqrt() * 1.618_034 + 0.31 * factor as f64;
            let place =
                |point: usize| ((point as f64 + 1.0) * step + 0.37 * ((point * (factor + 3)) % 11) as f64).fract();
            let mut order: Vec<usize> = (0..count).collect();
            order.sort_by(|a, b| place(*a).total_cmp(&place(*b)));
            let mut ranks = vec![0; count];
            order.into_iter().enumerate().for_each(|(rank, point)| ranks[point] = rank);
            ranks
        };
        let ranks: Vec<Vec<usize>> = (0..keys.len()).map(ranks).collect();
        let names: Vec<String> =
            (0..count).map(|level| format!("{:.3}", (level as f64 + 0.5) / count as f64)).collect();
        Self {
            name: "main",
            factors: keys.iter().map(|key| (*key, names.clone())).collect(),
            points: (0..count).map(|point| ranks.iter().map(|ranks| Some(ranks[point])).collect()).collect(),
            is_sampled: true,
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

    /// The levels of a factor that occur together with these.
    pub(crate) fn levels_of(&self, factor: usize, fixed: Fixed<'_>) -> Vec<usize> {
        (0..self.factors[factor].1.len())
            .filter(|level| !self.cells(&[fixed, &[(factor, *level)]].concat()).is_empty())
            .collect()
    }
}

#[test]
fn cells_share_the_levels_of_all_factors_that_apply() {
    let all = Stage::factorial("main", &[("a", &["x", "y"]), ("b", &["1", "2"]), ("c", &["p", "q", "r"])]);
    let tree = all.conditional(|point, factor| factor != 2 || point[0] == Some(0));
    assert_eq!(tree.points.len(), 8);
    // x: cells {0, 1, 2}, {3, 4, 5}; y: 6, 7. b = 1: cells {0, 1, 2} and 6.
    assert_eq!(tree.cells(&[(0, 0)]), [vec![0, 1, 2], vec![3, 4, 5]]);
    assert_eq!(tree.cells(&[(0, 1)]), [vec![6], vec![7]]);
    assert_eq!(tree.cells(&[(1, 0)]), [vec![0, 1, 2], vec![6]]);
    assert_eq!(tree.cells(&[(2, 1)]), [vec![1], vec![4]]);
}
