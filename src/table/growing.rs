//! [`Growing`]: how tables of a few bits an entry are computed on all cores.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::nibbles::Build;
use super::rows::RowSpace;
use crate::puzzle::turn::Turn;

/// A table that is being built, in words, a code of so many bits for each number of a space. Words are shared between
/// threads; within a level each code only loses bits, from [`Growing::FAR`] to the level's own or, where it is
/// forgotten, to 0, whoever does it, so the order does not matter.
pub(super) struct Growing<'a, S, const BITS: usize> {
    space: &'a S,
    turns: Vec<Turn>,
    words: Vec<AtomicU64>,
    /// Words a row.
    stride: usize,
    threads: usize,
}

/// How one level is reached.
#[derive(Clone, Copy)]
pub(super) struct Level {
    /// The code that those get who are reached now.
    pub(super) code: u8,
    /// The code of those who are nearer by a turn that counts one, by one that counts two.
    pub(super) nearer: [Option<u8>; 2],
    /// Whether to look back from all that are not reached, or to go on from those who are nearer.
    pub(super) backward: bool,
    /// Whether those who are nearer get the code 0 when they have been gone on from.
    pub(super) forget: bool,
}

/// How many rows a thread takes at once.
const ROWS: usize = 16;

impl<'a, S: RowSpace, const BITS: usize> Growing<'a, S, BITS> {
    /// The code of those that are not reached.
    pub(super) const FAR: u8 = (1 << BITS) - 1;
    /// How many columns a word holds.
    const COLUMNS: usize = 64 / BITS;
    /// The lowest bit of each column of a word.
    const ONES: u64 = u64::MAX / Self::FAR as u64;

    /// Nothing is reached.
    pub(super) fn new(space: &'a S, build: &Build<'_>) -> Self {
        let stride = space.columns().div_ceil(Self::COLUMNS);
        let words = std::iter::repeat_with(|| AtomicU64::new(u64::MAX)).take(space.rows() * stride).collect();
        Self { space, turns: space.turns().iter().collect(), words, stride, threads: build.threads.get() }
    }

    fn row(&self, row: usize) -> &[AtomicU64] {
        &self.words[row * self.stride..][..self.stride]
    }

    /// Sets the code of what is not reached yet; says whether it was so.
    #[inline]
    pub(super) fn reach(&self, row: usize, column: usize, code: u8) -> bool {
        let before = self.row(row)[column / Self::COLUMNS].fetch_and(Self::kept(column, code), Ordering::Relaxed);
        Self::code(before, column) == Self::FAR
    }

    /// Reaches everything of a level; says how many numbers that are.
    pub(super) fn level(&self, level: Level, progress: &(dyn Fn(u64) + Sync)) -> u64 {
        let (next, count) = (AtomicUsize::new(0), AtomicU64::new(0));
        let work = || {
            let mut columns = Vec::with_capacity(self.space.columns());
            loop {
                let start = next.fetch_add(ROWS, Ordering::Relaxed);
                let end = self.space.rows().min(start + ROWS);
                if start >= end {
                    return;
                }
                let found: u64 = (start..end).map(|row| self.one_row(row, level, &mut columns)).sum();
                if found > 0 {
                    progress(count.fetch_add(found, Ordering::Relaxed) + found);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(work);
            }
            work();
        });
        count.into_inner()
    }

    /// What one row has to do with a level; `columns` is room to work in.
    fn one_row(&self, row: usize, level: Level, columns: &mut Vec<u16>) -> u64 {
        if level.backward {
            self.find(row, Self::FAR, columns);
            return self.turns.iter().map(|&turn| self.look_back(row, turn, level, columns)).sum();
        }
        let mut found = 0;
        for (cost, nearer) in (1..).zip(level.nearer) {
            let mut turns = self.turns.iter().filter(|&&turn| self.space.cost(turn) == cost).peekable();
            let Some(nearer) = nearer.filter(|_| turns.peek().is_some()) else { continue };
            self.find(row, nearer, columns);
            for &turn in turns.take_while(|_| !columns.is_empty()) {
                found += self.go_on(row, turn, level.code, columns);
            }
            if level.forget && !columns.is_empty() {
                self.forget(row, nearer);
            }
        }
        found
    }

    /// The columns of a row that have this code.
    fn find(&self, row: usize, code: u8, columns: &mut Vec<u16>) {
        columns.clear();
        let all = self.space.columns();
        for (first, word) in (0..all).step_by(Self::COLUMNS).zip(self.row(row)) {
            let mut same = Self::columns_with(word.load(Ordering::Relaxed), code);
            while same != 0 {
                let column = first + same.trailing_zeros() as usize / BITS;
                if column < all {
                    columns.push(u16::try_from(column).expect("columns are less than 2^16"));
                }
                same &= same - 1;
            }
        }
    }

