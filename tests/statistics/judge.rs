//! The claims of a page, from its rows and its sentences, against the truth.

use std::collections::BTreeSet;

use evocube::report::{EffectRow, Statistics};

use crate::design::{Fixed, Stage, is_different, range};
use crate::expectation;
use crate::sentence::{Sentence, TEMPLATES, first_number, last_number};
use crate::sweeps::{Means, Sweep, Truth};

/// The level of every test.
pub(crate) const LEVEL: f64 = 0.05;

/// What is wrong with a page, and what it shows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Verdict {
    /// False rows of the tables, which have more outcomes and pairs than sentences.
    pub(crate) rows: usize,
    /// Effects that are none, or none for other instances.
    pub(crate) effects: usize,
    /// Levels in the wrong order.
    pub(crate) directions: usize,
    /// Truly best configurations that are said not to be.
    pub(crate) exclusions: usize,
    /// Differences that are said to be within a margin and are not.
    pub(crate) equivalences: usize,
    /// Printed bounds, and those below the true difference.
    pub(crate) bounds: (usize, usize),
    /// Printed intervals, and those without the true difference.
    pub(crate) intervals: (usize, usize),
    /// Main effects that are there, and those that are shown.
    pub(crate) shown: (usize, usize),
    /// The templates of sentences.
    pub(crate) templates: BTreeSet<&'static str>,
    /// The first false sentences or rows.
    pub(crate) examples: Vec<String>,
}

impl Verdict {
    /// Whether a claim is false, other than by an interval, which fails in 5 % by its definition.
    pub(crate) fn is_false(&self) -> bool {
        self.effects + self.directions + self.exclusions + self.equivalences + self.bounds.1 > 0
    }
}

/// Judges pages of a sweep.
pub(crate) struct Judge<'a> {
    pub(crate) sweep: &'a Sweep,
    pub(crate) truths: &'a [Truth],
    pub(crate) statistics: &'a Statistics,
    /// The level that the question expects to be the best, or `larger` or `smaller` ones.
    pub(crate) better: Option<&'a str>,
}

