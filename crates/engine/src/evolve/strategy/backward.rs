//! [`BackwardPopulation`]: the sequences of few moves, at most as many as the key `backward` says, that lead to the goal of a phase, by the
//! niche in which they begin. The first phase has none. They are computed once in a process. The niche archive in `niches` completes its
//! individuals with them.
//!
//! The niches next to the goal of a phase are few, and the first individuals that reach them fill them. So few individuals enter
//! the next phase. A backward population removes this bottleneck. Its individuals are sequences of a few moves that lead to the
//! goal, each in the niche where it begins. Individuals of the archive that reach such a niche are completed by all of them.
//!
//! The archive and the backward population together are a bidirectional search in the cosets of a phase (I. Pohl, "Bi-directional
//! search", *Machine Intelligence* 6, 1971).

use std::sync::{Arc, OnceLock};

use super::BackwardMoves;
use super::subgroup_chain::SubgroupChain;
use evocube_cube::puzzle::{MoveSet, PuzzleKind, Turn};
use evocube_cube::table::subgroups::{Coset, SubgroupStep};

/// The goal, where the individuals end.
const GOAL: u32 = u32::MAX;

/// An individual: its first move, and the individual that it is after this move.
#[derive(Clone, Copy, Debug)]
struct BackwardIndividual {
    first: Turn,
    rest: u32,
    /// Number of moves.
    length: usize,
}

/// The individuals of a phase, by niche.
#[derive(Debug, Default)]
pub(super) struct BackwardPopulation {
    individuals: Vec<BackwardIndividual>,
    /// The number of the niche of each individual and the number of the individual, in ascending order.
    niche_entries: Vec<(usize, u32)>,
}

impl BackwardPopulation {
    /// Returns the populations of all phases of a puzzle, grown once for each number of moves. The first phase has none: many
    /// individuals complete it.
    pub(super) fn from_phases(puzzle: PuzzleKind, moves: BackwardMoves) -> Arc<[Self]> {
        const NUMBERS: usize = BackwardMoves::new(*BackwardMoves::RANGE.end()).get() + 1;
        static ALL: [[OnceLock<Arc<[BackwardPopulation]>>; NUMBERS]; 2] =
            [const { [const { OnceLock::new() }; NUMBERS] }; 2];
        let grow = || {
            let steps = SubgroupChain::new(puzzle).steps;
            let next = steps.iter().skip(1).map(SubgroupStep::moves).chain([MoveSet::NONE]);
            let moves = std::iter::once(0).chain(std::iter::repeat(moves.get()));
            steps.iter().zip(next).zip(moves).map(|((step, next), moves)| Self::grow(step, next, moves)).collect()
        };
        ALL[puzzle as usize][moves.get()].get_or_init(grow).clone()
    }

    /// Returns all sequences of up to `moves` moves to the goal whose last move does not belong to the next phase. No sequence
    /// passes the goal.
    fn grow(step: &SubgroupStep, next_phase: MoveSet, moves: usize) -> Self {
        let mut individuals: Vec<BackwardIndividual> = Vec::new();
        let mut niche_entries = Vec::new();
        let mut newest = vec![(Coset::GOAL, GOAL, None)];
        for length in 1..=moves {
            let mut longer = Vec::new();
            for (coset, rest, then) in newest {
                for &first in step.turns() {
                    let is_last = rest == GOAL;
                    if is_last && next_phase.contains(first)
                        || then.is_some_and(|then: Turn| !then.may_follow(Some(first)))
                    {
                        continue;
                    }
                    let source = step.after(coset, first.inverse());
                    if source == Coset::GOAL {
                        continue;
                    }
                    let number = u32::try_from(individuals.len()).expect("at most 18 to the power of 6");
                    individuals.push(BackwardIndividual { first, rest, length });
                    niche_entries.push((step.index(source), number));
                    longer.push((source, number, Some(first)));
                }
            }
            newest = longer;
        }
        niche_entries.sort_unstable();
        Self { individuals, niche_entries }
    }

    /// Returns the number of each niche with individuals, as often as it has individuals.
    pub(super) fn niches(&self) -> impl Iterator<Item = usize> {
        self.niche_entries.iter().map(|&(niche, _)| niche)
    }

    /// Returns the individuals of a niche as their numbers, those with fewer moves first.
    pub(super) fn niche_members(&self, niche: usize) -> impl Iterator<Item = u32> {
        let first = self.niche_entries.partition_point(|&(other, _)| other < niche);
        self.niche_entries[first..].iter().take_while(move |&&(other, _)| other == niche).map(|&(_, number)| number)
    }

    /// Returns the number of moves of an individual.
    pub(super) fn length(&self, individual: u32) -> usize {
        self.individuals[individual as usize].length
    }

    /// Returns the moves of an individual.
    pub(super) fn turns(&self, individual: u32) -> impl Iterator<Item = Turn> {
        let mut next = individual;
        std::iter::from_fn(move || {
            let &BackwardIndividual { first, rest, .. } = self.individuals.get(next as usize)?;
            next = rest;
            Some(first)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backward_individuals_lead_from_their_niche_to_the_goal() {
        for (puzzle, moves) in [(PuzzleKind::Cube3, 4), (PuzzleKind::Cube2, 3)] {
            let steps = SubgroupChain::new(puzzle).steps;
            let populations = BackwardPopulation::from_phases(puzzle, BackwardMoves::new(moves));
            assert!(populations[0].individuals.is_empty());
            for (step, population) in steps.iter().zip(&*populations).skip(1) {
                let niche_members = |(first, second): (usize, usize)| {
                    let [_, columns] = step.sizes();
                    population.niche_members(first * columns + second).collect::<Vec<_>>()
                };
                assert!(niche_members(Coset::GOAL.place()).is_empty());
                let mut count = 0;
                let mut reached = vec![Coset::GOAL];
                for distance in 1..=usize::try_from(moves).unwrap() {
                    // A layer of cosets, breadth first: the shortest individual of each is as long as its distance.
                    let mut layer = Vec::new();
                    for coset in reached.clone() {
                        for &turn in step.turns() {
                            let coset = step.after(coset, turn);
                            if !reached.contains(&coset) && !layer.contains(&coset) {
                                layer.push(coset);
                            }
                        }
                    }
                    for &coset in &layer {
                        let individuals = niche_members(coset.place());
                        assert_eq!(individuals.first().map(|&number| population.length(number)), Some(distance));
                        for number in individuals {
                            let turns: Vec<Turn> = population.turns(number).collect();
                            assert_eq!(turns.len(), population.length(number));
                            assert!(turns.windows(2).all(|pair| pair[1].may_follow(Some(pair[0]))));
                            let end = turns.iter().fold(coset, |coset, &turn| step.after(coset, turn));
                            assert_eq!(end, Coset::GOAL);
                            count += 1;
                        }
                    }
                    reached.extend(layer);
                }
                assert_eq!(count, population.individuals.len());
            }
        }
    }
}
