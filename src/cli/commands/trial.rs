//! `evocube trial`: one trial, for those who tune.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::{Args, ValueEnum};
use evocube::experiment::record::TrialOutcome;
use evocube::experiment::single::{self, Single};
use evocube::experiment::sweep::{Overrides, PointError, Sweep};
use serde_json::json;

use crate::cli::arguments::cost::CostArg;
use crate::cli::arguments::execution::ExecutionArgs;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::terminal::cache::Cache;
use crate::cli::terminal::output::output;

/// Who asks.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Tuner {
    /// irace's target runner: ID INSTANCE-ID SEED INSTANCE --set=KEY=VALUE …
    Irace,
    /// The target function of SMAC3 as a script: --seed=N --instance=NAME --KEY=VALUE …
    Smac,
}

/// Run one trial of a sweep's [base] with some settings changed, and print its cost alone on the last line.
///
/// Nothing else is printed, and the exit code is 0, solved or not; 2 if something is wrong.
#[derive(Args)]
pub(crate) struct TrialArgs {
    /// The sweep file
    sweep: PathBuf,
    /// A key of [base] and its value: as in the sweep file, quotes left out if it is a word; @N is the Nth level of the
    /// sweep's factor
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    /// What the random numbers start from
    #[arg(long, value_name = "N", required_unless_present = "tuner")]
    seed: Option<u64>,
    /// The instance, by name, or @N for the Nth; the first if absent
    #[arg(long, value_name = "NAME")]
    instance: Option<String>,
    /// What the cost is
    #[arg(long, value_enum, default_value_t)]
    cost: CostArg,
    /// Print the time in seconds behind the cost, as irace wants it for maxTime
    #[arg(long)]
    seconds: bool,
    /// Read the arguments that a tuner adds, and answer in its way
    #[arg(long = "for", value_enum, value_name = "TUNER", conflicts_with_all = ["seed", "instance", "json"])]
    tuner: Option<Tuner>,
    #[command(flatten)]
    execution: ExecutionArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// What the tuner adds, behind `--` if it begins with a hyphen
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, requires = "tuner", value_name = "ARGUMENT")]
    arguments: Vec<String>,
}

/// What is asked for.
#[derive(Default)]
struct Request {
    settings: Vec<String>,
    seed: u64,
    instance: Option<String>,
}

pub(crate) fn run(args: &TrialArgs) -> Outcome {
    let sweep = Sweep::read(&args.sweep).map_err(|error| Failure::in_sweep(&error))?;
    let mut request = match args.tuner {
        None => Request { settings: Vec::new(), seed: args.seed.unwrap_or(0), instance: args.instance.clone() },
        Some(Tuner::Irace) => of_irace(&args.arguments)?,
        Some(Tuner::Smac) => of_smac(&args.arguments)?,
    };
    request.settings.splice(0..0, args.settings.iter().cloned());
    let mut overrides = Overrides::default();
    request.settings.iter().try_for_each(|setting| overrides.read(&sweep, setting)).map_err(Failure)?;
    let instance = instance(&sweep, request.instance.as_deref())?;
    let point = match sweep.with(&overrides) {
        Ok(point) => point,
        // Each is fine, but not together: the tuner is to try others.
        Err(PointError::Conflict(message)) if args.tuner.is_some() => return refused(args, &message),
        Err(error) => return Err(Failure(error.to_string())),
    };
    let cache = Cache::new(true);
    let execution = args.execution.execution(&cache)?;
    let begin = Instant::now();
    let result = single::run(&sweep, point, instance, request.seed, args.cost.into(), execution);
    let seconds = begin.elapsed().as_secs_f64();
    let Single { cost, record } = match result {
        Ok(single) => single,
        Err(error) if args.tuner.is_some() => return refused(args, &error.to_string()),
        Err(error) => return Err(error.into()),
    };
    let time = if args.seconds { format!(" {seconds:.3}") } else { String::new() };
    output(|out| {
        if args.json {
            let TrialOutcome { best, solved, stop, evolution, htm, qtm } = &record.outcome;
            let name = &sweep.instances[instance].name;
            let evaluations = evolution.map(|counts| counts.evaluations);
            let document = json!({
                "cost": cost, "instance": name, "seed": request.seed, "best": best, "solved": solved, "stop": stop,
                "evaluations": evaluations, "htm": htm, "qtm": qtm, "moves": record.solution.moves, "seconds": seconds,
            });
            return writeln!(out, "{document:#}");
        }
        match args.tuner {
            Some(Tuner::Smac) => writeln!(out, "cost={cost}; runtime={seconds:.3}; status=SUCCESS"),
            _ => writeln!(out, "{cost}{time}"),
        }
    })?;
    Ok(ExitCode::SUCCESS)
}