impl Judge<'_> {
    /// Holds all claims of a page against the truth.
    pub(crate) fn verdict(&self) -> Verdict {
        let mut verdict = Verdict::default();
        for (number, truth) in self.truths.iter().enumerate() {
            let rows: Vec<&EffectRow> =
                self.statistics.effects.iter().filter(|row| row.stage == truth.stage.name).collect();
            for row in &rows {
                self.row(truth, row, &mut verdict);
            }
            self.exclusions(truth, &mut verdict);
            let Some(primary) = self.primary(truth) else { continue };
            let stage = self.stage_truth(truth, primary, self.means(truth));
            for sentence in &self.statistics.sentences[number] {
                let before =
                    (verdict.effects, verdict.directions, verdict.equivalences, verdict.bounds.1, verdict.intervals.1);
                stage.sentence(sentence, &mut verdict);
                self.scope(truth, sentence, &rows, &mut verdict);
                let after =
                    (verdict.effects, verdict.directions, verdict.equivalences, verdict.bounds.1, verdict.intervals.1);
                if before != after {
                    verdict.examples.push(sentence.clone());
                }
            }
            for row in rows.iter().filter(|row| row.outcome == primary && is_main(row)) {
                let factor = truth.stage.factor(&row.factor);
                if stage.matters(factor, &[]) {
                    verdict.shown.0 += 1;
                    verdict.shown.1 += usize::from(row.p_corrected < LEVEL);
                }
            }
        }
        verdict
    }

    /// The primary outcome of a stage: that of its first row.
    pub(crate) fn primary(&self, truth: &Truth) -> Option<&'static str> {
        let row = self.statistics.effects.iter().find(|row| row.stage == truth.stage.name)?;
        Some(row.outcome)
    }

    /// The means that claims without another scope are about: those on the instances of the sweep, or on all like them if the
    /// instance is the unit.
    fn means<'t>(&self, truth: &'t Truth) -> &'t Means {
        if self.sweep.is_paired() { &truth.everywhere } else { &truth.here }
    }

    fn stage_truth<'t>(&'t self, truth: &'t Truth, primary: &'static str, means: &'t Means) -> StageTruth<'t> {
        StageTruth { truth, primary, means, better: self.better }
    }

    fn row(&self, truth: &Truth, row: &EffectRow, verdict: &mut Verdict) {
        let stage = &truth.stage;
        let fixed: Vec<(usize, usize)> = row.within.split_once('=').map_or(vec![], |(key, level)| {
            let factor = stage.factor(key.trim());
            vec![(factor, stage.level(factor, level.trim()))]
        });
        let is_false = |p: Option<f64>, means: &Means| {
            if p.is_none_or(|p| p >= LEVEL) {
                return false;
            }
            !self.stage_truth(truth, row.outcome, means).has_effect(row, &fixed)
        };
        let before = verdict.rows;
        if row.level.is_empty() {
            verdict.rows += usize::from(is_false(Some(row.p_corrected), self.means(truth)));
            if is_false(row.p_instances, &truth.everywhere) {
                verdict.rows += 1;
                verdict.effects += usize::from(Some(row.outcome) == self.primary(truth));
            }
        } else if row.p_corrected < LEVEL {
            let factor = stage.factor(&row.factor);
            let values = self.means(truth).outcome_values(row.outcome);
            let [level, reference] = [&row.level, &row.reference]
                .map(|name| stage.mean(values, &[&fixed[..], &[(factor, stage.level(factor, name))]].concat()));
            // Of solved trials, more are better; the exact values are unsolved ones.
            let apart = if row.outcome == "solved" { reference - level } else { level - reference };
            let center = if row.outcome == "run-time" { 1.0 } else { 0.0 };
            let claimed = row.estimate.map_or(0.0, |estimate| estimate - center);
            verdict.rows += usize::from(!is_different(level, reference) || claimed * apart <= 0.0);
        }
        if verdict.rows > before {
            verdict.examples.push(format!("{row:?}"));
        }
    }

    /// Judges the sentence on the instances for which the effects hold.
    fn scope(&self, truth: &Truth, sentence: &str, rows: &[&EffectRow], verdict: &mut Verdict) {
        let is_shown = |row: &&&EffectRow| {
            Some(row.outcome) == self.primary(truth)
                && row.level.is_empty()
                && row.within.is_empty()
                && row.p_corrected < LEVEL
        };
        let shown: Vec<&&EffectRow> = rows.iter().filter(is_shown).collect();
        let general = shown.iter().filter(|row| row.p_instances.is_some_and(|p| p < LEVEL));
        let claimed: Vec<&&EffectRow> = if sentence == "This holds for instances like these." {
            shown.clone()
        } else if let Some((count, _)) = sentence.split_once(" of these ") {
            let general: Vec<_> = general.copied().collect();
            verdict.effects += usize::from(count.parse() != Ok(general.len()));
            general
        } else {
            return;
        };
        let everywhere = |row: &EffectRow| self.stage_truth(truth, row.outcome, &truth.everywhere).has_effect(row, &[]);
        verdict.effects += usize::from(!claimed.into_iter().all(|row| everywhere(row)));
    }

    fn exclusions(&self, truth: &Truth, verdict: &mut Verdict) {
        let Some(primary) = self.primary(truth) else { return };
        let values = self.means(truth).outcome_values(primary);
        let lowest = values.iter().copied().fold(f64::MAX, f64::min);
        for row in &self.statistics.comparisons {
            let is_here = row.stage == truth.stage.name && row.outcome == primary && row.in_set == Some(false);
            let place = usize::try_from(row.configuration).expect("a small number") - 1;
            if is_here && !is_different(values[place], lowest) {
                verdict.exclusions += 1;
                verdict.examples.push(format!("{row:?}"));
            }
        }
    }
}

/// Whether a row is that of a main effect.
pub(crate) fn is_main(row: &EffectRow) -> bool {
    row.level.is_empty() && row.within.is_empty() && !row.factor.contains(" × ")
}

/// A stage, judged by an outcome.
pub(crate) struct StageTruth<'a> {
    pub(crate) truth: &'a Truth,
    pub(crate) primary: &'static str,
    pub(crate) means: &'a Means,
    pub(crate) better: Option<&'a str>,
}

