//! Reading a sweep file.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;

use super::arguments::{Overrides, Placed};
use super::check::{check_points, check_size};
use super::comparison::ComparisonKeys;
use super::diagnostic::{Diagnostic, Repair, SweepError, keep, reject};
use super::factors::tables;
use super::include::{self, INCLUDE};
use super::initial;
use super::overrides::{self, Base, PUZZLE};
use super::question;
use super::single_values::{bounded_number, checked_evaluations, checked_name, checked_observers};
use super::sources::{Origin, Sources, Written};
use super::stages::{StageContext, read_stages};
use super::tree::Node;
use super::{MAX_TRIALS, ONLY_STAGE, Stage, Sweep, held_out, keys, remarks, syntax};
use crate::instance::{Instance, InstanceEntry, MAX_RANDOM, read_goal, shorten_digests};
use crate::logging::LogKeys;
use crate::record::Outcome;
use evocube_cube::puzzle::AnyPuzzle;
use evocube_cube::rng::Seed;
use evocube_cube::search::SolverKind;
use evocube_cube::text::similar;
use evocube_engine::optimizer::Observe;
use evocube_engine::registered::Registered;

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
    #[cfg_attr(feature = "schema", schemars(with = "Vec<SolverKind>"))]
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
    #[cfg_attr(feature = "schema", schemars(with = "Vec<InstanceEntry>", length(min = 1)))]
    _instance: IgnoredAny,
    /// Rule that chooses the design points of a sweep without stages. Default `factorial`.
    #[serde(default, rename = "design")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::design::Design>"))]
    _design: IgnoredAny,
    /// Number of points of a design other than `factorial`.
    #[serde(default, rename = "points")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<i64>", range(min = 1, max = 10_000)))]
    _points: IgnoredAny,
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

/// Reads a sweep with overrides; `path` is the name of the file.
pub(super) fn parse(text: &str, path: &Path, overrides: &Overrides) -> Result<Sweep, SweepError> {
    let mut sources = Sources::from_file(path, text);
    let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let files = BTreeMap::from([(file, blake3::hash(text.as_bytes()).to_hex().to_string())]);
    let mut origin = Origin { overrides: overrides.arguments().map(str::to_owned).collect(), files };
    let overrides = overrides.placed(&mut sources);
    let (mut errors, mut remarks) = (Vec::new(), Vec::new());
    let read = read_sweep(text, &overrides, &mut sources, &mut origin, (&mut errors, &mut remarks));
    let (sweep, root) = read.filter(|_| errors.is_empty()).ok_or_else(|| sources.error(errors))?;
    let remarks = remarks.into_iter().map(|remark| sources.locate(remark)).collect();
    Ok(Sweep { origin, remarks, written: Arc::new(Written { root, sources }), ..sweep })
}

