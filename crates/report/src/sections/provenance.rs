//! The state of a folder: warnings, failed trials, and how it was made. The last has the notes of the sweep, versions, values that no stage
//! varies, digests of tables, and the commands that check and repeat it. The machine and the digests of other files are in the manifest
//! alone.

use super::Analysis;
use crate::document::{Block, Table, code, folded, heading, plain, strong};
use crate::wording::{counted, grouped, k_of_n};
use evocube_experiment::record::{Results, file};

/// Warnings about shards, and about missing and failed trials.
pub(super) fn notices(analysis: &Analysis<'_>) -> Vec<Block> {
    let (index, results) = (&analysis.index, analysis.index.results);
    let mut blocks = Vec::new();
    if let Some(shard) = results.shard.filter(|shard| shard.count() > 1) {
        let spans = [strong(format!("Shard {shard} of the sweep.")), plain(" "), code("evocube merge")];
        blocks.push(Block::Notice(spans.into_iter().chain([plain(" joins it with the others.")]).collect()));
    }
    if !results.complete {
        let (there, planned) = (results.trials.len(), grouped(results.planned_trials));
        let text = format!(
            " {there} of {}{planned} trials are on disk; everything below is about these.",
            bound_words(analysis)
        );
        blocks.push(Block::Notice(vec![strong("Unfinished."), plain(text)]));
    }
    let failed = index.failed().len() as u64;
    if failed > 0 {
        let rest = " In selection and tests they count as the worst; medians, means and rates are of the others.";
        blocks.push(Block::Notice(vec![strong(format!("{} failed.", counted(failed, "trial"))), plain(rest)]));
    }
    blocks
}

/// Returns the words before a planned number of trials that is an upper bound.
fn bound_words(analysis: &Analysis<'_>) -> &'static str {
    if analysis.index.results.planned_is_bound { "at most " } else { "" }
}

/// Returns the trials without an outcome; empty without any.
pub(super) fn failures(analysis: &Analysis<'_>) -> Vec<Block> {
    let index = &analysis.index;
    let table = Table::new("Failed trials").numbers(&["trial"]).texts(plain("stage"));
    let table = table.numbers(&["configuration"]).texts(plain("instance"));
    let mut table = table.numbers(&["repetition", "seed"]).texts(plain("reason"));
    for trial in index.failed() {
        let reason = index.results.failures.iter().find(|row| row.trial == trial.trial);
        let cells = vec![
            plain(trial.trial.to_string()),
            plain(&*trial.stage),
            plain(trial.point.to_string()),
            plain(&*trial.instance),
            plain(trial.repetition.to_string()),
            plain(trial.seed.to_string()),
            plain(reason.map_or("", |row| &row.reason)),
        ];
        table.row(cells, false);
    }
    if table.rows.is_empty() { vec![] } else { vec![heading("Failed trials"), Block::Table(table)] }
}

/// Returns the identities of the programs that made the trials, with the versions of registered components.
fn code_text(results: &Results) -> String {
    let mut rest = results.trials.len() as u64;
    let texts = results.programs.iter().map(|program| {
        let trials = program.trials.unwrap_or(rest);
        rest = rest.saturating_sub(trials);
        let components = program.components.iter().map(|(name, version)| format!(", {name} version {version}"));
        let share = if results.programs.len() > 1 { format!(": {}", counted(trials, "trial")) } else { String::new() };
        format!("{}{}{share}", program.identity, components.collect::<String>())
    });
    texts.collect::<Vec<_>>().join("; ")
}

/// Returns the notes of the sweep; versions, seed and digests; and the commands that check and repeat the results.
pub(super) fn section(analysis: &Analysis<'_>) -> Vec<Block> {
    let results = analysis.index.results;
    let sweep = &results.sweep;
    let (trials, planned, solved) = (results.trials.len(), results.planned_trials, k_of_n(analysis.index.solved()));
    let held_out = sweep
        .held_out
        .as_ref()
        .map_or(String::new(), |held_out| format!(", and {} held out", grouped(held_out.instances)));
    let mut table = Table::new("Provenance").texts(plain("item")).texts(plain("value"));
    for (item, value) in [
        ("evocube", results.version.clone()),
        ("code", code_text(results)),
        ("master seed", sweep.seed.to_string()),
        ("repetitions", sweep.repetitions.to_string()),
        ("instances", sweep.instances.len().to_string() + &held_out),
        ("trials", format!("{trials} of {}{planned} there, solved {solved}", bound_words(analysis))),
    ] {
        // The folders that a comparison is of have the code.
        if !value.is_empty() {
            table.row(vec![plain(item), plain(value)], false);
        }
    }
    for (name, digest) in &results.digests {
        table.row(vec![plain(format!("BLAKE3 of {name}")), code(digest)], false);
    }
    let mut blocks = vec![Block::Table(table)];
    if !sweep.base_toml.trim().is_empty() {
        blocks.push(Block::Paragraph(vec![
            plain("The values that no stage varies. The whole resolved sweep, the digest of every file and the machine are in "),
            code(file::MANIFEST),
            plain("."),
        ]));
        blocks.push(Block::Code(sweep.base_toml.clone()));
    }
    let (text, commands) = if results.programs.is_empty() {
        ("To check these results, DIR being each of the folders that are compared:", "evocube verify DIR")
    } else {
        let text = "To check these results, DIR being this folder, and to make them again from the sweep's file, in an empty folder:";
        (text, "evocube verify DIR\nevocube run SWEEP.toml")
    };
    blocks.extend([Block::Paragraph(vec![plain(text)]), Block::Code(commands.to_owned())]);
    let notes = Some(sweep.notes.trim()).filter(|notes| !notes.is_empty());
    let notes = notes.and_then(|notes| folded("Notes of the sweep", vec![Block::Quote(notes.to_owned())]));
    notes.into_iter().chain(folded("Provenance", blocks)).collect()
}
