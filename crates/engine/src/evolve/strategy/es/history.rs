//! [`History`]: the genes of all parents of an attempt of an evolution strategy as a tree, from which moves and states follow, and the
//! limit of its size. A generation is bred and evaluated, and its survivors are chosen, here, too. Generations and phases follow each other
//! in the parent module.

use std::collections::{HashMap, HashSet};
use std::iter::successors;

use serde::{Deserialize, Serialize};

use super::phase::{PhaseSymbol, Places, PreparedPhase, are_places, position};
use super::{EvolutionStrategy, Survival};
use crate::evolve::strategy::AppendLength;
use crate::evolve::strategy::goal::GoalPenalty;
use evocube_cube::puzzle::{Algorithm, Cube3, Face, Place};
use evocube_cube::rng::{CounterStream, Key};

/// An individual that became a parent.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(in crate::evolve::strategy) struct EsIndividual {
    pub(super) places: Places,
    /// The node of its last gene in the history.
    pub(super) node: u32,
    pub(super) penalty: u32,
    /// Its number of moves.
    pub(super) length: u32,
}

/// A parent prepared for mutations by one gene: an offspring is evaluated by the pieces that the gene moves alone.
pub(super) struct PreparedParent {
    parent: EsIndividual,
    last: Option<Face>,
    /// The piece in each position.
    occupants: [Occupant; 32],
}

/// A piece in a position.
#[derive(Clone, Copy, Default)]
struct Occupant {
    place: Place,
    piece: u8,
    /// Its cost in this place.
    cost: u16,
}

impl PreparedParent {
    pub(super) fn new(parent: EsIndividual, last: Option<Face>, goal: &GoalPenalty) -> Self {
        let mut occupants = [Occupant::default(); 32];
        for (piece, &place) in (0..).zip(&parent.places) {
            occupants[usize::from(position(place))] = Occupant { place, piece, cost: goal.cost(piece, place) };
        }
        Self { parent, last, occupants }
    }

    /// Returns the penalty after a gene.
    #[inline]
    pub(super) fn penalty(&self, symbol: &PhaseSymbol, goal: &GoalPenalty) -> u32 {
        let mut penalty = self.parent.penalty;
        for &position in &symbol.moved {
            let Occupant { place, piece, cost } = self.occupants[usize::from(position & 31)];
            let new_cost = goal.cost(piece, symbol.map[usize::from(place & 63)]);
            penalty = penalty.wrapping_add(new_cost.into()).wrapping_sub(cost.into());
        }
        penalty
    }
}

/// A gene of the history.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(in crate::evolve::strategy) struct GeneNode {
    parent: u32,
    phase: u16,
    symbol: u16,
    /// The places of the pieces after it.
    places: Places,
}

/// The node before the first gene.
pub(super) const START: u32 = u32::MAX;

/// The genes of all individuals of an attempt that became parents.
pub(super) struct History<'a> {
    pub(super) start: Cube3,
    pub(super) strategy: &'a EvolutionStrategy,
    pub(super) phases: &'a [PreparedPhase],
    pub(super) nodes: Vec<GeneNode>,
}

/// Maximum number of genes of a history: 448 MB.
pub(super) const MAX_NODES: usize = 16_000_000;

