//! `evocube landscape`: why evolution gets stuck, measured.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use evocube::bounded::GenomeLength;
use evocube::evaluation::objective::{EdgeRule, Objective, Penalty};
use evocube::evolve::config::TrialConfig;
use evocube::experiment::record::file;
use evocube::experiment::sweep::{Sweep, read_alphabet};
use evocube::landscape::LandscapeSummary;
use evocube::landscape::{MAX_TURNS, Options, survey};
use evocube::stats::correlation_length;
use evocube::{PuzzleKind, report};
use serde_json::json;

use crate::cli::arguments::budget::read_threads;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::parallel;
use crate::cli::terminal::output::{note, output};

/// Measure the landscape that evolution moves in: how rugged and how flat the penalty is, and whether it tells how far
/// it is to the solved cube.
#[derive(Args)]
#[command(after_help = "Random walks over genomes (autocorrelation), states at known distances (fitness-distance \
    correlation, and whether shortest solutions begin downhill), their neighbors by turns and by genes (neutrality, local \
    optima), steepest descents from random cubes. The same seed gives the same bytes for any number of threads.")]
pub(crate) struct LandscapeArgs {
    /// The sweep file whose [base] says what genes, genomes, penalty and mutation are; the paper's settings without one
    sweep: Option<PathBuf>,
    /// Keys of `alphabet` as in a sweep file, for example 'expand = "symmetries"', instead of the sweep's
    #[arg(long, value_name = "KEYS")]
    alphabet: Option<String>,
    /// What is minimized, instead of what the sweep says
    #[arg(long, value_parser = PossibleValuesParser::new(["penalty", "pieces"]))]
    objective: Option<String>,
    /// When an edge is right, instead of what the sweep says
    #[arg(long, value_parser = edge_rule_parser())]
    edge_rule: Option<EdgeRule>,
    /// How many genes a genome has, instead of what the sweep says
    #[arg(long, value_name = "N")]
    length: Option<i64>,
    /// The puzzle, instead of the sweep's
    #[arg(long)]
    puzzle: Option<PuzzleKind>,
    /// Where the random numbers start
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many random walks of each kind
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    walks: u32,
    /// How many steps each has
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(50..=1_000_000))]
    steps: u32,
    /// How many states at each distance, and how many random ones
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    states: u32,
    /// Up to which distance states are drawn; one turn more takes some thirteen times as long
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_TURNS)))]
    turns: u8,
    /// How many threads; as many as there are cores if absent
    #[arg(long, value_name = "N", value_parser = read_threads)]
    threads: Option<NonZeroUsize>,
    /// Where figures and tables go [default: results/landscape, or results/<name>-landscape of a sweep]
    #[arg(long)]
    out: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &LandscapeArgs) -> Outcome {
    let (name, label, config) = settings(args)?;
    let folder = match (&args.out, &args.sweep) {
        (Some(out), _) => out.clone(),
        (None, Some(_)) => Path::new("results").join(format!("{name}-landscape")),
        (None, None) => Path::new("results").join("landscape"),
    };
    if folder.join(file::MANIFEST).exists() {
        return Err(Failure(format!("{} is a results folder, with files of its own", folder.display())));
    }
    let threads = args.threads.or(NonZeroUsize::new(parallel::threads())).unwrap_or(NonZeroUsize::MIN);
    let options = Options {
        seed: args.seed,
        walks: args.walks,
        steps: args.steps,
        states: usize::try_from(args.states)?,
        turns: args.turns,
        ..Options::default()
    };
    let facts = survey(&label, &config, &options, threads)?;
    let answer = report::landscape_conclusions(&facts);
    let files = report::write_landscape(&facts, &folder)?;
    if args.json {
        let files: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
        output(|out| writeln!(out, "{:#}", as_json(&facts, &answer, &files)))?;
    } else {
        output(|out| {
            writeln!(
                out,
                "Landscape of {label}: {} genes to choose from, {} in a genome",
                facts.symbols, facts.length
            )?;
            answer.iter().try_for_each(|sentence| writeln!(out, "\n{sentence}"))
        })?;
        note(format_args!("\nOpen {} in a browser.", folder.join("landscape.html").display()));
    }
    Ok(ExitCode::SUCCESS)
}

/// The name of whose settings these are, the same with what was changed, and the settings.
fn settings(args: &LandscapeArgs) -> Result<(String, String, TrialConfig), Failure> {
    let (name, mut config) = match &args.sweep {
        Some(path) => {
            let sweep = Sweep::read(path).map_err(|error| Failure::in_sweep(&error))?;
            (sweep.name, sweep.base.config)
        }
        None => ("the paper's settings".to_owned(), TrialConfig::default()),
    };
    if config.puzzle.cube().is_none() {
        return Err(Failure(format!("a landscape is measured on the cubes, not on {}", config.puzzle)));
    }
    let mut changed = Vec::new();
    if let Some(puzzle) = args.puzzle {
        config.puzzle = puzzle.into();
        changed.push(format!("puzzle {puzzle}"));
    }
    if let Some(keys) = &args.alphabet {
        config.alphabet =
            read_alphabet(&config.puzzle, keys).map_err(|reason| Failure(format!("--alphabet: {reason}")))?;
        changed.push(format!("alphabet {keys}"));
    }
    if let Some(length) = args.length {
        config.genome.length = GenomeLength::try_from(length)?;
        changed.push(format!("length {length}"));
    }
    if let Some(objective) = &args.objective {
        config.objective = match (objective.as_str(), config.objective) {
            ("pieces", _) => Objective::Pieces,
            (_, known @ Objective::Penalty(_)) => known,
            (_, _) => Objective::default(),
        };
        changed.push(format!("objective {objective}"));
    }
    if let Some(edge_rule) = args.edge_rule {
        let Objective::Penalty(penalty) = config.objective else {
            return Err(Failure("--edge-rule is about the penalty, not about counting pieces".to_owned()));
        };
        config.objective = Objective::Penalty(Penalty { edge_rule, ..penalty });
        changed.push(format!("edge rule {}", serde_json::to_string(&edge_rule)?.trim_matches('"')));
    }
    config.check()?;
    let label = if changed.is_empty() { name.clone() } else { format!("{name}, {}", changed.join(", ")) };
    Ok((name, label, config))
}

fn edge_rule_parser() -> impl TypedValueParser<Value = EdgeRule> {
    let read = |name: String| serde_json::from_value::<EdgeRule>(json!(name));
    PossibleValuesParser::new(["any-sticker", "both-stickers", "position"]).try_map(read)
}

fn as_json(facts: &LandscapeSummary, answer: &[String], files: &[String]) -> serde_json::Value {
    let walks: Vec<_> = facts
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
        "name": facts.name, "puzzle": facts.puzzle, "seed": facts.seed, "symbols": facts.symbols,
        "length": facts.length, "states": facts.states.len(), "walks": walks, "answer": answer, "files": files,
    })
}
