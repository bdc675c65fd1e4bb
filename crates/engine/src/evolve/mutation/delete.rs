//! [`Delete`]: mutation that removes a gene; the genes behind it move up, and a no-op or a random gene ends the genome.

use super::{Cancelled, Context, Gene, Mutate, rate, rated};
use evocube_cube::rng::CounterStream;

rated! {
    /// Deletion (after J. R. Koza, "Genetic programming", 1992): a gene is removed, each equally likely, and those behind it
    /// move up. The end becomes a no-op, or a random gene in an alphabet without one.
    Delete { individual_rate per "individual", }
}

impl Mutate for Delete {
    rate!(individual_rate);

    fn mutate(
        &self,
        genome: &mut [Gene],
        context: &mut Context<'_>,
        stream: &mut CounterStream,
    ) -> Result<bool, Cancelled> {
        let length = context.symbols.length(genome);
        if length == 0 {
            return Ok(false);
        }
        let place = stream.index(length);
        genome[place..].rotate_left(1);
        let last = genome.len() - 1;
        context.symbols.pad(&mut genome[last..], stream);
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::*;
    use super::*;

    #[test]
    fn deletion_removes_each_gene_with_equal_probability() {
        let mut by_place = [0u32; LENGTH];
        let mut symbol_counts = [0u32; SYMBOLS as usize];
        draw(&Delete { individual_rate: certain() }, 151, numbered(), &mut |genome| {
            let old_genome = numbered();
            let place = (0..LENGTH - 1).find(|&place| genome[place] != old_genome[place]).unwrap_or(LENGTH - 1);
            assert_eq!(genome[place..LENGTH - 1], old_genome[place + 1..]);
            by_place[place] += 1;
            symbol_counts[usize::from(genome[LENGTH - 1])] += 1;
        });
        assert!(chi_square(&by_place) < limit(LENGTH), "{by_place:?}");
        assert!(chi_square(&symbol_counts) < limit(usize::from(SYMBOLS)), "{symbol_counts:?}");
    }

    #[test]
    fn deletion_shortens_genomes_by_one_gene() {
        let shrinks =
            |old_length: usize, new_length: usize| new_length + 1 == old_length || old_length == 0 && new_length == 0;
        keeps_length(&Delete { individual_rate: certain() }, 152, &shrinks);
    }
}
