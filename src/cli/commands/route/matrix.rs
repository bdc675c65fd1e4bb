//! `evocube route --matrix`: the lengths of routes between all pairs of several patterns of the 3×3×3, before and after refinement, in both
//! metrics. Their moves are in the JSON document and in the files of `--out`, which `evocube::report` writes.

use std::time::Instant;

use evocube::route::{Matrix, NoRoute, Pattern, Router, mean_length};
use evocube::search::AnySolver;
use evocube::{Metric, report};
use serde::Serialize;
use serde_json::json;

use super::{RouteArgs, minimizes_quarter_turns, refinement_budget, solver};
use crate::cli::arguments::InputText;
use crate::cli::result::{CommandResult, failure, success_if};
use crate::cli::terminal::{ProgressMode, TableCache, note, output, print_json, prose, table};

/// The lengths in a metric; row = start, column = goal.
#[derive(Serialize)]
struct RouteLengths {
    before: Vec<Vec<usize>>,
    after: Vec<Vec<usize>>,
    mean_before: Option<f64>,
    mean_after: Option<f64>,
    shorter: usize,
    symmetric: bool,
    moves: Vec<Vec<String>>,
}

impl RouteLengths {
    fn new(matrix: &Matrix, metric: Metric) -> Self {
        let (before, after) = (matrix.lengths_before(metric), matrix.lengths_after(metric));
        let pairs = || before.iter().flatten().zip(after.iter().flatten());
        let symmetric = (0..after.len()).all(|i| (0..i).all(|j| after[i][j] == after[j][i]));
        let routes = &matrix.after[usize::from(metric == Metric::Qtm)];
        Self {
            mean_before: mean_length(&before),
            mean_after: mean_length(&after),
            shorter: pairs().filter(|(before, after)| after < before).count(),
            symmetric,
            moves: routes.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect(),
            before,
            after,
        }
    }
}

/// Runs the command.
pub(super) fn run(args: &RouteArgs, file: &str) -> CommandResult {
    let patterns = if file == "known" {
        Pattern::shipped()
    } else {
        let text = InputText::read(file)?;
        let is_text = text.name.is_some() || file.contains(':');
        let refused = |error| if is_text { text.refused(error) } else { failure!("\"{file}\": no such file") };
        Pattern::read(&text.content).map_err(refused)?
    };
    if patterns.len() < 2 {
        return Err(failure!("a matrix needs at least two patterns, found {}", patterns.len()));
    }
    // A solver that minimizes quarter turns runs once per metric.
    let metrics = match args.metric {
        None if minimizes_quarter_turns(args.kind()) => &Metric::ALL[..],
        metric => &[metric.unwrap_or_default()],
    };
    let cache = TableCache::new(ProgressMode::stderr(false));
    let (mut matrices, mut seconds) = (Vec::new(), Vec::new());
    for &metric in metrics {
        let AnySolver::Cube3(solver) = solver(args, metric, &cache.source())? else {
            return Err(failure!("the solver {} does not solve cube3", args.kind()));
        };
        let start = Instant::now();
        let plain = Router::new(&*solver, args.budget.budget(None));
        let refining = Router::new(&*solver, refinement_budget(args, args.budget.budget(None)));
        match Matrix::new(&patterns, &plain, &refining) {
            Ok(matrix) => matrices.push(matrix),
            Err(error @ NoRoute::Unsolved(_)) => {
                note(format_args!("no route: {error}"));
                return success_if(false);
            }
            Err(error) => return Err(error.into()),
        }
        seconds.push(start.elapsed().as_secs_f64());
    }
    let names = &matrices[0].names;
    let [htm, qtm] = [(&matrices[0], Metric::Htm), (&matrices[matrices.len() - 1], Metric::Qtm)]
        .map(|(matrix, metric)| RouteLengths::new(matrix, metric));
    let solver = args.kind().name();
    if let Some(folder) = &args.out {
        let routes = |lengths: &RouteLengths, metric: Metric| report::RouteMatrix {
            metric: metric.name().to_owned(),
            before: lengths.before.clone(),
            after: lengths.after.clone(),
            moves: lengths.moves.clone(),
        };
        let both = [routes(&htm, Metric::Htm), routes(&qtm, Metric::Qtm)];
        for file in report::write_route_matrix(names, &both, folder)? {
            note(format_args!("{}", file.display()));
        }
    }
    if args.json {
        let seconds: f64 = seconds.iter().sum();
        print_json(&json!({"solver": solver, "names": names, "htm": htm, "qtm": qtm, "seconds": seconds}))?;
    } else {
        output(|out| {
            print(names, &htm, "moves (HTM)", out)?;
            print(names, &qtm, "quarter turns (QTM)", out)
        })?;
        let times: Vec<String> =
            metrics.iter().zip(&seconds).map(|(metric, time)| format!("{time:.2} s ({metric})")).collect();
        note(format_args!("{solver}: {} for all routes", times.join(", ")));
    }
    success_if(true)
}

/// Prints the lengths after refinement, with those before it where they differ.
fn print(names: &[String], lengths: &RouteLengths, unit: &str, out: &mut dyn std::io::Write) -> std::io::Result<()> {
    let numbers: Vec<String> = (1..=names.len()).map(|number| number.to_string()).collect();
    let header = [unit].into_iter().chain(numbers.iter().map(String::as_str));
    let mut table = table(header, 1);
    for (i, name) in names.iter().enumerate() {
        let cell = |j: usize| match (lengths.before[i][j], lengths.after[i][j]) {
            _ if i == j => "·".to_owned(),
            (before, after) if before == after => after.to_string(),
            (before, after) => format!("{before}→{after}"),
        };
        let cells = (0..names.len()).map(cell);
        table.add_row([format!("{} {name}", numbers[i])].into_iter().chain(cells));
    }
    writeln!(out, "{table}")?;
    let mean = |mean: Option<f64>| mean.map_or_else(String::new, |mean| format!("{mean:.2}"));
    let summary = format!(
        "mean {} before, {} after refinement; {} of {} routes became shorter; {}symmetric\n",
        mean(lengths.mean_before),
        mean(lengths.mean_after),
        lengths.shorter,
        names.len() * (names.len() - 1),
        if lengths.symmetric { "" } else { "not " }
    );
    writeln!(out, "{}", prose(&summary))
}
