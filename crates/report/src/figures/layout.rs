//! The division of a stage's trials, without those of deterministic solvers, into the panels and lines of a figure, and the looks of lines.
//! Chart, steps, titles and captions are made here, too. A design has at most [`MAX_PANELS`] panels; options, and objectives that differ,
//! may have more. Of more than [`MAX_LINES`] configurations, the first in the order of selection have lines.

use std::collections::BTreeMap;

use super::StageView;
use super::names::label;
use super::shares::Shares;
use crate::options::INSTANCE;
use crate::result_index::{COMPARED, PointTrials};
use crate::wording::{counted, listed};
use evocube_experiment::record::{TrialRow, varies_objective};
use evocube_plot::{Axis, Band, Chart, JOINT, LOOKS, Line, Panel, band_stairs, in_percent, look, ordered_rank, stairs};
use evocube_rows::{Data, Field};

/// Maximum number of panels that no option asks for.
pub(super) const MAX_PANELS: usize = 15;
/// Maximum number of instances with a line or a row each, since each line needs a look; of more, one has the trials of all.
pub(super) const MAX_INSTANCES: usize = LOOKS.len();
/// Maximum number of lines of a panel: the first configurations in the order of selection.
pub(super) const MAX_LINES: usize = 1000;

/// The trials of a line.
pub(super) struct LineTrials<'a> {
    /// The name in the legend.
    pub(super) label: String,
    /// The number of the look; `None` for the gray background.
    pub(super) rank: Option<usize>,
    /// The levels of the `line_keys`.
    pub(super) levels: Vec<String>,
    pub(super) trials: Vec<&'a TrialRow>,
}

/// The lines of a panel.
pub(super) struct PanelTrials<'a> {
    /// The levels of the `panel_keys`.
    pub(super) levels: Vec<String>,
    pub(super) lines: Vec<LineTrials<'a>>,
}

/// The lines of each panel.
pub(super) struct PanelLayout<'a> {
    pub(super) panels: Vec<PanelTrials<'a>>,
    /// The factors whose levels are the panels; empty with one panel.
    pub(super) panel_keys: Vec<String>,
    /// The factors whose levels are the lines.
    pub(super) line_keys: Vec<String>,
    /// The name of the panels.
    pub(super) panels_are: String,
    /// The levels of the panels that are left out because their lines are level.
    level_panels: Vec<String>,
    /// The heading of the legend.
    pub(super) lines_are: String,
    /// The factors over whose levels lines are pooled.
    pub(super) pooled: Vec<String>,
    /// The number of configurations without a line.
    omitted: usize,
    /// Whether each objective has panels of its own.
    pub(super) is_by_objective: bool,
}

/// A factor of the stage by its index, or the instances.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Group {
    Factor(usize),
    Instance,
}

/// Divides the trials into panels and lines by the options, otherwise by the design:
///
/// - without factors, a line is an instance, or all of them if they are too many;
/// - with one factor, a line is a level;
/// - with two or three factors in all combinations, a line is a level of the factor of the question or else of the last, and a panel a
///   combination of the others;
/// - with other designs, a line is a configuration, in the order of selection as far as there are looks.
pub(super) fn layout<'a>(view: &StageView<'a>) -> PanelLayout<'a> {
    divided(view, &[])
}

/// Divides the trials likewise, with panels of its own for each objective: penalties of different ones have no common axis.
pub(super) fn layout_by_objective<'a>(view: &StageView<'a>) -> PanelLayout<'a> {
    if view.stage.summary.selection.comparable_penalties {
        return layout(view);
    }
    // Each folder of a comparison has one objective.
    let factors = view.factors_of_keys(|key| varies_objective(key) || key == COMPARED);
    divided(view, &factors.into_iter().map(Group::Factor).collect::<Vec<_>>())
}

