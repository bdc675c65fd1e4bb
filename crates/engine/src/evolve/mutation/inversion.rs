//! [`Inversion`]: mutation that reverses a stretch of the genes before the trailing no-ops.

use super::{Cancelled, Context, Gene, Mutate, distinct_indices, rate, rated};
use evocube_cube::rng::CounterStream;

rated! {
    /// Inversion (J. H. Holland, "Adaptation in natural and artificial systems", 1975): a stretch of genes is reversed, each
    /// pair of ends equally likely. The moves themselves are not inverted.
    Inversion { individual_rate per "individual", }
}

impl Mutate for Inversion {
    rate!(individual_rate);

    fn mutate(
        &self,
        genome: &mut [Gene],
        context: &mut Context<'_>,
        stream: &mut CounterStream,
    ) -> Result<bool, Cancelled> {
        let Some([first, last]) = distinct_indices(context.symbols.length(genome), stream) else { return Ok(false) };
        genome[first..=last].reverse();
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::*;
    use super::*;

    #[test]
    fn inversion_reverses_each_stretch_with_equal_probability() {
        let stretches = (0..LENGTH).flat_map(|last| (0..last).map(move |first| (first, last))).map(|(first, last)| {
            let mut genome = numbered();
            genome[first..=last].reverse();
            genome
        });
        assert_uniform(&Inversion { individual_rate: certain() }, 111, &stretches.collect::<Vec<_>>());
    }

    #[test]
    fn inversion_leaves_trailing_no_ops() {
        keeps_length(&Inversion { individual_rate: certain() }, 112, &|old_length, new_length| {
            new_length == old_length
        });
    }
}
