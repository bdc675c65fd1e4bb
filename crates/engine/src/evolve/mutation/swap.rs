//! [`Swap`]: mutation that exchanges two of the genes before the trailing no-ops.

use super::{Cancelled, Context, Gene, Mutate, distinct_indices, rate, rated};
use evocube_cube::rng::CounterStream;

rated! {
    /// Swap mutation (W. Banzhaf, "The 'molecular' traveling salesman", 1990): two genes at different positions change
    /// places, each pair equally likely.
    Swap { individual_rate per "individual", }
}

impl Mutate for Swap {
    rate!(individual_rate);

    #[inline]
    fn mutate(
        &self,
        genome: &mut [Gene],
        context: &mut Context<'_>,
        stream: &mut CounterStream,
    ) -> Result<bool, Cancelled> {
        let Some([a, b]) = distinct_indices(context.symbols.length(genome), stream) else { return Ok(false) };
        let genes = [genome[a], genome[b]];
        [genome[b], genome[a]] = genes;
        Ok(genes[0] != genes[1])
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::*;
    use super::*;

    #[test]
    fn swap_makes_each_pair_with_equal_probability() {
        let pairs = (0..LENGTH).flat_map(|b| (0..b).map(move |a| (a, b))).map(|(a, b)| {
            let mut genome = numbered();
            genome.swap(a, b);
            genome
        });
        assert_uniform(&Swap { individual_rate: certain() }, 101, &pairs.collect::<Vec<_>>());
    }

    #[test]
    fn swap_leaves_trailing_no_ops() {
        keeps_length(&Swap { individual_rate: certain() }, 102, &|old_length, new_length| old_length == new_length);
    }
}
