//! [`Streams`]: up to 128 counter streams that draw together, the same numbers as each alone: decisions, numbers below a bound, and those
//! of a [`BatchedRange`]. Eight at a time are a [`Lane8`].

use super::bernoulli::SHORT;
use super::lane8::{LOW, Lane8, next_of_halves, next_word};
use super::{BatchedRange, Bernoulli, CounterStream, Key, SplitMix, Stream};

/// Streams with consecutive numbers, advanced together in vector registers. Each stream yields the same numbers as it
/// does alone.
///
/// ```
/// use evocube_cube::Seed;
/// use evocube_cube::rng::Streams;
/// let key = Seed::from_number(1).key(0);
/// let streams = Streams::new(key, 10, 4);
/// assert_eq!(streams.get(2).word(), key.stream(12).word());
/// ```
#[derive(Clone, Debug)]
pub struct Streams {
    states: [u64; Self::MAX],
    gamma: u64,
    count: usize,
}

impl Default for Streams {
    /// No streams.
    #[inline(always)]
    fn default() -> Self {
        Self { states: [0; Self::MAX], gamma: 0, count: 0 }
    }
}

/// One value per stream.
pub type Lanes<T> = [T; Streams::MAX];

impl Streams {
    /// Maximum number of streams.
    pub const MAX: usize = 128;

    /// Opens `count` streams of a key, at most [`MAX`](Self::MAX), beginning with number `first`.
    #[inline(always)]
    pub fn new(key: Key, first: u32, count: usize) -> Self {
        let mut streams = Self::default();
        streams.open(key, first, count);
        streams
    }

    /// Replaces these streams by [others](Self::new), where they are in memory.
    #[inline(always)]
    pub fn open(&mut self, key: Key, first: u32, count: usize) {
        (self.gamma, self.count) = (key.gamma, count);
        let (mut state, apart) = (key.stream(first).0.state, key.gamma << 32);
        for place in &mut self.states[..count] {
            *place = state;
            state = state.wrapping_add(apart);
        }
    }

    /// Returns a copy of one stream. [`put`](Self::put) stores it again after draws.
    #[inline(always)]
    pub fn get(&self, number: usize) -> CounterStream {
        Stream(SplitMix { state: self.states[number], gamma: self.gamma })
    }

    /// Replaces one stream by a copy that has advanced.
    #[inline(always)]
    pub fn put(&mut self, number: usize, stream: &CounterStream) {
        self.states[number] = stream.0.state;
    }

    /// Calls `draw` with each stream in turn, after setting it back by `back` words.
    #[inline(always)]
    fn draw_scalar(&mut self, back: u64, mut draw: impl FnMut(usize, &mut CounterStream)) {
        for n in 0..self.count {
            let mut stream = self.get(n);
            stream.0.state = stream.0.state.wrapping_sub(self.gamma.wrapping_mul(back));
            draw(n, &mut stream);
            self.put(n, &stream);
        }
    }

    /// Returns copies of eight streams.
    #[inline(always)]
    pub fn lane8(&self, which: [u8; 8]) -> Lane8 {
        let mut states = [0; 8];
        for n in 0..8 {
            states[n] = self.states[usize::from(which[n]) % Self::MAX];
        }
        Lane8 { states, gamma: self.gamma }
    }

    /// Returns copies of eight streams from number `first`, a multiple of eight, on. [`put_eight`](Self::put_eight) stores them again.
    #[inline(always)]
    pub fn eight(&self, first: usize) -> Lane8 {
        Lane8 { states: self.states.as_chunks().0[first / 8], gamma: self.gamma }
    }

    /// Replaces eight streams by copies that have advanced.
    #[inline(always)]
    pub fn put_eight(&mut self, first: usize, streams: &Lane8) {
        self.states.as_chunks_mut().0[first / 8] = streams.states;
    }

    /// Returns the numbers of the first of every eight streams.
    #[inline(always)]
    pub fn eights(&self) -> impl Iterator<Item = usize> + use<> {
        (0..self.count).step_by(8)
    }

