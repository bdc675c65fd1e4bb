//! `evocube alphabet`: shows the symbols that a gene can take in an alphabet, or in each of a sweep: their number, effects and lengths;
//! with `--list` also every one with its moves.

use std::collections::HashSet;
use std::path::PathBuf;

use clap::Args;
use evocube::alphabet::{Alphabet, AlphabetConfig, Symbol};
use evocube::experiment::sweep::{Sweep, read_alphabet};
use evocube::puzzle::group::EffectKind;
use evocube::puzzle::{AnyPuzzle, Puzzle};
use evocube::settings;
use evocube::with_puzzle;
use serde_json::{Value, json};

use crate::cli::arguments::{parse_puzzle, sweep};
use crate::cli::result::{CommandResult, Failure, failure, success_if};
use crate::cli::terminal::{counted, grouped, output, print_json, prose, table};

/// Show the symbols of a gene: their number, effects and lengths.
#[derive(Args)]
pub(crate) struct AlphabetArgs {
    /// The sweep file whose alphabets are shown [default: the default alphabet]
    #[arg(conflicts_with_all = ["with", "puzzle"])]
    sweep: Option<PathBuf>,
    /// Keys of `alphabet` as in a sweep file, such as 'expand = "symmetries", conjugate = 1'
    #[arg(long, value_name = "KEYS", default_value = "")]
    with: String,
    /// The puzzle: cube3, cube2, pyraminx, skewb or a file that defines one
    #[arg(long, value_parser = parse_puzzle, default_value_t)]
    puzzle: AnyPuzzle,
    /// List every symbol with its moves
    #[arg(long)]
    list: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &AlphabetArgs) -> CommandResult {
    let sweep = args.sweep.as_deref().map(sweep::read).transpose()?;
    let puzzle = sweep.as_ref().map_or(&args.puzzle, Sweep::puzzle);
    let configs = match &sweep {
        Some(sweep) => sweep.alphabets(),
        None => vec![read_alphabet(puzzle, &args.with).map_err(|reason| failure!("--with: {reason}"))?],
    };
    let description = |config| with_puzzle!(puzzle, |puzzle| describe(puzzle, config, args.list));
    let texts: Vec<AlphabetText> = configs.iter().map(description).collect::<Result<_, _>>()?;
    let mut documents = Vec::new();
    let several = texts.len() > 1;
    for (number, alphabet) in texts.into_iter().enumerate() {
        if args.json {
            documents.push(alphabet.document);
        } else {
            let title =
                if several { prose(&format!("Alphabet {}: {}\n", number + 1, alphabet.keys)) } else { String::new() };
            output(|out| write!(out, "{title}{}", alphabet.text))?;
        }
    }
    if args.json {
        // Several alphabets are a list of documents.
        let document = if documents.len() == 1 { documents.remove(0) } else { Value::Array(documents) };
        print_json(&document)?;
    }
    success_if(true)
}

/// One symbol.
struct SymbolRow {
    name: String,
    /// The index of its effect.
    effect: usize,
    moves: String,
    length: usize,
}

/// One alphabet, as text and as JSON.
struct AlphabetText {
    keys: String,
    text: String,
    document: Value,
}

/// Describes an alphabet. Effects are classified by shape on the cubes, elsewhere by the number of pieces they change.
fn describe<P: Puzzle>(puzzle: &P, config: &AlphabetConfig, list: bool) -> Result<AlphabetText, Failure> {
    let alphabet = Alphabet::new(puzzle, config)?;
    let number = |effect| match EffectKind::classify(puzzle, effect) {
        Some(kind) => EffectKind::ALL.iter().position(|&other| other == kind).expect("all are there"),
        None => puzzle.changed_pieces(effect),
    };
    let pieces = |count| if count == 1 { "1 piece".to_owned() } else { format!("{count} pieces") };
    let names: Vec<String> = match puzzle.cube() {
        Some(_) => EffectKind::ALL.iter().map(|kind| kind.name().to_owned()).collect(),
        None => (0..=puzzle.layout().pieces()).map(pieces).collect(),
    };
    let symbol = |symbol: Symbol<'_, P::State, P::Move>| SymbolRow {
        name: symbol.name.to_owned(),
        effect: number(symbol.effect),
        moves: puzzle.write_moves(symbol.moves),
        length: symbol.moves.len(),
    };
    let symbols: Vec<SymbolRow> = alphabet.symbols().map(symbol).collect();
    let different = alphabet.effects().iter().collect::<HashSet<_>>().len();
    let mut table = table(["effect", "symbols", "min. moves", "mean", "max."], 1);
    let mut effects = Vec::new();
    let mut row = |name: &str, group: &[&SymbolRow]| {
        let lengths = || group.iter().map(|symbol| symbol.length);
        let (Some(min), Some(max)) = (lengths().min(), lengths().max()) else { return };
        let (count, mean) = (grouped(group.len() as u64), lengths().sum::<usize>() as f64 / group.len() as f64);
        table.add_row([name.to_owned(), count, min.to_string(), format!("{mean:.1}"), max.to_string()]);
        effects.push(json!({"effect": name, "symbols": group.len(), "moves": {"min": min, "mean": mean, "max": max}}));
    };
    for (number, effect) in names.iter().enumerate() {
        row(effect, &symbols.iter().filter(|symbol| symbol.effect == number).collect::<Vec<_>>());
    }
    row("all", &symbols.iter().collect::<Vec<_>>());
    let (count, effect_count) =
        (counted(symbols.len() as u64, "symbol"), counted(different as u64, "different effect"));
    let mut text = format!("{count}, {effect_count}\n{table}\n");
    let keys = serde_json::to_value(settings::to_value(config))?;
    let mut document = json!({
        "puzzle": puzzle.name(), "alphabet": keys, "symbols": symbols.len(), "different": different, "effects": effects,
    });
    if list {
        let effect = |symbol: &SymbolRow| &names[symbol.effect];
        let line = |symbol: &SymbolRow| format!("{}\t{}\t{}\n", symbol.name, effect(symbol), symbol.moves);
        text.extend(symbols.iter().map(line));
        let entry = |symbol: &SymbolRow| json!({"name": symbol.name, "effect": effect(symbol), "moves": symbol.moves});
        document["list"] = symbols.iter().map(entry).collect();
    }
    Ok(AlphabetText { keys: keys.to_string(), text, document })
}
