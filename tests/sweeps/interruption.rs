//! Interrupted runs: after a kill, a signal, a cut, a full disk or a power failure, a resumed run has the same bytes. Also lost tables,
//! foreign files and unwritable folders. Cancelled trials are tested in `cancellation`, checkpoints in `checkpoints`, damage of other
//! origin in `damaged_folders`.

use super::*;

/// Cuts each table at its ends and at some random places, and all of them together at random places.
fn check_cuts(alone: usize, together: usize) {
    let finished = Finished::new();
    let mut stream = Seed::from_number(7).stream();
    for name in TABLES {
        let length = finished.content(name).len();
        let header = finished.content(name).iter().position(|&byte| byte == b'\n').unwrap();
        let mut cuts = vec![0, 1, header - 1, header, header + 1, header + 2, length - 1, length];
        cuts.extend((0..alone).map(|_| stream.index(length)));
        for cut in cuts {
            finished.leave_cut(&[(name, cut)]);
            finished.resumes(&format!("after {name} was cut to {cut} bytes"));
        }
    }
    for _ in 0..together {
        let mut cuts = Vec::new();
        for name in TABLES {
            if stream.index(3) > 0 {
                cuts.push((name, stream.index(finished.content(name).len() + 1)));
            }
        }
        finished.leave_cut(&cuts);
        finished.resumes(&format!("after {cuts:?}"));
    }
    finished.leave_cut(&TABLES.map(|name| (name, 0)));
    finished.resumes("after all tables were emptied");
}

#[test]
fn tables_that_are_cut_at_any_place_are_completed() {
    check_cuts(4, 10);
}

#[test]
#[ignore = "half a minute"]
fn tables_that_are_cut_at_many_places_are_completed() {
    check_cuts(100, 400);
}

#[test]
fn zeros_and_half_characters_of_a_power_cut_are_cut() {
    let finished = Finished::new();
    let manifest = finished.unfinished();
    let torn = |name: &str, tail: &[u8]| {
        let content = finished.content(name);
        let mut torn = content[..content.len() / 2].to_vec();
        torn.extend_from_slice(tail);
        torn
    };
    for tail in [&[0; 512][..], &[0xc3], b"\n\n\n", b"7,", b"99999999999999999999999,\n", b"\"open quote\n"] {
        for name in TABLES {
            let torn = torn(name, tail);
            let files = TABLES.map(|other| (other, if other == name { &torn[..] } else { finished.content(other) }));
            let rest = [(file::MANIFEST, &manifest[..]), (file::BASELINES, finished.content(file::BASELINES))];
            finished.leave(&[&files[..], &rest].concat());
            finished.resumes(&format!("after {name} ended in {tail:?}"));
        }
    }
}

