//! The page of a results folder. Its sections and their order are one list: [`SECTIONS`].

mod algorithms;
mod claims;
mod conclusions;
mod progress;
mod provenance;
mod solutions;
mod stages;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

pub use progress::missing;

use super::document::{Block, Document};
use super::figures::StageView;
use super::result_index::{Point, ResultIndex, StageTrials};
use super::stage_comparison::Comparisons;
use crate::experiment::record::Results;

/// The sections in the order of the page; a section without blocks is left out.
const SECTIONS: [fn(&Analysis<'_>) -> Vec<Block>; 9] = [
    provenance::notices,
    progress::section,
    conclusions::section,
    stages::section,
    algorithms::section,
    solutions::best_trials,
    solutions::section,
    provenance::failures,
    provenance::section,
];

/// A results folder and the comparisons of its configurations.
pub(crate) struct Analysis<'a> {
    pub(crate) index: ResultIndex<'a>,
    pub(crate) comparisons: Comparisons,
    /// The state of the run while the page is drawn again and again; `None` for a page that stays.
    pub(crate) live: Option<Live>,
}

/// The state of an unfinished folder whose page is drawn again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Live {
    /// A run writes the folder.
    Running,
    /// No run writes the folder.
    Stopped,
}

impl<'a> Analysis<'a> {
    /// Sorts and compares the trials.
    pub(crate) fn new(results: &'a Results) -> Self {
        let index = ResultIndex::new(results);
        let comparisons = Comparisons::new(&index);
        Self { index, comparisons, live: None }
    }

    /// The stages with their comparisons.
    fn stages(&self) -> impl DoubleEndedIterator<Item = StageView<'_>> {
        let stages = self.index.stages.iter().zip(&self.comparisons.stages);
        stages.map(|(stage, compared)| StageView { index: &self.index, stage, compared })
    }

    /// The leading configuration of the last stage that has any trial.
    fn leader(&self) -> Option<&Point<'_>> {
        self.index.stages.iter().rev().find_map(StageTrials::leader)
    }
}

/// Seconds after which the page of a run loads itself again.
const RELOAD: u32 = 5;

/// The whole page.
pub(crate) fn page(analysis: &Analysis<'_>) -> Document {
    let sections = SECTIONS.par_iter().with_max_len(1).flat_map_iter(|section| section(analysis));
    let reload = analysis.live.map(|_| RELOAD);
    Document { title: analysis.index.results.sweep.name.clone(), blocks: sections.collect(), reload }
}