impl StageTruth<'_> {
    pub(crate) fn stage(&self) -> &Stage {
        &self.truth.stage
    }

    pub(crate) fn values(&self) -> &[f64] {
        self.means.outcome_values(self.primary)
    }

    /// Whether levels of a factor differ.
    pub(crate) fn matters(&self, factor: usize, fixed: Fixed<'_>) -> bool {
        if self.stage().is_sampled {
            return self.truth.is_active[factor];
        }
        let means = self.stage().means(self.values(), factor, fixed);
        is_different(range(&means), 0.0)
    }

    /// Whether the effect of a row is there.
    fn has_effect(&self, row: &EffectRow, fixed: Fixed<'_>) -> bool {
        match row.factor.split_once(" × ") {
            Some((first, second)) => self.interacts((self.stage().factor(first), self.stage().factor(second))),
            None => self.matters(self.stage().factor(&row.factor), fixed),
        }
    }

    fn interacts(&self, (first, second): (usize, usize)) -> bool {
        if self.stage().is_sampled {
            // Rates and times are not additive where effects are.
            return self.primary != "penalty" && self.truth.is_active[first] && self.truth.is_active[second];
        }
        self.stage().interacts(self.values(), (first, second))
    }

    fn sentence(&self, text: &str, verdict: &mut Verdict) {
        verdict.templates.extend(TEMPLATES.iter().filter(|words| text.contains(**words)));
        let (answer, text) = expectation::split(text);
        let sentence = Sentence::new(text);
        let words = sentence.words.as_str();
        if let Some((before, after)) = sentence.split(" **matters**") {
            // An answer may be about levels of other factors, which stand before the factor.
            let (key, around) = before.names.split_last().expect("a factor");
            let factor = self.stage().factor(key);
            let fixed: Vec<(usize, usize)> = around.iter().map(|name| self.key_and_level(name)).collect();
            verdict.effects += usize::from(!self.matters(factor, &fixed));
            verdict.directions += usize::from(!answer.is_none_or(|answer| self.is_true(answer, factor, &fixed)));
            if let Some((_, direction)) = after.split(": ").filter(|_| !after.words.starts_with(": it explains")) {
                self.direction(&direction, factor, &fixed, verdict);
            }
        } else if words.contains("no difference of more than ") {
            let (names, rest) = sentence.split(" **make").expect("a verb before it");
            let (margin, half) =
                first_number(rest.words.split("of more than ").nth(1).unwrap_or("")).expect("a margin");
            verdict.equivalences += usize::from(names.names.iter().any(|key| self.largest(key) > margin + half));
        } else if let Some((before, after)) = sentence.split("rule out only differences above ") {
            let (bound, half) = first_number(&after.words).expect("a bound");
            let (_, keys) = before.split("No effect of ").expect("the factors before it");
            verdict.bounds.0 += 1;
            verdict.bounds.1 += usize::from(keys.names.iter().any(|key| self.largest(key) > bound + half));
        } else if words.contains(" **depends on** ") {
            self.interaction(&sentence, verdict);
        }
    }

    /// A factor and its level by `key = level`.
    fn key_and_level(&self, name: &str) -> (usize, usize) {
        let (key, level) = name.split_once('=').expect("a level of another factor");
        let factor = self.stage().factor(key.trim());
        (factor, self.stage().level(factor, level.trim()))
    }

    /// The largest difference between levels of a factor, in the unit of sentences.
    fn largest(&self, key: &str) -> f64 {
        let range = range(&self.stage().means(self.values(), self.stage().factor(key), &[]));
        if self.primary == "run-time" { range.exp() } else { range }
    }

    fn interaction(&self, sentence: &Sentence, verdict: &mut Verdict) {
        let keys: Vec<usize> = sentence.names[..2].iter().map(|key| self.stage().factor(key)).collect();
        verdict.effects += usize::from(!self.interacts((keys[0], keys[1])));
        let Some((_, mut rest)) = sentence.split(" With ") else { return };
        loop {
            let (clause, next) = rest
                .split(". With ")
                .map_or((Sentence { words: rest.words.clone(), names: rest.names.clone() }, None), |(clause, next)| {
                    (clause, Some(next))
                });
            if !clause.words.contains("no difference is found") {
                let fixed = [self.key_and_level(&clause.names[0])];
                let (_, direction) = clause.split("`, ").expect("a level, then its effect");
                let names = clause.names[1..].to_vec();
                self.direction(&Sentence { names, ..direction }, keys[0], &fixed, verdict);
            }
            match next {
                Some(next) => rest = next,
                None => return,
            }
        }
    }

    /// Judges the order of levels and the size of the largest difference.
    fn direction(&self, sentence: &Sentence, factor: usize, fixed: Fixed<'_>, verdict: &mut Verdict) {
        let stage = self.stage();
        let mean = |level: usize| stage.mean(self.values(), &[fixed, &[(factor, level)]].concat());
        let is_better =
            |better: usize, worse: usize| is_different(mean(better), mean(worse)) && mean(better) < mean(worse);
        let levels: Vec<usize> = sentence.names.iter().map(|name| stage.level(factor, name)).collect();
        let mut present = stage.levels_of(factor, fixed);
        let is_larger = sentence.words.starts_with("larger");
        if !is_larger {
            present.reverse();
        }
        let mut is_right = true;
        let mut best = None;
        if sentence.words.contains("is better over its whole range") {
            is_right &= present.windows(2).all(|pair| is_better(pair[1], pair[0]));
        } else if sentence.words.contains("is better up to ") || sentence.words.contains("is better down to ") {
            let last = present.iter().position(|level| *level == levels[0]).expect("a level");
            is_right &= present[..=last].windows(2).all(|pair| is_better(pair[1], pair[0]));
        } else if let Some((before, after)) = sentence.split(" is better than ") {
            let better = stage.level(factor, &before.names[0]);
            best = Some(better);
            match first_number(&after.words).filter(|_| after.words.contains(" others")) {
                Some((count, _)) => {
                    let worse = present.iter().filter(|level| is_better(better, **level)).count();
                    is_right &= worse as f64 >= count;
                }
                None => {
                    let (listed, _) = after.split(": ").or_else(|| after.split("; ")).expect("a difference behind it");
                    is_right &= listed.names.iter().all(|name| is_better(better, stage.level(factor, name)));
                }
            }
        }
        let worse = *levels.last().expect("a level");
        let has_it = ["it solves", "it typically", "with it"].iter().any(|words| sentence.words.contains(words));
        let better = best.filter(|_| has_it).unwrap_or_else(|| levels[levels.len() - 2]);
        is_right &= is_better(better, worse);
        verdict.directions += usize::from(!is_right);
        self.interval(&sentence.words, (factor, better, worse), fixed, verdict);
    }

    fn interval(
        &self,
        words: &str,
        (factor, better, worse): (usize, usize, usize),
        fixed: Fixed<'_>,
        verdict: &mut Verdict,
    ) {
        let stage = self.stage();
        let mean = |level: usize| stage.mean(self.values(), &[fixed, &[(factor, level)]].concat());
        let expected = |level: usize| {
            let cells = stage.cells(&[fixed, &[(factor, level)]].concat()).concat();
            let sum = |values: &[f64]| cells.iter().map(|point| values[*point]).sum::<f64>();
            // Failures that were not seen are no part of the claim.
            let all_solved = cells.iter().all(|point| self.truth.all_solved[*point]);
            sum(if all_solved { &self.means.spent_solving } else { &self.means.spent })
                / cells.iter().map(|point| 1.0 - self.means.solved[*point] / 100.0).sum::<f64>()
        };
        let truth = match self.primary {
            "run-time" if words.contains("typically solves") => (mean(worse) - mean(better)).exp(),
            "run-time" => expected(worse) / expected(better),
            _ => mean(worse) - mean(better),
        };
        let units = [" less", " fewer", " percentage points more", " times as many"];
        let size = units.iter().find_map(|unit| words.split_once(unit)).expect("a difference");
        assert!(last_number(size.0).is_some(), "no number in {words}");
        let Some((low, high)) = size
            .1
            .strip_prefix(" (")
            .or_else(|| size.0.rsplit_once('(').map(|(_, ends)| ends))
            .and_then(|ends| ends.split_once(" to "))
        else {
            return;
        };
        let ((low, below), (high, above)) =
            (first_number(low).expect("a number"), first_number(high).expect("a number"));
        verdict.intervals.0 += 1;
        verdict.intervals.1 += usize::from(truth < low - below || truth > high + above);
    }
}