    /// Calls `Stream::bernoulli_triple` on each stream.
    ///
    /// Returns the first decision of each stream, and the second and third as the low and high byte of a number; each
    /// is 0 or 1.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // 0 or 1
    pub fn bernoulli_triple(&mut self, probabilities: [Bernoulli; 3]) -> (Lanes<u8>, Lanes<u16>) {
        // A decision is true below its bound. Probability 1 has a bound above all values.
        let mut highs = [1 << SHORT; 3];
        for (high, probability) in highs.iter_mut().zip(probabilities) {
            if let Some(threshold) = probability.0 {
                *high = threshold >> (64 - SHORT);
            }
        }
        let (mut first, mut others) = ([0; Self::MAX], [0; Self::MAX]);
        let (gamma, count) = (self.gamma, self.count.min(Self::MAX));
        let mut undecided = 0;
        for (n, state) in self.states[..count].iter_mut().enumerate() {
            let word = next_word(state, gamma);
            const MASK: u64 = (1 << SHORT) - 1;
            let bits = [word & MASK, word >> SHORT & MASK, word >> (2 * SHORT) & MASK];
            let is_true = |decision: usize| u16::from(bits[decision] < highs[decision]);
            first[n] = is_true(0) as u8;
            others[n] = is_true(1) | is_true(2) << 8;
            undecided |= u64::from((bits[0] == highs[0]) | (bits[1] == highs[1]) | (bits[2] == highs[2]));
        }
        if undecided != 0 {
            self.decide_again(probabilities, &mut first, &mut others);
        }
        (first, others)
    }

    /// Calls [`Stream::below`] on the streams of a set, for a bound below 2^32. Other streams do not advance, and their numbers mean
    /// nothing.
    #[inline(always)]
    pub fn below_lanes(&mut self, bound: u64, which: [u64; Self::MAX / 64]) -> Lanes<u64> {
        let (mut numbers, gamma, count) = ([0; Self::MAX], self.gamma, self.count.min(Self::MAX));
        let mut rejected = 0;
        for (n, state) in self.states[..count].iter_mut().enumerate() {
            let (mut next, is_drawn) = (*state, which[n / 64] >> (n % 64) & 1);
            let word = next_word(&mut next, gamma);
            *state = state.wrapping_add(gamma & is_drawn.wrapping_neg());
            let (low, high) = next_of_halves(word, word >> 32, bound & LOW);
            numbers[n] = high >> 32;
            // The remainder of the word, as `below` rejects it.
            rejected |= is_drawn & u64::from((high << 32 | low & LOW) < bound);
        }
        if rejected != 0 {
            self.below_again(bound, which, &mut numbers);
        }
        numbers
    }

    /// Repeats the draws stream by stream. Rarely needed: some word may be rejected.
    #[cold]
    #[inline(never)]
    fn below_again(&mut self, bound: u64, which: [u64; Self::MAX / 64], numbers: &mut Lanes<u64>) {
        for n in (0..self.count).filter(|n| which[n / 64] >> (n % 64) & 1 == 1) {
            let mut stream = self.get(n);
            stream.0.state = stream.0.state.wrapping_sub(self.gamma);
            numbers[n] = stream.below(bound);
            self.put(n, &stream);
        }
    }

    /// Repeats the decisions stream by stream. Rarely needed: some stream has to draw a second word.
    #[cold]
    #[inline(never)]
    fn decide_again(&mut self, probabilities: [Bernoulli; 3], first: &mut Lanes<u8>, others: &mut Lanes<u16>) {
        self.draw_scalar(1, |n, stream| {
            let [a, b, c] = stream.bernoulli_triple(probabilities).map(u16::from);
            (first[n], others[n]) = (u8::from(a != 0), b | c << 8);
        });
    }
}

impl BatchedRange {
    /// Calls [`BatchedRange::sample_array`] on each stream.
    ///
    /// `numbers[draw][stream]` holds the number in its upper 32 bits.
    #[inline(always)]
    pub fn sample_lanes<const N: usize>(&self, streams: &mut Streams, numbers: &mut [Lanes<u64>; N]) {
        if N < 2 || N > self.at_once {
            return streams.draw_scalar(0, |n, stream| self.sample_lane(n, stream, numbers));
        }
        // The square of the bound is below 2^64.
        let (bound, least, gamma) = (self.bound & LOW, self.rejected[N], streams.gamma);
        let states = &mut streams.states[..streams.count.min(Streams::MAX)];
        let mut rejected = 0;
        for (n, state) in states.iter_mut().enumerate() {
            let word = next_word(state, gamma);
            let (mut low, mut high) = (word, word >> 32);
            for numbers in &mut *numbers {
                (low, high) = next_of_halves(low, high, bound);
                numbers[n] = high;
            }
            // The remainder of the word: its product with the number of outcomes.
            rejected |= u64::from((high << 32 | low & LOW) < least);
        }
        if rejected != 0 {
            self.sample_lanes_again(streams, numbers);
        }
    }

