//! Convergence of a stage: the lowest penalty so far by generation or evaluations, one line a design point.

use plotters::element::{Circle, Polygon, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontTransform};

use super::axis::{Axis, NAME_TYPE, PENALTY, Surroundings, TICK_TYPE, frame, overhang, round_up, tick_count};
use super::canvas::{Area, Drawn, at, bold_letters, fine, letters, record};
use super::data::Data;
use super::drawing::{Stroke, WIDTH};
use super::figure::Figure;
use super::legend::{Entry, Head};
use super::palette::{BACKGROUND_LINE, INK, LINES};
use super::primitives::{Curve, Explained, LINE_FEED};
use super::result_index::{Point, ResultIndex, Stage};
use super::step_series::{Step, steps};
use super::typeface::{lines, width};
use crate::experiment::record::ConvergenceRow;

/// Left of all panels: the name of the axis.
const NAME: f64 = 26.0;
/// Left of each panel: its numbers.
const NUMBERS: f64 = 36.0;
/// Below each panel: its numbers.
const FOOT: f64 = 24.0;
/// Right of the panels, at least.
const RIGHT: f64 = 22.0;

/// What convergence is drawn over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Over {
    /// Generations.
    Generations,
    /// Genomes evaluated.
    Evaluations,
    /// The same by their logarithm.
    LogEvaluations,
}

impl Over {
    /// All, in the order of the page.
    pub(super) const ALL: [Self; 3] = [Self::Generations, Self::Evaluations, Self::LogEvaluations];

    /// What is counted, at a row of the log.
    pub(super) fn count(self, row: &ConvergenceRow) -> u64 {
        if self == Self::Generations { row.generation } else { row.evaluations }
    }

    /// Where a count stands on the axis.
    pub(super) fn place(self, count: u64) -> f64 {
        if self == Self::LogEvaluations { (count.max(1) as f64).log10() } else { count as f64 }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Generations => "generation",
            Self::Evaluations => "evaluations",
            Self::LogEvaluations => "evaluations (log)",
        }
    }

    fn suffix(self) -> &'static str {
        match self {
            Self::Generations => "curves",
            Self::Evaluations => "evaluations",
            Self::LogEvaluations => "log",
        }
    }
}

/// Places on a line, at most: about one every three pixels of a wide panel.
const PLACES: u64 = 240;
/// The same where there are many lines.
const FEW_PLACES: u64 = 90;

/// A line of a panel.
struct Line {
    label: String,
    /// Which look of the palette; `None` for the gray background.
    look: Option<usize>,
    /// Generation, and the trials' lowest penalties there.
    steps: Vec<Step>,
}

/// A panel: one level of the first of two factors, or everything.
struct Panel {
    title: String,
    lines: Vec<Line>,
}

/// What distinguishes the lines, in words.
struct Layout {
    panels: Vec<Panel>,
    /// The factor whose levels are the lines, or what else they are.
    lines_are: String,
    /// The factor whose levels are the panels.
    panels_are: Option<String>,
}

/// What all panels of a figure share.
struct Grid {
    columns: usize,
    rows: usize,
    /// Width and height of the part with the data.
    size: (f64, f64),
    /// Room for the title of a panel.
    head: f64,
    /// Where the axes end.
    ends: (f64, f64),
    /// Where the lower one begins, and what it is.
    start: (f64, Over),
    /// How many ticks they have, at most.
    ticks: (usize, usize),
}

impl Grid {
    fn new(layout: &Layout, start: (f64, Over), (last, highest): (f64, f64), right: f64) -> Self {
        let columns = match layout.panels.len() {
            1 => 1,
            2 | 4 => 2,
            _ => 3,
        };
        let rows = layout.panels.len().div_ceil(columns);
        let wide = (WIDTH - NAME - right) / columns as f64 - NUMBERS;
        let high = match (rows, columns) {
            (1, 1) => 340.0,
            (1, _) => 230.0,
            _ => 165.0,
        };
        let ticks = (tick_count(wide, 70.0), tick_count(high, 26.0));
        let ceiling = round_up(0.0, highest, ticks.1);
        let titles = layout.panels.iter().map(|panel| panel_title(layout, panel, wide).len()).max().unwrap_or(0);
        Self {
            columns,
            rows,
            size: (wide, high),
            head: 8.0 + titles as f64 * TICK_TYPE * LINE_FEED,
            ends: (last, ceiling),
            start,
            ticks,
        }
    }
}

