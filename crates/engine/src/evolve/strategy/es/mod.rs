//! [`EvolutionStrategy`]: the settings of (μ, λ) and (μ + λ) on states of the cubes, and one attempt, also saved and restored, straight to
//! the goal or, on the 3×3×3, from phase to phase. Strategy parameters do not adapt. A generation is bred, and its survivors chosen, in
//! `history`; `prepared` makes several attempts. (μ, λ) on genomes is `genome_search::mu_lambda`.
//!
//! The only operator is mutation, by macros in all orientations, as in M. Herdy and G. Patone, "Evolution strategy in action: 10
//! ES-demonstrations" (1994). Phases are those of N. El-Sourani, S. Hauke and M. Borschbach, "An evolutionary approach for solving
//! the Rubik's Cube incorporating exact methods" (2010): a mutation appends several moves of the group of the phase, and a phase
//! begins with many different individuals that solved the phase before.

mod history;
mod phase;

use std::collections::HashSet;

use serde::{Serialize, Serializer};

use self::history::{EsIndividual, GeneNode, History, MAX_NODES, START};
pub(super) use self::phase::PreparedPhase;
use self::phase::{Places, are_places};
use super::{AppendLength, Attempt, Attempts, Offspring, Parents, RunProgress};
use crate::bounded::{Elites, Weight};
use crate::evaluation::objective::Objective;
use crate::evolve::config::{Conflict, TrialConfig};
use crate::settings::settings;
use evocube_cube::puzzle::{CUBE3, Cube3, PuzzleKind};
use evocube_cube::rng::Seed;

settings! {
    /// A (μ, λ) or (μ + λ) evolution strategy: an individual is a state with the moves that led to it, and mutations append moves.
    #[derive(Copy, Eq)]
    pub struct EvolutionStrategy {
        /// Number of parents, μ. Default 100.
        pub parents: Parents = Parents::new(100),
        /// Number of offspring, λ. Default 5000.
        pub offspring: Offspring = Offspring::new(5000),
        /// Whether parents compete with offspring. Default `comma`: they do not.
        pub survival: Survival,
        /// Minimum and maximum number of genes that a mutation appends, each number equally likely. Default 1 and 1.
        pub append: AppendLength = AppendLength::ONE,
        /// Minimum and maximum number of genes that a mutation removes from the end of the phase before it appends, each
        /// number equally likely. Default 0 and 0.
        pub truncate: AppendLength = AppendLength::NONE,
        /// Whether the survivors of a generation must have different states. Default false.
        pub distinct: bool,
        /// Addition to the penalty for each move. Default 0.
        pub length_weight: Weight,
        /// Number of survivors that must have solved a phase to end it: survivors of one generation, or of all generations if states
        /// are `distinct`. They are the parents of the next phase. The last phase ends with the first solution. Default: the number
        /// of parents.
        pub solved: Option<Parents>,
        /// Number of generations that a phase continues after `solved` survivors have solved it; then the individuals with
        /// the fewest moves become parents. Default 0.
        pub extra_generations: Elites = Elites::new(0),
        /// Number of generations of a phase after which the attempt fails. Default 250.
        pub max_generations: Offspring = Offspring::new(250),
        /// Number of attempts, of which the shortest solution counts. With phases each has another
        /// [`Orientation`](super::Orientation). Default 1.
        pub attempts: Attempts,
    }

    /// Survivor selection of an evolution strategy.
    #[derive(Default)]
    pub enum Survival {
        /// The best μ of the λ offspring.
        #[default]
        Comma,
        /// The best μ of parents and offspring together.
        Plus,
    }
}

