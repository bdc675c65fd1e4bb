//! Figures of results: most files of this folder draw one, others hold what several share, such as `layout`, `names`, `curves` and
//! `intervals`. Here are [`Figure`], drawings for telephones, and the order on the page: [`OF_A_STAGE`], changed where an interaction or
//! run times are the answer. Other figures are drawn by the sections of the page, those of landscapes by `landscape`.

pub(crate) mod anytime;
pub(crate) mod best_trial;
mod boxes;
mod contours;
mod convergence;
mod curve_panels;
mod curves;
mod diversity;
mod ecdf;
mod effects;
mod fronts;
mod heat_map;
mod importance;
mod interaction;
mod intervals;
mod kind;
pub(crate) mod landscape;
mod layout;
mod names;
mod profile;
pub(crate) mod race;
mod response;
mod shares;
mod survival;

use std::sync::OnceLock;

pub use kind::{PlotKind, ShapeOption};
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::model::{Interaction, mean_names};
use super::options::FigureOptions;
use super::result_index::{PointTrials, SolvedCount};
use super::stage_view::StageView;
use evocube_experiment::record::Outcome;
use evocube_plot::{Drawing, LOOKS, PENALTY, Page, svg};
use evocube_rows::Data;
use evocube_stats::Interval;

/// Name of the folder of figures within a results folder.
pub const PLOTS: &str = "plots";

