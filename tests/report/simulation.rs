//! Simulated sweeps with known effects of factors: how often is the sentence on them right, and what does it miss?

use evocube::experiment::record::Results;
use evocube::{Seed, Stream};

use crate::factors::{ELITISM, POPULATION, SIZE, factorial};

/// The effects of population, elitism and tournament size on the mean penalty of a configuration, by the places of its levels.
type Truth = fn(&[usize]) -> f64;

/// The scenarios with their effects, and whether the factors and the pair of the first two have one.
const SCENARIOS: [(&str, Truth, [bool; 3], bool); 4] = [
    ("none", |_| 30.0, [false; 3], false),
    ("main", |levels| 34.0 - 3.0 * levels[0] as f64, [true, false, false], false),
    ("two", |levels| 36.0 - 4.0 * levels[0] as f64 + 2.0 * levels[1] as f64, [true, true, false], false),
    (
        "interaction",
        |levels| 30.0 + if levels[0] == 2 && levels[1] == 1 { 8.0 } else { 0.0 },
        [true, true, false],
        true,
    ),
];

/// Counts over the sweeps of a scenario.
#[derive(Debug, Default)]
struct Counts {
    /// Sentences without a false statement.
    right: usize,
    /// Sentences that name an effect that is none.
    false_claims: usize,
    /// Sentences that name all main effects.
    complete: usize,
    /// Intervals of shares that hold the true one, of all intervals.
    covered: (usize, usize),
    /// Shares stated beside their interval.
    stated: usize,
    /// The sum of the distances of the stated shares from the true ones.
    distance: f64,
}

/// A skewed value of mean 0 and variance near 1, from twelve uniform ones.
fn noise(stream: &mut Stream) -> f64 {
    let normal = (0..12).map(|_| stream.below(1 << 20) as f64 / f64::from(1 << 20)).sum::<f64>() - 6.0;
    normal + 0.3 * (normal * normal - 1.0)
}

/// A sweep with penalties that are whole, skewed, and vary twice as much with half of the configurations.
fn made(number: usize, truth: Truth, (instances, repetitions): (usize, usize)) -> Results {
    let mut stream = Seed::from_number(2024).child(&number.to_string()).stream();
    let shifts: Vec<f64> = (0..instances).map(|_| 3.0 * noise(&mut stream)).collect();
    let values: Vec<u64> = (0..12 * instances * repetitions)
        .map(|trial| {
            let (configuration, instance) = (trial / (instances * repetitions), trial / repetitions % instances);
            let levels = [configuration / 4, configuration / 2 % 2, configuration % 2];
            let spread = if levels[2] == 0 { 3.0 } else { 6.0 };
            let value = 30.0 + truth(&levels) + shifts[instance] + spread * noise(&mut stream);
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // small and not negative
            let whole = value.round().max(0.0) as u64;
            whole
        })
        .collect();
    factorial(&[POPULATION, ELITISM, SIZE], (instances, repetitions), |levels, instance, repetition| {
        values[((levels[0] * 4 + levels[1] * 2 + levels[2]) * instances + instance) * repetitions + repetition]
    })
}

/// The mean of the true means with some levels.
fn mean(truth: Truth, is_counted: impl Fn(&[usize]) -> bool) -> f64 {
    let all = (0..12).map(|n| [n / 4, n / 2 % 2, n % 2]).filter(|levels| is_counted(levels));
    let means: Vec<f64> = all.map(|levels| truth(&levels)).collect();
    means.iter().sum::<f64>() / means.len() as f64
}

/// The true shares of variance of the three factors.
fn shares(truth: Truth) -> [f64; 3] {
    let all = mean(truth, |_| true);
    let total: f64 = (0..12).map(|n| (truth(&[n / 4, n / 2 % 2, n % 2]) - all).powi(2)).sum::<f64>() / 12.0;
    [(0, 3), (1, 2), (2, 2)].map(|(factor, count)| {
        let share = |level| (mean(truth, |levels: &[usize]| levels[factor] == level) - all).powi(2) / f64::from(count);
        let variance: f64 = (0..usize::try_from(count).unwrap()).map(share).sum();
        if total > 0.0 { variance / total } else { 0.0 }
    })
}

/// The number that follows some words.
fn after(text: &str, words: &str) -> Option<f64> {
    let rest = text.split_once(words)?.1;
    rest.split(|c: char| c != '.' && !c.is_ascii_digit()).next()?.trim_end_matches('.').parse().ok()
}

