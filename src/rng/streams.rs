//! [`Streams`]: many streams of the inner loop, side by side.

use super::{Chance, Dice, Key, Keyed, SHORT, SplitMix, Stream, Words};

/// Streams with neighbouring numbers. What each of them draws next is drawn for all at once, with the vectors of the
/// machine: the same numbers as from one after the other.
#[derive(Clone, Debug)]
pub struct Streams {
    states: [u64; Self::MOST],
    gamma: u64,
    count: usize,
}

/// A number for each stream.
pub type Each<T> = [T; Streams::MOST];

impl Streams {
    /// How many can be side by side.
    pub const MOST: usize = 128;

    /// So many streams of a key, at most [`MOST`](Self::MOST), from this number on.
    #[inline(always)]
    #[must_use]
    pub fn new(key: Key, first: u32, count: usize) -> Self {
        let (mut states, apart) = ([0; Self::MOST], key.gamma << 32);
        let mut state = key.stream(first).0.state;
        for place in &mut states[..count] {
            *place = state;
            state = state.wrapping_add(apart);
        }
        Self { states, gamma: key.gamma, count }
    }

    /// One of them, to be drawn from. What was drawn counts when it is [put](Self::put) back.
    #[inline(always)]
    #[must_use]
    pub fn get(&self, number: usize) -> Keyed {
        Stream(SplitMix { state: self.states[number], gamma: self.gamma })
    }

    /// Puts one back that was drawn from.
    #[inline(always)]
    pub fn put(&mut self, number: usize, stream: &Keyed) {
        self.states[number] = stream.0.state;
    }

    /// One of them before its last word was drawn.
    fn before(&self, number: usize) -> Keyed {
        Stream(SplitMix { state: self.states[number].wrapping_sub(self.gamma), gamma: self.gamma })
    }

    /// Eight of them.
    #[inline(always)]
    #[must_use]
    pub fn eight(&self, which: [u8; 8]) -> Eight {
        let mut states = [0; 8];
        for n in 0..8 {
            states[n] = self.states[usize::from(which[n]) % Self::MOST];
        }
        Eight { states, gamma: self.gamma }
    }

    /// [`Stream::three_chances`] of each: the first coin, and the two others in the bytes of a number, each 0 or 1.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // 0 or 1
    pub fn three_chances(&mut self, chances: [Chance; 3]) -> (Each<u8>, Each<u16>) {
        // What is below is heads; certainty is above everything.
        let mut highs = [1 << SHORT; 3];
        for (high, chance) in highs.iter_mut().zip(chances) {
            if let Some(threshold) = chance.0 {
                *high = threshold >> (64 - SHORT);
            }
        }
        let (mut first, mut others) = ([0; Self::MOST], [0; Self::MOST]);
        let (gamma, count) = (self.gamma, self.count.min(Self::MOST));
        let mut undecided = 0;
        for (n, state) in self.states[..count].iter_mut().enumerate() {
            let word = next_word(state, gamma);
            let bits = [word, word >> SHORT, word >> (2 * SHORT)].map(|bits| bits & ((1 << SHORT) - 1));
            let heads = |coin: usize| u16::from(bits[coin] < highs[coin]);
            first[n] = heads(0) as u8;
            others[n] = heads(1) | heads(2) << 8;
            undecided |= u64::from((bits[0] == highs[0]) | (bits[1] == highs[1]) | (bits[2] == highs[2]));
        }
        if undecided != 0 {
            self.toss_again(chances, &mut first, &mut others);
        }
        (first, others)
    }

    /// Tosses again, one stream after the other: of some coin a second word must decide, which is nearly never.
    #[cold]
    #[inline(never)]
    fn toss_again(&mut self, chances: [Chance; 3], first: &mut Each<u8>, others: &mut Each<u16>) {
        for n in 0..self.count {
            let mut stream = self.before(n);
            let tosses = stream.three_chances(chances);
            self.put(n, &stream);
            first[n] = u8::from(tosses[0]);
            others[n] = u16::from(tosses[1]) | u16::from(tosses[2]) << 8;
        }
    }
}

impl Dice {
    /// [`Dice::throw_array`] for each of some streams, by throw and stream: the numbers are the upper halves of the words.
    #[inline(always)]
    pub fn throw_each<const N: usize>(&self, streams: &mut Streams, numbers: &mut [Each<u64>; N]) {
        if N < 2 || N > self.at_once {
            for n in 0..streams.count {
                let mut stream = streams.get(n);
                self.throw_one(n, &mut stream, numbers);
                streams.put(n, &stream);
            }
            return;
        }
        // The square of the bound is below 2^64.
        let (bound, ways, gamma) = (self.bound & LOW, self.ways[N], streams.gamma);
        let states = &mut streams.states[..streams.count.min(Streams::MOST)];
        let mut rejected = 0;
        for (n, state) in states.iter_mut().enumerate() {
            let word = next_word(state, gamma);
            let (mut low, mut high) = (word, word >> 32);
            for numbers in &mut *numbers {
                (low, high) = next_of_halves(low, high, bound);
                numbers[n] = high;
            }
            // What is left of the word: its product with the ways.
            rejected |= u64::from((high << 32 | low & LOW) < ways);
        }
        if rejected != 0 {
            self.throw_again(streams, numbers);
        }
    }

