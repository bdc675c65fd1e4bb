//! The figures of a measured fitness landscape of a cube: penalty over distance, guidance, neutrality, descents and random walks. Distances
//! are in the half-turn metric. A figure is left out where its measurements are missing. Statistics are computed in `landscape::findings`,
//! those of the ends of descents here.

use super::Figure;
use crate::landscape::findings::{AtDistance, Findings, Guidance, StateGroup};
use evocube_engine::landscape::{LandscapeSummary, StateOrigin, StateSummary};
use evocube_plot::{
    ACCENT, Axis, BACKGROUND_LINE, Band, Chart, LOOKS, LegendEntry, Line, Mark, PENALTY, PLAIN, Page, Panel, Rgb,
    SOFT_INK, Stroke, stairs,
};
use evocube_rows::Data;
use evocube_stats::run_times::{Run, RunTimes};
use evocube_stats::samples::correlation_length;

/// Draws a chart.
fn figure(file: &str, chart: Chart<'_>, caption: String, data: Data) -> Figure {
    Figure::new(file.to_owned(), chart.title.to_owned(), caption, chart.draw(Page::SCREEN), data)
}

fn lines(lines: Vec<Line>) -> Panel {
    Panel { lines, ..Panel::default() }
}

/// Returns a quantity by distance.
fn by_distance(layers: &[AtDistance], value: fn(&AtDistance) -> f64) -> Vec<(f64, f64)> {
    layers.iter().map(|layer| (f64::from(layer.distance), value(layer))).collect()
}

/// Draws the penalty over the distance from solved; `None` without random states.
pub(crate) fn fitness_distance(landscape: &LandscapeSummary, findings: &Findings) -> Option<Figure> {
    let (layers, max_distance) = (&findings.near, landscape.max_distance);
    let random = findings.random.as_ref()?;
    let states_near = || landscape.states.iter().filter(|state| state.origin != StateOrigin::Random);
    let end = f64::from(states_near().filter_map(|state| state.distance).max().unwrap_or(0).max(max_distance + 2));
    let highest = landscape.states.iter().map(|state| state.penalty).max().unwrap_or(1);
    let mut data = Data::new(&["origin", "name", "distance", "penalty"]);
    for state in &landscape.states {
        data.row(&[&state.origin.name(), &state.name, &state.distance, &state.penalty]);
    }
    let mark = |color: Rgb| {
        move |state: &StateSummary| {
            let distance = state.distance.map_or(format!("more than {max_distance}"), |distance| distance.to_string());
            // A state beyond the search stands between its depth and the next distance.
            let x = state.distance.map_or(f64::from(max_distance) + 0.5, f64::from);
            let tooltip = format!("{}: {distance} moves, penalty {}", state.name, state.penalty);
            Mark { place: (x, f64::from(state.penalty)), color, tooltip, label: String::new() }
        }
    };
    let states_of = |origin| states_near().filter(move |state| state.origin == origin);
    let marks = states_of(StateOrigin::Published)
        .map(mark(SOFT_INK))
        .chain(states_of(StateOrigin::Composite).map(mark(ACCENT)));
    let quartiles = |AtDistance { distance, group, .. }: &AtDistance| {
        (f64::from(*distance), group.penalty.lower_quartile, group.penalty.upper_quartile)
    };
    let range = Stroke::solid(PLAIN, 1.3).dashed(&[2.0, 2.5]);
    let panel = Panel {
        lines: vec![
            Line::new("median", Stroke::solid(PLAIN, 2.2), by_distance(layers, |layer| layer.group.penalty.median))
                .marked(),
            Line::new("lowest and highest", range, by_distance(layers, |layer| layer.group.penalty.min)),
            Line::new("highest", range, by_distance(layers, |layer| layer.group.penalty.max)).unnamed(),
            Line::new(
                "median of random states",
                Stroke::solid(BACKGROUND_LINE, 1.3).dashed(&[9.0, 3.0]),
                vec![(0.0, random.penalty.median), (end, random.penalty.median)],
            ),
        ],
        bands: vec![Band(PLAIN, layers.iter().map(quartiles).collect())],
        marks: marks.collect(),
        ..Panel::default()
    };
    let title = "Penalty over the true distance";
    let axes = (Axis::new(0.0, end), Axis::up_to(f64::from(highest)));
    let mut chart = Chart::new(title, ("moves to solved", PENALTY), axes, panel);
    for (origin, color, label) in [
        (StateOrigin::Composite, ACCENT, "macros, on the solved state"),
        (StateOrigin::Published, SOFT_INK, "published states"),
    ] {
        if states_of(origin).next().is_some() {
            chart.entries.push(LegendEntry::line(Stroke::solid(color, 8.0), label));
        }
    }
    let caption = format!(
        "States drawn at each distance up to {max_distance} moves (half-turn metric), which is exact. Band: the middle half. A \
         macro right of {max_distance} is farther away than the search went."
    );
    Some(figure("fitness-distance", chart, caption, data))
}

