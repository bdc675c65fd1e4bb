//! `evocube schema`: the JSON Schema of sweep files, with the components that are registered. Its text is written by `evocube new`, too.
//! The schema itself is made in `experiment::sweep`.

use clap::Args;
use evocube::experiment::sweep::schema;

use crate::cli::invocation;
use crate::cli::result::CommandResult;
use crate::cli::terminal::output;

/// Print the JSON Schema of sweep files, with which editors complete and check keys.
#[derive(Args)]
pub(crate) struct SchemaArgs {}

/// Runs the command.
pub(crate) fn run(_: &SchemaArgs) -> CommandResult {
    output(|out| out.write_all(text().as_bytes()))
}

/// Returns the schema as indented JSON that ends with a line break.
pub(super) fn text() -> String {
    format!("{:#}\n", schema(&invocation::registry()))
}
