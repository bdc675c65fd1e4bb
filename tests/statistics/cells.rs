//! [`Cell`]: one kind of simulated sweep, with its design, law, effects, instances and repetitions; all are lines of a table here. Trials
//! are drawn in `sweeps`, and pages compared with the truth in `judge`.

use crate::design::Stage;
use crate::laws::Kind;
use crate::sweeps::Sweep;
use evocube::experiment::record::Outcome;

/// A cell, by its line in the table.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub(crate) name: String,
    shape: &'static str,
    /// `none`: no effect; `part`: one factor or level differs; `full`: most factors differ, and some interact; `apart`: one factor
    /// separates all trials; `hump`: the middle is the best; `down`: larger levels are worse; `flat`: a plateau from the middle on.
    effects: &'static str,
    strength: f64,
    pub(crate) sweep: Sweep,
}

/// All cells: design, law, effects, instances × repetitions, strength of the effects, and options. `spread`: configurations vary by 1 and 2
/// to 5; `vary`: standard deviation of random advantages on instances; `hard`: that of hardness, 2.3 being a factor of 100 in time; `fail`:
/// share of failed trials; `unequal`: allowances; `target`; `by`: the outcome; `margin`: the equivalence; `log`: logged generations.
const CELLS: &str = "
two penalty none 1x4 1
two penalty part 12x1 0.8
two penalty part 31x3 0.5 vary=0.5
two penalty part 100x1 0.3 vary=0.5
two penalty none 8x2 1 vary=1
two penalty none 1x31 1 spread
two penalty none 5x6 1 spread=5
two skew=6 none 1x20 1
two skew=-1 part 3x10 0.5
two skew=6 none 5x10 1 by=penalty
two skew=3 part 1x31 0.5 by=penalty
two stuck=0.1 none 1x31 1
two stuck=0.1 none 5x10 1 by=penalty
two stuck=0.3 none 3x31 1 by=penalty
two lucky=0.03 none 1x31 1
two lucky=0.03 none 5x6 1 by=penalty
two ties none 3x5 1
two clamped part 5x5 0.5
two rate none 3x3 1
two rate part 5x10 1
two rate apart 1x24 1
two rate apart 4x1 1
two rate part 3x8 1 fail=0.3
two gives-up part 3x20 0.8
two exponential=0.9 part 12x5 0.5
two exponential=0.8 none 3x10 1 by=run-time
two exponential=1 none 1x10 1 by=run-time
two exponential=0.95 none 5x31 1 by=run-time hard=2.3
two lognormal=0.99 none 1x5 1 by=run-time
two lognormal=1 part 3x10 0.5 by=run-time hard=2.3
two fast=0.9 none 1x10 1 by=run-time
two fast=0.8 none 3x10 1
two fast=0.6 part 5x5 0.8 by=run-time
two exponential=0.9 none 3x10 1 unequal
two penalty part 3x10 0.8 unequal
two rate none 5x6 1 target=40
two exponential=0.95 part 3x10 0.5 target=40 fail=0.1
two penalty part 3x10 0.6 log
numbers penalty none 3x5 1
numbers penalty none 1x10 1 spread
numbers penalty full 3x31 1.2
numbers penalty full 1x6 2.5
numbers penalty hump 3x10 1.5
numbers penalty hump 1x25 1
numbers penalty flat 3x10 1.5
numbers penalty down 3x10 1.2
numbers penalty down 5x3 0.5
numbers penalty part 1x25 1.5 by=penalty margin=9 log
numbers penalty none 3x20 1 margin=30 log
numbers stuck=0.1 none 3x10 1
numbers rate none 31x1 1 by=solved margin=40
numbers rate part 12x5 1.5
numbers rate full 3x31 4
numbers rate hump 12x5 1.5
numbers rate apart 3x5 1
numbers exponential=0.9 none 3x10 1 by=run-time margin=3
numbers exponential=0.9 flat 12x3 1
numbers lognormal=0.95 full 3x31 2 hard=2.3
numbers lognormal=1 down 5x6 0.8
numbers fast=0.9 part 5x10 1 unequal
nine penalty none 1x10 1
nine penalty none 1x10 1 spread=5
nine penalty part 12x1 1.5
nine penalty none 8x5 1 vary=0.7
nine skew=1 none 3x10 1 by=penalty
nine rate none 3x10 1 by=solved
nine rate part 5x10 2 fail=0.1
nine exponential=0.9 none 12x1 1
nine exponential=0.95 part 3x15 1
nine lognormal=1 none 5x6 1 by=run-time
nine fast=0.8 none 3x10 1 by=run-time
factorial penalty none 3x5 1
factorial penalty part 1x5 0.8 spread
factorial penalty full 3x10 0.5 by=penalty
factorial penalty full 3x10 0.8 spread
factorial penalty apart 5x1 0.4
factorial clamped none 3x5 1
factorial rate none 3x10 1
factorial rate part 12x1 1.2
factorial rate full 3x20 1 by=solved
factorial rate apart 3x5 1
factorial exponential=0.9 part 5x5 0.5 unequal
factorial exponential=0.9 full 12x3 0.6
grid penalty part 1x2 1.2
grid penalty full 3x3 1
grid rate none 5x1 1
tree penalty none 3x5 1 spread
tree penalty part 1x10 0.7
tree penalty full 3x10 0.7
tree rate none 3x5 1 fail=0.05
tree rate full 12x3 1.2
tree lognormal=0.99 part 31x1 0.5 by=run-time
deep penalty full 3x7 0.8
deep rate part 31x3 0.8
sobol penalty none 3x1 1
sobol penalty full 3x3 1
sobol rate part 5x2 1.5
sample penalty part 3x3 1
sample exponential=0.9 full 3x2 1
small penalty none 3x2 1
staged penalty none 3x5 1
staged penalty part 3x7 1
staged rate part 5x7 1.2
staged exponential=0.9 full 3x10 0.6
two moves none 1x25 1
two moves part 12x2 0.8
two moves part 31x3 0.5 vary=0.5
two few-moves part 5x10 1
numbers moves none 3x10 1 margin=9
numbers few-moves part 12x3 1.5
nine few-moves part 3x10 2
factorial moves full 3x10 0.5
factorial some-moves part 3x2 0.5
tree moves full 5x4 0.7
sobol moves full 3x3 1
staged moves part 3x7 1
";

