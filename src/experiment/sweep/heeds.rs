//! [`HeedsStop`]: whether `stop` says anything to the trials of a sweep.

use super::overrides::{self, Diagnostic, Override};
use super::stages::Value;
use crate::experiment::design_point::{DesignPoint, OptimizerKind};
use crate::optimizer::Unsupported;

/// Whether any trial of a sweep ends as its `stop` says.
#[derive(Default)]
pub(super) struct HeedsStop {
    /// Some point is one of the evolution, which does.
    evolves: bool,
    /// Why a solver does not.
    refused: Option<Unsupported>,
}

impl HeedsStop {
    /// Takes in a point.
    ///
    /// # Errors
    /// If its stage varies what its solver does not heed: points that differ in it would be the same.
    pub(super) fn add(&mut self, point: &DesignPoint, own: &[Override<'_, Value<'_>>]) -> Result<(), Diagnostic> {
        self.evolves |= point.optimizer.solver().is_none();
        if let OptimizerKind::Custom(custom) = &point.optimizer {
            let own_place =
                || own.iter().find(|varied| varied.key.starts_with("stop")).map(|varied| varied.place.clone());
            custom.supports(&point.config.stop).map_err(|Unsupported { message, .. }| (message, own_place()))?;
        }
        for varied in own {
            let place = || Some(varied.place.clone());
            point.optimizer.heeds(varied.key).map_err(|message| (message, place()))?;
        }
        self.refused = self.refused.take().or(point.optimizer.supports(&point.config.stop).err());
        Ok(())
    }

    /// The base's `stop` is for some trial.
    ///
    /// # Errors
    /// If solvers play all trials, and it is not the default.
    pub(super) fn check(self, base: &Value<'_>) -> Result<(), Diagnostic> {
        match self.refused.filter(|_| !self.evolves) {
            Some(Unsupported { key, message }) => Err((message, overrides::place_of(base, &[], key))),
            None => Ok(()),
        }
    }
}