    /// Makes a code of a row 0.
    fn forget(&self, row: usize, code: u8) {
        for word in self.row(row) {
            let same = Self::columns_with(word.load(Ordering::Relaxed), code);
            if same != 0 {
                word.fetch_and(!(same * u64::from(Self::FAR)), Ordering::Relaxed);
            }
        }
    }

    /// From these columns of a row, which are as much nearer as a turn counts, to wherever it leads.
    fn go_on(&self, row: usize, turn: Turn, code: u8, columns: &[u16]) -> u64 {
        let (next, link) = self.space.row_after(row, turn);
        let (target, after) = (self.row(next), self.space.columns_after(turn, link));
        let stabilizer = self.space.stabilizer(next);
        let mut found = 0;
        for &column in columns {
            let column = after(column.into());
            if Self::code(target[column / Self::COLUMNS].load(Ordering::Relaxed), column) != Self::FAR {
                continue;
            }
            found += u64::from(self.reach(next, column, code));
            for symmetry in (1..16).filter(|symmetry| stabilizer >> symmetry & 1 == 1) {
                let twin = self.space.twin(next, symmetry);
                found += u64::from(self.reach(twin, self.space.conjugate(column, symmetry), code));
            }
        }
        found
    }

    /// Those of these columns of a row, which are not reached, that a turn leads nearer by what it counts; only the
    /// others are left.
    fn look_back(&self, row: usize, turn: Turn, level: Level, columns: &mut Vec<u16>) -> u64 {
        let nearer = level.nearer[usize::from(self.space.cost(turn)) - 1];
        let Some(nearer) = nearer.filter(|_| !columns.is_empty()) else { return 0 };
        let (next, link) = self.space.row_after(row, turn);
        let (own, target, after) = (self.row(row), self.row(next), self.space.columns_after(turn, link));
        let (before, mut left) = (columns.len(), 0);
        for index in 0..before {
            let column = columns[index];
            let neighbour = after(column.into());
            let near = Self::code(target[neighbour / Self::COLUMNS].load(Ordering::Relaxed), neighbour) == nearer;
            // Without a branch, which nobody could foresee. Nobody else writes to this row now.
            let word = &own[usize::from(column) / Self::COLUMNS];
            let change = u64::from(near) * !Self::kept(column.into(), level.code);
            word.store(word.load(Ordering::Relaxed) & !change, Ordering::Relaxed);
            columns[left] = column;
            left += usize::from(!near);
        }
        columns.truncate(left);
        (before - left) as u64
    }

    /// Gives all that are not reached this code.
    pub(super) fn finish(&mut self, code: u8) {
        let beyond = u64::from(Self::FAR ^ code);
        for word in &mut self.words {
            *word.get_mut() ^= Self::columns_with(*word.get_mut(), Self::FAR) * beyond;
        }
    }

    /// The words as bytes, moved piece by piece from the end, so that a large table is never in memory twice.
    pub(super) fn into_bytes(mut self) -> Vec<u8> {
        const PIECE: usize = 8 << 20;
        let words = &mut self.words;
        let mut bytes = vec![0; size_of::<u64>() * words.len()];
        while !words.is_empty() {
            let rest = (words.len() - 1) / PIECE * PIECE;
            let places = bytes[size_of::<u64>() * rest..].chunks_exact_mut(size_of::<u64>());
            for (place, word) in places.zip(words.drain(rest..)) {
                place.copy_from_slice(&word.into_inner().to_le_bytes());
            }
            words.shrink_to_fit();
        }
        bytes
    }

    /// The lowest bit of each column of a word that has this code.
    #[inline]
    fn columns_with(word: u64, code: u8) -> u64 {
        let mut other = word ^ (Self::ONES * u64::from(code));
        let mut half = BITS / 2;
        while half > 0 {
            other |= other >> half;
            half /= 2;
        }
        !other & Self::ONES
    }

    /// A column of its word.
    #[inline]
    fn code(word: u64, column: usize) -> u8 {
        (word >> (BITS * (column % Self::COLUMNS)) & 0xFF) as u8 & Self::FAR
    }

    /// All bits of a word but those that make [`Growing::FAR`] this code in a column.
    #[inline]
    fn kept(column: usize, code: u8) -> u64 {
        !(u64::from(Self::FAR ^ code) << (BITS * (column % Self::COLUMNS)))
    }
}
