//! [`ListReader`]: reads lists of scrambles or states as [`ListLine`]s, one entry on each line, or tables and exports of common timers and
//! cube programs. A list may be longer than the memory, or be written meanwhile; [`lines`] reads a text in memory. Entries are texts: which
//! of them are moves is not checked here. Names and numbers are split off in `entry`, columns of tables in `table`.
//!
//! | line | entry |
//! |---|---|
//! | `R U F` | the text |
//! | `1. R U F`, `1) R U F` | the text after the number; a time after the number is skipped: `1. 12.34 R U F` |
//! | `sune = R U F`, `R U F // sune` | the text, named |
//! | `R U F (20f*) // sune` | the same, as Cube Explorer writes it |
//! | a row below a header with a column `Scramble` or `moves` | the field of this column, as csTimer, Twisty Timer and evocube write it |
//! | `{"session1": …}` | the scrambles of an export of csTimer, named by session and number |

mod entry;
mod table;

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Error, ErrorKind, Read};
use std::ops::Range;

use table::Table;

/// A reader of a list, which may be longer than the memory, or be written while it is read. A line ends with LF, CR LF or CR.
pub struct ListReader<R> {
    input: BufReader<R>,
    /// The number of the last line, from 1.
    number: usize,
    /// The bytes before the next line.
    offset: usize,
    /// Whether the last line ended with CR, to which an LF belongs that follows it.
    ended_with_cr: bool,
    /// The columns of a table, after its header.
    table: Option<Table>,
    /// The entries that were read with the last one.
    waiting: VecDeque<ListLine>,
}

/// A line of a list, or one of the cubes in a line of JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListLine {
    /// Its number, from 1.
    pub number: usize,
    /// The place of its text in the list, in bytes.
    pub place: Range<usize>,
    /// The number of characters of the line before its text.
    pub column: usize,
    /// Its text without number, name and white space at its end.
    pub text: String,
    /// The name of the entry.
    pub name: Option<String>,
    /// Whether the line is its text alone.
    pub is_plain: bool,
}

impl ListLine {
    /// Returns whether the line is an entry: neither blank nor a comment, which begins with `//` or `#`.
    pub fn is_entry(&self) -> bool {
        let text = self.text.trim_start();
        !text.is_empty() && !text.starts_with("//") && !text.starts_with('#')
    }
}

/// The bytes that are read at once.
const BUFFER: usize = 1 << 16;
const CR: u8 = b'\r';
const LF: u8 = b'\n';

impl<R: Read> ListReader<R> {
    /// Returns a reader at the beginning of a list.
    pub fn new(input: R) -> Self {
        Self {
            input: BufReader::with_capacity(BUFFER, input),
            number: 0,
            offset: 0,
            ended_with_cr: false,
            table: None,
            waiting: VecDeque::new(),
        }
    }

    /// Returns the number of the next line.
    pub fn next_number(&self) -> usize {
        self.number + 1
    }

    /// Returns whether the next line is there in full, so that reading it does not wait.
    pub fn is_waiting(&self) -> bool {
        if !self.waiting.is_empty() {
            return true;
        }
        let there = self.input.buffer();
        let there = if self.ended_with_cr { there.strip_prefix(&[LF]).unwrap_or(there) } else { there };
        there.iter().any(|&byte| byte == CR || byte == LF)
    }

    /// Reads the next line, of at most `max` bytes; `None` at the end. A row of a table may have several lines, of which the first is
    /// the entry and the others are blank.
    ///
    /// # Errors
    /// If it cannot be read; of the kind [`FileTooLarge`](ErrorKind::FileTooLarge) if it is longer, and
    /// [`InvalidData`](ErrorKind::InvalidData) if it is no UTF-8.
    pub fn next_line(&mut self, max: usize) -> io::Result<Option<ListLine>> {
        if let Some(line) = self.waiting.pop_front() {
            return Ok(Some(line));
        }
        let Some(mut line) = self.raw_line(max)? else { return Ok(None) };
        if let Some(table) = &self.table {
            let table = table.clone();
            while table::is_open(&line.text)
                && let Some(next) = self.raw_line(max.saturating_sub(line.text.len()))?
            {
                // Spaces in place of the end of the line keep the places of what follows.
                line.text += &" ".repeat(next.place.start - line.place.start - line.text.len());
                line.text += &next.text;
                self.waiting.push_back(ListLine { text: String::new(), ..next });
            }
            return Ok(Some(table.entry(line)));
        }
        if let Some(table) = Table::with_header(&line.text) {
            self.table = Some(table);
            return Ok(Some(ListLine { text: String::new(), ..line }));
        }
        if let Some(entries) = entry::of_session(&line) {
            self.waiting.extend(entries);
            return self.next_line(max);
        }
        Ok(Some(entry::of_line(line)))
    }

