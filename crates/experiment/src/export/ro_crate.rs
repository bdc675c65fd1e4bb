//! A results folder with its description as an RO-Crate, for archives of research data.
//!
//! S. Leo et al., *Recording provenance of workflow runs with RO-Crate*, PLOS ONE 19, 2024. A sweep is one run of one program, so
//! the profile is the [Process Run Crate](https://w3id.org/ro/wfrun/process/0.5). The authors are not known to evocube: the
//! depositor adds them.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use serde_json::{Value, json};

use super::{ExportError, folder_of_sweep};
use crate::numbers::counted;
use crate::record::file;
use crate::store::{self, Machine, Manifest, StoreError};
use crate::sweep::Sweep;

/// The description, which marks the folder as a crate.
const METADATA: &str = "ro-crate-metadata.json";
/// The resolved sweep, the input of the run.
const SWEEP: &str = "sweep.toml";
/// The profile of the crate.
const PROFILE: &str = "https://w3id.org/ro/wfrun/process/0.5";

/// Copies every file that evocube wrote into a complete results folder to a new folder, and describes them as an RO-Crate. The
/// copy is a results folder, too. `license` is that of the data, by its SPDX identifier or its address. Returns the number of
/// described files.
///
/// # Errors
/// If the license is neither, the run is not complete, a file cannot be read, or the new folder is not empty or cannot be written.
pub fn ro_crate(folder: &Path, out: &Path, license: &str) -> Result<usize, ExportError> {
    let license = license_address(license).ok_or_else(|| ExportError::License { name: license.to_owned() })?;
    let manifest = Manifest::read(folder)?;
    if !manifest.complete {
        return Err(ExportError::Incomplete { path: folder.to_owned() });
    }
    let sweep = store::read_sweep(folder)?;
    let new = folder_of_sweep(out, &format!("ro-crate under {license}"), &sweep)?;
    let mut results = Vec::new();
    let listed = manifest.digests.keys().map(String::as_str);
    for name in listed.chain(file::WALL_CLOCK).chain([file::ATTRIBUTES, file::MANIFEST]) {
        if store::exists(&folder.join(name))? {
            results.push(name);
        }
    }
    for name in &results {
        copy(&folder.join(name), &out.join(name))?;
    }
    let write = |name: &str, text: &str| fs::write(out.join(name), text).map_err(StoreError::file(&out.join(name)));
    write(SWEEP, &toml::to_string(&sweep.to_table()).expect("a table prints"))?;
    let mut files = Vec::new();
    for name in results.iter().copied().chain([SWEEP]) {
        let bytes = fs::metadata(out.join(name)).map_err(StoreError::file(&out.join(name)))?.len();
        files.push(file_entity(name, bytes));
    }
    let count = files.len();
    let metadata = metadata(&manifest, &sweep, &license, &results, files);
    write(METADATA, &format!("{metadata:#}\n"))?;
    new.finish().map_err(StoreError::file(out))?;
    Ok(count)
}

fn copy(source: &Path, target: &Path) -> Result<(), StoreError> {
    let mut source = evocube_cube::files::open(source).map_err(StoreError::file(source))?;
    let folder = target.parent().unwrap_or(target);
    let copied = fs::create_dir_all(folder).and_then(|()| io::copy(&mut source, &mut File::create(target)?));
    copied.map(|_| ()).map_err(StoreError::file(target))
}

/// Returns the address of a license; `None` if the text is neither an address nor an SPDX identifier.
fn license_address(license: &str) -> Option<String> {
    let is_plain = |text: &str| text.chars().all(|c| c.is_ascii_graphic() && !"\"<>\\^`{|}".contains(c));
    let is_name = |c: char| c.is_ascii_alphanumeric() || ".-+".contains(c);
    let address = ["https://", "http://"].iter().find_map(|scheme| license.strip_prefix(scheme));
    match address {
        Some(rest) => (!rest.is_empty() && is_plain(rest)).then(|| license.to_owned()),
        None if license.is_empty() || !license.chars().all(is_name) => None,
        None => Some(format!("https://spdx.org/licenses/{license}")),
    }
}

