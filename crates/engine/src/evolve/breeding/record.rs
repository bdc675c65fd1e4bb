//! The matings of a generation, for observers that ask for them. The types are in `optimizer`.
//!
//! The operators do not record them: they are applied once more to copies of the parents, with the same random numbers ([`BlockDraws`]), and
//! once to labels in place of genes, which tell where each gene went. The copies are then compared with the offspring of the batch.

use super::Breeding;
use super::draws::BlockDraws;
use crate::evaluation::{Fitness, Gene, Rows};
use crate::evolve::crossover::{Cross, Pair};
use crate::evolve::island_context::IslandContext;
use crate::evolve::mutation::{Context, Mutate};
use crate::evolve::selection::Select;
use crate::optimizer::{Mating, MatingRecorder, Offspring, Origin, Parent};
use evocube_cube::rng::{CounterStream, Streams};
use evocube_cube::solver::Cancelled;

/// The genes of an offspring after its crossover, and their origins.
type Crossed = (Vec<Gene>, Vec<Option<Origin>>);

/// The number of the mutation of an offspring, its genes, and their positions before it.
type Mutated = (Option<usize>, Vec<Gene>, Vec<Option<u16>>);

impl MatingRecorder {
    /// Adds the matings of a block with the fitness of their offspring, the first `count` of these rows.
    #[cold]
    #[inline(never)]
    pub(super) fn add_block(&self, mut matings: Vec<Mating>, rows: Rows<'_>, fitness: &[Fitness], count: usize) {
        matings.truncate(count.div_ceil(2));
        for (pair, mating) in matings.iter_mut().enumerate() {
            mating.offspring.truncate(count - 2 * pair);
            for (row, offspring) in (2 * pair..).zip(&mut mating.offspring) {
                assert!(offspring.genes == rows.genome(row), "operators make the same of the same numbers");
                offspring.fitness = fitness[row];
            }
        }
        self.add(matings);
    }
}

