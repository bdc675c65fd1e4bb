//! Reading a sweep file with its overrides and the file that it includes. The result is a checked [`Sweep`], or its mistakes, of which at
//! most 20 are shown. Keys at the top are read here; stages, factors and instances in other files.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;

use super::arguments::{Overrides, Placed};
use super::base::ReadBase;
use super::check::{check_points, check_size};
use super::comparison::ComparisonKeys;
use super::diagnostic::{Diagnostic, Repair, SweepError, keep, reject};
use super::include::{self, INCLUDE};
use super::overrides;
use super::question;
use super::repair::{in_text, read_repaired, repair, without_second};
use super::single_values::{bounded_number, checked_evaluations, checked_name, checked_observers};
use super::sources::{Origin, Sources, Written};
use super::stages::{StageContext, read_stages};
use super::states::StateContext;
use super::{ONLY_STAGE, Stage, Sweep, keys, remarks};
use crate::instance::MAX_RANDOM;
use crate::logging::LogKeys;
use crate::record::Outcome;
use evocube_cube::document::{self, Node, ReadError};
use evocube_cube::rng::Seed;
use evocube_engine::optimizer::Observe;
use evocube_engine::registered::{Registered, Registry};

/// The keys at the top of a file. Keys of tables are read separately and are fields for the schema only.
#[derive(Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Head {
    /// Name of the sweep and of its results folder.
    #[cfg_attr(feature = "schema", schemars(with = "String", extend("pattern" = "^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$")))]
    name: Option<Spanned<String>>,
    /// The question and the expected answer, as Markdown. The report ends with them.
    #[serde(default)]
    notes: String,
    /// The question that the page answers first.
    #[serde(default, rename = "question")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<super::question::QuestionForm>"))]
    _question: IgnoredAny,
    /// Master seed of all random numbers, below 2^63. Default 1.
    #[cfg_attr(feature = "schema", schemars(with = "i64", range(min = 0)))]
    seed: Option<Spanned<i64>>,
    /// Trials of every design point on every instance. Default 1.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "i64", range(min = 1, max = 1_000_000)))]
    repetitions: Option<Spanned<i64>>,
    /// Held-out instances, random states on which the configuration that each stage selects is run once. Default: none.
    #[cfg_attr(feature = "schema", schemars(with = "Option<i64>", range(min = 1, max = 100_000)))]
    holdout: Option<Spanned<i64>>,
    /// Interval of generations that have a row of `convergence.csv`, too. A trial always logs generations in which its best so far
    /// improves, generations 0, 1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, … and the last one.
    #[cfg_attr(feature = "schema", schemars(with = "Option<i64>", range(min = 1, max = 1_000_000_000)))]
    log_every: Option<Spanned<i64>>,
    /// Numbers of evaluations, ascending: the first generation after each has a row of `convergence.csv`, too.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<i64>", length(max = 1000), inner(range(min = 1))))]
    log_at_evaluations: Vec<Spanned<i64>>,
    /// Registered observers, whose values are further columns of `convergence.csv`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Registered<dyn Observe>>"))]
    observers: Vec<Spanned<Registered<dyn Observe>>>,
    /// Deterministic solvers that also solve each instance.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<evocube_cube::search::SolverKind>"))]
    baselines: Vec<Spanned<String>>,
    /// Goal state of every instance: the name of a pattern, or a cube in any notation. Default: the solved state.
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    goal: Option<Spanned<String>>,
    /// Outcome by which configurations are compared, and by which a stage selects. Default `wins`.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Outcome>"))]
    outcome: Option<Spanned<Outcome>>,
    /// Outcomes that are tested. Default: `outcome` alone.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<Outcome>>", length(min = 1)))]
    outcomes: Option<Spanned<Vec<Outcome>>>,
    /// Evaluations within which trials are compared: those that all configurations may spend, those of each trial, or a number.
    /// Default `equal`, and `own` where a factor varies `stop`.
    #[cfg_attr(feature = "schema", schemars(with = "Option<super::comparison::EffortForm>"))]
    effort: Option<Spanned<toml::Value>>,
    /// Largest difference in the outcome without importance: percentage points of pairs or of solved trials, penalties, moves, or a
    /// ratio of evaluations until solved, above 1. Default: none, and no two configurations are called equal.
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    equivalence: Option<Spanned<f64>>,
    /// A sweep file with the keys that this one omits.
    #[serde(default, rename = "include")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    _include: IgnoredAny,
    /// The instances.
    #[serde(default, rename = "instance")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<crate::instance::InstanceEntry>", length(min = 1)))]
    _instance: IgnoredAny,
    /// Rule that chooses the design points of a sweep without stages. Default `factorial`.
    #[serde(default, rename = "design")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::design::Design>"))]
    _design: IgnoredAny,
    /// Number of points of a design other than `factorial`.
    #[serde(default, rename = "points")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<i64>", range(min = 1, max = 10_000)))]
    _points: IgnoredAny,
    /// Combinations of values that no configuration has, as in `elitism >= population`. Default: none.
    #[serde(default, rename = "forbid")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    _forbid: IgnoredAny,
    /// The configuration that all trials share.
    #[serde(default, rename = "base")]
    #[cfg_attr(feature = "schema", schemars(with = "evocube_engine::evolve::config::TrialConfig"))]
    _base: IgnoredAny,
    /// The stages, in the order in which they run.
    #[serde(default, rename = "stage")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<super::stages::StageHead>"))]
    _stage: IgnoredAny,
    /// The factors of a sweep without stages.
    #[serde(default, rename = "factor")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<super::factors::FactorHead>"))]
    _factor: IgnoredAny,
}

