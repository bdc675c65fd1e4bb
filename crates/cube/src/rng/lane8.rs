//! [`Lane8`]: eight counter streams that draw together in one register: decisions, fractions and numbers of a `BatchedRange` with a bound
//! of at most 2^16, the same ones that each draws alone. Up to 128 streams are in `streams`, which uses the arithmetic of words that is
//! defined here.

use super::bernoulli::{GROUP, bits_of_word};
use super::{BatchedRange, Bernoulli, CounterStream, Key, Rng64, SplitMix, Stream};

/// Eight streams with any numbers, which fill a register of 512 bits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lane8 {
    pub(super) states: [u64; 8],
    pub(super) gamma: u64,
}

impl Lane8 {
    /// Opens eight streams of a key, beginning with number `first`.
    #[inline(always)]
    pub fn new(key: Key, first: u32) -> Self {
        let (mut states, mut state) = ([0; 8], key.stream(first).0.state);
        for place in &mut states {
            *place = state;
            state = state.wrapping_add(key.gamma << 32);
        }
        Self { states, gamma: key.gamma }
    }

    /// Returns a copy of one stream.
    #[inline(always)]
    pub fn get(&self, number: usize) -> CounterStream {
        Stream(SplitMix { state: self.states[number], gamma: self.gamma })
    }

    /// Draws a word from each stream with `is_drawn`, and with `TWICE` another one if its product with the number of outcomes is less
    /// than `least`. Returns the words, and a 1 where the last one is too low, too.
    #[inline(always)]
    fn words<const TWICE: bool>(
        &mut self,
        outcomes: [u64; 8],
        least: [u64; 8],
        is_drawn: [u64; 8],
    ) -> ([u64; 8], [u64; 8]) {
        let (mut words, mut rejected) = ([0; 8], [0; 8]);
        for n in 0..8 {
            let mut state = self.states[n];
            let first = next_word(&mut state, self.gamma);
            let first_state = state;
            let second = if TWICE { next_word(&mut state, self.gamma) } else { first };
            let is_low = TWICE && first.wrapping_mul(outcomes[n]) < least[n];
            words[n] = if is_low { second } else { first };
            state = if is_low { state } else { first_state };
            rejected[n] = u64::from(is_drawn[n] != 0 && words[n].wrapping_mul(outcomes[n]) < least[n]);
            self.states[n] = if is_drawn[n] != 0 { state } else { self.states[n] };
        }
        (words, rejected)
    }

    /// Calls [`Stream::fraction`] on the streams with `is_drawn`. The numbers of the others mean nothing.
    #[inline(always)]
    pub fn fractions(&mut self, is_drawn: [u64; 8]) -> [f64; 8] {
        let mut fractions = [0.0; 8];
        for n in 0..8 {
            let mut state = self.states[n];
            fractions[n] = (next_word(&mut state, self.gamma) >> 11) as f64 / (1u64 << 53) as f64;
            self.states[n] = if is_drawn[n] != 0 { state } else { self.states[n] };
        }
        fractions
    }

    /// Calls [`Stream::bernoulli_mask`] on each stream.
    #[inline(always)]
    pub fn bernoulli_mask(&mut self, probability: Bernoulli, count: usize) -> [u64; 8] {
        let all_trials = u64::MAX >> (64 - count.clamp(1, 64));
        let Some(threshold) = probability.0 else { return [all_trials; 8] };
        match bits_of_word(count) {
            1 => self.decide_all::<1>(threshold, all_trials),
            2 => self.decide_all::<2>(threshold, all_trials),
            _ => self.decide_all::<3>(threshold, all_trials),
        }
    }

    /// Makes decisions with so many bits of a word for each fraction.
    #[inline(always)]
    fn decide_all<const BITS: u32>(&mut self, threshold: u64, all_trials: u64) -> [u64; 8] {
        let decisions = self.decide::<BITS>(threshold, Decisions { masks: [0; 8], undecided: [all_trials; 8] });
        let rest = threshold << GROUP;
        if rest != 0 && has_ones(decisions.undecided) {
            return self.decide_rest::<BITS>(rest, decisions);
        }
        decisions.masks
    }