impl IslandContext<'_> {
    /// Returns the matings of a block, whose offspring have no fitness yet. `drawn` are the streams of the pairs before the crossover.
    #[cold]
    #[inline(never)]
    pub(super) fn matings(
        &self,
        breeding: &Breeding<'_>,
        draws: &BlockDraws,
        drawn: &Streams,
    ) -> Result<Vec<Mating>, Cancelled> {
        let (first_pair, selected) = (draws.first_pair, draws.selected());
        let mut streams = Streams::default();
        breeding.open(&mut streams, first_pair, selected.len());
        let mating = |pair: usize| {
            let mut stream = streams.get(pair);
            let mut parent = |side: usize| {
                let (individual, mut contestants) = (selected[pair][side], Vec::new());
                if breeding.order.is_none() {
                    let draw = 2 * (first_pair + pair) + side;
                    let selection = &self.operators.selection;
                    let parent = selection.select_among(breeding.pool, draw, &mut stream, &mut contestants)?;
                    assert!(parent == individual as usize, "a selection draws the same of the same numbers");
                }
                let (genes, fitness) = (breeding.parents.genome(individual as usize), breeding.parents.fitness());
                Ok(Parent { individual, contestants, genes: genes.to_vec(), fitness: fitness[individual as usize] })
            };
            let parents = [parent(0)?, parent(1)?];
            let further = draws.further.get(pair).cloned().unwrap_or_default();
            let crossover = (draws.is_crossed[pair] == 1).then(|| usize::from(draws.crossovers[pair]));
            let mut stream = drawn.get(pair);
            let [(first, origins), (second, other_origins)] =
                self.cross_again(breeding, &parents, &further, crossover, &mut stream)?;
            let mut mutate = |side: usize, crossed: Vec<Gene>, origins| {
                let is_mutated = draws.is_mutated[pair][side] == 1;
                let (mutation, genes, positions) =
                    self.mutate_again(breeding, &parents[side], &crossed, is_mutated, &mut stream)?;
                Ok(Offspring { crossed, origins, mutation, genes, positions, fitness: Fitness::WORST })
            };
            let offspring = vec![mutate(0, first, origins)?, mutate(1, second, other_origins)?];
            Ok(Mating { parents, further, crossover, offspring })
        };
        (0..selected.len()).map(mating).collect()
    }

    /// Recombines copies of two parents.
    fn cross_again(
        &self,
        breeding: &Breeding<'_>,
        parents: &[Parent; 2],
        further: &[u32],
        crossover: Option<usize>,
        stream: &mut CounterStream,
    ) -> Result<[Crossed; 2], Cancelled> {
        let [mut a, mut b] = [0, 1].map(|side| parents[side].genes.clone());
        let further: Vec<&[Gene]> = further.iter().map(|&parent| breeding.parents.genome(parent as usize)).collect();
        let genomes: Vec<&[Gene]> =
            parents.iter().map(|parent| &parent.genes[..]).chain(further.iter().copied()).collect();
        let labels: Vec<Vec<Gene>> = (0..genomes.len()).map(|genome| self.labels(genome, a.len())).collect();
        let (mut labels_a, mut labels_b) = (labels[0].clone(), labels[1].clone());
        if let Some(part) = crossover {
            let labels: Vec<&[Gene]> = labels[2..].iter().map(Vec::as_slice).collect();
            let fitness = [parents[0].fitness, parents[1].fitness];
            let pair = |further| Pair { symbols: self.symbols, parents: fitness, further };
            let crossover = &self.operators.crossover;
            crossover.cross_by(part, &mut labels_a, &mut labels_b, pair(&labels), &mut stream.clone())?;
            crossover.cross_by(part, &mut a, &mut b, pair(&further), stream)?;
        }
        Ok([(0, a, labels_a), (1, b, labels_b)].map(|(side, genes, labels)| {
            let origins: Vec<_> = labels.iter().map(|&label| self.origin(label, genes.len())).collect();
            let gene = |origin: Origin| genomes[usize::from(origin.parent)][usize::from(origin.gene)];
            let explains =
                |(origin, &gene_now): (&Option<Origin>, &Gene)| origin.is_none_or(|origin| gene(origin) == gene_now);
            if origins.iter().zip(&genes).all(explains) {
                return (genes, origins);
            }
            // A crossover that compares genes treats labels otherwise: each gene is that of the first parent with the same one there.
            let origins = (0u16..).zip(&genes).map(|(position, &gene_now)| {
                let parents = [side, 1 - side].into_iter().chain(2..).take(genomes.len());
                let mut origins = parents.map(|parent| Origin { parent, gene: position });
                origins.find(|&origin| gene(origin) == gene_now)
            });
            let origins = origins.collect();
            (genes, origins)
        }))
    }

    /// Mutates a copy of an offspring.
    fn mutate_again(
        &self,
        breeding: &Breeding<'_>,
        parent: &Parent,
        crossed: &[Gene],
        is_mutated: bool,
        stream: &mut CounterStream,
    ) -> Result<Mutated, Cancelled> {
        let (mut genes, mut labels) = (crossed.to_vec(), self.labels(0, crossed.len()));
        let mut number = None;
        if is_mutated {
            let mutate = |genes: &mut [Gene], stream: &mut CounterStream| {
                let strategy = &mut breeding.parents.rows().strategy_parameters(parent.individual as usize).to_vec();
                let mut context = Context { symbols: self.symbols, parent: parent.fitness, strategy };
                self.operators.mutation.mutate_by(genes, &mut context, stream)
            };
            mutate(&mut labels, &mut stream.clone())?;
            number = mutate(&mut genes, stream)?;
        }
        let positions: Vec<_> =
            labels.iter().map(|&label| self.origin(label, genes.len()).map(|origin| origin.gene)).collect();
        let explains =
            |(position, gene): (&Option<u16>, &Gene)| position.is_none_or(|place| crossed[usize::from(place)] == *gene);
        if positions.iter().zip(&genes).all(explains) {
            return Ok((number, genes, positions));
        }
        // A mutation that compares genes: those that are the same stay.
        let kept = (0u16..)
            .zip(genes.iter().zip(crossed))
            .map(|(position, (gene, before))| (gene == before).then_some(position));
        let positions = kept.collect();
        Ok((number, genes, positions))
    }

    /// Returns labels in place of the genes of a genome of a mating: numbers behind those of the symbols and of the genomes before.
    fn labels(&self, genome: usize, length: usize) -> Vec<Gene> {
        let first = self.evaluator.symbol_count() + genome * length;
        // Numbers beyond those of genes become the last of them; origins are compared with the genes.
        (first..first + length).map(|label| Gene(u16::try_from(label).unwrap_or(u16::MAX))).collect()
    }

    /// Returns the origin of a label; `None` for a symbol.
    fn origin(&self, label: Gene, length: usize) -> Option<Origin> {
        let label = label.index().checked_sub(self.evaluator.symbol_count())?;
        let number = |number: usize| u16::try_from(number).expect("labels are genes");
        Some(Origin { parent: number(label / length), gene: number(label % length) })
    }
}
