//! `evocube trial`: one trial, as the target of an external tuner. The arguments that irace or SMAC appends are read here, and answered in
//! the tuner's format, also where a configuration cannot be run. Otherwise the cost is printed alone, with `--seconds` beside the time, or
//! in JSON with the outcome and the moves. No results folder is written.

use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, ValueEnum};
use evocube::experiment::logging::LogKeys;
use evocube::experiment::record::{Cost, TrialOutcome};
use evocube::experiment::single::{self, SingleTrial};
use evocube::experiment::sweep::{Overrides, PointError, Sweep};
use serde_json::json;

use crate::cli::arguments::{ExecutionArgs, choice, sweep};
use crate::cli::result::{CommandResult, Failure, failure, sentence};
use crate::cli::terminal::{ProgressMode, TableCache, output, print_json};

/// A tuner whose calling convention the command understands.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Tuner {
    /// irace's target runner: ID INSTANCE-ID SEED INSTANCE --set=KEY=VALUE …
    Irace,
    /// The target function of SMAC3 as a script: --seed=N --instance=NAME --KEY=VALUE …
    Smac,
}

/// Run one trial of a sweep's [base] with some keys changed, and print nothing but its cost.
///
/// The exit code is 0 whether the instance is solved or not, and 2 if the arguments are invalid.
#[derive(Args)]
pub(crate) struct TrialArgs {
    /// The sweep file
    sweep: PathBuf,
    /// A key of [base] and its value as in the sweep file, without quotes around words; @N is the Nth level of the sweep's
    /// factor
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    /// The seed of the random numbers
    #[arg(long, value_name = "N", required_unless_present = "tuner")]
    seed: Option<u64>,
    /// The name of the instance, or @N for the Nth [default: the first]
    #[arg(long, value_name = "NAME")]
    instance: Option<String>,
    /// The quantity to print
    #[arg(long, value_parser = choice::cost(), default_value_t)]
    cost: Cost,
    /// Print the time in seconds after the cost, for the option maxTime of irace
    #[arg(long)]
    seconds: bool,
    /// Read the arguments that a tuner appends, and answer in its format
    #[arg(long = "for", value_enum, value_name = "TUNER", conflicts_with_all = ["seed", "instance", "json"])]
    tuner: Option<Tuner>,
    #[command(flatten)]
    execution: ExecutionArgs,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// The arguments of the tuner, after `--` if the first begins with a hyphen
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, requires = "tuner", value_name = "ARGUMENT")]
    arguments: Vec<String>,
}

/// The trial that is requested.
#[derive(Default)]
struct TrialRequest {
    settings: Vec<String>,
    seed: u64,
    instance: Option<String>,
}

/// Runs the command.
pub(crate) fn run(args: &TrialArgs) -> CommandResult {
    let mut sweep = sweep::read_sampled(&args.sweep)?;
    // No rows are shown, and counting different genomes takes time.
    sweep.log = LogKeys::default();
    let mut request = match args.tuner {
        None => TrialRequest { settings: Vec::new(), seed: args.seed.unwrap_or(0), instance: args.instance.clone() },
        Some(Tuner::Irace) => parse_irace(&args.arguments)?,
        Some(Tuner::Smac) => parse_smac(&args.arguments)?,
    };
    request.settings.splice(0..0, args.settings.iter().cloned());
    let mut overrides = Overrides::default();
    request.settings.iter().try_for_each(|setting| overrides.set("--set", setting))?;
    let instance = instance(&sweep, request.instance.as_deref())?;
    let point = match sweep.configure(&overrides) {
        Ok(point) => point,
        // The values are valid, but not in combination: the tuner tries others.
        Err(PointError::Conflict(message)) if args.tuner.is_some() => return refused(args, &message),
        Err(error) => return Err(Failure::new(error.to_string())),
    };
    let cache = TableCache::new(ProgressMode::Silent);
    let execution = args.execution.execution(&cache)?;
    let begin = Instant::now();
    let result = single::run(&sweep, point, instance, request.seed, args.cost, execution, &());
    let seconds = begin.elapsed().as_secs_f64();
    let SingleTrial { cost, record } = match result {
        Ok(single) => single,
        Err(error) if args.tuner.is_some() => return refused(args, &sentence(&error)),
        Err(error) => return Err(error.into()),
    };
    if args.json {
        let TrialOutcome { best, solved, reached, stop, evolution, htm, qtm, evaluations_to_reach } = &record.outcome;
        let name = &sweep.instances[instance].name;
        let evaluations = evolution.map(|counts| counts.evaluations);
        return print_json(&json!({
            "cost": cost, "instance": name, "seed": request.seed, "best": best, "solved": solved, "reached": reached,
            "stop": stop, "evaluations": evaluations, "htm": htm, "qtm": qtm,
            "evaluations_to_reach": evaluations_to_reach, "moves": record.solution.moves, "seconds": seconds,
        }));
    }
    let time = if args.seconds { format!(" {seconds:.3}") } else { String::new() };
    output(|out| match args.tuner {
        Some(Tuner::Smac) => writeln!(out, "cost={cost}; runtime={seconds:.3}; status=SUCCESS"),
        _ => writeln!(out, "{cost}{time}"),
    })
}

