//! `evocube plan`: what a sweep would run, and what it could show.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use evocube::experiment::design::Design;
use evocube::experiment::plan::Plan;
use evocube::experiment::runner::saturating_sum;
use evocube::experiment::store;
use evocube::experiment::sweep::{Factor, Scale, Stage, Sweep};
use serde_json::json;

use super::output::output;
use super::table::{table, wide_table};
use super::{Failure, Outcome, power};

/// Show what a sweep would run and could show: stages, points, trials, seeds, power. Runs nothing.
#[derive(Args)]
pub(crate) struct PlanArgs {
    /// The sweep file
    sweep: PathBuf,
    /// List every trial with its seed
    #[arg(long)]
    trials: bool,
    /// A results folder of a smaller run, to say how long this one takes
    #[arg(long, value_name = "DIR")]
    pilot: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &PlanArgs) -> Outcome {
    let sweep = Sweep::read(&args.sweep).map_err(|error| Failure::in_sweep(&error))?;
    let plan = Plan::new(&sweep);
    let pace = args.pilot.as_ref().map(|folder| pace(folder)).transpose()?;
    let seconds = pace.zip(all_offspring(&sweep, &plan)).map(|(pace, offspring)| pace * offspring as f64);
    if args.json {
        output(|out| writeln!(out, "{:#}", as_json(&sweep, &plan, seconds)))?;
    } else {
        let mut text = as_text(&sweep, &plan, args.trials);
        if args.pilot.is_some() {
            text.push_str(&match seconds {
                Some(seconds) => format!("At the pilot's pace: at most {} on one thread.\n", time(seconds)),
                None => "How long it takes cannot be said: the generations are not limited.\n".to_owned(),
            });
        }
        output(|out| write!(out, "{text}"))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Individuals a stage makes at most, over the base settings (the winners of earlier stages are not known yet).
fn offspring(sweep: &Sweep, plan: &Plan, stage: usize) -> Option<u64> {
    let points = sweep.stages[stage].points();
    let each = (plan.stage(stage).len() / points) as u64;
    let of = |point| sweep.point(stage, &[], point).ok()?.planned_offspring().map(|count| count.saturating_mul(each));
    saturating_sum((0..points).map(of))
}

/// Individuals that the whole sweep makes at most.
fn all_offspring(sweep: &Sweep, plan: &Plan) -> Option<u64> {
    saturating_sum((0..sweep.stages.len()).map(|stage| offspring(sweep, plan, stage)))
}

/// Seconds an individual, over all trials of a results folder.
fn pace(folder: &Path) -> Result<f64, Failure> {
    let results = store::read(folder)?;
    let seconds: f64 =
        results.timing.iter().filter(|row| row.trial.parse::<u64>().is_ok()).map(|row| row.seconds).sum();
    let made: u64 =
        results.trials.iter().filter_map(|row| row.outcome.as_ref()?.evolution).map(|counts| counts.offspring).sum();
    if made == 0 {
        return Err(Failure(format!("{} has no finished trial to take the pace from", folder.display())));
    }
    Ok(seconds / made as f64)
}

/// A time as people say it.
fn time(seconds: f64) -> String {
    match seconds {
        s if s < 60.0 => format!("{s:.1} s"),
        s if s < 3600.0 => format!("{:.0} min", (s / 60.0).ceil()),
        s => format!("{:.1} h", s / 3600.0),
    }
}

fn as_text(sweep: &Sweep, plan: &Plan, list: bool) -> String {
    let mut text = format!("{}\n{}\n", sweep.name, sweep.notes.trim());
    text.push_str(&format!(
        "seed {}, {} instances, {} repetitions, baselines: {}\n",
        sweep.seed,
        sweep.instances.len(),
        sweep.repetitions,
        if sweep.baselines.is_empty() {
            "none".to_owned()
        } else {
            sweep.baselines.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        },
    ));
    let mut table = table(["stage", "factors (levels)", "points", "trials", "offspring, at most"], 2);
    let (mut all, mut known) = (0u64, true);
    for (number, stage) in sweep.stages.iter().enumerate() {
        let factors: Vec<String> =
            stage.factors.iter().map(|factor| format!("{} ({})", factor.key, values(factor))).collect();
        let sign = if stage.design == Design::Factorial { " × " } else { ", " };
        let offspring = offspring(sweep, plan, number);
        all = all.saturating_add(offspring.unwrap_or(0));
        known &= offspring.is_some();
        table.add_row([
            stage.name.clone(),
            factors.join(sign),
            stage.points().to_string(),
            plan.stage(number).len().to_string(),
            offspring.map_or("not limited".to_owned(), |count| count.to_string()),
        ]);
    }
    let total = if known { all.to_string() } else { "not limited".to_owned() };
    table.add_row(["all".to_owned(), String::new(), String::new(), plan.len().to_string(), total]);
    text.push_str(&format!("{table}\n"));
    if sweep.stages.len() > 1 {
        text.push_str(
            "The winner of a stage is fixed in the next; offspring are counted over the settings of [base].\n",
        );
    }
    sweep.stages.iter().for_each(|stage| text.push_str(&points(stage, list)));
    text.push_str(&power::as_text(sweep));
    if list {
        text.push_str("trial,stage,point,settings,instance,repetition,seed\n");
        for trial in plan.trials() {
            let stage = &sweep.stages[trial.stage];
            text.push_str(&format!(
                "{},{},{},\"{}\",{},{},{}\n",
                trial.id,
                stage.name,
                trial.point + 1,
                stage.point_name(trial.point).replace('"', "\"\""),
                sweep.instances[trial.instance].name,
                trial.repetition,
                trial.seed
            ));
        }
    }
    text
}

/// How many levels a factor has, or between which ends.
fn values(factor: &Factor) -> String {
    let Some(range) = factor.range else { return factor.levels.len().to_string() };
    let (low, high) = range.ends();
    format!("{low} to {high}{}", if range.scale() == Scale::Log { ", log" } else { "" })
}

/// The points of a design that fills ranges; so many, unless all are asked for.
fn points(stage: &Stage, all: bool) -> String {
    const SHOWN: usize = 50;
    if stage.design == Design::Factorial {
        return String::new();
    }
    let head: Vec<&str> = ["point"].into_iter().chain(stage.factors.iter().map(|factor| factor.key.as_str())).collect();
    let mut table = wide_table(&head, 0);
    let shown = if all { stage.points() } else { stage.points().min(SHOWN) };
    for point in 0..shown {
        let levels = stage.factors.iter().zip(stage.levels_of(point));
        let texts = levels.map(|(factor, level)| factor.levels[level].text.clone());
        table.add_row([(point + 1).to_string()].into_iter().chain(texts));
    }
    let more = match stage.points() - shown {
        0 => String::new(),
        more => format!("… and {more} more: --trials shows all\n"),
    };
    format!("The points of stage {} ({}):\n{table}\n{more}", stage.name, stage.design)
}

fn as_json(sweep: &Sweep, plan: &Plan, seconds: Option<f64>) -> serde_json::Value {
    let stages: Vec<_> = sweep
        .stages
        .iter()
        .enumerate()
        .map(|(number, stage)| {
            let trials: Vec<_> = plan
                .stage(number)
                .iter()
                .map(|trial| {
                    let instance = &sweep.instances[trial.instance].name;
                    json!({"trial": trial.id, "point": trial.point + 1, "settings": stage.point_name(trial.point), "instance": instance, "repetition": trial.repetition, "seed": trial.seed})
                })
                .collect();
            json!({"stage": stage.name, "choose": stage.choose.to_string(), "design": stage.design.name(), "points": stage.points(), "offspring": offspring(sweep, plan, number), "trials": trials})
        })
        .collect();
    json!({"name": sweep.name, "notes": sweep.notes, "seed": sweep.seed, "trials": plan.len(), "stages": stages, "power": power::as_json(sweep), "seconds": seconds})
}
