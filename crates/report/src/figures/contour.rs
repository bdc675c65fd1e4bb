//! The prediction of the forest over the two most important factors of a sampled design.

use super::slice::{by_importance, quantity};
use super::{Figure, StageView};
use crate::data::Data;
use crate::factor_analysis::Kind;
use crate::plot::{Cell, Cells};
use crate::wording::number;

/// Draws the map; `None` unless the design was sampled and has two factors.
pub(super) fn draw(view: &StageView<'_>) -> Option<Figure> {
    let analysis = view.factors.as_ref()?;
    let Kind::Sampled(found) = &analysis.kind else { return None };
    let [down, across, ..] = by_importance(found)[..] else { return None };
    let key = |at: usize| view.stage.summary.factors[found.factors[at]].key.as_str();
    let (rows, columns) = (&found.values[down], &found.values[across]);
    let predicted = found.forest.marginal(&[down, across]);
    let ends = predicted.iter().fold((f64::MAX, f64::MIN), |(low, high), mean| (low.min(*mean), high.max(*mean)));
    let quantity = format!("predicted {}", quantity(analysis.measure));
    let mut data = Data::new(&[key(down), key(across), "prediction"]);
    let cells = rows.iter().zip(predicted.chunks(columns.len())).map(|(row, predicted)| {
        let cell = |(column, mean): (&String, &f64)| {
            data.row(&[row, column, mean]);
            let tooltip = format!("{} = {row}, {} = {column}: {}", key(down), key(across), number(*mean));
            Some(Cell { value: Some(*mean), note: String::new(), tooltip })
        };
        columns.iter().zip(predicted).map(cell).collect()
    });
    let cells: Vec<Vec<Option<Cell>>> = cells.collect();
    let title = view.title(&format!("prediction over {} and {}", key(down), key(across)));
    let drawing = Cells {
        title: &title,
        names: (key(down), key(across)),
        rows,
        columns,
        quantity: &quantity,
        ends: (ends.0, ends.1.max(ends.0 + 1.0)),
        cells,
        framed: None,
    }
    .draw(view.options.page);
    let caption = format!(
        "Prediction of the regression forest over the two factors that explain most, averaged over the others; rows: {}, \
         columns: {}. A value stands for the values near it. Darker is better.",
        key(down),
        key(across)
    );
    Some(Figure { file: view.file("contour"), title, caption, view: "", drawing, narrow: None, data: data.text() })
}
