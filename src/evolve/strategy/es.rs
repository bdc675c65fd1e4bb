//! [`EvolutionStrategy`]: (μ, λ) and (μ + λ), straight to the goal or through phases.
//!
//! M. Herdy and G. Patone, "Evolution strategy in action: 10 ES-demonstrations" (1994): the only operator is mutation, by
//! macros in all orientations. With phases: N. El-Sourani, S. Hauke and M. Borschbach, "An evolutionary approach for
//! solving the Rubik's Cube incorporating exact methods" (2010), which appends several turns of the phase's group at a time
//! and begins a phase with many different individuals that solved the one before.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::goal::{Counted, Phase};
use super::{AppendLength, Attempt, Attempts, Offspring, OnGeneration, Parents, RunProgress};
use crate::bounded::{Elites, Weight};
use crate::puzzle::algorithm::Algorithm;
use crate::puzzle::turn::Face;
use crate::puzzle::{CubeState, MAX_CUBE_PIECES, PLACES, Place};
use crate::rng::{CounterStream, Key, Seed};

/// An evolution strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct EvolutionStrategy {
    /// μ. Default 100.
    pub parents: Parents,
    /// λ. Default 5000.
    pub offspring: Offspring,
    /// May parents survive? Default `comma`: no.
    pub survival: Survival,
    /// How many genes a mutation appends, from – to, each number as likely. Default 1 – 1.
    pub append: AppendLength,
    /// How many of an individual's last genes of its phase a mutation cuts off before, from – to. Default 0 – 0.
    pub truncate: AppendLength,
    /// Is a state that a survivor of this generation has refused to the others? Default no.
    pub distinct: bool,
    /// What a turn adds to the fitness, beside the penalty. Default 0.
    pub length_weight: Weight,
    /// A phase is over when so many survivors of a generation have solved it (if states are `distinct`: so many different
    /// ones of all its generations); they are the next phase's parents. The last phase is over with the first. Default
    /// as many as there are parents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solvers: Option<Parents>,
    /// Generations that a phase goes on for when that many have solved it; then the shortest are taken. Default 0.
    pub extra: Elites,
    /// Generations of a phase after which everything begins anew. Default 250.
    pub patience: Offspring,
    /// How often all this is done; the shortest solution counts. With phases each time in another
    /// [`Orientation`](super::Orientation). Default 1.
    pub attempts: Attempts,
}

/// Who may survive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Survival {
    /// The best μ of the λ offspring.
    #[default]
    Comma,
    /// The best μ of parents and offspring together.
    Plus,
}

impl Default for EvolutionStrategy {
    fn default() -> Self {
        Self {
            parents: Parents::new(100),
            offspring: Offspring::new(5000),
            survival: Survival::default(),
            append: AppendLength::ONE,
            truncate: AppendLength::NONE,
            distinct: false,
            length_weight: Weight::default(),
            solvers: None,
            extra: Elites::new(0),
            patience: Offspring::new(250),
            attempts: Attempts::default(),
        }
    }
}

/// Where each piece is.
type Places = [Place; MAX_CUBE_PIECES];

/// A gene: a turn or a composite, and where it takes what is at each place.
#[derive(Debug)]
pub(super) struct Symbol {
    moves: Algorithm,
    map: [Place; 64],
    /// The positions whose piece it moves or turns.
    moved: Vec<u8>,
    /// The face, if it is a single turn.
    face: Option<Face>,
}

/// Positions of corners, then of edges.
const POSITIONS: usize = MAX_CUBE_PIECES;

/// The position of a place.
fn position(place: Place) -> u8 {
    if place < 24 { place / 3 } else { 8 + (place - 24) / 2 }
}

/// A phase as the strategy works on it.
#[derive(Debug)]
pub(super) struct Stage {
    pub(super) symbols: Vec<Symbol>,
    pub(super) goal: Counted,
    append: AppendLength,
}

