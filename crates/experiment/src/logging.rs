//! [`LogKeys`]: the rows that a trial logs.

use super::record::is_on_grid;
use evocube_engine::optimizer::Observe;
use evocube_engine::registered::Registered;

/// Rows that a trial logs because its best so far improves, on average: 10 to 30 on random cubes.
const IMPROVEMENTS: u64 = 20;

/// The keys of a sweep file that choose the rows which trials log.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LogKeys {
    /// Interval of logged generations. `None` for those [on the grid](is_on_grid) and those in which the best so far improves.
    /// The first and the last generation are always logged.
    pub every: Option<u64>,
    /// Numbers of evaluations, ascending: the first generation after each is logged, too.
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
        self.every.map_or_else(|| is_on_grid(generation), |every| generation.is_multiple_of(every))
    }

    /// Returns the number of rows in `convergence.csv` of a trial with this number of generations: the maximum with an interval,
    /// otherwise an estimate, since improvements are not known beforehand.
    pub fn rows(&self, generations: u64) -> u64 {
        let logged = match self.every {
            Some(every) => generations / every + 2,
            None => (on_grid(generations) + 1 + IMPROVEMENTS).min(generations.saturating_add(1)),
        };
        logged + self.at_evaluations.len() as u64
    }
}

/// Returns the number of generations on the grid up to this one.
fn on_grid(generations: u64) -> u64 {
    let powers = (0..20).filter_map(|power| 10_u64.checked_pow(power));
    let numbers = powers.flat_map(|power| [10, 15, 20, 30, 50, 70].map(|tenths| u128::from(power) * tenths));
    // 1.5 is none.
    1 + numbers.filter(|tenths| tenths % 10 == 0 && tenths / 10 <= u128::from(generations)).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grid_has_six_generations_a_decade() {
        let grid: Vec<u64> = (0..=3000).filter(|&generation| is_on_grid(generation)).collect();
        let expected = [0, 1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000, 1500, 2000, 3000];
        assert_eq!(grid, expected);
        for generations in [0, 1, 4, 9, 10, 14, 15, 149, 150, 3000] {
            let count = grid.iter().filter(|&&generation| generation <= generations).count() as u64;
            assert_eq!(on_grid(generations), count, "{generations}");
        }
        assert!(is_on_grid(15_000_000_000_000_000_000) && !is_on_grid(u64::MAX));
        assert_eq!(on_grid(u64::MAX), 116);
    }

    #[test]
    fn rows_of_an_interval_are_bounded_and_those_of_the_grid_estimated() {
        let rows =
            |every, generations| LogKeys { every, at_evaluations: vec![500], ..LogKeys::default() }.rows(generations);
        assert_eq!(rows(Some(10), 1000), 103);
        assert_eq!([0, 3, 150, u64::MAX].map(|generations| rows(None, generations)), [2, 5, 36, 138]);
    }
}