impl EvolutionStrategy {
    /// Checks that the settings go together with the phases and the other keys of a configuration.
    ///
    /// # Errors
    /// The first conflict.
    pub(super) fn check(&self, cube: PuzzleKind, config: &TrialConfig) -> Result<(), Conflict> {
        let phases = &config.phase;
        if !phases.is_empty() && cube != PuzzleKind::Cube3 {
            let message = format!("phases are for cube3: {cube} does not have what they count");
            return Err(Conflict::new("phase", message));
        }
        for (number, phase) in (1usize..).zip(phases) {
            let turns = phase.turns.check(&CUBE3, &format!("phase.{}.turns", number - 1));
            turns.map_err(|(key, error)| Conflict::in_text(key, error))?;
            if phase.moves().is_empty() {
                return Err(Conflict::new("phase", format!("phase {number} has no turns")));
            }
            if phase.goal.is_empty() {
                return Err(Conflict::new("phase", format!("all weights of the goal of phase {number} are 0")));
            }
        }
        if phases.last().is_some_and(|last| !last.goal.is_whole()) {
            let message =
                "the goal of the last phase must weigh stickers or pieces, so that the phase ends with a solved cube";
            return Err(Conflict::new("phase", message));
        }
        if phases.is_empty() && matches!(config.objective, Objective::Custom(_)) {
            let message =
                "the evolution strategy evaluates piece by piece: it needs the objective penalty, pieces or weights";
            return Err(Conflict::new("objective", message));
        }
        if self.append.is_nothing() && self.truncate.is_nothing() {
            return Err(Conflict::new("algorithm", "a mutation with append and truncate of [0, 0] changes nothing"));
        }
        Ok(())
    }

    /// Begins attempt `number` on a state.
    pub(super) fn begin<'a>(
        &'a self,
        number: usize,
        state: Cube3,
        phases: &'a [PreparedPhase],
        seed: Seed,
    ) -> EsAttempt<'a> {
        let first = EsIndividual { places: state.places(), node: START, penalty: 0, length: 0 };
        let mut attempt = EsAttempt {
            history: History { start: state, strategy: self, phases, nodes: Vec::new() },
            seed: seed.child("strategy").child(&number.to_string()),
            generations: 0,
            phase: 0,
            phase_generations: 0,
            extra: 0,
            parents: vec![first],
            solved: SolvedIndividuals::default(),
        };
        attempt.begin_phase();
        attempt
    }
}

/// An attempt between two generations.
pub(super) struct EsAttempt<'a> {
    history: History<'a>,
    seed: Seed,
    /// Generations of the attempt.
    generations: u64,
    phase: usize,
    /// Generations of the phase.
    phase_generations: usize,
    /// Generations of the phase after it was solved.
    extra: usize,
    parents: Vec<EsIndividual>,
    solved: SolvedIndividuals,
}

/// State of an attempt, for a checkpoint, in the order of its serialization.
pub(super) type SavedEsAttempt = (u64, [usize; 3], Vec<EsIndividual>, Vec<EsIndividual>, Vec<GeneNode>);

impl Serialize for EsAttempt<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { history, generations, phase, phase_generations, extra, parents, solved, .. } = self;
        (generations, [phase, phase_generations, extra], parents, &solved.all, &history.nodes).serialize(serializer)
    }
}

