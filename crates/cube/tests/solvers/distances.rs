//! Numbers of states at each distance from solved, against published counts: by breadth-first search, and in the table of `Pocket`. They
//! are all of the 2×2×2, and those of the 3×3×3 up to distance 5. Solutions of the solvers are tested in `every_solver` and `optimal`.

use std::collections::HashSet;

use evocube_cube::search::Pocket;
use evocube_cube::{Cube2, Cube3, Metric, MoveSet};

fn counts(puzzle: &str, metric: &str) -> Vec<usize> {
    let line = include_str!("../data/distances.tsv")
        .lines()
        .find_map(|line| line.strip_prefix(puzzle)?.trim_start().strip_prefix(metric))
        .expect("a row");
    line.split_whitespace().map(|count| count.parse().expect("a number")).collect()
}

/// The numbers of states at each distance up to `depth`, breadth first.
fn layers(turns: MoveSet, depth: usize) -> Vec<usize> {
    let mut seen = HashSet::from([Cube3::SOLVED]);
    let mut layer = vec![Cube3::SOLVED];
    let mut counts = vec![1];
    for _ in 1..depth {
        let mut next = Vec::new();
        for state in layer {
            next.extend(turns.iter().map(|turn| state.apply(turn)).filter(|&after| seen.insert(after)));
        }
        counts.push(next.len());
        layer = next;
    }
    counts
}

#[test]
fn layers_of_a_breadth_first_search_have_the_known_sizes_in_the_half_turn_metric() {
    let expected = counts("cube3", "htm");
    assert_eq!(layers(MoveSet::ALL, expected.len()), expected);
}

#[test]
fn layers_of_a_breadth_first_search_have_the_known_sizes_in_the_quarter_turn_metric() {
    let expected = counts("cube3", "qtm");
    assert_eq!(layers(MoveSet::QUARTERS, expected.len()), expected);
}

/// The rank of a pocket cube with the corner DBL (6) at home, from the order and the twists of the other corners.
fn index(cube: Cube2) -> usize {
    let free = [0, 1, 2, 3, 4, 5, 7].map(|position| cube.corner(position));
    let mut index = 0;
    for (i, (piece, _)) in free.iter().enumerate() {
        index = index * (7 - i) + free[i + 1..].iter().filter(|(later, _)| later < piece).count();
    }
    free[..6].iter().fold(index, |index, (_, twist)| 3 * index + twist)
}

#[test]
fn every_pocket_cube_is_at_most_eleven_turns_away() {
    let expected = counts("cube2", "htm");
    let states: usize = expected.iter().sum();
    assert_eq!(states, 3_674_160);
    let turns: Vec<Cube2> = Cube2::turns().iter().map(|turn| Cube2::SOLVED.apply(turn)).collect();
    let mut seen = vec![false; states];
    seen[index(Cube2::SOLVED)] = true;
    let mut layer = vec![Cube2::SOLVED];
    let mut layers = Vec::new();
    while !layer.is_empty() {
        layers.push(layer.len());
        let mut next = Vec::new();
        for state in layer {
            for &turn in &turns {
                let after = state.then(turn);
                if !std::mem::replace(&mut seen[index(after)], true) {
                    next.push(after);
                }
            }
        }
        layer = next;
    }
    assert_eq!(layers, expected);
}

#[test]
fn the_tables_of_the_pocket_cube_have_the_known_distributions() {
    for metric in Metric::ALL {
        let distribution = Pocket::new(metric).distribution().expect("it has a table");
        let expected = counts("cube2", metric.name()).into_iter().map(|count| count as u64);
        assert_eq!(distribution, expected.collect::<Vec<_>>(), "{metric}");
    }
}
