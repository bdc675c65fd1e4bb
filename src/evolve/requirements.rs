//! What settings of genomes and operators need of each other.

use super::config::{Conflict, TrialConfig};
use super::crossover::Crossover;
use super::mutation::{Cut, Mutation};
use crate::puzzle::kernel::Evaluate;

/// The first requirement that is not met.
pub(super) fn check(config: &TrialConfig) -> Result<(), Conflict> {
    let conflict = |key: &'static str, message: String| Err(Conflict { key: key.into(), message });
    let genome = &config.genome;
    let shorter = genome.shorter == Some(true);
    let mut need_no_turn: Vec<(&'static str, &str)> = Vec::new();
    if let Some(initial) = genome.initial {
        need_no_turn.push(("genome", "genome.initial"));
        if initial.max() > genome.length.get() {
            let message = format!("initial genomes of {} genes do not fit into {}", initial.max(), genome.length.get());
            return conflict("genome", message);
        }
    }
    if shorter {
        need_no_turn.push(("genome", "genome.shorter"));
        if genome.evaluate == Evaluate::BestPrefix {
            let message = "genome.shorter is for whole genomes: of best prefixes the shorter always is the better";
            return conflict("genome", message.to_owned());
        }
    }
    // Without prefixes of its own every genome is its best prefix, and nothing lies behind.
    let mut cuts: Vec<(&'static str, &str)> = Vec::new();
    match &config.crossover {
        Crossover::CutAndSplice(_) => need_no_turn.push(("crossover", "cut-and-splice")),
        Crossover::PrefixPoint(point) if point.cut == Cut::At => cuts.push(("crossover", "prefix-point")),
        _ => {}
    }
    for part in config.mutation.parts() {
        if let Mutation::Tail(tail) = part {
            if tail.append.is_some() {
                need_no_turn.push(("mutation", "append"));
            }
            if tail.cut == Cut::At {
                cuts.push(("mutation", "tail"));
            }
        }
    }
    if let Some((key, what)) = need_no_turn.first().filter(|_| !config.alphabet.has_no_turn()) {
        return conflict(key, format!("{what} needs an alphabet with no-turn = true, to end genomes with"));
    }
    if let Some((key, what)) = cuts.first().filter(|_| genome.evaluate == Evaluate::Whole && !shorter) {
        let message = format!("{what} at the best prefix changes nothing unless genome.evaluate is \"best-prefix\"");
        return conflict(key, message);
    }
    config.mutation.check().or_else(|message| conflict("mutation", message))
}
