//! The numbers of a page as JSON inside it, for other programs.

use serde_json::{Map, Value, json};

use crate::report::PLOTS;
use crate::report::document::Document;
use crate::report::figures::Figure;

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
    // No text within a script element may look like its end.
    let text = Value::Object(data).to_string().replace('<', "\\u003c");
    format!("<script type=\"application/json\" id=\"{ID}\">{text}</script>\n")
}

/// Returns a figure's title and file, and its columns and rows if there is room for them.
fn table(figure: &Figure, room: &mut usize) -> Value {
    let mut table = json!({ "title": figure.title, "file": format!("{PLOTS}/{}.csv", figure.file) });
    // Rounding does not make a table longer.
    if figure.data.len() <= 3 * *room {
        let (columns, rows) = parse(&figure.data);
        let length = rows.to_string().len();
        if length <= *room {
            *room -= length;
            table["columns"] = columns;
            table["rows"] = rows;
        }
    }
    table
}

/// Returns the names of the columns and the rows of a CSV table. A column of numbers alone has numbers, empty fields are null.
fn parse(text: &str) -> (Value, Value) {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let names: Vec<String> = reader.headers().map(|row| row.iter().map(str::to_owned).collect()).unwrap_or_default();
    let rows: Vec<csv::StringRecord> = reader.records().map_while(Result::ok).collect();
    let numeric = |at: usize| rows.iter().all(|row| row[at].is_empty() || number(&row[at]).is_some());
    let numeric: Vec<bool> = (0..names.len()).map(numeric).collect();
    let field = |(field, is_numeric): (&str, &bool)| match (field, is_numeric) {
        ("", _) => Value::Null,
        (field, true) => number(field).unwrap_or(Value::Null),
        (field, false) => json!(field),
    };
    let row = |row: &csv::StringRecord| row.iter().zip(&numeric).map(field).collect::<Value>();
    (json!(names), rows.iter().map(row).collect())
}

fn number(field: &str) -> Option<Value> {
    if let Ok(whole) = field.parse::<i64>() {
        return Some(json!(whole));
    }
    let value: f64 = field.parse().ok()?;
    value.is_finite().then(|| rounded(value))
}

/// Returns a number in six significant digits; null if it is not finite.
pub(in crate::report) fn rounded(value: f64) -> Value {
    let quick = quickly_rounded(value);
    quick.or_else(|| format!("{value:.5e}").parse().ok()).map_or(Value::Null, |value| json!(value))
}

/// Rounds as [`rounded`] does, without text. `None` for numbers that are not between a millionth and a million, or almost halfway
/// between two results.
fn quickly_rounded(value: f64) -> Option<f64> {
    let mut scale = 1.0;
    // Powers of ten up to 10²² are exact, and so is a number below 10⁶.
    let scaled = loop {
        let scaled = value.abs() * scale;
        match scaled {
            1e5..1e6 => break scaled,
            1e-6..1e5 if scale < 1e11 => scale *= 10.0,
            _ => return None,
        }
    };
    let whole = scaled.round();
    // The product of value and scale has a relative error of 2⁻⁵³.
    let is_certain = ((scaled - whole).abs() - 0.5).abs() > 1e-6;
    is_certain.then(|| (whole / scale).copysign(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_figures_become_json_with_types() {
        let (columns, rows) = parse("a,b,c\n1,x,0.123456789\n,2,1e9\n");
        assert_eq!(columns, json!(["a", "b", "c"]));
        assert_eq!(rows, json!([[1, "x", 0.123_457], [null, "2", 1e9]]));
        assert_eq!([rounded(f64::INFINITY), rounded(2.0 / 3.0)], [Value::Null, json!(0.666_667)]);
    }

    #[test]
    fn quick_rounding_is_that_of_decimals() {
        let decimal = |value: f64| format!("{value:.5e}").parse::<f64>().ok();
        let (mut state, mut quick) = (1_u64, 0);
        for case in 0..100_000 {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            // From a millionth to a million, of either sign; every tenth halfway between two results.
            let digits = f64::from(u32::try_from(state >> 32).unwrap()) / 4_294.967_296;
            let digits = if case % 10 == 0 { digits.floor() + 0.5 } else { digits };
            let value = digits / 10_f64.powi(case % 12) * if case % 3 == 0 { -1.0 } else { 1.0 };
            if let Some(found) = quickly_rounded(value) {
                assert_eq!(Some(found), decimal(value), "{value}");
                quick += 1;
            }
            assert_eq!(rounded(value).as_f64(), decimal(value), "{value}");
        }
        assert!(quick > 80_000, "{quick}");
        assert_eq!([0.0, 3e6, 1e-7, f64::NAN].map(quickly_rounded), [None; 4]);
        assert_eq!(quickly_rounded(999_999.7), Some(1e6));
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
