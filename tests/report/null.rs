//! Sweeps in which no configuration differs from another: how often does the report claim a difference? And sweeps in
//! which one does: how often is it found?

use evocube::experiment::record::Results;
use evocube::report;
use evocube::{Seed, Stream};

use crate::outcomes::{Outcomes, Trial, sweep};
use crate::synthetic::LOWEST_MEAN;

/// How good a configuration is: by how much its penalties are lower, and by which factor its evaluations are fewer.
type Effect = (f64, f64);

const NONE: Effect = (0.0, 1.0);

/// Below a number, with 20 bits.
fn uniform(stream: &mut Stream, below: f64) -> f64 {
    below * stream.below(1 << 20) as f64 / f64::from(1 << 20)
}

/// A trial on an instance of that hardness. Many end with the same penalty or solve their instance, and some fail.
fn trial(stream: &mut Stream, hardness: f64, (lower, faster): Effect) -> Trial {
    let penalty = (hardness + uniform(stream, 20.0) - 14.0 - lower).max(0.0).floor();
    let evaluations = (1000.0 + hardness * 100.0) * (0.2 + uniform(stream, 2.0)) / faster;
    let failed = stream.below(40) == 0;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // small numbers
    let outcome = (penalty as u64, if penalty > 0.0 { 5000 } else { evaluations as u64 }, 20);
    (!failed).then_some(outcome)
}

/// A sweep of one factor whose first level has an effect and whose others have none. Instances differ in hardness.
fn made(number: u64, effect: Effect, hardest: f64, points: usize, (instances, repetitions): (usize, u64)) -> Results {
    let mut stream = Seed::from_number(2000).child(&number.to_string()).stream();
    let hardness: Vec<f64> = (0..instances).map(|_| uniform(&mut stream, hardest)).collect();
    let mut outcomes = |point: usize| -> Outcomes {
        let effect = if point == 0 { effect } else { NONE };
        hardness
            .iter()
            .map(|hardness| (0..repetitions).map(|_| trial(&mut stream, *hardness, effect)).collect())
            .collect()
    };
    let outcomes: Vec<Outcomes> = (0..points).map(&mut outcomes).collect();
    sweep(LOWEST_MEAN, &outcomes)
}

/// Whether the report claims an effect.
fn claims_difference(results: &Results) -> bool {
    let effects = report::statistics(results).effects;
    effects.iter().any(|effect| effect.level.is_empty() && effect.p_corrected < 0.05)
}

/// The configurations, other than the selected one, that the report rules out as the best.
fn ruled_out(results: &Results) -> Vec<u64> {
    let comparisons = report::statistics(results).comparisons;
    comparisons.iter().filter(|comparison| !comparison.in_set).map(|comparison| comparison.configuration).collect()
}

/// How many of so many sweeps of a design are said to show a difference.
fn claims(sweeps: u64, effect: Effect, hardest: f64, points: usize, design: (usize, u64)) -> u64 {
    let claimed = |number: &u64| claims_difference(&made(*number, effect, hardest, points, design));
    (0..sweeps).filter(claimed).count() as u64
}

#[test]
fn reports_claim_a_clear_difference() {
    let mut results = made(1, NONE, 40.0, 3, (1, 15));
    for trial in results.trials.iter_mut().filter(|trial| trial.point > 1) {
        trial.outcome.iter_mut().for_each(|outcome| (outcome.best, outcome.solved) = (outcome.best + 100, false));
    }
    assert!(claims_difference(&results));
    assert!(!claims_difference(&made(1, NONE, 40.0, 3, (1, 2))));
}

#[test]
#[ignore = "3,000 sweeps: some minutes"]
fn reports_claim_a_difference_without_effect_at_most_at_the_level() {
    // One instance, few, many, one trial on each of many, few trials; hard instances, and easy ones that most trials
    // solve, so that run times are compared, too. Of 3,000, 5 % are 150, with a standard error of 12.
    let designs = [
        (40.0, 5, (1, 31)),
        (40.0, 8, (3, 15)),
        (40.0, 3, (12, 5)),
        (15.0, 3, (12, 1)),
        (15.0, 2, (1, 10)),
        (15.0, 3, (8, 8)),
    ];
    let counts = designs.map(|(hardest, points, design)| claims(500, NONE, hardest, points, design));
    let all: u64 = counts.iter().sum();
    println!("false claims in 500 sweeps of each design: {counts:?}, {all} of 3,000");
    assert!(all <= 150, "{counts:?}: {all} of 3,000");
    assert!(all > 0, "no claim at all: the test sees none");
}

#[test]
#[ignore = "2,000 sweeps: a minute"]
fn reports_rarely_rule_out_the_best_configuration() {
    // The first configuration is the best by little, so that another one often leads. Of 2,000, 5 % are 100.
    let designs = [
        ((0.5, 1.0), 40.0, 8, (1, 31)),
        ((0.3, 1.0), 40.0, 5, (3, 15)),
        ((0.2, 1.0), 40.0, 25, (1, 20)),
        ((0.0, 1.1), 15.0, 4, (12, 1)),
    ];
    let counts = designs.map(|(effect, hardest, points, design)| {
        let out = |number: &u64| ruled_out(&made(*number, effect, hardest, points, design)).contains(&1);
        (0..500).filter(out).count()
    });
    let others = (0..100).map(|number| ruled_out(&made(number, (8.0, 1.0), 40.0, 8, (1, 31))).len());
    let others = others.sum::<usize>() as f64 / 700.0;
    println!("best ruled out in 500 sweeps of each design: {counts:?}; others by a large effect: {others:.3}");
    assert!(counts.iter().sum::<usize>() <= 100, "{counts:?}");
    assert!(others > 0.3, "{others}");
}

#[test]
#[ignore = "12,000 sweeps: some minutes"]
fn power_does_not_fall_with_more_repetitions_or_instances() {
    // Lower penalties; more solved trials; fewer evaluations where most trials solve.
    for (effect, hardest, designs) in
        [((2.0, 1.0), 40.0, [5, 6, 8, 12]), ((2.2, 1.0), 18.0, [5, 6, 8, 12]), ((0.0, 1.8), 1.0, [5, 6, 8, 12])]
    {
        let power = |instances: usize, repetitions: u64| {
            claims(250, effect, hardest, 2, (instances, repetitions)) as f64 / 250.0
        };
        let repetitions = [1, 2, 5, 10, 31];
        let powers = designs.map(|instances| repetitions.map(|repetitions| power(instances, repetitions)));
        println!("{effect:?} on instances up to {hardest}: {powers:?}");
        // Twice the standard error of a difference of two shares of 250.
        let margin = 2.0 * (2.0 * 0.25 / 250.0_f64).sqrt();
        for (index, row) in powers.iter().enumerate() {
            for (column, power) in row.iter().enumerate() {
                for more in row[column..].iter().chain(powers[index..].iter().map(|row| &row[column])) {
                    assert!(more + margin >= *power, "{effect:?}: {power} falls to {more} in {powers:?}");
                }
            }
        }
        assert!(powers[3][4] > 0.9, "{powers:?}");
    }
}
