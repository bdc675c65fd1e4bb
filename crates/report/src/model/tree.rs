//! [`Design`]: the complete factorial designs of a stage, also within single levels of a factor where another one applies to these only.
//! [`planned_tests`]: the tests that a report will make of them. A stage with missing combinations, such as a sample, or with a factor of
//! more than 24 levels has neither: see `surface`.

use std::collections::{BTreeMap, BTreeSet};

use super::groups::Groups;
use evocube_experiment::record::FactorSummary;

/// Maximum number of levels of a factor in a factorial. A factor with more is one of a response surface.
pub(super) const MAX_LEVELS: usize = 24;

/// A complete factorial of cells, each of which holds the configurations with one combination of levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Design {
    /// The factors, by their places in the stage.
    pub(crate) factors: Vec<usize>,
    /// The levels of each, by their places in the factor.
    pub(crate) levels: Vec<Vec<usize>>,
    /// The configurations of each combination; the last factor varies fastest.
    pub(crate) cells: Vec<Vec<usize>>,
    /// Whether each factor is tested here, and not in the design around this one.
    pub(crate) is_tested: Vec<bool>,
}

impl Design {
    /// Returns the numbers of levels.
    pub(crate) fn counts(&self) -> Vec<usize> {
        self.levels.iter().map(Vec::len).collect()
    }

    /// Returns the level of a factor in a cell, by its place in `levels`. The factor is given by its place in the design.
    pub(crate) fn level(&self, cell: usize, place: usize) -> usize {
        let faster: usize = self.levels[place + 1..].iter().map(Vec::len).product();
        cell / faster % self.levels[place].len()
    }

    /// Returns the cells with a level of a factor.
    pub(crate) fn cells_with(&self, place: usize, level: usize) -> impl Iterator<Item = &Vec<usize>> {
        let cells = self.cells.iter().enumerate();
        cells.filter(move |(cell, _)| self.level(*cell, place) == level).map(|(_, configurations)| configurations)
    }

    /// Returns the places of the factors of each effect: of single factors, then of pairs; `None` for one that is not tested here.
    pub(crate) fn effect_places(&self) -> Vec<Option<Vec<usize>>> {
        let places = 0..self.factors.len();
        let pairs =
            places.clone().flat_map(|first| (first + 1..self.factors.len()).map(move |second| vec![first, second]));
        let all = places.map(|place| vec![place]).chain(pairs);
        all.map(|places| Some(places).filter(|places| places.iter().any(|place| self.is_tested[*place]))).collect()
    }

    /// Returns the place of a factor of the stage.
    pub(crate) fn place(&self, factor: usize) -> usize {
        self.factors.iter().position(|other| *other == factor).expect("a factor of the design")
    }

    /// Returns the configurations of each level of a factor, within each combination of the levels of the others.
    pub(crate) fn groups(&self, place: usize) -> Groups {
        let cells = |level| self.cells_with(place, level).cloned().collect();
        Groups { levels: (0..self.levels[place].len()).map(cells).collect() }
    }

    /// Returns the configurations of each combination of the levels of two factors, the second varying fastest, within each combination of
    /// the levels of the others.
    pub(crate) fn groups_of_pair(&self, first: usize, second: usize) -> Groups {
        let cells = |(level, other)| {
            let cells = self.cells.iter().enumerate();
            let has = |(cell, _): &(usize, &Vec<usize>)| {
                self.level(*cell, first) == level && self.level(*cell, second) == other
            };
            cells.filter(has).map(|(_, configurations)| configurations.clone()).collect()
        };
        let seconds = self.levels[second].len();
        let pairs = (0..self.levels[first].len()).flat_map(|level| (0..seconds).map(move |other| (level, other)));
        Groups { levels: pairs.map(cells).collect() }
    }

    /// Returns the level of another factor in one of the combinations within which a factor is compared.
    pub(crate) fn level_of_slice(&self, place: usize, other: usize, slice: usize) -> usize {
        let mut cells = (0..self.cells.len()).filter(|cell| self.level(*cell, place) == 0);
        cells.nth(slice).map_or(0, |cell| self.level(cell, other))
    }

