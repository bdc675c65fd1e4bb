//! The conclusions about a measured fitness landscape, in sentences, for its page and for the terminal. Statistics of descents, of random
//! walks and of the states after macros are computed here, those of other states in `findings`. Tables are made in `tables`, figures in
//! `figures::landscape`.

use crate::landscape::findings::Findings;
use crate::wording::{counted, grouped, number, percent};
use evocube_engine::landscape::{LandscapeSummary, StateSummary};
use evocube_stats::samples::{Summary, correlation_length};

/// Returns sentences on the properties of the landscape that decide whether evolution gets stuck; none on those without measurements.
pub fn conclusions(landscape: &LandscapeSummary) -> Vec<String> {
    let findings = Findings::new(landscape);
    let parts = [
        distance(&findings),
        guidance(&findings),
        traps(landscape, &findings),
        descents(landscape),
        ruggedness(landscape),
    ];
    parts.into_iter().flatten().collect()
}

/// The distance from which on a state is far from solved: about half of that of a random state.
const FAR: u8 = 8;

fn coefficient(value: Option<f64>) -> String {
    value.map_or("undefined".to_owned(), |value| format!("{value:.2}"))
}

/// Returns the sentence on the correlation of penalty and distance.
fn distance(findings: &Findings) -> Option<String> {
    let (first, last) = (findings.near.get(1)?, findings.near.last()?);
    let random = findings.random.as_ref()?;
    let median = |summary: &Summary| number(summary.median);
    let mut text = format!(
        "The median penalty is {} one move from solved, {} at {} moves and {} on random states; its correlation with the \
         distance is {} over 0 to {} moves",
        median(&first.group.penalty),
        median(&last.group.penalty),
        last.distance,
        median(&random.penalty),
        coefficient(findings.correlation.0),
        last.distance,
    );
    match findings.plateau {
        Some((from, beyond)) if from < last.distance => text.push_str(&format!(
            ". But from a distance of {from} moves on it is within a tenth of a random state's, and the correlation is {}: there \
             the penalty says {} about the distance.",
            coefficient(beyond),
            match beyond.unwrap_or(0.0).abs() {
                weak if weak < 0.2 => "next to nothing",
                weak if weak < 0.5 => "little",
                _ => "something",
            }
        )),
        _ => text.push('.'),
    }
    Some(text)
}

/// Returns the sentence on the first moves of shortest solutions.
fn guidance(findings: &Findings) -> Option<String> {
    let last = findings.near.last()?;
    let guidance = last.guidance?;
    Some(format!(
        "At {} moves every shortest solution begins without lowering the penalty in {} of the states; the move that lowers it \
         most begins a shortest solution with a probability of {}, a random move with {}.",
        last.distance,
        percent(guidance.uphill),
        percent(guidance.greedy),
        percent(guidance.blind),
    ))
}

/// Returns the sentence on low penalties far from solved.
fn traps(landscape: &LandscapeSummary, findings: &Findings) -> Option<String> {
    let all = || findings.composites.iter().map(|state| &landscape.states[*state]);
    // A state that was not found is farther away than the search went.
    let bound = FAR.min(landscape.max_distance + 1);
    let is_far = |state: &&StateSummary| state.distance.is_none_or(|moves| moves >= bound);
    // They are sorted by penalty.
    let lowest = all().find(is_far).map(|lowest| {
        let as_low = findings.near.iter().find(|layer| layer.group.penalty.median > f64::from(lowest.penalty));
        let away = lowest.distance.map_or(format!("more than {} moves", landscape.max_distance), moves);
        let state = format!("{} applied to the solved state gives a penalty of {}", lowest.name, lowest.penalty);
        match as_low {
            Some(layer) => format!(
                "Low penalties can lie far from solved: {state}, less than the median of states {} away, and is {away} from \
                 solved. ",
                moves(layer.distance)
            ),
            None => format!("{state} and is {away} from solved. "),
        }
    });
    let (states, far) = (findings.composites.len(), all().filter(is_far).count());
    let traps = all().filter(|state| state.turns.is_optimum()).count();
    let count_and_verb = |count: usize| format!("{count} {}", if count == 1 { "is" } else { "are" });
    (states > 0).then(|| {
        format!(
            "{}Of {} that a macro gives, {} {bound} moves or more away from solved, and {} improved by no single move.",
            lowest.unwrap_or_default(),
            counted(states as u64, "state"),
            count_and_verb(far),
            count_and_verb(traps),
        )
    })
}