/// Holds a sentence against the truth.
fn judge(text: &str, truth: Truth, (effects, interacts): ([bool; 3], bool), counts: &mut Counts) {
    let keys = [POPULATION.0, ELITISM.0, SIZE.0];
    let (mut right, mut claims, mut complete) = (true, false, true);
    let exact = shares(truth);
    for (factor, key) in keys.iter().enumerate() {
        let sentence = text.split_once(&format!("`{key}` **matters")).map(|(_, rest)| rest);
        claims |= sentence.is_some() && !effects[factor];
        complete &= sentence.is_some() || !effects[factor];
        if let Some(sentence) = sentence {
            let most = sentence.starts_with(" most");
            right &= !most || exact.iter().all(|other| *other <= exact[factor]);
            let shown = &sentence[..sentence.find(')').unwrap()];
            let (share, interval) = match shown.split_once("interval ") {
                Some((_, interval)) => (after(shown, " ("), interval),
                None => (None, shown.split_once(" (").unwrap().1),
            };
            let [low, high] = [after(interval, "").unwrap(), after(interval, " to ").unwrap()].map(|end| end / 100.0);
            // Ends are whole percents.
            counts.covered.0 += usize::from(low - 0.005 <= exact[factor] && exact[factor] <= high + 0.005);
            counts.covered.1 += 1;
            if let Some(share) = share {
                counts.stated += 1;
                counts.distance += (share / 100.0 - exact[factor]).abs();
            }
        }
        // The bound of a factor without an effect that is shown.
        let levels = if factor == 0 { 3 } else { 2 };
        let means: Vec<f64> =
            (0..levels).map(|level| mean(truth, |levels: &[usize]| levels[factor] == level)).collect();
        let widest = means.iter().fold(f64::MIN, |a, b| a.max(*b)) - means.iter().fold(f64::MAX, |a, b| a.min(*b));
        if let Some((_, bounds)) = text.split_once("differ by less than ") {
            let bound = match bounds.split_once(&format!(" for `{key}`")) {
                Some((before, _)) => before.rsplit(' ').next().unwrap().parse::<f64>().ok(),
                None if text.contains(&format!("`{key}` **makes"))
                    || text.contains(&format!("`{key}`, on average over the others, **makes")) =>
                {
                    after(text, "differ by less than ")
                }
                None => None,
            };
            // Bounds have one digit after the point.
            right &= bound.is_none_or(|bound| widest <= bound + 0.05);
        }
    }
    // The penalty falls with the population, but where the factors interact, its largest level is worse.
    right &= !text.contains("smaller is better") || interacts;
    right &= !text.contains("larger is better") || (exact[0] > 0.0 && !interacts);
    claims |= text.contains("**interact**") && !interacts;
    claims |= text.contains("`elitism` and `selection.tournament.size` **interact**")
        || text.contains("`population` and `selection.tournament.size` **interact**");
    counts.false_claims += usize::from(claims);
    counts.right += usize::from(right && !claims);
    counts.complete += usize::from(complete);
}

#[test]
#[ignore = "6,000 sweeps: a minute"]
fn sentences_on_factors_are_right() {
    const SWEEPS: usize = 250;
    for design in [(3, 5), (3, 31), (12, 5), (50, 3), (12, 1), (50, 1)] {
        for (name, truth, effects, interacts) in SCENARIOS {
            let mut counts = Counts::default();
            for number in 0..SWEEPS {
                let text = crate::sentences::answer(&made(number, truth, design));
                judge(&text, truth, (effects, interacts), &mut counts);
            }
            let share = |count: usize| count as f64 / SWEEPS as f64;
            let named = counts.covered.1.max(1) as f64;
            let distance = counts.distance / counts.stated.max(1) as f64;
            println!(
                "{} instances, {} trials, {name}: right {:.3}, false claims {:.3}, all effects named {:.3}, intervals {:.3}, \
                 mean distance of {} stated shares {distance:.3}",
                design.0,
                design.1,
                share(counts.right),
                share(counts.false_claims),
                share(counts.complete),
                counts.covered.0 as f64 / named,
                counts.stated
            );
            // 95 % and 5 %, each with two standard errors of 250 sweeps.
            assert!(share(counts.right) >= 0.92 && share(counts.false_claims) <= 0.08, "{name} {design:?}: {counts:?}");
            // Small designs state few shares, of which the mean is not known well.
            assert!(distance <= 0.05 || counts.stated < 50, "{name} {design:?}: {counts:?}");
        }
    }
}
