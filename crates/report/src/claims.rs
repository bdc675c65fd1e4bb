//! [`Claim`]: the claims of a page, as values, with the types that they share. Those on sampled designs are in `explains`, those on
//! held-out instances, races and compared sweeps, for example, in `context`. `model` makes claims in the order of the page, sections choose
//! among them, and `claim_words` writes them.

mod context;
mod explains;

use serde::Serialize;

pub use context::{Differ, Difference, Exaggerates, HeldOut, LeftOut, OnAverage, RaceResult, Same};
use evocube_experiment::record::Outcome;
pub use explains::{BestValues, Explains};

/// A claim of a page on a stage. Factors are named by their keys, levels as on the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "claim", rename_all = "kebab-case")]
pub enum Claim {
    /// Differences of sweeps that are compared.
    Differ(Differ),
    /// The answer to the question of the sweep.
    Answer(Answer),
    /// The question of the sweep names no factor, so that claims answer it on average.
    OnAverage(OnAverage),
    /// Levels of a factor differ.
    Matters(Matters),
    /// A factor of a sampled design explains differences between configurations.
    Explains(Explains),
    /// The effect of a factor differs between the levels of another one.
    Depends(Depends),
    /// The levels of some factors are shown to differ by less than a margin.
    Equivalent(Equivalent),
    /// No effect of some factors is shown, and a bound of what may be there.
    RulesOut(RulesOut),
    /// No result could show an effect of some factors.
    TooFew(TooFew),
    /// The configurations that no other one is shown to beat.
    BestSet(BestSet),
    /// The configurations may spend, or spend, different numbers of evaluations.
    UnequalEffort(UnequalEffort),
    /// Configurations are one, although their levels differ.
    Same(Same),
    /// Configurations are left out, since they may not spend the evaluations within which trials are compared.
    LeftOut(LeftOut),
    /// Trials are not compared by an outcome.
    NotCompared(NotCompared),
    /// Nothing is tested.
    NotTested(NotTested),
    /// The selected configuration on held-out instances.
    HeldOut(HeldOut),
    /// Effects that are shown are exaggerated.
    Exaggerates(Exaggerates),
    /// Result of a race.
    Race(RaceResult),
}

/// A level of a factor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FactorLevel {
    /// The key of the factor.
    pub factor: String,
    /// The level.
    pub level: String,
}

/// A level against another one, or against the mean of the others.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The outcome that is compared.
    pub outcome: Outcome,
    /// The level.
    pub level: String,
    /// Levels of other factors that the level fixes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub level_fixes: Vec<FactorLevel>,
    /// The other one; `None` for the mean of the others.
    pub other: Option<String>,
    /// Levels of other factors that the other one fixes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_fixes: Vec<FactorLevel>,
    /// The share of pairs of trials that the level wins; the difference of `level` to `other` in percentage points of trials that reached
    /// their target, penalties or moves; or the ratio of their expected evaluations.
    pub estimate: f64,
    /// The lower end of the interval, which holds together with those of all levels and pairs that are tested with it; `None` without
    /// one.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The corrected p-value.
    pub p: f64,
    /// How large the difference is.
    pub size: Option<Size>,
    /// The ratio of the mean evaluations that trials of both have spent, if they are compared as they ended.
    pub spent: Option<f64>,
}

/// The size of a difference, beside a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Expected evaluations until a trial reaches its target, if trials are started again until one does.
    ExpectedEvaluations,
    /// Mean of the lowest penalties.
    MeanPenalty,
    /// Mean moves of the solutions.
    MeanMoves,
    /// Percentage of trials that reached their target.
    Reached,
}

/// A statistic of both sides of a comparison; `None` where no trial reached its target.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Size {
    /// The statistic.
    pub measure: Measure,
    /// That of the level.
    pub level: Option<f64>,
    /// That of the other one.
    pub other: Option<f64>,
    /// The expected evaluations of the level are above this number, where none of its trials reached its target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level_above: Option<f64>,
    /// Those of the other one are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_above: Option<f64>,
}

/// The instances for which a claim holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Scope {
    /// The number of instances.
    pub instances: u64,
    /// Whether it is shown for instances like these, too.
    pub others: bool,
}