/// Returns all cells.
pub(crate) fn cells() -> Vec<Cell> {
    CELLS.lines().filter(|line| !line.is_empty()).map(Cell::parse).collect()
}

impl Cell {
    fn parse(line: &'static str) -> Self {
        let words: Vec<&'static str> = line.split(' ').collect();
        let [shape, law, effects, size, strength] = words[..5] else { panic!("{line}") };
        let number = |word: &str| word.parse::<f64>().unwrap_or_else(|_| panic!("{line}: {word}"));
        let (law, parameter) = law.split_once('=').map_or((law, 0.0), |(law, parameter)| (law, number(parameter)));
        let kind = match law {
            "penalty" | "skew" => Kind::Penalty(parameter),
            "stuck" => Kind::Stuck(parameter),
            "lucky" => Kind::Lucky(parameter),
            "ties" => Kind::Ties,
            "clamped" => Kind::Clamped,
            "exponential" => Kind::Exponential(parameter),
            "lognormal" => Kind::Lognormal(parameter),
            "fast" => Kind::FastOrStuck(parameter),
            "rate" | "gives-up" => Kind::Rate { gives_up: law == "gives-up" },
            "moves" | "few-moves" | "some-moves" => {
                Kind::Moves { ties: law == "few-moves", all_solve: law != "some-moves" }
            }
            _ => panic!("{line}: {law}"),
        };
        let (instances, repetitions) = size.split_once('x').expect("instances x repetitions");
        let option = |name: &str| {
            let words = words[5..].iter().map(|word| word.split_once('=').unwrap_or((word, "1")));
            words.clone().find(|(key, _)| *key == name).map(|(_, value)| value)
        };
        let value = |name: &str| option(name).map_or(0.0, number);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // small whole numbers
        let whole = |word: &str| number(word) as usize;
        let moves = matches!(kind, Kind::Moves { .. });
        let sweep = Sweep {
            kind,
            instances: whole(instances),
            repetitions: whole(repetitions),
            hardness: option("hard").map_or(1.0, number),
            advantage: value("vary"),
            spread: option("spread").map_or(1.0, |word| if word == "1" { 2.0 } else { number(word) }),
            failing: value("fail"),
            is_unequal: option("unequal").is_some(),
            has_log: option("log").is_some() || option("unequal").is_some(),
            target: option("target").map_or(0, whole) as u64,
            outcome: option("by")
                .map_or(if moves { Outcome::Moves } else { Outcome::Wins }, |word| word.parse().unwrap()),
            equivalence: option("margin").map(number),
            stages: stages(shape),
        };
        Self { name: line.to_owned(), shape, effects, strength: number(strength), sweep }
    }