/// Divides the trials by the levels of the first panels, then as [`layout`] does.
fn divided<'a>(view: &StageView<'a>, first: &[Group]) -> PanelLayout<'a> {
    let options = view.options;
    let (facet, color) = (Group::facet(view), options.color.as_ref().and_then(|key| Group::new(view, key)));
    let factors = &view.stage.summary.factors;
    let is_left = |place: &usize| factors[*place].levels.len() > 1 && !first.contains(&Group::Factor(*place));
    let several: Vec<usize> = (0..factors.len()).filter(is_left).collect();
    let (panels, lines) = match (facet, color) {
        (None, None) if first.is_empty() => by_design(view, &several),
        (None, None) => match several[..] {
            [factor] if factors[factor].levels.len() <= LOOKS.len() => (vec![], Some(Group::Factor(factor))),
            _ => (vec![], None),
        },
        (facet, Some(color)) => (facet.into_iter().collect(), Some(color)),
        (Some(facet), None) => {
            let others: Vec<usize> = several.iter().copied().filter(|factor| Group::Factor(*factor) != facet).collect();
            (vec![facet], if let [only] = others[..] { Some(Group::Factor(only)) } else { None })
        }
    };
    let others = panels.into_iter().filter(|group| !first.contains(group));
    let panels: Vec<Group> = first.iter().copied().chain(others).collect();
    let layout = match lines {
        Some(lines) => by_levels(view, &panels, lines),
        None => by_configuration(view, &panels),
    };
    PanelLayout { is_by_objective: !first.is_empty(), ..layout }
}

/// Panels and lines of a design; `None` for a line each configuration.
fn by_design(view: &StageView<'_>, several: &[usize]) -> (Vec<Group>, Option<Group>) {
    let stage = view.stage;
    let levels = |factor: usize| stage.summary.factors[factor].levels.len();
    let complete = stage.points.iter().all(|point| several.iter().all(|factor| !point.levels[*factor].is_empty()))
        && several.iter().map(|factor| levels(*factor)).product::<usize>() == stage.points.len();
    match several {
        [] if view.index.results.sweep.instances.len() > MAX_INSTANCES => (vec![], None),
        [] => (vec![], Some(Group::Instance)),
        [factor] if stage.points.len() <= LOOKS.len() => (vec![], Some(Group::Factor(*factor))),
        [_, _] | [_, _, _] if complete => {
            let fits = |lines: &usize| {
                let panels =
                    several.iter().filter(|factor| *factor != lines).map(|factor| levels(*factor)).product::<usize>();
                levels(*lines) <= LOOKS.len() && panels <= MAX_PANELS
            };
            let asked =
                view.question().map(|(factor, _)| factor).filter(|factor| several.contains(factor) && fits(factor));
            let Some(lines) = asked.or_else(|| several.iter().copied().rev().find(fits)) else {
                return (vec![], None);
            };
            let panels =
                several.iter().filter(|factor| **factor != lines).map(|factor| Group::Factor(*factor)).collect();
            (panels, Some(Group::Factor(lines)))
        }
        _ => (vec![], None),
    }
}

impl Group {
    /// Returns the group that a key names; `None` if the stage lacks it.
    fn new(view: &StageView<'_>, key: &str) -> Option<Self> {
        if key == INSTANCE {
            return Some(Self::Instance);
        }
        view.stage.summary.factors.iter().position(|factor| factor.key == key).map(Self::Factor)
    }

    /// Returns the group whose levels have panels or rows of their own by the options.
    pub(super) fn facet(view: &StageView<'_>) -> Option<Self> {
        let named = view.options.facet.as_ref().and_then(|key| Self::new(view, key));
        named.or(view.options.by_instance.then_some(Self::Instance))
    }

    pub(super) fn key(self, view: &StageView<'_>) -> String {
        match self {
            Self::Factor(factor) => view.stage.summary.factors[factor].key.clone(),
            Self::Instance => INSTANCE.to_owned(),
        }
    }

    /// Returns the levels. A factor that does not apply to some point has an empty level at the end.
    pub(super) fn levels(self, view: &StageView<'_>) -> Vec<String> {
        match self {
            Self::Factor(factor) => {
                let mut levels = view.stage.summary.factors[factor].levels.clone();
                if view.stage.points.iter().any(|point| point.levels[factor].is_empty()) {
                    levels.push(String::new());
                }
                levels
            }
            Self::Instance => view.index.results.sweep.instances.iter().map(|instance| instance.name.clone()).collect(),
        }
    }

    pub(super) fn level<'a>(self, point: &'a PointTrials<'_>, trial: &'a TrialRow) -> &'a str {
        match self {
            Self::Factor(factor) => &point.levels[factor],
            Self::Instance => &trial.instance,
        }
    }
}

