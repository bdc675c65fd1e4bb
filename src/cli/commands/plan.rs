//! `evocube plan`: the trials of a sweep, the resources they take, the statistical power, and notes on configurations that are equal or
//! have unequal effort. Of a race only its factors, cost, budget and numbers of instances are shown. It writes nothing, but may run trials
//! for some seconds to estimate the time and to check restarts.

pub(super) mod effort;
mod json;
pub(super) mod power;
pub(super) mod resources;
mod restarts;
pub(super) mod same;
mod time;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use evocube::experiment::design::{Design, RaceDesign};
use evocube::experiment::estimate::TableSizes;
use evocube::experiment::execution::Execution;
use evocube::experiment::plan::{Plan, trials_of};
use evocube::experiment::sweep::{Factor, LevelWords, Question, Scale, Stage, Sweep};
use evocube::table::TableSource;
use json::PlanDocument;
use resources::Resources;
use serde_json::json;
use time::Time;

use crate::cli::arguments::{SweepInput, print_notes};
use crate::cli::result::CommandResult;
use crate::cli::terminal::{counted, grouped, output, print_json, prose, table};

/// Show the plan of a sweep: stages, design points, trials, seeds, time, resources, statistical power. Writes nothing.
///
/// The time is estimated from the last run of the sweep in its default folder, from a --pilot, or from trials that run for a
/// second.
#[derive(Args)]
pub(crate) struct PlanArgs {
    #[command(flatten)]
    input: SweepInput,
    /// List every trial with its seed
    #[arg(long)]
    trials: bool,
    /// The results folder of a smaller run, from which the time is estimated
    #[arg(long, value_name = "DIR")]
    pilot: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &PlanArgs) -> CommandResult {
    let sweep = args.input.read()?;
    let notes = args.input.notes(&sweep).into_iter().chain(effort::unequal_effort(&sweep));
    print_notes(notes.chain(same::same_configurations(&sweep)));
    if let Some(race) = sweep.race_design() {
        return plan_race(&sweep, race, args.json);
    }
    print_notes(restarts::early_restarts(&sweep));
    let stages = Resources::each_stage(&sweep);
    let all = Resources::from_stages(&stages);
    let execution = Execution::new(NonZeroUsize::MIN, TableSource::IN_MEMORY);
    let time = Time::new(&sweep, &all, args.pilot.as_deref(), execution)?;
    let sizes = all.measured_tables(&sweep, execution);
    if args.json {
        return print_json(&PlanDocument::new(&sweep, &stages, &time, sizes));
    }
    output(|out| {
        out.write_all(as_text(&sweep, &stages, sizes, &time, args.trials).as_bytes())?;
        if args.trials {
            list(&sweep, out)?;
        }
        Ok(())
    })
}

/// Describes a race, whose points and trials are not known before it runs.
fn plan_race(sweep: &Sweep, race: RaceDesign, is_json: bool) -> CommandResult {
    let trials = Plan::new(sweep).len();
    if is_json {
        return print_json(
            &json!({"name": sweep.name, "race": race, "held_out": sweep.held_out.len(), "trials": trials}),
        );
    }
    let factors: Vec<String> =
        sweep.stages[0].factors.iter().map(|factor| format!("{} ({})", factor.key, values(factor))).collect();
    let after = match sweep.held_out.len() as u64 {
        0 => String::new(),
        count => format!(
            " Then its elites, [base], and the selected configuration without each change run on {}: at most {} in all.",
            counted(count, "held-out instance"),
            counted(trials as u64, "trial")
        ),
    };
    let text = format!(
        "{}\n{}\n\nA race of at most {} on {}, which minimizes the {}. It samples values of {}.{after}\n",
        sweep.name,
        sweep.notes.trim(),
        counted(race.budget, "trial"),
        counted(sweep.instances.len() as u64, "instance"),
        race.cost,
        factors.join(", "),
    );
    output(|out| out.write_all(prose(&text).as_bytes()))
}

