//! The genetic algorithm, other algorithms on its genomes from hill climbing to MAP-Elites, the evolution strategies and niche archives on
//! states of a cube, and their operators and configuration. The interface of all algorithms is in `optimizer`; genomes are evaluated in
//! `evaluation`.
//!
//! [`config`] holds the parameters of a run, without threads and folders. [`engine`] runs it, one generation a
//! [`step`](engine::Engine::step), on one or several [`islands`], with a [`survivor`] selection each. An
//! [`Observer`](crate::optimizer::Observer) receives the generations that it needs. [`genome_search`] and [`strategy`] hold the other
//! algorithms.
//!
//! Each kind of operator has a trait and an enum, and each operator a small struct. Operators outside the crate implement the
//! trait: see [`Registry`](crate::registered::Registry). Every rate names its unit: a pair, an individual or a gene.

pub mod algorithm;
mod archipelago;
pub mod batch;
pub mod bit_set;
mod breeding;
mod budget;
pub mod config;
pub mod crossover;
pub mod engine;
mod genetic_conflicts;
pub mod genetic_operators;
pub mod genome_optimizer;
pub mod genome_search;
pub mod initial;
mod invalid_settings;
mod island;
mod island_context;
mod island_state;
pub mod islands;
mod measured_population;
pub mod memetic;
pub mod mixture;
pub mod mutation;
pub mod operators;
pub mod pareto;
mod planned;
pub mod population;
pub mod restart;
pub mod schedule;
pub mod selection;
pub mod strategy;
pub mod survivor;
pub mod symbols;
mod tally;

pub use invalid_settings::InvalidSettings;