/// Returns all combinations of the levels of groups; one empty combination without groups.
fn combinations(view: &StageView<'_>, groups: &[Group]) -> Vec<Vec<String>> {
    groups.iter().fold(vec![vec![]], |all: Vec<Vec<String>>, group| {
        let levels = group.levels(view);
        all.iter()
            .flat_map(|before| levels.iter().map(|level| [&before[..], std::slice::from_ref(level)].concat()))
            .collect()
    })
}

/// Returns the points of evolution with these levels of groups, and their trials with them.
fn with_levels<'a>(
    view: &StageView<'a>,
    groups: &[Group],
    levels: &[String],
) -> impl Iterator<Item = (&'a PointTrials<'a>, &'a [&'a TrialRow])> {
    let instance = groups.iter().zip(levels).find(|(group, _)| **group == Group::Instance).map(|(_, level)| level);
    let has_level = |point: &PointTrials<'_>, group: &Group, level: &str| match group {
        Group::Factor(factor) => point.levels[*factor] == level,
        Group::Instance => true,
    };
    let points = view.stage.points.iter().filter(move |point| {
        !point.is_solvers() && groups.iter().zip(levels).all(|(group, level)| has_level(point, group, level))
    });
    points.map(move |point| (point, instance.map_or(&point.trials[..], |instance| point.trials_on(instance))))
}

fn by_levels<'a>(view: &StageView<'a>, panels: &[Group], lines: Group) -> PanelLayout<'a> {
    let ranks = match lines {
        Group::Factor(_) => ranks(&lines.levels(view)),
        Group::Instance => (0..lines.levels(view).len()).map(|place| (place < LOOKS.len()).then_some(place)).collect(),
    };
    let panel_lines = |panel_levels: &[String]| {
        let mut by_level: BTreeMap<&str, Vec<&TrialRow>> = BTreeMap::new();
        for (point, trials) in with_levels(view, panels, panel_levels) {
            match lines {
                Group::Factor(factor) => by_level.entry(&point.levels[factor]).or_default().extend(trials),
                Group::Instance => {
                    trials.iter().for_each(|trial| by_level.entry(&trial.instance).or_default().push(trial))
                }
            }
        }
        let line = |(index, level): (usize, &String)| {
            let trials = by_level.remove(level.as_str()).unwrap_or_default();
            let label = if level.is_empty() { "does not apply" } else { level }.to_owned();
            let rank = ranks[index];
            (!trials.is_empty()).then(|| LineTrials { label, rank, levels: vec![level.clone()], trials })
        };
        lines.levels(view).iter().enumerate().filter_map(line).collect()
    };
    let shown = |factor: usize| lines == Group::Factor(factor) || panels.contains(&Group::Factor(factor));
    let factors = view.stage.summary.factors.iter().enumerate();
    let pooled = factors.filter(|(place, factor)| factor.levels.len() > 1 && !shown(*place));
    PanelLayout {
        line_keys: vec![lines.key(view)],
        lines_are: view.name(&lines.key(view)),
        pooled: pooled.map(|(_, factor)| view.name(&factor.key)).collect(),
        ..PanelLayout::new(view, panels, panel_lines)
    }
}

/// Returns the look of each level, as far as there are looks: ordered ones for three numbers or more.
pub(super) fn ranks(levels: &[String]) -> Vec<Option<usize>> {
    let numbers: Option<Vec<f64>> = levels.iter().map(|level| level.parse().ok()).collect();
    let numbers = numbers.filter(|numbers| (3..=LOOKS.len()).contains(&numbers.len()));
    let rank = |place: usize| match &numbers {
        Some(numbers) => {
            let below = numbers.iter().filter(|number| **number < numbers[place]).count();
            Some(ordered_rank(below, numbers.len()))
        }
        None => (place < LOOKS.len()).then_some(place),
    };
    (0..levels.len()).map(rank).collect()
}

/// Returns the label of the trials of all instances.
pub(super) fn all_instances(view: &StageView<'_>) -> String {
    format!("all {}", counted(view.index.results.sweep.instances.len() as u64, "instance"))
}

