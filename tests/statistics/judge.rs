//! [`verdicts`]: counts the false claims of a page and the intervals that miss, given the truth of its simulated sweep; [`Scene`] is a
//! stage with its truth. Intervals are judged one by one in `intervals`, races in `races`; the tests are in `main.rs`.

use std::collections::{BTreeMap, BTreeSet};

use evocube::experiment::record::{Outcome, Results};
use evocube::report::claims::{Answer, BestValues, Claim, Comparison, Depends, Explains, Matters, Measure, Verdict};
use evocube::report::{EffectRow, EstimateRow, Statistics};

use crate::design::{Fixed, Stage};
use crate::intervals::interactions;
use crate::laws::Kind;
use crate::sweeps::{Sweep, Truth};

/// The level of every test.
const LEVEL: f64 = 0.05;
/// The error of exact values, and of decimals.
pub(crate) const ROUNDING: f64 = 1e-9;

/// The kinds of families of intervals.
pub(crate) const FAMILIES: usize = 7;

/// Errors of a page, and the effects that it shows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Verdicts {
    /// Effects that are none, or none for other instances.
    pub(crate) effects: usize,
    /// Levels in the wrong order.
    pub(crate) directions: usize,
    /// Truly best configurations that are said not to be.
    pub(crate) exclusions: usize,
    /// Differences that are said to be within a margin and are not.
    pub(crate) equivalences: usize,
    /// Bounds, and those below the true difference.
    pub(crate) bounds: (usize, usize),
    /// For effects.csv, comparisons.csv, figures and tables of levels and configurations, bands, shares of variance, responses,
    /// and shares that solve: families of intervals that hold together, printed or not, and those of which one is printed and misses.
    pub(crate) intervals: [(usize, usize); FAMILIES],
    /// Main effects that are there, and those that are shown.
    pub(crate) shown: (usize, usize),
    /// The kinds of claims.
    pub(crate) kinds: BTreeSet<&'static str>,
    /// The first false claims or rows.
    pub(crate) examples: Vec<String>,
}

impl Verdicts {
    /// Whether a claim is false, other than by an interval, which fails in 5 % by its definition.
    pub(crate) fn is_false(&self) -> bool {
        self.effects + self.directions + self.exclusions + self.equivalences + self.bounds.1 > 0
    }

    /// Counts a family of intervals, each of which misses or not.
    fn family(&mut self, place: usize, misses: &[bool], example: impl FnOnce() -> String) {
        self.intervals[place].0 += 1;
        if misses.contains(&true) {
            self.intervals[place].1 += 1;
            self.examples.push(example());
        }
    }

    fn false_claims(&self) -> [usize; 4] {
        [self.effects, self.directions, self.equivalences, self.bounds.1]
    }
}

