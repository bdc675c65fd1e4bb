//! The first trial of a sweep file in WebAssembly, run on one thread for the page that `web/build` makes. Its generations and rows are sent
//! from here. The puzzle is the 3×3×3. `FirstTrial` and `Genes` serve `matings`, which runs it again.
//!
//! The page writes the text of a sweep file to `interface::input` and calls `interface::run`, which sends [`Message`]s. The
//! trial is run as the command line runs it, so its rows are the same. `interface::record` runs it again, to send the matings of
//! some generations.

mod interface;
mod matings;
mod message;

use std::error::Error;
use std::path::Path;

use evocube::alphabet::Alphabet;
use evocube::evaluation::{Fitness, Gene};
use evocube::evolve::config::TrialConfig;
use evocube::experiment::plan::{Trial, trials_of};
use evocube::experiment::record::file;
use evocube::experiment::store::render;
use evocube::experiment::sweep::Sweep;
use evocube::experiment::trial::{self, TrialInputs};
use evocube::optimizer::{Generation, Observer, RunContext};
use evocube::puzzle::turn::Turn;
use evocube::solver::Cancelled;
use evocube::{CUBE3, Cube3, Puzzle, Symmetry};

use matings::record;
use message::Message;

/// The first trial of a sweep file.
struct FirstTrial {
    sweep: Sweep,
    planned: Trial,
    point: TrialConfig,
}

impl FirstTrial {
    /// Reads a sweep file.
    ///
    /// # Errors
    /// If the text is no sweep file or has no trial.
    fn read(text: &str) -> Result<Self, Box<dyn Error>> {
        let sweep = Sweep::parse(text, Path::new("sweep.toml"))?;
        let planned = trials_of(&sweep, 0).next().ok_or("the sweep has no trial")?;
        let point = sweep.point(0, &[], planned.point)?;
        Ok(Self { sweep, planned, point })
    }

    /// Returns the alphabet of the genomes, and the rotation in which the cube lies.
    ///
    /// # Errors
    /// If there are none.
    fn genes(&self) -> Result<Genes, Box<dyn Error>> {
        let alphabet = Alphabet::new(&CUBE3, &self.point.alphabet)?;
        let (_, rotation) = CUBE3.anchor(self.planned.instance_of(&self.sweep).problem(&CUBE3));
        Ok(Genes { alphabet, rotation })
    }

    /// Runs the trial.
    fn run(&self, context: RunContext<'_>, observer: impl Observer) -> Result<trial::TrialRecord, trial::TrialError> {
        let optimizer = self.point.build()?;
        trial::run(&optimizer, &TrialInputs::new(&self.sweep, &self.planned, &self.point, context), observer)
    }
}

/// Runs the first trial of a sweep file, and sends its generations and its rows.
///
/// # Errors
/// If the text is no sweep file or the trial fails.
fn run(text: &str) -> Result<(), Box<dyn Error>> {
    let first = FirstTrial::read(text)?;
    let FirstTrial { sweep, planned, .. } = &first;
    Message::Start.send(planned.instance_of(sweep).state.as_bytes());
    let observer = Sender { genes: first.genes()?, best: Fitness::WORST, words: Vec::new() };
    let record = first.run(RunContext::sequential(), observer)?;
    let (_, rows) = render(sweep, planned, &Ok(record));
    Message::Convergence.send(rows.lines(file::CONVERGENCE).as_bytes());
    Message::Solution.send(rows.lines(file::SOLUTIONS).as_bytes());
    Message::Trial.send(rows.lines(file::TRIALS).as_bytes());
    Ok(())
}

/// The alphabet of genomes, and the rotation from the anchored cube of the algorithm to the cube as it lies.
struct Genes {
    alphabet: Alphabet<Cube3, Turn>,
    rotation: Symmetry,
}

impl Genes {
    /// Returns the moves of an individual up to its best prefix, simplified.
    fn moves(&self, genome: &[Gene], fitness: Fitness) -> String {
        let genes = genome.iter().take(fitness.genes());
        let moves = self.alphabet.moves(genes.map(|gene| gene.index()));
        CUBE3.write_moves(&CUBE3.simplify(&CUBE3.conjugate(&moves, self.rotation)))
    }
}

/// Observer that sends every generation to the page.
struct Sender {
    genes: Genes,
    best: Fitness,
    words: Vec<u32>,
}

impl Observer for Sender {
    fn generation(&mut self, generation: &Generation<'_>) -> Result<(), Cancelled> {
        let progress = generation.progress;
        let counts = [progress.generations, progress.evaluations, generation.offspring, generation.restarts];
        self.words.clear();
        self.words.extend(counts.map(|count| u32::try_from(count).unwrap_or(u32::MAX)));
        let first = self.words.len();
        for group in 0..generation.individuals.groups() {
            for (individual, &fitness) in generation.individuals.fitness(group).iter().enumerate() {
                if fitness < self.best {
                    self.best = fitness;
                    let moves = self.genes.moves(generation.individuals.genome(group, individual), fitness);
                    Message::Best.send(moves.as_bytes());
                }
                let place = first + fitness.penalty() as usize;
                if place >= self.words.len() {
                    self.words.resize(place + 1, 0);
                }
                self.words[place] += 1;
            }
        }
        let bytes: Vec<u8> = self.words.iter().flat_map(|word| word.to_le_bytes()).collect();
        Message::Generation.send(&bytes);
        Ok(())
    }
}
