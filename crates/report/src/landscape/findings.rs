//! [`Findings`]: statistics of the states of a fitness landscape that `evocube_engine::landscape` has measured. It has none of descents and
//! random walks. Sentences are made in `conclusions`, tables in `tables`, figures in `figures::landscape`. `tests::toy` is a small
//! landscape for the tests of this folder.

use evocube_engine::landscape::{LandscapeSummary, NeighborCounts, StateOrigin, StateSummary};
use evocube_stats::rank_tests::a12;
use evocube_stats::samples::{Summary, mean, pearson, spearman};

/// Statistics of a [`LandscapeSummary`].
#[derive(Debug)]
pub(crate) struct Findings {
    /// Drawn states by distance.
    pub(crate) near: Vec<AtDistance>,
    /// Fitness-distance correlation of the drawn states, by Pearson's coefficient and by Spearman's.
    pub(crate) correlation: (Option<f64>, Option<f64>),
    /// The distance from which on the median penalty differs from that of random states by [`PLATEAU`] of it at most, and Pearson's
    /// correlation of penalty and distance from there on.
    pub(crate) plateau: Option<(u8, Option<f64>)>,
    /// Published states.
    pub(crate) published: Option<StateGroup>,
    /// Random states.
    pub(crate) random: Option<StateGroup>,
    /// Indices of the states after each composite, lowest penalty first.
    pub(crate) composites: Vec<usize>,
}

/// Statistics of a group of states.
#[derive(Debug)]
pub(crate) struct StateGroup {
    /// Penalties.
    pub(crate) penalty: Summary,
    /// Neighbors by single moves.
    pub(crate) turns: Shares,
    /// Neighbors by symbols.
    pub(crate) genes: Shares,
}

/// Mean shares of neighbors by penalty, and the share of local optima.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shares {
    /// Neighbors with a lower penalty.
    pub(crate) better: f64,
    /// Neighbors with the same penalty.
    pub(crate) same: f64,
    /// States without a neighbor of lower penalty.
    pub(crate) optima: f64,
}

/// Statistics of the states at one distance.
#[derive(Debug)]
pub(crate) struct AtDistance {
    /// The distance.
    pub(crate) distance: u8,
    /// Penalties and neighborhoods.
    pub(crate) group: StateGroup,
    /// Probability that a state has a higher penalty than a state one move nearer; ties count half.
    pub(crate) superiority: Option<f64>,
    /// First moves of shortest solutions; `None` for the solved state.
    pub(crate) guidance: Option<Guidance>,
}

/// First moves of the shortest solutions of states.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guidance {
    /// Share of the states at which no first move of a shortest solution lowers the penalty.
    pub(crate) uphill: f64,
    /// Probability that a move to the lowest penalty begins a shortest solution.
    pub(crate) greedy: f64,
    /// Probability that a move drawn uniformly begins a shortest solution.
    pub(crate) blind: f64,
}

/// Largest difference from the random states' median penalty on the plateau, as a share of it.
const PLATEAU: f64 = 0.1;

impl Findings {
    /// Computes the statistics.
    pub(crate) fn new(summary: &LandscapeSummary) -> Self {
        let states_of = |origin: StateOrigin| summary.states.iter().filter(move |state| state.origin == origin);
        let mut near = Vec::new();
        let mut nearer: Vec<f64> = Vec::new();
        for distance in 0..=summary.max_distance {
            let states = states_of(StateOrigin::Near).filter(|state| state.distance == Some(distance));
            let states: Vec<&StateSummary> = states.collect();
            let penalties = penalties(&states);
            let Some(group) = StateGroup::new(&states) else { continue };
            near.push(AtDistance {
                distance,
                group,
                superiority: a12(&penalties, &nearer),
                guidance: guidance(&states),
            });
            nearer = penalties;
        }
        let random = StateGroup::new(&states_of(StateOrigin::Random).collect::<Vec<_>>());
        let pairs = |from: u8| {
            let states = states_of(StateOrigin::Near).filter(move |state| state.distance >= Some(from));
            states.map(|state| (f64::from(state.distance.unwrap_or(0)), f64::from(state.penalty))).collect::<Vec<_>>()
        };
        let plateau = random.as_ref().and_then(|random| {
            let level = random.penalty.median;
            let is_off = |layer: &AtDistance| (layer.group.penalty.median - level).abs() > PLATEAU * level;
            near.get(near.iter().rposition(is_off).map_or(0, |last| last + 1))
        });
        let plateau = plateau.map(|layer| (layer.distance, pearson(&pairs(layer.distance))));
        let mut composites: Vec<usize> =
            (0..summary.states.len()).filter(|state| summary.states[*state].origin == StateOrigin::Composite).collect();
        composites.sort_by_key(|state| summary.states[*state].penalty);
        Self {
            near,
            correlation: (pearson(&pairs(0)), spearman(&pairs(0))),
            plateau,
            published: StateGroup::new(&states_of(StateOrigin::Published).collect::<Vec<_>>()),
            random,
            composites,
        }
    }
}

