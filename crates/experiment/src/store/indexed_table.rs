//! [`IndexedTable`]: a table of a results folder that is read once from its beginning, and remembers where the rows of each trial are in
//! its file, and the first line of no trial. Rows are texts here; they are checked in `trial_index`. Memory has the rows of one trial at a
//! time, or the 4 KiB of the file that begin with them if they are shorter.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::PathBuf;

use super::error::StoreError;
use super::remedy::Remedy;
use super::seal;
use evocube_cube::files;

/// A table, the part of it that has been read, and the places of the rows there. A place of a trial is that in the plan, from 0.
#[derive(Debug)]
pub(super) struct IndexedTable {
    pub(super) path: PathBuf,
    /// `None` if the file is missing, or has been read.
    reader: Option<BufReader<File>>,
    /// The next rows of one trial, before `line`.
    group: Option<Group>,
    /// The next line, or the part of it that is on disk.
    line: Vec<u8>,
    /// Number of the next line, from 1.
    pub(super) number: u64,
    /// Length of the lines before it, in bytes.
    length: u64,
    /// Number of the first line that belongs to no trial.
    pub(super) stray_line: Option<u64>,
    /// The lower 32 bits of the ends of the header and of each trial's rows, in bytes. A merge holds them for all trials.
    ends: Vec<u32>,
    /// Indices of the first ends that are not below 4 GiB, 8 GiB and so on.
    carries: Vec<usize>,
    /// Beginnings of the rows that do not follow those of the trial before, by place.
    starts: BTreeMap<usize, u64>,
    /// The place and the bytes of the last part that was read for the rows of a trial. The next trial's rows are usually in it.
    part: RefCell<(u64, Vec<u8>)>,
}

/// Lines in a row that begin with one number.
#[derive(Debug, Default)]
pub(super) struct Group {
    /// The number; `None` if the lines begin with something else.
    trial: Option<u64>,
    pub(super) text: Vec<u8>,
    /// The place of the first line in bytes, and its number.
    start: u64,
    pub(super) line: u64,
}

/// Minimum number of bytes that are read at once for the rows of trials. A merge holds them for each table of each shard.
const PART_BYTES: u64 = 1 << 12;

impl Group {
    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.text).into_owned()
    }
}

/// Returns the number with which a line of a table begins, up to the comma.
fn number_of(line: &[u8]) -> Option<u64> {
    let digits = line.split(|&byte| byte == b',').next().filter(|digits| digits.len() < line.len())?;
    std::str::from_utf8(digits).ok()?.parse().ok()
}

impl IndexedTable {
    fn new(path: PathBuf, reader: Option<BufReader<File>>) -> Self {
        Self {
            path,
            reader,
            group: None,
            line: Vec::new(),
            number: 1,
            length: 0,
            stray_line: None,
            ends: Vec::new(),
            carries: Vec::new(),
            starts: BTreeMap::new(),
            part: RefCell::default(),
        }
    }

    /// Returns a table without rows.
    pub(super) fn empty(path: PathBuf) -> Self {
        Self { ends: vec![0], ..Self::new(path, None) }
    }

    /// Opens a table. A missing one is empty.
    ///
    /// # Errors
    /// If it cannot be read, or has another header.
    pub(super) fn open(path: PathBuf, header: &str) -> Result<Self, StoreError> {
        let file = files::open_if_there(&path).map_err(StoreError::file(&path))?;
        let reader = file.map(|file| BufReader::with_capacity(1 << 16, file));
        let mut table = Self::new(path, reader);
        if table.has_line()? {
            if table.line.strip_suffix(b"\r\n").is_some_and(|line| line == header.trim_end().as_bytes()) {
                return Err(StoreError::LineEnds { path: table.path });
            }
            if table.line != header.as_bytes() {
                let message = "line 1: this is not the header of the table";
                let remedies = vec![Remedy::WriteHeader(header.trim_end().to_owned()), Remedy::StartOver];
                return Err(StoreError::corrupt(table.path, message, remedies));
            }
            table.skip_line();
        }
        table.push_end(table.length);
        Ok(table)
    }

    /// Returns whether there is a next line that is whole.
    fn has_line(&mut self) -> Result<bool, StoreError> {
        if let Some(reader) = &mut self.reader
            && !self.line.ends_with(b"\n")
        {
            // A foreign file of one long line is not read into memory as a whole.
            let limit = evocube_rows::MAX_LINE_BYTES.saturating_sub(self.line.len() as u64);
            reader.take(limit).read_until(b'\n', &mut self.line).map_err(StoreError::file(&self.path))?;
        }
        Ok(self.line.ends_with(b"\n"))
    }

    fn skip_line(&mut self) {
        self.length += self.line.len() as u64;
        self.number += 1;
        self.line.clear();
    }

    /// Skips the seals of the manifest.
    pub(super) fn skip_seals(&mut self) -> Result<(), StoreError> {
        self.group.take_if(|group| seal::is_seal(&group.text));
        while self.has_line()? && seal::is_seal(&self.line) {
            self.skip_line();
        }
        if seal::is_seal(&self.line) {
            self.line.clear();
        }
        Ok(())
    }

    /// Reads the next lines that begin with one number, unless they are read. Returns the number.
    fn read_group(&mut self) -> Result<Option<u64>, StoreError> {
        if self.group.is_none() && self.has_line()? {
            let beginning = self.line.split_inclusive(|&byte| byte == b',').next().unwrap_or_default().to_vec();
            let (trial, start, line) = (number_of(&self.line), self.length, self.number);
            let mut text = Vec::new();
            while self.has_line()? && self.line.starts_with(&beginning) {
                text.extend_from_slice(&self.line);
                self.skip_line();
            }
            self.group = Some(Group { trial, text, start, line });
        }
        Ok(self.group.as_ref().and_then(|group| group.trial))
    }

