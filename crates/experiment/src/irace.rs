//! Writing a sweep with one stage as a scenario of irace: its parameters, instances, first configuration, forbidden combinations and
//! the command that it calls, [`TargetRunner`]. irace is not called here.

mod forbidden;

use std::fs;
use std::path::{Path, PathBuf};

use super::export::{self, ExportError};
use super::race::{ParameterSpace, RaceError};
use super::store::StoreError;
use super::sweep::{Factor, FactorValue, Overrides, Scale, Sweep};

/// The command that irace calls for a trial.
pub struct TargetRunner {
    /// The program.
    pub program: PathBuf,
    /// Its arguments in irace's words.
    pub arguments: String,
    /// The option for a key of `[base]` and its value.
    pub set: &'static str,
}

/// Returns the names and the texts of the files of an irace scenario: parameters, instances, forbidden combinations if there are any
/// and, if its values are among the levels, the base as the first configuration. `file` is the path of the sweep as irace
/// gives it to the target runner.
///
/// # Errors
/// If the sweep has several stages or no factors.
pub fn scenario(
    sweep: &Sweep,
    runner: &TargetRunner,
    file: &Path,
    budget: u64,
) -> Result<Vec<(&'static str, String)>, RaceError> {
    let space = ParameterSpace::new(sweep)?;
    let factors = space.factors();
    let order = space.order();
    let parameters: String = order.iter().map(|&place| parameter(&space, runner.set, place)).collect();
    let instances: String = (0..sweep.instances.len()).map(|place| instance(sweep, place) + "\n").collect();
    let digits = factors.iter().filter_map(|factor| factor.range).map(|range| range.decimals()).max().unwrap_or(4);
    let base = space.base_values().filter(|settings| space.allows(settings)).map(|settings| {
        let names: Vec<String> = order.iter().map(|&place| parameter_name(&factors[place].key)).collect();
        let value = |&place: &usize| {
            // irace's value of a parameter that does not apply.
            settings[place].map_or("NA".to_owned(), |setting| value(&factors[place], setting))
        };
        let values: Vec<String> = order.iter().map(value).collect();
        format!("{}\n{}\n", names.join(" "), values.join(" "))
    });
    let first = base.as_ref().map_or("", |_| "configurationsFile = \"./configurations.txt\"\n");
    let forbidden = forbidden::expressions(&space);
    let excluded = if forbidden.is_empty() { "" } else { "forbiddenFile = \"./forbidden.txt\"\n" };
    let quoted = |path: &Path| format!("{:?}", path.display().to_string());
    let scenario = format!(
        "# Written by evocube for irace 3.5: irace -s scenario.txt\n\
         parameterFile = \"./parameters.txt\"\n\
         trainInstancesDir = \"\"\n\
         trainInstancesFile = \"./instances.txt\"\n\
         {first}\
         {excluded}\
         targetRunner = {}\n\
         targetRunnerLauncher = {}\n\
         targetRunnerLauncherArgs = \"{}\"\n\
         maxExperiments = {budget}\n\
         digits = {}\n\
         seed = {}\n\
         logFile = \"./irace.Rdata\"\n",
        quoted(file),
        quoted(&runner.program),
        runner.arguments,
        digits.max(1),
        sweep.seed % (1 << 31),
    );
    let mut files = vec![("parameters.txt", parameters), ("scenario.txt", scenario), ("instances.txt", instances)];
    files.extend(base.map(|text| ("configurations.txt", text)));
    files.extend(Some(("forbidden.txt", forbidden)).filter(|(_, text)| !text.is_empty()));
    Ok(files)
}