fn as_text(sweep: &Sweep, stages: &[Resources], sizes: Option<TableSizes>, time: &Time, list: bool) -> String {
    let mut text = prose(&format!("{}\n{}\n", sweep.name, sweep.notes.trim()));
    let held_out = match sweep.held_out.len() as u64 {
        0 => String::new(),
        count => format!(", {}", counted(count, "held-out instance")),
    };
    text.push_str(&prose(&format!(
        "seed {}, {}, {}, baselines: {}\n",
        sweep.seed,
        counted(sweep.instances.len() as u64, "instance"),
        counted(sweep.repetitions, "repetition") + &held_out,
        if sweep.baselines.is_empty() {
            "none".to_owned()
        } else {
            sweep.baselines.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        },
    )));
    text.push('\n');
    if let Some(question) = &sweep.question {
        text.push_str(&prose(&ask(question, sweep)));
    }
    let mut table = table(["stage", "factors (levels)", "configurations", "trials", "max. offspring"], 2);
    let limited = |offspring: Option<u64>| offspring.map_or("not limited".to_owned(), grouped);
    for (stage, takes) in sweep.stages.iter().zip(stages) {
        let mut factors: Vec<String> =
            stage.factors.iter().map(|factor| format!("{} ({})", factor.key, values(factor))).collect();
        if stage.is_held_out() {
            factors.push("the selected configurations".to_owned());
        }
        let sign = if stage.design == Design::Factorial { " × " } else { ", " };
        let most = if stage.is_open() { "at most " } else { "" };
        table.add_row([
            stage.name.clone(),
            factors.join(sign),
            format!("{most}{}", grouped(stage.points() as u64)),
            format!("{most}{}", grouped(takes.trials)),
            limited(takes.offspring),
        ]);
    }
    let all = Resources::from_stages(stages);
    let most = if sweep.stages.iter().any(Stage::is_open) { "at most " } else { "" };
    let trials = format!("{most}{}", grouped(all.trials));
    table.add_row(["all".to_owned(), String::new(), String::new(), trials, limited(all.offspring)]);
    text.push_str(&format!("{table}\n"));
    if sweep.selecting_stages().len() > 1 {
        text.push_str(&prose(
            "The configuration that a stage selects is fixed in the next; offspring are counted for [base].\n",
        ));
    }
    for stage in sweep.stages.iter().filter(|stage| stage.is_open()) {
        text.push_str(&prose(&format!(
            "The active factors of stage {} depend on the configuration selected before: it has at most the configurations shown.\n",
            stage.name
        )));
    }
    let words = LevelWords::new(sweep);
    sweep.stages.iter().for_each(|stage| text.push_str(&points(stage, &words, list)));
    text.push('\n');
    text.push_str(&prose(&time.as_text()));
    text.push_str(&prose(&all.as_text(
        sizes,
        sweep.selecting_stages().len() > 1,
        sweep.stages.iter().any(Stage::is_open),
    )));
    text.push('\n');
    text.push_str(&prose(&power::as_text(sweep)));
    text
}

/// Returns the question with the factor that it is about, or with the lines from which one is chosen.
fn ask(question: &Question, sweep: &Sweep) -> String {
    let choices = question.choices(&sweep.stages);
    let mut text = match &question.factor {
        Some(factor) => format!("Question about {factor}: {}\n", question.text),
        None => format!("Question: {}\n", question.text),
    };
    if !choices.is_empty() {
        text.push_str("Its words name none of the factors, or several. The page answers for each, on average over the others. To ask \
                       about one, write a line of these after the text:\n");
        choices.iter().for_each(|key| text.push_str(&format!("  factor = \"{key}\"\n")));
    }
    text + "\n"
}

/// Lists every trial with its seed, as CSV.
fn list(sweep: &Sweep, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "trial,stage,point,settings,instance,repetition,seed")?;
    for (number, stage) in sweep.stages.iter().enumerate() {
        let (mut point, mut name) = (usize::MAX, String::new());
        for trial in trials_of(sweep, number) {
            if point != trial.point {
                (point, name) = (trial.point, stage.point_name(trial.point).replace('"', "\"\""));
            }
            let (id, stage, instance) = (trial.id, &stage.name, &trial.instance_of(sweep).name);
            let (repetition, seed) = (trial.repetition, trial.seed);
            writeln!(out, "{id},{stage},{},\"{name}\",{instance},{repetition},{seed}", point + 1)?;
        }
    }
    Ok(())
}

/// Describes the number of levels of a factor, or its range.
fn values(factor: &Factor) -> String {
    let values = match factor.range {
        None => factor.levels.len().to_string(),
        Some(range) => {
            let (low, high) = range.ends();
            format!("{low} to {high}{}", if range.scale() == Scale::Log { ", log" } else { "" })
        }
    };
    factor.applies_where().map_or(values.clone(), |condition| format!("{values} where {condition}"))
}

/// Tabulates the points of a sampled design, at most 50 of them unless `all`.
fn points(stage: &Stage, words: &LevelWords, all: bool) -> String {
    const SHOWN: usize = 50;
    if stage.design == Design::Factorial {
        return String::new();
    }
    let head = ["configuration"].into_iter().chain(stage.factors.iter().map(|factor| factor.key.as_str()));
    let mut table = table(head, 0);
    let shown = if all { stage.points() } else { stage.points().min(SHOWN) };
    for point in 0..shown {
        let texts = stage.factors.iter().zip(stage.texts_of(point));
        let texts = texts.map(|(factor, text)| words.word(&factor.key, &text.unwrap_or_default()).to_owned());
        table.add_row([(point + 1).to_string()].into_iter().chain(texts));
    }
    let more = match stage.points() - shown {
        0 => String::new(),
        more => format!("… and {} more: --trials shows all\n", grouped(more as u64)),
    };
    format!("{}\n{table}\n{more}", prose(&format!("The configurations of stage {} ({}):", stage.name, stage.design)))
}
