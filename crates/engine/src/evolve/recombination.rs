//! Draws for the pairs of a batch before they are recombined: the crossover of each pair from a mixture, and the further parents of a
//! crossover of more than two. The crossovers themselves, which draw cuts and genes, are in `crossover`.

use super::batch::{BATCH_PAIRS, PairSet};
use super::crossover::Cross;
use evocube_cube::rng::{CounterStream, Streams};
use evocube_cube::solver::Cancelled;

/// Draws the crossover of each pair from a mixture. The flag of a pair that is copied becomes 0.
#[inline(never)]
pub(super) fn draw_crossovers(
    crossover: &impl Cross,
    streams: &mut Streams,
    flags: &mut [u8],
    crossovers: &mut [u8; BATCH_PAIRS],
) {
    for (pair, flag) in flags.iter_mut().enumerate() {
        let mut stream = streams.get(pair);
        match crossover.draw(&mut stream) {
            Some(part) => crossovers[pair] = u8::try_from(part).expect("there are at most MAX_OPERATORS"),
            None => *flag = 0,
        }
        streams.put(pair, &stream);
    }
}

/// Selects `count` further parents of each pair that is recombined, as rows of the population. `first` returns the number of the
/// first draw of a pair.
#[inline(never)]
pub(super) fn further_parents(
    crossed: &PairSet,
    count: usize,
    first: impl Fn(usize) -> usize,
    select: impl Fn(usize, &mut CounterStream) -> Result<usize, Cancelled>,
    streams: &mut Streams,
) -> Result<Vec<Vec<u32>>, Cancelled> {
    let mut further = vec![Vec::new(); BATCH_PAIRS];
    for pair in crossed.members() {
        let mut stream = streams.get(pair);
        let draws = first(pair)..first(pair) + count;
        let row = |draw| Ok(u32::try_from(select(draw, &mut stream)?).expect("populations are smaller than 2^32"));
        further[pair] = draws.map(row).collect::<Result<_, _>>()?;
        streams.put(pair, &stream);
    }
    Ok(further)
}
