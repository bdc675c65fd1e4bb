//! [`InvalidSettings`]: the error of settings of an operator or an algorithm that are invalid together, in their number, or for the
//! population or the puzzle, and of initial genomes. The type `Conflict` in `config` adds the key of a configuration. Ranges of most values
//! are checked by their types: see [`crate::bounded`].

use super::genome_search::Descriptor;
use evocube_cube::puzzle::notation::NotationError;

/// Error: settings of an operator or an algorithm that are valid alone, but not together, in their number, for the population or for the
/// puzzle.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)] // the fields are the words and numbers of the sentences
pub enum InvalidSettings {
    /// A list is empty or too long.
    #[error("{list} has 1 to {most} {items}, not {count}")]
    Count { list: &'static str, most: usize, items: &'static str, count: usize },
    /// A descriptor is in its list twice.
    #[error("descriptors has \"{}\" twice", .0.name())]
    Twice(Descriptor),
    /// The operators of a mixture have no weight.
    #[error("the weights of a mixture are all 0")]
    NoWeight,
    /// The sum of the minimum probabilities of operators is above 1.
    #[error("{count} {operators} cannot each have a probability of at least {min}: write a smaller min")]
    MinProbability { count: usize, operators: &'static str, min: f64 },
    /// An operator of a mixture consists of others.
    #[error("a mixture is made of single {operators}, not of {others}")]
    Nested { operators: &'static str, others: &'static str },
    /// A sequence has no mutations.
    #[error("a sequence of mutations is empty: write at least one")]
    EmptySequence,
    /// A mutation has several that are self-adaptive.
    #[error("an individual has one rate of its own: self-adaptive can be named once")]
    TwoRates,
    /// The factor of the one-fifth rule changes no rate, or makes it 0.
    #[error("the factor of one-fifth must be between 0 and 1, neither of them")]
    OneFifthFactor,
    /// The initial rate of the one-fifth rule is outside its range.
    #[error("the gene-rate {rate} of one-fifth does not lie between its min {min} and max {max}")]
    OneFifthRate { rate: f64, min: f64, max: f64 },
    /// No mutation, in an algorithm that has nothing else.
    #[error("mutation \"none\" makes no candidates for {algorithm}: leave it out, or write another")]
    NoCandidates { algorithm: &'static str },
    /// A mutation that has its rate in the individual.
    #[error(
        "{mutation} keeps its rate in the individuals of the genetic algorithm, and the genomes of {algorithm} have none: write \
         another mutation"
    )]
    KeepsRate { mutation: &'static str, algorithm: &'static str },
    /// A mutation that learns from generations.
    #[error(
        "{mutation} adapts to the offspring of a generation of the genetic algorithm, and {algorithm} does not count them: write a \
         mutation that does not adapt"
    )]
    Adapts { mutation: &'static str, algorithm: &'static str },
    /// A mutation whose rate has a schedule.
    #[error(
        "a rate of {mutation} changes over the generations of the genetic algorithm, which {algorithm} does not have: write a \
         constant rate"
    )]
    ChangesRate { mutation: &'static str, algorithm: &'static str },
    /// A step of a steady-state algorithm has too many offspring.
    #[error("{offspring} offspring at a time are more than the population of {population}")]
    Offspring { offspring: usize, population: usize },
    /// A tournament of neighbors has too many.
    #[error("a tournament of {tournament} is larger than the neighborhood of {cells} cells")]
    Tournament { tournament: usize, cells: usize },
    /// A population does not fill the rows of its grid; `other` rows it does.
    #[error("{rows} rows do not divide a population of {population}: write rows = {other} or leave rows out")]
    Rows { rows: usize, population: usize, other: usize },
    /// A population does not fill the layers.
    #[error("{layers} layers do not divide a population of {population}: write population = {}", population.next_multiple_of(*layers))]
    Layers { layers: usize, population: usize },
    /// A layer of this size consists of elites.
    #[error("elitism {elitism} leaves no offspring in layers of {size}")]
    Elites { elitism: usize, size: usize },
    /// The key `changes` beside `mutation`.
    #[error("changes has no effect with mutation, which makes the offspring: write one of the two")]
    ChangesBesideMutation,
    /// The key `max-failures` without `mutation`.
    #[error(
        "max-failures has no effect without mutation, as each neighbor is tried once: leave it out, or write a mutation"
    )]
    MaxFailuresAlone,
    /// There are fewer offspring than must survive.
    #[error("{parents} parents cannot survive among {offspring} offspring")]
    Parents { parents: usize, offspring: usize },
    /// A descriptor counts pieces of an orbit that the puzzle does not have.
    #[error("\"{}\" counts {orbit}, which the puzzle does not have: count {other}", descriptor.name())]
    NotCounted { descriptor: Descriptor, orbit: &'static str, other: &'static str },
    /// Descriptors have more niches than an archive.
    #[error("these descriptors have {niches} niches, more than the {most} allowed: leave one out")]
    Niches { niches: usize, most: usize },
    /// Two numbers that are no range of numbers of genes.
    #[error("[{min}, {max}] is not a range of numbers of genes: write [min, max] in ascending order, from 0 to {most}")]
    Range { min: i64, max: i64, most: u16 },
    /// An initial genome has a move that no gene has.
    #[error("initial genomes are made of single moves: {0} is no symbol of the alphabet")]
    NoSymbol(String),
    /// An initial genome cannot be read.
    #[error("solution {number} of {file}: {error}")]
    Solution { number: usize, file: String, error: NotationError },
    /// A file of initial genomes has none.
    #[error("{0} has no solutions")]
    NoSolutions(String),
    /// All initial genomes are too long.
    #[error("the shortest initial solution has {shortest} moves, more than genome.length = {length}")]
    LongSolutions { shortest: usize, length: usize },
    /// The reason of an operator outside the crate.
    #[error("{0}")]
    Custom(String),
}