/// Tells a tuner that its configuration cannot be run.
fn refused(args: &TrialArgs, message: &str) -> CommandResult {
    let time = if args.seconds { " 0" } else { "" };
    output(|out| match args.tuner {
        Some(Tuner::Smac) => {
            writeln!(out, "status=CRASHED; additional_info={}", message.replace([';', '=', ','], " "))
        }
        _ => writeln!(out, "Inf{time}"),
    })
}

/// Parses `ID INSTANCE-ID SEED INSTANCE [BOUND] --set=KEY=VALUE …`.
fn parse_irace(arguments: &[String]) -> Result<TrialRequest, Failure> {
    let malformed = || failure!("expected ID INSTANCE-ID SEED INSTANCE from irace, then --set=KEY=VALUE");
    let [_, _, seed, instance, rest @ ..] = arguments else { return Err(malformed()) };
    let seed = seed.parse().map_err(|_| malformed())?;
    let mut settings = Vec::new();
    for (place, argument) in rest.iter().enumerate() {
        match argument.strip_prefix("--set=") {
            Some(setting) => settings.push(setting.to_owned()),
            // Trials ignore the time bound.
            None if place == 0 && argument.parse::<f64>().is_ok() => {}
            None => {
                return Err(failure!("unexpected argument {argument:?} from irace: expected --set=KEY=VALUE"));
            }
        }
    }
    Ok(TrialRequest { settings, seed, instance: Some(instance.clone()) })
}

/// Parses `--seed=N --instance=NAME --KEY=VALUE …`.
fn parse_smac(arguments: &[String]) -> Result<TrialRequest, Failure> {
    let mut request = TrialRequest::default();
    for argument in arguments {
        let wrong = || failure!("unexpected argument {argument:?} from SMAC: expected --KEY=VALUE");
        let (key, value) = argument.strip_prefix("--").and_then(|text| text.split_once('=')).ok_or_else(wrong)?;
        match key {
            "seed" => request.seed = value.parse().map_err(|_| wrong())?,
            "instance" => request.instance = Some(value.to_owned()),
            // The configuration alone determines a trial: budgets and times are ignored.
            "instance_features" | "budget" | "cutoff" => {}
            _ => request.settings.push(format!("{key}={value}")),
        }
    }
    Ok(request)
}

/// Returns the index of an instance in the sweep.
fn instance(sweep: &Sweep, name: Option<&str>) -> Result<usize, Failure> {
    let Some(name) = name else { return Ok(0) };
    let place = sweep.instances.iter().position(|instance| instance.name == name);
    let number = || name.strip_prefix('@')?.parse::<usize>().ok()?.checked_sub(1);
    place.or_else(number).filter(|place| *place < sweep.instances.len()).ok_or_else(|| {
        let names: Vec<&str> = sweep.instances.iter().map(|instance| instance.name.as_str()).take(5).collect();
        let more = if sweep.instances.len() > 5 { " …" } else { "" };
        failure!("the sweep has no instance {name:?}: expected {}{more}", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn arguments_of_tuners_are_parsed() {
        let irace = parse_irace(&words("testConfig1 4 12345 random-3 --set=population=50 --set=a.b=x")).unwrap();
        assert_eq!((irace.seed, irace.instance.as_deref()), (12345, Some("random-3")));
        assert_eq!(irace.settings, ["population=50", "a.b=x"]);
        assert_eq!(parse_irace(&words("1 2 3 cube 10.5 --set=a=1")).unwrap().settings, ["a=1"]);
        let smac = parse_smac(&words("--seed=7 --instance=random-1 --instance_features=[1] --population=50")).unwrap();
        assert_eq!((smac.seed, smac.instance.as_deref()), (7, Some("random-1")));
        assert_eq!(smac.settings, ["population=50"]);
        for wrong in ["1 2 3", "1 2 x cube", "1 2 3 cube population=5"] {
            assert!(parse_irace(&words(wrong)).is_err(), "{wrong}");
        }
        assert!(parse_smac(&words("--seed=x")).is_err() && parse_smac(&words("population=5")).is_err());
    }
}