/// Returns the sentence of a caption about configurations without lines.
pub(super) fn omission(configurations: usize) -> String {
    match configurations {
        0 => String::new(),
        several => {
            let configurations = counted(several as u64, "configuration");
            format!(" Without a line: {configurations}, the last in the order of selection.")
        }
    }
}

fn by_configuration<'a>(view: &StageView<'a>, panels: &[Group]) -> PanelLayout<'a> {
    let factors: Vec<usize> =
        (0..view.stage.summary.factors.len()).filter(|factor| !panels.contains(&Group::Factor(*factor))).collect();
    let levels =
        |point: &PointTrials<'_>| factors.iter().map(|factor| point.levels[*factor].clone()).collect::<Vec<String>>();
    let telling = view.telling(factors.clone());
    // The same levels have one look in all panels, in the order of the points or, if there are too many, of selection.
    let mut looks: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    let few = view.stage.points.iter().map(levels).collect::<std::collections::BTreeSet<_>>().len() <= LOOKS.len();
    let ordered: Vec<&PointTrials<'_>> = if few {
        view.stage.configurations().collect()
    } else {
        view.stage.ranking().filter(|point| !point.is_solvers()).collect()
    };
    for point in ordered.iter().take(MAX_LINES) {
        let next = looks.len();
        looks.entry(levels(point)).or_insert(next);
    }
    let omitted = ordered.iter().filter(|point| !looks.contains_key(&levels(point))).count();
    // The only line of a stage without factors.
    let all_instances = (factors.is_empty() && panels.is_empty()).then(|| all_instances(view));
    let panel_lines = |panel_levels: &[String]| {
        let mut lines: BTreeMap<usize, LineTrials<'a>> = BTreeMap::new();
        for (point, trials) in with_levels(view, panels, panel_levels).filter(|(_, trials)| !trials.is_empty()) {
            let levels = levels(point);
            let Some(&look) = looks.get(&levels) else { continue };
            let line = lines.entry(look).or_insert_with(|| {
                let label = all_instances.clone().unwrap_or_else(|| label(point.levels, &telling));
                LineTrials { label, rank: (look < LOOKS.len()).then_some(look), levels, trials: vec![] }
            });
            line.trials.extend(trials);
        }
        lines.into_values().collect()
    };
    let keys: Vec<String> = factors.iter().map(|factor| view.stage.summary.factors[*factor].key.clone()).collect();
    let first = LOOKS.len().min(view.stage.summary.configurations());
    let lines_are = if few {
        view.names(&telling)
    } else {
        format!("{}, the first {first} in the order of selection", view.names(&telling))
    };
    PanelLayout { line_keys: keys, lines_are, omitted, ..PanelLayout::new(view, panels, panel_lines) }
}

impl<'a> PanelLayout<'a> {
    /// Returns the lines of each combination of the levels of groups; panels without lines are left out, and the one to which no group
    /// applies.
    fn new(view: &StageView<'a>, groups: &[Group], lines: impl Fn(&[String]) -> Vec<LineTrials<'a>>) -> Self {
        let panel = |levels: Vec<String>| PanelTrials { lines: lines(&levels), levels };
        let applies = |levels: &Vec<String>| levels.is_empty() || levels.iter().any(|level| !level.is_empty());
        let keys: Vec<String> = groups.iter().map(|group| group.key(view)).collect();
        Self {
            panels: combinations(view, groups)
                .into_iter()
                .filter(applies)
                .map(panel)
                .filter(|panel| !panel.lines.is_empty())
                .collect(),
            panels_are: keys.iter().map(|key| view.name(key)).collect::<Vec<_>>().join(JOINT),
            panel_keys: keys,
            line_keys: vec![],
            level_panels: vec![],
            lines_are: String::new(),
            pooled: vec![],
            omitted: 0,
            is_by_objective: false,
        }
    }

    /// Returns the trials of each line.
    pub(super) fn trials(&self) -> impl Iterator<Item = &[&TrialRow]> {
        self.panels.iter().flat_map(|panel| &panel.lines).map(|line| &line.trials[..])
    }

    /// Returns the number of lines of all panels.
    pub(super) fn lines(&self) -> usize {
        self.panels.iter().map(|panel| panel.lines.len()).sum()
    }