/// Returns the description of the whole crate.
fn metadata(manifest: &Manifest, sweep: &Sweep, license: &str, results: &[&str], files: Vec<Value>) -> Value {
    let Manifest { version, trials, shard, machine, .. } = manifest;
    let part = shard.map_or(String::new(), |shard| format!("shard {shard} of "));
    let description =
        format!("Results of {part}the sweep {}, a genetic-algorithm experiment run by evocube", sweep.name);
    let notes = sweep.notes.trim();
    let root = json!({
        "@id": "./",
        "@type": "Dataset",
        "conformsTo": {"@id": PROFILE},
        "name": format!("Results of the sweep {}", sweep.name),
        "description": if notes.is_empty() { description } else { format!("{description}. {notes}") },
        "datePublished": machine.date.clone().or_else(store::now),
        "license": {"@id": license},
        "hasPart": files.iter().map(|file| json!({"@id": file["@id"]})).collect::<Vec<_>>(),
        "mentions": {"@id": "#run"},
    });
    let mut run = json!({
        "@id": "#run",
        "@type": "CreateAction",
        "name": format!("Run of {part}the sweep {}", sweep.name),
        "description": run_description(*trials, machine),
        "instrument": {"@id": "#evocube"},
        "object": {"@id": SWEEP},
        "result": results.iter().map(|name| json!({"@id": name})).collect::<Vec<_>>(),
        "actionStatus": "http://schema.org/CompletedActionStatus",
    });
    if let Some(date) = &machine.date {
        run["endTime"] = json!(date);
    }
    let mut entities = vec![
        json!({
            "@id": METADATA,
            "@type": "CreativeWork",
            "conformsTo": {"@id": "https://w3id.org/ro/crate/1.1"},
            "about": {"@id": "./"},
        }),
        root,
        json!({"@id": PROFILE, "@type": "CreativeWork", "name": "Process Run Crate", "version": "0.5"}),
        json!({"@id": license, "@type": "CreativeWork", "name": license, "description": "License of the data"}),
        run,
        json!({
            "@id": "#evocube",
            "@type": "SoftwareApplication",
            "name": "evocube",
            "description": program_description(machine),
            "softwareVersion": version,
            "operatingSystem": machine.platform,
        }),
    ];
    entities.extend(files);
    json!({"@context": "https://w3id.org/ro/crate/1.1/context", "@graph": entities})
}

fn run_description(trials: u64, machine: &Machine) -> String {
    let Machine { kernel, platform, processor, threads, .. } = machine;
    let (trials, threads) = (counted(trials, "trial"), counted(*threads, "thread"));
    let processor = processor.as_ref().map_or(String::new(), |name| format!(", {name}"));
    format!("{trials}, with the kernel {kernel} and {threads} on {platform}{processor}")
}

fn program_description(machine: &Machine) -> String {
    let Machine { commit, compiler, .. } = machine;
    let mut parts = vec!["Genetic-algorithm experiments on the Rubik's cube".to_owned()];
    parts.extend(commit.as_ref().map(|commit| format!("commit {commit}")));
    parts.extend(compiler.as_ref().map(|compiler| format!("compiled by {compiler}")));
    parts.join("; ")
}

/// Returns the description of a file of the crate.
fn file_entity(name: &str, bytes: u64) -> Value {
    let format = match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "csv" => "text/csv",
        "html" => "text/html",
        "md" => "text/markdown",
        "svg" => "image/svg+xml",
        "gitattributes" => "text/plain",
        _ => "application/toml",
    };
    json!({
        "@id": name,
        "@type": "File",
        "name": name,
        "description": file_description(name),
        "encodingFormat": format,
        "contentSize": bytes.to_string(),
    })
}

fn file_description(name: &str) -> &'static str {
    match name {
        SWEEP => "The sweep with every default: a sweep file that makes the same results",
        file::MANIFEST => "The sweep, the program, the machine, and the BLAKE3 digest of every file",
        file::TRIALS => "One row per trial",
        file::CONVERGENCE => "One row per logged generation of a trial",
        file::SOLUTIONS => "The best individual of each trial",
        file::FRONTS => "One row per nondominated individual",
        file::OPERATORS => "One row per adaptive operator and logged generation",
        file::BASELINES => "One row per deterministic solver and instance",
        file::TIMING => "The wall-clock time of each trial",
        file::BASELINE_TIMING => "The wall-clock time of each deterministic solver on each instance",
        file::FAILURES => "The reasons of failed trials",
        file::DIGESTS => "Digests of each trial's rows",
        file::ATTRIBUTES => "Keeps git from changing the ends of lines",
        name if name.ends_with(".csv") => "The numbers of a figure",
        name if name.starts_with("plots/") => "A figure",
        _ => "The report",
    }
}
