//! Reading a sweep file.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::algorithm;
use super::arguments::{Overrides, Placed};
use super::check::{check_points, check_size};
use super::error::SweepError;
use super::factors::FactorHead;
use super::include::{self, INCLUDE};
use super::overrides::{self, Base, PUZZLE};
use super::sources::{Origin, Sources};
use super::spanned::{checked_name, deserialize, plain, reject, within};
use super::stages::{StageContext, StageHead, TopLevelStage, read_stages};
use super::tree::{Diagnostic, Node};
use super::{MAX_TRIALS, Sweep};
use crate::evolve::config::TrialConfig;
use crate::experiment::design::Design;
use crate::experiment::instance::{Instance, InstanceEntry, read_goal};
use crate::puzzle::AnyPuzzle;
use crate::rng::Seed;
use crate::search::SolverKind;

/// The part of the file that maps onto plain fields. The other keys are read apart and stand here for the error that lists the
/// known ones.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Head {
    /// Name of the sweep and of its results folder; part of every trial's seed.
    #[schemars(with = "String", extend("pattern" = "^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$"))]
    name: Option<Spanned<String>>,
    /// The question and the expected answer. The report begins with them.
    #[serde(default)]
    notes: String,
    /// Master seed of all random numbers.
    #[schemars(with = "i64", range(min = 0))]
    seed: Option<Spanned<i64>>,
    /// Trials of every design point on every instance. Default 1.
    #[serde(default = "one")]
    #[schemars(with = "i64", range(min = 1, max = 1_000_000))]
    repetitions: Spanned<i64>,
    /// Generations between two rows of `convergence.csv`. Default: a trial logs at most about 100 rows.
    #[schemars(with = "Option<i64>", range(min = 1, max = 1_000_000_000))]
    log_every: Option<Spanned<i64>>,
    /// Deterministic solvers that also solve each instance.
    #[serde(default)]
    #[schemars(with = "Vec<SolverKind>")]
    baselines: Vec<Spanned<String>>,
    /// Goal state of every instance: the name of a pattern, or a cube in any notation. Default: the solved state.
    #[schemars(with = "Option<String>")]
    goal: Option<Spanned<String>>,
    /// A sweep file with the keys that this one does not write.
    #[serde(default, rename = "include")]
    #[schemars(with = "Option<String>")]
    _include: IgnoredAny,
    /// The instances.
    #[serde(default)]
    #[schemars(with = "Vec<InstanceEntry>", length(min = 1))]
    instance: Vec<Spanned<InstanceEntry>>,
    /// Rule that chooses the design points of a sweep without stages. Default `factorial`.
    #[schemars(with = "Option<Design>")]
    design: Option<Spanned<Design>>,
    /// Number of points of a design that fills ranges.
    #[schemars(with = "Option<i64>", range(min = 1, max = 10_000))]
    points: Option<Spanned<i64>>,
    /// The configuration that all trials share.
    #[serde(default, rename = "base")]
    #[schemars(with = "TrialConfig")]
    _base: IgnoredAny,
    /// The stages, in the order in which they run.
    #[serde(default, rename = "stage")]
    #[schemars(with = "Vec<StageHead>")]
    _stage: IgnoredAny,
    /// The factors of a sweep without stages.
    #[serde(default, rename = "factor")]
    #[schemars(with = "Vec<FactorHead>")]
    _factor: IgnoredAny,
}

fn one() -> Spanned<i64> {
    Spanned::new(0..0, 1)
}

/// Reads a sweep with overrides; `path` is the name of the file.
pub(super) fn parse(text: &str, path: &Path, overrides: &Overrides) -> Result<Sweep, SweepError> {
    let mut sources = Sources::of_file(path, text);
    let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let files = BTreeMap::from([(file, blake3::hash(text.as_bytes()).to_hex().to_string())]);
    let mut origin = Origin { overrides: overrides.arguments().map(str::to_owned).collect(), files };
    let overrides = overrides.placed(&mut sources);
    let sweep = sweep(text, &overrides, &mut sources, &mut origin);
    sweep.map(|sweep| Sweep { origin, ..sweep }).map_err(|diagnostic| sources.error(diagnostic))
}

