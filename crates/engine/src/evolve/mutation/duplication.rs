//! [`Duplication`]: mutation that copies a stretch of genes directly behind itself. The genes behind move back; those that no longer fit
//! are dropped.

use super::{Cancelled, Context, Gene, Mutate, distinct_indices, rate, rated};
use evocube_cube::rng::CounterStream;

rated! {
    /// Gene duplication (S. Ohno, "Evolution by gene duplication", 1970; J. R. Koza, "Gene duplication to enable genetic
    /// programming to concurrently evolve both the architecture and work-performing steps of a program", 1995): a stretch
    /// of genes is copied directly behind itself.
    ///
    /// The genes behind the stretch move back, and those that no longer fit are dropped. Each stretch behind which at least one
    /// gene fits is equally likely.
    Duplication { individual_rate per "individual", }
}

impl Mutate for Duplication {
    rate!(individual_rate);

    fn mutate(
        &self,
        genome: &mut [Gene],
        context: &mut Context<'_>,
        stream: &mut CounterStream,
    ) -> Result<bool, Cancelled> {
        let cuts = genome.len().min(context.symbols.length(genome) + 1);
        let Some([begin, end]) = distinct_indices(cuts, stream) else { return Ok(false) };
        let size = end - begin;
        let moved = (end + size).min(genome.len());
        genome.copy_within(end..genome.len() - (moved - end), moved);
        genome.copy_within(begin..begin + (moved - end), end);
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::*;
    use super::*;

    #[test]
    fn duplication_doubles_each_stretch_with_equal_probability() {
        let stretches = (1..LENGTH).flat_map(|end| (0..end).map(move |begin| (begin, end))).map(|(begin, end)| {
            let genome = numbered();
            let doubled = genome[..end].iter().chain(&genome[begin..end]).chain(&genome[end..]);
            doubled.copied().take(LENGTH).collect::<Vec<_>>().try_into().unwrap()
        });
        assert_uniform(&Duplication { individual_rate: certain() }, 131, &stretches.collect::<Vec<_>>());
    }

    #[test]
    fn duplication_lengthens_genomes() {
        keeps_length(&Duplication { individual_rate: certain() }, 132, &|old_length, new_length| {
            new_length > old_length || new_length == LENGTH || old_length == 0
        });
    }
}
