//! How much of a ladder of penalties is climbed within how many evaluations.

use super::axis::{Axis, Surroundings, frame, tick_count};
use super::canvas::{fine, record};
use super::curves::{by_rank, stroke};
use super::data::Data;
use super::drawing::WIDTH;
use super::elements::{Curve, Explained};
use super::figure::Figure;
use super::legend::{Entry, Head};
use super::study::{Point, Stage, Study};
use super::verdict::Measure;
use crate::experiment::record::TrialRow;
use crate::stats::RunTimes;

/// Height of the panel.
const HIGH: f64 = 300.0;
/// Room at its left and right.
const SIDES: (f64, f64) = (62.0, 26.0);
/// Room below it, for numbers and the name of the axis.
const FOOT: f64 = 44.0;
/// Evaluations at which a line is drawn: about one every three pixels.
const GRID: u32 = 220;

/// Penalties to come down to: solved, then twice as far each.
const TARGETS: [u64; 8] = [0, 1, 2, 4, 8, 16, 32, 64];

/// The targets of a stage. Where it varies what a penalty is, only solving means the same for all.
fn targets(measure: Measure) -> &'static [u64] {
    if measure == Measure::Solved { &TARGETS[..1] } else { &TARGETS }
}

/// When a trial came down to each target; infinite if it never did.
fn times<'a>(study: &'a Study<'_>, trial: &TrialRow, targets: &'a [u64]) -> impl Iterator<Item = f64> + 'a {
    let log = study.convergence(trial.trial);
    targets.iter().map(move |target| {
        let reached = log.iter().find(|row| row.best <= *target);
        reached.map_or(f64::INFINITY, |row| row.evaluations.max(1) as f64)
    })
}

fn run_times(study: &Study<'_>, point: &Point<'_>, targets: &[u64]) -> RunTimes {
    RunTimes::new(point.trials.iter().flat_map(|trial| times(study, trial, targets)))
}

/// Draws a stage's figure; `None` as long as nothing is logged.
pub(super) fn draw(study: &Study<'_>, stage: &Stage<'_>, measure: Measure) -> Option<Figure> {
    let logged = stage.points.iter().flat_map(|point| &point.trials).flat_map(|trial| study.convergence(trial.trial));
    let (least, most) = logged
        .fold((u64::MAX, 0), |ends, row| (ends.0.min(row.evaluations.max(1)), ends.1.max(row.evaluations.max(1))));
    if most == 0 {
        return None;
    }
    let (from, to) = ((least as f64).log10().floor(), (most as f64).log10().max((least as f64).log10().floor() + 1.0));
    let targets = targets(measure);
    let lines = by_rank(stage);
    let grid: Vec<f64> = (0..=GRID).map(|at| from + (to - from) * f64::from(at) / f64::from(GRID)).collect();
    let mut data = Data::new(&["setting", "evaluations", "share"]);
    let shares: Vec<(Vec<(f64, f64)>, f64)> = lines
        .iter()
        .map(|line| {
            let reached = run_times(study, line.point, targets);
            let points: Vec<(f64, f64)> = grid.iter().map(|at| (*at, reached.at(10.0_f64.powf(*at)))).collect();
            for (at, share) in &points {
                data.row(&[&line.point.label(), &format!("{:.0}", 10.0_f64.powf(*at)), &share.to_string()]);
            }
            (steps(&points), reached.mean_share(10.0_f64.powf(from), 10.0_f64.powf(to)))
        })
        .collect();

    let title = if measure == Measure::Solved {
        format!("{}: share of trials that have solved", stage.facts.name)
    } else {
        format!("{}: share of (trial, target) pairs reached", stage.facts.name)
    };
    let mut entries: Vec<Entry> = Vec::new();
    for (line, (_, mean)) in lines.iter().zip(&shares).filter(|(line, _)| line.look.is_some()) {
        let label = format!("{} ({mean:.2})", line.point.label());
        entries.push(Entry { stroke: Some(stroke(line.look)), label });
    }
    let grey = lines.iter().filter(|line| line.look.is_none()).count();
    if grey > 0 {
        entries.push(Entry { stroke: Some(stroke(None)), label: format!("the {grey} others") });
    }
    let head = Head::new(&title, &entries);
    let top = head.height + 6.0;
    let drawing = record(top + HIGH + FOOT + 10.0, |area| {
        head.draw(area)?;
        let body = area.margin(fine(top), fine(10.0), fine(8.0), fine(SIDES.1));
        let names = Some(("evaluations", "share reached"));
        let around = Surroundings { above: 0.0, left: SIDES.0 - 8.0, below: FOOT, names };
        let x = Axis::powers_of_ten(from, to, tick_count(WIDTH - SIDES.0 - SIDES.1, 40.0));
        let mut chart = frame(&body, x, Axis::shares(), around)?;
        // The first lines last, so that they lie on top.
        for (line, (points, _)) in lines.iter().zip(&shares).rev() {
            chart.draw_series([Explained::Begin(line.point.label())])?;
            chart.draw_series([Curve::new(points.clone(), stroke(line.look))])?;
            chart.draw_series([Explained::End])?;
        }
        Ok(())
    });
    let ladder: Vec<String> = targets.iter().map(ToString::to_string).collect();
    let caption = format!(
        "Empirical cumulative distribution of run times over {}. In brackets: the mean height of the line over the \
         logarithm of evaluations, 1 being everything at once. A trial that never gets there keeps a line below 1. Times \
         are as fine as the log.",
        if targets.len() == 1 {
            "all trials of a setting, the target being the solved cube".to_owned()
        } else {
            format!("all trials of a setting and the penalties {} as targets", ladder.join(", "))
        }
    );
    Some(Figure { file: format!("{}-ecdf", stage.file_stem()), title, caption, drawing, data: data.text() })
}

/// The points as stairs, without those on the level.
fn steps(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut stairs: Vec<(f64, f64)> = Vec::new();
    for &(x, y) in points {
        if let Some(&(_, before)) = stairs.last() {
            if y > before {
                stairs.push((x, before));
                stairs.push((x, y));
            }
        } else {
            stairs.push((x, y));
        }
    }
    stairs.extend(points.last().map(|last| (last.0, stairs.last().map_or(0.0, |at| at.1))));
    stairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stairs_climb_at_once() {
        let stairs = steps(&[(0.0, 0.0), (1.0, 0.0), (2.0, 0.5), (3.0, 0.5)]);
        assert_eq!(stairs, [(0.0, 0.0), (2.0, 0.0), (2.0, 0.5), (3.0, 0.5)]);
    }
}
