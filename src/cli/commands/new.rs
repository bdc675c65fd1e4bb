//! `evocube new`: writes a first sweep file, a template or a copy of a shipped sweep, and the schema beside it unless one is there.
//! `write_new`, which replaces no file, is that of `evocube playground`, too.

use std::path::{Path, PathBuf};

use clap::Args;
use evocube::experiment::sweep::Sweep;
use evocube::shipped::ShippedSweep;

use crate::cli::commands::schema;
use crate::cli::result::{CommandResult, Failure, failure};
use crate::cli::terminal::output;
use crate::files;

/// Write a commented sweep file to start from; its first run takes seconds.
///
/// The JSON Schema of sweep files is written beside it, so that editors complete and check keys.
#[derive(Args)]
pub(crate) struct NewArgs {
    /// The name of the sweep, which is written to NAME.toml
    #[arg(value_name = "NAME", default_value = "mine")]
    name: PathBuf,
    /// The shipped sweep to copy [default: a short one with a comment on every key]
    #[arg(long = "from", value_name = "SHIPPED")]
    shipped: Option<String>,
}

/// The file of the schema, beside the sweep.
const SCHEMA: &str = "evocube.schema.json";

/// The sweep that is written without `--from`.
const TEMPLATE: &str = include_str!("new/template.toml");

/// Runs the command.
pub(crate) fn run(args: &NewArgs) -> CommandResult {
    let is_toml = args.name.extension().is_some_and(|extension| extension == "toml");
    let stem = if is_toml { args.name.file_stem() } else { args.name.file_name() };
    let name = stem.unwrap_or_default().to_string_lossy();
    let text = match &args.shipped {
        None => TEMPLATE.replace("NAME", &name),
        Some(shipped) => {
            let shipped = ShippedSweep::named(shipped).map_err(|message| failure!("--from {shipped}: {message}"))?;
            shipped.text().replacen(&format!("name = \"{}\"", shipped.name()), &format!("name = \"{name}\""), 1)
        }
    };
    let path = args.name.with_file_name(format!("{name}.toml"));
    let path_text = path.display();
    // The name may be invalid for a sweep.
    Sweep::parse(&text, &path).map_err(|error| failure!("{path_text}: {}", error.messages()))?;
    // Editors find the schema by the first line.
    write_new(&path, &format!("#:schema ./{SCHEMA}\n{text}"))?;
    let schema_path = path.with_file_name(SCHEMA);
    let has_schema = is_there(&schema_path);
    if !has_schema {
        write_new(&schema_path, &schema::text())?;
    }
    let and_schema = if has_schema { String::new() } else { format!(", and {} for editors", schema_path.display()) };
    output(|out| {
        writeln!(out, "Wrote {path_text}{and_schema}. Next:\n  evocube plan {path_text}\n  evocube run {path_text}")
    })
}

/// Writes a new file. Refuses to replace one.
pub(super) fn write_new(path: &Path, text: &str) -> Result<(), Failure> {
    let path_text = path.display();
    if is_there(path) {
        return Err(failure!("{path_text} already exists: choose another name, or delete it"));
    }
    files::write(path, text.as_bytes()).map_err(|error| failure!("{path_text}: {}", files::reason(&error)))
}

fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}