    /// Returns the design within one level of a factor.
    pub(crate) fn within(&self, place: usize, level: usize) -> Self {
        let mut design = self.clone();
        design.factors.remove(place);
        design.levels.remove(place);
        design.is_tested.remove(place);
        design.cells = self.cells_with(place, level).cloned().collect();
        design
    }
}

/// Returns the number of tests of some designs: main effects, interactions of two factors and, unless the configurations are the levels
/// of a single factor, the configurations against each other.
pub(crate) fn tests(designs: &[Design]) -> usize {
    let effects: usize = designs.iter().map(|design| design.effect_places().iter().flatten().count()).sum();
    effects + usize::from(effects > 0 && !is_of_one_factor(designs))
}

/// Returns whether the configurations are the levels of a single factor.
pub(crate) fn is_of_one_factor(designs: &[Design]) -> bool {
    matches!(designs, [design] if design.factors.len() == 1 && design.cells.iter().all(|cell| cell.len() == 1))
}

/// Returns the designs of a stage whose configurations have these levels, empty ones where a factor does not apply: the roots
/// first, then the factors that apply within some of their levels, together with the roots. `None` if combinations are missing,
/// or if a factor has more than [`MAX_LEVELS`] levels.
pub(crate) fn designs(factors: &[FactorSummary], points: &[&[String]]) -> Option<Vec<Design>> {
    let place_of = |factor: usize| -> Option<Vec<Option<usize>>> {
        let levels: BTreeMap<&str, usize> = (factors[factor].levels.iter().map(String::as_str)).zip(0..).collect();
        let used = points.iter().map(|point| match point[factor].as_str() {
            "" => Some(None),
            level => levels.get(level).copied().map(Some),
        });
        let used: Vec<Option<usize>> = used.collect::<Option<_>>()?;
        let distinct: BTreeSet<&usize> = used.iter().flatten().collect();
        (distinct.len() <= MAX_LEVELS).then_some(used)
    };
    let levels: Vec<_> = (0..factors.len()).map(place_of).collect::<Option<_>>()?;
    // Numbers in ascending order, so that a direction is one of levels.
    let number = |factor: usize, level: usize| factors[factor].levels[level].parse::<f64>().unwrap_or(0.0);
    let is_ordered = |factor: usize| factors[factor].levels.iter().all(|level| level.parse::<f64>().is_ok());
    let sort = |factor: usize, levels: &mut Vec<usize>| {
        if is_ordered(factor) {
            levels.sort_by(|a, b| number(factor, *a).total_cmp(&number(factor, *b)));
        }
    };
    let mut designs = vec![];
    nest(&levels, &sort, &(0..points.len()).collect::<Vec<_>>(), &[], &mut designs)?;
    let is_tested = |factor: &usize| {
        let places = |design: &Design| design.factors.iter().position(|other| other == factor);
        designs.iter().any(|design| places(design).is_some_and(|place| design.is_tested[place]))
    };
    let varies = |factor: &usize| {
        let mut applying = levels[*factor].iter().flatten();
        applying.next().is_some_and(|first| applying.any(|other| other != first))
    };
    (0..factors.len()).filter(varies).all(|factor| is_tested(&factor)).then_some(designs)
}

