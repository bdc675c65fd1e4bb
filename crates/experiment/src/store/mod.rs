//! The results folder: writing it trial by trial, continuing, enlarging, merging, checking and reading it, in the files of this module. The
//! tests here are on failed trials, forged solutions and long logs; further tests of folders are in `tests/sweeps`. Trials are run by
//! `runner`, exports are in `export`.
//!
//! The files on disk are always a prefix of the final files. Rows are appended in the order of the plan: a trial's row in
//! `trials.csv` last, and the digests of its rows in `digests.csv` just before. A resumed run cuts the tables at the first trial whose
//! rows are torn or do not match their digests, and continues. Before it cuts valid trials, and before a sweep is enlarged, the tables are
//! copied; the recorded trials are then taken from the copy in the order of the plan. Wall-clock times are in two tables of their own, so
//! every other table is the same byte for byte, for any number of threads and interruptions.

mod checkpoint_folder;
mod checksum;
mod components;
mod corruption;
mod digests;
mod earlier_folders;
mod error;
mod extension;
mod folder_lock;
mod headers;
mod indexed_table;
mod integrity;
mod known_files;
mod known_rows;
mod line_ends;
mod listed_files;
mod machine;
mod manifest;
mod merge;
mod open_tables;
mod program;
mod read;
mod recorded_sweep;
mod recorded_texts;
mod remedy;
mod replay;
mod results_folder;
mod rows;
mod seal;
mod selected_point;
mod summary;
mod tables;
mod trial_index;

pub(super) use checkpoint_folder::CheckpointFolder;
pub(super) use checksum::changed_since;
pub use checksum::{changed_files, digest, exists, has_content, is_sealed, written_files};
pub(super) use components::check_components;
pub use corruption::Corruption;
pub use earlier_folders::all as kept_folders;
pub use error::{StoreError, kept_rows};
pub use extension::{ExtensionPreview, preview_extension};
pub use folder_lock::{FolderLock, draw_in_place, is_held};
pub(super) use integrity::read_checked_with_log;
pub use integrity::{check, read_checked, read_checked_for_report};
pub(super) use known_rows::RecordedBaselines;
pub use line_ends::restore_line_ends;
pub use listed_files::write_checksums;
pub use machine::Machine;
pub use manifest::{Manifest, date_of};
pub use merge::{MergeError, Merged, merge};
pub(super) use program::{add_this_program, is_of_this_program};
pub use read::{failed, read, read_for_report};
pub(super) use recorded_sweep::state_of;
pub use recorded_sweep::{plan_of, read_selected, read_sweep, read_sweep_with};
pub(super) use recorded_texts::RecordedTexts;
pub use remedy::Remedy;
pub use results_folder::{Opening, Store};
pub use rows::{FinishedTrial, Rendered, render, trial_row};
pub use selected_point::SelectedPoint;

#[cfg(test)]
mod tests {
    use std::fs;
    use std::num::NonZeroUsize;
    use std::path::Path;

    use super::{FinishedTrial, MergeError, Opening, SelectedPoint, Store, StoreError, read, render};
    use crate::execution::Execution;
    use crate::plan::Plan;
    use crate::record::{HeldOutRole, Results, TimingRow, TrialRow, file};
    use crate::runner;
    use crate::shard::Shard;
    use crate::sweep::Sweep;
    use crate::trial::TrialError;
    use evocube_cube::search::TableSource;
    use evocube_engine::evaluation::Kernel;
    use evocube_engine::registered::Registry;

