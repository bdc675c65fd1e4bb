//! Entries of a list, read from its lines: the text without number, time and length, and its name. Also the scrambles of csTimer's export
//! in JSON, and `cut`, which makes an entry of a part of a line, for `table`, too. Texts are not read as cubes here. Lines come from
//! `ListReader`.

use serde_json::Value;

use super::ListLine;

/// Returns the entry of a line.
pub(super) fn of_line(line: ListLine) -> ListLine {
    if !line.is_entry() || line.text.starts_with('{') {
        return line;
    }
    let mut text = numbered(&line.text);
    let mut name = None;
    // Moves have no `=`, and a comment may have one.
    if let Some((before, after)) = text.split_once('=')
        && !before.contains("//")
    {
        (name, text) = (Some(before), after.trim_start());
    }
    if let Some((before, comment)) = text.split_once("//") {
        (name, text) = (name.or(Some(comment)), before);
    }
    let text = without_length(text.trim_end());
    if text.is_empty() {
        return line;
    }
    let name = name.map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned);
    cut(&line, text, name)
}

/// Returns the part of a line that is an entry. A part that is not written in it literally has the place of the whole line.
pub(super) fn cut(line: &ListLine, text: &str, name: Option<String>) -> ListLine {
    let start = line.text.find(text);
    let place =
        start.map_or(line.place.clone(), |start| line.place.start + start..line.place.start + start + text.len());
    let column = start.map_or(0, |start| line.text[..start].chars().count());
    let is_plain = text == line.text;
    ListLine { number: line.number, place, column, text: text.to_owned(), name, is_plain }
}

/// Returns what follows a number with a period or parenthesis, and a time, as csTimer prints it.
fn numbered(text: &str) -> &str {
    let rest = text.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    let has_number = rest.len() < text.trim_start().len();
    let Some(rest) = rest.strip_prefix(['.', ')']).filter(|rest| has_number && rest.starts_with(char::is_whitespace))
    else {
        return text;
    };
    let rest = rest.trim_start();
    let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let time = word.trim_start_matches("DNF(").trim_end_matches(')').trim_end_matches('+');
    let is_time = time.contains('.')
        && time.contains(|c: char| c.is_ascii_digit())
        && time.chars().all(|c| c.is_ascii_digit() || ".:".contains(c));
    if is_time { after.trim_start() } else { rest }
}

/// Returns moves without the length that Cube Explorer writes after them: `(20f*)`.
fn without_length(text: &str) -> &str {
    let Some((moves, length)) = text.strip_suffix(')').and_then(|text| text.rsplit_once('(')) else { return text };
    let length = length.strip_suffix('*').unwrap_or(length);
    let digits = length.strip_suffix(|c: char| "fqsh".contains(c)).unwrap_or_default();
    if !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit()) { moves.trim_end() } else { text }
}

/// Returns the scrambles of an export of csTimer: an object with lists of solves, each `[[penalty, time], scramble, comment, date]`.
/// `None` for another line.
pub(super) fn of_session(line: &ListLine) -> Option<Vec<ListLine>> {
    if !line.text.trim_start().starts_with("{\"session") {
        return None;
    }
    let document: serde_json::Map<String, Value> = serde_json::from_str(&line.text).ok()?;
    let mut sessions: Vec<(usize, &Value)> = document
        .iter()
        .filter_map(|(key, solves)| Some((key.strip_prefix("session")?.parse().ok()?, solves)))
        .collect();
    sessions.sort_by_key(|(session, _)| *session);
    let mut entries = Vec::new();
    for (session, solves) in sessions {
        let solves = solves.as_array().into_iter().flatten();
        for (number, solve) in (1..).zip(solves) {
            let scramble = solve.get(1).and_then(Value::as_str).unwrap_or_default().trim();
            let entry = cut(line, scramble, Some(format!("session{session}-{number}")));
            entries.push(ListLine { column: 0, ..entry });
        }
    }
    Some(entries)
}
