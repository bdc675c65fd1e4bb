//! [`Findings`]: what the facts of a landscape come to.

use crate::experiment::record::landscape::{Around, LandscapeSummary, Origin, StateSummary};
use crate::stats::{Summary, a12, mean, pearson, spearman};

/// The facts, summed up.
#[derive(Debug)]
pub(super) struct Findings {
    /// The states at each distance that was drawn from, by distance.
    pub(super) near: Vec<AtDistance>,
    /// Fitness-distance correlation over all of those: Pearson's, Spearman's.
    pub(super) correlation: (Option<f64>, Option<f64>),
    /// From where on the penalty is about that of a random cube, and Pearson's correlation from there.
    pub(super) plateau: Option<(u8, Option<f64>)>,
    /// The published ones, all together.
    pub(super) published: Option<Group>,
    /// Random ones.
    pub(super) random: Option<Group>,
    /// What composites make of the solved state, lowest penalty first: the indices of the states.
    pub(super) composites: Vec<usize>,
}

/// Some states.
#[derive(Debug)]
pub(super) struct Group {
    /// Their penalties.
    pub(super) penalty: Summary,
    /// The mean shares of their neighbors that are better and the same, and the share of local optima: by turns.
    pub(super) turns: Shares,
    /// By genes.
    pub(super) genes: Shares,
}

/// Shares among neighbors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares {
    /// Neighbors with a lower penalty.
    pub(super) better: f64,
    /// Neighbors with the same.
    pub(super) same: f64,
    /// States without a better neighbor.
    pub(super) optima: f64,
}

/// The states at a distance.
#[derive(Debug)]
pub(super) struct AtDistance {
    /// The distance.
    pub(super) distance: u8,
    /// What they are like.
    pub(super) group: Group,
    /// How probable it is that one of them has a higher penalty than one that is a turn nearer, ties counting half.
    pub(super) above_nearer: Option<f64>,
    /// How the shortest solutions begin; `None` for the solved state.
    pub(super) guidance: Option<Guidance>,
}

/// How the shortest solutions of states begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guidance {
    /// The share of the states in which no turn that begins a shortest solution lowers the penalty.
    pub(super) uphill: f64,
    /// How probable it is that the turn to the lowest penalty begins a shortest solution.
    pub(super) greedy: f64,
    /// The same of any turn.
    pub(super) blind: f64,
}

/// The penalty counts as that of a random cube when its median is at least this share of theirs.
const PLATEAU: f64 = 0.9;

impl Findings {
    /// Sums up.
    pub(super) fn new(facts: &LandscapeSummary) -> Self {
        let of = |origin: Origin| facts.states.iter().filter(move |state| state.origin == origin);
        let at = |distance: u8| of(Origin::Near).filter(|state| state.distance == Some(distance)).collect::<Vec<_>>();
        let mut near = Vec::new();
        let mut nearer: Vec<f64> = Vec::new();
        for distance in 0..=facts.known_to {
            let states = at(distance);
            let penalties = penalties(&states);
            let Some(group) = Group::of(&states) else { continue };
            near.push(AtDistance {
                distance,
                group,
                above_nearer: a12(&penalties, &nearer),
                guidance: guidance(&states),
            });
            nearer = penalties;
        }
        let random = Group::of(&of(Origin::Random).collect::<Vec<_>>());
        let pairs = |from: u8| {
            let states = of(Origin::Near).filter(move |state| state.distance >= Some(from));
            states.map(|state| (f64::from(state.distance.unwrap_or(0)), f64::from(state.penalty))).collect::<Vec<_>>()
        };
        let high = random.as_ref().map(|random| PLATEAU * random.penalty.median);
        let plateau = high.and_then(|high| near.iter().find(|at| at.group.penalty.median >= high));
        let plateau = plateau.map(|at| (at.distance, pearson(&pairs(at.distance))));
        let mut composites: Vec<usize> =
            (0..facts.states.len()).filter(|at| facts.states[*at].origin == Origin::Composite).collect();
        composites.sort_by_key(|at| facts.states[*at].penalty);
        Self {
            near,
            correlation: (pearson(&pairs(0)), spearman(&pairs(0))),
            plateau,
            published: Group::of(&of(Origin::Published).collect::<Vec<_>>()),
            random,
            composites,
        }
    }
}

fn penalties(states: &[&StateSummary]) -> Vec<f64> {
    states.iter().map(|state| f64::from(state.penalty)).collect()
}