/// The master seed of a sweep that names none.
const DEFAULT_SEED: u64 = 1;

/// Reads a sweep with overrides, which may name the components of a registry; `path` is the name of the file.
pub(super) fn parse(text: &str, path: &Path, registry: &Registry, overrides: &Overrides) -> Result<Sweep, SweepError> {
    let mut sources = Sources::from_file(path, text);
    let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let files = BTreeMap::from([(file, blake3::hash(text.as_bytes()).to_hex().to_string())]);
    let mut origin = Origin { overrides: overrides.arguments().map(str::to_owned).collect(), files };
    let placed = overrides.placed(&mut sources);
    let (mut errors, mut remarks) = (Vec::new(), Vec::new());
    let changes = (&placed[..], overrides);
    let diagnostics = (&mut errors, &mut remarks);
    let read = registry.scope(|| read_sweep(text, registry, changes, &mut sources, &mut origin, diagnostics));
    let (sweep, root) = read.filter(|_| errors.is_empty()).ok_or_else(|| sources.error(errors))?;
    remarks.sort_by_key(|remark| remark.place.clone().map_or(0, |place| place.start));
    let remarks = remarks.into_iter().map(|remark| sources.locate(remark)).collect();
    Ok(Sweep { origin, remarks, written: Arc::new(Written { root, sources }), ..sweep })
}

/// Reads a sweep, and returns it with its keys. Every mistake is recorded in `errors` and repaired, so that the rest of the file is
/// checked. `None` is returned only if `errors` has a mistake.
fn read_sweep(
    text: &str,
    registry: &Registry,
    (placed, overrides): (&[Placed], &Overrides),
    sources: &mut Sources,
    origin: &mut Origin,
    (errors, remarks): (&mut Vec<Diagnostic>, &mut Vec<Diagnostic>),
) -> Option<(Sweep, Node)> {
    let (mut root, base) = read_keys(text, placed, sources, origin, errors)?;
    let sources = &*sources;
    let written = written_keys(&root, &base);
    // A key may be missing because it was removed as a mistake.
    let may_lack = !errors.iter().any(|wrong| wrong.repair == Repair::Remove);
    let Parts { instances, stages, question } = Parts::take(&mut root, errors);
    let (head, is_read) = read_head(&mut root, may_lack, errors);
    let ReadBase { written: base, complete, point, is_puzzle_known, is_right } =
        ReadBase::read(base, sources, registry, errors)?;
    let master = Seed::from_number(head.seed.unwrap_or(DEFAULT_SEED));
    let context = StageContext {
        base: &base,
        complete: &complete,
        seed: master.child("design"),
        comparison: head.comparison,
        samples_ranges: overrides.samples_ranges,
    };
    let stages = read_stages(stages, &context, errors);
    let states = StateContext { puzzle: &point.puzzle, is_puzzle_known, master, sources };
    let goal = states.goal(head.written.goal.as_ref(), errors);
    if instances.is_none() && may_lack {
        errors.push(without_instance(&root));
    }
    let (mut instances, places) = states.instances(instances, errors);
    instances.iter_mut().for_each(|instance| instance.goal.clone_from(&goal));
    if errors.is_empty() {
        remarks.extend(remarks::solved_instances(&point.puzzle, &instances, &places));
    }
    let baselines = states.baselines(&head.written.baselines, errors);
    let (mut stages, decisive) = stages?;
    let question = question.and_then(|node| question::read(node, &stages, errors));
    if !is_read {
        return None;
    }
    let holdout = head.holdout.zip(head.written.holdout.as_ref().map(Spanned::span));
    let held_out = states.held_out(holdout, &instances, &stages, goal.as_ref(), errors);
    remarks.extend(remarks::factor_remarks(&base, &stages));
    let place = head.written.repetitions.as_ref().map_or(0..0, Spanned::span);
    let size = check_size(&stages, instances.len(), held_out.len(), head.repetitions, place);
    if size.map_err(|wrong| errors.push(wrong)).is_ok() && is_right {
        let (conflicts, point_remarks) = check_points(&base, &complete, &stages, &head.log, !overrides.is_recorded);
        errors.extend(conflicts);
        remarks.extend(point_remarks);
    }
    let factor_keys = question::distinct_keys(&stages);
    if !held_out.is_empty() {
        stages.push(Stage::held_out_stage(&stages));
    }
    let sweep = Sweep {
        name: head.name?,
        notes: head.written.notes,
        question,
        seed: head.seed?,
        repetitions: head.repetitions,
        log: head.log,
        baselines,
        goal,
        instances,
        held_out,
        stages,
        base: point,
        complete,
        factor_keys,
        decisive,
        remarks: Vec::new(),
        origin: Origin::default(),
        written: Arc::new(Written { root: Node::table(), sources: Sources::none() }),
    };
    Some((sweep, written))
}

