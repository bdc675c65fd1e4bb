//! The commands, one file each, and the definition of the program: its parsing, its version, and its help in groups. A new command takes a
//! file, a `mod` line and a line in `commands!`.

mod alphabet;
mod check;
mod doctor;
mod export;
mod landscape;
mod merge;
mod new;
mod pages;
mod plan;
mod playground;
mod plot;
mod race;
mod refine;
mod report;
mod route;
mod run;
mod schema;
mod scramble;
mod show;
mod slurm;
mod solve;
mod stats;
mod tables;
mod trial;
mod verify;

use clap::error::ErrorKind;
use clap::{Arg, Args, Command as Definition, CommandFactory, FromArgMatches, Parser, Subcommand};

use evocube::Registry;
use evocube::experiment::record::ProgramBlock;

use crate::cli::invocation::arguments;
use crate::cli::result::CommandResult;
use crate::cli::terminal::width;

/// Genetic-algorithm experiments on the Rubik's cube.
#[derive(Parser)]
#[command(version, about)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
}

/// Defines the enum of the commands, in the order of the help, their groups, and their dispatch.
macro_rules! commands {
    ($($group:literal: $($name:ident($arguments:ty) => $run:path,)+)+) => {
        #[derive(Subcommand)]
        pub(crate) enum Command {
            $($($name($arguments),)+)+
        }

        impl Command {
            pub(super) fn run(self) -> CommandResult {
                match self {
                    $($(Self::$name(arguments) => $run(&arguments),)+)+
                }
            }
        }

        /// Returns the definition of one command alone; `None` if there is none of this name.
        fn definition_of(name: &str) -> Option<Definition> {
            $($(if name == stringify!($name).to_ascii_lowercase() {
                return Some(definition_with::<$arguments>(name));
            })+)+
            None
        }

        /// The groups of the help, each with the number of its commands.
        const GROUPS: &[(&str, usize)] = &[$(($group, [$(stringify!($name)),+].len()),)+];
    };
}

commands! {
    "Experiments":
    New(new::NewArgs) => new::run,
    Run(run::RunArgs) => run::run,
    Plan(plan::PlanArgs) => plan::run,
    Race(race::RaceArgs) => race::run,
    Trial(trial::TrialArgs) => trial::run,
    Merge(merge::MergeArgs) => merge::run,
    Slurm(slurm::SlurmArgs) => slurm::run,
    "Analysis":
    Report(report::ReportArgs) => report::run,
    Plot(plot::PlotArgs) => plot::run,
    Verify(verify::VerifyArgs) => verify::run,
    Export(export::ExportArgs) => export::run,
    Alphabet(alphabet::AlphabetArgs) => alphabet::run,
    Landscape(landscape::LandscapeArgs) => landscape::run,
    "Cubes":
    Solve(solve::SolveArgs) => solve::run,
    Stats(stats::StatsArgs) => stats::run,
    Scramble(scramble::ScrambleArgs) => scramble::run,
    Show(show::ShowArgs) => show::run,
    Check(check::CheckArgs) => check::run,
    Route(route::RouteArgs) => route::run,
    Refine(refine::RefineArgs) => refine::run,
    Playground(playground::PlaygroundArgs) => playground::run,
    "Tables":
    Tables(tables::TablesArgs) => tables::run,
    "Shell":
    Doctor(doctor::DoctorArgs) => doctor::run,
    Schema(schema::SchemaArgs) => schema::run,
    Completions(pages::CompletionsArgs) => pages::completions,
    Man(pages::ManArgs) => pages::man,
}

/// Returns the definition of a command with these arguments. Each command has this function of its own, since a definition fills
/// pages of the stack.
fn definition_with<Arguments: Args>(name: &str) -> Definition {
    Arguments::augment_args(Definition::new(&*name.to_owned().leak()))
}

impl Cli {
    /// Returns the definition of the program, whose help lists the commands in groups.
    pub(crate) fn definition() -> Definition {
        let columns = width::output_width().min(width::READABLE);
        let program = Self::command().term_width(columns);
        let header = program.get_styles().get_header();
        let template = format!(
            "{{before-help}}{{about-with-newline}}\n{{usage-heading}} {{usage}}\n{}\n{header}Options:{header:#}\n{{options}}{{after-help}}",
            groups(&program, columns)
        );
        program.help_template(template)
    }

    /// Parses the arguments of the program.
    pub(crate) fn parse_arguments() -> Result<Self, clap::Error> {
        // The other commands are defined for help and errors only.
        let definition = arguments().nth(1).and_then(|name| definition_of(name.to_str()?));
        let program = |command| with_negative_numbers(Definition::new(env!("CARGO_PKG_NAME")).subcommand(command));
        match definition.and_then(|command| program(command).try_get_matches_from(arguments()).ok()) {
            Some(matches) => Self::from_arg_matches(&matches),
            None => {
                // The version is printed without the definitions of the commands.
                let program = Definition::new(env!("CARGO_PKG_NAME")).version(&*version().leak());
                match program.try_get_matches_from(arguments()) {
                    Err(error) if error.kind() == ErrorKind::DisplayVersion => Err(error),
                    _ => {
                        let program = with_negative_numbers(Self::definition());
                        Self::from_arg_matches(&program.try_get_matches_from(arguments())?)
                    }
                }
            }
        }
    }
}

/// Returns the version of the program with its commit, the day of it, and the identity of its code.
fn version() -> String {
    let ProgramBlock { version, commit, commit_date, identity, .. } =
        ProgramBlock::with_all_components(&Registry::new());
    let date = commit_date.map_or_else(String::new, |date| format!(" of {date}"));
    let commit = commit.map_or_else(String::new, |commit| format!("commit {commit}{date}, "));
    format!("{version} ({commit}identity {identity})")
}

/// Returns a definition whose options take negative numbers as values, so that the error speaks of the value.
fn with_negative_numbers(command: Definition) -> Definition {
    let allow = |argument: Arg| {
        let is_option = argument.get_long().is_some() && argument.get_action().takes_values();
        argument.allow_negative_numbers(is_option)
    };
    command.mut_args(allow).mut_subcommands(with_negative_numbers)
}

/// Lists the commands with their descriptions, group by group.
fn groups(program: &Definition, columns: usize) -> String {
    let about = |command: &Definition| command.get_about().map(ToString::to_string).unwrap_or_default();
    let mut rows: Vec<(&str, String)> =
        program.get_subcommands().map(|command| (command.get_name(), about(command))).collect();
    rows.push(("help", "Print this message, or the help of a command".to_owned()));
    let (header, literal) = (program.get_styles().get_header(), program.get_styles().get_literal());
    let mut list = width::rows(&rows, 2, columns).into_iter().zip(&rows);
    let mut text = String::new();
    for (number, &(group, count)) in GROUPS.iter().enumerate() {
        text.push_str(&format!("\n{header}{group}:{header:#}\n"));
        // `help` is the last command of the last group.
        let count = count + usize::from(number + 1 == GROUPS.len());
        for (row, (name, _)) in list.by_ref().take(count) {
            text.push_str(&row.replacen(name, &format!("{literal}{name}{literal:#}"), 1));
        }
    }
    text
}
