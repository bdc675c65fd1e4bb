//! Reading a net: an unfolded 3×3×3 or 2×2×2, Up above Front, Down below it, and Left, Front, Right and Back side by side. Only its shape
//! is checked here; `facelets` reads the signs as faces.
//!
//! ```text
//!         U U U
//!         U U U
//!         U U U
//!  L L L  F F F  R R R  B B B
//!  L L L  F F F  R R R  B B B
//!  L L L  F F F  R R R  B B B
//!         D D D
//!         D D D
//!         D D D
//! ```

use super::error::{NotationError, TextPlace, characters, refuse};

/// The signs of a line, with their places.
pub(super) type Row = Vec<(TextPlace, char)>;

/// Returns the rows of a net and the size of its cube; `None` if the text has another shape. Moves in lines of these lengths are no
/// net, because the lines above and below are not indented.
fn rows(text: &str) -> Option<(Vec<Row>, usize)> {
    let mut rows: Vec<Row> = Vec::new();
    for (place, sign) in characters(text).filter(|(_, sign)| !sign.is_whitespace()) {
        if !sign.is_alphanumeric() {
            return None;
        }
        match rows.last_mut() {
            Some(row) if row[0].0.line == place.line => row.push((place, sign)),
            _ => rows.push(vec![(place, sign)]),
        }
    }
    let size = rows.first()?.len();
    let is_middle = |row: usize| (size..2 * size).contains(&row);
    let length = |row| if is_middle(row) { 4 * size } else { size };
    let left = rows.get(size)?[0].0.column;
    let has_shape =
        |(number, row): (usize, &Row)| row.len() == length(number) && (is_middle(number) || row[0].0.column > left);
    let is_net = matches!(size, 2 | 3) && rows.len() == 3 * size && rows.iter().enumerate().all(has_shape);
    is_net.then_some((rows, size))
}

/// Returns whether a text has the shape of a net.
pub(super) fn is_net(text: &str) -> bool {
    rows(text).is_some()
}

/// Returns the signs of a net, row by row; `None` for another text.
///
/// # Errors
/// If the faces above and below are not in the columns of Front.
pub(super) fn signs(text: &str) -> Option<Result<Row, NotationError>> {
    let (rows, size) = rows(text)?;
    let front = rows[size][size].0.column;
    let is_beside = |row: &&Row| row.len() == size && row[0].0.column != front;
    if let Some(row) = rows.iter().find(is_beside) {
        let message = format!("this row of a net begins in another column than Front, which begins in column {front}");
        return Some(refuse(row[0].0, message));
    }
    Some(Ok(rows.concat()))
}
