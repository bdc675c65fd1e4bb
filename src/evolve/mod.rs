//! The genetic algorithm.
//!
//! [`config`] says what a run is (and nothing about threads or folders); [`engine`] runs it, one generation a
//! [`step`](engine::Engine::step), on one or several [`islands`], whose [`replacement`] says who lives on; [`observer`]
//! watches. Operators are small structs with a trait and one enum a kind:
//! a new one is a file and a line in its enum.
//!
//! Every rate says what it is per: a pair, an individual or a gene.

pub mod alphabet;
pub mod bounded;
mod breeding;
pub mod brood;
pub mod config;
pub mod crossover;
pub mod engine;
mod island;
pub mod islands;
pub mod mutation;
pub mod objective;
pub mod observer;
pub mod pareto;
pub mod population;
pub mod replacement;
mod requirements;
pub mod restart;
pub mod selection;
pub mod solver;
pub mod stop;
pub mod strategy;
pub mod team;