/// Reads the keys at the top, the usual ones if they cannot be read, and returns whether they could.
fn read_head(root: &mut Node, may_lack: bool, errors: &mut Vec<Diagnostic>) -> (CheckedHead, bool) {
    let is_named = root.get("name").is_some();
    let read: Option<Head> = read_repaired(root, errors);
    let is_read = read.is_some();
    if is_read && may_lack && !is_named {
        errors.push(Diagnostic::new("a sweep needs a name, as in name = \"crossover\"", None));
    }
    (CheckedHead::new(read.unwrap_or_default(), errors), is_read)
}

/// Reads the keys of a file with those of the file that it includes and with overrides: those at the top, and those of `[base]`.
fn read_keys(
    text: &str,
    overrides: &[Placed],
    sources: &mut Sources,
    origin: &mut Origin,
    errors: &mut Vec<Diagnostic>,
) -> Option<(Node, Node)> {
    let parsed = document::parse(text);
    let mistakes = |wrong: Vec<ReadError>| errors.extend(wrong.into_iter().map(|wrong| in_text(text, wrong)));
    let mut root = parsed.map_err(mistakes).ok()?;
    check_keys(&mut root, errors);
    let included = root.take(INCLUDE);
    let included = included.and_then(|file| include::read(&file, sources).map_err(|wrong| errors.extend(wrong)).ok());
    let mut base = root.take("base").unwrap_or_else(Node::table);
    if let Some((mut included, file)) = included {
        origin.files.extend([file]);
        check_keys(&mut included, errors);
        if let Some(mut below) = included.take("base") {
            include::merge(&mut below, &base, "base");
            base = below;
        }
        include::complete(&mut root, &included);
    }
    for change in overrides {
        if change.is_at_top {
            root.insert(&change.key, change.place.clone(), change.value.clone());
        } else if let Err(wrong) = overrides::apply(&mut base, &change.as_override()) {
            errors.push(wrong);
        }
    }
    Some((root, base))
}

/// Returns all keys for messages about a checked sweep. Of the instances they have the place only.
fn written_keys(root: &Node, base: &Node) -> Node {
    let mut keys = root.clone();
    keys.insert("base", 0..0, base.clone());
    if let Some(instances) = root.get("instance") {
        keys.insert("instance", 0..0, Node::table().with_place(place_of_first(instances)));
    }
    keys
}

/// The keys at the top that are read by themselves.
struct Parts {
    instances: Option<Node>,
    /// The list of stages, of which there is one in a file without `[[stage]]`.
    stages: Node,
    question: Option<Node>,
}

