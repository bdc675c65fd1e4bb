use super::*;

#[test]
fn rows_of_genomes_are_disjoint() {
    for length in [1, 31, 32, 33, 64, 100] {
        let mut genomes = Genomes::new(7, length).unwrap();
        let mut rows = genomes.rows_mut();
        for row in 0..7 {
            assert!(rows.genome_mut(row).iter().all(|&gene| gene == Gene(0)), "new genes are 0");
            rows.genome_mut(row).fill(Gene(u16::try_from(row + 1).unwrap()));
        }
        let (a, b) = rows.pair_mut(2);
        assert_eq!((a.len(), b.len(), a[0], b[length - 1]), (length, length, Gene(3), Gene(4)));
        let (before, mut behind) = rows.split_at(3);
        assert_eq!((before.as_rows().count(), behind.as_rows().count()), (3, 4));
        behind.copy_each(before.as_rows(), &[1]);
        let rows = genomes.rows();
        assert_eq!(rows.genome(3), rows.genome(1));
        assert_ne!(rows.genome(3), rows.genome(2));
    }
}

#[test]
fn strategy_parameters_are_copied_with_a_row() {
    for length in [31, 32] {
        let mut genomes = Genomes::with_parameters(2, length, 1).unwrap();
        let mut rows = genomes.rows_mut();
        let (genome, parameters) = rows.genome_and_parameters_mut(0);
        assert_eq!((genome.len(), parameters.len()), (length, 1));
        parameters[0] = Gene(9);
        let copy = Genomes::clone(&genomes);
        genomes.rows_mut().copy_each(copy.rows(), &[1, 0]);
        assert_eq!(genomes.rows_mut().genome_and_parameters_mut(0).1, [Gene(0)]);
        assert_eq!(genomes.rows_mut().genome_and_parameters_mut(1).1, [Gene(9)]);
        assert!(genomes.rows().genome(1).iter().all(|&gene| gene == Gene(0)));
    }
}

#[test]
fn words_of_a_genome_hold_four_genes_and_trailing_zeros() {
    let mut genomes = Genomes::new(2, 6).unwrap();
    for (gene, number) in genomes.rows_mut().genome_mut(1).iter_mut().zip(1..) {
        *gene = Gene(number);
    }
    let words = genomes.rows().words(1);
    assert_eq!((words.len(), words[2..].iter().sum::<u64>()), (WORDS, 0));
    if cfg!(target_endian = "little") {
        assert_eq!(words[..2], [0x0004_0003_0002_0001, 0x0006_0005]);
    }
}

#[test]
fn genes_are_copied_to_rows_and_the_largest_is_found() {
    for length in [1, 15, 16, 17, 30, 32, 33, 47, 64, 65] {
        let genes: Vec<u16> = (0..).take(4 * length).map(|place: u16| place.wrapping_mul(7919) % 60_000 + 1).collect();
        let (mut genomes, mut scalar) = (Genomes::new(5, length).unwrap(), Genomes::new(5, length).unwrap());
        for last in [0, 1, 4 * length - 1] {
            let mut genes = genes.clone();
            genes[last] = u16::MAX;
            assert_eq!(genomes.rows_mut().copy_genes(&genes), u16::MAX, "{length} {last}");
            assert_eq!(scalar.rows_mut().copy_genes_scalar(&genes), u16::MAX);
            for row in 0..4 {
                let expected: Vec<Gene> = genes[row * length..][..length].iter().map(|&gene| Gene(gene)).collect();
                assert_eq!(genomes.rows().genome(row), expected);
            }
            assert!((0..5).all(|row| genomes.rows().words(row) == scalar.rows().words(row)), "{length}");
        }
        let largest = genes.iter().copied().max().unwrap();
        assert_eq!(genomes.rows_mut().copy_genes(&genes), largest);
        assert_eq!((genomes.rows_mut().copy_genes(&[]), genomes.rows().genome(0)[0]), (0, Gene(genes[0])));
    }
}

#[test]
fn too_little_memory_is_an_error() {
    assert!(Genomes::new(usize::MAX / 4096, 100).is_err());
    assert!(Genomes::new(usize::MAX, 33).is_err());
    assert!(Genomes::with_parameters(1, 2, usize::MAX).is_err());
    let mut genomes = Genomes::new(1, 33).unwrap();
    assert!(genomes.try_reserve(usize::MAX).is_err());
    assert_eq!((genomes.rows().count(), Genomes::bytes(usize::MAX, 33)), (1, usize::MAX));
}

/// Returns the message of a panic.
fn panic_of<T>(act: impl FnOnce() -> T) -> String {
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(act)).err().expect("it panics");
    panic.downcast_ref::<String>().cloned().or(panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap()
}

#[test]
fn a_genome_has_a_length_that_fitness_counts() {
    for (length, parameters) in [(0, 1), (MAX_GENES + 1, 0), (usize::MAX, 2), (usize::MAX - 1, 1)] {
        let message = panic_of(|| Genomes::with_parameters(1, length, parameters));
        assert_eq!(message, format!("a genome has 1 to 65535 genes, not {length}"));
    }
    assert_eq!(Genomes::new(1, MAX_GENES).unwrap().rows().genome(0).len(), MAX_GENES);
}

#[test]
fn rows_beyond_the_last_one_are_never_those_of_another() {
    let mut genomes = Genomes::new(4, 40).unwrap();
    // Twice this row, the first line of it, is 2^64, which is 0 without a check.
    for row in [4, usize::MAX / 2 + 1, usize::MAX] {
        panic_of(|| genomes.rows().genome(row).len());
        panic_of(|| genomes.rows_mut().genome_mut(row).len());
        panic_of(|| genomes.rows_mut().pair_mut(row).0.len());
        panic_of(|| genomes.rows_mut().write_eight(row, 0, [1, 1]));
        let copy = genomes.clone();
        panic_of(|| genomes.rows_mut().copy(row, copy.rows(), 0));
        panic_of(|| genomes.rows_mut().copy(0, copy.rows(), row));
    }
    panic_of(|| genomes.rows_mut().pair_mut(3).0.len());
    let (mut short, other) = (Genomes::new(4, 30).unwrap(), Genomes::new(4, 31).unwrap());
    panic_of(|| short.rows_mut().copy_each(other.rows(), &[1, 2]));
    assert_eq!(genomes.rows().genome(0), [Gene(0); 40]);
}