    /// Reads the next line as it is written.
    fn raw_line(&mut self, max: usize) -> io::Result<Option<ListLine>> {
        if self.input.fill_buf()?.first() == Some(&LF) && self.ended_with_cr {
            self.skip(1);
        }
        self.ended_with_cr = false;
        let mut start = self.offset;
        let mut bytes = Vec::new();
        loop {
            let there = self.input.fill_buf()?;
            if there.is_empty() {
                break;
            }
            let end = there.iter().position(|&byte| byte == CR || byte == LF);
            let (length, is_cr) = (end.unwrap_or(there.len()), end.is_some_and(|end| there[end] == CR));
            bytes.extend_from_slice(&there[..length]);
            self.skip(length + usize::from(end.is_some()));
            if bytes.len() > max {
                return Err(Error::from(ErrorKind::FileTooLarge));
            }
            if end.is_some() {
                self.ended_with_cr = is_cr;
                break;
            }
        }
        if self.offset == start {
            return Ok(None);
        }
        let text = String::from_utf8(bytes).map_err(|error| Error::new(ErrorKind::InvalidData, error))?;
        self.number += 1;
        // Some editors write a byte order mark at the beginning.
        let text = match text.strip_prefix('\u{feff}') {
            Some(rest) if self.number == 1 => {
                start += text.len() - rest.len();
                rest
            }
            _ => &text,
        };
        let text = text.trim_end().to_owned();
        Ok(Some(ListLine {
            number: self.number,
            place: start..start + text.len(),
            column: 0,
            text,
            name: None,
            is_plain: true,
        }))
    }

    /// Consumes bytes of the buffer.
    fn skip(&mut self, bytes: usize) {
        self.input.consume(bytes);
        self.offset += bytes;
    }
}