impl Stage {
    pub(super) fn new<P: CubeState>(
        words: impl Iterator<Item = Algorithm>,
        goal: Counted,
        append: AppendLength,
    ) -> Self {
        let symbol = |moves: Algorithm| {
            let number = |place: usize| Place::try_from(place).expect("64 places");
            let mut map = std::array::from_fn(number);
            map[..PLACES].copy_from_slice(&P::SOLVED.apply_all(&moves).place_map());
            let changes = (0..PLACES).filter(|&place| usize::from(map[place]) != place);
            let mut moved: Vec<u8> = changes.map(|place| position(number(place))).collect();
            moved.retain(|&position| usize::from(position) < P::PIECES);
            moved.dedup();
            let face = moves.first().filter(|_| moves.len() == 1).map(|turn| turn.face());
            Symbol { moves, map, moved, face }
        };
        Self { symbols: words.map(symbol).collect(), goal, append }
    }

    /// One for each phase of a configuration.
    pub(super) fn of_phases<P: CubeState>(phases: &[Phase], strategy: &EvolutionStrategy) -> Vec<Self> {
        let of = |phase: &Phase| {
            let words = phase.moves().iter().filter(|&turn| P::turns().contains(turn));
            let append = phase.append.unwrap_or(strategy.append);
            Self::new::<P>(words.map(|turn| [turn].as_slice().into()), phase.goal.counted(), append)
        };
        phases.iter().map(of).collect()
    }
}

/// An individual that became a parent, and where it came from.
#[derive(Clone, Copy, Debug)]
struct Individual {
    places: Places,
    node: u32,
    penalty: u32,
    turns: u32,
}

/// A parent, seen so that a child by one gene is judged by the pieces that the gene moves.
struct Judged {
    parent: Individual,
    last: Option<Face>,
    /// The piece in each position.
    at: [u8; POSITIONS],
}

impl Judged {
    fn new(parent: Individual, last: Option<Face>, pieces: usize) -> Self {
        let mut at = [0; POSITIONS];
        for (piece, &place) in (0..).zip(&parent.places[..pieces]) {
            at[usize::from(position(place))] = piece;
        }
        Self { parent, last, at }
    }

    /// The penalty after a gene.
    #[inline]
    fn penalty(&self, symbol: &Symbol, goal: &Counted) -> u32 {
        let mut penalty = self.parent.penalty;
        for &position in &symbol.moved {
            let piece = usize::from(self.at[usize::from(position)]);
            let place = self.parent.places[piece];
            let costs = &goal.costs[piece];
            let after = costs[usize::from(symbol.map[usize::from(place & 63)])];
            penalty = penalty + u32::from(after) - u32::from(costs[usize::from(place)]);
        }
        penalty
    }
}

/// A gene of the history.
#[derive(Clone, Copy, Debug)]
struct Node {
    before: u32,
    stage: u16,
    symbol: u16,
    /// The state after it.
    places: Places,
}

/// Before the first gene.
const START: u32 = u32::MAX;

/// One attempt under way.
struct Run<'a, P> {
    start: P,
    strategy: &'a EvolutionStrategy,
    stages: &'a [Stage],
    history: Vec<Node>,
}

/// The most genes that a history may have: 512 MB.
const MAX_NODES: usize = 16_000_000;