fn moves(count: u8) -> String {
    counted(u64::from(count), "move")
}

/// Returns the sentence on the ends of steepest descents.
fn descents(landscape: &LandscapeSummary) -> Option<String> {
    let part = |by_genes: bool| {
        let descents = || landscape.descents.iter().filter(move |descent| descent.by_genes == by_genes);
        let ends = Summary::new(&descents().map(|descent| f64::from(descent.end)).collect::<Vec<_>>())?;
        let steps = Summary::new(&descents().map(|descent| f64::from(descent.steps)).collect::<Vec<_>>())?;
        let solved = descents().filter(|descent| descent.end == 0).count();
        Some(format!(
            "at a median penalty of {} ({} to {}) after {:.1} steps, {solved} of {} solved",
            number(ends.median),
            number(ends.min),
            number(ends.max),
            steps.mean,
            grouped(ends.count as u64),
        ))
    };
    Some(format!(
        "Steepest descents from random states end, by single moves, {}; by the {} symbols {}.",
        part(false)?,
        landscape.symbols,
        part(true)?
    ))
}

/// Returns the sentence on the correlation length of random walks over genomes.
fn ruggedness(landscape: &LandscapeSummary) -> Option<String> {
    let walks: Vec<String> = landscape
        .walks
        .iter()
        .filter(|walk| walk.correlations.len() > 1)
        .map(|walk| {
            let correlation = walk.correlations[1];
            format!(
                "a step of {} keeps a correlation of {correlation:.2} (correlation length {:.1} steps) and leaves the penalty \
                 unchanged in {}",
                walk.step,
                correlation_length(correlation),
                percent(walk.neutral)
            )
        })
        .collect();
    (!walks.is_empty()).then(|| format!("Of genomes of {} genes, {}.", landscape.length, walks.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::landscape::findings::tests::toy;
    use evocube_engine::landscape::StateOrigin;

    #[test]
    fn a_toy_landscape_is_described() {
        assert_eq!(
            conclusions(&toy(20)),
            [
                "The median penalty is 21.5 one move from solved, 101.5 at 9 moves and 102 on random states; its correlation \
                 with the distance is 0.90 over 0 to 9 moves. But from a distance of 5 moves on it is within a tenth of a \
                 random state's, and the correlation is 0.00: there the penalty says next to nothing about the distance.",
                "At 9 moves every shortest solution begins without lowering the penalty in 0 % of the states; the move that \
                 lowers it most begins a shortest solution with a probability of 50 %, a random move with 11 %.",
                "Low penalties can lie far from solved: <TWO> applied to the solved state gives a penalty of 12, less than the \
                 median of states 1 move away, and is more than 9 moves from solved. Of 1 state that a macro gives, 1 is 8 \
                 moves or more away from solved, and 1 is improved by no single move.",
                "Steepest descents from random states end, by single moves, at a median penalty of 65 (60 to 70) after 3.0 \
                 steps, 0 of 2 solved; by the 30 symbols at a median penalty of 20 (0 to 40) after 3.0 steps, 1 \
                 of 2 solved.",
                "Of genomes of 20 genes, a step of one gene keeps a correlation of 0.50 (correlation length 1.4 steps) and \
                 leaves the penalty unchanged in 12 %.",
            ]
        );
    }

    #[test]
    fn penalties_are_low_or_far_or_flat_only_where_they_are() {
        let changed = |change: &dyn Fn(&mut StateSummary)| {
            let mut landscape = toy(20);
            landscape.states.iter_mut().for_each(change);
            conclusions(&landscape)
        };
        let composite = |state: &mut StateSummary, distance, penalty| {
            if !state.name.is_empty() {
                (state.distance, state.penalty) = (distance, penalty);
            }
        };
        let near = changed(&|state| composite(state, Some(4), 12));
        let traps = "Of 1 state that a macro gives, 0 are 8 moves or more away from solved, and 1 is improved by no single move.";
        assert_eq!(near[2], traps);
        let high = changed(&|state| composite(state, None, 200));
        assert!(
            high[2].starts_with("<TWO> applied to the solved state gives a penalty of 200 and is more than 9 moves")
        );
        // The layer farthest away is far below random states, or far above.
        for penalty in [60, 130] {
            let sloped = changed(&|state| {
                if state.origin == StateOrigin::Near && state.distance == Some(9) {
                    state.penalty = penalty;
                }
            });
            assert!(!sloped[0].contains("But from a distance"), "{}", sloped[0]);
        }
    }
}
