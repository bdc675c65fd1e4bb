//! The kernel in plain Rust, one genome of a cube at a time, and the reference that all other kernels must equal. It also gives the places
//! of the pieces after some genes. Whole genomes of small alphabets are evaluated in `pairs`, best prefixes of all alphabets here;
//! file-defined puzzles and registered objectives have [`super::plain`].
//!
//! Ten pieces at a time go through all genes, so that their places stay in registers; the loads from one permutation are
//! independent of each other and overlap.

use super::{EvaluationMode, Evaluator, Fitness, Gene, Permutation};
use evocube_cube::puzzle::Place;

/// Returns the fitness of one genome.
#[allow(clippy::cast_possible_truncation)] // the evaluator checks that penalties fit 16 bits; genomes are shorter
pub(super) fn evaluate(evaluator: &Evaluator, genome: &[Gene]) -> Fitness {
    match evaluator.mode {
        EvaluationMode::Whole => {
            let mut penalty = 0;
            for_each_group(evaluator, |first, places| penalty += whole(evaluator, genome, first, places));
            Fitness::new(penalty, genome.len() as u16)
        }
        EvaluationMode::BestPrefix => best_prefix(evaluator, genome),
    }
}

/// Number of pieces at a time.
const GROUP: usize = 10;

/// Calls `visit` with the first piece and the places of each group. The last group is filled up with piece 0, whose
/// penalty is not counted there.
fn for_each_group(evaluator: &Evaluator, mut visit: impl FnMut(usize, [Place; GROUP])) {
    for first in (0..evaluator.pieces).step_by(GROUP) {
        let places = std::array::from_fn(|n| evaluator.start[if first + n < evaluator.pieces { first + n } else { 0 }]);
        visit(first, places);
    }
}

/// Moves every piece to its next place.
#[inline]
pub(super) fn step<const PIECES: usize>(places: &mut [Place; PIECES], map: &Permutation) {
    for place in places {
        *place = map.0[usize::from(*place & 63)];
    }
}

#[inline]
fn group_penalty(evaluator: &Evaluator, first: usize, places: &[Place; GROUP]) -> u16 {
    let penalties = &evaluator.penalties[first..evaluator.pieces.min(first + GROUP)];
    penalties.iter().zip(places).map(|(penalties, &place)| penalties[usize::from(place)]).sum()
}

fn whole(evaluator: &Evaluator, genome: &[Gene], first: usize, mut places: [Place; GROUP]) -> u16 {
    for &gene in genome {
        step(&mut places, evaluator.permutation(gene));
    }
    group_penalty(evaluator, first, &places)
}

/// Writes the place of each piece after all genes.
pub(super) fn write_places(evaluator: &Evaluator, genes: &[Gene], out: &mut [Place]) {
    for_each_group(evaluator, |first, mut places| {
        for &gene in genes {
            step(&mut places, evaluator.permutation(gene));
        }
        out[first..].iter_mut().zip(places).for_each(|(target, place)| *target = place);
    });
}

#[allow(clippy::cast_possible_truncation)] // genomes are shorter than 65,536 genes
fn best_prefix(evaluator: &Evaluator, genome: &[Gene]) -> Fitness {
    let mut groups = [([0; GROUP], 0); 2];
    let mut count = 0;
    for_each_group(evaluator, |first, places| {
        groups[count] = (places, first);
        count += 1;
    });
    let groups = &mut groups[..count];
    let total = |groups: &[([Place; GROUP], usize)]| {
        groups.iter().map(|(places, first)| group_penalty(evaluator, *first, places)).sum()
    };
    let mut best = Fitness::new(total(groups), 0);
    for (index, &gene) in genome.iter().enumerate() {
        for (places, _) in groups.iter_mut() {
            step(places, evaluator.permutation(gene));
        }
        best = best.min(Fitness::new(total(groups), (index + 1) as u16));
    }
    best
}
