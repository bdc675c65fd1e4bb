//! [`Roulette`]: fitness-proportionate parent selection, for penalties that are minimized. Its weights are set in `selection`, as are those
//! of `stochastic_universal`, whose tests use the expected shares of the tests here.

use super::{Cancelled, Candidates, CounterStream, RouletteTable, Select};

/// Fitness-proportionate selection (J. H. Holland 1975; as a wheel, K. A. De Jong 1975).
///
/// Penalties are minimized, so the weights are windowed: worst penalty of the generation − own penalty + 1. The worst
/// individual can still be drawn, and individuals of equal penalty have equal probabilities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Roulette;

impl Select for Roulette {
    fn prepare(
        &self,
        table: &mut RouletteTable,
        candidates: &Candidates<'_>,
        _: &mut CounterStream,
    ) -> Result<(), Cancelled> {
        table.set_windowed_weights(candidates.fitness);
        Ok(())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::laws::{LIMIT, chi_square, ten};
    use super::*;

    /// Ranks 0 to 9 have penalties 0, 10 … 90 and probabilities (91 − 10 r) / 460.
    pub(in super::super) fn expected() -> Vec<f64> {
        (0..10).map(|rank| f64::from(91 - 10 * rank) / 460.0).collect()
    }

    #[test]
    fn roulette_follows_windowed_weights() {
        let chi = chi_square(&Roulette, &ten(), &expected(), 21);
        assert!(chi < LIMIT, "chi-square {chi}");
    }
}