    /// Eight throws, of 16 bits each, for every one of eight streams for which `wanted` is not 0: the first four of
    /// each, and the others. For dice of which eight fit a word.
    #[inline(always)]
    pub fn throw_eight(&self, streams: &mut Eight, wanted: [u64; 8]) -> [[u64; 8]; 2] {
        let (bound, ways, gamma) = (self.bound & LOW, self.ways[Self::MOST], streams.gamma);
        let before = streams.states;
        let (mut low, mut high, mut rejected, mut numbers) = ([0; 8], [0; 8], [0; 8], [[0; 8]; 2]);
        for n in 0..8 {
            let mut state = before[n];
            low[n] = next_word(&mut state, gamma);
            high[n] = low[n] >> 32;
            streams.states[n] = if wanted[n] != 0 { state } else { before[n] };
        }
        for throw in 0..Self::MOST {
            let numbers = &mut numbers[throw / 4];
            for n in 0..8 {
                (low[n], high[n]) = next_of_halves(low[n], high[n], bound);
                numbers[n] |= high[n] >> 32 << (16 * (throw % 4));
            }
        }
        for n in 0..8 {
            rejected[n] = u64::from((high[n] << 32 | low[n] & LOW) < ways);
        }
        if any(rejected) {
            self.throw_eight_again(streams, before, wanted, &mut numbers);
        }
        numbers
    }

    #[cold]
    #[inline(never)]
    fn throw_eight_again(&self, streams: &mut Eight, before: [u64; 8], wanted: [u64; 8], numbers: &mut [[u64; 8]; 2]) {
        for n in (0..8).filter(|&n| wanted[n] != 0) {
            let mut stream = Stream(SplitMix { state: before[n], gamma: streams.gamma });
            let thrown: [u32; Self::MOST] = self.throw_array(&mut stream);
            streams.states[n] = stream.0.state;
            for (numbers, four) in numbers.iter_mut().zip(thrown.as_chunks::<4>().0) {
                numbers[n] = four.iter().rev().fold(0, |all, &number| all << 16 | u64::from(number));
            }
        }
    }

    /// Throws again, one stream after the other: for some of them one word may not do, which is nearly never.
    #[cold]
    #[inline(never)]
    fn throw_again<const N: usize>(&self, streams: &mut Streams, numbers: &mut [Each<u64>; N]) {
        for n in 0..streams.count {
            let mut stream = streams.before(n);
            self.throw_one(n, &mut stream, numbers);
            streams.put(n, &stream);
        }
    }

    #[inline(always)]
    fn throw_one<const N: usize>(&self, n: usize, stream: &mut Keyed, numbers: &mut [Each<u64>; N]) {
        let thrown: [_; N] = self.throw_array(stream);
        for (numbers, thrown) in numbers.iter_mut().zip(thrown) {
            numbers[n] = u64::from(thrown) << 32;
        }
    }
}

/// Eight streams, as many as fill a register, that need not be neighbours.
#[derive(Clone, Copy, Debug, Default)]
pub struct Eight {
    states: [u64; 8],
    gamma: u64,
}

impl Eight {
    /// One of them.
    #[inline(always)]
    #[must_use]
    pub fn get(&self, number: usize) -> Keyed {
        Stream(SplitMix { state: self.states[number], gamma: self.gamma })
    }

    /// [`Stream::coins`] of each.
    #[inline(always)]
    pub fn coins(&mut self, chance: Chance, count: usize) -> [u64; 8] {
        let all = u64::MAX >> (64 - count.clamp(1, 64));
        let Some(mut threshold) = chance.0 else { return [all; 8] };
        let (mut heads, mut undecided, mut states, gamma) = ([0; 8], [all; 8], self.states, self.gamma);
        let mut looked_at = 0;
        while threshold != 0 && (looked_at < 8 || any(undecided)) {
            if looked_at % 8 == 0 {
                // What a stream draws, whether or not all of it is looked at.
                let drawn = gamma.wrapping_mul(u64::from(8.min(64 - threshold.trailing_zeros())));
                for n in 0..8 {
                    self.states[n] = self.states[n].wrapping_add(if undecided[n] == 0 { 0 } else { drawn });
                }
            }
            let bit = 0u64.wrapping_sub(threshold >> 63);
            for n in 0..8 {
                let word = next_word(&mut states[n], gamma);
                heads[n] |= undecided[n] & bit & !word;
                undecided[n] &= !(word ^ bit);
            }
            threshold <<= 1;
            looked_at += 1;
        }
        heads
    }
}

#[inline(always)]
fn any(words: [u64; 8]) -> bool {
    let mut all = 0;
    for word in words {
        all |= word;
    }
    all != 0
}

/// The lower half of a word.
const LOW: u64 = u32::MAX as u64;

