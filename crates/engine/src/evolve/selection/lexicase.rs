//! [`Lexicase`]: lexicase and ε-lexicase selection, with the pieces of the puzzle as the test cases. Parents are drawn in `cases`.
//! Registered objectives have no such cases and are refused in `genetic_conflicts`.

use super::{Cancelled, Candidates, CounterStream, ParentPool, RouletteTable, Select};

/// Lexicase selection (L. Spector, "Assessment of problem modality by differential performance of lexicase selection in
/// genetic programming", 2012; T. Helmuth, L. Spector and J. Matheson, "Solving uncompromising problems with lexicase
/// selection", 2015).
///
/// The test cases are the pieces; the result of a case is the penalty of the piece in the state that is evaluated. Each draw
/// takes the cases in a random order. Each case keeps the individuals with its lowest penalty, until one individual is left or
/// all cases are used. Each individual that is left is equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexicase {
    /// Whether it is ε-lexicase selection (W. La Cava, L. Spector and K. Danai, "Epsilon-lexicase selection for regression", 2016;
    /// here semi-dynamic, W. La Cava, T. Helmuth, L. Spector and J. H. Moore, "A probabilistic and multi-objective analysis of
    /// lexicase selection and ε-lexicase selection", 2019): a case keeps all individuals whose penalty is at most ε above the
    /// lowest of those that are left. ε is the median absolute deviation of the penalties of the whole population on this case.
    pub has_epsilon: bool,
}

impl Select for Lexicase {
    fn prepare(
        &self,
        table: &mut RouletteTable,
        candidates: &Candidates<'_>,
        _: &mut CounterStream,
    ) -> Result<(), Cancelled> {
        table.cases.set(candidates, self.has_epsilon);
        Ok(())
    }

    fn select(&self, pool: ParentPool<'_>, _: usize, stream: &mut CounterStream) -> Result<usize, Cancelled> {
        Ok(pool.table.cases.draw(stream))
    }

    fn needs_cases(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::{Measured, prepared};
    use super::*;
    use crate::evaluation::Fitness;
    use evocube_cube::rng::Seed;

    /// Shares of the individuals with these penalties among a million draws.
    fn shares(selection: &impl Select, penalties: &[&[u16]], seed: u64) -> Vec<f64> {
        let fitness: Vec<_> = penalties.iter().map(|row| Fitness::new(row.iter().sum(), 1)).collect();
        let individuals =
            Measured { penalties: penalties.iter().map(|row| row.to_vec()).collect(), ..Measured::default() };
        let mut stream = Seed::from_number(seed).key(0).stream(0);
        let table = prepared(selection, &fitness, &individuals, 1, &mut stream);
        let mut counts = vec![0u32; penalties.len()];
        for _ in 0..1_000_000 {
            counts[selection.select(ParentPool { table: &table, fitness: &fitness }, 0, &mut stream).unwrap()] += 1;
        }
        counts.into_iter().map(|count| f64::from(count) / 1e6).collect()
    }

    #[track_caller]
    fn assert_shares(shares: &[f64], expected: &[f64]) {
        for (share, expected) in shares.iter().zip(expected) {
            // Exceeded once in 1000 is 3.3 standard deviations; there are a few shares in each test.
            let deviation = (expected * (1.0 - expected) / 1e6).sqrt();
            assert!((share - expected).abs() <= 4.0 * deviation, "{share:?}, not {expected:?}");
        }
    }

    /// Returns the probability of each individual by enumeration of all orders of the cases.
    fn enumerated(penalties: &[&[u16]], epsilon: &[u16]) -> Vec<f64> {
        fn visit(penalties: &[&[u16]], epsilon: &[u16], unused: &[usize], left: &[usize], p: f64, out: &mut [f64]) {
            if unused.is_empty() {
                left.iter().for_each(|&individual| out[individual] += p / left.len() as f64);
                return;
            }
            for &case in unused {
                let lowest = left.iter().map(|&individual| penalties[individual][case]).min().unwrap();
                let kept: Vec<_> = left
                    .iter()
                    .copied()
                    .filter(|&individual| penalties[individual][case] <= lowest + epsilon[case])
                    .collect();
                let rest: Vec<_> = unused.iter().copied().filter(|&other| other != case).collect();
                visit(penalties, epsilon, &rest, &kept, p / unused.len() as f64, out);
            }
        }
        let mut shares = vec![0.0; penalties.len()];
        let (cases, all): (Vec<_>, Vec<_>) = ((0..epsilon.len()).collect(), (0..penalties.len()).collect());
        visit(penalties, epsilon, &cases, &all, 1.0, &mut shares);
        shares
    }

    /// Table 1 of La Cava and others 2019: five programs and their errors on four cases.
    const PUBLISHED: [&[u16]; 5] = [&[2, 2, 4, 2], &[1, 2, 4, 3], &[2, 2, 3, 4], &[0, 2, 5, 5], &[0, 3, 5, 2]];

    #[test]
    fn lexicase_selection_has_the_published_probabilities() {
        let published = [0.25, 0.0, 1.0 / 3.0, 5.0 / 24.0, 5.0 / 24.0];
        assert_shares(&enumerated(&PUBLISHED, &[0; 4]), &published);
        assert_shares(&shares(&Lexicase { has_epsilon: false }, &PUBLISHED, 301), &published);
    }

    #[test]
    fn lexicase_selection_draws_equal_individuals_with_equal_probability() {
        let doubled: Vec<&[u16]> = [&PUBLISHED[..], &PUBLISHED[..3], &PUBLISHED[..1]].concat();
        assert_shares(&shares(&Lexicase { has_epsilon: false }, &doubled, 302), &enumerated(&doubled, &[0; 4]));
    }

    #[test]
    fn epsilon_of_lexicase_selection_is_the_median_absolute_deviation() {
        let penalties: [&[u16]; 6] =
            [&[6, 10, 10], &[0, 0, 14], &[7, 14, 10], &[14, 0, 10], &[6, 10, 10], &[14, 4, 14]];
        // Medians 6.5, 7 and 10; medians of the distances to them 3.5, 5 and 0.
        let expected = enumerated(&penalties, &[3, 5, 0]);
        let shares_of_18 = [1.0, 9.0, 1.0, 6.0, 1.0, 0.0];
        assert!(
            expected.iter().zip(shares_of_18).all(|(probability, share)| (probability - share / 18.0).abs() < 1e-12)
        );
        assert_shares(&shares(&Lexicase { has_epsilon: true }, &penalties, 303), &expected);
        assert_ne!(expected, enumerated(&penalties, &[0; 3]));
    }
}