impl EvolutionStrategy {
    /// One attempt: what solves the state, if that is found.
    pub(super) fn attempt<P: CubeState>(
        &self,
        number: usize,
        state: P,
        stages: &[Stage],
        seed: Seed,
        progress: &mut RunProgress,
        on_generation: &mut OnGeneration<'_, P>,
    ) -> Attempt {
        let mut run = Run { start: state, strategy: self, stages, history: Vec::new() };
        let seed = seed.child("strategy").child(&number.to_string());
        let first = Individual { places: state.places(), node: START, penalty: 0, turns: 0 };
        let mut parents = vec![first];
        let before = progress.generations;
        for stage in 0..stages.len() {
            let wanted = if stage + 1 == stages.len() { 1 } else { self.solvers.unwrap_or(self.parents).get() };
            run.judge(stage, &mut parents);
            let mut solvers = Solvers::default();
            solvers.add(&parents, self.distinct);
            let mut extra = 0;
            for generation in 0.. {
                if solvers.all.len() >= wanted {
                    if extra == self.extra.get() || stage + 1 == stages.len() {
                        break;
                    }
                    extra += 1;
                }
                if generation == self.patience.get() || run.history.len() > MAX_NODES {
                    return Attempt::Failed;
                }
                progress.generations += 1;
                progress.evaluations += self.offspring.get() as u64;
                parents = run.generation(stage, &parents, seed.key(progress.generations - before));
                solvers.add(&parents, self.distinct);
                let states = || parents.iter().map(|individual| run.state(individual.node)).collect();
                if !on_generation(progress, &states) {
                    return Attempt::Stopped;
                }
            }
            parents = solvers.shortest(self.parents.get());
        }
        Attempt::Solved(run.moves(parents[0].node).simplify())
    }
}

/// Those that have solved a phase.
#[derive(Default)]
struct Solvers {
    all: Vec<Individual>,
    states: HashSet<Places>,
}

impl Solvers {
    /// The survivors of a generation: beside those of earlier ones if only different states count, or instead of them.
    fn add(&mut self, individuals: &[Individual], distinct: bool) {
        if !distinct {
            self.all.clear();
        }
        for individual in individuals.iter().filter(|individual| individual.penalty == 0) {
            if !distinct || self.states.insert(individual.places) {
                self.all.push(*individual);
            }
        }
    }

    /// So many with the fewest turns; of several as short those that came first.
    fn shortest(mut self, count: usize) -> Vec<Individual> {
        self.all.sort_by_key(|individual| individual.turns);
        self.all.truncate(count);
        self.all
    }
}