    const EXECUTION: Execution<'_> = Execution {
        threads: NonZeroUsize::MIN,
        kernel: Kernel::SCALAR,
        tables: TableSource::IN_MEMORY,
        checkpoint: None,
        service: None,
        interpreter: None,
    };

    const TEXT: &str = "name = 'x'\nseed = 1\nrepetitions = 3\n[[instance]]\nscramble = 'R U'\n[base]\npopulation = 10\n\
                        stop.generations = 3\n[[factor]]\nkey = 'crossover.one-point.rate'\nlevels = [0.5]\n";

    fn timing(trial: u64) -> TimingRow {
        TimingRow { trial, seconds: 0.5, evaluations_per_second: None, threads: 1, kernel: String::new() }
    }

    #[test]
    fn a_resumed_run_keeps_the_row_of_a_failed_trial() {
        let sweep = Sweep::parse(TEXT, Path::new("x.toml")).unwrap();
        let plan = Plan::new(&sweep);
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let failed_trial = &plan.stage(0)[0];
        let failure = Err(TrialError::Elsewhere("a,\n\"b\"".to_owned()));
        let (failed, rendered) = render(&sweep, failed_trial, &failure);
        let row = format!("1,main,1,0.5,scramble-dcf4f025c028,1,{},,0,0,failed,,,,,,,\n", failed_trial.seed);
        assert_eq!(rendered.lines(file::TRIALS), row);
        assert_eq!((rendered.lines(file::CONVERGENCE), rendered.lines(file::SOLUTIONS)), ("", ""));
        assert_eq!(rendered.lines(file::FAILURES), "1,\"a, \"\"b\"\"\"\n");

        let mut store = Store::open(folder, &sweep, &plan, Opening::New, EXECUTION).unwrap();
        store.write_baselines(&[], &[]).unwrap();
        store.append(&[FinishedTrial { row: failed, rendered: rendered.clone(), timing: timing(1) }]).unwrap();
        drop(store);
        assert_eq!(read(folder).unwrap().trials[0].outcome, None);

        let failures = fs::read_to_string(folder.join(file::FAILURES)).unwrap();
        assert_eq!(failures, format!("trial,reason\n{}", rendered.lines(file::FAILURES)));
        let mut store = Store::open(folder, &sweep, &plan, Opening::Resume, EXECUTION).unwrap();
        assert_eq!(store.scores().len(), 1);
        runner::run(&sweep, &plan, &mut store, EXECUTION, &()).unwrap();
        drop(store);
        let results = read(folder).unwrap();
        assert!(results.complete);
        assert_eq!(results.trials.iter().map(|row| row.outcome.is_some()).collect::<Vec<_>>(), [false, true, true]);
        assert!(fs::read_to_string(folder.join(file::TRIALS)).unwrap().contains(&row));
        assert_eq!(fs::read_to_string(folder.join(file::FAILURES)).unwrap(), failures);
    }

    #[test]
    fn a_forged_solution_with_its_digest_is_found_by_replaying_its_moves() {
        let text = TEXT.replace("seed = 1", "seed = 1\nbaselines = ['layers']");
        let sweep = Sweep::parse(&text, Path::new("x.toml")).unwrap();
        let plan = Plan::new(&sweep);
        let folder = tempfile::tempdir().unwrap();
        let [whole, forged] = ["whole", "forged"].map(|name| folder.path().join(name));
        let mut store = Store::open(&whole, &sweep, &plan, Opening::New, EXECUTION).unwrap();
        runner::run(&sweep, &plan, &mut store, EXECUTION, &()).unwrap();
        drop(store);
        let results = super::read_checked(&whole).unwrap();
        let manifest = super::Manifest::read(&whole).unwrap();
        let index = super::trial_index::TrialIndex::open(&whole, &sweep, &manifest, &plan).unwrap();
        // Columns of the first trial's rows, from the right, with their new values; the moves of the baseline.
        let forge = |changes: &[(&str, usize, &str)], moves: &str| {
            let mut store = Store::open(&forged, &sweep, &plan, Opening::Fresh, EXECUTION).unwrap();
            let mut baselines = results.baselines.clone();
            if !moves.is_empty() {
                moves.clone_into(&mut baselines[0].moves);
            }
            store.write_baselines(&baselines, &[]).unwrap();
            for place in 0..plan.len() {
                let (rendered, timing) = index.trial(place).unwrap().unwrap();
                let change = |(name, text): (&str, &str)| {
                    let mut text = text.to_owned();
                    for (_, column, value) in changes.iter().filter(|(table, ..)| place == 0 && *table == name) {
                        let mut fields: Vec<&str> = text.trim_end().rsplit(',').collect();
                        fields[*column] = value;
                        fields.reverse();
                        text = fields.join(",") + "\n";
                    }
                    text
                };
                let rendered = super::Rendered::from_texts(rendered.tables().map(change).collect());
                let row = TrialRow::of_line(rendered.lines(file::TRIALS), 1).unwrap();
                store.add(&row, &rendered, &timing).unwrap();
            }
            store.write().unwrap();
            store.finish(&sweep, &plan, EXECUTION).unwrap();
            drop(store);
            super::check(&forged).unwrap();
            super::read_for_report(&forged).map(drop).map_err(|error| error.to_string())
        };
        forge(&[], "").unwrap();
        // The best of the three trials is shown.
        let best = results.trials.iter().min_by_key(|row| row.outcome.as_ref().map(|outcome| outcome.best)).unwrap();
        assert!(best.outcome.as_ref().is_some_and(|outcome| !outcome.solved && outcome.best > 0));
        let outcome = results.trials[0].outcome.as_ref().unwrap();
        let solved = [(file::TRIALS, 10, "0"), (file::TRIALS, 9, "1"), (file::SOLUTIONS, 1, "0")];
        let error = forge(&solved, "").unwrap_err();
        let sentence = format!(
            "its moves give penalty {}, not solved, {htm} HTM, {qtm} QTM, but penalty 0, solved, {htm} HTM, {qtm} QTM is recorded",
            outcome.best,
            htm = outcome.htm,
            qtm = outcome.qtm
        );
        assert!(error.contains(&format!("solutions.csv: trial 1: {sentence}; no run has written this")), "{error}");
        let shown = [solved[0], solved[1], (file::SOLUTIONS, 0, "elsewhere"), solved[2]];
        let error = forge(&shown, "").unwrap_err();
        assert!(error.contains("trial 1: its moves do not lead from its instance to its state"), "{error}");
        let error = forge(&[], "R").unwrap_err();
        assert!(error.contains("baselines.csv: the moves of layers do not solve scramble-"), "{error}");
    }

    #[test]
    fn a_row_that_changes_before_it_is_copied_ends_the_merge() {
        let sweep = Sweep::parse(TEXT, Path::new("x.toml")).unwrap();
        let plan = Plan::new(&sweep);
        let folder = tempfile::tempdir().unwrap();
        let [whole, copy] = ["whole", "copy"].map(|name| folder.path().join(name));
        let mut store = Store::open(&whole, &sweep, &plan, Opening::New, EXECUTION).unwrap();
        runner::run(&sweep, &plan, &mut store, EXECUTION, &()).unwrap();
        drop(store);
        let manifest = super::Manifest::read(&whole).unwrap();
        let index = super::trial_index::TrialIndex::open(&whole, &sweep, &manifest, &plan).unwrap();
        let path = whole.join(file::TRIALS);
        fs::write(&path, vec![b'x'; fs::read(&path).unwrap().len()]).unwrap();
        let mut store = Store::open(&copy, &sweep, &plan, Opening::New, EXECUTION).unwrap();
        let source = super::known_rows::TrialSource { index, shard: Shard::WHOLE, end: usize::MAX };
        let error = store.copy_from([source].into_iter()).unwrap_err();
        assert!(matches!(&error, StoreError::Disturbed { path: changed } if *changed == path), "{error}");
    }

    #[test]
    fn a_failed_trial_without_its_reason_runs_again() {
        let sweep = Sweep::parse(TEXT, Path::new("x.toml")).unwrap();
        let plan = Plan::new(&sweep);
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let trial = &plan.stage(0)[0];
        let (failed, rendered) = render(&sweep, trial, &Err(TrialError::Panicked("why".to_owned())));
        let whole = |length: usize| {
            let mut store = Store::open(folder, &sweep, &plan, Opening::Fresh, EXECUTION).unwrap();
            store.write_baselines(&[], &[]).unwrap();
            store
                .append(&[FinishedTrial { row: failed.clone(), rendered: rendered.clone(), timing: timing(1) }])
                .unwrap();
            drop(store);
            let path = folder.join(file::FAILURES);
            let text = fs::read(&path).unwrap();
            fs::write(&path, &text[..length.min(text.len())]).unwrap();
            let mut store = Store::open(folder, &sweep, &plan, Opening::Resume, EXECUTION).unwrap();
            runner::run(&sweep, &plan, &mut store, EXECUTION, &()).unwrap();
            (path.exists(), read(folder).unwrap().trials[0].outcome.is_some())
        };
        for length in [0, 3, 13, 20] {
            assert_eq!(whole(length), (false, true), "{length} bytes of failures.csv");
        }
        assert_eq!(whole(usize::MAX), (true, false));
    }

    #[test]
    fn thinned_convergence_keeps_the_first_generation_the_improvements_and_the_last_of_each_trial() {
        let sweep = Sweep::parse(&TEXT.replace("generations = 3", "generations = 10"), Path::new("x.toml")).unwrap();
        let plan = Plan::new(&sweep);
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(folder.path(), &sweep, &plan, Opening::New, EXECUTION).unwrap();
        runner::run(&sweep, &plan, &mut store, EXECUTION, &()).unwrap();
        drop(store);
        let logged = |max_rows| {
            let rows = super::read::read_with(folder.path(), max_rows).unwrap().convergence;
            rows.into_iter().map(|row| (row.trial, row.generation, row.best)).collect::<Vec<_>>()
        };
        let all = logged(34);
        assert!(all.len() <= 33 && (1..=3).all(|trial| all.iter().filter(|row| row.0 == trial).count() > 4), "{all:?}");
        for max_rows in [all.len(), 10, 1] {
            // The header is a line, too.
            let step = (all.len() + 1).div_ceil(max_rows);
            let expected: Vec<_> = (1..=3)
                .flat_map(|trial| {
                    let rows: Vec<_> = all.iter().copied().filter(|row| row.0 == trial).collect();
                    let end = rows.len() - 1;
                    let mut best = u64::MAX;
                    rows.into_iter().enumerate().filter(move |&(place, (_, _, present))| {
                        let improves = present < best;
                        best = best.min(present);
                        place % step == 0 || place == end || improves
                    })
                })
                .map(|(_, row)| row)
                .collect();
            assert_eq!(logged(max_rows), expected, "at most {max_rows}");
        }
    }

    /// Two stages, with an instance that selects nothing. The second needs a population of 40.
    const STAGES: &str = "name = 'x'\nseed = 1\nrepetitions = 2\nholdout = 1\n[[instance]]\nscramble = 'R U'\n[base]\n\
                          population = 10\nstop.generations = 3\n[[stage]]\nname = 'first'\n[[stage.factor]]\n\
                          key = 'population'\nlevels = [4, 40, 5]\n[[stage]]\nname = 'second'\n[[stage.factor]]\n\
                          key = 'elitism'\nlevels = [6, 8]\nwhen = { key = 'population', is = 40 }\n";

    /// Returns a sweep and its plan.
    fn planned(text: &str) -> (Sweep, Plan) {
        let sweep = Sweep::parse(text, Path::new("x.toml")).unwrap();
        let plan = Plan::new(&sweep);
        (sweep, plan)
    }

    /// Runs a sweep, or a shard of it.
    fn run(folder: &Path, (sweep, plan): &(Sweep, Plan), opening: Opening) {
        let mut store = Store::open(folder, sweep, plan, opening, EXECUTION).unwrap();
        runner::run(sweep, plan, &mut store, EXECUTION, &()).unwrap();
    }

    #[test]
    fn stages_selections_and_times_are_read_and_reports_have_no_times() {
        let folder = tempfile::tempdir().unwrap();
        run(folder.path(), &planned(STAGES), Opening::New);
        let (whole, for_report) = (read(folder.path()).unwrap(), super::read_for_report(folder.path()).unwrap());
        let names: Vec<&str> = whole.sweep.stages.iter().map(|stage| &*stage.name).collect();
        let held_out = whole.sweep.held_out.as_ref().unwrap();
        assert_eq!((names, &*held_out.stage.name), (vec!["first", "second"], "held-out"));
        assert_eq!(whole.sweep.stages[0].selected, Some(2));
        // Elites vary with the configuration that the first stage has selected.
        assert!(!whole.sweep.base_toml.contains("elitism"), "{}", whole.sweep.base_toml);
        assert_eq!(whole.sweep, for_report.sweep);
        let rows = |results: &Results| (results.trials.len(), results.solutions.len(), results.timing.len());
        assert_eq!((rows(&whole), rows(&for_report)), ((12, 12, 12), (12, 7, 0)));
    }

    #[test]
    fn the_held_out_trials_of_a_race_name_the_selected_configuration() {
        let folder = tempfile::tempdir().unwrap();
        let text = TEXT.replace("seed = 1", "seed = 1\nholdout = 1\ndesign.race.budget = 60");
        run(folder.path(), &planned(&text.replace("[0.5]", "[0.1, 0.3, 0.5]")), Opening::New);
        let sweep = read(folder.path()).unwrap().sweep;
        let (race, held_out) = (sweep.stages[0].race.as_ref().unwrap(), sweep.held_out.unwrap());
        let place = usize::try_from(held_out.stage.selected.unwrap() - 1).unwrap();
        assert_eq!(held_out.roles[place], HeldOutRole::Elite(race.elites[0]));
    }

    #[test]
    fn a_larger_sweep_reuses_the_trials_of_this_program() {
        let folder = tempfile::tempdir().unwrap();
        run(folder.path(), &planned(TEXT), Opening::New);
        let (sweep, plan) = planned(&TEXT.replace("repetitions = 3", "repetitions = 4"));
        let preview = super::preview_extension(folder.path(), &sweep, &plan).unwrap().unwrap();
        assert_eq!((preview.kept, preview.run), (3, 1));
    }

    #[test]
    fn a_shard_keeps_the_selections_that_it_has() {
        let (sweep, _) = planned(STAGES);
        let plan = Plan::of_shard(&sweep, Shard::new(1, 2).unwrap()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(folder.path(), &sweep, &plan, Opening::New, EXECUTION).unwrap();
        store.import_selected(&[SelectedPoint::new(&sweep.stages[0], 1)]).unwrap();
        store.import_selected(&[]).unwrap();
        assert_eq!(store.selected(0), Some(1));
        assert!(store.import_selected(&[SelectedPoint::new(&sweep.stages[0], 0)]).is_err());
    }

    #[test]
    fn shards_are_merged_when_all_have_run_the_first_stage() {
        let (sweep, _) = planned(TEXT);
        let folder = tempfile::tempdir().unwrap();
        let folders = ["1", "2"].map(|name| folder.path().join(name));
        let parts = [1, 2].map(|index| {
            let plan = Plan::of_shard(&sweep, Shard::new(index, 2).unwrap()).unwrap();
            (sweep.clone(), plan)
        });
        let merge = || super::merge(&folders, &folder.path().join("all"), &Registry::new(), EXECUTION, &());
        run(&folders[0], &parts[0], Opening::New);
        Store::open(&folders[1], &sweep, &parts[1].1, Opening::New, EXECUTION).unwrap();
        let error = merge().unwrap_err();
        let MergeError::Store(StoreError::UnfinishedShard { shard, .. }) = error else { panic!("{error}") };
        assert_eq!(shard.index(), 2);
        run(&folders[1], &parts[1], Opening::Resume);
        let merged = merge().unwrap();
        assert_eq!((merged.stages, merged.store.scores().len()), (1, 3));
    }
}
