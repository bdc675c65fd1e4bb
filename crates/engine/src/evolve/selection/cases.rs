//! [`CaseTable`]: the penalties of individuals on each test case, a piece of the puzzle, with the ε of the case, and the draw of a parent
//! by them, for lexicase selection. Its setting is in `lexicase`.

use std::collections::HashMap;

use super::{Candidates, CounterStream};

/// The penalties of each class of individuals on each test case. A class is the individuals with the same penalties on all cases.
#[derive(Clone, Debug, Default)]
pub(super) struct CaseTable {
    /// Number of cases.
    cases: usize,
    /// Penalties, class by class.
    penalties: Vec<u16>,
    /// Individuals, class by class.
    members: Vec<u32>,
    /// Index of the first member of each class, then the number of members.
    starts: Vec<u32>,
    /// For each case the classes that it keeps if it comes first.
    first: Vec<Vec<u32>>,
    /// For each case the maximum difference from the lowest penalty of the individuals that it keeps.
    epsilon: Vec<u16>,
}

impl CaseTable {
    /// Fills the table. ε of a case is the median absolute deviation of its penalties if `has_epsilon`, otherwise 0.
    #[allow(clippy::cast_possible_truncation)] // populations are smaller than 2^32
    pub(super) fn set(&mut self, candidates: &Candidates<'_>, has_epsilon: bool) {
        let (cases, size) = (candidates.individuals.cases(), candidates.fitness.len());
        let mut all = vec![0; size * cases];
        for (individual, penalties) in all.chunks_exact_mut(cases).enumerate() {
            candidates.individuals.penalties(individual, penalties);
        }
        let mut numbers: HashMap<&[u16], usize> = HashMap::new();
        let mut classes: Vec<&[u16]> = Vec::new();
        let class_of = all.chunks_exact(cases).map(|penalties| {
            *numbers.entry(penalties).or_insert_with(|| {
                classes.push(penalties);
                classes.len() - 1
            })
        });
        let class_of: Vec<usize> = class_of.collect();
        self.cases = cases;
        self.penalties = classes.concat();
        self.group(&class_of, classes.len());
        let case_penalties = |case: usize| all.iter().copied().skip(case).step_by(cases);
        let epsilon = |case| if has_epsilon { median_absolute_deviation(case_penalties(case)) } else { 0 };
        self.epsilon = (0..cases).map(epsilon).collect();
        let all_classes: Vec<u32> = (0..classes.len() as u32).collect();
        let first = |case| {
            let mut remaining = all_classes.clone();
            self.filter(case, &mut remaining);
            remaining
        };
        self.first = (0..cases).map(first).collect();
    }

    /// Sorts the individuals by class.
    #[allow(clippy::cast_possible_truncation)] // populations are smaller than 2^32
    fn group(&mut self, class_of: &[usize], classes: usize) {
        let mut counts = vec![0; classes + 1];
        class_of.iter().for_each(|&class| counts[class + 1] += 1);
        for class in 0..classes {
            counts[class + 1] += counts[class];
        }
        self.starts.clone_from(&counts);
        self.members = vec![0; class_of.len()];
        for (individual, &class) in class_of.iter().enumerate() {
            self.members[counts[class] as usize] = individual as u32;
            counts[class] += 1;
        }
    }

    fn penalty(&self, class: u32, case: usize) -> u16 {
        self.penalties[class as usize * self.cases + case]
    }

    /// Keeps the classes whose penalty on a case is at most ε above the lowest.
    fn filter(&self, case: usize, classes: &mut Vec<u32>) {
        let lowest = classes.iter().map(|&class| self.penalty(class, case)).min().unwrap_or(0);
        let limit = lowest.saturating_add(self.epsilon[case]);
        classes.retain(|&class| self.penalty(class, case) <= limit);
    }

    /// Draws an individual: filters the classes by the cases in random order until one is left or all cases are used.
    pub(super) fn draw(&self, stream: &mut CounterStream) -> usize {
        let mut order: Vec<usize> = (0..self.cases).collect();
        let mut classes = Vec::new();
        for place in 0..self.cases {
            order.swap(place, place + stream.index(self.cases - place));
            let case = order[place];
            if place == 0 {
                classes.clone_from(&self.first[case]);
            } else {
                self.filter(case, &mut classes);
            }
            if classes.len() == 1 {
                break;
            }
        }
        let members = |class: &u32| {
            let [start, end] = [*class as usize, *class as usize + 1].map(|class| self.starts[class] as usize);
            &self.members[start..end]
        };
        let mut number = stream.index(classes.iter().map(|class| members(class).len()).sum());
        for class in &classes {
            let members = members(class);
            if let Some(&individual) = members.get(number) {
                return individual as usize;
            }
            number -= members.len();
        }
        unreachable!("the number is below that of all members")
    }
}

/// Returns the median of the distances to the median, rounded down.
fn median_absolute_deviation(penalties: impl Iterator<Item = u16>) -> u16 {
    // Twice the median is an integer, and so is four times the deviation.
    let mut values: Vec<u32> = penalties.map(u32::from).collect();
    let median = twice_median(&mut values);
    values.iter_mut().for_each(|value| *value = (2 * *value).abs_diff(median));
    u16::try_from(twice_median(&mut values) / 4).expect("a distance between penalties of 16 bits")
}

/// Returns the sum of the two middle values, or twice the one in the middle.
fn twice_median(values: &mut [u32]) -> u32 {
    let (middle, is_odd) = (values.len() / 2, values.len() % 2 == 1);
    let (lower, &mut upper, _) = values.select_nth_unstable(middle);
    let lower = if is_odd { upper } else { lower.iter().copied().max().unwrap_or(upper) };
    lower + upper
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_absolute_deviation_is_that_of_the_definition() {
        let deviation = |values: &[u16]| median_absolute_deviation(values.iter().copied());
        assert_eq!(deviation(&[1, 1, 2, 2, 4, 6, 9]), 1);
        // The median is 2.5, the distances are 2.5, 0.5, 0.5, 7.5.
        assert_eq!(deviation(&[0, 2, 3, 10]), 1);
        assert_eq!((deviation(&[7]), deviation(&[0, 8]), deviation(&[6, 6, 6, 0])), (0, 4, 0));
    }
}