    /// Calls [`BatchedRange::fill`] on each stream for this number of draws, at most those of one word.
    ///
    /// `numbers[draw][stream]` holds the number in its upper 32 bits.
    ///
    /// # Panics
    /// If there are more draws than one word gives.
    #[inline(always)]
    pub fn sample_lanes_of(&self, streams: &mut Streams, numbers: &mut [Lanes<u64>]) {
        assert!(numbers.len() <= self.at_once, "one word gives all draws");
        let (bound, outcomes) = (self.bound, self.powers[numbers.len()]);
        let (least, gamma) = (self.rejected[numbers.len()], streams.gamma);
        if bound > LOW {
            return self.sample_lanes_singly(streams, &[true; Streams::MAX], numbers);
        }
        let count = streams.count.min(Streams::MAX);
        let (mut low, mut high) = ([0; Streams::MAX], [0; Streams::MAX]);
        for (n, state) in streams.states[..count].iter_mut().enumerate() {
            low[n] = next_word(state, gamma);
        }
        // Six draws below 1500 reject 38 % of the words: more than one in 256 are drawn again without a branch, up to three times.
        for _ in 0..if least >> 56 == 0 { 0 } else { 3 } {
            for (n, state) in streams.states[..count].iter_mut().enumerate() {
                let (mut next, is_rejected) = (*state, low[n].wrapping_mul(outcomes) < least);
                let word = next_word(&mut next, gamma);
                low[n] = if is_rejected { word } else { low[n] };
                *state = if is_rejected { next } else { *state };
            }
        }
        for n in 0..count {
            high[n] = low[n] >> 32;
        }
        for numbers in &mut *numbers {
            for n in 0..count {
                (low[n], high[n]) = next_of_halves(low[n], high[n], bound);
                numbers[n] = high[n];
            }
        }
        let (mut rejected, mut any) = ([false; Streams::MAX], false);
        for n in 0..count {
            rejected[n] = (high[n] << 32 | low[n] & LOW) < least;
            any |= rejected[n];
        }
        if any {
            self.sample_lanes_singly(streams, &rejected, numbers);
        }
    }

    /// Draws from some of the streams, one after the other.
    #[cold]
    #[inline(never)]
    fn sample_lanes_singly(&self, streams: &mut Streams, which: &Lanes<bool>, numbers: &mut [Lanes<u64>]) {
        let mut draws = [0; Self::MAX];
        let draws = &mut draws[..numbers.len()];
        for n in (0..streams.count).filter(|&n| which[n]) {
            let mut stream = streams.get(n);
            self.fill(&mut stream, draws);
            streams.put(n, &stream);
            for (numbers, &draw) in numbers.iter_mut().zip(&*draws) {
                numbers[n] = u64::from(draw) << 32;
            }
        }
    }

    /// Repeats the draws of the streams whose word is rejected.
    #[cold]
    #[inline(never)]
    fn sample_lanes_again<const N: usize>(&self, streams: &mut Streams, numbers: &mut [Lanes<u64>; N]) {
        streams.draw_scalar(1, |n, stream| {
            let mut next = stream.clone();
            if next.word().wrapping_mul(self.powers[N]) < self.rejected[N] {
                self.sample_lane(n, stream, numbers);
            } else {
                *stream = next;
            }
        });
    }