/// Reads a sweep, and returns it with its keys. Every mistake is recorded in `errors` and repaired, so that the rest of the file is
/// checked. `None` is returned only if `errors` has a mistake.
fn read_sweep(
    text: &str,
    overrides: &[Placed],
    sources: &mut Sources,
    origin: &mut Origin,
    (errors, remarks): (&mut Vec<Diagnostic>, &mut Vec<Diagnostic>),
) -> Option<(Sweep, Node)> {
    let mut root = syntax::parse(text).map_err(|wrong| errors.extend(wrong)).ok()?;
    check_keys(&mut root, errors);
    let included = root.take(INCLUDE);
    let included = included.and_then(|file| include::read(&file, sources).map_err(|wrong| errors.extend(wrong)).ok());
    let sources = &*sources;
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
    // A key may be missing because it was removed as a mistake.
    let is_taken_out = errors.iter().any(|wrong| wrong.repair == Repair::Remove);
    let instances = root.take("instance");
    let mut whole = root.clone();
    whole.insert("base", 0..0, base.clone());
    if let Some(instances) = &instances {
        whole.insert("instance", 0..0, Node::table().with_place(instances.items().map_or(instances.span(), first_of)));
    }
    let [stages, factors, design, points, question] =
        ["stage", "factor", "design", "points", "question"].map(|key| root.take(key));
    let read: Option<Head> = root.read_repaired(errors);
    let is_read = read.is_some();
    let head = read.unwrap_or_default();
    let mut number = |what, written: &Option<Spanned<i64>>, max| {
        written.as_ref().and_then(|written| keep(bounded_number(what, written, max), errors))
    };
    let repetitions = number("repetitions", &head.repetitions, 1_000_000).unwrap_or(1);
    let every = number("log-every", &head.log_every, 1_000_000_000);
    let holdout = number("holdout", &head.holdout, u64::from(MAX_RANDOM));
    let at_evaluations = keep(checked_evaluations(&head.log_at_evaluations), errors).unwrap_or_default();
    let log = LogKeys { every, at_evaluations, observers: checked_observers(&head.observers, errors) };
    let comparison = ComparisonKeys {
        outcome: head.outcome.clone(),
        outcomes: head.outcomes.clone(),
        effort: head.effort.clone(),
        equivalence: head.equivalence.clone(),
    };
    let comparison = keep(comparison.check(&[]).map(|_| comparison), errors).unwrap_or_default();
    let name = head.name.as_ref().and_then(|name| keep(checked_name(name), errors));
    let seed = keep(head.seed.as_ref().map_or(Ok(DEFAULT_SEED), checked_seed), errors);
    if is_read && !is_taken_out {
        check_required(&head, &root, errors);
    }
    let (mut base, is_puzzle_known) = read_base(base, sources, errors);
    let count = errors.len();
    let point = base.read_repaired(errors)?;
    let is_base_right = is_puzzle_known && errors.len() == count;
    let puzzle = &point.puzzle;
    let complete = Node::from(&toml::Value::Table(point.to_table()));
    let complete = Base::with_puzzle(complete, puzzle.clone());
    let master = Seed::from_number(seed.unwrap_or(DEFAULT_SEED));
    let seed_of_designs = master.child("design");
    let context = StageContext { base: &base, complete: &complete, seed: seed_of_designs, comparison };
    let stages = match stages {
        Some(stages) => {
            if let Some(factors) = factors {
                let message = "a sweep has either stages or factors at the top, not both: write [[stage.factor]]";
                errors.push(Diagnostic::new(message, Some(factors.items().map_or(factors.span(), first_of))));
            }
            if let Some(design) = design.or(points) {
                let message = "the design and its points are those of a stage: write them there";
                errors.push(Diagnostic::new(message, Some(design.span())));
            }
            stages
        }
        None => {
            let keys = [("factor", factors), ("design", design), ("points", points)];
            let name = ("name", Some(Node::text(ONLY_STAGE)));
            let mut stage = Node::table();
            for (key, value) in keys.into_iter().chain([name]).filter_map(|(key, value)| Some((key, value?))) {
                stage.insert(key, value.span(), value);
            }
            Node::list(vec![stage])
        }
    };
    let stages = read_stages(stages, &context, errors);
    let goal = head.goal.as_ref().filter(|_| is_puzzle_known).and_then(|goal| {
        let wrong = |message| errors.push(Diagnostic::new(message, Some(goal.span())));
        read_goal(goal.get_ref(), puzzle).map_err(wrong).ok()
    });
    if instances.is_none() && !is_taken_out {
        // Placed after the last key at the top.
        let end = root.entries().filter_map(|(_, _, value)| Some(value.place()?.end)).max();
        let message = "a sweep needs an [[instance]]: a cube to solve, as in random = 10";
        errors.push(Diagnostic::new(message, end.map(|end| end - 1..end)));
    }
    let mut instances = read_instances(instances, puzzle, is_puzzle_known, master, sources, errors);
    instances.iter_mut().for_each(|instance| instance.goal.clone_from(&goal));
    let baselines = read_baselines(&head, puzzle, is_puzzle_known, errors);
    let (mut stages, decisive) = stages?;
    let question = question.and_then(|node| question::read(node, &stages, errors));
    if !is_read {
        return None;
    }
    let mut held_out = Vec::new();
    if let (Some(count), Some(place)) = (holdout, head.holdout.as_ref().filter(|_| is_puzzle_known)) {
        let drawn = held_out::draw(count, &instances, &stages, (puzzle, master), goal.as_ref());
        held_out = keep(drawn.or_else(|(_, message)| reject(message, place.span())), errors).unwrap_or_default();
    }
    remarks.extend(remarks::factor_remarks(&base, &stages));
    let place = head.repetitions.as_ref().map_or(0..0, Spanned::span);
    match check_size(&stages, (instances.len(), held_out.len()), repetitions, place) {
        Err(wrong) => errors.push(wrong),
        Ok(()) if is_base_right => {
            let (conflicts, point_remarks) = check_points(&base, &complete, &stages, &log);
            errors.extend(conflicts);
            remarks.extend(point_remarks);
        }
        Ok(()) => {}
    }
    remarks.sort_by_key(|remark| remark.place.clone().map_or(0, |place| place.start));
    let mut seen = HashSet::new();
    let keys = stages.iter().flat_map(|stage| &stage.factors).map(|factor| &factor.key);
    let factor_keys = keys.filter(|key| seen.insert(*key)).cloned().collect();
    if !held_out.is_empty() {
        stages.push(Stage::held_out_stage(&stages));
    }
    let sweep = Sweep {
        name: name?,
        notes: head.notes,
        question,
        seed: seed?,
        repetitions,
        log,
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
    Some((sweep, whole))
}

/// Checks the keys at the top of the file. A misspelled key is renamed to a similar known one.
fn check_keys(root: &mut Node, errors: &mut Vec<Diagnostic>) {
    let names: Vec<&str> = keys::OF_THE_TOP.into_iter().chain(keys::TABLES).collect();
    let unknown = root.entries().filter(|(name, ..)| !names.contains(name));
    let wrong = unknown.map(|(name, place, _)| {
        root.without_second(keys::unknown(name, names.clone(), &[]).or_at(Some(place.clone())))
    });
    for wrong in wrong.collect::<Vec<_>>() {
        root.repair(&wrong);
        errors.push(wrong);
    }
}

/// Records a missing name.
fn check_required(head: &Head, root: &Node, errors: &mut Vec<Diagnostic>) {
    // An unreadable name is recorded already.
    let is_recorded = errors.iter().any(|error| error.message.starts_with("name"));
    if head.name.is_none() && root.get("name").is_none() && !is_recorded {
        errors.push(Diagnostic::new("a sweep needs a name, as in name = \"crossover\"", None));
    }
}

fn checked_seed(seed: &Spanned<i64>) -> Result<u64, Diagnostic> {
    let number = u64::try_from(*seed.get_ref());
    number.or_else(|_| reject(format!("seed {} is out of range: 0 to {}", seed.get_ref(), i64::MAX), seed.span()))
}

/// Returns the place of the first item of a list.
fn first_of(items: &[Node]) -> Range<usize> {
    items.first().map_or(0..0, Node::span)
}

/// Reads the puzzle of `[base]`, and returns whether it is valid.
fn read_base(mut tree: Node, sources: &Sources, errors: &mut Vec<Diagnostic>) -> (Base, bool) {
    if !tree.is_table() {
        errors.push(Diagnostic::new("base is written as [base]", Some(tree.span())));
        tree = Node::table();
    }
    // The puzzle is repaired first, since the other keys depend on it.
    let is_puzzle = |key: &str| !keys::OF_BASE.contains(&key) && similar(key, keys::OF_BASE) == Some(PUZZLE);
    let misspelled = tree.entries().find(|(key, ..)| is_puzzle(key));
    let wrong =
        misspelled.map(|(key, place, _)| keys::unknown(key, keys::OF_BASE.to_vec(), &[]).or_at(Some(place.clone())));
    if let Some(wrong) = wrong {
        tree.repair(&wrong);
        errors.push(wrong);
    }
    let place = tree.get(overrides::INITIAL).and_then(Node::place).unwrap_or_default();
    if let Err(wrong) = initial::resolve(&mut tree, sources.path_at(&place)) {
        errors.push(wrong);
        tree.take(overrides::INITIAL);
    }
    let place = tree.get(PUZZLE).and_then(Node::place).unwrap_or_default();
    match Base::new(tree.clone(), sources.path_at(&place)) {
        Ok(base) => (base, true),
        Err(wrong) => {
            errors.push(wrong);
            tree.take(PUZZLE);
            (Base::with_puzzle(tree, AnyPuzzle::default()), false)
        }
    }
}

/// Reads the instances. If the puzzle is unknown, only their keys are checked.
fn read_instances(
    value: Option<Node>,
    puzzle: &AnyPuzzle,
    is_puzzle_known: bool,
    master: Seed,
    sources: &Sources,
    errors: &mut Vec<Diagnostic>,
) -> Vec<Instance> {
    let entries = value.map_or(Vec::new(), |value| tables(value, "instance", errors));
    let (mut groups, mut count) = (Vec::new(), 0);
    for mut entry in entries {
        let span = entry.span();
        let errors_before = errors.len();
        let Some(read) = entry.read_repaired::<InstanceEntry>(errors) else { continue };
        if !is_puzzle_known || errors.len() > errors_before {
            continue;
        }
        match read.instances(puzzle, master, sources.path_at(&span)) {
            Err((message, place)) => errors.push(Diagnostic::new(message, place.or(Some(span.clone())))),
            Ok(instances) => {
                count += instances.len();
                groups.push((span.clone(), read.is_named_by_state(), instances));
            }
        }
        if count > MAX_TRIALS {
            let message = format!("the sweep has more than the {MAX_TRIALS} instances allowed");
            errors.push(Diagnostic::new(message, Some(span)));
            break;
        }
    }
    let named_by_state = groups.iter_mut().filter(|(_, is_named_by_state, _)| *is_named_by_state);
    shorten_digests(named_by_state.flat_map(|(.., instances)| instances.iter_mut().map(|instance| &mut instance.name)));
    let mut names: HashMap<&str, &Range<usize>> = HashMap::new();
    for (span, is_named_by_state, instances) in &groups {
        for instance in instances {
            let Some(first) = names.insert(&instance.name, span) else { continue };
            let place = Some(span.clone());
            errors.push(match sources.line(first).filter(|_| *is_named_by_state) {
                // A help stands below a line of the file, which is not shown of a file outside the sweep's folder.
                Some(line) => Diagnostic::new(
                    format!("this is the same cube as that of {line}: leave one of them out, or give it another name"),
                    place,
                ),
                None => Diagnostic::new(format!("two instances are called \"{}\"", instance.name), place)
                    .help("write name = \"…\" to tell them apart"),
            });
        }
    }
    groups.into_iter().flat_map(|(.., instances)| instances).collect()
}

fn read_baselines(
    head: &Head,
    puzzle: &AnyPuzzle,
    is_puzzle_known: bool,
    errors: &mut Vec<Diagnostic>,
) -> Vec<SolverKind> {
    let mut baselines = Vec::new();
    for name in &head.baselines {
        let mut wrong = |message: String| errors.push(Diagnostic::new(message, Some(name.span())));
        match name.get_ref().parse::<SolverKind>() {
            Err(error) => wrong(error.to_string()),
            Ok(solver) if is_puzzle_known && puzzle.cube() != Some(solver.puzzle()) => {
                wrong(format!("the solver {solver} does not solve {puzzle}: leave it out"));
            }
            Ok(solver) if baselines.contains(&solver) => {
                wrong(format!("baseline {solver} is named twice: leave one out"));
            }
            Ok(solver) => baselines.push(solver),
        }
    }
    baselines
}