/// States of the disk between any two writes of a run, in order.
#[test]
fn a_run_killed_between_any_two_writes_is_resumed_to_the_same_bytes() {
    let finished = Finished::new();
    let manifest = finished.unfinished();
    let half = &manifest[..manifest.len() / 2];
    let header = |name: &str| -> Vec<u8> {
        finished.content(name).split_inclusive(|&byte| byte == b'\n').next().unwrap().to_vec()
    };
    let headers = TABLES.map(header);
    let baselines = finished.content(file::BASELINES);
    let lines = |name: &str, count: usize| -> Vec<u8> {
        finished.content(name).split_inclusive(|&byte| byte == b'\n').take(count).collect::<Vec<_>>().concat()
    };
    let timing = finished.content(file::BASELINE_TIMING);
    let new_manifest = format!(".{}.0123456789abcdef.part", file::MANIFEST);
    let part = |name: &str| format!(".{name}.0123456789abcdef.part");
    let (new_baselines, new_timing) = (part(file::BASELINES), part(file::BASELINE_TIMING));
    let mut states: Vec<(String, Files)> = vec![
        ("nothing".into(), vec![]),
        ("the lock".into(), vec![(".lock", b"")]),
        ("half a manifest".into(), vec![(".lock", b""), (&new_manifest, half)]),
        ("a manifest beside its place".into(), vec![(".lock", b""), (&new_manifest, &manifest)]),
    ];
    // Tables are created in this order, each empty before it has its header.
    let tables = TABLES;
    for count in 0..=tables.len() {
        let mut files: Vec<(&str, &[u8])> = vec![(file::MANIFEST, &manifest)];
        files.extend(tables.into_iter().zip(&headers).map(|(name, header)| (name, &header[..])).take(count));
        states.push((format!("{count} tables"), files.clone()));
        if let Some(&next) = tables.get(count) {
            files.push((next, b""));
            states.push((format!("{count} tables and an empty one"), files));
        }
    }
    let begun: Vec<(&str, &[u8])> = TABLES
        .into_iter()
        .zip(&headers)
        .map(|(name, header)| (name, &header[..]))
        .chain([(file::MANIFEST, &manifest[..])])
        .collect();
    let half_timed = [(new_timing.as_str(), &timing[..timing.len() / 2])];
    states.push(("times of baselines half written".into(), [&begun[..], &half_timed].concat()));
    let made = [&begun[..], &[(file::BASELINE_TIMING, timing)]].concat();
    states.push(("baselines timed, not written".into(), made.clone()));
    states.push((
        "baselines half written".into(),
        [&made[..], &[(new_baselines.as_str(), &baselines[..baselines.len() / 2])]].concat(),
    ));
    states.push(("baselines written".into(), [&made[..], &[(file::BASELINES, baselines)]].concat()));
    for (when, files) in &states {
        finished.leave(files);
        finished.resumes(when);
    }

    // Within the rows of a trial: convergence, solutions, timing, digests, trials.
    let all = String::from_utf8(finished.content(file::CONVERGENCE).to_vec()).unwrap();
    for done in [0, 1, 15, 35] {
        let rows = |trials: usize| {
            all.lines()
                .skip(1)
                .filter(|line| line.split(',').next().unwrap().parse::<usize>().unwrap() <= trials)
                .count()
        };
        for written in 0..=5 {
            let ahead = |step: usize| usize::from(written >= step);
            let tables = [
                (file::CONVERGENCE, lines(file::CONVERGENCE, 1 + rows(done + ahead(1)))),
                (file::SOLUTIONS, lines(file::SOLUTIONS, 1 + done + ahead(2))),
                (file::TIMING, lines(file::TIMING, 1 + done + ahead(3))),
                (file::DIGESTS, lines(file::DIGESTS, 1 + done + ahead(4))),
                (file::TRIALS, lines(file::TRIALS, 1 + done + ahead(5))),
            ];
            let mut files: Vec<(&str, &[u8])> = tables.iter().map(|(name, rows)| (*name, &rows[..])).collect();
            files.extend([(file::MANIFEST, &manifest[..]), (file::BASELINES, baselines)]);
            finished.leave(&files);
            finished.resumes(&format!("{written} rows of trial {}", done + 1));
        }
    }

    // All rows on disk, the manifest old or half written.
    for more in [&[][..], &[(new_manifest.as_str(), half)]] {
        let mut files: Vec<(&str, &[u8])> = TABLES.map(|name| (name, finished.content(name))).to_vec();
        files.extend([(file::MANIFEST, &manifest[..]), (file::BASELINES, baselines)]);
        files.extend(more);
        finished.leave(&files);
        finished.resumes("before the manifest is complete");
    }
}

