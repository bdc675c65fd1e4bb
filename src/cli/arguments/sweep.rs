//! Arguments that name a sweep and override its keys, and `--quiet` and `--json`; the reading of sweeps by file or name or from
//! standard input, with notes. Also the sweep's results folder, and the command that resumes it, as a shell reads it.

use std::fs::{self, FileType};
use std::io::ErrorKind;
use std::path::{Path, PathBuf, absolute};

use clap::Args;
use evocube::experiment::sweep::{Factor, Overrides, Sweep};
use evocube::shipped::ShippedSweep;

use super::execution::{ExecutionArgs, OpeningArgs};
use crate::cli::invocation;
use crate::cli::result::{Failure, failure, snippet};
use crate::cli::terminal::{ProgressMode, note};
use crate::files::reason;

/// A sweep file and its overrides.
#[derive(Args)]
pub(crate) struct SweepInput {
    /// The sweep file, the name of a shipped sweep, or `-` for standard input
    pub(crate) sweep: PathBuf,
    /// A key of [base] and its value as in the sweep file, without quotes around words; may be given several times
    #[arg(long = "set", value_name = "KEY=VALUE", help_heading = OVERRIDES)]
    settings: Vec<String>,
    /// The master seed
    #[arg(long, value_name = "N", help_heading = OVERRIDES)]
    seed: Option<u64>,
    /// The number of trials of every design point on every instance
    #[arg(long, value_name = "N", help_heading = OVERRIDES)]
    repetitions: Option<u64>,
    /// Instances in place of those of the sweep: a file with a cube on each line (or one cube on several lines), or N random
    /// states
    #[arg(long, value_name = "FILE|random:N", help_heading = OVERRIDES)]
    instances: Option<String>,
}

/// The name of standard input in messages.
const STDIN: &str = "<stdin>";

/// The heading of the options that override a sweep file.
const OVERRIDES: &str = "Overrides of the sweep file";

impl SweepInput {
    /// Reads the sweep.
    ///
    /// # Errors
    /// A failure that shows the line or names the argument, if the sweep file or an override is invalid.
    pub(crate) fn read(&self) -> Result<Sweep, Failure> {
        self.read_with(Overrides::default())
    }

    /// Reads a sweep whose ranges the command samples itself.
    ///
    /// # Errors
    /// As [`SweepInput::read`].
    pub(crate) fn read_sampled(&self) -> Result<Sweep, Failure> {
        self.read_with(sampled())
    }

    fn read_with(&self, mut overrides: Overrides) -> Result<Sweep, Failure> {
        for text in &self.settings {
            if let Some((key @ ("seed" | "repetitions"), value)) = text.split_once('=')
                && !value.is_empty()
            {
                let place = "a key at the top of the sweep file, not of [base]";
                return Err(failure!("--set {text}: {key} is {place}: write --{key} {value}"));
            }
            overrides.set("--set", text)?;
        }
        self.seed.map_or(Ok(()), |seed| overrides.seed("--seed", seed))?;
        self.repetitions.map_or(Ok(()), |count| overrides.repetitions("--repetitions", count))?;
        self.instances.iter().try_for_each(|text| overrides.instances("--instances", text))?;
        read_with(&self.sweep, &overrides)
    }

    /// Returns the notes on a sweep: every `--set` without effect, because the first stage varies its key in all configurations, and the
    /// remarks.
    pub(crate) fn notes(&self, sweep: &Sweep) -> Vec<String> {
        let factors = sweep.stages.first().map_or(&[][..], |stage| &stage.factors);
        let unused = self.settings.iter().filter_map(|text| {
            let key = text.split('=').next().unwrap_or(text);
            let is_within =
                |outer: &str| key.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
            let sets = |factor: &Factor| factor.keys_of_all_levels().into_iter().any(is_within);
            let varied = factors.iter().find(|factor| factor.applies_where().is_none() && sets(factor));
            varied.map(|factor| format!("--set {text} has no effect: the factor {} varies this key", factor.key))
        });
        unused.chain(remarks(sweep)).collect()
    }

    /// Returns the command that resumes a run of the sweep with further options.
    pub(crate) fn resume_command<const N: usize>(&self, command: &str, options: [(&str, Option<String>); N]) -> String {
        let settings = self.settings.iter().map(|text| ("--set", Some(text.clone())));
        let (seed, repetitions) =
            (self.seed.map(|seed| seed.to_string()), self.repetitions.map(|count| count.to_string()));
        let overrides = [("--seed", seed), ("--repetitions", repetitions), ("--instances", self.instances.clone())];
        let imported = invocation::options().map(|option| format!("{} ", quoted(&option))).collect::<String>();
        let mut text = format!("evocube {imported}{command} {}", shell_word(&self.sweep));
        for (option, value) in settings.chain(overrides).chain(options) {
            text.extend(value.map(|value| format!(" {option} {}", quoted(&value))));
        }
        text + " --resume"
    }
}

/// Returns a path as a word of a shell.
pub(crate) fn shell_word(path: &Path) -> String {
    quoted(&path.display().to_string())
}

