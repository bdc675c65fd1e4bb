//! Deterministic solvers as algorithms of trials, under the key `algorithm`. Algorithms on genomes are tested in `crates/engine`, the
//! solvers themselves in `crates/cube/tests/solvers`.

use super::*;

const SWEEP: &str = "name = \"algorithms\"\nseed = 4\nrepetitions = 2\nbaselines = [\"layers\"]\n\
    [[instance]]\nrandom = 2\n[base]\npopulation = 40\nstop = { generations = 5 }\n\
    [[factor]]\nkey = \"algorithm\"\nlevels = [\"layers\", \"genetic-algorithm\"]\n";

/// Runs a sweep with the program and returns the files of its folder.
fn run_program(folder: &Path, text: &str, more: &[&str]) -> BTreeMap<String, Vec<u8>> {
    let (sweep, out) = (folder.join("sweep.toml"), folder.join("out"));
    fs::write(&sweep, text).unwrap();
    let arguments = ["run", sweep.to_str().unwrap(), "--quiet", "--out", out.to_str().unwrap()];
    let (code, _, stderr) = evocube(&[&arguments[..], more].concat());
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    bytes(&out)
}

#[test]
fn solvers_and_evolution_run_on_the_same_instances() {
    let folder = crate::common::tempdir().unwrap();
    let folder = folder.path();
    let files = run_program(folder, SWEEP, &["--threads", "1"]);
    let results = store::read(&folder.join("out")).unwrap();
    assert_eq!((results.trials.len(), results.solutions.len(), results.timing.len()), (8, 8, 8));
    assert_eq!(results.baseline_timing.len(), 2);
    for (row, solution) in results.trials.iter().zip(&results.solutions) {
        let outcome = row.outcome.as_ref().unwrap();
        let logged = results.convergence.iter().any(|logged| logged.trial == row.trial);
        assert_eq!((logged, outcome.evolution.is_some()), (row.levels[0] == "genetic-algorithm", logged));
        if logged {
            continue;
        }
        assert_eq!((outcome.best, outcome.solved, &*outcome.stop), (0, true, "solved"));
        assert_eq!((solution.htm, solution.qtm, solution.penalty), (outcome.htm, outcome.qtm, 0));
        let state = &results.sweep.instances.iter().find(|instance| *instance.name == *row.instance).unwrap().state;
        let cube: evocube::Cube3 = Notation::from(Format::Facelets).read(state).unwrap();
        let moves = read_moves(&solution.moves, Dialect::Wca).unwrap().moves;
        assert!(cube.apply_all(&moves).is_solved() && moves.len() as u64 == solution.htm);
        let baseline = results.baselines.iter().find(|baseline| *baseline.instance == *row.instance).unwrap();
        assert_eq!(row.levels[0] == "layers", baseline.moves == solution.moves);
    }
    let trials = String::from_utf8(files[file::TRIALS].clone()).unwrap();
    let first = trials.lines().nth(1).unwrap();
    assert!(
        first.starts_with("1,main,1,layers,random-1,1,")
            && first.contains(",0,1,1,solved,,,,,")
            && first.ends_with(','),
        "{first}"
    );
    let page = String::from_utf8(files["summary.md"].clone()).unwrap();
    assert!(page.contains("Deterministic solvers have no generations and so no line: layers."));
    assert!(page.contains("The evolution's best trial of stage main"));

    let out = folder.join("out");
    let verified = evocube(&["verify", out.to_str().unwrap()]);
    assert_eq!(verified, (Some(0), "identical: 8 trials run again\n".to_owned(), String::new()));
    fs::remove_dir_all(&out).unwrap();
    assert_same(&run_program(folder, SWEEP, &["--threads", "7"]), &files, "with 7 threads");
    // Tables that are cut at any place are completed.
    let manifest = fs::read_to_string(out.join(file::MANIFEST)).unwrap();
    let manifest = manifest.replace("complete = true", "complete = false");
    for name in [file::TRIALS, file::CONVERGENCE, file::SOLUTIONS] {
        for tenths in [0, 2, 5, 9] {
            fs::write(out.join(file::MANIFEST), &manifest).unwrap();
            fs::write(out.join(name), &files[name][..files[name].len() * tenths / 10]).unwrap();
            let when = format!("after {name} was cut to {tenths} tenths");
            run(SWEEP, &out, Opening::Resume);
            let resumed = bytes(&out);
            for name in [file::TRIALS, file::CONVERGENCE, file::SOLUTIONS, file::BASELINES] {
                assert!(resumed[name] == files[name], "{name} differs {when}");
            }
        }
    }
}

#[test]
fn a_selected_solver_runs_in_the_next_stage() {
    let text = "name = \"stages\"\nseed = 1\n[[instance]]\nrandom = 2\n[base]\npuzzle = \"cube2\"\npopulation = 10\n\
        stop = { generations = 1 }\n[[stage]]\nname = \"who\"\nselect = \"most-solved\"\n[[stage.factor]]\n\
        key = \"algorithm\"\nlevels = [\"genetic-algorithm\", \"pocket\"]\n[[stage]]\nname = \"size\"\n[[stage.factor]]\n\
        key = \"population\"\nlevels = [10, 20]\n";
    let folder = crate::common::tempdir().unwrap();
    run_program(folder.path(), text, &[]);
    let results = store::read(&folder.path().join("out")).unwrap();
    assert_eq!(results.sweep.stages[0].selected, Some(2));
    let solver_rows = |stage: &str| {
        let rows = results.trials.iter().filter(|row| *row.stage == *stage);
        rows.map(|row| row.outcome.as_ref().unwrap().evolution.is_none()).collect::<Vec<_>>()
    };
    assert_eq!((solver_rows("who"), solver_rows("size")), (vec![false, false, true, true], vec![true; 4]));
}

#[test]
fn a_solver_is_the_algorithm_of_a_base() {
    let text = "name = \"base\"\nseed = 1\n[[instance]]\nscramble = \"R U\"\n[base]\nalgorithm = \"layers\"\n";
    let folder = crate::common::tempdir().unwrap();
    let files = run_program(folder.path(), text, &[]);
    let manifest = String::from_utf8(files[file::MANIFEST].clone()).unwrap();
    assert!(manifest.contains("algorithm = \"layers\"") && !files.contains_key(file::FAILURES));
    let again = Sweep::read(&folder.path().join("sweep.toml")).unwrap();
    assert_eq!(store::read_sweep(&folder.path().join("out")).unwrap().to_table(), again.to_table());
    let plan = evocube(&["plan", folder.path().join("sweep.toml").to_str().unwrap()]).1;
    assert!(plan.contains("main") && plan.contains(" 0"), "{plan}");
}
