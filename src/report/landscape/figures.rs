//! The figures.

use crate::landscape::findings::{AtDistance, Findings, Group, Guidance};
use crate::landscape::{LandscapeSummary, Origin};
use crate::report::axis::{Axis, PENALTY, round_up, tick_count};
use crate::report::data::Data;
use crate::report::drawing::{Stroke, WIDTH};
use crate::report::figure::Figure;
use crate::report::legend::Entry;
use crate::report::lines::{Band, HIGH, Line, Lines, Mark, SIDES, stairs};
use crate::report::palette::{ACCENT, BACKGROUND_LINE, LINES, PLAIN, Rgb, SOFT_INK};
use crate::stats::{RunTimes, correlation_length};

/// All of them.
pub(super) fn all(facts: &LandscapeSummary, findings: &Findings) -> Vec<Figure> {
    let figures = [
        fitness_distance(facts, findings),
        guidance(findings),
        neutrality(findings),
        descents(facts),
        autocorrelation(facts),
    ];
    figures.into_iter().flatten().collect()
}

/// The look of a line among its neighbors.
fn look(number: usize) -> Stroke {
    Stroke { color: LINES[number].color, width: 1.9, dash: LINES[number].dash }
}

fn line(label: &str, stroke: Stroke, dots: bool, points: Vec<(f64, f64)>) -> Line {
    Line { label: label.to_owned(), named: true, stroke, points, dots }
}

/// Ticks to the right and upward, at most.
fn ticks() -> (usize, usize) {
    (tick_count(WIDTH - SIDES.0 - SIDES.1, 34.0), tick_count(HIGH, 26.0))
}

/// Penalties over the distance.
fn fitness_distance(facts: &LandscapeSummary, findings: &Findings) -> Option<Figure> {
    let near = &findings.near;
    let random = findings.random.as_ref()?;
    let over = |of: fn(&AtDistance) -> f64| near.iter().map(|at| (f64::from(at.distance), of(at))).collect::<Vec<_>>();
    let known = facts.states.iter().filter(|state| state.origin != Origin::Random);
    let end = known.clone().filter_map(|state| state.distance).max().unwrap_or(0).max(facts.max_distance + 2);
    let highest = facts.states.iter().map(|state| state.penalty).max().unwrap_or(1);
    let mut data = Data::new(&["origin", "name", "distance", "penalty"]);
    for state in &facts.states {
        let distance = state.distance.map_or(String::new(), |distance| distance.to_string());
        data.row(&[state.origin.name(), &state.name, &distance, &state.penalty.to_string()]);
    }
    let mark = |color: Rgb| {
        move |state: &crate::landscape::StateSummary| {
            let farther = format!("more than {}", facts.max_distance);
            let words = state.distance.map_or(farther, |distance| distance.to_string());
            // What is farther than was looked stands between there and the next turn.
            let x = state.distance.map_or(f64::from(facts.max_distance) + 0.5, f64::from);
            Mark {
                place: (x, f64::from(state.penalty)),
                color,
                words: format!("{}: {words} turns, penalty {}", state.name, state.penalty),
                label: String::new(),
            }
        }
    };
    let of = |origin| known.clone().filter(move |state| state.origin == origin);
    let mut marks: Vec<Mark> = of(Origin::Published).map(mark(SOFT_INK)).collect();
    marks.extend(of(Origin::Composite).map(mark(ACCENT)));
    let dot = |color, label: &str| Entry { stroke: Some(Stroke::solid(color, 8.0)), label: label.to_owned() };
    let mut entries = vec![];
    if of(Origin::Composite).next().is_some() {
        entries.push(dot(ACCENT, "composites, on the solved cube"));
    }
    if of(Origin::Published).next().is_some() {
        entries.push(dot(SOFT_INK, "published states"));
    }
    let title = "Penalty over the true distance".to_owned();
    let thin = |color, dash| Stroke { dash, ..Stroke::solid(color, 1.3) };
    let chart = Lines {
        title: &title,
        names: ("turns to solved", PENALTY),
        lines: vec![
            line("median", Stroke::solid(PLAIN, 2.2), true, over(|at| at.group.penalty.median)),
            line("lowest and highest", thin(PLAIN, &[2.0, 2.5]), false, over(|at| at.group.penalty.min)),
            Line { named: false, ..line("highest", thin(PLAIN, &[2.0, 2.5]), false, over(|at| at.group.penalty.max)) },
            line(
                "median of random cubes",
                thin(BACKGROUND_LINE, &[9.0, 3.0]),
                false,
                vec![(0.0, random.penalty.median), (f64::from(end), random.penalty.median)],
            ),
        ],
        bands: vec![Band {
            color: PLAIN,
            points: near
                .iter()
                .map(|at| (f64::from(at.distance), at.group.penalty.lower_quartile, at.group.penalty.upper_quartile))
                .collect(),
        }],
        marks,
        entries,
    };
    let (right, up) = ticks();
    let y = Axis::new(0.0, round_up(0.0, f64::from(highest), up), up);
    let drawing = chart.draw(Axis::new(0.0, f64::from(end), right), y);
    let max_distance = facts.max_distance;
    let caption = format!(
        "States drawn at each distance up to {max_distance} turns (half-turn metric), which is exact. Band: the middle half. A \
         composite right of {max_distance} is farther than was looked. Random cubes are about 18 turns away, which nobody checks \
         here."
    );
    Some(Figure { file: "fitness-distance".to_owned(), title, caption, drawing, data: data.text() })
}

