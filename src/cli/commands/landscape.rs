//! `evocube landscape`: measures the fitness landscape of a configuration on a 2×2×2 or 3×3×3, and writes a page about it. The measures are
//! defined in `evocube::landscape`, the page in `evocube::report`.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;
use evocube::bounded::GenomeLength;
use evocube::evaluation::objective::{EdgeRule, Objective, Penalty};
use evocube::experiment::interpreter::TrialIdentity;
use evocube::experiment::sweep::{Sweep, read_alphabet};
use evocube::landscape::{LandscapeSummary, MAX_TURNS, Options, survey};
use evocube::optimizer::OptimizerError;
use evocube::shipped::ShippedSweep;
use evocube::stats::samples::correlation_length;
use evocube::{PuzzleKind, report};
use serde_json::{from_value, json};

use crate::cli::arguments::{choice, read_threads, results, sweep};
use crate::cli::result::{CommandResult, Failure, failure, success_if};
use crate::cli::terminal::{note, output, print_json, prose};
use crate::cli::{invocation, parallel};

/// Measure the fitness landscape: ruggedness, neutrality, and the correlation of the penalty with the distance to the solved
/// state.
#[derive(Args)]
#[command(after_help = "Random walks over genomes (autocorrelation), states at known distances (fitness-distance \
    correlation, share of shortest solutions that begin downhill), their neighbors by moves and by genes (neutrality, local \
    optima), steepest descents from random cubes. The same seed gives the same bytes for any number of threads.")]
pub(crate) struct LandscapeArgs {
    /// The sweep file whose [base] configures alphabet, genome, penalty and mutation [default: the paper's configuration]
    sweep: Option<PathBuf>,
    /// Keys of `alphabet` as in a sweep file, such as 'expand = "symmetries"', instead of those of the sweep
    #[arg(long, value_name = "KEYS")]
    alphabet: Option<String>,
    /// The objective, instead of that of the sweep
    #[arg(long, value_parser = PossibleValuesParser::new(Objective::NAMES))]
    objective: Option<String>,
    /// The rule for correct edges, instead of that of the sweep
    #[arg(long, value_parser = choice::words(EdgeRule::ALL, EdgeRule::name))]
    edge_rule: Option<EdgeRule>,
    /// The number of genes of a genome, instead of that of the sweep
    #[arg(long, value_name = "N")]
    genes: Option<i64>,
    /// The puzzle, instead of that of the sweep
    #[arg(long)]
    puzzle: Option<PuzzleKind>,
    /// The seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of random walks of each kind
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    walks: u32,
    /// The number of steps of each walk
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(50..=1_000_000))]
    steps: u32,
    /// The number of states at each distance, and of random states
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    states: u32,
    /// The maximum distance of drawn states; each further move takes about 13 times as long
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_TURNS)))]
    distance: u8,
    /// The number of threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = read_threads)]
    threads: Option<NonZeroUsize>,
    /// The folder of figures and tables [default: results/landscape, or results/NAME-landscape for the sweep NAME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &LandscapeArgs) -> CommandResult {
    let (label, sweep) = configuration(args)?;
    let prefix = if args.sweep.is_some() { format!("{}-", sweep.name) } else { String::new() };
    let folder = sweep::results_folder(args.out.as_deref(), &prefix, "landscape");
    results::refuse(&folder)?;
    let options = Options {
        seed: args.seed,
        walks: args.walks,
        steps: args.steps,
        states: usize::try_from(args.states)?,
        turns: args.distance,
        ..Options::default()
    };
    let summary = measure(&label, &sweep, &options, parallel::threads(args.threads))?;
    let conclusions = report::landscape_conclusions(&summary);
    let files = report::write_landscape(&summary, &folder)?;
    if args.json {
        let files: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
        print_json(&as_json(&summary, &conclusions, &files))?;
    } else {
        output(|out| {
            let (symbols, genes) = (summary.symbols, summary.length);
            writeln!(out, "{}", prose(&format!("Landscape of {label}: {symbols} symbols, {genes} genes per genome")))?;
            conclusions.iter().try_for_each(|sentence| writeln!(out, "\n{}", prose(sentence)))
        })?;
        note(format_args!("\nOpen {} in a browser.", folder.join("landscape.html").display()));
    }
    success_if(true)
}