/// Holds all claims and intervals of a page against the truth; those of its figures of interactions, for which the page is made again, if
/// it `has_figures`.
pub(crate) fn verdicts(
    sweep: &Sweep,
    truths: &[Truth<'_>],
    (results, statistics): (&Results, &Statistics),
    has_figures: bool,
) -> Verdicts {
    let mut verdicts = Verdicts::default();
    let has_pairs = truths.iter().any(|truth| truth.stage.factors.len() > 1 && !truth.stage.is_sampled);
    let interactions = if has_figures && has_pairs { interactions(results) } else { vec![] };
    for (truth, claims) in truths.iter().zip(&statistics.claims) {
        let scene = Scene { truth, everywhere: sweep.is_paired() };
        for stated in claims {
            let before = verdicts.false_claims();
            scene.claim(&stated.claim, &mut verdicts);
            if verdicts.false_claims() != before {
                verdicts.examples.push(stated.words.clone());
            }
        }
        let rows: Vec<&EffectRow> = statistics.effects.iter().filter(|row| row.stage == truth.stage.name).collect();
        // All families of effects of a page share the level.
        let misses: Vec<bool> = rows.iter().filter_map(|row| scene.row(row)).collect();
        verdicts.family(0, &misses, || format!("effects: {:?}", rows.iter().find(|row| scene.row(row) == Some(true))));
        // Each share has an interval of its own.
        for row in statistics.shares.iter().filter(|row| row.stage == truth.stage.name) {
            let misses = scene.share(row).zip(row.interval);
            let misses = misses.and_then(|(value, ends)| scene.misses(value, Some(ends.low), Some(ends.high)));
            misses.iter().for_each(|misses| verdicts.family(4, &[*misses], || format!("{row:?}")));
        }
        let has_survival = truths.len() == 1 && truth.stage.factors.len() == 1 && !sweep.is_unequal;
        if has_figures && has_survival {
            for misses in scene.survival(results) {
                verdicts.family(6, &[misses], || "a share that solves".to_owned());
            }
        }
        if has_figures && truth.stage.is_sampled && matches!(sweep.kind, Kind::Penalty(_)) {
            for misses in scene.responses(results) {
                verdicts.family(5, &[misses], || "a response".to_owned());
            }
        }
        let of_stage = statistics.estimates.iter().filter(|row| row.stage == truth.stage.name);
        // Rates are those at the end, which no law has where trials may go on beyond the budget.
        let is_judged = |row: &&EstimateRow| !(sweep.is_unequal && row.measure == Some(Measure::Reached));
        let mut tables: BTreeMap<(&str, Option<Measure>), Vec<&EstimateRow>> = BTreeMap::new();
        for row in of_stage.filter(is_judged) {
            tables.entry((&row.factor, row.measure)).or_default().push(row);
        }
        // The shares of configurations hold together with their comparisons.
        let shares = tables.remove(&("", None)).unwrap_or_default();
        for table in tables.values() {
            let misses: Vec<bool> = table.iter().filter_map(|row| scene.estimate(row)).collect();
            verdicts.family(2, &misses, || format!("{:?}", table.iter().find(|row| scene.estimate(row) == Some(true))));
        }
        let Some(primary) = rows.first().map(|row| outcome(row.outcome)) else { continue };
        for factor in 0..truth.stage.factors.len() {
            if truth.stage.is_sampled || !scene.matters(primary, factor, &[]) {
                continue;
            }
            let is_main = |row: &&&EffectRow| {
                row.factor == truth.stage.factors[factor].0 && row.within.is_empty() && row.outcome == primary.name()
            };
            verdicts.shown.0 += 1;
            verdicts.shown.1 += usize::from(rows.iter().filter(is_main).any(|row| row.p_corrected <= LEVEL));
        }
        for (_, data) in interactions.iter().filter(|(stage, _)| *stage == truth.stage.name) {
            verdicts.family(2, &scene.combinations(data, primary), || format!("{primary:?} {data}"));
        }
        let mut misses: Vec<bool> = shares.iter().filter_map(|row| scene.estimate(row)).collect();
        for row in statistics.comparisons.iter().filter(|row| row.stage == truth.stage.name) {
            let [place, other] =
                [row.configuration, row.other].map(|number| usize::try_from(number).expect("a small number") - 1);
            let outcome = outcome(row.outcome);
            let value = scene.value(outcome, &[(vec![place], vec![other])]);
            misses.extend(scene.misses(value, row.low, row.high));
            let others = (0..truth.stage.points.len()).filter(|other| *other != place);
            let mut beaten = others.map(|other| scene.better(outcome, &[(vec![other], vec![place])]));
            if row.in_set == Some(false) && !beaten.any(|sign| sign > 0) {
                verdicts.exclusions += 1;
                verdicts.examples.push(format!("{row:?}"));
            }
        }
        verdicts.family(1, &misses, || "comparisons".to_owned());
    }
    if let ([truth], true) = (truths, sweep.has_log && !sweep.is_unequal) {
        let scene = Scene { truth, everywhere: sweep.is_paired() };
        // Each line has an interval of its own at each place; at the last one the mean of the lowest penalties is known.
        for misses in scene.bands(results) {
            verdicts.family(3, &[misses], || "a band".to_owned());
        }
    }
    verdicts
}

pub(crate) fn outcome(name: &str) -> Outcome {
    name.parse().expect("an outcome")
}

/// A stage, on the instances of the sweep or on all like them.
pub(crate) struct Scene<'a> {
    pub(crate) truth: &'a Truth<'a>,
    pub(crate) everywhere: bool,
}

/// Configurations of one side and of the other, within the same levels of other factors.
type Sides = [(Vec<usize>, Vec<usize>)];