    /// Draws further groups of words, until each decision is made.
    #[cold]
    #[inline(never)]
    fn decide_rest<const BITS: u32>(&mut self, mut threshold: u64, mut decisions: Decisions) -> [u64; 8] {
        while threshold != 0 && has_ones(decisions.undecided) {
            decisions = self.decide::<BITS>(threshold, decisions);
            threshold <<= GROUP;
        }
        decisions.masks
    }

    /// Settles open decisions by a group of words of each stream, or by as many as the probability has bits for. Streams without an
    /// open decision do not advance.
    #[inline(always)]
    fn decide<const BITS: u32>(&mut self, threshold: u64, decisions: Decisions) -> Decisions {
        let Decisions { mut masks, mut undecided } = decisions;
        let bits = if threshold == 0 { 0 } else { 64 - threshold.trailing_zeros() };
        let step = self.gamma.wrapping_mul(bits.min(GROUP).div_ceil(BITS).into());
        let mut states = self.states;
        for n in 0..8 {
            self.states[n] = states[n].wrapping_add(if undecided[n] == 0 { 0 } else { step });
        }
        for word in 0..GROUP / BITS {
            let mut words = [0; 8];
            for n in 0..8 {
                words[n] = next_word(&mut states[n], self.gamma);
            }
            for bit in 0..BITS {
                let wanted = 0u64.wrapping_sub(threshold << (word * BITS + bit) >> 63);
                for n in 0..8 {
                    let fractions = words[n] >> (bit * (64 / BITS));
                    masks[n] |= undecided[n] & wanted & !fractions;
                    undecided[n] &= !(fractions ^ wanted);
                }
            }
        }
        Decisions { masks, undecided }
    }
}

/// Decisions of eight streams: those that are true, and those that are open, as bits.
struct Decisions {
    masks: [u64; 8],
    undecided: [u64; 8],
}

impl BatchedRange {
    /// Draws up to eight numbers of 16 bits from each of eight streams, as [`fill`](Self::fill) does. Only streams whose `is_drawn` is
    /// not 0 advance. Returns the first four draws of each stream in one word and the last four in another; further numbers are 0.
    ///
    /// Four numbers must fit a word, so the bound is at most 2^16.
    #[inline(always)]
    pub fn sample_lane8(&self, streams: &mut Lane8, is_drawn: [u64; 8], draws: usize) -> [[u64; 8]; 2] {
        let mut numbers = self.sample_word(streams, is_drawn, draws.min(self.at_once));
        if draws > self.at_once {
            let more = self.sample_word(streams, is_drawn, draws - self.at_once);
            self.append(&mut numbers, more);
        }
        for half in 0..2 {
            let count = draws.saturating_sub(4 * half).min(4);
            let kept = if count == 0 { 0 } else { u64::MAX >> (64 - 16 * count) };
            for n in 0..8 {
                numbers[half][n] &= kept;
            }
        }
        numbers
    }

    /// Draws as [`sample_lane8`](Self::sample_lane8) does, up to eight numbers from each stream: `counts[n]` from stream n, which does not
    /// advance if the count is 0. Further numbers mean nothing. No count may exceed eight.
    #[inline(always)]
    pub fn sample_lane8_counts(&self, streams: &mut Lane8, counts: [usize; 8]) -> [[u64; 8]; 2] {
        let mut numbers = self.sample_word_counts(streams, counts.map(|count| count.min(self.at_once)));
        if self.at_once < Self::MAX {
            let more = self.sample_word_counts(streams, counts.map(|count| count.saturating_sub(self.at_once)));
            self.append(&mut numbers, more);
        }
        numbers
    }

