//! The engine of evocube: evaluation, alphabets, algorithms and fitness landscapes.
//!
//! - [`evaluation`]: penalties of states, and the kernels that compute them for whole genomes.
//! - [`alphabet`]: the symbols that a gene can take, moves and macros.
//! - [`optimizer`]: the interface of algorithms.
//! - [`evolve`]: the genetic algorithm, the evolution strategies and their operators.
//! - [`landscape`]: fitness landscape analysis of the penalty.
//! - [`bounded`], [`registered`], [`settings`]: numbers within ranges, components of other programs, settings as TOML.

pub mod alphabet;
pub mod bounded;
#[allow(unsafe_code)] // the kernels
pub mod evaluation;
pub mod evolve;
pub mod landscape;
pub mod optimizer;
pub mod registered;
pub mod settings;
