//! The claims on the evaluations of configurations: different numbers allowed or spent, configurations left out of the comparison, and
//! configurations that are the same. Sentences are made in `claim_words`.

use super::claims::{MAX_NAMED, Maker};
use crate::claims::{Claim, EffortKind, FactorLevel, LeftOut, Same, UnequalEffort};
use crate::result_index::PointTrials;
use evocube_experiment::record::{EffortRule, differing};
use evocube_experiment::sweep::changes_resources;
use evocube_stats::samples::median;

impl Maker<'_> {
    /// Returns the configurations that are one.
    pub(super) fn same(&self) -> Option<Claim> {
        let same = &self.stage.summary.same.0;
        let first = same.first()?;
        let mut within = self.configuration(first.points[0]);
        within.retain(|level| same.iter().all(|same| self.configuration(same.points[0]).contains(level)));
        let is_alike = same.iter().all(|other| other.factors == first.factors);
        let factors = first.factors.iter().map(|place| self.stage.summary.factors[*place].key.clone());
        Some(Claim::Same(Same {
            configurations: same
                .iter()
                .map(|same| same.points.iter().map(|point| *point as u64 + 1).collect())
                .collect(),
            factors: factors.filter(|_| is_alike).collect(),
            within,
            distinct: self.stage.summary.configurations(),
        }))
    }

    /// Returns the configurations that may not spend the evaluations within which trials are compared.
    pub(super) fn left_out(&self) -> Option<Claim> {
        let effort = &self.stage.summary.effort;
        let out: Vec<usize> = (0..self.stage.points.len()).filter(|point| !effort.is_compared(*point)).collect();
        let levels = match out.len() {
            1..=MAX_NAMED => out.iter().map(|point| self.configuration(*point)).collect(),
            _ => vec![],
        };
        let configurations: Vec<u64> = out.iter().map(|point| *point as u64 + 1).collect();
        let limit = effort.limit().filter(|_| !configurations.is_empty())?;
        Some(Claim::LeftOut(LeftOut { configurations, levels, limit }))
    }

    /// Returns the claim on configurations whose limits allow, or whose median trials spend until a limit ends them, numbers of
    /// evaluations that differ by a fifth or more.
    pub(super) fn unequal_effort(&self) -> Option<Claim> {
        let effort = &self.stage.summary.effort;
        if effort.rule == EffortRule::Own {
            return None;
        }
        let (kind, [least, most]) = match effort.unequal() {
            Some(ends) => (EffortKind::Allowed, ends),
            None => (EffortKind::Spent, self.spent()?),
        };
        let levels = |(point, other): (usize, usize)| {
            let there = self.configuration(other);
            let changes = |key: &str| {
                self.stage.summary.factors.iter().any(|factor| factor.key == key && factor.sets(changes_resources))
            };
            let is_relevant = |level: &FactorLevel| kind == EffortKind::Spent || changes(&level.factor);
            let here = self.configuration(point).into_iter();
            here.filter(|level| !there.contains(level) && is_relevant(level)).collect()
        };
        Some(Claim::UnequalEffort(UnequalEffort {
            kind,
            least: levels((least.0, most.0)),
            least_configuration: least.0 as u64 + 1,
            fewest: least.1,
            most: levels((most.0, least.0)),
            most_configuration: most.0 as u64 + 1,
            largest: most.1,
            limit: effort.limit(),
        }))
    }

    /// Returns the index and the median evaluations of the configurations whose trials spend least and most until a limit of the sweep
    /// ends them; `None` unless they differ by a fifth or more.
    fn spent(&self) -> Option<[(usize, u64); 2]> {
        let allowances = &self.stage.summary.effort.allowances;
        let is_limited = |point: &&PointTrials<'_>| matches!(allowances.get(point.index()), Some(Some(_)));
        let medians = self.stage.points.iter().filter(is_limited).filter_map(|point| {
            let ended =
                point.outcomes().filter(|outcome| outcome.is_at_limit()).filter_map(|outcome| outcome.evolution);
            let evaluations: Vec<f64> = ended.map(|counts| counts.evaluations as f64).collect();
            // Medians of counts are far below 2^53.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            median(&evaluations).map(|median| (point.index(), median as u64))
        });
        differing(medians)
    }
}