/// Adds the design of some points, whose factors `above` are tested in the design around it, and the designs within it. `sort` puts the
/// levels of a factor into their order.
fn nest(
    levels: &[Vec<Option<usize>>],
    sort: &dyn Fn(usize, &mut Vec<usize>),
    points: &[usize],
    above: &[usize],
    designs: &mut Vec<Design>,
) -> Option<()> {
    let distinct = |factor: usize, points: &[usize]| -> Vec<usize> {
        let distinct: BTreeSet<usize> = points.iter().filter_map(|point| levels[factor][*point]).collect();
        let mut distinct = distinct.into_iter().collect();
        sort(factor, &mut distinct);
        distinct
    };
    let (mut roots, mut conditional) = (vec![], vec![]);
    for factor in 0..levels.len() {
        let applying: Vec<usize> = points.iter().copied().filter(|point| levels[factor][*point].is_some()).collect();
        if distinct(factor, points).len() > 1 {
            if applying.len() == points.len() { roots.push(factor) } else { conditional.push((factor, applying)) }
        }
    }
    let root_levels: Vec<Vec<usize>> = roots.iter().map(|factor| distinct(*factor, points)).collect();
    let combinations = root_levels.iter().try_fold(1_usize, |all, levels| all.checked_mul(levels.len()))?;
    if combinations > points.len() || (roots.is_empty() && points.len() > 1) {
        return None;
    }
    let mut cells = vec![vec![]; combinations];
    for point in points {
        let cell = roots.iter().zip(&root_levels).try_fold(0, |cell, (factor, present)| {
            Some(cell * present.len() + present.iter().position(|level| Some(*level) == levels[*factor][*point])?)
        })?;
        cells[cell].push(*point);
    }
    if cells.iter().any(|cell| cell.is_empty() || (conditional.is_empty() && cell.len() > 1)) {
        return None;
    }
    let is_tested: Vec<bool> = roots.iter().map(|factor| !above.contains(factor)).collect();
    if is_tested.contains(&true) {
        designs.push(Design { factors: roots.clone(), levels: root_levels, cells, is_tested });
    }
    // The factors with the widest conditions first: those within them are found there.
    conditional.sort_by_key(|(_, applying)| std::cmp::Reverse(applying.len()));
    let mut nested: Vec<Vec<usize>> = vec![];
    for (_, applying) in conditional {
        if nested.iter().any(|around| applying.iter().all(|point| around.contains(point))) {
            continue;
        }
        let is_condition = |root: &&usize| {
            let present = distinct(**root, &applying);
            let meeting = points.iter().filter(|point| levels[**root][**point].is_some_and(|l| present.contains(&l)));
            meeting.eq(&applying)
        };
        roots.iter().find(is_condition)?;
        nest(levels, sort, &applying, &roots, designs)?;
        nested.push(applying);
    }
    Some(())
}

/// The tests of the factors of a stage, before it runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlannedTests {
    /// The factors whose main effects are tested.
    pub factors: Vec<PlannedFactor>,
    /// The number of main effects, of interactions of two factors, and of comparisons of all configurations.
    pub tests: usize,
}

/// A factor whose main effect is tested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedFactor {
    /// Its place in the stage.
    pub factor: usize,
    /// The number of configurations with each of its levels.
    pub level_sizes: Vec<usize>,
}

