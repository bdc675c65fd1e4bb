//! Memory of genomes: rows are disjoint, their strategy parameters are copied with them, and too little memory is an error. Evaluation of
//! genomes is tested in `evaluation.rs`.

use evocube_engine::evaluation::{Gene, Genomes};

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
fn too_little_memory_is_an_error() {
    assert!(Genomes::new(usize::MAX / 4096, 100).is_err());
    assert!(Genomes::new(usize::MAX, 33).is_err());
    assert!(Genomes::with_parameters(1, 2, usize::MAX).is_err());
    assert_eq!(Genomes::bytes(usize::MAX, 33), usize::MAX);
}