/// Measures the landscape of a sweep's `[base]`. Components of an interpreter are called as those of one trial are.
fn measure(
    label: &str,
    sweep: &Sweep,
    options: &Options,
    threads: NonZeroUsize,
) -> Result<LandscapeSummary, OptimizerError> {
    let interpreter = invocation::host().and_then(|host| host.interpreter);
    let Some(interpreter) = interpreter.filter(|interpreter| interpreter.has_components_of(sweep)) else {
        return survey(label, &sweep.base, options, threads);
    };
    let (trial, mut measured) = (TrialIdentity { seed: options.seed, ..TrialIdentity::default() }, None);
    interpreter.run(&trial, &mut || measured = Some(survey(label, &sweep.base, options, NonZeroUsize::MIN)));
    measured.expect("only the end of a run keeps a trial from running")
}

/// Returns the label of the configuration, with the changed keys, and the sweep whose `[base]` it is.
fn configuration(args: &LandscapeArgs) -> Result<(String, Sweep), Failure> {
    let (name, mut sweep) = match &args.sweep {
        Some(path) => {
            let sweep = sweep::read(path)?;
            (sweep.name.clone(), sweep)
        }
        None => {
            let paper = ShippedSweep::named("printed-settings")?;
            ("the paper's settings".to_owned(), Sweep::parse(&paper.text(), Path::new(paper.name()))?)
        }
    };
    let config = &mut sweep.base;
    let mut changed = Vec::new();
    if let Some(puzzle) = args.puzzle {
        config.puzzle = puzzle.into();
        changed.push(format!("puzzle {puzzle}"));
    }
    if config.puzzle.cube().is_none() {
        return Err(failure!("a landscape is measured on the cubes, not on {}: add --puzzle cube3", config.puzzle));
    }
    if let Some(keys) = &args.alphabet {
        config.alphabet = read_alphabet(&config.puzzle, keys).map_err(|reason| failure!("--alphabet: {reason}"))?;
        changed.push(format!("alphabet {keys}"));
    }
    if let Some(length) = args.genes {
        config.genome.length = GenomeLength::try_from(length).map_err(|reason| failure!("--genes: {reason}"))?;
        changed.push(format!("length {length}"));
    }
    if let Some(objective) = &args.objective {
        if config.objective.name() != objective {
            config.objective = from_value(json!(objective))?;
        }
        changed.push(format!("objective {objective}"));
    }
    if let Some(edge_rule) = args.edge_rule {
        let Objective::Penalty(penalty) = config.objective else {
            let name = config.objective.name();
            return Err(failure!("--edge-rule is an option of the objective penalty, not of {name}"));
        };
        config.objective = Objective::Penalty(Penalty { edge_rule, ..penalty });
        changed.push(format!("edge rule {edge_rule}"));
    }
    config.check()?;
    let label = if changed.is_empty() { name } else { format!("{name}, {}", changed.join(", ")) };
    Ok((label, sweep))
}

fn as_json(summary: &LandscapeSummary, conclusions: &[String], files: &[String]) -> serde_json::Value {
    let walks: Vec<_> = summary
        .walks
        .iter()
        .map(|walk| {
            let first = walk.correlations.get(1).copied();
            json!({
                "step": walk.step, "walks": walk.walks, "steps": walk.steps, "correlations": walk.correlations,
                "first": walk.first.map(|ends| [ends.low, ends.high]),
                "length": first.map(correlation_length).filter(|length| length.is_finite()), "neutral": walk.neutral,
            })
        })
        .collect();
    json!({
        "name": summary.name, "puzzle": summary.puzzle, "seed": summary.seed, "symbols": summary.symbols,
        "length": summary.length, "states": summary.states.len(), "walks": walks, "answer": conclusions, "files": files,
    })
}
