//! The numbers of permutations, arrangements, orientations and combinations, and these from their numbers. The coordinates that are made of
//! them are in the sibling modules; `rank_order` also serves `subgroups`, and `rank_subset` the solver `Korf`.

/// Returns the lexicographic rank of an arrangement of K of the numbers 0..n; a permutation if K is n.
#[inline]
pub(super) fn rank<const K: usize>(arrangement: [u8; K], n: usize) -> usize {
    let mut rank = 0;
    for i in 0..K {
        let mut smaller = 0;
        for j in 0..i {
            smaller += usize::from(arrangement[j] < arrangement[i]);
        }
        rank = rank * (n - i) + usize::from(arrangement[i]) - smaller;
    }
    rank
}

/// Returns the lexicographic rank of the order of N distinct values.
#[inline]
pub(crate) fn rank_order<const N: usize>(values: [u8; N]) -> usize {
    let mut ranks = [0; N];
    for n in 0..N {
        for other in values {
            ranks[n] += u8::from(other < values[n]);
        }
    }
    rank(ranks, N)
}

/// Returns the arrangement of K of the numbers 0..n with this rank.
pub(super) fn unrank<const K: usize>(mut rank: usize, n: usize) -> [u8; K] {
    // The digits of the number in the factorial base, from the last.
    let mut arrangement = [0; K];
    for i in (0..K).rev() {
        let digit = u8::try_from(rank % (n - i)).expect("less than n");
        rank /= n - i;
        arrangement[i] = digit;
        for later in &mut arrangement[i + 1..] {
            *later += u8::from(*later >= digit);
        }
    }
    arrangement
}

/// Returns all digits except the last as one number.
pub(super) fn join<const N: usize>(digits: [u8; N], base: usize) -> usize {
    digits[..N - 1].iter().fold(0, |index, &digit| base * index + usize::from(digit))
}

/// Returns the digits of a number, followed by a last digit that makes their sum a multiple of the base.
pub(super) fn split<const N: usize>(mut index: usize, base: usize) -> [u8; N] {
    let mut digits = [0; N];
    let mut sum = 0;
    for digit in digits[..N - 1].iter_mut().rev() {
        *digit = u8::try_from(index % base).expect("less than 3");
        sum += index % base;
        index /= base;
    }
    digits[N - 1] = u8::try_from((base - sum % base) % base).expect("less than 3");
    digits
}

/// Binomial coefficients of up to 12.
const BINOMIALS: [[u16; 13]; 13] = {
    let mut table = [[0; 13]; 13];
    let mut n = 0;
    while n < 13 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// Returns the binomial coefficient n over k, of at most 12.
#[inline]
pub(super) fn choose(n: usize, k: usize) -> usize {
    BINOMIALS[n][k].into()
}

/// Returns the colexicographic rank of a set of positions, given as bits, among all sets of its size.
#[inline]
pub(crate) fn rank_subset(mut set: usize) -> usize {
    let (mut rank, mut count) = (0, 0);
    while set != 0 {
        count += 1;
        rank += choose(set.trailing_zeros() as usize, count);
        set &= set - 1;
    }
    rank
}

/// Places N pieces: `members` in the positions of the set with this rank, `others` in the remaining positions, both in
/// order.
pub(super) fn place_subset<const N: usize, const K: usize>(
    mut rank: usize,
    members: [u8; K],
    others: impl DoubleEndedIterator<Item = u8>,
) -> [u8; N] {
    let (mut pieces, mut left, mut others) = ([0; N], K, others.rev());
    for (position, piece) in pieces.iter_mut().enumerate().rev() {
        let combinations = choose(position, left);
        *piece = if left > 0 && rank >= combinations {
            rank -= combinations;
            left -= 1;
            members[left]
        } else {
            others.next().expect("as many others as positions outside the set")
        };
    }
    pieces
}
