//! `evocube run`: checks the free disk space, runs a sweep or a shard of it, and reports on it. A folder may be resumed or, of a whole
//! sweep, extended. `execute`, `conclude` and `accept_program` serve `race` and `merge`, too. `experiment::runner` runs the trials, and the
//! crate of reports draws the page.

mod race_summary;
pub(crate) mod summary;

use std::path::{Path, PathBuf};

use clap::Args;
use evocube::experiment::execution::Execution;
use evocube::experiment::plan::Plan;
use evocube::experiment::record::file;
use evocube::experiment::runner::{self, RunError, RunStatus};
use evocube::experiment::shard::Shard;
use evocube::experiment::store::{self, ExtensionPreview, FolderLock, Opening, SelectedPoint, Store, StoreError};
use evocube::experiment::sweep::Sweep;
use evocube::experiment::verify;
use evocube::report;
use serde_json::json;

use crate::cli::arguments::{CheckpointArgs, DisplayArgs, SweepArgs, shard, sweep};
use crate::cli::commands::plan::effort::unequal_effort;
use crate::cli::commands::plan::power::hardly_solving;
use crate::cli::commands::plan::resources::Resources;
use crate::cli::commands::plan::same::same_configurations;
use crate::cli::disk;
use crate::cli::invocation;
use crate::cli::result::{CommandResult, Failure, failure, sentence, success_if};
use crate::cli::terminal::{
    ProgressMode, ProgressReporter, TableCache, bytes, counted, grouped, interrupt, note, open_page, output,
    print_event, print_json, prose,
};

/// Run a sweep on all cores, and report on it.
///
/// Results do not depend on the number of threads or on interruptions; --resume continues an interrupted run. On Ctrl-C or
/// SIGTERM running trials have 5 s to end; longer ones save a checkpoint, from which --resume continues them. The exit code is
/// then 2. A second signal ends the run at once. Without a terminal, progress is one line per minute. The exit code is 3 if another
/// process is writing the folder.
#[derive(Args)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    common: SweepArgs,
    /// Show all configurations at the end, not only the first eight of each stage
    #[arg(long)]
    all: bool,
    /// Open the page in a browser at the end
    #[arg(long, conflicts_with = "shard")]
    open: bool,
    /// Print progress as lines of JSON, one for each event (docs/commands.md)
    #[arg(long, conflicts_with_all = ["quiet", "json"])]
    json_events: bool,
    /// The results folder [default: results/NAME for the sweep NAME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Keep the trials of a folder whose sweep file has been enlarged since, and run only the others: more repetitions, levels,
    /// design points, instances, stages or baselines. With a larger stop.generations or stop.evaluations, the trials that the smaller one
    /// ended run again. The result has the bytes of a run of the whole sweep
    #[arg(long, conflicts_with_all = ["resume", "fresh"])]
    extend: bool,
    /// Run shard I of N, by default into results/NAME-shards/I-of-N; `evocube merge` joins the shards. `env` takes both
    /// numbers from the variables of a scheduler (SLURM_ARRAY_TASK_ID …), `env/N` only I
    #[arg(long, value_name = "I/N", value_parser = shard::read)]
    shard: Option<Shard>,
    /// The merged folder with the configurations selected so far, for --shard in a sweep of several stages [default:
    /// results/NAME]
    #[arg(long, value_name = "DIR", requires = "shard")]
    selected: Option<PathBuf>,
    /// Go on in a folder whose trials were made by other code, if this program gives identical rows for a sample of them: the
    /// first trial of each design point, at most 20
    #[arg(long, conflicts_with = "fresh")]
    accept_program: bool,
    /// Refuse a sweep on which there is a note: a key or an option without effect, or one that probably means something else
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    checkpoint: CheckpointArgs,
}

impl RunArgs {
    /// Returns the command that resumes this run.
    fn resume_command(&self) -> String {
        let [out, selected] =
            [&self.out, &self.selected].map(|path| path.as_ref().map(|path| path.display().to_string()));
        let shard = self.shard.map(|shard| shard.to_string());
        self.common.input.resume_command("run", [("--out", out), ("--shard", shard), ("--selected", selected)])
    }

    /// Returns the form of the output.
    fn form(&self) -> OutputForm {
        if self.json_events { OutputForm::Events } else { OutputForm::new(&self.common.display, self.all) }
    }

    /// Returns the mode of the progress.
    fn mode(&self) -> ProgressMode {
        if self.json_events { ProgressMode::Events } else { self.common.display.progress() }
    }
}

