//! [`Shift`]: mutation that exchanges two adjacent stretches of the genes before the trailing no-ops.

use super::{Cancelled, Context, Gene, Mutate, distinct_indices, rate, rated};
use evocube_cube::rng::CounterStream;

rated! {
    /// Displacement (Z. Michalewicz, "Genetic algorithms + data structures = evolution programs", 1992; I. Or's exchange,
    /// 1976): two adjacent stretches of genes change places, each choice of the three cuts equally likely.
    Shift { individual_rate per "individual", }
}

impl Mutate for Shift {
    rate!(individual_rate);

    fn mutate(
        &self,
        genome: &mut [Gene],
        context: &mut Context<'_>,
        stream: &mut CounterStream,
    ) -> Result<bool, Cancelled> {
        let cuts = context.symbols.length(genome) + 1;
        let Some([begin, middle, end]) = distinct_indices(cuts, stream) else { return Ok(false) };
        genome[begin..end].rotate_left(middle - begin);
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::*;
    use super::*;

    #[test]
    fn shift_makes_each_choice_of_cuts_with_equal_probability() {
        let mut rotated = Vec::new();
        for end in 2..=LENGTH {
            for middle in 1..end {
                for begin in 0..middle {
                    let mut genome = numbered();
                    genome[begin..end].rotate_left(middle - begin);
                    rotated.push(genome);
                }
            }
        }
        assert_eq!(rotated.len(), 84);
        assert_uniform(&Shift { individual_rate: certain() }, 121, &rotated);
    }

    #[test]
    fn shift_leaves_trailing_no_ops() {
        keeps_length(&Shift { individual_rate: certain() }, 122, &|old_length, new_length| old_length == new_length);
    }
}