fn sweep(
    text: &str,
    overrides: &[Placed],
    sources: &mut Sources<'_>,
    origin: &mut Origin,
) -> Result<Sweep, Diagnostic> {
    let root = DeTable::parse(text).map_err(|error| plain(&error))?;
    let span = root.span();
    let mut root = root.into_inner();
    let included = root.remove(INCLUDE).map(|file| include::read(&file, sources)).transpose()?;
    let included = included.map(|(included, file)| {
        origin.files.extend([file]);
        included
    });
    let sources = &*sources;
    let mut base = root.remove("base").map_or_else(Node::table, |base| Node::from(&base));
    algorithm::adopt(&mut base)?;
    if let Some(mut included) = included.as_ref().map(Node::spanned).and_then(table_of) {
        if let Some(below) = included.remove("base") {
            let mut below = Node::from(&below);
            algorithm::adopt(&mut below)?;
            include::merge(&mut below, &base, "base");
            base = below;
        }
        include::complete(&mut root, included);
    }
    for change in overrides {
        if change.is_at_top {
            root.insert(Spanned::new(change.place.clone(), change.key.as_str().into()), change.value.spanned());
        } else {
            overrides::apply(&mut base, &change.as_override())?;
        }
    }
    let of_puzzle = base.get(PUZZLE).and_then(Node::place).unwrap_or_default();
    let base = Base::new(base, sources.path_at(&of_puzzle))?;
    let stages = root.remove("stage");
    let factors = root.remove("factor");
    if let Some(instance) = root.get("instance").filter(|instance| !instance.get_ref().is_array()) {
        return reject("instance is written as [[instance]]", instance.span());
    }
    let head: Head = deserialize(Spanned::new(span, DeValue::Table(root)))?;

    let Some(name) = &head.name else {
        return Err(("a sweep needs a name, as in name = \"crossover\"".to_owned(), None));
    };
    let name = checked_name(name)?;
    let Some(seed) = &head.seed else {
        return Err(("a sweep needs a seed, as in seed = 2016".to_owned(), None));
    };
    let Ok(seed) = u64::try_from(*seed.get_ref()) else {
        return reject(format!("seed {} is out of range: 0 to {}", seed.get_ref(), i64::MAX), seed.span());
    };
    let repetitions = within("repetitions", &head.repetitions, 1_000_000)?;
    let log_every = head.log_every.as_ref().map(|every| within("log-every", every, 1_000_000_000)).transpose()?;
    let point = overrides::point(&base, &[])?;
    let puzzle = &point.config.puzzle;
    let complete = Node::from(&toml::Value::Table(point.to_table()));
    let complete = Base::with_puzzle(complete, puzzle.clone());
    let seed_of_designs = Seed::from_number(seed).child(&name).child("design");
    let context = StageContext { base: &base, complete: &complete, seed: seed_of_designs };
    let written = match (stages, factors) {
        (Some(_), Some(factors)) => {
            return reject("a sweep has either stages or factors at the top, not both", factors.span());
        }
        (Some(stages), None) => {
            if let Some(place) = head.design.as_ref().map(Spanned::span).or(head.points.as_ref().map(Spanned::span)) {
                return reject("the design and its points are those of a stage: write them there", place);
            }
            Ok(stages)
        }
        (None, factors) => {
            let (design, points) = (head.design.clone(), head.points.clone());
            Err(TopLevelStage { factors, design, points })
        }
    };
    let (stages, decisive) = read_stages(written, &context)?;
    let goal = head
        .goal
        .as_ref()
        .map(|goal| read_goal(goal.get_ref(), puzzle).map_err(|message| (message, Some(goal.span()))));
    let goal = goal.transpose()?;
    let mut instances = read_instances(&head, puzzle, Seed::from_number(seed), sources)?;
    instances.iter_mut().for_each(|instance| instance.goal.clone_from(&goal));
    let baselines = read_baselines(&head, puzzle)?;
    check_size(&stages, instances.len(), repetitions)?;
    check_points(&base, &stages, log_every)?;
    let mut seen = HashSet::new();
    let keys = stages.iter().flat_map(|stage| &stage.factors).map(|factor| &factor.key);
    let factor_keys = keys.filter(|key| seen.insert(*key)).cloned().collect();
    Ok(Sweep {
        name,
        notes: head.notes,
        seed,
        repetitions,
        log_every,
        baselines,
        goal,
        instances,
        stages,
        origin: Origin::default(),
        base: point,
        complete,
        factor_keys,
        decisive,
    })
}

/// Returns the table that a value is.
fn table_of(value: Spanned<DeValue<'_>>) -> Option<DeTable<'_>> {
    if let DeValue::Table(table) = value.into_inner() { Some(table) } else { None }
}

fn read_instances(
    head: &Head,
    puzzle: &AnyPuzzle,
    master: Seed,
    sources: &Sources<'_>,
) -> Result<Vec<Instance>, Diagnostic> {
    let mut instances: Vec<Instance> = Vec::new();
    let mut names = HashSet::new();
    for entry in &head.instance {
        let path = sources.path_at(&entry.span());
        let more = entry.get_ref().instances(puzzle, master, path).map_err(|message| (message, Some(entry.span())))?;
        if let Some(twice) = more.iter().find(|instance| !names.insert(instance.name.clone())) {
            return reject(format!("two instances are called \"{}\"", twice.name), entry.span());
        }
        instances.extend(more);
        if instances.len() > MAX_TRIALS {
            return reject(format!("the sweep has more than the {MAX_TRIALS} instances allowed"), entry.span());
        }
    }
    if instances.is_empty() {
        return Err(("a sweep needs an [[instance]]: a cube to solve".to_owned(), None));
    }
    Ok(instances)
}

fn read_baselines(head: &Head, puzzle: &AnyPuzzle) -> Result<Vec<SolverKind>, Diagnostic> {
    let mut baselines = Vec::new();
    for name in &head.baselines {
        let solver: SolverKind = name.get_ref().parse().map_err(|error| (format!("{error}"), Some(name.span())))?;
        if puzzle.cube() != Some(solver.puzzle()) {
            return reject(format!("the solver {solver} does not solve {puzzle}"), name.span());
        }
        if baselines.contains(&solver) {
            return reject(format!("baseline {solver} is named twice"), name.span());
        }
        baselines.push(solver);
    }
    Ok(baselines)
}
