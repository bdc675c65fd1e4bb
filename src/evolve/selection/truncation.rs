//! Truncation selection.

use serde::{Deserialize, Serialize};

use super::{Select, Wheel};
use crate::evolve::bounded::Rate;
use crate::puzzle::kernel::Fitness;
use crate::rng::CounterStream;

/// Only the best part of the population has children, each member of it with the same chance (H. Mühlenbein and
/// D. Schlierkamp-Voosen 1993). At least one individual; ties in the order of the population.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Truncation {
    /// Which fraction of the population, rounded up.
    pub fraction: Rate,
}

impl Select for Truncation {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)] // small N
    fn prepare(&self, wheel: &mut Wheel, fitness: &[Fitness], _: usize, _: &mut CounterStream) {
        wheel.sort(fitness);
        let keep = (self.fraction.get() * fitness.len() as f64).ceil() as usize;
        wheel.order.truncate(keep.clamp(1, fitness.len()));
    }

    fn select(&self, wheel: &Wheel, _: &[Fitness], _: usize, stream: &mut CounterStream) -> usize {
        wheel.order[stream.index(wheel.order.len())] as usize
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::{LIMIT, chi_square, ten};
    use super::*;

    #[test]
    fn follows_theory() {
        for (fraction, keep) in [(0.0, 1), (0.3, 3), (0.31, 4), (1.0, 10)] {
            let selection = Truncation { fraction: Rate::try_from(fraction).unwrap() };
            let share = |rank| if rank < keep { 1.0 / f64::from(keep) } else { 0.0 };
            let chi = chi_square(&selection, &ten(), &(0..10).map(share).collect::<Vec<_>>(), 41);
            assert!(chi < LIMIT, "fraction {fraction}: chi-square {chi}");
        }
    }
}