/// The form of the output of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputForm {
    /// A summary.
    Text {
        /// Whether it has all configurations.
        all: bool,
    },
    /// One JSON document.
    Json,
    /// The last of the events.
    Events,
    /// Nothing.
    Quiet,
}

impl OutputForm {
    /// Returns the form that the options of a command name.
    pub(crate) fn new(display: &DisplayArgs, all: bool) -> Self {
        match display {
            display if display.json => Self::Json,
            display if display.quiet => Self::Quiet,
            _ => Self::Text { all },
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &RunArgs) -> CommandResult {
    let SweepArgs { input, execution, opening, display } = &args.common;
    if args.extend && args.shard.is_some() {
        let advice =
            "merge the shards, and extend the merged folder without --shard, or run shards of the larger sweep";
        return Err(failure!("--extend is for the folder of a whole sweep: {advice}"));
    }
    let sweep = input.read()?;
    let notes = input.notes(&sweep);
    match notes.first() {
        Some(first) if args.strict => return Err(failure!("--strict: {first}")),
        _ if display.quiet => {}
        _ => {
            let notes = notes.into_iter().chain(unequal_effort(&sweep)).chain(same_configurations(&sweep));
            sweep::print_notes(notes.chain(hardly_solving(&sweep)));
        }
    }
    let cache = TableCache::new(match args.mode() {
        // Tables have no events.
        ProgressMode::Events => ProgressMode::stderr(false),
        mode => mode,
    });
    let execution = Execution { checkpoint: args.checkpoint.interval(), ..execution.execution(&cache)? };
    let whole = sweep::results_folder(None, &sweep.name, "");
    let mut plan = Plan::new(&sweep);
    let mut selected = Vec::new();
    let folder = match args.shard {
        Some(shard) => {
            plan = Plan::of_shard(&sweep, shard)?;
            if sweep.stages.len() > 1 {
                selected = store::read_selected(args.selected.as_ref().unwrap_or(&whole), &sweep)?;
            }
            args.out.clone().unwrap_or_else(|| shard.folder(&whole))
        }
        None => args.out.clone().unwrap_or(whole),
    };
    let opening = if args.extend { Opening::Extend } else { opening.opening() };
    if args.accept_program {
        accept_program(&folder, execution, args.mode())?;
    }
    check_disk(&sweep, &plan, &folder, execution, display.quiet)?;
    let (resume, form, mode) = (args.resume_command(), args.form(), args.mode());
    let page = folder.join(report::PAGE);
    let code = execute(Request { sweep, plan, folder, opening, selected, resume, form, mode }, execution)?;
    if args.open {
        open_page(&page);
    }
    Ok(code)
}

/// Compares the measured size of the tables with the free disk space.
///
/// # Errors
/// If the tables need more. Sizes that are only upper bounds are noted instead.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // an estimate
fn check_disk(
    sweep: &Sweep,
    plan: &Plan,
    folder: &Path,
    execution: Execution<'_>,
    is_quiet: bool,
) -> Result<(), Failure> {
    /// More than the rows of fronts and operators take that belong to one row of other tables.
    const MAX_ROW: u64 = 1 << 20;
    let Some(free) = disk::free(folder).filter(|_| sweep.race_design().is_none()) else { return Ok(()) };
    let all = Resources::from_stages(&Resources::each_stage(sweep));
    if all.rows.is_none_or(|rows| rows.saturating_mul(MAX_ROW) < free) {
        return Ok(());
    }
    let sizes = all.measured_tables(sweep, execution);
    let Some(((_, size), sizes)) = all.tables(sizes).zip(sizes) else { return Ok(()) };
    let share = plan.len() as f64 / all.trials.max(1) as f64;
    let needed = ((size as f64 * share) as u64).saturating_sub(disk::size(folder));
    if needed <= free {
        return Ok(());
    }
    let (most, verb) = if sizes.is_bound { ("up to ", "may need") } else { ("", "need") };
    let sentence = format!(
        "the tables of this run {verb} {most}about {}, and {} are free at {}",
        bytes(needed),
        bytes(free),
        folder.display()
    );
    if !sizes.is_bound {
        return Err(failure!("{sentence}: run fewer trials, set log-every higher, or choose another disk with --out"));
    }
    if !is_quiet {
        note(format_args!("note: {sentence}"));
    }
    Ok(())
}

/// A run to be executed.
pub(crate) struct Request {
    pub(crate) sweep: Sweep,
    pub(crate) plan: Plan,
    pub(crate) folder: PathBuf,
    pub(crate) opening: Opening,
    /// Configurations that a merged folder has selected, for a shard.
    pub(crate) selected: Vec<SelectedPoint>,
    /// The command that resumes the run.
    pub(crate) resume: String,
    pub(crate) form: OutputForm,
    pub(crate) mode: ProgressMode,
}

/// Runs the trials that are not on disk, draws the report, and prints a summary.
pub(crate) fn execute(request: Request, execution: Execution<'_>) -> CommandResult {
    let Request { sweep, plan, folder, opening, selected, resume, form, mode } = request;
    let is_quiet = form == OutputForm::Quiet;
    let progress = ProgressReporter::new(mode);
    let lock = FolderLock::claim(&folder, &progress)?;
    if opening == Opening::Extend {
        announce(&folder, &sweep, &plan, is_quiet).map_err(|error| placed(&sweep, error))?;
    }
    let store = Store::open_claimed(lock, &sweep, &plan, opening, execution);
    let mut store = store.map_err(|error| placed(&sweep, error))?;
    let was_complete = store.is_complete();
    for corruption in store.corruption().iter().filter(|_| !is_quiet) {
        note(format_args!("note: {corruption}; {}", corruption.repair()));
    }
    store.import_selected(&selected)?;
    interrupt::listen(resume.clone(), is_quiet)?;
    let done = if was_complete { plan.len() } else { (0..plan.len()).filter(|place| store.has(*place)).count() };
    progress.log(&begin_text(&sweep, &plan, done, &folder));
    progress.event("run-begins", || {
        json!({"sweep": sweep.name, "folder": folder.display().to_string(),
            "stages": sweep.stages.len(), "trials": plan.len(), "done": done,
            "shard": plan.shard().map(|shard| shard.to_string()), "threads": execution.threads,
            "kernel": execution.kernel.name(),
        })
    });
    let result = runner::run(&sweep, &plan, &mut store, execution, &progress);
    match &result {
        Ok(_) => progress.log("all trials are done"),
        Err(error) => {
            let status = if matches!(error, RunError::Stopped { .. }) { "interrupted" } else { "failed" };
            let folder = folder.display().to_string();
            let error = sentence(error);
            // No report of the progress follows the end of the run.
            progress.end();
            progress
                .event("run-ends", || json!({"status": status, "folder": folder, "error": error, "resume": resume}));
        }
    }
    drop(progress);
    let status = result.map_err(|error| {
        let Failure { text, .. } = Failure::from(error);
        failure!("{text}\n{}", interrupt::advice(&resume))
    })?;
    for (stage, trials) in store.dropped().iter().filter(|_| !is_quiet) {
        let recorded = counted(*trials as u64, "recorded trial");
        note(format_args!(
            "note: leaves out {recorded} of stage {stage}, because the stages before select another configuration now"
        ));
    }
    if let Some(shard) = plan.shard() {
        return conclude_shard(&folder, shard, &sweep, status, form);
    }
    // The report reads all rows again.
    let _claim = store.close();
    drop(plan);
    conclude(&folder, was_complete, form)
}

/// Runs a sample of a folder's trials again, if they were made by other code.
pub(crate) fn accept_program(folder: &Path, execution: Execution<'_>, mode: ProgressMode) -> Result<(), Failure> {
    let progress = ProgressReporter::new(mode);
    verify::accept_program(folder, &invocation::registry(), execution, &progress).map_err(Failure::from)
}

/// Prints the number of trials that an extension keeps, before anything is written.
fn announce(folder: &Path, sweep: &Sweep, plan: &Plan, is_quiet: bool) -> Result<(), StoreError> {
    let Some(preview) = store::preview_extension(folder, sweep, plan)? else { return Ok(()) };
    let ExtensionPreview { kept, run, ended, is_bound, absent, depends_on_selection } = preview;
    let kept = counted(kept as u64, "recorded trial");
    let bound = if is_bound { "at most " } else { "" };
    let mut text = format!("note: keeps {kept}, runs {bound}{}", counted((run - ended) as u64, "new trial"));
    if ended > 0 {
        text.push_str(&format!(" and {} again, which the smaller stop ended", counted(ended as u64, "recorded trial")));
    }
    if depends_on_selection {
        text.push_str(", as long as every stage selects the configuration that it selected before");
    }
    if absent > 0 {
        let absent = counted(absent as u64, "recorded trial");
        text.push_str(&format!("; leaves out {absent} of points that the designs no longer have"));
    }
    if !is_quiet {
        note(format_args!("{text}"));
    }
    Ok(())
}

/// Returns the failure of a folder. If it concerns a key, the message has the argument or the place in the sweep file.
fn placed(sweep: &Sweep, error: StoreError) -> Failure {
    match &error {
        StoreError::NotExtendable { key, .. } => Failure::from_sweep(&sweep.error_at(key, sentence(&error))),
        _ => Failure::from(error),
    }
}

/// Returns the first line of the log: sweep, trials and results folder.
fn begin_text(sweep: &Sweep, plan: &Plan, done: usize, folder: &Path) -> String {
    let most = if plan.is_bound() { "at most " } else { "" };
    let before = if done > 0 { format!(", {} done before", grouped(done as u64)) } else { String::new() };
    format!(
        "sweep {}: {most}{}{before}; results in {}",
        sweep.name,
        counted(plan.len() as u64, "trial"),
        folder.display()
    )
}

/// Writes the digests of a shard's folder, and prints a summary.
fn conclude_shard(folder: &Path, shard: Shard, sweep: &Sweep, status: RunStatus, form: OutputForm) -> CommandResult {
    store::write_checksums(folder, &[])?;
    // The folder records what earlier stages have selected.
    let plan = store::plan_of(folder)?;
    let shown = folder.display().to_string();
    let (waiting, trials) = match status {
        RunStatus::Complete => (None, plan.len()),
        RunStatus::WaitingForStage { stage } => {
            (Some((&sweep.stages[stage - 1].name, &sweep.stages[stage].name)), plan.places(stage - 1).end)
        }
    };
    let failed = store::failed(folder)?;
    let next = waiting.map(|(_, next)| next);
    let shard_text = shard.to_string();
    if form == OutputForm::Json {
        print_json(
            &json!({"folder": shown, "complete": next.is_none(), "trials": trials, "shard": shard_text, "next": next}),
        )?;
    } else if form == OutputForm::Events {
        let status = if next.is_none() { "complete" } else { "waiting" };
        print_event(
            "run-ends",
            &json!({"status": status, "folder": shown, "trials": trials, "failed": failed, "next": next,
            }),
        );
    } else if let OutputForm::Text { .. } = form {
        let advice = match waiting {
            None => "`evocube merge` joins the shards when all are complete.".to_owned(),
            Some((done, next)) => format!(
                "Stage {done} is complete. When all shards have run it, `evocube merge` selects its configuration; then this \
                 command with --resume continues with stage {next}."
            ),
        };
        let done = format!("Shard {shard}: {} in {shown}\n{advice}", counted(trials as u64, "trial"));
        output(|out| writeln!(out, "{}", prose(&done)))?;
    }
    report_failed(folder, failed)
}

/// Draws the report of a finished folder, writes the digests, and prints a summary.
pub(crate) fn conclude(folder: &Path, was_complete: bool, form: OutputForm) -> CommandResult {
    let results = report::write_claimed(folder, store::read_for_report)?;
    let failed = results.trials.iter().filter(|row| row.outcome.is_none()).count();
    match form {
        OutputForm::Json => print_json(&summary::json(&results, folder))?,
        OutputForm::Text { all } => {
            let again = if was_complete { "All trials were complete; the figures are drawn again.\n" } else { "" };
            let mut outcomes = results.trials.iter().filter_map(|row| row.outcome.as_ref());
            let by_target = outcomes.any(|outcome| outcome.reached && !outcome.solved);
            let target = if by_target { "Trials that reached their stop.target count as solved.\n" } else { "" };
            let trials = counted(results.trials.len() as u64, "trial");
            summary::print(
                &results,
                all,
                &format!("{target}{again}{trials} in {}\n{}", folder.display(), summary::open(folder)),
            )?
        }
        OutputForm::Events => {
            let solved =
                results.trials.iter().filter_map(|row| row.outcome.as_ref()).filter(|outcome| outcome.reached).count();
            print_event(
                "run-ends",
                &json!({"status": "complete", "folder": folder.display().to_string(),
                    "trials": results.trials.len(), "solved": solved, "failed": failed,
                    "report": folder.join(report::PAGE).display().to_string(),
                }),
            );
            success_if(true)?
        }
        OutputForm::Quiet => success_if(true)?,
    };
    report_failed(folder, failed)
}

/// Reports the number of failed trials, if any, and returns the exit code.
fn report_failed(folder: &Path, failed: usize) -> CommandResult {
    if failed > 0 {
        let failed = counted(failed as u64, "trial");
        note(format_args!("{failed} failed: see {}", folder.join(file::FAILURES).display()));
    }
    success_if(failed == 0)
}
