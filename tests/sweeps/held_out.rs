//! Held-out instances, which select nothing: the trials of selected configurations on them, in plans, runs, interrupted runs, shards and
//! enlarged sweeps. Those of races are in `tests/cli/race.rs`.

use super::*;
use evocube::experiment::store::{StoreError, preview_extension};

/// Two stages, of which the second has a condition on the first, and three held-out instances.
const SWEEP: &str = "name = 'held'\nseed = 4\nrepetitions = 2\nholdout = 3\n[[instance]]\nrandom = 2\n[base]\npopulation = 30\n\
                     stop = { generations = 8 }\n[[stage]]\nname = 'population'\n[[stage.factor]]\nkey = 'population'\nlevels = [20, 60]\n\
                     [[stage]]\nname = 'length'\n[[stage.factor]]\nkey = 'genome.length'\nlevels = [8, 20, 30]\n\
                     when = { key = 'population', is = 60 }\n";

fn rows_of(results: &Results, stage: &str) -> Vec<(u64, String, u64)> {
    let rows = results.trials.iter().filter(|row| *row.stage == *stage);
    rows.map(|row| (row.point, row.instance.to_string(), row.seed)).collect()
}

#[test]
fn selected_configurations_run_once_on_each_held_out_instance() {
    let folder = crate::common::tempdir().unwrap();
    run(SWEEP, folder.path(), Opening::New);
    let (with, sweep) = (store::read(folder.path()).unwrap(), store::read_sweep(folder.path()).unwrap());
    let names: Vec<_> = rows_of(&with, "held-out").into_iter().map(|(point, instance, _)| (point, instance)).collect();
    let expected = (1..=2).flat_map(|point| (1..=3).map(move |number| (point, format!("held-out-{number}"))));
    assert_eq!(names, expected.collect::<Vec<_>>());
    assert!(sweep.held_out.iter().all(|held_out| sweep.instances.iter().all(|other| other.state != held_out.state)));
    // Each point is the configuration that its stage selected.
    let selected: Vec<usize> =
        with.sweep.stages.iter().map(|stage| usize::try_from(stage.selected.unwrap() - 1).unwrap()).collect();
    for (stage, &point) in selected.iter().enumerate() {
        assert_eq!(sweep.point(2, &selected, stage), sweep.point(stage, &selected, point));
    }
    // The other trials are those of the sweep without held-out instances, byte for byte.
    let without = crate::common::tempdir().unwrap();
    run(&SWEEP.replace("holdout = 3\n", ""), without.path(), Opening::New);
    for name in [file::TRIALS, file::CONVERGENCE, file::SOLUTIONS] {
        let [with, without] = [folder.path(), without.path()].map(|folder| fs::read(folder.join(name)).unwrap());
        assert!(with.len() > without.len() && with[..without.len()] == without, "{name}");
    }
    // More held-out instances and a longer list of stages leave the seeds of the others as they are.
    let more = SWEEP.replace("holdout = 3", "holdout = 5");
    let seeds = |text: &str| rows_of(&results(text), "held-out").into_iter().map(|row| row.2).collect::<Vec<_>>();
    let (few, more) = (seeds(SWEEP), seeds(&more));
    assert_eq!((&more[..3], &more[5..8]), (&few[..3], &few[3..]));
    assert_eq!(few.iter().collect::<BTreeSet<_>>().len(), 6);
}

#[test]
fn held_out_trials_have_the_same_bytes_after_cuts_and_with_any_number_of_threads() {
    let folder = crate::common::tempdir().unwrap();
    let (path, out) = (folder.path().join("sweep.toml"), folder.path().join("whole"));
    fs::write(&path, SWEEP).unwrap();
    let (path, out) = (path.to_str().unwrap(), out.to_str().unwrap());
    let (code, stdout, _) = evocube(&["run", path, "--out", out, "--threads", "1"]);
    assert_eq!(code, Some(0));
    assert!(stdout.contains("On held-out instances") && stdout.contains("selected by stage"), "{stdout}");
    let whole = bytes(Path::new(out));
    let again = folder.path().join("again");
    let again = again.to_str().unwrap();
    assert_eq!(evocube(&["run", path, "--out", again, "--threads", "7", "-q"]).0, Some(0));
    assert_same(&bytes(Path::new(again)), &whole, "with 7 threads");
    let manifest = Path::new(again).join(file::MANIFEST);
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace("complete = true", "complete = false")).unwrap();
    let trials = Path::new(again).join(file::TRIALS);
    let rows = fs::read_to_string(&trials).unwrap();
    let cut = rows.lines().take(rows.lines().count() - 4).map(|line| format!("{line}\n")).collect::<String>();
    fs::write(&trials, cut).unwrap();
    let unfinished = store::read(Path::new(again)).unwrap();
    assert_eq!(report::missing(&unfinished), [("held-out", 4, false)]);
    assert_eq!(evocube(&["run", path, "--out", again, "--resume", "-q"]).0, Some(0));
    assert_same(&bytes(Path::new(again)), &whole, "after a cut");
    let (code, stdout, _) = evocube(&["verify", again, "-q"]);
    assert_eq!(code, Some(0), "{stdout}");
    let broken = fs::read_to_string(&trials).unwrap().replace(",held-out-3,1,", ",held-out-2,1,");
    fs::write(&trials, broken).unwrap();
    assert_eq!(evocube(&["verify", again, "-q"]).0, Some(1));
}

