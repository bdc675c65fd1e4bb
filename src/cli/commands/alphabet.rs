//! `evocube alphabet`: what genes can be.

use std::collections::HashSet;
use std::hash::Hash;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use evocube::alphabet::{Alphabet, AlphabetConfig, AlphabetError, Symbol};
use evocube::experiment::sweep::{Sweep, read_alphabet};
use evocube::puzzle::group::EffectKind;
use evocube::puzzle::{AnyPuzzle, Puzzle};
use evocube::with_puzzle;
use serde_json::{Value, json};

use crate::cli::arguments::instance::parse_puzzle;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::terminal::output::output;
use crate::cli::terminal::table::table;

/// Show what genes can be: how many symbols there are, what they do and how many turns they have.
#[derive(Args)]
pub(crate) struct AlphabetArgs {
    /// The sweep file whose alphabets are shown; the usual alphabet without one
    #[arg(conflicts_with_all = ["with", "puzzle"])]
    sweep: Option<PathBuf>,
    /// Keys of `alphabet` as in a sweep file, for example 'expand = "symmetries", conjugate = 1'
    #[arg(long, value_name = "KEYS", default_value = "")]
    with: String,
    /// The puzzle: cube3, cube2, pyraminx, skewb or a file that defines one
    #[arg(long, value_parser = parse_puzzle, default_value_t)]
    puzzle: AnyPuzzle,
    /// List every symbol with its turns
    #[arg(long)]
    list: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &AlphabetArgs) -> Outcome {
    let sweep = args.sweep.as_ref().map(|path| Sweep::read(path).map_err(|error| Failure::in_sweep(&error)));
    let sweep = sweep.transpose()?;
    let puzzle = sweep.as_ref().map_or(&args.puzzle, Sweep::puzzle);
    let configs = match &sweep {
        Some(sweep) => sweep.alphabets(),
        None => vec![read_alphabet(puzzle, &args.with).map_err(|reason| Failure(format!("--with: {reason}")))?],
    };
    let listed = |config| with_puzzle!(puzzle, |puzzle| Listed::new(puzzle, config));
    let shown: Result<Vec<Shown>, Failure> =
        configs.iter().map(|config| Ok(listed(config)?.shown(puzzle, config, args.list)?)).collect();
    let mut documents = Vec::new();
    let shown = shown?;
    let several = shown.len() > 1;
    for (number, shown) in shown.into_iter().enumerate() {
        if args.json {
            documents.push(shown.document);
        } else {
            let title = if several { format!("Alphabet {}: {}\n", number + 1, shown.keys) } else { String::new() };
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

/// The symbols of an alphabet, of whatever puzzle.
struct Listed {
    /// What effects are called, in the order of the table.
    effects: Vec<String>,
    /// How many symbols do different things.
    different: usize,
    symbols: Vec<Line>,
}

/// A symbol.
struct Line {
    name: String,
    /// The number of its effect.
    effect: usize,
    moves: String,
    turns: usize,
}

/// How many are different.
fn different<T: Eq + Hash>(effects: Vec<T>) -> usize {
    effects.into_iter().collect::<HashSet<T>>().len()
}

struct Shown {
    keys: String,
    text: String,
    document: Value,
}

impl Listed {
    /// Effects are told apart by their shapes on the cubes, elsewhere by the number of pieces that they change.
    fn new<P: Puzzle>(puzzle: &P, config: &AlphabetConfig) -> Result<Self, AlphabetError> {
        let alphabet = Alphabet::new(puzzle, config)?;
        let kind = |effect| match EffectKind::of(puzzle, effect) {
            Some(shape) => EffectKind::ALL.iter().position(|&other| other == shape).expect("all are there"),
            None => puzzle.changed_pieces(effect),
        };
        let pieces = |count| if count == 1 { "1 piece".to_owned() } else { format!("{count} pieces") };
        let line = |symbol: &Symbol<P::State, P::Move>| Line {
            name: symbol.name.clone(),
            effect: kind(symbol.effect),
            moves: puzzle.write_moves(&symbol.moves),
            turns: symbol.moves.len(),
        };
        Ok(Self {
            effects: match puzzle.cube() {
                Some(_) => EffectKind::ALL.iter().map(|shape| shape.name().to_owned()).collect(),
                None => (0..=puzzle.layout().pieces()).map(pieces).collect(),
            },
            different: different(alphabet.effects()),
            symbols: alphabet.symbols().iter().map(line).collect(),
        })
    }

    fn shown(&self, puzzle: &AnyPuzzle, config: &AlphabetConfig, list: bool) -> serde_json::Result<Shown> {
        let symbols = &self.symbols;
        let mut table = table(["effect", "symbols", "turns, least", "mean", "most"], 1);
        let mut effects = Vec::new();
        let mut row = |name: &str, of: &[&Line]| {
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
        for (number, effect) in self.effects.iter().enumerate() {
            row(effect, &symbols.iter().filter(|symbol| symbol.effect == number).collect::<Vec<_>>());
        }
        row("all", &symbols.iter().collect::<Vec<_>>());
        let mut text = format!("{} symbols, {} different effects\n{table}\n", symbols.len(), self.different);
        let keys = serde_json::to_value(config)?;
        let mut document = json!({
            "puzzle": puzzle.name(), "alphabet": keys, "symbols": symbols.len(),
            "different": self.different, "effects": effects,
        });
        if list {
            let effect = |symbol: &Line| &self.effects[symbol.effect];
            let line = |symbol: &Line| format!("{}\t{}\t{}\n", symbol.name, effect(symbol), symbol.moves);
            text.extend(symbols.iter().map(line));
            let one = |symbol: &Line| json!({"name": symbol.name, "effect": effect(symbol), "moves": symbol.moves});
            document["list"] = symbols.iter().map(one).collect();
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
    fn of(symbols: &[&Line]) -> Option<Self> {
        let lengths: Vec<usize> = symbols.iter().map(|symbol| symbol.turns).collect();
        let (least, most) = (*lengths.iter().min()?, *lengths.iter().max()?);
        Some(Self { least, mean: lengths.iter().sum::<usize>() as f64 / lengths.len() as f64, most })
    }
}