fn penalties(states: &[&StateSummary]) -> Vec<f64> {
    states.iter().map(|state| f64::from(state.penalty)).collect()
}

impl StateGroup {
    fn new(states: &[&StateSummary]) -> Option<Self> {
        let shares = |counts: fn(&StateSummary) -> NeighborCounts| {
            let all: Vec<NeighborCounts> = states.iter().map(|state| counts(state)).collect();
            let share = |part: &dyn Fn(&NeighborCounts) -> f64| mean(&all.iter().map(part).collect::<Vec<_>>());
            let part = |some: u32, counts: &NeighborCounts| f64::from(some) / f64::from(counts.all.max(1));
            Some(Shares {
                better: share(&|counts| part(counts.better, counts))?,
                same: share(&|counts| part(counts.same, counts))?,
                optima: share(&|counts| f64::from(u8::from(counts.is_optimum())))?,
            })
        };
        Some(Self {
            penalty: Summary::new(&penalties(states))?,
            turns: shares(|state| state.turns)?,
            genes: shares(|state| state.genes)?,
        })
    }
}

fn guidance(states: &[&StateSummary]) -> Option<Guidance> {
    let shortest: Vec<_> = states.iter().filter_map(|state| Some((state.shortest?, state.turns.all))).collect();
    let share = |part: &dyn Fn(usize) -> f64| mean(&(0..shortest.len()).map(part).collect::<Vec<_>>());
    Some(Guidance {
        uphill: share(&|state| f64::from(u8::from(shortest[state].0.better == 0)))?,
        greedy: share(&|state| {
            f64::from(shortest[state].0.greedy_and_shortest) / f64::from(shortest[state].0.greedy.max(1))
        })?,
        blind: share(&|state| f64::from(shortest[state].0.all) / f64::from(shortest[state].1.max(1)))?,
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use evocube_engine::landscape::{DescentSummary, Shortest, WalkSummary};
    use evocube_stats::Interval;

    /// Returns a small landscape: the penalty rises by `slope` per move up to five moves, and then stays.
    pub(crate) fn toy(slope: u32) -> LandscapeSummary {
        let counts = |better| NeighborCounts { all: 18, better, same: 2 };
        let state = |origin, distance: Option<u8>, penalty| StateSummary {
            origin,
            name: if origin == StateOrigin::Composite { "<TWO>".to_owned() } else { String::new() },
            distance,
            penalty,
            turns: counts(u32::from(distance.is_some())),
            genes: counts(0),
            shortest: distance.filter(|distance| *distance > 0 && origin == StateOrigin::Near).map(|_| Shortest {
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
                states.push(state(StateOrigin::Near, Some(distance), penalty));
            }
        }
        states.push(state(StateOrigin::Composite, None, 12));
        states.extend(
            [(16, 100), (20, 90)].map(|(distance, penalty)| state(StateOrigin::Published, Some(distance), penalty)),
        );
        states.extend([5 * slope, 5 * slope + 4].map(|penalty| state(StateOrigin::Random, None, penalty)));
        let descent = |by_genes, end| DescentSummary { by_genes, start: 5 * slope, end, steps: 3 };
        LandscapeSummary {
            name: "toy".to_owned(),
            puzzle: "cube3".to_owned(),
            settings: "puzzle = \"cube3\"\n".to_owned(),
            seed: 7,
            symbols: 30,
            length: 20,
            max_distance: 9,
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
    fn findings_of_a_small_landscape_are_its_statistics() {
        let findings = Findings::new(&toy(20));
        // The penalty rises by 20 per move and reaches that of random states at five moves.
        let (plateau, correlation) = findings.plateau.unwrap();
        assert_eq!(plateau, 5);
        assert!(correlation.unwrap().abs() < 1e-12, "beyond there penalties do not depend on the distance");
        let expected = pearson(
            &(0..=9_u8)
                .flat_map(|d| (0..if d == 0 { 1 } else { 4 }).map(move |w| (d, 20 * d.min(5) + u8::from(d > 0) * w)))
                .map(|(d, penalty)| (f64::from(d), f64::from(penalty)))
                .collect::<Vec<_>>(),
        );
        assert_eq!(findings.correlation.0, expected);
        let far = &findings.near[3];
        assert_eq!((far.distance, far.superiority, far.group.penalty.median), (3, Some(1.0), 61.5));
        assert_eq!(findings.near[9].superiority, Some(0.5));
        let Guidance { uphill, greedy, blind } = far.guidance.unwrap();
        assert_eq!((uphill, greedy, blind), (0.0, 0.5, 2.0 / 18.0));
        let Shares { better, same, optima } = far.group.genes;
        assert_eq!((better, same, optima), (0.0, 2.0 / 18.0, 1.0));
        assert!(findings.near[0].guidance.is_none());
    }
}