/// Draws a stage's figure; `None` as long as nothing is logged.
pub(super) fn draw(index: &ResultIndex<'_>, stage: &Stage<'_>, over: Over) -> Option<Figure> {
    let layout = layout(index, stage, over);
    let all = || layout.panels.iter().flat_map(|panel| &panel.lines).flat_map(|line| &line.steps);
    all().next()?;
    let last = all().map(|step| step.0).fold(1.0, f64::max);
    let first =
        if over == Over::LogEvaluations { all().map(|step| step.0).fold(last - 1.0, f64::min).max(0.0) } else { 0.0 };
    let highest = all().map(|step| step.1.upper_quartile.max(step.1.mean)).fold(1.0, f64::max);
    let right = RIGHT.max(overhang(last));
    let grid = Grid::new(&layout, (first, over), (last, highest), right);

    let title = format!("{}: mean best by {}", stage.facts.name, over.name());
    let head = Head::new(&title, &legend(&layout));
    let panels = grid.rows as f64 * (grid.head + grid.size.1 + FOOT);
    let height = head.height + panels + 30.0;
    let drawing = record(height, |area| {
        head.draw(area)?;
        let body = area.margin(fine(head.height), fine(30.0), fine(NAME), fine(right));
        for (at, (area, panel)) in body.split_evenly((grid.rows, grid.columns)).iter().zip(&layout.panels).enumerate() {
            let numbers = (at + grid.columns >= layout.panels.len(), at % grid.columns == 0);
            draw_panel(area, panel, &grid, numbers, &layout)?;
        }
        let name = letters(NAME_TYPE, &INK);
        let below = at((NAME + NUMBERS + WIDTH - right) / 2.0, height - 10.0);
        area.draw(&Text::new(over.name(), below, name.pos(Pos::new(HPos::Center, VPos::Bottom))))?;
        let beside = at(8.0, head.height + (panels - FOOT) / 2.0);
        area.draw(&Text::new(
            PENALTY,
            beside,
            name.pos(Pos::new(HPos::Center, VPos::Top)).transform(FontTransform::Rotate270),
        ))
    });
    Some(Figure {
        file: format!("{}-{}", stage.file_stem(), over.suffix()),
        caption: caption(&layout, stage),
        title,
        drawing,
        data: data(&layout, over),
    })
}

/// One panel: bands first, then lines, so that no band hides a line.
fn draw_panel(area: &Area, panel: &Panel, grid: &Grid, numbers: (bool, bool), layout: &Layout) -> Drawn {
    let (last, ceiling) = grid.ends;
    let around = Surroundings { above: grid.head, left: NUMBERS, below: FOOT, names: None };
    let (first, over) = grid.start;
    let x = if over == Over::LogEvaluations {
        Axis::powers_of_ten(first, last, grid.ticks.0)
    } else {
        Axis::new(first, last, grid.ticks.0)
    };
    let x = x.numbers(numbers.0);
    let y = Axis::new(0.0, ceiling, grid.ticks.1).numbers(numbers.1);
    let mut chart = frame(area, x, y, around)?;
    let bold = bold_letters(TICK_TYPE, &INK).pos(Pos::new(HPos::Left, VPos::Bottom));
    for (above, line) in panel_title(layout, panel, grid.size.0).iter().rev().enumerate() {
        let y = grid.head - 5.0 - above as f64 * TICK_TYPE * LINE_FEED;
        area.draw(&Text::new(line.as_str(), at(NUMBERS, y), bold.clone()))?;
    }
    // Gray ones first, then from the last to the first, which thus lies on top.
    let mut order: Vec<&Line> = panel.lines.iter().collect();
    order.sort_by_key(|line| std::cmp::Reverse(line.look.unwrap_or(usize::MAX)));
    for line in &order {
        let Some(look) = line.look else { continue };
        let above = line.steps.iter().map(|(x, at)| (*x, at.upper_quartile));
        let below = line.steps.iter().rev().map(|(x, at)| (*x, at.lower_quartile));
        if line.steps.iter().any(|(_, at)| at.upper_quartile > at.lower_quartile) {
            chart.draw_series([Polygon::new(above.chain(below).collect::<Vec<_>>(), LINES[look].color.mix(0.14))])?;
        }
    }
    for line in order {
        let points: Vec<_> = line.steps.iter().map(|(x, at)| (*x, at.mean)).collect();
        let stroke = stroke(line.look);
        let end = points.last().copied().filter(|_| line.look.is_some());
        chart.draw_series([Explained::Begin(line.label.clone())])?;
        chart.draw_series([Curve::new(points, stroke)])?;
        chart.draw_series(end.map(|end| Circle::new(end, fine(2.6), stroke.color.filled())))?;
        chart.draw_series([Explained::End])?;
    }
    Ok(())
}

