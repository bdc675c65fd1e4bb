//! `evocube alphabet`: what genes can be.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use evocube::Metric;
use evocube::Puzzle;
use evocube::evolve::alphabet::{Alphabet, AlphabetConfig, Shape, Symbol};
use evocube::experiment::sweep::{Sweep, read_alphabet};
use evocube::puzzle::{PuzzleKind, PuzzleTask};
use serde_json::{Value, json};

use super::output::output;
use super::table::table;
use super::{Failure, Outcome};

/// Show what genes can be: how many symbols there are, what they do and how many turns they have.
#[derive(Args)]
pub(crate) struct AlphabetArgs {
    /// The sweep file whose alphabets are shown; the usual alphabet without one
    #[arg(conflicts_with_all = ["with", "puzzle"])]
    sweep: Option<PathBuf>,
    /// Keys of `alphabet` as in a sweep file, for example 'expand = "symmetries", conjugate = 1'
    #[arg(long, value_name = "KEYS", default_value = "")]
    with: String,
    /// The puzzle
    #[arg(long, default_value_t = PuzzleKind::Cube3)]
    puzzle: PuzzleKind,
    /// List every symbol with its turns
    #[arg(long)]
    list: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &AlphabetArgs) -> Outcome {
    let (puzzle, configs) = match &args.sweep {
        Some(path) => {
            let sweep = Sweep::read(path).map_err(|error| Failure::in_sweep(&error))?;
            (sweep.puzzle(), sweep.alphabets())
        }
        None => (args.puzzle, vec![read_alphabet(&args.with).map_err(|reason| Failure(format!("--with: {reason}")))?]),
    };
    let mut documents = Vec::new();
    for (number, config) in configs.iter().enumerate() {
        let shown = puzzle.run(Show { config, list: args.list })?;
        if args.json {
            documents.push(shown.document);
        } else {
            let title =
                if configs.len() > 1 { format!("Alphabet {}: {}\n", number + 1, shown.keys) } else { String::new() };
            output(|out| write!(out, "{title}{}", shown.text))?;
        }
    }
    if args.json {
        // One alphabet is a document, several are a list of such.
        let document = if documents.len() == 1 { documents.remove(0) } else { Value::Array(documents) };
        output(|out| writeln!(out, "{document:#}"))?;
    }
    Ok(ExitCode::SUCCESS)
}

struct Show<'a> {
    config: &'a AlphabetConfig,
    list: bool,
}

struct Shown {
    keys: String,
    text: String,
    document: Value,
}

impl PuzzleTask for Show<'_> {
    type Output = Result<Shown, Failure>;

    fn run<P: Puzzle>(self) -> Self::Output {
        let alphabet = Alphabet::<P>::new(self.config)?;
        let symbols = alphabet.symbols();
        let shapes: Vec<Shape> = symbols.iter().map(|symbol| Shape::of(symbol.effect)).collect();
        let mut table = table(["effect", "symbols", "turns, least", "mean", "most"], 1);
        let mut effects = Vec::new();
        let mut row = |name: &str, of: &[&Symbol<P>]| {
            if let Some(lengths) = Lengths::of(of) {
                let Lengths { least, mean, most } = lengths;
                table.add_row([
                    name.to_owned(),
                    of.len().to_string(),
                    least.to_string(),
                    format!("{mean:.1}"),
                    most.to_string(),
                ]);
                effects.push(
                    json!({"effect": name, "symbols": of.len(), "turns": {"least": least, "mean": mean, "most": most}}),
                );
            }
        };
        for shape in Shape::ALL {
            let of: Vec<_> =
                symbols.iter().zip(&shapes).filter(|(_, of)| **of == shape).map(|(symbol, _)| symbol).collect();
            row(shape.name(), &of);
        }
        row("all", &symbols.iter().collect::<Vec<_>>());
        let different: std::collections::HashSet<P> = symbols.iter().map(|symbol| symbol.effect).collect();
        let mut text = format!("{} symbols, {} different effects\n{table}\n", symbols.len(), different.len());
        let keys = serde_json::to_value(self.config)?;
        let mut document = json!({
            "puzzle": P::KIND.name(), "alphabet": keys, "symbols": symbols.len(),
            "different": different.len(), "effects": effects,
        });
        if self.list {
            let line = |(symbol, shape): (&Symbol<P>, &Shape)| format!("{}\t{shape}\t{}\n", symbol.name, symbol.moves);
            text.extend(symbols.iter().zip(&shapes).map(line));
            let one = |(symbol, shape): (&Symbol<P>, &Shape)| json!({"name": symbol.name, "effect": shape.name(), "moves": symbol.moves.to_string()});
            document["list"] = symbols.iter().zip(&shapes).map(one).collect();
        }
        Ok(Shown { keys: keys.to_string(), text, document })
    }
}

/// How many turns some symbols have, in the half-turn metric.
struct Lengths {
    least: usize,
    mean: f64,
    most: usize,
}

impl Lengths {
    /// Nothing if there are no symbols.
    #[allow(clippy::cast_precision_loss)] // at most 65,535 symbols of some turns
    fn of<P>(symbols: &[&Symbol<P>]) -> Option<Self> {
        let lengths: Vec<usize> = symbols.iter().map(|symbol| symbol.moves.length(Metric::Htm)).collect();
        let (least, most) = (*lengths.iter().min()?, *lengths.iter().max()?);
        Some(Self { least, mean: lengths.iter().sum::<usize>() as f64 / lengths.len() as f64, most })
    }
}
