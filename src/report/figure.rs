//! What a figure is, and which ones a results folder gets.

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::drawing::Drawing;
use super::study::{Point, Stage, Study};
use super::verdict::Verdicts;
use super::{boxes, budgets, curves, ecdf, fronts, heat_map, profile, progress, ranks};

/// More instances than this get no chart of their best trial; the tables have them all.
pub(super) const MOST_PROGRESS: usize = 12;

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
    pub(super) fn draw(study: &Study<'_>, verdicts: &Verdicts) -> Self {
        let stages = study.stages.par_iter().zip(&verdicts.stages).map(|(stage, verdict)| {
            // One trial alone is its curve; what shows how trials differ would say nothing.
            let several = stage.points.iter().map(|point| point.trials.len()).sum::<usize>() > 1;
            StageFigures {
                curves: curves::Over::ALL.iter().filter_map(|over| curves::draw(study, stage, *over)).collect(),
                ecdf: several.then(|| ecdf::draw(study, stage, verdict.measure)).flatten(),
                profile: profile::draw(study, stage, verdict.measure),
                ends: heat_map::draw(stage).into_iter().chain(several.then(|| boxes::draw(stage)).flatten()).collect(),
                ranks: ranks::draw(stage, verdict),
                fronts: fronts::draw(study, stage),
            }
        });
        let instances = study.results.sweep.instances.iter().enumerate().take(MOST_PROGRESS);
        let leader = study.stages.iter().rev().find_map(Stage::leader);
        let beside = |leader: &&Point<'_>| leader.trials.len() > 1 || !study.results.baselines.is_empty();
        Self {
            stages: stages.collect(),
            budgets: leader.filter(beside).and_then(|leader| budgets::figure(study, leader)),
            progress: instances.filter_map(|(at, facts)| progress::draw(study, at + 1, &facts.name)).collect(),
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