/// Key and level if that fits above the panel, otherwise the level alone, in up to two lines.
fn panel_title(layout: &Layout, panel: &Panel, wide: f64) -> Vec<String> {
    let Some(factor) = &layout.panels_are else { return vec![] };
    let full = format!("{factor} = {}", panel.title);
    if width(&full, TICK_TYPE, true) <= wide { vec![full] } else { lines(&panel.title, TICK_TYPE, true, wide, 2) }
}

pub(super) fn stroke(look: Option<usize>) -> Stroke {
    look.map_or(Stroke::solid(BACKGROUND_LINE, 1.0), |look| Stroke {
        color: LINES[look].color,
        width: 1.9,
        dash: LINES[look].dash,
    })
}

fn legend(layout: &Layout) -> Vec<Entry> {
    let mut entries = vec![Entry { stroke: None, label: format!("{}:", layout.lines_are) }];
    let mut lines: Vec<&Line> = Vec::new();
    for line in layout.panels.iter().flat_map(|panel| &panel.lines) {
        if line.look.is_some() && !lines.iter().any(|known| known.look == line.look) {
            lines.push(line);
        }
    }
    lines.sort_by_key(|line| line.look);
    entries.extend(lines.iter().map(|line| Entry { stroke: Some(stroke(line.look)), label: line.label.clone() }));
    let gray = layout.panels.iter().flat_map(|panel| &panel.lines).filter(|line| line.look.is_none()).count();
    if gray > 0 {
        entries.push(Entry { stroke: Some(stroke(None)), label: format!("the {gray} others") });
    }
    entries
}

fn caption(layout: &Layout, stage: &Stage<'_>) -> String {
    let trials = stage.points.iter().map(|point| point.outcomes().count()).max().unwrap_or(0);
    let mut caption = String::from(
        "Lowest penalty found so far, mean over the trials (repetitions and instances) of each line; a dot marks where \
         the longest of them ended, and one that ended earlier keeps its last value.",
    );
    if trials > 1 {
        caption.push_str(" Bands: the middle half of the trials, from the first to the third quartile.");
    }
    if let Some(factor) = &layout.panels_are {
        caption.push_str(&format!(" One panel a level of {factor}, all with the same axes."));
    }
    let solvers: Vec<_> = stage.points.iter().filter(|point| point.is_solvers()).map(Point::label).collect();
    if !solvers.is_empty() {
        let verb = if solvers.len() == 1 { "has" } else { "have" };
        caption.push_str(&format!(" No generations and so no line {verb}: {}.", solvers.join(", ")));
    }
    if !stage.facts.selection.comparable_penalties {
        caption.push_str(super::wording::INCOMPARABLE);
    }
    caption
}

/// The numbers of all lines.
fn data(layout: &Layout, over: Over) -> String {
    let place = if over == Over::Generations { "generation" } else { "evaluations" };
    let mut data = Data::new(&["panel", "line", place, "mean", "lower_quartile", "median", "upper_quartile", "trials"]);
    for panel in &layout.panels {
        for line in &panel.lines {
            for (at, summary) in &line.steps {
                let at = if over == Over::LogEvaluations { 10.0_f64.powf(*at).round() } else { *at };
                let numbers = [at, summary.mean, summary.lower_quartile, summary.median, summary.upper_quartile];
                let [at, mean, lower, median, upper] = numbers.map(|number| number.to_string());
                let trials = summary.count.to_string();
                data.row(&[&panel.title, &line.label, &at, &mean, &lower, &median, &upper, &trials]);
            }
        }
    }
    data.text()
}