/// What is left of a word, in halves, and the next number cut from it: the lower halves of both, and the upper half of
/// the second.
#[inline(always)]
fn next_of_halves(low: u64, high: u64, bound: u64) -> (u64, u64) {
    let low = (low & LOW) * bound;
    (low, (high & LOW) * bound + (low >> 32))
}

#[inline(always)]
fn next_word(state: &mut u64, gamma: u64) -> u64 {
    let mut stream = SplitMix { state: *state, gamma };
    let word = stream.next_word();
    *state = stream.state;
    word
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;

    /// Streams of a key, and the same one by one.
    fn streams(first: u32, count: usize) -> (Streams, Vec<Keyed>) {
        let key = Seed::from_number(21).key(3);
        let singles = (0..count).map(|n| key.stream(first + u32::try_from(n).unwrap())).collect();
        (Streams::new(key, first, count), singles)
    }

    fn assert_same(streams: &Streams, singles: &[Keyed]) {
        for (n, single) in singles.iter().enumerate() {
            assert_eq!(streams.get(n).word(), single.clone().word(), "stream {n}");
        }
    }

    #[test]
    fn coins_side_by_side_are_those_of_each_stream() {
        for (round, chances) in
            [[0.3, 0.15, 0.15], [1.0, 0.0, 0.9], [0.5, 1.0, 0.01]].map(|p| p.map(Chance::new)).into_iter().enumerate()
        {
            for count in [1, 7, 100, 128] {
                let (mut streams, mut singles) = streams(u32::try_from(1000 * round).unwrap(), count);
                for _ in 0..20 {
                    let (first, others) = streams.three_chances(chances);
                    for (n, single) in singles.iter_mut().enumerate() {
                        let [a, b, c] = single.three_chances(chances).map(u16::from);
                        assert_eq!((u16::from(first[n]), others[n]), (a, b | c << 8));
                    }
                }
                assert_same(&streams, &singles);
            }
        }
        // Each of these coins ties in one of 2^21 words: some of 11 million do.
        let (mut streams, mut singles) = streams(5, 128);
        let tie = [Chance::new(0.5); 3];
        let mut tied = 0;
        for _ in 0..30_000 {
            let before: Vec<_> = (0..128).map(|n| streams.get(n)).collect();
            _ = streams.three_chances(tie);
            for (n, mut single) in before.into_iter().enumerate() {
                _ = single.word();
                tied += usize::from(single.word() != streams.get(n).word());
            }
        }
        for single in &mut singles {
            (0..30_000).for_each(|_| _ = single.three_chances(tie));
        }
        assert!(tied > 0, "a second word decided somewhere");
        assert_same(&streams, &singles);
    }

    #[test]
    fn throws_side_by_side_are_those_of_each_stream() {
        // The second bound rejects every other word; of the third, three do not fit a word.
        for bound in [1000, 3 << 29, 3 << 40] {
            let dice = Dice::new(bound);
            for count in [1, 9, 128] {
                let (mut streams, mut singles) = streams(7, count);
                for _ in 0..20 {
                    let (mut two, mut three) = ([[0; Streams::MOST]; 2], [[0; Streams::MOST]; 3]);
                    dice.throw_each(&mut streams, &mut two);
                    dice.throw_each(&mut streams, &mut three);
                    for (n, single) in singles.iter_mut().enumerate() {
                        assert_eq!(two.map(|numbers| (numbers[n] >> 32) as u32), dice.throw_array::<2, _>(single));
                        assert_eq!(three.map(|numbers| (numbers[n] >> 32) as u32), dice.throw_array::<3, _>(single));
                    }
                }
                assert_same(&streams, &singles);
            }
        }
    }

    #[test]
    fn eight_streams_draw_what_each_of_them_does() {
        let which = [3, 100, 4, 5, 127, 0, 64, 65];
        let (streams, singles) = streams(11, 128);
        // The second dice reject one word in six.
        for (dice, p, count) in
            [(29, 0.15, 30), (250, 0.5, 64), (250, 0.0, 7), (30, 1.0, 33), (2, 1e-6, 64), (30, 0.999, 1)]
        {
            let (dice, chance) = (Dice::new(dice), Chance::new(p));
            let mut eight = streams.eight(which);
            let mut alone = which.map(|n| singles[usize::from(n)].clone());
            for _ in 0..200 {
                let heads = eight.coins(chance, count);
                let numbers = dice.throw_eight(&mut eight, heads);
                for (n, single) in alone.iter_mut().enumerate() {
                    assert_eq!(heads[n], single.coins(chance, count));
                    if heads[n] == 0 {
                        continue;
                    }
                    for (throw, number) in dice.throw_array::<8, _>(single).into_iter().enumerate() {
                        assert_eq!(numbers[throw / 4][n] >> (16 * (throw % 4)) & 0xFFFF, u64::from(number));
                    }
                }
            }
            for (n, single) in alone.iter_mut().enumerate() {
                assert_eq!(eight.get(n).word(), single.word());
            }
        }
    }
}