    #[inline(always)]
    fn sample_lane<const N: usize>(&self, n: usize, stream: &mut CounterStream, numbers: &mut [Lanes<u64>; N]) {
        let draws: [_; N] = self.sample_array(stream);
        for (numbers, draw) in numbers.iter_mut().zip(draws) {
            numbers[n] = u64::from(draw) << 32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;

    /// Returns streams of a key together, and the same streams singly.
    fn streams(first: u32, count: usize) -> (Streams, Vec<CounterStream>) {
        let key = Seed::from_number(21).key(3);
        let singles = (0..count).map(|n| key.stream(first + u32::try_from(n).unwrap())).collect();
        (Streams::new(key, first, count), singles)
    }

    fn assert_same(streams: &Streams, singles: &[CounterStream]) {
        for (n, single) in singles.iter().enumerate() {
            assert_eq!(streams.get(n).word(), single.clone().word(), "stream {n}");
        }
    }

    #[test]
    fn joint_decisions_equal_those_of_single_streams() {
        for (round, probabilities) in [[0.3, 0.15, 0.15], [1.0, 0.0, 0.9], [0.5, 1.0, 0.01]]
            .map(|p| p.map(Bernoulli::new))
            .into_iter()
            .enumerate()
        {
            for count in [1, 7, 100, 128] {
                let (mut streams, mut singles) = streams(u32::try_from(1000 * round).unwrap(), count);
                for _ in 0..20 {
                    let (first, others) = streams.bernoulli_triple(probabilities);
                    for (n, single) in singles.iter_mut().enumerate() {
                        let [a, b, c] = single.bernoulli_triple(probabilities).map(u16::from);
                        assert_eq!((u16::from(first[n]), others[n]), (a, b | c << 8));
                    }
                }
                assert_same(&streams, &singles);
            }
        }
        // Each decision is a tie with probability 2^-21, so some of these 11 million are.
        let (mut streams, mut singles) = streams(5, 128);
        let tie = [Bernoulli::new(0.5); 3];
        let mut tied = 0;
        for _ in 0..30_000 {
            let old_streams: Vec<_> = (0..128).map(|n| streams.get(n)).collect();
            _ = streams.bernoulli_triple(tie);
            for (n, mut single) in old_streams.into_iter().enumerate() {
                _ = single.word();
                tied += usize::from(single.word() != streams.get(n).word());
            }
        }
        for single in &mut singles {
            (0..30_000).for_each(|_| _ = single.bernoulli_triple(tie));
        }
        assert!(tied > 0, "some decision needs a second word");
        assert_same(&streams, &singles);
    }

    #[test]
    fn only_wanted_streams_draw_fractions() {
        for count in [1, 13, 128] {
            let (mut streams, mut singles) = streams(3, count);
            for round in 0..20 {
                for first in streams.eights() {
                    let mut eight = streams.eight(first);
                    let is_drawn = std::array::from_fn(|n| u64::from((first + n) % 3 == round % 3));
                    let fractions = eight.fractions(is_drawn);
                    for (n, single) in
                        singles[first..].iter_mut().take(8).enumerate().filter(|(n, _)| is_drawn[*n] != 0)
                    {
                        assert_eq!(fractions[n], single.fraction());
                    }
                    streams.put_eight(first, &eight);
                }
            }
            assert_same(&streams, &singles);
        }
    }

    #[test]
    fn joint_draws_equal_those_of_single_streams() {
        // The second bound rejects one pair in 64; two draws of the third do not fit a word. Six draws below 1500 reject a third.
        for bound in [1000, 3 << 29, 1 << 32, 1500, 1] {
            let range = BatchedRange::new(bound);
            for count in [1, 9, 128] {
                let (mut streams, mut singles) = streams(7, count);
                for _ in 0..20 {
                    let (mut pairs, mut triples) = ([[0; Streams::MAX]; 2], [[0; Streams::MAX]; 3]);
                    range.sample_lanes(&mut streams, &mut pairs);
                    range.sample_lanes(&mut streams, &mut triples);
                    for (n, single) in singles.iter_mut().enumerate() {
                        assert_eq!(pairs.map(|numbers| (numbers[n] >> 32) as u32), range.sample_array::<2, _>(single));
                        assert_eq!(
                            triples.map(|numbers| (numbers[n] >> 32) as u32),
                            range.sample_array::<3, _>(single)
                        );
                    }
                    for draws in 1..=range.at_once() {
                        let mut numbers = vec![[0; Streams::MAX]; draws];
                        range.sample_lanes_of(&mut streams, &mut numbers);
                        for (n, single) in singles.iter_mut().enumerate() {
                            let mut expected = vec![0; draws];
                            range.fill(single, &mut expected);
                            assert!(expected.into_iter().eq(numbers.iter().map(|words| (words[n] >> 32) as u32)));
                        }
                    }
                }
                assert_same(&streams, &singles);
            }
        }
    }

    #[test]
    fn draws_below_a_bound_equal_those_of_single_streams() {
        // Hardly a word is rejected, so the slow way is called as well.
        for bound in [1, 19, 29, (1 << 32) - 1] {
            for count in [1, 9, 64, 128] {
                let (mut streams, mut singles) = streams(11, count);
                for round in 0..20 {
                    let which = [0x5A3C_96F0_1248_EDB7_u64, 0x0F1E_2D3C_4B5A_6978].map(|word| word.rotate_left(round));
                    let mut numbers = streams.below_lanes(bound, which);
                    if round % 4 == 3 {
                        streams.below_again(bound, which, &mut numbers);
                    }
                    let is_drawn = |n: usize| which[n / 64] >> (n % 64) & 1 == 1;
                    for (n, single) in singles.iter_mut().enumerate().filter(|(n, _)| is_drawn(*n)) {
                        assert_eq!(numbers[n], single.below(bound), "{bound} {count} {n}");
                    }
                }
                assert_same(&streams, &singles);
            }
        }
    }
}
