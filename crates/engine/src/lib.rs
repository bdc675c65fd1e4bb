//! The engine of evocube: evaluation, alphabets, algorithms and fitness landscapes. It writes no files and runs no sweeps.
//!
//! - [`evaluation`]: penalties of states, and the kernels that compute them for whole genomes.
//! - [`alphabet`]: the symbols that a gene can take, moves and macros.
//! - [`optimizer`]: the interface of algorithms.
//! - [`evolve`]: the genetic algorithm, other algorithms on its genomes, the evolution strategies, and their operators.
//! - [`landscape`]: fitness landscape analysis of the penalty.
//! - [`bounded`], [`registered`], [`settings`]: numbers within ranges, components of other programs, settings as TOML.
//!
//! A population evolves for ten generations on a random cube:
//!
//! ```
//! use evocube_cube::{CUBE3, Cube3, Seed};
//! use evocube_engine::alphabet::Alphabet;
//! use evocube_engine::evaluation::{Evaluator, Kernel};
//! use evocube_engine::evolve::config::TrialConfig;
//! use evocube_engine::evolve::engine::Engine;
//!
//! let config = TrialConfig::default();
//! let alphabet = Alphabet::new(&CUBE3, &config.alphabet)?;
//! let cube = Cube3::random(&mut Seed::from_number(1).stream());
//! let penalties = config.objective.penalty_function(&CUBE3);
//! let evaluator = Evaluator::new(&CUBE3, cube, alphabet.effects(), &penalties, config.genome.evaluate, Kernel::best());
//! let mut engine = Engine::new(&evaluator, config.settings(), Seed::from_number(2))?;
//! (0..10).try_for_each(|_| engine.step())?;
//! assert!(engine.best().fitness.penalty() < 144);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(test, allow(clippy::disallowed_methods))]

pub mod alphabet;
pub mod bounded;
#[allow(unsafe_code)] // the kernels
pub mod evaluation;
pub mod evolve;
pub mod landscape;
pub mod optimizer;
pub mod registered;
mod registration;
pub mod settings;
mod state_map;