impl<P: CubeState> Run<'_, P> {
    /// Gives individuals the penalty of another phase.
    fn judge(&self, stage: usize, individuals: &mut [Individual]) {
        for individual in individuals {
            individual.penalty = self.stages[stage].goal.of_places(&individual.places, P::PIECES);
        }
    }

    /// The moves that lead to a place in the history.
    fn moves(&self, mut node: u32) -> Algorithm {
        let mut nodes = Vec::new();
        while node != START {
            nodes.push(self.history[node as usize]);
            node = self.history[node as usize].before;
        }
        let mut moves = Algorithm::EMPTY;
        for node in nodes.iter().rev() {
            moves.extend_from_slice(&self.stages[usize::from(node.stage)].symbols[usize::from(node.symbol)].moves);
        }
        moves
    }

    fn state(&self, node: u32) -> P {
        self.start.apply_all(&self.moves(node))
    }

    /// The best of the next generation.
    fn generation(&mut self, stage: usize, parents: &[Individual], key: Key) -> Vec<Individual> {
        let weight = u32::try_from(self.strategy.length_weight.get()).expect("at most 800");
        let judged = |individual: &Individual| u64::from(individual.penalty + weight * individual.turns) << 32;
        let count = self.strategy.offspring.get();
        let mut ranking: Vec<u64> = Vec::with_capacity(count + parents.len());
        let Stage { symbols, goal, append } = &self.stages[stage];
        if *append == AppendLength::ONE && self.strategy.truncate == AppendLength::NONE && goal.is_sum() {
            // The usual case, many times as fast: only pieces that move are looked at.
            let parents: Vec<Judged> =
                parents.iter().map(|&parent| Judged::new(parent, self.last(&parent, stage), P::PIECES)).collect();
            for number in 0..count {
                let mut stream = key.stream(u32::try_from(number).expect("offspring are less than 2^32"));
                let parent = &parents[stream.index(parents.len())];
                let symbol = &symbols[draw(symbols, parent.last, &mut stream)];
                let turns = parent.parent.turns + u32::try_from(symbol.moves.len()).expect("few turns");
                let fitness = parent.penalty(symbol, goal) + weight * turns;
                ranking.push(u64::from(fitness) << 32 | number as u64);
            }
        } else {
            for number in 0..count {
                let child = self.child(stage, parents, key, number, &mut |_| {});
                ranking.push(judged(&child) | number as u64);
            }
        }
        if self.strategy.survival == Survival::Plus {
            ranking.extend((count..).zip(parents).map(|(number, parent)| judged(parent) | number as u64));
        }
        let mut survivors = Vec::with_capacity(self.strategy.parents.get());
        let mut states = HashSet::new();
        let (mut rest, mut batch) = (ranking.as_mut_slice(), 2 * self.strategy.parents.get());
        // In order, but no more of the order than is needed.
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
                    None => self.child(stage, parents, key, number, &mut |gene| genes.push(gene)),
                };
                if self.strategy.distinct && !states.insert(survivor.places) {
                    continue;
                }
                for (symbol, places) in genes {
                    let node = u32::try_from(self.history.len()).expect("less than the most nodes");
                    let stage = u16::try_from(stage).expect("few phases");
                    self.history.push(Node { before: survivor.node, stage, symbol, places });
                    survivor.node = node;
                }
                survivors.push(survivor);
            }
            (rest, batch) = (others, 2 * batch);
        }
        survivors
    }

    /// A child, drawn from its own stream, so that it can be drawn again. It has its parent's place in the history (after
    /// cutting); `visit` is shown the genes it has beyond.
    #[inline]
    fn child(
        &self,
        stage: usize,
        parents: &[Individual],
        key: Key,
        number: usize,
        visit: &mut impl FnMut((u16, Places)),
    ) -> Individual {
        let Stage { symbols, goal, append } = &self.stages[stage];
        let mut stream = key.stream(u32::try_from(number).expect("offspring are less than 2^32"));
        let mut child = parents[stream.index(parents.len())];
        self.cut(&mut child, stage, &mut stream);
        let genes = append.draw(&mut stream);
        let mut last = self.last(&child, stage);
        for _ in 0..genes {
            let symbol = draw(symbols, last, &mut stream);
            let moves = &symbols[symbol].moves;
            for place in &mut child.places[..P::PIECES] {
                *place = symbols[symbol].map[usize::from(*place & 63)];
            }
            child.turns += u32::try_from(moves.len()).expect("few turns");
            last = symbols[symbol].face;
            visit((u16::try_from(symbol).expect("a gene"), child.places));
        }
        child.penalty = goal.of_places(&child.places, P::PIECES);
        child
    }

    /// Cuts off some of the last genes, of this phase only.
    fn cut(&self, child: &mut Individual, stage: usize, stream: &mut CounterStream) {
        for _ in 0..self.strategy.truncate.draw(stream) {
            let Some(node) = self.history.get(child.node as usize).filter(|node| usize::from(node.stage) == stage)
            else {
                break;
            };
            let symbol = &self.stages[stage].symbols[usize::from(node.symbol)];
            child.turns -= u32::try_from(symbol.moves.len()).expect("few turns");
            child.node = node.before;
            child.places =
                self.history.get(node.before as usize).map_or_else(|| self.start.places(), |node| node.places);
        }
    }

    /// The face turned last, if that was a single turn.
    fn last(&self, individual: &Individual, stage: usize) -> Option<Face> {
        let node = self.history.get(individual.node as usize).filter(|node| usize::from(node.stage) == stage)?;
        self.stages[stage].symbols[usize::from(node.symbol)].face
    }
}

