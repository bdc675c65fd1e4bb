//! Crossovers, mutations, parent selections and survivor selections written in Python: functions of arrays that are called for many rows at
//! once where possible. Genomes and fitness become arrays here. Other components are in the files beside this one.

use evocube::evaluation::{Fitness, Gene, Kernel};
use evocube::evolve::batch::{OffspringBatch, OffspringSet, PairSet};
use evocube::evolve::crossover::{Cross, Pair};
use evocube::evolve::mutation::{Context, Mutate};
use evocube::evolve::selection::{Candidates, ParentPool, RouletteTable, Select};
use evocube::evolve::survivor::Survive;
use evocube::evolve::symbols::Symbols;
use evocube::rng::{Bernoulli, CounterStream, Streams};
use evocube::solver::Cancelled;
use numpy::prelude::*;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

use super::draws::Draws;
use super::function::{Function, read_array};
use crate::cancellation::cancelled;
use crate::error::error;

/// Returns rows of genes as an array.
pub(super) fn array<'py>(py: Python<'py>, rows: &[&[Gene]], length: usize) -> PyResult<Bound<'py, PyArray2<u16>>> {
    let genes: Vec<u16> = rows.iter().flat_map(|row| row.iter().map(|gene| gene.0)).collect();
    PyArray1::from_vec(py, genes).reshape([rows.len(), length])
}

/// Reads genomes that a function has returned.
fn read_genes(value: &Bound<'_, PyAny>, shape: [usize; 2], symbols: &Symbols) -> PyResult<Vec<Gene>> {
    let most = symbols.all().bound() - 1;
    let genes = read_array(value, shape, most, "genes")?;
    Ok(genes.into_iter().map(|gene| Gene(u16::try_from(gene).unwrap_or(u16::MAX))).collect())
}

fn count_of(symbols: &Symbols) -> u64 {
    symbols.all().bound()
}

/// Returns penalties and numbers of genes as arrays.
#[allow(clippy::type_complexity)] // a pair of arrays
pub(crate) fn fitness_arrays<'py>(
    py: Python<'py>,
    fitness: &[Fitness],
) -> (Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u32>>) {
    let penalties = fitness.iter().map(|fitness| fitness.penalty()).collect();
    let genes = fitness.iter().map(|fitness| u32::try_from(fitness.genes()).unwrap_or(u32::MAX)).collect();
    (PyArray1::from_vec(py, penalties), PyArray1::from_vec(py, genes))
}

/// Returns the object that draws from streams.
fn draws(py: Python<'_>, streams: Vec<CounterStream>) -> PyResult<Py<Draws>> {
    Py::new(py, Draws::new(streams))
}

/// A function of two arrays of parents, which are copies and become offspring.
pub(super) struct Crossover {
    pub(super) function: Function,
    pub(super) rate: Bernoulli,
}

/// The genes of the first and of the second offspring of all pairs, and the streams after their draws.
type Recombined = (Vec<Gene>, Vec<Gene>, Vec<CounterStream>);

impl Crossover {
    /// Recombines pairs; each draws from its own stream.
    fn recombine(
        &self,
        pairs: &[(Vec<Gene>, Vec<Gene>)],
        streams: Vec<CounterStream>,
        symbols: &Symbols,
    ) -> Result<Recombined, Cancelled> {
        let recombined = Python::attach(|py| {
            let length = pairs.first().map_or(0, |(a, _)| a.len());
            let (a, b): (Vec<&[Gene]>, Vec<&[Gene]>) = pairs.iter().map(|(a, b)| (a.as_slice(), b.as_slice())).unzip();
            let (a, b, draws) = (array(py, &a, length)?, array(py, &b, length)?, draws(py, streams)?);
            let shape = [pairs.len(), length];
            let arguments = (a.clone(), b.clone(), draws.clone_ref(py), count_of(symbols));
            let (a, b) = self.function.call(py, arguments, |result| {
                let wrong = |_| {
                    error("a crossover returns two arrays of genomes, or none if it has changed those of the parents")
                };
                let [a, b] =
                    if result.is_none() { [a.into_any(), b.into_any()] } else { result.extract().map_err(wrong)? };
                Ok((read_genes(&a, shape, symbols)?, read_genes(&b, shape, symbols)?))
            })?;
            let streams = std::mem::take(&mut *draws.get().streams());
            Ok((a, b, streams))
        });
        recombined.map_err(cancelled)
    }
}

