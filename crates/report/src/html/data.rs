//! The numbers of a page as JSON inside it, for other programs: its data and the tables of its figures, decimals to six significant digits.
//! Tables for which 400,000 characters in all have no room are only in their CSV files. The data of a results folder is made in
//! `sections::data`.

use std::collections::BTreeMap;

use evocube_cube::text::printable;
use evocube_rows::{object, within_script};
use serde_json::json;

use crate::document::Document;
use crate::figures::{Figure, PLOTS};

/// The id of the element.
const ID: &str = "evocube-data";
/// Maximum number of characters of JSON for the tables of figures; further tables are in the files of the figures alone.
const MAX_FIGURES: usize = 400_000;

/// Returns the element: the data of the document, the title, and under `figures` the table of each figure.
pub(super) fn element(document: &Document) -> String {
    let mut room = MAX_FIGURES;
    let figures: BTreeMap<&str, String> =
        document.figures().map(|figure| (&*figure.file, table(figure, &mut room))).collect();
    let (title, figures) = (json!(document.title).to_string(), object(&figures));
    let mut data: BTreeMap<&str, &str> = document.data.iter().map(|(key, json)| (*key, &**json)).collect();
    data.extend([("title", &*title), ("figures", &figures)]);
    // No text within a script element may look like its end, nor reorder the source of the page.
    let text = within_script(&object(&data));
    let text = printable(&text);
    format!("<script type=\"application/json\" id=\"{ID}\">{text}</script>\n")
}

/// Returns a figure's title and file, and its columns and rows if there is room for them.
fn table(figure: &Figure, room: &mut usize) -> String {
    let rows = figure.data.json_rows(*room);
    let file = json!(format!("{PLOTS}/{}.csv", figure.file)).to_string();
    let mut table = BTreeMap::from([("title", json!(figure.title).to_string()), ("file", file)]);
    if let Some(rows) = rows {
        *room -= rows.len();
        table.extend([("columns", figure.data.json_columns()), ("rows", rows)]);
    }
    object(&table)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn data_cannot_end_its_element() {
        let document = Document { title: "</script><b>".to_owned(), ..Document::default() };
        let element = element(&document);
        assert_eq!(element.matches('<').count(), 2);
        let text = element.split_once('>').unwrap().1.split_once("</script>").unwrap().0;
        assert_eq!(serde_json::from_str::<Value>(text).unwrap()["title"], "</script><b>");
    }
}