impl History<'_> {
    /// Evaluates individuals by the penalty of a phase.
    pub(super) fn judge(&self, phase: usize, individuals: &mut [EsIndividual]) {
        for individual in individuals {
            individual.penalty = self.phases[phase].goal.sum_places(&individual.places);
        }
    }

    /// Returns whether a number is [`START`] or that of a node.
    pub(super) fn has(&self, node: u32) -> bool {
        node == START || (node as usize) < self.nodes.len()
    }

    /// Returns whether every node follows an earlier one and has a symbol of its phase.
    pub(super) fn is_consistent(&self) -> bool {
        self.nodes.iter().zip(0u32..).all(|(node, number)| {
            let phase = self.phases.get(usize::from(node.phase));
            let has_symbol = phase.is_some_and(|phase| usize::from(node.symbol) < phase.symbols.len());
            has_symbol && are_places(&node.places) && (node.parent == START || node.parent < number)
        })
    }

    /// Returns a node and all before it.
    fn path(&self, node: u32) -> impl Iterator<Item = u32> {
        successors(Some(node), |node| self.nodes.get(*node as usize).map(|node| node.parent))
    }

    /// Returns the symbol of a node.
    fn symbol(&self, node: u32) -> &PhaseSymbol {
        let GeneNode { phase, symbol, .. } = self.nodes[node as usize];
        &self.phases[usize::from(phase)].symbols[usize::from(symbol)]
    }

    /// Returns the moves that lead to a node.
    pub(super) fn moves(&self, node: u32) -> Algorithm {
        let path: Vec<u32> = self.path(node).take_while(|node| *node != START).collect();
        path.iter().rev().flat_map(|node| self.symbol(*node).moves.iter().copied()).collect()
    }

    /// Returns the states of nodes. Most share their first genes, which are followed once.
    pub(super) fn states(&self, nodes: impl Iterator<Item = u32>) -> Vec<Cube3> {
        let mut states = HashMap::from([(START, self.start)]);
        let follow = |node| {
            let path: Vec<u32> = self.path(node).take_while(|node| !states.contains_key(node)).collect();
            for node in path.into_iter().rev() {
                let parent = states[&self.nodes[node as usize].parent];
                states.insert(node, parent.apply_all(&self.symbol(node).moves));
            }
            states[&node]
        };
        nodes.map(follow).collect()
    }

    /// Returns the survivors of the next generation.
    pub(super) fn generation(&mut self, phase: usize, parents: &[EsIndividual], key: Key) -> Vec<EsIndividual> {
        let weight = u32::try_from(self.strategy.length_weight.get()).expect("at most 800");
        let judged = |individual: &EsIndividual| u64::from(individual.penalty + weight * individual.length) << 32;
        let count = self.strategy.offspring.get();
        let mut ranking: Vec<u64> = Vec::with_capacity(count + parents.len());
        let PreparedPhase { symbols, goal, append } = &self.phases[phase];
        if *append == AppendLength::ONE && self.strategy.truncate == AppendLength::NONE && goal.is_sum() {
            // The usual case is several times as fast: only pieces that move are evaluated.
            let parents: Vec<PreparedParent> =
                parents.iter().map(|&parent| PreparedParent::new(parent, self.last(&parent, phase), goal)).collect();
            for number in 0..count {
                let mut stream = key.stream(u32::try_from(number).expect("offspring are less than 2^32"));
                let parent = &parents[stream.index(parents.len())];
                let symbol = &symbols[draw(symbols, parent.last, &mut stream)];
                let length = parent.parent.length + u32::try_from(symbol.moves.len()).expect("few moves");
                let fitness = parent.penalty(symbol, goal) + weight * length;
                ranking.push(u64::from(fitness) << 32 | number as u64);
            }
        } else {
            for number in 0..count {
                let child = self.child(phase, parents, key, number, &mut |_| {});
                ranking.push(judged(&child) | number as u64);
            }
        }
        if self.strategy.survival == Survival::Plus {
            ranking.extend((count..).zip(parents).map(|(number, parent)| judged(parent) | number as u64));
        }
        let mut survivors = Vec::with_capacity(self.strategy.parents.get());
        let mut states = HashSet::new();
        let (mut rest, mut batch) = (ranking.as_mut_slice(), 2 * self.strategy.parents.get());
        // The ranking is sorted no further than needed.
        while !rest.is_empty() && survivors.len() < self.strategy.parents.get() {
            let end = batch.min(rest.len());
            if end < rest.len() {
                rest.select_nth_unstable(end);
            }
            let (first, others) = rest.split_at_mut(end);
            first.sort_unstable();
            for &mut rank in first {
                if survivors.len() == self.strategy.parents.get() {
                    break;
                }
                let number = usize::try_from(rank & 0xFFFF_FFFF).expect("32 bits");
                let mut genes = Vec::new();
                let mut survivor = match number.checked_sub(count) {
                    Some(parent) => parents[parent],
                    None => self.child(phase, parents, key, number, &mut |gene| genes.push(gene)),
                };
                if self.strategy.distinct && !states.insert(survivor.places) {
                    continue;
                }
                self.keep(&mut survivor, phase, genes);
                survivors.push(survivor);
            }
            (rest, batch) = (others, 2 * batch);
        }
        survivors
    }

    /// Returns the shortest of the first `count` offspring of a generation that solve the last phase, as its node.
    pub(super) fn solution(&mut self, phase: usize, parents: &[EsIndividual], key: Key, count: usize) -> Option<u32> {
        let children = (0..count).map(|number| (self.child(phase, parents, key, number, &mut |_| {}), number));
        let solved = children.filter(|(child, _)| child.penalty == 0);
        let (_, number) = solved.min_by_key(|(child, number)| (child.length, *number))?;
        let mut genes = Vec::new();
        let mut child = self.child(phase, parents, key, number, &mut |gene| genes.push(gene));
        self.keep(&mut child, phase, genes);
        Some(child.node)
    }

    /// Adds the genes of an offspring behind its node.
    fn keep(&mut self, offspring: &mut EsIndividual, phase: usize, genes: Vec<(u16, Places)>) {
        for (symbol, places) in genes {
            let node = u32::try_from(self.nodes.len()).expect("less than the most nodes");
            let phase = u16::try_from(phase).expect("few phases");
            self.nodes.push(GeneNode { parent: offspring.node, phase, symbol, places });
            offspring.node = node;
        }
    }

    /// Returns an offspring. It has its own stream, so that a survivor can be drawn again. Its node is that of its parent after
    /// truncation; `visit` receives the genes that follow.
    #[inline]
    fn child(
        &self,
        phase: usize,
        parents: &[EsIndividual],
        key: Key,
        number: usize,
        visit: &mut impl FnMut((u16, Places)),
    ) -> EsIndividual {
        let PreparedPhase { symbols, goal, append } = &self.phases[phase];
        let mut stream = key.stream(u32::try_from(number).expect("offspring are less than 2^32"));
        let mut child = parents[stream.index(parents.len())];
        self.cut(&mut child, phase, &mut stream);
        let genes = append.draw(&mut stream);
        let mut last = self.last(&child, phase);
        for _ in 0..genes {
            let symbol = draw(symbols, last, &mut stream);
            let moves = &symbols[symbol].moves;
            for place in &mut child.places {
                *place = symbols[symbol].map[usize::from(*place & 63)];
            }
            child.length += u32::try_from(moves.len()).expect("few moves");
            last = symbols[symbol].face;
            visit((u16::try_from(symbol).expect("a gene"), child.places));
        }
        child.penalty = goal.sum_places(&child.places);
        child
    }

    /// Removes a random number of the last genes of this phase.
    fn cut(&self, child: &mut EsIndividual, phase: usize, stream: &mut CounterStream) {
        for _ in 0..self.strategy.truncate.draw(stream) {
            let Some(node) = self.nodes.get(child.node as usize).filter(|node| usize::from(node.phase) == phase) else {
                break;
            };
            child.length -= u32::try_from(self.symbol(child.node).moves.len()).expect("few moves");
            child.node = node.parent;
            child.places = self.nodes.get(node.parent as usize).map_or_else(|| self.start.places(), |node| node.places);
        }
    }

    /// Returns the face of the last gene of this phase if that is a single move.
    fn last(&self, individual: &EsIndividual, phase: usize) -> Option<Face> {
        let node = self.nodes.get(individual.node as usize).filter(|node| usize::from(node.phase) == phase)?;
        self.phases[phase].symbols[usize::from(node.symbol)].face
    }
}

/// Draws a symbol that is not a single move of the last face, because both would be one move. An alphabet of fewer than four
/// symbols may have no such symbol, so any is drawn from it.
#[inline]
fn draw(symbols: &[PhaseSymbol], last: Option<Face>, stream: &mut CounterStream) -> usize {
    loop {
        let symbol = stream.index(symbols.len());
        if last.is_none() || symbols[symbol].face != last || symbols.len() < 4 {
            return symbol;
        }
    }
}
