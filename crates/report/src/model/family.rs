//! The families of tests: the effects of a page, and what is tested within those that are shown.

use std::iter::repeat_n;

use super::effects::{Effect, Method};
use evocube_stats::{LEVEL, Shared, holm_with_shares, shaffer};

impl Effect {
    /// Corrects the pairs of levels: each also needs the effect itself. That of two levels is the effect.
    pub(crate) fn correct_pairs(&mut self) {
        let p: Vec<f64> = self.pairs.iter().map(|pair| pair.test.p).collect();
        let levels = 1 + self.pairs.iter().map(|pair| pair.level).max().unwrap_or(0);
        let share = if p.len() > 1 { self.inner_share } else { 1.0 };
        let max_true = levels.saturating_sub(1) * levels.saturating_sub(2) / 2;
        for (pair, p) in self.pairs.iter_mut().zip(shaffer(&p, max_true)) {
            pair.test.p_corrected = (p / share).min(1.0).max(self.test.p_corrected);
        }
    }

    /// Returns whether there are hypotheses within it that need a share of the level: pairs of three levels or more, or the simple
    /// effects of an interaction in a factorial.
    fn keeps_share(&self) -> bool {
        self.pairs.len() > 1 || (self.factors.len() > 1 && self.test.method != Method::Regression)
    }
}

/// Corrects the p-values of a family of effects, which has a share of the level, and in which there are other tests, too.
pub(crate) fn correct(effects: &mut [&mut Effect], others: usize, share: f64) {
    let p: Vec<f64> = effects.iter().map(|effect| effect.test.p).collect();
    let shares = family_shares(&effects.iter().map(|effect| &**effect).collect::<Vec<_>>(), &p, others, share);
    for (effect, Shared { p, share }) in effects.iter_mut().zip(shares) {
        effect.test.p_corrected = p;
        effect.inner_share = share;
    }
}

/// Returns p-values of a family of effects, corrected with a share of the level, and the share of what is within each. Other tests of
/// the family count as if they showed nothing.
pub(crate) fn family_shares(effects: &[&Effect], p: &[f64], others: usize, share: f64) -> Vec<Shared> {
    let keeps = effects.iter().map(|effect| effect.keeps_share());
    let (p, keeps) = ([p, &vec![1.0; others]].concat(), keeps.chain(repeat_n(false, others)).collect::<Vec<_>>());
    let shares = holm_with_shares(&p, &keeps, share * LEVEL);
    let scaled = |inner: Shared| Shared { p: (inner.p / share).min(1.0), share: inner.share * share };
    shares.into_iter().take(effects.len()).map(scaled).collect()
}
