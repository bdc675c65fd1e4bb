//! What a figure is, and which ones a results folder gets.

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::drawing::Drawing;
use super::result_index::{Point, ResultIndex, Stage};
use super::stage_comparison::Comparisons;
use super::{anytime, best_trial, boxes, convergence, ecdf, fronts, heat_map, profile, ranks};

/// More instances than this get no chart of their best trial; the tables have them all.
pub(super) const MAX_PROGRESS: usize = 12;

/// A drawing with what belongs to it.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    /// The file's name without its ending.
    pub(super) file: String,
    /// Its title, which is also in the drawing.
    pub(super) title: String,
    /// How to read it.
    pub(super) caption: String,
    /// The drawing.
    pub(super) drawing: Drawing,
    /// The numbers behind it, as CSV.
    pub(super) data: String,
}

/// All figures of a results folder.
#[derive(Debug)]
pub(super) struct Figures {
    /// Those of each stage, in order.
    pub(super) stages: Vec<StageFigures>,
    /// The leading configuration of the last stage at each budget.
    pub(super) budgets: Option<Figure>,
    /// The best trial on each instance.
    pub(super) progress: Vec<Figure>,
}

/// The figures of a stage.
#[derive(Debug)]
pub(super) struct StageFigures {
    /// Convergence by generation, by evaluations, by their logarithm: the same lines.
    pub(super) curves: Vec<Figure>,
    /// Which share of targets is reached when.
    pub(super) ecdf: Option<Figure>,
    /// How often a configuration is how much slower than the fastest.
    pub(super) profile: Option<Figure>,
    /// How the trials ended.
    pub(super) ends: Vec<Figure>,
    /// The mean ranks.
    pub(super) ranks: Option<Figure>,
    /// Penalty against length, where both are minimized.
    pub(super) fronts: Option<Figure>,
}

impl Figures {
    /// Draws them.
    pub(super) fn draw(index: &ResultIndex<'_>, comparisons: &Comparisons) -> Self {
        let stages = index.stages.par_iter().zip(&comparisons.stages).map(|(stage, compared)| {
            // One trial alone is its curve; what shows how trials differ would say nothing.
            let several = stage.points.iter().map(|point| point.trials.len()).sum::<usize>() > 1;
            StageFigures {
                curves: convergence::Over::ALL
                    .iter()
                    .filter_map(|over| convergence::draw(index, stage, *over))
                    .collect(),
                ecdf: several.then(|| ecdf::draw(index, stage, compared.measure)).flatten(),
                profile: profile::draw(index, stage, compared.measure),
                ends: heat_map::draw(stage).into_iter().chain(several.then(|| boxes::draw(stage)).flatten()).collect(),
                ranks: ranks::draw(stage, compared),
                fronts: fronts::draw(index, stage),
            }
        });
        let instances = index.results.sweep.instances.iter().enumerate().take(MAX_PROGRESS);
        let leader = index.stages.iter().rev().find_map(Stage::leader);
        let beside = |leader: &&Point<'_>| leader.trials.len() > 1 || !index.results.baselines.is_empty();
        Self {
            stages: stages.collect(),
            budgets: leader.filter(beside).and_then(|leader| anytime::figure(index, leader)),
            progress: instances.filter_map(|(at, facts)| best_trial::draw(index, at + 1, &facts.name)).collect(),
        }
    }

    /// All of them, in the order of the page.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Figure> {
        self.stages.iter().flat_map(StageFigures::iter).chain(&self.budgets).chain(&self.progress)
    }
}

impl StageFigures {
    fn iter(&self) -> impl Iterator<Item = &Figure> {
        let first = self.curves.iter().chain(&self.ecdf).chain(&self.profile);
        first.chain(&self.ends).chain(&self.ranks).chain(&self.fronts)
    }
}
