//! Faults: damaged tables, signals, full and read-only disks, and kills at any moment.

use std::sync::atomic::{AtomicUsize, Ordering};

use evocube::experiment::record::TrialRow;
use evocube::experiment::runner::RunObserver;

use super::*;

/// Counts the trials that are run.
#[derive(Default)]
struct Counter(AtomicUsize);

impl RunObserver for Counter {
    fn trial(&self, _: &TrialRow, _: u64) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Resumes a folder. Returns the reported corruption and the number of trials that were run.
fn repair(folder: &Path) -> (String, usize) {
    let sweep = Sweep::parse(GOLDEN, Path::new("sweep.toml")).unwrap();
    let plan = Plan::new(&sweep);
    let mut store = Store::open(folder, &sweep, &plan, Opening::Resume, EXECUTION).unwrap();
    let damage = store.corruption().to_string();
    let counter = Counter::default();
    runner::run(&sweep, &plan, &mut store, EXECUTION, &counter).unwrap();
    (damage, counter.0.into_inner())
}

/// Returns the trial whose line contains a byte, if any.
fn trial_at(content: &[u8], place: usize) -> Option<usize> {
    let start = content[..place].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let line = std::str::from_utf8(&content[start..]).unwrap();
    line.split(',').next().unwrap().parse().ok()
}

#[test]
fn a_flipped_bit_is_found_and_repaired_and_other_rows_are_kept() {
    let finished = Finished::new();
    let folder = finished.folder.path();
    store::write_checksums(folder, &[]).unwrap();
    let whole = bytes(folder);
    let manifest = fs::read(folder.join(file::MANIFEST)).unwrap();
    let mut stream = Seed::from_number(11).stream();
    for number in 0..60 {
        let name = [file::TRIALS, file::CONVERGENCE, file::SOLUTIONS, file::DIGESTS][number % 4];
        let mut content = whole[name].clone();
        let place = stream.index(content.len());
        let trial = trial_at(&content, place);
        content[place] ^= 1 << stream.index(8);
        let when = format!("with a bit of byte {place} of {name} flipped");
        for (file, content) in &whole {
            fs::write(folder.join(file), content).unwrap();
        }
        fs::write(folder.join(file::TIMING), &finished.timing).unwrap();
        fs::write(folder.join(file::MANIFEST), &manifest).unwrap();
        fs::write(folder.join(name), content).unwrap();
        let told = store::corruption(folder).unwrap().to_string();
        assert!(told.contains(name), "{when}: {told}");
        let sweep = Sweep::parse(GOLDEN, Path::new("sweep.toml")).unwrap();
        let error = Store::open(folder, &sweep, &Plan::new(&sweep), Opening::New, EXECUTION).unwrap_err().to_string();
        assert!(error.contains("corrupt: ") && error.contains(name), "{when}: {error}");
        let (damage, run) = repair(folder);
        assert!(damage.contains(name), "{when}: {damage}");
        // A changed trial number invalidates the other trial, too, as does a line that became two.
        let may_be_none = trial.is_none() || name == file::DIGESTS;
        assert!(run <= 2 && (may_be_none || run >= 1), "{when}: {run} trials ran");
        store::write_checksums(folder, &[]).unwrap();
        assert_same(&bytes(folder), &whole, &when);
    }
}

#[test]
fn an_interrupted_repair_is_resumed() {
    let finished = Finished::new();
    let folder = finished.folder.path();
    let spoil = || {
        let path = folder.join(file::CONVERGENCE);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replacen("\n3,0,", "\n3,9,", 1)).unwrap();
    };
    spoil();
    let sweep = Sweep::parse(GOLDEN, Path::new("sweep.toml")).unwrap();
    let plan = Plan::new(&sweep);
    // Opened and dropped: the tables are copied to the quarantine and cut, and no trial has run.
    for _ in 0..2 {
        let store = Store::open(folder, &sweep, &plan, Opening::Resume, EXECUTION).unwrap();
        assert_eq!((store.scores().len(), store.has(2), store.has(3), store.has(35)), (2, false, true, true));
    }
    assert_eq!(repair(folder).1, 1);
    assert_same(&bytes(folder), &finished.whole, "after the repair");
    // Killed during the copy to the quarantine: the tables are intact.
    fs::create_dir(folder.join(".damaged.new")).unwrap();
    fs::write(folder.join(".damaged.new/trials.csv"), "half").unwrap();
    spoil();
    assert_eq!(repair(folder).1, 1);
    assert_same(&bytes(folder), &finished.whole, "after the second repair");
}

