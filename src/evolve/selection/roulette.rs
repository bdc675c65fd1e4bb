//! Roulette-wheel selection.

use super::{Select, Wheel};
use crate::puzzle::kernel::Fitness;
use crate::rng::CounterStream;

/// Fitness-proportionate selection (J. H. Holland 1975; as a wheel, K. A. De Jong 1975). Penalties are minimised, so the
/// weights are windowed: an individual's is (worst penalty of the generation − its penalty + 1). The worst can still be
/// drawn, and individuals of equal penalty have equal chances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Roulette;

/// The weights, as running sums.
pub(super) fn prepare(wheel: &mut Wheel, fitness: &[Fitness]) {
    let worst = fitness.iter().map(|fitness| fitness.penalty()).max().unwrap_or(0);
    wheel.spin_ready(fitness.iter().map(|fitness| u64::from(worst - fitness.penalty()) + 1));
}

impl Select for Roulette {
    fn prepare(&self, wheel: &mut Wheel, fitness: &[Fitness], _: usize, _: &mut CounterStream) {
        prepare(wheel, fitness);
    }

    fn select(&self, wheel: &Wheel, _: &[Fitness], _: usize, stream: &mut CounterStream) -> usize {
        wheel.at(stream.below(wheel.total()))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::laws::{LIMIT, chi_square, ten};
    use super::*;

    /// Of ranks 0 to 9 with penalties 0, 10 … 90: (91 − 10 r) / 460.
    pub(in super::super) fn expected() -> Vec<f64> {
        (0..10).map(|rank| f64::from(91 - 10 * rank) / 460.0).collect()
    }

    #[test]
    fn follows_theory() {
        let chi = chi_square(&Roulette, &ten(), &expected(), 21);
        assert!(chi < LIMIT, "chi-square {chi}");
    }
}