impl Parts {
    fn take(root: &mut Node, errors: &mut Vec<Diagnostic>) -> Self {
        let [instances, stages, factors, design, points, forbid, question] =
            ["instance", "stage", "factor", "design", "points", "forbid", "question"].map(|key| root.take(key));
        let Some(mut stages) = stages else {
            let keys = [("factor", factors), ("design", design), ("points", points), ("forbid", forbid)];
            let name = ("name", Some(Node::text(ONLY_STAGE)));
            let mut stage = Node::table();
            for (key, value) in keys.into_iter().chain([name]).filter_map(|(key, value)| Some((key, value?))) {
                stage.insert(key, value.span(), value);
            }
            return Self { instances, stages: Node::list(vec![stage]), question };
        };
        if let Some(factors) = factors {
            let message = "a sweep has either stages or factors at the top, not both: write [[stage.factor]]";
            errors.push(Diagnostic::new(message, Some(place_of_first(&factors))));
        }
        if let Some(design) = design.or(points) {
            let message = "the design and its points are those of a stage: write them there";
            errors.push(Diagnostic::new(message, Some(design.span())));
        }
        if let (Some(forbid), Some(items)) = (forbid, stages.items()) {
            let items = items.iter().cloned().map(|stage| with_forbidden(stage, &forbid)).collect();
            stages = Node::list(items).with_place(stages.span());
        }
        Self { instances, stages, question }
    }
}

/// Returns a stage that forbids what it says, and what the sweep forbids.
fn with_forbidden(mut stage: Node, forbid: &Node) -> Node {
    let both = match stage.get("forbid").and_then(Node::items).zip(forbid.items()) {
        Some((own, all)) => Node::list([own, all].concat()).with_place(forbid.span()),
        None if stage.get("forbid").is_some() => return stage,
        None => forbid.clone(),
    };
    stage.insert("forbid", forbid.span(), both);
    stage
}

/// The keys at the top, each checked by itself; a wrong one has its default, or is `None`.
struct CheckedHead {
    written: Head,
    name: Option<String>,
    seed: Option<u64>,
    repetitions: u64,
    holdout: Option<u64>,
    log: LogKeys,
    comparison: ComparisonKeys,
}

impl CheckedHead {
    fn new(written: Head, errors: &mut Vec<Diagnostic>) -> Self {
        let mut number = |name, key: &Option<Spanned<i64>>, max| {
            key.as_ref().and_then(|number| keep(bounded_number(name, number, max), errors))
        };
        let repetitions = number("repetitions", &written.repetitions, 1_000_000).unwrap_or(1);
        let every = number("log-every", &written.log_every, 1_000_000_000);
        let holdout = number("holdout", &written.holdout, u64::from(MAX_RANDOM));
        let at_evaluations = keep(checked_evaluations(&written.log_at_evaluations), errors).unwrap_or_default();
        let log = LogKeys { every, at_evaluations, observers: checked_observers(&written.observers, errors) };
        let comparison = ComparisonKeys {
            outcome: written.outcome.clone(),
            outcomes: written.outcomes.clone(),
            effort: written.effort.clone(),
            equivalence: written.equivalence.clone(),
        };
        let comparison = keep(comparison.check(&[]).map(|_| comparison), errors).unwrap_or_default();
        let name = written.name.as_ref().and_then(|name| keep(checked_name(name), errors));
        let seed = keep(written.seed.as_ref().map_or(Ok(DEFAULT_SEED), checked_seed), errors);
        Self { written, name, seed, repetitions, holdout, log, comparison }
    }
}

/// Checks the keys at the top of the file. A misspelled key is renamed to a similar known one.
fn check_keys(root: &mut Node, errors: &mut Vec<Diagnostic>) {
    let names: Vec<&'static str> = keys::OF_THE_TOP.into_iter().chain(keys::TABLES).collect();
    let unknown = root.entries().filter(|(name, ..)| !names.contains(name));
    let wrong = unknown
        .map(|(name, place, _)| without_second(root, keys::unknown(name, &names, &[]).or_at(Some(place.clone()))));
    for wrong in wrong.collect::<Vec<_>>() {
        repair(root, &wrong);
        errors.push(wrong);
    }
}

fn checked_seed(seed: &Spanned<i64>) -> Result<u64, Diagnostic> {
    let number = u64::try_from(*seed.get_ref());
    number.or_else(|_| reject(format!("seed {} is out of range: 0 to {}", seed.get_ref(), i64::MAX), seed.span()))
}

/// Returns the place of the first item of a list, or of another value.
fn place_of_first(value: &Node) -> Range<usize> {
    value.items().map_or_else(|| value.span(), |items| items.first().map_or(0..0, Node::span))
}

/// Returns the mistake of a sweep without instances, placed after the last key at the top.
fn without_instance(root: &Node) -> Diagnostic {
    let end = root.entries().filter_map(|(_, _, value)| Some(value.place()?.end)).max();
    let message = "a sweep needs an [[instance]]: a cube to solve, as in random = 10";
    Diagnostic::new(message, end.map(|end| end - 1..end))
}