/// Returns a word as a shell reads it.
pub(crate) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "._-+=:/,@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// A sweep, how it is executed, and how the command reports on it.
#[derive(Args)]
pub(crate) struct SweepArgs {
    #[command(flatten)]
    pub(crate) input: SweepInput,
    #[command(flatten)]
    pub(crate) execution: ExecutionArgs,
    #[command(flatten)]
    pub(crate) opening: OpeningArgs,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

/// The form of a command's output.
#[derive(Args)]
pub(crate) struct DisplayArgs {
    /// Print nothing but errors
    #[arg(long, short, conflicts_with = "json")]
    pub(crate) quiet: bool,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

impl DisplayArgs {
    /// Returns the mode of the progress: none beside a JSON document.
    pub(crate) fn progress(&self) -> ProgressMode {
        ProgressMode::stderr(self.quiet || self.json)
    }
}

/// Reads a sweep file, a shipped sweep if there is no such file, or standard input if its name is `-`.
///
/// # Errors
/// A failure that shows the line, if the sweep file is invalid.
pub(crate) fn read(path: &Path) -> Result<Sweep, Failure> {
    read_with(path, &Overrides::default())
}

/// Returns the changes of a sweep whose ranges the command samples itself.
fn sampled() -> Overrides {
    let mut overrides = Overrides::default();
    overrides.samples_ranges = true;
    overrides
}

/// Reads a sweep as [`read`] does, whose ranges the command samples itself.
pub(crate) fn read_sampled(path: &Path) -> Result<Sweep, Failure> {
    read_with(path, &sampled())
}

fn read_with(path: &Path, overrides: &Overrides) -> Result<Sweep, Failure> {
    let registry = &invocation::registry();
    let sweep = if path == Path::new("-") {
        // Paths are relative to the current folder.
        let name = Path::new(STDIN);
        Sweep::read_text(std::io::stdin(), name).and_then(|text| Sweep::parse_with(&text, name, registry, overrides))
    } else if let Some(shipped) = shipped(path)? {
        Sweep::parse_with(&shipped.text(), &PathBuf::from(format!("{}.toml", shipped.name())), registry, overrides)
    } else {
        Sweep::read_with(path, registry, overrides)
    };
    sweep.map_err(|error| Failure::from_sweep(&error))
}

/// Returns the shipped sweep of a name without a folder, if there is no file of this name.
///
/// # Errors
/// If a file has this name with an extension, or if a name without one is neither a folder nor a shipped sweep.
fn shipped(path: &Path) -> Result<Option<ShippedSweep>, Failure> {
    let kind = kind(path)?;
    let is_folder = kind.is_some_and(|kind| kind.is_dir());
    let Some(name) = path.to_str().filter(|_| kind.is_none() || is_folder) else {
        return Ok(None);
    };
    let similar = [".toml", ".txt", ".toml.txt"].map(|ending| format!("{name}{ending}"));
    let is_file = |name: &&String| fs::metadata(name).is_ok_and(|data| !data.is_dir());
    let similar = similar.iter().find(is_file);
    match (ShippedSweep::named(name.strip_suffix(".toml").unwrap_or(name)), similar) {
        (Ok(shipped), _) => Ok(Some(shipped)),
        (Err(_), Some(similar)) if !is_folder => Err(failure!("{name}: no such file: did you mean {similar}?")),
        (Err(_), _) if name.contains(['.', '/', '\\']) || is_folder => Ok(None),
        (Err(message), _) => Err(failure!("{name}: no such file, and {message}")),
    }
}

/// Returns the full path of a sweep file, for a script that runs the sweep again.
///
/// # Errors
/// If the sweep is no file: standard input, or a shipped sweep.
pub(crate) fn full_path(path: &Path) -> Result<PathBuf, Failure> {
    let expected = "the script runs the sweep again: expected a file, not";
    if path == Path::new("-") {
        return Err(failure!("{expected} standard input"));
    }
    match shipped(path)?.map(|shipped| shipped.name()) {
        Some(name) => {
            Err(failure!("{expected} a shipped sweep; `evocube new {name} --from {name}` writes {name}.toml"))
        }
        None => Ok(absolute(path)?),
    }
}

/// Returns the kind of the file that a path leads to; `None` if it leads nowhere.
fn kind(path: &Path) -> Result<Option<FileType>, Failure> {
    use ErrorKind::{InvalidFilename, InvalidInput, NotADirectory, NotFound};
    match fs::metadata(path) {
        Ok(data) => Ok(Some(data.file_type())),
        Err(error) if matches!(error.kind(), NotFound | NotADirectory | InvalidFilename | InvalidInput) => Ok(None),
        Err(error) => Err(failure!("{}: {}", path.display(), reason(&error))),
    }
}

/// Returns the remarks on a sweep.
pub(crate) fn remarks(sweep: &Sweep) -> impl Iterator<Item = String> {
    sweep.remarks.iter().map(snippet)
}

/// Prints notes on a sweep on standard error.
pub(crate) fn print_notes(notes: impl IntoIterator<Item = String>) {
    notes.into_iter().for_each(|text| note(format_args!("note: {text}")));
}

/// Returns the results folder: the given one, or `results/<name><suffix>`.
pub(crate) fn results_folder(out: Option<&Path>, name: &str, suffix: &str) -> PathBuf {
    out.map_or_else(|| Path::new("results").join(format!("{name}{suffix}")), Path::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_words_of_a_shell() {
        for (path, word) in
            [("a/b-1.toml", "a/b-1.toml"), ("a b", "'a b'"), ("it's", r"'it'\''s'"), ("", "''"), ("$x", "'$x'")]
        {
            assert_eq!(shell_word(Path::new(path)), word);
        }
    }
}
