//! [`BfsBuilder`]: makes the levels of the breadth-first construction of a [`PackedTable`](super::PackedTable), each on several threads.
//! Which levels there are is decided in `packed`.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::row_space::RowSpace;
use super::threads::run_on_threads;
use crate::puzzle::{Metric, Turn};
use crate::solver::Cancelled;

/// A table under construction, with one code of `BITS` bits for each number of a space.
///
/// Threads share the words of the table. Within a level a code only loses bits: from [`BfsBuilder::UNREACHED`] to the
/// code of the level, or to 0 when the level before is cleared. The order of the writes therefore does not affect the
/// result.
pub(super) struct BfsBuilder<'a, S, const BITS: usize> {
    space: &'a S,
    /// The moves, each with its cost in the metric.
    moves: Vec<(Turn, u8)>,
    words: Vec<AtomicU64>,
    /// Words per row.
    stride: usize,
    threads: usize,
}

/// The codes and the direction of one level.
#[derive(Clone, Copy)]
pub(super) struct BfsLevel {
    /// The code of the numbers that this level reaches.
    pub(super) code: u8,
    /// The codes of the numbers that are nearer to the start by 1 and by 2.
    pub(super) nearer: [Option<u8>; 2],
    /// True for a backward step: each unreached number looks up its neighbors. False for a forward step: each nearer
    /// number is expanded.
    pub(super) backward: bool,
    /// Whether nearer numbers get code 0 after their expansion.
    pub(super) clear: bool,
}

/// The number of words that are made or converted at once.
const PIECE: usize = 8 << 20;

/// The number of rows of a task.
const ROWS_PER_TASK: usize = 16;

impl<'a, S: RowSpace, const BITS: usize> BfsBuilder<'a, S, BITS> {
    /// The code of unreached numbers: all bits set.
    pub(super) const UNREACHED: u8 = u8::MAX >> (8 - BITS);
    /// Columns per word.
    const COLUMNS: usize = 64 / BITS;
    /// The lowest bit of each column of a word.
    const ONES: u64 = u64::MAX / Self::UNREACHED as u64;

    /// Marks every number as unreached, and calls `step` several times a second. In the quarter-turn metric, half turns are
    /// left out if the quarter turn is a move of the space: two quarter turns have the same length.
    ///
    /// # Errors
    /// That of a step.
    pub(super) fn new(
        space: &'a S,
        metric: Metric,
        threads: NonZeroUsize,
        step: &dyn Fn() -> Result<(), Cancelled>,
    ) -> Result<Self, Cancelled> {
        let stride = space.columns().div_ceil(Self::COLUMNS);
        let mut words = Vec::with_capacity(space.rows() * stride);
        while words.len() < space.rows() * stride {
            step()?;
            words.resize_with((words.len() + PIECE).min(space.rows() * stride), || AtomicU64::new(u64::MAX));
        }
        let all = space.moves();
        let has_quarter = |turn: Turn| Turn::new(turn.face(), 1).is_some_and(|quarter| all.contains(quarter));
        let moves =
            all.iter().map(|turn| (turn, metric.cost(turn))).filter(|&(turn, cost)| cost == 1 || !has_quarter(turn));
        Ok(Self { space, moves: moves.collect(), words, stride, threads: threads.get() })
    }

    /// Returns whether every move costs 1.
    pub(super) fn has_unit_costs(&self) -> bool {
        self.moves.iter().all(|&(_, cost)| cost == 1)
    }

    fn row(&self, row: usize) -> &[AtomicU64] {
        &self.words[row * self.stride..][..self.stride]
    }

    /// Sets the code of an unreached number. Returns whether it was unreached.
    #[inline]
    pub(super) fn reach(&self, row: usize, column: usize, code: u8) -> bool {
        let old_word =
            self.row(row)[column / Self::COLUMNS].fetch_and(Self::kept_bits(column, code), Ordering::Relaxed);
        Self::code(old_word, column) == Self::UNREACHED
    }

    /// Completes a level. Returns the number of entries that it reached; `step` receives the count so far.
    ///
    /// # Errors
    /// That of a step: the other threads end, too.
    pub(super) fn level(
        &self,
        level: BfsLevel,
        step: &(dyn Fn(u64) -> Result<(), Cancelled> + Sync),
    ) -> Result<u64, Cancelled> {
        let (next, count) = (AtomicUsize::new(0), AtomicU64::new(0));
        let work = || {
            let mut columns = Vec::with_capacity(self.space.columns());
            loop {
                let start = next.fetch_add(ROWS_PER_TASK, Ordering::Relaxed);
                let end = self.space.rows().min(start + ROWS_PER_TASK);
                if start >= end {
                    return Ok(());
                }
                let reached: u64 = (start..end).map(|row| self.process_row(row, level, &mut columns)).sum();
                let done = count.fetch_add(reached, Ordering::Relaxed) + reached;
                step(done).inspect_err(|_| next.store(self.space.rows(), Ordering::Relaxed))?;
            }
        };
        run_on_threads(self.threads, work)?;
        Ok(count.into_inner())
    }