#[test]
fn sentences_are_held_against_the_truth() {
    let stage = Stage::factorial("main", &[("size", &["2", "3", "5"]), ("elitism", &["0", "1"])]);
    let penalty = vec![40.0, 40.0, 30.0, 30.0, 20.0, 20.0];
    let (none, ones) = (vec![0.0; 6], vec![1.0; 6]);
    let means = Means { solved: vec![100.0; 6], spent: ones, spent_solving: none, penalty, ..Means::default() };
    let truth = Truth { stage, here: means.clone(), everywhere: means, is_active: vec![], all_solved: vec![false; 6] };
    let answer = |better: Option<&str>, sentence: &str| {
        let mut verdict = Verdict::default();
        let stage = StageTruth { truth: &truth, primary: "penalty", means: &truth.here, better };
        stage.sentence(sentence, &mut verdict);
        let Verdict { effects, directions, bounds, intervals, equivalences, .. } = verdict;
        [effects, directions, bounds.1, intervals.1, equivalences]
    };
    let verdict = |sentence: &str| answer(None, sentence);
    let size = "mean penalty 20 with `5`, 40 with `2`: 20 less";
    let right = format!("`size` **matters**: larger is better over its whole range; {size} (15 to 25).");
    assert_eq!(verdict(&right), [0; 5]);
    assert_eq!(verdict(&right.replace("larger", "smaller")), [0, 1, 0, 0, 0]);
    assert_eq!(verdict(&right.replace("15 to 25", "21 to 25")), [0, 0, 0, 1, 0]);
    assert_eq!(
        verdict(&format!("`elitism` **matters**: {}.", size.replace('5', "0").replace('2', "1"))),
        [1, 1, 0, 0, 0]
    );
    assert_eq!(verdict("No effect of `elitism` is found; 9 trials rule out only differences above 3."), [0; 5]);
    assert_eq!(
        verdict("No effect of `size` and `elitism` is found; 9 trials rule out only differences above 3."),
        [0, 0, 1, 0, 0]
    );
    assert_eq!(verdict("`elitism` **makes no difference of more than 5**."), [0; 5]);
    assert_eq!(verdict("`size` **makes no difference of more than 5**."), [0, 0, 0, 0, 1]);
    assert_eq!(
        verdict("The effect of `size` **depends on** `elitism`. With `elitism = 0` no difference is found."),
        [1, 0, 0, 0, 0]
    );
    let within = "With `elitism = 1`, `size` **matters**: larger is better over its whole range; ";
    assert_eq!(verdict(&format!("{within}{size} (15 to 25).")), [0; 5]);
    assert_eq!(verdict(&format!("{within}{size} (15 to 19).")), [0, 0, 0, 1, 0]);
    let inverted = "With `size = 2`, `elitism` **matters**: mean penalty 30 with `0`, 40 with `1`: 10 less (5 to 15).";
    assert_eq!(verdict(inverted), [1, 1, 0, 1, 0]);
    let named = "`size` **matters**: `3` is better than `5`: mean penalty 30 with it, 20 with `5`: 3 less.";
    assert_eq!(verdict(named), [0, 1, 0, 0, 0]);
    for (expected, prefix, is_true) in [
        ("5", "**Yes.** ", true),
        ("3", "**Yes.** ", false),
        ("3", "**No.** ", true),
        ("5", "**No.** ", false),
        ("3", "`3` is shown to be better than 1 of 2 others, and worse than none. ", true),
        ("3", "`3` is shown to be better than 2 of 2 others, and worse than none. ", false),
        ("larger", "**Yes.** ", true),
        ("smaller", "**Yes, down to 3.** ", false),
        ("larger", "**Yes, up to 3.** ", true),
        ("smaller", "**No.** ", true),
        ("larger", "**No.** ", false),
    ] {
        let counts = answer(Some(expected), &format!("{prefix}{right}"));
        assert_eq!(counts, [0, usize::from(!is_true), 0, 0, 0], "{expected} {prefix}");
    }
}