    /// Returns how much worse a configuration is than another one, in standard deviations.
    pub(crate) fn effect(&self, stage: usize, levels: &[Option<usize>]) -> f64 {
        let number = |factor: usize| levels[factor].map_or(0.0, |level| level as f64);
        let is = |factor: usize, place: usize| f64::from(u8::from(levels[factor] == Some(place)));
        // Of a sample, numbers from -1 to 1.
        let sampled = |factor: usize, count: usize| {
            levels[factor].map_or(0.0, |level| 2.0 * level as f64 / (count - 1) as f64 - 1.0)
        };
        let has = |place: usize| f64::from(u8::from(levels[0] == Some(place)));
        let effect = match (self.shape, self.effects) {
            (_, "none") => 0.0,
            (_, "apart") => 14.0 * (1.0 - has(0)) - 7.0,
            ("two", _) => is(0, 1),
            ("numbers", "part") => is(0, 0) + 0.7 * is(0, 1),
            ("numbers", "hump") => (number(0) - 2.0).abs() / 2.0,
            ("numbers", "down") => number(0) / 4.0,
            ("numbers", "flat") => 1.0 - (number(0) / 2.0).min(1.0),
            ("numbers", _) => 1.0 - number(0) / 4.0,
            // Two are the best.
            ("nine", _) => [0.0, 0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.0][levels[0].unwrap_or(0)],
            ("factorial", "part") => is(0, 0),
            ("factorial", _) => number(0) + is(1, 1) + has(2) * is(2, 1),
            ("grid", "part") => number(1) / 4.0,
            ("grid", _) => (number(0) - number(1)).abs() / 2.0,
            ("tree", "part") => 1.0 - has(0),
            ("tree", _) => is(0, 2) + number(2) / 2.0 + has(1) * is(1, 1),
            ("deep", "part") => is(2, 0),
            ("deep", _) => is(0, 1) + number(2) / 2.0 + is(1, 1),
            ("sobol", "part") => sampled(0, 64),
            ("sobol", _) => {
                let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(|factor| sampled(factor, 64));
                a - 0.8 * b + c.powi(2) + 0.6 * d + 0.4 * e
            }
            ("sample", "part") => sampled(1, 60),
            ("sample", _) => is(0, 1) + sampled(1, 60) + sampled(2, 60).powi(2),
            ("staged", "part") => f64::from(u8::from(stage == 1)) * is(0, 3),
            ("staged", _) => match stage {
                0 => number(0) + has(0) * is(1, 1),
                1 => is(0, 0),
                _ => is(0, 1),
            },
            (shape, effects) => panic!("{shape} {effects}"),
        };
        self.strength * effect
    }
}

fn stages(shape: &str) -> Vec<Stage> {
    let population = ("population", &["100", "200", "400", "800", "1600"][..]);
    let elitism = ("elitism", &["0", "1"][..]);
    let rate = ("crossover.rate", &["0.1", "0.3", "0.5", "0.7", "0.9"][..]);
    let single = |factors: &[(&'static str, &[&str])]| Stage::factorial("main", factors);
    let stage = match shape {
        "two" => single(&[("crossover", &["one-point", "uniform"])]),
        "numbers" => single(&[population]),
        "nine" => single(&[("mutation", &["a", "b", "c", "d", "e", "f", "g", "h", "i"])]),
        "factorial" => single(&[("population", &["100", "200", "400"]), elitism, ("tournament", &["2", "3"])]),
        "grid" => single(&[population, rate]),
        "tree" => {
            let algorithms = ("algorithm", &["genetic", "annealing", "random"][..]);
            let start = ("start", &["greedy", "uniform"][..]);
            let rate = ("crossover.rate", &["0.1", "0.5", "0.9"][..]);
            let all = single(&[algorithms, start, rate, ("cooling", &["fast", "slow"])]);
            all.conditional(|point, factor| match factor {
                2 => point[0] == Some(0),
                3 => point[0] == Some(1),
                _ => true,
            })
        }
        "deep" => {
            let algorithms = ("algorithm", &["genetic", "annealing"][..]);
            let selection = ("selection", &["tournament", "rank"][..]);
            let all = single(&[algorithms, selection, ("size", &["2", "3", "5"]), ("cooling", &["fast", "slow"])]);
            all.conditional(|point, factor| match factor {
                1 => point[0] == Some(0),
                2 => point[0] == Some(0) && point[1] == Some(0),
                3 => point[0] == Some(1),
                _ => true,
            })
        }
        "sobol" => Stage::sampled(64, &["a", "b", "c", "d", "e", "f", "g", "h"]),
        "small" => Stage::sampled(7, &["a", "b", "c", "d", "e", "f"]),
        "sample" => {
            let mut stage = Stage::sampled(60, &["rate", "size"]);
            stage.factors.insert(0, ("algorithm", vec!["genetic".to_owned(), "annealing".to_owned()]));
            for (number, point) in stage.points.iter_mut().enumerate() {
                point.insert(0, Some(number % 2));
                point[1] = point[1].filter(|_| number % 2 == 0);
            }
            stage
        }
        "staged" => {
            return vec![
                Stage::factorial("first", &[("population", &["100", "200", "400"]), elitism]),
                Stage::factorial("second", &[("tournament", &["2", "3", "5", "7"])]),
                Stage::factorial("third", &[("start", &["greedy", "uniform"])]),
            ];
        }
        _ => panic!("{shape}"),
    };
    vec![stage]
}
