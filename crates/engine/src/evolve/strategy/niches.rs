//! [`Niches`]: the settings of a niche archive, a quality-diversity search on the states of a cube through a chain of subgroups, which
//! keeps a few individuals of each coset; and [`NicheAttempt`], one search, also saved and restored. Only the cubes have such chains. The
//! individuals of one phase are in `archive`; an archive of genomes is in `genome_search::map_elites`.
//!
//! The penalty hardly guides a search near the goal, so this one does not use it. It keeps *different* individuals in few moves:
//! J. Lehman and K. O. Stanley, "Abandoning objectives: evolution through the search for novelty alone" (2011); J.-B. Mouret and
//! J. Clune, "Illuminating search spaces by mapping elites" (2015). The phases are those of Thistlethwaite's chain of subgroups,
//! as in N. El-Sourani, S. Hauke and M. Borschbach, "An evolutionary approach for solving the Rubik's Cube incorporating exact
//! methods" (2010). A niche is a coset of the subgroup that the phase leads to, and keeps the first individuals that reach it.
//! These have the fewest moves, because the individuals of every generation are one move longer.
//!
//! All phases run at once: an individual that reaches a subgroup enters the next phase in the same generation. So each phase
//! starts from many different solutions of the phase before, in ascending order of length.
//!
//! The 2×2×2 has a chain of its own with two phases: see [`evocube_cube::table::subgroups`].
//!
//! The search uses no distances. With unlimited niches and parents it is a breadth-first search. With a [`BackwardPopulation`] it
//! searches each phase but the first from both ends.

use std::sync::Arc;
use std::time::Instant;

use serde::{Serialize, Serializer};

use super::archive::{Archive, BACKWARD, MoveNode, NicheIndividual, START};
use super::backward::BackwardPopulation;
use super::orientation::Orientation;
use super::subgroup_chain::SubgroupChain;
use super::{Attempt, Attempts, BackwardMoves, Capacity, Parents, RunProgress};
use crate::evolve::config::Conflict;
use crate::settings::settings;
use evocube_cube::puzzle::{Algorithm, Cube3, PuzzleKind, Turn};
use evocube_cube::rng::{CounterStream, Seed};
use evocube_cube::table::subgroups::{Coset, SubgroupStep};

/// Maximum number of moves of an individual. The phases of the 3×3×3 take at most 7, 10, 13 and 15.
const MAX_TURNS: usize = 60;

/// Maximum number of individuals of an attempt, above which it fails: 512 MB.
const MAX_INDIVIDUALS: usize = 64_000_000;

settings! {
    /// A niche archive: individuals are kept by the coset of their state, not by a penalty, and each generation appends one move to them.
    #[derive(Eq)]
    pub struct Niches {
        /// Maximum number of individuals of a niche in each phase. Default `[20, 1, 8, 1]` for the four phases of the 3×3×3; `[20, 1]` for the
        /// two of the 2×2×2.
        pub capacity: Option<Vec<Capacity>>,
        /// Maximum number of parents of a phase, drawn at random from its newest individuals. Each move of the phase that may follow
        /// the last move of a parent makes an offspring. Default 1,000,000.
        pub parents: Parents = Parents::new(1_000_000),
        /// Number of attempts, each in another [`Orientation`], of which the shortest solution counts. An attempt ends when
        /// it cannot find a shorter solution. Default 1.
        pub attempts: Attempts,
        /// Number of moves of the backward population of each phase but the first, which grows from the goal of the phase. An
        /// individual that reaches one of its niches is completed by every individual there. Default 0: no such population.
        #[serde(skip_serializing_if = "BackwardMoves::is_none")]
        pub backward: BackwardMoves = BackwardMoves::new(0),
        /// Number of individuals that must have entered the next phase to end a phase. Default: no phase ends before the attempt.
        pub solved: Option<Parents>,
    }
}

/// Number of parents that breed before the time is read again, which takes a fraction of a millisecond.
const BETWEEN_LOOKS: usize = 512;

/// Error: the time was up within a generation.
struct DeadlinePassed;

