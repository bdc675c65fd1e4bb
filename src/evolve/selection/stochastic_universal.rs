//! Stochastic universal sampling.

use super::{Select, Wheel, roulette};
use crate::puzzle::kernel::Fitness;
use crate::rng::CounterStream;

/// One spin of a wheel with as many equally spaced pointers as parents are needed (J. E. Baker, "Reducing bias and
/// inefficiency in the selection algorithm", 1987): everybody gets his expected number of children, rounded down or
/// up. The weights are those of [`Roulette`](super::Roulette); the parents are shuffled, so that pairs are random.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StochasticUniversal;

impl Select for StochasticUniversal {
    fn prepare(&self, wheel: &mut Wheel, fitness: &[Fitness], draws: usize, stream: &mut CounterStream) {
        roulette::prepare(wheel, fitness);
        // Pointer j stands at (j + offset) / draws of the wheel, in units of 1 / draws, so in whole numbers.
        let (total, pointers) = (wheel.total(), draws as u64);
        let offset = stream.below(total);
        let mut order = std::mem::take(&mut wheel.order);
        order.clear();
        let mut individual = 0;
        for pointer in 0..pointers {
            let point = pointer * total + offset;
            while wheel.sums[individual] * pointers <= point {
                individual += 1;
            }
            order.push(u32::try_from(individual).expect("populations are smaller"));
        }
        stream.shuffle(&mut order);
        wheel.order = order;
    }

    fn select(&self, wheel: &Wheel, _: &[Fitness], draw: usize, _: &mut CounterStream) -> usize {
        wheel.order[draw] as usize
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::ten;
    use super::super::roulette::tests::expected;
    use super::*;
    use crate::rng::Seed;

    #[test]
    fn everybody_gets_the_expected_number_rounded() {
        let fitness = ten();
        let mut ranked: Vec<usize> = (0..10).collect();
        ranked.sort_by_key(|&individual| fitness[individual]);
        let mut stream = Seed::from_number(22).key(0).stream(0);
        let mut wheel = Wheel::default();
        for draws in [1, 7, 100, 1000] {
            let mut counts = [0u32; 10];
            StochasticUniversal.prepare(&mut wheel, &fitness, draws, &mut stream);
            for draw in 0..draws {
                counts[StochasticUniversal.select(&wheel, &fitness, draw, &mut stream)] += 1;
            }
            for (rank, share) in expected().into_iter().enumerate() {
                let wanted = share * f64::from(u32::try_from(draws).unwrap());
                let got = f64::from(counts[ranked[rank]]);
                assert!(got >= wanted.floor() && got <= wanted.ceil(), "{draws} draws, rank {rank}: {got} of {wanted}");
            }
        }
    }

    #[test]
    fn single_draws_follow_the_wheel() {
        let chi = super::super::laws::chi_square(&Single, &ten(), &expected(), 23);
        assert!(chi < super::super::laws::LIMIT, "chi-square {chi}");
    }

    /// One spin a draw, so that draws are independent.
    struct Single;

    impl Select for Single {
        fn prepare(&self, _: &mut Wheel, _: &[Fitness], _: usize, _: &mut CounterStream) {}

        fn select(&self, _: &Wheel, fitness: &[Fitness], _: usize, stream: &mut CounterStream) -> usize {
            let mut wheel = Wheel::default();
            StochasticUniversal.prepare(&mut wheel, fitness, 1, stream);
            StochasticUniversal.select(&wheel, fitness, 0, stream)
        }
    }
}
