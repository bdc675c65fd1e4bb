//! `evocube completions` and `evocube man`, generated from the definitions of the commands. The pages of results are drawn by `report`.

use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use super::Cli;
use crate::cli::result::{CommandResult, Failure, failure, success_if};
use crate::cli::terminal::output;
use crate::files::reason;

/// Print a completion script for a shell.
#[derive(Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Prints the completion script.
pub(crate) fn completions(args: &CompletionsArgs) -> CommandResult {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::definition(), "evocube", &mut script);
    output(|out| out.write_all(&script))
}

/// Print a manual page; read it with `evocube man | man -l -`.
#[derive(Args)]
pub(crate) struct ManArgs {
    /// The command that the page describes [default: the program]
    command: Option<String>,
    /// Write the pages of all commands into this folder instead
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    out: Option<PathBuf>,
}

/// Prints or writes manual pages.
pub(crate) fn man(args: &ManArgs) -> CommandResult {
    let mut program = Cli::definition().disable_help_subcommand(true);
    program.build();
    let commands = || program.get_subcommands();
    if let Some(folder) = &args.out {
        let failed = |error: std::io::Error| failure!("{}: {}", folder.display(), reason(&error));
        std::fs::create_dir_all(folder).map_err(failed)?;
        for command in std::iter::once(&program).chain(commands()) {
            let name = command.get_display_name().unwrap_or(command.get_name());
            std::fs::write(folder.join(format!("{name}.1")), page(command)?).map_err(failed)?;
        }
        return success_if(true);
    }
    let chosen = match &args.command {
        None => &program,
        Some(name) => commands().find(|command| command.get_name() == name).ok_or_else(|| {
            let names: Vec<&str> = commands().map(Command::get_name).collect();
            failure!("there is no command {name:?}: expected {}", names.join(", "))
        })?,
    };
    let text = page(chosen)?;
    output(|out| out.write_all(&text))
}

fn page(command: &Command) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    Man::new(command.clone()).render(&mut text)?;
    Ok(text)
}