impl EsAttempt<'_> {
    /// Evaluates the parents by the present phase.
    fn begin_phase(&mut self) {
        self.history.judge(self.phase, &mut self.parents);
        self.solved = SolvedIndividuals::default();
        self.solved.add(&self.parents, self.history.strategy.distinct);
        (self.phase_generations, self.extra) = (0, 0);
    }

    /// Makes a generation and counts it. Returns the end of the attempt if it ends before this generation, or by a solution when no
    /// evaluation is left.
    ///
    /// If fewer evaluations are left than a generation has offspring, the first ones are evaluated, and the parents stay.
    pub(super) fn step(&mut self, progress: &mut RunProgress) -> Option<Attempt> {
        let strategy = self.history.strategy;
        loop {
            let is_last = self.phase + 1 == self.history.phases.len();
            let required = if is_last { 1 } else { strategy.solved.unwrap_or(strategy.parents).get() };
            if self.solved.all.len() < required {
                break;
            }
            if self.extra < strategy.extra_generations.get() && !is_last {
                self.extra += 1;
                break;
            }
            self.parents = std::mem::take(&mut self.solved).shortest(strategy.parents.get());
            if is_last {
                return Some(Attempt::Solved(self.history.moves(self.parents[0].node).simplify()));
            }
            self.phase += 1;
            self.begin_phase();
        }
        if self.phase_generations == strategy.max_generations.get() || self.history.nodes.len() > MAX_NODES {
            return Some(Attempt::Failed);
        }
        (self.phase_generations, self.generations) = (self.phase_generations + 1, self.generations + 1);
        let (is_last, key) = (self.phase + 1 == self.history.phases.len(), self.seed.key(self.generations));
        let left = usize::try_from(progress.left()).unwrap_or(usize::MAX);
        let offspring = strategy.offspring.get().min(left);
        progress.generations += 1;
        progress.evaluations += offspring as u64;
        let solution = if offspring < strategy.offspring.get() {
            is_last.then(|| self.history.solution(self.phase, &self.parents, key, offspring)).flatten()
        } else {
            self.parents = self.history.generation(self.phase, &self.parents, key);
            self.solved.add(&self.parents, strategy.distinct);
            let is_over = is_last && progress.left() == 0;
            self.solved.all.iter().filter(|_| is_over).min_by_key(|individual| individual.length).map(|best| best.node)
        };
        Some(Attempt::Solved(self.history.moves(solution?).simplify()))
    }

    /// Returns the states of all individuals.
    pub(super) fn states(&self) -> Vec<Cube3> {
        self.history.states(self.parents.iter().map(|individual| individual.node))
    }

    /// Restores the state of an attempt with the same number. Returns `false` if it is not of such an attempt.
    pub(super) fn restore(&mut self, saved: SavedEsAttempt) -> bool {
        let (generations, [phase, phase_generations, extra], parents, solved, nodes) = saved;
        self.history.nodes = nodes;
        let is_known = |individual: &EsIndividual| self.history.has(individual.node) && are_places(&individual.places);
        let is_of_attempt = phase < self.history.phases.len()
            && !parents.is_empty()
            && parents.iter().chain(&solved).all(is_known)
            && self.history.is_consistent();
        (self.generations, self.phase, self.phase_generations, self.extra) =
            (generations, phase, phase_generations, extra);
        let states = solved.iter().map(|individual| individual.places).collect();
        (self.parents, self.solved) = (parents, SolvedIndividuals { all: solved, states });
        is_of_attempt
    }
}

/// Individuals that have solved a phase.
#[derive(Default)]
struct SolvedIndividuals {
    all: Vec<EsIndividual>,
    states: HashSet<Places>,
}

impl SolvedIndividuals {
    /// Adds the survivors of a generation that have solved the phase. Those of earlier generations stay only if states must be
    /// distinct.
    fn add(&mut self, individuals: &[EsIndividual], distinct: bool) {
        if !distinct {
            self.all.clear();
        }
        for individual in individuals.iter().filter(|individual| individual.penalty == 0) {
            if !distinct || self.states.insert(individual.places) {
                self.all.push(*individual);
            }
        }
    }

    /// Returns this number of individuals with the fewest moves; the first of equally long ones.
    fn shortest(mut self, count: usize) -> Vec<EsIndividual> {
        self.all.sort_by_key(|individual| individual.length);
        self.all.truncate(count);
        self.all
    }
}

#[cfg(test)]
mod tests {
    use super::history::PreparedParent;
    use super::*;
    use crate::alphabet::{AlphabetConfig, Expand};
    use crate::evaluation::objective::{EdgeRule, Objective, Penalty};
    use crate::evolve::config::TrialConfig;
    use crate::evolve::strategy::StateStrategy;
    use crate::evolve::strategy::goal::{GoalPenalty, Phase};
    use crate::evolve::strategy::prepared::{Attempted, PreparedStrategy, RunLimits};
    use crate::optimizer::RunContext;
    use evocube_cube::puzzle::cube2::Cube2;