/// Writes the files of a scenario into a new folder.
///
/// # Errors
/// If the folder is not empty, or a file cannot be written.
pub fn write(files: &[(&'static str, String)], out: &Path) -> Result<(), ExportError> {
    let text: String = files.iter().flat_map(|(name, text)| [*name, "\n", text]).collect();
    let new = export::new_folder(out, "irace", &text)?;
    for (name, text) in files {
        let path = out.join(name);
        fs::write(&path, text).map_err(StoreError::file(&path))?;
    }
    Ok(new.finish().map_err(StoreError::file(out))?)
}

/// Returns the name of a parameter: R has no hyphens in names.
fn parameter_name(key: &str) -> String {
    key.replace('-', "_")
}

/// Returns a line of the parameter file: name, switch, type, range, and the condition if there is one.
fn parameter(space: &ParameterSpace<'_>, set: &str, place: usize) -> String {
    let factor = &space.factors()[place];
    let (kind, values) = match &factor.range {
        Some(range) => {
            let letter = if range.is_whole() { "i" } else { "r" };
            let scale = if range.scale() == Scale::Log { ",log" } else { "" };
            let (low, high) = range.ends();
            (format!("{letter}{scale}"), format!("{low}, {high}"))
        }
        None => {
            let kind = if factor.is_ordered() { "o" } else { "c" };
            let values = (0..factor.levels.len()).map(|level| value(factor, FactorValue::Level(level)));
            (kind.to_owned(), values.map(|value| format!("{value:?}")).collect::<Vec<_>>().join(", "))
        }
    };
    let condition = space.applies_with(place).map_or(String::new(), |assignments| condition(space, &assignments));
    format!("{} \"{set}={}=\" {kind} ({values}){condition}\n", parameter_name(&factor.key), factor.key)
}

/// Values with which a parameter applies: fixed values of some factors, and one of several values of another.
struct ConditionGroup<'a> {
    prefix: &'a [(usize, Option<FactorValue>)],
    place: usize,
    settings: Vec<Option<FactorValue>>,
}

/// Returns the condition of a parameter as an expression of R over the other parameters.
fn condition(space: &ParameterSpace<'_>, assignments: &[Vec<(usize, Option<FactorValue>)>]) -> String {
    // Lists that differ in the last value only are joined.
    let mut groups: Vec<ConditionGroup<'_>> = Vec::new();
    for assignment in assignments {
        let Some((&(place, setting), prefix)) = assignment.split_last() else { continue };
        match groups.last_mut().filter(|group| group.prefix == prefix && group.place == place) {
            Some(group) => group.settings.push(setting),
            None => groups.push(ConditionGroup { prefix, place, settings: vec![setting] }),
        }
    }
    let list = |place: usize, settings: Vec<FactorValue>| {
        let factor = &space.factors()[place];
        let quoted = |setting: FactorValue| {
            let value = value(factor, setting);
            if matches!(setting, FactorValue::Number(_)) { value } else { format!("{value:?}") }
        };
        let values: Vec<String> = settings.into_iter().map(quoted).collect();
        format!("{} %in% c({})", parameter_name(&factor.key), values.join(", "))
    };
    let is_one_of = |place: usize, settings: &[Option<FactorValue>]| {
        if settings.contains(&None) {
            // Any number except the named ones that are not listed here.
            let named = space.deciding_values(place).into_iter();
            return format!("!({})", list(place, named.filter(|named| !settings.contains(&Some(*named))).collect()));
        }
        list(place, settings.iter().copied().flatten().collect())
    };
    let term = |ConditionGroup { prefix, place, settings }: &ConditionGroup<'_>| {
        let mut parts: Vec<String> = prefix.iter().map(|&(place, setting)| is_one_of(place, &[setting])).collect();
        parts.push(is_one_of(*place, settings));
        parts.join(" & ")
    };
    match &groups[..] {
        [group] => format!(" | {}", term(group)),
        several => {
            let terms: Vec<String> = several.iter().map(|group| format!("({})", term(group))).collect();
            format!(" | {}", terms.join(" | "))
        }
    }
}

/// Returns a value as the target runner reads it. A level that is more than a word is given by its number.
fn value(factor: &Factor, setting: FactorValue) -> String {
    let level = factor.level(setting);
    let FactorValue::Level(number) = setting else { return level.text };
    let mut read = Overrides::default();
    let comes_back = is_word(&level.text)
        && read.set("", &format!("{}={}", factor.key, level.text)).is_ok()
        && read.last().as_ref() == Some(level.value());
    if comes_back { level.text } else { format!("@{}", number + 1) }
}

/// Returns the name of an instance, or its number if the name is more than a word.
fn instance(sweep: &Sweep, place: usize) -> String {
    let name = &sweep.instances[place].name;
    if is_word(name) { name.clone() } else { format!("@{}", place + 1) }
}

fn is_word(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-+".contains(c);
    !text.is_empty() && !text.starts_with('-') && text.chars().all(plain)
}
