//! The statistical model of a page: the effects of the factors of every stage, its configurations, and the tests of both, which share the
//! level of 5 %; [`planned_tests`] are those of a sweep without trials. [`asked`] finds the factor of the sweep's question. All claims of a
//! page are decided here, and its tables of statistics are written from here. Sentences are made in `claim_words`.

mod answer;
mod bundle;
#[cfg(test)]
mod claim_tests;
mod claims;
mod configurations;
mod direction;
mod effects;
mod effort;
mod family;
mod groups;
mod outcome;
mod response;
mod slices;
mod surface;
mod tables;
mod tree;
mod validity;

use rayon::iter::{IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};

pub(crate) use configurations::Configurations;
pub(crate) use effects::{Effect, Interaction, TestedDesign};
pub(crate) use family::{Family, Pair, Tested};
pub(crate) use outcome::{Sample, mean_names};
pub(crate) use response::{Response, tidy};
pub(crate) use surface::Surface;
pub use tables::{COMPARISONS, ComparisonRow, EFFECTS, EffectRow, EstimateRow, ShareRow, StatedClaim, Statistics};
pub(crate) use tables::{files, rows};
pub use tree::{PlannedFactor, PlannedTests, planned_tests};

use super::claims::Claim;
use super::result_index::{PointTrials, ResultIndex, StageTrials};
use evocube_experiment::record::Outcome;
use evocube_stats::Estimate;
use evocube_stats::wins::BetterLevels;

/// The models of all stages.
pub(crate) struct Model {
    pub(crate) stages: Vec<StageModel>,
}

/// The model of a stage.
pub(crate) struct StageModel {
    /// The outcome that is tested first.
    pub(crate) outcome: Outcome,
    /// The index of the leading configuration; `None` before the first trial has finished.
    pub(crate) leader: Option<usize>,
    /// The tests by each outcome, the primary one first; empty while a configuration has no finished trial on some instance.
    pub(crate) tests: Vec<OutcomeTests>,
    /// The claims, in the order of the page.
    pub(crate) claims: Vec<Claim>,
}

/// The tests of a stage by one outcome.
pub(crate) struct OutcomeTests {
    pub(crate) sample: Sample,
    pub(crate) factors: Factors,
    /// The number of families of tests that share the level.
    pub(crate) families: usize,
    /// The effect that the question is about, if it is asked at levels of other factors.
    pub(crate) asked: Option<Effect>,
    /// The configurations against each other; `None` with a single one, and where all trials are equal.
    pub(crate) configurations: Option<Configurations>,
}

/// The effects of factors.
pub(crate) enum Factors {
    /// By factorials, one within the other; none if nothing varies, or too little for a response surface.
    Designs(Vec<TestedDesign>),
    /// By a response surface, where combinations are missing or a factor has very many levels.
    Surface(Box<Surface>),
}

/// A factor or an interaction, and its share of the variance.
pub(crate) struct Explained {
    /// The factors, by their places in the stage.
    pub(crate) factors: Vec<usize>,
    /// Its share of the variance between configurations; `None` where it is not estimated.
    pub(crate) share: Option<Estimate>,
    pub(crate) p_corrected: f64,
    pub(crate) is_shown: bool,
}

impl Factors {
    /// Returns the factorials; empty without any.
    pub(crate) fn designs(&self) -> &[TestedDesign] {
        if let Self::Designs(designs) = self { designs } else { &[] }
    }

    /// Returns whether the configurations are the levels of a single factor.
    pub(crate) fn is_of_one_factor(&self) -> bool {
        matches!(self.designs(), [design] if tree::is_of_one_factor(std::slice::from_ref(&design.design)))
    }

    /// Returns the factorial in which two factors are crossed.
    pub(crate) fn design_of(&self, factor: usize, other: usize) -> Option<&tree::Design> {
        let is_theirs = |design: &&TestedDesign| {
            let is_pair = |pair: &Interaction| pair.factors == (factor, other);
            design.interactions.iter().any(is_pair)
        };
        self.designs().iter().find(is_theirs).map(|design| &design.design)
    }

    /// Returns the main effects of factorials.
    pub(crate) fn effects(&self) -> impl Iterator<Item = &Effect> {
        self.designs().iter().flat_map(|design| &design.effects)
    }

