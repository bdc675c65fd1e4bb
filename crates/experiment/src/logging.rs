//! [`LogKeys`]: the keys of a sweep file for what a trial logs beside its improvements, its last generation and those on a fixed grid:
//! further generations, and columns of observers. The number of rows of a trial is estimated here. `recorder` makes the rows; the grid is
//! in `evocube-rows`.

use super::record::{is_logged, next_on_grid};
use evocube_engine::optimizer::{Needed, Observe};
use evocube_engine::registered::Registered;

/// Rows that a trial logs because its best so far improves, on average: 10 to 30 on random cubes.
const IMPROVEMENTS: u64 = 20;

/// The keys of a sweep file that choose the rows which trials log.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LogKeys {
    /// Interval of generations that are logged beside those that every trial logs: generations in which its best so far improves,
    /// those [on the grid](super::record::is_on_grid) and the last one.
    pub every: Option<u64>,
    /// Numbers of evaluations, ascending: the first generation that has made as many is logged, too.
    pub at_evaluations: Vec<u64>,
    /// Registered observers, whose values are further columns of the rows.
    pub observers: Vec<Registered<dyn Observe>>,
}

impl LogKeys {
    /// Returns the columns of the observers: the name of the observer, a dot, and the name of the value.
    pub fn observed_columns(&self) -> Vec<String> {
        let columns = |observer: &Registered<dyn Observe>| {
            let name = observer.name();
            observer.columns().into_iter().map(move |column| format!("{name}.{column}"))
        };
        self.observers.iter().flat_map(columns).collect()
    }

    /// Returns whether every trial logs a generation, whatever its individuals are.
    pub(super) fn is_logged(&self, generation: u64) -> bool {
        is_logged(generation, self.every)
    }

    /// Returns the next generation and the next number of evaluations that every trial logs, after these.
    pub(super) fn next_logged(&self, generation: u64, evaluations: u64) -> Needed {
        let multiple = |every: u64| (generation / every + 1).saturating_mul(every);
        let next = self.every.filter(|&every| every > 0).map_or(u64::MAX, multiple).min(next_on_grid(generation));
        let later = self.at_evaluations.iter().copied().find(|&number| number > evaluations);
        Needed { generation: next, evaluations: later.unwrap_or(u64::MAX), ..Needed::NONE }
    }

    /// Returns an estimate of the number of rows in `convergence.csv` of a trial with this number of generations, since improvements
    /// are not known beforehand.
    pub fn rows(&self, generations: u64) -> u64 {
        let is_between = |&generation: &u64| self.every.is_none_or(|every| !generation.is_multiple_of(every));
        let between = grid(generations).filter(is_between).count() as u64;
        let multiples = self.every.map_or(0, |every| generations / every + 1);
        let logged = multiples + between + 1 + IMPROVEMENTS;
        logged.min(generations.saturating_add(1)) + self.at_evaluations.len() as u64
    }
}

/// Returns the generations on the grid up to this one.
fn grid(max: u64) -> impl Iterator<Item = u64> {
    let powers = (0..20).filter_map(|power| 10_u64.checked_pow(power));
    let tenths = powers.flat_map(|power| [10, 15, 20, 30, 50, 70].map(|tenths| u128::from(power) * tenths));
    // 1.5 is none.
    let numbers = tenths.filter(|tenths| tenths % 10 == 0).filter_map(|tenths| u64::try_from(tenths / 10).ok());
    std::iter::once(0).chain(numbers.take_while(move |&generation| generation <= max))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::is_on_grid;

    #[test]
    fn the_grid_has_six_generations_a_decade() {
        let grid: Vec<u64> = (0..=3000).filter(|&generation| is_on_grid(generation)).collect();
        let expected = [0, 1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000, 1500, 2000, 3000];
        assert_eq!(grid, expected);
        for generations in [0, 1, 4, 9, 10, 14, 15, 149, 150, 3000] {
            let numbers: Vec<u64> = expected.into_iter().filter(|&generation| generation <= generations).collect();
            assert_eq!(super::grid(generations).collect::<Vec<_>>(), numbers, "{generations}");
        }
        assert!(is_on_grid(15_000_000_000_000_000_000) && !is_on_grid(u64::MAX));
        assert_eq!(super::grid(u64::MAX).count(), 116);
    }

    #[test]
    fn the_next_logged_generation_is_the_first_that_is_logged() {
        let keys = |every| LogKeys { every, at_evaluations: vec![7, 500], ..LogKeys::default() };
        for keys in [keys(None), keys(Some(1)), keys(Some(40)), keys(Some(1_000_000))] {
            for generation in 0..3000 {
                let first = (generation + 1..).find(|&later| keys.is_logged(later)).unwrap();
                assert_eq!(keys.next_logged(generation, 0).generation, first);
            }
        }
        let evaluations = |evaluations| keys(None).next_logged(3, evaluations).evaluations;
        assert_eq!([0, 6, 7, 499, 500].map(evaluations), [7, 7, 500, 500, u64::MAX]);
        assert_eq!(next_on_grid(10_000_000_000_000_000_000), 15_000_000_000_000_000_000);
        assert_eq!(next_on_grid(15_000_000_000_000_000_000), u64::MAX);
    }

    #[test]
    fn rows_are_those_of_improvements_the_grid_and_an_interval() {
        let rows =
            |every, generations| LogKeys { every, at_evaluations: vec![500], ..LogKeys::default() }.rows(generations);
        assert_eq!([0, 3, 150, u64::MAX].map(|generations| rows(None, generations)), [2, 5, 36, 138]);
        // 0, 10, …, 1000, then 1, 2, 3, 5, 7 and 15 of the grid.
        assert_eq!(rows(Some(10), 1000), 101 + 6 + 1 + IMPROVEMENTS + 1);
        // All generations, and no more.
        assert_eq!([1, 2].map(|every| rows(Some(every), 1000)), [1002, 501 + 5 + 1 + IMPROVEMENTS + 1]);
    }
}
