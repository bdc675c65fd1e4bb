//! [`OffspringBatch`]: the data of up to 256 offspring, with their random streams, that operators change all at once. `breeding` makes,
//! fills and evaluates batches. The tests here compare operators on a batch with the same operators on single genomes, and find the
//! siblings that crossover exchanged whole.

use super::bit_set::BitSet;
use super::symbols::Symbols;
use crate::evaluation::{Fitness, Gene, Kernel, RowsMut};
use evocube_cube::rng::Streams;

/// Maximum number of offspring of a batch, so small that its genomes stay in the first-level cache from copying to
/// evaluation.
pub const BATCH_SIZE: usize = 256;

/// Maximum number of pairs of siblings of a batch.
pub const BATCH_PAIRS: usize = BATCH_SIZE / 2;

const _: () = assert!(BATCH_PAIRS == Streams::MAX, "each pair has its stream");

/// Set of offspring of a batch.
pub type OffspringSet = BitSet<{ BATCH_SIZE / 64 }>;

/// Set of pairs of a batch.
pub type PairSet = BitSet<{ BATCH_PAIRS / 64 }>;

/// Copies of parents that become offspring. The two siblings of pair n are rows 2n and 2n + 1.
#[derive(Debug)]
pub struct OffspringBatch<'r, 'a> {
    /// The genomes.
    pub rows: RowsMut<'r>,
    /// The fitness of the parent that each row was copied from.
    pub parents: &'a [Fitness],
    /// The instruction set to use.
    pub kernel: Kernel,
    /// The symbols of the alphabet.
    pub symbols: &'a Symbols,
    /// The random numbers of each pair.
    pub streams: &'a mut Streams,
    /// Rows that operators may have changed. They are compared with their parents.
    pub changed: OffspringSet,
    /// The pairs that crossover made different from their parents, if the crossover knows them; its pairs are then not compared.
    pub recombined: Option<PairSet>,
    /// Some of the pairs of which each offspring is now a copy of the parent of the other.
    pub swapped: PairSet,
    /// The number of the operator that changed each row, plus one; 0 for none. If the mutation does not learn, 0 may
    /// also stand for operator 0.
    pub operators: &'a mut [u8; BATCH_SIZE],
    /// The number of the crossover of each pair, in a mixture.
    pub crossovers: &'a [u8; BATCH_PAIRS],
    /// The genomes of further parents of each pair; empty if the crossover has none.
    pub further: &'a [Vec<&'a [Gene]>],
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Genomes;
    use crate::evolve::crossover::{Cross, OnePoint, cross_scalar};
    use crate::evolve::mutation::{Mutate, MutationMixture, ResetMode, Uniform, mutate_scalar};
    use crate::evolve::population::random_genes;
    use crate::evolve::schedule::ScheduledRate;
    use evocube_cube::rng::Seed;

    /// Breeds random genomes. Returns them, the changed rows, and the next word of each stream.
    fn bred(
        (symbols, length, parameters): (usize, usize, usize),
        kernel: Kernel,
        breed: impl Fn(&mut OffspringBatch<'_, '_>, &PairSet, &OffspringSet),
    ) -> (Vec<Vec<Gene>>, OffspringSet, Vec<u64>) {
        let mut stream = Seed::from_number(41).stream();
        let mut genomes = Genomes::with_parameters(BATCH_SIZE, length, parameters).unwrap();
        let symbols = Symbols::new(symbols);
        for row in 0..BATCH_SIZE {
            random_genes(genomes.rows_mut().genome_mut(row), symbols.all(), &mut stream);
        }
        let prefix = |_| Fitness::new(1, stream.index(length + 3).try_into().unwrap());
        let parents: Vec<_> = (0..BATCH_SIZE).map(prefix).collect();
        let crossed = BitSet([stream.word(), stream.word() & stream.word()]);
        let mutated = BitSet(std::array::from_fn(|n| stream.word() & if n < 2 { u64::MAX } else { stream.word() }));
        let mut streams = Streams::new(Seed::from_number(42).key(1), 9, BATCH_PAIRS);
        let mut operators = [0; BATCH_SIZE];
        let mut batch = OffspringBatch {
            rows: genomes.rows_mut(),
            parents: &parents,
            kernel,
            symbols: &symbols,
            streams: &mut streams,
            changed: BitSet::default(),
            recombined: None,
            swapped: BitSet::default(),
            operators: &mut operators,
            crossovers: &[0; BATCH_PAIRS],
            further: &[],
        };
        breed(&mut batch, &crossed, &mutated);
        let changed = batch.changed;
        let genomes = (0..BATCH_SIZE).map(|row| genomes.rows().genome(row).to_vec()).collect();
        (genomes, changed, (0..BATCH_PAIRS).map(|pair| streams.get(pair).word()).collect())
    }

    #[test]
    fn operators_on_a_batch_draw_the_numbers_of_the_scalar_ones() {
        let rate = ScheduledRate::new;
        for shape in [
            (30, 30, 0),
            (30, 1, 0),
            (18, 2, 1),
            (18, 32, 0),
            (30, 33, 1),
            (7, 64, 0),
            (30, 65, 0),
            (400, 20, 0),
            (1394, 30, 0),
            (65_535, 9, 0),
            (2, 9, 0),
            (1, 9, 0),
        ] {
            for (gene_rate, reset) in [
                (0.15, ResetMode::Other),
                (0.15, ResetMode::Any),
                (0.5, ResetMode::Other),
                (1.0, ResetMode::Any),
                (0.0, ResetMode::Other),
                (0.01, ResetMode::Other),
            ] {
                let crossover = OnePoint { rate: rate(0.5) };
                let mutation = Uniform { individual_rate: rate(0.5), gene_rate: rate(gene_rate), reset };
                let scalar = bred(shape, Kernel::SCALAR, |batch, crossed, mutated| {
                    cross_scalar(&crossover, crossed, batch).unwrap();
                    mutate_scalar(&mutation, mutated, batch).unwrap();
                });
                for kernel in Kernel::available() {
                    let batch_result = bred(shape, kernel, |batch, crossed, mutated| {
                        crossover.cross_batch(crossed, batch).unwrap();
                        mutation.mutate_batch(mutated, batch).unwrap();
                    });
                    assert!(batch_result == scalar, "{kernel}, {shape:?}, {mutation:?}");
                }
            }
        }
    }

    #[test]
    fn siblings_that_are_exchanged_whole_are_known() {
        for (kernel, length) in Kernel::available().flat_map(|kernel| [2, 9, 32, 40].map(|length| (kernel, length))) {
            let mut genomes = Genomes::new(BATCH_SIZE, length).unwrap();
            // Siblings differ in no gene, in one, or in two.
            for pair in 0..BATCH_PAIRS {
                for gene in [pair, 3 * pair].into_iter().take(pair % 3) {
                    genomes.rows_mut().genome_mut(2 * pair)[gene % length] = Gene(1);
                }
            }
            let (parents, symbols) = (genomes.clone(), Symbols::new(2));
            let mut batch = OffspringBatch {
                rows: genomes.rows_mut(),
                parents: &[Fitness::WORST; BATCH_SIZE],
                kernel,
                symbols: &symbols,
                streams: &mut Streams::new(Seed::from_number(43).key(1), 9, BATCH_PAIRS),
                changed: BitSet::default(),
                recombined: None,
                swapped: BitSet::default(),
                operators: &mut [0; BATCH_SIZE],
                crossovers: &[0; BATCH_PAIRS],
                further: &[],
            };
            OnePoint { rate: ScheduledRate::new(1.0) }.cross_batch(&BitSet([u64::MAX; 2]), &mut batch).unwrap();
            let swapped: Vec<_> = batch.swapped.members().collect();
            let siblings =
                |genomes: &Genomes, pair| [2 * pair, 2 * pair + 1].map(|row| genomes.rows().genome(row).to_vec());
            let is_swapped = |pair: &usize| {
                let ([a, b], offspring) = (siblings(&parents, *pair), siblings(&genomes, *pair));
                a != b && offspring == [b, a]
            };
            assert_eq!(swapped, (0..BATCH_PAIRS).filter(is_swapped).collect::<Vec<_>>(), "{kernel}, {length}");
            assert!(!swapped.is_empty() && swapped.len() < BATCH_PAIRS);
        }
    }

    #[test]
    fn mixtures_on_a_batch_draw_the_numbers_of_the_scalar_ones() {
        let part =
            |name: &str, rate: f64, more: &str| format!("{{ mutation.{name} = {{ individual-rate = {rate}{more} }} }}");
        let usual = [
            part("uniform", 1.0, ", gene-rate = 0.05"),
            part("tail", 1.0, ", cut = \"within\""),
            part("swap", 1.0, ""),
        ];
        let together = [usual[0].clone(), part("tail", 1.0, ""), part("insert", 1.0, ""), part("swap", 1.0, "")];
        let nested = format!("{{ weight = 2, mutation.mixture.of = [{}, {}] }}", usual[0], part("insert", 0.5, ""));
        let nine_parts: Vec<_> = (0..9).map(|n| part("insert", f64::from(n) / 8.0, "")).collect();
        for parts in [&usual[..], &together, &[nested, part("delete", 0.3, ""), usual[1].clone()], &nine_parts] {
            let text = format!("of = [{}]", parts.join(", "));
            let mixture: MutationMixture = crate::settings::read(&text).unwrap();
            for shape in [
                (30, 30, 0),
                (234, 30, 0),
                (233, 32, 1),
                (255, 7, 1),
                (18, 2, 1),
                (257, 31, 0),
                (1394, 30, 0),
                (65_535, 9, 0),
                (400, 65, 0),
                (1, 9, 0),
            ] {
                let scalar = bred(shape, Kernel::SCALAR, |batch, _, mutated| {
                    mutate_scalar(&mixture, mutated, batch).unwrap();
                });
                for kernel in Kernel::available() {
                    let vectorized = bred(shape, kernel, |batch, _, mutated| {
                        mixture.mutate_batch(mutated, batch).unwrap();
                    });
                    assert!(vectorized == scalar, "{kernel}, {shape:?}, {text}");
                }
            }
        }
    }
}