    /// Returns the interactions of factorials.
    pub(crate) fn interactions(&self) -> impl Iterator<Item = &Interaction> {
        self.designs().iter().flat_map(|design| &design.interactions)
    }

    /// Returns what factors and interactions explain.
    pub(crate) fn explained(&self) -> Vec<Explained> {
        let surface = if let Self::Surface(surface) = self { &surface.effects[..] } else { &[] };
        let of_surface = surface.iter().map(|effect| Explained {
            factors: effect.factors.clone(),
            share: Some(effect.share),
            p_corrected: effect.p_corrected,
            is_shown: effect.is_shown(),
        });
        let mains = self.effects().map(|effect| Explained {
            factors: vec![effect.factor],
            share: effect.share,
            p_corrected: effect.family.p(),
            is_shown: effect.family.is_shown(),
        });
        let pairs = self.interactions().map(|interaction| Explained {
            factors: vec![interaction.factors.0, interaction.factors.1],
            share: interaction.share,
            p_corrected: interaction.p_corrected,
            is_shown: interaction.is_shown(),
        });
        mains.chain(pairs).chain(of_surface).collect()
    }
}

/// A stage by one outcome, before its tests.
struct Planned {
    sample: Sample,
    designs: Option<Vec<tree::Design>>,
    /// The configurations that are compared.
    compared: Vec<usize>,
    tests: usize,
}

/// The factor of a question and the levels of others at which it is asked, by their places in a stage.
#[derive(Clone)]
pub(crate) struct Asked {
    pub(crate) factor: usize,
    pub(crate) levels: Vec<(usize, usize)>,
    /// The levels that are expected to be better; `None` for another expectation.
    pub(crate) better: Option<BetterLevels>,
}

impl StageModel {
    /// Returns the tests by the primary outcome.
    pub(crate) fn primary(&self) -> Option<&OutcomeTests> {
        self.tests.first()
    }

    /// Returns the factorials by the primary outcome; empty without any.
    pub(crate) fn designs(&self) -> &[TestedDesign] {
        self.primary().map_or(&[], |tests| tests.factors.designs())
    }

    /// Returns the configurations by the primary outcome.
    pub(crate) fn configurations(&self) -> Option<&Configurations> {
        self.primary()?.configurations.as_ref()
    }
}

impl Planned {
    fn new(index: &ResultIndex<'_>, stage: &StageTrials<'_>, outcome: Outcome) -> Option<Self> {
        let compared: Vec<usize> = (0..stage.points.len()).filter(|point| stage.is_compared(*point)).collect();
        let sample = Sample::new(index, stage, outcome, &compared)?;
        if compared.len() < 2 || !sample.varies() {
            return Some(Self { sample, designs: Some(vec![]), compared, tests: 0 });
        }
        let levels: Vec<&[String]> = compared.iter().map(|point| stage.points[*point].levels).collect();
        let mut designs = tree::designs(&stage.summary.factors, &levels);
        for configuration in designs.iter_mut().flatten().flat_map(|design| &mut design.cells).flatten() {
            *configuration = compared[*configuration];
        }
        let at_levels = usize::from(asked(index, stage).is_some_and(|asked| !asked.levels.is_empty()));
        let tests = match &designs {
            Some(designs) => tree::tests(designs) + at_levels,
            // Each factor of a sample, and the configurations.
            None => stage.summary.factors.len() + 1,
        };
        Some(Self { sample, designs, compared, tests })
    }