/// Draws, by distance, the share of states of which no shortest solution begins downhill, and how often the steepest and a random move
/// begin a shortest one; `None` without two distances.
pub(crate) fn guidance(_: &LandscapeSummary, findings: &Findings) -> Option<Figure> {
    let guided: Vec<_> = findings.near.iter().filter_map(|layer| Some((layer.distance, layer.guidance?))).collect();
    let last = guided.last().filter(|_| guided.len() > 1)?.0;
    let mut data = Data::new(&["distance", "no_shortest_way_downhill", "steepest_is_right", "any_is_right"]);
    for (distance, guidance) in &guided {
        data.row(&[distance, &guidance.uphill, &guidance.greedy, &guidance.blind]);
    }
    let line = |label, look: usize, value: fn(&Guidance) -> f64| {
        let points = guided.iter().map(|(distance, guidance)| (f64::from(*distance), value(guidance)));
        Line::new(label, LOOKS[look], points.collect()).marked()
    };
    let panel = lines(vec![
        line("no shortest solution begins downhill", 3, |guidance| guidance.uphill),
        line("the steepest move begins one", 0, |guidance| guidance.greedy),
        line("any move begins one", 7, |guidance| guidance.blind),
    ]);
    let caption = "Of the states at each distance: the share in which none of the moves that begin a shortest solution lowers \
                   the penalty; the probability that the move to the lowest penalty begins one (a uniform choice among equally \
                   low ones); the same of a move chosen uniformly."
        .to_owned();
    let axes = (Axis::new(1.0, f64::from(last)), Axis::shares());
    let title = "Does a shortest solution begin downhill?";
    Some(figure("guidance", Chart::new(title, ("moves to solved", "share"), axes, panel), caption, data))
}

/// Draws neutral neighbors and local optima; `None` without two distances.
pub(crate) fn neutrality(_: &LandscapeSummary, findings: &Findings) -> Option<Figure> {
    let solved = findings.near.iter().take_while(|layer| layer.distance == 0).count();
    let layers = &findings.near[solved..];
    let last = layers.last().filter(|_| layers.len() > 1)?.distance;
    let mut data = Data::new(&["distance", "same_by_turns", "optima_of_turns", "same_by_genes", "optima_of_genes"]);
    let mut row = |name: &str, StateGroup { turns, genes, .. }: &StateGroup| {
        data.row(&[&name, &turns.same, &turns.optima, &genes.same, &genes.optima]);
    };
    layers.iter().for_each(|layer| row(&layer.distance.to_string(), &layer.group));
    findings.published.iter().for_each(|group| row("published", group));
    findings.random.iter().for_each(|group| row("random", group));
    let line = |label, look: usize, value| Line::new(label, LOOKS[look], by_distance(layers, value)).marked();
    let panel = lines(vec![
        line("neutral moves", 0, |layer| layer.group.turns.same),
        line("neutral symbols", 2, |layer| layer.group.genes.same),
        line("local optima of moves", 1, |layer| layer.group.turns.optima),
        line("local optima of symbols", 3, |layer| layer.group.genes.optima),
    ]);
    let caption =
        "Neutral: the mean share of single moves, and of the alphabet's symbols, that leave the penalty of a state at \
                   this distance unchanged. Local optima: the share of states that no move, or no symbol, improves."
            .to_owned();
    let axes = (Axis::new(1.0, f64::from(last)), Axis::shares());
    let title = "Neutral neighbors and local optima";
    Some(figure("neutrality", Chart::new(title, ("moves to solved", "share"), axes, panel), caption, data))
}