impl Cross for Crossover {
    fn rate(&self) -> Bernoulli {
        self.rate
    }

    fn cross(
        &self,
        a: &mut [Gene],
        b: &mut [Gene],
        pair: Pair<'_>,
        stream: &mut CounterStream,
    ) -> Result<(), Cancelled> {
        let parents = [(a.to_vec(), b.to_vec())];
        let (first, second, mut streams) = self.recombine(&parents, vec![stream.clone()], pair.symbols)?;
        a.copy_from_slice(&first);
        b.copy_from_slice(&second);
        if let Some(drawn) = streams.pop() {
            *stream = drawn;
        }
        Ok(())
    }

    fn cross_batch(&self, crossed: &PairSet, batch: &mut OffspringBatch<'_, '_>) -> Result<(), Cancelled> {
        let members: Vec<usize> = crossed.members().collect();
        if members.is_empty() {
            return Ok(());
        }
        let parents: Vec<_> = members
            .iter()
            .map(|pair| {
                let (a, b) = batch.rows.pair_mut(2 * pair);
                (a.to_vec(), b.to_vec())
            })
            .collect();
        let streams = members.iter().map(|&pair| batch.streams.get(pair)).collect();
        let (first, second, streams) = self.recombine(&parents, streams, batch.symbols)?;
        let length = batch.rows.length();
        for (n, &pair) in members.iter().enumerate() {
            let (a, b) = batch.rows.pair_mut(2 * pair);
            a.copy_from_slice(&first[n * length..][..length]);
            b.copy_from_slice(&second[n * length..][..length]);
            batch.streams.put(pair, &streams[n]);
        }
        Ok(())
    }
}

/// A function of an array of genomes, which are copies and become offspring.
pub(super) struct Mutation {
    pub(super) function: Function,
    pub(super) rate: Bernoulli,
}

impl Mutation {
    /// Mutates genomes; each draws from its own stream.
    fn change(
        &self,
        genomes: &[&[Gene]],
        streams: Vec<CounterStream>,
        symbols: &Symbols,
    ) -> Result<(Vec<Gene>, Vec<CounterStream>), Cancelled> {
        let changed = Python::attach(|py| {
            let length = genomes.first().map_or(0, |genome| genome.len());
            let (rows, draws) = (array(py, genomes, length)?, draws(py, streams)?);
            let arguments = (rows.clone(), draws.clone_ref(py), count_of(symbols));
            let changed = self.function.call(py, arguments, |result| {
                let result = if result.is_none() { rows.into_any() } else { result };
                read_genes(&result, [genomes.len(), length], symbols)
            })?;
            let streams = std::mem::take(&mut *draws.get().streams());
            Ok((changed, streams))
        });
        changed.map_err(cancelled)
    }
}

impl Mutate for Mutation {
    fn individual_rate(&self) -> Bernoulli {
        self.rate
    }

    fn mutate(
        &self,
        genome: &mut [Gene],
        context: &mut Context<'_>,
        stream: &mut CounterStream,
    ) -> Result<bool, Cancelled> {
        let (changed, mut streams) = self.change(&[&*genome], vec![stream.clone()], context.symbols)?;
        if let Some(drawn) = streams.pop() {
            *stream = drawn;
        }
        let differs = *genome != changed[..];
        genome.copy_from_slice(&changed);
        Ok(differs)
    }

