//! [`Table`]: lists in a column of a table, with fields between commas, semicolons or tabs. The column is named `scramble` or `moves` in a
//! header, that of the names of entries `name`; lists without a header are read in `entry`.

use super::{ListLine, entry};

/// The column of a table that has the entries.
#[derive(Clone, Debug)]
pub(super) struct Table {
    column: usize,
    columns: usize,
    /// The column `name`.
    name: Option<usize>,
}

const SEPARATORS: [char; 3] = [',', ';', '\t'];

impl Table {
    /// Returns the table with this header; `None` for another line.
    pub(super) fn with_header(line: &str) -> Option<Self> {
        SEPARATORS.into_iter().find_map(|separator| {
            let fields = fields(line, separator);
            let column = |names: &[&str]| {
                fields.iter().position(|field| names.iter().any(|name| field.trim().eq_ignore_ascii_case(name)))
            };
            let (column, name) = (column(&["scramble", "moves"])?, column(&["name"]));
            (fields.len() > 1).then_some(Self { column, columns: fields.len(), name })
        })
    }

    /// Returns the entry of a row; the row itself if it has too few fields. Twisty Timer separates fields in another way than the header.
    pub(super) fn entry(&self, line: ListLine) -> ListLine {
        let rows = SEPARATORS.map(|separator| fields(&line.text, separator));
        let is_row = |row: &&Vec<String>| row.len() == self.columns;
        let row = rows.iter().find(is_row).or_else(|| rows.iter().find(|row| row.len() > self.column));
        let Some(row) = row else { return line };
        let field = |column: usize| row.get(column).map(|field| field.trim()).filter(|field| !field.is_empty());
        entry::cut(&line, field(self.column).unwrap_or_default(), self.name.and_then(field).map(str::to_owned))
    }
}

/// Returns whether a quoted field goes on in the next line.
pub(super) fn is_open(row: &str) -> bool {
    row.matches('"').count() % 2 == 1
}

/// Returns the fields of a row. A quoted field may have separators, and its quotes are doubled.
fn fields(row: &str, separator: char) -> Vec<String> {
    let (mut fields, mut is_quoted) = (vec![String::new()], false);
    let mut characters = row.chars().peekable();
    while let Some(character) = characters.next() {
        let field = fields.last_mut().expect("at least one field");
        match character {
            '"' if is_quoted && characters.next_if_eq(&'"').is_some() => field.push('"'),
            '"' if is_quoted || field.trim().is_empty() => is_quoted = !is_quoted,
            _ if character == separator && !is_quoted => fields.push(String::new()),
            _ => field.push(character),
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_fields_have_separators_and_quotes() {
        assert_eq!(fields("1;\"a;b\";\"R \"\"U\"\"\";", ';'), ["1", "a;b", "R \"U\"", ""]);
        assert_eq!(fields("R' \"U", ','), ["R' \"U"]);
        assert!(Table::with_header("No.;Time;Comment;Scramble;Date;P.1").is_some());
        assert!(Table::with_header("scramble").is_none() && Table::with_header("R, U").is_none());
    }
}