/// An attempt between two generations.
pub(super) struct NicheAttempt {
    number: usize,
    orientation: Orientation,
    start: Cube3,
    seed: Seed,
    /// Maximum number of parents of a phase.
    parents: usize,
    /// Number of moves at which the attempt fails.
    bound: usize,
    /// Number of moves of the newest individuals.
    turns: usize,
    archives: Vec<Archive>,
    history: Vec<MoveNode>,
    backward: Arc<[BackwardPopulation]>,
    /// Number of individuals that must have entered the next phase to end a phase.
    solved: usize,
    /// By number of moves, the individuals that were completed by backward ones: the phase that they enter, and their node.
    completed: Vec<Vec<(usize, u32)>>,
    /// Evaluations of the run, and their maximum.
    evaluations: u64,
    limit: u64,
    /// Whether the limit left out an individual of this generation.
    is_cut: bool,
    /// Individuals of the generation before, if the limit may cut this one: see [`NicheAttempt::sample`].
    last_sample: Vec<NicheIndividual>,
    /// The shortest solution of this generation by backward individuals.
    solution: Option<Vec<Turn>>,
}

/// State of an attempt, for a checkpoint, in the order of its serialization: moves, history, of each phase the fill of the niches,
/// the newest individuals and the number that entered it, and the completed individuals.
pub(super) type SavedNicheAttempt =
    (usize, Vec<MoveNode>, Vec<(Vec<u8>, Vec<NicheIndividual>, usize)>, Vec<Vec<(usize, u32)>>);

impl Serialize for NicheAttempt {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let archives: Vec<_> =
            self.archives.iter().map(|archive| (&archive.count, &archive.next, archive.entered)).collect();
        (self.turns, &self.history, archives, &self.completed).serialize(serializer)
    }
}

impl Niches {
    /// Checks that there are as many capacities as phases.
    ///
    /// # Errors
    /// If there are not.
    pub(super) fn check(&self, cube: PuzzleKind) -> Result<(), Conflict> {
        let (count, phases) = (self.capacity.as_ref().map(Vec::len), SubgroupChain::phases(cube));
        count.filter(|count| *count != phases).map_or(Ok(()), |count| {
            let message = format!(
                "the niche archive of {cube} has {phases} phases: capacity needs {phases} numbers, not {count}"
            );
            Err(Conflict::new("algorithm", message))
        })
    }

    /// Begins an attempt to solve the state of a cube in fewer than `bound` moves.
    pub(super) fn begin(
        &self,
        puzzle: PuzzleKind,
        number: usize,
        state: Cube3,
        bound: usize,
        seed: Seed,
    ) -> NicheAttempt {
        let chain = SubgroupChain::new(puzzle);
        let byte = |capacity: &Capacity| u8::try_from(capacity.get()).expect("at most 255");
        let capacities = self.capacity.as_ref().map(|capacities| capacities.iter().map(byte).collect());
        let capacities: Vec<u8> = capacities.unwrap_or_else(|| chain.capacity.to_vec());
        let backward = BackwardPopulation::from_phases(puzzle, self.backward);
        let archive = |((step, capacity), backward): ((&'static SubgroupStep, u8), &BackwardPopulation)| {
            let mut count = vec![0; step.sizes().iter().product()];
            backward.niches().for_each(|niche| count[niche] = BACKWARD);
            Archive { step, count, capacity, entered: 0, newest: Vec::new(), next: Vec::new() }
        };
        let orientation = Orientation::number(puzzle, number);
        NicheAttempt {
            number,
            orientation,
            start: orientation.view(state),
            seed: seed.child("niches"),
            parents: self.parents.get(),
            bound: bound.min(MAX_TURNS),
            turns: 0,
            archives: chain.steps.iter().zip(capacities).zip(&*backward).map(archive).collect(),
            history: Vec::new(),
            solved: self.solved.map_or(usize::MAX, Parents::get),
            completed: vec![Vec::new(); MAX_TURNS + self.backward.get() + 1],
            evaluations: 0,
            limit: u64::MAX,
            is_cut: false,
            last_sample: Vec::new(),
            solution: None,
            backward,
        }
    }
}

impl NicheAttempt {
    /// Makes a generation and counts it. Returns the end of the attempt if it ends before or with this generation. If too few evaluations
    /// are left for a generation, its first individuals count.
    ///
    /// After the deadline it stops within a generation; the attempt must then be dropped.
    pub(super) fn step(&mut self, progress: &mut RunProgress, deadline: Option<Instant>) -> Option<Attempt> {
        (self.evaluations, self.limit) = (progress.evaluations, progress.limit);
        if self.turns == 0 {
            self.enter(0, START, None);
            // A state near the goal of the last phase is solved by a backward individual alone.
            if let Some(solution) = self.solution.take() {
                return Some(Attempt::Solved(self.orientation.back(&solution)));
            }
            if self.has_ended() && !self.is_cut {
                return Some(Attempt::Solved(Algorithm::EMPTY));
            }
        }
        self.turns += 1;
        if self.turns >= self.bound {
            return Some(Attempt::Failed);
        }
        let mut stream = self.seed.key((self.number as u64) << 8 | self.turns as u64).stream(0);
        let solution = self.generation(&mut stream, deadline);
        progress.evaluations = self.evaluations;
        let Ok(solution) = solution else { return Some(Attempt::Stopped) };
        if let Some(solution) = solution {
            return Some(Attempt::Solved(self.orientation.back(&solution)));
        }
        if !self.is_cut && (self.has_ended() || self.history.len() > MAX_INDIVIDUALS) {
            return Some(Attempt::Failed);
        }
        progress.generations += 1;
        None
    }

