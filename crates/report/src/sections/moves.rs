//! The lengths of a stage's solutions, which are comparable where penalties are not.

use crate::document::{Block, Table, plain, strong};
use crate::figures::StageView;
use crate::result_index::PointTrials;
use crate::wording::{counted, k_of_n, number, p_value};
use evocube_experiment::record::TrialRow;
use evocube_stats::{LEVEL, Summary, holm, rank_sum};

/// The lengths of solutions on each instance.
type LengthsByInstance = Vec<Vec<f64>>;

/// Returns a table of the moves of each configuration's solutions, and tests against the leading one. Empty where penalties are
/// compared, and with fewer than two configurations that solve.
pub(super) fn blocks(view: &StageView<'_>) -> Vec<Block> {
    let (stage, Some(leader)) = (view.stage, view.stage.leader()) else { return vec![] };
    let instances = &view.index.results.sweep.instances;
    let length =
        |trial: &TrialRow| trial.outcome.as_ref().filter(|outcome| outcome.solved).map(|outcome| outcome.htm as f64);
    let lengths_by_point: Vec<(&PointTrials<'_>, LengthsByInstance, Summary)> = stage
        .ranking()
        .filter_map(|point| {
            let lengths = point.values_by_instance(instances, length);
            let summary = Summary::new(&lengths.concat())?;
            Some((point, lengths, summary))
        })
        .collect();
    if stage.summary.selection.comparable_penalties || lengths_by_point.len() < 2 {
        return vec![];
    }
    let leading =
        lengths_by_point.iter().find(|(point, ..)| point.number == leader.number).map(|(_, lengths, _)| lengths);
    let tests: Vec<Option<(f64, f64)>> = lengths_by_point
        .iter()
        .map(|(point, lengths, _)| {
            leading.filter(|_| point.number != leader.number).and_then(|leading| against(leading, lengths))
        })
        .collect();
    // The leading one was selected by these trials, so the pairs without it count, too.
    let pairs = lengths_by_point.len() * (lengths_by_point.len() - 1) / 2;
    let mut p: Vec<f64> = tests.iter().flatten().map(|(_, p)| *p).collect();
    let is_tested = !p.is_empty();
    p.resize(pairs, 1.0);
    let mut corrected = holm(&p).into_iter();
    let mut table = Table::new(format!("Moves of the solutions of stage {}", stage.summary.name))
        .texts(plain("configuration"))
        .numbers(&["solved", "shortest", "lower quartile", "median", "upper quartile", "longest", "Â₁₂", "p"]);
    for ((point, _, summary), test) in lengths_by_point.iter().zip(&tests) {
        let mut cells = vec![plain(point.label()), plain(k_of_n(point.solved()))];
        let ends = [summary.min, summary.lower_quartile, summary.median, summary.upper_quartile, summary.max];
        cells.extend(ends.map(|value| plain(number(value))));
        match test {
            Some((share, _)) => {
                let p = corrected.next().unwrap_or(1.0);
                cells.push(plain(format!("{share:.2}")));
                cells.push(if p < LEVEL { strong(p_value(p)) } else { plain(p_value(p)) });
            }
            None => cells.extend(["", ""].map(plain)),
        }
        table.row(cells, point.number == leader.number);
    }
    let mut text = String::from(
        "Moves (HTM) of the trials that solved their instance. A configuration that solves few trials may solve the easy ones \
         alone.",
    );
    if is_tested {
        text.push_str(&format!(
            " Â₁₂ is the share of pairs of solved trials on one instance in which that of the leading configuration has fewer \
             moves, ties counting half; p is that of the rank-sum test stratified by instance, after Holm's correction for {} of \
             configurations.",
            counted(pairs as u64, "pair")
        ));
    }
    vec![Block::Table(table), Block::Paragraph(vec![plain(text)])]
}

/// Returns the share of pairs on one instance in which the first has fewer moves, and the p-value of the difference; `None`
/// without a pair.
fn against(first: &LengthsByInstance, second: &LengthsByInstance) -> Option<(f64, f64)> {
    let strata: Vec<(&[f64], &[f64])> = first.iter().zip(second).map(|(a, b)| (&a[..], &b[..])).collect();
    let test = rank_sum(&strata)?;
    (test.pairs > 0.0).then(|| (1.0 - test.u / test.pairs, test.p))
}