/// How shortest solutions begin.
fn guidance(findings: &Findings) -> Option<Figure> {
    let guided: Vec<_> = findings.near.iter().filter_map(|at| Some((at.distance, at.guidance?))).collect();
    let last = guided.last().filter(|_| guided.len() > 1)?.0;
    let mut data = Data::new(&["distance", "no_shortest_way_downhill", "steepest_is_right", "any_is_right"]);
    for (distance, of) in &guided {
        let [uphill, greedy, blind] = [of.uphill, of.greedy, of.blind].map(|share| share.to_string());
        data.row(&[&distance.to_string(), &uphill, &greedy, &blind]);
    }
    let over = |of: fn(&Guidance) -> f64| {
        guided.iter().map(|(distance, guidance)| (f64::from(*distance), of(guidance))).collect::<Vec<_>>()
    };
    let title = "Does the way home lead down?".to_owned();
    let chart = Lines {
        title: &title,
        names: ("turns to solved", "share"),
        lines: vec![
            line("no shortest solution begins downhill", look(3), true, over(|of| of.uphill)),
            line("the steepest turn begins one", look(0), true, over(|of| of.greedy)),
            line("any turn begins one", look(7), true, over(|of| of.blind)),
        ],
        bands: vec![],
        marks: vec![],
        entries: vec![],
    };
    let drawing = chart.draw(Axis::new(1.0, f64::from(last), ticks().0), Axis::shares());
    let caption = "Of the states at each distance: the share in which none of the turns that begin a shortest solution lowers \
                   the penalty; the probability that the turn to the lowest penalty begins one (any of several, if several \
                   lead as low); the same of a turn chosen blindly."
        .to_owned();
    Some(Figure { file: "guidance".to_owned(), title, caption, drawing, data: data.text() })
}

/// Flat places and traps.
fn neutrality(findings: &Findings) -> Option<Figure> {
    let near: Vec<&AtDistance> = findings.near.iter().filter(|at| at.distance > 0).collect();
    let last = near.last().filter(|_| near.len() > 1)?.distance;
    let mut data = Data::new(&["distance", "same_by_turns", "optima_of_turns", "same_by_genes", "optima_of_genes"]);
    let mut row = |name: &str, group: &Group| {
        let shares = [group.turns.same, group.turns.optima, group.genes.same, group.genes.optima];
        let [a, b, c, d] = shares.map(|share| share.to_string());
        data.row(&[name, &a, &b, &c, &d]);
    };
    near.iter().for_each(|at| row(&at.distance.to_string(), &at.group));
    findings.published.iter().for_each(|group| row("published", group));
    findings.random.iter().for_each(|group| row("random", group));
    let over = |of: fn(&AtDistance) -> f64| near.iter().map(|at| (f64::from(at.distance), of(at))).collect::<Vec<_>>();
    let title = "Neutral neighbors and local optima".to_owned();
    let chart = Lines {
        title: &title,
        names: ("turns to solved", "share"),
        lines: vec![
            line("neutral turns", look(0), true, over(|at| at.group.turns.same)),
            line("neutral genes", look(2), true, over(|at| at.group.genes.same)),
            line("local optima of turns", look(1), true, over(|at| at.group.turns.optima)),
            line("local optima of genes", look(3), true, over(|at| at.group.genes.optima)),
        ],
        bands: vec![],
        marks: vec![],
        entries: vec![],
    };
    let drawing = chart.draw(Axis::new(1.0, f64::from(last), ticks().0), Axis::shares());
    let caption = "Neutral: the mean share of the single turns, and of the alphabet's genes, that leave the penalty of a state \
                   at this distance as it is. Local optima: the share of the states that no turn, or no gene, makes better."
        .to_owned();
    Some(Figure { file: "neutrality".to_owned(), title, caption, drawing, data: data.text() })
}

