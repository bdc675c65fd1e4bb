//! The rows of the tables of a results folder but `convergence.csv`. The fields of a row are the columns of its table: a new field is a new
//! column, with its name, kind, value and reading. Lines are made of them in `table`.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::columns::{row, serialize_flag};
use evocube_engine::optimizer::{EvolutionCounts, StopReason};

row! {
    part
    /// A row of `trials.csv`. Between `point` and `instance` the file has one column per factor of the sweep, named by its key.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct TrialRow {
        /// Number in the order of the plan, from 1.
        pub trial: u64,
        /// The stage's name. Rows that are read together share their texts.
        pub stage: Arc<str>,
        /// The design point's number within its stage, from 1.
        pub point: u64,
        /// The level of each factor of the sweep, in the order of the columns; empty for factors of other stages.
        pub levels: Arc<[String]>,
        /// The instance's name.
        pub instance: Arc<str>,
        /// Number of the repetition, from 1.
        pub repetition: u64,
        /// Seed of the trial's random stream.
        pub seed: u64,
        /// The result; `None` for a failed trial.
        pub outcome: Option<TrialOutcome>,
    }
}

row! {
    part
    /// The columns of `trials.csv` that a failed trial has no values for.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct TrialOutcome {
        /// The lowest penalty found.
        pub best: u64,
        /// True if the puzzle was solved.
        pub solved: bool,
        /// True if the trial [reached](evocube_engine::optimizer::reached) the target of its stop criterion.
        pub reached: bool,
        /// Stop reason: `target`, `generations`, `evaluations`, `stagnation`, `penalty-range`, `distinct`, `converged`, or the name of
        /// a registered stop rule; `solved` for a deterministic solver.
        pub stop: Arc<str>,
        /// Counts of the evolution; `None`, and empty columns, for a deterministic solver.
        pub evolution: Option<EvolutionCounts>,
        /// Length of the best individual's moves after cancelling, in the half-turn metric.
        pub htm: u64,
        /// Length after cancelling, in the quarter-turn metric.
        pub qtm: u64,
        /// Evaluations by the end of the generation that reached the target; `None` without one, and for a deterministic solver.
        pub evaluations_to_reach: Option<u64>,
    }
}

row! { columns of EvolutionCounts: restarts: u64, generations: u64, offspring: u64, evaluations: u64, }
row! { reading of EvolutionCounts: restarts, generations, offspring, evaluations, }

impl TrialRow {
    /// Returns the number of the best finished trial of each configuration on each instance.
    pub fn best(rows: &[Self]) -> HashSet<u64> {
        let mut best = HashMap::new();
        for row in rows {
            let Some(outcome) = &row.outcome else { continue };
            let rank = (!outcome.solved, outcome.best, outcome.htm, row.trial);
            let key = (&row.stage, row.point, &row.instance);
            best.entry(key).and_modify(|best| *best = rank.min(*best)).or_insert(rank);
        }
        best.into_values().map(|(.., trial)| trial).collect()
    }
}

impl TrialOutcome {
    /// Returns the evaluations until the trial reached its target, or all of them if it did not; `None` for a deterministic solver.
    pub fn evaluations_until_reached(&self) -> Option<u64> {
        self.evolution.map(|counts| self.evaluations_to_reach.unwrap_or(counts.evaluations))
    }

    /// Returns whether a limit that does not depend on progress ended the trial: that of generations or of evaluations.
    pub fn is_at_limit(&self) -> bool {
        [StopReason::Generations, StopReason::Evaluations].iter().any(|limit| limit.to_string() == *self.stop)
    }
}

row! {
    /// A row of `solutions.csv`: the best individual of a trial.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct SolutionRow {
        /// The trial's number.
        pub trial: u64,
        /// The instance's name.
        pub instance: String,
        /// Its moves after cancelling.
        pub moves: String,
        /// The names of its genes that count, with blanks between them; empty for an algorithm without genomes.
        pub genes: String,
        /// The length of the moves in the half-turn metric.
        pub htm: u64,
        /// Length after cancelling, in the quarter-turn metric.
        pub qtm: u64,
        /// The penalty after them; 0 is solved.
        pub penalty: u64,
        /// The state after them: facelets of a cube, pieces of another puzzle.
        pub state: String,
    }
}

row! {
    /// A row of `fronts.csv`: an individual that no other of its trial dominates in penalty and length. The rows of a trial are
    /// sorted by decreasing penalty and increasing length, so the last one is the best individual of the trial.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct FrontRow {
        /// The trial's number.
        pub trial: u64,
        /// The penalty after the moves; 0 is solved.
        pub penalty: u64,
        /// The length of the moves after cancelling, in the half-turn metric.
        pub htm: u64,
        /// Length after cancelling, in the quarter-turn metric.
        pub qtm: u64,
        /// The moves after cancelling.
        pub moves: String,
    }
}