/// Draws a symbol that is not a single turn of the face turned last: both would be one turn. (In an alphabet of fewer than
/// four symbols there may be no other.)
#[inline]
fn draw(symbols: &[Symbol], last: Option<Face>, stream: &mut CounterStream) -> usize {
    loop {
        let symbol = stream.index(symbols.len());
        if last.is_none() || symbols[symbol].face != last || symbols.len() < 4 {
            return symbol;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::{AlphabetConfig, Expand};
    use crate::evaluation::objective::{EdgeRule, Objective, Penalty};
    use crate::evolve::config::TrialConfig;
    use crate::evolve::strategy::Strategy;
    use crate::evolve::strategy::prepared::{Attempted, PreparedStrategy};
    use crate::puzzle::cube2::Cube2;
    use crate::puzzle::cube3::Cube3;

    fn solve<P: CubeState>(es: EvolutionStrategy, phases: &[Phase], state: P, seed: u64) -> Attempted {
        let alphabet = AlphabetConfig { expand: Expand::Symmetries, ..AlphabetConfig::default() };
        let objective = Objective::Penalty(Penalty { edge_rule: EdgeRule::BothStickers, ..Penalty::default() });
        let config = TrialConfig { alphabet, objective, phase: phases.to_vec(), ..TrialConfig::default() };
        let prepared = PreparedStrategy::new::<P>(Strategy::Es(es), &config).unwrap();
        let goes_on = &mut |progress: &RunProgress, _: &dyn Fn() -> Vec<P>| progress.generations < 2000;
        prepared.run_sequential(state, Seed::from_number(seed), es.attempts, goes_on)
    }

    #[test]
    fn a_child_by_one_gene_is_judged_as_by_replaying_it() {
        let goal = Counted::of::<Cube3>(&Objective::default());
        let words = ["R", "U2", "F' L D", "R U R' U'", "R2 L2"].map(|word| word.parse().unwrap());
        let stage = Stage::new::<Cube3>(words.into_iter(), goal, AppendLength::ONE);
        let mut stream = Seed::from_number(5).stream();
        for _ in 0..200 {
            let places = Cube3::random(&mut stream).places();
            let penalty = stage.goal.of_places(&places, 20);
            let parent = Judged::new(Individual { places, node: START, penalty, turns: 0 }, None, 20);
            for symbol in &stage.symbols {
                let after = places.map(|place| symbol.map[usize::from(place)]);
                assert_eq!(parent.penalty(symbol, &stage.goal), stage.goal.of_places(&after, 20));
            }
        }
    }

    #[test]
    fn macros_in_all_orientations_solve_every_cube_and_the_same_way_again() {
        let mut stream = Seed::from_number(6).stream();
        for survival in [Survival::Comma, Survival::Plus] {
            for distinct in [false, true] {
                let es = EvolutionStrategy { survival, distinct, ..EvolutionStrategy::default() };
                let cube = Cube3::random(&mut stream);
                let outcome = solve(es, &[], cube, 1);
                assert!(cube.apply_all(outcome.best.as_ref().unwrap()).is_solved());
                assert_eq!(solve(es, &[], cube, 1), outcome);
            }
        }
        let cube = Cube2::random(&mut stream).anchored_state().0;
        let outcome = solve(EvolutionStrategy::default(), &[], cube, 1);
        assert!(cube.apply_all(&outcome.best.unwrap()).is_solved());
    }

    #[test]
    fn phases_are_evolved_through_in_every_frame() {
        let phases: Vec<Phase> = toml::from_str::<toml::Table>(include_str!("../../../experiments/tes-2010.toml"))
            .unwrap()["base"]["phase"]
            .clone()
            .try_into()
            .unwrap();
        let number = |value: i64| Parents::try_from(value).unwrap();
        let es = EvolutionStrategy {
            parents: number(200),
            offspring: Offspring::try_from(10_000).unwrap(),
            attempts: Attempts::try_from(2).unwrap(),
            length_weight: Weight::try_from(1).unwrap(),
            ..EvolutionStrategy::default()
        };
        let cube = Cube3::random(&mut Seed::from_number(7).stream());
        let outcome = solve(es, &phases, cube, 1);
        assert!(outcome.progress.attempts >= 2, "both, and more while none has solved it");
        let moves = outcome.best.unwrap();
        assert!(cube.apply_all(&moves).is_solved());
        assert!(moves.len() <= 70, "{moves}");
    }
}
