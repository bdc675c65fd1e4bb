//! The sentence about a factor of a sampled design, from its claim [`Explains`]. Sentences on factors of other designs are in the parent
//! module.

use super::Writer;
use crate::claims::{BestValues, Explains};
use crate::document::{Span, code, listed, plain, strong};
use crate::wording::{self, best_names};

impl Writer<'_> {
    /// Returns the effect of a factor of a sampled design: `rate` matters: nothing distinguishes `0` to `0.8` from the best.
    pub(super) fn explains(&self, explains: &Explains) -> Vec<Span> {
        let factors = &self.view.stage.summary.factors;
        let factor = factors.iter().find(|factor| factor.key == explains.factor);
        let best = || {
            let best = explains.best.as_deref().unwrap_or_default();
            best.parse().map_or((" with ", best.to_owned()), |number| (" near ", wording::two_digits(number)))
        };
        let names = explains.may_be_best.as_ref().zip(factor).map(|(best, factor)| best_names(best, &factor.levels));
        let is_one = match &explains.may_be_best {
            Some(BestValues::Levels(levels)) => levels.len() == 1,
            Some(BestValues::Ranges(ranges)) => ranges.len() == 1 && ranges[0][0] >= ranges[0][1],
            Some(BestValues::All) | None => false,
        };
        let claim = match names {
            _ if explains.best.is_none() => vec![],
            None => vec![plain(format!(": the best prediction is{}", best().0)), code(best().1)],
            Some(None) => vec![plain(", but no value is shown to be worse than the best")],
            Some(Some(_)) if is_one => vec![plain(format!(": it is best{}", best().0)), code(best().1)],
            Some(Some(names)) => {
                let names = listed(names.into_iter().map(|name| vec![code(name)]).collect());
                [vec![plain(": nothing distinguishes ")], names, vec![plain(" from the best")]].concat()
            }
        };
        let factor = vec![self.key(&explains.factor), plain(" "), strong("matters")];
        [factor, claim, vec![plain(".")]].concat()
    }
}
