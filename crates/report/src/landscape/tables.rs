//! The tables on the page of a landscape, and the texts of the files with all its states and descents. `write_landscape` in `mod.rs` writes
//! these files.

use crate::document::{Span, Table, plain, strong};
use crate::landscape::findings::{Findings, Guidance, Shares, StateGroup};
use crate::wording::{grouped, number};
use evocube_engine::landscape::LandscapeSummary;
use evocube_rows::{Data, Field};
use evocube_stats::samples::correlation_length;

fn percent(share: f64) -> Span {
    plain(format!("{} %", number(100.0 * share)))
}

/// Returns the table of penalties and first moves of shortest solutions by distance.
pub(crate) fn by_distance(_: &LandscapeSummary, findings: &Findings) -> Table {
    let mut table = Table::new("The penalty at each distance")
        .numbers(&["distance", "states", "median penalty", "quartiles", "lowest", "higher than a move nearer"])
        .numbers(&["no shortest solution begins downhill", "steepest move is right", "any move is right"]);
    for layer in &findings.near {
        let penalty = &layer.group.penalty;
        let guided = |part: fn(Guidance) -> f64| layer.guidance.map_or(plain(""), |guidance| percent(part(guidance)));
        let cells = vec![
            plain(layer.distance.to_string()),
            plain(grouped(penalty.count as u64)),
            strong(number(penalty.median)),
            plain(format!("{} to {}", number(penalty.lower_quartile), number(penalty.upper_quartile))),
            plain(number(penalty.min)),
            plain(layer.superiority.map_or(String::new(), |share| format!("{share:.2}"))),
            guided(|guidance| guidance.uphill),
            guided(|guidance| guidance.greedy),
            guided(|guidance| guidance.blind),
        ];
        table.row(cells, false);
    }
    table
}

/// Returns the table of macros, by increasing penalty.
pub(crate) fn composites(landscape: &LandscapeSummary, findings: &Findings) -> Table {
    let columns = ["penalty", "distance", "moves that improve it", "symbols that improve it"];
    let mut table = Table::new("Macros").texts(plain("macro")).numbers(&columns);
    for number in &findings.composites {
        let state = &landscape.states[*number];
        let distance = state.distance.map_or(format!("> {}", landscape.max_distance), |distance| distance.to_string());
        let cells = vec![
            plain(&state.name),
            plain(state.penalty.to_string()),
            plain(distance),
            plain(format!("{} of {}", state.turns.better, state.turns.all)),
            plain(format!("{} of {}", state.genes.better, state.genes.all)),
        ];
        table.row(cells, false);
    }
    table
}

/// Returns the table of the neighbors of states, by groups of states.
pub(crate) fn around(_: &LandscapeSummary, findings: &Findings) -> Table {
    let mut table = Table::new("Neighbors of states")
        .texts(plain("states"))
        .numbers(&["better by a move", "the same by a move", "local optima of moves"])
        .numbers(&["better by a symbol", "the same by a symbol", "local optima of symbols"]);
    let mut row = |name: String, group: &StateGroup| {
        let cells =
            [group.turns, group.genes].into_iter().flat_map(|Shares { better, same, optima }| [better, same, optima]);
        table.row(std::iter::once(plain(name)).chain(cells.map(percent)).collect(), false);
    };
    for layer in &findings.near {
        row(format!("distance {}", layer.distance), &layer.group);
    }
    for (name, group) in [("published, 16 to 20 moves", &findings.published), ("random", &findings.random)] {
        if let Some(group) = group {
            row(name.to_owned(), group);
        }
    }
    table
}

/// Returns the table of random walks.
pub(crate) fn walks(landscape: &LandscapeSummary, _: &Findings) -> Table {
    let columns = ["walks", "steps each", "correlation after one", "95 %", "correlation length", "penalty unchanged"];
    let mut table = Table::new("Random walks").texts(plain("step")).numbers(&columns);
    for walk in &landscape.walks {
        let first = walk.correlations.get(1).copied();
        let cells = vec![
            plain(&walk.step),
            plain(walk.walks.to_string()),
            plain(walk.steps.to_string()),
            plain(first.map_or(String::new(), |first| format!("{first:.3}"))),
            plain(walk.first.map_or(String::new(), |ends| format!("{:.3} to {:.3}", ends.low, ends.high))),
            plain(first.map_or(String::new(), |first| format!("{:.2}", correlation_length(first)))),
            percent(walk.neutral),
        ];
        table.row(cells, false);
    }
    table
}

/// Returns the table of all states as CSV.
pub(crate) fn states(landscape: &LandscapeSummary) -> String {
    let mut columns = vec!["origin", "name", "distance", "penalty", "turns", "turns_better", "turns_same"];
    columns.extend(["genes", "genes_better", "genes_same", "shortest", "shortest_better", "greedy"]);
    columns.push("greedy_and_shortest");
    let mut data = Data::new(&columns);
    for state in &landscape.states {
        let shortest = state.shortest.map_or([None; 4], |shortest| {
            [shortest.all, shortest.better, shortest.greedy, shortest.greedy_and_shortest].map(Some)
        });
        let mut row: Vec<&dyn Field> = vec![&state.distance, &state.penalty];
        for counts in [&state.turns, &state.genes] {
            row.extend([&counts.all, &counts.better, &counts.same].map(|count| count as &dyn Field));
        }
        row.extend(shortest.iter().map(|count| count as &dyn Field));
        data.row(&[&[&state.origin.name() as &dyn Field, &state.name], &row[..]].concat());
    }
    data.text()
}

/// Returns the table of all descents as CSV.
pub(crate) fn descents(landscape: &LandscapeSummary) -> String {
    let mut data = Data::new(&["steps_are", "start", "end", "steps"]);
    for descent in &landscape.descents {
        let kind = if descent.by_genes { "genes" } else { "turns" };
        data.row(&[&kind, &descent.start, &descent.end, &descent.steps]);
    }
    data.text()
}