    /// Draws numbers that fit a word from the streams with `is_drawn`.
    #[inline(always)]
    fn sample_word(&self, streams: &mut Lane8, is_drawn: [u64; 8], draws: usize) -> [[u64; 8]; 2] {
        let (outcomes, least) = ([self.powers[draws]; 8], [self.rejected[draws]; 8]);
        // Where more than one word in 256 is rejected, one of eight streams often needs a second.
        if self.rejected[draws] >> 56 == 0 {
            self.sample_words::<false>(streams, outcomes, least, is_drawn, [draws; 8])
        } else {
            self.sample_words::<true>(streams, outcomes, least, is_drawn, [draws; 8])
        }
    }

    /// Draws numbers that fit a word from the streams whose count is not 0.
    #[inline(always)]
    fn sample_word_counts(&self, streams: &mut Lane8, counts: [usize; 8]) -> [[u64; 8]; 2] {
        let (mut outcomes, mut least, mut is_drawn) = ([0; 8], [0; 8], [0; 8]);
        for n in 0..8 {
            (outcomes[n], least[n], is_drawn[n]) = (self.powers[counts[n]], self.rejected[counts[n]], counts[n] as u64);
        }
        self.sample_words::<true>(streams, outcomes, least, is_drawn, counts)
    }

    /// Replaces the numbers that did not fit the first word by those of the second one.
    #[inline(always)]
    fn append(&self, numbers: &mut [[u64; 8]; 2], more: [[u64; 8]; 2]) {
        // At least four numbers fit the first word, and so do the others the second.
        let place = 16 * (self.at_once - 4);
        for n in 0..8 {
            numbers[1][n] = numbers[1][n] & ((1 << place) - 1) | more[0][n] << place;
        }
    }

    /// Draws eight numbers from a word of each stream with `is_drawn`; `counts[n]` of them, with so many outcomes, count.
    #[inline(always)]
    fn sample_words<const TWICE: bool>(
        &self,
        streams: &mut Lane8,
        outcomes: [u64; 8],
        least: [u64; 8],
        is_drawn: [u64; 8],
        counts: [usize; 8],
    ) -> [[u64; 8]; 2] {
        let (bound, origins) = (self.bound & LOW, streams.states);
        let (mut low, rejected) = streams.words::<TWICE>(outcomes, least, is_drawn);
        let (mut high, mut numbers) = ([0; 8], [[0; 8]; 2]);
        for n in 0..8 {
            high[n] = low[n] >> 32;
        }
        for half in &mut numbers {
            for _ in 0..4 {
                for n in 0..8 {
                    (low[n], high[n]) = next_of_halves(low[n], high[n], bound);
                    // The numbers move down, and the next one, an upper half, becomes the highest quarter.
                    half[n] = half[n] >> 16 | (high[n] & !LOW) << 16;
                }
            }
        }
        if has_ones(rejected) {
            self.sample_lane8_again(streams, origins, rejected, counts, &mut numbers);
        }
        numbers
    }

    /// Repeats the draws of the streams of which the words were rejected.
    #[cold]
    #[inline(never)]
    fn sample_lane8_again(
        &self,
        streams: &mut Lane8,
        origins: [u64; 8],
        rejected: [u64; 8],
        counts: [usize; 8],
        numbers: &mut [[u64; 8]; 2],
    ) {
        for (n, &count) in counts.iter().enumerate().filter(|&(n, _)| rejected[n] != 0) {
            let mut stream = Stream(SplitMix { state: origins[n], gamma: streams.gamma });
            let mut draws = [0; Self::MAX];
            self.fill(&mut stream, &mut draws[..count]);
            streams.states[n] = stream.0.state;
            for (numbers, chunk) in numbers.iter_mut().zip(draws.as_chunks::<4>().0) {
                numbers[n] = chunk.iter().rev().fold(0, |word, &number| word << 16 | u64::from(number));
            }
        }
    }
}

#[inline(always)]
fn has_ones(words: [u64; 8]) -> bool {
    let mut union = 0;
    for word in words {
        union |= word;
    }
    union != 0
}