/// What a tuner is told of settings that cannot be run.
fn refused(args: &TrialArgs, message: &str) -> Outcome {
    let time = if args.seconds { " 0" } else { "" };
    output(|out| match args.tuner {
        Some(Tuner::Smac) => {
            writeln!(out, "status=CRASHED; additional_info={}", message.replace([';', '=', ','], " "))
        }
        _ => writeln!(out, "Inf{time}"),
    })?;
    Ok(ExitCode::SUCCESS)
}

/// `ID INSTANCE-ID SEED INSTANCE [BOUND] --set=KEY=VALUE …`.
fn of_irace(arguments: &[String]) -> Result<Request, Failure> {
    let wanted = || Failure("irace gives ID INSTANCE-ID SEED INSTANCE, then the settings".to_owned());
    let [_, _, seed, instance, rest @ ..] = arguments else { return Err(wanted()) };
    let seed = seed.parse().map_err(|_| wanted())?;
    let mut settings = Vec::new();
    for (place, argument) in rest.iter().enumerate() {
        match argument.strip_prefix("--set=") {
            Some(setting) => settings.push(setting.to_owned()),
            // A bound on the time, which no trial heeds.
            None if place == 0 && argument.parse::<f64>().is_ok() => {}
            None => {
                return Err(Failure(format!("unexpected argument {argument:?} from irace: expected --set=KEY=VALUE")));
            }
        }
    }
    Ok(Request { settings, seed, instance: Some(instance.clone()) })
}

/// `--seed=N --instance=NAME --KEY=VALUE …`.
fn of_smac(arguments: &[String]) -> Result<Request, Failure> {
    let mut request = Request::default();
    for argument in arguments {
        let wrong = || Failure(format!("unexpected argument {argument:?} from SMAC: expected --KEY=VALUE"));
        let (key, value) = argument.strip_prefix("--").and_then(|text| text.split_once('=')).ok_or_else(wrong)?;
        match key {
            "seed" => request.seed = value.parse().map_err(|_| wrong())?,
            "instance" => request.instance = Some(value.to_owned()),
            // A trial is what its settings say, whatever budget or time it is given.
            "instance_features" | "budget" | "cutoff" => {}
            _ => request.settings.push(format!("{key}={value}")),
        }
    }
    Ok(request)
}

/// The place of an instance in the sweep.
fn instance(sweep: &Sweep, name: Option<&str>) -> Result<usize, Failure> {
    let Some(name) = name else { return Ok(0) };
    let by_name = sweep.instances.iter().position(|instance| instance.name == name);
    let by_number = || name.strip_prefix('@')?.parse::<usize>().ok()?.checked_sub(1);
    by_name.or_else(by_number).filter(|place| *place < sweep.instances.len()).ok_or_else(|| {
        let names: Vec<&str> = sweep.instances.iter().map(|instance| instance.name.as_str()).take(5).collect();
        let more = if sweep.instances.len() > 5 { " …" } else { "" };
        Failure(format!("the sweep has no instance {name:?}: there are {}{more}", names.join(", ")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn tuners_are_understood() {
        let irace = of_irace(&words("testConfig1 4 12345 random-3 --set=population=50 --set=a.b=x")).unwrap();
        assert_eq!((irace.seed, irace.instance.as_deref()), (12345, Some("random-3")));
        assert_eq!(irace.settings, ["population=50", "a.b=x"]);
        assert_eq!(of_irace(&words("1 2 3 cube 10.5 --set=a=1")).unwrap().settings, ["a=1"]);
        let smac = of_smac(&words("--seed=7 --instance=random-1 --instance_features=[1] --population=50")).unwrap();
        assert_eq!((smac.seed, smac.instance.as_deref()), (7, Some("random-1")));
        assert_eq!(smac.settings, ["population=50"]);
        for wrong in ["1 2 3", "1 2 x cube", "1 2 3 cube population=5"] {
            assert!(of_irace(&words(wrong)).is_err(), "{wrong}");
        }
        assert!(of_smac(&words("--seed=x")).is_err() && of_smac(&words("population=5")).is_err());
    }
}