    /// Counts an evaluation. Returns `false` if none is left.
    #[inline]
    fn count(&mut self) -> bool {
        self.is_cut |= self.evaluations == self.limit;
        self.evaluations += u64::from(!self.is_cut);
        !self.is_cut
    }

    /// Returns whether there are no new individuals.
    fn has_ended(&self) -> bool {
        self.archives.iter().all(|archive| archive.next.is_empty()) && self.completed.iter().all(Vec::is_empty)
    }

    /// Returns the states of up to 250 of the newest individuals of each phase, or of those before a generation that the limit cut.
    pub(super) fn states(&self) -> Vec<Cube3> {
        let sample = if self.is_cut { self.last_sample.clone() } else { self.sample() };
        sample.into_iter().map(|individual| self.state(individual.node)).collect()
    }

    /// Restores the state of an attempt with the same number. Returns `false` if it is not of such an attempt.
    pub(super) fn restore(&mut self, (turns, history, archives, completed): SavedNicheAttempt) -> bool {
        let follows_earlier = |(node, number): (&MoveNode, u32)| node.parent == START || node.parent < number;
        let is_known = |&(phase, node): &(usize, u32)| phase < archives.len() && (node as usize) < history.len();
        if archives.len() != self.archives.len()
            || completed.len() != self.completed.len()
            || turns > MAX_TURNS
            || !history.iter().zip(0u32..).all(follows_earlier)
            || !completed.iter().flatten().all(is_known)
        {
            return false;
        }
        (self.turns, self.history, self.completed) = (turns, history, completed);
        for (archive, (count, next, entered)) in self.archives.iter_mut().zip(archives) {
            if count.len() != archive.count.len() {
                return false;
            }
            (archive.count, archive.next, archive.entered) = (count, next, entered);
            for individual in &mut archive.next {
                match self.history.get(individual.node as usize) {
                    Some(node) => individual.last = Some(node.turn),
                    None if individual.node == START => {}
                    None => return false,
                }
            }
        }
        true
    }

    /// Returns the moves that lead to a node.
    fn turns(&self, mut node: u32) -> Vec<Turn> {
        let mut turns = Vec::new();
        while node != START {
            let MoveNode { parent, turn } = self.history[node as usize];
            turns.push(turn);
            node = parent;
        }
        turns.reverse();
        turns
    }

    fn state(&self, node: u32) -> Cube3 {
        self.start.apply_all(&self.turns(node))
    }

    /// Adds an individual to the first phase from `first` on that it has not solved. Returns `false` if it has solved all.
    fn enter(&mut self, first: usize, node: u32, last: Option<Turn>) -> bool {
        let state = self.state(node);
        for phase in first..self.archives.len() {
            let archive = &mut self.archives[phase];
            let coset = archive.step.coset(state).expect("the phases before lead into this group");
            if coset != Coset::GOAL {
                if archive.has_room(coset) {
                    archive.next.push(NicheIndividual { coset, node, last });
                } else if archive.may_be_backward(coset) {
                    self.complete(phase, coset, node, last);
                }
                return true;
            }
        }
        first == 0 && node == START
    }