/// Levels of a factor differ.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Matters {
    /// The factor.
    pub factor: String,
    /// Levels of other factors within which it does.
    pub within: Vec<FactorLevel>,
    /// The number of levels.
    pub levels: usize,
    /// The best level in its largest difference that is shown; or the level that is shown to differ from the mean of the others.
    pub lead: Comparison,
    /// Further levels that it is shown to beat.
    pub better_than: Vec<String>,
    /// Where it holds.
    pub scope: Scope,
    /// The evaluations within which trials are compared, if configurations may spend different numbers.
    pub limit: Option<u64>,
}

/// The effect of a factor within a level of another one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Slice {
    /// The level of the other factor.
    pub level: String,
    /// The effect; `None` if none is shown.
    pub effect: Option<Comparison>,
}

impl Slice {
    /// Returns how large the effect is; 0 if none is shown.
    fn size(&self) -> f64 {
        let distance = |effect: &Comparison| match effect.outcome {
            Outcome::Wins => (effect.estimate - 0.5).abs(),
            Outcome::RunTime => effect.estimate.max(effect.estimate.recip()),
            Outcome::Solved | Outcome::Penalty | Outcome::Moves => effect.estimate.abs(),
        };
        self.effect.as_ref().map_or(0.0, distance)
    }
}

/// The effect of a factor differs between the levels of another one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Depends {
    /// The factor.
    pub factor: String,
    /// The other one.
    pub on: String,
    /// Whether two levels are shown in one order within a level of the other factor, and in the opposite order within another.
    pub reverses: bool,
    /// The corrected p-value.
    pub p: f64,
    /// The effect within each level of the other factor.
    pub slices: Vec<Slice>,
    /// The number of levels of the other factor that are left out.
    pub omitted: usize,
}

/// The levels of some factors are shown to differ by less than a margin.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Equivalent {
    /// The factors.
    pub factors: Vec<String>,
    /// The outcome that is compared.
    pub outcome: Outcome,
    /// The margin of the sweep.
    pub margin: f64,
}

/// No effect of some factors is shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RulesOut {
    /// The factors.
    pub factors: Vec<String>,
    /// Levels of other factors within which they are compared.
    pub within: Vec<FactorLevel>,
    /// The outcome that is compared.
    pub outcome: Outcome,
    /// The largest difference between two levels that their intervals contain: a share of pairs, a difference, or a ratio above 1;
    /// `None` if they have no such end.
    pub bound: Option<f64>,
    /// The number of trials, or of the configurations of a sampled design.
    pub trials: u64,
    /// Whether these are configurations.
    pub sampled: bool,
}

/// No result could show an effect of some factors.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TooFew {
    /// The factors.
    pub factors: Vec<String>,
    /// Levels of other factors within which they are compared.
    pub within: Vec<FactorLevel>,
    /// The outcome that is compared.
    pub outcome: Outcome,
    /// The number of trials of a level, or of the configurations of a sampled design.
    pub trials: u64,
    /// Whether these are configurations.
    pub sampled: bool,
}

/// The configurations that no other one is shown to beat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BestSet {
    /// Their numbers.
    pub configurations: Vec<u64>,
    /// The number of all configurations.
    pub of: usize,
    /// The levels of each member, if they are few.
    pub levels: Vec<Vec<FactorLevel>>,
    /// Whether the selected configuration is among them.
    pub has_selected: bool,
}

/// The kind of effort in which configurations differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EffortKind {
    /// The evaluations that their limits allow.
    Allowed,
    /// The evaluations that their trials spent until a limit ended them.
    Spent,
}

/// The configurations may spend, or spend, different numbers of evaluations.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UnequalEffort {
    /// The kind of effort.
    pub kind: EffortKind,
    /// The configuration with the fewest evaluations, by its levels that differ from those of the other.
    pub least: Vec<FactorLevel>,
    /// Its number.
    pub least_configuration: u64,
    /// Its evaluations.
    pub fewest: u64,
    /// The configuration with the most evaluations.
    pub most: Vec<FactorLevel>,
    /// Its number.
    pub most_configuration: u64,
    /// Its evaluations.
    pub largest: u64,
    /// The evaluations within which trials are compared; `None` if they are compared as they ended.
    pub limit: Option<u64>,
}

/// Why trials are not compared by an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Obstacle {
    /// Some trials did not solve.
    Unsolved,
    /// No trial reached its target.
    NoneReached,
    /// A solver evaluates nothing.
    NoEvaluations,
    /// Objectives differ.
    Objectives,
    /// All trials are equal.
    Equal,
}

