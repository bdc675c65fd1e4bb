//! Writer of Thrift's compact protocol, the encoding of Parquet's metadata.

/// An encoded structure.
#[derive(Default)]
pub(super) struct Thrift {
    pub(super) bytes: Vec<u8>,
    /// Number of the last field.
    last: u8,
}

pub(super) const NUMBER: u8 = 5;
const LONG: u8 = 6;
pub(super) const TEXT: u8 = 8;
const LIST: u8 = 9;
pub(super) const STRUCTURE: u8 = 12;

impl Thrift {
    /// Begins a field. Successive field numbers differ by 1 to 15.
    fn field(&mut self, id: u8, kind: u8) {
        self.bytes.push((id - self.last) << 4 | kind);
        self.last = id;
    }

    pub(super) fn number(&mut self, id: u8, value: i64) {
        self.field(id, NUMBER);
        zigzag(&mut self.bytes, value);
    }

    pub(super) fn long(&mut self, id: u8, value: u64) {
        self.field(id, LONG);
        zigzag(&mut self.bytes, i64::try_from(value).expect("files are shorter"));
    }

    pub(super) fn text(&mut self, id: u8, value: &str) {
        self.field(id, TEXT);
        self.word(value);
    }

    pub(super) fn word(&mut self, value: &str) {
        varint(&mut self.bytes, value.len() as u64);
        self.bytes.extend(value.bytes());
    }

    /// Begins a list; its items follow.
    pub(super) fn list(&mut self, id: u8, kind: u8, count: usize) {
        self.field(id, LIST);
        match u8::try_from(count) {
            Ok(count) if count < 15 => self.bytes.push(count << 4 | kind),
            _ => {
                self.bytes.push(0xf0 | kind);
                varint(&mut self.bytes, count as u64);
            }
        }
    }

    pub(super) fn item(&mut self, write: impl FnOnce(&mut Self)) {
        let mut inner = Self::default();
        write(&mut inner);
        self.bytes.extend(inner.end());
    }

    pub(super) fn structure(&mut self, id: u8, write: impl FnOnce(&mut Self)) {
        self.field(id, STRUCTURE);
        self.item(write);
    }

    pub(super) fn end(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

/// Writes a number with seven bits per byte, lowest first.
pub(super) fn varint(to: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        to.push(value.to_le_bytes()[0] | 0x80);
        value >>= 7;
    }
    to.push(value.to_le_bytes()[0]);
}

/// Writes a signed number in zigzag encoding, in which small magnitudes take few bytes.
pub(super) fn zigzag(to: &mut Vec<u8>, value: i64) {
    varint(to, ((value << 1) ^ (value >> 63)).cast_unsigned());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_take_as_many_bytes_as_they_need() {
        let bytes = |value| {
            let mut to = Vec::new();
            varint(&mut to, value);
            to
        };
        // Examples of the specification.
        assert_eq!(bytes(50399), [0xDF, 0x89, 0x03]);
        assert_eq!((bytes(0), bytes(127), bytes(128)), (vec![0], vec![127], vec![128, 1]));
        let zigzagged = [0, -1, 1, -2].map(|value| {
            let mut to = Vec::new();
            zigzag(&mut to, value);
            to[0]
        });
        assert_eq!(zigzagged, [0, 1, 2, 3]);
    }
}