    /// Completes an individual of this generation by every individual of the backward population in its niche.
    fn complete(&mut self, phase: usize, coset: Coset, node: u32, last: Option<Turn>) {
        let backward = self.backward.clone();
        let population = &backward[phase];
        for individual in population.niche_members(self.archives[phase].step.index(coset)) {
            let mut turns = population.turns(individual).peekable();
            if !turns.peek().is_some_and(|first| first.may_follow(last)) {
                continue;
            }
            let is_solution = phase + 1 == self.archives.len();
            let is_kept = is_solution || !self.is_over(phase) && self.history.len() <= MAX_INDIVIDUALS;
            if !is_kept {
                continue;
            }
            if !self.count() {
                return;
            }
            let length = self.turns + population.length(individual);
            if is_solution {
                if self.solution.as_ref().is_none_or(|solution| length < solution.len()) {
                    self.solution = Some(self.turns(node).into_iter().chain(turns).collect());
                }
            } else {
                let mut node = node;
                for turn in turns {
                    let number = u32::try_from(self.history.len()).expect("little more than the most individuals");
                    self.history.push(MoveNode { parent: node, turn });
                    node = number;
                }
                self.archives[phase + 1].entered += 1;
                self.completed[length].push((phase + 1, node));
            }
        }
    }

    /// Returns whether enough individuals have entered the next phase.
    fn is_over(&self, phase: usize) -> bool {
        self.archives.get(phase + 1).is_some_and(|next| next.entered >= self.solved)
    }

    /// Makes a generation. Returns the moves of a solution if one is found.
    ///
    /// # Errors
    /// If the deadline passes.
    fn generation(
        &mut self,
        stream: &mut CounterStream,
        deadline: Option<Instant>,
    ) -> Result<Option<Vec<Turn>>, DeadlinePassed> {
        if self.limit < u64::MAX {
            self.last_sample = self.sample();
        }
        for archive in &mut self.archives {
            archive.newest.clear();
            std::mem::swap(&mut archive.newest, &mut archive.next);
        }
        for phase in 0..self.archives.len() {
            let mut newest = std::mem::take(&mut self.archives[phase].newest);
            stream.shuffle(&mut newest);
            newest.truncate(self.parents);
            let mut solution = None;
            if !self.is_over(phase) {
                for parents in newest.chunks(BETWEEN_LOOKS) {
                    if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                        return Err(DeadlinePassed);
                    }
                    solution = self.breed(phase, parents);
                    if solution.is_some() || self.is_cut {
                        break;
                    }
                }
            }
            self.archives[phase].newest = newest;
            if solution.is_some() {
                return Ok(solution);
            }
            if self.is_cut {
                return Ok(self.solution.take());
            }
        }
        for (phase, node) in std::mem::take(&mut self.completed[self.turns]) {
            let last = self.history[node as usize].turn;
            if !self.enter(phase, node, Some(last)) {
                return Ok(Some(self.turns(node)));
            }
            if self.is_cut {
                break;
            }
        }
        Ok(self.solution.take())
    }

    /// Makes all offspring of these parents. Returns the moves of a solution if one is found.
    fn breed(&mut self, phase: usize, parents: &[NicheIndividual]) -> Option<Vec<Turn>> {
        let step = self.archives[phase].step;
        for &parent in parents {
            for &turn in step.turns() {
                if !turn.may_follow(parent.last) {
                    continue;
                }
                if !self.count() {
                    return None;
                }
                let coset = step.after(parent.coset, turn);
                let is_through = coset == Coset::GOAL;
                let has_room = is_through || self.archives[phase].has_room(coset);
                if !has_room && !self.archives[phase].may_be_backward(coset) {
                    continue;
                }
                let node = u32::try_from(self.history.len()).expect("little more than the most individuals");
                self.history.push(MoveNode { parent: parent.node, turn });
                if is_through {
                    let is_solved = phase + 1 == self.archives.len() || {
                        self.archives[phase + 1].entered += 1;
                        !self.enter(phase + 1, node, Some(turn))
                    };
                    if is_solved {
                        return Some(self.turns(node));
                    }
                } else if has_room {
                    self.archives[phase].next.push(NicheIndividual { coset, node, last: Some(turn) });
                } else {
                    self.complete(phase, coset, node, Some(turn));
                }
            }
        }
        None
    }

    /// Returns up to 250 of the newest individuals of each phase, evenly spaced.
    fn sample(&self) -> Vec<NicheIndividual> {
        const MAX: usize = 250;
        let spaced = |archive: &Archive| {
            let step = archive.next.len().div_ceil(MAX).max(1);
            archive.next.iter().step_by(step).copied().collect::<Vec<_>>()
        };
        self.archives.iter().flat_map(spaced).collect()
    }
}