/// Trials are not compared by an outcome.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NotCompared {
    /// The outcome.
    pub outcome: Outcome,
    /// Why not.
    pub because: Obstacle,
    /// The number of trials.
    pub trials: u64,
    /// The number of trials that did not solve.
    pub unsolved: u64,
}

/// Why nothing is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gap {
    /// Some configuration has no finished trial on some instance.
    Missing,
    /// All trials are equal.
    Equal,
    /// The configurations are too few for their factors.
    Configurations,
}

/// Nothing is tested.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NotTested {
    /// Why not.
    pub because: Gap,
    /// The number of configurations.
    pub configurations: usize,
}

/// The verdict on the level that a question expects to be the best, or to larger or smaller ones.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// It is shown.
    Yes,
    /// The opposite is shown.
    No,
    /// Larger (or smaller) levels are shown to be better up to a level; beyond it nothing is shown.
    UpTo {
        /// The level.
        level: String,
        /// The furthest level against it.
        beyond: Option<Box<Comparison>>,
    },
    /// Levels in the middle are shown to be better than both ends.
    NotThroughout {
        /// The best level.
        best: String,
    },
    /// Larger (or smaller) levels win more pairs on the whole, but another level is estimated to be the best.
    OnTheWhole {
        /// The level that is estimated to be the best.
        best: String,
    },
    /// The level is shown to beat some others, and no other one to beat it.
    BetterThan {
        /// The number of the others that it beats.
        beaten: usize,
        /// The number of all others.
        others: usize,
    },
    /// No direction is shown.
    Open,
    /// The question expects nothing.
    Unasked,
}

/// The answer to the question of the sweep.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// The factor.
    pub factor: String,
    /// Levels of other factors at which the question is asked.
    pub within: Vec<FactorLevel>,
    /// The level that the question expects to be the best, or `larger` or `smaller`.
    pub better: Option<String>,
    /// Yes, no, or what else is shown.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// The direction of the levels, if the question asks for one and it is tested.
    pub trend: Option<Trend>,
    /// The claim that shows the verdict; `None` if the direction alone does.
    pub evidence: Option<Box<Claim>>,
    /// The factors of which it is tested, but not shown, that the effect depends on them.
    pub independent_of: Vec<String>,
}

/// The share of pairs of trials that the level wins that is further in the expected direction.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Trend {
    /// The share.
    pub share: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The corrected p-value.
    pub p: f64,
    /// Where it holds.
    pub scope: Scope,
}

impl Trend {
    /// Returns the share of pairs that the level wins that is less far.
    pub(crate) fn mirrored(self) -> Self {
        Self { share: 1.0 - self.share, low: 1.0 - self.high, high: 1.0 - self.low, ..self }
    }
}

impl Claim {
    /// Returns the claim without levels beyond some of a factor on which another one depends: the figure has them.
    pub(crate) fn shortened(self, slices: usize) -> Self {
        match self {
            Self::Depends(mut depends) if depends.slices.len() > slices => {
                // The largest effects first, and behind them the largest in the opposite order, or else the smallest.
                depends.slices.sort_by(|a, b| b.size().total_cmp(&a.size()));
                depends.omitted = depends.slices.len() - slices;
                let better = |slice: &Slice| slice.effect.as_ref().map(|effect| effect.level.clone());
                let first = depends.slices.first().and_then(better);
                let opposite =
                    depends.slices.iter().position(|slice| better(slice).is_some_and(|level| Some(level) != first));
                let place = opposite.filter(|_| depends.reverses).unwrap_or(depends.slices.len() - 1);
                let last = depends.slices.remove(place);
                depends.slices.truncate(slices.saturating_sub(1));
                depends.slices.push(last);
                Self::Depends(depends)
            }
            Self::Answer(answer) => {
                let evidence = answer.evidence.map(|evidence| Box::new(evidence.shortened(slices)));
                Self::Answer(Answer { evidence, ..answer })
            }
            other => other,
        }
    }

    /// Returns whether another claim says the same, as the evidence of an answer does.
    pub(crate) fn repeats(&self, other: &Self) -> bool {
        self == other || matches!(other, Self::Answer(answer) if answer.evidence.as_deref() == Some(self))
    }
}