#[test]
fn a_killed_fresh_run_is_resumed_to_the_same_bytes() {
    let finished = Finished::new();
    let manifest = finished.unfinished();
    // Files are deleted in this order, the manifest last.
    let order = [
        file::BASELINES,
        file::CONVERGENCE,
        file::DIGESTS,
        file::SOLUTIONS,
        file::TIMING,
        file::BASELINE_TIMING,
        file::TRIALS,
    ];
    for gone in 0..=order.len() {
        for opening in [Opening::Resume, Opening::Fresh] {
            let mut files: Vec<(&str, &[u8])> = vec![(file::MANIFEST, &manifest)];
            files.extend(order[gone..].iter().map(|&name| (name, finished.content(name))));
            finished.leave(&files);
            run(GOLDEN, finished.folder.path(), opening);
            assert_same(
                &bytes(finished.folder.path()),
                &finished.whole,
                &format!("with {gone} files gone, {opening:?}"),
            );
        }
    }
}

#[test]
fn a_complete_folder_without_a_table_is_not_complete() {
    for name in [file::BASELINES, file::CONVERGENCE, file::SOLUTIONS, file::DIGESTS, file::TRIALS] {
        let finished = Finished::new();
        fs::remove_file(finished.folder.path().join(name)).unwrap();
        let sweep = Sweep::parse(GOLDEN, Path::new("sweep.toml")).unwrap();
        let plan = Plan::new(&sweep);
        let error = Store::open(finished.folder.path(), &sweep, &plan, Opening::New, *EXECUTION).unwrap_err();
        assert!(error.to_string().contains(&format!("/{name}: ")), "{name}: {error}");
        finished.resumes(name);
    }
}

/// A run of a few seconds is killed during trials and has the same bytes at the end.
#[test]
fn a_run_that_is_killed_three_times_gives_the_same_bytes() {
    let folder = crate::common::tempdir().unwrap();
    let sweep = folder.path().join("long.toml");
    fs::write(&sweep, LONG).unwrap();
    let sweep = sweep.to_str().unwrap();
    let whole = folder.path().join("whole");
    assert_eq!(evocube(&["run", sweep, "--out", whole.to_str().unwrap(), "-q"]).0, Some(0));
    let out = folder.path().join("killed");
    let trials = out.join(file::TRIALS);
    let there = || fs::read_to_string(&trials).map_or(0, |text| text.lines().count().saturating_sub(1));
    let mut kills = 0;
    for min in [1, 9, 24] {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("evocube"))
            .args(["run", sweep, "--out", out.to_str().unwrap(), "--threads", "2", "-q", "--resume"])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let begin = Instant::now();
        while there() < min && child.try_wait().unwrap().is_none() {
            assert!(begin.elapsed() < Duration::from_secs(60), "the run makes progress");
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        kills += usize::from(!child.wait().unwrap().success());
        assert!((min..48).contains(&there()), "killed in the midst: {} trials", there());
    }
    assert_eq!(kills, 3);
    let (code, _, stderr) = evocube(&["run", sweep, "--out", out.to_str().unwrap(), "-q"]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("of 48 trials of this sweep: add --resume to continue"), "{stderr}");
    assert_eq!(evocube(&["run", sweep, "--out", out.to_str().unwrap(), "-q", "--resume"]).0, Some(0));
    assert_same(&bytes(&out), &bytes(&whole), "after three kills");
}

#[test]
fn a_run_killed_before_its_report_draws_it_when_resumed() {
    let folder = crate::common::tempdir().unwrap();
    let sweep = folder.path().join("golden.toml");
    fs::write(&sweep, GOLDEN).unwrap();
    let out = folder.path().join("out");
    let arguments = ["run", sweep.to_str().unwrap(), "--out", out.to_str().unwrap()];
    assert_eq!(evocube(&arguments).0, Some(0));
    let whole = bytes(&out);
    fs::remove_file(out.join("report.html")).unwrap();
    let left = [".report.html.0123456789abcdef.part", "plots/.budgets.svg.0123456789abcdef.part"];
    let report = ["report", out.to_str().unwrap()];
    for (arguments, sentence) in [(&arguments[..], "All trials were complete; the figures are drawn"), (&report, "")] {
        left.iter().for_each(|name| fs::write(out.join(name), "half").unwrap());
        let (code, text, _) = evocube(arguments);
        assert_eq!(code, Some(0));
        assert!(text.contains(sentence), "{text}");
        assert_same(&bytes(&out), &whole, "after the report was drawn again");
    }
}

