//! The statistical model of a page: the effects of the factors of every stage, its configurations, and the tests of both. All
//! claims of a page are decided here, and its tables of statistics are written from here.

mod configurations;
mod effects;
mod family;
mod outcome;
mod simple;
mod surface;
mod tables;
mod tree;
mod variation;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

pub(crate) use configurations::{BestSet, Comparison};
pub(crate) use effects::{Difference, Effect, Pair, TestedDesign};
pub(crate) use family::family_shares;
pub(crate) use outcome::{Sample, figure_value, mean_names, outcome_description, sample};
pub(crate) use surface::Surface;
pub use tables::{COMPARISONS, ComparisonRow, EFFECTS, EffectRow, Statistics};
pub(crate) use tables::{files, rows};
pub use tree::{PlannedFactor, PlannedTests, planned_tests};
pub(crate) use variation::Variation;

use super::result_index::{PointTrials, ResultIndex, StageTrials};
use evocube_experiment::record::Outcome;
use evocube_stats::{LEVEL, holm};

/// The models of all stages.
pub(crate) struct Model {
    pub(crate) stages: Vec<StageModel>,
}

/// The model of a stage.
pub(crate) struct StageModel {
    /// The outcome that decides, whether it was tested or not.
    pub(crate) outcome: Outcome,
    /// The index of the leading configuration; `None` before the first trial has finished.
    pub(crate) leader: Option<usize>,
    /// The tests by each outcome, the primary one first; empty while a configuration has no finished trial on some instance.
    pub(crate) tests: Vec<OutcomeTests>,
    /// The configurations that may be the best by the primary outcome; `None` with a single one, and without trials.
    pub(crate) set: Option<BestSet>,
}

/// The tests of a stage by one outcome.
pub(crate) struct OutcomeTests {
    pub(crate) sample: Sample,
    pub(crate) factors: Factors,
    /// Whether all effects by the outcomes before it are shown. Otherwise nothing is tested.
    pub(crate) is_tested: bool,
    /// The configurations against the leading one, which has none.
    pub(crate) comparisons: Vec<Option<Comparison>>,
}

/// The effects of factors.
pub(crate) enum Factors {
    /// By factorials, one within the other; none if nothing varies, or too little for a response surface.
    Designs(Vec<TestedDesign>),
    /// By a response surface, where combinations are missing.
    Surface(Surface),
}

impl Factors {
    /// Returns all effects.
    pub(crate) fn effects(&self) -> impl Iterator<Item = &Effect> {
        let surface_effects = if let Self::Surface(surface) = self { &surface.effects[..] } else { &[] };
        self.designs().iter().flat_map(|design| &design.effects).chain(surface_effects)
    }

    /// Returns the factorials; empty without any.
    pub(crate) fn designs(&self) -> &[TestedDesign] {
        if let Self::Designs(designs) = self { designs } else { &[] }
    }

    fn effects_mut(&mut self) -> Vec<&mut Effect> {
        match self {
            Self::Designs(designs) => designs.iter_mut().flat_map(|design| &mut design.effects).collect(),
            Self::Surface(surface) => surface.effects.iter_mut().collect(),
        }
    }
}

impl StageModel {
    /// Returns the tests by the primary outcome.
    pub(crate) fn primary(&self) -> Option<&OutcomeTests> {
        self.tests.first()
    }

    /// Returns the effects by the primary outcome.
    pub(crate) fn effects(&self) -> impl Iterator<Item = &Effect> {
        self.primary().into_iter().flat_map(|tests| tests.factors.effects())
    }

    /// Returns the factorials by the primary outcome; empty without any.
    pub(crate) fn designs(&self) -> &[TestedDesign] {
        self.primary().map_or(&[], |tests| tests.factors.designs())
    }

    /// Returns whether the configurations are the levels of a single factor.
    pub(crate) fn is_of_one_factor(&self) -> bool {
        let is_plain = |design: &TestedDesign| design.design.cells.iter().all(|cell| cell.len() == 1);
        matches!(self.designs(), [design] if design.design.factors.len() == 1 && is_plain(design))
    }

    /// Returns whether a configuration may leave the set without an effect that is shown: in a sampled design, whose regression
    /// shows little with few configurations. The set is then a test of the family of effects.
    pub(crate) fn has_free_set(&self) -> bool {
        let is_sampled = self.primary().is_some_and(|tests| matches!(tests.factors, Factors::Surface(_)));
        is_sampled && self.effects().count() > 1
    }

    fn new(index: &ResultIndex<'_>, stage: &StageTrials<'_>) -> Self {
        let outcomes = outcome::outcomes(index, stage);
        let leader = stage.leader().map(PointTrials::index);
        let samples = outcomes.iter().filter_map(|outcome| outcome::sample(index, stage, *outcome));
        // Of the secondary outcomes, those that vary.
        let samples =
            samples.enumerate().filter(|(place, sample)| *place == 0 || sample.varies()).map(|(_, sample)| sample);
        let seed = stage.number as u64;
        let tests = samples.map(|sample| OutcomeTests::new(stage, sample, leader, seed)).collect();
        Self { outcome: outcomes[0], leader, tests, set: None }
    }
}

