//! The task of `peers.py` for crates of genetic algorithms: a cube, and two fitness functions, one as a user writes it and a fast one. It
//! reads the parameters and prints the speed. The search of each crate is in `bin`.

use std::io::Read;

/// A byte for each of 54 places; the rest are zeros, so that no index needs a check.
type Places = [u8; 64];

/// The parameters of the genetic algorithm, and its fitness.
pub struct Task {
    pub population: usize,
    pub genes: usize,
    pub tournament: usize,
    pub crossover: f64,
    pub mutation: f64,
    pub per_gene: f64,
    pub generations: usize,
    pub is_fast: bool,
    pub cube: WrongStickers,
}

/// The number of wrong stickers after the turns of a genome.
#[derive(Clone, Debug)]
pub struct WrongStickers {
    /// By turn and place, the place whose sticker it shows after the turn.
    turns: Vec<Places>,
    start: Places,
    goal: Places,
    /// By two turns and place, the place to which its sticker goes.
    pairs: Vec<Places>,
    /// The place of the first sticker of each piece.
    first: [u8; 20],
    /// By piece and place of its first sticker, the number of its stickers that are wrong there.
    wrong: Vec<Places>,
}

impl Task {
    /// Reads the arguments: population, genes, size of a tournament, rates of crossover, mutation and change of a gene, generations, and
    /// `fast` or `plain`; and from standard input a row for each of the 18 turns, the colors of the start state and of the goal, the place
    /// of the first sticker of each piece, and for each piece a row of wrong stickers.
    pub fn read() -> Self {
        let mut arguments = std::env::args().skip(1);
        let mut number = || -> f64 { arguments.next().and_then(|text| text.parse().ok()).expect("a number") };
        let mut count = || number() as usize;
        let (population, genes, tournament) = (count(), count(), count());
        let (crossover, mutation, per_gene) = (number(), number(), number());
        let generations = number() as usize;
        let is_fast = arguments.next().expect("fast or plain") == "fast";
        Self {
            population,
            genes,
            tournament,
            crossover,
            mutation,
            per_gene,
            generations,
            is_fast,
            cube: WrongStickers::read(),
        }
    }

    /// Returns the number of turns.
    pub fn turns(&self) -> usize {
        self.cube.turns.len()
    }

    /// Prints the offspring a second of a search of all generations.
    pub fn run(&self, search: impl FnOnce()) {
        let begin = std::time::Instant::now();
        search();
        println!("{}", (self.population * self.generations) as f64 / begin.elapsed().as_secs_f64());
    }
}

impl WrongStickers {
    fn read() -> Self {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).expect("rows of numbers");
        let row = |line: &str| -> Places {
            let mut places = [0; 64];
            let numbers = line.split_whitespace().map(|place| place.parse().expect("a small number"));
            places.iter_mut().zip(numbers).for_each(|(place, number)| *place = number);
            places
        };
        let mut rows = text.lines().map(row);
        let turns: Vec<Places> = rows.by_ref().take(18).collect();
        let mut next = || rows.next().expect("a row");
        let (start, goal, first) = (next(), next(), next());
        let forward: Vec<Places> = turns.iter().map(inverse).collect();
        let pair = |one: &Places, two: &Places| one.map(|place| two[usize::from(place % 64)]);
        let pairs = forward.iter().flat_map(|one| forward.iter().map(move |two| pair(one, two))).collect();
        Self { turns, start, goal, pairs, first: std::array::from_fn(|piece| first[piece]), wrong: rows.collect() }
    }

    /// Replays all stickers, turn after turn.
    pub fn plain(&self, genes: impl Iterator<Item = usize>) -> usize {
        let turn = |state: Places, gene: usize| self.turns[gene].map(|place| state[usize::from(place % 64)]);
        let state = genes.fold(self.start, turn);
        state.iter().zip(&self.goal).filter(|(color, goal)| color != goal).count()
    }

    /// Follows one sticker of each piece, two turns at once, and looks its piece up. The number of genes is even.
    pub fn fast(&self, mut genes: impl Iterator<Item = usize>) -> usize {
        let mut places = self.first;
        while let (Some(first), Some(second)) = (genes.next(), genes.next()) {
            let pair = &self.pairs[18 * first + second];
            places = places.map(|place| pair[usize::from(place % 64)]);
        }
        places.iter().zip(&self.wrong).map(|(place, wrong)| usize::from(wrong[usize::from(place % 64)])).sum()
    }
}

/// Returns where the sticker of each place goes.
fn inverse(turn: &Places) -> Places {
    let mut forward = [0; 64];
    for (to, from) in (0u8..).zip(&turn[..54]) {
        forward[usize::from(*from)] = to;
    }
    forward
}