/// Returns the tests that the report makes of a stage whose configurations have these levels, empty ones where a factor does not
/// apply. `None` where combinations are missing, as in a sample, and where a factor has more than 24 levels.
pub fn planned_tests(factors: &[FactorSummary], points: &[&[String]]) -> Option<PlannedTests> {
    let designs = designs(factors, points)?;
    let mut planned = PlannedTests { tests: tests(&designs), ..PlannedTests::default() };
    for design in designs {
        for place in (0..design.factors.len()).filter(|place| design.is_tested[*place]) {
            let size = |level| design.cells_with(place, level).map(Vec::len).sum();
            let level_sizes = (0..design.levels[place].len()).map(size).collect();
            planned.factors.push(PlannedFactor { factor: design.factors[place], level_sizes });
        }
    }
    Some(planned)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applies a function to the factors with these levels and to the configurations with these ones.
    fn apply<R>(
        function: fn(&[FactorSummary], &[&[String]]) -> Option<R>,
        levels: &[&[&str]],
        points: &[&[&str]],
    ) -> Option<R> {
        let owned = |words: &&[&str]| -> Vec<String> { words.iter().map(|word| (*word).to_owned()).collect() };
        let factor = |levels| FactorSummary::new("key", owned(levels));
        let points: Vec<Vec<String>> = points.iter().map(owned).collect();
        let points: Vec<&[String]> = points.iter().map(Vec::as_slice).collect();
        function(&levels.iter().map(factor).collect::<Vec<_>>(), &points)
    }

    fn designs_of(levels: &[&[&str]], points: &[&[&str]]) -> Option<Vec<Design>> {
        apply(designs, levels, points)
    }

    #[test]
    fn a_factor_within_a_level_has_a_design_of_its_own() {
        let trees = designs_of(
            &[&["tournament", "rank"], &["2", "3"], &["1.2", "2"]],
            &[&["tournament", "2", ""], &["tournament", "3", ""], &["rank", "", "1.2"], &["rank", "", "2"]],
        );
        let trees = trees.unwrap();
        let cells: Vec<_> = trees.iter().map(|design| (&design.factors[..], &design.cells[..])).collect();
        let (first, second, third) = ([vec![0, 1], vec![2, 3]], [vec![0], vec![1]], [vec![2], vec![3]]);
        assert_eq!(cells, [(&[0][..], &first[..]), (&[1][..], &second[..]), (&[2][..], &third[..])]);
    }

    #[test]
    fn factors_that_cross_with_a_conditional_one_are_tested_around_it() {
        let levels: [&[&str]; 3] = [&["a", "b"], &["x", "y"], &["1", "2"]];
        let points: [&[&str]; 6] =
            [&["a", "x", "1"], &["a", "x", "2"], &["a", "y", "1"], &["a", "y", "2"], &["b", "x", ""], &["b", "y", ""]];
        let trees = designs_of(&levels, &points).unwrap();
        assert_eq!((&trees[0].factors[..], &trees[0].is_tested[..]), (&[0, 1][..], &[true, true][..]));
        assert_eq!((&trees[1].factors[..], &trees[1].is_tested[..]), (&[1, 2][..], &[false, true][..]));
        assert_eq!(trees[0].cells, [vec![0, 1], vec![2, 3], vec![4], vec![5]]);
        assert_eq!(trees[1].cells, [[0], [1], [2], [3]]);
        // The planned tests are the effects of all designs.
        let tests = apply(planned_tests, &levels, &points).unwrap();
        let sizes: Vec<(usize, &[usize])> =
            tests.factors.iter().map(|factor| (factor.factor, &factor.level_sizes[..])).collect();
        // The first two cross, and the last one applies to the first level of the first and crosses with the second.
        assert_eq!(sizes, [(0, &[4, 2][..]), (1, &[3, 3]), (2, &[2, 2])]);
        assert_eq!(tests.tests, 6);
    }

    #[test]
    fn conditions_of_several_levels_and_of_conditional_factors_are_found() {
        let trees = designs_of(
            &[&["a", "b", "c"], &["p", "q"], &["1", "2"]],
            &[
                &["a", "p", "1"],
                &["a", "p", "2"],
                &["a", "q", ""],
                &["b", "p", "1"],
                &["b", "p", "2"],
                &["b", "q", ""],
                &["c", "", ""],
            ],
        );
        let trees = trees.unwrap();
        let factors: Vec<_> = trees.iter().map(|design| (&design.factors[..], &design.is_tested[..])).collect();
        assert_eq!(factors, [(&[0][..], &[true][..]), (&[0, 1], &[false, true]), (&[0, 2], &[false, true])]);
    }

    #[test]
    fn samples_are_no_factorials() {
        assert_eq!(designs_of(&[&["1", "2"], &["1", "2"]], &[&["1", "1"], &["2", "2"]]), None);
        assert_eq!(designs_of(&[&["1", "2"], &["1", "2"]], &[&["1", "1"], &["1", "2"], &["2", "1"]]), None);
        for count in [24, 25] {
            let many: Vec<String> = (0..count).map(|level| level.to_string()).collect();
            let many: Vec<&str> = many.iter().map(String::as_str).collect();
            let points: Vec<Vec<&str>> = many.iter().map(|level| vec![*level]).collect();
            let designs = designs_of(&[&many], &points.iter().map(Vec::as_slice).collect::<Vec<_>>());
            assert_eq!(designs.is_some(), count == 24, "{count} levels");
        }
    }
}
