//! The numbers of a page as JSON inside it, for other programs: its data and the tables of its figures, decimals to six significant digits.
//! Tables for which 400,000 characters in all have no room are only in their CSV files. The data of a results folder is made in
//! `sections::data`, which rounds numbers by `rounded` of this file.

use evocube_cube::text::printable;
use serde_json::{Map, Value, json};

use crate::data::Data;
use crate::document::Document;
use crate::figures::{Figure, PLOTS};

/// The id of the element.
const ID: &str = "evocube-data";
/// Maximum number of characters of JSON for the tables of figures; further tables are in the files of the figures alone.
const MAX_FIGURES: usize = 400_000;

/// Returns the element: the data of the document, the title, and under `figures` the table of each figure.
pub(super) fn element(document: &Document) -> String {
    let mut data = document.data.clone();
    let mut room = MAX_FIGURES;
    let figures: Map<String, Value> =
        document.figures().map(|figure| (figure.file.clone(), table(figure, &mut room))).collect();
    data.insert("title".to_owned(), json!(document.title));
    data.insert("figures".to_owned(), Value::Object(figures));
    // No text within a script element may look like its end, nor reorder the source of the page.
    let text = Value::Object(data).to_string().replace('<', "\\u003c");
    let text = printable(&text);
    format!("<script type=\"application/json\" id=\"{ID}\">{text}</script>\n")
}

/// Returns a figure's title and file, and its columns and rows if there is room for them.
fn table(figure: &Figure, room: &mut usize) -> Value {
    let mut table = json!({ "title": figure.title, "file": format!("{PLOTS}/{}.csv", figure.file) });
    // Rounding does not make a table longer.
    if figure.data.length() <= 3 * *room {
        let (columns, rows) = json_of(&figure.data);
        let length = rows.to_string().len();
        if length <= *room {
            *room -= length;
            table["columns"] = columns;
            table["rows"] = rows;
        }
    }
    table
}

/// Returns the names of the columns and the rows of a table. Empty fields are null, and so is a number that is not finite.
fn json_of(data: &Data) -> (Value, Value) {
    let field = |(field, is_number): (&str, bool)| match field {
        "" => Value::Null,
        number if is_number => match number.parse::<i64>() {
            Ok(whole) => json!(whole),
            Err(_) => rounded(number.parse().expect("the column has numbers")),
        },
        text => json!(text),
    };
    let row = |row| Iterator::zip(row, data.are_numbers()).map(field).collect::<Value>();
    (data.columns.iter().collect(), data.rows().map(row).collect())
}

/// Returns a number in six significant digits; null if it is not finite.
pub(crate) fn rounded(value: f64) -> Value {
    format!("{value:.5e}").parse::<f64>().map_or(Value::Null, |value| json!(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_figures_become_json_with_types() {
        let mut data = Data::new(&["a", "b", "c"]);
        data.row(&[&1, &"x", &0.123_456_789]);
        data.row(&[&None::<u64>, &"2", &1e9]);
        data.row(&[&2, &"", &f64::INFINITY]);
        let (columns, rows) = json_of(&data);
        assert_eq!(columns, json!(["a", "b", "c"]));
        assert_eq!(rows, json!([[1, "x", 0.123_457], [null, "2", 1_000_000_000], [2, null, null]]));
        assert_eq!([rounded(f64::INFINITY), rounded(2.0 / 3.0)], [Value::Null, json!(0.666_667)]);
    }

    #[test]
    fn data_cannot_end_its_element() {
        let document = Document { title: "</script><b>".to_owned(), ..Document::default() };
        let element = element(&document);
        assert_eq!(element.matches('<').count(), 2);
        let text = element.split_once('>').unwrap().1.split_once("</script>").unwrap().0;
        assert_eq!(serde_json::from_str::<Value>(text).unwrap()["title"], "</script><b>");
    }
}