    /// Mutates first siblings together, then the second ones: a pair has one stream, from which the first draws first.
    fn mutate_batch(&self, mutated: &OffspringSet, batch: &mut OffspringBatch<'_, '_>) -> Result<(), Cancelled> {
        let length = batch.rows.length();
        for sibling in 0..2 {
            let members: Vec<usize> = mutated.members().filter(|row| row % 2 == sibling).collect();
            if members.is_empty() {
                continue;
            }
            let rows = batch.rows.as_rows();
            let genomes: Vec<&[Gene]> = members.iter().map(|&row| rows.genome(row)).collect();
            let streams = members.iter().map(|row| batch.streams.get(row / 2)).collect();
            let (changed, streams) = self.change(&genomes, streams, batch.symbols)?;
            for (n, &row) in members.iter().enumerate() {
                let genome = batch.rows.genome_mut(row);
                let new = &changed[n * length..][..length];
                batch.changed.0[row / 64] |= u64::from(*genome != *new) << (row % 64);
                genome.copy_from_slice(new);
                batch.streams.put(row / 2, &streams[n]);
            }
        }
        Ok(())
    }
}

/// A function of the fitness of all individuals that returns one parent for each row of draws.
pub(super) struct Selection(pub(super) Function);

impl Selection {
    fn parents(
        &self,
        fitness: &[Fitness],
        streams: Vec<CounterStream>,
    ) -> Result<(Vec<u64>, Vec<CounterStream>), Cancelled> {
        let selected = Python::attach(|py| {
            let count = streams.len();
            let draws = draws(py, streams)?;
            let (penalties, genes) = fitness_arrays(py, fitness);
            let parents = self.0.call(py, (penalties, genes, draws.clone_ref(py)), |result| {
                read_array(&result, [count, 1], fitness.len() as u64 - 1, "numbers of individuals")
            })?;
            let streams = std::mem::take(&mut *draws.get().streams());
            Ok((parents, streams))
        });
        selected.map_err(cancelled)
    }
}

impl Select for Selection {
    fn prepare(&self, _: &mut RouletteTable, _: &Candidates<'_>, _: &mut CounterStream) -> Result<(), Cancelled> {
        Ok(())
    }

    fn select(&self, pool: ParentPool<'_>, _: usize, stream: &mut CounterStream) -> Result<usize, Cancelled> {
        let (parents, mut streams) = self.parents(pool.fitness, vec![stream.clone()])?;
        if let Some(drawn) = streams.pop() {
            *stream = drawn;
        }
        Ok(usize::try_from(parents[0]).unwrap_or(0))
    }

    fn select_pairs(
        &self,
        pool: ParentPool<'_>,
        _: usize,
        (_, streams): (Kernel, &mut Streams),
        (parents, keys): (&mut [[u32; 2]], &mut [Fitness]),
    ) -> Result<(), Cancelled> {
        for side in 0..2 {
            let draws = (0..parents.len()).map(|pair| streams.get(pair)).collect();
            let (chosen, drawn) = self.parents(pool.fitness, draws)?;
            for (pair, stream) in drawn.iter().enumerate() {
                streams.put(pair, stream);
                parents[pair][side] = u32::try_from(chosen[pair]).unwrap_or(0);
                keys[2 * pair + side] = pool.fitness[parents[pair][side] as usize];
            }
        }
        Ok(())
    }
}

/// A function of the fitness of parents and offspring that returns the numbers of survivors.
pub(super) struct SurvivorSelection(pub(super) Function);

impl Survive for SurvivorSelection {
    fn survivors(&self, fitness: &[Fitness], size: usize, stream: &mut CounterStream) -> Result<Vec<usize>, Cancelled> {
        let survivors = Python::attach(|py| {
            let draws = draws(py, vec![stream.clone()])?;
            let (penalties, genes) = fitness_arrays(py, fitness);
            let arguments = (penalties, genes, size, draws.clone_ref(py));
            let survivors = self.0.call(py, arguments, |result| {
                let mut survives = vec![false; fitness.len()];
                let survivors = read_array(&result, [size, 1], fitness.len() as u64 - 1, "numbers of individuals")?;
                let survivors: Vec<usize> =
                    survivors.into_iter().map(|survivor| usize::try_from(survivor).unwrap_or(0)).collect();
                for &survivor in &survivors {
                    if std::mem::replace(&mut survives[survivor], true) {
                        return Err(error(format!("individual {survivor} survives twice")));
                    }
                }
                Ok(survivors)
            })?;
            if let Some(drawn) = draws.get().streams().pop() {
                *stream = drawn;
            }
            Ok(survivors)
        });
        survivors.map_err(cancelled)
    }
}