row! {
    /// A row of `operators.csv`: an adaptive operator after a logged generation. Operators are in the order of the sweep file.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct OperatorRow {
        /// The trial's number.
        pub trial: u64,
        /// Number of the generation; 0 is the initial one.
        pub generation: u64,
        /// Name of the operator; in a mixture or a sequence its number comes first.
        pub operator: String,
        /// Its probability in the next generation, in a mixture.
        pub probability: Option<f64>,
        /// The rate per gene in the next generation, where rates adapt.
        pub rate: Option<f64>,
        /// Number of individuals with this rate.
        pub individuals: Option<u64>,
        /// Number of offspring of this generation that it changed.
        pub uses: Option<u64>,
        /// Number of these offspring that are fitter than the parent they were copied from.
        pub successes: Option<u64>,
        /// Sum of the penalty decreases of these offspring.
        pub gain: Option<u64>,
    }
}

row! {
    /// A row of `failures.csv`: a failed trial.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    pub struct FailureRow {
        /// The trial's number.
        pub trial: u64,
        /// The error message.
        pub reason: String,
    }
}

row! {
    /// A row of `baselines.csv`: a deterministic solver on an instance.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    pub struct BaselineRow {
        /// The instance's name.
        pub instance: String,
        /// The solver's name.
        pub solver: String,
        /// Whether it solved the instance.
        #[serde(serialize_with = "serialize_flag")]
        pub solved: bool,
        /// Length after cancelling, in the half-turn metric.
        pub htm: Option<u64>,
        /// Length after cancelling, in the quarter-turn metric.
        pub qtm: Option<u64>,
        /// Search nodes.
        pub nodes: u64,
        /// The moves after cancelling.
        pub moves: String,
    }
}

row! {
    /// A row of `timing.csv`.
    #[derive(Clone, Debug, PartialEq, Serialize)]
    pub struct TimingRow {
        /// The trial's number.
        pub trial: u64,
        /// Wall-clock seconds.
        pub seconds: f64,
        /// Genomes evaluated per second; empty for a deterministic solver.
        pub evaluations_per_second: Option<f64>,
        /// Number of threads of the run.
        pub threads: u64,
        /// The evaluation kernel; empty for a deterministic solver.
        pub kernel: String,
    }
}

row! {
    /// A row of `baseline_timing.csv`: the wall-clock time of a row of `baselines.csv`.
    #[derive(Clone, Debug, PartialEq, Serialize)]
    pub struct BaselineTimingRow {
        /// The instance's name.
        pub instance: String,
        /// The solver's name.
        pub solver: String,
        /// Wall-clock seconds.
        pub seconds: f64,
        /// Number of threads of the run.
        pub threads: u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Columns, TableReader, Value, columns_of};

    fn row(levels: [&str; 2], outcome: Option<TrialOutcome>) -> TrialRow {
        let levels = levels.map(str::to_owned).into();
        let (stage, instance) = ("main".into(), "cube".into());
        TrialRow { trial: 7, stage, point: 2, levels, instance, repetition: 1, seed: u64::MAX, outcome }
    }

    fn fields(row: &TrialRow) -> Vec<String> {
        let mut fields = Vec::new();
        row.values(&mut |value| fields.push(value.field().into_owned()));
        fields
    }

    #[test]
    fn rows_of_trials_are_read_from_what_is_written() {
        let evolution = EvolutionCounts { restarts: 0, generations: 9, offspring: 100, evaluations: 80 };
        let solved = TrialOutcome {
            best: 0,
            solved: true,
            reached: true,
            stop: "target".into(),
            evolution: Some(evolution),
            htm: 20,
            qtm: 26,
            evaluations_to_reach: Some(70),
        };
        let solver =
            TrialOutcome { stop: "solved".into(), evolution: None, evaluations_to_reach: None, ..solved.clone() };
        let read = |fields: Vec<String>| TrialRow::of_line(&fields.join(","), 2);
        let rows = [(["ab", "c"], Some(solved)), (["ab", "c"], Some(solver)), (["ab", "c"], None), (["a", "bc"], None)];
        let rows = rows.map(|(levels, outcome)| row(levels, outcome));
        let text = rows.each_ref().map(|row| fields(row).join(",") + "\n").concat();
        let mut table = TableReader::new(text.as_bytes());
        // The levels of the last one have the same text as those before.
        for row in &rows {
            assert_eq!(table.next_row(2).unwrap().as_ref(), Some(row));
        }
        let failed = fields(&row(["ab", "c"], None));
        assert_eq!(failed.join(","), format!("7,main,2,ab,c,cube,1,{},,0,0,failed,,,,,,,", u64::MAX));
        for (place, wrong) in [(0, "x"), (8, "3"), (9, "1"), (11, "target"), (14, "5")] {
            let mut fields = failed.clone();
            wrong.clone_into(&mut fields[place]);
            assert_eq!(read(fields), None, "{place}");
        }
        assert_eq!([read(failed[1..].to_vec()), read([&failed[..], &failed[..1]].concat())], [None, None]);
    }

    #[test]
    fn columns_have_the_places_of_values() {
        let names = ["a.x".to_owned(), "a.y".to_owned()];
        let columns = columns_of::<TrialRow>(&names);
        let failed = row(["ab", "c"], None);
        assert_eq!(columns.len(), fields(&failed).len());
        let best = columns.iter().position(|column| column.name == "best").unwrap();
        assert_eq!(failed.value(best), Some(Value::Count(None)));
        assert_eq!(columns[3].name, "a.x");
    }
}
