//! The names that the figures of a stage show: titles, numbers of trials in them, and keys of factors in words. Labels of configurations
//! have the levels of the factors that tell them apart, or numbers where these do not fit beside rows. Labels with all factors are made in
//! `label`, the short keys of sentences and tables in `record`.

use std::collections::BTreeSet;

use super::StageView;
use crate::label;
use crate::options::INSTANCE;
use crate::wording::grouped;
use evocube_experiment::record::TrialRow;
use evocube_plot::ChartRow;

/// Maximum number of levels in a label of several lines.
const MAX_BROKEN: usize = 3;

/// The labels of all configurations of a stage, by index.
pub(super) struct PointLabels {
    pub(super) labels: Vec<String>,
    /// The factors whose levels the labels are.
    pub(super) heading: String,
}

impl StageView<'_> {
    /// Returns the title of a figure of a quantity, in which the penalty has its label.
    pub(super) fn title(&self, words: &str) -> String {
        let label = self.options.labels.iter().find(|(name, _)| name == "penalty").map_or("penalty", |(_, text)| text);
        self.title_of_names(&words.replace("penalty", label))
    }

    /// Returns the title of a figure from names that have their labels. It names the stage if there are several.
    pub(super) fn title_of_names(&self, words: &str) -> String {
        let mut words = words.chars();
        let first = words.next().map(|first| first.to_uppercase().chain(words).collect::<String>()).unwrap_or_default();
        self.beginning() + &first
    }

    /// Returns the beginning of the titles of figures: the name of the stage if there are several.
    pub(super) fn beginning(&self) -> String {
        let has_several = self.index.stages.len() > 1 || self.options.names_stage;
        if has_several { format!("{}: ", self.stage.summary.name) } else { String::new() }
    }

    /// Returns the name of a factor in words, or its whole key if another factor of the stage has the same words.
    pub(super) fn name(&self, key: &str) -> String {
        // A label that was asked for stays as it is.
        if key == INSTANCE || self.options.unlabeled(key) != key {
            return key.to_owned();
        }
        let mut others = self.stage.summary.factors.iter().filter(|factor| factor.key != key);
        if others.any(|other| key_in_words(&other.key) == key_in_words(key)) {
            key.replace(['.', '-'], " ")
        } else {
            key_in_words(key)
        }
    }

    /// Returns the names of factors in words.
    pub(super) fn names(&self, factors: &[usize]) -> String {
        let keys = factors.iter().map(|factor| self.name(&self.stage.summary.factors[*factor].key));
        keys.collect::<Vec<_>>().join(" · ")
    }

    /// Returns those of some factors whose levels tell the configurations apart: a factor that applies to some of them only is left
    /// out where the others tell as much.
    pub(super) fn telling(&self, mut factors: Vec<usize>) -> Vec<usize> {
        let points = &self.stage.points;
        let count = |factors: &[usize]| {
            let labels = points.iter().map(|point| label(point.levels, factors));
            labels.collect::<BTreeSet<String>>().len()
        };
        let all = count(&factors);
        for place in (0..factors.len()).rev() {
            let factor = factors[place];
            let applies = points.iter().filter(|point| !point.levels[factor].is_empty()).count();
            let is_constant = self.stage.summary.factors[factor].levels.len() < 2;
            let others: Vec<usize> = factors.iter().copied().filter(|other| *other != factor).collect();
            if (applies < points.len() || is_constant) && count(&others) == all {
                factors = others;
            }
        }
        factors
    }

    /// Returns the labels of all configurations: the levels of the factors that tell them apart.
    pub(super) fn labels(&self) -> PointLabels {
        let factors = self.telling((0..self.stage.summary.factors.len()).collect());
        let labels = self.stage.points.iter().map(|point| label(point.levels, &factors));
        PointLabels { labels: labels.collect(), heading: self.names(&factors) }
    }

    /// Returns labels that fit beside rows: the numbers of the configurations, if levels are too long or too many.
    pub(super) fn row_labels(&self) -> PointLabels {
        let labels = self.labels();
        let factors = labels.heading.split(" · ").count();
        let fits = |label: &String| {
            let (lines, has_room) = ChartRow::breaks(self.options.page, label);
            has_room && (lines == 1 || factors <= MAX_BROKEN)
        };
        if labels.labels.iter().all(fits) {
            return labels;
        }
        let numbers = self.stage.points.iter().map(|point| point.number.to_string());
        PointLabels { labels: numbers.collect(), heading: "configuration".to_owned() }
    }
}

/// Returns a key in words: its last two parts, or an operator and its rate.
pub(super) fn key_in_words(key: &str) -> String {
    let parts: Vec<&str> = key.split('.').collect();
    let words = match parts[..] {
        ["crossover", .., "rate"] => "crossover rate".to_owned(),
        ["mutation", .., "individual-rate"] => "mutation rate".to_owned(),
        ["mutation", .., "gene-rate"] => "gene mutation rate".to_owned(),
        ["alphabet", "expand"] => "alphabet expansion".to_owned(),
        [.., before, last] => format!("{before} {last}"),
        _ => key.to_owned(),
    };
    words.replace('-', " ")
}

/// Returns the levels of factors that apply as one text.
pub(super) fn label(levels: &[String], factors: &[usize]) -> String {
    label::label(factors.iter().map(|factor| &levels[*factor]))
}

/// Returns the end of a title on the value of a line over its trials, `, median of 50 trials`; empty with one trial each.
pub(super) fn center_over_trials<'a>(center: &str, lines: impl Iterator<Item = &'a [&'a TrialRow]>) -> String {
    trials_of(lines).map_or(String::new(), |trials| format!(", {center} of {trials}"))
}

/// Returns the number of trials of a line, `50 trials`; `None` with one trial each.
pub(super) fn trials_of<'a>(lines: impl Iterator<Item = &'a [&'a TrialRow]>) -> Option<String> {
    let counts: BTreeSet<usize> = lines.map(<[_]>::len).collect();
    let (&least, &most) = (counts.first()?, counts.last()?);
    let [fewest, greatest] = [least, most].map(|count| grouped(count as u64));
    let count = if least == most { greatest } else { format!("{fewest} to {greatest}") };
    (most > 1).then(|| format!("{count} trials"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_factors_are_the_last_two_parts_of_their_keys_or_an_operator_and_its_rate() {
        let keys =
            ["selection.tournament.size", "objective.penalty.edge-rule", "population", "crossover.one-point.rate"];
        let names = ["tournament size", "penalty edge rule", "population", "crossover rate"];
        assert_eq!(keys.map(key_in_words), names);
    }
}
