//! [`random`]: a state of the 3×3×3, uniformly from all that moves reach.

use super::{Cube3, permutation_is_odd};
use crate::rng::Stream;

/// Draws a state uniformly from all reachable ones.
///
/// Both permutations are shuffled. If their parities differ, two edges are swapped: a bijection between the halves of
/// equal and of different parity, so the distribution stays uniform. The last orientation of each kind follows from the
/// others. A random walk of fixed length is not uniform.
pub(super) fn random(stream: &mut Stream) -> Cube3 {
    let mut cube = Cube3::SOLVED;
    stream.shuffle(&mut cube.corners);
    stream.shuffle(&mut cube.edges);
    if permutation_is_odd(&cube.corners) != permutation_is_odd(&cube.edges) {
        cube.edges.swap(10, 11);
    }
    let mut sum = 0;
    for position in 0..7 {
        let twist = u8::try_from(stream.below(3)).expect("less than 3");
        cube.corners[position] += 8 * twist;
        sum += twist;
    }
    cube.corners[7] += 8 * ((21 - sum) % 3);
    sum = 0;
    for position in 0..11 {
        let flip = u8::try_from(stream.below(2)).expect("less than 2");
        cube.edges[position] += 16 * flip;
        sum += flip;
    }
    cube.edges[11] += 16 * (sum % 2);
    cube
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Setup;
    use crate::rng::Seed;

    #[test]
    fn random_cubes_are_reachable() {
        let mut stream = Seed::from_number(1).stream();
        for _ in 0..10_000 {
            let cube = Cube3::random(&mut stream);
            assert_eq!(Setup::from_colors(cube.colors()).check(), Ok(cube));
        }
    }

    #[test]
    fn every_piece_is_uniformly_distributed_over_its_places() {
        // 20 pieces at 24 places; 23 degrees of freedom each: chi-square over 54.6 once in 4000.
        let (mut stream, draws) = (Seed::from_number(2).stream(), 240_000);
        let mut counts = [[0u32; 48]; 20];
        for _ in 0..draws {
            for (piece, place) in Cube3::random(&mut stream).places().into_iter().enumerate() {
                counts[piece][usize::from(place)] += 1;
            }
        }
        let expected = f64::from(draws) / 24.0;
        for (piece, counts) in counts.iter().enumerate() {
            let orbit = if piece < 8 { &counts[..24] } else { &counts[24..] };
            let chi: f64 = orbit.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
            assert!(chi < 54.6, "piece {piece}: chi-square {chi}");
        }
    }
}
