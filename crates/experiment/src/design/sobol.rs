//! Sobol's sequence: points that fill the unit cube evenly, in at most [`MAX_DIMENSIONS`] dimensions. Digital shifts are given by the
//! caller; `sweep` makes values of factors from the points.
//!
//! I. M. Sobol', "On the distribution of points in a cube and the approximate evaluation of integrals", USSR
//! Computational Mathematics and Mathematical Physics 7 (1967), 86–112; in the order of the Gray code: I. A. Antonov and
//! V. M. Saleev, "An economic method of computing LPτ-sequences", the same journal 19 (1979), 252–256.

/// Maximum number of dimensions, which are the factors of one stage.
pub const MAX_DIMENSIONS: usize = 32;

/// Bits of a coordinate.
const BITS: usize = 32;

/// For each dimension after the first, a primitive polynomial over GF(2), with its highest and its lowest coefficient, and the
/// initial direction numbers: S. Joe and F. Y. Kuo, "Constructing Sobol' sequences with better two-dimensional
/// projections", SIAM Journal on Scientific Computing 30 (2008), 2635–2654, their set `new-joe-kuo-6`.
const DIRECTIONS: [(u32, &[u32]); MAX_DIMENSIONS - 1] = [
    (3, &[1]),
    (7, &[1, 3]),
    (11, &[1, 3, 1]),
    (13, &[1, 1, 1]),
    (19, &[1, 1, 3, 3]),
    (25, &[1, 3, 5, 13]),
    (37, &[1, 1, 5, 5, 17]),
    (41, &[1, 1, 5, 5, 5]),
    (47, &[1, 1, 7, 11, 19]),
    (55, &[1, 1, 5, 1, 1]),
    (59, &[1, 1, 1, 3, 11]),
    (61, &[1, 3, 5, 5, 31]),
    (67, &[1, 3, 3, 9, 7, 49]),
    (91, &[1, 1, 1, 15, 21, 21]),
    (97, &[1, 3, 1, 13, 27, 49]),
    (103, &[1, 1, 1, 15, 7, 5]),
    (109, &[1, 3, 1, 15, 13, 25]),
    (115, &[1, 1, 5, 5, 19, 61]),
    (131, &[1, 3, 7, 11, 23, 15, 103]),
    (137, &[1, 3, 7, 13, 13, 15, 69]),
    (143, &[1, 1, 3, 13, 7, 35, 63]),
    (145, &[1, 3, 5, 9, 1, 25, 53]),
    (157, &[1, 3, 1, 13, 9, 35, 107]),
    (167, &[1, 3, 1, 5, 27, 61, 31]),
    (171, &[1, 1, 5, 11, 19, 41, 61]),
    (185, &[1, 3, 5, 3, 3, 13, 69]),
    (191, &[1, 1, 7, 13, 1, 19, 1]),
    (193, &[1, 3, 7, 5, 13, 19, 59]),
    (203, &[1, 1, 3, 9, 25, 29, 41]),
    (211, &[1, 3, 5, 13, 23, 1, 55]),
    (213, &[1, 3, 7, 3, 13, 59, 17]),
];

/// Returns the sequence with one dimension per shift. Each is the digital shift of its dimension; 0 gives the published sequence.
///
/// # Panics
/// If there are more than [`MAX_DIMENSIONS`] shifts.
pub(super) fn sequence(shifts: Vec<u32>) -> impl Iterator<Item = Vec<f64>> {
    assert!(shifts.len() <= MAX_DIMENSIONS, "{} dimensions", shifts.len());
    let directions: Vec<[u32; BITS]> = (0..shifts.len()).map(directions).collect();
    let mut point = shifts;
    (0u32..u32::MAX).map(move |number| {
        let coordinates = point.iter().map(|&bits| f64::from(bits) / f64::from(2u32).powi(32)).collect();
        // Successive Gray codes differ in the bit of the lowest zero of the number.
        let changed = number.trailing_ones() as usize;
        for (bits, directions) in point.iter_mut().zip(&directions) {
            *bits ^= directions[changed];
        }
        coordinates
    })
}

/// Returns the direction numbers of a dimension, each as a fraction of 2^32.
fn directions(dimension: usize) -> [u32; BITS] {
    let mut directions = [0; BITS];
    let Some((polynomial, initial)) = dimension.checked_sub(1).map(|dimension| DIRECTIONS[dimension]) else {
        for (place, direction) in directions.iter_mut().enumerate() {
            *direction = 1 << (BITS - 1 - place);
        }
        return directions;
    };
    let degree = initial.len();
    for place in 0..BITS {
        directions[place] = match initial.get(place) {
            Some(number) => number << (BITS - 1 - place),
            None => {
                let basis = directions[place - degree];
                // The inner coefficients of the polynomial, the highest first.
                (1..degree)
                    .filter(|back| polynomial >> (degree - back) & 1 == 1)
                    .fold(basis ^ basis >> degree, |sum, back| sum ^ directions[place - back])
            }
        };
    }
    directions
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `scipy.stats.qmc.Sobol(32, scramble=False)` of SciPy 1.17.1, which has the same direction numbers: the first 64
    /// points, in 64ths.
    const PUBLISHED: &str = include_str!("../../tests/data/sobol.txt");

    #[test]
    fn sobol_points_equal_the_published_ones() {
        let lines = PUBLISHED.lines().filter(|line| !line.starts_with('#'));
        let mut count = 0;
        for (line, point) in lines.zip(sequence(vec![0; MAX_DIMENSIONS])) {
            let expected: Vec<f64> =
                line.split_whitespace().map(|number| number.parse::<f64>().unwrap() / 64.0).collect();
            assert_eq!(point, expected, "point {count}");
            count += 1;
        }
        assert_eq!(count, 64);
    }

    #[test]
    fn sobol_prefixes_of_powers_of_two_hit_each_interval_once() {
        for shift in [0, 0xdead_beef] {
            let points: Vec<_> = sequence(vec![shift; MAX_DIMENSIONS]).take(4096).collect();
            for dimension in 0..MAX_DIMENSIONS {
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
                let mut places: Vec<u32> = points.iter().map(|point| (point[dimension] * 4096.0) as u32).collect();
                places.sort_unstable();
                assert_eq!(places, (0..4096).collect::<Vec<_>>(), "dimension {dimension}");
            }
        }
    }
}