#[test]
fn verify_and_report_name_damaged_tables() {
    let folder = tempfile::tempdir().unwrap();
    let (sweep, out) = (folder.path().join("one.toml"), folder.path().join("out"));
    fs::write(&sweep, ONE).unwrap();
    let (sweep, out) = (sweep.to_str().unwrap(), out.to_str().unwrap());
    assert_eq!(evocube(&["run", sweep, "--out", out, "-q"]).0, Some(0));
    let whole = bytes(Path::new(out));
    let path = Path::new(out).join(file::SOLUTIONS);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("\n4,", "\n4;", 1)).unwrap();
    let way = format!("`evocube run SWEEP --out {out} --resume` restores it and keeps the rest");
    for command in ["verify", "report"] {
        let (code, _, said) = evocube(&[command, out]);
        assert_eq!(code, Some(2), "{command}: {said}");
        assert!(said.contains("solutions.csv: ") && said.contains("6 columns instead of 7"), "{command}: {said}");
        assert!(said.contains(&format!("corrupt: solutions.csv (trial 4); {way}")), "{command}: {said}");
    }
    fs::write(&path, text.replacen("\n5,random", "\n5,Random", 1)).unwrap();
    let note = format!("note: corrupt: solutions.csv (trial 5); {way}\n");
    let notice = "Not as it was written: solutions.csv (trial 5). What follows may be false.";
    let page = |name: &str| fs::read_to_string(Path::new(out).join(name)).unwrap();
    for command in [&["report", out][..], &["export", out, "--to", "ioh"]] {
        let (code, _, said) = evocube(command);
        assert_eq!((code, said), (Some(1), note.clone()), "{command:?}");
    }
    let head = page("summary.md").lines().take(4).collect::<Vec<_>>().join("\n");
    assert!(head.contains(notice) && page("report.html").contains(notice), "{head}");
    let (code, said, _) = evocube(&["verify", out]);
    assert_eq!(code, Some(1));
    assert!(said.contains("not identical: trial 5 in solutions.csv\n"), "{said}");
    let (code, _, said) = evocube(&["run", sweep, "--out", out, "-q"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("holds 7 of 8 trials of this sweep (corrupt: solutions.csv (trial 5))"), "{said}");
    let (code, _, said) = evocube(&["run", sweep, "--out", out, "--resume"]);
    assert!(code == Some(0) && said.contains("note: restored after corruption: solutions.csv (trial 5)\n"), "{said}");
    fs::remove_dir_all(Path::new(out).join("ioh")).unwrap();
    assert_same(&bytes(Path::new(out)), &whole, "after it was made again");
    assert!(!page("summary.md").contains("Not as it was written"));
}

/// A few seconds of work in 48 trials.
const LONG: &str = "name = \"long\"\nseed = 3\nrepetitions = 12\nbaselines = [\"layers\"]\n[[instance]]\nrandom = 2\n[base]\n\
                    population = 400\ngenome.length = 30\nstop = { generations = 150 }\n[[factor]]\n\
                    key = \"crossover.one-point.rate\"\nlevels = [0.3, 0.9]\n";