/// Returns the lines of a text.
pub fn lines(text: &str) -> Vec<ListLine> {
    let mut reader = ListReader::new(text.as_bytes());
    std::iter::from_fn(|| reader.next_line(usize::MAX).expect("a text in memory is read")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers and the texts of the entries of a list.
    fn entries(text: &str) -> Vec<(usize, String)> {
        named(text).into_iter().map(|(number, text, _)| (number, text)).collect()
    }

    /// The numbers, the texts and the names of the entries of a list.
    fn named(text: &str) -> Vec<(usize, String, String)> {
        let entries: Vec<ListLine> = lines(text).into_iter().filter(ListLine::is_entry).collect();
        for line in &entries {
            assert_eq!(text[line.place.clone()], line.text);
        }
        entries.into_iter().map(|line| (line.number, line.text, line.name.unwrap_or_default())).collect()
    }

    #[test]
    fn entries_have_numbers_and_names() {
        for (line, text, name) in [
            ("1. R U", "R U", ""),
            ("12) R U", "R U", ""),
            ("3. 12.34   R U", "R U", ""),
            ("4. DNF(1:02.34) R U", "R U", ""),
            ("sune = R U", "R U", "sune"),
            ("2. the first = R U // a comment", "R U", "the first"),
            ("R U // as in = a", "R U", "as in = a"),
            ("R U  (20f*) //cube 7", "R U", "cube 7"),
            ("R U (9q)", "R U", ""),
            ("R (U)", "R (U)", ""),
            ("R (U F)2", "R (U F)2", ""),
            ("R U . F", "R U . F", ""),
            ("3.R U", "3.R U", ""),
            ("name =", "name =", ""),
            ("{\"moves\": \"R // = U\"}", "{\"moves\": \"R // = U\"}", ""),
        ] {
            assert_eq!(named(line), [(1, text.to_owned(), name.to_owned())], "{line}");
        }
        assert_eq!(lines("ü = R U")[0].column, 4);
    }

    #[test]
    fn tables_and_exports_of_timers_are_lists() {
        let expected = |names: [&str; 2]| {
            vec![(2, "R U2 F'".to_owned(), names[0].to_owned()), (4, "D2 B".to_owned(), names[1].to_owned())]
        };
        for table in [
            "No.;Time;Comment;Scramble;Date;P.1\r\n1;10.51;\"two\r\nlines; one \"\"cube\"\"\";R U2 F';2023-10-05;10.51\r\n2;14.34+;pop;D2 B;2023-10-05;12.34\r\n3;9.1;;;;",
            "Puzzle,Category,Time(millis),Date(millis),Scramble,Penalty,Comment\n\"333\";\"Normal\";\"12345\";\"1696\";\"R U2 F'\";\"0\";\"\"\n\n\"333\";\"Normal\";\"1\";\"2\";\"D2 B\";\"1\";\"a, b\"\n",
            "trial,instance,moves,htm\n1,a,R U2 F',3\n2,\"b, c\",,0\n3,d,D2 B,2\n",
        ] {
            assert_eq!(named(table), expected(["", ""]), "{table}");
        }
        assert_eq!(named("name\tscramble\none\tR U2 F'\n\ntwo\tD2 B"), expected(["one", "two"]));
        // A row that is none is no blank line.
        assert_eq!(named("name;scramble\nR U")[0].1, "R U");
        let export = "{\"session2\":[[[0,9],\"D2 B\",\"\",3]],\"session1\":[[[0,1],\"R U2 F'\",\"a\",2],[[-1,1],\"F\",\"\",2]],\"properties\":{\"x\":1}}";
        let expected = [("R U2 F'", "session1-1"), ("F", "session1-2"), ("D2 B", "session2-1")];
        assert_eq!(named(export), expected.map(|(text, name)| (1, text.to_owned(), name.to_owned())));
    }

    #[test]
    fn a_line_ends_with_lf_or_cr_or_both() {
        let expected = [(1, "R".to_owned()), (2, "U2".to_owned()), (4, "  F".to_owned())];
        for end in ["\n", "\r\n", "\r"] {
            let list = ["R", "U2 ", "", "  F", "// a comment", "\t# another"].join(end);
            for text in [list.clone(), format!("{list}{end}"), format!("\u{feff}{list}")] {
                assert_eq!(entries(&text), expected, "{text:?}");
            }
            assert_eq!(lines(&format!("R{end}{end}")).len(), 2, "{end:?}");
        }
        assert_eq!(lines("R\n\rU\r\r\nF").len(), 5);
        assert!(lines("").is_empty());
    }

    /// A source that gives a few bytes at a time.
    struct Slow<'a>(std::slice::Chunks<'a, u8>);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let bytes = self.0.next().unwrap_or_default();
            buffer[..bytes.len()].copy_from_slice(bytes);
            Ok(bytes.len())
        }
    }

    #[test]
    fn lines_do_not_depend_on_the_bytes_that_are_read_at_once() {
        let text = "R U\r\nF\r\r\n\nD2 ü\rL";
        for size in 1..8 {
            let mut reader = ListReader::new(Slow(text.as_bytes().chunks(size)));
            let read: Vec<ListLine> = std::iter::from_fn(|| reader.next_line(100).unwrap()).collect();
            assert_eq!(read, lines(text), "{size}");
        }
    }

    #[test]
    fn a_line_is_waiting_if_it_is_there_in_full() {
        let mut reader = ListReader::new(Slow(b"R\nU\r\nF D".chunks(5)));
        let mut next = || {
            let text = reader.next_line(100).unwrap().map(|line| line.text);
            (text, reader.is_waiting())
        };
        assert_eq!(next(), (Some("R".to_owned()), true));
        // The line after it may still grow.
        assert_eq!(next(), (Some("U".to_owned()), false));
        assert_eq!(next(), (Some("F D".to_owned()), false));
        assert_eq!(next(), (None, false));
    }

    #[test]
    fn long_lines_and_other_bytes_than_text_are_errors() {
        let kind = |bytes: &[u8]| ListReader::new(bytes).next_line(3).map_err(|error| error.kind());
        assert_eq!(kind(b"1234\n"), Err(ErrorKind::FileTooLarge));
        assert_eq!(kind(b"\xff\n"), Err(ErrorKind::InvalidData));
        assert!(kind(b"123\n").is_ok());
    }
}