#[test]
fn foreign_files_are_not_taken_for_temporary_files_of_a_killed_run() {
    let finished = Finished::new();
    let folder = finished.folder.path();
    fs::create_dir(folder.join("plots")).unwrap();
    let users = [
        ".notes.part",
        ".trials.csv.77.part",
        ".x.csv.0123456789abcdef.part",
        "plots/.a.svg.part",
        "manifest.toml.new",
    ];
    users.iter().for_each(|name| fs::write(folder.join(name), "the user's").unwrap());
    fs::write(folder.join(file::MANIFEST), finished.unfinished()).unwrap();
    run(GOLDEN, folder, Opening::Resume);
    report::write(&store::read(folder).unwrap(), folder).unwrap();
    run(GOLDEN, folder, Opening::Fresh);
    for name in users {
        assert_eq!(fs::read(folder.join(name)).unwrap(), b"the user's", "{name}");
    }
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
    let folder = crate::common::tempdir().unwrap();
    let (sweep, out) = (folder.path().join("long.toml"), folder.path().join("out"));
    fs::write(&sweep, LONG).unwrap();
    let whole = folder.path().join("whole");
    assert_eq!(evocube(&["run", sweep.to_str().unwrap(), "--out", whole.to_str().unwrap(), "-q"]).0, Some(0));
    for (min, name) in [(2, "TERM"), (20, "INT")] {
        let child = begin(&sweep, &out, &["--threads", "2"]);
        let begin = Instant::now();
        while recorded(&out) < min {
            assert!(begin.elapsed() < Duration::from_secs(60), "the run makes progress");
            std::thread::sleep(Duration::from_millis(1));
        }
        signal(&child, name);
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        let done = recorded(&out);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!((min..48).contains(&done), "{done} trials");
        assert!(stderr.contains(&format!("error: stopped after {done} of 48 trials\n")), "{stderr}");
        let again = format!("`evocube run {} --out {} --resume` continues\n", sweep.display(), out.display());
        assert!(stderr.ends_with(&again), "{stderr}");
        // No table is torn: each ends with the last trial.
        let sweep = Sweep::read(&sweep).unwrap();
        let execution = *EXECUTION;
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
    let folder = crate::common::tempdir().unwrap();
    let (sweep, out) = (folder.path().join("golden.toml"), folder.path().join("out"));
    fs::write(&sweep, GOLDEN).unwrap();
    let whole = folder.path().join("whole");
    run(GOLDEN, &whole, Opening::New);
    for blocks in [2, 8, 16] {
        let script = format!("ulimit -f {blocks}; exec \"$0\" run \"$1\" --out \"$2\" -q --resume");
        let output = Command::new("sh")
            .args(["-c", &script, assert_cmd::cargo::cargo_bin!("evocube").to_str().unwrap()])
            .args([&sweep, &out])
            .output()
            .unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{blocks} blocks: {stderr}");
        assert!(stderr.starts_with("error: ") && stderr.to_lowercase().contains("too large"), "{stderr}");
    }
    run(GOLDEN, &out, Opening::Resume);
    assert_same(&bytes(&out), &bytes(&whole), "after the disk was full");
}

#[cfg(unix)]
#[test]
fn an_unwritable_folder_is_reported() {
    use std::os::unix::fs::PermissionsExt;

    let folder = crate::common::tempdir().unwrap();
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
        let (code, _, stderr) = evocube(&["run", sweep.to_str().unwrap(), "--out", out.to_str().unwrap(), "-q"]);
        assert_eq!(code, Some(2));
        assert!(stderr.starts_with(&format!("error: {}", out.display())), "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
    }
}