/// Draws a figure of a stage, if the stage has it.
type DrawOfStage = fn(&StageView<'_>) -> Option<Figure>;

/// The figures of a stage and their kinds, in the order of the page.
const OF_A_STAGE: &[(PlotKind, DrawOfStage)] = &[
    (PlotKind::Effects, effects::draw),
    (PlotKind::Interaction, interaction::draw),
    (PlotKind::Response, response::draw),
    (PlotKind::Contours, contours::draw),
    (PlotKind::Importance, importance::draw),
    (PlotKind::Convergence, convergence::opening),
    (PlotKind::Convergence, convergence::closing),
    (PlotKind::Convergence, convergence::by_generation),
    (PlotKind::Convergence, convergence::by_instance),
    (PlotKind::Ecdf, ecdf::draw),
    (PlotKind::Survival, survival::draw),
    (PlotKind::Profile, profile::draw),
    (PlotKind::Diversity, diversity::draw),
    (PlotKind::HeatMap, heat_map::draw),
    (PlotKind::Box, boxes::draw),
    (PlotKind::Convergence, fronts::draw),
];

/// Maximum numbers of configurations and of trials of a stage whose figures have drawings for telephones.
const MAX_NARROW: (usize, usize) = (100, 5000);

/// A drawing with its texts and numbers.
pub(crate) struct Figure {
    /// The name of its files without their endings.
    pub(crate) file: String,
    /// The title, which is also in the drawing.
    pub(crate) title: String,
    /// The title without the name of the stage.
    pub(crate) subtitle: String,
    /// Explanation below the figure.
    pub(crate) caption: String,
    /// The name of this view of data that neighboring figures show in other ways; otherwise empty.
    pub(crate) view: &'static str,
    pub(crate) drawing: Drawing,
    /// The drawing for telephones; `None` if there is no other one for them.
    pub(crate) narrow: Option<Drawing>,
    /// The numbers of the figure.
    pub(crate) data: Data,
    /// The drawing as SVG, once it was needed.
    svg: OnceLock<String>,
}

/// Returns the ends of an interval as two fields.
fn ends(interval: Option<Interval>) -> [Option<f64>; 2] {
    [interval.map(|ends| ends.low), interval.map(|ends| ends.high)]
}

impl Figure {
    /// Returns a figure that is no view among others.
    fn new(file: String, title: String, caption: String, drawing: Drawing, data: Data) -> Self {
        Self {
            file,
            subtitle: title.clone(),
            title,
            caption,
            view: "",
            drawing,
            narrow: None,
            data,
            svg: OnceLock::new(),
        }
    }

    /// Returns the drawing as SVG, which is both in the page and a file.
    pub(crate) fn svg(&self) -> &str {
        self.svg.get_or_init(|| svg::document(&self.title, &self.drawing))
    }
}

/// Draws a figure of a report on the page of screens and on that of telephones, unless its caption would be another one there.
pub(crate) fn draw_for_screens(draw: impl Fn(Page) -> Option<Figure>) -> Option<Figure> {
    let mut figure = draw(Page::SCREEN)?;
    let narrow = draw(Page::TELEPHONE).filter(|narrow| narrow.caption == figure.caption);
    figure.narrow = narrow.map(|narrow| narrow.drawing);
    Some(figure)
}

impl StageView<'_> {
    /// Draws the figures whose requirements are met. Neighboring views form a group.
    pub(crate) fn figures(&self) -> Vec<Vec<Figure>> {
        // Drawings of many configurations would double the size of the page, those of many trials the time of the report.
        let has_narrow = self.stage.points.len() <= MAX_NARROW.0 && self.stage.trials().count() <= MAX_NARROW.1;
        let draw = |(kind, draw): &(PlotKind, fn(&StageView<'_>) -> Option<Figure>)| {
            let on_page = |page| {
                let options = FigureOptions { page, ..self.options.clone() };
                draw(&StageView { options: &options, ..*self })
            };
            let figure = if has_narrow { draw_for_screens(on_page) } else { draw(self) };
            Some((*kind, figure?))
        };
        let mut figures: Vec<(PlotKind, Figure)> = OF_A_STAGE.par_iter().with_max_len(1).filter_map(draw).collect();
        if self.leading_interaction().is_some() {
            figures.sort_by_key(|(kind, _)| *kind != PlotKind::Interaction);
            return grouped(figures);
        }
        // Where nearly all trials solve, run times give the answer, unless effects or responses do.
        let SolvedCount { count, trials } = self.stage.solved();
        let is_answer = matches!(figures.first(), Some((PlotKind::Effects | PlotKind::Response, _)));
        if 10 * count >= 9 * trials && !is_answer {
            let first = if count == trials { PlotKind::Box } else { PlotKind::Ecdf };
            figures.sort_by_key(|(kind, _)| *kind != first);
        }
        grouped(figures)
    }

    /// Returns the interaction that is the answer to the question of the sweep or, without one, that is shown while no factor
    /// matters by itself.
    fn leading_interaction(&self) -> Option<&Interaction> {
        let factors = &self.model.primary()?.factors;
        let pairs = || factors.interactions().filter(|interaction| interaction.is_shown());
        let has = |pair: &Interaction, factor: usize| [pair.factors.0, pair.factors.1].contains(&factor);
        if let Some((factor, fixed)) = self.question() {
            let is_asked = |pair: &&Interaction| {
                has(pair, factor) && (fixed.is_empty() || fixed.iter().any(|other| has(pair, *other)))
            };
            return pairs().find(is_asked);
        }
        let mut shown = factors.effects().filter(|effect| effect.family.is_shown());
        if shown.any(|effect| !pairs().any(|pair| has(pair, effect.factor))) {
            return None;
        }
        pairs().max_by(|a, b| a.explained().total_cmp(&b.explained()))
    }

    /// Returns the indices of the factors that set a key that is meant.
    fn factors_of_keys(&self, is_meant: impl Fn(&str) -> bool) -> Vec<usize> {
        let factors = self.stage.summary.factors.iter().enumerate();
        factors.filter(|(_, factor)| factor.sets(&is_meant)).map(|(place, _)| place).collect()
    }

    /// Returns the name of a file of this stage.
    fn file(&self, name: &str) -> String {
        format!("{}-{name}", self.stage.file_stem())
    }

    /// Returns a figure of this stage, which is no view among others.
    fn figure(&self, name: &str, title: String, caption: String, drawing: Drawing, data: Data) -> Figure {
        let figure = Figure::new(self.file(name), title, caption, drawing, data);
        let subtitle = figure.title.strip_prefix(&self.beginning()).map(str::to_owned);
        Figure { subtitle: subtitle.unwrap_or_else(|| figure.title.clone()), ..figure }
    }

    /// Returns the points with finished trials, each with the number of its look; `None` for the gray background. The points are in
    /// the order of their numbers if there are looks for all, otherwise in the order of selection.
    fn ranked(&self) -> Vec<(Option<usize>, &PointTrials<'_>)> {
        let mut points: Vec<&PointTrials<'_>> = self.stage.ranking().collect();
        if self.stage.points.len() <= LOOKS.len() {
            points.sort_by_key(|point| point.number);
            let ranks = layout::ranks(&self.labels().labels);
            points.into_iter().map(|point| (ranks[point.index()], point)).collect()
        } else {
            points.into_iter().enumerate().map(|(rank, point)| ((rank < LOOKS.len()).then_some(rank), point)).collect()
        }
    }
}

/// Returns the name of the axis of a level's estimand, short enough to stand beside a low panel.
fn axis_beside(outcome: Outcome) -> String {
    match outcome {
        Outcome::Penalty => format!("mean {PENALTY}"),
        Outcome::Wins => "pairs of trials won, %".to_owned(),
        Outcome::Solved | Outcome::Moves => mean_names(outcome).1.to_owned(),
        Outcome::RunTime => mean_names(outcome).0.to_owned(),
    }
}

/// Returns the figures in groups of neighboring views.
fn grouped(figures: Vec<(PlotKind, Figure)>) -> Vec<Vec<Figure>> {
    let mut groups: Vec<Vec<Figure>> = Vec::new();
    for (_, figure) in figures {
        match groups.last_mut() {
            Some(group) if !figure.view.is_empty() && !group[0].view.is_empty() => group.push(figure),
            _ => groups.push(vec![figure]),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use crate::made_up::results;
    use crate::options::REPORT;
    use crate::sections::Analysis;

    #[test]
    fn run_times_are_drawn_first_where_nine_of_ten_trials_solve() {
        let names = |solved: u64| -> Vec<String> {
            let made = results(&[], vec![vec![]], 10, |_, repetition| if repetition < solved { 0 } else { 30 });
            let analysis = Analysis::new(&made);
            let figures = analysis.stages(&REPORT).next().unwrap().figures();
            figures.into_iter().flatten().map(|figure| figure.file).collect()
        };
        let is_first = |solved| names(solved)[0].ends_with("-ecdf");
        assert_eq!([8, 9].map(is_first), [false, true], "{:?}", [8, 9].map(names));
    }
}