impl OutcomeTests {
    fn new(stage: &StageTrials<'_>, sample: Sample, leader: Option<usize>, seed: u64) -> Self {
        let levels: Vec<&[String]> = stage.points.iter().map(|point| point.levels).collect();
        let factors = match tree::designs(&stage.summary.factors, &levels) {
            _ if stage.points.len() < 2 || !sample.varies() => Factors::Designs(vec![]),
            Some(designs) => {
                Factors::Designs(designs.into_iter().map(|design| TestedDesign::new(&sample, design, seed)).collect())
            }
            None => Surface::new(stage, &sample).map_or(Factors::Designs(vec![]), Factors::Surface),
        };
        let comparisons = configurations::comparisons(&sample, leader, seed);
        Self { sample, factors, is_tested: true, comparisons }
    }
}

impl Model {
    /// Tests all stages. The effects of all stages are one family by their primary outcomes, together with the pairs of levels and
    /// the simple effects within those that are shown. Those by another outcome are a
    /// family of their own, of which nothing is claimed before everything is shown by the outcome before it.
    pub(crate) fn new(index: &ResultIndex<'_>) -> Self {
        let mut model = Self { stages: index.stages.par_iter().map(|stage| StageModel::new(index, stage)).collect() };
        let ranks = model.stages.iter().map(|stage| stage.tests.len()).max().unwrap_or(0);
        let choices = outcome::choices(index);
        let mut gate = 0.0;
        for rank in 0..ranks {
            gate = model.correct_effects(rank, gate, choices);
        }
        let main = |effect: &&Effect| effect.factors.len() == 1 && !effect.pairs.is_empty();
        let bounds = model.stages.iter().flat_map(StageModel::effects).filter(main).count();
        let question = index.results.sweep.question.as_ref().and_then(|question| question.factor.as_deref());
        for (number, stage) in model.stages.iter_mut().enumerate() {
            let factors = &index.stages[number].summary.factors;
            let asked = question.and_then(|key| factors.iter().position(|factor| factor.key == key));
            if let Some(OutcomeTests { sample, factors: Factors::Designs(designs), .. }) = stage.tests.first_mut() {
                for design in designs {
                    design.add_bounds(sample, bounds as f64 * choices);
                    design.add_simple_effects(sample, asked, number as u64 + 1);
                }
            }
        }
        model.add_sets();
        model.correct_comparisons();
        model
    }

    /// Corrects the p-values of the effects by the outcomes of a rank, for all choices of the configurations. Returns the largest,
    /// which the next rank needs.
    fn correct_effects(&mut self, rank: usize, gate: f64, choices: f64) -> f64 {
        let free_sets = self.stages.iter().filter(|stage| rank == 0 && stage.has_free_set()).count();
        let tests = self.stages.iter_mut().filter_map(|stage| stage.tests.get_mut(rank));
        let effects = tests.flat_map(|tests| {
            tests.is_tested = gate < LEVEL;
            tests.factors.effects_mut()
        });
        let mut effects: Vec<&mut Effect> = effects.collect();
        // Effects by an outcome that cannot vary are in no family.
        let mut largest = gate;
        family::correct(&mut effects, free_sets, 1.0 / choices);
        for effect in &mut effects {
            effect.test.p_corrected = effect.test.p_corrected.max(gate);
            effect.correct_pairs();
            largest = largest.max(effect.test.p_corrected);
        }
        let p: Vec<f64> = effects.iter().filter_map(|effect| effect.p_instances).collect();
        let corrected = holm(&p);
        let instance_effects = effects.into_iter().filter(|effect| effect.p_instances.is_some());
        for (effect, p) in instance_effects.zip(corrected) {
            effect.p_instances = Some((p * choices).min(1.0).max(effect.test.p_corrected));
        }
        largest
    }

    /// Adds the sets of configurations that may be the best. With several factors the set is one test more beside the effects
    /// that are not shown, and needs one that is, unless it is free.
    fn add_sets(&mut self) {
        let several = self.stages.iter().filter(|stage| stage.primary().is_some() && !stage.is_of_one_factor()).count();
        let all = self.stages.iter().flat_map(StageModel::effects).filter(|effect| effect.within.is_none());
        let family = several + all.filter(|effect| !effect.test.is_significant()).count();
        for (number, stage) in self.stages.iter_mut().enumerate() {
            let set = if stage.is_of_one_factor() {
                stage.designs().first().map(BestSet::from_levels)
            } else {
                // Beside a single effect, the set is no second look at the configurations.
                let needs_effect = stage.effects().count() > 1 && !stage.has_free_set();
                let smallest = stage.effects().map(|effect| effect.test.p_corrected).fold(1.0, f64::min);
                let effect_p = if needs_effect { smallest } else { 0.0 };
                stage.primary().map(|tests| BestSet::new(tests, (effect_p, family), number as u64 + 1))
            };
            stage.set = set.filter(|set| set.p.len() > 1);
        }
    }

    /// Corrects the comparisons with the leading configurations: by the primary outcome they are those of the set.
    fn correct_comparisons(&mut self) {
        for stage in &mut self.stages {
            let mut gate = 0.0_f64;
            for (rank, tests) in stage.tests.iter_mut().enumerate() {
                let p: Vec<f64> = tests.comparisons.iter().flatten().map(|comparison| comparison.test.p).collect();
                let mut corrected = holm(&p).into_iter();
                let mut largest = gate;
                for (point, comparison) in tests.comparisons.iter_mut().enumerate() {
                    let Some(comparison) = comparison else { continue };
                    let own_p = corrected.next().unwrap_or(1.0);
                    comparison.test.p_corrected = match &stage.set {
                        Some(set) if rank == 0 => set.p[point],
                        _ => own_p.max(gate),
                    };
                    largest = largest.max(comparison.test.p_corrected);
                }
                gate = largest;
            }
        }
    }
}