    /// Returns the chart of the panels. Each panel with an axis of its own has a row for itself.
    pub(super) fn chart<'c>(
        &self,
        title: &'c str,
        names: (&'c str, &'c str),
        axes: (Axis, Axis),
        panels: Vec<Panel>,
    ) -> Chart<'c> {
        let (lines_are, columns) = (self.lines_are.clone(), self.is_by_objective.then_some(1));
        Chart { title, names, axes, lines_are, panels, columns, entries: vec![] }
    }

    /// Draws the shares of each line as steps, in percent, with bands below those in color. Returns the panels, and the shares as tidy
    /// data: the place in the column `place`, the share in `height`. Panels whose lines are all level show nothing and are left out,
    /// unless all are.
    pub(super) fn stairs(
        &mut self,
        place: &str,
        height: &str,
        draw: impl Fn(&LineTrials<'_>) -> Shares,
    ) -> (Vec<Panel>, Data) {
        let mut data = Data::new(&[self.columns(), vec![place, height, "low_95", "high_95"]].concat());
        let mut panels = Vec::new();
        for trials in &self.panels {
            let mut panel = Panel { title: self.title(trials), ..Panel::default() };
            for line in &trials.lines {
                let shares = draw(line);
                let (intervals, mut band) = (shares.intervals(), vec![]);
                for ((place, height), interval) in shares.points.iter().zip(intervals) {
                    let ends = interval.map(|ends| [ends.low, ends.high]);
                    band.extend(ends.map(|[low, high]| (*place, 100.0 * low, 100.0 * high)));
                    let [low, high] = ends.map_or([None; 2], |ends| ends.map(Some));
                    let place = place.round();
                    let levels = trials.levels.iter().chain(&line.levels).map(|level| level as &dyn Field);
                    data.row(&levels.chain([&place as &dyn Field, height, &low, &high]).collect::<Vec<_>>());
                }
                let rank = line.rank.filter(|_| band.len() > 1);
                panel.bands.extend(rank.map(|rank| Band(look(Some(rank)).color, band_stairs(&band))));
                panel.lines.push(Line::ranked(shares.label, line.rank, in_percent(&stairs(&shares.points))));
            }
            panels.push(panel);
        }
        let (shown, level): (Vec<Panel>, Vec<Panel>) =
            panels.into_iter().partition(|panel| panel.lines.iter().any(|line| line.ends().0 < line.ends().1));
        if shown.is_empty() {
            return (level, data);
        }
        self.level_panels = level.into_iter().filter_map(|panel| Some(panel.title?.1)).collect();
        (shown, data)
    }

    /// Returns the title of a panel: the factors that apply and their levels; `None` with one panel.
    pub(super) fn title(&self, panel: &PanelTrials<'_>) -> Option<(String, String)> {
        let named = self.panels_are.split(JOINT).zip(&panel.levels).filter(|(_, level)| !level.is_empty());
        let (names, levels): (Vec<&str>, Vec<&str>) = named.map(|(name, level)| (name, level.as_str())).unzip();
        (!self.panel_keys.is_empty()).then(|| (names.join(JOINT), levels.join(JOINT)))
    }

    /// Returns the columns of tidy data that name panel and line.
    pub(super) fn columns(&self) -> Vec<&str> {
        self.panel_keys.iter().chain(&self.line_keys).map(String::as_str).collect()
    }

    /// Returns the sentences of a caption about panels and lines.
    pub(super) fn sentences(&self) -> String {
        let mut text = String::new();
        let axes = if self.is_by_objective {
            "each with an axis of its own: penalties of different objectives are different measures"
        } else {
            "all with the same axes"
        };
        let names = &self.panels_are;
        match self.panel_keys.len() {
            0 => {}
            1 => text.push_str(&format!(" One panel for each level of {names}, {axes}.")),
            _ => {
                let names: Vec<String> = names.split(JOINT).map(str::to_owned).collect();
                text.push_str(&format!(" One panel for each combination of {}, {axes}.", listed(&names)));
            }
        }
        if !self.level_panels.is_empty() {
            text.push_str(&format!(" Left out, because no line rises or falls: {}.", self.level_panels.join(", ")));
        }
        if !self.pooled.is_empty() {
            text.push_str(&format!(" Lines take the levels of {} together.", listed(&self.pooled)));
        }
        text + &omission(self.omitted)
    }
}
