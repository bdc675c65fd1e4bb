//! The answer in words.

use crate::landscape::findings::Findings;
use crate::landscape::{LandscapeSummary, StateSummary};
use crate::report::axis::number;
use crate::report::conclusions::grouped;
use crate::stats::{Summary, correlation_length};

/// What the facts say about why evolution gets stuck, or does not: a few sentences.
#[must_use]
pub fn answer(facts: &LandscapeSummary) -> Vec<String> {
    let findings = Findings::new(facts);
    let parts = [distance(&findings), guidance(&findings), traps(facts, &findings), descents(facts), ruggedness(facts)];
    parts.into_iter().flatten().collect()
}

/// So many turns from solved are far: half of what nearly every cube takes.
const FAR: u8 = 8;

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

fn coefficient(value: Option<f64>) -> String {
    value.map_or("undefined".to_owned(), |value| format!("{value:.2}"))
}

/// How far the penalty tells how far it is.
fn distance(findings: &Findings) -> Option<String> {
    let (first, last) = (findings.near.get(1)?, findings.near.last()?);
    let random = findings.random.as_ref()?;
    let median = |of: &Summary| number(of.median);
    let mut text = format!(
        "The median penalty is {} one turn from solved, {} at {} turns and {} on random cubes; its correlation with the \
         distance is {} over 0 to {} turns",
        median(&first.group.penalty),
        median(&last.group.penalty),
        last.distance,
        median(&random.penalty),
        coefficient(findings.correlation.0),
        last.distance,
    );
    match findings.plateau {
        Some((from, beyond)) if from < last.distance => text.push_str(&format!(
            ". But {from} turns away it is within a tenth of a random cube's already, and from there on the correlation is \
             {}: there the penalty says {} about the way that is left.",
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

/// Whether the way home leads down.
fn guidance(findings: &Findings) -> Option<String> {
    let last = findings.near.last()?;
    let guidance = last.guidance?;
    Some(format!(
        "At {} turns every shortest solution begins without lowering the penalty in {} of the states; the turn that lowers it \
         most begins a shortest solution with a probability of {}, any turn with {}.",
        last.distance,
        percent(guidance.uphill),
        percent(guidance.greedy),
        percent(guidance.blind),
    ))
}

/// Low penalties that lie far away.
fn traps(facts: &LandscapeSummary, findings: &Findings) -> Option<String> {
    let all = || findings.composites.iter().map(|at| &facts.states[*at]);
    // Of those that were not found it is only known that they are farther than was looked.
    let bound = FAR.min(facts.max_distance + 1);
    let is_far = |state: &&StateSummary| state.distance.is_none_or(|turns| turns >= bound);
    // They come with the lowest penalty first.
    let lowest = all().find(is_far).or(all().next())?;
    let as_low = findings.near.iter().find(|at| at.group.penalty.median >= f64::from(lowest.penalty));
    let as_low =
        as_low.map_or(String::new(), |at| format!(", less than the median of states {} away", turns(at.distance)));
    let away = lowest.distance.map_or(format!("more than {} turns", facts.max_distance), turns);
    let (of, far) = (findings.composites.len(), all().filter(is_far).count());
    let traps = all().filter(|state| state.turns.is_optimum()).count();
    Some(format!(
        "Low penalties can lie far away: what {} makes of the solved cube has a penalty of {}{as_low}, and is {away} from \
         solved. Of {of} such states, one a composite, {far} are {bound} turns or more away, and {traps} are made better by no \
         single turn.",
        lowest.name, lowest.penalty,
    ))
}

fn turns(count: u8) -> String {
    if count == 1 { "1 turn".to_owned() } else { format!("{count} turns") }
}

/// Where going down ends.
fn descents(facts: &LandscapeSummary) -> Option<String> {
    let part = |by_genes: bool| {
        let of = || facts.descents.iter().filter(move |descent| descent.by_genes == by_genes);
        let ends = Summary::of(&of().map(|descent| f64::from(descent.end)).collect::<Vec<_>>())?;
        let steps = Summary::of(&of().map(|descent| f64::from(descent.steps)).collect::<Vec<_>>())?;
        let solved = of().filter(|descent| descent.end == 0).count();
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
        "Going down from random cubes as steeply as possible ends, by single turns, {}; by the {} genes {}.",
        part(false)?,
        facts.symbols,
        part(true)?
    ))
}

/// How soon a walk over genomes forgets.
fn ruggedness(facts: &LandscapeSummary) -> Option<String> {
    let walks: Vec<String> = facts
        .walks
        .iter()
        .filter(|walk| walk.correlations.len() > 1)
        .map(|walk| {
            let kept = walk.correlations[1];
            format!(
                "a step of {} keeps a correlation of {kept:.2} (correlation length {:.1} steps) and leaves the penalty as it \
                 was in {}",
                walk.step,
                correlation_length(kept),
                percent(walk.neutral)
            )
        })
        .collect();
    (!walks.is_empty()).then(|| format!("Of genomes of {} genes, {}.", facts.length, walks.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::landscape::findings::tests::toy;

    #[test]
    fn a_toy_is_told() {
        assert_eq!(
            answer(&toy(20)),
            [
                "The median penalty is 21.5 one turn from solved, 101.5 at 9 turns and 102 on random cubes; its correlation \
                 with the distance is 0.90 over 0 to 9 turns. But 5 turns away it is within a tenth of a random cube's \
                 already, and from there on the correlation is 0.00: there the penalty says next to nothing about the way that \
                 is left.",
                "At 9 turns every shortest solution begins without lowering the penalty in 0 % of the states; the turn that \
                 lowers it most begins a shortest solution with a probability of 50 %, any turn with 11 %.",
                "Low penalties can lie far away: what <TWO> makes of the solved cube has a penalty of 12, less than the median \
                 of states 1 turn away, and is more than 9 turns from solved. Of 1 such states, one a composite, 1 are 8 \
                 turns or more away, and 1 are made better by no single turn.",
                "Going down from random cubes as steeply as possible ends, by single turns, at a median penalty of 65 (60 to \
                 70) after 3.0 steps, 0 of 2 solved; by the 30 genes at a median penalty of 20 (0 to 40) after 3.0 steps, 1 \
                 of 2 solved.",
                "Of genomes of 20 genes, a step of one gene keeps a correlation of 0.50 (correlation length 1.4 steps) and \
                 leaves the penalty as it was in 12 %.",
            ]
        );
    }
}
