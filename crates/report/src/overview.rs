//! [`overview`]: the page of many sweeps in one folder: a row for each results folder, with its question, its answer, trials, program and
//! date. The caller finds the folders and writes the page; sweeps are compared in `sweep_comparison`.

use super::claim_words::words;
use super::claims::Claim;
use super::document::{Block, Document, Span, Table, code, link, plain};
use super::html;
use super::options::REPORT;
use super::sections::Analysis;
use super::wording::{counted, grouped};
use evocube_experiment::record::Results;
use evocube_experiment::store::StoreError;

/// The name of the page.
pub const INDEX: &str = "index.html";

/// A results folder in a list of them.
#[derive(Debug)]
pub struct ListedFolder {
    /// Its path from the page, with `/` between names.
    pub path: String,
    /// The end of its run, or its beginning if it is not complete, as in RFC 3339.
    pub date: Option<String>,
    /// Its results, or why they cannot be read.
    pub results: Result<Results, StoreError>,
}

/// Returns the page that lists results folders, with links to their pages.
pub fn overview(title: &str, folders: &[ListedFolder]) -> String {
    let mut table = Table::new("Sweeps");
    for name in ["sweep", "question", "answer"] {
        table = table.texts(plain(name));
    }
    table = table.numbers(&["trials"]).texts(plain("program")).texts(plain("date"));
    for folder in folders {
        table.row(row(folder), false);
    }
    let sentence = format!("{}. A name leads to the page of the sweep.", counted(folders.len() as u64, "sweep"));
    let document = Document {
        title: title.to_owned(),
        blocks: vec![Block::Paragraph(vec![plain(sentence)]), Block::Table(table)],
        ..Document::default()
    };
    html::page(&document, false)
}

fn row(folder: &ListedFolder) -> Vec<Span> {
    let day = folder.date.as_deref().map_or("", |date| date.split('T').next().unwrap_or(date));
    let results = match &folder.results {
        Ok(results) => results,
        Err(error) => {
            let empty = || plain("");
            return vec![code(folder.path.clone()), empty(), plain(error.to_string()), empty(), empty(), plain(day)];
        }
    };
    let sweep = &results.sweep;
    let question = sweep.question.as_ref().map_or(String::new(), |question| question.text.clone());
    let done = grouped(results.trials.len() as u64);
    let trials = if results.complete { done } else { format!("{done} of {}", grouped(results.planned_trials)) };
    let program = results.programs.last().map_or(results.version.clone(), |program| {
        format!("{} {}", results.version, program.identity.get(..8).unwrap_or(&program.identity))
    });
    let page = address(&format!("{}/{}", folder.path, super::PAGE));
    vec![
        link(folder.path.clone(), page),
        plain(question),
        plain(answer(results)),
        plain(trials),
        plain(program),
        plain(day),
    ]
}

/// Returns a path as the address of a link.
fn address(path: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    path.bytes()
        .map(|byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// Returns the claim that answers the question of a sweep, or else the first one on results; empty without any.
fn answer(results: &Results) -> String {
    let analysis = Analysis::new(results);
    let mut first = None;
    for view in analysis.stages(&REPORT) {
        for claim in &view.model.claims {
            if matches!(claim, Claim::OnAverage(_) | Claim::Differ(_)) {
                continue;
            }
            let is_answer = matches!(claim, Claim::Answer(_) | Claim::Race(_));
            if is_answer || first.is_none() {
                let text: String = words(&claim.clone().shortened(2), &view).iter().map(Span::text).collect();
                if is_answer {
                    return text;
                }
                first = Some(text);
            }
        }
    }
    first.unwrap_or_default()
}