    /// Completes a level for one row; `columns` is a buffer.
    fn process_row(&self, row: usize, level: BfsLevel, columns: &mut Vec<u16>) -> u64 {
        if level.backward {
            self.find(row, Self::UNREACHED, columns);
            return self.moves.iter().map(|&step| self.look_back(row, step, level, columns)).sum();
        }
        let mut reached = 0;
        for (cost, nearer) in (1..).zip(level.nearer) {
            let mut moves = self.moves.iter().filter(|step| step.1 == cost).peekable();
            let Some(nearer) = nearer.filter(|_| moves.peek().is_some()) else { continue };
            self.find(row, nearer, columns);
            for &(turn, _) in moves.take_while(|_| !columns.is_empty()) {
                reached += self.expand(row, turn, level.code, columns);
            }
            if level.clear && !columns.is_empty() {
                self.clear(row, nearer);
            }
        }
        reached
    }

    /// Lists the columns of a row that have a code.
    fn find(&self, row: usize, code: u8, columns: &mut Vec<u16>) {
        columns.clear();
        let all = self.space.columns();
        for (first, word) in (0..all).step_by(Self::COLUMNS).zip(self.row(row)) {
            let mut same = Self::columns_with(word.load(Ordering::Relaxed), code);
            while same != 0 {
                let column = first + same.trailing_zeros() as usize / BITS;
                if column < all {
                    columns.push(u16::try_from(column).expect("columns are fewer than 2^16"));
                }
                same &= same - 1;
            }
        }
    }

    /// Sets a code of a row to 0.
    fn clear(&self, row: usize, code: u8) {
        for word in self.row(row) {
            let same = Self::columns_with(word.load(Ordering::Relaxed), code);
            if same != 0 {
                word.fetch_and(!(same * u64::from(Self::UNREACHED)), Ordering::Relaxed);
            }
        }
    }

    /// Reaches the numbers one move away from these columns of a row.
    fn expand(&self, row: usize, turn: Turn, code: u8, columns: &[u16]) -> u64 {
        let (next, link) = self.space.row_after(row, turn);
        let (target, after) = (self.row(next), self.space.columns_after(turn, link));
        let stabilizer = self.space.stabilizer(next);
        let mut reached = 0;
        for &column in columns {
            let column = after(column.into());
            if Self::code(target[column / Self::COLUMNS].load(Ordering::Relaxed), column) != Self::UNREACHED {
                continue;
            }
            reached += u64::from(self.reach(next, column, code));
            for symmetry in (1..16).filter(|symmetry| stabilizer >> symmetry & 1 == 1) {
                let copy = self.space.symmetric_row(next, symmetry);
                reached += u64::from(self.reach(copy, self.space.conjugate(column, symmetry), code));
            }
        }
        reached
    }

    /// Reaches those unreached columns of a row from which a move leads nearer by its cost, and removes them from the
    /// list.
    fn look_back(&self, row: usize, (turn, cost): (Turn, u8), level: BfsLevel, columns: &mut Vec<u16>) -> u64 {
        let nearer = level.nearer[usize::from(cost) - 1];
        let Some(nearer) = nearer.filter(|_| !columns.is_empty()) else { return 0 };
        let (next, link) = self.space.row_after(row, turn);
        let (row_bits, target, after) = (self.row(row), self.row(next), self.space.columns_after(turn, link));
        let (count, mut left) = (columns.len(), 0);
        for index in 0..count {
            let column = columns[index];
            let neighbor = after(column.into());
            let is_nearer = Self::code(target[neighbor / Self::COLUMNS].load(Ordering::Relaxed), neighbor) == nearer;
            // Branch-free, because the outcome is unpredictable. No other thread writes to this row in this step.
            let word = &row_bits[usize::from(column) / Self::COLUMNS];
            let change = u64::from(is_nearer) * !Self::kept_bits(column.into(), level.code);
            word.store(word.load(Ordering::Relaxed) & !change, Ordering::Relaxed);
            columns[left] = column;
            left += usize::from(!is_nearer);
        }
        columns.truncate(left);
        (count - left) as u64
    }

    /// Gives all unreached numbers this code.
    pub(super) fn finish(&mut self, code: u8) {
        let change = u64::from(Self::UNREACHED ^ code);
        if change != 0 {
            for word in &mut self.words {
                *word.get_mut() ^= Self::columns_with(*word.get_mut(), Self::UNREACHED) * change;
            }
        }
    }

    /// Converts the words to little-endian bytes piece by piece from the end, so that a large table is never in memory
    /// twice. Calls `step` for each piece.
    ///
    /// # Errors
    /// That of a step.
    pub(super) fn into_bytes(mut self, step: &dyn Fn() -> Result<(), Cancelled>) -> Result<Vec<u8>, Cancelled> {
        let words = &mut self.words;
        let mut bytes = vec![0; size_of::<u64>() * words.len()];
        while !words.is_empty() {
            step()?;
            let rest = (words.len() - 1) / PIECE * PIECE;
            let places = bytes[size_of::<u64>() * rest..].chunks_exact_mut(size_of::<u64>());
            for (place, word) in places.zip(words.drain(rest..)) {
                place.copy_from_slice(&word.into_inner().to_le_bytes());
            }
            words.shrink_to_fit();
        }
        Ok(bytes)
    }

    /// Returns the lowest bit of each column of a word that has a code.
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

    /// Returns the code of a column, given its word.
    #[inline]
    fn code(word: u64, column: usize) -> u8 {
        (word >> (BITS * (column % Self::COLUMNS)) & 0xFF) as u8 & Self::UNREACHED
    }

    /// Returns all bits of a word except those that turn [`BfsBuilder::UNREACHED`] into a code in one column.
    #[inline]
    fn kept_bits(column: usize, code: u8) -> u64 {
        !(u64::from(Self::UNREACHED ^ code) << (BITS * (column % Self::COLUMNS)))
    }
}