impl Scene<'_> {
    pub(crate) fn stage(&self) -> &Stage {
        &self.truth.stage
    }

    fn everywhere(&self) -> Self {
        Scene { truth: self.truth, everywhere: true }
    }

    /// The configurations of two levels of a factor.
    pub(crate) fn sides(&self, factor: usize, fixed: Fixed<'_>, levels: [usize; 2]) -> Vec<(Vec<usize>, Vec<usize>)> {
        let [first, second] = levels.map(|level| self.stage().cells(&[fixed, &[(factor, level)]].concat()));
        first.into_iter().zip(second).collect()
    }

    /// The true value of an estimate.
    pub(crate) fn value(&self, outcome: Outcome, sides: &Sides) -> f64 {
        // Expected evaluations are those on the instances of the sweep.
        self.truth.difference(outcome, sides, self.everywhere && outcome != Outcome::RunTime)
    }

    /// 1 if the first side is better, -1 if the second is, 0 without a difference.
    fn better(&self, outcome: Outcome, sides: &Sides) -> i32 {
        sign(outcome, self.value(outcome, sides))
    }

    fn order(&self, outcome: Outcome, factor: usize, fixed: Fixed<'_>, levels: [usize; 2]) -> i32 {
        self.better(outcome, &self.sides(factor, fixed, levels))
    }

    /// Whether levels of a factor differ.
    fn matters(&self, outcome: Outcome, factor: usize, fixed: Fixed<'_>) -> bool {
        let levels = self.stage().levels_of(factor, fixed);
        levels.iter().any(|first| levels.iter().any(|other| self.order(outcome, factor, fixed, [*first, *other]) != 0))
    }

    pub(crate) fn fixed(&self, levels: impl IntoIterator<Item = (String, String)>) -> Vec<(usize, usize)> {
        let level = |(key, level): (String, String)| {
            let factor = self.stage().factor(&key);
            (factor, self.stage().level(factor, &level))
        };
        levels.into_iter().map(level).collect()
    }

    fn claim(&self, claim: &Claim, verdicts: &mut Verdicts) {
        let kind = match claim {
            Claim::Answer(answer) => {
                self.answer(answer, verdicts);
                match answer.verdict {
                    Verdict::Yes => "yes",
                    Verdict::No => "no",
                    Verdict::UpTo { .. } => "up to",
                    Verdict::NotThroughout { .. } => "not throughout",
                    Verdict::OnTheWhole { .. } => "on the whole",
                    Verdict::BetterThan { .. } => "better than",
                    Verdict::Open => "open",
                    Verdict::Unasked => "unasked",
                }
            }
            Claim::Matters(matters) => {
                self.matters_claim(matters, verdicts);
                if matters.lead.other.is_some() { "matters" } else { "matters on the whole" }
            }
            Claim::Explains(explains) => {
                let factor = self.stage().factor(&explains.factor);
                verdicts.effects += usize::from(!self.truth.is_active[factor]);
                verdicts.exclusions += usize::from(self.is_excluded(explains));
                "explains"
            }
            Claim::Depends(depends) => {
                self.depends(depends, verdicts);
                if depends.reverses { "reverses" } else { "depends" }
            }
            Claim::Equivalent(equivalent) => {
                let largest = |key: &String| self.largest(equivalent.outcome, self.stage().factor(key), &[]);
                let margin = match equivalent.outcome {
                    Outcome::Wins => 0.5 + equivalent.margin / 100.0,
                    _ => equivalent.margin,
                };
                let is_false = equivalent.factors.iter().any(|key| largest(key) > margin + ROUNDING);
                verdicts.equivalences += usize::from(is_false);
                "equivalent"
            }
            Claim::RulesOut(rules_out) => {
                let fixed = self.fixed(rules_out.within.iter().map(|at| (at.factor.clone(), at.level.clone())));
                let largest = |key: &String| self.largest(rules_out.outcome, self.stage().factor(key), &fixed);
                if let Some(bound) = rules_out.bound {
                    verdicts.bounds.0 += 1;
                    let is_false = rules_out.factors.iter().any(|key| largest(key) > bound + ROUNDING);
                    verdicts.bounds.1 += usize::from(is_false);
                }
                "rules out"
            }
            Claim::TooFew(_) => "too few",
            Claim::BestSet(set) if set.configurations.is_empty() => "no order",
            Claim::BestSet(set) if set.configurations.len() == 1 => "is the best",
            Claim::BestSet(_) => "best set",
            Claim::NotCompared(_) => "not compared",
            Claim::NotTested(_) => "not tested",
            Claim::UnequalEffort(_) | Claim::LeftOut(_) | Claim::Same(_) => "effort",
            Claim::Exaggerates(_) => "exaggerates",
            Claim::Differ(_) | Claim::OnAverage(_) | Claim::HeldOut(_) | Claim::Race(_) => "described",
        };
        verdicts.kinds.insert(kind);
    }

    /// Whether the truly best value of a factor of a sample is said not to be.
    fn is_excluded(&self, explains: &Explains) -> bool {
        let factor = self.stage().factor(&explains.factor);
        let best = &self.stage().factors[factor].1[self.truth.best(factor)];
        let number = || best.parse::<f64>().expect("a number");
        // Ranges end at one of 60 places between 0 and 1.
        let has = |[low, high]: &[f64; 2]| (low - 1.0 / 120.0..=high + 1.0 / 120.0).contains(&number());
        match &explains.may_be_best {
            Some(BestValues::Ranges(ranges)) => !ranges.iter().any(has),
            Some(BestValues::Levels(levels)) => !levels.contains(best),
            Some(BestValues::All) | None => false,
        }
    }

    /// The largest difference between levels of a factor, in the unit of bounds.
    fn largest(&self, outcome: Outcome, factor: usize, fixed: Fixed<'_>) -> f64 {
        let levels = self.stage().levels_of(factor, fixed);
        let pairs = levels.iter().flat_map(|first| levels.iter().map(move |second| [*first, *second]));
        let value = |levels: [usize; 2]| self.value(outcome, &self.sides(factor, fixed, levels)).abs();
        pairs.filter(|levels| levels[0] != levels[1]).map(value).fold(0.0, f64::max)
    }

    /// Whether a comparison has the right sign.
    fn is_right(&self, comparison: &Comparison, factor: usize, fixed: Fixed<'_>) -> bool {
        let level = self.stage().level(factor, &comparison.level);
        let others = match &comparison.other {
            Some(other) => vec![self.stage().level(factor, other)],
            None => self.stage().levels_of(factor, fixed).into_iter().filter(|other| *other != level).collect(),
        };
        let value = |other: usize| self.value(comparison.outcome, &self.sides(factor, fixed, [level, other]));
        let mean = others.iter().map(|other| value(*other)).sum::<f64>() / others.len() as f64;
        sign(comparison.outcome, mean) != 0
            && sign(comparison.outcome, mean) == sign(comparison.outcome, comparison.estimate)
    }

    fn matters_claim(&self, matters: &Matters, verdicts: &mut Verdicts) {
        let factor = self.stage().factor(&matters.factor);
        let fixed = self.fixed(matters.within.iter().map(|at| (at.factor.clone(), at.level.clone())));
        let outcome = matters.lead.outcome;
        verdicts.effects += usize::from(!self.matters(outcome, factor, &fixed));
        verdicts.directions += usize::from(!self.is_right(&matters.lead, factor, &fixed));
        let best = self.stage().level(factor, &matters.lead.level);
        let loses =
            |level: &String| self.order(outcome, factor, &fixed, [best, self.stage().level(factor, level)]) <= 0;
        verdicts.directions += usize::from(matters.better_than.iter().any(loses));
        if matters.scope.others {
            verdicts.effects += usize::from(!self.everywhere().is_right(&matters.lead, factor, &fixed));
        }
    }

    /// Whether the effect of a factor differs between levels of another one.
    fn interacts(&self, outcome: Outcome, (factor, on): (usize, usize)) -> bool {
        if self.stage().is_sampled {
            // Shares, rates and times are not additive where effects are.
            return outcome != Outcome::Penalty && self.truth.is_active[factor] && self.truth.is_active[on];
        }
        let slices = self.stage().levels_of(on, &[]);
        let levels = |slice: usize| self.stage().levels_of(factor, &[(on, slice)]);
        let slices: Vec<usize> = slices.into_iter().filter(|slice| levels(*slice).len() > 1).collect();
        let first = levels(slices[0]);
        let value = |slice: usize, levels| self.value(outcome, &self.sides(factor, &[(on, slice)], levels));
        let differs = |levels: [usize; 2]| {
            slices.iter().any(|slice| (value(*slice, levels) - value(slices[0], levels)).abs() > ROUNDING)
        };
        first.iter().any(|level| first.iter().any(|other| level != other && differs([*level, *other])))
    }

    fn depends(&self, depends: &Depends, verdicts: &mut Verdicts) {
        let (factor, on) = (self.stage().factor(&depends.factor), self.stage().factor(&depends.on));
        let effects = depends.slices.iter().filter_map(|slice| slice.effect.as_ref());
        let outcome = effects.clone().next().map_or(Outcome::Wins, |effect| effect.outcome);
        verdicts.effects += usize::from(!self.interacts(outcome, (factor, on)));
        let mut signs = vec![];
        for slice in &depends.slices {
            let fixed = [(on, self.stage().level(on, &slice.level))];
            if let Some(effect) = &slice.effect {
                verdicts.directions += usize::from(!self.is_right(effect, factor, &fixed));
            }
            let levels = self.stage().levels_of(factor, &fixed);
            for first in &levels {
                for second in levels.iter().filter(|second| *second > first) {
                    signs.push((*first, *second, self.order(outcome, factor, &fixed, [*first, *second])));
                }
            }
        }
        let reverses =
            |(first, second, sign): &(usize, usize, i32)| *sign != 0 && signs.contains(&(*first, *second, -sign));
        verdicts.directions += usize::from(depends.reverses && !signs.iter().any(reverses));
    }

    fn answer(&self, answer: &Answer, verdicts: &mut Verdicts) {
        if let Some(evidence) = &answer.evidence {
            self.claim(evidence, verdicts);
        }
        let outcome = match (answer.evidence.as_deref(), answer.trend) {
            (_, Some(_)) => Outcome::Wins,
            (Some(Claim::Matters(matters)), _) => matters.lead.outcome,
            (Some(Claim::RulesOut(rules_out)), _) => rules_out.outcome,
            _ => return,
        };
        let factor = self.stage().factor(&answer.factor);
        let fixed = self.fixed(answer.within.iter().map(|at| (at.factor.clone(), at.level.clone())));
        let order = |first: usize, second: usize| self.order(outcome, factor, &fixed, [first, second]);
        // From the level that is expected to be the worst on.
        let mut levels = self.stage().levels_of(factor, &fixed);
        let better = answer.better.as_deref().unwrap_or_default();
        if better == "smaller" {
            levels.reverse();
        }
        let last = levels[levels.len() - 1];
        let is_direction = ["larger", "smaller"].contains(&better);
        let expected = if is_direction { last } else { self.level_or(factor, better, last) };
        let beats = |level: usize| levels.iter().filter(|other| order(level, **other) > 0).count();
        let steps = || {
            levels
                .iter()
                .enumerate()
                .flat_map(|(place, first)| levels[place + 1..].iter().map(move |next| (*first, *next)))
        };
        // The share of pairs that the further level wins.
        let trend = || {
            let shares: Vec<f64> =
                steps().map(|(first, next)| self.value(outcome, &self.sides(factor, &fixed, [next, first]))).collect();
            (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / shares.len() as f64)
        };
        if let Some((claimed, truth)) = answer.trend.zip(trend()) {
            let misses: Vec<bool> = self.misses(truth, Some(claimed.low), Some(claimed.high)).into_iter().collect();
            verdicts.family(0, &misses, || format!("{claimed:?}"));
        }
        let is_false = match &answer.verdict {
            Verdict::Yes if is_direction => levels.iter().any(|other| order(*other, last) > 0) || beats(last) == 0,
            Verdict::Yes => beats(expected) + 1 < levels.len(),
            Verdict::No if is_direction => {
                levels.iter().any(|other| order(*other, levels[0]) > 0) || beats(levels[0]) == 0
            }
            Verdict::No => !levels.iter().any(|other| order(*other, expected) > 0),
            Verdict::UpTo { level, .. } => order(self.stage().level(factor, level), levels[0]) <= 0,
            Verdict::NotThroughout { .. } => !steps().any(|(first, next)| order(first, next) > 0),
            Verdict::OnTheWhole { .. } => {
                let claimed = answer.trend.expect("a trend").share;
                (trend().expect("pairs") - 0.5) * (claimed - 0.5) <= ROUNDING
            }
            Verdict::BetterThan { beaten, .. } => beats(expected) < *beaten,
            Verdict::Open | Verdict::Unasked => false,
        };
        verdicts.directions += usize::from(is_false);
    }

    fn level_or(&self, factor: usize, name: &str, other: usize) -> usize {
        self.stage().factors[factor].1.iter().position(|level| level == name).unwrap_or(other)
    }
}

/// 1 if an estimate says that the first side is better, -1 if the second is, 0 without a difference.
fn sign(outcome: Outcome, value: f64) -> i32 {
    let null = match outcome {
        Outcome::Wins => 0.5,
        Outcome::RunTime => 1.0,
        Outcome::Solved | Outcome::Penalty | Outcome::Moves => 0.0,
    };
    let is_better = matches!(outcome, Outcome::Wins | Outcome::Solved);
    match value - null {
        difference if difference.abs() < ROUNDING => 0,
        difference if (difference > 0.0) == is_better => 1,
        _ => -1,
    }
}