#[test]
fn shards_run_held_out_trials_after_the_last_selection() {
    let folder = crate::common::tempdir().unwrap();
    let path_of = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (path, whole, out) = (path_of("sweep.toml"), path_of("whole"), path_of("merged"));
    fs::write(&path, SWEEP).unwrap();
    assert_eq!(evocube(&["run", &path, "--out", &whole, "-q"]).0, Some(0));
    let parts = [path_of("1"), path_of("2")];
    for round in 1..=3 {
        for (part, shard) in parts.iter().zip(["1/2", "2/2"]) {
            let (code, stdout, error) =
                evocube(&["run", &path, "--shard", shard, "--out", part, "--selected", &out, "--resume"]);
            assert_eq!(code, Some(0), "{error}");
            let next = ["continues with stage length", "continues with stage held-out", "joins the shards"];
            assert!(stdout.contains(next[round - 1]), "{stdout}");
        }
        let (code, _, stderr) = evocube(&["merge", &parts[0], &parts[1], "--out", &out]);
        assert_eq!(code, Some(0), "{stderr}");
    }
    assert_same(&bytes(Path::new(&out)), &bytes(Path::new(&whole)), "of two shards");
}

#[test]
fn held_out_instances_are_added_to_a_finished_sweep() {
    let (small, large) = (crate::common::tempdir().unwrap(), crate::common::tempdir().unwrap());
    let without = SWEEP.replace("holdout = 3\n", "");
    run(&without, small.path(), Opening::New);
    run(SWEEP, large.path(), Opening::New);
    let sweep = Sweep::parse(SWEEP, Path::new("sweep.toml")).unwrap();
    let plan = Plan::new(&sweep);
    let preview = preview_extension(small.path(), &sweep, &plan).unwrap().unwrap();
    assert_eq!(preview.run, 6);
    run(SWEEP, small.path(), Opening::Extend);
    assert_same(&bytes(small.path()), &bytes(large.path()), "after an extension");
    let more = SWEEP.replace("holdout = 3", "holdout = 4").replace("[8, 20, 30]", "[8, 20, 30, 40]");
    run(&more, large.path(), Opening::Extend);
    let fresh = crate::common::tempdir().unwrap();
    run(&more, fresh.path(), Opening::New);
    assert_same(&bytes(large.path()), &bytes(fresh.path()), "after another extension");
    let fewer = Sweep::parse(&SWEEP.replace("holdout = 3", "holdout = 2"), Path::new("sweep.toml")).unwrap();
    let error = preview_extension(small.path(), &fewer, &Plan::new(&fewer)).unwrap_err();
    assert!(matches!(&error, StoreError::NotExtendable { key, .. } if key == "holdout"), "{error}");
    assert!(error.to_string().contains("holdout is 3 there, 2 here"), "{error}");
}

#[test]
fn plans_count_held_out_trials() {
    let folder = common::sweep_folder(SWEEP);
    let planned = |option| {
        let planned = common::evocube_in(folder.path(), &["plan", "sweep.toml", option]);
        let (code, text, errors) = common::without_effort(planned);
        assert_eq!((code, errors.as_str()), (Some(0), ""));
        text
    };
    let plan = planned("--trials");
    for part in ["2 repetitions, 3 held-out instances", "the selected configurations", "population\",held-out-2,1,"] {
        assert!(plan.contains(part), "{part}: {plan}");
    }
    let document = planned("--json");
    assert!(document.contains("\"trials\":26") || document.contains("\"trials\": 26"), "{document}");
}