/// Draws the distribution of the ends of steepest descents; `None` without any.
pub(crate) fn descents(landscape: &LandscapeSummary, _: &Findings) -> Option<Figure> {
    let descents = |by_genes: bool| landscape.descents.iter().filter(move |descent| descent.by_genes == by_genes);
    let highest = landscape.descents.iter().map(|descent| descent.start).max()?;
    let mut data = Data::new(&["after", "penalty", "share"]);
    let mut line = |label: &str, name: &str, stroke, values: Vec<f64>| {
        let attained = RunTimes::new(values.into_iter().map(Run::reached));
        let points: Vec<(f64, f64)> =
            (0..=highest).map(|penalty| (f64::from(penalty), attained.share_at(f64::from(penalty)))).collect();
        for (penalty, share) in &points {
            data.row(&[&name, penalty, share]);
        }
        Line::new(label, stroke, stairs(&points))
    };
    let ends = |by_genes| descents(by_genes).map(|descent| f64::from(descent.end)).collect();
    let starts = descents(false).map(|descent| f64::from(descent.start)).collect();
    let panel = lines(vec![
        line("descent by symbols", "descent by genes", LOOKS[3], ends(true)),
        line("descent by moves", "descent by turns", LOOKS[0], ends(false)),
        line("random states", "random cubes", Stroke::solid(BACKGROUND_LINE, 1.9), starts),
    ]);
    let caption = format!(
        "Steepest descents from {} random states, always to the neighbor with the lowest penalty until none is lower: the share \
         of them that ends at or below a penalty.",
        descents(true).count()
    );
    let axes = (Axis::new(0.0, f64::from(highest)), Axis::shares());
    let title = "Where steepest descents end";
    Some(figure("descents", Chart::new(title, (PENALTY, "share at or below"), axes, panel), caption, data))
}

/// Draws the autocorrelation of random walks; `None` without a walk whose penalty changes.
pub(crate) fn autocorrelation(landscape: &LandscapeSummary, _: &Findings) -> Option<Figure> {
    let walks: Vec<_> = landscape.walks.iter().filter(|walk| walk.correlations.len() > 1).collect();
    let last = walks.iter().map(|walk| walk.correlations.len() - 1).max()? as f64;
    let mut data = Data::new(&["step", "lag", "autocorrelation"]);
    let mut curves: Vec<Line> = Vec::new();
    for (walk, look) in walks.iter().zip(LOOKS) {
        for (lag, rho) in walk.correlations.iter().enumerate() {
            data.row(&[&walk.step, &lag, rho]);
        }
        let label = format!("{} (length {:.1})", walk.step, correlation_length(walk.correlations[1]));
        // An estimate of a correlation of 0 is as often slightly below 0 as above it.
        let points = walk.correlations.iter().enumerate().map(|(lag, rho)| (lag as f64, rho.max(0.0)));
        curves.push(Line::new(label, look, points.collect()).marked());
    }
    let e = 1.0 / std::f64::consts::E;
    let thin = Stroke::solid(BACKGROUND_LINE, 1.3).dashed(&[9.0, 3.0]);
    curves.push(Line::new("1/e", thin, vec![(0.0, e), (last, e)]));
    let caption = format!(
        "Walks from random genomes of {} genes on random instances. One gene: any gene takes another symbol. Mutation: the \
         configuration's mutation of an individual that is mutated. Values below 0 are drawn at 0. The length is −1 / ln of \
         the correlation after one step.",
        landscape.length
    );
    let title = "Random walks over genomes: autocorrelation of the penalty";
    let axes = (Axis::new(0.0, last), Axis::shares());
    Some(figure("autocorrelation", Chart::new(title, ("steps", "autocorrelation"), axes, lines(curves)), caption, data))
}