/// The lower half of a word.
pub(super) const LOW: u64 = u32::MAX as u64;

/// Splits the next draw off a word that is given as two halves. Returns the rest in the lower halves of both values,
/// and the draw in the upper half of the second.
#[inline(always)]
pub(super) fn next_of_halves(low: u64, high: u64, bound: u64) -> (u64, u64) {
    let low = (low & LOW) * bound;
    (low, (high & LOW) * bound + (low >> 32))
}

#[inline(always)]
pub(super) fn next_word(state: &mut u64, gamma: u64) -> u64 {
    let mut stream = SplitMix { state: *state, gamma };
    let word = stream.next_word();
    *state = stream.state;
    word
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Seed, Streams};

    #[test]
    fn eight_streams_draw_as_many_numbers_as_each_needs() {
        let key = Seed::from_number(21).key(3);
        // The second range rejects one word in six, so that a stream rarely draws again alone. Of the last three, seven, six and four
        // numbers fit a word.
        for bound in [30, 250, 1, 257, 1394, 65_535] {
            let range = BatchedRange::new(bound);
            let mut eight = Lane8::new(key, 17);
            let mut streams: [_; 8] = std::array::from_fn(|n| key.stream(17 + u32::try_from(n).unwrap()));
            for round in 0..500 {
                let counts = std::array::from_fn(|n| (n * n + round) % 9);
                let numbers = range.sample_lane8_counts(&mut eight, counts);
                for (n, single) in streams.iter_mut().enumerate() {
                    let mut words = [0; 8];
                    range.fill(single, &mut words[..counts[n]]);
                    for (draw, number) in words[..counts[n]].iter().enumerate() {
                        assert_eq!(numbers[draw / 4][n] >> (16 * (draw % 4)) & 0xFFFF, u64::from(*number));
                    }
                    assert_eq!(eight.get(n).word(), single.clone().word());
                }
            }
        }
    }

    #[test]
    fn eight_streams_draw_the_numbers_of_each_stream() {
        let eight_numbers = [3, 100, 4, 5, 127, 0, 64, 65];
        let key = Seed::from_number(21).key(3);
        let streams = Streams::new(key, 11, Streams::MAX);
        // The second range rejects one word in six. Of large ones, six and four numbers fit a word.
        let small = [
            (29, 0.15, 20),
            (29, 0.15, 30),
            (250, 0.5, 64),
            (250, 0.0, 7),
            (30, 0.3, 21),
            (30, 0.3, 22),
            (30, 1.0, 33),
            (2, 1e-6, 64),
            (30, 0.999, 1),
        ];
        let large = [(1394, 0.3, 30), (65_535, 0.5, 3)];
        for (bound, p, count) in small.into_iter().chain(large) {
            let (range, probability) = (BatchedRange::new(bound), Bernoulli::new(p));
            let mut eight = streams.lane8(eight_numbers);
            let mut selected_streams = eight_numbers.map(|n| streams.get(n.into()));
            for round in 0..200 {
                let masks = eight.bernoulli_mask(probability, count);
                let draws = 1 + round % 8;
                let numbers = range.sample_lane8(&mut eight, masks, draws);
                for (n, single) in selected_streams.iter_mut().enumerate() {
                    assert_eq!(masks[n], single.bernoulli_mask(probability, count));
                    if masks[n] == 0 {
                        continue;
                    }
                    let mut selected_streams = [0; 8];
                    range.fill(single, &mut selected_streams[..draws]);
                    for (draw, number) in selected_streams.into_iter().enumerate() {
                        assert_eq!(numbers[draw / 4][n] >> (16 * (draw % 4)) & 0xFFFF, u64::from(number));
                    }
                }
            }
            for (n, single) in selected_streams.iter_mut().enumerate() {
                assert_eq!(eight.get(n).word(), single.word());
            }
        }
    }
}
