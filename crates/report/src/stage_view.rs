//! [`StageView`]: a stage, its model and the options of figures, from which figures and sections are made; and the factor about which the
//! sweep asks. It computes no statistics: the model has them. Its methods for figures are in `figures` and `figures::names`.

use super::model::StageModel;
use super::options::FigureOptions;
use super::result_index::{ResultIndex, StageTrials};

/// A stage of the results with its model, and how it is drawn.
pub(crate) struct StageView<'a> {
    pub(crate) index: &'a ResultIndex<'a>,
    pub(crate) stage: &'a StageTrials<'a>,
    pub(crate) model: &'a StageModel,
    pub(crate) options: &'a FigureOptions,
}

impl StageView<'_> {
    /// Returns the factor of this stage about which the sweep asks by the primary outcome, and the factors that it fixes;
    /// `None` if it asks about other factors, or by another outcome.
    pub(crate) fn question(&self) -> Option<(usize, Vec<usize>)> {
        let question = self.index.results.sweep.question.as_ref()?;
        let place = |key: &str| self.stage.summary.factors.iter().position(|factor| factor.key == key);
        let factor = question.factor.as_deref().and_then(place)?;
        let levels = question.levels.iter().map(|(key, _)| place(key)).collect::<Option<_>>()?;
        question.outcome.is_none_or(|outcome| outcome == self.model.outcome).then_some((factor, levels))
    }
}