    fn solve(puzzle: PuzzleKind, es: EvolutionStrategy, phases: &[Phase], state: Cube3, seed: u64) -> Attempted {
        let conjugate = Some(crate::bounded::Conjugations::new(0));
        let alphabet = AlphabetConfig { expand: Expand::Symmetries, conjugate, ..AlphabetConfig::default() };
        let objective = Objective::Penalty(Penalty { edge_rule: EdgeRule::BothStickers, ..Penalty::default() });
        let config = TrialConfig { alphabet, objective, phase: phases.to_vec(), ..TrialConfig::default() };
        let prepared = PreparedStrategy::new(puzzle, StateStrategy::Es(es), &config).unwrap();
        let goes_on = &mut |progress: &RunProgress, _, _: &dyn Fn() -> Vec<Cube3>| Ok(progress.generations < 2000);
        let limits = RunLimits { attempts: es.attempts, evaluations: u64::MAX };
        prepared.run_sequential(state, Seed::from_number(seed), limits, goes_on, &RunContext::sequential()).unwrap()
    }

    #[test]
    fn incremental_penalty_of_one_gene_is_that_of_the_replayed_state() {
        let goal = GoalPenalty::new(&CUBE3, &Objective::default());
        let words = ["R", "U2", "F' L D", "R U R' U'", "R2 L2"].map(|word| word.parse().unwrap());
        let phase = PreparedPhase::new(&CUBE3, words.into_iter(), goal, AppendLength::ONE);
        let mut stream = Seed::from_number(5).stream();
        for _ in 0..200 {
            let places = Cube3::random(&mut stream).places();
            let penalty = phase.goal.sum_places(&places);
            let parent = EsIndividual { places, node: START, penalty, length: 0 };
            let parent = PreparedParent::new(parent, None, &phase.goal);
            for symbol in &phase.symbols {
                let mapped_places = places.map(|place| symbol.map[usize::from(place)]);
                assert_eq!(parent.penalty(symbol, &phase.goal), phase.goal.sum_places(&mapped_places));
            }
        }
    }

    #[test]
    fn macros_in_all_orientations_solve_every_cube_reproducibly() {
        let mut stream = Seed::from_number(6).stream();
        for survival in [Survival::Comma, Survival::Plus] {
            for distinct in [false, true] {
                let es = EvolutionStrategy { survival, distinct, ..EvolutionStrategy::default() };
                let cube = Cube3::random(&mut stream);
                let outcome = solve(PuzzleKind::Cube3, es, &[], cube, 1);
                assert!(cube.apply_all(outcome.best.as_ref().unwrap()).is_solved());
                assert_eq!(solve(PuzzleKind::Cube3, es, &[], cube, 1), outcome);
            }
        }
        let cube = Cube2::random(&mut stream);
        let outcome = solve(PuzzleKind::Cube2, EvolutionStrategy::default(), &[], cube.with_edges(), 1);
        assert!(cube.apply_all(&outcome.best.unwrap()).is_solved());
    }

    #[test]
    fn phases_are_solved_in_every_orientation() {
        let sweep = concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments/tes-2010.toml");
        let sweep = evocube_cube::document::parse(&std::fs::read_to_string(sweep).unwrap()).unwrap();
        let phases: Vec<Phase> = sweep.descend("base.phase").unwrap().read().unwrap();
        let number = |value: i64| Parents::try_from(value).unwrap();
        let es = EvolutionStrategy {
            parents: number(200),
            offspring: Offspring::try_from(10_000).unwrap(),
            attempts: Attempts::try_from(2).unwrap(),
            length_weight: Weight::try_from(1).unwrap(),
            ..EvolutionStrategy::default()
        };
        let cube = Cube3::random(&mut Seed::from_number(7).stream());
        let outcome = solve(PuzzleKind::Cube3, es, &phases, cube, 1);
        assert!(outcome.progress.attempts >= 2, "two attempts, and more until one solves the state");
        let moves = outcome.best.unwrap();
        assert!(cube.apply_all(&moves).is_solved());
        assert!(moves.len() <= 70, "{moves}");
    }
}
