//! The commands, one file each. A new command takes a file, a `mod` line and a line in the list below.

mod alphabet;
mod check;
mod doctor;
mod export;
mod landscape;
mod merge;
mod new;
mod pages;
mod plan;
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

use clap::{Parser, Subcommand};

use crate::cli::result::CommandResult;

/// Genetic-algorithm experiments on the Rubik's cube.
#[derive(Parser)]
#[command(version, about, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
}

/// Defines the enum of the commands, in the order of the help, and their dispatch.
macro_rules! commands {
    ($($name:ident($arguments:ty) => $run:path,)+) => {
        #[derive(Subcommand)]
        pub(crate) enum Command {
            $($name($arguments),)+
        }

        impl Command {
            pub(super) fn run(self) -> CommandResult {
                match self {
                    $(Self::$name(arguments) => $run(&arguments),)+
                }
            }
        }
    };
}

commands! {
    New(new::NewArgs) => new::run,
    Run(run::RunArgs) => run::run,
    Plan(plan::PlanArgs) => plan::run,
    Alphabet(alphabet::AlphabetArgs) => alphabet::run,
    Landscape(landscape::LandscapeArgs) => landscape::run,
    Report(report::ReportArgs) => report::run,
    Verify(verify::VerifyArgs) => verify::run,
    Race(race::RaceArgs) => race::run,
    Trial(trial::TrialArgs) => trial::run,
    Merge(merge::MergeArgs) => merge::run,
    Slurm(slurm::SlurmArgs) => slurm::run,
    Export(export::ExportArgs) => export::run,
    Doctor(doctor::DoctorArgs) => doctor::run,
    Schema(schema::SchemaArgs) => schema::run,
    Completions(pages::CompletionsArgs) => pages::completions,
    Man(pages::ManArgs) => pages::man,
    Solve(solve::SolveArgs) => solve::run,
    Stats(stats::StatsArgs) => stats::run,
    Scramble(scramble::ScrambleArgs) => scramble::run,
    Show(show::ShowArgs) => show::run,
    Check(check::CheckArgs) => check::run,
    Route(route::RouteArgs) => route::run,
    Refine(refine::RefineArgs) => refine::run,
    Tables(tables::TablesArgs) => tables::run,
}