/// Starts a run.
fn begin(sweep: &Path, out: &Path, more: &[&str]) -> std::process::Child {
    Command::new(assert_cmd::cargo::cargo_bin!("evocube"))
        .args(["run", sweep.to_str().unwrap(), "--out", out.to_str().unwrap(), "-q", "--resume"])
        .args(more)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[cfg(unix)]
fn signal(child: &std::process::Child, name: &str) {
    let sent = Command::new("kill").args(["-s", name, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Returns the number of trials on disk.
fn recorded(out: &Path) -> usize {
    fs::read(out.join(file::TRIALS)).map_or(0, |text| text.iter().filter(|&&byte| byte == b'\n').count().max(1) - 1)
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_run_after_the_trials_that_have_begun() {
    let folder = tempfile::tempdir().unwrap();
    let (sweep, out) = (folder.path().join("long.toml"), folder.path().join("out"));
    fs::write(&sweep, LONG).unwrap();
    let whole = folder.path().join("whole");
    assert_eq!(evocube(&["run", sweep.to_str().unwrap(), "--out", whole.to_str().unwrap(), "-q"]).0, Some(0));
    for (wanted, name) in [(2, "TERM"), (20, "INT")] {
        let child = begin(&sweep, &out, &["--threads", "2"]);
        let begin = Instant::now();
        while recorded(&out) < wanted {
            assert!(begin.elapsed() < Duration::from_secs(60), "the run makes progress");
            std::thread::sleep(Duration::from_millis(1));
        }
        signal(&child, name);
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        let done = recorded(&out);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!((wanted..48).contains(&done), "{done} trials");
        assert!(said.contains(&format!("error: stopped after {done} of 48 trials\n")), "{said}");
        let again = format!("`evocube run {} --out {} --resume` continues\n", sweep.display(), out.display());
        assert!(said.ends_with(&again), "{said}");
        // No table is torn: each ends with the last trial.
        let sweep = Sweep::read(&sweep).unwrap();
        let execution = EXECUTION;
        let store = Store::open(&out, &sweep, &Plan::new(&sweep), Opening::Resume, execution).unwrap();
        assert_eq!(store.scores().len(), done);
    }
    assert_eq!(begin(&sweep, &out, &[]).wait().unwrap().code(), Some(0));
    assert_same(&bytes(&out), &bytes(&whole), "after two signals");
}

/// A limit of the file size stands for a full disk, since it needs no privileges.
#[cfg(unix)]
#[test]
fn a_full_disk_is_reported_and_the_run_is_resumed_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let (sweep, out) = (folder.path().join("golden.toml"), folder.path().join("out"));
    fs::write(&sweep, GOLDEN).unwrap();
    let whole = folder.path().join("whole");
    run(GOLDEN, &whole, Opening::New);
    for blocks in [2, 8, 16] {
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" run \"$1\" --out \"$2\" -q --resume");
        let output = Command::new("sh")
            .args(["-c", &script, assert_cmd::cargo::cargo_bin!("evocube").to_str().unwrap()])
            .args([&sweep, &out])
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{blocks} blocks: {said}");
        assert!(said.starts_with("error: ") && said.to_lowercase().contains("too large"), "{said}");
    }
    run(GOLDEN, &out, Opening::Resume);
    assert_same(&bytes(&out), &bytes(&whole), "after the disk was full");
}

#[cfg(unix)]
#[test]
fn an_unwritable_folder_is_reported() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let sweep = folder.path().join("one.toml");
    fs::write(&sweep, ONE).unwrap();
    let closed = folder.path().join("closed");
    fs::create_dir(&closed).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).unwrap();
    let mut outs = vec![sweep.join("below-a-file")];
    // Root may write into any folder.
    if fs::create_dir(closed.join("try")).is_err() {
        outs.extend([closed.clone(), closed.join("out")]);
    }
    for out in outs {
        let (code, _, said) = evocube(&["run", sweep.to_str().unwrap(), "--out", out.to_str().unwrap(), "-q"]);
        assert_eq!(code, Some(2));
        assert!(said.starts_with(&format!("error: {}", out.display())), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[cfg(unix)]
#[test]
#[ignore = "kills a run 200 times: some minutes"]
fn two_hundred_kills_at_any_moment_give_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let sweep = folder.path().join("golden.toml");
    fs::write(&sweep, GOLDEN).unwrap();
    let whole = folder.path().join("whole");
    let begun = Instant::now();
    assert_eq!(evocube(&["run", sweep.to_str().unwrap(), "--out", whole.to_str().unwrap(), "-q"]).0, Some(0));
    let whole = (bytes(&whole), begun.elapsed());
    let mut stream = Seed::from_number(200).stream();
    let (mut kills, mut rounds) = (0, 0);
    while kills < 200 {
        let out = folder.path().join(format!("round-{rounds}"));
        // Up to eight kills of one folder, each within the time of an undisturbed run.
        for _ in 0..8 {
            let mut child = begin(&sweep, &out, &["--threads", "2"]);
            let share = u32::try_from(stream.index(1000)).unwrap();
            std::thread::sleep(whole.1 * share / 1000);
            signal_or_gone(&child, ["KILL", "KILL", "TERM"][stream.index(3)]);
            let status = child.wait().unwrap();
            kills += usize::from(!status.success());
            if status.success() {
                break;
            }
        }
        let output = begin(&sweep, &out, &[]).wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_same(&bytes(&out), &whole.0, &format!("after {kills} kills"));
        fs::remove_dir_all(&out).unwrap();
        rounds += 1;
    }
}

/// Sends a signal to a process that may have ended.
#[cfg(unix)]
fn signal_or_gone(child: &std::process::Child, name: &str) {
    let _ = Command::new("kill").args(["-s", name, &child.id().to_string()]).stderr(Stdio::null()).status();
}

/// The manifest, which identifies the folder, is damaged.
#[test]
fn a_damaged_manifest_is_restored_from_the_sweep_without_losing_a_trial() {
    let finished = Finished::new();
    let folder = finished.folder.path();
    store::write_checksums(folder, &[]).unwrap();
    let whole = bytes(folder);
    let path = folder.join(file::MANIFEST);
    let manifest = fs::read_to_string(&path).unwrap();
    let golden = format!("{}/tests/data/golden.toml", env!("CARGO_MANIFEST_DIR"));
    let out = folder.to_str().unwrap();
    let half = &manifest[..manifest.len() / 2];
    for (content, reason) in [
        (Some(String::new()), "this is not a manifest of evocube: it has no format; add --resume to keep "),
        (Some(half.to_owned()), "; add --resume to keep the trials that are whole, or --fresh to start over"),
        (Some(manifest.replacen("complete = true", "complete = tru", 1)), "line 3: "),
        (Some(manifest.replacen("seed = 2016", "seed = 2017", 1)), "holds the results of another sweep (seed is 2017 "),
        (Some(manifest.replacen("population = 60", "population = 61", 1)), "base.population is 61 there, 60 here"),
        (None, "is not empty and holds no results of evocube"),
    ] {
        for (file, content) in &whole {
            fs::write(folder.join(file), content).unwrap();
        }
        fs::write(folder.join(file::TIMING), &finished.timing).unwrap();
        match &content {
            Some(content) => fs::write(&path, content).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        let (code, _, said) = evocube(&["run", &golden, "--out", out, "-q"]);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.starts_with("error: ") && said.contains(reason), "{said}");
        if content.as_ref().is_some_and(|content| content.len() <= half.len()) {
            let (code, _, said) = evocube(&["report", out]);
            assert_eq!(code, Some(2), "{said}");
            assert!(said.ends_with("--resume` restores it and keeps the rest\n"), "{said}");
        }
        let (damage, run) = repair(folder);
        assert_eq!((damage.as_str(), run), (file::MANIFEST, 0), "{reason}");
        store::write_checksums(folder, &[]).unwrap();
        assert_same(&bytes(folder), &whole, reason);
    }
}

#[test]
fn a_lost_manifest_is_not_restored_from_tables_of_another_sweep_or_shard() {
    let folder = tempfile::tempdir().unwrap();
    run(GOLDEN, folder.path(), Opening::New);
    fs::remove_file(folder.path().join(file::MANIFEST)).unwrap();
    let before = bytes(folder.path());
    // The same names and seeds, but other results.
    let other = GOLDEN.replace("elitism = 1", "elitism = 2");
    assert_ne!(other, GOLDEN);
    let sweep = |text| Sweep::parse(text, Path::new("sweep.toml")).unwrap();
    let (own, other) = (sweep(GOLDEN), sweep(&other));
    let part = Plan::new(&own).of_shard("1/2".parse().unwrap()).unwrap();
    let open = |sweep, plan| Store::open(folder.path(), sweep, plan, Opening::Resume, EXECUTION);
    let error = open(&own, &part).unwrap_err();
    assert!(error.to_string().contains(" holds no results of evocube"), "{error}");
    let error = open(&other, &Plan::new(&other)).unwrap_err();
    assert!(error.to_string().contains(" holds no results of evocube"), "{error}");
    assert_same(&bytes(folder.path()), &before, "after it was refused");
}