/// A design point, and its look among the others.
pub(super) struct Ranked<'a> {
    /// The point.
    pub(super) point: &'a Point<'a>,
    /// Which look of the palette; `None` for the gray background.
    pub(super) look: Option<usize>,
}

/// The points with finished trials in the order and look that lines have where there are no panels: as they are
/// numbered as far as there are looks for all, otherwise in the order of selection.
pub(super) fn by_rank<'a>(stage: &'a Stage<'a>) -> Vec<Ranked<'a>> {
    let ranked: Vec<&Point<'a>> = stage.ranking().collect();
    if stage.points.len() <= LINES.len() {
        let tried = |point: &&Point<'a>| ranked.iter().any(|other| other.number == point.number);
        return stage
            .points
            .iter()
            .enumerate()
            .filter(|(_, point)| tried(point))
            .map(|(at, point)| Ranked { point, look: Some(at) })
            .collect();
    }
    let look = |at: usize| (at < LINES.len()).then_some(at);
    ranked.into_iter().enumerate().map(|(at, point)| Ranked { point, look: look(at) }).collect()
}

/// Which lines in which panels.
fn layout(index: &ResultIndex<'_>, stage: &Stage<'_>, over: Over) -> Layout {
    let places = if stage.points.len() > 2 * LINES.len() { FEW_PLACES } else { PLACES };
    let line =
        |label: String, look, point: &Point<'_>| Line { label, look, steps: steps(index, &point.trials, over, places) };
    match &stage.facts.factors[..] {
        [] => {
            Layout { panels: vec![by_instance(index, stage, over)], lines_are: "instance".to_owned(), panels_are: None }
        }
        [factor] if stage.points.len() <= LINES.len() => Layout {
            panels: vec![Panel {
                title: String::new(),
                lines: stage
                    .points
                    .iter()
                    .enumerate()
                    .filter(|(_, point)| !point.is_solvers())
                    .map(|(at, point)| {
                        let selected = if point.selected { " (selected)" } else { "" };
                        line(format!("{}{selected}", point.label()), Some(at), point)
                    })
                    .collect(),
            }],
            lines_are: factor.key.clone(),
            panels_are: None,
        },
        [first, second]
            if first.levels.len() <= 15 && second.levels.len() <= LINES.len() && stage.has_all_pairs(first, second) =>
        {
            Layout {
                panels: first
                    .levels
                    .iter()
                    .map(|level| {
                        let points =
                            stage.points.iter().filter(|point| point.levels[0] == *level && !point.is_solvers());
                        let lines = points.map(|point| {
                            let look = second.levels.iter().position(|other| *other == point.levels[1]);
                            line(point.levels[1].clone(), look, point)
                        });
                        Panel { title: level.clone(), lines: lines.collect() }
                    })
                    .filter(|panel| !panel.lines.is_empty())
                    .collect(),
                lines_are: second.key.clone(),
                panels_are: Some(first.key.clone()),
            }
        }
        factors => {
            let keys = factors.iter().map(|factor| factor.key.as_str()).collect::<Vec<_>>().join(" · ");
            let ranked = stage.ranking().filter(|point| !point.is_solvers()).enumerate();
            let lines = ranked.map(|(at, point)| line(point.label(), (at < LINES.len()).then_some(at), point));
            Layout {
                panels: vec![Panel { title: String::new(), lines: lines.collect() }],
                lines_are: format!(
                    "the first {} in the order of selection by {keys}",
                    LINES.len().min(stage.points.len())
                ),
                panels_are: None,
            }
        }
    }
}

/// A stage without factors: one line an instance, as far as there are looks.
fn by_instance(index: &ResultIndex<'_>, stage: &Stage<'_>, over: Over) -> Panel {
    let instances = index.results.sweep.instances.iter().enumerate();
    let lines = instances.map(|(at, facts)| {
        let all = stage.points.iter().flat_map(|point| &point.trials).copied();
        let trials: Vec<_> = all.filter(|trial| trial.instance == facts.name).collect();
        Line {
            label: facts.name.clone(),
            look: (at < LINES.len()).then_some(at),
            steps: steps(index, &trials, over, PLACES),
        }
    });
    Panel { title: String::new(), lines: lines.collect() }
}