/// Where steepest descents end.
fn descents(facts: &LandscapeSummary) -> Option<Figure> {
    let of = |by_genes: bool| facts.descents.iter().filter(move |descent| descent.by_genes == by_genes);
    let highest = facts.descents.iter().map(|descent| descent.start).max()?;
    let mut data = Data::new(&["after", "penalty", "share"]);
    let mut line = |name: &str, stroke, values: Vec<f64>| {
        let below = RunTimes::new(values);
        let points: Vec<(f64, f64)> = (0..=highest).map(|at| (f64::from(at), below.at(f64::from(at)))).collect();
        for (penalty, share) in &points {
            data.row(&[name, &penalty.to_string(), &share.to_string()]);
        }
        Line { label: name.to_owned(), named: true, stroke, points: stairs(&points), dots: false }
    };
    let ends = |by_genes| of(by_genes).map(|descent| f64::from(descent.end)).collect();
    let lines = vec![
        line("descent by genes", look(3), ends(true)),
        line("descent by turns", look(0), ends(false)),
        line("random cubes", Stroke::solid(BACKGROUND_LINE, 1.9), of(false).map(|one| f64::from(one.start)).collect()),
    ];
    let title = "Where going down ends".to_owned();
    let chart = Lines {
        title: &title,
        names: (PENALTY, "share at or below"),
        lines,
        bands: vec![],
        marks: vec![],
        entries: vec![],
    };
    let drawing = chart.draw(Axis::new(0.0, f64::from(highest), ticks().0), Axis::shares());
    let caption = format!(
        "Steepest descents from {} random cubes, always to the neighbor with the lowest penalty until none is lower: the share \
         of them that ends at or below a penalty.",
        of(true).count()
    );
    Some(Figure { file: "descents".to_owned(), title, caption, drawing, data: data.text() })
}

/// How soon walks forget.
fn autocorrelation(facts: &LandscapeSummary) -> Option<Figure> {
    let walks: Vec<_> = facts.walks.iter().filter(|walk| walk.correlations.len() > 1).collect();
    let last = walks.iter().map(|walk| walk.correlations.len() - 1).max()?;
    let mut data = Data::new(&["step", "lag", "autocorrelation"]);
    let mut lines: Vec<Line> = Vec::new();
    for (number, walk) in walks.iter().enumerate() {
        for (lag, rho) in walk.correlations.iter().enumerate() {
            data.row(&[&walk.step, &lag.to_string(), &rho.to_string()]);
        }
        let label = format!("{} (length {:.1})", walk.step, correlation_length(walk.correlations[1]));
        // NeighborCounts 0 a correlation is as often a little below it.
        let points = walk.correlations.iter().enumerate().map(|(lag, rho)| (lag as f64, rho.max(0.0)));
        lines.push(line(&label, look(number), true, points.collect()));
    }
    let e = 1.0 / std::f64::consts::E;
    let thin = Stroke { dash: &[9.0, 3.0], ..Stroke::solid(BACKGROUND_LINE, 1.3) };
    lines.push(line("1/e", thin, false, vec![(0.0, e), (last as f64, e)]));
    let title = "Random walks over genomes: autocorrelation of the penalty".to_owned();
    let chart = Lines {
        title: &title,
        names: ("steps", "autocorrelation"),
        lines,
        bands: vec![],
        marks: vec![],
        entries: vec![],
    };
    let drawing = chart.draw(Axis::new(0.0, last as f64, ticks().0), Axis::shares());
    let caption = format!(
        "Walks from random genomes of {} genes on random cubes. One gene: any gene becomes another one. Mutation: what the \
         settings do to an individual that is mutated. What is below 0 is drawn at 0. The length is −1 / ln of the correlation \
         after one step.",
        facts.length
    );
    Some(Figure { file: "autocorrelation".to_owned(), title, caption, drawing, data: data.text() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::landscape::findings::tests::toy;
    use crate::report::svg;

    #[test]
    fn every_figure_is_drawn_and_has_its_numbers() {
        let facts = toy(20);
        let figures = all(&facts, &Findings::new(&facts));
        let files: Vec<&str> = figures.iter().map(|figure| figure.file.as_str()).collect();
        assert_eq!(files, ["fitness-distance", "guidance", "neutrality", "descents", "autocorrelation"]);
        let rows: Vec<usize> = figures.iter().map(|figure| figure.data.lines().count() - 1).collect();
        assert_eq!(rows, [facts.states.len(), 9, 9 + 2, 3 * 101, 3]);
        for figure in &figures {
            let svg = svg::document(&figure.title, &figure.drawing);
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{}", figure.file);
        }
        assert!(figures[0].data.contains("\ncomposite,<TWO>,,12\n"));
    }
}