    /// Takes the rows of a trial, after lines that belong to no trial from this one on. They are empty if there are none.
    pub(super) fn take(&mut self, trial: u64) -> Result<Group, StoreError> {
        let mut stray_line = None;
        loop {
            let number = self.read_group()?;
            match &self.group {
                None => return Ok(Group { line: stray_line.unwrap_or(self.number), ..Group::default() }),
                Some(_) if number == Some(trial) => return Ok(self.group.take().unwrap_or_default()),
                // Rows of a later trial. A number that is larger than the next one is damaged.
                Some(group)
                    if seal::is_seal(&group.text)
                        || number.is_some_and(|number| {
                            number > trial && number_of(&self.line).is_none_or(|next| number < next)
                        }) =>
                {
                    return Ok(Group { line: stray_line.unwrap_or(group.line), ..Group::default() });
                }
                Some(group) => {
                    stray_line.get_or_insert(group.line);
                    self.stray_line.get_or_insert(group.line);
                    self.group = None;
                }
            }
        }
    }

    /// Adds the rows of the trial at the next place. Returns whether they follow those of the trial before.
    pub(super) fn add(&mut self, place: usize, group: &Group, is_valid: bool) -> bool {
        let end = self.end(place);
        let rows = Some(group).filter(|group| is_valid && !group.text.is_empty());
        self.push_end(rows.map_or(end, |group| group.start + group.text.len() as u64));
        let start = rows.map(|group| group.start).filter(|start| *start != end);
        self.starts.extend(start.map(|start| (place, start)));
        start.is_none()
    }

    /// Reserves memory for a number of trials.
    pub(super) fn reserve(&mut self, trials: usize) {
        self.ends.reserve_exact(trials);
    }

    fn push_end(&mut self, end: u64) {
        while (self.carries.len() as u64) < end >> 32 {
            self.carries.push(self.ends.len());
        }
        self.ends.push(u32::try_from(end & u64::from(u32::MAX)).expect("32 bits"));
    }

    /// Returns the end of the rows of all trials before a place, in bytes.
    pub(super) fn end(&self, place: usize) -> u64 {
        let carries = self.carries.partition_point(|first| *first <= place) as u64;
        (carries << 32) + u64::from(self.ends[place])
    }

    /// Closes the file.
    pub(super) fn close(&mut self) {
        self.reader = None;
    }

    /// Ends the table.
    pub(super) fn discard_rest(&mut self) {
        self.reader = None;
        self.group = None;
        self.line.clear();
    }

    /// Returns the number of the first whole line that is read and not taken.
    pub(super) fn next_line(&self) -> Option<u64> {
        let line = self.line.ends_with(b"\n").then_some(self.number);
        self.group.as_ref().map(|group| group.line).or(line)
    }

    /// Returns the number of the first line that is not taken, which may be torn.
    pub(super) fn rest(&mut self) -> Result<Option<u64>, StoreError> {
        self.has_line()?;
        Ok(self.next_line().or((!self.line.is_empty()).then_some(self.number)))
    }

    /// Returns the rows of the trial at a place.
    pub(super) fn text(&self, place: usize) -> Result<String, StoreError> {
        let end = self.end(place + 1);
        let start = self.starts.get(&place).copied().unwrap_or_else(|| self.end(place));
        if end == start {
            return Ok(String::new());
        }
        let mut part = self.part.borrow_mut();
        let (first, bytes) = &mut *part;
        if !(*first <= start && end <= *first + bytes.len() as u64) {
            bytes.clear();
            *first = start;
            let mut file = files::open(&self.path).map_err(StoreError::file(&self.path))?;
            file.seek(SeekFrom::Start(start)).map_err(StoreError::file(&self.path))?;
            file.take((end - start).max(PART_BYTES)).read_to_end(bytes).map_err(StoreError::file(&self.path))?;
        }
        let within = |byte: u64| usize::try_from(byte - *first).unwrap_or(usize::MAX);
        let rows = bytes.get(within(start)..within(end)).ok_or(std::io::ErrorKind::UnexpectedEof.into());
        String::from_utf8(rows.map_err(StoreError::file(&self.path))?.to_vec())
            .map_err(|error| StoreError::corrupt(&self.path, error.to_string(), vec![]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_beyond_4_gib_are_exact() {
        let mut table = IndexedTable::empty(PathBuf::new());
        let ends = [7, u32::MAX.into(), 1 << 32, 1 << 32, (1 << 32) + 1, (7 << 32) + 5, u64::from(u32::MAX) << 3];
        ends.iter().for_each(|end| table.push_end(*end));
        assert_eq!((1..=ends.len()).map(|place| table.end(place)).collect::<Vec<_>>(), ends);
        assert_eq!(table.end(0), 0);
    }

    #[test]
    fn rows_of_a_number_that_is_larger_than_the_next_one_are_skipped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("trials.csv");
        std::fs::write(&path, "trial,best\n1,7\n9,8\n2,9\n4,5\n").unwrap();
        let mut table = IndexedTable::open(path, "trial,best\n").unwrap();
        let texts = [1, 2, 3, 4].map(|trial| table.take(trial).unwrap().text());
        assert_eq!(texts, ["1,7\n", "2,9\n", "", "4,5\n"]);
        assert_eq!(table.stray_line, Some(3));
    }
}