    fn tested(self, index: &ResultIndex<'_>, stage: &StageTrials<'_>, families: usize) -> OutcomeTests {
        let Self { sample, designs, compared, tests } = self;
        let (leader, seed) = (stage.leader().map(PointTrials::index), stage.number as u64);
        if tests == 0 {
            let factors = Factors::Designs(vec![]);
            return OutcomeTests { sample, factors, families, asked: None, configurations: None };
        }
        let asked = asked(index, stage);
        let factor = asked.as_ref().map(|asked| asked.factor);
        let is_of_one_factor = designs.as_deref().is_some_and(tree::is_of_one_factor);
        let mut factors = match designs {
            Some(designs) => {
                let tested = |design| TestedDesign::new(&sample, design, families, factor, seed);
                Factors::Designs(designs.into_par_iter().map(tested).collect())
            }
            None => Surface::new(stage, &sample, &compared, families)
                .map_or(Factors::Designs(vec![]), |surface| Factors::Surface(Box::new(surface))),
        };
        let mut at_levels = asked.as_ref().filter(|asked| !asked.levels.is_empty()).and_then(|asked| {
            let has_level = |point: usize, (factor, level): (usize, usize)| {
                let there = &stage.points[point].levels[factor];
                (!there.is_empty()).then(|| *there == stage.summary.factors[factor].levels[level])
            };
            let effect = |design: &TestedDesign| {
                design.effect_at(&sample, asked.factor, &asked.levels, families, seed, &has_level)
            };
            factors.designs().iter().find_map(effect)
        });
        if let Some((asked, better)) = asked.as_ref().and_then(|asked| Some((asked, asked.better?))) {
            match (&mut at_levels, &mut factors) {
                (Some(effect), _) => effect.direct(better),
                (None, Factors::Designs(designs)) if asked.levels.is_empty() => {
                    let effects = designs.iter_mut().flat_map(|design| &mut design.effects);
                    effects.filter(|effect| effect.factor == asked.factor).for_each(|effect| effect.direct(better));
                }
                _ => {}
            }
        }
        let configurations = match factors.designs() {
            [design] if is_of_one_factor => {
                let order: Vec<usize> = design.design.cells.concat();
                Configurations::from_family(&sample, &design.effects[0].family, &order, leader)
            }
            _ => Configurations::new(&sample, &compared, leader, families, seed),
        };
        OutcomeTests { sample, factors, families, asked: at_levels, configurations: Some(configurations) }
    }
}

/// Returns the factor of the sweep's question in a stage, with the levels of others; `None` if the question is about another stage.
pub(crate) fn asked(index: &ResultIndex<'_>, stage: &StageTrials<'_>) -> Option<Asked> {
    let question = index.results.sweep.question.as_ref()?;
    let place = |key: &str| stage.summary.factors.iter().position(|factor| factor.key == key);
    let factor = question.factor.as_deref().and_then(place)?;
    let level = |(key, level): &(String, String)| {
        let factor = place(key)?;
        Some((factor, stage.summary.factors[factor].levels.iter().position(|other| other == level)?))
    };
    let names = &stage.summary.factors[factor].levels;
    let better = match question.better.as_deref() {
        Some(better) if names.iter().any(|name| name == better) => None,
        Some("larger") => Some(BetterLevels::Larger),
        Some("smaller") => Some(BetterLevels::Smaller),
        _ => None,
    };
    Some(Asked { factor, levels: question.levels.iter().map(level).collect::<Option<_>>()?, better })
}

impl Model {
    /// Tests all stages. All effects of all stages by all their outcomes, and the comparisons of all configurations, share the level of
    /// 5 %, for all choices of the configurations.
    pub(crate) fn new(index: &ResultIndex<'_>) -> Self {
        let planned = |stage: &StageTrials<'_>| {
            let outcomes = outcome::outcomes(index, stage);
            let tests = outcomes.iter().filter_map(|outcome| Planned::new(index, stage, *outcome)).collect::<Vec<_>>();
            (outcomes[0], tests)
        };
        let planned: Vec<_> = index.stages.par_iter().map(planned).collect();
        let tests: usize = planned.iter().flat_map(|(_, tests)| tests).map(|planned| planned.tests).sum();
        let families = tests.max(1).saturating_mul(outcome::choices(index));
        let model = |(stage, (outcome, planned)): (&StageTrials<'_>, (Outcome, Vec<Planned>))| {
            let tests: Vec<OutcomeTests> =
                planned.into_iter().map(|planned| planned.tested(index, stage, families)).collect();
            let leader = stage.leader().map(PointTrials::index);
            let claims = claims::claims(index, stage, &tests);
            StageModel { outcome, leader, tests, claims }
        };
        let stages: Vec<_> = index.stages.iter().zip(planned).collect();
        Self { stages: stages.into_par_iter().map(model).collect() }
    }
}