impl Group {
    fn of(states: &[&StateSummary]) -> Option<Self> {
        let shares = |of: fn(&StateSummary) -> Around| {
            let all: Vec<Around> = states.iter().map(|state| of(state)).collect();
            let share = |of: &dyn Fn(&Around) -> f64| mean(&all.iter().map(of).collect::<Vec<_>>());
            let part = |some: u32, around: &Around| f64::from(some) / f64::from(around.all.max(1));
            Some(Shares {
                better: share(&|around| part(around.better, around))?,
                same: share(&|around| part(around.same, around))?,
                optima: share(&|around| f64::from(u8::from(around.is_optimum())))?,
            })
        };
        Some(Self {
            penalty: Summary::of(&penalties(states))?,
            turns: shares(|state| state.turns)?,
            genes: shares(|state| state.genes)?,
        })
    }
}

fn guidance(states: &[&StateSummary]) -> Option<Guidance> {
    let known: Vec<_> = states.iter().filter_map(|state| Some((state.shortest?, state.turns.all))).collect();
    let share = |of: &dyn Fn(usize) -> f64| mean(&(0..known.len()).map(of).collect::<Vec<_>>());
    Some(Guidance {
        uphill: share(&|at| f64::from(u8::from(known[at].0.better == 0)))?,
        greedy: share(&|at| f64::from(known[at].0.greedy_and_shortest) / f64::from(known[at].0.greedy.max(1)))?,
        blind: share(&|at| f64::from(known[at].0.all) / f64::from(known[at].1.max(1)))?,
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::experiment::record::landscape::{DescentSummary, Shortest, WalkSummary};
    use crate::stats::Interval;

    /// A toy: penalties of `slope` a turn for five turns, and the same from there on.
    pub(in crate::report::landscape) fn toy(slope: u32) -> LandscapeSummary {
        let around = |better| Around { all: 18, better, same: 2 };
        let state = |origin, distance: Option<u8>, penalty| StateSummary {
            origin,
            name: if origin == Origin::Composite { "<TWO>".to_owned() } else { String::new() },
            distance,
            penalty,
            turns: around(u32::from(distance.is_some())),
            genes: around(0),
            shortest: distance.filter(|at| *at > 0 && origin == Origin::Near).map(|_| Shortest {
                all: 2,
                better: 1,
                greedy: 2,
                greedy_and_shortest: 1,
            }),
        };
        let mut states = Vec::new();
        for distance in 0..=9 {
            for wobble in 0..if distance == 0 { 1 } else { 4 } {
                let penalty = slope * u32::from(distance.min(5)) + u32::from(distance > 0) * wobble;
                states.push(state(Origin::Near, Some(distance), penalty));
            }
        }
        states.push(state(Origin::Composite, None, 12));
        states.extend([(16, 100), (20, 90)].map(|(at, penalty)| state(Origin::Published, Some(at), penalty)));
        states.extend([5 * slope, 5 * slope + 4].map(|penalty| state(Origin::Random, None, penalty)));
        let descent = |by_genes, end| DescentSummary { by_genes, start: 5 * slope, end, steps: 3 };
        LandscapeSummary {
            name: "toy".to_owned(),
            puzzle: "cube3".to_owned(),
            settings: "puzzle = \"cube3\"\n".to_owned(),
            seed: 7,
            symbols: 30,
            length: 20,
            known_to: 9,
            walks: vec![WalkSummary {
                step: "one gene".to_owned(),
                walks: 2,
                steps: 100,
                correlations: vec![1.0, 0.5, 0.25],
                first: Some(Interval { low: 0.4, high: 0.6 }),
                neutral: 0.125,
            }],
            states,
            descents: vec![descent(false, 60), descent(false, 70), descent(true, 0), descent(true, 40)],
        }
    }

    #[test]
    fn a_toy_is_summed_up() {
        let findings = Findings::new(&toy(20));
        // 20 a turn up to five turns: a random cube's penalty is reached there.
        let (plateau, beyond) = findings.plateau.unwrap();
        assert_eq!(plateau, 5);
        assert!(beyond.unwrap().abs() < 1e-12, "beyond there penalties do not depend on the distance");
        let expected = pearson(
            &(0..=9_u8)
                .flat_map(|d| (0..if d == 0 { 1 } else { 4 }).map(move |w| (d, 20 * d.min(5) + u8::from(d > 0) * w)))
                .map(|(d, penalty)| (f64::from(d), f64::from(penalty)))
                .collect::<Vec<_>>(),
        );
        assert_eq!(findings.correlation.0, expected);
        let at = &findings.near[3];
        assert_eq!((at.distance, at.above_nearer, at.group.penalty.median), (3, Some(1.0), 61.5));
        assert_eq!(findings.near[9].above_nearer, Some(0.5));
        let Guidance { uphill, greedy, blind } = at.guidance.unwrap();
        assert_eq!((uphill, greedy, blind), (0.0, 0.5, 2.0 / 18.0));
        let Shares { better, same, optima } = at.group.genes;
        assert_eq!((better, same, optima), (0.0, 2.0 / 18.0, 1.0));
        assert!(findings.near[0].guidance.is_none());
    }
}
