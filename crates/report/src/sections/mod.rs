//! [`page`]: the page of a results folder, as a document. Its sections and their order are one list: [`SECTIONS`]. [`Analysis`] has the
//! results with their models, also for single figures. A page of an unfinished folder that reloads itself has a state, [`Live`]. Documents
//! are written by `html` and `markdown`.

mod algorithms;
mod budgets;
mod conclusions;
mod data;
mod instances;
mod levels;
mod moves;
mod progress;
mod provenance;
mod race;
mod solutions;
mod stages;
mod tests;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

pub(crate) use conclusions::claims;
pub use progress::missing;

use super::claim_words::words;
use super::claims::{Claim, RaceResult};
use super::document::{Block, Document, Span, heading, plain};
use super::model::Model;
use super::options::{FigureOptions, REPORT};
use super::result_index::{PointTrials, ResultIndex, StageTrials};
use super::stage_view::StageView;
use evocube_experiment::record::Results;

/// The sections in the order of the page; a section without blocks is left out.
const SECTIONS: [fn(&Analysis<'_>) -> Vec<Block>; 9] = [
    provenance::notices,
    progress::section,
    race::section,
    conclusions::section,
    algorithms::section,
    solutions::best_trials,
    solutions::section,
    provenance::failures,
    provenance::section,
];

/// A results folder and its statistical model.
pub(crate) struct Analysis<'a> {
    pub(crate) index: ResultIndex<'a>,
    pub(crate) model: Model,
    /// The state of the run while the page is redrawn; `None` for a page that does not reload itself.
    pub(crate) live: Option<Live>,
}

/// The state of an unfinished folder whose page is redrawn and reloads itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Live {
    /// A run writes the folder.
    Running,
    /// No run writes the folder.
    Stopped,
}

impl<'a> Analysis<'a> {
    /// Sorts and tests the trials.
    pub(crate) fn new(results: &'a Results) -> Self {
        let index = ResultIndex::new(results);
        let model = Model::new(&index);
        Self { index, model, live: None }
    }

    /// Returns the stages with their models, and with the options of their figures.
    pub(crate) fn stages<'o>(&'o self, options: &'o FigureOptions) -> impl DoubleEndedIterator<Item = StageView<'o>> {
        let stages = self.index.stages.iter().zip(&self.model.stages);
        stages.map(move |(stage, model)| StageView { index: &self.index, stage, model, options })
    }

    /// Returns the heading of the answer, and below it the question in words.
    fn question(&self) -> Vec<Block> {
        let question = self.index.results.sweep.question.as_ref().filter(|question| !question.text.is_empty());
        let words = question.map(|question| Block::Paragraph(vec![plain(&question.text)]));
        [heading("Answer")].into_iter().chain(words).collect()
    }

    /// Returns what a race has found, with a sentence that says it.
    pub(crate) fn race_result(&self) -> Option<(RaceResult, String)> {
        let mut stages = self.stages(&REPORT);
        stages.find_map(|view| {
            view.model.claims.iter().find_map(|claim| match claim {
                Claim::Race(result) => Some((result.clone(), words(claim, &view).iter().map(Span::text).collect())),
                _ => None,
            })
        })
    }

    /// Returns the leading configuration of the last stage that has any trial.
    fn leader(&self) -> Option<&PointTrials<'_>> {
        self.index.stages.iter().rev().find_map(StageTrials::leader)
    }
}

/// Seconds after which the page of a run reloads itself.
const RELOAD: u32 = 5;

/// Returns the whole page.
pub(crate) fn page(analysis: &Analysis<'_>) -> Document {
    let sections = || SECTIONS.par_iter().with_max_len(1).flat_map_iter(|section| section(analysis)).collect();
    let (blocks, data) = rayon::join(sections, || data::data(analysis));
    let reload = analysis.live.map(|_| RELOAD);
    Document { title: analysis.index.results.sweep.name.clone(), blocks, reload, data }
}
