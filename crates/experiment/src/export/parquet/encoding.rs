//! Encoding of column values: a dictionary of the distinct values, and run-length or bit-packed indices into it.

use std::collections::HashMap;

use super::thrift::varint;

/// The values of a column in the current row group, each distinct value stored once.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    /// Definition levels as runs: whether the values are present, and their count.
    levels: Vec<(bool, u64)>,
    /// For each present value its index among the distinct ones, by first appearance.
    numbers: Vec<u32>,
    /// Distinct values in plain encoding.
    distinct: Vec<u8>,
    /// End of each distinct value, in bytes.
    ends: Vec<usize>,
    known: HashMap<Vec<u8>, u32>,
    /// Size of all values in plain encoding, in bytes.
    plain: usize,
}

impl Values {
    /// Adds a value in plain encoding, or a missing one.
    pub(super) fn push(&mut self, value: Option<&[u8]>) {
        match self.levels.last_mut() {
            Some((is_present, count)) if *is_present == value.is_some() => *count += 1,
            _ => self.levels.push((value.is_some(), 1)),
        }
        let Some(bytes) = value else { return };
        self.plain += bytes.len();
        if let Some(&number) = self.known.get(bytes) {
            self.numbers.push(number);
            return;
        }
        let number = u32::try_from(self.ends.len()).expect("a group is small");
        self.distinct.extend_from_slice(bytes);
        self.ends.push(self.distinct.len());
        self.known.insert(bytes.to_vec(), number);
        self.numbers.push(number);
    }

    /// Returns the size of all values in plain encoding, in bytes.
    pub(super) fn plain_bytes(&self) -> usize {
        self.plain
    }

    /// Returns the distinct values and their count, if a dictionary is shorter.
    pub(super) fn dictionary(&self) -> Option<(&[u8], usize)> {
        let numbers = self.numbers.len() * self.width() as usize / 8;
        (self.distinct.len() + numbers < self.plain).then_some((&self.distinct, self.ends.len()))
    }

    /// Returns the number of bits of an index.
    fn width(&self) -> u32 {
        (self.ends.len().saturating_sub(1)).checked_ilog2().map_or(0, |bits| bits + 1)
    }

    /// Returns the content of a data page: definition levels, then indices into the dictionary or plain values.
    pub(super) fn page(&self, by_dictionary: bool) -> Vec<u8> {
        let mut levels = Vec::new();
        for (is_present, count) in &self.levels {
            varint(&mut levels, count << 1);
            levels.push(u8::from(*is_present));
        }
        let mut page = u32::try_from(levels.len()).expect("a group is small").to_le_bytes().to_vec();
        page.extend(levels);
        if by_dictionary {
            let width = self.width();
            page.push(u8::try_from(width).expect("at most 32"));
            runs(&mut page, &self.numbers, width);
        } else {
            for &number in &self.numbers {
                let number = number as usize;
                let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
                page.extend_from_slice(&self.distinct[start..self.ends[number]]);
            }
        }
        page
    }
}

/// Writes numbers of `width` bits: eight or more equal ones as a run, others bit-packed in groups of eight.
fn runs(to: &mut Vec<u8>, numbers: &[u32], width: u32) {
    let (mut packed, mut at) = (0, 0);
    while at < numbers.len() {
        let equal = numbers[at..].iter().take_while(|number| **number == numbers[at]).count();
        // A run begins at the end of a full group.
        let missing = (8 - (at - packed) % 8) % 8;
        if equal >= missing + 8 {
            pack(to, &numbers[packed..at + missing], width);
            varint(to, ((equal - missing) as u64) << 1);
            to.extend(&numbers[at].to_le_bytes()[..width.div_ceil(8) as usize]);
            packed = at + equal;
        }
        at += equal;
    }
    pack(to, &numbers[packed..], width);
}

/// Writes numbers in groups of eight, `width` bits each, the lowest first; zeros fill the last group.
fn pack(to: &mut Vec<u8>, numbers: &[u32], width: u32) {
    if numbers.is_empty() {
        return;
    }
    let groups = numbers.len().div_ceil(8);
    varint(to, (groups as u64) << 1 | 1);
    let end = to.len() + groups * width as usize;
    let (mut bits, mut count) = (0u64, 0);
    for &number in numbers {
        bits |= u64::from(number) << count;
        count += width;
        while count >= 8 {
            to.push(bits.to_le_bytes()[0]);
            bits >>= 8;
            count -= 8;
        }
    }
    if count > 0 {
        to.push(bits.to_le_bytes()[0]);
    }
    to.resize(end, 0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_packed_as_the_format_describes() {
        // The example of the specification: 0 to 7 in three bits.
        let mut to = Vec::new();
        runs(&mut to, &[0, 1, 2, 3, 4, 5, 6, 7], 3);
        assert_eq!(to, [0b11, 0b1000_1000, 0b1100_0110, 0b1111_1010]);
        // Two and six of a group, then a run of nine, then a group that is filled.
        let numbers = [&[1, 2][..], &[3; 15], &[0]].concat();
        let mut to = Vec::new();
        runs(&mut to, &numbers, 2);
        assert_eq!(to, [0b11, 0b1111_1001, 0b1111_1111, 9 << 1, 3, 0b11, 0, 0]);
    }

    #[test]
    fn a_dictionary_is_used_where_it_is_shorter() {
        let of = |values: &[Option<&str>]| {
            let mut all = Values::default();
            values.iter().for_each(|value| all.push(value.map(str::as_bytes)));
            all
        };
        let same = of(&[Some("abc"), None, Some("abc"), Some("abc")]);
        assert_eq!(same.dictionary(), Some((&b"abc"[..], 1)));
        let levels = [6, 0, 0, 0, 1 << 1, 1, 1 << 1, 0, 2 << 1, 1];
        assert_eq!(same.page(true), [&levels[..], &[0, 0b11]].concat());
        assert_eq!(same.page(false), [&levels[..], b"abcabcabc"].concat());
        let other = of(&[Some("a"), Some("bc"), Some("d")]);
        assert_eq!(other.dictionary(), None);
        assert_eq!(other.page(false), [&[2, 0, 0, 0, 3 << 1, 1][..], b"abcd"].concat());
        assert_eq!(of(&[None, None]).dictionary(), None);
    }
}
